package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"strings"
	"sync"
)

// checksumSchema is the version of the database that has all checksums.
const checksumSchema = 7

// checksum is made of two CRC-32 with different polynomials, over the kind of a row
// and its columns. It finds every flipped bit, and every other accident but one in
// 2^64. SHA-256 would find forgeries too, but it costs twenty times as much for a
// position, and who can write the database can write checksums.
func checksum(kind string, columns []any) int64 {
	d := digests.Get().(*digest)
	defer digests.Put(d)
	d.high, d.low = 0, 0
	d.text = append(append(d.text[:0], kind...), 0)
	for _, c := range columns {
		switch v := c.(type) {
		case int64:
			d.number('i', uint64(v))
		case int:
			d.number('i', uint64(v))
		case uint64:
			d.number('i', v)
		case bool:
			if v {
				d.number('i', 1)
			} else {
				d.number('i', 0)
			}
		case string:
			d.number('s', uint64(len(v)))
			d.text = append(d.text, v...)
		case []byte:
			d.number('s', uint64(len(v)))
			d.add(d.text) // a position is long, so it is not copied
			d.add(v)
			d.text = d.text[:0]
		case float64: // no column holds one, unless a bit was flipped
			d.number('f', math.Float64bits(v))
		case nil:
			d.number('s', 0)
		default:
			panic(fmt.Sprintf("checksum of a %T", c))
		}
	}
	d.add(d.text)
	return int64(uint64(d.high)<<32 | uint64(d.low))
}

// digest is a checksum that is being made.
type digest struct {
	high, low uint32
	text      []byte // what is not yet in it
}

var digests = sync.Pool{New: func() any { return new(digest) }}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (d *digest) add(text []byte) {
	d.high = crc32.Update(d.high, castagnoli, text)
	d.low = crc32.Update(d.low, crc32.IEEETable, text)
}

// number adds a number with a letter for its kind.
func (d *digest) number(kind byte, n uint64) {
	d.text = binary.BigEndian.AppendUint64(append(d.text, kind), n)
}

// query returns the SQL that reads the key, the stored checksum and the columns.
func (c *Table) query(where string) string {
	list := append([]string{}, c.Key...)
	list = append(list, c.sum)
	list = append(list, c.summed...)
	text := "SELECT r." + strings.Join(list, ", r.")
	if c.before != "" {
		text += ", " + c.before
	}
	text += " FROM " + c.Name + " r"
	if where != "" {
		text += " WHERE " + where
	}
	return text + " ORDER BY r." + strings.Join(c.Key, ", r.")
}

// checkedRow is a row that was read to be checked.
type checkedRow struct {
	key     []any
	stored  any // an int64, unless it is damaged
	want    int64
	columns []any // valid until the next row; the last one is before, if there is one
}

func (r checkedRow) holds() bool { return r.stored == any(r.want) }

// queryer is a connection, a pool or a transaction.
type queryer interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read calls do for each row that a condition leaves.
func (c *Table) read(ctx context.Context, from queryer, where string, args []any, do func(checkedRow) error) error {
	rows, err := from.QueryContext(ctx, c.query(where), args...)
	if err != nil {
		return classify(err)
	}
	defer rows.Close() // Err tells all that Close could
	n := len(c.Key) + 1 + len(c.summed)
	if c.before != "" {
		n++
	}
	values, to := make([]any, n), make([]any, n)
	for i := range values {
		to[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			return classify(err)
		}
		columns := values[len(c.Key)+1:]
		row := checkedRow{append([]any{}, values[:len(c.Key)]...), values[len(c.Key)], c.of(columns...), columns}
		if err := do(row); err != nil {
			return err
		}
	}
	return classify(rows.Err())
}

// change changes a row and computes its checksum again. A row that was damaged
// before stays marked as damaged.
func (c *Table) change(in execQueryer, where string, key any, update func() error) error {
	held := true
	err := c.read(context.Background(), in, where, []any{key}, func(r checkedRow) error {
		held = r.holds()
		return nil
	})
	if err != nil {
		return err
	}
	if err := update(); err != nil || !held {
		return err
	}
	return c.fill(context.Background(), in, where, []any{key})
}

// changeAll is change for several rows, which the condition need not leave afterwards.
func (c *Table) changeAll(in execQueryer, where string, arg any, update func() error) error {
	var keys [][]any
	err := c.read(context.Background(), in, where, []any{arg}, func(r checkedRow) error {
		if r.holds() {
			keys = append(keys, slices.Clone(r.key))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := update(); err != nil {
		return err
	}
	for _, key := range keys {
		if err := c.fill(context.Background(), in, "r."+strings.Join(c.Key, " = ? AND r.")+" = ?", key); err != nil {
			return err
		}
	}
	return nil
}

// fill computes the checksums of the rows that a condition leaves.
func (c *Table) fill(ctx context.Context, t execQueryer, where string, args []any) error {
	type update struct {
		sum int64
		key []any
	}
	var list []update
	var before int64 // of the chain
	err := c.read(ctx, t, where, args, func(r checkedRow) error {
		if c.chain { // what is stored is not the chain yet
			r.columns[len(r.columns)-1] = before
			r.want = c.of(r.columns...)
			before = r.want
		}
		list = append(list, update{r.want, r.key})
		return nil
	})
	if err != nil {
		return err
	}
	query := "UPDATE " + c.Name + " SET " + c.sum + " = ? WHERE " + strings.Join(c.Key, " = ? AND ") + " = ?"
	for _, u := range list {
		if _, err := t.ExecContext(ctx, query, append([]any{u.sum}, u.key...)...); err != nil {
			return classify(err)
		}
	}
	return nil
}

// execQueryer is a transaction or a connection.
type execQueryer interface {
	queryer
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// of returns the checksum of a row with these columns, in the order of the declaration.
// For a table that builds on another checksum, that one is the last of them.
//
// A column that was added later counts only where it is not zero. So the checksums of
// rows from before it hold.
func (c *Table) of(columns ...any) int64 {
	if c.added == 0 {
		return checksum(c.Sum, columns)
	}
	known := len(c.summed) - c.added
	list := append([]any{}, columns[:known]...)
	for i, column := range columns[known:len(c.summed)] {
		if !isZero(column) {
			list = append(list, c.summed[known+i], column)
		}
	}
	return checksum(c.Sum, append(list, columns[len(c.summed):]...))
}

// isZero reports whether a column has the value that it has in rows from before it.
func isZero(column any) bool {
	switch v := column.(type) {
	case nil:
		return true
	case bool:
		return !v
	case int:
		return v == 0
	case int64:
		return v == 0
	case string:
		return v == ""
	default:
		return false
	}
}

// first is how rows were checked when all of them got their first checksum.
func (c *Table) first() *Table {
	then := *c
	then.summed, then.added = c.summed[:len(c.summed)-c.added], 0
	return &then
}

// describe names a row.
func (c *Table) describe(r checkedRow) string {
	if c.Match != "" && len(c.Key) == 1 {
		return c.Row
	}
	return fmt.Sprintf("%s %v", c.Row, r.key[len(r.key)-1])
}
