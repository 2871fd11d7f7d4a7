package table

import (
	"context"
	"slices"
	"testing"
	"time"

	"oneiros/store"
)

// another is the store of a process that has none of the tables.
type another struct{ *memory }

func (another) ActiveBriefs(context.Context, time.Time) ([]store.Match, error) { return nil, nil }

// TestMine: a person's tables are found whichever process has them, and say the same.
func TestMine(t *testing.T) {
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m)
		defer p.tables.Close()
		live := p.begin(map[string]string{"sand": "60"})
		time.Sleep(time.Millisecond)
		lobby, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel + 1, Game: "sum", Host: boris})
		if err != nil {
			t.Fatal(err)
		}
		other := gather(t, another{m})
		defer other.tables.Close()
		if _, ok := other.tables.Find(OfMatch(live.ID)); ok {
			t.Fatal("the other process has the table")
		}
		for name, tables := range map[string]*Tables{"its own process": p.tables, "another process": other.tables} {
			list, err := tables.Read(t.Context(), OfPerson(boris.ID))
			if err != nil || len(list) != 2 || list[0].ID != live.ID || list[1].ID != lobby.ID {
				t.Fatalf("%s: %d tables, %v", name, len(list), err)
			}
			s := list[0]
			if due, ok := s.When(s.Status.Due); !ok || !slices.Equal(s.Status.Awaits, live.Status.Awaits) || time.Until(due) > time.Minute || time.Until(due) < 50*time.Second {
				t.Errorf("%s: awaits %v until %v", name, s.Status.Awaits, due)
			}
			if list, err := tables.Read(t.Context(), OfPerson(boris.ID).At(10)); err != nil || len(list) != 0 {
				t.Errorf("%s: on another server %d tables, %v", name, len(list), err)
			}
			if list, err := tables.Read(t.Context(), OfPerson(vera.ID)); err != nil || len(list) != 0 {
				t.Errorf("%s: Vera sits at %d tables, %v", name, len(list), err)
			}
		}
		if _, err := p.tables.Send(t.Context(), live.ID, p.seeing(live.ID, Action{Kind: Leave, User: boris})); err != nil {
			t.Fatal(err)
		}
		if list, err := other.tables.Read(t.Context(), OfPerson(boris.ID)); err != nil || len(list) != 1 {
			t.Errorf("after leaving one: %d tables, %v", len(list), err)
		}
	})
}

// Store is all that the tables need of the store.
type Store interface {
	Matches
	Removals
	Surfaces
	Settings
}

// inFile is a Store of a database.
func inFile(s *store.Store) Store {
	return struct {
		store.MatchStore
		store.SettingStore
		store.SurfaceStore
	}{s.Matches(), s.Settings(), s.Surfaces()}
}

// storesOf are the stores of tables that have one for all.
func storesOf(s Store) Stores { return Stores{s, s, s, s} }
