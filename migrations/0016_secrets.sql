-- +goose Up

-- A lobby draws a secret when it opens, and shows its hash. The seed of the match is
-- made of the secret and of the presses that began the match.
ALTER TABLE matches ADD COLUMN secret TEXT NOT NULL DEFAULT '';   -- hexadecimal; empty in matches from before this step
ALTER TABLE matches ADD COLUMN presses TEXT NOT NULL DEFAULT '';  -- a JSON list of ids, by seat; empty before the start
