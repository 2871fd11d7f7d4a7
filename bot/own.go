package bot

import (
	"context"
	"errors"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// owned is what belongs to people, for the feature that shows it to them.
type owned struct {
	*erasing
	store     surfaceReader
	reminders *reminders
	redrawing *redrawing
}

// surfaceReader reads which messages show a table.
type surfaceReader interface {
	Surfaces(ctx context.Context, match string) ([]store.Surface, error)
}

// Mine lists the tables of a person on a server, or with 0 all of them.
func (o owned) Mine(ctx context.Context, user, guild discord.ID) ([]*table.State, error) {
	return o.tables.Read(ctx, table.OfPerson(user).At(guild))
}

// BoardOf is the message that shows a table, or 0. Another process may have posted it.
func (o owned) BoardOf(ctx context.Context, s *table.State) (discord.ID, error) {
	if at, ok := o.reconciler.Address(screen.Key{Match: s.ID}); ok {
		return at.Message, nil
	}
	list, err := o.store.Surfaces(ctx, s.ID)
	if err != nil {
		return 0, err
	}
	for _, f := range list {
		if f.Kind == store.Board {
			return discord.ID(f.Message), nil
		}
	}
	return 0, nil
}

// Holiday says at all tables of a person until when they are on holiday.
func (o owned) Holiday(ctx context.Context, user discord.ID, until time.Time) error {
	return table.SetHoliday(ctx, o.tables, user, until)
}

// Relabel has the open panels of a person drawn in a language.
func (o owned) Relabel(ctx context.Context, user discord.ID, lang text.Lang) error {
	return o.redrawing.relabel(ctx, user, lang)
}

// Greet writes to a person who chose direct messages.
func (o owned) Greet(ctx context.Context, u store.User, lang text.Lang) error {
	return o.reminders.sendDM(ctx, u, func(ctx context.Context, channel discord.ID) error {
		_, err := o.client.Post(ctx, channel, o.pages.Messages.Hello(lang))
		if err != nil {
			o.metrics.refused(err)
		}
		return err
	})
}

// LeaveLobbies has a person leave the lobbies of a server.
func (o owned) LeaveLobbies(ctx context.Context, guild, user discord.ID) (err error) {
	for _, s := range o.tables.Known(table.OfPerson(user)) {
		if s.Guild != guild || s.Phase != table.Lobby {
			continue
		}
		_, failed := o.tables.Send(ctx, s.ID, table.Action{Kind: table.Leave, User: table.User{ID: user}})
		if _, refused := games.Refused(failed); !refused { // else the match has begun at this moment
			err = errors.Join(err, failed)
		}
	}
	return err
}

// DirectTo is the channel of direct messages with a person. A refusal says that none can be opened
// now.
func (o owned) DirectTo(ctx context.Context, user discord.ID) (channel discord.ID, err error) {
	u, err := o.reminders.store.User(ctx, uint64(user))
	if err != nil {
		return 0, err
	}
	if !u.DMClosed.IsZero() {
		return 0, games.Refuse("bot.me.closed")
	}
	return o.reminders.openDM(ctx, u)
}

// Langs are the languages that a person and a server chose; empty for none.
func (o owned) Langs(ctx context.Context, user, guild discord.ID) (own, server string, err error) {
	u, err := o.reminders.store.User(ctx, uint64(user))
	if err != nil {
		return "", "", err
	}
	g, err := o.reminders.store.Guild(ctx, uint64(guild))
	return u.Lang, g.Lang, err
}
