// Package page draws what people see of a table. That is the board, the panels, the
// lobby and the page of the seats. It also draws the messages that the bot writes
// by itself.
//
// Every page is a pure function of a [table.State], its reader and a moment. It has
// no client, no store and no time of its own. A [discord.Clock] says only what
// Discord calls a moment. So it can be drawn again at any time and
// compared with what is shown. A game draws its own part of a page. When the game's
// code panics, the page is an error and nothing else happens.
//
// # What a custom id is worth
//
// Nothing. Any person can send any custom id, so an id says only what is asked for.
// Discord says who asks. A page is drawn for the seat of the person who pressed,
// and a move is played by that seat.
//
// # The page of the seats
//
// It is drawn only from the State, so it is there when the game's code is broken.
// Leaving, voting and stopping are on it.
package page

import (
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Colours of pages that are no game's.
const (
	ColourWarning = 0xd63031
	ColourEnded   = 0x636e72
)

// Pages draws pages with the words of the bot and of its games.
type Pages struct {
	words
	painter  *screen.Painter
	Messages Messages
}

// Links are the addresses of the operator's documents. An empty one is not shown.
type Links struct {
	Privacy string // what is kept of people
	Terms   string // under what terms they use the bot
}

// New makes Pages. A game without its own words uses the bot's words. A nil clock
// is the host's.
func New(painter *screen.Painter, bot *text.Catalogue, games map[string]*text.Catalogue, clock *discord.Clock) *Pages {
	w := words{bot, games, clock}
	return &Pages{words: w, painter: painter, Messages: Messages{w}}
}

// Kit is what a feature draws its private pages with.
func (p *Pages) Kit() Kit { return Kit{p.words, p.painter} }

// A Kit draws private pages that show nothing of a table, in the words of the bot and of its
// games.
type Kit struct {
	words
	painter *screen.Painter
}

// Saying is a Kit that speaks in the words of a feature. Behind them are the bot's.
func (k Kit) Saying(say *text.Catalogue) Kit {
	k.bot = say
	return k
}

// Lines is a page of some lines, such as a refusal.
func (k Kit) Lines(lang text.Lang, lines ...ui.Text) *screen.Shown {
	return k.Draw(ui.Page{Lines: lines}, k.Note(lang))
}

// Note is the frame of a page.
func (k Kit) Note(lang text.Lang) *screen.Frame { return k.note(nil, lang) }

// NoteOf is the frame of a private message that shows nothing of a table but the names at it,
// in the words of its game.
func (k Kit) NoteOf(s *table.State, lang text.Lang) *screen.Frame {
	f := k.note(s, lang)
	f.Game = s.Game.Info().Name
	return f
}

// Frame is the frame of a page about a table.
func (k Kit) Frame(s *table.State, lang text.Lang) *screen.Frame { return k.frame(s, lang) }

// Day is the date of a moment in UTC, by Discord's clock.
func (k Kit) Day(at time.Time) string { return k.clock.Shown(at).UTC().Format(time.DateOnly) }

// Draw draws a page in a frame.
func (k Kit) Draw(p ui.Page, f *screen.Frame) *screen.Shown { return k.painter.Page(p, f) }

// GameName is what people call a game.
func (k Kit) GameName(game string, lang text.Lang) string { return k.gameName(game, lang) }

// GameWords are the words of a game, or nil when the bot does not have it.
func (k Kit) GameWords(game string) *text.Catalogue { return k.games[game] }

// Sparing is p, which draws the pictures only of wanted messages.
func Sparing(p *Pages, wanted screen.Wanted) *Pages {
	return &Pages{words: p.words, painter: &screen.Painter{Pictures: p.painter.Pictures, Wanted: wanted}, Messages: p.Messages}
}

// words are what pages and messages are said in.
type words struct {
	bot   *text.Catalogue
	games map[string]*text.Catalogue // by the game's name; the bot's words are behind each
	clock *discord.Clock
}

// frame is the frame of a page of a table.
func (w words) frame(s *table.State, lang text.Lang) *screen.Frame {
	f := w.note(s, lang)
	f.Game, f.Match, f.Clock = s.Game.Info().Name, s.ID, s.Clock
	if s.Patient {
		f.Calm = ui.T("until.calm")
	}
	f.When = func(at time.Duration) (time.Time, bool) {
		when, runs := s.When(at)
		return w.clock.Shown(when), runs
	}
	return f
}

// note is the frame of a private message that shows nothing of a table but,
// perhaps, the names at it. A nil State stands for no table.
func (w words) note(s *table.State, lang text.Lang) *screen.Frame {
	f := &screen.Frame{Say: w.bot, Lang: lang, More: Label(w.bot, lang, ui.T("bot.menu.more"))}
	if s != nil {
		f.Names = names(s, Label(w.bot, lang, ui.T("table.nobody")))
		if say := w.games[s.Game.Info().Name]; say != nil {
			f.Say = say
		}
	}
	return f
}

// Label formats a text without mentions or markdown.
func Label(in *text.Catalogue, lang text.Lang, t ui.Text) string {
	return in.Say(lang, t, screen.Plain{Frame: &screen.Frame{Say: in, Lang: lang}})
}

// Lines is a private message. The words are those of the game of a table, or the
// bot's when s is nil.
func (p *Pages) Lines(s *table.State, lang text.Lang, lines ...ui.Text) *screen.Shown {
	return p.painter.Page(ui.Page{Lines: lines}, p.note(s, lang))
}

// Reopen is the button that opens a refused form again, by the interaction that was refused.
func (p *Pages) Reopen(lang text.Lang, refused discord.ID) discord.Button {
	return Button(p.note(nil, lang), ui.T("bot.form.again"), "✏️", discordgo.PrimaryButton, CustomID{Action: Reopen, Arg: refused.String()})
}

// LinesOf is a private message in the words of a game that is at no table.
func (p *Pages) LinesOf(game string, lang text.Lang, lines ...ui.Text) *screen.Shown {
	f := p.note(nil, lang)
	if say := p.games[game]; say != nil {
		f.Say = say
	}
	return p.painter.Page(ui.Page{Lines: lines}, f)
}

// ofGame draws a page of a match. A match that cannot be read has only what stands
// around its page.
func (p *Pages) ofGame(s *table.State, v games.Viewer, path string, f *screen.Frame) *screen.Shown {
	if s.Match == nil {
		return p.painter.Page(ui.Page{Title: ui.T("name")}, f)
	}
	return p.painter.Page(resting(s, fitting(s, v, path, f)), f)
}

// fitting is a page of a match in as many words as have room on a phone.
func fitting(s *table.State, v games.Viewer, path string, f *screen.Frame) ui.Page {
	return annotated(s, v, path, f, nil)
}

// annotated is [fitting] with what the viewer's notebook says beside the targets of moves.
func annotated(s *table.State, v games.Viewer, path string, f *screen.Frame, n games.Notebook) ui.Page {
	pages := s.Match.Pages(v)
	return screen.Fitting(path, func(path string) ui.Page { return s.Match.Annotate(v, pages(path), n) }, f)
}

// catch runs a game's code, whose panic becomes an error. The value of the panic
// is not in it: it may hold secrets.
func catch[T any](run func() T) (result T, err error) {
	defer func() {
		if what := recover(); what != nil {
			err = fmt.Errorf("a page panics with %T", what)
		}
	}()
	return run(), nil
}

// Rich says a line of the frame's catalogue with markdown.
func Rich(f *screen.Frame, t ui.Text) string { return f.Say.Say(f.Lang, t, screen.Rich{Frame: f}) }

// Plain says it for places without markdown.
func Plain(f *screen.Frame, t ui.Text) string { return f.Say.Say(f.Lang, t, screen.Plain{Frame: f}) }

// Short says it in at most n characters.
func Short(f *screen.Frame, t ui.Text, n int) string {
	words, _ := screen.Cut(Plain(f, t), n)
	return words
}

// Raw says a text. Something of Discord's, such as a channel or a moment, stands in
// the place of a name.
func Raw(f *screen.Frame, t ui.Text, what string) string {
	return f.Say.Say(f.Lang, t, rawWords{screen.Rich{Frame: f}, what})
}

type rawWords struct {
	screen.Rich
	what string
}

func (w rawWords) Name(ui.Name) string { return w.what }

// timestamp is a moment as Discord shows it to each reader in their own time zone.
func (w words) timestamp(at time.Time, style string) string {
	return Moment(w.clock.Shown(at), style)
}

// Moment is timestamp for a moment of Discord's clock.
func Moment(at time.Time, style string) string {
	return fmt.Sprintf("<t:%d:%s>", at.Unix(), style)
}

// ChannelMention is a channel as Discord links it.
func ChannelMention(id discord.ID) string { return "<#" + id.String() + ">" }

// UserMention is a person as Discord links them.
func UserMention(id discord.ID) string { return "<@" + id.String() + ">" }

// NameOf is the name of a person at the table, and nothing else.
func NameOf[S ~int](seat S) ui.Text { return ui.Text{Args: []any{ui.Name(seat)}} }

// Button is a button of the bot's own.
func Button(f *screen.Frame, label ui.Text, icon string, style discordgo.ButtonStyle, id CustomID) discord.Button {
	words, _ := screen.Cut(screen.Composed(Plain(f, label)), discord.MaxLabel)
	return discord.Button{CustomID: id.String(), Label: words, Emoji: icon, Style: style}
}

// BoardLink is a button that leads to a board.
func BoardLink(f *screen.Frame, guild, channel, message discord.ID) discord.Button {
	return discord.Button{Style: discordgo.LinkButton, URL: MessageURL(guild, channel, message), Label: Short(f, ui.T("bot.lobby.goto"), discord.MaxLabel), Emoji: "🪑"}
}

// MessageURL is the address of a message. The server is 0 in direct messages.
func MessageURL(guild, channel, message discord.ID) string {
	server := guild.String()
	if guild == 0 {
		server = "@me"
	}
	return strings.Join([]string{"https://discord.com/channels", server, channel.String(), message.String()}, "/")
}

// gameName is the name of a game in a language, also of one that this program lacks.
func (w words) gameName(game string, lang text.Lang) string {
	say := w.games[game]
	if say == nil {
		return game
	}
	return Label(say, lang, ui.T("name"))
}
