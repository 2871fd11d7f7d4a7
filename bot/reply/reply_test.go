package reply

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// fakeClient answers like Discord, and writes down how it was asked.
type fakeClient struct {
	Client
	mu         sync.Mutex
	did        []string
	refuse     error // of each answer
	unfollowed error // of each follow-up
}

func (f *fakeClient) note(s string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.did = append(f.did, s)
}

func (f *fakeClient) Answer(_ context.Context, ix *discord.Interaction, kind discord.AnswerKind, _ *discord.Message) (o discord.Original, err error) {
	f.note(fmt.Sprint("answer ", kind))
	saved := discord.SavedToken{App: 6, Secret: "t", Message: ix.Message.ID, Expires: time.Now().Add(discord.TokenLife)}
	switch {
	case discord.IsDeleted(f.refuse) && (kind == discord.ReplyEphemeral || kind == discord.DeferEphemeral): // it needs no message that was pressed
		o.Panel = discord.RestorePanel(saved)
	case f.refuse != nil:
		return o, f.refuse
	case kind == discord.ReplyEphemeral || kind == discord.DeferEphemeral || ix.OnlyPressers():
		o.Panel = discord.RestorePanel(saved)
	default:
		o.Board = discord.RestoreBoard(saved)
	}
	return o, nil
}

func (f *fakeClient) MayFollowUp() bool { return true }

func (f *fakeClient) OnlyPressers(ix *discord.Interaction) bool { return ix.OnlyPressers() }

func (f *fakeClient) EditPanel(_ context.Context, t discord.PanelToken, _ *discord.Message) error {
	if t.Zero() {
		return discord.ErrPrivate
	}
	f.note("edit")
	return nil
}

func (f *fakeClient) DeletePanel(_ context.Context, t discord.PanelToken) error {
	if t.Zero() {
		return discord.ErrPrivate
	}
	f.note("delete")
	return nil
}

func (f *fakeClient) FollowUp(context.Context, *discord.Interaction, *discord.Message) (discord.PanelToken, error) {
	f.note("follow")
	return discord.RestorePanel(discord.SavedToken{App: 6, Secret: "t", Message: 99, FollowUp: true, Expires: time.Now().Add(discord.TokenLife)}), f.unfollowed
}

