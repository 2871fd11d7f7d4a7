-- +goose Up

-- The last start of the bot, so that a check can say what is different now. There is
-- one row.
CREATE TABLE starts (
	one      INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	at       BIGINT  NOT NULL,            -- 0 for never
	version  TEXT    NOT NULL,            -- of the program
	settings TEXT    NOT NULL             -- JSON: all settings by their keys, without any secret
);
INSERT INTO starts (one, at, version, settings) VALUES (1, 0, '', '{}');
