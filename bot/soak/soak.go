// Package soak lets many people play at random on a separate Discord. Meanwhile
// everything goes wrong that can. Discord's calls fail, hang and are lost. Sockets
// break, boards and channels are deleted, and permissions are taken away. The bot,
// which is a separate process, is killed.
//
// Nobody helps the bot: people press what they see. Afterwards the judge compares
// what the bot has kept with what people saw. What it must never find is a move
// that a person saw acknowledged and that no log holds.
//
// The files: people press, the injector brings faults, and the ledger notes who saw
// what. The judge reads the database, and process.go runs the bot. A test that
// needs people at tables uses a [Crowd] without the injector.
package soak

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/games/all"
)

// Config says what a soak is like.
type Config struct {
	Tables    int           // of every game
	Servers   int           // on which the tables stand in turn; at least one for each shard
	Length    time.Duration // of the time with faults
	Seed      uint64        // decides what people choose and which faults come
	Dir       string        // an empty folder for the database and the bot's log
	Store     string        // address of an empty database of PostgreSQL; empty for a file in Dir
	Shards    int           // of the gateway; 0 for one
	Starts    int           // shards that may IDENTIFY in five seconds, Discord's max_concurrency; 0 for one
	Processes int           // processes of the bot, see [Bot]; 0 for one
	From      string        // an older build of the program, with which the processes begin; in the middle they change to this one. Empty for none
	Pace      float64       // actions of all people together in a second, at most
	Haste     int           // how many times as often as usual people look at the screen; 0 for 1
	Faults    []string      // the faults that may come, see ParseFaults
	Command   Command       // starts the bot
	Log       zerolog.Logger
	Say       func(format string, args ...any) // prints a line for the person at the terminal
}

// A soak is one run of it.
type soak struct {
	Config
	*Crowd
	injector *injector
}

const (
	settleTime = 20 * time.Second // people go on playing for so long after the last fault
	restTime   = 90 * time.Second // then the bot has so long to show everything as it is
)

// Run runs a soak and prints what came of it. It returns an error when anything
// was lost, doubled or stuck, or when the bot leaks.
func Run(ctx context.Context, c Config) (err error) {
	local, err := localcord.New(localcord.Config{
		Log: c.Log, Limits: true, Beat: 5 * time.Second,
		Shards: localcord.Sharding{Recommended: c.Shards, MaxConcurrency: c.Starts},
	})
	if err != nil {
		return fmt.Errorf("localcord: %w", err)
	}
	defer func() { err = errors.Join(err, local.Close()) }()
	if _, err := local.Listen("127.0.0.1:0"); err != nil {
		return err
	}
	crowd, err := NewCrowd(local, c)
	if err != nil {
		return err
	}
	s := &soak{Config: c, Crowd: crowd, injector: newInjector(crowd, c)}
	defer func() { err = errors.Join(err, s.Bot.Close()) }()
	started := time.Now()
	if err := s.Bot.Start(); err != nil {
		return err
	}
	if err := s.Online(ctx); err != nil {
		return err
	}
	c.Say("soak: %d games, %d tables of each on %d servers, %d people, %v, seed %d, faults: %s",
		len(all.Games), c.Tables, len(local.Guilds()), len(s.people), c.Length, c.Seed, cmp.Or(strings.Join(c.Faults, " "), "none"))
	if c.Shards > 1 {
		c.Say("soak: the %d shards of %d processes were there after %v", c.Shards, c.Processes, time.Since(started).Round(time.Second))
	}
	if err := s.playUnderFaults(ctx); err != nil {
		return err
	}
	boards, err := s.wrongSurfaces(ctx)
	if err != nil {
		return err
	}
	began := time.Now()
	if err := s.Bot.Stop(); err != nil {
		return err
	}
	return s.report(ctx, boards, time.Since(began))
}

// random is a source of choices. The same seed and number give the same choices.
func random(seed, n uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, n)) }

// playUnderFaults lets people play while faults come and go. A bot of one process is
// killed in the first part only. So it lives long enough to show whether it grows. It ends with some moments without faults, in which people go on playing.
func (s *soak) playUnderFaults(ctx context.Context) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var people, faults sync.WaitGroup
	people.Go(func() { s.Play(playing, s.Pace) })
	injecting, endFaults := context.WithTimeout(ctx, s.Length)
	defer endFaults()
	faults.Go(func() { s.injector.run(injecting) })
	faults.Go(func() { s.watch(injecting) })
	if err := s.disturb(ctx); err != nil {
		return err
	}
	<-injecting.Done()
	faults.Wait()
	s.Discord.Control().ClearFaults()
	if err := s.Online(ctx); err != nil {
		return err
	}
	if !discord.Sleep(ctx, settleTime) {
		return context.Cause(ctx)
	}
	stop()
	people.Wait()
	return s.Bot.Failure()
}

// disturb lets faults happen to the processes. The only one is killed in the first part of
// the time. To one of several something happens all the time, or they are upgraded.
func (s *soak) disturb(ctx context.Context) error {
	length := s.Length * 6 / 10
	if s.Processes > 1 {
		length = s.Length
	}
	ctx, stop := context.WithTimeout(ctx, length)
	defer stop()
	switch {
	case s.From != "":
		if !discord.Sleep(ctx, length/3) {
			return nil
		}
		began, before := time.Now(), s.Discord.Gateway().Identifies()
		asking, enough := context.WithCancel(ctx)
		defer enough()
		for _, in := range slices.Concat(s.rooms, s.direct) {
			go func() {
				for n := 0; discord.Sleep(asking, 4*askEvery); n++ {
					s.askOnce(ctx, in, n)
				}
			}()
		}
		if err := s.Bot.upgrade(ctx); err != nil {
			return err
		}
		s.Say("upgraded %d processes in %v, with %d IDENTIFYs", s.Processes, time.Since(began).Round(time.Second), s.Discord.Gateway().Identifies()-before)
		return nil
	case s.Processes > 1:
		return s.injector.hurtProcesses(ctx, random(s.Seed, 3))
	}
	return s.injector.killBot(ctx, random(s.Seed, 3))
}

// watch measures the bot, and prints every half minute how the soak goes.
func (s *soak) watch(ctx context.Context) {
	began, told := time.Now(), time.Now()
	for discord.Sleep(ctx, 2*time.Second) {
		s.Bot.measure(ctx)
		if s.Processes > 1 { // as the system starts a service again
			if err := s.Bot.Start(); err != nil {
				s.Say("start again: %v", err)
			}
		}
		if time.Since(told) < 30*time.Second {
			continue
		}
		told = time.Now()
		t, now := s.Tally(), s.Bot.lastSample()
		s.Say("%6v  pressed %d, acknowledged %d, unanswered %d; kills %d; tables %.0f, goroutines %.0f, memory %.0f MiB",
			time.Since(began).Round(time.Second), t.Sent, len(t.Acknowledged), t.Unanswered, s.injector.counted(killFault), now.tables, now.goroutines, now.memory/(1<<20))
	}
}
