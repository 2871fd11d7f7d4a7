-- +goose Up

-- The reminder when a table waits for a person: empty for a mention, off, or direct
-- for a direct message. The channel of direct messages is saved, because
-- Discord limits how many a bot opens. The column closed is the moment when Discord
-- refused a direct message, or 0.
ALTER TABLE users ADD COLUMN remind TEXT    NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN direct BIGINT  NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN closed BIGINT  NOT NULL DEFAULT 0;
