package table

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rs/zerolog"

	"oneiros/bot/chance"
	"oneiros/bot/chance/chancetest"
	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

var (
	anya  = User{ID: 1, Name: "Аня", Locale: "ru"}
	boris = User{ID: 2, Name: "Boris", Locale: "en-US"}
	vera  = User{ID: 3, Name: "Вера", Locale: "ru"}
	gleb  = User{ID: 4, Name: "Gleb", Locale: "en-GB"}
	eve   = User{ID: 5, Name: "Eve", Locale: "en-US"}
)

const channel = discord.ID(500)

// party is the tables under test, and what they showed.
type party struct {
	t      *testing.T
	tables *Tables
	store  Store
	log    *bytes.Buffer
	more   []games.Game

	mu    sync.Mutex
	shown []*State
	press uint64
}

// virtual runs a test in virtual time, on the day of the tests.
func virtual(t *testing.T, run func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		chancetest.Begin(t)
		run(t)
	})
}

// gathered counts the parties of each test. Every party of a test has other luck, since
// those after a kill make other tables.
var gathered struct {
	sync.Mutex
	of map[string]int
}

func luck(t *testing.T) chance.Source {
	t.Helper()
	gathered.Lock()
	defer gathered.Unlock()
	if gathered.of == nil {
		gathered.of = map[string]int{}
	}
	gathered.of[t.Name()]++
	return chancetest.Source(t).Of("party", gathered.of[t.Name()])
}

// putAway has every test run with tables that are put away whenever they wait: nothing
// may change for people then.
var putAway = flag.Bool("put-away", false, "put tables away as soon as they have nothing to do")

// keep is how long tables of a test are kept in memory.
func keep() time.Duration {
	if *putAway {
		return time.Nanosecond
	}
	return 0
}

