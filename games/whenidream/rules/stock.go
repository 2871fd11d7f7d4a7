package rules

import (
	"fmt"

	"oneiros/games"
	"oneiros/games/whenidream/pack"
)

// takePack takes the pack of the options. A pack of one language is played in it.
func (t *Terms) takePack(text string) error {
	if text == "" {
		return nil
	}
	if r := pack.Read(games.TextTitle(text), []byte(text)); r.Value != text {
		return fmt.Errorf("options are not complete: the pack has %d mistakes", len(r.Mistakes))
	}
	t.Pack = text
	t.Words = t.Lexicon().Tongue(t.Words)
	return nil
}

// Stock puts the pack of the options into a position.
func Stock(s *State, o games.Options) { s.Pack = o["pack"] }
