package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot"
	"oneiros/bot/localcord"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
)

// rest waits until everything that the bot shows is what it should be, and lists
// what never was: each surface has to be right at one moment at least, because
// deadlines go on passing.
func (s *soak) rest(ctx context.Context) (wrong []string, err error) {
	right := map[string]bool{}
	nudged := false
	for began := time.Now(); ; {
		if err := s.bots.failure(); err != nil {
			return nil, err
		}
		b, err := s.bots.ask(ctx, "/surfaces")
		if err != nil {
			return nil, fmt.Errorf("ask the bot what it shows: %w", err)
		}
		s.bots.measure(ctx)
		var list []bot.Surface
		if err := json.Unmarshal(b, &list); err != nil {
			return nil, fmt.Errorf("read what the bot shows: %w", err)
		}
		wrong = nil
		var boards []bot.Surface
		for _, f := range list {
			key := fmt.Sprintf("%s %d", f.Match, f.User)
			if right[key] {
				continue
			}
			if what := s.differs(f); what != "" {
				wrong = append(wrong, what)
				if f.User == 0 {
					boards = append(boards, f)
				}
				continue
			}
			right[key] = true
		}
		if len(wrong) == 0 || time.Since(began) > rest {
			return wrong, nil
		}
		// What Discord refused for good is tried again when somebody asks.
		if !nudged && time.Since(began) > rest/6 {
			nudged = true
			for _, f := range boards {
				s.nudge(ctx, localcord.ID(f.Channel.String()))
			}
		}
		if !pause(ctx, time.Second) {
			return nil, context.Cause(ctx)
		}
	}
}

// nudge lets somebody ask for their panel in a channel.
func (s *soak) nudge(ctx context.Context, channel localcord.ID) {
	for _, h := range s.people {
		if slices.Contains(h.at.in(), channel) {
			r, err := h.Command(ctx, channel, "dream panel", nil)
			h.came(r, err, "")
			return
		}
	}
}

// reachable reports whether the bot can show anything in a channel: not where it
// was deleted, nor in a thread that a moderator locked.
func (s *soak) reachable(channel localcord.ID) bool {
	for _, c := range s.local.Channels() {
		if c.ID == channel {
			return !c.Locked
		}
	}
	return false
}

// differs says how a surface differs from what people see; nothing where it does
// not. A panel may have been put away by its reader.
func (s *soak) differs(f bot.Surface) string {
	if f.User == 0 && !s.reachable(localcord.ID(f.Channel.String())) {
		return ""
	}
	name := "the board"
	if f.User != 0 {
		name = "a panel"
	}
	id := localcord.ID(f.Message.String())
	var m *localcord.Message
	for _, h := range s.people {
		if f.User == 0 || h.ID() == localcord.ID(f.User.String()) {
			m = h.Message(id)
			break
		}
	}
	if m == nil {
		if f.User != 0 {
			return ""
		}
		return fmt.Sprintf("%s of match %s (%s) is not there; %s", name, f.Match, f.Phase, f.Trouble)
	}
	text, ids := words(m)
	want := clean(f.Text)
	if f.User != 0 {
		text = slices.DeleteFunc(text, warning) // said once, and gone with the next change
	}
	switch {
	case !slices.Equal(text, want):
		return fmt.Sprintf("%s of match %s (%s) says\n%s\nand not\n%s\n%s", name, f.Match, f.Phase, strings.Join(text, "\n"), strings.Join(want, "\n"), f.Trouble)
	case !slices.Equal(ids, f.IDs):
		return fmt.Sprintf("%s of match %s (%s) has %q and not %q; %s", name, f.Match, f.Phase, ids, f.IDs, f.Trouble)
	}
	return ""
}

// words are what a message says and the ids of its controls, in the order in
// which bot.Surfaces has them.
func words(m *localcord.Message) (text, ids []string) {
	text = append(text, m.Content)
	for _, e := range m.Embeds {
		text = append(text, e.Title, e.Description)
		if e.Footer != nil {
			text = append(text, e.Footer.Text)
		}
	}
	var walk func([]*localcord.Component)
	walk = func(all []*localcord.Component) {
		for _, c := range all {
			text = append(text, c.Label, c.Placeholder)
			if c.CustomID != "" {
				ids = append(ids, c.CustomID)
			}
			for _, o := range c.Options {
				text = append(text, o.Label, o.Description)
			}
			walk(c.Components)
		}
	}
	walk(m.Components)
	return clean(text), ids
}

// warning reports whether a line is what a refused press was answered with.
func warning(line string) bool { return strings.HasPrefix(line, "⚠") }

