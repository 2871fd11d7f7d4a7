package bot

import (
	"slices"
	"strings"
	"sync"

	"oneiros/bot/table"
	"oneiros/games/text"
)

// spoken are the languages of players who have pressed something of their table, besides that in
// which it was opened.
type spoken struct {
	mu sync.Mutex
	by map[string][]text.Lang // by match
}

// add adds a language. If it is new, it returns all of them as they are saved.
func (l *spoken) add(match string, lang text.Lang) (saved []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if slices.Contains(l.by[match], lang) {
		return nil
	}
	if l.by == nil {
		l.by = map[string][]text.Lang{}
	}
	l.by[match] = append(slices.Clone(l.by[match]), lang)
	for _, lang := range l.by[match] {
		saved = append(saved, string(lang))
	}
	return saved
}

// recall takes up the languages that were saved.
func (l *spoken) recall(match, saved string) {
	for _, s := range strings.Fields(saved) {
		if lang, ok := text.ParseLang(s); ok {
			l.add(match, lang)
		}
	}
}

// forget forgets a match whose table was cleared away.
func (l *spoken) forget(match string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.by, match)
}

// other is a language of people at a table that is not the board's; empty for none.
func (l *spoken) other(s *table.State, board text.Lang) text.Lang {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, lang := range append([]text.Lang{s.Lang}, l.by[s.ID]...) {
		if lang != board {
			return lang
		}
	}
	return ""
}
