package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/localcord"
)

// A weather is what goes wrong in a soak.
type weather struct {
	crowd *Crowd
	local *localcord.Server
	rand  *rand.Rand
	names []string      // of the faults that may come
	every time.Duration // between kills, on the average

	mu    sync.Mutex
	now   localcord.Faults
	count map[string]int
}

func newWeather(crowd *Crowd, c Config) *weather {
	return &weather{
		crowd: crowd, local: crowd.Discord, rand: random(c.Seed, 1), names: c.Faults, count: map[string]int{},
		every: min(max(c.Length/20, 12*time.Second), time.Minute),
	}
}

// A fault is one thing that can go wrong. With set it comes, and goes after a
// while; with do it happens once; with neither it takes permissions away.
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

// set gives one field of the faults a value while the fault lasts.
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

// faultKinds are all faults of Discord, in the order in which they are reported.
// Kills of the bot have a separate schedule, see killBot.
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
		w.local.SetGuild(is)
	}},
	{name: "drop", weight: 4, do: func(w *weather) { w.local.Drop() }},
	{name: "stall", weight: 2, do: func(w *weather) { w.local.Stall() }},
	{name: "close", weight: 2, do: func(w *weather) { w.local.Hang(4000 + w.rand.IntN(2)*9) }},
	{name: "reconnect", weight: 3, do: func(w *weather) { w.local.Reconnect() }},
	{name: "invalid", weight: 3, do: func(w *weather) { w.local.Invalidate(w.rand.IntN(2) == 0) }},
	{name: "first-packets", weight: 2, lasts: seconds(1, 5), set: func(w *weather, f *localcord.Faults, on bool) {
		f.ReconnectFirst, f.InvalidFirst = 0, 0
		if on {
			f.ReconnectFirst, f.InvalidFirst = w.rand.IntN(2), 1
			w.local.Drop()
		}
	}},
	{name: "deleted-board", weight: 10, do: (*weather).deleteBoard},
	{name: "deleted-channel", weight: 3, do: (*weather).deleteChannel},
	{name: "archived-thread", weight: 6, do: (*weather).archive},
}

// killFault is the name of the fault that kills the bot.
const killFault = "kill"

// FaultNames are the names of all faults.
func FaultNames() []string {
	names := []string{killFault}
	for _, f := range faultKinds {
		names = append(names, f.name)
	}
	return names
}

// ParseFaults reads a list of faults: "all", "none", or names with commas.
func ParseFaults(list string) ([]string, error) {
	switch list {
	case "all":
		return FaultNames(), nil
	case "none":
		return nil, nil
	}
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(FaultNames(), name) {
			return nil, fmt.Errorf("%q: want all, none, or some of %s, with commas", name, strings.Join(FaultNames(), ", "))
		}
		names = append(names, name)
	}
	return names, nil
}

// faultGap is the time until the next fault comes, on the average.
const faultGap = 2 * time.Second

// blow lets faults come and go until the context ends.
func (w *weather) blow(ctx context.Context) {
	var going sync.WaitGroup
	defer going.Wait()
	sum := 0
	var kinds []fault
	for _, f := range faultKinds {
		if slices.Contains(w.names, f.name) {
			kinds = append(kinds, f)
			sum += f.weight
		}
	}
	if sum == 0 {
		return
	}
	on := map[string]bool{}
	for sleep(ctx, time.Duration(w.rand.ExpFloat64()*float64(faultGap))) {
		f := w.draw(kinds, sum)
		w.mu.Lock()
		was := on[f.name]
		on[f.name] = true
		if !was {
			w.count[f.name]++
		}
		w.mu.Unlock()
		if was {
			continue
		}
		lasts := f.lasts[0]
		if d := f.lasts[1] - f.lasts[0]; d > 0 {
			lasts += time.Duration(w.rand.Int64N(int64(d)))
		}
		end := w.begin(f)
		going.Go(func() {
			sleep(ctx, lasts)
			end()
			w.mu.Lock()
			on[f.name] = false
			w.mu.Unlock()
		})
	}
}

// draw chooses a fault by weight; sum is that of all weights.
func (w *weather) draw(kinds []fault, sum int) fault {
	n := w.rand.IntN(sum)
	for _, f := range kinds {
		if n -= f.weight; n < 0 {
			return f
		}
	}
	panic("the sum is more than all weights")
}

// counted is how often a fault came.
func (w *weather) counted(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count[name]
}

// begin begins a fault. The function that it returns ends it.
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
	w.local.SetFaults(w.now)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		f.set(w, &w.now, false)
		w.local.SetFaults(w.now)
	}
}

// permissions are what may be taken from the bot, one or two at a time.
var permissions = []uint64{1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 35, 1 << 38}

// deny takes permissions from the bot in one channel.
func (w *weather) deny() (end func()) {
	var bits uint64
	for range 1 + w.rand.IntN(2) {
		bits |= permissions[w.rand.IntN(len(permissions))]
	}
	channel := w.channel()
	w.local.Deny(channel, bits)
	return func() { w.local.Deny(channel, 0) }
}

// channel is a channel or thread of a random room.
func (w *weather) channel() localcord.ID {
	in := w.room().channels()
	return in[w.rand.IntN(len(in))]
}

func (w *weather) room() *room { return w.crowd.rooms[w.rand.IntN(len(w.crowd.rooms))] }

// try counts what could not be done to a channel or message because somebody had
// deleted it before.
func (w *weather) try(err error) {
	if err != nil {
		w.crowd.ledger.missed()
	}
}

func (w *weather) deleteBoard() {
	channel := w.channel()
	for _, m := range slices.Backward(w.crowd.people[0].Messages(channel)) {
		if !m.Ephemeral() && m.Author.ID == w.local.Bot() {
			w.try(w.local.DeleteMessage(m.ID))
			return
		}
	}
}

func (w *weather) deleteChannel() { w.try(w.local.DeleteChannel(w.channel())) }

// archive archives a thread, and locks one of four.
func (w *weather) archive() {
	for range 5 { // most rooms have no thread
		if in := w.room().channels(); len(in) > 1 {
			w.try(w.local.ArchiveThread(in[len(in)-1], true, w.rand.IntN(4) == 0))
			return
		}
	}
}

// killBot kills the bot at random moments and starts it again, until the context
// ends.
func (w *weather) killBot(ctx context.Context, r *rand.Rand) error {
	if !slices.Contains(w.names, killFault) {
		return nil
	}
	for sleep(ctx, time.Duration((.3+r.ExpFloat64())*float64(w.every))) {
		if err := w.crowd.Bot.Kill(); err != nil {
			return err
		}
		w.mu.Lock()
		w.count[killFault]++
		w.mu.Unlock()
		sleep(ctx, time.Duration(r.Int64N(int64(4*time.Second))))
		if err := w.crowd.Bot.Start(); err != nil {
			return err
		}
	}
	return nil
}