// clean is texts line by line, without empty ones and the space around them.
func clean(texts []string) []string {
	var kept []string
	for l := range strings.Lines(strings.Join(texts, "\n")) {
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return kept
}

// verdict is what the database holds, against what people saw.
type verdict struct {
	matches                  int
	over, void, live, lobby  int
	inputs                   int
	replayed                 int
	lost, doubled, stuck, no []string // no: logs that lead elsewhere
}

// judge reads the database of a bot that has ended.
func (s *soak) judge(ctx context.Context, t tally) (v verdict, err error) {
	db, err := store.OpenReadOnly(ctx, s.bots.store)
	if err != nil {
		return v, err
	}
	defer func() {
		if closed := db.Close(); err == nil {
			err = closed
		}
	}()
	in := map[uint64]int{} // how often a press is in a log
	for _, phase := range []store.Phase{store.Lobby, store.Live, store.Over, store.Void} {
		ids, err := db.MatchesByPhase(ctx, phase)
		if err != nil {
			return v, err
		}
		for _, id := range ids {
			m, err := db.Match(ctx, id)
			if err != nil {
				return v, err
			}
			v.matches++
			switch phase {
			case store.Lobby:
				v.lobby++
			case store.Live:
				v.live++
			case store.Over:
				v.over++
			case store.Void:
				v.void++
			}
			log, err := db.Inputs(ctx, id)
			if err != nil {
				return v, err
			}
			v.inputs += len(log)
			presses, err := db.PressIDs(ctx, id)
			if err != nil {
				return v, err
			}
			for _, n := range presses {
				in[n]++
			}
			if m.Position == nil {
				continue
			}
			if what := replays(m, log); what != "" {
				v.no = append(v.no, fmt.Sprintf("match %s: %s", id, what))
			} else {
				v.replayed++
			}
			if what := stuck(m); what != "" {
				v.stuck = append(v.stuck, fmt.Sprintf("match %s: %s", id, what))
			}
		}
	}
	for n, times := range in {
		if times > 1 {
			v.doubled = append(v.doubled, fmt.Sprintf("press %d is in the log %d times", n, times))
		}
	}
	for n, p := range t.acknowledged {
		if in[n] == 0 {
			v.lost = append(v.lost, fmt.Sprintf("press %d, made in match %s at turn %d, was answered with\n%s", n, p.match, p.turn, p.answer.text))
		}
	}
	return v, nil
}

// replays says how a log leads to another position than the one that is stored.
func replays(m store.Match, log []games.Input) string {
	game, ok := all.Find(m.Game)
	if !ok {
		return "of no game"
	}
	if m.Position.N != len(log) {
		return fmt.Sprintf("%d inputs, and a position after %d", len(log), m.Position.N)
	}
	r, err := record.Make(game, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, false)
	if err != nil {
		return err.Error()
	}
	last := r.Deal.Position
	if n := len(r.Inputs); n > 0 {
		last = r.Inputs[n-1].Position
	}
	if !bytes.Equal(last, m.Position.Data) {
		return "the log leads to another position than the one stored"
	}
	return ""
}

// stuck says why a live match that is not paused can never go on.
func stuck(m store.Match) string {
	if m.Phase != store.Live || m.Paused != "" {
		return ""
	}
	game, ok := all.Find(m.Game)
	if !ok {
		return "of no game"
	}
	match, err := game.Load(games.Snapshot{
		Game: m.Game, Version: m.Position.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options,
		N: m.Position.N, At: m.Position.At, Position: m.Position.Data,
	})
	if err != nil {
		return err.Error()
	}
	status := match.Status()
	if status.Over {
		return "it is over and still live"
	}
	if status.Due != 0 {
		return ""
	}
	for seat := range match.Seats() {
		if len(match.Moves(games.Seat(seat))) > 0 {
			return ""
		}
	}
	return "nobody has a move, and there is no deadline"
}

// complaints counts what the bots said, by their words, and lists the incidents.
func (s *soak) complaints() (counts map[string]int, incidents []string, err error) {
	b, err := os.ReadFile(s.bots.log.Name())
	if err != nil {
		return nil, nil, fmt.Errorf("read what the bot said: %w", err)
	}
	counts = map[string]int{}
	for line := range bytes.Lines(b) {
		var said struct {
			Level    string `json:"level"`
			Message  string `json:"message"`
			Incident string `json:"incident"`
		}
		if json.Unmarshal(line, &said) != nil {
			if bytes.HasPrefix(line, []byte("panic:")) || bytes.HasPrefix(line, []byte("fatal error:")) {
				incidents = append(incidents, string(line))
			}
			continue // cut off by a kill
		}
		counts[said.Level+": "+said.Message]++
		if said.Incident != "" {
			incidents = append(incidents, string(line))
		}
	}
	return counts, incidents, nil
}

// growth compares how much a process needed when it had warmed up with what it
// needed in the end. A match that ended keeps its table for a day, so what is
// allowed grows with the matches.
func growth(of life, matches int) (goroutines, memory [2]float64, bad string) {
	n := len(of.Samples)
	if n < 8 {
		return goroutines, memory, ""
	}
	mean := func(from, to int) (g, m float64) {
		for _, x := range of.Samples[from:to] {
			g, m = g+x.Goroutines, m+x.Memory
		}
		return g / float64(to-from), m / float64(to-from)
	}
	goroutines[0], memory[0] = mean(n/4, n/2)
	goroutines[1], memory[1] = mean(n-n/4, n)
	switch {
	case goroutines[1] > goroutines[0]*1.25+50+float64(matches):
		bad = fmt.Sprintf("goroutines grow from %.0f to %.0f", goroutines[0], goroutines[1])
	case memory[1] > memory[0]*1.5+(32<<20):
		bad = fmt.Sprintf("memory grows from %.0f to %.0f MiB", memory[0]/(1<<20), memory[1]/(1<<20))
	}
	return goroutines, memory, bad
}

// span is how long a process was measured.
func (l life) span() time.Duration {
	if len(l.Samples) == 0 {
		return 0
	}
	return l.Samples[len(l.Samples)-1].At.Sub(l.Began)
}

// report prints the figures and fails where one of them is not what it must be.
func (s *soak) report(ctx context.Context, boards []string, ending time.Duration) error {
	t := s.ledger.tally()
	v, err := s.judge(ctx, t)
	if err != nil {
		return err
	}
	said, incidents, err := s.complaints()
	if err != nil {
		return err
	}
	say := s.p.say
	say("presses sent        %d (%d more had lost their button)", t.sent, t.missing)
	say("  acknowledged      %d moves", len(t.acknowledged))
	say("  unanswered        %d", t.void)
	say("  answered within   %v (p50), %v (p99)", t.p50, t.p99)
	say("inputs kept         %d", v.inputs)
	say("matches             %d: finished %d, stopped or cleared %d, live %d, in lobby %d", v.matches, v.over, v.void, v.live, v.lobby)
	say("kills               %d", s.weather.counted(killed))
	befallen := s.local.Befallen()
	say("faults injected")
	for _, f := range faultKinds {
		if n := s.weather.counted(f.name); n > 0 {
			say("  %-16s  %d", f.name, n)
		}
	}
	say("calls and events that suffered")
	for _, k := range []string{"latency", "error_rate", "lost_rate", "cut_rate", "hang_rate", "limit_rate", "outage", "duplicate", "limits"} {
		say("  %-16s  %d", k, befallen[k])
	}
	say("refused calls       %d in ten minutes, of which Discord allows 10000", s.local.Invalid())

	var longest life
	for _, l := range s.bots.lives {
		if l.span() > longest.span() {
			longest = l
		}
	}
	goroutines, memory, grown := growth(longest, v.matches)
	say("longest life        %v of %d: goroutines %.0f, later %.0f; memory %.0f MiB, later %.0f MiB", longest.span().Round(time.Second), len(s.bots.lives),
		goroutines[0], goroutines[1], memory[0]/(1<<20), memory[1]/(1<<20))
	say("ended in            %v", ending.Round(time.Millisecond))
	say("the bot said")
	kinds := make([]string, 0, len(said))
	for k := range said {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for _, k := range kinds {
		say("  %6d  %s", said[k], k)
	}

	var failed []string
	for _, f := range []struct {
		name string
		what []string
	}{
		{"lost", v.lost}, {"doubled", v.doubled}, {"stuck", v.stuck}, {"replays elsewhere", v.no},
		{"wrong surfaces", boards}, {"incidents", incidents},
	} {
		say("%s: %d", f.name, len(f.what))
		for i, what := range f.what {
			if i == 10 {
				say("  …")
				break
			}
			say("  %s", strings.ReplaceAll(strings.TrimSpace(what), "\n", "\n  "))
		}
		if len(f.what) > 0 {
			failed = append(failed, f.name+" "+strconv.Itoa(len(f.what)))
		}
	}
	if grown != "" {
		failed = append(failed, grown)
	}
	if ending > 10*time.Second {
		failed = append(failed, fmt.Sprintf("ending took %v", ending))
	}
	if len(t.acknowledged) == 0 {
		failed = append(failed, "nothing was played")
	}
	if len(failed) > 0 {
		return fmt.Errorf("the soak failed: %s", strings.Join(failed, "; "))
	}
	return nil
}
