package route

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/page"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Phrase is what something is called in each of our languages.
type Phrase map[text.Lang]string

// Local is a phrase by the names that Discord gives our languages.
func (p Phrase) Local() map[discordgo.Locale]string {
	return map[discordgo.Locale]string{discordgo.EnglishUS: p[text.English], discordgo.EnglishGB: p[text.English], discordgo.Russian: p[text.Russian]}
}

// Options are the options of a command.
func Options(list ...*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption {
	return list
}

// Words make options of commands in the words of a catalogue. Names that code relies on are
// the same in all languages; people see localised ones.
type Words struct{ *text.Catalogue }

// Phrase says a key in all languages.
func (w Words) Phrase(key string) Phrase {
	p := Phrase{}
	for _, l := range text.Langs {
		p[l] = page.Label(w.Catalogue, l, ui.T(key))
	}
	return p
}

// Option is an option in the words that the catalogue has behind "command.". Its name is
// the last part of the key.
func (w Words) Option(kind discordgo.ApplicationCommandOptionType, key string) *discordgo.ApplicationCommandOption {
	about := w.Phrase("command." + key + ".about")
	return &discordgo.ApplicationCommandOption{
		Type: kind, Name: key[strings.LastIndex(key, ".")+1:], NameLocalizations: w.Phrase("command." + key).Local(),
		Description: about[text.English], DescriptionLocalizations: about.Local(),
	}
}

// Text is an option of at most so many characters.
func (w Words) Text(key string, most int) *discordgo.ApplicationCommandOption {
	o := w.Option(discordgo.ApplicationCommandOptionString, key)
	o.MaxLength = most
	return o
}

// Flag is an option that is true or false.
func (w Words) Flag(key string) *discordgo.ApplicationCommandOption {
	return w.Option(discordgo.ApplicationCommandOptionBoolean, key)
}

// Completed is an option of at most so many characters, whose values are suggested while it
// is typed.
func (w Words) Completed(key string, most int) *discordgo.ApplicationCommandOption {
	o := w.Text(key, most)
	o.Autocomplete = true
	return o
}

// User is an option that names a person.
func (w Words) User(key string, required bool) *discordgo.ApplicationCommandOption {
	o := w.Option(discordgo.ApplicationCommandOptionUser, key)
	o.Required = required
	return o
}

// Choice is an option with a list of values, whose names stand in the catalogue behind a
// prefix.
func (w Words) Choice(key string, values []string, prefix string) *discordgo.ApplicationCommandOption {
	o := w.Option(discordgo.ApplicationCommandOptionString, key)
	for _, v := range values {
		o.Choices = append(o.Choices, w.Phrase(prefix+v).Choice(v))
	}
	return o
}

// Choice is a fixed choice of an option.
func (p Phrase) Choice(value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: p[text.English], NameLocalizations: p.Local(), Value: value}
}
