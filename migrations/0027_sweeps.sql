-- +goose Up

-- When what was kept long enough was erased last, by Discord's clock.
CREATE TABLE sweeps (
	shard BIGINT NOT NULL PRIMARY KEY,  -- of the process that erases; 0 without shards
	at    BIGINT NOT NULL,
	held  INTEGER NOT NULL              -- how many times it has waited since
);
