package table

import (
	"testing"
	"time"

	"oneiros/bot/table/people"
)

// TestMove pauses a match whose channel was deleted until it is moved. A server
// that cannot be reached stops its tables and no others.
func TestMove(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory())
		s := p.sit("walkers", map[string]string{"goal": "1000", "sand": "60"}, anya, boris)
		p.pass(20 * time.Second)
		for range 2 { // told twice
			got, err := p.tables.ChannelDeleted(t.Context(), s.ID)
			if err != nil || !got.ChannelDeleted || got.Running || got.Left(got.Status.Due, time.Now()) != 40*time.Second {
				t.Errorf("%+v, %v", got, err)
			}
		}
		p.refused(s.ID, Action{Kind: Resume, User: anya}, people.PausedChannelDeleted)
		p.pass(time.Hour)
		if _, err := p.tables.Move(t.Context(), s.ID, 700, Action{User: eve}); err == nil {
			t.Error("a person who does not play moves it")
		}
		got, err := p.tables.Move(t.Context(), s.ID, 700, Action{User: boris})
		if err != nil || got.ChannelDeleted || !got.Running || got.CurrentChannel() != 700 || got.Left(got.Status.Due, time.Now()) != 40*time.Second {
			t.Errorf("%+v, %v", got, err)
		}
		if got, err := p.tables.Move(t.Context(), s.ID, 800, Action{User: anya}); err != nil || got.CurrentChannel() != 700 {
			t.Errorf("it has a channel, and goes to %d, %v", got.CurrentChannel(), err)
		}
		if in, ok := p.tables.Find(InChannel(700)); !ok || in.ID != s.ID {
			t.Error("it is not found in its new channel")
		}
		p.tables.HaltGuild(s.Guild+1, HaltGuild, time.Now())
		if got := p.state(s.ID); !got.Running {
			t.Error("another server's outage stops it")
		}
		p.tables.UnhaltGuild(s.Guild+1, HaltGuild)
		if err := p.tables.Clear(t.Context(), s.ID); err != nil {
			t.Error(err)
		}
		if _, ok := p.tables.Find(OfMatch(s.ID)); ok {
			t.Error("a deleted match has a table")
		}
		p.leave()
	})
}
