-- +goose Up

-- The token of a press on the board edits the board, and a panel may be a follow-up of
-- that press. Then its token alone names the board, which everybody reads. A program
-- that does not know this column would show the panel there. So it must not open this
-- database.
ALTER TABLE surfaces ADD COLUMN follow_up INTEGER NOT NULL DEFAULT 0;  -- whether the message is a follow-up of the token's interaction
