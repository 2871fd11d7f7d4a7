package bot

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// The private page of the people at a table is drawn from the State alone, so it
// is there also when the game's code is broken. It is a page of the presser's
// panel and follows the table as the game's pages do; its path begins with an "@",
// which no page of a game is opened by.

// aside is a page of the people at a table.
type aside struct {
	name      string     // empty for the first
	whom      discord.ID // who is put out: a seat may be another's by the time of the press
	moderator bool       // what a moderator can do is offered; it is asked again when it is done
}

// The pages besides the first: each asks once more.
const (
	asideLeave = "leave"
	asideStop  = "stop"
	asideKick  = "kick"
)

// String is the path of the page.
func (a aside) String() string {
	path := "@"
	if a.moderator {
		path = "@!"
	}
	path += a.name
	if a.name == asideKick {
		path += ":" + a.whom.String()
	}
	return path
}

// parseAside reads a path, which is hostile. A page that is not known is the
// first.
func parseAside(path string) (aside, bool) {
	path, ok := strings.CutPrefix(path, "@")
	if !ok {
		return aside{}, false
	}
	a := aside{}
	path, a.moderator = strings.CutPrefix(path, "!")
	name, number, _ := strings.Cut(path, ":")
	switch name {
	case asideLeave, asideStop:
		a.name = name
	case asideKick:
		if id, err := discord.ParseID(number); err == nil {
			a.name, a.whom = name, id
		}
	}
	return a, true
}

// aside draws a page of the people at a table.
func (b *Bot) aside(s *table.State, user discord.ID, a aside, f *screen.Frame) *screen.Shown {
	me, seated := s.Seat(user)
	them, there := s.Seat(a.whom)
	host := s.Host != 0 && s.Host == user
	button := func(label, icon string, style discordgo.ButtonStyle, v verb, arg string) discord.Button {
		return push(f, ui.T(label), icon, style, button{match: s.ID, verb: v, arg: arg})
	}
	back := button("bot.table.back", "↩️", discordgo.SecondaryButton, verbTable, "")
	ask := func(title, line ui.Text, yes discord.Button) *screen.Shown {
		f.Below = []discord.Row{{yes, back}}
		return b.painter.Page(ui.Page{Title: title, Lines: []ui.Text{line}, Colour: 0xd63031}, f)
	}
	switch {
	case a.name == asideLeave && seated && s.Phase == table.Live:
		return ask(ui.T("bot.leave.title", ui.T("name")), after(s, me, "bot.leave.line", "bot.leave.line.asleep", "bot.leave.line.last"), button("bot.leave.yes", "🚪", discordgo.DangerButton, verbLeave, "yes"))
	case a.name == asideStop && (host || a.moderator):
		return ask(ui.T("bot.stop.title"), ui.T("bot.stop.line"), button("bot.stop.yes", "🛑", discordgo.DangerButton, verbStop, ""))
	case a.name == asideKick && (host || a.moderator) && there && a.whom != user:
		line := after(s, them, "bot.kick.line", "bot.kick.line.asleep", "bot.kick.line.last")
		if s.Phase == table.Lobby {
			line = ui.T("bot.kick.line.lobby")
		}
		return ask(ui.T("bot.kick.title", ui.Name(them)), line, button("bot.kick.yes", "🚫", discordgo.DangerButton, verbKick, a.whom.String()))
	}

	b.motion(s, f)
	p := ui.Page{Title: ui.T("bot.table.title", ui.T("name"))}
	for i := range s.Players {
		p.Lines = append(p.Lines, chair(s, games.Seat(i), me))
	}
	if s.Phase == table.Live && !s.Paused.IsZero() {
		p.Lines = append(p.Lines, ui.Text{}, ui.T("bot.match.paused", s.Paused))
	}
	free := s.Free(user)
	if len(free) > 0 {
		p.Lines = append(p.Lines, ui.Text{}, ui.T("bot.table.vacant"))
	}

	row := discord.Row{button("bot.match.panel", "🌙", discordgo.PrimaryButton, verbPanel, "")}
	if !seated {
		row = discord.Row{button("bot.panel.watch", "👀", discordgo.SecondaryButton, verbPanel, "")}
	}
	live := s.Phase == table.Live
	switch {
	case live && s.Halted:
	case live && !s.Paused.IsZero() && (seated || a.moderator):
		row = append(row, button("bot.match.resume", "▶️", discordgo.SuccessButton, verbResume, ""))
	case live && seated:
		row = append(row, button("bot.table.pause", "⏸️", discordgo.SecondaryButton, verbPause, ""))
	}
	row = append(row, button("bot.table.log", "📜", discordgo.SecondaryButton, verbLog, ""))
	if seated {
		row = append(row, button("bot.lobby.leave", "🚪", discordgo.SecondaryButton, verbLeave, ""))
	}
	if live && seated || host || a.moderator {
		row = append(row, button("bot.table.stop", "🛑", discordgo.SecondaryButton, verbTable, asideStop))
	}
	f.Below = append(f.Below, row)
	if row := b.voting(s, user, f); len(row) > 0 {
		f.Below = append(f.Below, row)
	}
	if len(free) > 0 {
		f.Below = append(f.Below, b.takes(s, free, f))
	}
	whom := func(seat games.Seat) string { return s.Players[seat].ID.String() }
	if live && seated || host || a.moderator {
		label := "bot.table.kick.propose"
		if host || a.moderator {
			label = "bot.table.kick"
		}
		others := func(seat games.Seat) bool { return seat != me && occupied(s, seat) }
		if m, ok := b.who(s, f, verbKick, label, whom, others); ok {
			f.Below = append(f.Below, discord.Row{m})
		}
	}
	if host || a.moderator {
		others := func(seat games.Seat) bool {
			return occupied(s, seat) && s.Players[seat].ID != s.Host && !s.Players[seat].Asleep
		}
		if m, ok := b.who(s, f, verbHost, "bot.table.host", whom, others); ok {
			f.Below = append(f.Below, discord.Row{m})
		}
	}
	return b.painter.Page(p, f)
}

