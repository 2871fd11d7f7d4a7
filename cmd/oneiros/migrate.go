package main

import (
	"github.com/spf13/cobra"

	"oneiros/store"
)

func (p *program) migrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the version of this program",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			from, to, err := store.Migrate(c.Context(), conf.Store.place())
			if err != nil {
				return storeError(conf.Store, err)
			}
			if from == to {
				p.say("database %s: has version %d already", conf.Store, to)
				return nil
			}
			p.say("database %s: from version %d to %d", conf.Store, from, to)
			return nil
		},
	}
}
