package table

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"context"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// secret is what the broken rules panic with; no log may have it.
const secret = "the-element-is-SEA"

// sum is the game of the tests. In turn each seat adds 1 or 2, and the seat that
// reaches the goal wins. Every seat may whisper, which nobody else sees. The option
// "fuse" breaks some of its rules.
var sum = games.Define[sumState, sumMove, sumView](sumInfo("sum"), sumRules{}, sumPages{})

// walkers is sum with an automatic player, leavers is sum with a rule for leaving.
var (
	walkers = games.Define[sumState, sumMove, sumView](sumInfo("walkers"), sumWalker{}, sumPages{})
	leavers = games.Define[sumState, sumMove, sumView](sumInfo("leavers"), sumLeaver{}, sumPages{})
)

func sumInfo(name string) games.Info {
	return games.Info{
		Name: name, Version: 1, Min: 2, Max: 4,
		Options: []games.Option{
			{Key: "goal", Min: 1, Max: 10_000, Default: func(games.Options) string { return "10" }},
			{Key: "sand", Min: 0, Max: 8000},
			{Key: "fuse", Choices: []string{"none", "deal", "expire", "error", "stuck", "refuse", "choose", "wrong", "idle"}},
			{Key: "mark", Min: 0, Max: 600},
		},
	}
}

type sumWalker struct{ sumRules }

func (sumWalker) Choose(env *games.Env, _ games.Strength, v sumView, legal []sumMove) sumMove {
	switch v.Fuse {
	case "choose":
		panic(secret)
	case "wrong":
		return sumMove{Verb: "refused"}
	case "idle":
		return sumMove{Verb: "stay"}
	}
	return sumMove{"add", 1 + env.Rand.IntN(2)}
}

type sumLeaver struct{ sumRules }

func (r sumLeaver) Leave(env *games.Env, s *sumState, seat games.Seat) error {
	if s.Fuse == "error" {
		return errors.New("the rules fail")
	}
	if s.Fuse == "deal" {
		panic(secret)
	}
	s.Gone[seat] = true
	if s.Turn == int(seat) {
		r.pass(env, s)
	}
	return nil
}

type sumState struct {
	Seats, Turn, Sum, Goal int
	Sand, Due, Mark        time.Duration
	Marked                 bool
	Gone                   []bool
	Skips                  int
	Whispers               []int
	Fuse                   string
}

type sumMove struct {
	Verb string
	N    int
}

func (m sumMove) String() string {
	if m.Verb == "add" {
		return fmt.Sprintf("add %d", m.N)
	}
	return m.Verb
}

type sumView struct {
	Sum, Turn, Skips int
	Marked           bool
	Mine             int
	Fuse             string
}

type sumRules struct{}

func (sumRules) Deal(_ *games.Env, t games.Table) (sumState, error) {
	s := sumState{Seats: t.Seats, Goal: t.Options.Int("goal"), Sand: time.Duration(t.Options.Int("sand")) * time.Second, Fuse: t.Options["fuse"]}
	switch s.Fuse {
	case "deal":
		panic(secret)
	case "refuse":
		return s, games.Refuse("refuse.not-now")
	}
	s.Due, s.Mark = s.Sand, time.Duration(t.Options.Int("mark"))*time.Second
	s.Gone = make([]bool, t.Seats)
	s.Whispers = make([]int, t.Seats)
	return s, nil
}

func (sumRules) Moves(s sumState, seat games.Seat) iter.Seq[sumMove] {
	var list []sumMove
	if s.Sum < s.Goal && !s.Gone[seat] {
		if int(seat) == s.Turn {
			list = append(list, sumMove{"add", 1}, sumMove{"add", 2})
		}
		list = append(list, sumMove{Verb: "whisper"})
		if s.Fuse == "idle" {
			list = append(list, sumMove{Verb: "stay"})
		}
	}
	return slices.Values(list)
}

