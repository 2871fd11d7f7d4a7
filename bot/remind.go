package bot

import (
	"context"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// bell tells people that a table waits for them. As the reconciler, it compares: what
// should hang, which the State says, with what hangs; so nothing is told twice and
// what is no longer true goes away, also after a restart. That a message is about
// to be sent is kept before it is: of two messages and none, none is the smaller
// evil.
//
// Nobody tells a bot without privileged intents that somebody left the server.
// Whoever is late, or falls asleep, is therefore asked for.
type bell struct {
	*Bot
	opening *rate.Limiter // of channels for direct messages

	mu    sync.Mutex
	by    map[string]*ropes
	quiet time.Time // until then no such channel is opened, because Discord said so
}

// ropes is what the bell knows of a match.
type ropes struct {
	busy, again bool
	hung        map[discord.ID]nudge
	sought      map[discord.ID]bool // sleepers who were asked for
}

// nudge is a message that tells somebody of a turn.
type nudge struct {
	turn             int
	channel, message discord.ID // 0 when there is none
	until            time.Time  // as it says; zero when it does not
}

// moved is by how much a deadline must have moved, as a pause moves it, for what
// was said to be corrected.
const moved = 5 * time.Second

// How many channels of direct messages are opened at once, how often one more,
// and for how long none after Discord refused one.
const (
	openings   = 5
	openEvery  = time.Minute
	openPardon = 15 * time.Minute
)

func newBell(b *Bot) *bell {
	return &bell{Bot: b, opening: rate.NewLimiter(rate.Every(openEvery), openings), by: map[string]*ropes{}}
}

// recall notes a message of before the start.
func (b *bell) recall(f store.Surface) {
	turn, err := strconv.Atoi(f.Path)
	if err != nil {
		turn = -1 // ours are numbers; this one is taken away
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.at(f.Match).hung[discord.ID(f.User)] = nudge{turn: turn, channel: discord.ID(f.Channel), message: discord.ID(f.Message)}
}

// at is what is known of a match. b.mu is held.
func (b *bell) at(match string) *ropes {
	r := b.by[match]
	if r == nil {
		r = &ropes{hung: map[discord.ID]nudge{}, sought: map[discord.ID]bool{}}
		b.by[match] = r
	}
	return r
}

// ring looks at a table that changed. It does not block.
func (b *bell) ring(s *table.State) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.by[s.ID]
	if r == nil {
		if s.Phase != table.Live || len(s.ToRemind) == 0 && !sleepers(s) {
			return
		}
		r = b.at(s.ID)
	}
	r.again = true
	if r.busy {
		return
	}
	r.busy = b.spawn(func(ctx context.Context) { b.work(ctx, s.ID, r) })
}

func sleepers(s *table.State) bool {
	return slices.ContainsFunc(s.Players, func(p table.Player) bool { return p.Asleep })
}

// sweep looks at every match that something hangs or hung for.
func (b *bell) sweep() {
	b.mu.Lock()
	var list []string
	for match := range b.by {
		list = append(list, match)
	}
	b.mu.Unlock()
	for _, match := range list {
		if s, ok := b.tables.Find(match); ok {
			b.ring(s)
			continue
		}
		b.mu.Lock()
		delete(b.by, match) // cleared away, and its surfaces with it
		b.mu.Unlock()
	}
}

// work hangs and takes down until nothing changed meanwhile.
func (b *bell) work(ctx context.Context, match string, r *ropes) {
	done := false
	defer func() {
		if !done { // a panic: the next change tries again
			b.mu.Lock()
			r.busy = false
			b.mu.Unlock()
		}
	}()
	for live := true; ; {
		b.mu.Lock()
		if !r.again {
			r.busy, done = false, true
			if !live && len(r.hung) == 0 {
				delete(b.by, match)
			}
			b.mu.Unlock()
			return
		}
		r.again = false
		b.mu.Unlock()
		s, ok := b.tables.Find(match)
		live = ok && s.Phase == table.Live
		b.takeDown(ctx, match, s, live, r)
		if !live {
			continue
		}
		b.correct(ctx, s, r)
		for _, seat := range s.ToRemind {
			b.hang(ctx, s, seat, r)
		}
		for _, p := range s.Players {
			switch {
			case !p.Asleep:
				delete(r.sought, p.ID)
			case !r.sought[p.ID]:
				r.sought[p.ID] = true
				b.seek(ctx, s, p.ID)
			}
		}
	}
}

// takeDown deletes what is not true any more.
func (b *bell) takeDown(ctx context.Context, match string, s *table.State, live bool, r *ropes) {
	for user, n := range r.hung {
		if live {
			// Who is awaited in the same turn is so after a restart too, and while
			// the clock stands, when nobody is late.
			if seat, ok := s.Seat(user); ok && slices.Contains(s.Status.Awaits, seat) && turnOf(s, seat) == n.turn && !s.Players[seat].Asleep {
				continue
			}
		}
		if n.message != 0 {
			err := b.conf.Client.Delete(ctx, n.channel, n.message)
			if err != nil && !discord.IsDeleted(err) && !discord.IsForbidden(err) {
				b.metrics.refused(err)
				b.log.Debug().Err(err).Str("match", match).Msg("a reminder stays for now")
				continue // it is tried again with the next change
			}
		}
		if err := b.conf.Store.DeleteSurface(ctx, match, store.Reminder, uint64(user)); err != nil {
			b.log.Error().Err(err).Str("match", match).Msg("a reminder is not forgotten")
		}
		delete(r.hung, user)
	}
}

func turnOf(s *table.State, seat games.Seat) int {
	if int(seat)+1 < len(s.Turns) {
		return s.Turns[seat+1]
	}
	return 0
}

// until is until when a table waits: zero when there is no deadline, or the clock
// stands.
func until(s *table.State) time.Time {
	at, running := s.When(s.Status.Due)
	if s.Status.Due == 0 || !running {
		return time.Time{}
	}
	return at
}

// correct says anew until when the table waits where that has changed, as by a
// pause. An edit notifies nobody.
func (b *bell) correct(ctx context.Context, s *table.State, r *ropes) {
	now := until(s)
	for user, n := range r.hung {
		seat, ok := s.Seat(user)
		if !ok || n.message == 0 || n.until.IsZero() == now.IsZero() && n.until.Sub(now).Abs() < moved {
			continue
		}
		m, err := b.mention(ctx, s, seat)
		if err == nil && n.channel != s.CurrentChannel() {
			var u store.User
			if u, err = b.conf.Store.User(ctx, uint64(user)); err == nil {
				m = b.direction(s, s.Players[seat], u)
			}
		}
		if err == nil {
			err = b.conf.Client.Edit(ctx, n.channel, n.message, m)
		}
		if err != nil { // it goes with the turn, and a refusal would be repeated
			b.log.Debug().Err(err).Str("match", s.ID).Msg("a reminder is not corrected")
			if discord.IsDeleted(err) {
				n.message = 0
			}
		}
		n.until = now
		r.hung[user] = n
	}
}

// seek lets the seat of somebody go who is not on the server any more, and
// reports whether that is so.
func (b *bell) seek(ctx context.Context, s *table.State, user discord.ID) bool {
	here, err := b.conf.Client.Member(ctx, s.Guild, user)
	if err != nil {
		b.metrics.refused(err)
		b.log.Debug().Err(err).Msg("whether somebody is still there is not known")
		return false
	}
	if here {
		return false
	}
	b.leave(ctx, s.ID, user)
	return true
}

// leave lets the seat of somebody go who has left the server.
func (b *Bot) leave(ctx context.Context, match string, user discord.ID) {
	if err := b.tables.MemberLeft(ctx, match, user); err != nil {
		if _, refused := games.Refused(err); !refused {
			b.log.Error().Err(err).Str("match", match).Msg("the seat of somebody who left the server is not free")
		}
	}
}

// banned lets all seats of somebody go who was banned from a server.
func (b *Bot) banned(ctx context.Context, guild, user discord.ID) {
	for _, s := range b.tables.Seated(user) {
		if s.Guild == guild {
			b.leave(ctx, s.ID, user)
		}
	}
}

// hang tells somebody once that the table waits for them, in the way that they
// chose.
func (b *bell) hang(ctx context.Context, s *table.State, seat games.Seat, r *ropes) {
	if int(seat) >= len(s.Players) || s.Players[seat].Open {
		return
	}
	p, turn := s.Players[seat], turnOf(s, seat)
	if _, ok := r.hung[p.ID]; ok {
		return // for this turn, or for a former one that could not be taken down yet
	}
	if b.seek(ctx, s, p.ID) {
		return
	}
	u, err := b.conf.Store.User(ctx, uint64(p.ID))
	if err != nil {
		b.log.Error().Err(err).Msg("how somebody is reminded is not known")
		return
	}
	if u.Remind == store.RemindOff {
		r.hung[p.ID] = nudge{turn: turn}
		return
	}
	keep := func(n nudge) bool {
		err := b.conf.Store.SaveSurface(ctx, store.Surface{
			Match: s.ID, Kind: store.Reminder, User: uint64(p.ID), Seat: int(seat),
			Channel: uint64(n.channel), Message: uint64(n.message), Path: strconv.Itoa(turn),
		})
		if err != nil {
			b.log.Error().Err(err).Str("match", s.ID).Msg("a reminder is not kept")
			return false
		}
		r.hung[p.ID] = n
		return true
	}
	if !keep(nudge{turn: turn}) {
		return
	}
	if u.Remind == store.RemindByDM && u.DMClosed.IsZero() {
		channel, id, err := b.direct(ctx, u, b.direction(s, p, u))
		if err == nil {
			keep(nudge{turn, channel, id, until(s)})
			return
		}
	}
	m, err := b.mention(ctx, s, seat)
	if err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("nobody was reminded")
		return
	}
	id, err := b.conf.Client.Post(ctx, s.CurrentChannel(), m)
	if err != nil {
		b.metrics.refused(err)
		b.log.Warn().Err(err).Str("match", s.ID).Msg("nobody was reminded")
		return
	}
	keep(nudge{turn, s.CurrentChannel(), id, until(s)})
}

