package bot

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// slowSave is how long a save takes while people press at once.
const slowSave = 600 * time.Millisecond

// deed is something that a person does.
type deed func() (*localcord.Reply, error)

// presses is a press of a button by its words.
func (w *town) presses(who string, on *localcord.Message, button string) deed {
	return func() (*localcord.Reply, error) { return w.person(who).Press(w.ctx, on.ID, button) }
}

// commands is a command of /table.
func (w *town) commands(who, sub string, options map[string]any) deed {
	return func() (*localcord.Reply, error) { return w.person(who).Command(w.ctx, w.here, typedAs(sub), options) }
}

// whom are the options of a command that names a person.
func (w *town) whom(who string) map[string]any {
	return map[string]any{"user": string(w.person(who).ID())}
}

// atOnce lets people do things a moment apart, in this order, while each save takes long: each is
// on its way before the first is saved. It returns what the bot sent meanwhile.
func (w *town) atOnce(disk *slowDisk, deeds ...deed) sent {
	w.t.Helper()
	time.Sleep(10 * time.Second) // what went before is shown everywhere
	disk.long.Store(int64(slowSave))
	from, errs := len(w.record.All()), make([]error, len(deeds))
	var all sync.WaitGroup
	for i, do := range deeds {
		all.Go(func() { _, errs[i] = do() })
		time.Sleep(10 * time.Millisecond)
	}
	all.Wait()
	time.Sleep(10 * time.Second)
	disk.long.Store(0)
	if err := errors.Join(errs...); err != nil {
		w.t.Fatalf("%v\n%s", err, w.log)
	}
	return sent{w, w.record.All()[from:]}
}

// sent are requests of the bot.
type sent struct {
	w    *town
	list []localcord.Request
}

// told fails the test unless something that only one person reads has these words.
func (s sent) told(who string, words string) {
	s.w.t.Helper()
	var all []string
	for _, q := range s.list {
		if slices.Contains(q.Only, s.w.person(who).ID()) {
			if strings.Contains(string(q.Body), words) {
				return
			}
			all = append(all, string(q.Body))
		}
	}
	s.w.t.Errorf("%s is not told %q but\n%s", who, words, strings.Join(all, "\n"))
}

// stay fails the test unless the match goes on and these people have seats, and no others.
func (w *town) stay(people ...string) {
	w.t.Helper()
	s := w.state()
	if s.Phase != table.Live {
		w.t.Fatalf("the match is %s", s.Phase)
	}
	n := 0
	for _, p := range s.Players {
		if !p.Open && !p.Auto {
			n++
		}
	}
	for _, who := range people {
		if _, sits := s.Seat(mustID(w.t, w.person(who))); !sits {
			w.t.Errorf("%s has no seat any longer", who)
		}
	}
	if n != len(people) {
		w.t.Errorf("%d people have a seat", n)
	}
}

// TestVoteReplaced: while a person agrees to a pause, the host pauses, and a vote to remove the
// host is opened. The agreement counts for the pause, of which nothing is left to decide.
func TestVoteReplaced(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		w.dream("Eve", "pause", nil)
		sent := w.atOnce(disk, w.commands("Boris", "pause", nil), w.commands("Eve", "kick", w.whom("Boris")), w.presses("Kate", w.board(), "Agree"))
		w.stay("Boris", "Eve", "Kate")
		if m := w.state().Motion; m == nil || m.Kind != table.Kick || len(m.Yes) != 1 {
			t.Errorf("it is voted on %+v", m)
		}
		sent.told("Kate", "That vote is over")
	})
}

// TestVotePressedTwice: a vote is pressed twice. The first press decides it, and the second
// counts for nothing that is open by then. Where the vote goes on, one person has one vote.
func TestVotePressedTwice(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		w.dream("Eve", "pause", nil)
		agree := w.presses("Kate", w.board(), "Agree")
		w.atOnce(disk, agree, w.commands("Eve", "kick", w.whom("Boris")), agree)
		w.stay("Boris", "Eve", "Kate")
		if s := w.state(); s.Paused.IsZero() || s.Motion == nil || len(s.Motion.Yes) != 1 {
			t.Errorf("paused: %v, and it is voted on %+v", s.Paused, s.Motion)
		}
		w.here = w.srv.NewChannel("four")
		w.match("rounds:3", "Boris", "Eve", "Kate", "Grace")
		w.dream("Eve", "pause", nil)
		agree = w.presses("Kate", w.board(), "Agree")
		w.atOnce(disk, agree, agree)
		if s := w.state(); !s.Paused.IsZero() || s.Motion == nil || len(s.Motion.Yes) != 2 {
			t.Errorf("two of four: paused %v, and it is voted on %+v", s.Paused, s.Motion)
		}
	})
}

