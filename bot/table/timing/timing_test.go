package timing

import (
	"slices"
	"testing"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// game and match are what is asked of a game here.
type (
	game struct {
		games.Game
		plays bool
	}
	match struct {
		games.Match
		n  int
		at time.Duration
	}
)

func (game) Info() games.Info     { return games.Info{Name: "game", Version: 1} }
func (g game) Plays() bool        { return g.plays }
func (game) Waits() bool          { return false }
func (m match) N() int            { return m.n }
func (m match) At() time.Duration { return m.at }

// live is a match that is on, with people and automatic players in its seats. The first seat has a
// minute for its move.
func live(people, auto int) *Match {
	m := New(game{plays: true}, 0)
	rec := store.Match{ID: "m", Phase: store.Live, Seats: people + auto, Clock: 5 * time.Second}
	for i := range rec.Seats {
		rec.Players = append(rec.Players, store.Player{User: uint64(i + 1), Seat: i, Auto: i >= people, Joined: noon})
	}
	rec.Position = &store.Position{N: 2, At: 4 * time.Second, Clock: 6 * time.Second, Turns: make([]int, 1+rec.Seats), Data: []byte("{}")}
	m.Forget(rec, noon)
	m.Pos.Match = match{n: 2, at: 4 * time.Second}
	m.Pos.Seen = Seen{Status: games.Status{Awaits: []games.Seat{0}, Due: 66 * time.Second}, Wakes: 66 * time.Second, moves: make([][]string, rec.Seats)}
	m.Pos.moves[0] = []string{"move"}
	m.away.set = 6 * time.Second
	return &m
}

// at checks where the clock is after a time.
func at(t *testing.T, m *Match, after, want time.Duration) {
	t.Helper()
	if got := m.Clock().At(noon.Add(after)); got != want {
		t.Errorf("after %v the clock is at %v, want %v", after, got, want)
	}
}

// TestClock lets a clock run, stand and go on.
func TestClock(t *testing.T) {
	m := live(2, 0)
	if m.Rec.Position.Data != nil {
		t.Error("the record keeps the position")
	}
	at(t, m, 3*time.Second, 9*time.Second)
	if due, timed := m.Clock().Deadline(); !timed || !m.Clock().TimeOf(due).Equal(noon.Add(time.Minute)) {
		t.Errorf("a deadline at %v: %v", m.Clock().TimeOf(due), timed)
	}
	m.Halted = true
	at(t, m, time.Hour, 6*time.Second)
	m.Halted = false
	m.Clock().StandAt(7*time.Second, noon.Add(10*time.Second))
	at(t, m, 11*time.Second, 8*time.Second)
	m.Rec.Paused = "table.pause.host"
	if _, timed := m.Clock().Deadline(); timed {
		t.Error("a match that is paused has a deadline")
	}
	m.Rec.Paused = ""
	// Since half a second nobody could play: the clock goes back to there, and no further than
	// to where it began to run.
	m.Clock().StopSince(noon.Add(10500*time.Millisecond), 9*time.Second, noon.Add(12*time.Second))
	m.Halted = true
	at(t, m, time.Hour, 7500*time.Millisecond)
	m.Halted = false
	m.Clock().StopSince(noon.Add(-time.Hour), 9*time.Second, noon.Add(12*time.Second))
	m.Halted = true
	at(t, m, time.Hour, 7*time.Second)
}

// TestKept: a match that was put away goes on as if it had not been.
func TestKept(t *testing.T) {
	m := live(2, 0)
	k := m.Keep(true)
	again := live(2, 0)
	again.Rec.Clock = 0
	again.Forget(again.Rec, noon.Add(time.Hour)) // its clock would stand where it was saved
	at(t, again, time.Hour, 6*time.Second)
	again.Restore(k)
	at(t, again, time.Hour, 6*time.Second+time.Hour)
	if again.GoBack(k) {
		t.Error("a clock that did not run on goes back")
	}
	again.Clock().StandAt(time.Hour, noon)
	if !again.GoBack(k) {
		t.Error("a clock that ran on does not go back")
	}
	at(t, again, 0, 6*time.Second)
}

// TestAloneClock: the clock stands for a person who plays alone until they press, or were
// forgotten. With another person it runs.
func TestAloneClock(t *testing.T) {
	m := live(1, 1)
	if !m.Alone().Look(noon.Add(time.Second)) || m.Clock().Running() || !m.Alone().Calm() {
		t.Fatal("the clock runs while a person who plays alone decides")
	}
	at(t, m, time.Hour, 7*time.Second)
	if end, waits := m.Alone().Ends(); !waits || !end.Equal(noon.Add(time.Second+Patience)) {
		t.Errorf("it waits until %v: %v", end, waits)
	}
	if m.Alone().Look(noon.Add(Patience)) {
		t.Error("it waits no longer")
	}
	if !m.Alone().Look(noon.Add(time.Second+Patience)) || !m.Clock().Running() {
		t.Error("a match that was forgotten waits for ever")
	}
	at(t, m, time.Second+Patience+time.Second, 8*time.Second)
	if two := live(2, 1); two.Alone().Look(noon) || !two.Clock().Running() {
		t.Error("the clock stands for one of two people")
	}
}

// TestReminder: people whose turn it is are reminded once half of their time has passed, unless
// they play alone.
func TestReminder(t *testing.T) {
	m := live(2, 0)
	half := noon.Add(30 * time.Second)
	if at, some := m.Absent().NextReminder(noon); !some || !m.Clock().TimeOf(at).Equal(half) {
		t.Errorf("a reminder at %v: %v", at, some)
	}
	if late, awaited := m.Absent().ToRemind(half.Add(-1)); late != nil || !slices.Equal(awaited, []games.Seat{0}) {
		t.Errorf("late are %v of %v", late, awaited)
	}
	if late, _ := m.Absent().ToRemind(half); !slices.Equal(late, []games.Seat{0}) {
		t.Errorf("late are %v", late)
	}
	if late, _ := live(1, 1).Absent().ToRemind(half); late != nil {
		t.Error("a person who plays alone is reminded")
	}
}

// TestAbsent: the seat of a sleepwalker is played a pace after it was awaited.
func TestAbsent(t *testing.T) {
	m := live(3, 0)
	m.Absent().Await(noon)
	if at, ok := m.Absent().Next(noon); ok {
		t.Errorf("a person who is there is played at %v", at)
	}
	m.Rec.Players[0].Asleep = true
	m.Absent().Await(noon.Add(time.Second))
	if at, ok := m.Absent().Next(noon); !ok || at != 7*time.Second+Pace {
		t.Errorf("a sleepwalker moves at %v: %v", at, ok)
	}
	if seat, ok := m.Absent().Seat(); !ok || seat != 0 {
		t.Errorf("it is seat %d: %v", seat, ok)
	}
	m.Absent().Stick(0)
	if _, ok := m.Absent().Next(noon); ok {
		t.Error("a seat without a move is played before the next input")
	}
}

// TestStale: a press counts for the page that it was made on, and typed words for what their
// writer can have seen.
func TestStale(t *testing.T) {
	m := live(2, 0)
	m.Pos.setTurns([]int{3, 5, 2}, noon)
	for name, c := range map[string]struct {
		a    people.Action
		made time.Duration
		want bool
	}{
		"own turn":     {people.Action{Turn: 5}, 0, false},
		"an old turn":  {people.Action{Turn: 4}, 0, true},
		"the board":    {people.Action{Turn: 3, Board: true}, 0, false},
		"an old board": {people.Action{Turn: 2, Board: true}, 0, true},
		"no turn":      {people.Action{Turn: people.AnyTurn}, 0, false},
		"typed":        {people.Action{Turn: people.AnyTurn, Typed: true}, Typing, false},
		"typed before": {people.Action{Turn: people.AnyTurn, Typed: true}, Typing - 1, true},
	} {
		if got := m.Pos.Stale(&c.a, noon.Add(c.made), 0, Typing); got != c.want {
			t.Errorf("%s: stale is %v", name, got)
		}
	}
	m.Pos.Showed(0, noon.Add(time.Minute)) // a newcomer sees the seat for the first time
	if !m.Pos.Stale(&people.Action{Turn: people.AnyTurn, Typed: true}, noon.Add(Typing), 0, Typing) {
		t.Error("what was typed before is an answer")
	}
}
