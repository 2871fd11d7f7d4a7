package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jmoiron/sqlx"
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
		where = strings.Join(slices.Concat(c.having(OfPerson), c.having(OfAuthor), c.having(OfOther)), " = ? OR ") + " = ?"
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

func idText(id uint64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatUint(id, 10)
}
