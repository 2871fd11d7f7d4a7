package bot

import (
	"context"

	"oneiros/store"
)

// SettingsStore saves what servers and people chose.
type SettingsStore interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
	ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (store.User, error)
}
