package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/time/rate"

	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// reminders tell people that a table waits for them. The keeper has the messages: it
// sends each once, edits it when its deadline moves, and deletes it when it is no longer
// true. Here it is decided who is told, and in which channel.
//
// After a start thousands of reminders may be due at once, and Discord takes fifty
// requests a second. Reminders wait for their turn in a queue. One that Discord's
// limits kept back is tried again. One that is no longer true when its turn comes
// is not sent.
//
// Discord does not tell a bot without privileged intents that a person left the
// server. So a person who is late, or falls asleep, is looked up.
type reminders struct {
	client     Client
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	due        *due.Queue
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper
	clock      *discord.Clock
	newDMs     *rate.Limiter
	queue      *reminderQueue

	mu       sync.Mutex
	by       map[string]*matchReminders
	noDMsTil time.Time // until then no channel for direct messages is opened, because Discord said so
}

// matchReminders are what is known of the reminders of a match. One worker at a time works on
// them.
type matchReminders struct {
	queued
	busy, again bool
	off         map[discord.ID]int  // people who want no reminder, and the turn of which that is known
	opens       time.Time           // when it is looked at again, because the hours of its table begin
	lookedUp    map[discord.ID]bool // sleepers who were looked up on the server
}

// staleDeadline is how far a deadline must move, for example by a pause, before its
// reminder is corrected.
const staleDeadline = 5 * time.Second

// postponeTime is how long a reminder that was kept back waits for the next try.
const postponeTime = 5 * time.Second

// Discord refuses bots that open many channels for direct messages in a short time.
const (
	newDMsAtOnce = 5
	newDMEvery   = time.Minute
	newDMPause   = 15 * time.Minute // after Discord refused one
)

// reminderTo is the message that tells a player that a match waits for them. Its Path is the
// turn.
func reminderTo(match string, user discord.ID) surface.Key {
	return surface.Key{Owner: store.MatchOwner(match), Kind: store.Reminder, User: user}
}

// kind is the kind of such messages.
func (m *reminders) kind() surface.Kind {
	return surface.Kind{Name: store.Reminder, Once: true, Look: m.shown}
}

// shown is what a reminder shows now. It is deleted with its turn. An edit, as after a pause,
// notifies no person.
func (m *reminders) shown(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	list, err := m.tables.Read(ctx, table.OfMatch(k.Owner.Match))
	s, _ := list.One()
	if err != nil {
		return nil, err
	}
	seat, awaited := stillAwaited(s, k.User, at.Path)
	switch {
	case !awaited:
		return &surface.Look{Remove: true}, nil
	case at.State == store.Intended && (!slices.Contains(m.late(s), seat) || !s.Hours.Open(m.clock.Now())):
		return &surface.Look{Wait: true}, nil // the requests before may have waited
	}
	u, err := m.store.User(ctx, uint64(k.User))
	if err != nil {
		return nil, err
	}
	look := &surface.Look{Digest: "without a deadline"}
	if until := page.Deadline(s); !until.IsZero() {
		look.Digest = until.Round(staleDeadline).UTC().String()
	}
	if at.Channel == discord.ID(u.DMChannel) {
		look.Message = m.directMessage(s, seat, u)
		return look, nil
	}
	look.Message = m.pages.Messages.Mention(s, seat, route.Lang(u.Lang, s.Players[seat].Locale)) // it speaks to no other player
	return look, nil
}

// stillAwaited reports whether a table waits for a player in the same turn, and their seat. It
// does so after a restart too, and while the clock stands, when no player is late.
func stillAwaited(s *table.State, user discord.ID, turn string) (seat games.Seat, is bool) {
	if s == nil || s.Phase != table.Live {
		return 0, false
	}
	seat, sits := s.Seat(user)
	return seat, sits && slices.Contains(s.Status.Awaits, seat) && strconv.Itoa(turnOf(s, seat)) == turn && !s.Players[seat].Asleep
}

