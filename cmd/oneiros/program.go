package main

import (
	"fmt"
	"io"
	"os"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
)

// A program is one run of oneiros.
type program struct {
	environ   []string
	out, errs io.Writer
	config    string // path of --config
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

// say prints a line for the person at the terminal.
func (p *program) say(format string, args ...any) { fmt.Fprintf(p.out, format+"\n", args...) }

// one takes exactly one argument. Its error says what the argument is.
func one(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return fmt.Errorf("want one %s, and %d were given", what, len(args))
		}
		return nil
	}
}
