// Oneiros is the game master of dream-themed tabletop games on Discord.
//
// Exit code 0 is success. Code 1 is a failure, or a check that does not hold. Code
// 2 is a mistake in the command, the configuration or the environment. One line
// names the mistake.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

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
		p.runCommand(), p.playground(), p.check(), p.rehearse(), p.migrate(), p.backup(), p.restore(), p.copy(),
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
