package page

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/open"
	kit "oneiros/bot/page"
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
	MaxPresetName = open.MaxName
)

// Preset is what a table agreed on, under a name of its server.
type Preset struct {
	Name    string
	Game    games.Info
	Options map[string]string
	Deletes bool // the reader may delete it
}

// PresetName reads the name of a preset as a person typed it. It is false when that is
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
func (p Pages) Presets(lang text.Lang, list []Preset, picked string, lines ...ui.Text) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.presets.title"), Lines: lines}
	if len(list) == 0 {
		page.Lines = append(page.Lines, ui.T("bot.presets.none"))
		return p.Draw(page, f)
	}
	menu := discord.Menu{CustomID: kit.CustomID{Action: Presets}.String(), Placeholder: kit.Short(f, ui.T("bot.presets.pick"), discord.MaxPlaceholder)}
	line := func(one Preset) ui.Text {
		return ui.T("bot.presets.line", ui.Literal(one.Name), ui.Literal(p.GameName(one.Game.Name, lang)))
	}
	var shown *Preset
	for i, preset := range list[:min(len(list), discord.MaxOptions)] {
		game := p.GameName(preset.Game.Name, lang)
		menu.Options = append(menu.Options, discord.MenuOption{
			Label: kit.Short(f, ui.Literal(preset.Name), discord.MaxOptionText), Description: kit.Short(f, ui.Literal(game), discord.MaxOptionText),
			Value: PresetKey(preset.Name), Default: preset.Name == picked,
		})
		if preset.Name == picked {
			shown = &list[i]
		}
	}
	f.Below = []discord.Row{{menu}}
	if shown != nil {
		at := p.Note(lang)
		if say := p.GameWords(shown.Game.Name); say != nil {
			at.Say = say
		}
		page.Lines = append(page.Lines, line(*shown))
		for _, o := range shown.Game.Options {
			if v, set := shown.Options[o.Key]; set {
				page.Lines = append(page.Lines, ui.Literal(kit.Plain(at, ui.T("bot.presets.option", ui.T("option."+o.Key), kit.OptionValue(o, v)))))
			}
		}
		if len(shown.Options) == 0 {
			page.Lines = append(page.Lines, ui.T("bot.presets.plain"))
		}
		if shown.Deletes {
			f.Below = append(f.Below, discord.Row{kit.Button(f, ui.T("bot.presets.delete"), "🗑️", discordgo.SecondaryButton, kit.CustomID{Action: DropPreset, Arg: PresetKey(shown.Name)})})
		}
	}
	if shown == nil {
		for _, preset := range list[:min(len(list), discord.MaxOptions)] {
			page.Lines = append(page.Lines, line(preset))
		}
	}
	page.Lines = append(page.Lines, ui.T("bot.presets.how"))
	return p.Draw(page, f)
}

// PresetForm asks for the name of a preset.
func (p Pages) PresetForm(s *table.State, lang text.Lang) discord.Modal {
	f := p.NoteOf(s, lang)
	return discord.Modal{
		CustomID: kit.CustomID{Match: s.ID, Action: SavePreset}.String(),
		Title:    kit.Short(f, ui.T("bot.presets.save"), discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: kit.Short(f, ui.T("bot.presets.name"), discord.MaxInputLabel), Min: 1, Max: MaxPresetName, Required: true,
		}}},
	}
}

// OnOptions offers on the page of options to save them as a preset.
func OnOptions(s *table.State, _ kit.Reader) kit.Offer {
	return kit.LinkTo(ui.T("bot.presets.save"), "💾", kit.CustomID{Match: s.ID, Action: SavePreset})
}

// ListOnOptions offers there the presets of the server.
func ListOnOptions(*table.State, kit.Reader) kit.Offer {
	return kit.LinkTo(ui.T("bot.presets.title"), "📚", kit.CustomID{Action: Presets})
}

// DefaultsOnOptions offers there a reader who manages the server to make the options its own.
func DefaultsOnOptions(s *table.State, to kit.Reader) kit.Offer {
	if !to.Manages {
		return nil
	}
	return kit.LinkTo(ui.T("bot.home.options.set"), "🏠", kit.CustomID{Match: s.ID, Action: SetDefaults})
}
