package store

import "slices"

// put saves a row in place of one with its key. The values are those of all columns.
func (t tx) put(into *Table, values ...any) error {
	_, err := t.exec(into.upsert, into.row(values)...)
	return err
}

// add saves a row, unless there is one with its key. The values are those of all columns.
func (t tx) add(into *Table, values ...any) error {
	_, err := t.exec(into.insert, into.row(values)...)
	return err
}

// row is a row with its checksum.
func (c *Table) row(values []any) []any {
	if c.Sum == "" {
		return values
	}
	return append(slices.Clone(values), c.of(values...))
}
