-- +goose Up

-- How somebody is told that a table waits for them: empty for a mention, off, or
-- direct for a direct message. The channel of those is kept, because Discord wants
-- few of them to be opened; closed is when it refused one, or 0.
ALTER TABLE users ADD COLUMN remind TEXT    NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN direct BIGINT  NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN closed BIGINT  NOT NULL DEFAULT 0;
