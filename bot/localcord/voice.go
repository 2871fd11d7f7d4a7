package localcord

import (
	"slices"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// Voice is what happens in the voice channels of a server, for tests.
type Voice struct{ g *Guild }

// Voice is what happens in the voice channels of the server.
func (g *Guild) Voice() Voice { return Voice{g} }

// Join brings a person into a voice channel; "" takes them out.
func (v Voice) Join(p *Person, channel ID) error {
	s := v.g.s
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Voice(s.w.Guilds.Find(v.g.id)).Enter(p.id, channel)
}

// Expel takes the bot out of its channel, as a moderator does.
func (v Voice) Expel() {
	s := v.g.s
	s.w.Lock()
	defer s.w.Unlock()
	s.w.Voice(s.w.Guilds.Find(v.g.id)).Expel(s.w.App)
}

// Limit says how many people may be in a voice channel at once; 0 is any number.
func (v Voice) Limit(channel ID, people int) {
	s := v.g.s
	s.w.Lock()
	defer s.w.Unlock()
	next := *s.w.Channels.Find(channel)
	next.UserLimit = people
	s.w.Channels.Save(&next, true)
}

// Bot is the channel in which the bot is; "" for none.
func (v Voice) Bot() ID {
	s := v.g.s
	s.w.Lock()
	defer s.w.Unlock()
	state, _ := s.w.Voice(s.w.Guilds.Find(v.g.id)).Of(s.w.App)
	return state.Channel
}

// Sounds are the names of the sounds that the bot has sent in a channel, oldest first.
func (v Voice) Sounds(channel ID) []string {
	s := v.g.s
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.Voice(s.w.Guilds.Find(v.g.id)).Played(channel)
}

// A voiceAPI serves the endpoints of voice states and of sounds.
type voiceAPI struct{ eventAPI }

func (s *voiceAPI) getVoiceState(q *call) (int, any, error) {
	g, err := s.inGuild(q)
	if err != nil {
		return 0, nil, err
	}
	user := ID(q.arg["user"])
	if user == "@me" {
		user = s.w.App
	}
	state, ok := s.w.Voice(g).Of(user)
	if !ok {
		return 0, nil, wire.ErrUnknownVoiceState
	}
	return 200, map[string]any{
		"channel_id": state.Channel, "guild_id": g.ID, "user_id": user, "session_id": state.Session, "deaf": false, "mute": false, "self_deaf": state.Deaf,
		"self_mute": state.Muted, "self_stream": false, "self_video": false, "suppress": state.Suppress, "request_to_speak_timestamp": nil,
	}, nil
}

func (s *voiceAPI) getDefaultSounds(*call) (int, any, error) {
	all := []any{}
	for _, one := range world.Sounds {
		all = append(all, map[string]any{"sound_id": one.ID, "name": one.Name, "emoji_name": one.Emoji, "emoji_id": nil, "volume": 1, "available": true})
	}
	return 200, all, nil
}

// postSound sends a sound to all who are in a voice channel. The bot must be there, and be
// neither deaf nor mute: so the documentation says. Which code refuses it otherwise is a guess.
func (s *voiceAPI) postSound(q *call) (int, any, error) {
	c, err := s.channel(q, 0)
	switch {
	case err != nil:
		return 0, nil, err
	case c.Type != ChannelVoice:
		return 0, nil, wire.ErrChannelType
	case s.w.Permissions.In(c)&(world.PermSpeak|world.PermSoundboard) != world.PermSpeak|world.PermSoundboard:
		return 0, nil, wire.ErrMissingPermissions
	}
	id := ID(q.body.Object.TrimmedString("sound_id", 1, 20))
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	i := slices.IndexFunc(world.Sounds, func(one world.Sound) bool { return one.ID == id })
	if i < 0 {
		return 0, nil, wire.ErrUnknownSound
	}
	g := s.w.Guilds.Find(c.Guild)
	voice := s.w.Voice(g)
	if at, ok := voice.Of(s.w.App); s.w.Faults.On.SoundRefused || !ok || at.Channel != c.ID || at.Deaf || at.Muted || at.Suppress {
		return 0, nil, wire.ErrNotInVoice
	}
	voice.Play(c, world.Sounds[i])
	return 204, nil, nil
}
