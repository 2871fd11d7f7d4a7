package fortresstest

import (
	"fmt"
	"strings"

	"oneiros/games/ui"
)

// Plain writes names and moments as long as they get, escaping what Discord
// would need escaped.
type Plain struct{}

// Name is a name of 32 letters, the last of which is the seat's number.
func (Plain) Name(n ui.Name) string { return strings.Repeat("Ж", 31) + fmt.Sprint(int(n)) }

// Until is a moment as Discord writes it.
func (Plain) Until(ui.Until) string { return "<t:1790000000:T>" }

// Escape escapes nothing.
func (Plain) Escape(s string) string { return s }

// Usual writes names as people have them, and moments as a phone shows them.
type Usual struct{}

// Name is a name of a Russian player.
func (Usual) Name(n ui.Name) string {
	return []string{"Аня", "Борис", "Вера", "Глеб", "Александра", "Егор", "Жанна", "Зоя", "Иннокентий"}[n]
}

// Until is a moment in Russian.
func (Usual) Until(ui.Until) string { return "через 45 секунд" }

// Escape escapes nothing.
func (Usual) Escape(s string) string { return s }
