package table

import (
	"context"
	"fmt"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// reads counts how often each match is read.
type reads struct {
	*memory
	n map[string]int
}

func (r *reads) Match(ctx context.Context, id string) (store.Match, error) {
	r.mu.Lock()
	r.n[id]++
	r.mu.Unlock()
	return r.memory.Match(ctx, id)
}

// inMemory is how many matches are in memory.
func (p *party) inMemory() (n int) {
	for _, s := range p.tables.Known(All()) {
		if !s.Brief {
			n++
		}
	}
	return n
}

// TestPutAway: after a start only the matches are in memory that somebody has touched, and
// each is put away when nobody has for a while. Deadlines and reminders come in time.
func TestPutAway(t *testing.T) {
	virtual(t, func(t *testing.T) {
		const tables = 50
		m := &reads{newMemory(), map[string]int{}}
		p := gather(t, m)
		var ids []string
		for i := range tables {
			s, err := p.tables.Create(t.Context(), New{
				Channel: discord.ID(1000 + i), Game: "walkers", Host: anya, Options: map[string]string{"sand": "7200", "goal": "1000"},
			})
			if err != nil {
				t.Fatal(err)
			}
			p.do(s.ID, boris, Join)
			p.do(s.ID, anya, Start)
			ids = append(ids, s.ID)
		}
		p.leave()
		for range 2 { // twice, so that what a start leaves is known too
			time.Sleep(3 * time.Hour) // nobody loses time to it
			m.n = map[string]int{}
			p = gather(t, m)
			p.pass(10 * time.Minute)
			if n := p.inMemory(); n != 0 || len(m.n) != 0 {
				t.Fatalf("%d of %d matches are in memory, %d were read", n, tables, len(m.n))
			}
			if list := p.tables.Known(OfPerson(anya.ID)); len(list) != tables || !list[0].Brief || list[0].Running != true {
				t.Fatalf("she sits at %d tables", len(list))
			}
			p.leave()
		}
		p = gather(t, m) // 20 minutes of each deadline have passed
		mine, err := p.tables.Read(t.Context(), OfPerson(boris.ID))
		if err != nil || len(mine) != tables || mine[3].Brief || mine[3].Status.Due == 0 {
			t.Fatalf("%d tables of his: %v", len(mine), err)
		}
		if n := p.inMemory(); n != 0 {
			t.Errorf("a list takes %d matches into memory", n)
		}
		for _, id := range ids[:3] {
			if s := p.play(id, anya, "add 1"); s.Match.N() != 1 {
				t.Errorf("a press on a match that was put away: input %d", s.Match.N())
			}
		}
		if n := p.inMemory(); n != 3 {
			t.Errorf("%d matches are in memory, 3 were touched", n)
		}
		p.pass(KeepTime - time.Second)
		if n := p.inMemory(); n != 3 {
			t.Errorf("%d matches are in memory a moment before they are put away", n)
		}
		p.pass(2 * time.Second)
		if n := p.inMemory(); n != 0 {
			t.Errorf("%d matches are in memory though nobody touches them", n)
		}
		late := func(id string) []games.Seat {
			list, err := p.tables.Read(t.Context(), OfMatch(id))
			s, _ := list.One()
			if err != nil {
				t.Fatal(err)
			}
			return s.ToRemind
		}
		before := len(p.seen())
		p.pass(25*time.Minute - 2*time.Second) // an hour of the deadline has passed
		if got := late(ids[5]); len(got) != 0 {
			t.Errorf("a reminder comes early: %v", got)
		}
		p.pass(2 * time.Second)
		told := map[string]bool{}
		for _, s := range p.seen()[before:] {
			if len(s.ToRemind) == 1 && s.ToRemind[0] == 0 {
				told[s.ID] = true
			}
		}
		if len(told) != tables-3 || told[ids[0]] || p.inMemory() != 0 {
			t.Errorf("%d people are reminded, %d matches stay in memory", len(told), p.inMemory())
		}
		p.pass(time.Hour - 2*time.Second)
		if n := len(p.moves(ids[5])); n != 0 {
			t.Errorf("the deadline was played early: %d inputs", n)
		}
		p.pass(2*time.Second + Grace)
		if n := len(p.moves(ids[5])); n != 1 {
			t.Errorf("the deadline was not played: %d inputs", n)
		}
		if s, err := p.tables.Read(t.Context(), OfMatch(ids[5])); err != nil || s[0].Players[0].Missed != 0 {
			t.Errorf("a deadline with a restart in it counts as missed: %v", err)
		}
		p.pass(2*time.Hour + Grace)
		if s, err := p.tables.Read(t.Context(), OfMatch(ids[5])); err != nil || s[0].Match.N() != 2 || s[0].Players[0].Missed+s[0].Players[1].Missed != 1 {
			t.Errorf("the next deadline of a match that was put away: %v", err)
		}
		p.leave()
	})
}

// TestPutAwayHalted: clocks of matches that are put away stop and go on like others.
func TestPutAwayHalted(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"sand": "7200", "goal": "1000"}, anya, boris)
		p.pass(KeepTime + time.Second)
		if p.inMemory() != 0 {
			t.Fatal("it is not put away")
		}
		was := p.tables.Known(On())[0].Now(time.Now())
		p.tables.Halt(HaltGateway, time.Now().Add(-time.Second))
		p.pass(time.Hour)
		if now := p.tables.Known(On())[0]; now.Running || now.Now(time.Now()) != was-time.Second || !now.Halted {
			t.Errorf("a halt: the clock is %v after %v", now.Now(time.Now()), was)
		}
		p.tables.Unhalt(HaltGateway)
		p.pass(NewsTime + time.Second)
		if now := p.tables.Known(On())[0]; !now.Running || now.Now(time.Now()) != was+NewsTime || p.inMemory() != 0 {
			t.Errorf("after a halt: the clock is %v after %v, %d in memory", now.Now(time.Now()), was, p.inMemory())
		}
		if err := p.tables.Clear(t.Context(), s.ID); err != nil {
			t.Error(err)
		}
		if _, ok := p.tables.Find(OfMatch(s.ID)); ok || p.log.Len() > 0 {
			t.Errorf("it is cleared, and found; the log: %s", p.log)
		}
		p.leave()
	})
}

