package bot

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/store"
)

// saveRecord is a store that remembers what was saved of a match, in order.
type saveRecord struct {
	table.Matches
	mu   sync.Mutex
	list []store.Match
}

func (s *saveRecord) saw(m store.Match) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, m)
}

func (s *saveRecord) SaveMatch(ctx context.Context, m store.Match) error {
	err := s.Matches.SaveMatch(ctx, m)
	if err == nil {
		s.saw(m)
	}
	return err
}

func (s *saveRecord) AppendInput(ctx context.Context, in store.Step) error {
	err := s.Matches.AppendInput(ctx, in)
	if err == nil && in.Record != nil {
		s.saw(*in.Record)
	}
	return err
}

// saved is what was saved of a match since it was that of a record, and that.
func (s *saveRecord) saved(first store.Match) []store.Match {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []store.Match{first}
	for _, m := range s.list {
		if m.ID == first.ID && m.Rev >= first.Rev {
			list = append(list, m)
		}
	}
	return list
}

// meant is what a person pressed, with what they saw of it: "agree" with the motion, "ready" with the
// options, "yes-kick" with whom they were asked about.
type meant struct{ who, what, about string }

// rush is fifty people at one table, at one moment.
type rush struct {
	t       *testing.T
	w       *town
	luck    *rand.Rand
	disk    *slowDisk
	saw     *saveRecord
	names   map[uint64]string
	meaning map[meant]bool
	deeds   []deed
	did     map[string]int // what happened, by kind
}

// wants lets a person do something at the moment, and notes what they mean by it.
func (r *rush) wants(who, what, about string, do deed) {
	r.meaning[meant{who, what, about}] = true
	r.deeds = append(r.deeds, do)
}

// pressesID is a press of a control that the presser sees now, whatever it is when they press.
func (r *rush) pressesID(who string, on *localcord.Message, part string) deed {
	r.t.Helper()
	for _, b := range r.w.now(who, on).Buttons() {
		if strings.Contains(b.CustomID, part) {
			return func() (*localcord.Reply, error) {
				return r.w.person(who).Forge(r.w.ctx, localcord.Forged{Channel: r.w.here, Message: on.ID, CustomID: b.CustomID})
			}
		}
	}
	r.t.Fatalf("%s sees no button %q on\n%s", who, part, r.w.now(who, on).Text())
	return nil
}

// crowd has strangers do one of some things, until there are fifty deeds.
func (r *rush) crowd(ways ...func(who string)) {
	for i := 0; len(r.deeds) < 50; i++ {
		who := fmt.Sprint("Stranger ", i)
		r.names[uint64(mustID(r.t, r.w.person(who)))] = who
		ways[r.luck.IntN(len(ways))](who)
	}
}

// begin lets every person do what they want at one moment, while each save and each answer
// takes long, and looks at all that came of it.
func (r *rush) begin() {
	r.t.Helper()
	time.Sleep(10 * time.Second)
	first, err := r.saw.Match(r.w.ctx, r.w.state().ID)
	if err != nil {
		r.t.Fatal(err)
	}
	r.disk.long.Store(int64(slowSave))
	r.w.srv.SetFaults(localcord.Faults{Latency: 500, AnswerWithin: 60_000})
	r.luck.Shuffle(len(r.deeds), func(i, j int) { r.deeds[i], r.deeds[j] = r.deeds[j], r.deeds[i] })
	var all sync.WaitGroup
	for _, do := range r.deeds {
		late := time.Duration(r.luck.IntN(100)) * time.Millisecond
		all.Go(func() {
			time.Sleep(late)
			if _, err := do(); err != nil {
				r.t.Errorf("not answered: %v", err)
			}
		})
	}
	all.Wait()
	time.Sleep(time.Minute)
	r.disk.long.Store(0)
	r.w.srv.SetFaults(localcord.Faults{})
	list := r.saw.saved(first)
	for i, next := range list[1:] {
		r.explain(list[i], next)
	}
	if log := r.w.log.String(); strings.Contains(log, `"level":"error"`) {
		r.t.Error(log)
	}
}

// wanted reports whether one of some people wanted something.
func (r *rush) wanted(what, about string, people ...string) bool {
	return slices.ContainsFunc(people, func(who string) bool { return r.meaning[meant{who, what, about}] })
}

