-- +goose Up

-- The texts that a server brought, such as its own words for When I Dream. A draft waits
-- for somebody to save it.
CREATE TABLE packs (
	guild    BIGINT  NOT NULL,
	id       TEXT    NOT NULL,           -- random
	game     TEXT    NOT NULL,
	value    TEXT    NOT NULL,           -- of the option; its first line is the title
	entries  INTEGER NOT NULL,
	code     TEXT    NOT NULL,           -- by which other servers copy it; empty while it is not shared
	draft    INTEGER NOT NULL,
	created  BIGINT  NOT NULL,
	checksum BIGINT  NOT NULL,
	PRIMARY KEY (guild, id)
) WITHOUT ROWID;

CREATE INDEX packs_code ON packs (code) WHERE code <> '';
