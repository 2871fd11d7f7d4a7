package rehearse

import (
	"strings"
	"testing"
)

// TestUnreadable: an answer or a press that the bot cannot read is named, and does not hide what
// else differs. The rehearsal goes on and cleans up.
func TestUnreadable(t *testing.T) {
	for name, c := range map[string]struct {
		foreign *foreign
		says    string
		differs string
	}{
		"servers": {on("GET /users/@me/guilds", func(r *reply) {
			for _, g := range r.body.([]any) {
				g.(map[string]any)["permissions"] = 123
			}
		}), "the bot cannot read the answer", "the field permissions of partial server"},
		"channels": {on("GET /guilds/{guild}/channels", func(r *reply) { r.body = map[string]any{} }), "the bot cannot read the answer", "the whole channel"},
		"a new message": {on(posts, func(r *reply) {
			if r.status == 200 {
				r.object()["attachments"] = "none"
			}
		}), "the bot cannot read the answer", "the field attachments of message"},
		"a press": {&foreign{events: func(kind string, d map[string]any, _ func(packets)) {
			if kind == "INTERACTION_CREATE" {
				d["token"] = 7
			}
		}}, "press failed: a press came that the bot cannot read", "the field token of interaction (press: INTERACTION_CREATE"},
	} {
		t.Run(name, func(t *testing.T) {
			onStage(t, c.foreign.wrap, func(s *stage) {
				got, differ := s.rehearse()
				if !strings.Contains(s.text(), c.says) {
					t.Errorf("it does not say %q:\n%s", c.says, s.text())
				}
				found := false
				for _, d := range differ {
					found = found || d.Grade == Fails && strings.Contains(d.String(), c.differs)
				}
				if !found {
					t.Errorf("it is not named: %v", differ)
				}
				for _, step := range []string{"board", "thread", "event", "refusals", "limit"} {
					if one := got.step(step); one.State != Done {
						t.Errorf("%s is %s: %s", step, one.State, one.Why)
					}
				}
				s.isClean()
			})
		})
	}
}
