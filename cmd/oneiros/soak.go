package main

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/bot/soak"
	"oneiros/store"
)

func (p *program) soak() *cobra.Command {
	conf := soak.Config{Log: p.log(zerolog.ErrorLevel, true), Say: p.say}
	var minutes float64
	var faults string
	c := &cobra.Command{
		Use:   "soak",
		Short: "Let automatic people play at random while everything goes wrong, and count what was lost",
		Long: `Let automatic people play at random while everything goes wrong, and count what
was lost. The command starts a Discord on this machine, automatic people at many
tables of every game, every fault that Discord can have, and a bot that is killed
at random.

At the end the faults are switched off and everything is checked: each match
replays to its stored position, each acknowledged press is in the log once, no
table is stuck, boards show what they should, and neither goroutines nor memory
of the bot grow. The exit code is 1 when one of these does not hold.

` + wrapped("Faults: "+strings.Join(soak.FaultNames(), ", ")+".") + `
A bot of one process is killed in the first part of the run only, so that one
process lives long enough to show whether it grows. Of several processes, one at a
time is killed, suspended, or cut off from the database or from Discord.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) (err error) {
			if conf.Faults, err = soak.ParseFaults(faults); err != nil {
				return bad("--faults: %w", err)
			}
			if err := checkSoak(conf, minutes); err != nil {
				return err
			}
			if err := os.Mkdir(conf.Dir, 0o700); err != nil {
				return bad("--data %q: %w", conf.Dir, reason(err))
			}
			exe, err := os.Executable()
			if err != nil {
				return err
			}
			conf.Length = time.Duration(minutes * float64(time.Minute))
			conf.Command = soakCommand(exe, os.Args[0], p.environ)
			return soak.Run(c.Context(), conf)
		},
	}
	f := c.Flags()
	f.IntVar(&conf.Tables, "tables", 100, "tables of every game")
	f.IntVar(&conf.Servers, "servers", 1, "servers on which the tables stand in turn, at least one for each shard")
	f.Float64Var(&minutes, "minutes", 20, "length of the time with faults")
	f.Uint64Var(&conf.Seed, "seed", 1, "seed of all choices")
	f.StringVar(&conf.Dir, "data", "soak-data", "folder for the database and the log of the bot; it must not exist")
	f.StringVar(&conf.Store, "store", "", "address of an empty PostgreSQL database, in place of a file in that folder")
	f.IntVar(&conf.Processes, "processes", 1, "processes of the bot that share the database; something happens to one of them every 30 seconds")
	f.StringVar(&conf.From, "from", "", "an older build of this program; the processes begin with it and change to this one, one after the other, and nothing else happens to them")
	f.IntVar(&conf.Shards, "shards", 1, "shards of the gateway")
	f.IntVar(&conf.Starts, "max-concurrency", 1, "shards that may start in five seconds; Discord has 1 for a bot on fewer than 150,000 servers")
	f.StringVar(&faults, "faults", "all", "all, none, or a list with commas")
	f.Float64Var(&conf.Pace, "pace", 60, "actions of all people together in a second, at most")
	return c
}

// checkSoak refuses what a soak cannot be.
func checkSoak(conf soak.Config, minutes float64) error {
	switch {
	case conf.Tables < 1 || conf.Tables > 10000:
		return bad("--tables %d: want from 1 to 10000", conf.Tables)
	case conf.Servers < 1 || conf.Servers > 1000:
		return bad("--servers %d: want from 1 to 1000", conf.Servers)
	case minutes <= 0 || minutes > 10000:
		return bad("--minutes %v: want more than 0", minutes)
	case conf.Pace <= 0:
		return bad("--pace %v: want more than 0", conf.Pace)
	}
	return checkProcesses(conf)
}

// checkProcesses checks the settings of a soak with several processes.
func checkProcesses(conf soak.Config) error {
	switch {
	case conf.Processes < 1 || conf.Processes > 100:
		return bad("--processes %d: want from 1 to 100", conf.Processes)
	case conf.Shards < 1 || conf.Shards > maxShards:
		return bad("--shards %d: want from 1 to %d", conf.Shards, maxShards)
	case conf.Starts < 1 || conf.Starts > maxShards:
		return bad("--max-concurrency %d: want from 1 to %d", conf.Starts, maxShards)
	case conf.Processes > 1 && conf.Store == "":
		return bad("--processes %d: processes share only a database of PostgreSQL; give --store", conf.Processes)
	}
	if conf.Store == "" {
		return nil
	}
	if err := store.CheckAddress(conf.Store); err != nil {
		return bad("--store: %w", err)
	}
	return nil
}

// soakCommand starts this program as the bot of a soak, under a name that tests
// choose. The configuration of its environment is replaced.
func soakCommand(exe, name string, environ []string) soak.Command {
	var clean []string
	for _, v := range environ {
		if !strings.HasPrefix(v, prefix) {
			clean = append(clean, v)
		}
	}
	return func(s soak.Settings) *exec.Cmd {
		level := "warn"
		if s.Shared { // it says which process has which shard
			level = "info"
		}
		return &exec.Cmd{Path: cmp.Or(s.Program, exe), Args: []string{name, "soak-bot", "--discord-relay", s.Relay}, Env: append(clean[:len(clean):len(clean)],
			variable(tokenKey)+"="+s.Token, variable("discord.api_base")+"="+s.APIBase,
			variable(database(s.Store).key())+"="+s.Store, variable("metrics.addr")+"="+s.Metrics, variable("log.level")+"="+level,
			variable(sharedKey)+"="+strconv.FormatBool(s.Shared))}
	}
}

// soakBot is the bot of a soak: run, with the page /surfaces that tells what its
// tables should show. It ends with its standard input, so that it does not outlive
// a soak that was killed.
func (p *program) soakBot() *cobra.Command {
	var relay string
	c := &cobra.Command{
		Use:    "soak-bot",
		Short:  "Run the bot of a soak; the soak starts it",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, log, err := p.load()
			if err != nil {
				return err
			}
			if err := conf.needToken(); err != nil {
				return err
			}
			conf.Relay = relay
			ctx, stop := context.WithCancel(c.Context())
			defer stop()
			go func() {
				defer stop()
				if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
					log.Error().Err(err).Msg("read from the soak failed")
				}
			}()
			return serve(ctx, conf, log, func(running *process, mux *http.ServeMux) {
				mux.HandleFunc("GET /surfaces", func(w http.ResponseWriter, r *http.Request) {
					list, err := running.bot.Inspect(r.Context())
					if err == nil {
						err = json.NewEncoder(w).Encode(list)
					}
					if err != nil {
						log.Error().Err(err).Msg("list surfaces failed")
						panic(http.ErrAbortHandler) // the soak must not read half a list as a whole one
					}
				})
			})
		},
	}
	c.Flags().StringVar(&relay, "discord-relay", "", "address by which it reaches Discord")
	return c
}

// wrapped breaks a paragraph into lines for a terminal of eighty columns.
func wrapped(paragraph string) string {
	const most = 80
	line, lines := "", []string(nil)
	for _, word := range strings.Fields(paragraph) {
		if line != "" && len(line)+1+len(word) > most {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n")
}
