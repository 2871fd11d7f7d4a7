package table

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/games"
	"oneiros/store"
)

// Store is what the tables need of the store.
type Store interface {
	ActiveMatches(ctx context.Context, at time.Time) ([]string, error)
	Match(ctx context.Context, id string) (store.Match, error)
	PressIDs(ctx context.Context, match string) ([]uint64, error)
	CreateMatch(ctx context.Context, m store.Match) error
	SaveMatch(ctx context.Context, m store.Match) error
	AppendInput(ctx context.Context, s store.Step) error
	SaveClocks(ctx context.Context, at time.Time, clocks []store.Clock) error
	DeleteSurfaces(ctx context.Context, match string) error
	Notes(ctx context.Context, match string) ([]store.Note, error)
	Seats(ctx context.Context, users ...uint64) ([]store.Seat, error)
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	AutomaticInputs(ctx context.Context, match string) ([]int, error)
	InputPresses(ctx context.Context, match string) (map[int]uint64, error)
	EraseFromMatch(ctx context.Context, r store.Removal) error
	EraseMatch(ctx context.Context, match string) error
}

// Config is what [Open] needs.
type Config struct {
	Store Store
	Games []games.Game
	Log   savelog.Log
	Clock *discord.Clock // by which presses are dated; nil for the host's
	Speed int            // how many times as fast as the time of day match clocks run; 0 for 1
	// Notify is called with each State once it is saved. The goroutine of the table
	// calls it, so it may not block. Calls for one table come in order. It is not
	// called when a table is opened: Create returns that State. It may be nil.
	Notify func(*State)
}

// ErrClosed is the error of tables that were closed.
var ErrClosed = errors.New("the tables are closed")

// Tables are all tables of one process. Any number of goroutines may use them.
type Tables struct {
	conf  Config
	games map[string]games.Game
	quit  chan struct{} // closed by Close
	once  sync.Once
	wait  sync.WaitGroup

	*halts // why clocks stand

	opening sync.Mutex // held while a table is opened, so that a channel never gets two

	mu       sync.RWMutex
	tables   map[string]*table
	channels map[discord.ID]*table // the table in a channel: the one that is on, else the latest
}

// Open takes up all matches that are in the store. Their clocks go on where they
// stood.
func Open(ctx context.Context, c Config) (*Tables, error) {
	h := &Tables{
		conf:     c,
		games:    map[string]games.Game{},
		quit:     make(chan struct{}),
		tables:   map[string]*table{},
		channels: map[discord.ID]*table{},
	}
	h.halts = &halts{signal: h.signalAll}
	for _, g := range c.Games {
		h.games[g.Info().Name] = g
	}
	now := time.Now()
	ids, err := c.Store.ActiveMatches(ctx, now)
	if err != nil {
		return nil, fmt.Errorf("open the tables: %w", err)
	}
	var found []*table
	for _, id := range ids {
		rec, err := c.Store.Match(ctx, id)
		var damage error
		if errors.Is(err, store.ErrNotFound) {
			err = fmt.Errorf("%w, although the database lists it: %w", store.ErrDamaged, err)
		}
		if errors.Is(err, store.ErrDamaged) {
			damage = err // the other matches do not suffer
		} else if err != nil {
			return nil, fmt.Errorf("open the tables: %w", err)
		}
		g, ok := h.games[rec.Game]
		if !ok && damage != nil {
			c.Log.Error().Err(damage).Str("match", id).
				Msg("skip damaged match; end the bot and restore a back-up (oneiros restore) to get it back")
			continue
		}
		if !ok {
			// It stays in the store as it is, for a build that has the game.
			c.Log.Error().Str("match", id).Str("game", rec.Game).Msg("skip match of unknown game")
			continue
		}
		t := newTable(h, g)
		if err := t.load(ctx, rec, damage, now); err != nil {
			return nil, fmt.Errorf("open the tables: %w", err)
		}
		if t.outdated {
			if err := t.saveUnseen(t.outdatedEnd(now), now); err != nil {
				return nil, fmt.Errorf("open the tables: %w", err)
			}
			t.outdated = false
		}
		if t.rec.Phase == Live {
			t.resumed = now
			t.outage = max(now.Sub(rec.ClockSaved), 0)
		}
		t.state.Store(t.current())
		found = append(found, t)
	}
	for _, t := range found {
		h.begin(t)
	}
	h.wait.Go(h.saveClocks)
	return h, nil
}