func gather(t *testing.T, s Store, more ...games.Game) *party {
	t.Helper()
	p := &party{t: t, store: s, log: &bytes.Buffer{}, more: more}
	var err error
	p.tables, err = Open(t.Context(), Config{
		Stores: storesOf(s), Games: append([]games.Game{sum, walkers, leavers}, more...), Log: savelog.New(zerolog.New(zerolog.SyncWriter(p.log))), Keep: keep(), Chance: luck(t),
		Notify: func(s *State) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.shown = append(p.shown, s)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// seen is what was shown so far.
func (p *party) seen() []*State {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.shown)
}

func (p *party) leave() {
	p.t.Helper()
	if err := p.tables.Close(); err != nil {
		p.t.Error(err)
	}
}

// now is a press made at this moment.
func (p *party) now() discord.ID { return p.at(time.Now()) }

// at is a press made at a moment; those of one moment differ.
func (p *party) at(t time.Time) discord.ID {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.press++
	return discord.IDAt(t) + discord.ID(p.press)
}

func (p *party) open(options map[string]string) *State {
	p.t.Helper()
	s, err := p.tables.Create(p.t.Context(), New{Guild: 9, Channel: channel, Game: "sum", Options: options, Host: anya, Lang: text.Russian, Press: p.now()})
	if err != nil {
		p.t.Fatal(err)
	}
	return s
}

// seeing is an action of a person who sees the table as it is. They vote on what is voted on,
// say yes to what they are asked, and join a match by its seats.
func (p *party) seeing(match string, a Action) Action {
	p.t.Helper()
	s, ok := p.tables.Find(OfMatch(match))
	if !ok {
		return a
	}
	if s.Motion != nil && (a.Kind == Agree || a.Kind == Object) {
		a.Motion = s.Motion.ID
	}
	if a.Kind == Join && s.Phase == Live {
		a.Kind = TakeSeat
	}
	a.Asked = s.Asks(a)
	return a
}

// do does something that must be done.
func (p *party) do(match string, u User, k Kind) *State {
	p.t.Helper()
	s, err := p.tables.Send(p.t.Context(), match, p.seeing(match, Action{Kind: k, User: u, Press: p.now(), Turn: AnyTurn}))
	if err != nil {
		p.t.Fatalf("%s of %s: %v", k, u.Name, err)
	}
	return s
}

func (p *party) play(match string, u User, move string) *State {
	p.t.Helper()
	s, err := p.tables.Send(p.t.Context(), match, Action{Kind: Play, User: u, Press: p.now(), Turn: AnyTurn, Move: move})
	if err != nil {
		p.t.Fatalf("%s of %s: %v", move, u.Name, err)
	}
	return s
}

// refused sends what must be refused, with a key.
func (p *party) refused(match string, a Action, key string) *State {
	p.t.Helper()
	if a.Press == 0 {
		a.Press = p.now()
	}
	before, _ := p.tables.Find(OfMatch(match))
	s, err := p.tables.Send(p.t.Context(), match, a)
	words, ok := games.Refused(err)
	if !ok || words.Key != key {
		p.t.Errorf("%s of %s: %v, want refusal %q", a.Kind, a.User.Name, err, key)
	}
	if key != "table.incident" && before != nil && s != nil && s.Rev != before.Rev {
		p.t.Errorf("%s of %s was refused and changed the table", a.Kind, a.User.Name)
	}
	return s
}

// begin is a live match of Anya and Boris.
func (p *party) begin(options map[string]string) *State {
	p.t.Helper()
	s := p.open(options)
	p.do(s.ID, boris, Join)
	return p.do(s.ID, anya, Start)
}

func (p *party) state(match string) *State {
	p.t.Helper()
	s, ok := p.tables.Find(OfMatch(match))
	if !ok {
		p.t.Fatal("the table is gone")
	}
	return s
}

// moves is the log of a match: seats and moves.
func (p *party) moves(match string) []string {
	p.t.Helper()
	log, err := p.store.(interface {
		Inputs(context.Context, string) ([]games.Input, error)
	}).Inputs(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	var list []string
	for _, in := range log {
		if in.Kind == games.KindExpire {
			list = append(list, "expire")
		} else {
			list = append(list, fmt.Sprintf("%d %s", in.Seat, in.Move))
		}
	}
	return list
}

func names(s *State) []string {
	var list []string
	for _, p := range s.Players {
		list = append(list, p.Name)
	}
	return list
}

func expected(s *State) []string {
	var list []string
	for _, who := range s.Expected {
		list = append(list, who.Name)
	}
	return list
}

func TestLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		s := p.open(map[string]string{"sand": "30"})
		if s.Phase != Lobby || s.Host != anya.ID || !cmp.Equal(names(s), []string{"Аня"}) || s.Options["goal"] != "10" || s.Options["sand"] != "30" || s.SeedHash != "" {
			t.Errorf("a new lobby is %+v", s)
		}
		if in, ok := p.tables.Find(InChannel(channel)); !ok || in.ID != s.ID {
			t.Error("the lobby is not in its channel")
		}

		p.refused(s.ID, Action{Kind: Start, User: anya}, "table.need")
		p.refused(s.ID, Action{Kind: Start, User: boris}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Ready, User: boris}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Extend, User: boris}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.not-started")
		p.refused(s.ID, Action{Kind: Again, User: anya}, "table.not-started")
		p.refused(s.ID, Action{Kind: Resume, User: anya}, "table.not-started")

		rev := p.do(s.ID, boris, Join).Rev
		if again := p.do(s.ID, boris, Join); again.Rev != rev || len(again.Players) != 2 {
			t.Error("joining twice is not joining once")
		}
		p.do(s.ID, vera, Join)
		p.do(s.ID, gleb, Join)
		p.refused(s.ID, Action{Kind: Join, User: eve}, "table.full")
		if got := names(p.do(s.ID, gleb, Leave)); !cmp.Equal(got, []string{"Аня", "Boris", "Вера"}) {
			t.Errorf("after Gleb has left: %v", got)
		}
		p.do(s.ID, gleb, Leave)

		p.refused(s.ID, Action{Kind: SetOption, User: boris, Key: "goal", Value: "3"}, "table.not-host")
		p.refused(s.ID, Action{Kind: SetOption, User: anya, Key: "goal", Value: "0"}, "refuse.option-range")
		p.refused(s.ID, Action{Kind: SetOption, User: anya, Key: "luck", Value: "0"}, "refuse.option-unknown")
		p.do(s.ID, vera, Ready)
		set := func(v string) *State {
			s, err := p.tables.Send(t.Context(), s.ID, Action{Kind: SetOption, User: anya, Press: p.now(), Key: "goal", Value: v})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		if got := set("3"); got.Options["goal"] != "3" || got.Chosen["goal"] != "3" || got.Players[2].Ready {
			t.Errorf("after an option was set: %+v", got)
		}
		if got := set(""); got.Options["goal"] != "10" || !maps.Equal(got.Chosen, map[string]string{"sand": "30"}) {
			t.Errorf("after an option was reset: %v, %v", got.Options, got.Chosen)
		}

		// A person who is not the host starts when all others are ready.
		waiting := p.refused(s.ID, Action{Kind: Start, User: boris}, "table.not-ready")
		if waiting.Phase != Lobby {
			t.Error("started without the others")
		}
		p.do(s.ID, vera, Ready)
		p.do(s.ID, vera, Unready)
		p.do(s.ID, vera, Ready)

		// Another person becomes the host.
		got := p.do(s.ID, anya, Leave)
		if got.Host != boris.ID || !cmp.Equal(names(got), []string{"Boris", "Вера"}) {
			t.Errorf("after the host has left: host %d, %v", got.Host, names(got))
		}
		p.do(s.ID, anya, Join)
		p.do(s.ID, vera, Leave)
		p.do(s.ID, boris, Leave)
		got = p.do(s.ID, anya, Leave)
		if got.Host != 0 || len(got.Players) != 0 {
			t.Errorf("an empty lobby: %+v", got)
		}
		p.refused(s.ID, Action{Kind: Stop, User: eve}, "table.no-host")
		got = p.do(s.ID, vera, Join)
		if got.Host != vera.ID {
			t.Error("who sits down at an empty table is not its host")
		}
		p.do(s.ID, boris, Join)
		p.do(s.ID, vera, Ready)
		got = p.do(s.ID, boris, Start)
		if got.Phase != Live || !cmp.Equal(names(got), []string{"Вера", "Boris"}) || got.Match == nil || len(got.SeedHash) != 64 || got.Seed != "" || !got.Running {
			t.Errorf("a started match is %+v", got)
		}
		if got := p.do(s.ID, vera, Start); got.Phase != Live {
			t.Error("starting twice is not starting once")
		}
		p.refused(s.ID, Action{Kind: TakeSeat, User: eve, Seat: games.Nobody}, "table.no-seat")
		p.refused(s.ID, Action{Kind: Ready, User: eve}, "table.started")
		p.refused(s.ID, Action{Kind: SetOption, User: vera, Key: "goal", Value: "3"}, "table.started")
	})
}

