package table

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
	"oneiros/store"
)

// TestLeaveAndSubstitute leaves a seat, takes it, and kicks people.
func TestLeaveAndSubstitute(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"goal": "9", "sand": "60"}, anya, boris, vera)
		got := p.do(s.ID, anya, Leave)
		if !got.Players[0].Open || got.Players[0].ID != 0 || got.Players[0].Name != "Аня" || got.Host != boris.ID || len(got.Players) != 3 {
			t.Errorf("Anya has left: %+v", got)
		}
		if _, ok := got.Seat(anya.ID); ok {
			t.Error("she is still seated")
		}
		if _, ok := got.Seat(0); ok {
			t.Error("nobody is seated")
		}
		p.do(s.ID, anya, Leave)
		p = p.kill()
		p.pass(Pace)
		if got := p.state(s.ID); got.Match.N() != 1 || !got.Players[0].Open {
			t.Errorf("the open seat is not played: %+v", got)
		}
		p.refused(s.ID, Action{Kind: TakeSeat, User: eve, Seat: 1}, "table.seat-taken")
		p.refused(s.ID, Action{Kind: TakeSeat, User: boris, Seat: games.Nobody}, "table.seated")
		got = p.to(s.ID, eve, Join, games.Nobody)
		if seat, ok := got.Seat(eve.ID); !ok || seat != 0 || got.Players[0].Open || got.Host != boris.ID {
			t.Errorf("Eve takes the seat: %+v", got.Players)
		}
		p.refused(s.ID, Action{Kind: TakeSeat, User: anya, Seat: games.Nobody}, "table.no-seat")
		p.refused(s.ID, Action{Kind: Kick, User: gleb, Seat: 2}, "table.not-seated")
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 1}, "table.kick-self")
		got = p.to(s.ID, boris, Kick, 2)
		if !got.Players[2].Open {
			t.Errorf("Vera is put out: %+v", got.Players)
		}
		p = p.kill()
		p.refused(s.ID, Action{Kind: TakeSeat, User: vera, Seat: games.Nobody}, "table.barred")
		for user, want := range map[User][]games.Seat{vera: nil, anya: nil, boris: nil, gleb: {2}} {
			if got := p.state(s.ID).FreeFor(user.ID); !slices.Equal(got, want) {
				t.Errorf("%s may take the seats %v, want %v", user.Name, got, want)
			}
		}
		p.refused(s.ID, Action{Kind: TakeSeat, User: anya, Seat: games.Nobody}, "table.other-hand")
		p.refused(s.ID, Action{Kind: TakeSeat, User: anya, Seat: 2}, "table.other-hand")
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 2}, "table.seat-empty")
		p.pass(2 * Typing)
		p.to(s.ID, gleb, Join, 2)
		early := Action{Kind: Play, User: gleb, Turn: AnyTurn, Typed: true, Press: p.now(), Move: "whisper"}
		p.refused(s.ID, early, "table.stale") // he typed it before he saw his seat
		p.are("notes", p.notes(s.ID), "left Аня", "host 1", "substitute 0 Аня", "hostkicked Вера", "substitute 2 Вера")
		got = p.to(s.ID, boris, Transfer, 2)
		if got.Host != gleb.ID {
			t.Error("the host's part was not passed on")
		}
		p.refused(s.ID, Action{Kind: Transfer, User: boris, Seat: 1}, "table.not-host")
		if err := p.tables.MemberLeft(t.Context(), s.ID, boris.ID); err != nil {
			t.Fatal(err)
		}
		for p.state(s.ID).Phase == Live {
			switch p.state(s.ID).Status.Awaits[0] {
			case 0:
				p.play(s.ID, eve, "add 1")
			case 2:
				p.play(s.ID, gleb, "add 1")
			default:
				p.pass(Pace)
			}
		}
		results, err := p.store.(*memory).Results(t.Context(), s.ID)
		if err != nil || len(results) != 3 || results[0].User != uint64(eve.ID) || results[1].User != 0 || results[2].User != uint64(gleb.ID) {
			t.Errorf("results %+v, %v", results, err)
		}
		if err := p.tables.MemberLeft(t.Context(), s.ID, eve.ID); err != nil {
			t.Errorf("leaving a match that is over: %v", err)
		}
		p.leave()
	})
}

