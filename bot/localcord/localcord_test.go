package localcord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime/multipart"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"oneiros/bot/localcord/endpoint"
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
	"oneiros/games/gametest"
)

// start is a listening server for a test, whose answers have to be in the table of endpoints.
func start(t testing.TB, c Config) *Server {
	t.Helper()
	s := unlisted(t, c)
	s.REST().Tap(func(r Request) { listed(t, r) })
	return s
}

// unlisted is a listening server that may answer whatever a test asks it to.
func unlisted(t testing.TB, c Config) *Server {
	t.Helper()
	s, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// listed checks that an answer is one that the table of endpoints has.
func listed(t testing.TB, r Request) {
	path, _, _ := strings.Cut(r.Path, "?")
	e, _, _ := endpoint.Find(r.Method, path)
	if e == nil {
		t.Errorf("%s %s is not in the table", r.Method, path)
		return
	}
	var refused struct{ Code int }
	if r.Status >= 300 && json.Unmarshal(r.Answer, &refused) != nil {
		t.Errorf("%s is refused with %s", e.Name(), r.Answer)
	}
	if !e.Answers(r.Status, refused.Code) {
		t.Errorf("the table does not say that %s is answered with %d %s", e.Name(), r.Status, r.Answer)
	}
}

// call is one REST call as the bot makes it, with the decoded answer.
func call(t testing.TB, s *Server, method, path string, body any) (int, map[string]any, http.Header) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	if body == nil {
		b = nil
	}
	return callRaw(t, s, method, path, "application/json", b, nil)
}

func callRaw(t testing.TB, s *Server, method, path, kind string, b []byte, header map[string]string) (int, map[string]any, http.Header) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, s.APIBase()+"/v10"+path, bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Authorization", "Bot "+s.Token())
	r.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	for k, v := range header {
		r.Header.Set(k, v)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if len(data) > 0 && data[0] == '{' {
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
	} else if len(data) > 0 {
		m = map[string]any{"": string(data)}
	}
	return resp.StatusCode, m, resp.Header
}

// open is an opened discordgo session.
func open(t *testing.T, s *Server, set ...func(*discordgo.Session)) *discordgo.Session {
	t.Helper()
	g := unopened(t, s, set...)
	if err := g.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // discordgo can be stuck with its lock held, and then never closes
		closed := make(chan error, 1)
		go func() { closed <- g.Close() }()
		select {
		case <-closed:
		case <-time.After(20 * time.Second):
			t.Error("the session does not close")
		}
	})
	return g
}

// The library's endpoints are package variables, and tests run side by side. So the
// requests of each session are sent to its server by its transport.
func init() {
	const api = "http://localhost/api/v10/"
	discordgo.APIVersion = "10"
	discordgo.EndpointAPI = api
	discordgo.EndpointGateway = api + "gateway"
	discordgo.EndpointGatewayBot = api + "gateway/bot"
	discordgo.EndpointChannels = api + "channels/"
	discordgo.EndpointUsers = api + "users/"
	discordgo.EndpointGuilds = api + "guilds/"
	discordgo.EndpointWebhooks = api + "webhooks/"
	discordgo.EndpointApplications = api + "applications"
}

// to is a transport that sends all requests to one host.
type to string

func (host to) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Host, r.Host = string(host), string(host)
	return http.DefaultTransport.RoundTrip(r)
}

func unopened(t *testing.T, s *Server, set ...func(*discordgo.Session)) *discordgo.Session {
	t.Helper()
	g, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(s.APIBase())
	if err != nil {
		t.Fatal(err)
	}
	g.Client.Transport = to(base.Host)
	g.SyncEvents = true
	g.Identify.Intents = discordgo.IntentsGuilds
	g.LogLevel = -1
	for _, f := range set {
		f(g)
	}
	return g
}

// answering has the session answer every interaction with f.
func answering(t *testing.T, g *discordgo.Session, f func(*discordgo.Interaction) *discordgo.InteractionResponse) {
	g.AddHandler(func(g *discordgo.Session, i *discordgo.InteractionCreate) {
		if r := f(i.Interaction); r != nil {
			if err := g.InteractionRespond(i.Interaction, r); err != nil {
				t.Errorf("answer: %v", err)
			}
		}
	})
}