// motionKey names a motion by what is open to every person.
func motionKey(v *store.Motion) string {
	return fmt.Sprint(v.Kind, v.Seat, v.By, v.Until.UnixMilli())
}

// decided reports whether a record has a motion about a seat that most of those who are there are for.
func decided(m store.Match, kind table.Kind, seat int) bool {
	there := 0
	for _, p := range m.Players {
		if p.Seat >= 0 && !p.Auto && !p.Asleep {
			there++
		}
	}
	return m.Motion != nil && m.Motion.Kind == string(kind) && m.Motion.Seat == seat && 2*len(m.Motion.Yes) > there
}

// at is who has a seat in a record.
func (r *rush) at(m store.Match, seat int) string {
	for _, p := range m.Players {
		if p.Seat == seat {
			return r.names[p.User]
		}
	}
	return ""
}

// explain fails the test where a change was wanted by no person who may want it.
func (r *rush) explain(was, is store.Match) {
	r.t.Helper()
	fail := func(what string, args ...any) {
		r.t.Errorf("%s\nbefore: %+v, %+v\nafter: %+v, %+v", fmt.Sprintf(what, args...), was.Players, was.Motion, is.Players, is.Motion)
	}
	host, mod := r.names[was.Host], "Аня"
	before := map[uint64]store.Player{}
	for _, p := range was.Players {
		before[p.User] = p
	}
	none := int(games.Nobody)
	for _, p := range is.Players {
		who := r.names[p.User]
		old, known := before[p.User]
		if !known {
			old.Seat = -1
		}
		out := decided(was, table.Kick, old.Seat) || r.wanted("yes-kick-"+string(was.Phase), who, host, mod)
		switch left := old.Seat >= 0 && p.Seat < 0; {
		case p.Auto:
		case p.Barred && !old.Barred:
			r.did["kicked"]++
			if !out {
				fail("%s is put out", who)
			}
		case left:
			r.did["left"]++
			if !r.wanted("leave-"+string(was.Phase), "", who) {
				fail("%s has left", who)
			}
		case old.Seat < 0 && p.Seat >= 0:
			r.did["joined"]++
			if !r.wanted("join-"+string(was.Phase), "", who) {
				fail("%s has sat down", who)
			}
		}
		if was.Phase == store.Lobby && is.Phase == store.Lobby && p.Ready && !old.Ready && !p.Auto {
			r.did["ready"]++
			if !r.wanted("ready", was.Options["rounds"], who) {
				fail("%s is ready for %s rounds", who, was.Options["rounds"])
			}
		}
	}
	switch {
	case was.Phase == is.Phase:
	case is.Phase == store.Void:
		r.did["stopped"]++
		if !decided(was, table.Stop, none) && !r.wanted("yes-stop-"+string(was.Phase), "", host, mod) {
			fail("the table has ended")
		}
	case is.Phase == store.Live:
		r.did["begun"]++
		if !r.wanted("start", "", host) && !slices.ContainsFunc(slices.Collect(maps.Values(r.names)), func(who string) bool { return r.wanted("start", was.Options["rounds"], who) }) {
			fail("the match has begun with %s rounds", was.Options["rounds"])
		}
	}
	if was.Phase == store.Lobby && is.Phase == store.Lobby && was.Options["rounds"] != is.Options["rounds"] && !r.wanted("rounds", is.Options["rounds"], host) {
		fail("the options have changed")
	}
	sits := slices.ContainsFunc(is.Players, func(p store.Player) bool { return p.User == was.Host && p.Seat >= 0 && !p.Asleep })
	if is.Host != was.Host && was.Host != 0 && sits {
		if r.did["host"]++; !r.wanted("host", r.names[is.Host], host, mod) {
			fail("%s is the host", r.names[is.Host])
		}
	}
	if is.Phase == store.Live && was.Phase == store.Live && is.Paused != was.Paused {
		r.did["paused"]++
		byHost := is.Paused == "table.pause.host" && r.wanted("pause", "", host) || is.Paused == "" && r.wanted("resume", "", host, mod)
		byVote := is.Paused == "table.pause.vote" && decided(was, table.Pause, none) || is.Paused == "" && decided(was, table.Resume, none)
		if !byHost && !byVote {
			fail("the pause is %q after %q", is.Paused, was.Paused)
		}
	}
	r.explainVote(was, is, fail)
}

