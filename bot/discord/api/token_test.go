package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"

	"github.com/bwmarrin/discordgo"
)

// Tokens of a panel, of a panel that is a follow-up, and of a board.
var (
	own    = discord.RestorePanel(discord.SavedToken{App: 6, Secret: secret})
	follow = discord.RestorePanel(discord.SavedToken{App: 6, Secret: secret, Message: 7, FollowUp: true})
	lent   = discord.RestoreBoard(discord.SavedToken{App: 6, Secret: secret, Message: 7, Channel: 8})
)

// TestOriginal: an answer says what the token edits from then on. After an update of a
// board it edits the board, and never a panel.
func TestOriginal(t *testing.T) {
	t.Parallel()
	now := discord.ID(time.Now().UnixMilli()-1420070400000) << 22
	press := func(flags discordgo.MessageFlags, owner discord.ID) *discord.Interaction {
		return &discord.Interaction{
			ID: now, App: 6, Token: secret, Guild: 3, Channel: 8, User: discord.User{ID: 12}, Received: time.Now().Add(-time.Minute),
			Message: discord.MessageRef{ID: 5, Flags: flags, InteractionUser: owner},
		}
	}
	board, panel := press(0, 0), press(discordgo.MessageFlagsEphemeral, 12)
	stranger, command := press(discordgo.MessageFlagsEphemeral, 13), press(0, 0)
	command.Message = discord.MessageRef{}
	direct := press(0, 0)
	direct.Guild, direct.ChannelType, direct.Context = 0, discordgo.ChannelTypeDM, discordgo.InteractionContextBotDM
	for name, test := range map[string]struct {
		ix           *discord.Interaction
		kind         discord.AnswerKind
		panel, board bool
	}{
		"the board is updated":             {board, discord.Update, false, true},
		"the board may be updated":         {board, discord.DeferUpdate, false, true},
		"the board is answered apart":      {board, discord.ReplyEphemeral, true, false},
		"the board is promised an answer":  {board, discord.DeferEphemeral, true, false},
		"everybody is answered":            {board, discord.Reply, false, false},
		"everybody is promised an answer":  {board, discord.Defer, false, false},
		"a panel is updated":               {panel, discord.Update, true, false},
		"a panel may be updated":           {panel, discord.DeferUpdate, true, false},
		"somebody else's panel is updated": {stranger, discord.DeferUpdate, false, false},
		"a command is answered":            {command, discord.ReplyEphemeral, true, false},
		"a direct message is updated":      {direct, discord.Update, true, true},
	} {
		c, _ := dialled(t, nil, ok)
		m := whole
		if test.kind >= discord.Defer {
			m = nil
		}
		o, err := c.Answer(ctx, test.ix, test.kind, m)
		if err != nil || !o.Panel.Zero() != test.panel || !o.Board.Zero() != test.board {
			t.Errorf("%s: %v, %v", name, o, err)
		}
		if !o.Board.Zero() && (o.Board.Message() != 5 || o.Board.Saved().Channel != 8 || !o.Board.Expires().Equal(test.ix.Received.Add(discord.TokenLife))) {
			t.Errorf("%s: the token of message %d ends at %v", name, o.Board.Message(), o.Board.Expires())
		}
	}
}

// TestOriginalUnsure: a refused answer gives no token. One that may have arrived gives
// the token that it has then.
func TestOriginalUnsure(t *testing.T) {
	t.Parallel()
	ix := &discord.Interaction{ID: 1, App: 6, Token: secret, User: discord.User{ID: 12}, Message: discord.MessageRef{ID: 5}}
	for status, want := range map[int]bool{400: false, 404: false, 500: true, 504: true} {
		c, _ := dialled(t, nil, func(int, asked) (int, http.Header, string, error) { return status, nil, `{"code":10062}`, nil })
		if o, err := c.Answer(ctx, ix, discord.DeferUpdate, nil); err == nil || !o.Board.Zero() != want || !o.Panel.Zero() {
			t.Errorf("%d: %v, %v", status, o, err)
		}
	}
}

// TestTokenPaths: a follow-up is edited and deleted by its own id, and a board by the
// token alone.
func TestTokenPaths(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, ok)
	for i, test := range []struct {
		send func() error
		want string
	}{
		{func() error { return c.EditPanel(ctx, own, whole) }, "PATCH @original"},
		{func() error { return c.DeletePanel(ctx, own) }, "DELETE @original"},
		{func() error { return c.EditPanel(ctx, follow, whole) }, "PATCH 7"},
		{func() error { return c.DeletePanel(ctx, follow) }, "DELETE 7"},
		{func() error { return c.EditBoard(ctx, lent, whole) }, "PATCH @original"},
	} {
		if err := test.send(); err != nil {
			t.Fatal(err)
		}
		a := l.seen[i]
		if got := a.method + " " + a.path[strings.LastIndex(a.path, "/")+1:]; got != test.want || a.auth != "" || !strings.Contains(a.path, "/webhooks/6/"+secret+"/messages/") {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	for _, err := range []error{c.EditPanel(ctx, discord.PanelToken{}, whole), c.DeletePanel(ctx, discord.PanelToken{}), c.EditBoard(ctx, discord.BoardToken{}, whole)} {
		if err == nil {
			t.Error("something is sent without a token")
		}
	}
	if err := c.DeletePanel(ctx, discord.RestorePanel(discord.SavedToken{Secret: secret, Message: 7})); err == nil {
		t.Error("a board that this client edited is deleted as a panel")
	}
}

// TestFollowUpToken: a follow-up is edited by its own id, whatever its interaction's
// token edits.
func TestFollowUpToken(t *testing.T) {
	t.Parallel()
	c, l := dialled(t, nil, ok)
	p, err := c.FollowUp(ctx, &discord.Interaction{ID: 1, App: 6, Token: secret, Message: discord.MessageRef{ID: 5}}, &discord.Message{Content: "x"})
	if err != nil || p.Message() != 7 || !p.Saved().FollowUp || !strings.Contains(l.seen[0].body, `"flags":64`) {
		t.Fatalf("%v, %v: %s", p, err, l.seen[0].body)
	}
	if saved := discord.RestorePanel(p.Saved()); saved != p {
		t.Errorf("%v was saved as %v", p, saved)
	}
	if lost := discord.RestorePanel(discord.SavedToken{Secret: secret, FollowUp: true}); !lost.Zero() {
		t.Error("a follow-up of unknown message has a token")
	}
	if back := discord.RestoreBoard(lent.Saved()); back != lent {
		t.Errorf("%v was saved as %v", lent, back)
	}
}
