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
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// remindersStore is what reminders call of the store.
type remindersStore interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
	ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (store.User, error)
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error
}

// reminders tell people that a table waits for them. Like the reconciler they
// compare what should be there, which the State says, with what was sent. So
// nothing is sent twice. What is no longer true is deleted, also after a restart.
// The bot saves that it will send a message before it sends it. After a crash a
// message may be missing, but it is not sent twice, which would be worse.
//
// After a start thousands of reminders may be due at once, and Discord takes fifty
// requests a second. Reminders wait for their turn in a queue. One that Discord's
// limits kept back is tried again. One that is no longer true when its turn comes
// is not sent.
//
// Discord does not tell a bot without privileged intents that somebody left the
// server. So a person who is late, or falls asleep, is looked up.
type reminders struct {
	*services
	store  remindersStore
	newDMs *rate.Limiter
	queue  *reminderQueue

	mu       sync.Mutex
	by       map[string]*matchReminders
	noDMsTil time.Time // until then no channel for direct messages is opened, because Discord said so
}

// matchReminders are the reminders of a match. One worker at a time works on them.
type matchReminders struct {
	queued
	busy, again bool
	sent        map[discord.ID]sentReminder
	opens       time.Time           // when it is looked at again, because the hours of its table begin
	lookedUp    map[discord.ID]bool // sleepers who were looked up on the server
}

