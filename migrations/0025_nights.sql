-- +goose Up

-- Game nights that people announced.
CREATE TABLE nights (
	guild     BIGINT  NOT NULL,
	id        TEXT    NOT NULL,          -- random
	channel   BIGINT  NOT NULL,
	message   BIGINT  NOT NULL,          -- the announcement; 0 until it is posted
	event     BIGINT  NOT NULL,          -- Discord's scheduled event; 0 for none
	press     BIGINT  NOT NULL,          -- the interaction that announced it
	game      TEXT    NOT NULL,
	options   TEXT    NOT NULL,          -- JSON: values by option
	thread    INTEGER NOT NULL,
	host      BIGINT  NOT NULL,          -- who announced it; 0 if they were erased
	host_name TEXT    NOT NULL,
	lang      TEXT    NOT NULL,
	at        BIGINT  NOT NULL,          -- when it begins
	state     TEXT    NOT NULL,          -- planned, begun, empty, missed or off
	match     TEXT    NOT NULL,          -- the table that it opened, or empty
	ended     BIGINT  NOT NULL,          -- when it was planned no more; 0 before
	checksum  BIGINT  NOT NULL,
	PRIMARY KEY (guild, id)
) WITHOUT ROWID;

-- What people answered to the announcement of a night.
CREATE TABLE night_guests (
	guild    BIGINT NOT NULL,
	night    TEXT   NOT NULL,
	user_id  BIGINT NOT NULL,
	name     TEXT   NOT NULL,
	locale   TEXT   NOT NULL,
	answer   TEXT   NOT NULL,            -- yes, maybe or no
	press    BIGINT NOT NULL,            -- the interaction that said so, which orders them
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild, night, user_id)
) WITHOUT ROWID;

CREATE INDEX night_guests_user ON night_guests (user_id);
