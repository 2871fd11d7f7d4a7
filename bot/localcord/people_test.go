package localcord

import (
	"errors"
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/localcord/world"
)

// TestLeave lets people go off the server. Bots have to ask, or hear of a ban.
func TestLeave(t *testing.T) {
	t.Parallel()
	s := start(t, Config{})
	banned := make(chan string, 4)
	g := open(t, s, func(g *discordgo.Session) { g.Identify.Intents |= discordgo.IntentGuildModeration })
	g.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildBanAdd) { banned <- e.User.ID })
	member := func(p *Person, status, code int) {
		t.Helper()
		got, body, _ := call(t, s, "GET", "/guilds/"+string(s.Guild())+"/members/"+string(p.ID()), nil)
		if c, _ := body["code"].(float64); got != status || int(c) != code {
			t.Errorf("%s: %d, %v", p.Name(), got, body)
		}
	}
	boris, eve := s.User("Boris"), s.User("Eve")
	member(boris, 200, 0)
	if err := boris.Leave(); err != nil {
		t.Fatal(err)
	}
	member(boris, 404, 10007)
	if _, err := boris.Command(within(t), s.Channel(""), "dream play", nil); !errors.Is(err, world.ErrGone) {
		t.Errorf("a command from afar: %v", err)
	}
	if err := boris.Return(); err != nil {
		t.Fatal(err)
	}
	member(boris, 200, 0)
	if err := eve.Banned(); err != nil {
		t.Fatal(err)
	}
	member(eve, 404, 10007)
	if got := <-banned; got != string(eve.ID()) { // Boris, who came before, left without a word
		t.Errorf("%s is said to be banned", got)
	}
	if err := s.Users()[0].Leave(); err == nil {
		t.Error("the owner leaves")
	}
}
