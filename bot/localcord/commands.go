package localcord

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A commandAPI serves the endpoints of application commands, and runs the commands
// of people.
type commandAPI struct{ interactions }

func (s *commandAPI) getCommands(q *call) (int, any, error) {
	out := []any{}
	for _, c := range s.w.Commands.All() {
		if c.Guild == q.guildOf() {
			out = append(out, c.Wire(s.w.App, q.r.URL.Query().Get("with_localizations") == "true"))
		}
	}
	return 200, out, nil
}

func (q *call) guildOf() ID { return ID(q.arg["guild"]) }

func (s *commandAPI) scope(q *call) error {
	if ID(q.arg["app"]) != s.w.App {
		return wire.ErrNotYourApplication
	}
	if g, ok := q.arg["guild"]; ok && len(s.w.Guilds.Having(func(o *world.Guild) bool { return o.ID == ID(g) })) == 0 {
		return wire.ErrMissingAccess
	}
	return nil
}

func (s *commandAPI) listCommands(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	return s.getCommands(q)
}

func (s *commandAPI) putCommands(q *call) (int, any, error) {
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
	s.w.Commands.Retain(func(c *Command) bool {
		_, stays := names[strconv.Itoa(c.Kind)+" "+c.Name]
		return c.Guild != q.guildOf() || stays
	})
	out := []any{}
	for _, c := range all {
		s.w.Commands.Define(c, q.guildOf())
		out = append(out, c.Wire(s.w.App, true))
	}
	if len(all) == 0 {
		s.w.Commands.Keep()
	}
	return 200, out, nil
}

func (s *commandAPI) postCommand(q *call) (int, any, error) {
	if err := s.scope(q); err != nil {
		return 0, nil, err
	}
	c := wire.ReadCommand(q.body.Object)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	n := 0
	for _, old := range s.w.Commands.All() {
		if old.Guild == q.guildOf() && old.Kind == c.Kind && old.Name != c.Name {
			n++
		}
	}
	if n >= 100 || c.Kind != 1 && n >= 15 {
		return 0, nil, wire.ErrTooManyCommands
	}
	status := 200
	if s.w.Commands.Define(c, q.guildOf()) {
		status = 201
	}
	return status, c.Wire(s.w.App, true), nil
}

func (s *commandAPI) findCommand(q *call) (*Command, error) {
	if err := s.scope(q); err != nil {
		return nil, err
	}
	for _, c := range s.w.Commands.All() {
		if c.ID == ID(q.arg["command"]) && c.Guild == q.guildOf() {
			return c, nil
		}
	}
	return nil, wire.ErrUnknownCommand
}

func (s *commandAPI) getCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, c.Wire(s.w.App, true), nil
}

func (s *commandAPI) patchCommand(q *call) (int, any, error) {
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

func (s *commandAPI) deleteCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	s.w.Commands.Retain(func(o *Command) bool { return o != c })
	s.w.Commands.Keep()
	return 204, nil, nil
}

// path finds a command and the option list below its subcommand.
func (s *commandAPI) path(p *world.Person, c *Channel, name, sub string) (*Command, []*CommandOption, error) {
	for _, cmd := range s.w.Commands.All() {
		if cmd.Kind != 1 || cmd.Name != name || !s.w.Commands.Usable(cmd, p, c) {
			continue
		}
		options := cmd.Options
		for _, word := range strings.Fields(sub) {
			i := slices.IndexFunc(options, func(o *CommandOption) bool {
				return o.Name == word && (o.Type == wire.OptionSub || o.Type == wire.OptionGroup)
			})
			if i < 0 {
				return nil, nil, world.ClientError("there is no such command")
			}
			options = options[i].Options
		}
		for _, o := range options {
			if o.Type == wire.OptionSub || o.Type == wire.OptionGroup {
				return nil, nil, world.ClientError("the command needs a subcommand")
			}
		}
		return cmd, options, nil
	}
	return nil, nil, world.ClientError("there is no such command")
}

// command runs a chat command, or with focused set asks for suggestions. The
// caller holds mu.
func (s *commandAPI) command(p *world.Person, c *Channel, name, sub string, given map[string]any, focused, nonce string) (*interaction, error) {
	cmd, options, err := s.path(p, c, name, sub)
	if err != nil {
		return nil, err
	}
	if !s.w.People.IsHere(p, c) {
		return nil, world.ErrGone
	}
	if c.Archived {
		return nil, errArchived
	}
	kind := askCommand
	if focused != "" {
		kind = askComplete
	}
	resolved := map[string]any{}
	out, err := s.givenOptions(c, options, given, focused, resolved)
	if err != nil {
		return nil, err
	}
	out = below(strings.Fields(sub), out)
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": cmd.Kind}
	if out != nil {
		data["options"] = out
	}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	if cmd.Guild != "" {
		data["guild_id"] = cmd.Guild
	}
	x := s.ask(kind, p, c, nil, data, nonce)
	x.Words = strings.TrimSpace(name + " " + sub)
	return x, nil
}

