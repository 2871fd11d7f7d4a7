-- +goose Up

-- Whose turn it is to IDENTIFY, where several processes share the database. Discord
-- wants the shards of a bucket (their number modulo max_concurrency) to keep a distance,
-- whichever process has them. Nobody else has the turn before until, by the clock of the
-- database.
CREATE TABLE identify_turns (
	bucket INTEGER NOT NULL PRIMARY KEY,
	holder TEXT    NOT NULL,             -- the process that has, or had, the turn
	until  BIGINT  NOT NULL
);
