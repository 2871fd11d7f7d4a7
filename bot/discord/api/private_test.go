package api

import (
	"errors"
	"net/http"
	"testing"

	"oneiros/bot/discord"

	"github.com/bwmarrin/discordgo"
)

// TestPrivate sends a message that is not public to every place. Where another person
// could read it, it is refused and nothing is sent.
func TestPrivate(t *testing.T) {
	sent := 0
	c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) { sent++; return 200, nil, `{"id":"77"}`, nil })
	ctx, private, public := t.Context(), &discord.Message{Content: "x"}, &discord.Message{Content: "x", Public: true}
	if id, err := c.Post(ctx, 8, public); err != nil || id != 77 {
		t.Fatal(id, err)
	}
	press := func(message, owner discord.ID, flags discordgo.MessageFlags) *discord.Interaction {
		return &discord.Interaction{ID: 1, App: 6, Token: "t", User: discord.User{ID: 12}, Message: discord.MessageRef{ID: message, InteractionUser: owner, Flags: flags}}
	}
	const ephemeral = discordgo.MessageFlagsEphemeral
	// In direct messages no other person reads what is there.
	direct := func(message discord.ID, change func(*discord.Interaction)) *discord.Interaction {
		ix := press(message, 0, 0)
		ix.Channel, ix.ChannelType, ix.Context = 8, discordgo.ChannelTypeDM, discordgo.InteractionContextBotDM
		change(ix)
		return ix
	}
	panel := func(message discord.ID, followUp bool) discord.PanelToken {
		return discord.RestorePanel(discord.SavedToken{App: 6, Secret: "t", Message: message, FollowUp: followUp})
	}
	lent := discord.RestoreBoard(discord.SavedToken{App: 6, Secret: "t", Message: 79, Channel: 8})
	as := func(*discord.Interaction) {}
	forOne := func(m discord.Message) *discord.Message { m.Direct = 8; return &m }
	answer := func(ix *discord.Interaction, kind discord.AnswerKind) func(*discord.Message) error {
		return func(m *discord.Message) error { _, err := c.Answer(ctx, ix, kind, m); return err }
	}
	for name, test := range map[string]struct {
		send func(*discord.Message) error
		ok   bool
	}{
		"a post":                       {func(m *discord.Message) error { _, err := c.Post(ctx, 8, m); return err }, false},
		"an edit":                      {func(m *discord.Message) error { return c.Edit(ctx, 8, 9, m) }, false},
		"an answer":                    {answer(press(5, 12, ephemeral), discord.Reply), false},
		"an ephemeral answer":          {answer(press(5, 0, 0), discord.ReplyEphemeral), true},
		"the presser's own message":    {answer(press(5, 12, ephemeral), discord.Update), true},
		"a message without flags":      {answer(press(5, 12, 0), discord.Update), false},
		"somebody else's message":      {answer(press(5, 13, ephemeral), discord.Update), false},
		"nobody's message":             {answer(press(5, 0, ephemeral), discord.Update), false},
		"a message that was posted":    {answer(press(77, 12, ephemeral), discord.Update), false},
		"a message that was edited":    {answer(press(9, 12, ephemeral), discord.Update), false},
		"a message of another process": {answer(press(78, 12, ephemeral), discord.Update), false},
		"a direct message":             {answer(direct(5, as), discord.Update), true},
		"a direct command's answer":    {answer(direct(0, as), discord.Update), false},
		"a public direct message":      {answer(direct(77, as), discord.Update), false},
		"a message between people":     {answer(direct(5, func(ix *discord.Interaction) { ix.Context = discordgo.InteractionContextPrivateChannel }), discord.Update), false},
		"a message of a group":         {answer(direct(5, func(ix *discord.Interaction) { ix.ChannelType = discordgo.ChannelTypeGroupDM }), discord.Update), false},
		"a message of a server":        {answer(direct(5, func(ix *discord.Interaction) { ix.Guild = 3 }), discord.Update), false},
		"a post in direct messages":    {func(m *discord.Message) error { _, err := c.Post(ctx, 8, forOne(*m)); return err }, true},
		"an edit in direct messages":   {func(m *discord.Message) error { return c.Edit(ctx, 8, 6, forOne(*m)) }, true},
		"a post in other messages":     {func(m *discord.Message) error { _, err := c.Post(ctx, 7, forOne(*m)); return err }, false},
		"an edit in other messages":    {func(m *discord.Message) error { return c.Edit(ctx, 7, 6, forOne(*m)) }, false},
		"a follow-up":                  {func(m *discord.Message) error { _, err := c.FollowUp(ctx, press(5, 12, ephemeral), m); return err }, true},
		"a panel":                      {func(m *discord.Message) error { return c.EditPanel(ctx, panel(3, false), m) }, true},
		"a panel that is a follow-up":  {func(m *discord.Message) error { return c.EditPanel(ctx, panel(4, true), m) }, true},
		"a panel of a promised answer": {func(m *discord.Message) error { return c.EditPanel(ctx, panel(0, false), m) }, true},
		"a panel where the board is":   {func(m *discord.Message) error { return c.EditPanel(ctx, panel(77, false), m) }, false},
		"a panel at another's board":   {func(m *discord.Message) error { return c.EditPanel(ctx, panel(78, true), m) }, false},
		"a board":                      {func(m *discord.Message) error { return c.EditBoard(ctx, lent, m) }, false},
		"a board in direct messages":   {func(m *discord.Message) error { return c.EditBoard(ctx, lent, forOne(*m)) }, true},
		"a board in other messages": {func(m *discord.Message) error {
			return c.EditBoard(ctx, discord.RestoreBoard(discord.SavedToken{App: 6, Secret: "t", Message: 79, Channel: 9}), forOne(*m))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.Public(9, 78, 0) // a message that a killed process was about to post has no id
			before := sent
			err := test.send(private)
			if ok := err == nil && sent == before+1; ok != test.ok || !ok && (!errors.Is(err, discord.ErrPrivate) || sent != before) {
				t.Errorf("a private one: %v, %d requests", err, sent-before)
			}
			before = sent
			if err := test.send(public); err != nil || sent != before+1 {
				t.Errorf("a public one: %v, %d requests", err, sent-before)
			}
		})
	}
	nobody := press(5, 0, ephemeral)
	nobody.User.ID = 0
	if c.OnlyPressers(nobody) {
		t.Error("a message without an owner is that of a person without an id")
	}
}
