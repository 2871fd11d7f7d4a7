package games

import (
	"strconv"
	"strings"
)

// Quoted are the texts that a move of the notation quotes, in their order. People
// typed them; all other parts of a move are a game's own.
func Quoted(move string) (texts []string) {
	for {
		i := strings.IndexByte(move, '"')
		if i < 0 {
			return texts
		}
		q, err := strconv.QuotedPrefix(move[i:])
		if err != nil {
			return texts
		}
		text, err := strconv.Unquote(q)
		if err != nil {
			return texts
		}
		texts, move = append(texts, text), move[i+len(q):]
	}
}
