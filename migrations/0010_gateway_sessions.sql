-- +goose Up

-- The sessions of Discord's gateway, one row for each shard, so that the next process
-- goes on with them. With a session and the bot's token anybody could do so.
CREATE TABLE gateway_sessions (
	shard    INTEGER NOT NULL PRIMARY KEY,
	shards   INTEGER NOT NULL,            -- of how many
	session  TEXT    NOT NULL,            -- what Discord calls it; a secret
	seq      BIGINT  NOT NULL,            -- of the last event that was handled
	address  TEXT    NOT NULL,            -- where Discord wants it to be resumed
	token    TEXT    NOT NULL,            -- digest of the bot's token
	app      BIGINT  NOT NULL,
	bot      BIGINT  NOT NULL,
	guilds   INTEGER NOT NULL,            -- how many servers it has
	away     TEXT    NOT NULL,            -- JSON: those that are not available
	clean    INTEGER NOT NULL,            -- whether nothing behind seq was handled
	saved    BIGINT  NOT NULL,
	checksum BIGINT  NOT NULL
);
