package store

import (
	"slices"
	"strings"
)

// erasePerson takes a person out of the tables that belong to no match.
func (t tx) erasePerson(tables []*Table, user uint64) error {
	for _, table := range slices.Backward(tables) {
		and := ""
		switch {
		case table.Loose:
			and = ` AND ` + table.Match + ` IS NULL`
		case table.Match != "":
			continue // see EraseFromMatch
		}
		for _, column := range slices.Concat(table.having(OfPerson), table.having(WithOther)) {
			if _, err := t.exec(`DELETE FROM `+table.Name+` WHERE `+column+` = ?`+and, user); err != nil {
				return err
			}
		}
		for _, column := range table.having(OfAuthor) {
			if err := t.blank(table, column, table.blanked(), user); err != nil {
				return err
			}
		}
		for _, column := range table.having(OfOther) {
			if err := t.blank(table, column, column+" = 0", user); err != nil {
				return err
			}
		}
	}
	return nil
}

// blank makes zero what the rows have of a person whose id a column has.
func (t tx) blank(table *Table, column, set string, user uint64) error {
	return table.changeAll(t, "r."+column+" = ?", user, func() error {
		_, err := t.exec(`UPDATE `+table.Name+` SET `+set+` WHERE `+column+` = ?`, user)
		return err
	})
}

// blanked is SQL that makes zero what a row has of its author.
func (c *Table) blanked() string {
	var list []string
	for _, column := range c.Columns {
		if column.Has == OfAuthor || column.Has == Blanked {
			list = append(list, column.Name+map[Type]string{Number: " = 0", Text: " = ''"}[column.Type])
		}
	}
	return strings.Join(list, ", ")
}

// eraseServer deletes the rows of a server. What belongs to a match goes with it.
func (t tx) eraseServer(tables []*Table, guild uint64) error {
	for _, table := range slices.Backward(tables) {
		for _, column := range table.having(OfServer) {
			if _, err := t.exec(`DELETE FROM `+table.Name+` WHERE `+column+` = ?`, guild); err != nil {
				return err
			}
		}
	}
	return nil
}