func TestOneTableInAChannel(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		first := New{Guild: 9, Channel: channel, Game: "sum", Host: anya, Lang: text.English, Press: p.now(), Thread: true}
		s, err := p.tables.Create(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := p.tables.Create(t.Context(), first); err != nil || again.ID != s.ID {
			t.Errorf("the same press opened another lobby: %v", err)
		}
		second := New{Guild: 9, Channel: channel, Game: "sum", Host: boris, Press: p.now()}
		busy, err := p.tables.Create(t.Context(), second)
		if words, ok := games.Refused(err); !ok || words.Key != "table.busy" || busy.ID != s.ID {
			t.Errorf("a second table in the channel: %v", err)
		}
		if _, err := p.tables.SetThread(t.Context(), s.ID, 777); err != nil {
			t.Fatal(err)
		}
		other, err := p.tables.Create(t.Context(), second)
		if err != nil {
			t.Fatalf("the first one has a thread of its own now: %v", err)
		}
		for at, want := range map[discord.ID]string{channel: other.ID, 777: s.ID} {
			if in, ok := p.tables.Find(InChannel(at)); !ok || in.ID != want {
				t.Errorf("in %d is not %s", at, want)
			}
		}
		if _, err := p.tables.Create(t.Context(), New{Channel: 1, Game: "chess", Host: anya}); err == nil {
			t.Error("opened a table of an unknown game")
		}
		p.do(other.ID, anya, Join)
		if got := p.tables.Known(OfPerson(anya.ID)); len(got) != 2 {
			t.Errorf("Anya sits at %d tables", len(got))
		}
		if got := p.tables.Known(OfPerson(boris.ID)); len(got) != 1 || got[0].ID != other.ID {
			t.Errorf("Boris sits at %v", got)
		}
	})
}

// TestEmptyLobby: a lobby that everybody has left makes room for another one. A
// lobby in which a person sits does not.
func TestEmptyLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		open := func(who User) (*State, error) {
			return p.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "sum", Host: who, Press: p.now()})
		}
		first, err := open(anya)
		if err != nil {
			t.Fatal(err)
		}
		p.do(first.ID, anya, Leave)
		p.do(first.ID, vera, Join)
		if _, err := open(boris); err == nil {
			t.Error("Vera's lobby is gone")
		}
		p.do(first.ID, vera, Leave)
		second, err := open(boris)
		if err != nil {
			t.Fatalf("nobody sits there: %v", err)
		}
		if got := p.state(first.ID); got.Phase != Void {
			t.Errorf("the first lobby is %v", got.Phase)
		}
		if in, ok := p.tables.Find(InChannel(channel)); !ok || in.ID != second.ID || in.Host != boris.ID {
			t.Errorf("in the channel is %+v", in)
		}
	})
}

func TestMatch(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.begin(map[string]string{"goal": "3"})
		p.refused(s.ID, Action{Kind: Play, User: boris, Turn: AnyTurn, Move: "add 1"}, "refuse.not-yours")
		p.refused(s.ID, Action{Kind: Play, User: eve, Turn: AnyTurn, Move: "add 1"}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 3"}, "refuse.notation")
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Form: &Form{Path: "add", Answers: []string{""}}}, "refuse.empty")
		if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "fail"}); err == nil {
			t.Error("rules that failed were obeyed")
		}
		got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: User{ID: anya.ID, Name: "Анна", Locale: "ru"}, Press: p.now(), Turn: AnyTurn, Form: &Form{Path: "add", Answers: []string{"2"}}})
		if err != nil || !cmp.Equal(names(got), []string{"Анна", "Boris"}) {
			t.Errorf("a form: %v, %v", names(got), err)
		}
		end := p.play(s.ID, boris, "add 1")
		if end.Phase != Over || end.Running || len(end.Seed) != 64 || !end.Expires.Equal(time.Now().Add(ClearAfter)) || !end.Status.Over {
			t.Errorf("the end is %+v", end)
		}
		want := []store.Result{
			{Match: s.ID, Seat: 0, Game: "sum", Guild: 9, User: 1, At: time.Now()},
			{Match: s.ID, Seat: 1, Game: "sum", Guild: 9, User: 2, Score: 3, Won: true, At: time.Now()},
		}
		results, err := m.Results(t.Context(), s.ID)
		if d := cmp.Diff(want, results); d != "" || err != nil {
			t.Errorf("results, %v:\n%s", err, d)
		}
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "refuse.over")
		p.refused(s.ID, Action{Kind: Stop, User: anya}, "refuse.over")
		p.refused(s.ID, Action{Kind: Join, User: eve}, "refuse.over")
		// States were shown in order.
		for i := 1; i < len(p.shown); i++ {
			if p.shown[i].Rev <= p.shown[i-1].Rev {
				t.Errorf("revision %d was shown after %d", p.shown[i].Rev, p.shown[i-1].Rev)
			}
		}
		time.Sleep(ClearAfter + time.Second)
		if _, ok := p.tables.Find(OfMatch(s.ID)); ok {
			t.Error("the table is not cleared")
		}
		p.refused(s.ID, Action{Kind: Again, User: anya}, "table.none")
	})
}

