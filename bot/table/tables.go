package table

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// Config is what [Make] needs.
type Config struct {
	Stores Stores
	Games  []games.Game
	Log    savelog.Log
	Clock  *discord.Clock // by which presses are dated; nil for the host's
	Speed  float64        // how many times as fast as the time of day match clocks run while no person is asked, or below 1 always; 0 for 1
	Chance chance.Source  // of ids and secrets: the system's
	Keep   time.Duration  // how long after the last press a match is kept in memory; 0 for KeepTime
	// PlaysItself reports whether a program presses for a person, who needs no time of
	// their own then. It may be nil.
	PlaysItself func(discord.ID) bool
	// Returned is called when somebody who was on holiday played at a table by days, after
	// that was saved. The goroutine of the table calls it, so it may not block. It may be nil.
	Returned func(discord.ID)
	// Notify is called with each State once it is saved. The goroutine of the table
	// calls it, so it may not block. Calls for one table come in order. It is not
	// called when a table is opened: Create returns that State. The State may be in
	// brief. It may be called before [Tables.Open] returns, for a match whose moment has come.
	// It may be nil.
	Notify func(*State)
}

// ErrClosed is the error of tables that were closed.
var ErrClosed = errors.New("the tables are closed")

// Tables are all tables of one process. Any number of goroutines may use them.
type Tables struct {
	conf  Config
	games map[string]games.Game
	quit  chan struct{} // closed by Close
	ran   chan struct{} // holds one: a clock runs that did not
	once  sync.Once
	wait  sync.WaitGroup

	*halts // why clocks stand
	*directory

	opening  chan struct{} // holds one while a table is opened, so that a channel never gets two; a mutex would stop virtual time
	starting sync.RWMutex  // held to start a goroutine, and by Close before it waits for them

	alarms     *alarms
	keep, soon time.Duration
}

// Make makes tables of no matches, which are to be opened before anything is asked of them.
// So what the tables tell of their changes can be made between, with the tables in it.
func Make(c Config) *Tables {
	h := &Tables{
		conf:      c,
		games:     map[string]games.Game{},
		quit:      make(chan struct{}),
		ran:       make(chan struct{}, 1),
		opening:   make(chan struct{}, 1),
		alarms:    newAlarms(),
		keep:      cmp.Or(c.Keep, KeepTime),
		soon:      min(soon, cmp.Or(c.Keep, soon)),
		directory: &directory{tables: map[string]*entry{}, channels: map[discord.ID]*entry{}},
	}
	h.halts = &halts{signal: h.signalAll}
	for _, g := range c.Games {
		h.games[g.Info().Name] = g
	}
	return h
}