// TestHost makes other people the host when the host leaves or falls asleep.
func TestHost(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris, vera, gleb)
		p.do(s.ID, boris, Leave)
		p.to(s.ID, eve, Join, games.Nobody) // the last to join, in an earlier seat
		p.do(s.ID, anya, Leave)
		if got := p.state(s.ID); got.Host != vera.ID {
			t.Errorf("the host is %d", got.Host)
		}
		// Vera does nothing, twice in a row, while the others play.
		for !p.state(s.ID).Players[2].Asleep {
			switch p.state(s.ID).Status.Awaits[0] {
			case 0:
				p.pass(Pace)
			case 1:
				p.play(s.ID, eve, "add 1")
			case 2:
				p.pass(60*time.Second + Grace)
			case 3:
				p.play(s.ID, gleb, "add 1")
			}
		}
		if got := p.state(s.ID); got.Host != gleb.ID {
			t.Errorf("Vera sleeps, and the host is %d", got.Host)
		}
		p.refused(s.ID, Action{Kind: Transfer, User: gleb, Seat: 2}, "table.asleep")
		p.refused(s.ID, Action{Kind: Transfer, User: gleb, Seat: 0}, "table.seat-empty")
		p = p.kill()
		p.do(s.ID, vera, Back)
		if got := p.do(s.ID, gleb, Leave); got.Host != vera.ID {
			t.Errorf("Gleb has left, and the host is %d", got.Host)
		}
		p.are("notes", p.notes(s.ID), "left Boris", "substitute 1 Boris", "left Аня", "host 2", "away 2", "asleep 2", "host Gleb",
			"back 2", "left Gleb", "host 2")
		p.leave()
	})
}

// TestRulesThatCannotBeLeft leaves, kicks and stops where the game's code fails.
// The seat still opens.
func TestRulesThatCannotBeLeft(t *testing.T) {
	for game, fuse := range map[string]string{"sum": "none", "leavers": "error"} {
		t.Run(game, func(t *testing.T) {
			virtual(t, func(t *testing.T) {
				p := gather(t, newMemory())
				s := p.sit(game, map[string]string{"goal": "1000", "sand": "60", "fuse": fuse}, anya, boris, vera)
				got := p.to(s.ID, anya, Kick, 1)
				if !got.Players[1].Open || !got.Running || got.Match.N() != 0 {
					t.Errorf("Boris is put out: %+v", got)
				}
				p.leave()
			})
		})
	}
	t.Run("unreadable", func(t *testing.T) {
		virtual(t, func(t *testing.T) {
			p := gather(t, newMemory())
			s := p.sit("leavers", nil, anya, boris, vera)
			p.store.(*memory).matches[s.ID].Position.Data = []byte(`{"Unknown":1}`)
			p = p.kill()
			if got := p.do(s.ID, anya, Leave); !got.Players[0].Open || got.Host != boris.ID || got.Phase != Live {
				t.Errorf("Anya has left: %+v", got)
			}
			p.do(s.ID, vera, Stop)
			if got := p.do(s.ID, boris, Stop); got.Phase != Void {
				t.Error("a broken match cannot be stopped")
			}
			p.leave()
		})
	})
}

// TestNotesPass shows notes for a minute, three at most.
func TestNotesPass(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", nil, anya, boris)
		for range 2 {
			p.do(s.ID, anya, Pause)
			p.do(s.ID, anya, Resume)
		}
		p.are("shown", said(p.state(s.ID).Notes), "resumed", "paused", "resumed")
		p.pass(NewsTime - time.Second)
		p = p.kill()
		p.are("after a restart", said(p.state(s.ID).Notes), "resumed", "paused", "resumed")
		p.pass(time.Second)
		if got := p.state(s.ID); len(got.Notes) != 0 {
			t.Errorf("after a minute: %v", got.Notes)
		}
		p.are("the log", p.notes(s.ID), "paused", "resumed", "paused", "resumed")
		p.leave()
	})
}

