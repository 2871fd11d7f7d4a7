package page

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Languages are the languages that people choose from, as custom ids carry them.
// "auto" is what Discord says.
var Languages = []string{"auto", "en", "ru"}

// StoredLanguage is a chosen language as it is stored: empty for Discord's.
func StoredLanguage(chosen string) (lang string, ok bool) {
	if !slices.Contains(Languages, chosen) {
		return "", false
	}
	if chosen == "auto" {
		return "", true
	}
	return chosen, true
}

// Yes and No are the arguments of controls that switch something.
const (
	Yes = "yes"
	No  = "no"
)

// YesNo is the argument of a control that switches something on or off.
func YesNo(is bool) string {
	if is {
		return Yes
	}
	return No
}

// NamedMenu says in a menu what is chosen there: before each value stands what it is a value of.
func NamedMenu(f *screen.Frame, m discord.Menu, name ui.Text) discord.Menu {
	m.Placeholder = Short(f, name, discord.MaxPlaceholder)
	for i, o := range m.Options {
		m.Options[i].Label = Short(f, ui.T("bot.menu.named", name, ui.Literal(o.Label)), discord.MaxOptionText)
	}
	return m
}

// ChoiceMenu is a menu of values, whose names stand in the catalogue behind a prefix.
func ChoiceMenu(f *screen.Frame, action Action, values []string, prefix, now string) discord.Menu {
	m := discord.Menu{CustomID: CustomID{Action: action}.String()}
	for _, v := range values {
		m.Options = append(m.Options, discord.MenuOption{Label: Plain(f, ui.T(prefix+v)), Value: v, Default: v == now})
	}
	return m
}

// A Group is the settings of a server that stand in one form. A group of more settings than a form
// has room for has several forms.
type Group string

// The groups. [Groups] has them in their order.
const (
	TableSettings   Group = "tables"     // who plays where, and how
	MessageSettings Group = "messages"   // what the bot says, when and in which language
	OrderSettings   Group = "moderation" // what is refused, and who is told of what is done
	OtherSettings   Group = ""           // of a feature that names no group
)

// Groups are the groups in the order of their buttons.
var Groups = []Group{TableSettings, MessageSettings, OrderSettings, OtherSettings}

// Boards is whether a server shows what was played there, and Listed whether others are shown
// what a person played: unless the server or the person says no. They are settings of the
// results of matches. Each feature that shows who played asks both.
var (
	Boards = Choice{Name: "boards", Group: MessageSettings, Rank: 55, Action: "boards", Key: "bot.settings.boards", Values: []string{Yes, No}}
	Listed = Choice{Name: "listed", Action: "listed", Icon: "🏆", Key: "bot.me.listed", Values: []string{Yes, No}}
)

// A Choice is a setting of a feature, as it is shown. It says its key with the value, which has
// words of its own behind the key and a dot. Behind them are more words: ".which" names it, and
// ".choice." with a value is that value in a form. A person's has a button, which says ".press."
// with the value that it ends, and leads to the next.
//
// A channel of a server may be chosen instead. Behind the key are ".none" then, and ".choose" in the
// menu of channels.
type Choice struct {
	Name    string   // by which what was chosen is saved, and of a server's in its form
	Group   Group    // a server's stands in its form
	Rank    int      // a server's stand in this order; those of the bot have 10, 20 and so on
	Action  Action   // of the button of a person's, and of the menu that a server's had in former versions; it stands in messages, so it stays
	Icon    string   // of the button
	Key     string   // of its words
	Values  []string // as custom ids carry them
	Now     string   // one of them
	Channel bool     // a channel is chosen; Values is empty, and Now is its id or empty

	Say *text.Catalogue // nil for the words of the bot
}

// Saying is a frame that speaks in some words; nil are the bot's.
func Saying(f *screen.Frame, say *text.Catalogue) *screen.Frame {
	if say == nil {
		return f
	}
	other := *f
	other.Say = say
	return &other
}

// Line says what was chosen.
func (c Choice) Line(f *screen.Frame) string {
	f = Saying(f, c.Say)
	switch {
	case c.Channel && c.Now != "":
		return Raw(f, ui.T(c.Key, ui.Name(0)), "<#"+c.Now+">")
	case c.Channel:
		return Rich(f, ui.T(c.Key, ui.T(c.Key+".none")))
	}
	return Rich(f, ui.T(c.Key, ui.T(c.Key+"."+c.Now)))
}