func turnOf(s *table.State, seat games.Seat) int {
	if int(seat)+1 < len(s.Turns) {
		return s.Turns[seat+1]
	}
	return 0
}

// of are the reminders of a match. m.mu is held.
func (m *reminders) of(match string) *matchReminders {
	r := m.by[match]
	if r == nil {
		r = &matchReminders{queued: queued{match: match, place: -1}, off: map[discord.ID]int{}, lookedUp: map[discord.ID]bool{}}
		m.by[match] = r
	}
	return r
}

// check compares the reminders of a table that changed. It does not block. A table in
// direct messages has none: its one message is where it would be mentioned, and no other
// leaves a server that it is not on.
func (m *reminders) check(s *table.State) {
	if s.Direct() {
		return
	}
	m.keeper.RedrawOf(store.MatchOwner(s.ID), store.Reminder)
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.by[s.ID]
	if r == nil {
		if s.Phase != table.Live || len(m.late(s)) == 0 && !hasSleepers(s) {
			return
		}
		r = m.of(s.ID)
	}
	if r.busy {
		r.again = true
		return
	}
	m.queue.put(&r.queued, s)
}

// run has reminders sent until ctx ends. What it has begun it finishes.
func (m *reminders) run(ctx context.Context) {
	for e := m.queue.take(ctx); e != nil; e = m.queue.take(ctx) {
		m.mu.Lock()
		r := m.by[e.match]
		if r == nil || r.busy { // it is put back when it is not
			if r != nil {
				r.again = true
			}
			m.mu.Unlock()
			continue
		}
		r.busy = true
		m.mu.Unlock()
		work, cancel := context.WithTimeout(context.WithoutCancel(ctx), jobTime)
		m.jobs.guard(work, func(ctx context.Context) { m.work(ctx, e.match, r) })
		cancel()
	}
}

func hasSleepers(s *table.State) bool {
	return slices.ContainsFunc(s.Players, func(p table.Player) bool { return p.Asleep })
}

// sweep checks every match in which a player was to be reminded.
func (m *reminders) sweep() {
	m.mu.Lock()
	var list []string
	for match := range m.by {
		list = append(list, match)
	}
	m.mu.Unlock()
	for _, match := range list {
		if s, ok := m.tables.Known(table.OfMatch(match)).One(); ok {
			m.check(s)
			continue
		}
		m.mu.Lock()
		delete(m.by, match) // the table was cleared away
		m.mu.Unlock()
	}
}

// work has the reminders of a match sent that are due.
func (m *reminders) work(ctx context.Context, match string, r *matchReminders) {
	list, err := m.tables.Read(ctx, table.OfMatch(match))
	s, _ := list.One()
	live, postponed := s != nil && s.Phase == table.Live, err != nil
	defer func() { // also after a panic
		m.mu.Lock()
		r.busy = false
		again := r.again
		r.again = false
		if !again && !live && !postponed {
			delete(m.by, match)
		}
		m.mu.Unlock()
		switch {
		case again:
			m.checkMatch(match)
		case postponed:
			m.due.After(postponeTime, func(context.Context) { m.checkMatch(match) })
		}
	}()
	if err != nil {
		m.log.Failed(err).Str("match", match).Msg("read match failed")
		return
	}
	if !live {
		return
	}
	if now := m.clock.Now(); !s.Hours.Open(now) { // no person is mentioned outside them
		if len(m.late(s)) > 0 && now.After(r.opens) {
			r.opens = s.Hours.Next(now)
			m.due.After(r.opens.Sub(now), func(context.Context) { m.checkMatch(match) })
		}
		return
	}
	for _, seat := range m.late(s) {
		if m.remind(ctx, s, seat, r) != nil {
			postponed = true
		}
	}
	if unsent(m.lookUpSleepers(ctx, s, r)) {
		postponed = true
	}
}