// Close ends all tables once what they are saving is saved. The matches stay in
// the store as they are.
func (h *Tables) Close() error {
	h.opening.Lock()
	h.once.Do(func() { close(h.quit) })
	h.opening.Unlock()
	h.wait.Wait()
	return h.saveClocksOnce()
}

// Create opens a lobby, in which the host sits. A channel has one match. A second
// one is refused, with the State of the first. Only a lobby that everybody has left
// does not count.
func (h *Tables) Create(ctx context.Context, n New) (*State, error) {
	g, ok := h.games[n.Game]
	if !ok {
		return nil, games.Refuse("table.game", n.Game)
	}
	rec := store.Match{
		Guild: uint64(n.Guild), Channel: uint64(n.Channel), OwnThread: n.Thread,
		Game: n.Game, Lang: string(n.Lang), Chosen: maps.Clone(n.Options), PeopleOnly: n.PeopleOnly,
	}
	return h.open(ctx, g, rec, n.Host, n.Press)
}

// open opens the lobby of a record.
func (h *Tables) open(ctx context.Context, g games.Game, rec store.Match, host User, press discord.ID) (s *State, err error) {
	defer func() {
		if p := recover(); p != nil { // defaults of options are a game's code
			s, err = nil, games.Refuse("table.apology", logPanic(h.conf.Log.Logger, "", p))
		}
	}()
	if rec.Chosen == nil {
		rec.Chosen = map[string]string{}
	}
	if rec.Options, err = g.Info().Complete(rec.Chosen); err != nil {
		return nil, err
	}
	channel := discord.ID(rec.Channel)
	if rec.Thread != 0 {
		channel = discord.ID(rec.Thread)
	}
	if s, ok := h.InChannel(channel); ok && s.Phase == Lobby && len(s.Players) == 0 && (rec.Previous == "" || s.Previous != rec.Previous) {
		if _, err := h.Send(ctx, s.ID, Action{Kind: closeEmpty}); err != nil {
			return s, err
		}
	}
	h.opening.Lock()
	defer h.opening.Unlock()
	select {
	case <-h.quit:
		return nil, ErrClosed
	default:
	}
	if s, ok := h.InChannel(channel); ok && (s.Phase == Lobby || s.Phase == Live) {
		if rec.Previous != "" && s.Previous == rec.Previous && s.Phase == Lobby {
			return s, errOpen
		}
		if h.openedBy(s, press) {
			return s, nil
		}
		return s, games.Refuse("table.busy")
	}
	now := time.Now()
	rec.ID = newID()
	rec.Phase = Lobby
	rec.Secret = newSecret()
	rec.Host = uint64(host.ID)
	rec.Created, rec.Expires, rec.ClockSaved = now, now.Add(LobbyTimeout), now
	rec.Players = append([]store.Player{{User: uint64(host.ID), Name: host.Name, Locale: host.Locale, Joined: now, Ready: rec.Previous != "", Press: uint64(press)}}, rec.Players...)
	numberSeats(&rec)
	if err := h.conf.Store.CreateMatch(ctx, rec); errors.Is(err, store.ErrTaken) {
		return nil, games.Refuse("table.busy")
	} else if err != nil {
		return nil, err
	}
	t := newTable(h, g)
	t.rec, t.opener = rec, press
	t.state.Store(t.current())
	s = t.state.Load()
	h.begin(t)
	h.leaveOtherLobbies(ctx, s, host.ID)
	return s, nil
}

// errOpen tells playAgain that its lobby is open.
var errOpen = errors.New("the lobby is open")

// openedBy reports whether a press opened the lobby of s. Then it was delivered
// again.
func (h *Tables) openedBy(s *State, press discord.ID) bool {
	h.mu.RLock()
	t := h.tables[s.ID]
	h.mu.RUnlock()
	return t != nil && press != 0 && t.opener == press
}

