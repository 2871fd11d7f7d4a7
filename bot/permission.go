package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/ui"
)

// needs are the permissions that a table cannot do without, in the order in
// which Discord's settings show them, and how the catalogue calls them.
var needs = []struct {
	bit    uint64
	key    string
	thread bool
}{
	{discordgo.PermissionViewChannel, "bot.permission.view", false},
	{discordgo.PermissionSendMessages, "bot.permission.send", false},
	{discordgo.PermissionSendMessagesInThreads, "bot.permission.thread-send", true},
	{discordgo.PermissionCreatePublicThreads, "bot.permission.thread", true},
	{discordgo.PermissionEmbedLinks, "bot.permission.embed", false},
	{discordgo.PermissionAttachFiles, "bot.permission.attach", false},
	{discordgo.PermissionReadMessageHistory, "bot.permission.history", false},
}

// lacking lists the keys of the permissions that the bot lacks in the channel of
// an interaction, which Discord tells with it. In a thread it is another
// permission that lets one send.
func lacking(ix *discord.Interaction, thread bool) []string {
	if ix.AppPermissions&discordgo.PermissionAdministrator != 0 {
		return nil
	}
	in := inThread(ix)
	var list []string
	for _, n := range needs {
		needed := !n.thread || thread
		switch {
		case in && n.bit == discordgo.PermissionSendMessages:
			needed = false
		case in && n.bit == discordgo.PermissionSendMessagesInThreads:
			needed = true
		case in && n.bit == discordgo.PermissionCreatePublicThreads:
			needed = false
		}
		if needed && ix.AppPermissions&n.bit == 0 {
			list = append(list, n.key)
		}
	}
	return list
}

func inThread(ix *discord.Interaction) bool {
	switch ix.ChannelType {
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return true
	}
	return false
}

// lack is the page that names missing permissions and where to grant them.
func (c *call) lack(keys []string) *screen.Shown {
	f := c.frame(nil)
	var list []ui.Text
	for _, k := range keys {
		list = append(list, ui.T(k))
	}
	f.Head = []string{raw(f, ui.T("bot.permission.line", ui.Name(0), list), "<#"+c.ix.Channel.String()+">")}
	return c.painter.Page(ui.Page{
		Title: ui.T("bot.permission.title"), Lines: []ui.Text{ui.T("bot.permission.how")}, Colour: 0xd63031,
	}, f)
}

// raw says a text in which something of Discord's, as a channel or a link,
// stands where the text has a name.
func raw(f *screen.Frame, t ui.Text, what string) string {
	return f.Say.Say(f.Lang, t, rawWords{screen.Rich{Frame: f}, what})
}

type rawWords struct {
	screen.Rich
	what string
}

func (w rawWords) Name(ui.Name) string { return w.what }

// lacks answers with what is missing, for whoever pressed alone.
func (c *call) lacks(ctx context.Context, keys []string) error {
	c.metrics.refusals.WithLabelValues("bot.permission").Inc()
	return c.reply(ctx, c.lack(keys))
}

// permitted tells whoever presses, when the board cannot be edited, what is
// missing, or lets the board be tried again when nothing is. On the board
// everybody is told, on panels one.
func (c *call) permitted(ctx context.Context, s *table.State) {
	key := screen.Key{Match: s.ID}
	if c.reconciler.Trouble(key) == nil || c.ix.Channel != s.CurrentChannel() {
		return // of another channel this call says nothing
	}
	keys := lacking(c.ix, false)
	if len(keys) == 0 {
		c.reconciler.Retry(key)
		return
	}
	if c.OnPanel() && c.reconciler.TakeTrouble(key) == nil {
		return
	}
	if err := c.reply(ctx, c.lack(keys)); err != nil {
		c.Undelivered(err)
	}
}
