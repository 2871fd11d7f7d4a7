package need

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/games/text"
)

// names are those of permissions in English.
func names(sets []Set) string {
	var list []string
	for _, s := range sets {
		for _, p := range s.Permissions {
			list = append(list, s.Say(text.English, p.Name))
		}
	}
	return fmt.Sprintf("%q", list)
}

// party is a feature with one permission that it needs and one that is optional.
var party = Set{
	Owner: "party",
	Permissions: []Permission{
		{Bit: discordgo.PermissionViewChannel, Name: "bot.permission.view", Why: "bot.permission.why.view"},
		{Bit: discordgo.PermissionMentionEveryone, Name: "bot.permission.send", Why: "bot.permission.why.send", Optional: true},
	},
	Intents: []Intent{{Bit: discordgo.IntentGuildMessages}, {Bit: discordgo.IntentGuildEmojis, Optional: true}},
}

// TestMissing: what a table needs depends on the channel, as Discord has it.
func TestMissing(t *testing.T) {
	const have = discordgo.PermissionViewChannel | discordgo.PermissionAttachFiles
	for _, c := range []struct {
		have uint64
		in   Place
		want string
	}{
		{have, Place{}, `["Send Messages" "Embed Links" "Read Message History"]`},
		{have, Place{OpenThread: true}, `["Send Messages" "Send Messages in Threads" "Create Public Threads" "Embed Links" "Read Message History"]`},
		{have, Place{Thread: true}, `["Send Messages in Threads" "Embed Links" "Read Message History"]`},
		{have, Place{Thread: true, OpenThread: true}, `["Send Messages in Threads" "Embed Links" "Read Message History"]`},
		{have, Place{Voice: true, OpenThread: true}, `["Connect" "Send Messages" "Embed Links" "Read Message History"]`},
		{discordgo.PermissionAdministrator, Place{OpenThread: true}, `[]`},
		{discordgo.PermissionAdministrator, Place{Voice: true}, `[]`},
	} {
		if got := names(Missing([]Set{Core}, c.have, c.in)); got != c.want {
			t.Errorf("in %+v with %d: %s, want %s", c.in, c.have, got, c.want)
		}
	}
	lacks := Missing([]Set{Core, party}, Bits([]Set{Core}), Place{Voice: true})
	if len(lacks) != 1 || lacks[0].Owner != "party" || len(Required(lacks)) != 0 || len(Optional(lacks)) != 1 {
		t.Errorf("%+v", lacks)
	}
}

// TestInvited: an invite asks for what is needed, and for nothing optional.
func TestInvited(t *testing.T) {
	for threads, want := range map[bool]uint64{false: 117760, true: 309237763072} {
		if got := Bits(Invited([]Set{Core, party}, threads)); got != want {
			t.Errorf("threads %v: %d, want %d", threads, got, want)
		}
	}
}

// TestIntents: a quiet gateway leaves out what no set needs.
func TestIntents(t *testing.T) {
	for _, c := range []struct {
		needs []Set
		quiet bool
		want  discordgo.Intent
	}{
		{[]Set{Core}, false, 1 | 1<<2 | 1<<9 | 1<<12},
		{[]Set{Core}, true, 1 | 1<<2 | 1<<12},
		{[]Set{Core, party}, false, 1 | 1<<2 | 1<<3 | 1<<9 | 1<<12},
		{[]Set{Core, party}, true, 1 | 1<<2 | 1<<9 | 1<<12},
	} {
		if got := Intents(c.needs, c.quiet); got != c.want {
			t.Errorf("%b, want %b", got, c.want)
		}
	}
}

// TestCoreHasWords: each permission has a name and a reason in all languages, and each intent
// in English.
func TestCoreHasWords(t *testing.T) {
	for _, p := range Core.Permissions {
		for _, l := range text.Langs {
			for _, key := range []string{p.Name, p.Why} {
				if said := Core.Say(l, key); said == "" || strings.Contains(said, "⟦") {
					t.Errorf("%s: %q", l, said)
				}
			}
		}
	}
	for _, i := range Core.Intents {
		if i.Name == "" || i.Why == "" {
			t.Errorf("%+v", i)
		}
	}
}