// playAgain opens the lobby that follows a match, or joins it.
func (h *Tables) playAgain(ctx context.Context, t *table, a Action) (*State, error) {
	old := t.state.Load()
	switch old.Phase {
	case Lobby:
		return old, games.Refuse("table.not-started")
	case Live:
		return old, games.Refuse("table.going-on")
	}
	rec := store.Match{
		Guild: uint64(old.Guild), Channel: uint64(old.Channel), Thread: uint64(old.Thread), OwnThread: old.WantsThread,
		Game: old.Game.Info().Name, Lang: string(old.Lang), Chosen: maps.Clone(old.Chosen), Strength: int(old.Strength), PeopleOnly: old.PeopleOnly, Previous: old.ID,
	}
	for i := range old.Players {
		p := old.Players[(i+1)%len(old.Players)]
		rec.SeatOrder = append(rec.SeatOrder, uint64(p.ID))
		switch {
		case p.Auto:
			rec.Players = append(rec.Players, store.Player{User: uint64(p.ID), Name: p.Name, Auto: true, Ready: true, Seat: len(rec.Players) + 1})
		case !p.Open && p.ID != a.User.ID:
			rec.Players = append(rec.Players, store.Player{User: uint64(p.ID), Name: p.Name, Locale: p.Locale, Seat: -1}) // expected
		}
	}
	s, err := h.open(ctx, old.Game, rec, a.User, a.Press)
	if errors.Is(err, errOpen) {
		a.Kind, a.Seat = Join, games.Nobody
		return h.Send(ctx, s.ID, a)
	}
	return s, err
}

// InChannel is the table in a channel or thread. It is the match that is on, else
// the latest that has ended and is not cleared yet. A match that has a thread is in
// the thread and not in the channel.
func (h *Tables) InChannel(channel discord.ID) (*State, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	t, ok := h.channels[channel]
	if !ok {
		return nil, false
	}
	return t.state.Load(), true
}

// Find is the table of a match.
func (h *Tables) Find(match string) (*State, bool) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	t, ok := h.tables[match]
	if !ok {
		return nil, false
	}
	return t.state.Load(), true
}

// Seated lists the lobbies and live matches at which a person sits, earlier ones
// first.
func (h *Tables) Seated(user discord.ID) []*State {
	return h.list(func(s *State) bool {
		_, sits := s.Seat(user)
		return sits && s.isOn()
	})
}

// Live lists the lobbies and live matches, earlier ones first.
func (h *Tables) Live() []*State { return h.list((*State).isOn) }

// isOn reports whether a table is a lobby or a live match.
func (s *State) isOn() bool { return s.Phase == Lobby || s.Phase == Live }

// All lists all tables, also those whose match has ended, earlier ones first.
func (h *Tables) All() []*State {
	return h.list(func(*State) bool { return true })
}

// list lists the tables that are meant, earlier ones first. A press may ask for one
// person's tables among thousands, so only those are sorted.
func (h *Tables) list(meant func(*State) bool) []*State {
	var list []*State
	h.mu.RLock()
	for _, t := range h.tables {
		if s := t.state.Load(); meant(s) {
			list = append(list, s)
		}
	}
	h.mu.RUnlock()
	slices.SortFunc(list, earlier)
	return list
}

// earlier compares tables by the moment at which they were opened.
func earlier(a, b *State) int {
	return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
}

// Send does what a person wants of a table, and returns when it is saved. The
// error is a refusal or a fault; with either, the State is the table as it is. It
// is nil only when there is no such table. A context that ends stops the waiting,
// not the action. A racing press is answered up to [RaceWindow] later than others.
func (h *Tables) Send(ctx context.Context, match string, a Action) (*State, error) {
	h.mu.RLock()
	t := h.tables[match]
	h.mu.RUnlock()
	if t == nil {
		return nil, games.Refuse("table.none")
	}
	if a.Kind == Again {
		return h.playAgain(ctx, t, a)
	}
	r := &request{Action: a, at: time.Now(), done: make(chan error, 1)}
	if a.Press != 0 {
		if made := h.conf.Clock.Made(a.Press); made.Before(r.at) {
			r.at = made
		}
	}
	select {
	case t.in <- r:
	case <-ctx.Done():
		return t.state.Load(), ctx.Err()
	case <-t.ended:
		select {
		case <-h.quit:
			return t.state.Load(), ErrClosed
		default:
			return nil, games.Refuse("table.none") // removed at this moment
		}
	}
	select {
	case err := <-r.done: // the table answers everything that it received
		if a.Kind == Join && err == nil {
			h.leaveOtherLobbies(ctx, t.state.Load(), a.User.ID)
		}
		return t.state.Load(), err
	case <-ctx.Done():
		return t.state.Load(), ctx.Err()
	}
}

