package page

import (
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// shownOutage is how long the bot must have been away for people to be told.
const shownOutage = 2 * time.Second

// Board draws what every person sees of a table. The flag again is for a table that
// has ended. It says whether the next table can be opened or joined from its board. The
// offers are those of features.
func (p *Pages) Board(s *table.State, lang text.Lang, again bool, offers ...Offer) (*screen.Shown, error) {
	return p.TranslatableBoard(s, lang, "", again, offers...)
}

// TranslatableBoard draws [Pages.Board] with a button, if there is room for one, that opens it in
// another language. An empty other draws none.
func (p *Pages) TranslatableBoard(s *table.State, lang, other text.Lang, again bool, offers ...Offer) (*screen.Shown, error) {
	return Public(func() *screen.Shown { return p.board(s, lang, other, again, offers) })
}

// Public draws a page that every person may read. A game's code that panics is an error.
func Public(draw func() *screen.Shown) (*screen.Shown, error) {
	shown, err := catch(draw)
	if err != nil {
		return nil, err
	}
	return public(shown), nil
}

// public marks a page that every person may read.
func public(shown *screen.Shown) *screen.Shown {
	shown.Message.Public = true
	return shown
}

func (p *Pages) board(s *table.State, lang, other text.Lang, again bool, offers []Offer) *screen.Shown {
	f := p.frame(s, lang)
	switch {
	case s.Phase == table.Lobby:
		return p.lobby(s, f, withTranslation(s, other, offers))
	case s.Phase == table.Void:
		return p.stopped(s, f, offers, again)
	}
	if s.Patient {
		f.Head = append(f.Head, Rich(f, ui.T("bot.board.patient", ui.Name(s.OnlyPerson()))))
	}
	if s.Phase == table.Live && s.Turn > 0 && !s.Brief {
		f.Footer = Plain(f, daysLine(s))
	}
	p.addNotices(s, f)
	row := discord.Row{panelButton(s, f)}
	if s.Phase == table.Over {
		row = p.leadsOn(s, f, row, offers, again)
	}
	if s.Phase == table.Live {
		addPeople(s, f)
		switch {
		case s.Paused.IsZero() || s.Halted || s.Match == nil:
		case s.Empty(): // no player can resume it: one has to come back
			row = append(row, Button(f, ui.T("bot.panel.back"), "👋", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Back}))
		default:
			row = append(row, Button(f, ui.T("bot.match.resume"), "▶️", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Resume}))
		}
		row = WithOffers(append(row, voteButtons(s, f)...), offers, f)
		if free := s.Free(); len(free) > 0 && len(row) < discord.MaxButtons {
			style := discordgo.SecondaryButton // an automatic player sits there, or a player who may come back
			if slices.ContainsFunc(free, func(seat games.Seat) bool { return s.Players[seat].Open }) {
				style = discordgo.SuccessButton
			}
			row = append(row, Button(f, ui.T("bot.board.take"), "🪑", style, CustomID{Match: s.ID, Action: TakeSeat}))
		}
	}
	// A game has the other four rows of a message. When this row is full the rules
	// are left out, which are a command too. At the end they also make room for the board in
	// another language, which says how it ended.
	if last := s.Phase == table.Over; last && (other == "" || len(row)+1 < discord.MaxButtons) || !last && len(row) < 3 {
		row = slices.Insert(row, 1, discord.Component(rulesButton(s, f)))
	}
	if len(row) < discord.MaxButtons {
		row = WithOffers(row, withTranslation(s, other, nil), f)
	}
	f.Below = []discord.Row{row}
	if len(s.Turns) > 0 {
		f.Turn = s.Turns[0]
	}
	return p.ofGame(s, games.Viewer{}, "", f)
}

// resting switches off what would be refused while people have paused a match.
func resting(s *table.State, page ui.Page) ui.Page {
	if s.Paused.IsZero() || s.Halted || s.Empty() { // clocks that stand by themselves go on by themselves, and any press brings a player back
		return page
	}
	page.Controls = slices.Clone(page.Controls)
	for i := range page.Controls {
		c := &page.Controls[i]
		moves := c.Menu == nil && c.To.Kind != ui.KindOpen || c.Menu != nil && !slices.ContainsFunc(c.Menu, func(l ui.Choice) bool { return l.To.Kind == ui.KindOpen })
		c.Off = c.Off || moves
	}
	return page
}

// rulesButton opens the rules of the game of a table, with the seed of its match.
func rulesButton(s *table.State, f *screen.Frame) discord.Button {
	return Button(f, ui.T("bot.match.rules"), "📖", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Rules, Arg: f.Game})
}

// againButton opens the table after this one, or joins it.
func againButton(s *table.State, f *screen.Frame) discord.Button {
	return Button(f, ui.T("bot.match.again"), "🔁", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Again})
}

// leadsOn adds what can be done after a match that is over: play again, what features
// offer, play another game. The first is loud.
func (w words) leadsOn(s *table.State, f *screen.Frame, row discord.Row, offers []Offer, again bool) discord.Row {
	if again {
		row = append(row, againButton(s, f))
	}
	row = WithOffers(row, offers, f)
	if again {
		row = w.withNext(s, f, row)
	}
	return row
}

// withNext adds the button that leads to the list of games, where the next one is open.
func (w words) withNext(s *table.State, f *screen.Frame, row discord.Row) discord.Row {
	if len(w.games) < 2 {
		return row
	}
	arg := CardArg{Game: s.Game.Info().Name, Next: true}
	return append(row, Button(f, ui.T("bot.match.next"), "🎲", discordgo.SecondaryButton, CustomID{Action: Cards, Arg: arg.String()}))
}

