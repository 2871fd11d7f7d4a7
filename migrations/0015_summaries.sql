-- +goose Up

-- What is worth keeping of a match that is over, besides its results. It names seats and
-- no person, and has nothing that a person wrote. A match without a row is summed up in
-- the background.
CREATE TABLE summaries (
	match    TEXT    NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
	version  INTEGER NOT NULL,           -- of the rules that summed it up; 0 if it could not be read
	summary  TEXT    NOT NULL,           -- JSON
	checksum BIGINT  NOT NULL
);

-- Whether the server shows no boards of results, and whether a person is on none.
ALTER TABLE guilds ADD COLUMN no_boards INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;
