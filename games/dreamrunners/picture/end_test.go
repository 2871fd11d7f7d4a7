package picture

import (
	"fmt"
	"strings"
	"testing"

	"oneiros/games/dreamrunners/dreamrunnerstest"
)

// TestOwnRowAtTheEnd: the picture of the end marks the reader, and shows the way there.
func TestOwnRowAtTheEnd(t *testing.T) {
	if End(dreamrunnerstest.EndedFor(1)).Key == End(dreamrunnerstest.EndedFor(3)).Key {
		t.Error("two players see the same mark")
	}
	said := fmt.Sprint(End(dreamrunnerstest.EndedFor(1)).Alt)
	if strings.Count(said, "morning.alt.you") != 1 || !strings.Contains(said, "20 19 22 23 27 25 26 28 26") {
		t.Errorf("in words: %s", said)
	}
}
