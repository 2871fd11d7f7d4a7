-- +goose Up

-- The process that may write. There is one row. A process writes it to take the
-- lease, once a second to hold it, and to give it back.
CREATE TABLE lease (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	holder  TEXT    NOT NULL,            -- a new random id for each process; empty for nobody
	host    TEXT    NOT NULL,            -- where the process runs; only people read it
	pid     BIGINT  NOT NULL,
	process TEXT    NOT NULL,            -- shows on that machine whether the process still runs, or empty
	since   BIGINT  NOT NULL,
	beat    BIGINT  NOT NULL,            -- raised once a second
	room    TEXT    NOT NULL             -- filled and emptied to test for room on the disk
);
INSERT INTO lease (one, holder, host, pid, process, since, beat, room) VALUES (1, '', '', 0, '', 0, 0, '');
