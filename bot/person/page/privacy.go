package page

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Kept is what is kept of a person, in numbers.
type Kept struct {
	Settings  bool      // whether they chose any
	Language  string    // as chosen, or empty
	Reminder  string    // one of [Reminders]
	Holiday   time.Time // until when they are on holiday; zero if they are not
	Matches   int
	On        int    // of them, those that are on
	Words     int    // moves in which they wrote something
	Rows      []Rows // of features
	Shortened int    // old matches whose moves are not in the file
	File      []byte // all of it, as JSON
}

// Rows is how much of something is kept, and the key of the words that say so.
type Rows struct {
	Key string
	N   int
	Say *text.Catalogue // nil for the words of the bot
}

// Kept says what is kept of the reader, with a file that has all of it.
func (p Pages) Kept(lang text.Lang, k Kept) *screen.Shown {
	f := p.Note(lang)
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("bot.erase.me"), "🗑️", discordgo.SecondaryButton, kit.CustomID{Action: Erase}),
		kit.Button(f, ui.T("bot.erase.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Me}),
	}}
	say := func(t ui.Text) { f.Head = append(f.Head, kit.Rich(f, t)) }
	if k.Settings {
		language := k.Language
		if language == "" {
			language = "auto"
		}
		say(ui.T("bot.kept.settings", ui.T("bot.language."+language), ui.T("bot.me.remind."+k.Reminder)))
		if !k.Holiday.IsZero() {
			say(untilDate(f, "bot.kept.holiday", k.Holiday))
		}
	}
	for _, l := range append([]Rows{{Key: "bot.kept.matches", N: k.Matches}, {Key: "bot.kept.words", N: k.Words}}, k.Rows...) {
		if l.N > 0 {
			f.Head = append(f.Head, kit.Rich(kit.Saying(f, l.Say), ui.T(l.Key, l.N)))
		}
	}
	if len(f.Head) == 0 {
		say(ui.T("bot.kept.nothing"))
		say(ui.T("bot.kept.file.empty"))
	} else {
		say(ui.T("bot.kept.file"))
	}
	if k.Shortened > 0 {
		say(ui.T("bot.kept.shortened", k.Shortened))
	}
	shown := p.Draw(ui.Page{Title: ui.T("bot.kept.title")}, f)
	shown.Message.Files = append(shown.Message.Files, discord.File{Name: "oneiros.json", Alt: kit.Plain(f, ui.T("bot.kept.title")), Data: k.File})
	return shown
}

// AskErase asks a person whether they want to be erased. on is how many of their matches
// are on.
func (p Pages) AskErase(lang text.Lang, on int) *screen.Shown {
	lines := []ui.Text{ui.T("bot.erase.what")}
	if on > 0 {
		lines = append(lines, ui.T("bot.erase.on", on))
	}
	return p.askErase(lang, ui.T("bot.erase.title"), append(lines, ui.T("bot.erase.others"), ui.T("bot.erase.final")), Erase, kit.Me)
}

// AskEraseServer asks whether a server is to be erased.
func (p Pages) AskEraseServer(lang text.Lang, on int) *screen.Shown {
	lines := []ui.Text{ui.T("bot.erase.server.what")}
	if on > 0 {
		lines = append(lines, ui.T("bot.erase.server.on", on))
	}
	return p.askErase(lang, ui.T("bot.erase.server.title"), append(lines, ui.T("bot.erase.final")), EraseServer, kit.Server)
}

func (p Pages) askErase(lang text.Lang, title ui.Text, lines []ui.Text, yes, no kit.Action) *screen.Shown {
	f := p.Note(lang)
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("bot.erase.yes"), "🗑️", discordgo.DangerButton, kit.CustomID{Action: yes, Arg: "yes"}),
		kit.Button(f, ui.T("bot.erase.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: no}),
	}}
	return p.Draw(ui.Page{Title: title, Lines: lines, Colour: kit.ColourWarning}, f)
}

// Erased tells that a person or something was erased, in the words of a key.
func (p Pages) Erased(lang text.Lang, key string) *screen.Shown {
	return p.Draw(ui.Page{Lines: []ui.Text{ui.T(key)}}, p.Note(lang))
}
