package store

import (
	"fmt"
	"strings"
)

// DamageError names damaged rows: they are not what the store wrote.
type DamageError struct {
	Match string   // the match, or empty for settings
	What  []string // the damaged rows
}

// Error names the match and the rows.
func (e *DamageError) Error() string {
	what := strings.Join(e.What, ", ")
	if e.Match == "" {
		return "damaged: " + what
	}
	return fmt.Sprintf("match %s is damaged: %s", e.Match, what)
}

// Unwrap returns [ErrDamaged].
func (e *DamageError) Unwrap() error { return ErrDamaged }

// damageNamed is how many rows a DamageError names.
const damageNamed = 5

func (e *DamageError) add(what string) {
	switch {
	case len(e.What) < damageNamed:
		e.What = append(e.What, what)
	case len(e.What) == damageNamed:
		e.What = append(e.What, "and more")
	}
}