// crowd is from how many on the messages have no button: who is late with so many
// others finds the board just above.
const crowd = 3

// mention is the message in the table's channel.
func (b *bell) mention(ctx context.Context, s *table.State, seat games.Seat) (*discord.Message, error) {
	lang, err := b.boardLang(ctx, s)
	if err != nil {
		return nil, err
	}
	f := b.Bot.at(s, lang)
	who := s.Players[seat].ID
	m := &discord.Message{
		Content:  raw(f, ui.T("bot.nudge", ui.Name(seat)), "<@"+who.String()+">") + due(s, f),
		Mentions: discord.Mentions{Users: []discord.ID{who}},
	}
	if len(s.ToRemind) < crowd {
		m.Components = []discord.Row{{push(f, ui.T("bot.match.panel"), "🌙", discordgo.PrimaryButton, button{match: s.ID, verb: verbPanel})}}
	}
	return m, nil
}

// due says until when the table waits, where there is something to say.
func due(s *table.State, f *screen.Frame) string {
	at := until(s)
	if at.IsZero() {
		return ""
	}
	return " " + raw(f, ui.T("bot.nudge.until", ui.Name(0)), stamp(at.Round(time.Second), "T"))
}

// direction is the message to somebody alone. Nothing of what is played is in it.
func (b *bell) direction(s *table.State, p table.Player, u store.User) *discord.Message {
	lang, ok := text.ParseLang(u.Lang)
	if !ok {
		lang = text.ForLocale(p.Locale)
	}
	f := b.Bot.at(s, lang)
	m := &discord.Message{Content: rich(f, ui.T("bot.nudge.direct", ui.T("name"))) + due(s, f)}
	if at, ok := b.reconciler.Address(screen.Key{Match: s.ID}); ok && at.Message != 0 {
		m.Components = []discord.Row{{follow(f, s, at)}}
	}
	return m
}

