package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
)

// Export says what the file of a person has of a table: see [Person]. In its SQL each ? is
// the id of the person.
type Export struct {
	Name   string // of the field of the file
	One    bool   // there is at most one row, and the field is no list
	Brief  bool   // the field is left out when there is no row
	From   string // SQL; empty for the table
	Where  string // SQL; empty for the rows of the person or of the author
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

// KeptRows are the rows of one table that are kept of a person.
type KeptRows struct {
	Export *Export
	Rows   []json.RawMessage // objects
}

// keptOf reads what a table has of a person.
func (c *Table) keptOf(ctx context.Context, from *sqlx.DB, user uint64) (k KeptRows, err error) {
	e := c.Export
	k.Export = e
	var list []string
	for _, f := range e.Fields {
		if f.SQL == "" {
			f.SQL = f.Name
		}
		list = append(list, f.SQL)
	}
	of, where := e.From, e.Where
	if of == "" {
		of = c.Name
	}
	if where == "" {
		where = strings.Join(append(c.having(OfPerson), c.having(OfAuthor)...), " = ? OR ") + " = ?"
	}
	query := "SELECT " + strings.Join(list, ", ") + " FROM " + of + " WHERE " + where
	if e.Order != "" {
		query += " ORDER BY " + e.Order
	}
	args := make([]any, strings.Count(query, "?"))
	for i := range args {
		args[i] = user
	}
	rows, err := from.QueryxContext(ctx, query, args...)
	if err != nil {
		return k, err
	}
	defer rows.Close() // Err tells all that Close could
	for rows.Next() {
		values, err := rows.SliceScan()
		if err != nil {
			return k, err
		}
		row, err := e.object(values)
		if err != nil {
			return k, fmt.Errorf("%s: %w", e.Name, err)
		}
		k.Rows = append(k.Rows, row)
	}
	return k, rows.Err()
}

// object is a row as JSON, with its fields in their order.
func (e *Export) object(values []any) (json.RawMessage, error) {
	var b objectWriter
	for i, f := range e.Fields {
		v, empty, err := f.As.value(values[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if empty && f.Brief {
			continue
		}
		if err := b.field(f.Name, v); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
	}
	return b.end(), nil
}

// value is a value of the database as JSON has it, and whether it is empty.
func (f Form) value(v any) (shown any, empty bool, err error) {
	if b, ok := v.([]byte); ok { // a database may hand out a text as bytes
		v = string(b)
	}
	text, isText := v.(string)
	n, isNumber := v.(int64)
	switch f {
	case AsText:
		shown, empty = text, text == ""
	case AsJSON:
		shown, empty = json.RawMessage(text), text == ""
	case AsNumber:
		shown, empty = n, n == 0
	case AsFlag:
		shown, empty = n != 0, n == 0
	case AsID:
		shown, empty = idText(uint64(n)), n == 0
	case AsMoment:
		shown, empty = fromMillis(n), n == 0
	case AsSpan:
		shown, empty = time.Duration(n).String(), n == 0
	}
	if (f == AsText || f == AsJSON) != isText || isText == isNumber {
		return nil, false, fmt.Errorf("%w: a %T", ErrDamaged, v)
	}
	return shown, empty, nil
}

// objectWriter writes a JSON object with its fields in the order in which they come.
type objectWriter struct{ b bytes.Buffer }

func (w *objectWriter) field(name string, value any) error {
	v, err := json.Marshal(value)
	if err != nil {
		return err
	}
	before := byte(',')
	if w.b.Len() == 0 {
		before = '{'
	}
	w.b.WriteByte(before)
	fmt.Fprintf(&w.b, "%q:", name)
	w.b.Write(v)
	return nil
}

func (w *objectWriter) end() []byte {
	if w.b.Len() == 0 {
		return []byte("{}")
	}
	w.b.WriteByte('}')
	return w.b.Bytes()
}
