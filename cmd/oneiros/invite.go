package main

import (
	"context"

	"github.com/spf13/cobra"

	"oneiros/bot/discord"
	"oneiros/bot/need"
)

func (p *program) invite() *cobra.Command {
	var app string
	c := &cobra.Command{
		Use:   "invite",
		Short: "Print the address at which an admin adds the bot, with the least permissions",
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
				defer rest.Close()
				me, err := rest.Me(ctx)
				if err != nil {
					return wayError(c.Context(), conf, rest, err)
				}
				id = me.ID
			}
			p.say("%s", discord.Invite(id, need.Bits(need.Invited(core, conf.Threads))))
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