// direct sends somebody a direct message. That Discord refuses one is kept: they
// are mentioned from then on, until they choose anew.
func (b *bell) direct(ctx context.Context, u store.User, m *discord.Message) (channel, id discord.ID, err error) {
	if channel, err = b.door(ctx, &u); err != nil {
		return 0, 0, err
	}
	if id, err = b.conf.Client.Post(ctx, channel, m); err == nil {
		return channel, id, nil
	}
	b.metrics.refused(err)
	switch {
	case discord.Code(err) == discordgo.ErrCodeCannotSendMessagesToThisUser || discord.Code(err) == discord.NoGuildShared:
		u.DMClosed = time.Now()
	case discord.IsDeleted(err):
		u.DMChannel = 0 // it is opened anew the next time
	default:
		return 0, 0, err
	}
	if kept := b.conf.Store.SaveUser(ctx, u); kept != nil {
		b.log.Error().Err(kept).Msg("a closed door is not noted")
	}
	return 0, 0, err
}

// door is the channel of direct messages with somebody, which is opened once.
func (b *bell) door(ctx context.Context, u *store.User) (discord.ID, error) {
	if u.DMChannel != 0 {
		return discord.ID(u.DMChannel), nil
	}
	b.mu.Lock()
	quiet := time.Now().Before(b.quiet)
	b.mu.Unlock()
	if quiet || !b.opening.Allow() {
		return 0, games.Refuse("bot.me.later")
	}
	id, err := b.conf.Client.DM(ctx, discord.ID(u.ID))
	if err != nil {
		b.metrics.refused(err)
		if discord.Code(err) == discordgo.ErrCodeOpeningDirectMessagesTooFast {
			b.mu.Lock()
			b.quiet = time.Now().Add(openPardon)
			b.mu.Unlock()
			return 0, games.Refuse("bot.me.later")
		}
		return 0, err
	}
	u.DMChannel = uint64(id)
	return id, b.conf.Store.SaveUser(ctx, *u)
}
