package page

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// SeatsPath is the path of the page of the seats. It is a page of the reader's
// panel and follows the table as the game's pages do. Its text begins with "@",
// as no path of a game does.
type SeatsPath struct {
	Ask       Question
	Whom      discord.ID // who is kicked: by the time of the press another player may have the seat
	Moderator bool       // offers what a moderator can do; it is checked again when it is done
}

// Question is what the page asks before something is done that cannot be undone.
type Question string

// The questions.
const (
	AskNothing Question = ""
	AskLeave   Question = "leave"
	AskStop    Question = "stop"
	AskKick    Question = "kick"
)

// String is the path as a custom id carries it.
func (at SeatsPath) String() string {
	path := "@"
	if at.Moderator {
		path = "@!"
	}
	path += string(at.Ask)
	if at.Ask == AskKick {
		path += ":" + at.Whom.String()
	}
	return path
}

// ParseSeatsPath reads a path, which is hostile. An unknown question is none.
func ParseSeatsPath(path string) (SeatsPath, bool) {
	path, ok := strings.CutPrefix(path, "@")
	if !ok {
		return SeatsPath{}, false
	}
	at := SeatsPath{}
	path, at.Moderator = strings.CutPrefix(path, "!")
	name, number, _ := strings.Cut(path, ":")
	switch ask := Question(name); ask {
	case AskLeave, AskStop:
		at.Ask = ask
	case AskKick:
		if id, err := discord.ParseID(number); err == nil {
			at.Ask, at.Whom = ask, id
		}
	}
	return at, true
}

// seatsReader is what the page of the seats depends on, besides the State.
type seatsReader struct {
	user       discord.ID
	seat       games.Seat // games.Nobody for a spectator
	seated     bool
	privileged bool // is the host, or came as a moderator
	moderator  bool
}

// seats draws the page of the seats, or the question that it asks.
func (p *Pages) seats(s *table.State, user discord.ID, at SeatsPath, f *screen.Frame) *screen.Shown {
	who := seatsReader{user: user, moderator: at.Moderator}
	who.seat, who.seated = s.Seat(user)
	who.privileged = s.Decides(user, at.Moderator)
	if shown, ok := p.seatsQuestion(s, who, at, f); ok {
		return shown
	}
	p.addVote(s, f)
	page := ui.Page{Title: ui.T("bot.table.title", ui.T("name"))}
	for i := range s.Players {
		page.Lines = append(page.Lines, seatLine(s, games.Seat(i), who.seat))
	}
	if s.Phase == table.Live && !s.Paused.IsZero() {
		page.Lines = append(page.Lines, ui.Text{}, ui.T("bot.match.paused", s.Paused))
	}
	free := s.FreeFor(user)
	if len(free) > 0 {
		page.Lines = append(page.Lines, ui.Text{}, ui.T("bot.table.free"))
	} else if why := noSeat(s, who); !why.IsZero() {
		page.Lines = append(page.Lines, ui.Text{}, why)
	}
	f.Below = append(f.Below, seatsButtons(s, who, f))
	if row := append(paceButtons(s, who, f), votersButtons(s, user, f)...); len(row) > 0 {
		f.Below = append(f.Below, row)
	}
	if len(free) > 0 {
		f.Below = append(f.Below, freeSeats(s, free, f))
	}
	f.Below = append(f.Below, peopleMenus(s, who, f)...)
	return p.painter.Page(page, f)
}

// noSeat says why the reader may take no seat, though others may.
func noSeat(s *table.State, who seatsReader) ui.Text {
	switch {
	case who.seated:
		return ui.Text{}
	case s.Removed(who.user):
		return ui.T("table.barred")
	case len(s.Free()) > 0:
		return ui.T("table.other-hand")
	}
	return ui.Text{}
}

