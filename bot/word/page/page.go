// Package page draws the pages on which a server keeps texts of its own, such as words for a
// game. It is pure.
package page

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Pages draws the pages.
type Pages struct{ kit.Kit }

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Words kit.Action = "words"      // the server's own words; argument: one of those below, or empty for the list
	Menu  kit.Action = "words-menu" // menu: one of them
	Form  kit.Action = "words-form" // form; argument: [Add] or [Code]
)

// The arguments of [Words], some with the id of a pack behind a colon.
const (
	Add     = "add"
	Code    = "code"
	Show    = "show"
	Save    = "save"
	Share   = "share"
	Unshare = "unshare"
	Delete  = "delete"
	Drop    = "drop" // delete it, once a person was asked
)

// shownMistakes is how many mistakes of a file the page lists. A file has all of them.
const shownMistakes = 8

// PackGame is the game whose packs a page shows, and its option for them.
type PackGame struct {
	Game   string
	Option games.Option
}

func (p Pages) frame(g PackGame, lang text.Lang) *screen.Frame {
	f := p.Note(lang)
	f.Game = g.Game
	if say := p.GameWords(g.Game); say != nil {
		f.Say = say
	}
	return f
}

func wordsButton(f *screen.Frame, key, icon string, style discordgo.ButtonStyle, arg ...string) discord.Button {
	return kit.Button(f, ui.T(key), icon, style, kit.CustomID{Action: Words, Arg: strings.Join(arg, ":")})
}

// List lists the packs of a server.
func (p Pages) List(g PackGame, lang text.Lang, list []kit.Pack, notices ...ui.Text) *screen.Shown {
	f := p.frame(g, lang)
	page := ui.Page{Title: ui.T("bot.words.title"), Lines: []ui.Text{ui.T("bot.words.about", ui.T("name"))}}
	page.Lines = append(page.Lines, notices...)
	if len(list) == 0 {
		page.Lines = append(page.Lines, ui.T("bot.words.none"))
	} else {
		menu := discord.Menu{CustomID: kit.CustomID{Action: Menu}.String(), Placeholder: kit.Short(f, ui.T("bot.words.pick"), discord.MaxPlaceholder)}
		for _, k := range list[:min(len(list), discord.MaxOptions)] {
			menu.Options = append(menu.Options, discord.MenuOption{
				Value: k.ID, Label: kit.Short(f, ui.Literal(games.TextTitle(k.Value)), discord.MaxOptionText), Description: kit.Short(f, ui.T("bot.words.entries", k.Entries), discord.MaxOptionText),
			})
			page.Lines = append(page.Lines, packLine(k))
		}
		f.Below = append(f.Below, discord.Row{menu})
	}
	f.Below = append(f.Below, discord.Row{
		wordsButton(f, "bot.words.add", "➕", discordgo.PrimaryButton, Add),
		wordsButton(f, "bot.words.by-code", "🔑", discordgo.SecondaryButton, Code),
	})
	return p.Draw(page, f)
}

func packLine(k kit.Pack) ui.Text {
	key := "bot.words.line"
	if k.Code != "" {
		key = "bot.words.line.shared"
	}
	return ui.T(key, games.TextTitle(k.Value), ui.T("bot.words.entries", k.Entries))
}

// Pack shows one pack with samples, which sample chooses, or a draft that is to be saved.
func (p Pages) Pack(g PackGame, lang text.Lang, k kit.Pack, sample *rand.Rand, notices ...ui.Text) *screen.Shown {
	f := p.frame(g, lang)
	page := ui.Page{Title: ui.Literal(games.TextTitle(k.Value)), Lines: notices}
	if g.Option.Texts.Lang != nil {
		key := "bot.words.lang.both"
		if lang := g.Option.Texts.Lang(k.Value); lang != "" {
			key = "bot.words.lang." + lang
		}
		page.Lines = append(page.Lines, ui.T(key))
	}
	if k.Draft {
		page.Lines = append(page.Lines, ui.T("bot.words.draft"))
	}
	page.Lines = append(page.Lines, ui.T("bot.words.holds", ui.T("bot.words.entries", k.Entries)))
	if k.Code != "" {
		page.Lines = append(page.Lines, ui.T("bot.words.code", k.Code))
	}
	some := g.Option.Texts.Sample(k.Value, sample)
	page.Lines = append(append(page.Lines, ui.Text{}), some.Lines...)
	page.Pictures = some.Pictures
	more := wordsButton(f, "bot.words.more", "🎲", discordgo.SecondaryButton, Show, k.ID)
	back := wordsButton(f, "bot.words.back", "◀️", discordgo.SecondaryButton)
	if k.Draft {
		f.Below = []discord.Row{{
			wordsButton(f, "bot.words.save", "💾", discordgo.SuccessButton, Save, k.ID), more,
			wordsButton(f, "bot.words.again", "📄", discordgo.SecondaryButton, Add), back,
		}}
		return p.Draw(page, f)
	}
	share := wordsButton(f, "bot.words.share", "🔑", discordgo.SecondaryButton, Share, k.ID)
	if k.Code != "" {
		share = wordsButton(f, "bot.words.unshare", "🔒", discordgo.SecondaryButton, Unshare, k.ID)
	}
	f.Below = []discord.Row{{more, share, wordsButton(f, "bot.words.delete", "🗑️", discordgo.SecondaryButton, Delete, k.ID), back}}
	return p.Draw(page, f)
}

