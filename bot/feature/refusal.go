package feature

import (
	"errors"
	"fmt"

	"oneiros/bot/page"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// answer is what a feature answers when it was asked about something: a refusal in its words,
// or a fault.
func (f *Feature) answer(about string, err error) error {
	if _, refused := games.Refused(err); refused {
		return &RefusalError{err, f.Words}
	}
	return fmt.Errorf("feature %s: %s: %w", f.Name, about, err)
}

// A RefusalError is a refusal in the words of the feature that refuses. The deed that it
// refuses may be another feature's, or the core's.
type RefusalError struct {
	Err   error
	Words *text.Catalogue // nil for those of the bot
}

// Error returns the key of the refusal.
func (e *RefusalError) Error() string { return e.Err.Error() }

// Unwrap returns the refusal.
func (e *RefusalError) Unwrap() error { return e.Err }

// Refusal is [games.Refused] for a page that is drawn in other words than those of the feature
// that refuses. What only its words can say is said in a language.
func Refusal(err error, lang text.Lang) (t ui.Text, refused bool) {
	t, refused = games.Refused(err)
	if of, ok := errors.AsType[*RefusalError](err); ok && of.Words != nil {
		t = ui.Literal(page.Label(of.Words, lang, t))
	}
	return t, refused
}
