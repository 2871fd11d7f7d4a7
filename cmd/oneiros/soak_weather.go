package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/localcord"
)

// Weather is what goes wrong in a soak.
type weather struct {
	s    *soak
	rand *rand.Rand
	all  []string // the faults that may come

	mu    sync.Mutex
	now   localcord.Faults
	count map[string]int
}

// A fault comes, and after a while goes. One without an end is over at once.
type fault struct {
	name   string
	weight int
	lasts  [2]time.Duration
	set    func(w *weather, f *localcord.Faults, on bool)
	do     func(w *weather)
}

func seconds(from, to float64) [2]time.Duration {
	return [2]time.Duration{time.Duration(from * float64(time.Second)), time.Duration(to * float64(time.Second))}
}

// set is a fault that is a number while it lasts.
func set[T any](to func(*localcord.Faults) *T, from func(*rand.Rand) T) func(*weather, *localcord.Faults, bool) {
	return func(w *weather, f *localcord.Faults, on bool) {
		var v T
		if on {
			v = from(w.rand)
		}
		*to(f) = v
	}
}

func share(most float64) func(*rand.Rand) float64 {
	return func(r *rand.Rand) float64 { return .02 + r.Float64()*(most-.02) }
}

func always(*rand.Rand) bool { return true }

// faultKinds are all faults, in the order in which they are reported. Killing
// the bot is none of Discord's and has a time of its own.
var faultKinds = []fault{
	{name: "latency", weight: 6, lasts: seconds(1, 8), set: set(func(f *localcord.Faults) *int { return &f.Latency }, func(r *rand.Rand) int { return 20 + r.IntN(r.IntN(2500)+1) })},
	{name: "errors", weight: 6, lasts: seconds(1, 8), set: set(func(f *localcord.Faults) *float64 { return &f.ErrorRate }, share(.5))},
	{name: "lost", weight: 6, lasts: seconds(1, 8), set: set(func(f *localcord.Faults) *float64 { return &f.LostRate }, share(.3))},
	{name: "cut", weight: 6, lasts: seconds(1, 8), set: set(func(f *localcord.Faults) *float64 { return &f.CutRate }, share(.3))},
	{name: "hang", weight: 3, lasts: seconds(1, 5), set: set(func(f *localcord.Faults) *float64 { return &f.HangRate }, share(.1))},
	{name: "limits", weight: 5, lasts: seconds(1, 8), set: func(w *weather, f *localcord.Faults, on bool) {
		f.LimitRate, f.RetryAfter = 0, 0
		if on {
			f.LimitRate, f.RetryAfter = share(.3)(w.rand), 200+w.rand.IntN(2000)
		}
	}},
	{name: "outage", weight: 2, lasts: seconds(1, 6), set: set(func(f *localcord.Faults) *bool { return &f.Outage }, always)},
	{name: "silence", weight: 1, lasts: seconds(6, 15), set: set(func(f *localcord.Faults) *bool { return &f.Silent }, always)},
	{name: "duplicates", weight: 4, lasts: seconds(2, 15), set: set(func(f *localcord.Faults) *bool { return &f.Duplicate }, always)},
	{name: "closed-dms", weight: 2, lasts: seconds(2, 20), set: set(func(f *localcord.Faults) *[]localcord.ID { return &f.ClosedDMs }, func(*rand.Rand) []localcord.ID { return []localcord.ID{"*"} })},
	{name: "old-edits", weight: 2, lasts: seconds(1, 5), set: func(_ *weather, f *localcord.Faults, on bool) {
		f.OldEdits, f.OldAfter = 0, 0
		if on {
			f.OldEdits, f.OldAfter = 1, 1
		}
	}},
	{name: "tokens", weight: 1, lasts: seconds(1, 4), set: set(func(f *localcord.Faults) *int { return &f.TokenLife }, func(*rand.Rand) int { return 4000 })},
	{name: "permissions", weight: 8, lasts: seconds(2, 15)},
	{name: "server-away", weight: 1, lasts: seconds(2, 8), set: func(w *weather, _ *localcord.Faults, on bool) {
		is := localcord.Here
		if on {
			is = localcord.Away
		}
		w.s.local.SetGuild(is)
	}},
	{name: "drop", weight: 4, do: func(w *weather) { w.s.local.Drop() }},
	{name: "stall", weight: 2, do: func(w *weather) { w.s.local.Stall() }},
	{name: "close", weight: 2, do: func(w *weather) { w.s.local.Hang(4000 + w.rand.IntN(2)*9) }},
	{name: "reconnect", weight: 3, do: func(w *weather) { w.s.local.Reconnect() }},
	{name: "invalid", weight: 3, do: func(w *weather) { w.s.local.Invalidate(w.rand.IntN(2) == 0) }},
	{name: "first-packets", weight: 2, lasts: seconds(1, 5), set: func(w *weather, f *localcord.Faults, on bool) {
		f.ReconnectFirst, f.InvalidFirst = 0, 0
		if on {
			f.ReconnectFirst, f.InvalidFirst = w.rand.IntN(2), 1
			w.s.local.Drop()
		}
	}},
	{name: "deleted-board", weight: 10, do: (*weather).deleteBoard},
	{name: "deleted-channel", weight: 3, do: (*weather).deleteChannel},
	{name: "archived-thread", weight: 6, do: (*weather).archive},
}

