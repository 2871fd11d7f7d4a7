package rules

import (
	"strings"

	"oneiros/games/dreamrunners/kit"
)

// Erase writes the line of Build as the program would write it. It places the same
// segments.
func Erase(m kit.Move) (kit.Move, error) {
	if m.Verb != kit.Build {
		return m, nil
	}
	var parts []string
	for part := range strings.SplitSeq(m.Text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		p, err := kit.ParsePiece(part)
		if err != nil {
			return m, err
		}
		text := string(p.Label) + " " + p.Cell.String()
		if p.Turn != 0 {
			text += " " + p.Turn.String()
		}
		parts = append(parts, text)
	}
	m.Text = strings.Join(parts, ",") // no longer than it was
	return m, nil
}
