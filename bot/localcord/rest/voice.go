package rest

import (
	"slices"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// voice serves the endpoints of voice states and of sounds.
type voice struct{ w *world.World }

func (s *voice) getVoiceState(q *call) (int, any, error) {
	g, err := q.inGuild()
	if err != nil {
		return 0, nil, err
	}
	user := wire.ID(q.arg["user"])
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

func (s *voice) getDefaultSounds(*call) (int, any, error) {
	all := []any{}
	for _, one := range world.Sounds {
		all = append(all, map[string]any{"sound_id": one.ID, "name": one.Name, "emoji_name": one.Emoji, "emoji_id": nil, "volume": 1, "available": true})
	}
	return 200, all, nil
}

// postSound sends a sound to all who are in a voice channel. The bot must be there, and be
// neither deaf nor mute: so the documentation says. Which code refuses it otherwise is a guess.
func (s *voice) postSound(q *call) (int, any, error) {
	c, err := q.inChannel(0)
	switch {
	case err != nil:
		return 0, nil, err
	case c.Type != world.ChannelVoice:
		return 0, nil, wire.ErrChannelType
	case s.w.Permissions.In(c)&(world.PermSpeak|world.PermSoundboard) != world.PermSpeak|world.PermSoundboard:
		return 0, nil, wire.ErrMissingPermissions
	}
	id := wire.ID(q.body.Object.TrimmedString("sound_id", 1, 20))
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