const killed = "kill"

// faultNames are all that --faults may list.
func faultNames() []string {
	names := []string{killed}
	for _, f := range faultKinds {
		names = append(names, f.name)
	}
	return names
}

// parseFaults reads --faults.
func parseFaults(list string) ([]string, error) {
	switch list {
	case "all":
		return faultNames(), nil
	case "none":
		return nil, nil
	}
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(faultNames(), name) {
			return nil, bad("--faults: %q: want all, none, or some of %s, with commas", name, strings.Join(faultNames(), ", "))
		}
		names = append(names, name)
	}
	return names, nil
}

// gap is how long it takes on the average until the next fault comes.
const gap = 2 * time.Second

// blow lets faults come and go until the context ends.
func (w *weather) blow(ctx context.Context) {
	var going sync.WaitGroup
	defer going.Wait()
	sum := 0
	var kinds []fault
	for _, f := range faultKinds {
		if slices.Contains(w.all, f.name) {
			kinds = append(kinds, f)
			sum += f.weight
		}
	}
	if sum == 0 {
		return
	}
	on := map[string]bool{}
	for {
		if !pause(ctx, time.Duration(w.rand.ExpFloat64()*float64(gap))) {
			return
		}
		n := w.rand.IntN(sum)
		for _, f := range kinds {
			if n -= f.weight; n >= 0 {
				continue
			}
			w.mu.Lock()
			was := on[f.name]
			on[f.name] = true
			if !was {
				w.count[f.name]++
			}
			w.mu.Unlock()
			if was {
				break
			}
			lasts := f.lasts[0]
			if d := f.lasts[1] - f.lasts[0]; d > 0 {
				lasts += time.Duration(w.rand.Int64N(int64(d)))
			}
			end := w.begin(f)
			going.Go(func() {
				pause(ctx, lasts)
				end()
				w.mu.Lock()
				on[f.name] = false
				w.mu.Unlock()
			})
			break
		}
	}
}

// begin begins a fault, and gives what ends it.
func (w *weather) begin(f fault) (end func()) {
	switch {
	case f.do != nil:
		f.do(w)
		return func() {}
	case f.set == nil:
		return w.deny()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	f.set(w, &w.now, true)
	w.s.local.SetFaults(w.now)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		f.set(w, &w.now, false)
		w.s.local.SetFaults(w.now)
	}
}

// permissions are what may be taken from the bot, one or several at a time.
var permissions = []uint64{1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 35, 1 << 38}

func (w *weather) deny() func() {
	var bits uint64
	for range 1 + w.rand.IntN(2) {
		bits |= permissions[w.rand.IntN(len(permissions))]
	}
	channel := w.channel()
	w.s.local.Deny(channel, bits)
	return func() { w.s.local.Deny(channel, 0) }
}

// channel is one of the places, by chance.
func (w *weather) channel() localcord.ID {
	in := w.s.places[w.rand.IntN(len(w.s.places))].in()
	return in[w.rand.IntN(len(in))]
}

func (w *weather) deleteBoard() {
	channel := w.channel()
	for _, m := range slices.Backward(w.s.people[0].Messages(channel)) {
		if !m.Ephemeral() && m.Author.ID == w.s.local.Bot() {
			w.s.gone(w.s.local.DeleteMessage(m.ID))
			return
		}
	}
}

func (w *weather) deleteChannel() { w.s.gone(w.s.local.DeleteChannel(w.channel())) }

func (w *weather) archive() {
	for range 5 { // most channels have no thread
		p := w.s.places[w.rand.IntN(len(w.s.places))]
		if in := p.in(); len(in) > 1 {
			w.s.gone(w.s.local.ArchiveThread(in[len(in)-1], true, w.rand.IntN(4) == 0))
			return
		}
	}
}

// kill kills the bot at random moments, and starts it again, until the context
// ends.
func (w *weather) kill(ctx context.Context, luck *rand.Rand) error {
	if !slices.Contains(w.all, killed) {
		return nil
	}
	every := w.s.every
	for pause(ctx, time.Duration((.3+luck.ExpFloat64())*float64(every))) {
		if err := w.s.bots.kill(); err != nil {
			return err
		}
		w.mu.Lock()
		w.count[killed]++
		w.mu.Unlock()
		pause(ctx, time.Duration(luck.Int64N(int64(4*time.Second))))
		if err := w.s.bots.start(); err != nil {
			return err
		}
	}
	return nil
}