// TestSlow answers after a table took long: first for the time being.
func TestSlow(t *testing.T) {
	panel, board := discord.MessageRef{ID: 9, Flags: discordgo.MessageFlagsEphemeral, InteractionUser: 7}, discord.MessageRef{ID: 9}
	for _, c := range []struct {
		name    string
		message discord.MessageRef
		answer  func(r *Reply) error
		want    []string
	}{
		{"command", discord.MessageRef{}, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"panel, update", panel, func(r *Reply) error { return r.Update(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferUpdate), "edit"}},
		{"panel, refusal", panel, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferUpdate), "follow"}},
		// A panel that is opened on the board must never be shown through a token
		// of the board. Every person would read it.
		{"board, panel", board, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"board, panel that borrows", board, func(r *Reply) error { return r.Borrow(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"board, update", board, func(r *Reply) error {
			if err := r.Update(t.Context(), &discord.Message{}); !errors.Is(err, ErrElsewhere) {
				return fmt.Errorf("got %v", err)
			}
			return nil
		}, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"panel, below what was posted", panel, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete", "follow"}},
		{"panel, refusal apart", panel, func(r *Reply) error { r.Refuse(t.Context(), &discord.Message{}); return nil }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"command, shown elsewhere", discord.MessageRef{}, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"panel, shown elsewhere", panel, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferUpdate), "delete"}},
		{"board, shown elsewhere", board, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"form without a message, nothing", discord.MessageRef{}, func(r *Reply) error { return r.Ack(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"board, nothing", board, func(r *Reply) error { return r.Ack(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &fakeClient{}
			to := New(Config{Client: f, Log: zerolog.Nop(), Failed: func(err error) { t.Error(err) }, Go: func(func(context.Context)) bool { return false }})
			r := to.Begin(t.Context(), &discord.Interaction{Message: c.message, User: discord.User{ID: 7}, Received: time.Now()})
			if strings.HasPrefix(c.name, "panel, below") || strings.HasSuffix(c.name, "apart") {
				r.Apart()
			}
			<-time.After(deferAfter + time.Second)
			synctest.Wait()
			if err := c.answer(r); err != nil {
				t.Error(err)
			}
			if !slices.Equal(f.did, c.want) {
				t.Errorf("%s: %q, want %q", c.name, f.did, c.want)
			}
		})
	}
}

// TestDeleted answers presses on messages that were deleted meanwhile.
func TestDeleted(t *testing.T) {
	panel, board := discord.MessageRef{ID: 9, Flags: discordgo.MessageFlagsEphemeral, InteractionUser: 7}, discord.MessageRef{ID: 9}
	update, private, whisper := fmt.Sprint("answer ", discord.DeferUpdate), fmt.Sprint("answer ", discord.DeferEphemeral), fmt.Sprint("answer ", discord.ReplyEphemeral)
	updateThenSend := func(r *Reply) error {
		if err := r.Update(t.Context(), &discord.Message{}); !errors.Is(err, ErrElsewhere) {
			return fmt.Errorf("got %v", err)
		}
		return r.Send(t.Context(), &discord.Message{})
	}
	for name, c := range map[string]struct {
		message discord.MessageRef
		answer  func(r *Reply) error
		want    []string
		panel   bool
	}{
		"a panel":        {panel, updateThenSend, []string{fmt.Sprint("answer ", discord.Update), whisper}, true},
		"a board":        {board, updateThenSend, []string{fmt.Sprint("answer ", discord.Update), whisper}, true},
		"nothing to say": {board, func(r *Reply) error { return r.Ack(t.Context()) }, []string{update, private, "delete"}, false},
		"elsewhere":      {panel, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{update, private, "delete"}, false},
	} {
		f := &fakeClient{refuse: &discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}}
		r := New(Config{Client: f, Log: zerolog.Nop()}).Begin(t.Context(), &discord.Interaction{Message: c.message, User: discord.User{ID: 7}, Received: time.Now()})
		if err := c.answer(r); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(f.did, c.want) {
			t.Errorf("%s: it did %q, not %q", name, f.did, c.want)
		}
		if r.Panel().Zero() == c.panel {
			t.Errorf("%s: the panel is %v", name, r.Panel())
		}
		r.End()
	}
}

// TestAck answers at once with nothing, in the kind that Discord takes: only what was pressed on
// a message can leave it as it is.
func TestAck(t *testing.T) {
	for on, want := range map[discord.ID][]string{9: {fmt.Sprint("answer ", discord.DeferUpdate)}, 0: {fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}} {
		synctest.Test(t, func(t *testing.T) {
			f := &fakeClient{}
			to := New(Config{Client: f, Log: zerolog.Nop(), Failed: func(err error) { t.Error(err) }, Go: func(func(context.Context)) bool { return false }})
			r := to.Begin(t.Context(), &discord.Interaction{Message: discord.MessageRef{ID: on}, User: discord.User{ID: 7}, Received: time.Now()})
			if err := r.Ack(t.Context()); err != nil || !slices.Equal(f.did, want) {
				t.Errorf("on message %d: %q, %v; want %q", on, f.did, err, want)
			}
			r.End()
		})
	}
}

// TestVanish answers at once with nothing that stays. A message in direct messages that
// every person there sees is not deleted.
func TestVanish(t *testing.T) {
	private := discord.MessageRef{ID: 9, Flags: discordgo.MessageFlagsEphemeral, InteractionUser: 7}
	for name, c := range map[string]struct {
		message discord.MessageRef
		want    []string
	}{
		"a command":         {discord.MessageRef{}, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		"a private message": {private, []string{fmt.Sprint("answer ", discord.DeferUpdate), "delete"}},
		"any other message": {discord.MessageRef{ID: 9}, []string{fmt.Sprint("answer ", discord.DeferUpdate)}},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &fakeClient{}
			to := New(Config{Client: f, Log: zerolog.Nop(), Failed: func(err error) { t.Error(err) }, Go: func(func(context.Context)) bool { return false }})
			r := to.Begin(t.Context(), &discord.Interaction{
				Message: c.message, User: discord.User{ID: 7}, Received: time.Now(), ChannelType: discordgo.ChannelTypeDM, Context: discordgo.InteractionContextBotDM,
			})
			defer r.End()
			if err := r.Vanish(t.Context()); err != nil || !slices.Equal(f.did, c.want) {
				t.Errorf("%s: %q, %v, want %q", name, f.did, err, c.want)
			}
		})
	}
}

