package table

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/games"
)

// TestAgainAfterSubstitutes rotates the seats as they are at the end.
func TestAgainAfterSubstitutes(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1"}, anya, boris, vera)
		p.do(s.ID, boris, Leave)
		p.to(s.ID, eve, Join, games.Nobody)
		p.do(s.ID, vera, Leave)
		p.play(s.ID, anya, "add 1")
		next := p.do(s.ID, boris, Again) // he has left, may play again too, and sits at the end
		p.do(s.ID, anya, Again)
		if got := p.do(s.ID, eve, Again); !cmp.Equal(names(got), []string{"Eve", "Аня", "Boris"}) || got.ID != next.ID || got.Options["goal"] != "1" {
			t.Errorf("they sit %v", names(got))
		}
		if results, err := p.store.(*memory).Results(t.Context(), s.ID); err != nil || results[1].User != uint64(eve.ID) || results[2].User != 0 || !results[0].Won {
			t.Errorf("results %+v, %v", results, err)
		}
		p.leave()
	})
}

// TestAgainAsks asks whether a person may open the lobby that follows, or join it, before
// either. When another person opens it meanwhile, both are asked.
func TestAgainAsks(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1"}, anya, boris, vera)
		p.play(s.ID, anya, "add 1")
		no := games.Refuse("table.barred")
		var asked []string
		again := func(u User, may func(next string) error) (*State, error) {
			asked = nil
			return p.tables.PlayAgain(t.Context(), s.ID, Action{Kind: Again, User: u, Press: p.now()}, func(next *State) error {
				of := ""
				if next != nil {
					of = next.ID
				}
				asked = append(asked, of)
				return may(of)
			})
		}
		if _, err := again(boris, func(string) error { return no }); !errors.Is(err, no) || len(p.tables.Known(All())) != 1 {
			t.Errorf("refused to open: %v, and there are %d tables", err, len(p.tables.Known(All())))
		}
		var next *State
		if _, err := again(boris, func(of string) error {
			if of != "" {
				return no
			}
			next = p.do(s.ID, anya, Again)
			return nil
		}); !errors.Is(err, no) || !cmp.Equal(asked, []string{"", next.ID}) {
			t.Errorf("another opens it meanwhile: %v, asked was %q", err, asked)
		}
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Аня"}) {
			t.Errorf("there sit %v", names(got))
		}
		if got, err := again(boris, func(string) error { return nil }); err != nil || got.ID != next.ID || !cmp.Equal(asked, []string{next.ID}) {
			t.Errorf("admitted: %v, asked was %q", err, asked)
		}
		if got := p.state(next.ID); len(got.Players) != 2 {
			t.Errorf("there sit %v", names(got))
		}
		p.leave()
	})
}

// TestAgainElsewhere takes people from the lobby that follows a match when they sit
// down elsewhere. Nobody is pulled out of another match.
func TestAgainElsewhere(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1"}, anya, boris, vera)
		p.play(s.ID, anya, "add 1")
		next := p.do(s.ID, anya, Again)
		p.do(s.ID, boris, Again)
		p.do(s.ID, vera, Again)
		p.pass(time.Second)
		other, err := p.tables.Create(t.Context(), New{Channel: 501, Game: "walkers", Host: boris, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Вера", "Аня"}) {
			t.Errorf("Boris opened another table, here sit %v", names(got))
		}
		p.pass(time.Second)
		p.do(other.ID, vera, Join)
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Аня"}) {
			t.Errorf("Vera sits elsewhere, here sit %v", names(got))
		}
		// A person who comes back after that stays when the match begins.
		p.pass(time.Second)
		p.do(s.ID, vera, Again)
		p.do(other.ID, vera, Join) // she has a seat there
		if got := p.state(next.ID); !cmp.Equal(names(got), []string{"Вера", "Аня"}) {
			t.Errorf("Vera came back, here sit %v", names(got))
		}
		if away, err := away(t.Context(), p.store, p.record(next.ID), 0); err != nil || len(away) != 0 {
			t.Errorf("taken out would be %v, %v", away, err)
		}
		// The bot is killed after Vera sat down elsewhere. Her seat here was not freed yet.
		m := p.store.(*memory)
		m.mu.Lock()
		rec := m.matches[other.ID]
		for i := range rec.Players {
			if rec.Players[i].User == uint64(vera.ID) {
				rec.Players[i].Joined = time.Now().Add(time.Second)
			}
		}
		m.mu.Unlock()
		p = p.kill()
		p.pass(2 * time.Second)
		p.do(next.ID, eve, Join)
		got := p.do(next.ID, anya, Start)
		if got.Phase != Live || !cmp.Equal(names(got), []string{"Аня", "Eve"}) {
			t.Errorf("the match began with %v", names(got))
		}
		// A lobby that follows nothing keeps its people.
		if got := p.state(other.ID); !cmp.Equal(names(got), []string{"Boris", "Вера"}) {
			t.Errorf("elsewhere sit %v", names(got))
		}
		p.leave()
	})
}