// explainVote fails the test where a vote is open that no person asked for, or where a person
// voted on what they did not see.
func (r *rush) explainVote(was, is store.Match, fail func(string, ...any)) {
	v := is.Motion
	if v == nil {
		return
	}
	var yes, no []int
	switch old := was.Motion; {
	case old == nil:
		r.did["opened"]++
	case motionKey(old) != motionKey(v):
		fail("one vote takes the place of another")
	default:
		yes, no = old.Yes, old.No
	}
	about := ""
	if v.Kind == string(table.Kick) {
		about = r.at(is, v.Seat)
	}
	proposes := func(who string) bool {
		return r.wanted(v.Kind, about, who) || r.wanted("yes-"+v.Kind+"-live", about, who)
	}
	if was.Motion == nil && !proposes(r.at(is, v.By)) {
		fail("%s proposes to %s %s", r.at(is, v.By), v.Kind, about)
	}
	for _, seat := range v.Yes {
		who := r.at(is, seat)
		if slices.Contains(yes, seat) {
			continue
		}
		if r.did["agreed"]++; !proposes(who) && !r.wanted("agree", motionKey(v), who) {
			fail("%s agrees to %s %s", who, v.Kind, about)
		}
	}
	for _, seat := range v.No {
		who := r.at(is, seat)
		if slices.Contains(no, seat) {
			continue
		}
		if r.did["objected"]++; !r.wanted("object", motionKey(v), who) {
			fail("%s objects to %s %s", who, v.Kind, about)
		}
	}
}

// matchRush prepares a match in which something is voted on, and what fifty people do there.
func (r *rush) matchRush() {
	w, luck := r.w, r.luck
	people := []string{"Boris", "Eve", "Kate", "Grace"}
	w.match("rounds:3", people...)
	other := func(who string) string {
		list := slices.DeleteFunc(slices.Clone(people), func(o string) bool { return o == who })
		return list[luck.IntN(len(list))]
	}
	by := people[1+luck.IntN(3)]
	switch luck.IntN(3) {
	case 0:
		w.dream(by, "pause", nil)
	case 1:
		w.dream(by, "stop", nil)
	case 2:
		w.dream(by, "kick", w.whom(other(by)))
	}
	time.Sleep(5 * time.Second)
	board := w.board()
	m, err := r.saw.Match(w.ctx, w.state().ID)
	if err != nil || m.Motion == nil {
		r.t.Fatalf("nothing is voted on: %+v, %v", m.Motion, err)
	}
	key := motionKey(m.Motion)
	votes := func(who string) {
		if luck.IntN(4) > 0 {
			r.wants(who, "agree", key, r.pressesID(who, board, "/agree/"))
		} else {
			r.wants(who, "object", key, r.pressesID(who, board, "/object/"))
		}
	}
	says := func(who, what string, whom string) {
		if whom == "" {
			r.wants(who, what, "", w.commands(who, what, nil))
		} else {
			r.wants(who, what, whom, w.commands(who, what, w.whom(whom)))
		}
	}
	// Some say yes to a question, which they were asked before.
	yes := func(who, what, whom, verb string) {
		var of map[string]any
		if whom != "" {
			of = w.whom(whom)
		}
		page := w.dream(who, what, of).Message
		kind := "yes-" + what + "-live"
		if what == "leave" {
			kind = "leave-live"
		}
		r.wants(who, kind, whom, r.pressesID(who, page, "/"+verb+"/"))
	}
	switch luck.IntN(4) {
	case 0:
		yes("Boris", "kick", other("Boris"), "kick")
	case 1:
		yes("Boris", "stop", "", "stop")
	}
	switch luck.IntN(6) {
	case 0:
		yes("Аня", "kick", people[luck.IntN(4)], "kick")
	case 1:
		yes("Аня", "stop", "", "stop")
	case 2:
		says("Аня", "host", other("Boris"))
	}
	for _, who := range people[1:] {
		if luck.IntN(3) == 0 {
			yes(who, "leave", "", "leave")
		}
	}
	says("Boris", []string{"pause", "pause", "resume"}[luck.IntN(3)], "")
	if luck.IntN(2) == 0 {
		says("Boris", "host", other("Boris"))
	}
	for _, who := range people {
		votes(who)
		if luck.IntN(3) > 0 {
			votes(who) // and once more
		}
		switch luck.IntN(4) {
		case 0:
			says(who, "stop", "")
		case 1, 2:
			says(who, "kick", other(who))
		case 3:
			says(who, "pause", "")
		}
	}
	r.crowd(
		func(who string) { r.wants(who, "join-live", "", w.commands(who, "join", nil)) },
		func(who string) { votes(who) },
		func(who string) { says(who, "kick", people[luck.IntN(4)]) },
		func(who string) { says(who, "stop", "") },
	)
}

