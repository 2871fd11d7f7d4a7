package store

import (
	"context"
	"errors"
	"fmt"
)

// fillChecksums computes the checksums of all rows that exist at checksumSchema.
func fillChecksums(ctx context.Context, t execQueryer) error {
	early := append(checked(declared), surfacesOfMatches)
	for _, c := range early {
		if c.Match != "" || !c.early {
			continue
		}
		if err := c.first().fill(ctx, t, "", nil); err != nil {
			return err
		}
	}
	rows, err := t.QueryContext(ctx, `SELECT id FROM matches`)
	if err != nil {
		return classify(err)
	}
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return errors.Join(classify(err), rows.Close())
		}
		ids = append(ids, id)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return classify(err)
	}
	for _, id := range ids {
		for _, c := range early {
			if c.Match == "" || !c.early {
				continue
			}
			if err := c.first().fill(ctx, t, "r."+c.Match+" = ?", []any{id}); err != nil {
				return fmt.Errorf("match %s: %w", id, err)
			}
		}
	}
	return nil
}
