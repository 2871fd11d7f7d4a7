package gateway

import (
	"cmp"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"oneiros/bot/discord"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"
)

// event decodes what the bot wants to know. It runs in discordgo's reading
// goroutine.
func (s *session) event(e *discordgo.Event) {
	d := s.shard
	d.stats.events.Add(1)
	s.handling.Lock()
	defer s.handling.Unlock()
	if s.dropped.Load() {
		return
	}
	defer d.catch() // panics of decoding; deliver catches the handler's
	if e.Sequence > 0 {
		defer s.seq.Store(e.Sequence) // what cannot be read is not repeated
	}
	if hear := d.config.Heard; hear != nil {
		hear(discordsName(e.Type), e.RawData)
	}
	v, err := s.read(e)
	if err != nil {
		d.stats.unread.Add(1)
		d.log.Error().Str("event", e.Type).Err(err).Msg("decode event failed")
		return
	}
	if v != nil {
		d.deliver(s.handle, v)
	}
	switch v.(type) {
	case discord.Ready, discord.Restored:
		s.seq.Store(e.Sequence)
		d.save()
	}
}

// deliver calls the handler and catches its panics. It reports whether there was none.
func deliver(log zerolog.Logger, handle func(discord.ShardID, discord.Event), shard discord.ShardID, e discord.Event) (fine bool) {
	defer func() {
		if p := recover(); p != nil {
			logPanic(log, p)
		}
	}()
	handle(shard, e)
	return true
}

// deliver calls the handler, and counts its panics.
func (d *Shard) deliver(handle func(discord.ShardID, discord.Event), e discord.Event) {
	if !deliver(d.log, handle, d.id, e) {
		d.stats.panics.Add(1)
	}
}

// catch ends a panic, counts it and logs it. It is to be deferred.
func (d *Shard) catch() {
	if p := recover(); p != nil {
		d.stats.panics.Add(1)
		logPanic(d.log, p)
	}
}

// logPanic logs a panic.
func logPanic(log zerolog.Logger, p any) {
	// The value of a panic may hold anything, unless it is the runtime's.
	what := fmt.Sprintf("%T", p)
	if err, ok := p.(interface {
		error
		RuntimeError()
	}); ok {
		what = err.Error()
	}
	log.Error().Str("panic", what).Bytes("stack", debug.Stack()).Msg("handle event panicked")
}

