-- +goose Up

-- A match, from the moment its lobby opens. Data that changes with every input is
-- in positions. This row changes when people join, choose, pause or end the match,
-- and once a second for the clock.
CREATE TABLE matches (
	id       TEXT    NOT NULL PRIMARY KEY,
	guild    BIGINT  NOT NULL,
	channel  BIGINT  NOT NULL,
	thread   BIGINT  NOT NULL,           -- the match's own thread, or 0
	own      INTEGER NOT NULL,           -- whether the match gets its own thread
	place    BIGINT  NOT NULL,           -- the thread, else the channel
	game     TEXT    NOT NULL,
	phase    TEXT    NOT NULL,           -- lobby, live, over or void
	lang     TEXT    NOT NULL,
	host     BIGINT  NOT NULL,
	chosen   TEXT    NOT NULL,           -- JSON: the options that somebody set
	options  TEXT    NOT NULL,           -- JSON: all options
	seed     BLOB,
	seats    INTEGER NOT NULL,           -- set at the start
	clock    BIGINT  NOT NULL,           -- the match clock when it was last saved
	seen     BIGINT  NOT NULL,           -- when the clock was last saved
	paused   TEXT    NOT NULL,           -- key of the reason, or empty
	incident TEXT    NOT NULL,
	former   TEXT    NOT NULL,           -- the match that this one follows, or empty
	seating  TEXT    NOT NULL,           -- JSON: users, in the order in which they will sit
	created  BIGINT  NOT NULL,
	started  BIGINT  NOT NULL,
	ended    BIGINT  NOT NULL,
	expires  BIGINT  NOT NULL,           -- when the lobby closes or the table is cleared, or 0
	rev      BIGINT  NOT NULL            -- raised by every change of the row except the clock
);

-- A place has one open match at a time.
CREATE UNIQUE INDEX matches_place ON matches (place) WHERE phase IN ('lobby', 'live');
CREATE INDEX matches_phase ON matches (phase, expires);

-- The people at a match, and those who left. The bot must recognize a press that
-- Discord delivers twice, even of a person who left.
CREATE TABLE players (
	match   TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	user_id BIGINT  NOT NULL,
	name    TEXT    NOT NULL,
	locale  TEXT    NOT NULL,
	seat    INTEGER NOT NULL,            -- from zero; in the lobby the order of joining; -1 if they left
	ready   INTEGER NOT NULL,
	joined  BIGINT  NOT NULL,
	press   BIGINT  NOT NULL,            -- their latest press that changed the table
	PRIMARY KEY (match, user_id)
);
CREATE INDEX players_user ON players (user_id);

-- The log. Together with the seed it is the whole match. No index keeps a press
-- from appearing twice: the process that appends an input knows the earlier ones.
CREATE TABLE inputs (
	match TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n     INTEGER NOT NULL,
	at    BIGINT  NOT NULL,              -- match clock
	kind  TEXT    NOT NULL,
	seat  INTEGER NOT NULL,
	move  TEXT    NOT NULL,
	press BIGINT  NOT NULL,              -- the press that made it, or 0
	PRIMARY KEY (match, n)
) WITHOUT ROWID;

-- The position after an input; n is 0 for the deal. Each position is a new row,
-- because updating a row of several kilobytes costs three times as much. All but
-- the last few rows of a match are deleted.
CREATE TABLE positions (
	match    TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n        INTEGER NOT NULL,
	version  INTEGER NOT NULL,           -- of the rules that wrote it
	at       BIGINT  NOT NULL,           -- match clock of the input
	clock    BIGINT  NOT NULL,           -- match clock when it was saved
	turns    TEXT    NOT NULL,           -- turn numbers: the public one, then one for each seat
	position BLOB    NOT NULL,
	PRIMARY KEY (match, n)
);

-- The messages that show a match, such as its board and each person's panel.
CREATE TABLE surfaces (
	match   TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	kind    TEXT    NOT NULL,            -- see the kinds of surfaces in package store
	user_id BIGINT  NOT NULL,            -- the owner of a panel; 0 for the board
	seat    INTEGER NOT NULL,            -- -1 for none
	channel BIGINT  NOT NULL,
	message BIGINT  NOT NULL,
	app     BIGINT  NOT NULL,
	token   TEXT    NOT NULL,            -- of the interaction that opened it
	expires BIGINT  NOT NULL,            -- when the token ends, or 0
	path    TEXT    NOT NULL,            -- the page that it shows
	shown   TEXT    NOT NULL,            -- digest of the content that it shows
	lang    TEXT    NOT NULL,
	PRIMARY KEY (match, kind, user_id)
);
CREATE INDEX surfaces_message ON surfaces (message);

-- The results of a match, one row for each seat.
CREATE TABLE results (
	match   TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	seat    INTEGER NOT NULL,
	game    TEXT    NOT NULL,
	guild   BIGINT  NOT NULL,
	user_id BIGINT  NOT NULL,
	score   INTEGER NOT NULL,
	won     INTEGER NOT NULL,
	ended   BIGINT  NOT NULL,
	PRIMARY KEY (match, seat)
);
CREATE INDEX results_user ON results (user_id, game);
CREATE INDEX results_guild ON results (guild, game);

-- The settings of servers and of people. An empty language means the one that
-- Discord reports.
CREATE TABLE guilds (
	guild BIGINT NOT NULL PRIMARY KEY,
	lang  TEXT   NOT NULL
);
CREATE TABLE users (
	user_id BIGINT NOT NULL PRIMARY KEY,
	lang    TEXT   NOT NULL
);
