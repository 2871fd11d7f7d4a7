-- +goose Up

-- Who is away, who left, and who may not come back.
ALTER TABLE players ADD COLUMN asleep INTEGER NOT NULL DEFAULT 0;  -- the seat is played without them
ALTER TABLE players ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;  -- how many deadlines in a row the seat missed
ALTER TABLE players ADD COLUMN barred INTEGER NOT NULL DEFAULT 0;  -- they were put out
ALTER TABLE players ADD COLUMN gone BIGINT NOT NULL DEFAULT 0;     -- when they left a live match, or 0
ALTER TABLE players ADD COLUMN had INTEGER NOT NULL DEFAULT 0;     -- the seat that they left then

-- The current vote as JSON; empty if there is none.
ALTER TABLE matches ADD COLUMN motion TEXT NOT NULL DEFAULT '';

-- Whether no person made the input. An automatic player made it, or a deadline was
-- played early because the players are away.
ALTER TABLE inputs ADD COLUMN auto INTEGER NOT NULL DEFAULT 0;

-- What happened among the people at a table, in order. Names are only in players,
-- so that a person's name is in one place.
CREATE TABLE notes (
	match TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n     INTEGER NOT NULL,            -- from 1
	at    BIGINT  NOT NULL,
	what  TEXT    NOT NULL,            -- key of the words
	who   TEXT    NOT NULL,            -- JSON: the users that the words name, in order
	PRIMARY KEY (match, n)
) WITHOUT ROWID;
