-- +goose Up

-- How a server wants the bot to be, besides what has a column: JSON, or nothing.
ALTER TABLE guilds ADD COLUMN home TEXT NOT NULL DEFAULT '';

-- Options of a table that people of a server saved under a name.
CREATE TABLE presets (
	guild    BIGINT NOT NULL,
	name     TEXT   NOT NULL,            -- as it was typed
	game     TEXT   NOT NULL,
	options  TEXT   NOT NULL,            -- JSON: values by option
	author   BIGINT NOT NULL,            -- 0 if they were erased
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild, name)
) WITHOUT ROWID;
