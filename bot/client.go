package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/store"
)

// Client is what the bot needs of Discord's REST interface; *discord.Client is
// one.
type Client interface {
	screen.Editor
	reply.Client
	featureClient
	Public(messages ...discord.ID)
	Thread(ctx context.Context, channel, message discord.ID, name string, silent time.Duration) (discord.ID, error)
	SetCommands(ctx context.Context, app discord.ID, list []*discordgo.ApplicationCommand) error
	Member(ctx context.Context, guild, user discord.ID) (bool, error)
	DM(ctx context.Context, user discord.ID) (discord.ID, error)
	Roles(ctx context.Context, guild discord.ID) ([]discord.ID, error)
	Channels(ctx context.Context, guild discord.ID) ([]discord.GuildChannel, error)
}

// Gateway is where events come from; *discord.Gateway is one.
type Gateway interface {
	Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error
}

// Store is what the bot and its tables need of the store; *store.Store is one.
type Store interface {
	table.Store
	featureStore
	Rows(*store.Table) store.Rows
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, match, kind string, user uint64) error
	Surfaces(ctx context.Context, match string) ([]store.Surface, error)
	ActiveSurfaces(ctx context.Context, at time.Time) (map[string][]store.Surface, error)
	SaveShownBoards(ctx context.Context, list []store.ShownBoard) error
	TakeShownBoards(ctx context.Context) (map[string]store.ShownBoard, error)
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	ChangeGuild(ctx context.Context, id uint64, do func(*store.Guild) bool) (store.Guild, error)
	GuildRemoved(ctx context.Context, guild uint64, at time.Time) error
	GuildReturned(ctx context.Context, guild uint64) error
	RemovedGuilds(ctx context.Context) (map[uint64]time.Time, error)
	Guilds(ctx context.Context) ([]uint64, error)
	EraseGuild(ctx context.Context, guild uint64, before time.Time) (bool, error)
	EraseGuildNow(ctx context.Context, guild uint64) error
	Person(ctx context.Context, user uint64, made func(press uint64) time.Time) (store.Person, error)
	RequestErasure(ctx context.Context, user uint64, at time.Time) error
	Erasures(ctx context.Context) ([]uint64, error)
	MatchesOf(ctx context.Context, user uint64) ([]string, error)
	FinishErasure(ctx context.Context, user uint64, at time.Time) (bool, error)
	RemoveBytes(ctx context.Context) (bool, error)
	LastSweep(ctx context.Context) (store.Sweep, error)
	SaveSweep(ctx context.Context, last store.Sweep) error
	EraseOldLogs(ctx context.Context, since, before, now time.Time) (int, error)
	EraseOldMatches(ctx context.Context, before, now time.Time) (int, error)
	User(ctx context.Context, id uint64) (store.User, error)
	Presets(ctx context.Context, guild uint64) ([]store.Preset, error)
	SavePreset(ctx context.Context, p store.Preset, anyones bool) error
	DeletePreset(ctx context.Context, p store.Preset) error
	Calls(ctx context.Context, guild uint64) ([]store.Call, error)
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
	SaveCalled(ctx context.Context, guild uint64, at time.Time, users ...uint64) ([]uint64, error)
	DeleteCall(ctx context.Context, guild, user uint64) error
	Packs(ctx context.Context, guild uint64) ([]store.Pack, error)
	Pack(ctx context.Context, guild uint64, id string) (store.Pack, bool, error)
	EraseOld(ctx context.Context, now time.Time) error
	WatchDisk(told func(err error, since time.Time))
}