// after says what becomes of a match once a seat is open: it goes on while
// somebody is awake, stands while the others sleep, and ends with the last.
func after(s *table.State, seat games.Seat, on, stands, ends string) ui.Text {
	line := ends
	for i, p := range s.Players {
		switch {
		case p.Open || games.Seat(i) == seat:
		case !p.Asleep:
			return ui.T(on)
		default:
			line = stands
		}
	}
	return ui.T(line)
}

// occupied reports whether somebody has a seat.
func occupied(s *table.State, seat games.Seat) bool {
	return seat >= 0 && int(seat) < len(s.Players) && !s.Players[seat].Open
}

// chair is the line of a seat.
func chair(s *table.State, seat, me games.Seat) ui.Text {
	p, key := s.Players[seat], "bot.table.seat"
	switch {
	case p.Open:
		key = "bot.table.seat.open"
	case p.Asleep:
		key = "bot.table.seat.asleep"
	case p.ID == s.Host:
		key = "bot.table.seat.host"
	}
	line := ui.T(key, ui.Name(seat))
	if seat == me {
		line = ui.T("bot.table.seat.you", line)
	}
	if s.Phase == table.Live && !p.Open && !p.Asleep && slices.Contains(s.Status.Awaits, seat) {
		line = ui.T("bot.table.seat.awaited", line)
	}
	return line
}

// who is a menu of the people at a table, as many as a menu holds. value is what
// a choice carries.
func (b *Bot) who(s *table.State, f *screen.Frame, v verb, prompt string, value func(games.Seat) string, wanted func(games.Seat) bool) (discord.Menu, bool) {
	m := discord.Menu{CustomID: button{match: s.ID, verb: v}.String()}
	m.Placeholder, _ = screen.Cut(plain(f, ui.T(prompt)), 150)
	for i := range s.Players[:min(len(s.Players), 25)] {
		if wanted(games.Seat(i)) {
			o := discord.MenuOption{Value: value(games.Seat(i))}
			o.Label, _ = screen.Cut(plain(f, ui.Text{Args: []any{ui.Name(i)}}), 100)
			m.Options = append(m.Options, o)
		}
	}
	return m, len(m.Options) > 0
}

// takes are the buttons that take free seats, or a menu of them when a row has
// no room for so many.
func (b *Bot) takes(s *table.State, free []games.Seat, f *screen.Frame) discord.Row {
	if len(free) > 5 {
		chosen := func(seat games.Seat) string { return strconv.Itoa(int(seat)) }
		if m, ok := b.who(s, f, verbTake, "bot.table.takes", chosen, func(seat games.Seat) bool { return slices.Contains(free, seat) }); ok {
			return discord.Row{m}
		}
	}
	var row discord.Row
	for _, seat := range free {
		row = append(row, push(f, ui.T("bot.table.take", ui.Name(seat)), "🪑", discordgo.SuccessButton, button{match: s.ID, verb: verbTake, arg: strconv.Itoa(int(seat))}))
	}
	return row
}

