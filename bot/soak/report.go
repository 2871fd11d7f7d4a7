package soak

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// complaints counts the bot's log lines by their words, and lists the incidents.
func (s *soak) complaints() (counts map[string]int, incidents []string, err error) {
	b, err := s.Bot.Said()
	if err != nil {
		return nil, nil, fmt.Errorf("read the bot's log: %w", err)
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
		if said.Level != "info" {
			counts[said.Level+": "+said.Message]++
		}
		if said.Incident != "" {
			incidents = append(incidents, string(line))
		}
	}
	return counts, incidents, nil
}

// report prints the figures, and fails where one of them is not what it must be.
func (s *soak) report(ctx context.Context, surfaces []string, ending time.Duration) error {
	t := s.Tally()
	v, err := Judge(ctx, s.Bot.Store(), t.Acknowledged)
	if err != nil {
		return err
	}
	said, incidents, err := s.complaints()
	if err != nil {
		return err
	}
	s.sayFigures(t, v)
	longest, lives := s.Bot.longestLife()
	goroutines, memory, grown := longest.growth(v.Matches)
	s.Say("longest life        %v of %d: goroutines %.0f, later %.0f; memory %.0f MiB, later %.0f MiB", longest.measured().Round(time.Second), lives,
		goroutines[0], goroutines[1], memory[0]/(1<<20), memory[1]/(1<<20))
	s.Say("ended in            %v", ending.Round(time.Millisecond))
	s.Say("the bot said")
	for _, k := range slices.Sorted(maps.Keys(said)) {
		s.Say("  %6d  %s", said[k], k)
	}

	failed := s.sayFailures([]finding{
		{"lost", v.Lost}, {"doubled", v.Doubled}, {"stuck", v.Stuck}, {"replays elsewhere", v.Diverged},
		{"on another server", t.Strayed}, {"wrong surfaces", surfaces}, {"incidents", incidents},
		{"unanswered without a fault", s.unexcused(t.silent)},
	})
	if grown != "" {
		failed = append(failed, grown)
	}
	if ending > 10*time.Second {
		failed = append(failed, fmt.Sprintf("ending took %v", ending))
	}
	if most := s.Discord.REST().Calls().Most; most > 50 {
		failed = append(failed, fmt.Sprintf("%d calls that count in one second", most))
	}
	if len(t.Acknowledged) == 0 {
		failed = append(failed, "nothing was played")
	}
	if len(failed) > 0 {
		return fmt.Errorf("the soak failed: %s", strings.Join(failed, "; "))
	}
	return nil
}

// unexcused are the presses without an answer for which there was no reason. A single
// process that was killed is one.
func (s *soak) unexcused(list []silence) (bad []string) {
	if s.Processes < 2 {
		return nil
	}
	for _, one := range list {
		if one.in != nil && !s.waits.excuses(one) { // nil for one whose presser did not wait
			name := "direct messages"
			if one.in.server != nil {
				name = one.in.name
			}
			bad = append(bad, fmt.Sprintf("press %s in %s at %s", one.press, name, one.from.UTC().Format("15:04:05.000")))
		}
	}
	slices.Sort(bad)
	return bad
}

// sayFigures prints what people did, what the database holds and what went wrong.
func (s *soak) sayFigures(t Tally, v Verdict) {
	s.Say("presses sent        %d (%d more had lost their button)", t.Sent, t.Missing)
	s.Say("  acknowledged      %d moves", len(t.Acknowledged))
	s.Say("  unanswered        %d", t.Unanswered)
	s.Say("  answered within   %v (p50), %v (p99)", t.P50, t.P99)
	s.Say("inputs kept         %d", v.Inputs)
	s.Say("matches             %d: finished %d, stopped or cleared %d, live %d, in lobby %d", v.Matches, v.Over, v.Void, v.Live, v.Lobby)
	s.Say("kills               %d", s.injector.counted(killFault))
	if s.Processes > 1 {
		s.Say("left their shards   %d processes, which were started again", s.Bot.left)
	}
	s.Say("faults injected")
	for _, f := range processFaults {
		if n := s.injector.counted(f.name); n > 0 {
			s.Say("  %-16s  %d", f.name, n)
		}
	}
	for _, f := range faultKinds {
		if n := s.injector.counted(f.name); n > 0 {
			s.Say("  %-16s  %d", f.name, n)
		}
	}
	s.Say("calls and events that suffered")
	counts := s.Discord.Control().FaultCounts()
	for _, k := range []string{"latency", "error_rate", "lost_rate", "cut_rate", "unanswered_rate", "limit_rate", "outage", "duplicate", "limits"} {
		s.Say("  %-16s  %d", k, counts[k])
	}
	calls := s.Discord.REST().Calls()
	s.Say("calls that count    %d, at most %d in a second, of which Discord allows 50, and %d refused; %d do not count", calls.Counted, calls.Most, calls.Refused, calls.Exempt)
	s.Say("IDENTIFYs           %d", s.Discord.Gateway().Identifies())
	s.waits.say(s.Say)
	s.Say("refused calls       %d in ten minutes, of which Discord allows 10000", s.Discord.REST().Invalid())
}

// A finding is a list that has to be empty.
type finding struct {
	name string
	what []string
}

// sayFailures prints the first ten of each finding, and returns those that are not
// empty.
func (s *soak) sayFailures(findings []finding) (failed []string) {
	for _, f := range findings {
		s.Say("%s: %d", f.name, len(f.what))
		for i, what := range f.what {
			if i == 10 {
				s.Say("  …")
				break
			}
			s.Say("  %s", strings.ReplaceAll(strings.TrimSpace(what), "\n", "\n  "))
		}
		if len(f.what) > 0 {
			failed = append(failed, f.name+" "+strconv.Itoa(len(f.what)))
		}
	}
	return failed
}
