-- +goose Up

-- Who may write: one process at a time. The one row is written by whoever takes
-- the lease, once a second by whoever holds it, and when it is given back.
CREATE TABLE lease (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	holder  TEXT    NOT NULL,            -- drawn anew by each process that takes it; empty for nobody
	host    TEXT    NOT NULL,            -- for people: where the process runs
	pid     BIGINT  NOT NULL,
	process TEXT    NOT NULL,            -- what tells on that machine whether it still runs, or empty
	since   BIGINT  NOT NULL,
	beat    BIGINT  NOT NULL,            -- raised once a second
	room    TEXT    NOT NULL             -- filled and emptied to see whether there is room on the disk
);
INSERT INTO lease (one, holder, host, pid, process, since, beat, room) VALUES (1, '', '', 0, '', 0, 0, '');