func (r sumRules) Play(env *games.Env, s *sumState, seat games.Seat, m sumMove) error {
	switch {
	case m.Verb == "boom":
		panic(secret)
	case m.Verb == "refused":
		return games.Refuse("refuse.not-now")
	case m.Verb == "fail":
		return errors.New("the rules fail")
	case m.Verb == "whisper":
		s.Whispers[seat]++
	case m.Verb == "stay":
	case int(seat) != s.Turn:
		return games.Refuse("refuse.not-yours")
	default:
		s.Sum += m.N
		r.pass(env, s)
	}
	return nil
}

func (sumRules) pass(env *games.Env, s *sumState) {
	if s.Sum >= s.Goal {
		s.Due = 0
		return
	}
	s.Marked = false
	for range s.Seats {
		if s.Turn = (s.Turn + 1) % s.Seats; !s.Gone[s.Turn] {
			break
		}
	}
	if s.Sand > 0 {
		s.Due = env.At + s.Sand
	}
}

func (r sumRules) Expire(env *games.Env, s *sumState) error {
	switch s.Fuse {
	case "expire":
		panic(secret)
	case "error":
		return errors.New("the rules fail")
	case "stuck":
		return nil
	}
	if s.Mark > 0 && !s.Marked && env.At < s.Due {
		s.Marked = true
		return nil
	}
	s.Skips++
	r.pass(env, s)
	return nil
}

func (sumRules) View(s sumState, v games.Viewer) sumView {
	w := sumView{Sum: s.Sum, Turn: s.Turn, Skips: s.Skips, Marked: s.Marked, Fuse: s.Fuse}
	if seat, ok := v.Seat(); ok {
		w.Mine = s.Whispers[seat]
	}
	return w
}

func (sumRules) Status(s sumState) games.Status {
	st := games.Status{Due: s.Due, Awaits: []games.Seat{games.Seat(s.Turn)}}
	if s.Mark > 0 && !s.Marked {
		st.Due -= s.Mark
	}
	if s.Sum >= s.Goal {
		st = games.Status{Over: true, Scores: make([]int, s.Seats), Winners: []games.Seat{games.Seat(s.Turn)}}
		st.Scores[s.Turn] = s.Sum
	}
	return st
}

func (sumRules) Parse(text string) (sumMove, error) {
	if n, ok := strings.CutPrefix(text, "add "); ok {
		i, err := strconv.Atoi(n)
		if err != nil || i != 1 && i != 2 || strconv.Itoa(i) != n {
			return sumMove{}, errors.New("no move")
		}
		return sumMove{"add", i}, nil
	}
	if slices.Contains([]string{"whisper", "stay", "boom", "fail", "refused"}, text) {
		return sumMove{Verb: text}, nil
	}
	return sumMove{}, errors.New("no move")
}

type sumPages struct{}

func (sumPages) Page(sumView, string) ui.Page { return ui.Page{Title: ui.Literal("sum")} }

func (sumPages) Fill(_ sumView, path string, answers []string) (sumMove, error) {
	if path == "boom" {
		panic(secret)
	}
	if len(answers) == 0 || answers[0] == "" {
		return sumMove{}, games.Refuse("refuse.empty")
	}
	return sumRules{}.Parse("add " + answers[0])
}

// memory is a store in memory, for tests in virtual time. While a goroutine waits
// for a disk, virtual time stands. TestStoresAgree compares it with the real one.
type memory struct {
	mu      sync.Mutex
	matches map[string]store.Match
	inputs  map[string][]store.Step
	results map[string][]store.Result
	notes   map[string][]store.Note
	users   map[uint64]store.User
	gate    chan struct{} // if not nil, AppendInput waits for it
	fail    error         // of every write
	writes  int
}

func newMemory() *memory {
	return &memory{matches: map[string]store.Match{}, inputs: map[string][]store.Step{}, results: map[string][]store.Result{}, notes: map[string][]store.Note{}, users: map[uint64]store.User{}}
}

