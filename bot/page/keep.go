package page

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/kept"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/proof"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// KeepAll is the argument of Keep for what everybody saw.
const KeepAll = "all"

// canKeep reports whether a match has ended and can be shown again.
func canKeep(s *table.State) bool {
	return (s.Phase == table.Over || s.Phase == table.Void) && s.Match != nil
}

// keepButton makes a file of a match.
func keepButton(s *table.State, f *screen.Frame, arg string) discord.Button {
	label := ui.T("bot.keep.button")
	if arg == KeepAll {
		label = ui.T("bot.keep.other")
	}
	return Button(f, label, "💾", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Keep, Arg: arg})
}

// withKeep adds the button that keeps a match to a row, once the match has ended.
func withKeep(s *table.State, f *screen.Frame, row discord.Row) discord.Row {
	if !canKeep(s) {
		return row
	}
	return append(row, keepButton(s, f, ""))
}

// Kept is what the file of a match is made with, as a viewer saw it.
func (w Messages) Kept(s *table.State, lang text.Lang, v games.Viewer) kept.Match {
	f := w.note(s, lang)
	f.Game = s.Game.Info().Name
	var people []ui.Text
	for i := range s.Players {
		people = append(people, nameOf(i))
	}
	m := kept.Match{Frame: f, Viewer: v, Title: ui.T("name"), Lines: []ui.Text{
		ui.Literal(w.clock.Shown(s.Started).UTC().Format(time.DateOnly)), ui.T("bot.keep.people", people),
	}}
	if seat, ok := v.Seat(); ok {
		m.Lines = append(m.Lines, ui.T("bot.keep.seat", ui.Name(seat)))
	} else {
		m.Lines = append(m.Lines, ui.T("bot.keep.public"))
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

// KeptFile is the message with the file of a match. Whoever had a seat can have what
// everybody saw, too.
//
// A match that is over has a picture to show around, too.
func (w Messages) KeptFile(s *table.State, lang text.Lang, v games.Viewer, file []byte) (*discord.Message, error) {
	f := w.note(s, lang)
	f.Game = s.Game.Info().Name
	var row discord.Row
	name := w.keptName(s, f)
	m := &discord.Message{Content: Rich(f, ui.T("bot.keep.file")), Files: []discord.File{{Name: name + ".html", Data: file}}}
	if s.Phase == table.Over {
		picture, alt, err := EndPicture(s.Match, f)
		if err != nil {
			return nil, err
		}
		if picture != nil {
			m.Content += "\n" + Rich(f, ui.T("bot.keep.picture"))
			m.Files = append(m.Files, discord.File{Name: name + ".png", Alt: shortAlt(alt), Data: picture})
			if !s.Direct() {
				row = append(row, Button(f, ui.T("bot.keep.show"), "📣", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: ShowEnd}))
			}
		}
	}
	if _, seated := v.Seat(); seated {
		row = append(row, keepButton(s, f, KeepAll))
	}
	if len(row) > 0 {
		m.Components = []discord.Row{row}
	}
	return m, nil
}

// Shown is the message with which somebody shows everybody the picture of a match that is
// over, or nil if it has none.
func (w Messages) Shown(s *table.State, lang text.Lang, by string) (*discord.Message, error) {
	f := w.note(s, lang)
	f.Game = s.Game.Info().Name
	picture, alt, err := EndPicture(s.Match, f)
	if err != nil || picture == nil {
		return nil, err
	}
	return &discord.Message{
		Content: Rich(f, ui.T("bot.keep.shows", ui.Literal(by), ui.T("name"))), Public: true,
		Files: []discord.File{{Name: w.keptName(s, f) + ".png", Alt: shortAlt(alt), Data: picture}},
	}, nil
}

// keptName is the name of a file of a match, without its ending.
func (w Messages) keptName(s *table.State, f *screen.Frame) string {
	return strings.Join([]string{Plain(f, ui.T("bot.keep.name")), f.Game, w.clock.Shown(s.Started).UTC().Format(time.DateOnly)}, "-")
}