func within(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func define(t testing.TB, s *Server, defs string) {
	t.Helper()
	status, m, _ := callRaw(t, s, "PUT", "/applications/"+string(s.Bot())+"/commands", "application/json", []byte(defs), nil)
	if status != 200 {
		t.Fatalf("define: %d %v", status, m)
	}
}

const dream = `[{"name":"dream","description":"Dream","options":[
 {"type":1,"name":"play","description":"Play","options":[
  {"type":3,"name":"game","description":"Which","required":true,"autocomplete":true},
  {"type":4,"name":"seats","description":"How many","min_value":4,"max_value":10},
  {"type":6,"name":"with","description":"Who"}]}]},
 {"name":"settings","description":"Settings","default_member_permissions":"32","contexts":[0]}]`

// The whole life of a bot with the real discordgo. It has commands, suggestions, a
// public and an ephemeral answer, an update, a form and its answer.
func TestDiscordgoRoundTrip(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	g := open(t, s, func(g *discordgo.Session) { g.ShouldReconnectOnError = false })
	define(t, s, dream)
	ctx, channel := within(t), s.Channel("table")
	anya, boris := s.User("Аня"), s.User("Boris")
	answering(t, g, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
		button := func(id string) []discordgo.MessageComponent {
			return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
				discordgo.Button{Label: "Go " + id, CustomID: id, Style: discordgo.PrimaryButton},
			}}}
		}
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			return &discordgo.InteractionResponse{Type: 8, Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "Somnia", Value: "somnia"}}}}
		case discordgo.InteractionApplicationCommand:
			o := i.ApplicationCommandData().Options[0]
			if o.Name != "play" || o.Options[0].StringValue() != "somnia" || o.Options[1].IntValue() != 5 || o.Options[2].UserValue(nil).ID != string(boris.ID()) {
				t.Errorf("options: %v", o)
			}
			if i.Locale != "ru" || i.Member.User.ID != string(anya.ID()) || i.AppPermissions != world.PermInvited || i.Member.Permissions&world.PermManageServer == 0 {
				t.Errorf("the interaction lacks something: %v %v %v", i.Locale, i.Member, i.AppPermissions)
			}
			return &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: "board", Components: button("panel")}}
		case discordgo.InteractionMessageComponent:
			switch i.MessageComponentData().CustomID {
			case "panel":
				return &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: "secret", Flags: 64, Components: button("form")}}
			case "form":
				if i.Message.Flags&64 == 0 {
					t.Error("the message of an ephemeral press is not ephemeral")
				}
				return &discordgo.InteractionResponse{Type: 9, Data: &discordgo.InteractionResponseData{CustomID: "f", Title: "Guess", Components: []discordgo.MessageComponent{
					discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "w", Label: "Word", Style: discordgo.TextInputShort, Required: true, MaxLength: 20}}},
				}}}
			}
		case discordgo.InteractionModalSubmit:
			w := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow).Components[0].(*discordgo.TextInput).Value
			return &discordgo.InteractionResponse{Type: 7, Data: &discordgo.InteractionResponseData{Content: "guessed " + w, Components: button("form")}}
		}
		return nil
	})
	choices, err := anya.Complete(ctx, channel, "dream play", "game", "so", nil)
	if err != nil || len(choices) != 1 || choices[0].Value != "somnia" {
		t.Fatalf("choices %v, %v", choices, err)
	}
	r, err := anya.Command(ctx, channel, "dream play", map[string]any{"game": "somnia", "seats": 5, "with": boris.ID()})
	if err != nil || r.Message == nil || r.Message.Content != "board" {
		t.Fatalf("reply %v, %v", r, err)
	}
	board := r.Message.ID
	if r, err = boris.Press(ctx, board, "Go panel"); err != nil || !r.Message.Ephemeral() {
		t.Fatalf("reply %v, %v", r, err)
	}
	panel := r.Message.ID
	if anya.Message(panel) != nil || len(anya.Messages(channel)) != 1 || len(boris.Panels(channel)) != 1 {
		t.Error("an ephemeral message is seen by somebody else")
	}
	if _, err := anya.Press(ctx, panel, "Go form"); err == nil {
		t.Error("Anya pressed what she cannot see")
	}
	if r, err = boris.Press(ctx, panel, "form"); err != nil || r.Modal == nil || r.Modal.Title != "Guess" {
		t.Fatalf("reply %v, %v", r, err)
	}
	if _, err := boris.Submit(ctx, r.Modal, strings.Repeat("x", 21)); err == nil {
		t.Error("a text that is too long was submitted")
	}
	if r, err = boris.Submit(ctx, r.Modal, "море"); err != nil || r.Message.Content != "guessed море" || r.Message.ID != panel || !r.Updated {
		t.Fatalf("reply %v, %v", r, err)
	}
	if _, err := boris.Command(ctx, channel, "settings", nil); err == nil {
		t.Error("Boris may use a command that needs Manage Server")
	}
	if status, m, _ := call(t, s, "GET", "/channels/"+string(channel)+"/messages/"+string(panel), nil); status != 404 || m["code"] != 10008.0 {
		t.Errorf("the bot reads an ephemeral message without its token: %d %v", status, m)
	}
}

// A countingConn counts what is written to a connection of the gateway. The first is the
// request, the second IDENTIFY or RESUME, and the third is a heartbeat.
type countingConn struct {
	net.Conn
	writes atomic.Int64
	beats  chan<- struct{}
}

func (c *countingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	if c.writes.Add(1) == 3 {
		c.beats <- struct{}{}
	}
	return n, err
}

// The library sends its first heartbeat from a goroutine of its own. If the connection has
// ended by then, it closes whatever connection is open, and again with each new one. The
// bot has its own way to reconnect. This test waits for the heartbeat.
func TestResume(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	s := start(t, Config{})
	heard, beats := make(chan string, 100), make(chan struct{}, 100)
	open(t, s, func(g *discordgo.Session) {
		g.SyncEvents = true // they are heard in order
		g.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { heard <- e.Type })
		g.Dialer = &websocket.Dialer{NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := new(net.Dialer).DialContext(ctx, network, addr)
			return &countingConn{Conn: conn, beats: beats}, err
		}}
	})
	define(t, s, dream)
	next := func(want string) {
		t.Helper()
		for {
			select {
			case got := <-heard:
				if got == want {
					return
				}
				if got == "INTERACTION_CREATE" || got == "READY" || got == "RESUMED" {
					t.Fatalf("heard %s before %s", got, want)
				}
			case <-within(t).Done():
				t.Fatalf("never heard %s", want)
			}
		}
	}
	connected := func(want string) {
		t.Helper()
		next(want)
		select {
		case <-beats:
		case <-within(t).Done():
			t.Fatalf("no heartbeat after %s", want)
		}
	}
	connected("READY")
	next("GUILD_CREATE")
	ask := func() {
		s.w.Lock()
		defer s.w.Unlock()
		if _, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "settings", "", nil, "", ""); err != nil {
			t.Error(err)
		}
	}
	ask()
	next("INTERACTION_CREATE")
	// While the gateway takes no connection the bot stays away, however slow this
	// test is.
	s.SetFaults(Faults{Outage: true})
	if err := s.Wait(within(t), func() bool { return !s.Gateway().Online() }); err != nil {
		t.Fatal(err)
	}
	ask()
	s.SetFaults(Faults{})
	next("INTERACTION_CREATE")
	connected("RESUMED")
	s.Gateway().RequestReconnect()
	connected("RESUMED")
	s.Gateway().InvalidateSessions(false)
	next("READY")
	ask()
	next("INTERACTION_CREATE")
	s.SetFaults(Faults{Duplicate: true})
	ask()
	next("INTERACTION_CREATE")
	next("INTERACTION_CREATE")
}

// op 9 where RESUMED is expected, and a connection that must begin again.
func TestIdentifyCodes(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	for name, c := range map[string]struct {
		set  func(*discordgo.Session)
		code string
	}{
		"token":      {func(g *discordgo.Session) { g.Token, g.Identify.Token = "Bot wrong", "Bot wrong" }, "4004"},
		"privileged": {func(g *discordgo.Session) { g.Identify.Intents = discordgo.IntentMessageContent }, "4014"},
		"unknown":    {func(g *discordgo.Session) { g.Identify.Intents = 1 << 30 }, "4013"},
		"shard":      {func(g *discordgo.Session) { g.Identify.Shard = &[2]int{3, 2} }, "4010"},
	} {
		t.Run(name, func(t *testing.T) {
			g := unopened(t, s, func(g *discordgo.Session) { g.ShouldReconnectOnError = false })
			c.set(g)
			token := g.Token
			g.Token = "Bot " + s.Token() // GET /gateway with the right one
			g.Identify.Token = token
			if err := g.Open(); err == nil || !strings.Contains(err.Error(), c.code) {
				t.Errorf("opened: %v", err)
			}
		})
	}
}

