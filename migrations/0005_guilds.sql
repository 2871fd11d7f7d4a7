-- +goose Up

-- When the bot was removed from a server, or 0. Thirty days later the data of the
-- server is erased.
ALTER TABLE guilds ADD COLUMN removed BIGINT NOT NULL DEFAULT 0;
CREATE INDEX matches_guild ON matches (guild);
