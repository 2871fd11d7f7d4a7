package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/need"
	"oneiros/games/all"
	"oneiros/games/text"
)

func (p *program) invite() *cobra.Command {
	var app string
	c := &cobra.Command{
		Use:   "invite",
		Short: "Print the address at which an admin adds the bot, and what each permission is for",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			var id discord.ID
			if app != "" {
				if id, err = discord.ParseID(app); err != nil {
					return bad("--app %q: want the application's id, a number", app)
				}
			} else {
				if err := conf.needToken(); err != nil {
					return bad("%w; or give --app with the application's id", err)
				}
				ctx, cancel := context.WithTimeout(c.Context(), patience)
				defer cancel()
				rest, err := client(conf, nil)
				if err != nil {
					return err
				}
				defer rest.Sender().Close()
				me, err := rest.Me(ctx)
				if err != nil {
					return wayError(c.Context(), conf, rest, err)
				}
				id = me.ID
			}
			needs, err := bot.Needs(all.Games)
			if err != nil {
				return err
			}
			asked := need.Bits(need.Invited(needs, conf.Threads))
			p.say("%s", discord.Invite(id, asked))
			for _, line := range explained(needs, asked) {
				p.say("%s", line)
			}
			if conf.Links.Privacy != "" {
				p.say("privacy: %s", conf.Links.Privacy)
			}
			if conf.Links.Terms != "" {
				p.say("terms: %s", conf.Links.Terms)
			}
			return nil
		},
	}
	c.Flags().StringVar(&app, "app", "", "the application's id (default: that of the token)")
	return c
}

// explained says of each permission whether the address asks for it, and what it is for.
func explained(needs []need.Set, asked uint64) (lines []string) {
	for _, s := range needs {
		for _, p := range s.Permissions {
			is := "needed"
			if asked&p.Bit == 0 {
				is = "optional, not asked for"
			}
			lines = append(lines, fmt.Sprintf("%s: %s (%s)", is, s.Say(text.English, p.Name), s.Say(text.English, p.Why)))
		}
	}
	return lines
}
