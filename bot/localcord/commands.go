package localcord

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Types of options.
const (
	optionSub     = 1
	optionGroup   = 2
	optionString  = 3
	optionInteger = 4
	optionBoolean = 5
	optionUser    = 6
	optionChannel = 7
	optionNumber  = 10
)

// commandName is Discord's own expression for names of chat commands.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// locales are the languages in which Discord can be used.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// readCommand reads and checks one definition.
func readCommand(o object) *Command {
	c := &Command{Kind: 1, Raw: o.m}
	if o.set("type") {
		c.Kind = o.choice("type", 1, 2, 3)
	}
	chat := c.Kind == 1
	size := nameAndDescription(o, chat)
	c.Name, _ = o.m["name"].(string)
	c.Description, _ = o.m["description"].(string)
	if v := o.m["default_member_permissions"]; v != nil {
		n, err := strconv.ParseUint(show(v), 10, 64)
		if err != nil {
			o.wrong("default_member_permissions", "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", show(v))
		} else {
			c.Permissions = &n
		}
	}
	if o.set("contexts") {
		c.Contexts = []int{}
		for i, v := range o.list("contexts", 1, 3) {
			n, err := strconv.Atoi(show(v))
			if err != nil || n < 0 || n > 2 {
				o.form.add(o.at("contexts")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {0, 1, 2}.")
				continue
			}
			c.Contexts = append(c.Contexts, n)
		}
	}
	for i, v := range o.list("integration_types", 1, 2) {
		if n, err := strconv.Atoi(show(v)); err != nil || n < 0 || n > 1 {
			o.form.add(o.at("integration_types")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {0, 1}.")
		}
	}
	if !chat && len(o.list("options", 0, 25)) > 0 {
		o.wrong("options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Options are not allowed for this type of command")
	}
	if chat {
		c.Options = readOptions(o, 0, &size)
	}
	if size > 8000 {
		o.wrong("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	return c
}

// nameAndDescription checks both with their localisations and returns how many
// characters they count for: the longest of each.
func nameAndDescription(o object, chat bool) int {
	name := func(o object, key string) int {
		v, _ := o.m[key].(string)
		if t := o.text(key, 1, 32); chat && t != "" && (!commandName.MatchString(t) || strings.ToLower(t) != t) {
			o.wrong(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
		return utf8.RuneCountInString(v)
	}
	size := 0
	if o.need("name") {
		size = name(o, "name")
	}
	if l, ok := o.inner("name_localizations"); ok {
		for key := range l.m {
			l.locale(key)
			size = max(size, name(l, key))
		}
	}
	long := 0
	if chat {
		if o.need("description") {
			long = utf8.RuneCountInString(o.text("description", 1, 100))
		}
	} else if o.text("description", 0, 100) != "" {
		o.wrong("description", "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Descriptions are not allowed for this type of command")
	}
	if l, ok := o.inner("description_localizations"); ok {
		for key := range l.m {
			l.locale(key)
			long = max(long, utf8.RuneCountInString(l.text(key, 1, 100)))
		}
	}
	return size + long
}

func (o object) locale(key string) {
	if !slices.Contains(locales, key) {
		o.wrong(key, "BASE_TYPE_CHOICES", "Value must be one of ('%s').", strings.Join(locales, "', '"))
	}
}

func readOptions(o object, depth int, size *int) []*CommandOption {
	var all []*CommandOption
	names := map[string]bool{}
	optional, subs := false, 0
	for _, x := range o.items("options", 0, 25) {
		*size += nameAndDescription(x, true)
		op := &CommandOption{Required: x.truth("required"), Autocomplete: x.truth("autocomplete")}
		op.Name, _ = x.m["name"].(string)
		if !x.need("type") {
			continue
		}
		types := []int{3, 4, 5, 6, 7, 8, 9, 10, 11}
		switch depth {
		case 0:
			types = append([]int{1, 2}, types...)
		case 1:
			types = append([]int{1}, types...)
		}
		if op.Type = x.choice("type", types...); op.Type == 0 {
			continue
		}
		if names[op.Name] {
			x.wrong("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option name must be unique")
		}
		names[op.Name] = true
		if op.Type == optionSub || op.Type == optionGroup {
			subs++
			below := 2
			if op.Type == optionGroup {
				below = 1
			}
			op.Options = readOptions(x, below, size)
			for _, child := range op.Options {
				if op.Type == optionGroup && child.Type != optionSub {
					x.wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
				}
			}
		} else if x.set("options") && len(x.list("options", 0, 25)) > 0 {
			x.wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
		}
		if op.Required && optional {
			x.wrong("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !op.Required
		readChoice(x, op, size)
		all = append(all, op)
	}
	if subs > 0 && subs < len(all) {
		o.wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
	}
	return all
}

func readChoice(x object, op *CommandOption, size *int) {
	number := op.Type == optionInteger || op.Type == optionNumber
	for _, c := range x.items("choices", 0, 25) {
		*size += nameLength(c)
		ch := Choice{Value: c.m["value"]}
		ch.Name, _ = c.m["name"].(string)
		if c.need("value") {
			if op.Type == optionString {
				*size += utf8.RuneCountInString(c.text("value", 1, 100))
			} else if _, err := strconv.ParseFloat(show(ch.Value), 64); err != nil {
				c.wrong("value", "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", show(ch.Value))
			}
		}
		op.Choices = append(op.Choices, ch)
	}
	if len(op.Choices) > 0 && !number && op.Type != optionString {
		x.wrong("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_NOT_ALLOWED", "Choices are not allowed for this type of option")
	}
	if op.Autocomplete && len(op.Choices) > 0 {
		x.wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete cannot be used with choices")
	}
	if op.Autocomplete && !number && op.Type != optionString {
		x.wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED", "Autocomplete is not allowed for this type of option")
	}
	bound := func(key string) *float64 {
		if !x.set(key) {
			return nil
		}
		f, err := strconv.ParseFloat(show(x.m[key]), 64)
		if err != nil || math.Abs(f) > 1<<53 {
			x.wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not a number.", show(x.m[key]))
			return nil
		}
		if !number {
			x.wrong(key, "APPLICATION_COMMAND_OPTION_BOUND_NOT_ALLOWED", "%s is not allowed for this type of option", key)
		}
		return &f
	}
	op.Min, op.Max = bound("min_value"), bound("max_value")
	op.MinLen, op.MaxLen = x.whole("min_length", 0, 6000), x.whole("max_length", 1, 6000)
	if (op.MinLen != nil || op.MaxLen != nil) && op.Type != optionString {
		x.wrong("min_length", "APPLICATION_COMMAND_OPTION_BOUND_NOT_ALLOWED", "Lengths are not allowed for this type of option")
	}
}

func nameLength(c object) int {
	n := 0
	if c.need("name") {
		n = utf8.RuneCountInString(c.text("name", 1, 100))
	}
	if l, ok := c.inner("name_localizations"); ok {
		for key := range l.m {
			l.locale(key)
			n = max(n, utf8.RuneCountInString(l.text(key, 1, 100)))
		}
	}
	return n
}

// wire is the command as Discord's JSON has it.
func (c *Command) wire(app ID, localised bool) map[string]any {
	m := map[string]any{
		"id": c.ID, "application_id": app, "version": c.Version, "type": c.Kind, "name": c.Name, "description": c.Description,
		"default_member_permissions": nil, "nsfw": c.Raw["nsfw"] == true, "contexts": nil, "integration_types": []int{0},
		"dm_permission": c.Guild == "",
	}
	if c.Guild != "" {
		m["guild_id"] = c.Guild
	}
	if c.Permissions != nil {
		m["default_member_permissions"] = strconv.FormatUint(*c.Permissions, 10)
	}
	if c.Contexts != nil {
		m["contexts"] = c.Contexts
	}
	if c.Raw["integration_types"] != nil {
		m["integration_types"] = c.Raw["integration_types"]
	}
	if c.Raw["options"] != nil {
		m["options"] = c.Raw["options"]
	}
	if localised {
		for _, k := range []string{"name_localizations", "description_localizations"} {
			m[k] = c.Raw[k]
		}
	}
	return m
}

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
			out = append(out, c.wire(s.app, q.r.URL.Query().Get("with_localizations") == "true"))
		}
	}
	return 200, out, nil
}

func (q *call) guildOf() ID { return ID(q.arg["guild"]) }

func (s *Server) scope(q *call) error {
	if ID(q.arg["app"]) != s.app {
		return errNotYours
	}
	if g, ok := q.arg["guild"]; ok && ID(g) != s.guild {
		return errAccess
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
	if q.body.list == nil {
		q.body.form.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return 0, nil, q.body.form.err()
	}
	var all []*Command
	names := map[string]int{}
	kinds := map[int]int{}
	for i, v := range q.body.list {
		m, ok := v.(map[string]any)
		if !ok {
			q.body.form.add(strconv.Itoa(i), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
			continue
		}
		c := readCommand(object{m, strconv.Itoa(i), q.body.form})
		key := strconv.Itoa(c.Kind) + " " + c.Name
		if _, twice := names[key]; twice {
			q.body.form.add(strconv.Itoa(i)+"\x00name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		names[key] = i
		kinds[c.Kind]++
		all = append(all, c)
	}
	if kinds[1] > 100 || kinds[2] > 15 || kinds[3] > 15 {
		return 0, nil, errTooManyCmds
	}
	if err := q.body.form.err(); err != nil {
		return 0, nil, err
	}
	s.commands = slices.DeleteFunc(s.commands, func(c *Command) bool {
		_, stays := names[strconv.Itoa(c.Kind)+" "+c.Name]
		return c.Guild == q.guildOf() && !stays
	})
	out := []any{}
	for _, c := range all {
		s.define(c, q.guildOf())
		out = append(out, c.wire(s.app, true))
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
	c := readCommand(q.body.object)
	if err := q.body.form.err(); err != nil {
		return 0, nil, err
	}
	n := 0
	for _, old := range s.commands {
		if old.Guild == q.guildOf() && old.Kind == c.Kind && old.Name != c.Name {
			n++
		}
	}
	if n >= 100 || c.Kind != 1 && n >= 15 {
		return 0, nil, errTooManyCmds
	}
	status := 200
	if s.define(c, q.guildOf()) {
		status = 201
	}
	return status, c.wire(s.app, true), nil
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
	return nil, errCommand
}

func (s *Server) getCommand(q *call) (int, any, error) {
	c, err := s.findCommand(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, c.wire(s.app, true), nil
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
	for k, v := range q.body.m {
		m[k] = v
	}
	c := readCommand(object{m, "", q.body.form})
	if err := q.body.form.err(); err != nil {
		return 0, nil, err
	}
	c.ID, c.Guild, c.Version = old.ID, old.Guild, s.newID()
	s.commands[slices.Index(s.commands, old)] = c
	s.keepCommands()
	return 200, c.wire(s.app, true), nil
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