// TestUnreachable: while a match that is put away cannot be read, it stands, and it goes on
// when it can.
func TestUnreachable(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := &unreadable{memory: newMemory()}
		p := gather(t, m)
		s := p.sit("walkers", map[string]string{"sand": "7200", "goal": "1000"}, anya, boris)
		p.pass(KeepTime + time.Second)
		m.breaks(store.ErrUnreachable)
		if got, ok := p.tables.Find(OfMatch(s.ID)); !ok || !got.Brief || !got.Halted || got.Running {
			t.Errorf("found is %+v", got)
		}
		if _, err := p.tables.Read(t.Context(), OfMatch(s.ID)); err == nil {
			t.Error("it is read")
		}
		p.pass(2*time.Hour - KeepTime + time.Minute) // the deadline
		m.breaks(nil)
		p.pass(time.Minute)
		if n := len(p.moves(s.ID)); n != 1 {
			t.Errorf("the deadline was not played: %d inputs", n)
		}
		p.leave()
	})
}

// unreadable is a store that may not read matches.
type unreadable struct {
	*memory
	err error
}

func (u *unreadable) breaks(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.err = err
}

func (u *unreadable) Match(ctx context.Context, id string) (store.Match, error) {
	u.mu.Lock()
	err := u.err
	u.mu.Unlock()
	if err != nil {
		return store.Match{}, fmt.Errorf("read match: %w", err)
	}
	return u.memory.Match(ctx, id)
}
