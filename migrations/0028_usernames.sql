-- +goose Up

-- What Discord calls somebody everywhere, and nobody else. It tells apart people of one name.
ALTER TABLE players ADD COLUMN username TEXT NOT NULL DEFAULT '';
