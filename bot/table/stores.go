package table

import (
	"context"
	"time"

	"oneiros/games"
	"oneiros/store"
)

// Stores are what the tables need of the store, by what it is about.
type Stores struct {
	Matches  Matches
	Removals Removals
	Surfaces Surfaces
	Settings Settings
}

// Matches saves matches.
type Matches interface {
	ActiveBriefs(ctx context.Context, at time.Time) ([]store.Match, error)
	Match(ctx context.Context, id string) (store.Match, error)
	PressIDs(ctx context.Context, match string) ([]uint64, error)
	CreateMatch(ctx context.Context, m store.Match) error
	SaveMatch(ctx context.Context, m store.Match) error
	AppendInput(ctx context.Context, s store.Step) error
	SaveClocks(ctx context.Context, at time.Time, clocks []store.Clock) error
	Notes(ctx context.Context, match string) ([]store.Note, error)
	Seats(ctx context.Context, users ...uint64) ([]store.Seat, error)
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	AutomaticInputs(ctx context.Context, match string) ([]int, error)
}

// Removals take people out of saved matches.
type Removals interface {
	InputPresses(ctx context.Context, match string) (map[int]uint64, error)
	EraseFromMatch(ctx context.Context, r store.Removal) error
	EraseMatch(ctx context.Context, match string) error
}

// Surfaces knows the messages that show matches.
type Surfaces interface {
	DeleteSurfaces(ctx context.Context, match string) error
}

// Settings saves what people chose.
type Settings interface {
	User(ctx context.Context, id uint64) (store.User, error)
	ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (store.User, error)
}
