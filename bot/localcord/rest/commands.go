package rest

import (
	"strconv"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// commands serve the endpoints of application commands.
type commands struct{ w *world.World }

func (s *commands) getCommands(q *call) (int, any, error) {
	out := []any{}
	for _, c := range s.w.Commands.All() {
		if c.Guild == q.guildID() {
			out = append(out, c.Wire(s.w.App, q.r.URL.Query().Get("with_localizations") == "true"))
		}
	}
	return 200, out, nil
}

func (s *commands) scope(q *call) error {
	if wire.ID(q.arg["app"]) != s.w.App {
		return wire.ErrNotYourApplication
	}
	if g, ok := q.arg["guild"]; ok && len(s.w.Guilds.Having(func(o *world.Guild) bool { return o.ID == wire.ID(g) })) == 0 {
		return wire.ErrMissingAccess
	}
	return nil
}

func (s *commands) listCommands(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	return s.getCommands(q)
}

func (s *commands) putCommands(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	if q.body.List == nil {
		q.body.Form.Add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return 0, nil, q.body.Form.Err()
	}
	var all []*wire.Command
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
	s.w.Commands.Retain(func(c *wire.Command) bool {
		_, stays := names[strconv.Itoa(c.Kind)+" "+c.Name]
		return c.Guild != q.guildID() || stays
	})
	out := []any{}
	for _, c := range all {
		s.w.Commands.Define(c, q.guildID())
		out = append(out, c.Wire(s.w.App, true))
	}
	if len(all) == 0 {
		s.w.Commands.Keep()
	}
	return 200, out, nil
}

func (s *commands) postCommand(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	c := wire.ReadCommand(q.body.Object)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	n := 0
	for _, old := range s.w.Commands.All() {
		if old.Guild == q.guildID() && old.Kind == c.Kind && old.Name != c.Name {
			n++
		}
	}
	if n >= 100 || c.Kind != 1 && n >= 15 {
		return 0, nil, wire.ErrTooManyCommands
	}
	status := 200
	if s.w.Commands.Define(c, q.guildID()) {
		status = 201
	}
	return status, c.Wire(s.w.App, true), nil
}

func (s *commands) findCommand(q *call) (*wire.Command, error) {
	if err := s.scope(q); err != nil {
		return nil, err
	}
	for _, c := range s.w.Commands.All() {
		if c.ID == wire.ID(q.arg["command"]) && c.Guild == q.guildID() {
			return c, nil
		}
	}
	return nil, wire.ErrUnknownCommand
}

func (s *commands) getCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, c.Wire(s.w.App, true), nil
}

func (s *commands) patchCommand(q *call) (int, any, error) {
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
	c.ID, c.Guild, c.Version = old.ID, old.Guild, s.w.NewID()
	s.w.Commands.Replace(old, c)
	return 200, c.Wire(s.w.App, true), nil
}

func (s *commands) deleteCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	s.w.Commands.Retain(func(o *wire.Command) bool { return o != c })
	s.w.Commands.Keep()
	return 204, nil, nil
}
