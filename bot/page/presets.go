package page

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A server has at most MaxPresets presets. Their names have at most MaxPresetName
// characters.
const (
	MaxPresets    = discord.MaxOptions
	MaxPresetName = 40
)

// Preset is what a table agreed on, under a name of its server.
type Preset struct {
	Name    string
	Game    games.Info
	Options map[string]string
	Deletes bool // the reader may delete it
}

// PresetName reads the name of a preset as somebody typed it. It is false when that is
// no name.
func PresetName(typed string) (string, bool) {
	name := strings.Join(strings.Fields(typed), " ")
	if n := utf8.RuneCountInString(name); n == 0 || n > MaxPresetName || !utf8.ValidString(name) {
		return "", false
	}
	return name, strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// PresetKey stands for the name of a preset in a custom id.
func PresetKey(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:8])
}

// Presets lists the presets of a server in a menu. One of them may be picked, and then its
// options stand above.
func (p Home) Presets(lang text.Lang, list []Preset, picked string, lines ...ui.Text) *screen.Shown {
	f := p.note(nil, lang)
	page := ui.Page{Title: ui.T("bot.presets.title"), Lines: lines}
	if len(list) == 0 {
		page.Lines = append(page.Lines, ui.T("bot.presets.none"))
		return p.painter.Page(page, f)
	}
	menu := discord.Menu{CustomID: CustomID{Action: Presets}.String(), Placeholder: Short(f, ui.T("bot.presets.pick"), discord.MaxPlaceholder)}
	var open *Preset
	for i, preset := range list[:min(len(list), discord.MaxOptions)] {
		game := p.gameName(preset.Game.Name, lang)
		menu.Options = append(menu.Options, discord.MenuOption{
			Label: Short(f, ui.Literal(preset.Name), discord.MaxOptionText), Description: Short(f, ui.Literal(game), discord.MaxOptionText),
			Value: PresetKey(preset.Name), Default: preset.Name == picked,
		})
		if preset.Name == picked {
			open = &list[i]
		}
	}
	f.Below = []discord.Row{{menu}}
	if open != nil {
		at := p.note(nil, lang)
		if say := p.games[open.Game.Name]; say != nil {
			at.Say = say
		}
		page.Lines = append(page.Lines, ui.T("bot.presets.line", ui.Literal(open.Name), ui.Literal(p.gameName(open.Game.Name, lang))))
		for _, o := range open.Game.Options {
			if v, set := open.Options[o.Key]; set {
				page.Lines = append(page.Lines, ui.Literal(Plain(at, ui.T("bot.presets.option", ui.T("option."+o.Key), OptionValue(o, v)))))
			}
		}
		if len(open.Options) == 0 {
			page.Lines = append(page.Lines, ui.T("bot.presets.plain"))
		}
		if open.Deletes {
			f.Below = append(f.Below, discord.Row{Button(f, ui.T("bot.presets.delete"), "🗑️", discordgo.SecondaryButton, CustomID{Action: DropPreset, Arg: PresetKey(open.Name)})})
		}
	}
	page.Lines = append(page.Lines, ui.T("bot.presets.how"))
	return p.painter.Page(page, f)
}

// PresetForm asks for the name of a preset.
func (p Home) PresetForm(s *table.State, lang text.Lang) discord.Modal {
	f := p.frame(s, lang)
	return discord.Modal{
		CustomID: CustomID{Match: s.ID, Action: SavePreset}.String(),
		Title:    Short(f, ui.T("bot.presets.save"), discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: Short(f, ui.T("bot.presets.name"), discord.MaxInputLabel), Min: 1, Max: MaxPresetName, Required: true,
		}}},
	}
}

// optionButtons are those of what can be done with all options of a table.
func optionButtons(s *table.State, f *screen.Frame, manager bool) discord.Row {
	row := discord.Row{
		Button(f, ui.T("bot.presets.save"), "💾", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: SavePreset}),
		Button(f, ui.T("bot.presets.title"), "📚", discordgo.SecondaryButton, CustomID{Action: Presets}),
	}
	if manager {
		row = append(row, Button(f, ui.T("bot.home.options.set"), "🏠", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: SetDefaults}))
	}
	return row
}

// Fitting are the options that a game has and takes, and the keys of the others, sorted.
func Fitting(info games.Info, options map[string]string) (fits map[string]string, others []string) {
	fits = map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(options)) {
		i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.Key == key })
		if i < 0 || info.Options[i].Check(options[key]) != nil {
			others = append(others, key)
			continue
		}
		fits[key] = options[key]
	}
	return fits, others
}
