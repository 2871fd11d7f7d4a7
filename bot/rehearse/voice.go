package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// voicePatience is how long Discord may take to let the bot into a voice channel.
const voicePatience = 5 * time.Second

// isIn waits until the bot is in a voice channel, or in none with the channel 0, and reports
// whether it came to that.
func (r *run) isIn(ctx context.Context, channel discord.ID) (bool, error) {
	quiet := context.WithValue(ctx, tapeKey{}, untaped)
	for late := time.Now().Add(voicePatience); ; {
		at, err := r.client.VoiceChannel(quiet, r.Guild, 0)
		var e *discord.Error
		if errors.As(err, &e) && e.Status == http.StatusNotFound { // whatever its code
			at, err = 0, nil
		}
		if err != nil || at == channel {
			return err == nil, err
		}
		if time.Now().After(late) {
			return false, nil
		}
		if !discord.Sleep(ctx, time.Second) {
			return false, ctx.Err()
		}
	}
}

// leaveEarlier has the bot leave the voice channel in which a killed rehearsal left it.
func (r *run) leaveEarlier(ctx context.Context) error {
	if r.Voice == 0 || !r.begun.Load() {
		return nil
	}
	if out, err := r.isOut(ctx); out || err != nil {
		return err
	}
	r.Say("  the bot is in a voice channel, as after a rehearsal that was killed; leaving it")
	if err := r.gateway.SetVoiceState(r.Guild, 0); err != nil {
		return err
	}
	out, err := r.isIn(ctx, 0)
	if err == nil && !out {
		r.finds("the voice state of another session does not end when the bot leaves")
	}
	r.tape.forget("VOICE_STATE_UPDATE")
	return err
}

// isOut reports whether the bot is in no voice channel.
func (r *run) isOut(ctx context.Context) (bool, error) {
	at, err := r.client.VoiceChannel(context.WithValue(ctx, tapeKey{}, untaped), r.Guild, 0)
	var e *discord.Error
	if errors.As(err, &e) && e.Status == http.StatusNotFound { // whatever its code
		return true, nil
	}
	return at == 0, err
}

// enterVoice finds out whether a voice state alone counts as connected.
func enterVoice(ctx context.Context, r *run) error {
	if r.voice&discordgo.PermissionAdministrator == 0 && r.voice&discordgo.PermissionVoiceConnect == 0 {
		return errSkip("the bot may not enter the voice channel (Connect)")
	}
	if err := r.askVoice(ctx); err != nil {
		return err
	}
	sounds, err := r.client.DefaultSounds(ctx)
	if err != nil {
		return err
	}
	if len(sounds) == 0 {
		return errSkip("Discord lists no sounds of its own")
	}
	sound := "/channels/" + r.Voice.String() + "/send-soundboard-sound"
	for _, id := range []string{nowhere, sounds[0].ID.String()} { // of none, and from outside
		if _, err := r.tried(ctx, http.MethodPost, sound, object{"sound_id": id}, nil); err != nil {
			return err
		}
	}
	if err := r.gateway.SetVoiceState(r.Guild, r.Voice); err != nil {
		return err
	}
	r.entered = time.Now()
	is, err := r.isIn(ctx, r.Voice)
	if err != nil {
		return err
	}
	if err := r.askVoice(ctx); err != nil {
		return err
	}
	err = r.client.SendSound(ctx, r.Voice, sounds[0].ID)
	switch {
	case err == nil && is:
		r.finds("a voice state alone counts as connected: the sound was sent")
	case err == nil:
		r.finds("the sound was sent, though within %v no answer said that the bot is in the voice channel", voicePatience)
	case is:
		r.finds("a voice state alone does not do: the sound was refused with code %d", discord.Code(err))
	default:
		r.finds("Discord does not let the bot into the voice channel within %v", voicePatience)
	}
	if limit := r.tape.limit("POST /channels/{channel}/send-soundboard-sound"); limit != "" {
		r.finds("the limit of sounds: %s", limit)
	}
	return err
}

// limit is the limit that the last answer of an endpoint named.
func (t *tape) limit(endpoint string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := len(t.answers) - 1; i >= 0; i-- {
		h := t.answers[i].header
		if n, in := h.Get("X-Ratelimit-Limit"), h.Get("X-Ratelimit-Reset-After"); t.answers[i].endpoint == endpoint && integer.MatchString(n) && (integer.MatchString(in) || decimal.MatchString(in)) {
			return fmt.Sprintf("%s, all again in %s s", n, in)
		}
	}
	return ""
}

// keepTime is how long a voice state has to be kept at least, to be called kept.
const keepTime = 45 * time.Second

// leaveVoice finds out how long Discord keeps a voice state, and ends it.
func leaveVoice(ctx context.Context, r *run) error {
	if wait := keepTime - time.Since(r.entered); wait > 0 {
		r.Say(fmt.Sprintf("  waiting for %v more", wait.Round(time.Second)))
		if !discord.Sleep(ctx, wait) {
			return ctx.Err()
		}
	}
	at, err := r.client.VoiceChannel(ctx, r.Guild, 0)
	if err != nil {
		return err
	}
	kept := time.Since(r.entered).Round(time.Second)
	if at == r.Voice {
		r.finds("the voice state was kept for at least %v", kept)
	} else {
		r.finds("the voice state was gone after %v", kept)
	}
	if err := r.gateway.SetVoiceState(r.Guild, 0); err != nil {
		return err
	}
	r.entered = time.Time{}
	if is, err := r.isIn(ctx, 0); err != nil || !is {
		r.finds("the voice state does not end when the bot leaves")
		return err
	}
	return r.askVoice(ctx)
}

// askVoice asks where the bot is, whatever the answer.
func (r *run) askVoice(ctx context.Context) error {
	_, err := r.tried(ctx, http.MethodGet, "/guilds/"+r.Guild.String()+"/voice-states/@me", nil, nil)
	return err
}
