package localcord

import (
	"encoding/json"
	"slices"

	"oneiros/bot/localcord/session"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// A voiceState says that a user is in a voice channel or a stage. It is lost when the server
// ends, as calls are.
type voiceState struct {
	channel  ID
	session  string // of the gateway, for the bot
	muted    bool   // by itself
	deaf     bool   // likewise
	suppress bool   // in a stage, in which it has not spoken
}

// A sound is one of Discord's own, which every server has.
type sound struct {
	ID    ID     `json:"sound_id"`
	Name  string `json:"name"`
	Emoji string `json:"emoji_name"`
}

var defaultSounds = []sound{
	{"1", "quack", "🦆"}, {"2", "airhorn", "🔊"}, {"3", "cricket", "🦗"}, {"4", "golf clap", "👏"}, {"5", "sad horn", "🎺"}, {"6", "ba dum tss", "🥁"},
}

// Voice is what happens in the voice channels of a server, for tests.
type Voice struct{ g *Guild }

// Voice is what happens in the voice channels of the server.
func (g *Guild) Voice() Voice { return Voice{g} }

// Join brings a person into a voice channel; "" takes them out.
func (v Voice) Join(p *Person, channel ID) error {
	s := v.g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	return voiceRoom{&s.gateway, s.guild(v.g.id)}.enter(p.id, channel)
}

// Expel takes the bot out of its channel, as a moderator does.
func (v Voice) Expel() {
	s := v.g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.guild(v.g.id).voices, s.app)
	s.change()
}

// Limit says how many people may be in a voice channel at once; 0 is any number.
func (v Voice) Limit(channel ID, people int) {
	s := v.g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	next := *s.channels[channel]
	next.UserLimit = people
	s.saveChannel(&next, true)
}

// Bot is the channel in which the bot is; "" for none.
func (v Voice) Bot() ID {
	s := v.g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	state, _ := voiceRoom{&s.gateway, s.guild(v.g.id)}.of(s.app)
	return state.channel
}

// Sounds are the names of the sounds that the bot has sent in a channel, oldest first.
func (v Voice) Sounds(channel ID) []string {
	s := v.g.s
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.guild(v.g.id).sounds[channel])
}

// A voiceRoom is what goes on in the voice channels of a server. The lock of the world guards it.
type voiceRoom struct {
	s *gateway
	g *guild
}

// of is the voice state of a user. That of the bot ends with its session of the gateway.
func (r voiceRoom) of(user ID) (voiceState, bool) {
	s, g := r.s, r.g
	state, ok := g.voices[user]
	if !ok || s.channels[state.channel] == nil {
		return voiceState{}, false
	}
	if user != s.app {
		return state, g.has(user)
	}
	if s.sessions.Find(state.session) == nil {
		return voiceState{}, false
	}
	return state, true
}

// set saves the voice state of a user; a channel "" is none. A full channel lets no person in.
func (r voiceRoom) set(user ID, state voiceState) bool {
	s, g := r.s, r.g
	c := s.channels[state.channel]
	if state.channel == "" {
		delete(g.voices, user)
		return true
	}
	if c == nil || !c.voice() || c.Guild != g.ID {
		return false
	}
	others := 0
	for other := range g.voices {
		if at, ok := r.of(other); ok && other != user && at.channel == c.ID {
			others++
		}
	}
	if c.UserLimit > 0 && others >= c.UserLimit {
		return false
	}
	if g.voices == nil {
		g.voices = map[ID]voiceState{}
	}
	g.voices[user] = state
	return true
}