func TestTurns(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(nil)
		check := func(s *State, want ...int) {
			t.Helper()
			if !cmp.Equal(s.Turns, want) {
				t.Errorf("turns are %v, want %v", s.Turns, want)
			}
		}
		check(s, 0, 0, 0)
		check(p.play(s.ID, boris, "whisper"), 0, 0, 1) // nobody else can tell
		check(p.play(s.ID, anya, "add 1"), 1, 1, 2)
		play := func(u User, turn int, board bool, press discord.ID) Action {
			return Action{Kind: Play, User: u, Turn: turn, Board: board, Press: press, Move: "add 1"}
		}
		p.refused(s.ID, play(boris, 1, false, 0), "table.stale")
		p.refused(s.ID, play(boris, 0, true, 0), "table.stale")

		press := p.now()
		first, err := p.tables.Send(t.Context(), s.ID, play(boris, 2, false, press))
		if err != nil {
			t.Fatal(err)
		}
		check(first, 2, 2, 3)
		// A double click is a second press of the same button, which is stale then.
		p.refused(s.ID, play(boris, 2, false, p.now()), "table.stale")
		// The same press again, and again after a crash, changes nothing.
		for range 2 {
			again, err := p.tables.Send(t.Context(), s.ID, play(boris, 2, false, press))
			if err != nil || again.Rev != first.Rev {
				t.Errorf("a press delivered twice: %v, revision %d after %d", err, again.Rev, first.Rev)
			}
			left := m.copy()
			p.leave()
			p = gather(t, left)
		}
		check(p.state(s.ID), 2, 2, 3)
		p.refused(s.ID, play(anya, 1, false, 0), "table.stale")
		if _, err := p.tables.Send(t.Context(), s.ID, play(anya, 2, true, p.now())); err != nil {
			t.Errorf("a button of before the crash is dead: %v", err)
		}
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"1 whisper", "0 add 1", "1 add 1", "0 add 1"}) {
			t.Errorf("the log is %v", got)
		}
		p.leave()
	})
}

func TestRedeliveredInTheLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.open(nil)
		join := Action{Kind: Join, User: boris, Press: p.now()}
		if _, err := p.tables.Send(t.Context(), s.ID, join); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		p.do(s.ID, boris, Leave)
		left := m.copy()
		p.leave()
		p = gather(t, left)
		defer p.leave()
		if got, err := p.tables.Send(t.Context(), s.ID, join); err != nil || len(got.Players) != 1 {
			t.Errorf("Boris left, and his old press seated him again: %v", err)
		}
		time.Sleep(time.Second)
		if got := p.do(s.ID, boris, Join); len(got.Players) != 2 {
			t.Error("Boris cannot come back")
		}
	})
}

func TestDeadline(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		s := p.begin(map[string]string{"sand": "30"})
		due := time.Now().Add(30 * time.Second)
		if at, ok := s.When(s.Status.Due); !ok || !at.Equal(due) || s.Left(s.Status.Due, time.Now()) != 30*time.Second {
			t.Errorf("the deadline is at %v", at)
		}
		time.Sleep(30*time.Second + Grace - time.Millisecond)
		synctest.Wait()
		if got := p.moves(s.ID); len(got) != 0 {
			t.Errorf("the deadline came early: %v", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		got := p.state(s.ID)
		if !cmp.Equal(p.moves(s.ID), []string{"expire"}) {
			t.Fatalf("at the deadline: %v", p.moves(s.ID))
		}
		// The next player has the whole of their time.
		if left := got.Left(got.Status.Due, time.Now()); left != 30*time.Second {
			t.Errorf("%v are left to the next", left)
		}

		// A slow press made before the deadline counts.
		made := p.at(time.Now().Add(29_999 * time.Millisecond))
		time.Sleep(30*time.Second + 900*time.Millisecond)
		got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: boris, Press: made, Turn: AnyTurn, Move: "add 1"})
		if err != nil || got.Match.At() >= 61*time.Second {
			t.Errorf("a press before the deadline: at %v, %v", got.Match.At(), err)
		}

		// It is dated when it was made, so the next deadline is 30 s after that. A
		// press made after that deadline waits for it.
		time.Sleep(time.Until(made.Time().Add(30*time.Second + 100*time.Millisecond)))
		began := time.Now()
		p.refused2(s.ID, Action{Kind: Play, User: anya, Turn: got.Turns[1], Move: "add 1"}, "table.stale")
		if waited := time.Since(began); waited < 800*time.Millisecond || waited > time.Second {
			t.Errorf("it waited %v", waited)
		}
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"expire", "1 add 1", "expire"}) {
			t.Errorf("the log is %v", got)
		}
	})
}

// TestTogether lets presses arrive in the wrong order while the store is busy: those
// that wait are put in order.
func TestTogether(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.begin(nil)
		gate := make(chan struct{})
		m.mu.Lock()
		m.gate = gate
		m.mu.Unlock()
		var wait sync.WaitGroup
		send := func(u User, press discord.ID, move string) {
			wait.Go(func() {
				if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: u, Press: press, Turn: AnyTurn, Move: move}); err != nil {
					t.Errorf("%s of %s: %v", move, u.Name, err)
				}
			})
			synctest.Wait()
		}
		early := p.at(time.Now())
		time.Sleep(100 * time.Millisecond)
		send(boris, p.now(), "whisper") // this one is being saved
		send(boris, p.at(time.Now().Add(-20*time.Millisecond)), "add 2")
		send(anya, p.at(time.Now().Add(-30*time.Millisecond)), "add 1")
		send(anya, early, "whisper")
		close(gate)
		wait.Wait()
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"1 whisper", "0 whisper", "0 add 1", "1 add 2"}) {
			t.Errorf("the log is %v", got)
		}
	})
}

