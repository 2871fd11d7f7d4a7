package store

// Export says what the file of a person has of a table: see [Person]. In its SQL each ? is
// the id of the person.
type Export struct {
	Name   string // of the field of the file
	One    bool   // there is at most one row, and the field is no list
	Brief  bool   // the field is left out when there is no row
	From   string // SQL; empty for the table
	Where  string // SQL; empty for the rows that have the id of the person
	Order  string // SQL; empty for no order
	Fields []Field
}

// A Field is a field of a row in the file of a person.
type Field struct {
	Name  string
	SQL   string // what it holds; empty for the column of its name
	As    Form
	Brief bool // it is left out when it is empty
}

// Form says how a value stands in the file of a person.
type Form int

// The forms of values.
const (
	AsText   Form = iota
	AsNumber      // also zero
	AsFlag
	AsID     // a text, because not every program reads such large numbers exactly
	AsMoment // milliseconds, as RFC 3339
	AsSpan   // nanoseconds, as in 1h30m
	AsJSON   // a text that is JSON already
)