// hearVoice is op 4. Discord answers only sessions with the intent of voice states, and one that
// may not enter nothing at all. It returns a close code.
func hearVoice(s *gateway, in *session.Session, d json.RawMessage) int {
	var want struct {
		Guild   ID   `json:"guild_id"`
		Channel *ID  `json:"channel_id"`
		Mute    bool `json:"self_mute"`
		Deaf    bool `json:"self_deaf"`
	}
	if json.Unmarshal(d, &want) != nil {
		return 4002
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guild(want.Guild)
	if s.faults.On.VoiceUnanswered || g == nil || g.state != GuildAvailable || want.Guild.Shard(in.Shards) != in.Shard {
		return 0
	}
	state := voiceState{session: in.ID, muted: want.Mute, deaf: want.Deaf}
	if want.Channel != nil {
		state.channel = *want.Channel
	}
	if c := s.channels[state.channel]; c != nil {
		if s.botPermissions(c)&(permViewChannel|permConnect) != permViewChannel|permConnect {
			return 0
		}
		state.suppress = c.Type == channelStage
	}
	if r := (voiceRoom{s, g}); r.set(s.app, state) {
		r.tell()
	}
	return 0
}

// tell tells web clients who is in which voice channel.
func (r voiceRoom) tell() {
	r.s.streams.Tell(r.g.has, stream.Event{"type": "voice", "guild": r.g.ID, "voices": r.all()})
	r.s.change()
}

// all are the channels of those who are in one.
func (r voiceRoom) all() map[ID]ID {
	all := map[ID]ID{}
	for user := range r.g.voices {
		if state, ok := r.of(user); ok {
			all[user] = state.channel
		}
	}
	return all
}

// enter brings a person into a voice channel, or out of all.
func (r voiceRoom) enter(user, channel ID) error {
	switch {
	case !r.g.has(user):
		return errGone
	case !r.set(user, voiceState{channel: channel}):
		return clientError("the channel is full, or there is no such voice channel")
	}
	r.tell()
	return nil
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
		user = s.app
	}
	state, ok := voiceRoom{&s.gateway, g}.of(user)
	if !ok {
		return 0, nil, wire.ErrUnknownVoiceState
	}
	return 200, map[string]any{
		"channel_id": state.channel, "guild_id": g.ID, "user_id": user, "session_id": state.session, "deaf": false, "mute": false, "self_deaf": state.deaf,
		"self_mute": state.muted, "self_stream": false, "self_video": false, "suppress": state.suppress, "request_to_speak_timestamp": nil,
	}, nil
}

func (s *voiceAPI) getDefaultSounds(*call) (int, any, error) {
	all := []any{}
	for _, one := range defaultSounds {
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
	case s.botPermissions(c)&(permSpeak|permSoundboard) != permSpeak|permSoundboard:
		return 0, nil, wire.ErrMissingPermissions
	}
	id := ID(q.body.Object.TrimmedString("sound_id", 1, 20))
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	i := slices.IndexFunc(defaultSounds, func(one sound) bool { return one.ID == id })
	if i < 0 {
		return 0, nil, wire.ErrUnknownSound
	}
	g := s.guild(c.Guild)
	room := voiceRoom{&s.gateway, g}
	if at, ok := room.of(s.app); s.faults.On.SoundRefused || !ok || at.channel != c.ID || at.deaf || at.muted || at.suppress {
		return 0, nil, wire.ErrNotInVoice
	}
	if g.sounds == nil {
		g.sounds = map[ID][]string{}
	}
	g.sounds[c.ID] = append(g.sounds[c.ID], defaultSounds[i].Name)
	s.streams.Tell(s.readers(c), stream.Event{"type": "sound", "channel": c.ID, "name": defaultSounds[i].Name, "emoji": defaultSounds[i].Emoji, "hears": room.in(c.ID)})
	s.change()
	return 204, nil, nil
}

// in are those who are in a voice channel.
func (r voiceRoom) in(channel ID) (all []ID) {
	for user, at := range r.all() {
		if at == channel {
			all = append(all, user)
		}
	}
	return all
}

// callVoice brings a person into a voice channel of the server that it is of, or out of all.
func callVoice(s *gateway, p *person, channel ID) error {
	c := s.channels[channel]
	if c != nil && !s.isOpen(c, p.ID) {
		return clientError("there is no such channel")
	}
	var of []*guild
	for _, g := range s.guilds {
		_, in := g.voices[p.ID]
		if c != nil && g.ID == c.Guild || c == nil && in {
			of = append(of, g)
		}
	}
	for _, g := range of {
		if err := (voiceRoom{s, g}).enter(p.ID, channel); err != nil {
			return err
		}
	}
	return nil
}
