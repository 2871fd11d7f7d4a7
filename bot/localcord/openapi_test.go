package localcord

import (
	"cmp"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"oneiros/bot/localcord/world"
)

// published is Discord's OpenAPI schema, and its paths. The schema is not part of
// the project: DISCORD_OPENAPI names its file, or it lies beside the project. In CI
// it has to be there.
func published(t *testing.T) (*jsonschema.Compiler, []string) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		path := cmp.Or(os.Getenv("DISCORD_OPENAPI"), filepath.Join(dir, "shared", "discord", "openapi.json"))
		f, err := os.Open(path)
		if err != nil {
			if up := filepath.Dir(dir); up != dir {
				dir = up
				continue
			}
			if os.Getenv("CI") != "" {
				t.Fatal("Discord's schema is not here; DISCORD_OPENAPI has to name its file")
			}
			t.Skip("Discord's schema is not here; DISCORD_OPENAPI can name its file")
		}
		defer f.Close()
		doc, err := jsonschema.UnmarshalJSON(f)
		if err != nil {
			t.Fatal(err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource("openapi.json", doc); err != nil {
			t.Fatal(err)
		}
		var paths []string
		for p := range doc.(map[string]any)["paths"].(map[string]any) {
			paths = append(paths, p)
		}
		return c, paths
	}
}

// documented finds the path of the schema that a request's path is of; more
// fixed words win.
func documented(paths []string, path string) string {
	words := strings.Split(path, "/")
	best, most := "", -1
next:
	for _, p := range paths {
		pattern, fixed := strings.Split(p, "/"), 0
		if len(pattern) != len(words) {
			continue
		}
		for i, w := range pattern {
			if w == words[i] {
				fixed++
			} else if !strings.HasPrefix(w, "{") {
				continue next
			}
		}
		if fixed > most {
			best, most = p, fixed
		}
	}
	return best
}

