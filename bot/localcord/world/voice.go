package world

import (
	"slices"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// A VoiceState says that a user is in a voice channel or a stage. It is lost when the server
// ends, as calls are.
type VoiceState struct {
	Channel  wire.ID
	Session  string // of the gateway, for the bot
	Muted    bool   // by itself
	Deaf     bool   // likewise
	Suppress bool   // in a stage, in which it has not spoken
}

// A Sound is one of Discord's own, which every server has.
type Sound struct {
	ID    wire.ID `json:"sound_id"`
	Name  string  `json:"name"`
	Emoji string  `json:"emoji_name"`
}

// Sounds are those that every server has.
var Sounds = []Sound{
	{"1", "quack", "🦆"}, {"2", "airhorn", "🔊"}, {"3", "cricket", "🦗"}, {"4", "golf clap", "👏"}, {"5", "sad horn", "🎺"}, {"6", "ba dum tss", "🥁"},
}

// A Voice is what goes on in the voice channels of a server.
type Voice struct {
	w *World
	g *Guild
}

// Voice is what goes on in the voice channels of a server.
func (s *World) Voice(g *Guild) Voice { return Voice{s, g} }

// Of is the voice state of a user. That of the bot ends with its session of the gateway.
func (r Voice) Of(user wire.ID) (VoiceState, bool) {
	w, g := r.w, r.g
	state, ok := g.voices[user]
	if !ok || w.Channels.Find(state.Channel) == nil {
		return VoiceState{}, false
	}
	if user != w.App {
		return state, g.Has(user)
	}
	if w.Sessions.Find(state.Session) == nil {
		return VoiceState{}, false
	}
	return state, true
}

// Set saves the voice state of a user; a channel "" is none. A full channel lets no person in.
func (r Voice) Set(user wire.ID, state VoiceState) bool {
	w, g := r.w, r.g
	c := w.Channels.Find(state.Channel)
	if state.Channel == "" {
		delete(g.voices, user)
		return true
	}
	if c == nil || !c.Voice() || c.Guild != g.ID {
		return false
	}
	others := 0
	for other := range g.voices {
		if at, ok := r.Of(other); ok && other != user && at.Channel == c.ID {
			others++
		}
	}
	if c.UserLimit > 0 && others >= c.UserLimit {
		return false
	}
	if g.voices == nil {
		g.voices = map[wire.ID]VoiceState{}
	}
	g.voices[user] = state
	return true
}

// Tell tells web clients who is in which voice channel.
func (r Voice) Tell() {
	r.w.Streams.Tell(r.g.Has, stream.Event{"type": "voice", "guild": r.g.ID, "voices": r.All()})
	r.w.Wake()
}

// All are the channels of those who are in one.
func (r Voice) All() map[wire.ID]wire.ID {
	all := map[wire.ID]wire.ID{}
	for user := range r.g.voices {
		if state, ok := r.Of(user); ok {
			all[user] = state.Channel
		}
	}
	return all
}

// in are those who are in a voice channel.
func (r Voice) in(channel wire.ID) (all []wire.ID) {
	for user, at := range r.All() {
		if at == channel {
			all = append(all, user)
		}
	}
	return all
}

// Enter brings a person into a voice channel, or out of all.
func (r Voice) Enter(user, channel wire.ID) error {
	switch {
	case !r.g.Has(user):
		return ErrGone
	case !r.Set(user, VoiceState{Channel: channel}):
		return ClientError("the channel is full, or there is no such voice channel")
	}
	r.Tell()
	return nil
}

// EnterVoice brings a person into a voice channel of the server that it is of, or out of all.
func (s *World) EnterVoice(p *Person, channel wire.ID) error {
	c := s.Channels.Find(channel)
	if c != nil && !s.Channels.IsOpen(c, p.ID) {
		return ClientError("there is no such channel")
	}
	var of []*Guild
	for _, g := range s.Guilds.All() {
		_, in := g.voices[p.ID]
		if c != nil && g.ID == c.Guild || c == nil && in {
			of = append(of, g)
		}
	}
	for _, g := range of {
		if err := s.Voice(g).Enter(p.ID, channel); err != nil {
			return err
		}
	}
	return nil
}

// Expel takes a user out of their channel, and tells no client.
func (r Voice) Expel(user wire.ID) {
	delete(r.g.voices, user)
	r.w.Wake()
}

// Play plays a sound in a channel.
func (r Voice) Play(c *Channel, sound Sound) {
	w, g := r.w, r.g
	if g.sounds == nil {
		g.sounds = map[wire.ID][]string{}
	}
	g.sounds[c.ID] = append(g.sounds[c.ID], sound.Name)
	w.Streams.Tell(w.Channels.Readers(c), stream.Event{"type": "sound", "channel": c.ID, "name": sound.Name, "emoji": sound.Emoji, "hears": r.in(c.ID)})
	w.Wake()
}

// Played are the names of the sounds that were played in a channel, oldest first.
func (r Voice) Played(channel wire.ID) []string { return slices.Clone(r.g.sounds[channel]) }