// motionKeys are how the catalogue calls what can be voted on.
var motionKeys = map[table.Kind]string{
	table.Pause: "bot.vote.pause", table.Resume: "bot.vote.resume", table.Stop: "bot.vote.stop", table.Kick: "bot.vote.kick",
}

// motion puts into a frame what is being voted on, and who voted how.
func (b *Bot) motion(s *table.State, f *screen.Frame) {
	m := s.Motion
	if m == nil {
		return
	}
	names := func(seats []games.Seat) ui.Text {
		if len(seats) == 0 {
			return ui.T("bot.vote.none")
		}
		var list []ui.Text
		for _, seat := range seats {
			list = append(list, ui.Text{Args: []any{ui.Name(seat)}})
		}
		return ui.Text{Args: []any{list}}
	}
	f.Head = append(f.Head,
		rich(f, ui.T(motionKeys[m.Kind], ui.Name(m.By), ui.Name(m.Seat))),
		rich(f, ui.T("bot.vote.so-far", names(m.Yes), names(m.No))),
		raw(f, ui.T("bot.vote.until", m.Need, ui.Name(0)), stamp(m.Until, "T")))
}

// stamp is a moment as Discord shows it to each reader in their own time.
func stamp(at time.Time, style string) string {
	return fmt.Sprintf("<t:%d:%s>", at.Unix(), style)
}

// ballot names a motion, so that a vote counts for what its voter saw.
func ballot(m *table.Motion) string {
	return strings.ReplaceAll(fmt.Sprintf("%s:%d:%d", m.Kind, m.Seat+1, m.Until.Unix()), "/", "")
}

// voting are the buttons with which somebody votes; none for who has no vote.
func (b *Bot) voting(s *table.State, user discord.ID, f *screen.Frame) discord.Row {
	if _, seated := s.Seat(user); !seated {
		return nil
	}
	return b.votes(s, f)
}

func (b *Bot) votes(s *table.State, f *screen.Frame) discord.Row {
	if s.Phase != table.Live || s.Motion == nil {
		return nil
	}
	arg := ballot(s.Motion)
	return discord.Row{
		push(f, ui.T("bot.vote.agree"), "👍", discordgo.SuccessButton, button{match: s.ID, verb: verbAgree, arg: arg}),
		push(f, ui.T("bot.vote.object"), "👎", discordgo.DangerButton, button{match: s.ID, verb: verbObject, arg: arg}),
	}
}

// people puts into the board's frame what happened among the people: who is not
// there, and what was new a moment ago.
func (b *Bot) people(s *table.State, f *screen.Frame) {
	var asleep, open []ui.Text
	for i, p := range s.Players {
		switch {
		case p.Asleep:
			asleep = append(asleep, ui.Text{Args: []any{ui.Name(i)}})
		case p.Open && slices.Contains(s.Vacant(), games.Seat(i)):
			open = append(open, ui.Text{Args: []any{ui.Name(i)}})
		}
	}
	if len(asleep) > 0 {
		f.Head = append(f.Head, rich(f, ui.T("bot.board.asleep", asleep)))
	}
	if len(open) > 0 {
		f.Head = append(f.Head, rich(f, ui.T("bot.board.open", open)))
	}
	for _, n := range s.Notes {
		f.Head = append(f.Head, rich(f, ui.T("bot.board.note", n.Text)))
	}
}

// below is the row under a panel of a match that is on.
func (b *Bot) below(s *table.State, user discord.ID, f *screen.Frame) discord.Row {
	if s.Phase != table.Lobby && s.Phase != table.Live {
		return nil
	}
	seat, seated := s.Seat(user)
	var row discord.Row
	if seated && s.Players[seat].Asleep {
		row = append(row, push(f, ui.T("bot.panel.back"), "👋", discordgo.SuccessButton, button{match: s.ID, verb: verbBack}))
	}
	row = append(row, push(f, ui.T("bot.panel.table"), "🪑", discordgo.SecondaryButton, button{match: s.ID, verb: verbTable}))
	if !seated && s.Phase == table.Live {
		row = append(row, push(f, ui.T("bot.table.log"), "📜", discordgo.SecondaryButton, button{match: s.ID, verb: verbLog}))
	}
	return append(row, b.voting(s, user, f)...)
}