// TestBorrow: a press on the board is answered with an update, and the panel is a
// follow-up. The one token edits the board and the other the panel.
func TestBorrow(t *testing.T) {
	malformed := &discord.Error{Status: 400, Code: discordgo.ErrCodeInvalidFormBody}
	for name, c := range map[string]struct {
		message            discord.MessageRef
		refuse, unfollowed error
		want               []string
		panel, board       bool
	}{
		"the board":           {discord.MessageRef{ID: 9}, nil, nil, []string{fmt.Sprint("answer ", discord.DeferUpdate), "follow"}, true, true},
		"a command":           {discord.MessageRef{}, nil, nil, []string{fmt.Sprint("answer ", discord.ReplyEphemeral)}, true, false},
		"too late":            {discord.MessageRef{ID: 9}, &discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownInteraction}, nil, []string{fmt.Sprint("answer ", discord.DeferUpdate)}, false, false},
		"a deleted board":     {discord.MessageRef{ID: 9}, &discord.Error{Status: 404, Code: discordgo.ErrCodeUnknownMessage}, nil, []string{fmt.Sprint("answer ", discord.DeferUpdate), fmt.Sprint("answer ", discord.ReplyEphemeral)}, true, false},
		"an unknown answer":   {discord.MessageRef{ID: 9}, &discord.Fault{Arrived: true, Err: errors.New("cut")}, nil, []string{fmt.Sprint("answer ", discord.DeferUpdate), "follow"}, true, false},
		"a malformed message": {discord.MessageRef{ID: 9}, nil, malformed, []string{fmt.Sprint("answer ", discord.DeferUpdate), "follow", "follow"}, false, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			f := &fakeClient{refuse: c.refuse, unfollowed: c.unfollowed}
			to := New(Config{Client: f, Log: zerolog.Nop(), Failed: func(error) {}, Go: func(func(context.Context)) bool { return false }})
			r := to.Begin(t.Context(), &discord.Interaction{Message: c.message, User: discord.User{ID: 7}, Received: time.Now()})
			defer r.End()
			if err := r.Borrow(t.Context(), &discord.Message{}); discord.IsOurs(err) {
				f.unfollowed = nil
				r.Refuse(t.Context(), &discord.Message{}) // the fault, which is no panel
			} else if (err != nil) != (name == "too late") {
				t.Errorf("%s: %v", name, err)
			}
			panel, board := r.Panel(), r.Board()
			if !slices.Equal(f.did, c.want) || !board.Zero() != c.board || c.panel && panel.Zero() {
				t.Errorf("%s: %q, %v, %v", name, f.did, panel, board)
			}
			if !board.Zero() && (board.Message() != 9 || !panel.Zero() && panel.Message() != 99) {
				t.Errorf("%s: the panel is message %d, the board %d", name, panel.Message(), board.Message())
			}
		})
	}
}

// TestSweep: the responder forgets a refusal once its token has ended, and not before.
// Otherwise it would keep the tokens of all people whom it ever refused.
func TestSweep(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	r := New(Config{})
	token := func(message discord.ID, expires time.Time) discord.PanelToken {
		return discord.RestorePanel(discord.SavedToken{Secret: "t", Message: message, Expires: expires})
	}
	r.replaceRefusal(1, refusal{press: 1, token: token(1, now)})
	r.replaceRefusal(2, refusal{press: 2, token: token(2, now.Add(time.Second))})
	r.Sweep(now)
	if old, ok := r.replaceRefusal(1, refusal{press: 3}); ok {
		t.Errorf("%v would be deleted although it has ended", old.token)
	}
	if old, ok := r.replaceRefusal(2, refusal{press: 4}); !ok || old.token.Message() != 2 {
		t.Errorf("%v, %t: the refusal of the second person is forgotten too early", old.token, ok)
	}
}
