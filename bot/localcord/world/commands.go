package world

import (
	"slices"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
)

// Commands are the bot's commands.
type Commands struct {
	w    *World
	list []*wire.Command
}

// All are all commands, of all servers.
func (s *Commands) All() []*wire.Command { return s.list }

// Define adds a command to a guild, or to all with "", or replaces it.
func (s *Commands) Define(c *wire.Command, guild wire.ID) (made bool) {
	c.Guild, c.Version = guild, s.w.NewID()
	for i, old := range s.list {
		if old.Guild == guild && old.Kind == c.Kind && old.Name == c.Name {
			c.ID = old.ID
			s.list[i] = c
			s.Keep()
			return false
		}
	}
	c.ID = s.w.NewID()
	s.list = append(s.list, c)
	s.Keep()
	return true
}

// Replace puts a command in the place of another.
func (s *Commands) Replace(old, c *wire.Command) {
	s.list[slices.Index(s.list, old)] = c
	s.Keep()
}

// Retain keeps the commands for which stays is true, and deletes the others. [Commands.Keep] has
// to follow.
func (s *Commands) Retain(stays func(*wire.Command) bool) {
	s.list = slices.DeleteFunc(s.list, func(c *wire.Command) bool { return !stays(c) })
}

// Keep saves and tells the commands.
func (s *Commands) Keep() {
	var all []map[string]any
	for _, c := range s.list {
		all = append(all, map[string]any{"id": c.ID, "guild": c.Guild, "version": c.Version, "raw": c.Raw})
	}
	s.w.Journal.Put("commands", "", all)
	s.tell()
	s.w.Wake()
}

// tell tells every person the commands that they may use.
func (s *Commands) tell() {
	s.w.Streams.TellEach(func(u wire.ID) stream.Event {
		if p := s.w.People.Find(u); p != nil {
			return stream.Event{"type": "commands", "commands": s.Of(p)}
		}
		return nil
	})
}

// Of are the commands that a person may use, as Discord's JSON has them.
func (s *Commands) Of(p *Person) []any {
	out := []any{}
	for _, c := range s.list {
		g := s.w.Guilds.Home()
		if c.Guild != "" {
			g = s.w.Guilds.Find(c.Guild)
		}
		if g.Has(p.ID) && (c.Permissions == nil || g.Permissions(p.ID)&*c.Permissions == *c.Permissions) {
			out = append(out, c.Wire(s.w.App, true))
		}
	}
	return out
}

// Usable reports whether a person may use a command in a channel.
func (s *Commands) Usable(c *wire.Command, p *Person, ch *Channel) bool {
	if c.Permissions != nil && s.w.Guilds.Find(ch.Guild).Permissions(p.ID)&*c.Permissions != *c.Permissions && ch.Type != ChannelDM {
		return false
	}
	where := 0
	if ch.Type == ChannelDM {
		where = 1
	}
	if c.Guild != "" && c.Guild != ch.Guild {
		return false
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, where)
}
