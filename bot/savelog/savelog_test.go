package savelog

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/store"
)

// TestFailed: what the store reports by itself is counted, by all copies together.
// Every other failure is logged, and the zero Log logs nothing.
func TestFailed(t *testing.T) {
	var b bytes.Buffer
	l := New(zerolog.New(&b))
	copied := l
	for _, err := range []error{store.ErrFull, fmt.Errorf("save: %w", store.ErrDisk), store.ErrLeaseLost} {
		copied.Failed(err).Str("match", "m").Msg("save failed")
	}
	if b.Len() > 0 {
		t.Errorf("an outage is logged: %s", &b)
	}
	l.Failed(errors.New("odd")).Msg("save failed")
	if said := b.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, "odd") {
		t.Errorf("another failure is logged as %q", said)
	}
	if n := l.Skipped(); n != 3 {
		t.Errorf("%d were not logged, want 3", n)
	}
	if n := copied.Skipped(); n != 0 {
		t.Errorf("%d were counted twice", n)
	}
	var none Log
	none.Failed(store.ErrFull).Msg("save failed")
	if n := none.Skipped(); n != 0 {
		t.Errorf("the zero Log counts %d", n)
	}
}
