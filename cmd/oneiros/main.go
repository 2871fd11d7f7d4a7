// Oneiros is the game master of dream-themed tabletop games on Discord.
//
// Exit code 0 is success. Code 1 is a failure, or a check that does not hold. Code
// 2 is a mistake in the command, the configuration or the environment. One line
// names the mistake.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/store"
)

// The linker sets these for a release.
var version, commit string

func main() { os.Exit(run(os.Args[1:], os.Environ(), os.Stdout, os.Stderr)) }

// run is the whole program. Its arguments are what it takes from the system.
func run(args, environ []string, out, errs io.Writer) int {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // a terminal that closes ends the program, unless nohup keeps it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	root := (&program{environ: environ, out: out, errs: errs}).command()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(errs, "oneiros:", strings.TrimSpace(err.Error()))
	var b badInput
	if errors.As(err, &b) {
		return 2
	}
	return 1
}

// A program is one run of oneiros.
type program struct {
	environ   []string
	out, errs io.Writer
	config    string // path of --config
}

func (p *program) command() *cobra.Command {
	root := &cobra.Command{
		Use:           "oneiros",
		Short:         "The game master of dream-themed tabletop games on Discord",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          knownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },

		SuggestionsMinimumDistance: 2,
	}
	root.PersistentFlags().StringVar(&p.config, "config", "", "configuration file (default config.toml here or beside the program)")
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		p.runCommand(), p.playground(), p.check(), p.migrate(), p.backup(), p.restore(), p.copy(),
		p.simulate(), p.replay(), p.verify(), p.export(),
		p.invite(), p.version(), p.health(), shards(p),
		p.soak(), p.soakBot(),
	)
	mistakes(root)
	return root
}

// knownCommand refuses a word that is no command, and names the command that is meant.
func knownCommand(c *cobra.Command, args []string) error {
	err := cobra.NoArgs(c, args)
	if err == nil {
		return nil
	}
	if meant := c.SuggestionsFor(args[0]); len(meant) > 0 {
		return fmt.Errorf("%w; perhaps %s is meant", err, strings.Join(meant, " or "))
	}
	return err
}

// mistakes makes bad input of the flags and arguments that cobra refuses.
func mistakes(c *cobra.Command) {
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return bad("%w; see %s --help", err, c.CommandPath())
	})
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := check(c, args); err != nil {
				return bad("%w; see %s --help", err, c.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		mistakes(sub)
	}
}

// one takes exactly one argument. Its error says what the argument is.
func one(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("want one %s, and %d were given", what, len(args))
		}
		return nil
	}
}

// load reads the configuration and makes the log.
func (p *program) load() (*Config, zerolog.Logger, error) {
	c, err := Load(p.config, p.environ)
	if err != nil {
		return nil, zerolog.Nop(), err
	}
	return c, p.log(c.LogLevel, c.LogText), nil
}

func (p *program) log(level zerolog.Level, text bool) zerolog.Logger {
	w := p.errs
	if text {
		w = zerolog.ConsoleWriter{Out: p.errs, TimeFormat: "15:04:05", NoColor: !colours(p.errs, p.environ)}
	}
	return zerolog.New(w).Level(level).With().Timestamp().Logger()
}

// colours reports whether what is written there may have colours: on a terminal that has
// some, unless its user wants none (no-color.org).
func colours(w io.Writer, environ []string) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())) &&
		lookup(environ, "NO_COLOR") == "" && lookup(environ, "TERM") != "dumb"
}

func (p *program) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program, its commit, that of Go and that of a database",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			schema, err := store.LatestSchema()
			if err != nil {
				return err
			}
			p.say("oneiros %s", buildVersion())
			p.say("commit %s", cmp.Or(buildCommit(), "unknown"))
			p.say("database version %d", schema)
			return nil
		},
	}
}

// buildVersion is the release, or else the commit that the program was built from.
func buildVersion() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := version
	if v == "" {
		v = b.Main.Version
	}
	return v + " " + b.GoVersion
}

// buildCommit is the commit that the program was built from, with "+changes" where files
// differed from it; empty where that is not known.
func buildCommit() string {
	if commit != "" {
		return commit
	}
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	is, changes := "", ""
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision":
			is = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	if is == "" {
		return ""
	}
	return is + changes
}

// say prints a line for the person at the terminal.
func (p *program) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }
