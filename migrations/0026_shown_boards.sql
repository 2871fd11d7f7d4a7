-- +goose Up

-- What the boards of live matches showed when their process ended by itself. The next
-- process takes the rows away while it reads them, so none is there while boards change.
CREATE TABLE shown_boards (
	match    TEXT   NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
	message  BIGINT NOT NULL,
	digest   TEXT   NOT NULL,            -- of the content that it shows
	checksum BIGINT NOT NULL
) WITHOUT ROWID;
