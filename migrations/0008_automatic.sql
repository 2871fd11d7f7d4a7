-- +goose Up

-- Automatic players sit at a table like people, under numbers that nobody on Discord
-- has. A result tells whether an automatic player had the seat at the end, so that
-- statistics can count such matches apart.
ALTER TABLE players ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN strength INTEGER NOT NULL DEFAULT 0;  -- of the automatic players; 0 is normal
ALTER TABLE matches ADD COLUMN people INTEGER NOT NULL DEFAULT 0;    -- whether only people may sit down
ALTER TABLE guilds ADD COLUMN people INTEGER NOT NULL DEFAULT 0;     -- likewise, for new tables of the server
ALTER TABLE results ADD COLUMN automatic INTEGER NOT NULL DEFAULT 0;
