-- +goose Up

-- Who plays their seat themselves, who left it, and who may not come back.
ALTER TABLE players ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;  -- the seat is played without its owner
ALTER TABLE players ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;  -- deadlines in a row that passed for the seat
ALTER TABLE players ADD COLUMN barred INTEGER NOT NULL DEFAULT 0;  -- was put out
ALTER TABLE players ADD COLUMN gone BIGINT NOT NULL DEFAULT 0;     -- when they left a live match, or 0
ALTER TABLE players ADD COLUMN had INTEGER NOT NULL DEFAULT 0;     -- the seat that they left then

-- What is being voted on, as JSON; empty when nothing is.
ALTER TABLE matches ADD COLUMN motion TEXT NOT NULL DEFAULT '';

-- Whether nobody made the input: an automatic player did, or a deadline was
-- played before its time for those who sleep.
ALTER TABLE inputs ADD COLUMN auto INTEGER NOT NULL DEFAULT 0;

-- What happened among the people at a table, in order. Names are not here but in
-- players, so that a person's name is kept in one place.
CREATE TABLE notes (
	match TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n     INTEGER NOT NULL,            -- from 1
	at    BIGINT  NOT NULL,
	what  TEXT    NOT NULL,            -- key of the words
	who   TEXT    NOT NULL,            -- JSON: the users that the words name, in order
	PRIMARY KEY (match, n)
) WITHOUT ROWID;
