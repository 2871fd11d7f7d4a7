-- +goose Up

-- The city by whose clocks people say when they want to be called, such as Europe/Berlin. It is
-- empty where minutes east of UTC were chosen, before there were cities.
ALTER TABLE calls ADD COLUMN city TEXT NOT NULL DEFAULT '';
