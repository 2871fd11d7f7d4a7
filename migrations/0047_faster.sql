-- +goose Up

-- Whether automatic players wait shorter, because all people of the match wanted it.
ALTER TABLE matches ADD COLUMN faster INTEGER NOT NULL DEFAULT 0;
