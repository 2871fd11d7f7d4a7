package wire

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Command is an application command as the bot defined it.
type Command struct {
	ID          ID
	Guild       ID // "" for a global command
	Kind        int
	Name        string
	Description string
	Permissions *uint64 // what a member needs, by default
	Contexts    []int   // where it can be used; nil is everywhere
	Options     []*CommandOption
	Version     ID
	Raw         map[string]any // fields that Discord sends back as they came, such as localisations
}

// A CommandOption is an option, subcommand or group of a command.
type CommandOption struct {
	Type         int
	Name         string
	Required     bool
	Autocomplete bool
	Choices      []Choice
	Min, Max     *float64
	MinLen       *int
	MaxLen       *int
	Options      []*CommandOption
}

// Types of options.
const (
	OptionSub     = 1
	OptionGroup   = 2
	OptionString  = 3
	OptionInteger = 4
	OptionBoolean = 5
	OptionUser    = 6
	OptionChannel = 7
	OptionNumber  = 10
)

// commandName is Discord's own expression for names of chat commands, without the most
// signs: with them each start of a program would take milliseconds to compile it.
var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`)

// Locales are the languages in which Discord can be used.
var Locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

// ReadCommand reads and checks one definition.
func ReadCommand(o Object) *Command {
	c := &Command{Kind: 1, Raw: o.Fields}
	if o.IsSet("type") {
		c.Kind = o.OneOf("type", 1, 2, 3)
	}
	chat := c.Kind == 1
	size := nameAndDescription(o, chat)
	c.Name, _ = o.Fields["name"].(string)
	c.Description, _ = o.Fields["description"].(string)
	if v := o.Fields["default_member_permissions"]; v != nil {
		n, err := strconv.ParseUint(Text(v), 10, 64)
		if err != nil {
			o.Wrong("default_member_permissions", "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", Text(v))
		} else {
			c.Permissions = &n
		}
	}
	if o.IsSet("contexts") {
		c.Contexts = []int{}
		for i, v := range o.List("contexts", 1, 3) {
			n, err := strconv.Atoi(Text(v))
			if err != nil || n < 0 || n > 2 {
				o.Form.Add(o.at("contexts")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {0, 1, 2}.")
				continue
			}
			c.Contexts = append(c.Contexts, n)
		}
	}
	for i, v := range o.List("integration_types", 1, 2) {
		if n, err := strconv.Atoi(Text(v)); err != nil || n < 0 || n > 1 {
			o.Form.Add(o.at("integration_types")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of {0, 1}.")
		}
	}
	if !chat && len(o.List("options", 0, 25)) > 0 {
		o.Wrong("options", "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED", "Options are not allowed for this type of command")
	}
	if chat {
		c.Options = readOptions(o, 0, &size)
	}
	if size > 8000 {
		o.Wrong("", "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
	}
	return c
}

// nameAndDescription checks both with their localisations. It returns how many
// characters they count for: those of the longest name and the longest description.
func nameAndDescription(o Object, chat bool) int {
	name := func(o Object, key string) int {
		v, _ := o.Fields[key].(string)
		if t := o.String(key, 1, 32); chat && t != "" && (utf8.RuneCountInString(t) > 32 || !commandName.MatchString(t) || strings.ToLower(t) != t) {
			o.Wrong(key, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
		}
		return utf8.RuneCountInString(v)
	}
	size := 0
	if o.Require("name") {
		size = name(o, "name")
	}
	if l, ok := o.Child("name_localizations"); ok {
		for key := range l.Fields {
			l.locale(key)
			size = max(size, name(l, key))
		}
	}
	long := 0
	if chat {
		if o.Require("description") {
			long = utf8.RuneCountInString(o.String("description", 1, 100))
		}
	} else if o.String("description", 0, 100) != "" {
		o.Wrong("description", "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", "Descriptions are not allowed for this type of command")
	}
	if l, ok := o.Child("description_localizations"); ok {
		for key := range l.Fields {
			l.locale(key)
			long = max(long, utf8.RuneCountInString(l.String(key, 1, 100)))
		}
	}
	return size + long
}

func (o Object) locale(key string) {
	if !slices.Contains(Locales, key) {
		o.Wrong(key, "BASE_TYPE_CHOICES", "Value must be one of ('%s').", strings.Join(Locales, "', '"))
	}
}

func readOptions(o Object, depth int, size *int) []*CommandOption {
	var all []*CommandOption
	names := map[string]bool{}
	optional, subs := false, 0
	for _, x := range o.Objects("options", 0, 25) {
		*size += nameAndDescription(x, true)
		op := &CommandOption{Required: x.Bool("required"), Autocomplete: x.Bool("autocomplete")}
		op.Name, _ = x.Fields["name"].(string)
		if !x.Require("type") {
			continue
		}
		types := []int{3, 4, 5, 6, 7, 8, 9, 10, 11}
		switch depth {
		case 0:
			types = append([]int{1, 2}, types...)
		case 1:
			types = append([]int{1}, types...)
		}
		if op.Type = x.OneOf("type", types...); op.Type == 0 {
			continue
		}
		if names[op.Name] {
			x.Wrong("name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option name must be unique")
		}
		names[op.Name] = true
		if op.Type == OptionSub || op.Type == OptionGroup {
			subs++
			below := 2
			if op.Type == OptionGroup {
				below = 1
			}
			op.Options = readOptions(x, below, size)
			for _, child := range op.Options {
				if op.Type == OptionGroup && child.Type != OptionSub {
					x.Wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
				}
			}
		} else if x.IsSet("options") && len(x.List("options", 0, 25)) > 0 {
			x.Wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
		}
		if op.Required && optional {
			x.Wrong("", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !op.Required
		readChoice(x, op, size)
		all = append(all, op)
	}
	if subs > 0 && subs < len(all) {
		o.Wrong("options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command option type is invalid")
	}
	return all
}

func readChoice(x Object, op *CommandOption, size *int) {
	number := op.Type == OptionInteger || op.Type == OptionNumber
	for _, c := range x.Objects("choices", 0, 25) {
		*size += nameLength(c)
		ch := Choice{Value: c.Fields["value"]}
		ch.Name, _ = c.Fields["name"].(string)
		if c.Require("value") {
			if op.Type == OptionString {
				*size += utf8.RuneCountInString(c.String("value", 1, 100))
			} else if _, err := strconv.ParseFloat(Text(ch.Value), 64); err != nil {
				c.Wrong("value", "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", Text(ch.Value))
			}
		}
		op.Choices = append(op.Choices, ch)
	}
	if len(op.Choices) > 0 && !number && op.Type != OptionString {
		x.Wrong("choices", "APPLICATION_COMMAND_OPTIONS_CHOICES_NOT_ALLOWED", "Choices are not allowed for this type of option")
	}
	if op.Autocomplete && len(op.Choices) > 0 {
		x.Wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete cannot be used with choices")
	}
	if op.Autocomplete && !number && op.Type != OptionString {
		x.Wrong("autocomplete", "APPLICATION_COMMAND_AUTOCOMPLETE_NOT_ALLOWED", "Autocomplete is not allowed for this type of option")
	}
	bound := func(key string) *float64 {
		if !x.IsSet(key) {
			return nil
		}
		f, err := strconv.ParseFloat(Text(x.Fields[key]), 64)
		if err != nil || math.Abs(f) > 1<<53 {
			x.Wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not a number.", Text(x.Fields[key]))
			return nil
		}
		if !number {
			x.Wrong(key, "APPLICATION_COMMAND_OPTION_BOUND_NOT_ALLOWED", "%s is not allowed for this type of option", key)
		}
		return &f
	}
	op.Min, op.Max = bound("min_value"), bound("max_value")
	op.MinLen, op.MaxLen = x.OptionalInt("min_length", 0, 6000), x.OptionalInt("max_length", 1, 6000)
	if (op.MinLen != nil || op.MaxLen != nil) && op.Type != OptionString {
		x.Wrong("min_length", "APPLICATION_COMMAND_OPTION_BOUND_NOT_ALLOWED", "Lengths are not allowed for this type of option")
	}
}

func nameLength(c Object) int {
	n := 0
	if c.Require("name") {
		n = utf8.RuneCountInString(c.String("name", 1, 100))
	}
	if l, ok := c.Child("name_localizations"); ok {
		for key := range l.Fields {
			l.locale(key)
			n = max(n, utf8.RuneCountInString(l.String(key, 1, 100)))
		}
	}
	return n
}

// Wire is the command as Discord's JSON has it, on request with localisations.
func (c *Command) Wire(app ID, localised bool) map[string]any {
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
