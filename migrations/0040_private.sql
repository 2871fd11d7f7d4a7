-- +goose Up

-- Tables that are private, and who is invited to them.
CREATE TABLE private_tables (
	match    TEXT   NOT NULL PRIMARY KEY REFERENCES matches (id) ON DELETE CASCADE,
	is_on    INTEGER NOT NULL, -- 0 where the host has let everybody in, though the match before was private
	role     BIGINT NOT NULL,  -- whose members may join, too; 0 for none
	checksum BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE private_guests (
	match    TEXT   NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
	user_id  BIGINT NOT NULL,
	checksum BIGINT NOT NULL,
	PRIMARY KEY (match, user_id)
) WITHOUT ROWID;

CREATE INDEX private_guests_user ON private_guests (user_id);