// addNotices adds what stands over every page of a live match. It says why the
// match is paused, that it goes on after an outage, and what the vote is.
func (w words) addNotices(s *table.State, f *screen.Frame) {
	if s.Phase != table.Live {
		return
	}
	switch only := s.OnlyPerson(); {
	case s.Paused.IsZero():
	case s.Empty() && only != games.Nobody:
		f.Head = append(f.Head, Rich(f, ui.T("bot.match.paused.one", ui.Name(only))))
	default:
		f.Head = append(f.Head, Rich(f, ui.T("bot.match.paused", s.Paused)))
	}
	if stood := s.Stood(); stood >= shownOutage {
		f.Head = append(f.Head, Rich(f, ui.T(afterOutage(s.OutageWhy), ui.Span(stood))))
	}
	w.addVote(s, f)
}

// afterOutage is the sentence that says why the clocks of a match stood.
func afterOutage(why string) string {
	switch why {
	case table.HaltDisk, table.HaltServer, table.HaltMoved:
		return "bot.match.resumed.save"
	case table.HaltGateway:
		return "bot.match.resumed.gateway"
	case table.HaltGuild:
		return "bot.match.resumed.guild"
	}
	return "bot.match.resumed"
}

// addPeople adds to a board that bots play faster, who sleeps, which seats are open, and what
// happened a moment ago.
func addPeople(s *table.State, f *screen.Frame) {
	if s.Faster {
		f.Head = append(f.Head, Rich(f, ui.T("bot.board.faster")))
	}
	var asleep, open []ui.Text
	for i, p := range s.Players {
		switch {
		case p.Asleep:
			asleep = append(asleep, NameOf(i))
		case p.Open && slices.Contains(s.Free(), games.Seat(i)):
			open = append(open, NameOf(i))
		}
	}
	if len(asleep) > 0 && !s.Empty() { // the pause says that all are away, and no bot plays in it
		f.Head = append(f.Head, Rich(f, ui.T("bot.board.asleep", asleep)))
	}
	if len(open) > 0 {
		f.Head = append(f.Head, Rich(f, ui.T("bot.board.open", open)))
	}
	for _, n := range standing(s) {
		f.Head = append(f.Head, Rich(f, ui.T("bot.board.note", n.Text)))
	}
}

// standing are the notes that still hold. What happened later to the clock, to the pace of bots
// or to a person takes the place of what happened before, and what another line of the board
// says is left out: who is away, that bots play faster, and that the match is paused.
func standing(s *table.State) (list []table.Note) {
	last := map[string]int{}
	about := func(n table.Note) string {
		switch n.Text.Key {
		case "table.note.paused", "table.note.resumed":
			return "clock"
		case "table.note.faster", "table.note.slower":
			return "pace"
		case "table.note.away", "table.note.asleep", "table.note.back", "table.note.holiday":
			return fmt.Sprint(n.Text.Args...)
		}
		return ""
	}
	for i, n := range s.Notes {
		last[about(n)] = i
	}
	for i, n := range s.Notes {
		what := about(n)
		said := what == "clock" && !s.Paused.IsZero() || what == "pace" && s.Faster || n.Text.Key == "table.note.asleep" || n.Text.Key == "table.note.holiday"
		if !said && (what == "" || last[what] == i) {
			list = append(list, n)
		}
	}
	return list
}

// stopped is the board of a match that was stopped. It shows the last public page,
// if the game can still draw it, so that people see what was reached. It leaves out
// the deadlines, because no clock reaches them. Stopping does not depend on the
// game's code. So a page that cannot be drawn is left out and named in Cuts.
func (p *Pages) stopped(s *table.State, f *screen.Frame, offers []Offer, again bool) *screen.Shown {
	page := ui.Page{Title: ui.T("bot.match.void", ui.T("name")), Lines: []ui.Text{ui.T("bot.match.void.line")}, Colour: ColourEnded}
	if s.Started.IsZero() {
		page.Title, page.Lines = ui.T("bot.match.expired", ui.T("name")), []ui.Text{ui.T("bot.match.expired.line")}
	}
	if !s.VoidReason.IsZero() {
		page.Lines = []ui.Text{s.VoidReason}
	}
	var row discord.Row
	if again {
		row = append(row, againButton(s, f))
	}
	if !s.Started.IsZero() {
		row = append(row, rulesButton(s, f))
	}
	row = WithOffers(row, offers, f)
	if again {
		row = p.withNext(s, f, row)
	}
	if len(row) > 0 {
		f.Below = []discord.Row{row}
	}
	if s.Match == nil || s.Started.IsZero() {
		return p.painter.Page(page, f)
	}
	shown, err := catch(func() *screen.Shown {
		last, whole := s.Match.Pages(games.Viewer{})(""), page
		whole.Lines = append(slices.Clone(page.Lines), ui.Text{}, ui.T("bot.match.void.last", last.Title))
		whole.Lines = append(whole.Lines, slices.DeleteFunc(slices.Clone(last.Lines), hasDeadline)...)
		whole.Pictures = last.Pictures
		return p.painter.Page(whole, f)
	})
	if err != nil {
		shown = p.painter.Page(page, f)
		shown.Faults = append(shown.Faults, fmt.Sprintf("last page of match %s: %v", s.ID, err))
	}
	return shown
}

// hasDeadline reports whether a line names a moment of the match clock.
func hasDeadline(line ui.Text) bool {
	return slices.ContainsFunc(line.Args, func(arg any) bool {
		switch arg := arg.(type) {
		case ui.Until:
			return true
		case ui.Text:
			return hasDeadline(arg)
		case []ui.Text:
			return slices.ContainsFunc(arg, hasDeadline)
		default:
			return false
		}
	})
}