func TestEverybodyAtOnce(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		s := p.begin(map[string]string{"goal": "10000"})
		turn := s.Turns[1]
		var wait sync.WaitGroup
		var mu sync.Mutex
		played, late := 0, 0
		for range 200 {
			wait.Go(func() {
				_, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Turn: turn, Move: "add 1"})
				mu.Lock()
				defer mu.Unlock()
				if words, ok := games.Refused(err); ok && words.Key == "table.stale" {
					late++
				} else if err == nil {
					played++
				}
			})
			wait.Go(func() { p.play(s.ID, boris, "whisper") })
		}
		wait.Wait()
		if played != 1 || late != 199 {
			t.Errorf("one button pressed 200 times was played %d times and too late %d times", played, late)
		}
		if got := len(p.moves(s.ID)); got != 201 {
			t.Errorf("%d inputs of 201", got)
		}
	})
}

// TestNews shows an outage until something happens, or for a minute.
func TestNews(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(nil)
		back := func() {
			t.Helper()
			p.leave()
			time.Sleep(time.Hour)
			p = gather(t, m)
			if p.state(s.ID).Outage < time.Hour {
				t.Fatal("nobody is told of the outage")
			}
		}
		back()
		if got := p.play(s.ID, anya, "add 1"); got.Outage != 0 {
			t.Errorf("after a move an outage of %v is still told", got.Outage)
		}
		back()
		time.Sleep(NewsTime - time.Second)
		synctest.Wait()
		if p.state(s.ID).Outage == 0 || len(p.seen()) != 0 {
			t.Error("it is forgotten early")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if shown := p.seen(); p.state(s.ID).Outage != 0 || len(shown) != 1 || shown[0].Outage != 0 {
			t.Error("after a minute it is still told")
		}
		p.leave()
	})
}

// TestNoNews: nobody is told of an outage in which the clock would have stood anyway. That
// is so while a match is paused, and outside the hours of a table by days.
func TestNoNews(t *testing.T) {
	virtual(t, func(t *testing.T) {
		begun := untilHour(18) // 21 o'clock in Moscow
		paused, days := newMemory(), newMemory()
		p := gather(t, paused)
		id := p.begin(nil).ID
		if _, err := p.tables.Send(t.Context(), id, Action{Kind: Pause, User: anya, Moderator: true}); err != nil {
			t.Fatal(err)
		}
		p.leave()
		p = gather(t, days, byDays...)
		byDay := p.sit("somnicum", map[string]string{"pace": "12h", "from": "10", "to": "22", "zone": "Europe/Moscow"}, anya, boris).ID
		for _, c := range []struct{ at, outage time.Duration }{{2 * time.Hour, 0}, {12 * time.Hour, time.Hour}} { // 23 o'clock, and 9 o'clock
			until(begun.Add(c.at))
			p.leave()
			time.Sleep(2 * time.Hour)
			p = gather(t, days, byDays...)
			if s := p.state(byDay); !s.Running || s.Outage != c.outage {
				t.Errorf("the table by days tells of an outage of %v, want %v", s.Outage, c.outage)
			}
		}
		p.leave()
		p = gather(t, paused)
		if s := p.state(id); s.Running || s.Outage != 0 {
			t.Errorf("the paused match tells of an outage of %v", s.Outage)
		}
		p.leave()
	})
}

// TestTyped types moves, which carry no turn number. Each is meant for what its
// writer saw.
func TestTyped(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(nil)
		typed := func(u User, at time.Time) Action {
			return Action{Kind: Play, User: u, Turn: AnyTurn, Typed: true, Press: p.at(at), Move: "whisper"}
		}
		p.refused(s.ID, typed(boris, time.Now()), "table.stale") // the match has just begun
		time.Sleep(Typing)
		// Of three in a row, the first changes what the others were meant for.
		first := time.Now()
		if _, err := p.tables.Send(t.Context(), s.ID, typed(boris, first)); err != nil {
			t.Fatal(err)
		}
		p.refused(s.ID, typed(boris, first.Add(-10*time.Millisecond)), "table.stale")
		time.Sleep(300 * time.Millisecond)
		p.refused(s.ID, typed(boris, time.Now()), "table.stale")
		time.Sleep(300 * time.Millisecond)
		p.refused(s.ID, typed(boris, time.Now()), "table.stale")
		// What was typed before a change and arrives late is stale too.
		time.Sleep(2 * Typing)
		early := typed(anya, time.Now())
		time.Sleep(Typing)
		p.play(s.ID, anya, "whisper")
		time.Sleep(2 * Typing)
		p.refused(s.ID, early, "table.stale")
		// A move that does not change Boris' moves makes nothing of his stale.
		if _, err := p.tables.Send(t.Context(), s.ID, typed(boris, time.Now())); err != nil {
			t.Error(err)
		}
		// After a restart the time counts from the restart.
		p.leave()
		time.Sleep(time.Hour)
		p = gather(t, m)
		p.refused(s.ID, typed(boris, time.Now()), "table.stale")
		time.Sleep(Typing)
		if _, err := p.tables.Send(t.Context(), s.ID, typed(boris, time.Now())); err != nil {
			t.Error(err)
		}
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"1 whisper", "0 whisper", "1 whisper", "1 whisper"}) {
			t.Errorf("the log is %v", got)
		}
		p.leave()
	})
}

