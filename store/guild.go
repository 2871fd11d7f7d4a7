package store

import (
	"context"
	"fmt"
	"time"
)

// GuildRemoved keeps that the bot was removed from a server at a moment, unless that is
// known already.
func (s *Store) GuildRemoved(ctx context.Context, guild uint64, at time.Time) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`INSERT INTO guilds (guild, lang, removed) VALUES (?, '', ?)
			ON CONFLICT (guild) DO UPDATE SET removed = excluded.removed WHERE guilds.removed = 0`, guild, milli(at))
		return err
	})
	if err != nil {
		return fmt.Errorf("keep that guild %d was left: %w", guild, err)
	}
	return nil
}

// GuildReturned keeps that the bot is on a server again: nothing of it is erased.
func (s *Store) GuildReturned(ctx context.Context, guild uint64) error {
	err := s.writer.write(ctx, func(t tx) error {
		_, err := t.exec(`UPDATE guilds SET removed = 0 WHERE guild = ? AND removed <> 0`, guild)
		return err
	})
	if err != nil {
		return fmt.Errorf("keep that guild %d is back: %w", guild, err)
	}
	return nil
}

// RemovedGuilds lists the servers from which the bot was removed, and when.
func (s *Store) RemovedGuilds(ctx context.Context) (map[uint64]time.Time, error) {
	var rows []struct {
		Guild   uint64 `db:"guild"`
		Removed int64  `db:"removed"`
	}
	if err := s.reads.SelectContext(ctx, &rows, `SELECT guild, removed FROM guilds WHERE removed <> 0`); err != nil {
		return nil, fmt.Errorf("list the guilds that were left: %w", known(err))
	}
	list := make(map[uint64]time.Time, len(rows))
	for _, r := range rows {
		list[r.Guild] = moment(r.Removed)
	}
	return list, nil
}

// Guilds lists the servers of which anything is kept.
func (s *Store) Guilds(ctx context.Context) ([]uint64, error) {
	var ids []uint64
	if err := s.reads.SelectContext(ctx, &ids, `SELECT guild FROM guilds UNION SELECT guild FROM matches ORDER BY guild`); err != nil {
		return nil, fmt.Errorf("list the guilds: %w", known(err))
	}
	return ids, nil
}

// EraseGuild deletes the matches of a server with all that belongs to them, and what
// the server chose, provided that the bot was removed from it before a moment. It
// reports whether that was so.
func (s *Store) EraseGuild(ctx context.Context, guild uint64, before time.Time) (bool, error) {
	gone := false
	err := s.writer.write(ctx, func(t tx) error {
		n, err := t.exec(`DELETE FROM guilds WHERE guild = ? AND removed <> 0 AND removed < ?`, guild, milli(before))
		if gone = err == nil && n > 0; !gone {
			return err
		}
		_, err = t.exec(`DELETE FROM matches WHERE guild = ?`, guild)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("erase guild %d: %w", guild, err)
	}
	s.guilds.drop(guild)
	return gone, nil
}