// read decodes an event. It returns nil for an event that the bot does not want.
func (s *session) read(e *discordgo.Event) (discord.Event, error) {
	switch e.Type {
	case "INTERACTION_CREATE", unreadInteraction:
		return s.readInteraction(e.RawData)
	case "READY":
		return s.readReady(e.RawData)
	case "RESUMED":
		return s.readResumed(), nil
	case "GUILD_CREATE":
		return s.shard.readGuildCreate(e.RawData)
	case "GUILD_DELETE":
		return s.shard.readGuildDelete(e.RawData)
	case "MESSAGE_CREATE", unreadMessage:
		return s.shard.readMessageCreate(e.RawData)
	case "MESSAGE_DELETE", "MESSAGE_DELETE_BULK":
		return readMessageDelete(e.RawData)
	case "CHANNEL_DELETE", "THREAD_DELETE":
		var d struct {
			ID    discord.ID `json:"id"`
			Guild discord.ID `json:"guild_id"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return discord.ChannelDeleted{Guild: d.Guild, Channel: d.ID}, err
	case "GUILD_BAN_ADD":
		var d struct {
			Guild discord.ID       `json:"guild_id"`
			User  discord.WireUser `json:"user"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return discord.MemberBanned{Guild: d.Guild, User: d.User.ID}, err
	case "CHANNEL_UPDATE", "THREAD_UPDATE":
		var d struct {
			ID     discord.ID `json:"id"`
			Guild  discord.ID `json:"guild_id"`
			Thread struct {
				Archived bool `json:"archived"`
				Locked   bool `json:"locked"`
			} `json:"thread_metadata"`
		}
		err := json.Unmarshal(e.RawData, &d)
		if d.Thread.Archived {
			return discord.ThreadArchived{Guild: d.Guild, Channel: d.ID, Locked: d.Thread.Locked}, err
		}
		return discord.PermissionsChanged{Guild: d.Guild, Channel: d.ID}, err
	case "GUILD_ROLE_UPDATE", "GUILD_MEMBER_UPDATE":
		var d struct {
			Guild discord.ID `json:"guild_id"`
		}
		err := json.Unmarshal(e.RawData, &d)
		return discord.PermissionsChanged{Guild: d.Guild}, err
	}
	return readScheduled(e.Type, e.RawData)
}

// readInteraction decodes an interaction, unless it was handled before. Of a session
// that a crashed process left, no record tells which of the repeated ones were. They are
// left out, so that none is handled twice.
func (s *session) readInteraction(b []byte) (discord.Event, error) {
	d, now := s.shard, time.Now()
	ix, err := discord.DecodeInteraction(b, now)
	if err != nil {
		return nil, err
	}
	d.sender.Clock().Pressed(ix.ID, now)
	if !d.seen.Add(ix.ID) || s.isDoubtful() {
		d.stats.again.Add(1)
		return nil, nil
	}
	d.stats.interactions.Add(1)
	return ix, nil
}

func (s *session) readReady(b []byte) (discord.Event, error) {
	var r struct {
		Session string           `json:"session_id"`
		Resume  string           `json:"resume_gateway_url"`
		User    discord.WireUser `json:"user"`
		App     struct {
			ID discord.ID `json:"id"`
		} `json:"application"`
		Guilds []struct {
			ID discord.ID `json:"id"`
		} `json:"guilds"`
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, err
	}
	d := s.shard
	s.mu.Lock()
	s.id, s.resume = r.Session, cmp.Or(r.Resume, s.first)
	if !isTrusted(s.resume, s.first) {
		s.resume = s.first
	}
	s.mu.Unlock()
	d.app.Store(uint64(r.App.ID))
	d.bot.Store(uint64(r.User.ID))
	d.stats.identifies.Add(1)
	left, _, _ := d.starts.budget()
	d.log.Info().Int("guilds", len(r.Guilds)).Int("left", left).Msg("begin gateway session")
	ready := discord.Ready{App: r.App.ID, Bot: r.User.User("")}
	d.mu.Lock()
	clear(d.guilds)
	d.others = 0
	for _, x := range r.Guilds {
		ready.Guilds = append(ready.Guilds, x.ID)
		d.guilds[x.ID] = false
	}
	d.mu.Unlock()
	return ready, nil
}

// readResumed reads that the session goes on. When it is another process's, this
// process hears of the guilds that are away.
func (s *session) readResumed() discord.Event {
	d := s.shard
	d.stats.resumes.Add(1)
	s.mu.Lock()
	restored := s.restored
	s.restored, s.doubtful = false, false
	s.mu.Unlock()
	if !restored {
		return discord.Resumed{}
	}
	d.log.Info().Msg("resume saved gateway session")
	saved, _ := d.saved(s)
	return discord.Restored{App: saved.App, Away: saved.Away}
}

// save has the session saved soon.
func (d *Shard) save() {
	select {
	case d.saves <- struct{}{}:
	default:
	}
}

// lately is how long ago the bot joined a guild that is new.
const lately = 10 * time.Minute

func (d *Shard) readGuildCreate(b []byte) (discord.Event, error) {
	var r struct {
		ID          discord.ID `json:"id"`
		Name        string     `json:"name"`
		Locale      string     `json:"preferred_locale"`
		Joined      time.Time  `json:"joined_at"`
		Unavailable bool       `json:"unavailable"`
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, err
	}
	d.mu.Lock()
	_, known := d.guilds[r.ID]
	if !known && d.others > 0 && time.Since(r.Joined) > lately { // one of the saved session
		known = true
		d.others--
	}
	d.guilds[r.ID] = !r.Unavailable
	d.mu.Unlock()
	if r.Unavailable {
		return discord.GuildLeft{ID: r.ID, Unavailable: true}, nil
	}
	return discord.GuildJoined{ID: r.ID, Name: r.Name, Locale: r.Locale, New: !known, Joined: r.Joined}, nil
}

func (d *Shard) readGuildDelete(b []byte) (discord.Event, error) {
	var r struct {
		ID          discord.ID `json:"id"`
		Unavailable bool       `json:"unavailable"`
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, named := d.guilds[r.ID]; !named && d.others > 0 {
		d.others--
	}
	if r.Unavailable {
		d.guilds[r.ID] = false
	} else {
		delete(d.guilds, r.ID)
	}
	return discord.GuildLeft(r), nil
}

// readMessageCreate reads of a message only where it is, and leaves out the bot's
// own.
func (h *Shard) readMessageCreate(b []byte) (discord.Event, error) {
	var d struct {
		ID      discord.ID `json:"id"`
		Channel discord.ID `json:"channel_id"`
		Author  struct {
			ID discord.ID `json:"id"`
		} `json:"author"`
	}
	if err := json.Unmarshal(b, &d); err != nil {
		return nil, err
	}
	if d.Author.ID == discord.ID(h.bot.Load()) {
		return nil, nil
	}
	return discord.MessageCreated{Channel: d.Channel, Message: d.ID}, nil
}

// readMessageDelete reads one deleted message or several.
func readMessageDelete(b []byte) (discord.Event, error) {
	var d struct {
		ID      discord.ID   `json:"id"`
		IDs     []discord.ID `json:"ids"`
		Channel discord.ID   `json:"channel_id"`
		Guild   discord.ID   `json:"guild_id"`
	}
	err := json.Unmarshal(b, &d)
	if d.ID != 0 {
		d.IDs = append(d.IDs, d.ID)
	}
	return discord.MessagesDeleted{Guild: d.Guild, Channel: d.Channel, Messages: d.IDs}, err
}
