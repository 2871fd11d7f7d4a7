package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"os"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/need"
	"oneiros/bot/rehearse"
	"oneiros/games/all"
)

// rehearsalFlags are what the operator says of a rehearsal.
type rehearsalFlags struct {
	guild, channel, voice string
	report                string
	noPresses             bool
	wait                  time.Duration
}

func (p *program) rehearse() *cobra.Command {
	var f rehearsalFlags
	c := &cobra.Command{
		Use:   "rehearse --guild ID --channel ID",
		Short: "Try on a channel of yours whether Discord answers as it did in the tests, and say in what it differs",
		Long: `Try on a channel of yours whether Discord answers as it did in the tests.

In about two minutes it does once all that the bot does: a board with a picture, edits, files,
a thread, an event, and presses, for which it asks you. With --voice it also enters a voice
channel and plays a sound. Each answer is compared with what the project's stand-in for
Discord says, and each difference is a line. At the end, also after Ctrl-C, it removes what it
made. The next one removes what a killed one left.

--report FILE writes what it heard, without token, names, texts and ids, to send to the
project. It replaces the report of an earlier rehearsal and no other file. The bot must not
run meanwhile, unless it runs with the token of another application.

The exit code is 0 without differences that matter. It is 1 with some, after a failed step or
an interrupt, and when Discord does not answer. It is 2 when a setting, the token, the server
or a channel is wrong, and when the report cannot be written.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return p.rehearsal(c.Context(), f) },
	}
	c.Flags().StringVar(&f.guild, "guild", "", "id of a server that has the bot")
	c.Flags().StringVar(&f.channel, "channel", "", "id of a text channel there, on which it happens")
	c.Flags().StringVar(&f.voice, "voice", "", "id of a voice channel there (default: no sounds)")
	c.Flags().StringVar(&f.report, "report", "", "file to write the report to; - is the standard output, and all else is then said on the other one")
	c.Flags().BoolVar(&f.noPresses, "no-presses", false, "ask for no press, and leave out what needs one")
	c.Flags().DurationVar(&f.wait, "wait", 90*time.Second, "how long to wait for a press")
	return c
}

// rehearsal reads the settings, rehearses, and says what differs.
func (p *program) rehearsal(ctx context.Context, f rehearsalFlags) error {
	conf, _, err := p.load()
	if err != nil {
		return err
	}
	o, err := p.rehearsalOptions(ctx, conf, f)
	if err != nil {
		return err
	}
	want, err := rehearse.Expected()
	if err != nil {
		return err
	}
	got, err := rehearse.Run(ctx, o)
	var mistake *rehearse.Mistake
	switch {
	case errors.As(err, &mistake):
		return badInput{mistake}
	case got == nil:
		return err
	case errors.Is(err, discord.ErrToken):
		if err = errToken; len(got.Steps) < 2 { // else something may be left
			return err
		}
	}
	report := rehearse.NewReport(got, rehearse.Compare(want, got))
	o.Say("")
	for _, line := range report.Lines() {
		o.Say(line)
	}
	var all failures
	for _, one := range []error{keepReport(p, report, f.report, o.Say), cmp.Or(err, report.Verdict())} {
		if one != nil {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// rehearsalOptions checks the flags, the lease and the way to Discord.
func (p *program) rehearsalOptions(ctx context.Context, conf *Config, f rehearsalFlags) (o rehearse.Options, err error) {
	if err := conf.needToken(); err != nil {
		return o, err
	}
	for _, one := range []struct {
		flag, value string
		to          *discord.ID
	}{{"--guild", f.guild, &o.Guild}, {"--channel", f.channel, &o.Channel}, {"--voice", f.voice, &o.Voice}} {
		if one.value == "" && one.flag == "--voice" {
			continue
		}
		if *one.to, err = discord.ParseID(one.value); err != nil {
			return o, bad("%s %q: want an id, which is a number; in Discord, switch on Developer Mode under Advanced, right-click the server or the channel and choose Copy ID", one.flag, one.value)
		}
	}
	if f.wait <= 0 {
		return o, bad("--wait %v: want more than nothing", f.wait)
	}
	if err := mayReport(f.report); err != nil {
		return o, bad("--report %q: %w", f.report, err)
	}
	if err := mayRehearse(ctx, conf); err != nil {
		return o, err
	}
	needs, err := bot.Needs(all.Games)
	if err != nil {
		return o, err
	}
	o.Discord, o.Needs, o.Program = clientConfig(conf, nil), needs, buildVersion()
	o.Gateway = gateway.Config{Log: zerolog.Nop(), Shards: conf.Shards, Intents: need.Intents(needs, conf.Quiet), Dial: conf.dial()}
	o.Of = "Discord"
	if conf.APIBase != defaultBase {
		o.Of = "another Discord than the usual one"
	}
	o.Presses, o.Wait, o.Skip = !f.noPresses, f.wait, skips()
	o.Say = sayer(p, conf, f)
	return o, nil
}

// mayRehearse refuses where a bot of the same application runs, because both would get the
// presses.
func mayRehearse(ctx context.Context, conf *Config) error {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	rest, err := client(conf, nil)
	if err != nil {
		return err
	}
	defer rest.Sender().Close()
	app, err := rest.Me(asking)
	if err != nil {
		return wayError(ctx, conf, rest, err)
	}
	holder, err := holderOf(ctx, conf.Store, app.ID)
	if err != nil {
		return storeError(conf.Store, err)
	}
	if holder != "" {
		return bad("%s runs the bot of this application, and both would get the presses; end it, or rehearse with the token of another application", holder)
	}
	return nil
}

// skips receives when the operator presses Enter. Without a terminal it is nil.
func skips() <-chan struct{} {
	if !isatty.IsTerminal(os.Stdin.Fd()) {
		return nil
	}
	skip := make(chan struct{})
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			select {
			case skip <- struct{}{}:
			default: // nothing is waited for
			}
		}
	}()
	return skip
}