// lobbyRush prepares a lobby, and what fifty people do there.
func (r *rush) lobbyRush() {
	w, luck := r.w, r.luck
	w.dream("Boris", "play", map[string]any{"game": "lullaby"})
	for _, who := range []string{"Eve", "Kate"} {
		w.own(who, w.board(), "join")
	}
	if luck.IntN(2) == 0 {
		w.own("Boris", w.board(), "ready")
	}
	if luck.IntN(2) == 0 {
		w.own("Kate", w.board(), "ready")
	}
	now := w.state().Options["rounds"]
	options := w.own("Boris", w.board(), "options").Message
	form := w.does(w.person("Boris").Choose(w.ctx, options.ID, "", "rounds")).Modal
	if luck.IntN(3) > 0 {
		r.wants("Boris", "rounds", "3", func() (*localcord.Reply, error) { return w.person("Boris").Submit(w.ctx, form, "3") })
	}
	switch luck.IntN(3) {
	case 0:
		r.wants("Аня", "yes-stop-lobby", "", r.pressesID("Аня", w.dream("Аня", "stop", nil).Message, "/stop/"))
	case 1:
		r.wants("Аня", "yes-kick-lobby", "Kate", r.pressesID("Аня", w.dream("Аня", "kick", w.whom("Kate")).Message, "/kick/"))
	}
	time.Sleep(5 * time.Second)
	board := w.board()
	if luck.IntN(2) == 0 {
		r.wants("Boris", "start", "", r.pressesID("Boris", board, "/start/"))
	}
	for _, who := range []string{"Eve", "Kate"} {
		switch luck.IntN(4) {
		case 0:
			r.wants(who, "leave-lobby", "", r.pressesID(who, board, "/leave/"))
		case 1:
			r.wants(who, "start", now, r.pressesID(who, board, "/start/"))
		default:
			r.wants(who, "ready", now, r.pressesID(who, board, "/ready/"))
		}
	}
	ready := func(who string) { r.wants(who, "ready", now, r.pressesID(who, board, "/ready/")) }
	join := func(who string) { r.wants(who, "join-lobby", "", r.pressesID(who, board, "/join/")) }
	r.crowd(join, ready,
		func(who string) { r.wants(who, "leave-lobby", "", r.pressesID(who, board, "/leave/")) },
		func(who string) { r.wants(who, "start", now, r.pressesID(who, board, "/start/")) },
		func(who string) { r.wants(who, "stop", "", w.commands(who, "stop", nil)) },
	)
}

// TestFiftyAtOnce has fifty people press all that a table has at one moment, while each save
// and each answer takes long. Whatever happens to the table was pressed by a person who may
// want it, for what they saw: a vote counts for its own motion, and no person is put out and
// nothing ends without a decided vote, or without the yes of the one who decides to the
// question that belongs to it.
func TestFiftyAtOnce(t *testing.T) {
	gametest.NotShort(t)
	rounds := 16
	did := map[string]int{}
	for round := range rounds {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			disk, saw := &slowDisk{}, &saveRecord{}
			virtual(t, "en-US", func(c *Config) { saw.Matches = c.Stores.Matches; c.Stores.Matches = saw; disk.under(c) }, func(t *testing.T, w *town) {
				r := &rush{t: t, w: w, luck: rand.New(rand.NewPCG(uint64(round), 50)), disk: disk, saw: saw, names: map[uint64]string{}, meaning: map[meant]bool{}, did: did}
				for _, who := range []string{"Boris", "Eve", "Kate", "Grace", "Аня"} {
					r.names[uint64(mustID(t, w.person(who)))] = who
				}
				if round%2 == 0 {
					r.matchRush()
				} else {
					r.lobbyRush()
				}
				r.begin()
			})
		})
	}
	for _, what := range []string{"kicked", "left", "joined", "ready", "stopped", "begun", "host", "paused", "opened", "agreed", "objected"} {
		if did[what] == 0 {
			t.Errorf("in %d rounds nobody %s", rounds, what)
		}
	}
	t.Log(did)
}
