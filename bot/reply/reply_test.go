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
	mu  sync.Mutex
	did []string
}

func (f *fakeClient) note(s string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.did = append(f.did, s)
}

func (f *fakeClient) Answer(_ context.Context, _ *discord.Interaction, kind discord.AnswerKind, _ *discord.Message) (discord.ID, error) {
	f.note(fmt.Sprint("answer ", kind))
	return 0, nil
}

func (f *fakeClient) OnlyPressers(ix *discord.Interaction) bool { return ix.OnlyPressers() }

func (f *fakeClient) EditOriginal(context.Context, discord.ID, string, *discord.Message) error {
	f.note("edit")
	return nil
}

func (f *fakeClient) DeleteOriginal(context.Context, discord.ID, string) error {
	f.note("delete")
	return nil
}

func (f *fakeClient) FollowUp(_ context.Context, _ discord.ID, _ string, m *discord.Message) (discord.ID, error) {
	f.note(fmt.Sprint("follow ", m.Flags&discordgo.MessageFlagsEphemeral != 0))
	return 0, nil
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
		{"panel, refusal", panel, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferUpdate), "follow true"}},
		// A panel that is opened on the board must never be shown through a token
		// of the board. Everybody would read it.
		{"board, panel", board, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"board, update", board, func(r *Reply) error {
			if err := r.Update(t.Context(), &discord.Message{}); !errors.Is(err, ErrElsewhere) {
				return fmt.Errorf("got %v", err)
			}
			return nil
		}, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"panel, below what was posted", panel, func(r *Reply) error { return r.Send(t.Context(), &discord.Message{}) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete", "follow true"}},
		{"panel, refusal apart", panel, func(r *Reply) error { r.Refuse(t.Context(), &discord.Message{}); return nil }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "edit"}},
		{"command, shown elsewhere", discord.MessageRef{}, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
		{"panel, shown elsewhere", panel, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferUpdate), "delete"}},
		{"board, shown elsewhere", board, func(r *Reply) error { return r.Vanish(t.Context()) }, []string{fmt.Sprint("answer ", discord.DeferEphemeral), "delete"}},
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

// TestVanish answers at once with nothing that stays. A message in direct messages that
// everybody there sees is not deleted.
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

// TestSweep: the responder forgets a refusal once its token has ended, and not before.
// Otherwise it would keep the tokens of all people whom it ever refused.
func TestSweep(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	r := New(Config{})
	r.replaceRefusal(1, refusal{press: 1, token: "a", expires: now}, true)
	r.replaceRefusal(2, refusal{press: 2, token: "b", expires: now.Add(time.Second)}, true)
	r.Sweep(now)
	if old, ok := r.replaceRefusal(1, refusal{press: 3, token: "c"}, false); ok {
		t.Errorf("%q would be deleted although it has ended", old.token)
	}
	if old, ok := r.replaceRefusal(2, refusal{press: 4, token: "d"}, false); !ok || old.token != "b" {
		t.Errorf("%q, %t: the refusal of the second person is forgotten too early", old.token, ok)
	}
}
