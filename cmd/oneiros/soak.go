package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/time/rate"

	"oneiros/bot/localcord"
	"oneiros/games/all"
)

// A soak is a Discord with many people, who play at many tables of every game by
// chance, while everything goes wrong that can: Discord's calls fail, hang and
// are lost, sockets break, boards and channels are deleted, permissions are taken
// away, and the bot, a process of its own, is killed. Nothing of the bot is
// helped: people press what they see. Afterwards everything is compared with what
// people saw and with what the bot kept.
type soak struct {
	p       *program
	tables  int
	length  time.Duration
	seed    uint64
	data    string
	perSec  float64
	every   time.Duration // between kills, on the average
	local   *localcord.Server
	bots    *nursery
	ledger  *ledger
	places  []*place
	people  []*human
	weather *weather
}

func (p *program) soak() *cobra.Command {
	s := &soak{p: p, ledger: newLedger()}
	var minutes float64
	var faults string
	c := &cobra.Command{
		Use:   "soak",
		Short: "Let many people play by chance while everything goes wrong, and count what was lost",
		Long: `Let many people play by chance while everything goes wrong, and count what was
lost: a Discord on this machine, automatic people at many tables of every game,
each fault that Discord can have, and a bot that is killed at random.

At the end the faults are switched off and everything is checked: each match
replays to its stored position, each acknowledged press is in the log, none
twice, no table is stuck, boards show what they should, and neither goroutines
nor memory of the bot grow. The exit code is 1 when anything of it does not hold.

Faults: ` + strings.Join(faultNames(), ", ") + `.
The bot is killed in the first part of the run only, so that one process lives
long enough to tell whether it grows.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			names, err := parseFaults(faults)
			switch {
			case err != nil:
				return err
			case s.tables < 1 || s.tables > 10000:
				return bad("--tables %d: want from 1 to 10000", s.tables)
			case minutes <= 0 || minutes > 10000:
				return bad("--minutes %v: want more than 0", minutes)
			case s.perSec <= 0:
				return bad("--pace %v: want more than 0", s.perSec)
			}
			s.length = time.Duration(minutes * float64(time.Minute))
			s.every = min(max(s.length/20, 12*time.Second), time.Minute)
			s.weather = &weather{s: s, all: names, count: map[string]int{}, rand: s.luck(1)}
			return s.run(c.Context())
		},
	}
	c.Flags().IntVar(&s.tables, "tables", 100, "tables of every game")
	c.Flags().Float64Var(&minutes, "minutes", 20, "how long")
	c.Flags().Uint64Var(&s.seed, "seed", 1, "of all choices")
	c.Flags().StringVar(&s.data, "data", "soak-data", "folder for the database and the log of the bot; it must not exist")
	c.Flags().StringVar(&faults, "faults", "all", "all, none, or a list with commas")
	c.Flags().Float64Var(&s.perSec, "pace", 60, "what all people together do in a second, at most")
	return c
}

// luck is a source of choices of its own.
func (s *soak) luck(n uint64) *rand.Rand { return rand.New(rand.NewPCG(s.seed, n)) }

// gone notes what could not be done to a channel or message: it was deleted
// meanwhile.
func (s *soak) gone(err error) {
	if err != nil {
		s.ledger.missed()
	}
}

// settle is how long people go on playing after the last fault, and rest how long
// the bot has then to come to rest.
const (
	settle = 20 * time.Second
	rest   = 90 * time.Second
)

func (s *soak) run(ctx context.Context) (err error) {
	if err := os.Mkdir(s.data, 0o700); err != nil {
		return bad("--data %q: %w", s.data, errors.Unwrap(err))
	}
	log := s.p.log(3, true) // errors of localcord's own
	if s.local, err = localcord.New(localcord.Config{Log: log, Limits: true, Beat: 5 * time.Second}); err != nil {
		return fmt.Errorf("localcord: %w", err)
	}
	defer func() { err = errors.Join(err, s.local.Close()) }()
	if _, err := s.local.Listen("127.0.0.1:0"); err != nil {
		return err
	}
	s.local.Tap(s.ledger.tap)
	if s.bots, err = newNursery(s.p.environ, s.local, s.data); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.bots.close()) }()
	if err := s.gather(); err != nil {
		return err
	}
	if err := s.bots.start(); err != nil {
		return err
	}
	if err := s.awake(ctx); err != nil {
		return err
	}
	s.p.say("soak: games %d, %d tables of each, %d people, %v, seed %d, faults: %s",
		len(all.Games), s.tables, len(s.people), s.length, s.seed, cmp.Or(strings.Join(s.weather.all, " "), "none"))
	if err := s.storm(ctx); err != nil {
		return err
	}
	boards, err := s.rest(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := s.bots.end(func(p *os.Process) error { return p.Signal(syscall.SIGTERM) }); err != nil {
		return err
	}
	return s.report(ctx, boards, time.Since(began))
}

// gather seats people at places: as many as each game needs, or one more.
func (s *soak) gather() error {
	luck := s.luck(2)
	for _, g := range all.Games {
		info := g.Info()
		for n := range s.tables {
			at := &place{s: s, game: info, name: fmt.Sprintf("%s-%d", info.Name, n+1)}
			s.places = append(s.places, at)
			for i := range min(info.Min+luck.IntN(2), info.Max) {
				h := &human{Person: s.local.User(fmt.Sprintf("%s-%d-%c", info.Name, n+1, 'a'+i)), s: s, at: at, rand: s.luck(uint64(1000 + len(s.people)))}
				if luck.IntN(2) == 0 {
					if err := h.SetLocale("ru"); err != nil {
						return err
					}
				}
				s.people = append(s.people, h)
			}
		}
	}
	return nil
}

// awake waits until the bot is connected and its commands are known.
func (s *soak) awake(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	for !s.local.Online() || len(s.local.Commands()) == 0 {
		if err := s.bots.failure(); err != nil {
			return err
		}
		if !pause(ctx, 50*time.Millisecond) {
			return fmt.Errorf("the bot does not come: %w; see %s", context.Cause(ctx), s.bots.log.Name())
		}
	}
	return nil
}

// storm lets people play and faults come, kills the bot in the first part, and
// ends with some moments without faults in which people go on playing.
func (s *soak) storm(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var people, skies sync.WaitGroup
	pace := rate.NewLimiter(rate.Limit(s.perSec), int(math.Ceil(s.perSec/4)))
	for _, h := range s.people {
		people.Go(func() { h.play(playing, pace) })
	}
	blowing, calm := context.WithTimeout(ctx, s.length)
	defer calm()
	skies.Go(func() { s.weather.blow(blowing) })
	skies.Go(func() { s.watch(blowing) })
	killing, spare := context.WithTimeout(ctx, s.length*6/10)
	defer spare()
	if err := s.weather.kill(killing, s.luck(3)); err != nil {
		return err
	}
	<-blowing.Done()
	skies.Wait()
	s.local.Calm()
	if err := s.awake(ctx); err != nil {
		return err
	}
	if !pause(ctx, settle) {
		return context.Cause(ctx)
	}
	stop()
	people.Wait()
	return s.bots.failure()
}

// watch measures the bot and says now and then how it goes.
func (s *soak) watch(ctx context.Context) {
	began, told := time.Now(), time.Now()
	for pause(ctx, 2*time.Second) {
		s.bots.measure(ctx)
		if time.Since(told) < 30*time.Second {
			continue
		}
		told = time.Now()
		t := s.ledger.tally()
		now := s.bots.last()
		s.p.say("%6v  pressed %d, acknowledged %d, unanswered %d; kills %d; tables %.0f, goroutines %.0f, memory %.0f MiB",
			time.Since(began).Round(time.Second), t.sent, len(t.acknowledged), t.void, s.weather.counted(killed), now.Tables, now.Goroutines, now.Memory/(1<<20))
	}
}

func (w *weather) counted(name string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count[name]
}

// last is the latest sample.
func (n *nursery) last() sample {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range slices.Backward(n.lives) {
		if k := len(l.Samples); k > 0 {
			return l.Samples[k-1]
		}
	}
	return sample{}
}

// close ends whatever still runs.
func (n *nursery) close() error {
	return errors.Join(n.kill(), n.log.Close())
}
