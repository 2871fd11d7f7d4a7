package localcord

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// A menu may have as many defaults as can be chosen.
func TestMenuWithDefaults(t *testing.T) {
	s := start(t, Config{})
	options := arr{obj{"label": "a", "value": "1", "default": true}, obj{"label": "b", "value": "2", "default": true}, obj{"label": "c", "value": "3"}}
	menu := func(most int) obj {
		return obj{"components": arr{row(obj{"type": 3, "custom_id": "m", "max_values": most, "options": options})}}
	}
	channel := "/channels/" + string(s.Channel("")) + "/messages"
	if status, m, _ := call(t, s, "POST", channel, menu(2)); status != 200 {
		t.Errorf("two defaults of two: %d %v", status, m)
	}
	status, m, _ := call(t, s, "POST", channel, menu(1))
	refused(t, status, m, "components.0.components.0.options SELECT_COMPONENT_TOO_MANY_DEFAULTS")
}

// Files are shown in an embed with only a thumbnail, and in a component. They are
// shown among the attachments with what the bot said of them.
func TestFiles(t *testing.T) {
	s := start(t, Config{})
	channel := "/channels/" + string(s.Channel("")) + "/messages"
	kind, b := multi(t, obj{
		"embeds":      arr{obj{"title": "T", "thumbnail": obj{"url": "attachment://p.png"}}},
		"attachments": arr{obj{"id": 0, "description": "a moon"}, obj{"id": 1, "description": "a text", "filename": "other.txt"}},
	}, "p.png=PNG", "q.txt=text")
	status, m, _ := callRaw(t, s, "POST", channel, kind, b, nil)
	if status != 200 {
		t.Fatal(m)
	}
	seen := s.User("Eve").Message(ID(m["id"].(string)))
	if thumb := seen.Embeds[0].Thumbnail; thumb == nil || !strings.HasPrefix(thumb.URL, "/attachments/") || thumb.Description != "a moon" {
		t.Errorf("the thumbnail is %+v", thumb)
	}
	if files := seen.Files(); len(files) != 2 || files[0].Description != "a moon" || files[1].Description != "a text" || files[1].Filename != "other.txt" {
		t.Errorf("the files are %+v", files)
	}
	if len(seen.Attachments) != 1 || seen.Attachments[0].Filename != "other.txt" {
		t.Errorf("the attachments are %+v, and an embed shows the picture", seen.Attachments)
	}

	kind, b = multi(t, obj{"flags": 1 << 15, "components": arr{obj{"type": 13, "spoiler": true, "file": obj{"url": "attachment://q.txt"}}}}, "q.txt=text")
	if status, m, _ = callRaw(t, s, "POST", channel, kind, b, nil); status != 200 {
		t.Fatal(m)
	}
	seen = s.User("Eve").Message(ID(m["id"].(string)))
	if c := seen.Components[0]; c.File == nil || !strings.HasPrefix(c.File.URL, "/attachments/") || c.Name != "q.txt" || c.Size != 4 || !c.Spoiler {
		t.Errorf("the file is %+v", seen.Components[0])
	}
}

// An edit can suppress the embeds of a message and show them again.
func TestSuppressEmbeds(t *testing.T) {
	s := start(t, Config{})
	id := post(t, s, obj{"content": "x", "embeds": arr{obj{"title": "T"}}})
	for _, flags := range []int{4, 0} {
		status, m, _ := call(t, s, "PATCH", "/channels/"+string(s.Channel(""))+"/messages/"+string(id), obj{"flags": flags})
		if status != 200 || m["flags"] != float64(flags) {
			t.Errorf("flags %d: %d %v", flags, status, m["flags"])
		}
	}
}

// An update makes the message that was pressed the original answer. The bot is not
// told the name of the command behind a message: only the web client shows it.
func TestOriginalOfAnUpdate(t *testing.T) {
	s := start(t, Config{})
	path, x := pressed(t, s)
	if status, m, _ := call(t, s, "POST", path, obj{"type": 7, "data": obj{"content": "updated"}}); status != 204 {
		t.Fatal(status, m)
	}
	status, m, _ := call(t, s, "GET", "/webhooks/"+string(s.Bot())+"/"+x.Token+"/messages/@original", nil)
	if status != 200 || m["content"] != "updated" || m["id"] != string(x.Source) {
		t.Errorf("the original is %d %v", status, m)
	}

	define(t, s, dream)
	s.w.Lock()
	asked, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "settings", "", nil, "", "")
	s.w.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	status, m, _ = call(t, s, "POST", "/interactions/"+string(asked.ID)+"/"+asked.Token+"/callback?with_response=true", obj{"type": 4, "data": obj{"content": "x"}})
	b, err := json.Marshal(m["resource"])
	if err != nil || status != 200 || strings.Contains(string(b), `"name"`) {
		t.Errorf("the bot gets %d %s, %v", status, b, err)
	}
	if seen := s.User("Eve").Last(s.Channel("")); seen.Meta == nil || seen.Meta.Name != "settings" {
		t.Errorf("the web client gets %+v", seen.Meta)
	}
}

