package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/store"
)

// Mine lists the lobbies and live matches at which a person sits, on a server or, with guild
// 0, on all servers and in direct messages, earlier ones first. A table that another process has is as the
// database has it. A match that cannot be read is left out.
func (h *Tables) Mine(ctx context.Context, user, guild discord.ID) ([]*State, error) {
	seats, err := h.conf.Stores.Matches.Seats(ctx, uint64(user))
	if err != nil {
		return nil, err
	}
	var list []*State
	for _, seat := range seats {
		if guild != 0 && seat.Guild != uint64(guild) {
			continue
		}
		s, err := h.Look(ctx, seat.Match)
		if err == nil && s == nil {
			s, err = saved(ctx, h, seat.Match)
		}
		if err != nil {
			return nil, err
		}
		if s == nil {
			continue
		}
		if _, sits := s.Seat(user); sits && s.isOn() { // it may have ended since
			list = append(list, s)
		}
	}
	slices.SortFunc(list, earlier)
	return list, nil
}

// saved is a table as the database has it, or nil. It runs nowhere here.
func saved(ctx context.Context, h *Tables, match string) (*State, error) {
	rec, err := h.conf.Stores.Matches.Match(ctx, match)
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrDamaged) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	g, ok := h.games[rec.Game]
	if !ok {
		return nil, nil
	}
	t := newTable(h, newEntry(rec.ID, g))
	if err := t.load(ctx, rec, nil, time.Now()); err != nil {
		return nil, err
	}
	return t.current(), nil
}
