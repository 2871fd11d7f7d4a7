package interaction

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// Command runs a chat command, or with focused set asks for suggestions.
func (s Client) Command(p *world.Person, c *world.Channel, name, sub string, given map[string]any, focused, nonce string) (*Interaction, error) {
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
	x := s.asked.ask(kind, p, c, nil, data, nonce)
	x.Words = strings.TrimSpace(name + " " + sub)
	return x, nil
}

// path finds a command and the option list below its subcommand.
func (s Client) path(p *world.Person, c *world.Channel, name, sub string) (*wire.Command, []*wire.CommandOption, error) {
	for _, cmd := range s.w.Commands.All() {
		if cmd.Kind != 1 || cmd.Name != name || !s.w.Commands.Usable(cmd, p, c) {
			continue
		}
		options := cmd.Options
		for _, word := range strings.Fields(sub) {
			i := slices.IndexFunc(options, func(o *wire.CommandOption) bool {
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
// the command. What they name comes into resolved.
func (s Client) givenOptions(c *world.Channel, options []*wire.CommandOption, given map[string]any, focused string, resolved map[string]any) (out []any, err error) {
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
			if !slices.ContainsFunc(options, func(o *wire.CommandOption) bool { return o.Name == name }) {
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
func (s Client) optionValue(in *world.Channel, o *wire.CommandOption, v any, resolved map[string]any, lax bool) (any, error) {
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
		p := s.w.People.Find(wire.ID(t))
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
		c := s.w.Channels.Find(wire.ID(t))
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
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c wire.Choice) bool { return wire.Text(c.Value) == t }) {
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

func merge(into any, id wire.ID, v any) map[wire.ID]any {
	m, ok := into.(map[wire.ID]any)
	if !ok {
		m = map[wire.ID]any{}
	}
	m[id] = v
	return m
}
