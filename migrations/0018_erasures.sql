-- +goose Up

-- What is still to be erased: a person, until the last of their matches has nothing of
-- them, and then the bytes that deleted rows leave in the file. Bytes have no id.
CREATE TABLE erasures (
	kind     TEXT   NOT NULL,            -- person or bytes
	id       BIGINT NOT NULL,            -- of the person, or 0
	asked    BIGINT NOT NULL,
	checksum BIGINT NOT NULL,
	PRIMARY KEY (kind, id)
);

-- Whether the move lost the words of its player, who was erased. Other words stand there.
ALTER TABLE inputs ADD COLUMN erased INTEGER NOT NULL DEFAULT 0;
