package soak

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
)

// An injector chooses what goes wrong in a soak.
type injector struct {
	crowd *Crowd
	local *localcord.Server
	rand  *rand.Rand
	names []string      // of the faults that may come
	every time.Duration // between kills, on the average

	mu    sync.Mutex
	now   localcord.Faults
	count map[string]int
}

func newInjector(crowd *Crowd, c Config) *injector {
	return &injector{
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
	set    func(j *injector, f *localcord.Faults, on bool)
	do     func(j *injector)
}

func seconds(from, to float64) [2]time.Duration {
	return [2]time.Duration{time.Duration(from * float64(time.Second)), time.Duration(to * float64(time.Second))}
}

// set gives one field of the faults a value while the fault lasts.
func set[T any](to func(*localcord.Faults) *T, from func(*rand.Rand) T) func(*injector, *localcord.Faults, bool) {
	return func(j *injector, f *localcord.Faults, on bool) {
		var v T
		if on {
			v = from(j.rand)
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
	{name: "unanswered", weight: 3, lasts: seconds(1, 5), set: set(func(f *localcord.Faults) *float64 { return &f.UnansweredRate }, share(.1))},
	{name: "limits", weight: 5, lasts: seconds(1, 8), set: func(j *injector, f *localcord.Faults, on bool) {
		f.LimitRate, f.RetryAfter = 0, 0
		if on {
			f.LimitRate, f.RetryAfter = share(.3)(j.rand), 200+j.rand.IntN(2000)
		}
	}},
	{name: "outage", weight: 2, lasts: seconds(1, 6), set: set(func(f *localcord.Faults) *bool { return &f.Outage }, always)},
	{name: "silent", weight: 1, lasts: seconds(6, 15), set: set(func(f *localcord.Faults) *bool { return &f.Silent }, always)},
	{name: "duplicates", weight: 4, lasts: seconds(2, 15), set: set(func(f *localcord.Faults) *bool { return &f.Duplicate }, always)},
	{name: "closed-dms", weight: 2, lasts: seconds(2, 20), set: set(func(f *localcord.Faults) *[]localcord.ID { return &f.ClosedDMs }, func(*rand.Rand) []localcord.ID { return []localcord.ID{"*"} })},
	{name: "old-edits", weight: 2, lasts: seconds(1, 5), set: func(_ *injector, f *localcord.Faults, on bool) {
		f.OldEdits, f.OldAfter = 0, 0
		if on {
			f.OldEdits, f.OldAfter = 1, 1
		}
	}},
	{name: "tokens", weight: 1, lasts: seconds(1, 4), set: set(func(f *localcord.Faults) *int { return &f.TokenLife }, func(*rand.Rand) int { return 4000 })},
	{name: "permissions", weight: 8, lasts: seconds(2, 15)},
	{name: "server-unavailable", weight: 1, lasts: seconds(2, 8), set: func(j *injector, _ *localcord.Faults, on bool) {
		servers := j.local.Guilds()
		if on {
			servers[j.rand.IntN(len(servers))].SetState(localcord.GuildUnavailable)
			return
		}
		for _, g := range servers {
			g.SetState(localcord.GuildAvailable)
		}
	}},
	{name: "cut-connections", weight: 4, do: func(j *injector) { j.local.Gateway().CutConnections() }},
	{name: "silent-connections", weight: 2, do: func(j *injector) { j.local.Gateway().SilenceConnections() }},
	{name: "closed-connections", weight: 2, do: (*injector).closeConnections},
	{name: "reconnect", weight: 3, do: func(j *injector) { j.local.Gateway().RequestReconnect() }},
	{name: "invalid", weight: 3, do: (*injector).invalidate},
	{name: "first-packets", weight: 2, lasts: seconds(1, 5), set: func(j *injector, f *localcord.Faults, on bool) {
		f.ReconnectFirst, f.InvalidFirst = 0, 0
		if on {
			f.ReconnectFirst, f.InvalidFirst = j.rand.IntN(2), 1
			j.local.Gateway().CutConnections()
		}
	}},
	{name: "deleted-board", weight: 10, do: (*injector).deleteBoard},
	{name: "deleted-channel", weight: 3, do: (*injector).deleteChannel},
	{name: "archived-thread", weight: 6, do: (*injector).archive},
	{name: "crowd", weight: 6, do: (*injector).gather},
}

// killFault is the name of the fault that kills the bot.
const killFault = "kill"

// FaultNames are the names of all faults.
func FaultNames() []string {
	names := []string{killFault}
	for _, f := range processFaults {
		names = append(names, f.name)
	}
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

// run lets faults come and go until the context ends.
func (j *injector) run(ctx context.Context) {
	var going sync.WaitGroup
	defer going.Wait()
	defer j.crowd.beside.Wait()
	sum := 0
	var kinds []fault
	for _, f := range faultKinds {
		if slices.Contains(j.names, f.name) {
			kinds = append(kinds, f)
			sum += f.weight
		}
	}
	if sum == 0 {
		return
	}
	on := map[string]bool{}
	for discord.Sleep(ctx, time.Duration(j.rand.ExpFloat64()*float64(faultGap))) {
		f := j.draw(kinds, sum)
		j.mu.Lock()
		was := on[f.name]
		on[f.name] = true
		if !was {
			j.count[f.name]++
		}
		j.mu.Unlock()
		if was {
			continue
		}
		over := j.crowd.waits.everywhere()
		lasts := f.lasts[0]
		if d := f.lasts[1] - f.lasts[0]; d > 0 {
			lasts += time.Duration(j.rand.Int64N(int64(d)))
		}
		end := j.begin(f)
		going.Go(func() {
			discord.Sleep(ctx, lasts)
			end()
			over()
			j.mu.Lock()
			on[f.name] = false
			j.mu.Unlock()
		})
	}
}

// draw chooses a fault by weight; sum is that of all weights.
func (j *injector) draw(kinds []fault, sum int) fault {
	n := j.rand.IntN(sum)
	for _, f := range kinds {
		if n -= f.weight; n < 0 {
			return f
		}
	}
	panic("the sum is more than all weights")
}

// counted is how often a fault came.
func (j *injector) counted(name string) int {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.count[name]
}

// begin begins a fault. The function that it returns ends it.
func (j *injector) begin(f fault) (end func()) {
	switch {
	case f.do != nil:
		f.do(j)
		return func() {}
	case f.set == nil:
		return j.deny()
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	f.set(j, &j.now, true)
	j.local.SetFaults(j.now)
	return func() {
		j.mu.Lock()
		defer j.mu.Unlock()
		f.set(j, &j.now, false)
		j.local.SetFaults(j.now)
	}
}

// permissions are what may be taken from the bot, one or two at a time.
var permissions = []uint64{1 << 10, 1 << 11, 1 << 14, 1 << 15, 1 << 16, 1 << 35, 1 << 38}

// deny takes permissions from the bot in one channel.
func (j *injector) deny() (end func()) {
	var bits uint64
	for range 1 + j.rand.IntN(2) {
		bits |= permissions[j.rand.IntN(len(permissions))]
	}
	channel := j.channel()
	j.local.Control().Deny(channel, bits)
	return func() { j.local.Control().Deny(channel, 0) }
}

// channel is a channel or thread of a random room.
func (j *injector) channel() localcord.ID {
	in := j.room().channels()
	return in[j.rand.IntN(len(in))]
}

func (j *injector) room() *room { return j.crowd.rooms[j.rand.IntN(len(j.crowd.rooms))] }

// try counts what could not be done to a channel or message because a person had
// deleted it before.
func (j *injector) try(err error) {
	if err != nil {
		j.crowd.ledger.missed()
	}
}

// closeConnections closes all connections of the gateway, or ends the session of a shard.
// A bot of many shards that lost all its sessions would be away for minutes, because it
// may begin one in five seconds.
func (j *injector) closeConnections() {
	switch shards := j.local.Gateway().Shards(); {
	case j.rand.IntN(2) == 0:
		j.local.Gateway().CloseConnections(4000)
	case shards == 1:
		j.local.Gateway().CloseConnections(4009)
	default:
		j.local.Gateway().CloseShard(j.rand.IntN(shards), 4009)
	}
}

// invalidate ends sessions with op 9: all of them for a moment, or that of a shard.
func (j *injector) invalidate() {
	if j.rand.IntN(2) == 0 {
		j.local.Gateway().InvalidateSessions(true)
		return
	}
	j.local.Gateway().InvalidateShard(j.rand.IntN(j.local.Gateway().Shards()))
}

func (j *injector) deleteBoard() {
	in := j.room()
	list := in.channels()
	for _, m := range slices.Backward(in.people[0].Messages(list[j.rand.IntN(len(list))])) {
		if !m.Ephemeral() && m.Author.ID == j.local.Bot() {
			j.try(j.local.Control().DeleteMessage(m.ID))
			return
		}
	}
}

func (j *injector) deleteChannel() { j.try(j.local.Control().DeleteChannel(j.channel())) }

// archive archives a thread, and locks one of four.
func (j *injector) archive() {
	for range 5 { // most rooms have no thread
		if in := j.room().channels(); len(in) > 1 {
			j.try(j.local.Control().ArchiveThread(in[len(in)-1], true, j.rand.IntN(4) == 0))
			return
		}
	}
}

// crowdSize is how many people act in one moment.
const crowdSize = 50

// gather lets people of as few rooms as possible act in one moment. They do it beside what
// they do at their own pace.
func (j *injector) gather() {
	first := j.rand.IntN(len(j.crowd.rooms))
	together := make(chan struct{})
	n := 0
	for i := range j.crowd.rooms {
		in := j.crowd.rooms[(first+i)%len(j.crowd.rooms)]
		for _, person := range in.people[:min(len(in.people), crowdSize-n)] {
			n++
			p := &player{
				Person: person.Person, local: person.local, ledger: person.ledger, waits: person.waits, room: in,
				rand: rand.New(rand.NewPCG(j.rand.Uint64(), j.rand.Uint64())),
			}
			j.crowd.beside.Go(func() {
				do := p.choose()
				<-together
				if do != nil {
					do(context.Background()) // they wait for the answer, also when the soak ends
				}
			})
		}
	}
	close(together)
}

// killBot kills the bot at random moments and starts it again, until the context
// ends.
func (j *injector) killBot(ctx context.Context, r *rand.Rand) error {
	if !slices.Contains(j.names, killFault) {
		return nil
	}
	for discord.Sleep(ctx, time.Duration((.3+r.ExpFloat64())*float64(j.every))) {
		if err := j.crowd.Bot.Kill(); err != nil {
			return err
		}
		j.mu.Lock()
		j.count[killFault]++
		j.mu.Unlock()
		discord.Sleep(ctx, time.Duration(r.Int64N(int64(4*time.Second))))
		if err := j.crowd.Bot.Start(); err != nil {
			return err
		}
	}
	return nil
}
