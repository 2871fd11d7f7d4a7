package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// NoQuiet is what stands in the form for a server without quiet hours.
const NoQuiet = "none"

// quietHours are the hours that one can choose, as a form carries them.
var quietHours = []string{"21-8", "22-7", "22-8", "22-10", "23-7", "23-8", "23-10", "0-7", "0-8", "0-10", "1-9", "8-18", "9-17"}

// form is a form of the settings of a group.
type form struct {
	group  kit.Group
	id     kit.CustomID
	name   ui.Text
	fields []discord.Component
}

// forms are the forms of all settings. A group whose settings do not fit in one form has several.
func (p Pages) forms(f *screen.Frame, h HomePage) (list []form) {
	for _, g := range kit.Groups {
		n := 0
		for some := range slices.Chunk(p.fields(f, h, g), discord.MaxInputs) {
			one := form{g, kit.CustomID{Action: Form, Arg: string(g)}, groupName(g), some}
			if n++; n > 1 {
				one.id.Arg += ":" + strconv.Itoa(n)
				one.name = ui.T("bot.settings.group.more", groupName(g), n)
				if r, ok := some[0].(discord.Radio); ok && len(some) == 1 { // it holds nothing else
					one.name = ui.Literal(r.Label)
				}
			}
			list = append(list, one)
		}
	}
	return list
}

// Form is the form that an argument of [Form] names, with what the server chose. It is false where
// there is no such form.
func (p Pages) Form(lang text.Lang, h HomePage, arg string) (discord.Modal, bool) {
	f := p.Note(lang)
	for _, one := range p.forms(f, h) {
		if one.id.Arg != arg {
			continue
		}
		m := discord.Modal{CustomID: one.id.String(), Title: kit.Short(f, one.name, discord.MaxModalTitle)}
		for _, c := range one.fields {
			m.Rows = append(m.Rows, discord.Row{c})
		}
		return m, true
	}
	return discord.Modal{}, false
}

// fields are the fields of a group, in their order.
func (p Pages) fields(f *screen.Frame, h HomePage, g kit.Group) (all []discord.Component) {
	type field struct {
		rank int
		discord.Component
	}
	var list []field
	for name, is := range groups {
		if is.Group == g && name != HomeOptions { // those have a page
			list = append(list, field{is.rank, p.field(f, h, name)})
		}
	}
	for _, c := range h.Choices {
		if c.Group == g {
			list = append(list, field{c.Rank, c.Field(f)})
		}
	}
	slices.SortStableFunc(list, func(a, b field) int { return a.rank - b.rank })
	for _, x := range list {
		all = append(all, x.Component)
	}
	return all
}

// field is the field of a setting that is no feature's.
func (p Pages) field(f *screen.Frame, h HomePage, name string) discord.Component {
	label, is := kit.Short(f, nameOf(name), discord.MaxInputLabel), h.Values[name]
	hint := func(key string) string { return kit.Short(f, ui.T(key), discord.MaxInputHint) }
	switch name {
	case HomeLanguage:
		if is == "" {
			is = "auto"
		}
		return kit.OneOf(f, name, label, kit.Languages, "bot.language.", is)
	case HomeOpeners:
		return discord.Menu{Kind: discord.RoleMenu, CustomID: name, Label: label, Description: hint("bot.home.openers.empty"), Placeholder: hint("bot.home.openers.choose"), Chosen: ids(is)}
	case HomeChannels:
		return discord.Menu{Kind: discord.ChannelMenu, CustomID: name, Label: label, Description: hint("bot.home.channels.empty"), Placeholder: hint("bot.home.channels.choose"), Max: discord.MaxOptions, Chosen: ids(is)}
	case HomeQuiet:
		return quietMenu(f, name, label, is)
	case HomeZone:
		q, _ := ParseQuiet(h.Values[HomeQuiet])
		m := kit.ZoneMenu(f, kit.CustomID{}, h.Moment, q.Zone)
		m.CustomID, m.Label = name, label
		return m
	}
	return kit.OneOf(f, name, label, Autos, "bot."+map[string]string{HomeThreads: "home.threads", HomeAutos: "settings.autos"}[name]+".choice.", is)
}

// quietMenu is the menu of quiet hours, of which a server may have others than those that are
// offered: a former version saved them.
func quietMenu(f *screen.Frame, name, label, is string) discord.Menu {
	now, _, some := strings.Cut(is, ":")
	list := quietHours
	if !some {
		now = NoQuiet
	} else if !slices.Contains(list, now) {
		list = append([]string{now}, list...)
	}
	m := discord.Menu{CustomID: name, Label: label, Required: true, Placeholder: kit.Short(f, ui.T("bot.home.quiet.choose"), discord.MaxPlaceholder), Options: []discord.MenuOption{
		{Label: kit.Short(f, ui.T("bot.home.quiet.reset"), discord.MaxOptionText), Value: NoQuiet, Default: now == NoQuiet},
	}}
	for _, v := range list {
		m.Options = append(m.Options, discord.MenuOption{Label: kit.Plain(f, hours(v)), Value: v, Default: v == now})
	}
	return m
}

// hours says from when to when it is quiet.
func hours(value string) ui.Text {
	from, to, _ := strings.Cut(value, "-")
	return ui.T("bot.calls.hours.some", from, to)
}

// ChosenQuiet are the quiet hours that were chosen in a form, which is hostile, in place of those that
// there are. It is false where they are none that can be chosen.
func ChosenQuiet(was, chosen, zone string, usual kit.Zone) (value string, ok bool) {
	q, some := ParseQuiet(was)
	if !some {
		q.Zone = usual
	}
	if zone != "" {
		if q.Zone, ok = kit.ChosenZone(zone); !ok {
			return "", false
		}
	}
	now, _, _ := strings.Cut(was, ":")
	switch {
	case chosen == "": // the zone alone
		chosen = now
	case chosen == NoQuiet:
		return "", true
	case chosen != now && !slices.Contains(quietHours, chosen):
		return "", false
	}
	if chosen == "" {
		return "", true
	}
	_, to, _ := strings.Cut(q.String(), ":")
	return chosen + ":" + to, true
}

// Allowed are the values of a setting that is no feature's, in words.
func (p Pages) Allowed(lang text.Lang, name string) (list []ui.Text) {
	key := func(prefix string, values []string) (list []ui.Text) {
		for _, v := range values {
			list = append(list, ui.T(prefix+v))
		}
		return list
	}
	switch name {
	case HomeLanguage:
		return key("bot.language.", kit.Languages)
	case HomeOpeners:
		return key("bot.home.openers.", []string{"choose", "empty"})
	case HomeChannels:
		return key("bot.home.channels.", []string{"choose", "empty"})
	case HomeThreads:
		return key("bot.home.threads.choice.", Autos)
	case HomeAutos:
		return key("bot.settings.autos.choice.", Autos)
	}
	list = []ui.Text{ui.T("bot.home.quiet.reset")}
	for _, v := range quietHours {
		list = append(list, hours(v))
	}
	return list
}

// NameOf is what a setting is called.
func NameOf(name string) ui.Text { return nameOf(name) }

// ids are the ids of a value of a setting.
func ids(value string) (list []discord.ID) {
	for one := range strings.SplitSeq(value, ",") {
		if id, err := discord.ParseID(one); err == nil {
			list = append(list, id)
		}
	}
	return list
}
