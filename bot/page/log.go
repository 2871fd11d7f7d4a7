package page

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// notesOnPage is how many notes stand on a page of the log.
const notesOnPage = 15

// Log draws a page of what happened among the people at a table, the latest first.
// A number without a page is the nearest one. The offers are those of features.
func (p *Pages) Log(s *table.State, lang text.Lang, notes []table.Note, number int, offers ...Offer) *screen.Shown {
	notes = slices.Clone(notes)
	slices.Reverse(notes)
	pages := max((len(notes)+notesOnPage-1)/notesOnPage, 1)
	n := min(max(number, 0), pages-1)
	f := p.frame(s, lang)
	page := ui.Page{Title: ui.T("bot.log.title", ui.T("name"))}
	for _, note := range notes[n*notesOnPage : min((n+1)*notesOnPage, len(notes))] {
		f.Head = append(f.Head, p.timestamp(note.At, "T")+" "+Rich(f, note.Text))
	}
	if len(notes) == 0 {
		page.Lines = []ui.Text{emptyLog(s)}
	}
	below := WithOffers(discord.Row{dealButton(s, f)}, offers, f)
	f.Below = []discord.Row{below}
	if pages > 1 {
		id := func(to int) CustomID { return CustomID{Match: s.ID, Action: Log, Arg: strconv.Itoa(to)} }
		off := func(way int) CustomID { return CustomID{Match: s.ID, Action: Log, Arg: "off." + strconv.Itoa(way)} }
		f.Footer = Plain(f, ui.T("bot.rules.page", n+1, pages))
		f.Below = []discord.Row{append(pager(f, n, pages, ui.T("bot.log.later"), ui.T("bot.log.earlier"), id, off), below...)}
	}
	return p.painter.Page(page, f)
}

// emptyLog says that nothing happened at a table.
func emptyLog(s *table.State) ui.Text {
	switch {
	case s.Phase == table.Lobby:
		return ui.T("bot.log.empty.lobby")
	case s.Started.IsZero():
		return ui.T("bot.log.empty.cleared")
	}
	return ui.T("bot.log.empty")
}

// pager is the row of two buttons that turn pages. The function id makes the custom
// id of a page. Discord wants every id of a message to differ. So a button without
// a page to turn to has a special id: off(0) back, off(2) forward.
func pager(f *screen.Frame, n, pages int, back, forward ui.Text, id, off func(int) CustomID) discord.Row {
	turn := func(label ui.Text, icon string, to int) discord.Button {
		b := Button(f, label, icon, discordgo.SecondaryButton, id(to))
		if b.Disabled = to < 0 || to >= pages; b.Disabled {
			b.CustomID = off(to - n + 1).String()
		}
		return b
	}
	return discord.Row{turn(back, "◀️", n-1), turn(forward, "▶️", n+1)}
}