// seatsQuestion draws the question of a path, where its reader may be asked.
func (p *Pages) seatsQuestion(s *table.State, who seatsReader, at SeatsPath, f *screen.Frame) (*screen.Shown, bool) {
	var title, line ui.Text
	var yes discord.Button
	them, there := s.Seat(at.Whom)
	asks := func(kind table.Kind) table.Question {
		return s.Asks(table.Action{Kind: kind, User: table.User{ID: who.user}, Moderator: at.Moderator, Whom: at.Whom})
	}
	switch {
	case at.Ask == AskLeave && who.seated && s.Phase == table.Live:
		title = ui.T("bot.leave.title", ui.T("name"))
		line = afterLeaving(asks(table.Leave), "bot.leave.line", "bot.leave.line.asleep", "bot.leave.line.last")
		style := discordgo.PrimaryButton
		if line.Key == "bot.leave.line.last" {
			style = discordgo.DangerButton // it destroys the match
		}
		yes = Button(f, ui.T("bot.leave.yes"), "🚪", style, CustomID{Match: s.ID, Action: Leave, Arg: string(asks(table.Leave))})
	case at.Ask == AskStop && who.privileged:
		end := ""
		if s.Phase == table.Lobby {
			end = ".lobby"
		}
		title, line = ui.T("bot.stop.title"+end), ui.T("bot.stop.line"+end)
		yes = Button(f, ui.T("bot.stop.yes"+end), "🛑", discordgo.DangerButton, CustomID{Match: s.ID, Action: Stop, Arg: string(asks(table.Stop))})
	case at.Ask == AskKick && who.privileged && there && at.Whom != who.user:
		title = ui.T("bot.kick.title", ui.Name(them))
		line = afterLeaving(asks(table.Kick), "bot.kick.line", "bot.kick.line.asleep", "bot.kick.line.last")
		if s.Phase == table.Lobby {
			line = ui.T("bot.kick.line.lobby")
		}
		yes = Button(f, ui.T("bot.kick.yes"), "🚫", discordgo.DangerButton, CustomID{Match: s.ID, Action: Kick, Arg: KickArg{at.Whom, asks(table.Kick)}.String()})
	default:
		return nil, false
	}
	back := Button(f, ui.T("bot.table.back"), "↩️", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Seats})
	f.Head = append(f.Head, tableAt(s, f))
	f.Below = []discord.Row{{yes, back}}
	return p.painter.Page(ui.Page{Title: title, Lines: []ui.Text{line}, Colour: ColourWarning}, f), true
}

// afterLeaving says what becomes of a match once a seat is open.
func afterLeaving(q table.Question, goesOn, waits, ends string) ui.Text {
	switch q {
	case table.GoesOn:
		return ui.T(goesOn)
	case table.Waits:
		return ui.T(waits)
	default:
		return ui.T(ends)
	}
}

// seatLine is the line of a seat.
func seatLine(s *table.State, seat, readers games.Seat) ui.Text {
	p, key := s.Players[seat], "bot.table.seat"
	switch {
	case p.Open:
		key = "bot.table.seat.open"
	case p.Asleep:
		key = "bot.table.seat.asleep"
	case p.Auto && s.Direct(): // no other player comes there
		key = "bot.table.seat.bot"
	case p.Auto:
		key = "bot.table.seat.auto"
	case p.ID == s.Host:
		key = "bot.table.seat.host"
	}
	line := ui.T(key, ui.Name(seat))
	if seat == readers {
		line = ui.T("bot.table.seat.you", line)
	}
	if s.Phase == table.Live && !p.Open && !p.Asleep && slices.Contains(s.Status.Awaits, seat) {
		line = ui.T("bot.table.seat.awaited", line)
	}
	return line
}

// seatsButtons is the first row of the page of the seats.
func seatsButtons(s *table.State, who seatsReader, f *screen.Frame) discord.Row {
	of := func(label, icon string, style discordgo.ButtonStyle, action Action, arg string) discord.Button {
		return Button(f, ui.T(label), icon, style, CustomID{Match: s.ID, Action: action, Arg: arg})
	}
	row := discord.Row{watchButton(s, f)}
	if who.seated {
		row = discord.Row{of("bot.match.panel", "🌙", discordgo.PrimaryButton, Panel, "")}
	}
	live := s.Phase == table.Live
	switch {
	case live && s.Halted:
	case live && !s.Paused.IsZero() && (who.seated || who.moderator):
		row = append(row, of("bot.match.resume", "▶️", discordgo.SuccessButton, Resume, ""))
	case live && who.seated && !s.Decides(who.user, false):
		row = append(row, of("bot.table.pause.propose", "⏸️", discordgo.SecondaryButton, Pause, ""))
	case live && who.seated:
		row = append(row, of("bot.table.pause", "⏸️", discordgo.SecondaryButton, Pause, ""))
	}
	row = append(row, of("bot.table.log", "📋", discordgo.SecondaryButton, Log, ""))
	if who.seated {
		row = append(row, of("bot.lobby.leave", "🚪", discordgo.SecondaryButton, Leave, ""))
	}
	switch {
	case live && who.seated && !who.privileged:
		row = append(row, of("bot.table.stop.propose", "🛑", discordgo.SecondaryButton, Seats, string(AskStop)))
	case who.privileged:
		row = append(row, of("bot.table.stop", "🛑", discordgo.SecondaryButton, Seats, string(AskStop)))
	}
	return row
}