// closed is what is left of the panel of somebody who lost their seat: nothing
// that only its owner may know.
func (b *Bot) closed(s *table.State, lang text.Lang) *screen.Shown {
	f := b.at(s, lang)
	f.Below = []discord.Row{{
		push(f, ui.T("bot.panel.watch"), "👀", discordgo.SecondaryButton, button{match: s.ID, verb: verbPanel}),
	}}
	return b.painter.Page(ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("bot.panel.closed")}}, f)
}

// aside is the path of a page of the people for the presser.
func (c *call) aside(s *table.State, name string, whom discord.ID) string {
	return aside{name, whom, c.moderator(s)}.String()
}

// people is the path of the first of them.
func (c *call) people(s *table.State) string { return c.aside(s, "", 0) }

// deed does something at a table and shows the presser what came of it: on the
// board when it was pressed there, else on their own page at a path.
func (c *call) deed(ctx context.Context, s *table.State, path string, a table.Action, say func(*table.State) []ui.Text) error {
	if c.ix.Message.ID != 0 && !c.OnPanel() {
		return c.onBoard(ctx, s, a)
	}
	c.seen = s
	a.User, a.Press, a.Moderator = c.user(), c.ix.ID, c.moderator(s)
	done, none := c.reconciler.Hold(screen.Key{Match: s.ID, User: c.ix.User.ID})
	next, err := c.tables.Send(ctx, s.ID, a)
	if t, refused := games.Refused(err); refused && next != nil {
		c.metrics.refusals.WithLabelValues(t.Key).Inc()
		return c.show(ctx, next, path, done, none, warning(t))
	}
	if err != nil {
		none()
		return err
	}
	return c.show(ctx, next, path, done, none, say(next)...)
}

// settled says of a proposal whether it was done at once or is voted on.
func settled(kind table.Kind, done string, is func(*table.State) bool) func(*table.State) []ui.Text {
	return func(s *table.State) []ui.Text {
		switch {
		case is(s):
			return []ui.Text{ui.T(done)}
		case s.Motion != nil && s.Motion.Kind == kind:
			return []ui.Text{ui.T("bot.vote.open")}
		}
		return nil
	}
}

func nothing(*table.State) []ui.Text { return nil }

// pause lets a match stand, or asks the table whether it should.
func (c *call) pause(ctx context.Context, s *table.State) error {
	return c.deed(ctx, s, c.people(s), table.Action{Kind: table.Pause}, settled(table.Pause, "bot.pause.done", func(s *table.State) bool { return !s.Paused.IsZero() }))
}

// resume lets it go on, or asks the table.
func (c *call) resume(ctx context.Context, s *table.State) error {
	if s.ChannelDeleted {
		return c.move(ctx, s)
	}
	return c.deed(ctx, s, c.people(s), table.Action{Kind: table.Resume}, settled(table.Resume, "bot.resume.done", func(s *table.State) bool { return s.Paused.IsZero() }))
}

// vote votes on the motion that the button names.
func (c *call) vote(ctx context.Context, s *table.State, b button) error {
	if s.Motion == nil || ballot(s.Motion) != b.arg {
		return games.Refuse("bot.vote.over")
	}
	kind := table.Agree
	if b.verb == verbObject {
		kind = table.Object
	}
	path := ""
	if at, ok := c.reconciler.Address(screen.Key{Match: s.ID, User: c.ix.User.ID}); ok {
		path = at.Path
	}
	return c.deed(ctx, s, path, table.Action{Kind: kind}, nothing)
}

// kick puts somebody out: after asking once more whoever may do it alone, else by
// a vote.
func (c *call) kick(ctx context.Context, s *table.State, whom discord.ID, sure bool) error {
	if _, there := s.Seat(whom); !there {
		return absent(whom)
	}
	if whom == c.ix.User.ID {
		return games.Refuse("bot.kick.self")
	}
	if !sure && (s.Host == c.ix.User.ID || c.moderator(s)) {
		return c.look(ctx, s, c.aside(s, asideKick, whom))
	}
	done := "bot.kick.done"
	if s.Phase == table.Lobby {
		done = "bot.kick.done.lobby"
	}
	gone := func(s *table.State) bool { _, sits := s.Seat(whom); return !sits }
	return c.deed(ctx, s, c.people(s), table.Action{Kind: table.Kick, Whom: whom}, settled(table.Kick, done, gone))
}