// AskDelete asks whether a pack is to be deleted.
func (p Pages) AskDelete(g PackGame, lang text.Lang, k kit.Pack) *screen.Shown {
	f := p.frame(g, lang)
	f.Below = []discord.Row{{
		wordsButton(f, "bot.words.delete.yes", "🗑️", discordgo.DangerButton, Drop, k.ID),
		wordsButton(f, "bot.words.back", "◀️", discordgo.SecondaryButton, Show, k.ID),
	}}
	title := games.TextTitle(k.Value)
	return p.Draw(ui.Page{Title: ui.T("bot.words.delete.title", title), Lines: []ui.Text{ui.T("bot.words.delete.what")}, Colour: kit.ColourWarning}, f)
}

// Mistakes lists the mistakes of a file. If there are many, a file has all of them.
func (p Pages) Mistakes(g PackGame, lang text.Lang, r games.Reading) *screen.Shown {
	f := p.frame(g, lang)
	f.Below = []discord.Row{{
		wordsButton(f, "bot.words.again", "📄", discordgo.PrimaryButton, Add),
		wordsButton(f, "bot.words.back", "◀️", discordgo.SecondaryButton),
	}}
	page := ui.Page{Title: ui.T("bot.words.mistakes", len(r.Mistakes)), Lines: []ui.Text{ui.T("bot.words.unsaved"), {}}, Colour: kit.ColourWarning}
	var all strings.Builder
	for i, m := range r.Mistakes {
		line := m.What
		if m.Line > 0 {
			line = ui.T("bot.words.mistake", m.Line, m.What)
		}
		if i < shownMistakes {
			page.Lines = append(page.Lines, line)
		}
		fmt.Fprintf(&all, "%s\n", screen.Composed(kit.Plain(f, line)))
	}
	rest := len(r.Mistakes) - shownMistakes
	if rest > 0 {
		page.Lines = append(page.Lines, ui.T("bot.words.mistakes.more", rest))
	}
	shown := p.Draw(page, f)
	if rest > 0 {
		shown.Message.Files = append(shown.Message.Files, discord.File{Name: "mistakes.txt", Alt: kit.Plain(f, page.Title), Data: []byte(all.String())})
	}
	return shown
}

// AddForm is the form for a file or a text.
func (p Pages) AddForm(g PackGame, lang text.Lang) discord.Modal {
	f := p.frame(g, lang)
	label := func(key string) string { return kit.Short(f, ui.T(key), discord.MaxInputLabel) }
	hint := func(key string, args ...any) string { return kit.Short(f, ui.T(key, args...), discord.MaxInputHint) }
	return discord.Modal{
		CustomID: kit.CustomID{Action: Form, Arg: Add}.String(), Title: kit.Short(f, ui.T("bot.words.title"), discord.MaxModalTitle),
		Rows: []discord.Row{
			{discord.Upload{CustomID: "1", Label: label("bot.words.file"), Description: hint("bot.words.file.about", g.Option.Texts.MaxBytes>>10)}},
			{discord.Input{CustomID: "2", Label: label("bot.words.text"), Description: hint("bot.words.text.about"), Long: true}},
			{discord.Input{CustomID: "0", Label: label("bot.words.name"), Description: hint("bot.words.name.about"), Max: g.Option.Texts.MaxTitle}},
		},
	}
}

// CodeForm is the form for a code.
func (p Pages) CodeForm(g PackGame, lang text.Lang) discord.Modal {
	f := p.frame(g, lang)
	return discord.Modal{
		CustomID: kit.CustomID{Action: Form, Arg: Code}.String(), Title: kit.Short(f, ui.T("bot.words.by-code"), discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{CustomID: "0", Label: kit.Short(f, ui.T("bot.words.code.label"), discord.MaxInputLabel), Max: 60, Required: true}}},
	}
}