func TestRestart(t *testing.T) {
	for name, killed := range map[string]bool{"ended": false, "killed": true} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				m := newMemory()
				p := gather(t, m)
				s := p.begin(map[string]string{"sand": "30"})
				before := p.play(s.ID, anya, "add 1")
				time.Sleep(10*time.Second + 700*time.Millisecond)
				left := m.copy()
				p.leave()
				if !killed {
					left = m
				}
				time.Sleep(time.Hour)
				p = gather(t, left)
				defer p.leave()
				got := p.state(s.ID)
				rest := got.Left(got.Status.Due, time.Now())
				lost := rest - (20*time.Second - 700*time.Millisecond)
				if lost < 0 || lost > time.Second || !killed && lost != 0 {
					t.Errorf("%v are left", rest)
				}
				if got.Outage < time.Hour || got.Outage > time.Hour+time.Second || !got.Resumed.Equal(time.Now()) {
					t.Errorf("the outage is %v", got.Outage)
				}
				if got.Rev != before.Rev || !cmp.Equal(got.Turns, before.Turns) || got.SeedHash != before.SeedHash || !cmp.Equal(names(got), names(before)) {
					t.Errorf("before %+v\nafter %+v", before, got)
				}
				if in, ok := p.tables.Find(InChannel(channel)); !ok || in.ID != s.ID {
					t.Error("the table is not in its channel")
				}
				time.Sleep(rest + Grace)
				synctest.Wait()
				if got := p.moves(s.ID); !cmp.Equal(got, []string{"0 add 1", "expire"}) {
					t.Errorf("the log is %v", got)
				}
			})
		})
	}
}

func TestPanic(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(map[string]string{"sand": "30"})
		other, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "sum", Host: anya, Options: map[string]string{"fuse": "deal"}})
		if err != nil {
			t.Fatal(err)
		}
		p.do(other.ID, boris, Join)
		p.refused(other.ID, Action{Kind: Start, User: anya}, "table.apology")
		if _, err := p.tables.Send(t.Context(), other.ID, Action{Kind: SetOption, User: anya, Press: p.now(), Key: "fuse", Value: "none"}); err != nil {
			t.Fatal(err)
		}
		p.do(other.ID, anya, Start)

		for name, a := range map[string]Action{"rule": {Move: "boom"}, "form": {Form: &Form{Path: "boom", Answers: nil}}} {
			time.Sleep(5 * time.Second)
			a.Kind, a.User, a.Turn = Play, boris, AnyTurn
			got := p.refused(s.ID, a, "table.incident")
			if got.Running || got.Paused.Key != "table.incident" || len(got.Incident) != 8 || !strings.Contains(p.log.String(), got.Incident) {
				t.Errorf("after a panic in a %s: %+v", name, got)
			}
			if _, ok := got.When(got.Status.Due); ok {
				t.Error("the clock of a paused match runs")
			}
			left := got.Left(got.Status.Due, time.Now())
			p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.paused")
			p.refused(s.ID, Action{Kind: Resume, User: eve}, "table.not-seated")
			p.play(other.ID, []User{anya, boris}[p.state(other.ID).Match.N()%2], "add 1") // another table notices nothing

			time.Sleep(time.Hour) // no deadline comes
			after := m.copy()
			p.leave()
			m = after
			p = gather(t, m)
			if got := p.state(s.ID); got.Paused.Key != "table.incident" || got.Left(got.Status.Due, time.Now()) != left {
				t.Errorf("after a restart: %+v", got)
			}
			if got := p.do(s.ID, anya, Resume); !got.Running || got.Incident != "" || got.Left(got.Status.Due, time.Now()) != left {
				t.Errorf("resumed: %+v", got)
			}
		}
		p.play(s.ID, anya, "add 1")
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"0 add 1"}) {
			t.Errorf("the log is %v", got)
		}
		p.leave()
		if strings.Contains(p.log.String(), secret) {
			t.Error("the log holds what the rules panicked with")
		}
	})
}

func TestDeadlineThatFails(t *testing.T) {
	for _, fuse := range []string{"expire", "error", "stuck"} {
		t.Run(fuse, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory())
				defer p.leave()
				s := p.begin(map[string]string{"sand": "30", "fuse": fuse})
				time.Sleep(time.Hour)
				got := p.state(s.ID)
				if got.Running || got.Paused.Key != "table.incident" || len(p.moves(s.ID)) != 0 {
					t.Errorf("after a deadline that fails: %+v", got)
				}
				if n := strings.Count(p.log.String(), got.Incident); n != 1 {
					t.Errorf("the incident is in the log %d times", n)
				}
				if strings.Contains(p.log.String(), secret) {
					t.Error("the log holds what the rules panicked with")
				}
				p.refused(s.ID, Action{Kind: Stop, User: eve}, "table.not-seated")
				if got := p.do(s.ID, anya, Stop); got.Phase != Void {
					t.Error("a broken match cannot be stopped")
				}
			})
		})
	}
}

func TestStop(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.begin(nil)
		p.refused(s.ID, Action{Kind: Stop, User: eve}, "table.not-seated")
		got, err := p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Stop, User: eve, Moderator: true, Press: p.now()}))
		if err != nil || got.Phase != Void || got.Seed == "" || got.SeedHash == "" || got.Running {
			t.Errorf("stopped by a moderator: %+v, %v", got, err)
		}
		p.do(s.ID, anya, Stop)
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.stopped")
		p.refused(s.ID, Action{Kind: Join, User: eve}, "table.stopped")
		if results, err := m.Results(t.Context(), s.ID); err != nil || len(results) != 0 {
			t.Errorf("a stopped match has results %v, %v", results, err)
		}
		next := p.open(nil) // the channel is free
		if got := p.do(next.ID, anya, Stop); got.Phase != Void || got.Seed != "" {
			t.Error("a lobby cannot be stopped")
		}
	})
}