// checkMatch checks a match as it is now.
func (m *reminders) checkMatch(match string) {
	if s, ok := m.tables.Known(table.OfMatch(match)).One(); ok {
		m.check(s)
	}
}

// unsent reports whether Discord's limits, or the way to Discord, kept a request
// back. It can be sent again, and no player gets a message twice.
func unsent(err error) bool {
	if discord.MayHaveArrived(err) {
		return false // an attempt before it may have arrived
	}
	_, limited := discord.IsLimited(err)
	return limited || errors.As(err, new(*discord.Fault))
}

// lookUpSleepers looks up people who fell asleep, each once. The error is that of a
// look-up that did not reach Discord.
func (m *reminders) lookUpSleepers(ctx context.Context, s *table.State, r *matchReminders) error {
	for _, p := range s.Players {
		switch {
		case !p.Asleep:
			delete(r.lookedUp, p.ID)
		case !r.lookedUp[p.ID]:
			if _, err := m.hasLeft(ctx, s, p.ID); unsent(err) {
				return err
			}
			r.lookedUp[p.ID] = true
		}
	}
	return nil
}

// hasLeft reports whether a person left the server, and frees their seat then. With
// an error, that is not known.
func (m *reminders) hasLeft(ctx context.Context, s *table.State, user discord.ID) (bool, error) {
	member, err := m.client.Member(ctx, s.Guild, user)
	if err != nil {
		m.metrics.refused(err)
		m.log.Debug().Err(err).Msg("get member failed")
		return false, err
	}
	if !member {
		m.freeSeat(ctx, s.ID, user)
	}
	return !member, nil
}

// freeSeat frees the seat of a person who left the server.
func (m *reminders) freeSeat(ctx context.Context, match string, user discord.ID) {
	if err := m.tables.MemberLeft(ctx, match, user); err != nil {
		if _, refused := games.Refused(err); !refused {
			m.log.Failed(err).Str("match", match).Msg("free seat of former member failed")
		}
	}
}

// banned frees all seats of a person who was banned from a server.
func (m *reminders) banned(ctx context.Context, guild, user discord.ID) {
	for _, s := range m.tables.Known(table.OfPerson(user)) {
		if s.Guild == guild {
			m.freeSeat(ctx, s.ID, user)
		}
	}
}

// remind has a player told once that the table waits for them, in the way that they chose. After
// an error they are told later, if that is still true.
func (m *reminders) remind(ctx context.Context, s *table.State, seat games.Seat, r *matchReminders) error {
	if int(seat) >= len(s.Players) || s.Players[seat].Open {
		return nil
	}
	user, turn := s.Players[seat].ID, turnOf(s, seat)
	if at, kept := m.keeper.At(reminderTo(s.ID, user)); kept {
		if at.Path != strconv.Itoa(turn) {
			return errFormer
		}
		return nil
	}
	if of, off := r.off[user]; off && of == turn {
		return nil
	}
	if left, err := m.hasLeft(ctx, s, user); left || unsent(err) {
		return err
	}
	u, err := m.store.User(ctx, uint64(user))
	if err != nil {
		m.log.Failed(err).Msg("get user settings failed")
		return nil
	}
	if u.Remind == store.RemindOff {
		r.off[user] = turn
		return nil
	}
	if u.Remind != store.RemindByDM || !u.DMClosed.IsZero() {
		set, err := m.store.Guild(ctx, uint64(s.Guild))
		if err != nil {
			m.log.Failed(err).Msg("get settings of server failed")
			return nil
		}
		if set.Home.IsQuiet(m.clock.Now()) {
			return nil // a sweep looks again
		}
	}
	if err := m.send(ctx, s, u, strconv.Itoa(turn)); err != nil && !unsent(err) {
		m.log.Warn().Err(err).Str("match", s.ID).Msg("send reminder failed")
	}
	return nil
}

// errFormer says that a player still has the reminder of a former turn, which is being deleted.
var errFormer = errors.New("the reminder of a former turn is there")

