-- +goose Up

-- The words that servers refuse besides those of the filter, and those that they allow in spite
-- of it.
CREATE TABLE filter_words (
	guild    BIGINT NOT NULL,
	word     TEXT   NOT NULL, -- folded, as package lexeme does it
	allowed  BIGINT NOT NULL, -- 1: in spite of all lists; 0: it is refused
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild, word)
) WITHOUT ROWID;
