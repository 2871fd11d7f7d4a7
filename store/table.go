package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A Table declares a table beside the code that owns it. What the store does to all
// tables follows from their declarations: checksums, copies, erasing a person or a server,
// the file of what is kept of a person, and how long a row is kept. See [Declare].
type Table struct {
	Name    string   // in the database
	Row     string   // what an operator calls one of its rows
	Sum     string   // begins the checksum of a row, so that rows of two tables differ; empty for no checksums
	Key     []string // the primary key; its last column names the row
	Match   string   // the column with the match that the rows belong to, or empty
	Log     bool     // its column "match" names a match, with whose log the rows go
	Loose   bool     // the Match of a row may be NULL: it belongs to none
	Columns []Column // all but the checksum, in the order in which they are summed
	Export  *Export  // what the file of a person has of it; nil for nothing
	Old     *Old     // which rows are kept long enough; nil for those that a caller deletes
	Stays   string   // why a copy of the database leaves the table out; empty for one that is copied

	sum    string   // the column of the checksum
	early  bool     // the table had rows before checksumSchema
	summed []string // the columns that the checksum covers, in order
	added  int      // how many of the last of them are later than the table
	before string   // SQL of another checksum that goes into this one, or empty
	chain  bool     // before is the checksum of the row before
	latest string   // SQL that leaves only what a restart needs, or empty
	backup int64    // the version that made it, of a table whose rows no backup has: they change without it; else 0
	also   *Table   // a second checksum of the same rows, or nil

	upsert, insert string // SQL that saves a row; see tx.put and tx.add
}

// A Column is a column of a [Table].
type Column struct {
	Name  string
	Type  Type
	Has   Has
	Why   string // why erasing leaves it, or how it is erased; for Kept and Replaced
	Later bool   // it is later than the checksums of its table; it counts in one only where it is not zero

	apart bool // the checksum does not cover it; see Table.also
}

// Type is the type of a column.
type Type int

// The types of columns.
const (
	Number Type = iota // also a flag, an id of Discord's, a moment in milliseconds
	Text
	Bytes
)

// Has says what a column has of people and servers, and so what erasing does to it.
type Has int

// What a column has.
const (
	Nothing    Has = iota
	OfPerson       // the id of a person; their row is deleted
	WithPerson     // something of that person; it goes with the row
	OfAuthor       // the id of a person; it becomes 0, and the row stays for others
	OfOther        // the id of another person; it alone becomes 0
	WithOther      // the id of another person; the row is deleted with them, too, and stands in no file of theirs
	Blanked        // something of the author, or of a press; it becomes zero
	OfServer       // the id of a server; the row is deleted with it
	Replaced       // words of a person; others take their place
	Kept           // something that stays
)

// Old says which rows of a table are not needed any longer. [ErasureStore.EraseOld] deletes them.
type Old struct {
	Where string        // SQL for the rows that are over since before a moment, which is its ?
	After time.Duration // how long they are kept from then on; 0 for as long as results of matches
}

// Declare returns a table that can be used. It panics where the declaration contradicts
// itself: no program should run with it.
//
// A table has a column "checksum" if it has a Sum. The tables of this package are those of
// declared. Tables of other packages are named to [Open] by [WithTables].
func Declare(t Table) *Table {
	wrong := func(what string) { panic(fmt.Sprintf("declare table %s: %s", t.Name, what)) }
	authors := 0
	var names, others []string
	for _, c := range t.Columns {
		switch {
		case (c.Has == Kept || c.Has == Replaced) != (c.Why != ""):
			wrong("column " + c.Name + " has to say why, or needs no reason")
		case t.added > 0 && !c.Later:
			wrong("column " + c.Name + " stands behind a later one")
		case c.Later:
			t.added++
		}
		if c.Has == OfAuthor {
			authors++
		}
		names = append(names, c.Name)
		if !c.apart {
			t.summed = append(t.summed, c.Name)
		}
	}
	for _, name := range append(slices.Clone(t.Key), t.Match) {
		if name != "" && !slices.Contains(names, name) {
			wrong("there is no column " + name)
		}
	}
	if t.Name == "" || len(t.Key) == 0 || authors > 1 || (t.Sum == "") != (t.Row == "") {
		wrong("it needs a name, a key, at most one author, and both Sum and Row or neither")
	}
	if t.Sum != "" {
		t.sum = "checksum"
		names = append(names, t.sum)
	}
	for _, name := range names {
		if !slices.Contains(t.Key, name) {
			others = append(others, name+" = excluded."+name)
		}
	}
	t.insert = "INSERT INTO " + t.Name + " (" + strings.Join(names, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(names)-1) +
		") ON CONFLICT (" + strings.Join(t.Key, ", ") + ") DO "
	t.upsert = t.insert + "UPDATE SET " + strings.Join(others, ", ")
	t.insert += "NOTHING"
	return &t
}

// checked are the tables that have checksums, as they are checked.
func checked(tables []*Table) (list []*Table) {
	for _, t := range tables {
		if t.Sum != "" {
			list = append(list, t)
		}
		if t.also != nil {
			list = append(list, t.also)
		}
	}
	return list
}

// lasting are the tables with what has to last, in an order that their references allow.
func lasting(tables []*Table) []*Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t *Table) bool { return t.Stays != "" })
}

// having lists the columns that have something.
func (c *Table) having(what Has) (names []string) {
	for _, column := range c.Columns {
		if column.Has == what {
			names = append(names, column.Name)
		}
	}
	return names
}
