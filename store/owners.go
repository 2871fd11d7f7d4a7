package store

import (
	"context"
	"database/sql"
	"slices"
)

// surfacesOfMatches is how the rows of surfaces were checked when each belonged to a match.
var surfacesOfMatches = &Table{
	Name: "surfaces", Sum: "surface", Key: []string{"match", "user_id", "kind"}, Match: "match", sum: "checksum", early: true,
	summed: []string{"match", "kind", "user_id", "seat", "channel", "message", "app", "token", "expires", "path", "shown", "lang", "follow_up"}, added: 1,
}

// ownerStatements make the table with owners out of the former one and the columns of nights.
var ownerStatements = []string{
	`CREATE TABLE surfaces_with_owners (
		owner     TEXT    NOT NULL,            -- of the message: the id of a match, or night/GUILD/ID and the like
		kind      TEXT    NOT NULL,            -- see the kinds of surfaces in package store
		user_id   BIGINT  NOT NULL,            -- whose it is alone; 0 for those of all
		guild     BIGINT  NOT NULL,            -- of an owner that is no match
		match     TEXT    REFERENCES matches (id) ON DELETE CASCADE, -- NULL for an owner that is none
		state     TEXT    NOT NULL,            -- intended, sent or gone
		channel   BIGINT  NOT NULL,
		message   BIGINT  NOT NULL,
		app       BIGINT  NOT NULL,
		token     TEXT    NOT NULL,            -- of the interaction that opened it
		expires   BIGINT  NOT NULL,            -- when the token ends, or 0
		path      TEXT    NOT NULL,            -- the page that it shows
		shown     TEXT    NOT NULL,            -- digest of the content that it shows
		lang      TEXT    NOT NULL,
		follow_up INTEGER NOT NULL,            -- whether the message is a follow-up of the token's interaction
		checksum  BIGINT  NOT NULL,
		PRIMARY KEY (owner, kind, user_id)
	)`,
	`INSERT INTO surfaces_with_owners SELECT match, kind, user_id, 0, match, CASE WHEN message = 0 THEN 'intended' ELSE 'sent' END,
		channel, message, app, token, expires, path, shown, lang, follow_up, 0 FROM surfaces`,
	`INSERT INTO surfaces_with_owners SELECT 'night/' || guild || '/' || id, 'night', 0, guild, NULL, CASE WHEN message = 0 THEN 'intended' ELSE 'sent' END,
		channel, message, 0, '', 0, '', '', '', 0, 0 FROM nights`,
	`INSERT INTO surfaces_with_owners SELECT 'night/' || guild || '/' || id, 'night event', 0, guild, NULL, CASE WHEN event = 1 THEN 'intended' ELSE 'sent' END,
		0, CASE WHEN event = 1 THEN 0 ELSE event END, 0, '', 0, '', '', '', 0, 0 FROM nights WHERE event <> 0`,
	`DROP TABLE surfaces`,
	`ALTER TABLE surfaces_with_owners RENAME TO surfaces`,
	`CREATE INDEX surfaces_message ON surfaces (message)`,
	`CREATE INDEX surfaces_match ON surfaces (match)`,
	`CREATE INDEX surfaces_user ON surfaces (user_id)`,
	`ALTER TABLE nights DROP COLUMN message`,
	`ALTER TABLE nights DROP COLUMN event`,
}

// giveOwners gives each surface an owner and a state, and takes over the announcements and
// events of nights, which stood in columns. A row that was damaged before stays marked as
// damaged. The tables are those of that step, whatever has become of them since.
func giveOwners(ctx context.Context, t *sql.Tx) error {
	surfaces := &Table{
		Name: "surfaces", Sum: "surface", Key: []string{"owner", "user_id", "kind"}, sum: "checksum",
		summed: []string{"owner", "kind", "user_id", "guild", "match", "state", "channel", "message", "app", "token", "expires", "path", "shown", "lang", "follow_up"},
	}
	nightsBefore := &Table{
		Name: "nights", Sum: "night", Key: []string{"guild", "id"}, sum: "checksum", added: 1,
		summed: []string{"guild", "id", "channel", "message", "event", "press", "game", "options", "thread", "host", "host_name", "lang", "at", "state", "match", "ended", "host_username"},
	}
	nights := *nightsBefore
	nights.summed = slices.DeleteFunc(slices.Clone(nights.summed), func(c string) bool { return c == "message" || c == "event" })
	messages, err := damagedIn(ctx, t, surfacesOfMatches)
	if err != nil {
		return err
	}
	others, err := damagedIn(ctx, t, nightsBefore)
	if err != nil {
		return err
	}
	for _, statement := range ownerStatements {
		if _, err := t.ExecContext(ctx, statement); err != nil {
			return classify(err)
		}
	}
	for table, damaged := range map[*Table][]checkedRow{surfaces: messages, &nights: others} {
		if err := table.fill(ctx, t, "", nil); err != nil {
			return err
		}
		for _, row := range damaged {
			query := `UPDATE surfaces SET checksum = ? WHERE owner = ? AND user_id = ? AND kind = ?`
			if table == &nights {
				query = `UPDATE nights SET checksum = ? WHERE guild = ? AND id = ?`
			}
			if _, err := t.ExecContext(ctx, query, append([]any{row.stored}, row.key...)...); err != nil {
				return classify(err)
			}
		}
	}
	return nil
}

// damagedIn lists the rows of a table whose checksums do not hold.
func damagedIn(ctx context.Context, t *sql.Tx, table *Table) (list []checkedRow, err error) {
	err = table.read(ctx, t, "", nil, func(r checkedRow) error {
		if !r.holds() {
			list = append(list, checkedRow{key: r.key, stored: r.stored})
		}
		return nil
	})
	return list, err
}
