// Package page draws the pages of the filter of words. It is pure.
package page

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Show   kit.Action = "filter-words"  // a page of the server's own words, which the argument counts from 0
	Change kit.Action = "filter-change" // opens the form that the argument names: [Add] or [Remove]
	Form   kit.Action = "filter-form"   // the form; the same argument
	level  kit.Action = "filter"
)

// What a form does.
const (
	Add    = "add"
	Remove = "remove"
)

// What is refused.
const (
	Off    = "off"
	Own    = "own" // the server's own words alone
	Mild   = "mild"
	Strict = "strict"
)

// Strictness is the setting of what a server refuses.
var Strictness = kit.Choice{Name: "filter", Group: kit.OrderSettings, Rank: 75, Action: level, Key: "filter.level", Values: []string{Off, Own, Mild, Strict}}

// Size is how many words a page has. With the longest words they fit on a page of Discord's.
const Size = 40

// Word is one of a server's own words.
type Word struct {
	Text    string
	Allowed bool // in spite of all lists; else it is refused
}

// List is a page of a server's own words.
type List struct {
	Words      []Word
	Page       int    // from 0; the nearest one is shown
	Strictness string // a value of the setting
	Most       int    // how many words a server may have
	Notices    []ui.Text
}

// Pages draws the pages.
type Pages struct{ kit.Kit }

// OnServer offers the words on the settings of a server.
func OnServer() kit.Offer {
	return kit.LinkTo(ui.T("filter.link"), "🧹", kit.CustomID{Action: Show})
}

// Words draws a page of a server's own words.
func (p Pages) Words(lang text.Lang, l List) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("filter.title"), Lines: l.Notices, Colour: screen.DefaultColour}
	if len(l.Notices) > 0 {
		page.Lines = append(page.Lines, ui.Text{})
	}
	page.Lines = append(page.Lines, ui.T("filter.about."+l.Strictness), ui.T("filter.forms", l.Most))
	pages := max(1, (len(l.Words)+Size-1)/Size)
	at := min(max(l.Page, 0), pages-1)
	shown := l.Words[at*Size : min(len(l.Words), (at+1)*Size)]
	for _, list := range []struct {
		key     string
		allowed bool
	}{{"filter.refused", false}, {"filter.allowed", true}} {
		if words := joined(shown, list.allowed); words != "" {
			page.Lines = append(page.Lines, ui.Text{}, ui.T(list.key, words))
		}
	}
	if len(l.Words) == 0 {
		page.Lines = append(page.Lines, ui.Text{}, ui.T("filter.empty"))
	}
	button := func(key, icon string, id kit.CustomID) discord.Button {
		return kit.Button(f, ui.T(key), icon, discordgo.SecondaryButton, id)
	}
	var turn discord.Row
	if at > 0 {
		turn = append(turn, button("filter.before", "◀️", kit.CustomID{Action: Show, Arg: strconv.Itoa(at - 1)}))
	}
	if at+1 < pages {
		turn = append(turn, button("filter.next", "▶️", kit.CustomID{Action: Show, Arg: strconv.Itoa(at + 1)}))
	}
	if len(turn) > 0 {
		page.Lines = append(page.Lines, ui.Text{}, ui.T("filter.page", at+1, pages))
		f.Below = append(f.Below, turn)
	}
	row := discord.Row{button("filter.add", "➕", kit.CustomID{Action: Change, Arg: Add})}
	if len(l.Words) > 0 {
		row = append(row, button("filter.remove", "➖", kit.CustomID{Action: Change, Arg: Remove}))
	}
	f.Below = append(f.Below, append(row, button("filter.settings", "⚙️", kit.CustomID{Action: kit.Settings})))
	return p.Draw(page, f)
}

// joined are the words that are allowed, or those that are refused.
func joined(list []Word, allowed bool) string {
	var texts []string
	for _, w := range list {
		if w.Allowed == allowed {
			texts = append(texts, w.Text)
		}
	}
	return strings.Join(texts, ", ")
}

// Ask is the form that adds words, or the one that removes them.
func (p Pages) Ask(lang text.Lang, remove bool) discord.Modal {
	f := p.Note(lang)
	field := func(id, key string) discord.Row {
		return discord.Row{discord.Input{
			CustomID: id, Label: kit.Short(f, ui.T(key), discord.MaxInputLabel), Description: kit.Short(f, ui.T("filter.form.about"), discord.MaxInputHint), Long: true,
		}}
	}
	m := discord.Modal{CustomID: kit.CustomID{Action: Form, Arg: Add}.String(), Rows: []discord.Row{field("0", "filter.form.refuse"), field("1", "filter.form.allow")}}
	title := "filter.add"
	if remove {
		m.CustomID, m.Rows, title = kit.CustomID{Action: Form, Arg: Remove}.String(), []discord.Row{field("0", "filter.form.remove")}, "filter.remove"
	}
	m.Title = kit.Short(f, ui.T(title), discord.MaxModalTitle)
	return m
}

// Changed is the line of the audit log about words that were added or removed.
func Changed(f *screen.Frame, key string, n int) string {
	return kit.Rich(f, ui.T("filter.audit."+key, n))
}
