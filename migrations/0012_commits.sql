-- +goose Up

-- How many transactions the process with the lease has committed. PostgreSQL may end
-- a connection before it answers a commit. Then this number tells whether the commit
-- was kept. SQLite always answers, so it stays 0 there.
ALTER TABLE lease ADD COLUMN commits BIGINT NOT NULL DEFAULT 0;
