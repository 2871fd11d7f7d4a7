-- +goose Up

-- The checksum of a row: see checksum.go in package store. The checksum of an input
-- covers the one before it, so it is a chain. The checksum of a position covers that
-- of its input. The clock of a match has its own, because it is saved every second.
-- The next step, which is written in Go, computes them for the rows that exist.
ALTER TABLE matches ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN clock_checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE inputs ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE positions ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE notes ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE surfaces ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE guilds ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;
