-- +goose Up

-- What was explained to a person in their first matches of a game.
CREATE TABLE lessons (
	user_id  BIGINT NOT NULL,
	game     TEXT   NOT NULL,
	thing    TEXT   NOT NULL,            -- as the game calls it; empty when they know the game
	checksum BIGINT NOT NULL,
	PRIMARY KEY (user_id, game, thing)
) WITHOUT ROWID;
