-- +goose Up

-- What the owner of a seat wrote about other seats of a match, for their own eyes.
CREATE TABLE notebook_entries (
	match    TEXT   NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	user_id  BIGINT NOT NULL, -- the owner; who takes the seat over has no entries
	seat     INTEGER NOT NULL, -- the owner's
	about    INTEGER NOT NULL, -- another seat
	mark     TEXT   NOT NULL, -- trusted, suspected, or empty
	struck   TEXT   NOT NULL, -- roles that are struck out, with commas between them
	line     TEXT   NOT NULL, -- as it was typed
	checksum BIGINT NOT NULL,
	PRIMARY KEY (match, user_id, seat, about)
) WITHOUT ROWID;

CREATE INDEX notebook_entries_user ON notebook_entries (user_id);