// paceButtons is the button with which players have bots play faster, or at the usual pace
// again. While that is voted on, Agree stands in its place.
func paceButtons(s *table.State, who seatsReader, f *screen.Frame) discord.Row {
	of := func(label, icon string, action Action) discord.Row {
		return discord.Row{Button(f, ui.T(label), icon, discordgo.SecondaryButton, CustomID{Match: s.ID, Action: action})}
	}
	switch {
	case !who.seated || s.Phase != table.Live:
		return nil
	case s.Faster:
		return of("bot.table.slower", "🐢", Slower)
	case !s.Hurriable() || s.Motion != nil && s.Motion.Kind == table.Faster:
		return nil
	case len(s.Awake()) > 1:
		return of("bot.table.faster.propose", "⏩", Faster)
	}
	return of("bot.table.faster", "⏩", Faster)
}

// peopleMenus are the menus of whom to kick and whom to make the host.
func peopleMenus(s *table.State, who seatsReader, f *screen.Frame) (rows []discord.Row) {
	id := func(seat games.Seat) string { return s.Players[seat].ID.String() }
	if s.Phase == table.Live && who.seated || who.privileged {
		label := "bot.table.kick.propose"
		if who.privileged {
			label = "bot.table.kick"
		}
		others := func(seat games.Seat) bool {
			return seat != who.seat && !s.Players[seat].Open && (!s.Players[seat].Auto || s.Phase == table.Lobby)
		}
		if m, ok := seatMenu(s, f, Kick, label, id, others); ok {
			rows = append(rows, discord.Row{m})
		}
	}
	if who.privileged {
		others := func(seat games.Seat) bool {
			p := s.Players[seat]
			return !p.Open && !p.Auto && p.ID != s.Host && !p.Asleep
		}
		if m, ok := seatMenu(s, f, Host, "bot.table.host", id, others); ok {
			rows = append(rows, discord.Row{m})
		}
	}
	return rows
}

// seatMenu is a menu of the people at a table, as many as a menu holds. The
// function value gives what a choice carries.
func seatMenu(s *table.State, f *screen.Frame, action Action, prompt string, value func(games.Seat) string, wanted func(games.Seat) bool) (discord.Menu, bool) {
	m := discord.Menu{CustomID: CustomID{Match: s.ID, Action: action}.String(), Placeholder: Short(f, ui.T(prompt), discord.MaxPlaceholder)}
	for i := range s.Players[:min(len(s.Players), discord.MaxOptions)] {
		if wanted(games.Seat(i)) {
			m.Options = append(m.Options, discord.MenuOption{Value: value(games.Seat(i)), Label: Short(f, NameOf(i), discord.MaxOptionText)})
		}
	}
	return m, len(m.Options) > 0
}

// freeSeats are the buttons that take free seats. When a row has no room for so
// many it is a menu.
func freeSeats(s *table.State, free []games.Seat, f *screen.Frame) discord.Row {
	arg := func(seat games.Seat) string { return SeatArg{seat, s.Players[seat].ID}.String() }
	if len(free) > discord.MaxButtons {
		if m, ok := seatMenu(s, f, TakeSeat, "bot.table.takes", arg, func(seat games.Seat) bool { return slices.Contains(free, seat) }); ok {
			return discord.Row{m}
		}
	}
	var row discord.Row
	for _, seat := range free {
		row = append(row, Button(f, ui.T("bot.table.take", ui.Name(seat)), "🪑", discordgo.SuccessButton, CustomID{Match: s.ID, Action: TakeSeat, Arg: arg(seat)}))
	}
	return row
}