// Open makes tables and opens them.
func Open(ctx context.Context, c Config) (*Tables, error) {
	h := Make(c)
	if err := h.Open(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// Close ends all tables once what they are saving is saved. The matches stay in
// the store as they are.
func (h *Tables) Close() error {
	h.opening <- struct{}{}
	h.starting.Lock()
	h.once.Do(func() { close(h.quit) })
	h.starting.Unlock()
	<-h.opening
	h.wait.Wait()
	return h.saveClocksOf(allClocks)
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
			s, err = nil, games.Refuse("table.apology", incident.LogPanic(h.conf.Log.Logger, incident.Number(h.conf.Chance, "press", press), "", p))
		}
	}()
	if rec.Chosen == nil {
		rec.Chosen = map[string]string{}
	}
	if rec.Options, err = g.Info().In(rec.Lang).Complete(rec.Chosen); err != nil {
		return nil, err
	}
	channel := discord.ID(rec.Channel)
	if rec.Thread != 0 {
		channel = discord.ID(rec.Thread)
	}
	if s, ok := h.Find(InChannel(channel)); ok && s.Phase == Lobby && len(s.Players) == 0 && (rec.Previous == "" || s.Previous != rec.Previous) {
		if _, err := h.Send(ctx, s.ID, Action{Kind: people.CloseEmpty}); err != nil {
			return s, err
		}
	}
	h.opening <- struct{}{}
	defer func() { <-h.opening }()
	select {
	case <-h.quit:
		return nil, ErrClosed
	default:
	}
	if s, ok := h.Find(InChannel(channel)); ok && (s.Phase == Lobby || s.Phase == Live) {
		if rec.Previous != "" && s.Previous == rec.Previous && s.Phase == Lobby {
			return s, errOpen
		}
		if h.openedBy(s, press) {
			return s, nil
		}
		return s, games.Refuse("table.busy")
	}
	now := time.Now()
	luck := h.conf.Chance.Next("match", channel, press)
	rec.ID = strings.ToLower(luck.Text(10, "id"))
	rec.Phase = Lobby
	luck.Read(rec.Secret[:], "secret")
	rec.Host = uint64(host.ID)
	rec.Created, rec.Expires, rec.ClockSaved = now, h.conf.Clock.Saved(now.Add(people.LobbyTime(&rec))), h.conf.Clock.Saved(now)
	rec.Players = append([]store.Player{{User: uint64(host.ID), Name: host.Name, Username: host.Username, Locale: host.Locale, Joined: now, Ready: rec.Previous != "", Press: uint64(press)}}, rec.Players...)
	people.NumberSeats(&rec)
	if err := h.conf.Stores.Matches.CreateMatch(ctx, rec); errors.Is(err, store.ErrTaken) {
		return nil, games.Refuse("table.busy")
	} else if err != nil {
		return nil, err
	}
	e := newEntry(rec.ID, g)
	e.opener = press
	e.touch()
	t := newTable(h, e)
	t.Rec = rec
	s = t.current()
	if err := publish(h, t, s); err != nil {
		return nil, err
	}
	h.leaveOtherLobbies(ctx, s, host.ID)
	return s, nil
}

// publish lets others find a table that was opened, and starts its goroutine. Whoever
// finds it before waits for that, and does not read it.
func publish(h *Tables, t *table, s *State) error {
	e := t.entry
	e.taking.Lock()
	defer e.taking.Unlock()
	e.state.Store(s)
	h.directory.mu.Lock()
	h.tables[e.id] = e
	h.index(e, s)
	h.directory.mu.Unlock()
	return h.begin(t)
}

// errOpen tells PlayAgain that its lobby is open.
var errOpen = errors.New("the lobby is open")

// openedBy reports whether a press opened the lobby of s. Then it was delivered
// again.
func (h *directory) openedBy(s *State, press discord.ID) bool {
	e := h.entry(s.ID)
	return e != nil && press != 0 && e.opener == press
}

// PlayAgain opens the lobby that follows a match, or joins it. It asks first whether the person
// may join the lobby that follows, or, with nil, may open it because none does yet. The State
// is the new one's.
func (h *Tables) PlayAgain(ctx context.Context, match string, a Action, admit func(next *State) error) (*State, error) {
	e := h.entry(match)
	if e == nil {
		return nil, games.Refuse("table.none")
	}
	e.touch()
	if _, err := h.awake(ctx, e); err != nil {
		return h.asRead(e, err), err
	}
	old := h.whole(e)
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
			rec.Players = append(rec.Players, store.Player{User: uint64(p.ID), Name: p.Name, Username: p.Username, Locale: p.Locale, Seat: -1}) // expected
		}
	}
	s, ok := h.Find(InChannel(old.CurrentChannel()))
	if !ok || s.Phase != Lobby || s.Previous != old.ID {
		err := admit(nil)
		if err != nil {
			return old, err
		}
		if s, err = h.open(ctx, old.Game, rec, a.User, a.Press); !errors.Is(err, errOpen) {
			return s, err
		}
	}
	if err := admit(s); err != nil {
		return s, err
	}
	a.Kind, a.Seat = Join, games.Nobody
	return h.Send(ctx, s.ID, a)
}