// TestVoteOver: a vote ends while a person presses. They are told so, and nothing happens.
func TestVoteOver(t *testing.T) {
	for _, button := range []string{"Agree", "Object"} {
		slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
			w.match("rounds:3", "Boris", "Eve", "Kate")
			w.dream("Eve", "pause", nil)
			sent := w.atOnce(disk, w.commands("Boris", "pause", nil), w.presses("Kate", w.board(), button))
			if s := w.state(); s.Motion != nil || s.Paused.Key != "table.pause.host" {
				t.Errorf("paused: %v, and it is voted on %+v", s.Paused, s.Motion)
			}
			sent.told("Kate", "That vote is over")
		})
	}
}

// TestDecidedByNewHost: a player who becomes the host at this moment wants to end the match, or to
// remove a person. They may do it alone now, so they are asked first. They were not asked before.
func TestDecidedByNewHost(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		sent := w.atOnce(disk, w.commands("Boris", "host", w.whom("Eve")), w.commands("Eve", "stop", nil))
		w.stay("Boris", "Eve", "Kate")
		sent.told("Eve", "cannot be undone")
		w.own("Eve", w.sees("Eve", w.here, "cannot be undone"), "stop")
		if w.state().Phase != table.Void {
			t.Error("the new host said yes, and the match goes on")
		}

		w.here = w.srv.NewChannel("kick")
		w.match("rounds:3", "Boris", "Eve", "Kate")
		w.atOnce(disk, w.commands("Boris", "host", w.whom("Eve")), w.commands("Eve", "kick", w.whom("Kate")))
		w.stay("Boris", "Eve", "Kate")
		w.own("Eve", w.sees("Eve", w.here, "Remove Kate from the table?"), "kick")
		w.stay("Boris", "Eve")
	})
}

// TestDecidedByFormerHost: a host who was asked passes the host's part on at this moment. What
// they said yes to is for the table to decide now.
func TestDecidedByFormerHost(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		for _, what := range []string{"stop", "kick"} {
			w.here = w.srv.NewChannel(what)
			w.match("rounds:3", "Boris", "Eve", "Kate")
			var of map[string]any
			if what == "kick" {
				of = w.whom("Kate")
			}
			yes := w.dream("Boris", what, of).Message
			button := map[string]string{"stop": "End", "kick": "Remove"}[what]
			w.atOnce(disk, w.commands("Boris", "host", w.whom("Eve")), w.presses("Boris", yes, button))
			w.stay("Boris", "Eve", "Kate")
			if m := w.state().Motion; m == nil || m.Kind != table.Kind(what) || m.By != 0 {
				t.Errorf("%s: it is voted on %+v", what, m)
			}
		}
	})
}

// TestAskedAgain: a person said yes to a question, and by then another question belongs to what
// they want. It is not done before they have answered that one.
func TestAskedAgain(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		lobby := func(name string) {
			w.here = w.srv.NewChannel(name)
			w.dream("Boris", "play", map[string]any{"game": "lullaby"})
			w.own("Eve", w.board(), "join")
			w.own("Kate", w.board(), "join")
		}
		// Of a lobby, and it is a match.
		lobby("close")
		yes := w.dream("Аня", "stop", nil).Message
		w.atOnce(disk, w.presses("Boris", w.board(), "Start"), func() (*localcord.Reply, error) {
			return w.person("Аня").Press(w.ctx, yes.ID, yes.Buttons()[0].CustomID)
		})
		w.stay("Boris", "Eve", "Kate")
		lobby("put out")
		yes = w.dream("Аня", "kick", w.whom("Kate")).Message
		w.atOnce(disk, w.presses("Boris", w.board(), "Start"), func() (*localcord.Reply, error) {
			return w.person("Аня").Press(w.ctx, yes.ID, yes.Buttons()[0].CustomID)
		})
		w.stay("Boris", "Eve", "Kate")
		// Of a match that goes on, and it would end.
		w.here = w.srv.NewChannel("two")
		w.match("rounds:3", "Boris", "Eve")
		yes = w.dream("Аня", "kick", w.whom("Eve")).Message
		last := w.dream("Eve", "leave", nil).Message
		gone := w.dream("Boris", "leave", nil).Message
		sent := w.atOnce(disk, w.presses("Boris", gone, "Leave"), func() (*localcord.Reply, error) {
			return w.person("Аня").Press(w.ctx, yes.ID, yes.Buttons()[0].CustomID)
		}, w.presses("Eve", last, "Leave"))
		w.stay("Eve")
		sent.told("Eve", "ends")
	})
}

// TestTargetLeaves: whom a host removes leaves at this moment. They left, and may come back.
func TestTargetLeaves(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		yes := w.dream("Boris", "kick", w.whom("Kate")).Message
		gone := w.dream("Kate", "leave", nil).Message
		w.atOnce(disk, w.presses("Kate", gone, "Leave"), w.presses("Boris", yes, "Remove"))
		w.stay("Boris", "Eve")
		if free := w.state().FreeFor(mustID(t, w.person("Kate"))); len(free) != 1 {
			t.Errorf("Kate may come back to %v", free)
		}
		// Whom others voted on left, and so did the vote.
		w.dream("Eve", "kick", w.whom("Boris"))
		gone = w.dream("Boris", "leave", nil).Message
		w.atOnce(disk, w.presses("Boris", gone, "Leave"), w.presses("Eve", w.board(), "Agree"))
		w.stay("Eve")
		if s := w.state(); s.Motion != nil {
			t.Errorf("it is voted on %+v", s.Motion)
		}
	})
}

