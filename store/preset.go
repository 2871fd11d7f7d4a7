package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

var presetsTable = Declare(Table{
	Name: "presets", Row: "preset of server", Sum: "preset", Key: []string{"guild", "name"},
	Columns: []Column{{Name: "guild", Has: OfServer}, {Name: "name", Type: Text}, {Name: "game", Type: Text}, {Name: "options", Type: Text}, {Name: "author", Has: OfAuthor}},
	Export: &Export{Name: "presets", Brief: true, Order: "guild, name", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "name"}, {Name: "game"},
	}},
})

// Preset is what a table agreed on, under a name of its server.
type Preset struct {
	Guild   uint64
	Name    string
	Game    string
	Options map[string]string
	Author  uint64 // who saved it; 0 if they were erased
}

// PresetStore saves presets.
type PresetStore struct{ db *connections }

// Presets returns the store of presets.
func (s *Store) Presets() PresetStore { return PresetStore{&s.connections} }

// Presets lists the presets of a server by their names.
func (s PresetStore) Presets(ctx context.Context, guild uint64) ([]Preset, error) {
	var rows []struct {
		Guild   uint64 `db:"guild"`
		Name    string `db:"name"`
		Game    string `db:"game"`
		Options []byte `db:"options"`
		Author  uint64 `db:"author"`
	}
	if err := s.db.reads.SelectContext(ctx, &rows, `SELECT guild, name, game, options, author FROM presets WHERE guild = ? ORDER BY name`, guild); err != nil {
		return nil, fmt.Errorf("list the presets of a server: %w", classify(err))
	}
	list := make([]Preset, len(rows))
	for i, r := range rows {
		list[i] = Preset{Guild: r.Guild, Name: r.Name, Game: r.Game, Author: r.Author}
		if err := decode(r.Options, &list[i].Options); err != nil {
			return nil, fmt.Errorf("list the presets of a server: %w", err)
		}
	}
	return list, nil
}

// MaxPresets is how many presets a server may have, and MaxPresetsOf how many of them a person
// may have saved who does not manage it.
const (
	MaxPresets   = 25
	MaxPresetsOf = 5
)

// ErrPresets is the error of one preset too many on a server, ErrPresetsOf that of one too many
// of its author, and ErrPresetTaken that of a name under which another person saved one.
var (
	ErrPresetsOf   = errors.New("the author has saved as many presets as a person may save")
	ErrPresets     = errors.New("the server has as many presets as it may have")
	ErrPresetTaken = errors.New("another person saved a preset of this name")
)

// SavePreset saves a preset, in the place of one with the same name. Without anyones it
// replaces only a preset of its author, and returns [ErrPresetTaken] for another one. It
// returns [ErrPresets] if the server has too many, and without anyones [ErrPresetsOf] if the
// author has.
func (s PresetStore) SavePreset(ctx context.Context, p Preset, anyones bool) error {
	text, err := json.Marshal(p.Options)
	if err != nil {
		return fmt.Errorf("encode the options of a preset: %w", err)
	}
	err = s.db.write(ctx, func(t tx) error {
		author, err := t.numbers(`SELECT author FROM presets WHERE guild = ? AND name = ?`, p.Guild, p.Name)
		if err != nil {
			return err
		}
		all, err := t.numbers(`SELECT count(*) FROM presets WHERE guild = ? UNION ALL SELECT count(*) FROM presets WHERE guild = ? AND author = ?`, p.Guild, p.Guild, p.Author)
		switch {
		case err != nil:
			return err
		case len(author) == 0 && all[0] >= MaxPresets:
			return ErrPresets
		case len(author) == 0 && all[1] >= MaxPresetsOf && !anyones:
			return ErrPresetsOf
		case len(author) > 0 && uint64(author[0]) != p.Author && !anyones:
			return ErrPresetTaken
		}
		return t.put(presetsTable, p.Guild, p.Name, p.Game, string(text), p.Author)
	})
	if err != nil {
		return fmt.Errorf("save a preset: %w", err)
	}
	return nil
}

// DeletePreset deletes a preset, unless another author has saved one of its name
// meanwhile. It is no error if there is none.
func (s PresetStore) DeletePreset(ctx context.Context, p Preset) error {
	err := s.db.write(ctx, func(t tx) error {
		_, err := t.exec(`DELETE FROM presets WHERE guild = ? AND name = ? AND author = ?`, p.Guild, p.Name, p.Author)
		return err
	})
	if err != nil {
		return fmt.Errorf("delete a preset: %w", err)
	}
	return nil
}
