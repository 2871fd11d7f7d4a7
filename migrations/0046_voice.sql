-- +goose Up

-- In which voice channels the bot wants to sit, to send sounds there. A row is deleted when the
-- bot has left.
CREATE TABLE voice_states (
	guild    BIGINT NOT NULL PRIMARY KEY,
	channel  BIGINT NOT NULL,
	checksum BIGINT NOT NULL
) WITHOUT ROWID;
