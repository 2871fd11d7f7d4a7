package bot

import (
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/games/all"
)

// TestCompareCommands: what Discord adds is no difference; what another version had is.
func TestCompareCommands(t *testing.T) {
	t.Parallel()
	list := func() []*discordgo.ApplicationCommand {
		l, err := Commands(all.Games)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	yes := true
	for name, c := range map[string]struct {
		change func([]*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand
		want   []string
	}{
		"the same": {func(l []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
			for _, c := range l {
				c.ID, c.ApplicationID, c.Version = "1", "2", "3"
				//lint:ignore SA1019 Discord still sends it
				c.DMPermission = &yes
			}
			slices.Reverse(l)
			return l
		}, nil},
		"a text": {func(l []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
			l[0].Options[0].Description = "other"
			return l
		}, []string{"of another version: /dream"}},
		"a translation": {func(l []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
			(*l[1].NameLocalizations)[discordgo.Russian] = "другое"
			return l
		}, []string{"of another version: /table"}},
		"others": {func(l []*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
			l[0].Name = "nightmare"
			return l
		}, []string{"missing: /dream", "not ours: /nightmare"}},
	} {
		got, err := CompareCommands(c.change(list()), list())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
