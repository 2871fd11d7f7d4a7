package gateway

import (
	"encoding/json"
	"fmt"
	"time"

	"oneiros/bot/discord"

	"golang.org/x/time/rate"
)

// voiceEvery is the shortest time between voice states in the long run. Discord allows 120 packets
// in a minute, and heartbeats are among them.
const voiceEvery = time.Second

// newVoiceLimit lets a few voice states be sent at once.
func newVoiceLimit() *rate.Limiter { return rate.NewLimiter(rate.Every(voiceEvery), 10) }

// SetVoiceState brings the bot into a voice channel of a guild, or out of all with the channel 0.
// It is neither mute nor deaf there, and makes no connection for voice, so it hears nothing and says
// nothing. Discord does not answer, and ignores it where the bot may not enter or the channel is
// full. The error is [discord.ErrNotConnected] when the shard of the guild has no session now.
func (g *Gateway) SetVoiceState(guild, channel discord.ID) error {
	g.mu.Lock()
	shards := g.shards
	g.mu.Unlock()
	for _, d := range shards {
		if d.id.Has(guild) {
			return d.SetVoiceState(guild, channel)
		}
	}
	return discord.ErrNotConnected
}

// SetVoiceState is that of [Gateway], for a guild of the shard.
func (d *Shard) SetVoiceState(guild, channel discord.ID) error {
	s := d.current.Load()
	if s == nil || !s.up.Load() || s.dropped.Load() {
		return discord.ErrNotConnected
	}
	w := s.wire.Load()
	if w == nil || !d.voice.Allow() {
		return discord.ErrNotConnected
	}
	state := map[string]any{"guild_id": guild, "channel_id": nil, "self_mute": false, "self_deaf": false}
	if channel != 0 {
		state["channel_id"] = channel
	}
	packet, err := json.Marshal(map[string]any{"op": 4, "d": state})
	if err != nil {
		return err
	}
	return w.say(packet)
}

// say sends a packet besides those of discordgo: one write is one frame.
func (w *wire) say(packet []byte) error {
	if w.end.Load() != nil {
		return discord.ErrNotConnected
	}
	err := w.Conn.SetWriteDeadline(time.Now().Add(writeTime))
	if err == nil {
		_, err = w.Conn.Write(maskedFrame(packet))
	}
	if err != nil {
		w.finish(&ending{cause: err})
		return fmt.Errorf("%w: %w", discord.ErrNotConnected, err)
	}
	return nil
}