// Send does what a person wants of a table, and returns when it is saved. The
// error is a refusal or a fault; with either, the State is the table as it is. It
// is nil only when there is no such table. A context that ends stops the waiting,
// not the action. A racing press is answered up to [RaceWindow] later than others.
func (h *Tables) Send(ctx context.Context, match string, a Action) (*State, error) {
	e := h.entry(match)
	if e == nil {
		return nil, games.Refuse("table.none")
	}
	if a.Kind == Again {
		return h.PlayAgain(ctx, match, a, func(*State) error { return nil })
	}
	r := &request{Action: a, at: time.Now(), done: make(chan error, 1)}
	if a.Press != 0 {
		if made := h.conf.Clock.Made(a.Press); made.Before(r.at) {
			r.at = made
		}
	}
	if err := h.hand(ctx, e, r); err != nil {
		if errors.Is(err, errRemoved) {
			return nil, games.Refuse("table.none")
		}
		return h.asRead(e, err), err
	}
	select {
	case err := <-r.done: // the table answers everything that it received
		s := h.whole(e)
		if (a.Kind == Join || a.Kind == TakeSeat) && err == nil {
			h.leaveOtherLobbies(ctx, s, a.User.ID)
		}
		return s, err
	case <-ctx.Done():
		return e.state.Load(), ctx.Err()
	}
}

// hand gives a request to the goroutine of a table, which is taken up for it.
func (h *Tables) hand(ctx context.Context, e *entry, r *request) error {
	for {
		e.touch()
		t, err := h.awake(ctx, e)
		if err != nil {
			return err
		}
		select {
		case t.in <- r:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		case <-t.ended:
		}
		select {
		case <-h.quit:
			return ErrClosed
		case <-e.removed:
			return errRemoved
		default: // it was put away at this moment
		}
	}
}

// MemberLeft tells a table that a person has left the server or was banned. They
// leave their seat.
func (h *Tables) MemberLeft(ctx context.Context, match string, user discord.ID) error {
	_, err := h.Send(ctx, match, Action{Kind: people.MemberLeft, User: User{ID: user}})
	return err
}

// Log is what happened among the people at a match, oldest first. It is public.
func (h *Tables) Log(ctx context.Context, match string) ([]Note, error) {
	rec, err := h.conf.Stores.Matches.Match(ctx, match)
	if err != nil {
		return nil, err
	}
	list, err := h.conf.Stores.Matches.Notes(ctx, match)
	if err != nil {
		return nil, err
	}
	notes := make([]Note, len(list))
	for i, n := range list {
		notes[i] = people.NoteText(&rec, n)
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
	for _, s := range h.Known(OfPerson(user)) {
		seat, _ := s.Seat(user)
		if s.ID == at.ID || s.Phase != Lobby || s.Previous == "" || !s.Players[seat].Joined.Before(at.Players[here].Joined) {
			continue
		}
		if _, err := h.Send(ctx, s.ID, Action{Kind: people.SatElsewhere, User: User{ID: user}}); err != nil {
			// The start of that match finds it out once more.
			h.conf.Log.Debug().Err(err).Str("match", s.ID).Msg("remove player from lobby failed")
		}
	}
}

// away are the indexes of people who wait to play a match again, but now sit at
// another table. One of them is left out, because they are here. The store is asked,
// because another process may have that table.
func away(ctx context.Context, from Matches, m store.Match, but discord.ID) (list []int, err error) {
	if m.Previous == "" {
		return nil, nil
	}
	var waiting []uint64
	for _, p := range people.Persons(&m) {
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

// signalAll tells all tables that the halts changed.
func (h *Tables) signalAll() {
	tell(h.alarms.halted)
	h.directory.mu.RLock()
	defer h.directory.mu.RUnlock()
	for _, e := range h.tables {
		tell(e.signal)
	}
}

// Clear removes a table whose match was deleted from the store. It is removed when
// Clear returns nil.
func (h *Tables) Clear(ctx context.Context, match string) error {
	e := h.entry(match)
	if e == nil {
		return games.Refuse("table.none")
	}
	if h.clearUnread(e) {
		return h.conf.Stores.Surfaces.DeleteSurfaces(ctx, match)
	}
	if _, err := h.Send(ctx, match, Action{Kind: people.MatchDeleted}); err != nil {
		return err
	}
	select {
	case <-e.removed:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// clearUnread removes a table that is put away, and reports whether it did.
func (h *Tables) clearUnread(e *entry) bool {
	e.taking.Lock()
	defer e.taking.Unlock()
	if e.runs != nil {
		return false
	}
	select {
	case <-e.removed:
		return true
	default:
	}
	h.alarms.remove(e)
	h.forget(e)
	close(e.removed)
	return true
}