// send has a reminder sent: as a direct message to players who want that, else as a mention in the
// table's channel. What did not reach Discord is tried again by the keeper.
func (m *reminders) send(ctx context.Context, s *table.State, u store.User, turn string) error {
	return m.sendTo(ctx, s, u, surface.Want{Key: reminderTo(s.ID, discord.ID(u.ID)), Place: surface.Place{Path: turn}})
}

// sendTo posts a message to a player of a table, where they want to be reminded.
func (m *reminders) sendTo(ctx context.Context, s *table.State, u store.User, want surface.Want) error {
	post := func(ctx context.Context, channel discord.ID) error {
		want.Channel = channel
		return m.keeper.Post(ctx, nil, want)
	}
	if u.Remind == store.RemindByDM && u.DMClosed.IsZero() {
		if err := m.sendDM(ctx, u, post); err == nil || unsent(err) {
			return err
		}
	}
	return post(ctx, s.CurrentChannel())
}

// directMessage is the reminder to a person in private.
func (m *reminders) directMessage(s *table.State, seat games.Seat, u store.User) *discord.Message {
	board, _ := m.reconciler.Address(screen.Key{Match: s.ID})
	return m.pages.Messages.DirectMessage(s, route.Lang(u.Lang, s.Players[seat].Locale), board.Channel, board.Message)
}

// late are the awaited seats whose players are to be told now: who has used half of their
// time, and whose panel lies under the chat, where they do not see that it is their turn.
func (m *reminders) late(s *table.State) []games.Seat {
	list := slices.Clone(s.ToRemind)
	for _, seat := range s.Awaited {
		if !slices.Contains(list, seat) && screen.Buried(m.reconciler, screen.Key{Match: s.ID, User: s.Players[seat].ID}) {
			list = append(list, seat)
		}
	}
	return list
}

// sendDM posts a direct message to a person. When Discord says that they take none,
// that is saved: they are mentioned from then on, until they choose again.
func (m *reminders) sendDM(ctx context.Context, u store.User, post func(ctx context.Context, channel discord.ID) error) error {
	channel, err := m.openDM(ctx, u)
	if err != nil {
		return err
	}
	if err = post(ctx, channel); err == nil {
		return nil
	}
	var change func(*store.User)
	switch now := time.Now(); {
	case discord.Code(err) == discordgo.ErrCodeCannotSendMessagesToThisUser || discord.Code(err) == discord.NoGuildShared:
		change = func(u *store.User) { u.DMClosed = now }
	case discord.IsDeleted(err):
		change = func(u *store.User) { u.DMChannel = 0 } // it is opened again the next time
	default:
		return err
	}
	if _, saved := m.store.ChangeUser(ctx, u.ID, change); saved != nil {
		m.log.Failed(saved).Msg("save closed DM failed")
	}
	return err
}

// openDM is the channel of direct messages with a person, which is opened once.
func (m *reminders) openDM(ctx context.Context, u store.User) (discord.ID, error) {
	if u.DMChannel != 0 {
		return discord.ID(u.DMChannel), nil
	}
	m.mu.Lock()
	wait := time.Now().Before(m.noDMsTil)
	m.mu.Unlock()
	if wait || !m.newDMs.Allow() {
		return 0, games.Refuse("bot.me.later")
	}
	id, err := m.client.DM(ctx, discord.ID(u.ID))
	if err != nil {
		m.metrics.refused(err)
		if discord.Code(err) == discordgo.ErrCodeOpeningDirectMessagesTooFast {
			m.mu.Lock()
			m.noDMsTil = time.Now().Add(newDMPause)
			m.mu.Unlock()
			return 0, games.Refuse("bot.me.later")
		}
		return 0, err
	}
	_, err = m.store.ChangeUser(ctx, u.ID, func(u *store.User) { u.DMChannel = uint64(id) })
	return id, err
}
