package incident

import (
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/games"
)

// TestPanicHidesNumbers logs the panic of an index out of range, which may be the
// number of a hidden card.
func TestPanicHidesNumbers(t *testing.T) {
	var log strings.Builder
	g := Guard{Log: zerolog.New(&log)}
	hidden := 40729
	err := g.Do("here", func() error {
		_ = make([]games.Seat, 3)[hidden]
		return nil
	})
	for _, digits := range []string{"40729", "length 3"} {
		if strings.Contains(log.String(), digits) {
			t.Errorf("the log has %q: %s", digits, log.String())
		}
	}
	if err == nil || !strings.Contains(log.String(), "index out of range [#####] with length #") || !strings.Contains(log.String(), "TestPanicHidesNumbers") {
		t.Errorf("%v, and the log is %s", err, log.String())
	}
}
