-- +goose Up

-- The processes that share the database. A process raises until as long as it lives,
-- by the clock of the database. Another one deletes the row once that moment has
-- passed. A process whose row is gone writes nothing, and never makes one again.
CREATE TABLE processes (
	id      TEXT   NOT NULL PRIMARY KEY, -- a new random id for each process
	host    TEXT   NOT NULL,             -- where it runs; only people read it
	pid     BIGINT NOT NULL,
	since   BIGINT NOT NULL,
	until   BIGINT NOT NULL,
	commits BIGINT NOT NULL              -- as in lease
);

-- Who has a shard of the gateway, and with it the tables of its servers.
CREATE TABLE shards (
	shard  INTEGER NOT NULL PRIMARY KEY,
	shards INTEGER NOT NULL,             -- of how many
	owner  TEXT    NOT NULL,             -- a process; empty, or one that is gone, for nobody
	epoch  BIGINT  NOT NULL              -- raised with each owner
);
