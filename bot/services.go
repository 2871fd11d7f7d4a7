package bot

import (
	"context"

	"oneiros/bot/chance"
	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/store"
)

// SettingsStore saves what servers and people chose.
type SettingsStore interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
	ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (store.User, error)
}

// services are what all deeds work with. A deed that calls more of the store has a store of
// its own.
type services struct {
	client     Client
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	jobs       *jobs
	due        *due.Queue
	metrics    *metrics
	log        savelog.Log
	keeper     *surface.Keeper // messages that must show what is so
	chosen     feature.Choices // in the settings of features
	luck       chance.Source
	clock      *discord.Clock                               // by which it is decided what is due of what is saved; nil for the host's
	admit      func(context.Context, feature.Asked) error   // asks all features whether a person may come to a table
	text       func(context.Context, feature.Written) error // asks all features whether words may be shown
	hint       func(context.Context, discord.ID)            // tells all shards that something of a person was changed
}
