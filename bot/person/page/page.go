// Package page draws what belongs to a person: their settings, their tables, and what is kept of
// them. It is pure.
package page

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Pages draws what belongs to a person.
type Pages struct {
	kit.Kit
	Links kit.Links
}

// The actions of the feature, besides [kit.Me].
const (
	Remind      kit.Action = "remind"       // menu: how the presser is reminded
	Holiday     kit.Action = "holiday"      // menu: for how long the presser is on holiday
	WhatKept    kit.Action = "kept"         // what is kept of the presser
	Erase       kit.Action = "erase"        // erase the presser; argument: "yes" once they were asked
	EraseServer kit.Action = "erase-server" // erase the server; argument likewise
)

// OnServer offers on the settings of a server to erase it.
func OnServer(*table.State, kit.Reader) kit.Offer {
	return kit.LinkTo(ui.T("bot.erase.server"), "🗑️", kit.CustomID{Action: EraseServer})
}

// Reminders are the ways of being told that a table waits, as custom ids carry
// them.
var Reminders = []string{"mention", "direct", "off"}

// Holidays are for how many days one can be on holiday, as custom ids carry them. "0" is
// to be back.
var Holidays = []string{"0", "1", "3", "7", "14", "30"}

// OwnSettings are the settings of a person. Lang is what was chosen, or empty.
type OwnSettings struct {
	Lang     string
	Reminder string       // one of [Reminders]
	Closed   bool         // Discord takes no direct messages to them
	Saved    bool         // something was changed just now
	Holiday  time.Time    // until when they are on holiday; zero if they are not
	Choices  []kit.Choice // of features
	Offers   []kit.Offer  // of features
}

// Me draws the reader's own settings. The lines trouble are about the last change.
func (p Pages) Me(lang text.Lang, s OwnSettings, trouble ...ui.Text) *screen.Shown {
	f := p.Note(lang)
	var buttons discord.Row
	for _, c := range s.Choices {
		buttons = append(buttons, c.Button(f))
	}
	links := p.Links.Buttons(f)
	offers := kit.WithOffers(nil, s.Offers, f)
	beside := min(len(offers), discord.MaxButtons-len(buttons)-len(links)) // the others stand in the row above
	buttons = append(append(buttons, offers[:beside]...), links...)
	f.Below = []discord.Row{
		{kit.NamedMenu(f, kit.LanguageMenu(f, kit.CustomID{Action: kit.Me}, s.Lang), ui.T("bot.me.menu.language"))},
		{kit.NamedMenu(f, kit.ChoiceMenu(f, Remind, Reminders, "bot.me.remind.", s.Reminder), ui.T("bot.me.menu.remind"))},
		{holidayMenu(f, s.Holiday)},
		append(discord.Row{
			kit.Button(f, ui.T("bot.kept.title"), "🗂️", discordgo.SecondaryButton, kit.CustomID{Action: WhatKept}),
			kit.Button(f, ui.T("bot.erase.me"), "🗑️", discordgo.SecondaryButton, kit.CustomID{Action: Erase}),
		}, offers[beside:]...),
	}
	if len(buttons) > 0 {
		f.Below = append(f.Below, buttons)
	}
	language := s.Lang
	if language == "" {
		language = "auto"
	}
	say := func(t ui.Text) { f.Head = append(f.Head, kit.Rich(f, t)) }
	say(ui.T("bot.me.language", ui.T("bot.language."+language)))
	say(ui.T("bot.me.remind", ui.T("bot.me.remind."+s.Reminder)))
	if s.Closed {
		say(ui.T("bot.me.closed"))
	}
	if !s.Holiday.IsZero() {
		say(untilDate(f, "bot.me.holiday.until", s.Holiday))
	}
	for _, c := range s.Choices {
		f.Head = append(f.Head, c.Line(f))
	}
	for _, t := range trouble {
		say(t)
	}
	if s.Saved {
		say(ui.T("bot.settings.saved"))
	}
	return p.Draw(ui.Page{Title: ui.T("bot.me.title")}, f)
}

// untilDate says a key with a moment. The date is said, and not how long it takes.
func untilDate(f *screen.Frame, key string, until time.Time) ui.Text {
	const far = 24 * time.Hour
	f.When = func(at time.Duration) (time.Time, bool) { return until.Add(at - far), true }
	return ui.T(key, ui.Until(far))
}

// holidayMenu is the menu of how long a person is on holiday.
func holidayMenu(f *screen.Frame, until time.Time) discord.Menu {
	ask := "bot.me.holiday"
	if !until.IsZero() {
		ask = "bot.me.holiday.change"
	}
	m := discord.Menu{CustomID: kit.CustomID{Action: Holiday}.String(), Placeholder: kit.Plain(f, ui.T(ask))}
	for i, v := range Holidays {
		key := "bot.me.holiday." + v
		if i == 0 && until.IsZero() {
			continue // they are here
		}
		m.Options = append(m.Options, discord.MenuOption{Label: kit.Plain(f, ui.T(key)), Value: v})
	}
	return m
}
