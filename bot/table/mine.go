package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/store"
)

// readOfPerson reads the tables at which a person sits, wherever they run.
func (h *Tables) readOfPerson(ctx context.Context, w Which) (States, error) {
	seats, err := h.conf.Stores.Matches.Seats(ctx, uint64(w.user))
	if err != nil {
		return nil, err
	}
	var list States
	for _, seat := range seats {
		var s *State
		var err error
		switch e := h.entry(seat.Match); {
		case w.guild != 0 && seat.Guild != uint64(w.guild):
			continue
		case e != nil:
			s, err = h.look(ctx, e)
		default:
			s, err = saved(ctx, h, seat.Match)
		}
		if err != nil {
			return nil, err
		}
		if s != nil && w.means(s) { // it may have ended since
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