// host passes the host's part on.
func (c *call) host(ctx context.Context, s *table.State, whom discord.ID) error {
	if _, there := s.Seat(whom); !there {
		return absent(whom)
	}
	return c.deed(ctx, s, c.people(s), table.Action{Kind: table.Transfer, Whom: whom}, func(s *table.State) []ui.Text {
		seat, there := s.Seat(whom)
		if !there {
			return nil // gone at the same moment
		}
		return []ui.Text{ui.T("bot.host.done", ui.Name(seat))}
	})
}

// absent refuses to do something to somebody who does not sit at the table. An
// id in which Discord's clock has not begun is the number of a seat, which is what
// such buttons once carried.
func absent(whom discord.ID) error {
	if whom < 1<<22 {
		return games.Refuse("bot.refuse.unknown")
	}
	return games.Refuse("bot.people.nobody")
}

// person is whom a button, a menu or a command names; 0 for nobody.
func person(arg string) discord.ID {
	id, err := discord.ParseID(arg)
	if err != nil {
		return 0
	}
	return id
}

// number is the seat that a button or a menu names; Nobody for none.
func number(arg string) games.Seat {
	if n, err := strconv.Atoi(arg); err == nil && n >= 0 && n < 100 {
		return games.Seat(n)
	}
	return games.Nobody
}

// leave answers the command: the table in this channel, else the only one at
// which the presser sits. Of several they choose.
func (c *call) leave(ctx context.Context) error {
	seated := slices.DeleteFunc(c.tables.Seated(c.ix.User.ID), func(s *table.State) bool { return s.Guild != c.ix.Guild })
	for _, s := range seated {
		if s.CurrentChannel() == c.ix.Channel || len(seated) == 1 {
			return c.depart(ctx, s, false)
		}
	}
	if len(seated) == 0 {
		return games.Refuse("bot.leave.none")
	}
	f := c.frame(nil)
	p := ui.Page{Lines: []ui.Text{ui.T("bot.leave.which")}}
	for i, s := range seated[:min(len(seated), 25)] {
		g := c.games[s.Game.Info().Name]
		if g == nil {
			continue
		}
		in := c.at(s, c.lang)
		label := ui.T("bot.leave.from", ui.T("name"), i+1)
		f.Head = append(f.Head, raw(in, ui.T("bot.leave.at", i+1, ui.T("name"), ui.Name(0)), "<#"+s.CurrentChannel().String()+">"))
		if i%5 == 0 {
			f.Below = append(f.Below, nil)
		}
		last := len(f.Below) - 1
		f.Below[last] = append(f.Below[last], push(in, label, "🚪", discordgo.SecondaryButton, button{match: s.ID, verb: verbLeave}))
	}
	f.Head = append([]string{rich(f, p.Lines[0]), ""}, f.Head...)
	p.Lines = nil
	return c.reply(ctx, c.painter.Page(p, f))
}

// depart leaves a table: a lobby at once, a match once it was asked.
func (c *call) depart(ctx context.Context, s *table.State, sure bool) error {
	c.seen = s
	if _, seated := s.Seat(c.ix.User.ID); !seated {
		return games.Refuse("bot.match.none-yours")
	}
	if s.Phase == table.Live && !sure {
		return c.look(ctx, s, c.aside(s, asideLeave, 0))
	}
	key := screen.Key{Match: s.ID, User: c.ix.User.ID}
	_, none := c.reconciler.Hold(key)
	_, err := c.tables.Send(ctx, s.ID, table.Action{Kind: table.Leave, User: c.user(), Press: c.ix.ID, Moderator: c.moderator(s)})
	if err != nil {
		none()
		return err
	}
	// What this answers on is no panel any more; a panel elsewhere is closed.
	at, open := c.reconciler.Untrack(key)
	none()
	if open && at.Message != c.ix.Message.ID {
		c.spawn(func(ctx context.Context) { c.close(ctx, key, at) })
	} else if err := c.conf.Store.DeleteSurface(ctx, s.ID, store.Panel, uint64(key.User)); err != nil {
		c.log.Error().Err(err).Str("match", s.ID).Msg("a panel that was left is not forgotten")
	}
	f := c.at(s, c.lang)
	p := ui.Page{Lines: []ui.Text{ui.T("bot.leave.done", ui.T("name"))}}
	if s.Phase == table.Live {
		f.Below = []discord.Row{{push(f, ui.T("bot.panel.watch"), "👀", discordgo.SecondaryButton, button{match: s.ID, verb: verbPanel})}}
	}
	shown := c.painter.Page(p, f)
	if c.OnPanel() {
		return c.update(ctx, shown)
	}
	return c.reply(ctx, shown)
}