// A command has whole values: half-written ones are for suggestions alone.
func TestCommandValues(t *testing.T) {
	s := start(t, Config{})
	define(t, s, dream)
	for value, ok := range map[string]bool{"4": true, "10": true, "3": false, "11": false, "many": false} {
		s.w.Lock()
		_, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "dream", "play", map[string]any{"game": "somnia", "seats": value}, "", "")
		s.w.Unlock()
		if (err == nil) != ok {
			t.Errorf("%s seats: %v", value, err)
		}
	}
	s.w.Lock()
	defer s.w.Unlock()
	if _, err := s.asked.Client().Command(s.w.People.All()[0], s.w.Channels.All()[0], "dream", "play", map[string]any{"game": "so", "seats": "many"}, "game", ""); err != nil {
		t.Errorf("suggestions beside a half-written value: %v", err)
	}
}

// Definitions keep where a command can be used, and refuse unknown places.
func TestCommandPlaces(t *testing.T) {
	s := start(t, Config{})
	commands := "/applications/" + string(s.Bot()) + "/commands"
	status, m, _ := call(t, s, "POST", commands, obj{"name": "a", "description": "x", "contexts": arr{0, 2}, "integration_types": arr{0, 1}})
	if got, _ := json.Marshal(m["contexts"]); status != 201 || string(got) != "[0,2]" {
		t.Errorf("defined %d %v", status, m)
	}
	if status, m, _ = call(t, s, "POST", commands, obj{"name": "b", "description": "x"}); status != 201 || m["contexts"] != nil {
		t.Errorf("without contexts: %d %v", status, m["contexts"])
	}
	for _, places := range []arr{{2}, {-1}, {"x"}} {
		status, m, _ = call(t, s, "POST", commands, obj{"name": "c", "description": "x", "integration_types": places})
		refused(t, status, m, "integration_types.0 BASE_TYPE_CHOICES")
	}
	for _, places := range []arr{{3}, {-1}, {"x"}} {
		status, m, _ = call(t, s, "POST", commands, obj{"name": "c", "description": "x", "contexts": places})
		refused(t, status, m, "contexts.0 BASE_TYPE_CHOICES")
	}
}

// The headers say when the window of a rate limit ends.
func TestRateLimitHeaders(t *testing.T) {
	s := start(t, Config{Limits: true})
	_, _, h := call(t, s, "GET", "/guilds/"+string(s.Guild()), nil)
	reset, err := strconv.ParseFloat(h.Get("X-RateLimit-Reset"), 64)
	if err != nil {
		t.Fatal(err)
	}
	if left := time.Until(time.UnixMilli(int64(reset * 1000))); left <= 0 || left > 31*time.Second {
		t.Errorf("the window ends in %v", left)
	}
	if h.Get("X-RateLimit-Limit") != "30" || h.Get("X-RateLimit-Remaining") != "29" || h.Get("X-RateLimit-Bucket") == "" {
		t.Errorf("the headers are %v", h)
	}
}

// What a record says was seen: accepted calls, by every person or by the one person.
func TestRecord(t *testing.T) {
	s := start(t, Config{})
	r := s.REST().Record()
	status, m, _ := call(t, s, "POST", "/channels/1/messages", obj{"content": "secret"})
	refused(t, status, m, "10003")
	post(t, s, obj{"content": "public"})
	path, x := pressed(t, s)
	if status, m, _ = call(t, s, "POST", path, obj{"type": 4, "data": obj{"content": "hidden", "flags": 64}}); status != 204 {
		t.Fatal(status, m)
	}
	if n := len(r.Seen(s.User("Eve").ID())); n != 2 { // public, and the message that was pressed
		t.Errorf("Eve saw %d calls", n)
	}
	if n := len(r.Seen(x.User)); n != 3 {
		t.Errorf("who pressed saw %d calls", n)
	}
	if n := len(r.Leaks("secret")); n != 0 {
		t.Errorf("a refused call leaks %d times", n)
	}
	if n := len(r.Leaks("hidden", x.User)); n != 0 {
		t.Errorf("an ephemeral answer leaks %d times", n)
	}
	if len(r.Leaks("public")) != 1 || len(r.Leaks("hidden")) != 1 {
		t.Error("what others see is no leak")
	}
}

// A hostile person can send any interaction.
func TestForge(t *testing.T) {
	t.Parallel()
	s := start(t, Config{Within: time.Hour})
	g := open(t, s)
	got := make(chan string, 1)
	answering(t, g, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
		got <- strconv.Itoa(int(i.Type))
		return &discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: "x"}}
	})
	eve := s.User("Eve")
	for kind, f := range map[string]Forged{
		"2": {Channel: s.Channel(""), Command: map[string]any{"id": "1", "name": "dream", "type": 1}},
		"3": {Channel: s.Channel(""), Message: post(t, s, obj{"content": "x"}), CustomID: "none"},
		"5": {Channel: s.Channel(""), CustomID: "form", Fields: []Field{{CustomID: "a", Value: "b"}}},
	} {
		if _, err := eve.Forge(within(t), f); err != nil {
			t.Fatal(err)
		}
		if is := <-got; is != kind {
			t.Errorf("an interaction of type %s, want %s", is, kind)
		}
	}
}
