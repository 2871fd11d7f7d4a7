-- +goose Up

-- Who sat at the tables of game nights when their matches began. How such a match ended stands in
-- results.
CREATE TABLE night_attendance (
	match    TEXT   NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	user_id  BIGINT NOT NULL,
	guild    BIGINT NOT NULL,
	night    TEXT   NOT NULL, -- its id; the night itself is kept for a week
	at       BIGINT NOT NULL, -- when the night was to begin, by Discord's clock
	checksum BIGINT NOT NULL,
	PRIMARY KEY (match, user_id)
) WITHOUT ROWID;

CREATE INDEX night_attendance_guild ON night_attendance (guild);
CREATE INDEX night_attendance_user ON night_attendance (user_id);
