-- +goose Up

-- Game nights that come back.
CREATE TABLE night_series (
	guild         BIGINT  NOT NULL,
	id            TEXT    NOT NULL,          -- that of the night which began it
	channel       BIGINT  NOT NULL,
	game          TEXT    NOT NULL,
	options       TEXT    NOT NULL,          -- JSON: values by option
	thread        INTEGER NOT NULL,
	host          BIGINT  NOT NULL,
	host_name     TEXT    NOT NULL,
	host_username TEXT    NOT NULL,
	lang          TEXT    NOT NULL,
	days          INTEGER NOT NULL,          -- bit 0 is Sunday
	weeks         INTEGER NOT NULL,          -- 1 for every week, 2 for every second one
	minute        INTEGER NOT NULL,          -- of the day, by the clocks of the zone
	zone          TEXT    NOT NULL,          -- such as Europe/Berlin
	begins        TEXT    NOT NULL,          -- a date of its first week
	skips         TEXT    NOT NULL,          -- a date on which it does not come; empty for none
	role          BIGINT  NOT NULL,          -- that each night mentions; 0 for none
	state         TEXT    NOT NULL,          -- running, paused or lost
	announced     BIGINT  NOT NULL,          -- the latest night that was announced
	checksum      BIGINT  NOT NULL,
	PRIMARY KEY (guild, id)
) WITHOUT ROWID;