// copied is a deep copy.
func copied[T any](v T) T {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var c T
	if err := json.Unmarshal(b, &c); err != nil {
		panic(err)
	}
	return c
}

// copy is the store as a killed process leaves it.
func (m *memory) copy() *memory {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &memory{matches: copied(m.matches), inputs: copied(m.inputs), results: copied(m.results), notes: copied(m.notes), users: copied(m.users)}
}

func (m *memory) set(fail error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.fail = fail
}

func (m *memory) User(_ context.Context, id uint64) (store.User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.users[id]
	u.ID = id
	return u, nil
}

func (m *memory) ChangeUser(_ context.Context, id uint64, do func(*store.User)) (store.User, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.users[id]
	u.ID = id
	do(&u)
	m.users[id] = u
	return u, m.fail
}

func place(m store.Match) uint64 {
	if m.Thread != 0 {
		return m.Thread
	}
	return m.Channel
}

func on(p store.Phase) bool { return p == store.Lobby || p == store.Live }

func (m *memory) ActiveBriefs(_ context.Context, at time.Time) ([]store.Match, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []store.Match
	for id, r := range m.matches {
		if on(r.Phase) || r.Expires.After(at) {
			r = copied(r)
			if r.Position == nil || r.Position.Awaits&store.AwaitsOptions == 0 {
				r.Options = nil
			}
			r.ID, r.Chosen, r.Seed, r.SeatOrder, r.Notes = id, nil, games.Seed{}, nil, nil
			if r.Position != nil {
				r.Position.Data, r.Position.Turns = nil, nil
			}
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b store.Match) int { return a.Created.Compare(b.Created) })
	return list, nil
}

func (m *memory) Match(_ context.Context, id string) (store.Match, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r, ok := m.matches[id]
	if !ok {
		return r, store.ErrNotFound
	}
	return copied(r), nil
}

func (m *memory) PressIDs(_ context.Context, id string) ([]uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []uint64
	for _, s := range m.inputs[id] {
		if s.Press != 0 {
			list = append(list, s.Press)
		}
	}
	return list, nil
}

func (m *memory) Inputs(_ context.Context, id string) ([]games.Input, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := []games.Input{}
	for _, s := range m.inputs[id] {
		list = append(list, s.Input)
	}
	return list, nil
}

func (m *memory) Results(_ context.Context, id string) ([]store.Result, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return copied(m.results[id]), nil
}

// written is how often something was to be saved.
func (m *memory) written() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.writes
}

func (m *memory) taken(r store.Match) bool {
	for id, o := range m.matches {
		if id != r.ID && on(o.Phase) && on(r.Phase) && place(o) == place(r) {
			return true
		}
	}
	return false
}

func (m *memory) CreateMatch(_ context.Context, r store.Match) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	switch {
	case m.fail != nil:
		return m.fail
	case m.taken(r):
		return store.ErrTaken
	}
	m.matches[r.ID] = copied(r)
	return nil
}

func (m *memory) SaveMatch(_ context.Context, r store.Match) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	old, ok := m.matches[r.ID]
	switch {
	case m.fail != nil:
		return m.fail
	case !ok || old.Rev != r.Rev:
		return store.ErrConflict
	case m.taken(r):
		return store.ErrTaken
	}
	r = copied(r)
	if r.Position == nil {
		r.Position = old.Position
	}
	r.Rev++
	m.matches[r.ID] = m.noted(r)
	return nil
}

// noted keeps the new notes of a record and leaves in it the latest three.
func (m *memory) noted(r store.Match) store.Match {
	for _, n := range r.Notes {
		if n.N > len(m.notes[r.ID]) {
			m.notes[r.ID] = append(m.notes[r.ID], n)
		}
	}
	r.Notes = r.Notes[max(len(r.Notes)-3, 0):]
	return r
}

func (m *memory) Notes(_ context.Context, id string) ([]store.Note, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return copied(m.notes[id]), nil
}

