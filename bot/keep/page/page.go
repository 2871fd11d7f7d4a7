// Package page draws a match that is over as a file, and its last picture. It is pure.
package page

import (
	"iter"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/kept"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/proof"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Keep    kit.Action = "keep" // the match as a file; argument: [KeepAll], or empty
	Animate kit.Action = "film" // how the match went, as an animated picture
	ShowEnd kit.Action = "show" // a picture of a match that is over, to every person in the channel; argument: [ShowMoving], or empty
)

// ShowMoving is the argument of ShowEnd for the animated picture.
const ShowMoving = "film"

// KeepAll is the argument of Keep for what every person saw.
const KeepAll = "all"

// AfterMatch offers a match that has ended as a file, while it can be shown again.
func AfterMatch(s *table.State, _ kit.Reader) kit.Offer {
	if s.Phase != table.Over && s.Phase != table.Void || s.Match == nil {
		return nil
	}
	return kit.LinkTo(ui.T("bot.keep.button"), "💾", kit.CustomID{Match: s.ID, Action: Keep})
}

// Pages draws what is kept of a match.
type Pages struct{ kit.Kit }

// Kept is what the file of a match is made with, as a viewer saw it.
func (p Pages) Kept(s *table.State, lang text.Lang, v games.Viewer) kept.Match {
	f := p.NoteOf(s, lang)
	var people []ui.Text
	for i := range s.Players {
		people = append(people, ui.Name(i).Text())
	}
	m := kept.Match{Frame: f, Viewer: v, Title: ui.T("bot.keep.title.public", ui.T("name")), Lines: []ui.Text{
		ui.Literal(p.Day(s.Started)), ui.T("bot.keep.people", people),
	}}
	if seat, ok := v.Seat(); ok {
		m.Title = ui.T("bot.keep.title.seat", ui.T("name"), ui.Name(seat))
	}
	if s.Phase == table.Void {
		m.Lines = append(m.Lines, ui.T("bot.keep.void"))
	}
	if s.Seed != "" {
		m.Deal = proof.NewKept(s.Match.Snapshot(), drawOf(s), v)
	}
	return m
}

// drawOf is where the seed of a match that has ended comes from, or nil if nothing was
// committed to.
func drawOf(s *table.State) *record.Draw {
	if s.Commitment == "" {
		return nil
	}
	var presses []uint64
	for _, id := range s.Presses {
		presses = append(presses, uint64(id))
	}
	return record.NewDraw(s.Secret, presses)
}

// KeptFile is the message with the file of a match. A player who had a seat can have what
// every person saw, too.
//
// A match that is over has a picture to show around, too. Below it stands what the automatic
// players thought.
func (p Pages) KeptFile(s *table.State, lang text.Lang, v games.Viewer, file []byte, why *Reasons) (*discord.Message, error) {
	f := p.NoteOf(s, lang)
	var row discord.Row
	name := p.keptName(s, f)
	of := name
	if _, seated := v.Seat(); !seated {
		of += "-" + kit.Plain(f, ui.T("bot.keep.name.all"))
	}
	m := &discord.Message{Content: kit.Rich(f, ui.T("bot.keep.file")), Files: []discord.File{{Name: of + ".html", Data: file}}}
	if s.Phase == table.Over {
		picture, alt, err := EndPicture(s.Match, f, p.Day(s.Started), v)
		if err != nil {
			return nil, err
		}
		if picture != nil {
			m.Content += "\n" + kit.Rich(f, ui.T("bot.keep.picture"))
			m.Files = append(m.Files, discord.File{Name: name + ".png", Alt: alt, Data: picture})
			if !s.Direct() {
				row = append(row, showButton(s, f, ""))
			}
			row = append(row, kit.Button(f, ui.T("bot.keep.animate"), "🎞️", discordgo.SecondaryButton, kit.CustomID{Match: s.ID, Action: Animate}))
		}
	}
	if _, seated := v.Seat(); seated {
		row = append(row, kit.Button(f, ui.T("bot.keep.other"), "💾", discordgo.SecondaryButton, kit.CustomID{Match: s.ID, Action: Keep, Arg: KeepAll}))
	}
	m.Content = withLines(m.Content, f, why.lines())
	if len(row) > 0 {
		m.Components = []discord.Row{row}
	}
	return m, nil
}

// showButton shows a picture to every person in the channel.
func showButton(s *table.State, f *screen.Frame, arg string) discord.Button {
	return kit.Button(f, ui.T("bot.keep.show"), "📣", discordgo.SecondaryButton, kit.CustomID{Match: s.ID, Action: ShowEnd, Arg: arg})
}

// Animated is the message with the animated picture of a match, and the button that shows it
// to every person. It is nil if the match has none.
func (p Pages) Animated(s *table.State, lang text.Lang, states iter.Seq2[games.Match, error]) (*discord.Message, error) {
	f := p.NoteOf(s, lang)
	m, err := p.animation(s, f, ui.T("bot.keep.animated"), states)
	if m == nil || err != nil {
		return nil, err
	}
	if !s.Direct() {
		m.Components = []discord.Row{{showButton(s, f, ShowMoving)}}
	}
	return m, nil
}

// animation is a message with the animated picture of a match.
func (p Pages) animation(s *table.State, f *screen.Frame, words ui.Text, states iter.Seq2[games.Match, error]) (*discord.Message, error) {
	gif, alt, err := Animation(states, f, p.Day(s.Started))
	if gif == nil || err != nil {
		return nil, err
	}
	return &discord.Message{Content: kit.Rich(f, words), Files: []discord.File{{Name: p.keptName(s, f) + ".gif", Alt: alt, Data: gif}}}, nil
}

// Shown is the message with which a player or an onlooker shows all readers the picture of a
// match that is over. Of a player it says how they came out. It is nil if there is none.
func (p Pages) Shown(s *table.State, lang text.Lang, by string, of games.Viewer) (*discord.Message, error) {
	f := p.NoteOf(s, lang)
	picture, alt, err := EndPicture(s.Match, f, p.Day(s.Started), of)
	if err != nil || picture == nil {
		return nil, err
	}
	return &discord.Message{
		Content: kit.Rich(f, ui.T("bot.keep.shows", ui.Literal(by), ui.T("name"))), Public: true,
		Files: []discord.File{{Name: p.keptName(s, f) + ".png", Alt: alt, Data: picture}},
	}, nil
}

// ShownMoving is as [Pages.Shown], with the animated picture.
func (p Pages) ShownMoving(s *table.State, lang text.Lang, by string, states iter.Seq2[games.Match, error]) (*discord.Message, error) {
	m, err := p.animation(s, p.NoteOf(s, lang), ui.T("bot.keep.shows.moving", ui.Literal(by), ui.T("name")), states)
	if m != nil {
		m.Public = true
	}
	return m, err
}

// keptName is the name of a file of a match, without its ending.
func (p Pages) keptName(s *table.State, f *screen.Frame) string {
	return strings.Join([]string{kit.Plain(f, ui.T("bot.keep.name")), f.Game, p.Day(s.Started)}, "-")
}
