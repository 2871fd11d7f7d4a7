-- +goose Up

-- When the table of a match has something to do by itself. With both, a start need not
-- read the position of a match that waits for somebody. Rows from before have 0.
ALTER TABLE positions ADD COLUMN due BIGINT NOT NULL DEFAULT 0;     -- match clock of the deadline, or 0 for none
ALTER TABLE positions ADD COLUMN awaits BIGINT NOT NULL DEFAULT 0;  -- what it waits for, as bits: see package table
