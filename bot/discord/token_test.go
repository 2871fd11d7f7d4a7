package discord

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestTokensAreNotPrinted: no way to print a token shows it.
func TestTokensAreNotPrinted(t *testing.T) {
	t.Parallel()
	const secret = "aW50ZXJhY3Rpb24.secret.of-one-interaction"
	own := RestorePanel(SavedToken{App: 6, Secret: secret})
	follow := RestorePanel(SavedToken{App: 6, Secret: secret, Message: 7, FollowUp: true})
	lent := RestoreBoard(SavedToken{App: 6, Secret: secret, Message: 7, Channel: 8})
	for _, v := range []any{own, follow, lent, &lent, Original{own, lent}, own.Saved(), lent.Saved(), []PanelToken{own}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x"} {
			if said := fmt.Sprintf(verb, v); strings.Contains(said, secret) {
				t.Errorf("%s of a %T: %s", verb, v, said)
			}
		}
		if b, err := json.Marshal(v); err != nil || strings.Contains(string(b), secret) {
			t.Errorf("a %T is encoded: %s, %v", v, b, err)
		}
	}
}
