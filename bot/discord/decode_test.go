package discord

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestDecodeCommand(t *testing.T) {
	t.Parallel()
	now := time.Now()
	ix, err := DecodeInteraction([]byte(`{"id":"1300000000000000001","application_id":"6","type":4,"token":"t","guild_id":"9","channel_id":"8",
		"channel":{"id":"8","type":11,"parent_id":"7","last_message_id":"77"},"locale":"ru","guild_locale":"en-US","guild":{"id":"9","locale":"en-US","features":["NEWS","COMMUNITY"]},"app_permissions":"117760","attachment_size_limit":10485760,
		"member":{"user":{"id":"12","username":"anna","global_name":"Anna","bot":false},"nick":null,"permissions":"18446744073709551615"},
		"data":{"id":"5","name":"dream","type":1,"options":[{"name":"set","type":2,"options":[{"name":"play","type":1,"options":[
			{"name":"game","type":3,"value":"som","focused":true},{"name":"seats","type":4,"value":7},{"name":"thread","type":5,"value":true}]}]}]}}`), now)
	if err != nil {
		t.Fatal(err)
	}
	if ix.LastMessage != 77 {
		t.Errorf("the last message is %d", ix.LastMessage)
	}
	if got, want := fmt.Sprint(ix.Command), "{dream set play map[game:som seats:7 thread:true] game}"; got != want {
		t.Errorf("command %s, want %s", got, want)
	}
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete || ix.User != (User{ID: 12, Name: "Anna", Username: "anna"}) || ix.Permissions != 1<<64-1 || ix.AppPermissions != 117760 ||
		ix.Guild != 9 || ix.Channel != 8 || ix.Parent != 7 || ix.ChannelType != discordgo.ChannelTypeGuildPublicThread || ix.Locale != "ru" || ix.CommunityLocale != "en-US" ||
		ix.FileLimit != 10<<20 || !ix.Received.Equal(now) || ix.Token != "t" {
		t.Errorf("%#v", *ix)
	}
	if at := ix.ID.Time().UTC().Format(time.DateOnly); at != "2024-10-27" {
		t.Errorf("made on %s", at)
	}
}

func TestDecodeInDirectMessage(t *testing.T) {
	t.Parallel()
	ix, err := DecodeInteraction([]byte(`{"id":"1","application_id":"6","type":3,"token":"t","channel":{"id":"8","type":1},"context":1,
		"user":{"id":"12","username":"anna"},"message":{"id":"15"},"data":{"component_type":3,"custom_id":"x","values":["a","b"]}}`), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	if ix.User.Name != "anna" || ix.Guild != 0 || ix.Channel != 8 || ix.ChannelType != discordgo.ChannelTypeDM || fmt.Sprint(ix.Values) != "[a b]" || ix.CustomID != "x" || !ix.Direct() {
		t.Errorf("%#v", *ix)
	}
}

// TestDecodePicked: of people in a menu it is read what Discord says of them, in the order in
// which they were chosen.
func TestDecodePicked(t *testing.T) {
	t.Parallel()
	ix, err := DecodeInteraction([]byte(`{"id":"1","application_id":"6","type":3,"token":"t","guild_id":"9","channel_id":"8","data":{"component_type":5,"custom_id":"x","values":["13","12","11","x"],
		"resolved":{"users":{"12":{"id":"12","username":"anna","global_name":"Anna"},"13":{"id":"13","username":"bot","bot":true}},"members":{"12":{"nick":"Аня","permissions":"32"}}}}}`), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	want := []Picked{{User: User{ID: 13, Name: "bot", Username: "bot", Bot: true}}, {User: User{ID: 12, Name: "Аня", Username: "anna"}, Member: true, Permissions: 32}}
	if !slices.Equal(ix.Picked, want) {
		t.Errorf("picked are %+v, want %+v", ix.Picked, want)
	}
}

// TestMenuOfPeople: a menu of people or roles has what is chosen from the start.
func TestMenuOfPeople(t *testing.T) {
	t.Parallel()
	for want, m := range map[string]Menu{
		`{"type":5,"custom_id":"a","default_values":[{"id":"7","type":"user"}],"min_values":0,"max_values":25}`: {CustomID: "a", Kind: UserMenu, Chosen: []ID{7}, Max: 25},
		`{"type":6,"custom_id":"a","default_values":[{"id":"8","type":"role"}]}`:                                {CustomID: "a", Kind: RoleMenu, Chosen: []ID{8}},
	} {
		if b, err := json.Marshal(m.body()); err != nil || string(b) != want {
			t.Errorf("%s, %v, want %s", b, err, want)
		}
	}
}

func TestDecodeNothing(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"null", "{}", `{"id":"1"}`, `{"token":"x"}`, `{"id":"x","token":"x"}`, "[]", "{"} {
		if ix, err := DecodeInteraction([]byte(s), time.Now()); err == nil {
			t.Errorf("%s is %v", s, ix)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"id":"1","token":"t","type":5,"data":{"components":[{"type":18,"component":{"custom_id":"a","value":"b"}}]}}`))
	f.Add([]byte(`{"id":"1","token":"t","type":2,"data":{"name":"x","options":[{"type":1,"name":"y","options":[{"type":3,"name":"z","value":{}}]}]}}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		ix, err := DecodeInteraction(b, time.Now())
		if (ix == nil) == (err == nil) {
			t.Fatal("neither an interaction nor an error, or both")
		}
	})
}
