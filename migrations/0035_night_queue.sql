-- +goose Up

-- A night that is too full or too empty.
ALTER TABLE nights ADD COLUMN zone      TEXT   NOT NULL DEFAULT ''; -- of the city by whose clock it was announced, or empty
ALTER TABLE nights ADD COLUMN warned    BIGINT NOT NULL DEFAULT 0;  -- the moment of the night about which its host needs no warning any more
ALTER TABLE nights ADD COLUMN fill      BIGINT NOT NULL DEFAULT 0;  -- where too few come, automatic players take empty seats
ALTER TABLE nights ADD COLUMN lack      BIGINT NOT NULL DEFAULT 0;  -- permissions that a second table needs and the bot did not have
ALTER TABLE nights ADD COLUMN event_was TEXT   NOT NULL DEFAULT ''; -- what people did to its event: moved, removed
ALTER TABLE nights ADD COLUMN todo      TEXT   NOT NULL DEFAULT ''; -- what a night that has begun still does: second
ALTER TABLE nights ADD COLUMN second    TEXT   NOT NULL DEFAULT ''; -- the match of its second table, or empty