func TestAgain(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		defer p.leave()
		s := p.open(map[string]string{"goal": "1"})
		p.do(s.ID, boris, Join)
		p.do(s.ID, vera, Join)
		p.do(s.ID, anya, Start)
		p.play(s.ID, anya, "add 1")

		// Anya's seat was the first; now it is the last. Gleb is new, Boris stays away.
		next := p.do(s.ID, anya, Again)
		if next.ID == s.ID || next.Phase != Lobby || next.Previous != s.ID || next.Host != anya.ID || next.Options["goal"] != "1" || !cmp.Equal(names(next), []string{"Аня"}) {
			t.Errorf("again: %+v", next)
		}
		if !next.Players[0].Ready || !slices.Equal(slices.Sorted(slices.Values(expected(next))), []string{"Boris", "Вера"}) {
			t.Errorf("expected are %v; %+v", next.Expected, next.Players)
		}
		p.do(next.ID, gleb, Join)
		if got := p.do(s.ID, vera, Again); got.ID != next.ID || !cmp.Equal(names(got), []string{"Вера", "Аня", "Gleb"}) {
			t.Errorf("after Vera wanted it too: %v", names(got))
		} else if seat, _ := got.Seat(vera.ID); !got.Players[seat].Ready || !cmp.Equal(expected(got), []string{"Boris"}) {
			t.Errorf("she is ready: %v; expected are %v", got.Players[seat].Ready, got.Expected)
		}
		p.pass(AgainTime)
		if got := p.state(next.ID); len(got.Expected) > 0 {
			t.Errorf("a minute later %v are expected", got.Expected)
		}
		if got := p.do(s.ID, vera, Again); got.ID != next.ID || len(got.Players) != 3 {
			t.Error("wanting it twice is not wanting it once")
		}
		if in, _ := p.tables.Find(InChannel(channel)); in.ID != next.ID {
			t.Error("in the channel is not the new lobby")
		}
		if old, ok := p.tables.Find(OfMatch(s.ID)); !ok || old.Phase != Over {
			t.Error("the last pages are gone")
		}
		got := p.do(next.ID, anya, Start)
		if !cmp.Equal(names(got), []string{"Вера", "Аня", "Gleb"}) {
			t.Errorf("they sit %v", names(got))
		}
		p.refused2(s.ID, Action{Kind: Again, User: boris}, "table.busy")
		for i, u := range []User{vera, anya, gleb} {
			if seat, ok := got.Seat(u.ID); !ok || int(seat) != i {
				t.Errorf("%s sits at %d", u.Name, seat)
			}
		}
	})
}

// TestLiveIsNeverCleared leaves a match alone for two days and restarts the program:
// only lobbies and ended matches are cleared.
func TestLiveIsNeverCleared(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(nil)
		if s.Status.Due != 0 {
			t.Fatalf("this match has a deadline at %v", s.Status.Due)
		}
		time.Sleep(ClearAfter + LobbyTimeout)
		p.leave()
		p = gather(t, m)
		defer p.leave()
		time.Sleep(ClearAfter + LobbyTimeout)
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Live || !got.Expires.IsZero() {
			t.Errorf("after two days it is %s and expires at %v", got.Phase, got.Expires)
		}
		p.play(s.ID, anya, "add 1")
	})
}

func TestExpiry(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.open(nil)
		if !s.Expires.Equal(time.Now().Add(LobbyTimeout)) {
			t.Errorf("the lobby closes at %v", s.Expires)
		}
		time.Sleep(LobbyTimeout - time.Second)
		if got := p.do(s.ID, anya, Extend); !got.Expires.Equal(time.Now().Add(LobbyTimeout)) {
			t.Errorf("the extended lobby closes at %v", got.Expires)
		}
		// The lobby's timeout goes on while we are away.
		time.Sleep(LobbyTimeout - time.Minute)
		p.leave()
		time.Sleep(30 * time.Second)
		p = gather(t, m)
		defer p.leave()
		time.Sleep(29 * time.Second)
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Lobby {
			t.Error("the lobby closed early")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Void {
			t.Error("the lobby did not close")
		}
		time.Sleep(ClearAfter)
		synctest.Wait()
		if _, ok := p.tables.Find(InChannel(channel)); ok {
			t.Error("the table is not cleared")
		}
	})
}

func TestStoreFails(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.begin(map[string]string{"sand": "30"})
		m.set(store.ErrFull)
		before := p.state(s.ID)
		got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Turn: AnyTurn, Move: "add 1"})
		if !errors.Is(err, store.ErrFull) || got != before && !*putAway {
			t.Errorf("a move that was not saved: %v", err)
		}
		time.Sleep(20 * time.Minute)
		synctest.Wait()
		if got := p.state(s.ID); got != before && !*putAway {
			t.Error("something was shown that is not saved")
		}
		if n := m.written(); n > 100 {
			t.Errorf("the deadline was tried %d times", n)
		}
		m.set(nil)
		time.Sleep(31 * time.Second)
		synctest.Wait()
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"expire"}) {
			t.Errorf("there is room again, and the log is %v", got)
		}
	})
}

