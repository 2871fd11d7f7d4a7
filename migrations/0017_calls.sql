-- +goose Up

-- Who wants to be called on a server when a table forms that waits for players.
CREATE TABLE calls (
	guild     BIGINT  NOT NULL,
	user_id   BIGINT  NOT NULL,
	games     TEXT    NOT NULL,          -- JSON: names; none for every game
	from_hour INTEGER NOT NULL,          -- of the person's day; the same as to_hour for the whole day
	to_hour   INTEGER NOT NULL,          -- not in it any longer
	zone      INTEGER NOT NULL,          -- minutes east of UTC
	every     BIGINT  NOT NULL,          -- the least time between two calls
	called    BIGINT  NOT NULL,          -- when they were called last, or 0
	checksum  BIGINT  NOT NULL,
	PRIMARY KEY (guild, user_id)
) WITHOUT ROWID;
