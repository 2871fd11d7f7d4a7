package localcord

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