// TestTwoProcesses plays one match through two processes: neither overwrites the
// other.
func TestTwoProcesses(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.leave()
		s := p.begin(nil)
		q := gather(t, m)
		q.press = 1000 // no two presses are the same
		defer q.leave()
		p.play(s.ID, boris, "whisper")
		if got := q.play(s.ID, anya, "add 2"); got.Match.N() != 2 || !cmp.Equal(got.Turns, []int{1, 1, 2}) {
			t.Errorf("the second process has input %d and turns %v", got.Match.N(), got.Turns)
		}
		if got := p.play(s.ID, anya, "whisper"); got.Match.N() != 3 || !cmp.Equal(got.Turns, []int{1, 2, 2}) {
			t.Errorf("the first process has input %d and turns %v", got.Match.N(), got.Turns)
		}
		if got := q.do(s.ID, anya, Stop); got.Phase != Void {
			t.Error("the second process cannot stop it")
		}
		p.refused2(s.ID, Action{Kind: Play, User: boris, Turn: AnyTurn, Move: "whisper"}, "table.stopped")
		if got := p.moves(s.ID); !cmp.Equal(got, []string{"1 whisper", "0 add 2", "0 whisper"}) {
			t.Errorf("the log is %v", got)
		}
	})
}

// refused2 sends what must be refused where the table still changes.
func (p *party) refused2(match string, a Action, key string) {
	p.t.Helper()
	a.Press = p.now()
	_, err := p.tables.Send(p.t.Context(), match, a)
	if words, ok := games.Refused(err); !ok || words.Key != key {
		p.t.Errorf("%s of %s: %v, want refusal %q", a.Kind, a.User.Name, err, key)
	}
}

func TestUnreadable(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.begin(map[string]string{"sand": "30"})
		good := m.matches[s.ID].Position.Data
		p.leave()
		m.matches[s.ID].Position.Data = []byte(`{"Unknown":"field"}`)
		p = gather(t, m)
		defer p.leave()
		time.Sleep(time.Hour)
		got := p.state(s.ID)
		if got.Match != nil || got.Running || got.Paused.Key != "table.unreadable" || !strings.Contains(p.log.String(), got.Incident) {
			t.Errorf("a match that cannot be read: %+v", got)
		}
		p.refused(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.paused")
		p.refused(s.ID, Action{Kind: Resume, User: anya}, "table.unreadable")
		m.mu.Lock()
		m.matches[s.ID].Position.Data = good
		m.mu.Unlock()
		if got := p.do(s.ID, anya, Resume); !got.Running || got.Left(got.Status.Due, time.Now()) != 30*time.Second {
			t.Errorf("a match that can be read again: %+v", got)
		}
		p.do(s.ID, anya, Stop)
	})
}

func TestClosed(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.begin(map[string]string{"sand": "30"})
		time.Sleep(30*time.Second + 100*time.Millisecond)
		var wait sync.WaitGroup
		wait.Go(func() { // it waits for the deadline, which does not come
			if _, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Play, User: anya, Press: p.now(), Turn: AnyTurn, Move: "add 1"}); !errors.Is(err, ErrClosed) {
				t.Errorf("a press while the tables close: %v", err)
			}
		})
		synctest.Wait()
		p.leave()
		wait.Wait()
		if _, err := p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Stop, User: anya})); !errors.Is(err, ErrClosed) {
			t.Errorf("a press after the tables were closed: %v", err)
		}
		if _, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "sum", Host: anya}); !errors.Is(err, ErrClosed) {
			t.Errorf("a table after the tables were closed: %v", err)
		}
		p.leave()
	})
}

// TestStoresAgree plays the same on both stores, and again after a restart.
func TestStoresAgree(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var ends [2][]string
	for i, s := range []Store{newMemory(), inFile(real)} {
		p := gather(t, s)
		m := p.begin(map[string]string{"goal": "5", "sand": "600"})
		p.play(m.ID, anya, "add 2")
		before := p.state(m.ID)
		p.leave()
		if i == 1 {
			if err := real.Close(); err != nil {
				t.Fatal(err)
			}
			if real, err = store.Open(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			s = inFile(real)
		}
		p = gather(t, s)
		after := p.state(m.ID)
		if after.Rev != before.Rev || after.SeedHash != before.SeedHash || !cmp.Equal(after.Turns, before.Turns) {
			t.Errorf("store %d: before %+v\nafter %+v", i, before, after)
		}
		p.play(m.ID, boris, "add 1")
		end := p.play(m.ID, anya, "add 2")
		next := p.do(m.ID, boris, Again)
		p.do(m.ID, anya, Again)
		p.do(next.ID, anya, Leave)
		last := p.state(next.ID)
		results, err := s.(interface {
			Results(context.Context, string) ([]store.Result, error)
		}).Results(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for j := range results {
			results[j].Match, results[j].At = "", time.Time{}
		}
		ends[i] = append(p.moves(m.ID), fmt.Sprint(end.Phase, end.Rev, end.Turns, results, names(last), last.Host, last.Rev))
		p.leave()
	}
	if d := cmp.Diff(ends[0], ends[1]); d != "" {
		t.Errorf("the stores differ:\n%s", d)
	}
	if err := real.Close(); err != nil {
		t.Error(err)
	}
}

// TestWords compares the keys in the code with those in the catalogue.
func TestWords(t *testing.T) {
	used := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("*/*.go")
	if err != nil || len(below) == 0 {
		t.Fatal(below, err)
	}
	for _, f := range append(files, below...) {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range regexp.MustCompile(`"((?:table|refuse)\.[a-z-]+(?:\.[a-z]+)?)"`).FindAllStringSubmatch(string(b), -1) {
			used[k[1]] = true
			if !Catalogue().Has(k[1]) {
				t.Errorf("%s: no words for %q", f, k[1])
			}
		}
	}
	for _, k := range Catalogue().Keys() {
		if !used[k] {
			t.Errorf("nobody says %q", k)
		}
	}
	if len(used) < 10 || !slices.Contains(Catalogue().Keys(), "table.stale") {
		t.Error("the keys were not found")
	}
}