func TestCompressed(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	s := start(t, Config{})
	// A heartbeat that meets the closing connection would open it again.
	g := unopened(t, s, func(g *discordgo.Session) { g.Identify.Compress, g.ShouldReconnectOnError = true, false })
	if err := g.Open(); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	if err := s.Wait(within(t), func() bool { return !s.Gateway().Online() }); err != nil {
		t.Error(err)
	}
}

// post posts a message and returns its id.
func post(t testing.TB, s *Server, body any) ID {
	t.Helper()
	status, m, _ := call(t, s, "POST", "/channels/"+string(s.Channel(""))+"/messages", body)
	if status != 200 {
		t.Fatalf("post: %d %v", status, m)
	}
	return ID(m["id"].(string))
}

type obj = map[string]any
type arr = []any

func row(components ...any) obj { return obj{"type": 1, "components": components} }
func button(id string) obj      { return obj{"type": 2, "style": 1, "label": "x", "custom_id": id} }

// What Discord refuses, by path and code.
func TestRefusesMessages(t *testing.T) {
	s := start(t, Config{})
	long := func(n int) string { return strings.Repeat("я", n) }
	options := func(n int) arr {
		var all arr
		for i := range n {
			all = append(all, obj{"label": "o", "value": fmt.Sprint(i)})
		}
		return all
	}
	many := func(n int, v any) arr {
		var all arr
		for range n {
			all = append(all, v)
		}
		return all
	}
	rows := func(n int) arr {
		var all arr
		for i := range n {
			all = append(all, row(button(fmt.Sprint(i))))
		}
		return all
	}
	menu := func(change obj) arr {
		m := obj{"type": 3, "custom_id": "m", "options": options(3)}
		for k, v := range change {
			m[k] = v
		}
		return arr{row(m)}
	}
	embeds := func(e obj) obj { return obj{"embeds": arr{e}} }
	for name, c := range map[string]struct {
		body any
		want string // "" is accepted, "50006" a code alone, otherwise the path and code of an error
	}{
		"good":               {obj{"content": long(2000), "components": rows(5), "embeds": arr{obj{"title": long(256), "description": long(4096), "color": 0xFFFFFF}}}, ""},
		"empty":              {obj{}, "50006"},
		"blank":              {obj{"content": " \n "}, "50006"},
		"content":            {obj{"content": long(2001)}, "content BASE_TYPE_MAX_LENGTH"},
		"content type":       {obj{"content": 5}, "content STRING_TYPE_CONVERT"},
		"embeds":             {obj{"embeds": many(11, obj{"title": "x"})}, "embeds BASE_TYPE_MAX_LENGTH"},
		"embed empty":        {embeds(obj{}), "embeds.0.description BASE_TYPE_REQUIRED"},
		"embed title":        {embeds(obj{"title": long(257)}), "embeds.0.title BASE_TYPE_MAX_LENGTH"},
		"embed description":  {embeds(obj{"description": long(4097)}), "embeds.0.description BASE_TYPE_MAX_LENGTH"},
		"embed colour":       {embeds(obj{"title": "x", "color": 1 << 24}), "embeds.0.color NUMBER_TYPE_MAX"},
		"embed fields":       {embeds(obj{"fields": many(26, obj{"name": "n", "value": "v"})}), "embeds.0.fields BASE_TYPE_MAX_LENGTH"},
		"embed field value":  {embeds(obj{"fields": arr{obj{"name": "n", "value": ""}}}), "embeds.0.fields.0.value BASE_TYPE_REQUIRED"},
		"embed field length": {embeds(obj{"fields": arr{obj{"name": "n", "value": long(1025)}}}), "embeds.0.fields.0.value BASE_TYPE_MAX_LENGTH"},
		"embed url":          {embeds(obj{"title": "x", "url": "ftp://x.org"}), "embeds.0.url URL_TYPE_INVALID_SCHEME"},
		"embed image":        {embeds(obj{"title": "x", "image": obj{"url": "attachment://none.png"}}), "embeds.0.image.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
		"embed sum":          {obj{"embeds": arr{obj{"description": long(3000)}, obj{"description": long(3001)}}}, "embeds MAX_EMBED_SIZE_EXCEEDED"},
		"footer":             {embeds(obj{"title": "x", "footer": obj{"text": long(2049)}}), "embeds.0.footer.text BASE_TYPE_MAX_LENGTH"},
		"rows":               {obj{"content": "x", "components": rows(6)}, "components BASE_TYPE_MAX_LENGTH"},
		"row empty":          {obj{"content": "x", "components": arr{row()}}, "components.0.components BASE_TYPE_REQUIRED"},
		"row of six":         {obj{"content": "x", "components": arr{row(button("1"), button("2"), button("3"), button("4"), button("5"), button("6"))}}, "components.0.components BASE_TYPE_BAD_LENGTH"},
		"button outside":     {obj{"content": "x", "components": arr{button("1")}}, "components.0.type UNION_TYPE_CHOICES"},
		"input in message":   {obj{"content": "x", "components": arr{row(obj{"type": 4, "custom_id": "x", "style": 1, "label": "x"})}}, "components.0.components.0.type UNION_TYPE_CHOICES"},
		"duplicate id":       {obj{"content": "x", "components": arr{row(button("1"), button("1"))}}, "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"},
		"custom id":          {obj{"content": "x", "components": arr{row(button(long(101)))}}, "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"},
		"no custom id":       {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 1, "label": "x"})}}, "components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_REQUIRED"},
		"link with id":       {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 5, "label": "x", "url": "https://x.org", "custom_id": "x"})}}, "components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE"},
		"button style":       {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 9, "label": "x", "custom_id": "x"})}}, "components.0.components.0.style BASE_TYPE_CHOICES"},
		"button label":       {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 1, "label": long(81), "custom_id": "x"})}}, "components.0.components.0.label BASE_TYPE_MAX_LENGTH"},
		"button bare":        {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 1, "custom_id": "x"})}}, "components.0.components.0 BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
		"button emoji":       {obj{"content": "x", "components": arr{row(obj{"type": 2, "style": 1, "custom_id": "x", "emoji": obj{"name": "moon"}})}}, "components.0.components.0.emoji.name BUTTON_COMPONENT_INVALID_EMOJI"},
		"menu and button":    {obj{"content": "x", "components": arr{row(obj{"type": 3, "custom_id": "m", "options": options(1)}, button("1"))}}, "components.0.components.0 COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
		"menu options":       {obj{"content": "x", "components": menu(obj{"options": options(26)})}, "components.0.components.0.options BASE_TYPE_BAD_LENGTH"},
		"menu value twice":   {obj{"content": "x", "components": menu(obj{"options": arr{obj{"label": "a", "value": "1"}, obj{"label": "b", "value": "1"}}})}, "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
		"menu label":         {obj{"content": "x", "components": menu(obj{"options": arr{obj{"label": long(101), "value": "1"}}})}, "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH"},
		"menu max":           {obj{"content": "x", "components": menu(obj{"max_values": 4})}, "components.0.components.0.max_values SELECT_COMPONENT_MAX_VALUES_TOO_LARGE"},
		"chosen otherwise":   {obj{"content": "x", "components": arr{obj{"type": 1, "components": arr{obj{"type": 5, "custom_id": "a", "default_values": arr{obj{"id": "7", "type": "role"}}}}}}}, "components.0.components.0.default_values.0.type BASE_TYPE_CHOICES"},
		"chosen too many":    {obj{"content": "x", "components": arr{obj{"type": 1, "components": arr{obj{"type": 6, "custom_id": "a", "default_values": arr{obj{"id": "7", "type": "role"}, obj{"id": "8", "type": "role"}}}}}}}, "components.0.components.0.default_values SELECT_COMPONENT_INVALID_DEFAULT_VALUES"},
		"menu placeholder":   {obj{"content": "x", "components": menu(obj{"placeholder": long(151)})}, "components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH"},
		"V2 without flag":    {obj{"components": arr{obj{"type": 10, "content": "x"}}}, "components.0.type UNION_TYPE_CHOICES"},
		"V2":                 {obj{"flags": 1 << 15, "components": arr{obj{"type": 17, "components": arr{obj{"type": 10, "content": "x"}, obj{"type": 14}, row(button("1"))}}}}, ""},
		"V2 with content":    {obj{"flags": 1 << 15, "content": "x", "components": arr{obj{"type": 10, "content": "x"}}}, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"V2 with embeds":     {obj{"flags": 1 << 15, "embeds": arr{obj{"title": "x"}}, "components": arr{obj{"type": 10, "content": "x"}}}, "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
		"V2 too many":        {obj{"flags": 1 << 15, "components": arr{obj{"type": 17, "components": many(40, obj{"type": 10, "content": "x"})}}}, "components COMPONENT_TOO_MANY"},
		"V2 too long":        {obj{"flags": 1 << 15, "components": arr{obj{"type": 10, "content": long(2001)}, obj{"type": 10, "content": long(2000)}}}, "components COMPONENT_MAX_TOTAL_COMPONENTS_SIZE"},
		"V2 section":         {obj{"flags": 1 << 15, "components": arr{obj{"type": 9, "components": arr{obj{"type": 10, "content": "x"}}}}}, "components.0.accessory BASE_TYPE_REQUIRED"},
		"ephemeral":          {obj{"content": "x", "flags": 64}, "flags MESSAGE_FLAGS_INVALID"},
		"silent":             {obj{"content": "x", "flags": 4096}, ""},
		"mentions":           {obj{"content": "x", "allowed_mentions": obj{"parse": arr{"users"}, "users": arr{"1"}}}, "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
		"mentions word":      {obj{"content": "x", "allowed_mentions": obj{"parse": arr{"people"}}}, "allowed_mentions.parse.0 BASE_TYPE_CHOICES"},
		"attachment":         {obj{"content": "x", "attachments": arr{obj{"id": 0, "filename": "x.png"}}}, "attachments.0.id MESSAGE_ATTACHMENT_NOT_FOUND"},
		"nonce":              {obj{"content": "x", "nonce": long(26)}, "nonce BASE_TYPE_MAX_LENGTH"},
		"not JSON":           {json.RawMessage(`"x"`), " DICT_TYPE_CONVERT"},
	} {
		t.Run(name, func(t *testing.T) {
			status, m, _ := call(t, s, "POST", "/channels/"+string(s.Channel(""))+"/messages", c.body)
			refused(t, status, m, c.want)
		})
	}
}

// refused looks that an answer has the error at the path, or the code.
func refused(t *testing.T, status int, m obj, want string) {
	t.Helper()
	path, code, form := strings.Cut(want, " ")
	switch {
	case want == "":
		if status >= 300 {
			t.Errorf("refused: %d %v", status, m)
		}
	case !form:
		if fmt.Sprint(m["code"]) != want {
			t.Errorf("%d %v, not %s", status, m, want)
		}
	default:
		at, _ := m["errors"].(obj)
		for _, k := range strings.Split(path, ".") {
			if k != "" {
				at, _ = at[k].(obj)
			}
		}
		all, _ := at["_errors"].([]any)
		if status != 400 || m["code"] != 50035.0 || len(all) == 0 || all[0].(obj)["code"] != code {
			t.Errorf("%d %v, not %s", status, m, want)
		}
	}
}

func TestRefusesCommands(t *testing.T) {
	s := start(t, Config{})
	cmd := func(change obj) arr {
		c := obj{"name": "dream", "description": "x"}
		for k, v := range change {
			c[k] = v
		}
		return arr{c}
	}
	option := func(change obj) arr {
		o := obj{"type": 3, "name": "o", "description": "x"}
		for k, v := range change {
			o[k] = v
		}
		return cmd(obj{"options": arr{o}})
	}
	var many arr
	for i := range 26 {
		many = append(many, obj{"type": 3, "name": fmt.Sprint("o", i), "description": "x"})
	}
	for name, c := range map[string]struct {
		body any
		want string
	}{
		"good":               {option(obj{"required": true, "name_localizations": obj{"ru": "игра"}}), ""},
		"name":               {cmd(obj{"name": "Dream"}), "0.name APPLICATION_COMMAND_INVALID_NAME"},
		"name space":         {cmd(obj{"name": "dream play"}), "0.name APPLICATION_COMMAND_INVALID_NAME"},
		"name length":        {cmd(obj{"name": strings.Repeat("x", 33)}), "0.name BASE_TYPE_BAD_LENGTH"},
		"description":        {arr{obj{"name": "x"}}, "0.description BASE_TYPE_REQUIRED"},
		"description length": {cmd(obj{"description": strings.Repeat("x", 101)}), "0.description BASE_TYPE_BAD_LENGTH"},
		"locale":             {cmd(obj{"name_localizations": obj{"xx": "x"}}), "0.name_localizations.xx BASE_TYPE_CHOICES"},
		"localised name":     {cmd(obj{"name_localizations": obj{"ru": "Сон"}}), "0.name_localizations.ru APPLICATION_COMMAND_INVALID_NAME"},
		"options":            {cmd(obj{"options": many}), "0.options BASE_TYPE_MAX_LENGTH"},
		"order":              {cmd(obj{"options": arr{obj{"type": 3, "name": "a", "description": "x"}, obj{"type": 3, "name": "b", "description": "x", "required": true}}}), "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		"option twice":       {cmd(obj{"options": arr{obj{"type": 3, "name": "a", "description": "x"}, obj{"type": 3, "name": "a", "description": "x"}}}), "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"},
		"mixed":              {cmd(obj{"options": arr{obj{"type": 1, "name": "a", "description": "x"}, obj{"type": 3, "name": "b", "description": "x"}}}), "0.options APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"},
		"both":               {option(obj{"autocomplete": true, "choices": arr{obj{"name": "x", "value": "x"}}}), "0.options.0.autocomplete APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES"},
		"permissions":        {cmd(obj{"default_member_permissions": "many"}), "0.default_member_permissions NUMBER_TYPE_COERCE"},
		"context":            {cmd(obj{"contexts": arr{7}}), "0.contexts.0 BASE_TYPE_CHOICES"},
		"size":               {cmd(obj{"options": tooMuch()}), "0 APPLICATION_COMMAND_TOO_LARGE"},
		"twice":              {arr{cmd(nil)[0], cmd(nil)[0]}, "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"},
	} {
		t.Run(name, func(t *testing.T) {
			status, m, _ := call(t, s, "PUT", "/applications/"+string(s.Bot())+"/commands", c.body)
			refused(t, status, m, c.want)
		})
	}
}

func tooMuch() arr {
	var all arr
	for i := range 25 {
		var choices arr
		for j := range 25 {
			choices = append(choices, obj{"name": fmt.Sprint(strings.Repeat("n", 10), j), "value": fmt.Sprint(j)})
		}
		all = append(all, obj{"type": 3, "name": fmt.Sprint("o", i), "description": "x", "choices": choices})
	}
	return all
}

// pressed posts a button and has Anya press it, without a bot on the gateway.
func pressed(t testing.TB, s *Server) (callback string, x *interaction.Interaction) {
	t.Helper()
	id := post(t, s, obj{"content": "x", "components": arr{row(button("b"))}})
	s.w.Lock()
	defer s.w.Unlock()
	x, err := s.asked.Client().Press(s.w.People.All()[0], id, "b", nil, "")
	if err != nil {
		t.Fatal(err)
	}
	return "/interactions/" + string(x.ID) + "/" + x.Token + "/callback", x
}

// options are so many options, of which the first is chosen.
func options(n int) (list []obj) {
	for i := range n {
		list = append(list, obj{"label": "o", "value": fmt.Sprint(i), "default": i == 0})
	}
	return list
}

func radio(n int) obj     { return obj{"type": 21, "custom_id": "r", "options": options(n)} }
func label(field obj) obj { return obj{"type": 18, "label": "L", "component": field} }

func TestRefusesAnswers(t *testing.T) {
	s := start(t, Config{})
	input := obj{"type": 4, "custom_id": "w", "label": "Word", "style": 1}
	modal := func(change obj) obj {
		d := obj{"custom_id": "f", "title": "T", "components": arr{row(input)}}
		for k, v := range change {
			d[k] = v
		}
		return obj{"type": 9, "data": d}
	}
	var choices, inputs arr
	for i := range 26 {
		choices = append(choices, obj{"name": "x", "value": fmt.Sprint(i)})
		inputs = append(inputs, row(obj{"type": 4, "custom_id": fmt.Sprint(i), "label": "x", "style": 1}))
	}
	for name, c := range map[string]struct {
		body any
		want string
	}{
		"message":         {obj{"type": 4, "data": obj{"content": "x"}}, ""},
		"update":          {obj{"type": 7, "data": obj{"content": "x", "components": nil, "embeds": nil}}, ""},
		"defer":           {obj{"type": 5, "data": obj{"flags": 64}}, ""},
		"defer with flag": {obj{"type": 5, "data": obj{"flags": 1 << 15}}, "data.flags MESSAGE_FLAGS_INVALID"},
		"modal":           {modal(nil), ""},
		"label":           {modal(obj{"components": arr{obj{"type": 18, "label": "L", "component": obj{"type": 4, "custom_id": "w", "style": 2}}}}), ""},
		"fields":          {modal(obj{"components": arr{label(radio(2)), label(obj{"type": 3, "custom_id": "m", "required": false, "min_values": 0, "options": options(2)}), label(obj{"type": 8, "custom_id": "c", "max_values": 25})}}), ""},
		"radio of one":    {modal(obj{"components": arr{label(radio(1))}}), "data.components.0.component.options BASE_TYPE_BAD_LENGTH"},
		"radio of many":   {modal(obj{"components": arr{label(radio(11))}}), "data.components.0.component.options BASE_TYPE_BAD_LENGTH"},
		"disabled field":  {modal(obj{"components": arr{label(obj{"type": 3, "custom_id": "m", "disabled": true, "options": options(2)})}}), "data.components.0.component.disabled COMPONENT_DISABLED_NOT_ALLOWED"},
		"radio in row":    {modal(obj{"components": arr{row(radio(2))}}), "data.components.0.components.0.type UNION_TYPE_CHOICES"},
		"type":            {obj{"type": 99}, "type BASE_TYPE_CHOICES"},
		"choices":         {obj{"type": 8, "data": obj{"choices": arr{}}}, "type BASE_TYPE_CHOICES"},
		"no data":         {obj{"type": 4}, "data BASE_TYPE_REQUIRED"},
		"empty":           {obj{"type": 4, "data": obj{"content": ""}}, "50006"},
		"long":            {obj{"type": 4, "data": obj{"content": strings.Repeat("x", 2001)}}, "data.content BASE_TYPE_MAX_LENGTH"},
		"modal title":     {modal(obj{"title": strings.Repeat("x", 46)}), "data.title BASE_TYPE_BAD_LENGTH"},
		"modal id":        {modal(obj{"custom_id": nil}), "data.custom_id BASE_TYPE_REQUIRED"},
		"modal rows":      {modal(obj{"components": inputs[:6]}), "data.components BASE_TYPE_BAD_LENGTH"},
		"modal button":    {modal(obj{"components": arr{row(button("x"))}}), "data.components.0.components.0.type UNION_TYPE_CHOICES"},
		"modal label":     {modal(obj{"components": arr{row(obj{"type": 4, "custom_id": "x", "label": strings.Repeat("x", 46), "style": 1})}}), "data.components.0.components.0.label BASE_TYPE_BAD_LENGTH"},
	} {
		t.Run(name, func(t *testing.T) {
			path, _ := pressed(t, s)
			status, m, _ := call(t, s, "POST", path, c.body)
			refused(t, status, m, c.want)
			if c.want == "" {
				status, m, _ = call(t, s, "POST", path, c.body)
				refused(t, status, m, "40060")
			} else if status, m, _ = call(t, s, "POST", path, obj{"type": 6}); status != 204 {
				t.Errorf("a refused answer used the interaction up: %d %v", status, m)
			}
		})
	}
	t.Run("autocomplete", func(t *testing.T) {
		define(t, s, dream)
		s.w.Lock()
		x, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "dream", "play", obj{"game": ""}, "game", "")
		s.w.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		path := "/interactions/" + string(x.ID) + "/" + x.Token + "/callback"
		status, m, _ := call(t, s, "POST", path, obj{"type": 8, "data": obj{"choices": choices}})
		refused(t, status, m, "data.choices BASE_TYPE_MAX_LENGTH")
	})
	t.Run("command", func(t *testing.T) {
		s.w.Lock()
		x, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "settings", "", nil, "", "")
		s.w.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		path := "/interactions/" + string(x.ID) + "/" + x.Token + "/callback"
		status, m, _ := call(t, s, "POST", path, obj{"type": 7, "data": obj{"content": "x"}})
		refused(t, status, m, "type BASE_TYPE_CHOICES")
		if status, _, _ = call(t, s, "POST", path, modal(nil)); status != 204 {
			t.Fatal(status)
		}
		s.w.Lock()
		x, err = s.asked.Client().Submit(s.w.People.All()[0], x.ID, []Field{{CustomID: "w", Value: "x"}}, "")
		s.w.Unlock()
		if err != nil {
			t.Fatal(err)
		}
		path = "/interactions/" + string(x.ID) + "/" + x.Token + "/callback"
		status, m, _ = call(t, s, "POST", path, modal(nil))
		refused(t, status, m, "type BASE_TYPE_CHOICES") // a form cannot open a form
	})
}

// Late answers and ended tokens.
func TestInteractionTimes(t *testing.T) {
	s := start(t, Config{})
	s.SetFaults(Faults{AnswerWithin: 1})
	path, x := pressed(t, s)
	<-x.Done()
	status, m, _ := call(t, s, "POST", path, obj{"type": 6})
	refused(t, status, m, "10062")
	hook := "/webhooks/" + string(s.Bot()) + "/" + x.Token
	status, m, _ = call(t, s, "POST", hook, obj{"content": "x"})
	refused(t, status, m, "10015")
	status, m, _ = call(t, s, "POST", "/interactions/1/2/callback", obj{"type": 6})
	refused(t, status, m, "10062")

	s.SetFaults(Faults{})
	path, x = pressed(t, s)
	hook = "/webhooks/" + string(s.Bot()) + "/" + x.Token
	status, m, _ = call(t, s, "GET", hook+"/messages/@original", nil)
	refused(t, status, m, "10015") // not answered yet
	if status, m, _ = call(t, s, "POST", path+"?with_response=true", obj{"type": 5, "data": obj{"flags": 64}}); status != 200 {
		t.Fatal(status, m)
	}
	if status, m, _ = call(t, s, "POST", hook, obj{"content": "first"}); status != 200 || m["flags"] != 64.0 {
		t.Errorf("the first follow-up is not the deferred answer: %d %v", status, m)
	}
	if status, m, _ = call(t, s, "GET", hook+"/messages/@original", nil); status != 200 || m["content"] != "first" {
		t.Errorf("the original: %d %v", status, m)
	}
	if status, m, _ = call(t, s, "POST", hook, obj{"content": "second", "flags": 64}); status != 200 {
		t.Fatal(status, m)
	}
	second := m["id"].(string)
	if status, m, _ = call(t, s, "GET", hook+"/messages/@original", nil); m["content"] != "first" || m["id"] == second {
		t.Errorf("after a second follow-up the original is %d %v", status, m)
	}
	if status, m, _ = call(t, s, "PATCH", hook+"/messages/"+second, obj{"content": "third"}); status != 200 || m["content"] != "third" {
		t.Errorf("edit a follow-up: %d %v", status, m)
	}
	if status, m, _ = call(t, s, "DELETE", hook+"/messages/"+second, nil); status != 204 {
		t.Errorf("delete a follow-up: %d %v", status, m)
	}
	status, m, _ = call(t, s, "PATCH", hook+"/messages/"+second, obj{"content": "x"})
	refused(t, status, m, "10008")
	s.SetFaults(Faults{TokenLife: 1})
	for time.Since(x.ID.Time()) < time.Millisecond { // however fast the machine is
		runtime.Gosched()
	}
	status, m, _ = call(t, s, "GET", hook+"/messages/@original", nil)
	refused(t, status, m, "50027")
	status, m, _ = call(t, s, "GET", "/webhooks/"+string(s.Bot())+"/none/messages/@original", nil)
	refused(t, status, m, "10015")
}

func TestRefusesCalls(t *testing.T) {
	s := start(t, Config{})
	channel := string(s.Channel(""))
	id := string(post(t, s, obj{"content": "x"}))
	said, err := s.User("Eve").Say(s.Channel(""), "hello")
	if err != nil {
		t.Fatal(err)
	}
	if status, m, _ := callRaw(t, s, "GET", "/users/@me", "", nil, map[string]string{"User-Agent": "curl/8"}); status != 403 {
		t.Errorf("User-Agent: %d %v", status, m)
	}
	if status, m, _ := callRaw(t, s, "GET", "/users/@me", "", nil, map[string]string{"Authorization": "Bot x"}); status != 401 {
		t.Errorf("Authorization: %d %v", status, m)
	}
	if status, _, _ := call(t, s, "POST", "/gateway", nil); status != 405 {
		t.Errorf("method: %d", status)
	}
	if status, _, _ := call(t, s, "GET", "/nothing", nil); status != 404 {
		t.Errorf("path: %d", status)
	}
	try := func(want, method, path string, body any) {
		t.Helper()
		status, m, _ := call(t, s, method, path, body)
		refused(t, status, m, want)
	}
	try("10003", "POST", "/channels/1/messages", obj{"content": "x"})
	try("10008", "PATCH", "/channels/"+channel+"/messages/1", obj{"content": "x"})
	try("50005", "PATCH", "/channels/"+channel+"/messages/"+string(said.ID), obj{"content": "x"})
	try("50013", "DELETE", "/channels/"+channel+"/messages/"+string(said.ID), nil)
	try("50006", "PATCH", "/channels/"+channel+"/messages/"+id, obj{"content": ""})
	try("20012", "PUT", "/applications/1/commands", arr{})
	try("50001", "PUT", "/applications/"+string(s.Bot())+"/guilds/1/commands", arr{})
	try("10063", "GET", "/applications/"+string(s.Bot())+"/commands/1", nil)
	try("10004", "GET", "/guilds/1", nil)
	try("50033", "POST", "/users/@me/channels", obj{"recipient_id": "1"})
	status, m, _ := callRaw(t, s, "POST", "/channels/"+channel+"/messages", "application/json", []byte(`{"content":`), nil)
	if status != 400 {
		t.Errorf("JSON: %d", status)
	}
	refused(t, status, m, "50109")

	status, m, _ = call(t, s, "POST", "/users/@me/channels", obj{"recipient_id": s.User("Eve").ID()})
	if status != 200 {
		t.Fatal(status, m)
	}
	dm := m["id"].(string)
	try("", "POST", "/channels/"+dm+"/messages", obj{"content": "psst"})
	if len(s.User("Eve").Messages(ID(dm))) != 1 || len(s.User("Kate").Messages(ID(dm))) != 0 {
		t.Error("a direct message is not for its reader alone")
	}
	s.SetFaults(Faults{ClosedDMs: []ID{"*"}})
	try("50007", "POST", "/channels/"+dm+"/messages", obj{"content": "psst"})
	s.SetFaults(Faults{})

	for _, c := range []struct {
		deny uint64
		want string
		body any
	}{
		{world.PermViewChannel, "50001", obj{"content": "x"}},
		{world.PermSend, "50013", obj{"content": "x"}},
		{world.PermEmbed, "50013", obj{"embeds": arr{obj{"title": "x"}}}},
	} {
		s.Control().Deny(ID(channel), c.deny)
		try(c.want, "POST", "/channels/"+channel+"/messages", c.body)
	}
	s.Control().Deny(ID(channel), world.PermThreads)
	try("50013", "POST", "/channels/"+channel+"/messages/"+id+"/threads", obj{"name": "x"})
	s.Control().Deny(ID(channel), 0)
	try("", "POST", "/channels/"+channel+"/messages/"+id+"/threads", obj{"name": "night"})
	try("160004", "POST", "/channels/"+channel+"/messages/"+id+"/threads", obj{"name": "night"})
	thread := s.Channel("night")
	if thread != ID(id) {
		t.Errorf("the thread of message %s is %s", id, thread)
	}
	try("", "POST", "/channels/"+id+"/messages", obj{"content": "in the thread"})
	try("", "PATCH", "/channels/"+id, obj{"archived": true})
	last := s.User("Eve").Last(thread)
	try("50083", "PATCH", "/channels/"+id+"/messages/"+string(last.ID), obj{"content": "x"})
	if err := s.Control().ArchiveThread(thread, false, true); err != nil {
		t.Fatal(err)
	}
	try("160005", "PATCH", "/channels/"+id+"/messages/"+string(last.ID), obj{"content": "x"})
	if err := s.Control().ArchiveThread(thread, true, true); err != nil {
		t.Fatal(err)
	}
	try("50013", "PATCH", "/channels/"+id, obj{"archived": false})
	try("160005", "POST", "/channels/"+id+"/messages", obj{"content": "x"})
	for _, kind := range []int{ChannelVoice, world.ChannelStage} {
		voice := string(s.NewChannelOf(kind, "voice"))
		try("", "POST", "/channels/"+voice+"/messages", obj{"content": "x"})
		last := string(s.User("Eve").Last(ID(voice)).ID)
		try("50024", "POST", "/channels/"+voice+"/messages/"+last+"/threads", obj{"name": "x"})
		s.Control().Deny(ID(voice), world.PermConnect)
		try("50001", "POST", "/channels/"+voice+"/messages", obj{"content": "x"})
		try("50001", "PATCH", "/channels/"+voice+"/messages/"+last, obj{"content": "y"})
	}
	try("50024", "POST", "/channels/"+string(s.NewChannelOf(world.ChannelForum, "forum"))+"/messages", obj{"content": "x"})
	if err := s.Control().DeleteMessage(ID(id)); err != nil {
		t.Fatal(err)
	}
	try("10008", "GET", "/channels/"+channel+"/messages/"+id, nil)
	if err := s.Control().DeleteChannel(ID(channel)); err != nil {
		t.Fatal(err)
	}
	try("10003", "GET", "/channels/"+channel, nil)
	try("10003", "GET", "/channels/"+id, nil)
}

// Nonces make a repeated post one message.
func TestEnforcedNonce(t *testing.T) {
	s := start(t, Config{})
	one := post(t, s, obj{"content": "x", "nonce": "n1", "enforce_nonce": true})
	if two := post(t, s, obj{"content": "x", "nonce": "n1", "enforce_nonce": true}); two != one {
		t.Error("a second message was made")
	}
	if two := post(t, s, obj{"content": "x", "nonce": "n1"}); two == one {
		t.Error("a nonce that is not enforced held a message back")
	}
}

func TestMentions(t *testing.T) {
	s := start(t, Config{})
	anya := s.User("Аня")
	text := "<@" + string(anya.ID()) + "> @everyone"
	for name, c := range map[string]struct {
		allowed any
		pinged  int
	}{
		"default": {nil, 1},
		"nobody":  {obj{"parse": arr{}}, 0},
		"named":   {obj{"parse": arr{}, "users": arr{anya.ID()}}, 1},
		"all":     {obj{"parse": arr{"users", "everyone"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			body := obj{"content": text}
			if c.allowed != nil {
				body["allowed_mentions"] = c.allowed
			}
			m := anya.Message(post(t, s, body))
			if len(m.Mentions) != c.pinged || m.MentionEveryone { // the bot may not mention every person
				t.Errorf("pinged %v, everyone %v", m.Mentions, m.MentionEveryone)
			}
		})
	}
}

// multi is a multipart body with files.
func multi(t testing.TB, payload any, files ...string) (string, []byte) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	p, err := json.Marshal(payload)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.WriteField("payload_json", string(p)); err != nil {
		t.Fatal(err)
	}
	for i, f := range files {
		name, data, _ := strings.Cut(f, "=")
		part, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(part, data); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return w.FormDataContentType(), b.Bytes()
}

func fetchFile(t *testing.T, address string) (int, string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

func TestAttachments(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		s := start(t, Config{Dir: dir})
		channel := string(s.Channel(""))
		kind, b := multi(t, obj{
			"embeds":      arr{obj{"title": "x", "image": obj{"url": "attachment://bed.png"}}},
			"attachments": arr{obj{"id": 0, "description": "the bed"}, obj{"id": 1}},
		}, "bed.png=PNG", "log ж.txt=text")
		status, m, _ := callRaw(t, s, "POST", "/channels/"+channel+"/messages", kind, b, nil)
		if status != 200 {
			t.Fatal(status, m)
		}
		files, id := m["attachments"].([]any), m["id"].(string)
		if len(files) != 1 || files[0].(obj)["filename"] != "log_.txt" {
			t.Errorf("the attachments are %v, not the one that no embed shows", files)
		}
		image := m["embeds"].([]any)[0].(obj)["image"].(obj)["url"].(string)
		if status, data := fetchFile(t, image); status != 200 || data != "PNG" {
			t.Errorf("the picture: %d %q", status, data)
		}
		if status, _ := fetchFile(t, image[:len(image)-1]+"x"); status != 404 {
			t.Errorf("a guessed address: %d", status)
		}
		shown := s.User("Аня").Message(ID(id))
		if len(shown.Files()) != 2 || !strings.Contains(shown.Text(), "the bed") {
			t.Errorf("files %v", shown.Files())
		}
		bed := shown.Files()[0].ID

		kind, b = multi(t, obj{"content": "x"}, "big.bin="+strings.Repeat("x", wire.MaxFile+1))
		status, m, _ = callRaw(t, s, "POST", "/channels/"+channel+"/messages", kind, b, nil)
		refused(t, status, m, "40005")

		// Keep one, add one.
		kind, b = multi(t, obj{
			"embeds":      arr{obj{"title": "y", "image": obj{"url": "attachment://bed.png"}, "thumbnail": obj{"url": "attachment://moon.png"}}},
			"attachments": arr{obj{"id": bed}, obj{"id": 0, "filename": "moon.png"}},
		}, "moon.png=MOON")
		status, m, _ = callRaw(t, s, "PATCH", "/channels/"+channel+"/messages/"+id, kind, b, nil)
		if status != 200 || len(m["attachments"].([]any)) != 0 {
			t.Fatal(status, m)
		}
		if got := m["embeds"].([]any)[0].(obj)["image"].(obj)["url"].(string); got != image {
			t.Errorf("the kept picture moved from %s to %s", image, got)
		}
		// An edit of something else keeps both; an empty list drops them.
		if status, m, _ = call(t, s, "PATCH", "/channels/"+channel+"/messages/"+id, obj{"content": "z"}); status != 200 || len(m["attachments"].([]any)) != 0 {
			t.Fatal(status, m)
		}
		if n := len(s.User("Аня").Message(ID(id)).Files()); n != 2 {
			t.Errorf("%d files, not 2", n)
		}
		if status, m, _ = call(t, s, "PATCH", "/channels/"+channel+"/messages/"+id, obj{"attachments": arr{}, "embeds": arr{}}); status != 200 {
			t.Fatal(status, m)
		}
		if n := len(s.User("Аня").Message(ID(id)).Files()); n != 0 {
			t.Errorf("%d files, not 0", n)
		}
		if _, err := s.w.Files.Blobs.Load(bed); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a file that no message has any more is still there: %v", err)
		}
	}
}

// A server comes back as it was, also from a journal whose last line was cut.
func TestPersistence(t *testing.T) {
	dir := t.TempDir()
	s, err := New(Config{Dir: dir, Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	define(t, s, dream)
	path, x := pressed(t, s)
	kind, b := multi(t, obj{"type": 4, "data": obj{"content": "panel", "flags": 64, "embeds": arr{obj{"image": obj{"url": "attachment://p.png"}}}, "components": arr{row(button("go"))}}}, "p.png=PNG")
	if status, m, _ := callRaw(t, s, "POST", path, kind, b, nil); status != 204 {
		t.Fatal(status, m)
	}
	board := post(t, s, obj{"content": "board"})
	gone := post(t, s, obj{"content": "gone"})
	if err := s.Control().DeleteMessage(gone); err != nil {
		t.Fatal(err)
	}
	if status, m, _ := call(t, s, "POST", "/channels/"+string(s.Channel(""))+"/messages/"+string(board)+"/threads", obj{"name": "night"}); status != 201 {
		t.Fatal(status, m)
	}
	if err := s.User("Boris").Rename("Bo"); err != nil {
		t.Fatal(err)
	}
	s.Control().SetLocale("ru")
	snapshot := func(s *Server) map[ID]string {
		all := map[ID]string{}
		s.w.Lock()
		defer s.w.Unlock()
		for _, p := range s.w.People.All() {
			b, err := json.Marshal(s.page.State(p))
			if err != nil {
				t.Fatal(err)
			}
			all[p.ID] = string(b)
		}
		return all
	}
	before := snapshot(s)
	// No Close: as after a kill. The last line was being written.
	f, err := os.OpenFile(filepath.Join(dir, "journal.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"put":"message","id":"1","v":{"co`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time from what the first wrote again
		again, err := New(Config{Dir: dir, Token: "t"})
		if err != nil {
			t.Fatal(err)
		}
		after := snapshot(again)
		for id := range before {
			if before[id] != after[id] {
				t.Fatalf("before\n%s\nafter\n%s", before[id], after[id])
			}
		}
		if _, err := again.Listen("127.0.0.1:0"); err != nil {
			t.Fatal(err)
		}
		if status, m, _ := call(t, again, "PATCH", "/webhooks/"+string(again.Bot())+"/"+x.Token+"/messages/@original", obj{"content": "panel"}); status != 200 {
			t.Fatalf("the panel's token died: %d %v", status, m)
		}
		panel := again.User("Аня").Panels(again.Channel(""))[0]
		if status, data := fetchFile(t, again.URL()+panel.Files()[0].URL); status != 200 || data != "PNG" {
			t.Errorf("the picture: %d %q", status, data)
		}
		fresh := post(t, again, obj{"content": "new"})
		if fresh.Compare(board) <= 0 {
			t.Error("a new id is not greater")
		}
		if err := again.Control().DeleteMessage(fresh); err != nil {
			t.Fatal(err)
		}
		before = snapshot(again)
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "journal.jsonl"), []byte("{\"put\":\"what\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(Config{Dir: dir}); err == nil {
		t.Error("a journal that is not one was taken")
	}
}
