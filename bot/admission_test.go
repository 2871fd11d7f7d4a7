package bot

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
)

// TestSenderClass asks who goes first when a crowd presses.
func TestSenderClass(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		s := w.state()
		board := page.CustomID{Match: s.ID, Action: page.Panel}.String()
		move := screen.CustomID{Match: s.ID, Turn: 1, Action: screen.ActionDo, To: "toss"}.String()
		boris, eve := s.Players[0].ID, s.Players[1].ID
		for name, c := range map[string]struct {
			ix   discord.Interaction
			want inbox.Class
		}{
			"a player on the board":      {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, CustomID: board}, inbox.Player},
			"a player on a panel":        {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, CustomID: move}, inbox.Player},
			"the host":                   {discord.Interaction{Guild: s.Guild, User: discord.User{ID: boris}, CustomID: board}, inbox.Player},
			"a player who types there":   {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, Channel: s.Channel}, inbox.Player},
			"a moderator there":          {discord.Interaction{Guild: s.Guild, User: discord.User{ID: 5}, Channel: s.Channel, CustomID: board, Permissions: discordgo.PermissionManageChannels}, inbox.Player},
			"a player who types nowhere": {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, Channel: s.Channel + 1}, inbox.Spectator},
			"a spectator":                {discord.Interaction{Guild: s.Guild, User: discord.User{ID: 5}, Channel: s.Channel, CustomID: board}, inbox.Spectator},
			"nobody":                     {discord.Interaction{Guild: s.Guild, Channel: s.Channel, CustomID: board}, inbox.Spectator},
			"a player on another server": {discord.Interaction{Guild: s.Guild + 1, User: discord.User{ID: eve}, CustomID: board}, inbox.Spectator},
			"a player in private":        {discord.Interaction{User: discord.User{ID: eve}, CustomID: board}, inbox.Spectator},
			"a button of nothing":        {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, CustomID: "x"}, inbox.Spectator},
			"a button of no table":       {discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, Channel: s.Channel, CustomID: "b/-/me/"}, inbox.Spectator},
		} {
			if got := senderClass(w.bot.tables, &c.ix); got != c.want {
				t.Errorf("%s has class %d", name, got)
			}
		}
		left, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Leave, Asked: table.Whatever, User: s.Players[1].User})
		if err != nil || !left.Players[1].Open {
			t.Fatalf("Eve does not leave: %v", err)
		}
		if got := senderClass(w.bot.tables, &discord.Interaction{Guild: s.Guild, User: discord.User{ID: eve}, CustomID: board}); got != inbox.Spectator {
			t.Error("a person goes first who has left")
		}
	})
}
