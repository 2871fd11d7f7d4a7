package bot

import (
	"testing"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// TestBegunByNewHost: the host changes what the table agrees on and passes the host's part on,
// while the next host begins. They begin what they saw, so they are told.
func TestBegunByNewHost(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		w.own("Boris", w.board(), "ready")
		options := w.own("Boris", w.board(), "options").Message
		form := w.does(w.person("Boris").Choose(w.ctx, options.ID, "", "rounds")).Modal
		changes := func() (*localcord.Reply, error) { return w.person("Boris").Submit(w.ctx, form, "3") }
		sent := w.atOnce(disk, changes, w.commands("Boris", "host", w.whom("Eve")), w.presses("Eve", w.board(), "Start"))
		if s := w.state(); s.Options["rounds"] != "3" || s.Phase != table.Lobby || s.Host != mustID(t, w.person("Eve")) {
			t.Errorf("the table of %v is %s with %s rounds", s.Host, s.Phase, s.Options["rounds"])
		}
		sent.told("Eve", "options")
		w.press("Eve", w.board(), "Start")
		if s := w.state(); s.Phase != table.Live {
			t.Errorf("pressed again, the table is %s", s.Phase)
		}
	})
}

// TestHostBeginsOwnChange: a host who changes an option and begins at once meant that option.
func TestHostBeginsOwnChange(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		options := w.own("Boris", w.board(), "options").Message
		form := w.does(w.person("Boris").Choose(w.ctx, options.ID, "", "rounds")).Modal
		changes := func() (*localcord.Reply, error) { return w.person("Boris").Submit(w.ctx, form, "3") }
		w.atOnce(disk, changes, w.presses("Boris", w.board(), "Start"))
		if s := w.state(); s.Options["rounds"] != "3" || s.Phase != table.Live {
			t.Errorf("the table is %s with %s rounds", s.Phase, s.Options["rounds"])
		}
	})
}

// TestVotedMeanwhile: two people press Agree and Object twice, at one moment. Each has one vote.
func TestVotedMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate", "Gleb")
		w.dream("Eve", "stop", nil)
		kate, gleb := w.presses("Kate", w.board(), "Object"), w.presses("Gleb", w.board(), "Agree")
		w.atOnce(disk, kate, gleb, kate, gleb)
		w.stay("Boris", "Eve", "Kate", "Gleb")
		if m := w.state().Motion; m == nil || len(m.Yes) != 2 || len(m.No) != 1 {
			t.Errorf("it is voted on %+v", m)
		}
	})
}

// TestHostRemovedMeanwhile: whom the host makes the host is removed at this moment.
func TestHostRemovedMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		yes := w.dream("Boris", "kick", w.whom("Kate")).Message
		w.atOnce(disk, w.presses("Boris", yes, "Remove"), w.commands("Boris", "host", w.whom("Kate")))
		w.stay("Boris", "Eve")
		if s := w.state(); s.Host != mustID(t, w.person("Boris")) {
			t.Errorf("the host is %v", s.Host)
		}
	})
}