// TestOutdated ends a match of older rules and says why. It leaves a match of newer
// rules alone.
func TestOutdated(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"sand": "60"}, anya, boris)
		p.to(s.ID, anya, Kick, 1)
		p.pass(10 * time.Second)
		for version, want := range map[int]Phase{0: Void, 2: Live} {
			m := p.store.(*memory).copy()
			m.matches[s.ID].Position.Version = version
			q := gather(t, m)
			got := q.state(s.ID)
			if got.Phase != want || want == Void != (got.VoidReason.Key == "table.outdated") || want == Live != (got.Paused.Key == "table.unreadable") {
				t.Errorf("version %d: %+v", version, got)
			}
			q = q.kill()
			if after := q.state(s.ID); after.Phase != want || after.VoidReason.Key != got.VoidReason.Key {
				t.Errorf("version %d, after a restart: %+v", version, after)
			}
			if want == Void {
				q.are("notes", q.notes(s.ID), "hostkicked Boris", "stopped")
				if _, err := q.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "sum", Host: anya}); err != nil {
					t.Errorf("the channel is not free: %v", err)
				}
				if results, err := m.Results(t.Context(), s.ID); err != nil || len(results) != 0 {
					t.Errorf("results %v, %v", results, err)
				}
			} else if got := q.do(s.ID, anya, Stop); got.Phase != Void || !got.VoidReason.IsZero() {
				t.Errorf("stopped: %+v", got)
			}
			q.leave()
		}
		p.leave()
	})
}

// TestKickedFromTheLobby: a person who was kicked does not come back.
func TestKickedFromTheLobby(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.open(nil)
		p.do(s.ID, boris, Join)
		p.do(s.ID, vera, Join)
		p.refused(s.ID, Action{Kind: Kick, User: boris, Seat: 2}, "table.not-host")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Seat: 0}, "table.kick-self")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Seat: 3}, "table.seat-empty")
		p.refused(s.ID, Action{Kind: Pause, User: anya}, "table.not-started")
		if got := p.to(s.ID, anya, Kick, 1); !cmp.Equal(names(got), []string{"Аня", "Вера"}) {
			t.Errorf("there sit %v", names(got))
		}
		p = p.kill()
		p.refused(s.ID, Action{Kind: Join, User: boris}, "table.barred")
		if got := p.to(s.ID, anya, Transfer, 1); got.Host != vera.ID {
			t.Error("the host's part was not passed on")
		}
		press := p.now()
		mod := p.seeing(s.ID, Action{Kind: Kick, User: gleb, Moderator: true, Seat: 0, Press: press})
		for range 2 { // delivered twice
			if got, err := p.tables.Send(t.Context(), s.ID, mod); err != nil || !cmp.Equal(names(got), []string{"Вера"}) {
				t.Errorf("there sit %v, %v", names(got), err)
			}
		}
		if err := p.tables.MemberLeft(t.Context(), s.ID, vera.ID); err != nil || len(p.state(s.ID).Players) != 0 {
			t.Errorf("Vera is gone: %v", err)
		}
		p.leave()
	})
}

