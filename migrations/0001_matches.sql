-- +goose Up

-- A match from the moment its lobby opens. What changes with every input is not
-- here but in positions, so that this row is written only when people sit down,
-- agree, pause or end, and once a second for the clock.
CREATE TABLE matches (
	id       TEXT    NOT NULL PRIMARY KEY,
	guild    BIGINT  NOT NULL,
	channel  BIGINT  NOT NULL,
	thread   BIGINT  NOT NULL,           -- the match's own thread, or 0
	own      INTEGER NOT NULL,           -- whether it is to have a thread of its own
	place    BIGINT  NOT NULL,           -- the thread, else the channel
	game     TEXT    NOT NULL,
	phase    TEXT    NOT NULL,           -- lobby, live, over or void
	lang     TEXT    NOT NULL,
	host     BIGINT  NOT NULL,
	chosen   TEXT    NOT NULL,           -- JSON: the options that somebody set
	options  TEXT    NOT NULL,           -- JSON: all of them
	seed     BLOB,
	seats    INTEGER NOT NULL,           -- from the deal on
	clock    BIGINT  NOT NULL,           -- the match clock when it was last saved
	seen     BIGINT  NOT NULL,           -- when that was
	paused   TEXT    NOT NULL,           -- key of the reason, or empty
	incident TEXT    NOT NULL,
	former   TEXT    NOT NULL,           -- the match that this one follows, or empty
	seating  TEXT    NOT NULL,           -- JSON: users in the order in which they are to sit
	created  BIGINT  NOT NULL,
	started  BIGINT  NOT NULL,
	ended    BIGINT  NOT NULL,
	expires  BIGINT  NOT NULL,           -- when the table is cleared, or 0
	rev      BIGINT  NOT NULL            -- raised whenever the row is written, but for the clock
);

-- One match in one place at a time.
CREATE UNIQUE INDEX matches_place ON matches (place) WHERE phase IN ('lobby', 'live');
CREATE INDEX matches_phase ON matches (phase, expires);

-- Who sits at a match, and who sat in its lobby and left: a press of theirs that
-- is delivered again must still be known.
CREATE TABLE players (
	match   TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	user_id BIGINT  NOT NULL,
	name    TEXT    NOT NULL,
	locale  TEXT    NOT NULL,
	seat    INTEGER NOT NULL,            -- from zero; in the lobby the place in the row; -1 for left
	ready   INTEGER NOT NULL,
	joined  BIGINT  NOT NULL,
	press   BIGINT  NOT NULL,            -- the latest press of theirs that changed the table
	PRIMARY KEY (match, user_id)
);
CREATE INDEX players_user ON players (user_id);

-- The log. With the seed it is the whole match. That a press is in it once needs
-- no index: whoever appends input n has read the inputs before it.
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

-- The position after an input, n 0 being the deal. Appended, because rewriting a
-- row of several kilobytes at each input costs three times as much; all but the
-- last few of a match are pruned.
CREATE TABLE positions (
	match    TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	n        INTEGER NOT NULL,
	version  INTEGER NOT NULL,           -- of the rules that wrote it
	at       BIGINT  NOT NULL,           -- match clock of the input
	clock    BIGINT  NOT NULL,           -- match clock when it was saved
	turns    TEXT    NOT NULL,           -- turn numbers: the public's, then each seat's
	position BLOB    NOT NULL,
	PRIMARY KEY (match, n)
);

-- Where a match is shown: its board, and each person's panel.
CREATE TABLE surfaces (
	match   TEXT    NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	kind    TEXT    NOT NULL,            -- board or panel
	user_id BIGINT  NOT NULL,            -- whose panel; 0 for the board
	seat    INTEGER NOT NULL,            -- -1 for none
	channel BIGINT  NOT NULL,
	message BIGINT  NOT NULL,
	app     BIGINT  NOT NULL,
	token   TEXT    NOT NULL,            -- of the interaction that opened it
	expires BIGINT  NOT NULL,            -- when the token ends, or 0
	path    TEXT    NOT NULL,            -- the page that it shows
	shown   TEXT    NOT NULL,            -- digest of what it shows
	lang    TEXT    NOT NULL,
	PRIMARY KEY (match, kind, user_id)
);
CREATE INDEX surfaces_message ON surfaces (message);

-- How a match ended, a line for each seat.
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

-- What a server chose, and what a person chose. An empty language is Discord's.
CREATE TABLE guilds (
	guild BIGINT NOT NULL PRIMARY KEY,
	lang  TEXT   NOT NULL
);
CREATE TABLE users (
	user_id BIGINT NOT NULL PRIMARY KEY,
	lang    TEXT   NOT NULL
);
