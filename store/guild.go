package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// GuildStore knows the servers of which something is kept.
type GuildStore struct{ db *connections }

// Guilds returns the store of servers.
func (s *Store) Guilds() GuildStore { return GuildStore{&s.connections} }

// GuildRemoved saves the moment when the bot was removed from a server. If one is
// saved already, it stays.
func (s GuildStore) GuildRemoved(ctx context.Context, guild uint64, at time.Time) error {
	err := s.db.write(ctx, func(t tx) error {
		return changeGuild(t, guild, `INSERT INTO guilds (guild, lang, removed) VALUES (?, '', ?)
			ON CONFLICT (guild) DO UPDATE SET removed = excluded.removed WHERE guilds.removed = 0`, guild, toMillis(at))
	})
	if err != nil {
		return fmt.Errorf("save the removal from server %d: %w", guild, err)
	}
	return nil
}

// GuildReturned saves that the bot is on a server again, so that EraseGuild does
// not erase it.
func (s GuildStore) GuildReturned(ctx context.Context, guild uint64) error {
	err := s.db.write(ctx, func(t tx) error {
		return changeGuild(t, guild, `UPDATE guilds SET removed = 0 WHERE guild = ? AND removed <> 0`, guild)
	})
	if err != nil {
		return fmt.Errorf("save the return to server %d: %w", guild, err)
	}
	return nil
}

// RemovedGuilds lists the servers that removed the bot, with the moment of removal. The
// store of a shard lists only its own.
func (s GuildStore) RemovedGuilds(ctx context.Context) (map[uint64]time.Time, error) {
	var rows []struct {
		Guild   uint64 `db:"guild"`
		Removed int64  `db:"removed"`
	}
	mine, args := s.db.ofShard()
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, removed FROM guilds WHERE removed <> 0`+mine, args...); err != nil {
		return nil, fmt.Errorf("list the servers that removed the bot: %w", classify(err))
	}
	list := make(map[uint64]time.Time, len(rows))
	for _, r := range rows {
		list[r.Guild] = fromMillis(r.Removed)
	}
	return list, nil
}

// Guilds lists the servers of which something is kept.
func (s GuildStore) Guilds(ctx context.Context) ([]uint64, error) {
	var ids []uint64
	var from []string
	for _, t := range s.db.tables {
		for _, column := range t.having(OfServer) {
			from = append(from, "SELECT "+column+" AS guild FROM "+t.Name+" WHERE "+column+" <> 0")
		}
	}
	if err := s.db.reads.SelectContext(ctx, &ids, strings.Join(from, " UNION ")+" ORDER BY guild"); err != nil {
		return nil, fmt.Errorf("list the servers: %w", classify(err))
	}
	return ids, nil
}

// EraseGuild deletes the matches and the settings of a server, if the bot was
// removed from it earlier than before. It reports whether it deleted them. Their bytes
// are still to be removed: see [ErasureStore.RemoveBytes].
func (s GuildStore) EraseGuild(ctx context.Context, guild uint64, before time.Time) (bool, error) {
	return s.eraseGuild(ctx, guild, `DELETE FROM guilds WHERE guild = ? AND removed <> 0 AND removed < ?`, guild, toMillis(before))
}

// EraseGuildNow is EraseGuild for a server that wants it, although the bot is there.
func (s GuildStore) EraseGuildNow(ctx context.Context, guild uint64) error {
	_, err := s.eraseGuild(ctx, guild, "")
	return err
}

// eraseGuild deletes a server if a statement deletes its settings, or without one.
func (s GuildStore) eraseGuild(ctx context.Context, guild uint64, settings string, args ...any) (bool, error) {
	erased, anyway := false, settings == ""
	if anyway {
		settings, args = `DELETE FROM guilds WHERE guild = ?`, []any{guild}
	}
	err := s.db.erase(ctx, func(t tx) error {
		n, err := t.exec(settings, args...)
		if erased = err == nil && (anyway || n > 0); !erased {
			return err
		}
		if err := t.eraseServer(s.db.tables, guild); err != nil {
			return err
		}
		return t.noteBytes("server", guild, time.Now())
	})
	if err != nil {
		return false, fmt.Errorf("erase server %d: %w", guild, err)
	}
	s.db.memory.dropServer(guild)
	return erased, nil
}
