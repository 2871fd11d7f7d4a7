-- +goose Up

-- What Discord calls somebody everywhere, and nobody else. It tells apart people of one name.
ALTER TABLE nights ADD COLUMN host_username TEXT NOT NULL DEFAULT '';
ALTER TABLE night_guests ADD COLUMN username TEXT NOT NULL DEFAULT '';
