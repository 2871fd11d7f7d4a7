package feature

import (
	"context"
	"fmt"
	"slices"

	"oneiros/bot/discord"
	"oneiros/store"
)

// Choices are what servers and people chose in the settings of features.
type Choices struct {
	Servers, People Rows                             // with an owner, a name and a value: see [store.ServerChoices]
	Changed         func(of Owner, owner discord.ID) // is told of each change that is saved, and has what is shown drawn again; nil for nothing
}

// Rows are what a feature without SQL of its own needs of a table that it declares: see
// [store.Rows].
type Rows interface {
	Put(ctx context.Context, row store.Row) error
	Delete(ctx context.Context, with store.With) error
	List(ctx context.Context, with store.With) ([]store.Row, error)
}

// rows are those of a kind of owner, with the column of its id.
func (c Choices) rows(of Owner) (rows Rows, column string) {
	if of == Person {
		return c.People, "user_id"
	}
	return c.Servers, "guild"
}

// Of is what an owner chose in a setting. A value that the setting does not have any more is
// nothing chosen.
func (c Choices) Of(ctx context.Context, set Setting, owner discord.ID) (string, error) {
	rows, column := c.rows(set.Of)
	list, err := rows.List(ctx, store.With{column: uint64(owner), "name": set.Name})
	if err != nil {
		return "", err
	}
	for _, row := range list {
		if value, ok := row[2].(string); ok && set.Takes(value) {
			return value, nil
		}
	}
	return set.None(), nil
}

// Change saves what an owner chooses in a setting, on which the links of any feature may depend: one of its values.
func (c Choices) Change(ctx context.Context, set Setting, owner discord.ID, value string) error {
	if !set.Takes(value) {
		return fmt.Errorf("setting %s has no value %q", set.Name, value)
	}
	rows, _ := c.rows(set.Of)
	if err := rows.Put(ctx, store.Row{uint64(owner), set.Name, value}); err != nil {
		return err
	}
	if c.Changed != nil {
		c.Changed(set.Of, owner)
	}
	return nil
}

// Among are those of some owners who chose a value, which is not the first of the setting.
func (c Choices) Among(ctx context.Context, set Setting, value string, owners []uint64) (map[uint64]bool, error) {
	rows, column := c.rows(set.Of)
	chose := map[uint64]bool{}
	for some := range slices.Chunk(owners, 500) {
		list, err := rows.List(ctx, store.With{column: some, "name": set.Name, "value": value})
		if err != nil {
			return nil, err
		}
		for _, row := range list {
			if id, ok := row[0].(int64); ok {
				chose[uint64(id)] = true
			}
		}
	}
	return chose, nil
}
