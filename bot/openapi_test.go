package bot

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"oneiros/bot/discord"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/surface"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/store"
)

// schema is Discord's published description of its API. It is not ours and not
// in the repository, so these tests skip where it does not lie beside it. In CI,
// where the variable CI is set, it has to be there.
func schema(t *testing.T) routers.Router {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("there is no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
	file := cmp.Or(os.Getenv("DISCORD_OPENAPI"), filepath.Join(filepath.Dir(dir), "shared", "discord", "openapi.json"))
	if _, err := os.Stat(file); errors.Is(err, os.ErrNotExist) {
		if os.Getenv("CI") != "" {
			t.Fatal("Discord's schema is not here; DISCORD_OPENAPI has to name its file")
		}
		t.Skip("Discord's schema is not here; DISCORD_OPENAPI can name its file")
	}
	r, err := load(file)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// load reads the description once: it has a million letters.
var load = func() func(file string) (routers.Router, error) {
	var once sync.Once
	var r routers.Router
	var err error
	return func(file string) (routers.Router, error) {
		once.Do(func() {
			var doc *openapi3.T
			if doc, err = openapi3.NewLoader().LoadFromFile(file); err == nil {
				doc.Servers = openapi3.Servers{{URL: "https://discord.test/api/v10"}}
				r, err = gorillamux.NewRouter(doc)
			}
		})
		return r, err
	}
}()

// input is a request of the bot as the validator takes it.
func input(r routers.Router, q localcord.Request) (*openapi3filter.RequestValidationInput, error) {
	req, err := http.NewRequest(q.Method, "https://discord.test/api/v10"+q.Path, bytes.NewReader(q.Body))
	if err != nil {
		return nil, err
	}
	if len(q.Body) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	route, params, err := r.FindRoute(req)
	if err != nil {
		return nil, err
	}
	return &openapi3filter.RequestValidationInput{
		Request: req, PathParams: params, Route: route,
		Options: &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc},
	}, nil
}

// valid says what Discord's schema has against requests of the bot. The bodies of one
// operation are validated as one list, because each validation compiles the schema anew.
// Only where something is wrong each request is validated by itself.
func valid(r routers.Router, list []localcord.Request) error {
	var errs []error
	bodies, from := map[*openapi3.SchemaRef][]any{}, map[*openapi3.SchemaRef][]localcord.Request{}
	one := func(q localcord.Request, bodiless bool) {
		in, err := input(r, q)
		if err == nil {
			in.Options.ExcludeRequestBody = bodiless
			err = openapi3filter.ValidateRequest(context.Background(), in)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s %s\n%s\n%w", q.Method, q.Path, q.Body, err))
		}
	}
	for _, q := range list {
		if strings.HasSuffix(q.Path, "/commands") {
			q.Body = numbers(q.Body)
		}
		q.Body = bytes.ReplaceAll(q.Body, []byte(`,15,16]`), []byte(`,15]`)) // the schema lacks the channels for media, which the documentation has
		schema, body := schemaOf(r, q)
		one(q, schema != nil)
		if schema != nil {
			bodies[schema], from[schema] = append(bodies[schema], body), append(from[schema], q)
		}
	}
	for schema, list := range bodies {
		all := &openapi3.Schema{Type: &openapi3.Types{openapi3.TypeArray}, Items: schema}
		err := all.VisitJSON(list, openapi3.VisitAsRequest(), openapi3.EnableJSONSchema2020())
		if err == nil {
			continue
		}
		before := len(errs)
		for _, q := range from[schema] {
			one(q, false)
		}
		if len(errs) == before {
			errs = append(errs, fmt.Errorf("among %d requests like %s %s: %w", len(list), from[schema][0].Method, from[schema][0].Path, err))
		}
	}
	return errors.Join(errs...)
}

// schemaOf is the schema of a request's body, and the body as it is validated by it. The
// schema is nil when the body is not in JSON, or the operation has none.
func schemaOf(r routers.Router, q localcord.Request) (*openapi3.SchemaRef, any) {
	in, err := input(r, q)
	if err != nil || in.Route.Operation.RequestBody == nil {
		return nil, nil
	}
	content := in.Route.Operation.RequestBody.Value.Content.Get("application/json")
	if content == nil || content.Schema == nil || !in.Route.Spec.IsOpenAPI31OrLater() {
		return nil, nil
	}
	var body any
	d := json.NewDecoder(bytes.NewReader(q.Body))
	d.UseNumber() // as the validator of requests does
	if d.Decode(&body) != nil {
		return nil, nil
	}
	return content.Schema, body
}

// numbers makes numbers of permissions, which the schema calls integers and
// Discord takes as strings of digits.
func numbers(body []byte) []byte {
	var list []map[string]any
	if json.Unmarshal(body, &list) != nil {
		return body
	}
	for _, c := range list {
		if s, ok := c["default_member_permissions"].(string); ok {
			if n, err := strconv.ParseInt(s, 10, 64); err == nil {
				c["default_member_permissions"] = n
			}
		}
	}
	b, err := json.Marshal(list)
	if err != nil {
		return body
	}
	return b
}

// TestOpenAPI plays a match and everything around one, and validates every
// request that the bot sent, in both languages.
func TestOpenAPI(t *testing.T) {
	gametest.NotShort(t)
	r := schema(t)
	for _, lang := range text.Langs[:gametest.Often(2, 2, 1)] {
		t.Run(string(lang), func(t *testing.T) {
			locale := map[text.Lang]string{text.English: "en-US", text.Russian: "ru"}[lang]
			virtual(t, locale, nil, func(t *testing.T, w *town) {
				people := []string{"Аня", "Boris", "Вера"}
				for _, who := range append([]string{"Kate"}, people...) {
					if err := w.person(who).SetLocale(locale); err != nil {
						t.Fatal(err)
					}
				}
				me := w.person("Аня")
				if _, err := me.Complete(w.ctx, w.here, "dream play", "options", "", map[string]any{"game": "lullaby"}); err != nil {
					t.Fatal(err)
				}
				w.does(me.Command(w.ctx, w.here, "dream rules", map[string]any{"game": "lullaby"}))
				w.does(me.Command(w.ctx, w.here, "dream settings", map[string]any{"language": string(lang)}))
				for _, setting := range []string{homepage.HomeOpeners, homepage.HomeQuiet, "audit"} {
					w.does(me.Fill(w.ctx, w.settingForm(setting), nil))
				}
				w.does(me.Command(w.ctx, w.here, "dream me", nil))
				w.does(me.Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "options": "rounds:9"}))
				panels := w.match("rounds:2", people...)
				w.own("Kate", w.board(), "panel")
				w.own("Kate", w.board(), "rules")
				w.play(people, panels)
				w.own("Аня", w.board(), "again")
				options := w.own("Аня", w.board(), "options").Message
				form := w.does(me.Choose(w.ctx, options.ID, "", "rounds"))
				w.does(me.Submit(w.ctx, form.Modal, "1"))
				w.does(me.Choose(w.ctx, options.ID, "", "pace"))
				stop := w.does(me.Command(w.ctx, w.here, "table stop", nil))
				w.own("Аня", stop.Message, "stop")
				w.does(me.Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "thread": true}))
				w.own("Boris", w.board(), "join")
				w.own("Аня", w.board(), "start")
				if err := w.srv.Wait(w.ctx, func() bool { return w.state().Thread != 0 }); err != nil {
					t.Fatal(err)
				}
				w.planNights("Аня")
				w.solo("Вера", "rounds:3")
				w.own("Вера", w.alone("Вера"), "board")
				w.own("Вера", w.alone("Вера"), "rules")
				w.own("Вера", w.comesDown("Вера", "dream panel"), "table")
				w.dreamDirect("Вера", "table pause", nil)
				w.stop()

				seen := map[string]int{}
				var sent []localcord.Request
				for _, q := range w.record.All() {
					if q.Method == http.MethodGet {
						continue
					}
					shape := q.Method
					for _, p := range strings.Split(strings.TrimPrefix(q.Path, "/"), "/") {
						if p != "" && !strings.ContainsAny(p[:1], "0123456789") && len(p) < 40 {
							shape += " " + p
						}
					}
					seen[strings.SplitN(shape, "?", 2)[0]]++
					sent = append(sent, q)
				}
				if err := valid(r, sent); err != nil {
					t.Error(err)
				}
				for _, shape := range []string{
					"PUT applications commands", "POST interactions callback", "POST channels messages",
					"PATCH channels messages", "PATCH webhooks messages @original", "POST channels messages threads",
					"POST guilds scheduled-events", "PATCH guilds scheduled-events", "DELETE guilds scheduled-events",
				} {
					if seen[shape] == 0 {
						t.Errorf("%q was not tried: %v", shape, seen)
					}
				}
			})
		})
	}
}