// TestAnswersAreDiscords checks that every answer has the shape that Discord
// publishes.
func TestAnswersAreDiscords(t *testing.T) {
	compiler, paths := published(t)
	s := start(t, Config{})
	record := s.REST().Record()
	app, channel := string(s.Bot()), string(s.Channel(""))
	define(t, s, dream)
	s.Control().Deny(s.Channel(""), world.PermEmbed)
	if err := s.Guilds()[0].Voice().Join(s.User("Eve"), s.NewChannelOf(ChannelVoice, "talk")); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/gateway", "/gateway/bot", "/users/@me", "/applications/@me", "/users/" + string(s.User("Eve").ID()),
		"/applications/" + app + "/commands", "/channels/" + channel, "/guilds/" + string(s.Guild()),
		"/guilds/" + string(s.Guild()) + "/channels", "/guilds/" + string(s.Guild()) + "/members/" + string(s.User("Eve").ID()),
		"/guilds/" + string(s.Guild()) + "/members/" + app,
		"/guilds/" + string(s.Guild()) + "/voice-states/" + string(s.User("Eve").ID()), "/soundboard-default-sounds",
	} {
		if status, m, _ := call(t, s, "GET", path, nil); status != 200 {
			t.Fatal(path, status, m)
		}
	}
	s.Control().Deny(s.Channel(""), 0)
	s.Control().Grant(world.PermCreateEvents)
	if status, m, _ := call(t, s, "POST", "/applications/"+app+"/commands", obj{"name": "clue", "description": "x", "options": arr{obj{"type": 3, "name": "word", "description": "x", "choices": arr{obj{"name": "a", "value": "b"}}}}}); status != 201 {
		t.Fatal(m)
	}
	if status, m, _ := call(t, s, "POST", "/users/@me/channels", obj{"recipient_id": s.User("Eve").ID()}); status != 200 {
		t.Fatal(m)
	}
	if _, err := s.User("Eve").Say(ID(channel), "hello"); err != nil {
		t.Fatal(err)
	}
	whole := obj{
		"content":    "x <@" + string(s.User("Eve").ID()) + ">",
		"components": arr{row(button("b"), obj{"type": 2, "style": 5, "label": "l", "url": "https://example.org"}), row(obj{"type": 3, "custom_id": "m", "options": arr{obj{"label": "a", "value": "b", "emoji": obj{"name": "🌙"}}}})},
		"embeds": arr{obj{"title": "T", "description": "D", "color": 5, "footer": obj{"text": "f"}, "author": obj{"name": "a"},
			"fields": arr{obj{"name": "n", "value": "v"}}, "image": obj{"url": "attachment://p.png"}, "thumbnail": obj{"url": "https://example.org/x.png"}}},
		"attachments": arr{obj{"id": 0, "description": "alt"}},
	}
	kind, b := multi(t, whole, "p.png=PNG", "q.txt=text")
	status, m, _ := callRaw(t, s, "POST", "/channels/"+channel+"/messages", kind, b, nil)
	if status != 200 {
		t.Fatal(m)
	}
	id := m["id"].(string)
	path, x := pressed(t, s)
	hook := "/webhooks/" + app + "/" + x.Token
	v2 := obj{"flags": 1 << 15, "components": arr{
		obj{"type": 17, "accent_color": 5, "components": arr{obj{"type": 10, "content": "t"}, obj{"type": 14}, obj{"type": 9, "components": arr{obj{"type": 10, "content": "t"}}, "accessory": button("acc")}}},
		obj{"type": 17, "components": arr{obj{"type": 10, "content": "t"}}}, obj{"type": 13, "file": obj{"url": "attachment://q.txt"}},
		obj{"type": 12, "items": arr{obj{"media": obj{"url": "https://example.org/x.png"}}}},
	}}
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{"PATCH", "/channels/" + channel + "/messages/" + id, obj{"content": "y"}},
		{"POST", "/channels/" + channel + "/messages/" + id + "/threads", obj{"name": "night"}},
		{"GET", "/channels/" + channel + "/messages/" + id, nil},
		{"GET", "/channels/" + id, nil},
		{"PATCH", "/channels/" + id, obj{"archived": true}},
		{"POST", "/channels/" + channel + "/threads", obj{"name": "day", "type": 11}},
		{"GET", "/guilds/" + string(s.Guild()) + "/threads/active", nil},
		{"POST", "/guilds/" + string(s.Guild()) + "/scheduled-events", scheduled("2040-01-01T20:00:00Z")},
		{"GET", "/guilds/" + string(s.Guild()) + "/scheduled-events", nil},
		{"POST", path + "?with_response=true", obj{"type": 4, "data": obj{"content": "x", "flags": 64}}},
		{"GET", hook + "/messages/@original", nil},
		{"PATCH", hook + "/messages/@original", obj{"content": "y"}},
		{"POST", hook, obj{"content": "z"}},
		{"GET", "/channels/" + channel + "/messages", nil},
	} {
		if status, m, _ := call(t, s, c.method, c.path, c.body); status >= 300 {
			t.Fatal(c.method, c.path, status, m)
		}
	}
	kind, b = multi(t, v2, "q.txt=text")
	if status, m, _ := callRaw(t, s, "POST", "/channels/"+channel+"/messages", kind, b, nil); status != 200 {
		t.Fatal(m)
	}
	path, _ = pressed(t, s)
	if status, m, _ := call(t, s, "POST", path+"?with_response=true", obj{"type": 7, "data": obj{"content": "x"}}); status != 200 {
		t.Fatal(m)
	}
	// Not a 50035: the schema says that its inner codes are numbers. The
	// documentation shows names, and it is the one to follow.
	if status, m, _ := call(t, s, "POST", "/channels/"+channel+"/messages", obj{"content": ""}); status != 400 {
		t.Fatal(m)
	}
	checked := 0
	for _, q := range record.All() {
		if q.Status == 204 {
			continue
		}
		path, _, _ := strings.Cut(q.Path, "?")
		doc := documented(paths, path)
		if doc == "" {
			t.Errorf("%s %s is not Discord's", q.Method, path)
			continue
		}
		code := "200"
		switch {
		case q.Status == 201:
			code = "201"
		case q.Status >= 400:
			code = "4XX"
		}
		at := "openapi.json#/paths/" + url.PathEscape(strings.ReplaceAll(doc, "/", "~1")) + "/" + strings.ToLower(q.Method) + "/responses/" + code + "/content/application~1json/schema"
		if code == "4XX" {
			at = "openapi.json#/components/responses/ClientErrorResponse/content/application~1json/schema"
		}
		schema, err := compiler.Compile(at)
		if err != nil {
			t.Errorf("%s %s: %v", q.Method, doc, err)
			continue
		}
		var v any
		if err := json.Unmarshal(q.Answer, &v); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s %s answered %s\n%.2000v", q.Method, doc, q.Answer, err)
		}
		checked++
	}
	if checked < 25 {
		t.Errorf("only %d answers were checked", checked)
	}
}
