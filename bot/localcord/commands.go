package localcord

import (
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
)

// define makes or replaces a command of a scope. The caller holds mu.
func (s *Server) define(c *Command, guild ID) (made bool) {
	c.Guild, c.Version = guild, s.newID()
	for i, old := range s.commands {
		if old.Guild == guild && old.Kind == c.Kind && old.Name == c.Name {
			c.ID = old.ID
			s.commands[i] = c
			s.keepCommands()
			return false
		}
	}
	c.ID = s.newID()
	s.commands = append(s.commands, c)
	s.keepCommands()
	return true
}

func (s *Server) keepCommands() {
	var all []map[string]any
	for _, c := range s.commands {
		all = append(all, map[string]any{"id": c.ID, "guild": c.Guild, "version": c.Version, "raw": c.Raw})
	}
	s.journal.put("commands", "", all)
	s.tellAll(event{"type": "commands"})
	s.change()
}

func (s *Server) getCommands(q *call) (int, any, error) {
	out := []any{}
	for _, c := range s.commands {
		if c.Guild == q.guildOf() {
			out = append(out, c.Wire(s.app, q.r.URL.Query().Get("with_localizations") == "true"))
		}
	}
	return 200, out, nil
}

func (q *call) guildOf() ID { return ID(q.arg["guild"]) }

func (s *Server) scope(q *call) error {
	if ID(q.arg["app"]) != s.app {
		return wire.ErrNotYourApplication
	}
	if g, ok := q.arg["guild"]; ok && ID(g) != s.guild {
		return wire.ErrMissingAccess
	}
	return nil
}

func (s *Server) listCommands(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	return s.getCommands(q)
}

func (s *Server) putCommands(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	if q.body.List == nil {
		q.body.Form.Add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return 0, nil, q.body.Form.Err()
	}
	var all []*Command
	names := map[string]int{}
	kinds := map[int]int{}
	for i, v := range q.body.List {
		m, ok := v.(map[string]any)
		if !ok {
			q.body.Form.Add(strconv.Itoa(i), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
			continue
		}
		c := wire.ReadCommand(wire.NewObject(m, strconv.Itoa(i), q.body.Form))
		key := strconv.Itoa(c.Kind) + " " + c.Name
		if _, twice := names[key]; twice {
			q.body.Form.Add(strconv.Itoa(i)+"\x00name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = i
		kinds[c.Kind]++
		all = append(all, c)
	}
	if kinds[1] > 100 || kinds[2] > 15 || kinds[3] > 15 {
		return 0, nil, wire.ErrTooManyCommands
	}
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	s.commands = slices.DeleteFunc(s.commands, func(c *Command) bool {
		_, stays := names[strconv.Itoa(c.Kind)+" "+c.Name]
		return c.Guild == q.guildOf() && !stays
	})
	out := []any{}
	for _, c := range all {
		s.define(c, q.guildOf())
		out = append(out, c.Wire(s.app, true))
	}
	if len(all) == 0 {
		s.keepCommands()
	}
	return 200, out, nil
}

func (s *Server) postCommand(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	c := wire.ReadCommand(q.body.Object)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	n := 0
	for _, old := range s.commands {
		if old.Guild == q.guildOf() && old.Kind == c.Kind && old.Name != c.Name {
			n++
		}
	}
	if n >= 100 || c.Kind != 1 && n >= 15 {
		return 0, nil, wire.ErrTooManyCommands
	}
	status := 200
	if s.define(c, q.guildOf()) {
		status = 201
	}
	return status, c.Wire(s.app, true), nil
}

func (s *Server) findCommand(q *call) (*Command, error) {
	if err := s.scope(q); err != nil {
		return nil, err
	}
	for _, c := range s.commands {
		if c.ID == ID(q.arg["command"]) && c.Guild == q.guildOf() {
			return c, nil
		}
	}
	return nil, wire.ErrUnknownCommand
}

func (s *Server) getCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, c.Wire(s.app, true), nil
}

func (s *Server) patchCommand(q *call) (int, any, error) {
	old, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	m := map[string]any{}
	for k, v := range old.Raw {
		m[k] = v
	}
	for k, v := range q.body.Fields {
		m[k] = v
	}
	c := wire.ReadCommand(wire.NewObject(m, "", q.body.Form))
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	c.ID, c.Guild, c.Version = old.ID, old.Guild, s.newID()
	s.commands[slices.Index(s.commands, old)] = c
	s.keepCommands()
	return 200, c.Wire(s.app, true), nil
}

func (s *Server) deleteCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	s.commands = slices.DeleteFunc(s.commands, func(o *Command) bool { return o == c })
	s.keepCommands()
	return 204, nil, nil
}

// usable says whether a person may use a command in a channel.
func (s *Server) usable(c *Command, p *person, ch *Channel) bool {
	if c.Permissions != nil && s.memberPermissions(p)&*c.Permissions != *c.Permissions && ch.Type != channelDM {
		return false
	}
	where := 0
	if ch.Type == channelDM {
		where = 1
	}
	if c.Guild != "" && where == 1 {
		return false
	}
	return c.Contexts == nil || slices.Contains(c.Contexts, where)
}