// sentReminder is a message that tells somebody of a turn.
type sentReminder struct {
	turn             int
	channel, message discord.ID // 0 when there is none
	until            time.Time  // the deadline that it names; zero for none
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

func newReminders(s *services, from remindersStore) *reminders {
	return &reminders{services: s, store: from, newDMs: rate.NewLimiter(rate.Every(newDMEvery), newDMsAtOnce), queue: newReminderQueue(), by: map[string]*matchReminders{}}
}

// recall notes a reminder that was sent before the start.
func (m *reminders) recall(row store.Surface) {
	turn, err := strconv.Atoi(row.Path)
	if err != nil {
		turn = -1 // ours are numbers; this one is deleted
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.of(row.Match).sent[discord.ID(row.User)] = sentReminder{turn: turn, channel: discord.ID(row.Channel), message: discord.ID(row.Message)}
}

// of are the reminders of a match. m.mu is held.
func (m *reminders) of(match string) *matchReminders {
	r := m.by[match]
	if r == nil {
		r = &matchReminders{queued: queued{match: match, place: -1}, sent: map[discord.ID]sentReminder{}, lookedUp: map[discord.ID]bool{}}
		m.by[match] = r
	}
	return r
}

// check compares the reminders of a table that changed. It does not block. A table in
// direct messages has none: its one message is where it would be mentioned, and nobody
// leaves a server that it is not on.
func (m *reminders) check(s *table.State) {
	if s.Direct() {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.by[s.ID]
	if r == nil {
		if s.Phase != table.Live || len(s.ToRemind) == 0 && !hasSleepers(s) {
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

// run sends and deletes reminders until ctx ends. What it has begun it finishes.
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

// sweep checks every match that has or had reminders.
func (m *reminders) sweep() {
	m.mu.Lock()
	var list []string
	for match := range m.by {
		list = append(list, match)
	}
	m.mu.Unlock()
	for _, match := range list {
		if s, ok := m.tables.Brief(match); ok {
			m.check(s)
			continue
		}
		m.mu.Lock()
		delete(m.by, match) // the table was cleared away, and its surfaces with it
		m.mu.Unlock()
	}
}

// work compares the reminders of a match once, and sends and deletes what has to be.
func (m *reminders) work(ctx context.Context, match string, r *matchReminders) {
	s, err := m.tables.Look(ctx, match)
	live, postponed := s != nil && s.Phase == table.Live, err != nil
	defer func() { // also after a panic
		m.mu.Lock()
		r.busy = false
		again := r.again
		r.again = false
		if !again && !live && !postponed && len(r.sent) == 0 {
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
	m.deleteOutdated(ctx, match, s, live, r)
	if !live {
		return
	}
	m.correct(ctx, s, r)
	if now := m.clock.Now(); !s.Hours.Open(now) { // nobody is mentioned outside them
		if len(s.ToRemind) > 0 && now.After(r.opens) {
			r.opens = s.Hours.Next(now)
			m.due.After(r.opens.Sub(now), func(context.Context) { m.checkMatch(match) })
		}
		return
	}
	for _, seat := range s.ToRemind {
		if unsent(m.remind(ctx, s, seat, r)) {
			postponed = true
		}
	}
	if unsent(m.lookUpSleepers(ctx, s, r)) {
		postponed = true
	}
}

// checkMatch checks a match as it is now.
func (m *reminders) checkMatch(match string) {
	if s, ok := m.tables.Brief(match); ok {
		m.check(s)
	}
}

// unsent reports whether Discord's limits, or the way to Discord, kept a request
// back. It can be sent again, and nobody gets a message twice.
func unsent(err error) bool {
	if discord.MayHaveArrived(err) {
		return false // an attempt before it may have arrived
	}
	_, limited := discord.IsLimited(err)
	return limited || errors.As(err, new(*discord.Fault))
}

// deleteOutdated deletes the reminders that are no longer true.
func (m *reminders) deleteOutdated(ctx context.Context, match string, s *table.State, live bool, r *matchReminders) {
	for user, sent := range r.sent {
		if live && stillAwaited(s, user, sent.turn) {
			continue
		}
		if sent.message != 0 {
			err := m.client.Delete(ctx, sent.channel, sent.message)
			if err != nil && !discord.IsDeleted(err) && !discord.IsForbidden(err) {
				m.metrics.refused(err)
				m.log.Debug().Err(err).Str("match", match).Msg("delete reminder failed")
				continue // it is tried again with the next change
			}
		}
		if err := m.store.DeleteSurface(ctx, store.MatchOwner(match), store.Reminder, uint64(user)); err != nil {
			m.log.Failed(err).Str("match", match).Msg("delete reminder address failed")
		}
		delete(r.sent, user)
	}
}

// stillAwaited reports whether a table waits for somebody in the same turn. It does
// so after a restart too, and while the clock stands, when nobody is late.
func stillAwaited(s *table.State, user discord.ID, turn int) bool {
	seat, ok := s.Seat(user)
	return ok && slices.Contains(s.Status.Awaits, seat) && turnOf(s, seat) == turn && !s.Players[seat].Asleep
}

func turnOf(s *table.State, seat games.Seat) int {
	if int(seat)+1 < len(s.Turns) {
		return s.Turns[seat+1]
	}
	return 0
}

// correct edits the reminders whose deadline moved, as by a pause. An edit notifies
// nobody.
func (m *reminders) correct(ctx context.Context, s *table.State, r *matchReminders) {
	now := page.Deadline(s)
	for user, sent := range r.sent {
		seat, ok := s.Seat(user)
		if !ok || sent.message == 0 || sent.until.IsZero() == now.IsZero() && sent.until.Sub(now).Abs() < staleDeadline {
			continue
		}
		if err := m.edit(ctx, s, seat, sent); err != nil { // it goes with the turn, and a refusal would be repeated
			m.log.Debug().Err(err).Str("match", s.ID).Msg("edit reminder failed")
			if discord.IsDeleted(err) {
				sent.message = 0
			}
		}
		sent.until = now
		r.sent[user] = sent
	}
}

// edit writes a reminder again.
func (m *reminders) edit(ctx context.Context, s *table.State, seat games.Seat, sent sentReminder) error {
	text, err := m.mention(ctx, s, seat)
	if err != nil {
		return err
	}
	if sent.channel != s.CurrentChannel() {
		u, err := m.store.User(ctx, uint64(s.Players[seat].ID))
		if err != nil {
			return err
		}
		text = m.directMessage(s, seat, u)
	}
	return m.client.Edit(ctx, sent.channel, sent.message, text)
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

// hasLeft reports whether somebody left the server, and frees their seat then. With
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

// freeSeat frees the seat of somebody who left the server.
func (m *reminders) freeSeat(ctx context.Context, match string, user discord.ID) {
	if err := m.tables.MemberLeft(ctx, match, user); err != nil {
		if _, refused := games.Refused(err); !refused {
			m.log.Failed(err).Str("match", match).Msg("free seat of former member failed")
		}
	}
}

// banned frees all seats of somebody who was banned from a server.
func (m *reminders) banned(ctx context.Context, guild, user discord.ID) {
	for _, s := range m.tables.Seated(user) {
		if s.Guild == guild {
			m.freeSeat(ctx, s.ID, user)
		}
	}
}

// remind tells somebody once that the table waits for them, in the way that they
// chose. The error is that of a request that did not reach Discord: then they are
// told later, if that is still true.
func (m *reminders) remind(ctx context.Context, s *table.State, seat games.Seat, r *matchReminders) error {
	if int(seat) >= len(s.Players) || s.Players[seat].Open {
		return nil
	}
	user, turn := s.Players[seat].ID, turnOf(s, seat)
	if _, ok := r.sent[user]; ok {
		return nil // for this turn, or for a former one whose message could not be deleted yet
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
		r.sent[user] = sentReminder{turn: turn}
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
	// The requests before may have waited.
	if s, err = m.tables.Look(ctx, s.ID); err != nil {
		m.log.Failed(err).Msg("read match failed")
		return nil
	}
	if s == nil || s.Phase != table.Live || !slices.Contains(s.ToRemind, seat) || !stillAwaited(s, user, turn) {
		return nil
	}
	if !m.save(ctx, s, seat, r, sentReminder{turn: turn}) {
		return nil
	}
	sent, err := m.send(ctx, s, seat, u)
	switch {
	case unsent(err):
		m.log.Debug().Err(err).Str("match", s.ID).Msg("send reminder postponed")
		if err := m.store.DeleteSurface(ctx, store.MatchOwner(s.ID), store.Reminder, uint64(user)); err != nil {
			m.log.Failed(err).Str("match", s.ID).Msg("delete reminder address failed")
			return nil
		}
		delete(r.sent, user)
		return err
	case err != nil:
		m.log.Warn().Err(err).Str("match", s.ID).Msg("send reminder failed")
		return nil
	}
	sent.turn = turn
	ctx, cancel := ownTime(ctx) // or it would never be deleted
	defer cancel()
	m.save(ctx, s, seat, r, sent)
	return nil
}

// send sends a reminder: as a direct message to people who want that, else as a
// mention in the table's channel.
func (m *reminders) send(ctx context.Context, s *table.State, seat games.Seat, u store.User) (sentReminder, error) {
	if u.Remind == store.RemindByDM && u.DMClosed.IsZero() {
		channel, id, err := m.sendDM(ctx, u, m.directMessage(s, seat, u))
		if err == nil || unsent(err) {
			return sentReminder{channel: channel, message: id, until: page.Deadline(s)}, err
		}
	}
	text, err := m.mention(ctx, s, seat)
	if err != nil {
		return sentReminder{}, err
	}
	id, err := m.client.Post(ctx, s.CurrentChannel(), text)
	if err != nil {
		m.metrics.refused(err)
	}
	return sentReminder{channel: s.CurrentChannel(), message: id, until: page.Deadline(s)}, err
}

// save saves a reminder and reports whether it could.
func (m *reminders) save(ctx context.Context, s *table.State, seat games.Seat, r *matchReminders, sent sentReminder) bool {
	user := s.Players[seat].ID
	err := m.store.SaveSurface(ctx, store.Surface{
		Owner: store.MatchOwner(s.ID), Kind: store.Reminder, User: uint64(user),
		Channel: uint64(sent.channel), Message: uint64(sent.message), Path: strconv.Itoa(sent.turn),
	})
	if err != nil {
		m.log.Failed(err).Str("match", s.ID).Msg("save reminder failed")
		return false
	}
	r.sent[user] = sent
	return true
}

// mention is the reminder in the table's channel.
func (m *reminders) mention(ctx context.Context, s *table.State, seat games.Seat) (*discord.Message, error) {
	lang, err := m.surfaces.boardLang(ctx, s)
	if err != nil {
		return nil, err
	}
	return m.pages.Messages.Mention(s, seat, lang), nil
}

// directMessage is the reminder to somebody in private.
func (m *reminders) directMessage(s *table.State, seat games.Seat, u store.User) *discord.Message {
	lang, ok := text.ParseLang(u.Lang)
	if !ok {
		lang = text.ForLocale(s.Players[seat].Locale)
	}
	board, _ := m.reconciler.Address(screen.Key{Match: s.ID})
	return m.pages.Messages.DirectMessage(s, lang, board.Channel, board.Message)
}

// sendDM sends somebody a direct message. When Discord says that they take none,
// that is saved: they are mentioned from then on, until they choose again.
func (m *reminders) sendDM(ctx context.Context, u store.User, text *discord.Message) (channel, id discord.ID, err error) {
	if channel, err = m.openDM(ctx, u); err != nil {
		return 0, 0, err
	}
	if id, err = m.client.Post(ctx, channel, text); err == nil {
		return channel, id, nil
	}
	m.metrics.refused(err)
	var change func(*store.User)
	switch now := time.Now(); {
	case discord.Code(err) == discordgo.ErrCodeCannotSendMessagesToThisUser || discord.Code(err) == discord.NoGuildShared:
		change = func(u *store.User) { u.DMClosed = now }
	case discord.IsDeleted(err):
		change = func(u *store.User) { u.DMChannel = 0 } // it is opened again the next time
	default:
		return 0, 0, err
	}
	if _, saved := m.store.ChangeUser(ctx, u.ID, change); saved != nil {
		m.log.Failed(saved).Msg("save closed DM failed")
	}
	return 0, 0, err
}

// openDM is the channel of direct messages with somebody, which is opened once.
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
