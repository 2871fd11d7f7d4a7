-- +goose Up

-- What the processes that share the database know of each other.
ALTER TABLE processes ADD COLUMN heard BIGINT NOT NULL DEFAULT 0;   -- when Discord last said something to it, by the clock of the database
ALTER TABLE processes ADD COLUMN leaving BIGINT NOT NULL DEFAULT 0; -- 1 once it gives its shards back and takes none
