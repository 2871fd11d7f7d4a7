package main

import (
	"errors"

	"github.com/spf13/cobra"

	"oneiros/store"
)

// shards says which process has which shard of the gateway.
func shards(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "shards",
		Short: "Say which process has which shard, where several processes share the database",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conf, _, err := p.load()
			if err != nil {
				return err
			}
			db, err := store.OpenReadOnly(c.Context(), conf.Store.place())
			if err != nil {
				return storeError(conf.Store, err)
			}
			list, err := store.NewShards(db).Owners(c.Context())
			if err := errors.Join(err, db.Close()); err != nil {
				return storeError(conf.Store, err)
			}
			if len(list) == 0 {
				p.say("database %s: no processes divide the shards; one process has them all", conf.Store)
			}
			for _, s := range list {
				if !s.Owned {
					p.say("shard %d of %d: no process has it", s.Shard, s.Of)
					continue
				}
				p.say("shard %d of %d: process %d on %s, which runs since %s; owner number %d",
					s.Shard, s.Of, s.Holder.PID, s.Holder.Host, s.Holder.Since.UTC().Format("2006-01-02 15:04:05 UTC"), s.Epoch)
			}
			return nil
		},
	}
}