// TestStoresAgreeOnPeople does the same on both stores, and reads it again after a
// restart.
func TestStoresAgreeOnPeople(t *testing.T) {
	path := filepath.Join(t.TempDir(), "oneiros.db")
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := real.Close(); err != nil {
			t.Error(err)
		}
	}()
	var ends [2][]string
	for i, s := range []Store{newMemory(), inFile(real)} {
		p := gather(t, s)
		m := p.sit("leavers", map[string]string{"goal": "3"}, anya, boris, vera, gleb)
		p.do(m.ID, gleb, Pause)
		p.do(m.ID, vera, Agree)
		p.do(m.ID, anya, Leave)
		p.to(m.ID, vera, Kick, 3)
		p.leave()
		p = gather(t, s)
		before := p.state(m.ID)
		p.do(m.ID, boris, Resume)
		p.to(m.ID, boris, Kick, 3)
		p.play(m.ID, boris, "add 2")
		end := p.play(m.ID, vera, "add 1")
		results, err := s.(interface {
			Results(context.Context, string) ([]store.Result, error)
		}).Results(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		for j := range results {
			results[j].Match, results[j].At = "", time.Time{}
		}
		ends[i] = append(p.notes(m.ID), fmt.Sprint(before.Host, before.Paused, before.Motion.Yes, before.Motion.Need, before.Rev),
			fmt.Sprint(end.Phase, end.Rev, end.Turns, results, end.Host, names(end)), strings.Join(p.moves(m.ID), ","))
		p.leave()
	}
	if d := cmp.Diff(ends[0], ends[1]); d != "" {
		t.Errorf("the stores differ:\n%s", d)
	}
	if len(ends[0]) < 8 {
		t.Errorf("too little happened: %v", ends[0])
	}
}

// twoStored plays two matches on a store in a file, and closes it.
func twoStored(t *testing.T) (path string, first, second *State) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "oneiros.db")
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	p := gather(t, inFile(real))
	first = p.sit("leavers", map[string]string{"goal": "3"}, vera, gleb)
	second, err = p.tables.Create(t.Context(), New{Guild: 9, Channel: channel + 1, Game: "sum", Host: anya, Press: p.now()})
	if err != nil {
		t.Fatal(err)
	}
	p.do(second.ID, boris, Join)
	p.do(second.ID, anya, Start)
	p.leave()
	if err := real.Close(); err != nil {
		t.Fatal(err)
	}
	return path, first, second
}

// TestDamaged changes a byte of one match in the database. That match stands with an
// incident and can only be stopped. The other one goes on.
func TestDamaged(t *testing.T) {
	path, hurt, whole := twoStored(t)
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(file, []byte(gleb.Name)); n == 0 {
		t.Fatal("the name is not in the database")
	}
	other := strings.ToUpper(gleb.Name)
	if err := os.WriteFile(path, bytes.ReplaceAll(file, []byte(gleb.Name), []byte(other)), 0o600); err != nil {
		t.Fatal(err)
	}
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	p := gather(t, inFile(real))
	if s := p.state(hurt.ID); s.Running || s.Paused.Key != "table.unreadable" || s.Incident == "" {
		t.Errorf("the damaged match runs: %v, %v", s.Running, s.Paused)
	}
	p.refused2(hurt.ID, Action{Kind: Play, User: vera, Turn: AnyTurn, Move: "add 1"}, "table.paused")
	for _, k := range []Kind{Resume, Leave, Back, Pause} {
		p.refused2(hurt.ID, Action{Kind: k, User: vera}, "table.unreadable")
	}
	if s := p.play(whole.ID, anya, "add 2"); s.Match.N() == 0 {
		t.Error("the whole match does not go on")
	}
	if _, err := p.tables.Send(t.Context(), hurt.ID, p.seeing(hurt.ID, Action{Kind: Stop, User: vera, Moderator: true})); err != nil {
		t.Errorf("stop the damaged match: %v", err)
	}
	if s := p.state(hurt.ID); s.Phase != Void {
		t.Errorf("the damaged match is %v", s.Phase)
	}
	p.leave()
	if err := real.Close(); err != nil {
		t.Error(err)
	}
}

