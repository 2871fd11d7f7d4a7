package page

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Reader is for whom a page is drawn.
type Reader struct {
	User    discord.ID // 0 for all
	Guild   discord.ID // where they read it; 0 for direct messages
	Lang    text.Lang
	Manages bool    // the server; only a page that answers a press knows it
	Offers  []Offer // of features

	Translates bool           // reads another language than that of the board, which a panel knows of a reader without a seat
	Notebook   games.Notebook // what they wrote at the table; only a panel shows it
}

// Panel draws what only one person sees of a table. The notices are lines that are
// said once, over the page. The flag again is as for [Pages.Board].
func (p *Pages) Panel(s *table.State, to Reader, path string, again bool, notices ...ui.Text) (*screen.Shown, error) {
	return catch(func() *screen.Shown { return p.panel(s, to, path, again, notices) })
}

func (p *Pages) panel(s *table.State, to Reader, path string, again bool, notices []ui.Text) *screen.Shown {
	user := to.User
	f := p.frame(s, to.Lang)
	for _, t := range notices {
		f.Head = append(f.Head, Rich(f, t))
	}
	seat, seated := s.Seat(user)
	on := s.Phase == table.Lobby || s.Phase == table.Live
	hint, hinted := suggestion{}, false
	if path == SuggestPath {
		path = ""
		hint, hinted = suggest(s, seat)
		path = hint.path
	}
	if at, ok := ParseSeatsPath(path); ok {
		if on {
			return p.seats(s, user, at, f)
		}
		path = ""
	}
	switch {
	case on:
		f.Below = []discord.Row{withBoard(s, f, panelButtons(s, user, f))}
		if to.Translates && len(f.Below[0]) < discord.MaxButtons {
			f.Below[0] = append(f.Below[0], Button(f, ui.T("bot.board.follow"), "🌐", discordgo.SecondaryButton, translateID(s, to.Lang)))
		}
		f.Join = !seated || !s.Players[seat].Asleep // "I'm back" stands first
	case s.Phase == table.Over && (again || s.Direct()):
		f.Below = []discord.Row{withBoard(s, f, p.leadsOn(s, f, nil, to.Offers, again))}
	}
	switch {
	case s.Phase == table.Lobby && seated:
		return p.painter.Page(ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Lines: []ui.Text{ui.T("bot.match.seated")}}, f)
	case s.Phase == table.Lobby:
		words := "bot.match.lobby"
		if len(s.Players) >= s.Game.Info().Max {
			words = "bot.match.lobby.full"
		}
		return p.painter.Page(ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Lines: []ui.Text{ui.T(words)}}, f)
	case s.Phase == table.Void:
		return p.stopped(s, f, to.Offers, again)
	}
	v, turn := games.Viewer{}, 0
	if seated {
		v, turn = seat.Viewer(), int(seat)+1
	} else if s.Phase == table.Over {
		f.Head = append(f.Head, Rich(f, ui.T("bot.match.watched")))
	} else {
		f.Head = append(f.Head, Rich(f, ui.T("bot.match.watching")))
	}
	p.addStanding(s, seat, f)
	if turn < len(s.Turns) {
		f.Turn = s.Turns[turn]
	}
	if !seated && s.Match != nil {
		return p.painter.Page(spectatorPage(fitting(s, v, path, f)), f)
	}
	if s.Match == nil {
		return p.painter.Page(ui.Page{Title: ui.T("name")}, f)
	}
	shown := resting(s, annotated(s, v, path, f, to.Notebook))
	if hinted {
		return p.painter.Page(hint.show(shown, f), f)
	}
	if s.Phase == table.Live && !s.Players[seat].Asleep {
		for _, offer := range to.Offers {
			add(&shown, offer, f)
		}
	}
	return p.painter.Page(shown, f)
}

// addStanding adds to a panel how its reader stands: that they are away, that the clock waits
// for them, or that they are out. Seat is Nobody for a reader without one.
func (w words) addStanding(s *table.State, seat games.Seat, f *screen.Frame) {
	seated := seat != games.Nobody
	switch away := seated && s.Phase == table.Live && s.Players[seat].Asleep; {
	case away && s.Empty():
		f.Head = append(f.Head, Rich(f, ui.T("bot.panel.asleep.empty")))
		return // it says that the match waits
	case away:
		f.Head = append(f.Head, Rich(f, ui.T("bot.panel.asleep")))
	default:
		if seated && s.Patient {
			f.Head = append(f.Head, Rich(f, ui.T("bot.panel.patient")))
			f.Calm = ui.T("until.calm.you")
		}
		if seated && isOut(s, seat) {
			f.Head = append(f.Head, Rich(f, outLine(s, seat)))
		}
		if seated && isNewHost(s, seat) {
			f.Head = append(f.Head, Rich(f, ui.T("bot.panel.host")))
		}
	}
	w.addNotices(s, f)
}

// isOut reports whether a seat is out of a live match.
func isOut(s *table.State, seat games.Seat) bool {
	return s.Phase == table.Live && slices.Contains(s.Status.Out, seat)
}

