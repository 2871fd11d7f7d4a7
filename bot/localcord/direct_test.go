package localcord

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestDirect has a person write to the bot first. What the bot is told of it has a
// user in place of a member, no server, and the context of direct messages.
func TestDirect(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	g := open(t, s, func(g *discordgo.Session) { g.Identify.Intents |= discordgo.IntentDirectMessages })
	told, written := make(chan map[string]any, 8), make(chan string, 8)
	g.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		var m map[string]any
		if err := json.Unmarshal(e.RawData, &m); err != nil {
			return // of another form
		}
		switch e.Type {
		case "INTERACTION_CREATE":
			told <- m
		case "MESSAGE_CREATE":
			written <- fmt.Sprint(m["content"], " ", m["guild_id"], " ", m["member"])
		}
	})
	kind := 4
	answering(t, g, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
		data := &discordgo.InteractionResponseData{Content: "hush", Flags: discordgo.MessageFlagsEphemeral}
		if kind == 7 {
			data = &discordgo.InteractionResponseData{Content: "pressed"}
		}
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseType(kind), Data: data}
	})
	define(t, s, `[{"name":"both","description":"x","contexts":[0,1]},{"name":"server","description":"x","contexts":[0]},{"name":"group","description":"x","contexts":[2]}]`)
	eve := s.User("Eve")
	if eve.Direct() != "" {
		t.Fatal("there is a conversation already")
	}
	dm, err := eve.OpenDirect()
	if err != nil || dm == "" || eve.Direct() != dm {
		t.Fatal(dm, err)
	}
	if again, err := eve.OpenDirect(); again != dm || err != nil {
		t.Errorf("opened again it is %s, %v", again, err)
	}
	if status, m, _ := call(t, s, "POST", "/users/@me/channels", obj{"recipient_id": eve.ID()}); status != 200 || m["id"] != string(dm) {
		t.Errorf("the bot gets another channel: %d, %v", status, m)
	}
	is := func(what string, m map[string]any) {
		t.Helper()
		channel, _ := m["channel"].(map[string]any)
		user, _ := m["user"].(map[string]any)
		got := fmt.Sprint(m["context"], " ", channel["type"], " ", channel["permissions"], " ", user["id"], " ", m["member"], " ", m["guild_id"], " ", m["guild"], " ", m["app_permissions"], " ", m["authorizing_integration_owners"])
		want := fmt.Sprint("1 1 <nil> ", eve.ID(), " <nil> <nil> <nil> 442368 map[0:0]")
		if got != want {
			t.Errorf("%s: the bot is told %s, not %s", what, got, want)
		}
	}
	r, err := eve.Command(within(t), dm, "both", nil)
	if err != nil || !r.Message.Ephemeral() {
		t.Fatalf("the command: %+v, %v", r, err)
	}
	is("a command", <-told)
	for _, name := range []string{"server", "group"} {
		if _, err := eve.Command(within(t), dm, name, nil); err == nil {
			t.Errorf("a command of another context runs: %s", name)
		}
	}
	if _, err := s.User("Kate").Command(within(t), dm, "both", nil); err == nil {
		t.Error("a stranger runs a command there")
	}
	if _, err := eve.Say(dm, "hello"); err != nil {
		t.Fatal(err)
	}
	if got := <-written; got != "hello <nil> <nil>" {
		t.Errorf("the bot reads %q", got)
	}
	status, m, _ := call(t, s, "POST", "/channels/"+string(dm)+"/messages", obj{"content": "x", "components": arr{row(button("b"))}})
	if status != 200 {
		t.Fatal(m)
	}
	kind = 7
	if r, err := eve.Press(within(t), ID(m["id"].(string)), "b"); err != nil || r.Message.Content != "pressed" || r.Message.Ephemeral() {
		t.Errorf("the press: %+v, %v", r, err)
	}
	is("a press", <-told)
}

// TestDirectRefusals has the bot do in direct messages what Discord refuses there.
func TestDirectRefusals(t *testing.T) {
	s := start(t, Config{})
	eve := s.User("Eve")
	dm, err := eve.OpenDirect()
	if err != nil {
		t.Fatal(err)
	}
	path := "/channels/" + string(dm)
	try := func(want, method, path string, body any) {
		t.Helper()
		status, m, _ := call(t, s, method, path, body)
		refused(t, status, m, want)
	}
	hers, err := eve.Say(dm, "mine")
	if err != nil {
		t.Fatal(err)
	}
	status, m, _ := call(t, s, "POST", path+"/messages", obj{"content": "ours"})
	if status != 200 {
		t.Fatal(m)
	}
	ours := path + "/messages/" + m["id"].(string)
	try("50003", "DELETE", path+"/messages/"+string(hers.ID), nil)
	try("50005", "PATCH", path+"/messages/"+string(hers.ID), obj{"content": "x"})
	try("50003", "PATCH", path, obj{"name": "x"})
	try("50024", "POST", ours+"/threads", obj{"name": "x"})

	// Where she takes no messages, and where they share no server, what is there can be
	// edited, and nothing new is posted.
	s.SetFaults(Faults{ClosedDMs: []ID{eve.ID()}})
	try("50007", "POST", path+"/messages", obj{"content": "x"})
	if status, m, _ := call(t, s, "PATCH", ours, obj{"content": "still ours"}); status != 200 {
		t.Error(status, m)
	}
	s.SetFaults(Faults{})
	s.Control().SetGuildState(GuildUnavailable) // an outage of the server is none of these messages
	if status, m, _ := call(t, s, "POST", path+"/messages", obj{"content": "x"}); status != 200 {
		t.Error(status, m)
	}
	s.Control().SetGuildState(GuildAvailable)
	if err := eve.Leave(); err != nil {
		t.Fatal(err)
	}
	try("50278", "POST", path+"/messages", obj{"content": "x"})
	if _, err := eve.OpenDirect(); err == nil {
		t.Error("she writes to a bot with which she shares no server")
	}
	if err := eve.Return(); err != nil {
		t.Fatal(err)
	}
	s.Control().SetGuildState(GuildRemoved)
	try("50278", "POST", path+"/messages", obj{"content": "x"})
}
