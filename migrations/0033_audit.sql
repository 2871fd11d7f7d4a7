-- +goose Up

-- What was done on a server that its managers may want to look up later.
CREATE TABLE audit_entries (
	guild      BIGINT NOT NULL,
	n          BIGINT NOT NULL, -- on the server, from 1
	at         BIGINT NOT NULL, -- by Discord's clock
	action     TEXT   NOT NULL,
	user_id    BIGINT NOT NULL, -- whose action it was; 0 when they were erased
	target     BIGINT NOT NULL, -- the person to whom it was done; 0 for none, or when they were erased
	channel    BIGINT NOT NULL,
	match      TEXT   NOT NULL,
	change_key TEXT   NOT NULL, -- such as the name of a setting
	old_value  TEXT   NOT NULL,
	new_value  TEXT   NOT NULL,
	undoes     BIGINT NOT NULL, -- the entry that it takes back; 0 for none
	checksum   BIGINT NOT NULL,
	PRIMARY KEY (guild, n)
) WITHOUT ROWID;

CREATE INDEX audit_entries_at ON audit_entries (at);
