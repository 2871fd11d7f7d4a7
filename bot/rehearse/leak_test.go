package rehearse

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestLeaks: a Discord that puts ids and names into places where no table expects them does not
// get them into a report.
func TestLeaks(t *testing.T) {
	var here, bot string
	f := &foreign{
		answer: func(_ string, r *reply) {
			o := r.object()
			if o == nil {
				return
			}
			o[here] = map[string]any{"user" + here: 1, "quetzal": 2, "for" + bot: map[string]any{"id": bot}}
			o["Strange Thing"], o["field_of_"+bot] = map[string]any{"marmalade": true}, 3
			if r.status >= 400 && r.status != 429 {
				o["code"] = json.Number(here)
				o["errors"] = map[string]any{"content": map[string]any{"_errors": []any{
					map[string]any{"code": "MARMALADE_" + here}, map[string]any{"code": "BASE_TYPE_MARMALADE"},
				}}}
			}
		},
		events: func(kind string, d map[string]any, send func(packets)) {
			if kind == "THREAD_CREATE" {
				d["members_of"] = map[string]any{"marmalade": 1, here: map[string]any{"narwhal": 1}}
				send(packets{{"t": kind}, {"t": "MARMALADE_" + bot}, {"t": "marmalade"}})
			}
		},
	}
	onStage(t, f.wrap, func(s *stage) {
		here, bot = string(s.srv.Channel("")), string(s.srv.Bot())
		got, differ := s.rehearse()
		b, err := json.Marshal(NewReport(got, differ))
		if err != nil {
			t.Fatal(err)
		}
		said := strings.ToLower(string(b))
		for _, secret := range []string{here, bot, here[:12], "marmalade", "quetzal", "narwhal"} {
			if i := strings.Index(said, secret); i >= 0 {
				t.Errorf("the report has %q: …%s…", secret, said[max(0, i-80):min(len(said), i+80)])
			}
		}
		if !strings.Contains(said, "{number}.{name}") {
			t.Error("the report does not say that there were fields")
		}
	})
}

// TestConstants: the codes of wrong forms that localcord knows are shown, and no others.
func TestConstants(t *testing.T) {
	for code, is := range map[string]bool{
		"BASE_TYPE_MAX_LENGTH": true, "COMPONENT_CUSTOM_ID_DUPLICATED": true, "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST": true, "NUMBER_TYPE_COERCE": true,
		"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND": true, "KATE": false, "BASE_KATE": false, "BASE_1": false, "NAME": false, "BASE__TYPE": false,
		strings.Repeat("NAME_", 20) + "NAME": false,
	} {
		if isConstant(code) != is {
			t.Errorf("%s is a constant: %v", code, !is)
		}
	}
}

// TestJoin: two fields without a name at one path are both there, in whatever order.
func TestJoin(t *testing.T) {
	s := Shape{}
	for _, form := range []string{"text", "object", "text or true"} {
		s.join("{name}", form)
	}
	if want := (Shape{"{name}": "object or text or true"}); fmt.Sprint(s) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", s, want)
	}
}
