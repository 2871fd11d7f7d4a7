package discord

import (
	"errors"
	"net/http"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestPrivate sends a message that is not public to every place. Where another person
// could read it, it is refused and nothing is sent.
func TestPrivate(t *testing.T) {
	sent := 0
	c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) { sent++; return 200, nil, `{"id":"77"}`, nil })
	ctx, private, public := t.Context(), &Message{Content: "x"}, &Message{Content: "x", Public: true}
	if id, err := c.Post(ctx, 8, public); err != nil || id != 77 {
		t.Fatal(id, err)
	}
	press := func(message, owner ID, flags discordgo.MessageFlags) *Interaction {
		return &Interaction{ID: 1, App: 6, Token: "t", User: User{ID: 12}, Message: MessageRef{ID: message, InteractionUser: owner, Flags: flags}}
	}
	const ephemeral = discordgo.MessageFlagsEphemeral
	// In direct messages no other person reads what is there.
	direct := func(message ID, change func(*Interaction)) *Interaction {
		ix := press(message, 0, 0)
		ix.Channel, ix.ChannelType, ix.Context = 8, discordgo.ChannelTypeDM, discordgo.InteractionContextBotDM
		change(ix)
		return ix
	}
	panel := func(message ID, followUp bool) PanelToken {
		return RestorePanel(SavedToken{App: 6, Secret: "t", Message: message, FollowUp: followUp})
	}
	lent := RestoreBoard(SavedToken{App: 6, Secret: "t", Message: 79, Channel: 8})
	as := func(*Interaction) {}
	forOne := func(m Message) *Message { m.Direct = 8; return &m }
	answer := func(ix *Interaction, kind AnswerKind) func(*Message) error {
		return func(m *Message) error { _, err := c.Answer(ctx, ix, kind, m); return err }
	}
	for name, test := range map[string]struct {
		send func(*Message) error
		ok   bool
	}{
		"a post":                       {func(m *Message) error { _, err := c.Post(ctx, 8, m); return err }, false},
		"an edit":                      {func(m *Message) error { return c.Edit(ctx, 8, 9, m) }, false},
		"an answer":                    {answer(press(5, 12, ephemeral), Reply), false},
		"an ephemeral answer":          {answer(press(5, 0, 0), ReplyEphemeral), true},
		"the presser's own message":    {answer(press(5, 12, ephemeral), Update), true},
		"a message without flags":      {answer(press(5, 12, 0), Update), false},
		"somebody else's message":      {answer(press(5, 13, ephemeral), Update), false},
		"nobody's message":             {answer(press(5, 0, ephemeral), Update), false},
		"a message that was posted":    {answer(press(77, 12, ephemeral), Update), false},
		"a message that was edited":    {answer(press(9, 12, ephemeral), Update), false},
		"a message of another process": {answer(press(78, 12, ephemeral), Update), false},
		"a direct message":             {answer(direct(5, as), Update), true},
		"a direct command's answer":    {answer(direct(0, as), Update), false},
		"a public direct message":      {answer(direct(77, as), Update), false},
		"a message between people":     {answer(direct(5, func(ix *Interaction) { ix.Context = discordgo.InteractionContextPrivateChannel }), Update), false},
		"a message of a group":         {answer(direct(5, func(ix *Interaction) { ix.ChannelType = discordgo.ChannelTypeGroupDM }), Update), false},
		"a message of a server":        {answer(direct(5, func(ix *Interaction) { ix.Guild = 3 }), Update), false},
		"a post in direct messages":    {func(m *Message) error { _, err := c.Post(ctx, 8, forOne(*m)); return err }, true},
		"an edit in direct messages":   {func(m *Message) error { return c.Edit(ctx, 8, 6, forOne(*m)) }, true},
		"a post in other messages":     {func(m *Message) error { _, err := c.Post(ctx, 7, forOne(*m)); return err }, false},
		"an edit in other messages":    {func(m *Message) error { return c.Edit(ctx, 7, 6, forOne(*m)) }, false},
		"a follow-up":                  {func(m *Message) error { _, err := c.FollowUp(ctx, press(5, 12, ephemeral), m); return err }, true},
		"a panel":                      {func(m *Message) error { return c.EditPanel(ctx, panel(3, false), m) }, true},
		"a panel that is a follow-up":  {func(m *Message) error { return c.EditPanel(ctx, panel(4, true), m) }, true},
		"a panel where the board is":   {func(m *Message) error { return c.EditPanel(ctx, panel(77, false), m) }, false},
		"a panel at another's board":   {func(m *Message) error { return c.EditPanel(ctx, panel(78, true), m) }, false},
		"a board":                      {func(m *Message) error { return c.EditBoard(ctx, lent, m) }, false},
		"a board in direct messages":   {func(m *Message) error { return c.EditBoard(ctx, lent, forOne(*m)) }, true},
		"a board in other messages": {func(m *Message) error {
			return c.EditBoard(ctx, RestoreBoard(SavedToken{App: 6, Secret: "t", Message: 79, Channel: 9}), forOne(*m))
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			c.Public(9, 78)
			before := sent
			err := test.send(private)
			if ok := err == nil && sent == before+1; ok != test.ok || !ok && (!errors.Is(err, ErrPrivate) || sent != before) {
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
