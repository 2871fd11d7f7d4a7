-- +goose Up

-- What servers and people chose about features of the bot. A feature that wants to know
-- something of them needs no column. Step 31 moves what stood in columns.
CREATE TABLE server_choices (
	guild    BIGINT NOT NULL,
	name     TEXT   NOT NULL, -- of the setting
	value    TEXT   NOT NULL,
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild, name)
) WITHOUT ROWID;

CREATE TABLE person_choices (
	user_id  BIGINT NOT NULL,
	name     TEXT   NOT NULL,
	value    TEXT   NOT NULL,
	checksum BIGINT NOT NULL,
	PRIMARY KEY (user_id, name)
) WITHOUT ROWID;