// close deletes the message of a panel that is nobody's any more. An edit of it
// that is still on its way finds nothing to edit.
func (b *Bot) close(ctx context.Context, key screen.Key, at screen.Address) {
	if at.Token != "" && time.Now().Before(at.Expires) {
		err := b.conf.Client.DeleteOriginal(ctx, at.App, at.Token)
		if err != nil && !discord.IsDeleted(err) && !discord.IsExpired(err) {
			b.metrics.refused(err)
			b.log.Warn().Err(err).Str("match", key.Match).Msg("the panel of a former player is not closed")
		}
	}
	if err := b.conf.Store.DeleteSurface(ctx, key.Match, store.Panel, uint64(key.User)); err != nil {
		b.log.Error().Err(err).Str("match", key.Match).Msg("the panel of a former player is not forgotten")
	}
}

// join answers the command: it sits down in the lobby of the channel, or in its
// match where a seat is vacant.
func (c *call) join(ctx context.Context) error {
	s, ok := c.here()
	if !ok {
		return games.Refuse("bot.match.none")
	}
	if s.Phase == table.Live {
		return c.take(ctx, s, games.Nobody)
	}
	next, err := c.tables.Send(ctx, s.ID, table.Action{Kind: table.Join, Seat: games.Nobody, User: c.user(), Press: c.ix.ID})
	if err != nil {
		return err
	}
	return c.opened(ctx, next)
}

// take takes a vacant seat and shows the newcomer what has been, and their panel.
// All panels of those who have no seat any more are closed before that.
func (c *call) take(ctx context.Context, s *table.State, seat games.Seat) error {
	c.seen = s
	user := c.ix.User.ID
	vacant, free := s.Vacant(), s.Free(user)
	if _, seated := s.Seat(user); seated {
		return c.look(ctx, s, "")
	}
	switch {
	case len(vacant) == 0:
		return c.look(ctx, s, c.people(s), warning(ui.T("bot.join.full")))
	case seat == games.Nobody && len(free) > 1:
		return c.look(ctx, s, c.people(s), ui.T("bot.join.which"))
	case seat == games.Nobody && len(free) == 1:
		seat = free[0]
	case seat == games.Nobody:
		seat = vacant[0] // the table refuses it and says why
	case int(seat) >= len(s.Players):
		return games.Refuse("bot.refuse.unknown")
	}
	former := s.Players[seat].Name
	key := screen.Key{Match: s.ID, User: user}
	done, none := c.reconciler.Hold(key)
	next, err := c.tables.Send(ctx, s.ID, table.Action{Kind: table.Join, Seat: seat, User: c.user(), Press: c.ix.ID})
	if t, refused := games.Refused(err); refused && next != nil {
		c.metrics.refusals.WithLabelValues(t.Key).Inc()
		return c.show(ctx, next, c.people(s), done, none, warning(t))
	}
	if err != nil {
		none()
		return err
	}
	for _, old := range c.reconciler.Panels(next.ID) {
		if _, sits := next.Seat(old); sits {
			continue
		}
		k := screen.Key{Match: next.ID, User: old}
		if at, ok := c.reconciler.Untrack(k); ok {
			c.close(ctx, k, at)
		}
	}
	return c.show(ctx, next, "", done, none, c.story(next, former)...)
}

// story is what a newcomer has to know: how long it has been going on, who sits
// where, and the scores as far as they are public.
func (c *call) story(s *table.State, former string) []ui.Text {
	var people, scores []ui.Text
	for i, p := range s.Players {
		key := "bot.story.seat"
		switch {
		case p.Open:
			key = "bot.story.seat.open"
		case p.Asleep:
			key = "bot.story.seat.asleep"
		}
		people = append(people, ui.T(key, i+1, ui.Name(i)))
		if i < len(s.Status.Scores) {
			scores = append(scores, ui.T("bot.story.score", ui.Name(i), s.Status.Scores[i]))
		}
	}
	lines := []ui.Text{
		ui.T("bot.story.for", former),
		ui.T("bot.story.since", ui.Span(s.Now(time.Now()))),
		ui.T("bot.story.people", people),
	}
	if len(scores) > 0 {
		lines = append(lines, ui.T("bot.story.scores", scores))
	}
	return append(lines, ui.T("bot.story.below"))
}

