package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"golang.org/x/time/rate"
)

// PermissionUseSoundboard lets the bot send sounds in a voice channel.
const PermissionUseSoundboard uint64 = 1 << 42

// unknownVoiceState is the code of a user who is in no voice channel, or of one that is not seen.
const unknownVoiceState = 10065

// A Sound can be sent in a voice channel.
type Sound struct {
	ID   ID     `json:"sound_id"`
	Name string `json:"name"`
}

// voices are the requests of a [Client] about voice channels.
type voices struct {
	do func(context.Context, *request) error
}

// VoiceChannel is the voice channel or stage of a guild in which a user is; 0 for none. The user 0
// is the bot.
func (c voices) VoiceChannel(ctx context.Context, guild, user ID) (ID, error) {
	who := "@me"
	if user != 0 {
		who = user.String()
	}
	var state struct {
		Channel ID `json:"channel_id"`
	}
	err := c.do(ctx, &request{
		method: http.MethodGet, route: "GET guilds/voice-states", major: guild.String(), retry: always,
		path: "/guilds/" + guild.String() + "/voice-states/" + who, read: readJSON(&state),
	})
	if Code(err) == unknownVoiceState {
		return 0, nil
	}
	return state.Channel, err
}

// DefaultSounds lists the sounds of Discord's own.
func (c voices) DefaultSounds(ctx context.Context) (list []Sound, err error) {
	err = c.do(ctx, &request{method: http.MethodGet, route: "GET soundboard-default-sounds", path: "/soundboard-default-sounds", retry: always, read: readJSON(&list)})
	return list, err
}

// SendSound sends a sound of Discord's own to all who are in a voice channel. The bot has to be
// there: see [Gateway.SetVoiceState]. It is never sent twice.
func (c voices) SendSound(ctx context.Context, channel, sound ID) error {
	return c.do(ctx, &request{
		method: http.MethodPost, route: "POST channels/send-soundboard-sound", major: channel.String(),
		path: "/channels/" + channel.String() + "/send-soundboard-sound", json: object{"sound_id": sound},
	})
}

// ErrNotConnected says that nothing can be sent to the gateway now.
var ErrNotConnected = errors.New("the gateway is not connected")

// voiceEvery is the shortest time between voice states in the long run. Discord allows 120 packets
// in a minute, and heartbeats are among them.
const voiceEvery = time.Second

// newVoiceLimit lets a few voice states be sent at once.
func newVoiceLimit() *rate.Limiter { return rate.NewLimiter(rate.Every(voiceEvery), 10) }

// SetVoiceState brings the bot into a voice channel of a guild, or out of all with the channel 0.
// It is neither mute nor deaf there, and makes no connection for voice, so it hears nothing and says
// nothing. Discord does not answer, and ignores it where the bot may not enter or the channel is
// full. The error is [ErrNotConnected] when the shard of the guild has no session now.
func (g *Gateway) SetVoiceState(guild, channel ID) error {
	g.mu.Lock()
	shards := g.shards
	g.mu.Unlock()
	for _, d := range shards {
		if d.id.Has(guild) {
			return d.SetVoiceState(guild, channel)
		}
	}
	return ErrNotConnected
}

// SetVoiceState is that of [Gateway], for a guild of the shard.
func (d *Shard) SetVoiceState(guild, channel ID) error {
	s := d.current.Load()
	if s == nil || !s.up.Load() || s.dropped.Load() {
		return ErrNotConnected
	}
	w := s.wire.Load()
	if w == nil || !d.voice.Allow() {
		return ErrNotConnected
	}
	state := object{"guild_id": guild, "channel_id": nil, "self_mute": false, "self_deaf": false}
	if channel != 0 {
		state["channel_id"] = channel
	}
	packet, err := json.Marshal(object{"op": 4, "d": state})
	if err != nil {
		return err
	}
	return w.say(packet)
}

// say sends a packet besides those of discordgo: one write is one frame.
func (w *wire) say(packet []byte) error {
	if w.end.Load() != nil {
		return ErrNotConnected
	}
	err := w.Conn.SetWriteDeadline(time.Now().Add(writeTime))
	if err == nil {
		_, err = w.Conn.Write(maskedFrame(packet))
	}
	if err != nil {
		w.finish(&ending{cause: err})
		return fmt.Errorf("%w: %w", ErrNotConnected, err)
	}
	return nil
}