// isNewHost reports whether the owner of a seat has become the host of a live match a moment ago.
func isNewHost(s *table.State, seat games.Seat) bool {
	return s.Phase == table.Live && s.Host == s.Players[seat].ID && slices.ContainsFunc(s.Notes, func(n table.Note) bool {
		return n.Text.Key == "table.note.host" && len(n.Text.Args) > 0 && n.Text.Args[0] == ui.Name(seat)
	})
}

// outLine says to a player who is out what follows.
func outLine(s *table.State, seat games.Seat) ui.Text {
	switch {
	case !s.AllOut():
		return ui.T("bot.panel.out")
	case s.FastForwards():
		return ui.T("bot.panel.out.fast")
	case !slices.Contains(s.SeesEnd, seat):
		return ui.T("bot.panel.out.all")
	}
	var others []ui.Text
	for _, other := range s.Watching() {
		others = append(others, NameOf(other))
	}
	return ui.T("bot.panel.out.waits", others)
}

// spectatorPage drops the controls that need a seat.
func spectatorPage(p ui.Page) ui.Page {
	var kept []ui.Control
	for _, c := range p.Controls {
		switch {
		case c.Menu != nil:
			c.Menu = slices.DeleteFunc(slices.Clone(c.Menu), func(l ui.Choice) bool { return l.To.Kind != ui.KindOpen })
			if len(c.Menu) > 0 {
				kept = append(kept, c)
			}
		case c.To.Kind == ui.KindOpen && !c.Off:
			kept = append(kept, c)
		}
	}
	p.Controls = kept
	return p
}

// panelButtons is the row under a panel of a table that is on.
func panelButtons(s *table.State, user discord.ID, f *screen.Frame) discord.Row {
	seat, seated := s.Seat(user)
	var row discord.Row
	if seated && s.Players[seat].Asleep {
		row = append(row, Button(f, ui.T("bot.panel.back"), "👋", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Back}))
	}
	if seated && isOut(s, seat) && s.AllOut() && !slices.Contains(s.SeesEnd, seat) {
		row = append(row, Button(f, ui.T("bot.panel.end"), "⏩", discordgo.SuccessButton, CustomID{Match: s.ID, Action: SeeEnd}))
	}
	row = append(row, Button(f, ui.T("bot.panel.table"), "🪑", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Seats}))
	if seated && Suggests(s, seat) {
		row = append(row, Button(f, ui.T("bot.suggest"), suggestIcon, discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Suggest}))
	}
	if !seated && s.Phase == table.Live {
		row = append(row, Button(f, ui.T("bot.table.log"), "📋", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Log}))
	}
	return append(row, votersButtons(s, user, f)...)
}

// Farewell is what a panel shows when its token ends. Pressing it opens it again.
func (p *Pages) Farewell(s *table.State, user discord.ID, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	seat, ok := s.Seat(user)
	if ok && int(seat)+1 < len(s.Turns) {
		f.Turn = s.Turns[seat+1]
	}
	if ok && s.Phase == table.Live && s.Players[seat].Asleep {
		line := "bot.panel.farewell.away"
		if s.Empty() {
			line = "bot.panel.farewell.empty"
		}
		f.Below = []discord.Row{{Button(f, ui.T("bot.panel.back"), "👋", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Back})}}
		return p.painter.Page(ui.Page{Title: ui.T("bot.panel.farewell.title"), Lines: []ui.Text{ui.T(line)}}, f)
	}
	return p.painter.Page(ui.Page{
		Title: ui.T("bot.panel.farewell.title"), Lines: []ui.Text{ui.T("bot.panel.farewell")},
		Controls: []ui.Control{{Label: ui.T("bot.panel.wake"), Icon: "🌙", Style: ui.Primary, To: ui.Open("")}},
	}, f)
}

// Closed is what is left of the panel of a person who lost their seat. It shows
// nothing that only the owner of the seat may know.
func (p *Pages) Closed(s *table.State, user discord.ID, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	f.Below = []discord.Row{{watchButton(s, f)}}
	page := ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("bot.panel.closed")}}
	if s.Removed(user) {
		page.Say(ui.T("table.barred"))
	}
	return p.painter.Page(page, f)
}

// watchButton opens the panel of a person without a seat.
func watchButton(s *table.State, f *screen.Frame) discord.Button {
	return Button(f, ui.T("bot.panel.watch"), "👀", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Panel})
}

// Form draws the form at a path of the game's page. ok is false when the page has
// no form.
func (p *Pages) Form(s *table.State, seat games.Seat, lang text.Lang, id screen.CustomID) (m discord.Modal, cuts []string, ok bool, err error) {
	page, err := catch(func() ui.Page { return s.Match.Pages(seat.Viewer())(id.To) })
	if err != nil || len(page.Form) == 0 {
		return m, nil, false, err
	}
	m, cuts = p.painter.Form(page, p.frame(s, lang), id)
	return m, cuts, true, nil
}
