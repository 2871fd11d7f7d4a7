package page

import (
	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Languages are the languages that people choose from, as custom ids carry them.
// "auto" is what Discord says.
var Languages = []string{"auto", "en", "ru"}

// Reminders are the ways of being told that a table waits, as custom ids carry
// them.
var Reminders = []string{"mention", "direct", "off"}

// Autos say whether automatic players may sit down at the tables of a server, as
// custom ids carry it.
var Autos = []string{"yes", "no"}

// Server draws the settings of a server. language is what was chosen, or empty.
// autos tells whether automatic players may sit down.
func (p *Pages) Server(lang text.Lang, language string, autos, saved bool) *screen.Shown {
	f := p.note(nil, lang)
	menu, now := discord.Menu{CustomID: CustomID{Action: AutosMenu}.String()}, Autos[1]
	if autos {
		now = Autos[0]
	}
	for _, v := range Autos {
		menu.Options = append(menu.Options, discord.MenuOption{Label: plain(f, ui.T("bot.settings.autos.choice."+v)), Value: v, Default: v == now})
	}
	f.Below = []discord.Row{{languageMenu(f, CustomID{Action: Server}, language)}, {menu}}
	return p.settings(f, ui.T("bot.settings.title"), "bot.settings.language", language, saved, ui.T("bot.settings.autos", ui.T("bot.settings.autos."+now)))
}

// Me draws the reader's own settings. The flag closed says that Discord takes no
// direct messages to them. The lines trouble are about the last change.
func (p *Pages) Me(lang text.Lang, language, reminder string, closed, saved bool, trouble ...ui.Text) *screen.Shown {
	f := p.note(nil, lang)
	menu := discord.Menu{CustomID: CustomID{Action: Remind}.String()}
	for _, r := range Reminders {
		menu.Options = append(menu.Options, discord.MenuOption{Label: plain(f, ui.T("bot.me.remind."+r)), Value: r, Default: r == reminder})
	}
	f.Below = []discord.Row{{languageMenu(f, CustomID{Action: Me}, language)}, {menu}}
	if links := p.Links.buttons(f); len(links) > 0 {
		f.Below = append(f.Below, links)
	}
	lines := []ui.Text{ui.T("bot.me.remind", ui.T("bot.me.remind."+reminder))}
	if closed {
		lines = append(lines, ui.T("bot.me.closed"))
	}
	return p.settings(f, ui.T("bot.me.title"), "bot.me.language", language, saved, append(lines, trouble...)...)
}

// settings draws a page of settings whose first line is a language.
func (p *Pages) settings(f *screen.Frame, title ui.Text, key, language string, saved bool, lines ...ui.Text) *screen.Shown {
	if language == "" {
		language = "auto"
	}
	lines = append([]ui.Text{ui.T(key, ui.T("bot.language."+language))}, lines...)
	if saved {
		lines = append(lines, ui.T("bot.settings.saved"))
	}
	return p.painter.Page(ui.Page{Title: title, Lines: lines}, f)
}

// buttons lead to the operator's documents.
func (l Links) buttons(f *screen.Frame) (row discord.Row) {
	for _, doc := range []struct{ key, url string }{{"bot.link.privacy", l.Privacy}, {"bot.link.terms", l.Terms}} {
		if doc.url != "" {
			row = append(row, discord.Button{Style: discordgo.LinkButton, URL: doc.url, Label: short(f, ui.T(doc.key), discord.MaxLabel)})
		}
	}
	return row
}

// languageMenu is a menu of languages; now is the one that is set, or empty.
func languageMenu(f *screen.Frame, id CustomID, now string) discord.Menu {
	m := discord.Menu{CustomID: id.String()}
	for _, l := range Languages {
		m.Options = append(m.Options, discord.MenuOption{
			Label: plain(f, ui.T("bot.language."+l)), Value: l, Default: l == now || l == "auto" && now == "",
		})
	}
	return m
}