// Changed says from what to what it was changed.
func (c Choice) Changed(f *screen.Frame, old, now string) string {
	f = Saying(f, c.Say)
	value := func(v string) string {
		switch {
		case c.Channel && v != "":
			return "<#" + v + ">"
		case c.Channel:
			return Rich(f, ui.T(c.Key+".none"))
		case !slices.Contains(c.Values, v): // of another version
			return v
		}
		return Rich(f, ui.T(c.Key+"."+v))
	}
	return Changed(Rich(f, ui.T(c.Key+".which")), value(old), value(now))
}

// Field is the field in which a value of a server is chosen.
func (c Choice) Field(f *screen.Frame) discord.Component {
	f = Saying(f, c.Say)
	label := Short(f, ui.T(c.Key+".which"), discord.MaxInputLabel)
	if c.Channel {
		m := discord.Menu{Kind: discord.ChannelMenu, CustomID: c.Name, Label: label, Placeholder: Short(f, ui.T(c.Key+".choose"), discord.MaxPlaceholder), Description: Short(f, ui.T("bot.settings.empty"), discord.MaxInputHint)}
		if id, err := discord.ParseID(c.Now); err == nil {
			m.Chosen = []discord.ID{id}
		}
		return m
	}
	return OneOf(f, c.Name, label, c.Values, c.Key+".choice.", c.Now)
}

// mostRadio is how many options of a form are all shown; of more there is a menu.
const mostRadio = 4

// OneOf is a field of a form in which one of some values is chosen, whose names stand in the catalogue
// behind a prefix.
func OneOf(f *screen.Frame, id, label string, values []string, prefix, now string) discord.Component {
	var options []discord.MenuOption
	for _, v := range values {
		options = append(options, discord.MenuOption{Label: Short(f, ui.T(prefix+v), discord.MaxOptionText), Value: v, Default: v == now})
	}
	if len(options) > mostRadio {
		return discord.Menu{CustomID: id, Label: label, Options: options, Required: true}
	}
	return discord.Radio{CustomID: id, Label: label, Options: options, Required: true}
}

// Which names a server's setting in a language.
func (c Choice) Which(lang text.Lang) ui.Text { return c.label(lang, ".which") }

// Allowed are the values of a server's setting, in words of a language.
func (c Choice) Allowed(lang text.Lang) (list []ui.Text) {
	if c.Channel {
		return []ui.Text{c.label(lang, ".choose")}
	}
	for _, v := range c.Values {
		list = append(list, c.label(lang, ".choice."+v))
	}
	return list
}

func (c Choice) label(lang text.Lang, behind string) ui.Text {
	say := c.Say
	if say == nil {
		return ui.T(c.Key + behind)
	}
	return ui.Literal(Label(say, lang, ui.T(c.Key+behind)))
}

// maxRefused is how many characters of a refused value are said. A person may have typed thousands.
const maxRefused = 60

// RefuseValue refuses a value of a setting, and says which ones there are.
func RefuseValue(which ui.Text, value string, allowed []ui.Text) error {
	value, _ = screen.Cut(value, maxRefused)
	return games.Refuse("bot.settings.refuse.value", which, value, allowed)
}

// RefuseSetting refuses a value of a setting for a reason.
func RefuseSetting(which, why ui.Text) error {
	return games.Refuse("bot.settings.refuse.why", which, why)
}

// Button is the button that switches it to its next value.
func (c Choice) Button(f *screen.Frame) discord.Button {
	next := c.Values[(slices.Index(c.Values, c.Now)+1)%len(c.Values)]
	return Button(Saying(f, c.Say), ui.T(c.Key+".press."+c.Now), c.Icon, discordgo.SecondaryButton, CustomID{Action: c.Action, Arg: next})
}

// Buttons lead to the operator's documents.
func (l Links) Buttons(f *screen.Frame) (row discord.Row) {
	for _, doc := range []struct{ key, url string }{{"bot.link.privacy", l.Privacy}, {"bot.link.terms", l.Terms}} {
		if doc.url != "" {
			row = append(row, discord.Button{Style: discordgo.LinkButton, URL: doc.url, Label: Short(f, ui.T(doc.key), discord.MaxLabel)})
		}
	}
	return row
}

// LanguageMenu is a menu of languages; now is the one that is set, or empty.
func LanguageMenu(f *screen.Frame, id CustomID, now string) discord.Menu {
	m := discord.Menu{CustomID: id.String()}
	for _, l := range Languages {
		m.Options = append(m.Options, discord.MenuOption{
			Label: Plain(f, ui.T("bot.language."+l)), Value: l, Default: l == now || l == "auto" && now == "",
		})
	}
	return m
}