func (m *memory) Seats(_ context.Context, users ...uint64) (list []store.Seat, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, r := range m.matches {
		for _, p := range r.Players {
			if on(r.Phase) && p.Seat >= 0 && !p.Auto && slices.Contains(users, p.User) {
				list = append(list, store.Seat{Match: id, Guild: r.Guild, User: p.User, Joined: p.Joined})
			}
		}
	}
	return list, nil
}

func (m *memory) AppendInput(_ context.Context, s store.Step) error {
	m.mu.Lock()
	gate := m.gate
	m.mu.Unlock()
	if gate != nil {
		<-gate
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.writes++
	r, ok := m.matches[s.Match]
	switch {
	case m.fail != nil:
		return m.fail
	case !ok || r.Rev != s.Rev || r.Phase != store.Live || len(m.inputs[s.Match]) >= s.Input.N:
		return store.ErrConflict
	}
	s = copied(s)
	pos := s.Position
	r.Position = &pos
	s.Position.Data = nil // of a position only the latest is read
	m.inputs[s.Match] = append(m.inputs[s.Match], s)
	if s.Unsaid != "" {
		for i := len(m.inputs[s.Match]) - 1; i >= 0; i-- {
			if in := &m.inputs[s.Match][i].Input; in.Kind == games.KindHold {
				in.Move = s.Unsaid
				break
			}
		}
	}
	if s.Record != nil {
		r = m.noted(*s.Record)
		r.Position, r.Rev = &pos, s.Rev+1
	}
	if s.End != nil {
		r.Phase, r.Clock, r.ClockSaved, r.Ended, r.Expires = store.Over, s.Position.Clock, s.End.At, s.End.At, s.End.Expires
		r.Rev, r.Motion = s.Rev+1, nil
		for _, e := range s.End.Results {
			e.Match, e.At = s.Match, s.End.At
			m.results[s.Match] = append(m.results[s.Match], e)
		}
	}
	m.matches[s.Match] = r
	return nil
}

func (m *memory) SaveClocks(_ context.Context, at time.Time, clocks []store.Clock) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil && len(clocks) > 0 {
		return m.fail
	}
	for _, c := range clocks {
		if r, ok := m.matches[c.Match]; ok && r.Phase == store.Live && r.Clock <= c.Clock {
			r.Clock, r.ClockSaved = c.Clock, at
			m.matches[c.Match] = r
		}
	}
	return nil
}

func (m *memory) DeleteSurfaces(_ context.Context, id string) error { return nil }

func (m *memory) AutomaticInputs(_ context.Context, id string) (list []int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range m.inputs[id] {
		if s.Auto {
			list = append(list, s.Input.N)
		}
	}
	return list, nil
}

func (m *memory) InputPresses(_ context.Context, id string) (map[int]uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := map[int]uint64{}
	for _, s := range m.inputs[id] {
		if s.Press != 0 {
			list[s.Input.N] = s.Press
		}
	}
	return list, nil
}

func (m *memory) EraseFromMatch(_ context.Context, r store.Removal) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	rec := m.matches[r.Match]
	if rec.Rev != r.Rev {
		return store.ErrConflict
	}
	rec.Players = slices.DeleteFunc(copied(rec).Players, func(p store.Player) bool { return p.User == r.User })
	rec.Host, rec.SeatOrder = r.Host, r.SeatOrder
	rec.Rev++
	if r.Latest != nil {
		p := *rec.Position
		p.Version, p.Data = r.Latest.Version, r.Latest.Data
		rec.Position = &p
	}
	for n, move := range r.Moves {
		m.inputs[r.Match][n-1].Input.Move = move
	}
	for _, n := range r.Presses {
		m.inputs[r.Match][n-1].Press = 0
	}
	if r.NoLog {
		m.inputs[r.Match], rec.Position = nil, nil
	}
	m.matches[r.Match] = rec
	return nil
}

func (m *memory) EraseMatch(_ context.Context, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.matches, id)
	return nil
}