// MemberLeft tells a table that a person has left the server or was banned. They
// leave their seat.
func (h *Tables) MemberLeft(ctx context.Context, match string, user discord.ID) error {
	_, err := h.Send(ctx, match, Action{Kind: memberLeft, User: User{ID: user}})
	return err
}

// Log is what happened among the people at a match, oldest first. It is public.
func (h *Tables) Log(ctx context.Context, match string) ([]Note, error) {
	rec, err := h.conf.Store.Match(ctx, match)
	if err != nil {
		return nil, err
	}
	list, err := h.conf.Store.Notes(ctx, match)
	if err != nil {
		return nil, err
	}
	notes := make([]Note, len(list))
	for i, n := range list {
		notes[i] = noteText(&rec, n)
	}
	return notes, nil
}

// leaveOtherLobbies takes a person who sits down here from the lobbies in which
// they wait to play a match again.
func (h *Tables) leaveOtherLobbies(ctx context.Context, at *State, user discord.ID) {
	here, ok := at.Seat(user)
	if !ok {
		return
	}
	for _, s := range h.Seated(user) {
		seat, _ := s.Seat(user)
		if s.ID == at.ID || s.Phase != Lobby || s.Previous == "" || !s.Players[seat].Joined.Before(at.Players[here].Joined) {
			continue
		}
		if _, err := h.Send(ctx, s.ID, Action{Kind: satElsewhere, User: User{ID: user}}); err != nil {
			// The start of that match finds it out once more.
			h.conf.Log.Debug().Err(err).Str("match", s.ID).Msg("remove player from lobby failed")
		}
	}
}

// away are the indexes of people who wait to play a match again, but now sit at
// another table. One of them is left out, because they are here. The store is asked,
// because another process may have that table.
func away(ctx context.Context, from Store, m store.Match, but discord.ID) (list []int, err error) {
	if m.Previous == "" {
		return nil, nil
	}
	var waiting []uint64
	for _, p := range people(&m) {
		if p.User != uint64(but) {
			waiting = append(waiting, p.User)
		}
	}
	seats, err := from.Seats(ctx, waiting...)
	if err != nil {
		return nil, err
	}
	for i, p := range m.Players {
		if p.Seat >= 0 && !p.Auto && p.User != uint64(but) && slices.ContainsFunc(seats, func(s store.Seat) bool {
			return s.User == p.User && s.Match != m.ID && s.Joined.After(p.Joined)
		}) {
			list = append(list, i)
		}
	}
	return list, nil
}

// begin adds a table and starts its goroutine.
func (h *Tables) begin(t *table) {
	s := t.state.Load()
	h.mu.Lock()
	h.tables[s.ID] = t
	h.index(t, s)
	h.mu.Unlock()
	h.wait.Go(t.run)
}

// signalAll tells all tables that the halts changed.
func (h *Tables) signalAll() {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, t := range h.tables {
		select {
		case t.signal <- struct{}{}:
		default: // it was told before and has not looked yet
		}
	}
}

// index notes which channel a table is in. h.mu is held.
func (h *Tables) index(t *table, s *State) {
	for at, other := range h.channels {
		if other == t && at != s.CurrentChannel() {
			delete(h.channels, at)
		}
	}
	if other, ok := h.channels[s.CurrentChannel()]; ok && other != t && (s.Phase == Over || s.Phase == Void) {
		o := other.state.Load()
		if o.Phase == Lobby || o.Phase == Live || o.Created.After(s.Created) {
			return
		}
	}
	h.channels[s.CurrentChannel()] = t
}

// remove removes a table.
func (h *Tables) remove(t *table) {
	s := t.state.Load()
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.tables, s.ID)
	if h.channels[s.CurrentChannel()] == t {
		delete(h.channels, s.CurrentChannel())
	}
}

// Clear removes a table whose match was deleted from the store. It is removed when
// Clear returns nil.
func (h *Tables) Clear(ctx context.Context, match string) error {
	h.mu.RLock()
	t := h.tables[match]
	h.mu.RUnlock()
	if _, err := h.Send(ctx, match, Action{Kind: matchDeleted}); err != nil {
		return err
	}
	select {
	case <-t.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// newID is ten characters of lower-case base32.
func newID() string { return strings.ToLower(rand.Text()[:10]) }