// TestButtonsOfOlderVersion: an update comes while a person looks at a question of the version
// before. Its buttons do not say what was asked, so they ask again, and nothing is done.
func TestButtonsOfOlderVersion(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("rounds:3", "Boris", "Eve", "Kate")
		s := w.state()
		for old, asks := range map[string]string{
			"b/" + s.ID + "/stop/":                                    "cannot be undone",
			"b/" + s.ID + "/leave/yes":                                "leave the match?",
			"b/" + s.ID + "/kick/" + string(w.person("Eve").ID()):     "Remove Eve from the table?",
			"b/" + s.ID + "/kick/ask:" + string(w.person("Eve").ID()): "Remove Eve from the table?",
		} {
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panels["Boris"].ID, CustomID: old}))
			if !has(r.Message, asks) {
				t.Errorf("%s:\n%s", old, r.Message.Text())
			}
			w.stay("Boris", "Eve", "Kate")
		}
	})
}

// TestBegunMeanwhile: a match begins while people press what its lobby has. They leave no match
// and take no seat of it without being asked.
func TestBegunMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Eve", w.board(), "join")
		for range 2 {
			w.own("Boris", w.board(), "auto")
		}
		board := w.board()
		sent := w.atOnce(disk, w.presses("Boris", board, "Start"), w.presses("Eve", board, "Leave"), w.presses("Grace", board, "Join"))
		w.stay("Boris", "Eve")
		sent.told("Eve", "Leave")
		sent.told("Grace", "You can take a free seat")
	})
}

// TestAgreedMeanwhile: the host changes the options while a person says that they are ready, or
// begins. That was for what they saw.
func TestAgreedMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		for _, what := range []string{"Ready", "Start"} {
			w.here = w.srv.NewChannel(what)
			w.dream("Boris", "play", map[string]any{"game": "lullaby"})
			w.own("Eve", w.board(), "join")
			w.own("Boris", w.board(), "ready")
			options := w.own("Boris", w.board(), "options").Message
			form := w.does(w.person("Boris").Choose(w.ctx, options.ID, "", "rounds")).Modal
			changes := func() (*localcord.Reply, error) { return w.person("Boris").Submit(w.ctx, form, "3") }
			board := w.board()
			sent := w.atOnce(disk, changes, w.presses("Eve", board, what))
			if s := w.state(); s.Options["rounds"] != "3" || s.Phase != table.Lobby || s.Players[1].Ready {
				t.Errorf("%s: the table is %s with %s rounds, and Eve is ready: %v", what, s.Phase, s.Options["rounds"], s.Players[1].Ready)
			}
			sent.told("Eve", "options")
			w.press("Eve", w.board(), what)
			if s := w.state(); s.Phase == table.Lobby && !s.Players[1].Ready {
				t.Errorf("%s: pressed again, nothing happens", what)
			}
		}
	})
}

// TestAloneMeanwhile: a person joins while the only person at a table begins to play alone. The
// match does not begin without them being expected.
func TestAloneMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		board := w.board()
		w.atOnce(disk, w.presses("Eve", board, "Join"), w.presses("Boris", board, "Play alone"))
		if s := w.state(); s.Phase != table.Lobby || len(s.Players) != 2 {
			t.Fatalf("the table is %s with %d players", s.Phase, len(s.Players))
		}
		w.own("Boris", w.board(), "start")
		w.stay("Boris", "Eve")
		w.sees("Eve", w.here, "begins")
	})
}

// TestMovedMeanwhile: two people let a match go on whose channel was deleted, each in a channel of
// their own. It goes to the first one, and does not wander.
func TestMovedMeanwhile(t *testing.T) {
	slowly(t, func(t *testing.T, w *town, disk *slowDisk) {
		one, two := w.srv.NewChannel("one"), w.srv.NewChannel("two")
		w.match("rounds:3", "Boris", "Eve")
		if err := w.srv.Control().DeleteChannel(w.here); err != nil {
			t.Fatal(err)
		}
		resumes := func(who string, in localcord.ID) deed {
			return func() (*localcord.Reply, error) { return w.person(who).Command(w.ctx, in, "table resume", nil) }
		}
		sent := w.atOnce(disk, resumes("Boris", one), resumes("Eve", two))
		s := w.state()
		if s.CurrentChannel().String() != string(one) || !s.Running || len(w.boards(one, s.ID)) != 1 || len(w.boards(two, s.ID)) != 0 {
			t.Errorf("it is in %s (want %s), with %d and %d boards", s.CurrentChannel(), one, len(w.boards(one, s.ID)), len(w.boards(two, s.ID)))
		}
		sent.told("Boris", "goes on in this channel")
		for _, q := range sent.list {
			if slices.Contains(q.Only, w.person("Eve").ID()) && strings.Contains(string(q.Body), "in this channel") {
				t.Errorf("Eve is told %s", q.Body)
			}
		}
	})
}