// back gives the presser their seat back, with an account of what happened.
func (c *call) back(ctx context.Context, s *table.State) error {
	account := c.account(ctx, s)
	return c.deed(ctx, s, "", table.Action{Kind: table.Back}, func(*table.State) []ui.Text { return account })
}

// account tells the owner of a sleeping seat what happened without them: for how
// long, how many moves were made and deadlines passed for them. What was played is
// for the game to tell or to hide.
func (c *call) account(ctx context.Context, s *table.State) []ui.Text {
	seat, seated := s.Seat(c.ix.User.ID)
	if !seated || s.Phase != table.Live || !s.Players[seat].Asleep {
		return nil
	}
	since, moves, err := c.absence(ctx, s, seat)
	if err != nil {
		// They get their seat back all the same.
		c.log.Error().Err(err).Str("match", s.ID).Msg("what happened to a sleeper is not known")
		return []ui.Text{ui.T("bot.back.done")}
	}
	lines := []ui.Text{ui.T("bot.back.done")}
	if !since.IsZero() {
		lines = append(lines, ui.T("bot.back.slept", ui.Span(time.Since(since))))
	}
	if moves > 0 {
		lines = append(lines, ui.T("bot.back.moves", moves))
	}
	return append(lines, ui.T("bot.back.missed", s.Players[seat].Missed))
}

// absence is since when a seat sleeps, and how many moves were made for it.
func (c *call) absence(ctx context.Context, s *table.State, seat games.Seat) (since time.Time, moves int, err error) {
	notes, err := c.tables.Log(ctx, s.ID)
	if err != nil {
		return since, 0, err
	}
	for _, n := range notes {
		if n.Text.Key == "table.note.asleep" && len(n.Text.Args) > 0 && n.Text.Args[0] == ui.Name(seat) {
			since = n.At
		}
	}
	inputs, err := c.conf.Store.Inputs(ctx, s.ID)
	if err != nil {
		return since, 0, err
	}
	auto, err := c.conf.Store.AutomaticInputs(ctx, s.ID)
	if err != nil {
		return since, 0, err
	}
	for _, in := range inputs {
		if in.Kind != games.KindPlay || in.Seat != seat {
			continue
		}
		if _, ok := slices.BinarySearch(auto, in.N); ok {
			moves++
		} else {
			moves = 0 // their own
		}
	}
	return since, moves, nil
}

// perLog is how many notes stand on a page of the log.
const perLog = 15

// logged shows a page of what happened among the people at a table, the latest
// first; anybody may read it.
func (c *call) logged(ctx context.Context, s *table.State, arg string) error {
	c.seen = s
	notes, err := c.tables.Log(ctx, s.ID)
	if err != nil {
		return err
	}
	slices.Reverse(notes)
	pages := max((len(notes)+perLog-1)/perLog, 1)
	n := min(max(int(number(arg)), 0), pages-1)
	f := c.at(s, c.lang)
	p := ui.Page{Title: ui.T("bot.log.title", ui.T("name"))}
	for _, o := range notes[n*perLog : min((n+1)*perLog, len(notes))] {
		f.Head = append(f.Head, stamp(o.At, "T")+" "+rich(f, o.Text))
	}
	if len(notes) == 0 {
		p.Lines = []ui.Text{ui.T("bot.log.empty")}
	}
	if pages > 1 {
		f.Footer = plain(f, ui.T("bot.rules.page", n+1, pages))
		turn := func(label, icon string, to int) discord.Button {
			b := push(f, ui.T(label), icon, discordgo.SecondaryButton, button{match: s.ID, verb: verbLog, arg: strconv.Itoa(to)})
			if b.Disabled = to < 0 || to >= pages; b.Disabled {
				b.CustomID = button{match: s.ID, verb: verbLog, arg: "off." + strconv.Itoa(to-n+1)}.String()
			}
			return b
		}
		f.Below = []discord.Row{{turn("bot.log.later", "◀️", n-1), turn("bot.log.earlier", "▶️", n+1)}}
	}
	shown := c.painter.Page(p, f)
	if arg != "" && c.OnPanel() {
		return c.update(ctx, shown)
	}
	return c.reply(ctx, shown)
}
