-- +goose Up

-- Which servers the bot has greeted, or greets no more.
CREATE TABLE greetings (
	guild    BIGINT NOT NULL, -- 0 for the row whose moment is since when servers are greeted
	at       BIGINT NOT NULL, -- when the bot heard of the server, by Discord's clock
	state    TEXT   NOT NULL,
	lacks    BIGINT NOT NULL, -- the permissions that the bot lacks where it greeted
	checksum BIGINT NOT NULL,
	PRIMARY KEY (guild)
) WITHOUT ROWID;
