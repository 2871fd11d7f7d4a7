-- +goose Up

-- Until when somebody is on holiday, or 0. A seat at a table by days is played for them
-- meanwhile.
ALTER TABLE users ADD COLUMN holiday BIGINT NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN holiday BIGINT NOT NULL DEFAULT 0;