// below puts options below the subcommand, and that below its group.
func below(words []string, options []any) []any {
	for i, word := range slices.Backward(words) {
		w := map[string]any{"name": word, "type": wire.OptionSub}
		if i == 0 && len(words) == 2 {
			w["type"] = wire.OptionGroup
		}
		if options == nil {
			options = []any{}
		}
		w["options"] = options
		options = []any{w}
	}
	return options
}

// givenOptions are the options that a person gave, as Discord sends them, in the order of
// the command. What they name comes into resolved. The caller holds mu.
func (s *commandAPI) givenOptions(c *Channel, options []*CommandOption, given map[string]any, focused string, resolved map[string]any) (out []any, err error) {
	used, asked := 0, false
	for _, o := range options {
		v, ok := given[o.Name]
		if ok && v != nil {
			used++
		}
		if !ok || v == nil || v == "" && o.Name != focused {
			if o.Required && focused == "" {
				return nil, world.ClientError(fmt.Sprintf("the option %q is needed", o.Name))
			}
			if o.Name != focused {
				continue
			}
			v = ""
		}
		w := map[string]any{"name": o.Name, "type": o.Type}
		if o.Name == focused {
			if !o.Autocomplete {
				return nil, world.ClientError("that option has no suggestions")
			}
			asked = true
			w["focused"], w["value"] = true, wire.Text(v) // it is half-written, so it is a text, for every type
		} else if w["value"], err = s.optionValue(c, o, v, resolved, focused != ""); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	if used < len(given) && focused == "" {
		for name := range given {
			if !slices.ContainsFunc(options, func(o *CommandOption) bool { return o.Name == name }) {
				return nil, world.ClientError(fmt.Sprintf("there is no option %q", name))
			}
		}
	}
	if focused != "" && !asked {
		return nil, world.ClientError("there is no such option")
	}
	return out, nil
}

// optionValue turns what a person gave in a channel into the JSON of the option's type.
func (s *commandAPI) optionValue(in *Channel, o *CommandOption, v any, resolved map[string]any, lax bool) (any, error) {
	t := wire.Text(v)
	bad := world.ClientError(fmt.Sprintf("%q is not possible for %q", t, o.Name))
	var out any = t
	switch o.Type {
	case wire.OptionString:
		n := utf8.RuneCountInString(t)
		if !lax && (n > 6000 || o.MinLen != nil && n < *o.MinLen || o.MaxLen != nil && n > *o.MaxLen) {
			return nil, bad
		}
	case wire.OptionInteger, wire.OptionNumber:
		n, value, err := numberOf(o.Type, t)
		if !lax && (err != nil || o.Min != nil && value < *o.Min || o.Max != nil && value > *o.Max) {
			return nil, bad
		}
		if err == nil {
			out = n
		}
	case wire.OptionBoolean:
		out = t == "true"
	case wire.OptionUser:
		p := s.w.People.Find(ID(t))
		if p == nil {
			return nil, bad
		}
		resolved["users"] = merge(resolved["users"], p.ID, p.User())
		g := s.w.Guilds.Find(in.Guild)
		if !g.Has(p.ID) {
			break // Discord takes the id of any user, and resolves a member only if there is one
		}
		w := g.Member(p)
		delete(w, "user")
		resolved["members"] = merge(resolved["members"], p.ID, w)
	case wire.OptionChannel:
		c := s.w.Channels.Find(ID(t))
		if c == nil || c.Guild != in.Guild {
			return nil, bad
		}
		resolved["channels"] = merge(resolved["channels"], c.ID, s.w.Channels.Wire(c))
	default:
		return nil, bad
	}
	if lax {
		return out, nil
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return wire.Text(c.Value) == t }) {
		return nil, bad
	}
	return out, nil
}

// numberOf reads a number of an option's type: as its JSON, and as a value to compare.
func numberOf(kind int, t string) (any, float64, error) {
	if kind == wire.OptionInteger {
		n, err := strconv.ParseInt(t, 10, 64)
		return n, float64(n), err
	}
	f, err := strconv.ParseFloat(t, 64)
	return f, f, err
}

func merge(into any, id ID, v any) map[ID]any {
	m, ok := into.(map[ID]any)
	if !ok {
		m = map[ID]any{}
	}
	m[id] = v
	return m
}