// TestDamagedIndex changes a byte of the index of matches. The next start makes the
// index anew from the rows, and both matches go on and can be stopped.
func TestDamagedIndex(t *testing.T) {
	path, hurt, whole := twoStored(t)
	var root, size int
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	row := db.QueryRowContext(t.Context(), `SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'sqlite_autoindex_matches_1'`)
	if err := errors.Join(row.Scan(&root, &size), db.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := file[(root-1)*size : root*size]
	at := bytes.Index(page, []byte(hurt.ID))
	if at < 0 {
		t.Fatal("the match is not in the index")
	}
	page[at+len(hurt.ID)-1] ^= 1
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	real, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	p := gather(t, inFile(real))
	if s := p.state(hurt.ID); !s.Running || s.Incident != "" || len(s.Players) != 2 {
		t.Errorf("the match runs: %v, %v, %v", s.Running, s.Paused, s.Players)
	}
	if s := p.play(whole.ID, anya, "add 2"); s.Match.N() == 0 {
		t.Error("the whole match does not go on")
	}
	if s := p.do(hurt.ID, vera, Stop); s.Phase != Void {
		t.Errorf("stopped, it is %s", s.Phase)
	}
	p.leave()
	if err := real.Close(); err != nil {
		t.Error(err)
	}
}

// TestListedButMissing opens tables of a store that lists a match which it cannot
// find. The other one goes on.
func TestListedButMissing(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("sum", map[string]string{"goal": "9"}, anya, boris)
		p.leave()
		p = gather(t, listsMore{m, "missing"})
		if s := p.play(s.ID, anya, "add 2"); s.Match.N() == 0 {
			t.Error("the match does not go on")
		}
		if _, ok := p.tables.Find(OfMatch("missing")); ok {
			t.Error("there is a table for nothing")
		}
		p.leave()
	})
}

// listsMore is a store that lists a match which does not exist.
type listsMore struct {
	Store
	id string
}

func (l listsMore) ActiveBriefs(ctx context.Context, at time.Time) ([]store.Match, error) {
	list, err := l.Store.ActiveBriefs(ctx, at)
	return append(list, store.Match{ID: l.id}), err
}

// TestOutdatedMeanwhile finds in the middle of a match that another process wrote
// it with rules that are too old here.
func TestOutdatedMeanwhile(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"sand": "60"}, anya, boris)
		m.mu.Lock()
		rec := m.matches[s.ID]
		rec.Rev++
		rec.Position.Version = 0
		m.matches[s.ID] = rec
		m.mu.Unlock()
		p.refused2(s.ID, Action{Kind: Play, User: anya, Turn: AnyTurn, Move: "add 1"}, "table.paused")
		synctest.Wait()
		if got := p.state(s.ID); got.Phase != Void || got.VoidReason.Key != "table.outdated" {
			t.Errorf("%+v", got)
		}
		p.leave()
	})
}

// TestWhom means a person, no matter which seat they have by now.
func TestWhom(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.open(nil)
		for _, u := range []User{boris, vera, gleb} {
			p.do(s.ID, u, Join)
		}
		p.do(s.ID, boris, Leave) // the people after him move up by a seat
		p.refused(s.ID, Action{Kind: Kick, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		p.refused(s.ID, Action{Kind: Transfer, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		p.refused(s.ID, Action{Kind: Kick, User: anya, Whom: anya.ID, Seat: 1}, "table.kick-self")
		if got, err := p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Kick, User: anya, Whom: gleb.ID, Seat: 1, Press: p.now()})); err != nil || !cmp.Equal(names(got), []string{"Аня", "Вера"}) {
			t.Errorf("there sit %v, %v", names(got), err)
		}
		p.do(s.ID, boris, Join)
		p.do(s.ID, anya, Start)
		p.do(s.ID, boris, Leave)
		for _, kind := range []Kind{Kick, Transfer} {
			p.refused(s.ID, Action{Kind: kind, User: anya, Whom: boris.ID, Seat: 1}, "table.not-there")
		}
		got, err := p.tables.Send(t.Context(), s.ID, Action{Kind: Transfer, User: anya, Whom: vera.ID, Press: p.now()})
		if err != nil || got.Host != vera.ID {
			t.Errorf("the host is %d, %v", got.Host, err)
		}
		got, err = p.tables.Send(t.Context(), s.ID, p.seeing(s.ID, Action{Kind: Kick, User: anya, Whom: vera.ID, Press: p.now()}))
		if err != nil || got.Motion == nil || got.Motion.Seat != 1 {
			t.Errorf("it is voted on %+v, %v", got.Motion, err)
		}
		p.leave()
	})
}
