package page

import (
	"time"

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

// BoardsChoices say whether a server shows boards of results, as custom ids carry it.
var BoardsChoices = []string{"yes", "no"}

// Holidays are for how many days one can be on holiday, as custom ids carry them. "0" is
// to be back.
var Holidays = []string{"0", "1", "3", "7", "14", "30"}

// Yes and No are the arguments of controls that switch something.
const (
	Yes = "yes"
	No  = "no"
)

func yesNo(is bool) string {
	if is {
		return Yes
	}
	return No
}

// choiceMenu is a menu of values, whose names stand in the catalogue behind a prefix.
func choiceMenu(f *screen.Frame, action Action, values []string, prefix, now string) discord.Menu {
	m := discord.Menu{CustomID: CustomID{Action: action}.String()}
	for _, v := range values {
		m.Options = append(m.Options, discord.MenuOption{Label: Plain(f, ui.T(prefix+v)), Value: v, Default: v == now})
	}
	return m
}

// OwnSettings are the settings of a person. Lang is what was chosen, or empty.
type OwnSettings struct {
	Lang     string
	Reminder string    // one of [Reminders]
	Closed   bool      // Discord takes no direct messages to them
	Listed   bool      // others are shown their results
	Saved    bool      // something was changed just now
	Holiday  time.Time // until when they are on holiday; zero if they are not
	Calls    bool      // there is a server on which they can be called to tables
}

// Me draws the reader's own settings. The lines trouble are about the last change.
func (p *Pages) Me(lang text.Lang, s OwnSettings, trouble ...ui.Text) *screen.Shown {
	f := p.note(nil, lang)
	listed := yesNo(s.Listed)
	buttons := discord.Row{Button(f, ui.T("bot.me.listed.press."+listed), "🏆", discordgo.SecondaryButton, CustomID{Action: Listed, Arg: yesNo(!s.Listed)})}
	if s.Calls {
		buttons = append(buttons, Button(f, ui.T("bot.calls.button"), "🔔", discordgo.SecondaryButton, CustomID{Action: Calls}))
	}
	f.Below = []discord.Row{
		{languageMenu(f, CustomID{Action: Me}, s.Lang)},
		{choiceMenu(f, Remind, Reminders, "bot.me.remind.", s.Reminder)},
		{holidayMenu(f, s.Holiday)},
		{
			Button(f, ui.T("bot.kept.title"), "🗂️", discordgo.SecondaryButton, CustomID{Action: WhatKept}),
			Button(f, ui.T("bot.erase.me"), "🗑️", discordgo.SecondaryButton, CustomID{Action: Erase}),
		},
		append(buttons, p.Links.buttons(f)...),
	}
	lines := []ui.Text{ui.T("bot.me.remind", ui.T("bot.me.remind."+s.Reminder))}
	if s.Closed {
		lines = append(lines, ui.T("bot.me.closed"))
	}
	if !s.Holiday.IsZero() {
		const far = 24 * time.Hour // so the date is said, and not how long it takes
		f.When = func(at time.Duration) (time.Time, bool) { return s.Holiday.Add(at - far), true }
		lines = append(lines, ui.T("bot.me.holiday.until", ui.Until(far)))
	}
	lines = append(lines, ui.T("bot.me.listed", ui.T("bot.me.listed."+listed)))
	return settings(p.painter, f, ui.T("bot.me.title"), "bot.me.language", s.Lang, s.Saved, append(lines, trouble...)...)
}

// holidayMenu is the menu of how long somebody is on holiday.
func holidayMenu(f *screen.Frame, until time.Time) discord.Menu {
	ask := "bot.me.holiday"
	if !until.IsZero() {
		ask = "bot.me.holiday.change"
	}
	m := discord.Menu{CustomID: CustomID{Action: Holiday}.String(), Placeholder: Plain(f, ui.T(ask))}
	for i, v := range Holidays {
		key := "bot.me.holiday." + v
		if i == 0 && until.IsZero() {
			continue // they are here
		}
		m.Options = append(m.Options, discord.MenuOption{Label: Plain(f, ui.T(key)), Value: v})
	}
	return m
}

// settings draws a page of settings whose first line is a language.
func settings(painter *screen.Painter, f *screen.Frame, title ui.Text, key, language string, saved bool, lines ...ui.Text) *screen.Shown {
	if language == "" {
		language = "auto"
	}
	lines = append([]ui.Text{ui.T(key, ui.T("bot.language."+language))}, lines...)
	if saved {
		lines = append(lines, ui.T("bot.settings.saved"))
	}
	return painter.Page(ui.Page{Title: title, Lines: lines}, f)
}

// buttons lead to the operator's documents.
func (l Links) buttons(f *screen.Frame) (row discord.Row) {
	for _, doc := range []struct{ key, url string }{{"bot.link.privacy", l.Privacy}, {"bot.link.terms", l.Terms}} {
		if doc.url != "" {
			row = append(row, discord.Button{Style: discordgo.LinkButton, URL: doc.url, Label: Short(f, ui.T(doc.key), discord.MaxLabel)})
		}
	}
	return row
}

// languageMenu is a menu of languages; now is the one that is set, or empty.
func languageMenu(f *screen.Frame, id CustomID, now string) discord.Menu {
	m := discord.Menu{CustomID: id.String()}
	for _, l := range Languages {
		m.Options = append(m.Options, discord.MenuOption{
			Label: Plain(f, ui.T("bot.language."+l)), Value: l, Default: l == now || l == "auto" && now == "",
		})
	}
	return m
}
