-- +goose Up

-- Who sits at no table of a server, until when, and why.
CREATE TABLE bars (
	guild    BIGINT NOT NULL,
	user_id  BIGINT NOT NULL,
	until    BIGINT NOT NULL, -- by Discord's clock; 0 for ever
	why      TEXT   NOT NULL, -- as it was typed; empty for no reason
	at       BIGINT NOT NULL, -- when it was said, by Discord's clock
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild, user_id)
) WITHOUT ROWID;

CREATE INDEX bars_until ON bars (until);
CREATE INDEX bars_user ON bars (user_id);

-- With whom a person does not want to sit at a table. It tells the other one nothing.
CREATE TABLE avoided (
	user_id  BIGINT NOT NULL, -- who wants it
	other    BIGINT NOT NULL,
	at       BIGINT NOT NULL,
	checksum BIGINT NOT NULL,
	PRIMARY KEY (user_id, other)
) WITHOUT ROWID;

CREATE INDEX avoided_other ON avoided (other);