// planNights announces a night that is moved and begins, and one that is called off, both of
// them events of the server.
func (w *town) planNights(who string) {
	w.t.Helper()
	me := w.person(who)
	w.srv.Control().Grant(discord.PermissionCreateEvents)
	planned := func() string {
		w.here = w.srv.NewChannel("night")
		w.does(me.Command(w.ctx, w.here, "dream night", map[string]any{"game": "lullaby", "when": "20:00"}))
		time.Sleep(time.Second) // until Discord has the event
		list, err := w.bot.conf.Stores.Features.Nights.NightsOn(w.ctx, uint64(mustGuild(w)))
		if err != nil || len(list) != 1 {
			w.t.Fatalf("the nights are %+v, %v", list, err)
		}
		event := surface.Key{Owner: store.NightOwner(list[0].Guild, list[0].ID), Kind: store.NightEvent}
		if at, ok := w.bot.keeper.At(event); !ok || at.Message == 0 {
			w.t.Fatalf("its event is %+v, %v", at, ok)
		}
		return list[0].ID
	}
	press := func(id, do string) *localcord.Reply {
		for _, m := range me.Messages(w.here) {
			for _, b := range m.Buttons() {
				if at := "b/-/night/" + id + ":" + do; b.CustomID == at || strings.HasPrefix(b.CustomID, at+":") {
					return w.does(me.Press(w.ctx, m.ID, b.CustomID))
				}
			}
		}
		w.t.Fatalf("there is no button to %s", do)
		return nil
	}
	id := planned()
	press(id, "yes")
	w.does(me.Submit(w.ctx, press(id, "move").Modal, "in 2 minutes"))
	time.Sleep(3 * time.Minute)
	id = planned()
	press(id, "off")
	press(id, "drop")
	w.does(me.Command(w.ctx, w.here, "dream night", nil))
	time.Sleep(time.Second)
}

// TestOpenAPINotices sends what Discord refuses through the same validation.
func TestOpenAPINotices(t *testing.T) {
	r := schema(t)
	for name, body := range map[string]string{
		"title":   `{"embeds":[{"title":"` + strings.Repeat("x", 257) + `"}]}`,
		"buttons": `{"components":[{"type":1,"components":[` + strings.TrimSuffix(strings.Repeat(`{"type":2,"style":1,"label":"x","custom_id":"x"},`, 6), ",") + `]}]}`,
		"id":      `{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"` + strings.Repeat("x", 101) + `"}]}]}`,
	} {
		right := localcord.Request{Method: http.MethodPost, Path: "/channels/1/messages", Body: []byte(`{"content":"x"}`)}
		if err := valid(r, []localcord.Request{right, right}); err != nil {
			t.Error(err)
		}
		wrong := right
		wrong.Body = []byte(body)
		if valid(r, []localcord.Request{right, wrong}) == nil {
			t.Errorf("%s: nothing is noticed", name)
		}
	}
	if valid(r, []localcord.Request{{Method: http.MethodPost, Path: "/channels/x/messages", Body: []byte(`{"content":"x"}`)}}) == nil {
		t.Error("a wrong path is not noticed")
	}
}
