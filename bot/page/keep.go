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
	return button(f, label, "💾", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Keep, Arg: arg})
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
	return m
}

// KeptFile is the message with the file of a match. Whoever had a seat can have what
// everybody saw, too.
func (w Messages) KeptFile(s *table.State, lang text.Lang, v games.Viewer, file []byte) *discord.Message {
	f := w.note(s, lang)
	name := strings.Join([]string{plain(f, ui.T("bot.keep.name")), s.Game.Info().Name, w.clock.Shown(s.Started).UTC().Format(time.DateOnly)}, "-") + ".html"
	m := &discord.Message{Content: rich(f, ui.T("bot.keep.file")), Files: []discord.File{{Name: name, Data: file}}}
	if _, seated := v.Seat(); seated {
		m.Components = []discord.Row{{keepButton(s, f, KeepAll)}}
	}
	return m
}
