// Package screen shows pages on Discord.
//
// A [ui.Page] becomes one message. That is an embed with a title, lines and a
// picture, and an embed for each further picture. Below are at most five rows of
// buttons and menus. A page that is a form becomes a modal. A page is a pure
// function of what a person knows. A message is a pure function of a page and a
// [Frame]. So two messages with one digest look the same, and every difference can
// be repaired at any time. That is the work of the [Reconciler].
//
// # Embeds, not components of the second version
//
// Components V2 could put the buttons of a panel before its picture. Both were measured
// in the playground, 360 pixels wide, in Russian. The numbers are where the first
// control begins, and the height of the message. "After" has the first paragraph, the
// picture, the controls and the other lines. "Before" has the first line, the controls,
// the picture and the other lines.
//
//	panel                      embed     V2 after   V2 before
//	When I Dream, dawn         313  472  371  537   220  537
//	When I Dream, a clue       335  494  373  561   266  584
//	Dream Fortress, dusk       335  656  395  715   244  715
//	Dream Fortress, passing    308  521  292  512    90  512
//	Dream Fortress, a turn     328  487  180  480   113  502
//	Somnia, a hand             405  672  310  725   232  725
//	lobby                      340  499  157  458   135  480
//
// Before the picture and the other lines, the controls begin 69 to 218 pixels higher.
// After the picture they gain in two games and lose in When I Dream: a gallery shows a
// picture larger than an embed does. That makes most messages longer, too. With embeds
// all but Somnia's hand begin within the 400 pixels that are the goal, and the picture
// stands above the controls, so that one looks first. So the price of V2 is not paid.
// Its flag cannot be taken back. Boards are embeds, so the message of a table in direct
// messages, which is both, would need two ways. All texts together may have 4,000
// characters.
//
// # Limits
//
// Discord refuses a message when any part of it is too long. So a page that is too
// long is cut. Texts are cut at a word, with “…”, and buttons beyond five rows go
// into a menu. What was cut is returned as a fault, to be logged. A game should not
// make such a page, but people can go on playing. The numbers stand in package
// discord.
//
// # What people wrote
//
// A string in a text is what a person wrote. Where Discord reads markdown, every
// sign with a meaning is escaped. Everywhere, characters are dropped that no person
// sees, that turn the direction of the text, or that pile up. The words stay
// readable and have no power: no mention, no link, no invitation. A message
// notifies only the people that it names for that. What runs from right to left is
// isolated, so that it does not turn what follows.
//
// # Pictures are sent again
//
// Discord keeps an attachment when an edit lists its id. To use that, the bot would
// have to store the id of each attachment of each message. It would have to keep it
// true over lost answers, restarts and answers to presses. It would save some
// twenty kilobytes when the words around a picture change. So a message is always
// sent whole. A picture is drawn once and kept as PNG. A message that did not
// change is not sent at all.
//
// # Names in pictures
//
// The key of a picture knows seats and not people. So the cache adds the players'
// names to it: no table sees the names of another. A picture has the letters of most
// scripts. What tells a name apart stands there for one that no font can write: see
// [Drawn].
package screen

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// DefaultColour is the edge of a page that names no colour.
const DefaultColour = 0x6c5ce7

// Frame is what a page does not say itself. It has the language, the table, the
// people's names, the time, and what stands around the page.
type Frame struct {
	Say   *text.Catalogue
	Lang  text.Lang
	Game  string   // a key of a picture is unique in its game only
	Names []string // as the people call themselves, by seat

	letters []string // of the names, while they are known: see [Frame.Letter]
	short   []string // the names as lines have them, where there is no room for longer ones

	Match string
	Turn  int // what the controls carry

	// When is the moment at which the match clock reaches a time, and whether the
	// clock runs. A nil When is a clock that stands. Clock is the clock now.
	When  func(at time.Duration) (time.Time, bool)
	Clock time.Duration
	Calm  ui.Text // stands for every moment while the clock waits for a player alone; zero for what is left until then

	Content  string        // above the embed, in markdown
	Mentions []discord.ID  // whom Content may mention
	Head     []string      // lines before those of the page, in markdown
	Thumb    *ui.Picture   // small, beside the first lines; nil for none
	Footer   string        // small print, without markdown
	Below    []discord.Row // rows below the controls
	Join     bool          // a last row of controls that only open pages begins the first row of Below, if there is room
	More     string        // label of the menu of the buttons that have no room
}

// Shown is a message as it is sent.
type Shown struct {
	Message *discord.Message
	Digest  string   // equal for messages that look the same
	Faults  []string // what did not fit, or could not be shown, for the log
	Undrawn bool     // its pictures were not wanted: it can be compared and not sent
}

// Wanted says whether a message of this digest would be sent. The pictures of another
// one need not be drawn.
type Wanted func(digest string) bool

// Painter turns pages into messages.
type Painter struct {
	Pictures *Pictures
	Wanted   Wanted // nil for all
}

// Page is a page as a message. It never fails: what cannot be shown is left out
// and named in Faults.
func (p *Painter) Page(page ui.Page, f *Frame) *Shown {
	s := &Shown{}
	rich := Rich{f}
	e := &discordgo.MessageEmbed{Color: int(page.Colour)}
	if page.Colour == 0 || page.Colour > discord.MaxColour {
		e.Color = DefaultColour
	}
	e.Title = s.cut("title", f.Say.Say(f.Lang, page.Title, Titled{Plain{f}}), discord.MaxTitle)
	footer := s.cut("footer", f.Footer, discord.MaxFooter)
	lines := append([]string(nil), f.Head...)
	if len(f.Head) > 0 && len(page.Lines) > 0 {
		lines = append(lines, "")
	}
	for _, t := range page.Lines {
		if t.IsZero() {
			lines = append(lines, "")
			continue
		}
		lines = append(lines, f.Say.Say(f.Lang, t, rich))
	}
	room := min(discord.MaxDescription, discord.MaxEmbedSum-utf8.RuneCountInString(e.Title)-utf8.RuneCountInString(footer))
	e.Description = s.cut("description", strings.TrimSpace(strings.Join(lines, "\n")), room)

	m := &discord.Message{Content: f.Content, Mentions: discord.Mentions{Users: f.Mentions}}
	m.Embeds = []*discordgo.MessageEmbed{e}
	pictures := p.attach(s, m, page.Pictures, f)
	if thumb := p.attachThumb(s, m, f); thumb != nil {
		pictures = append(pictures, thumb)
	}
	if e.Title == "" && e.Description == "" && e.Image == nil {
		e.Description = "…" // an embed with nothing in it is refused
	}
	if footer != "" {
		m.Embeds[len(m.Embeds)-1].Footer = &discordgo.MessageEmbedFooter{Text: footer}
	}
	m.Components = s.controls(page.Controls, f)
	s.Message = m
	s.Digest = m.Digest()
	if s.Undrawn = len(pictures) > 0 && p.Wanted != nil && !p.Wanted(s.Digest); s.Undrawn {
		return s
	}
	if drawn := p.draw(s, pictures, f); len(drawn) < len(pictures) {
		faults := s.Faults
		rest := *f
		if !slices.Contains(drawn, f.Thumb) {
			rest.Thumb = nil
		}
		page.Pictures = slices.DeleteFunc(drawn, func(d *ui.Picture) bool { return d == f.Thumb })
		s = p.Page(page, &rest)
		s.Faults = append(s.Faults, faults...)
	}
	return s
}

// NewShown is a message that was not made of a page, with its digest.
func NewShown(m *discord.Message) *Shown { return &Shown{Message: m, Digest: m.Digest()} }

// controls are a page's controls in rows, with the rows of the frame below.
func (s *Shown) controls(list []ui.Control, f *Frame) []discord.Row {
	ids := &ids{match: f.Match, turn: f.Turn, used: map[string]bool{}}
	plain := Plain{f}
	room := max(discord.MaxRows-len(f.Below), 0)
	label := func(t ui.Text, what string, n int) string {
		return s.cut(what, Composed(f.Say.Say(f.Lang, t, plain)), n)
	}
	var kept []ui.Control // without menus that have no lines
	for _, c := range list {
		if c.Menu == nil || len(c.Menu) > 0 {
			kept = append(kept, c)
		} else {
			s.fault("a menu with nothing in it")
		}
	}
	labels := make([]string, len(kept))
	for i, c := range kept {
		if c.Menu != nil {
			labels[i] = label(c.Label, "menu's label", discord.MaxPlaceholder)
		} else {
			labels[i] = label(c.Label, "button's label", discord.MaxLabel)
		}
	}
	rows, rest := arrange(kept, func(i int) int { return utf8.RuneCountInString(labels[i]) + 4 }, room)
	var out []discord.Row
	looks := false // the last row only opens pages
	for _, row := range rows {
		var r discord.Row
		for _, i := range row {
			c := kept[i]
			if c.Menu == nil {
				r = append(r, s.button(labels[i], c, ids))
			} else if menu, ok := s.menu(labels[i], c.Menu, c.Off, ids, label); ok {
				r = append(r, menu)
			}
		}
		if len(r) > 0 {
			out, looks = append(out, r), opens(kept, row)
		}
	}
	switch {
	case len(rest) > 0 && room > 0:
		s.fault("%d controls more than rows have room for", len(rest))
		if menu, ok := s.menu(f.More, choicesOf(kept, rest), false, ids, label); ok {
			out = append(out, discord.Row{menu})
		}
	case len(rest) > 0:
		s.fault("%d controls have no room at all", len(rest))
	}
	if n := len(out) - 1; f.Join && looks && len(rest) == 0 && len(f.Below) > 0 && len(out[n])+len(f.Below[0]) <= discord.MaxButtons {
		joined := slices.Concat(out[n], f.Below[0])
		return append(append(out[:n], joined), f.Below[1:]...)
	}
	return append(out, f.Below...)
}

// opens reports whether all controls of a row are buttons that open pages.
func opens(controls []ui.Control, row []int) bool {
	for _, i := range row {
		if c := controls[i]; c.Menu != nil || c.Off || c.To.Kind != ui.KindOpen {
			return false
		}
	}
	return true
}

// choicesOf are some controls as lines of one menu. Buttons that are off have no
// line.
func choicesOf(controls []ui.Control, which []int) []ui.Choice {
	var list []ui.Choice
	for _, i := range which {
		switch c := controls[i]; {
		case c.Menu != nil:
			list = append(list, c.Menu...)
		case !c.Off:
			list = append(list, ui.Choice{Label: c.Label, Icon: c.Icon, To: c.To})
		}
	}
	return list
}

// button is a control as a button. A link that does not fit makes a button that is
// off.
func (s *Shown) button(label string, c ui.Control, ids *ids) discord.Component {
	b := discord.Button{Label: label, Emoji: icon(c.Icon), Style: style(c.Style), Disabled: c.Off}
	if b.Label == "" && b.Emoji == "" {
		b.Label = "…"
	}
	if c.Off {
		b.CustomID = ids.off()
		return b
	}
	id, ok := ids.link(c.To)
	if !ok {
		s.fault("a link that does not fit into an id")
		b.CustomID, b.Disabled = ids.off(), true
		return b
	}
	b.CustomID = id
	return b
}

// menu is a menu of choices, without those that Discord would refuse. It reports
// false for a menu without lines.
func (s *Shown) menu(prompt string, choices []ui.Choice, off bool, ids *ids, label func(ui.Text, string, int) string) (discord.Menu, bool) {
	m := discord.Menu{Placeholder: prompt, Disabled: off}
	taken, now := map[string]bool{}, false
	for _, c := range choices {
		o := discord.MenuOption{
			Label: label(c.Label, "menu's line", discord.MaxOptionText), Description: label(c.Hint, "menu's hint", discord.MaxOptionText),
			Value: value(c.To), Emoji: icon(c.Icon),
		}
		if len(m.Options) == discord.MaxOptions {
			s.fault("a menu of %d lines", len(choices))
			break
		}
		switch {
		case taken[o.Value]:
			s.fault("two lines of a menu lead to one place")
			continue
		case !fits(o.Value) || !clean(o.Value):
			s.fault("a link that does not fit into a menu")
			continue
		}
		if o.Label == "" {
			o.Label = "…"
		}
		if c.Now && !now {
			o.Default, now = true, true
		}
		taken[o.Value] = true
		m.Options = append(m.Options, o)
	}
	m.CustomID = ids.menu()
	return m, len(m.Options) > 0
}

func style(s ui.Style) discordgo.ButtonStyle {
	switch s {
	case ui.Primary:
		return discordgo.PrimaryButton
	case ui.Good:
		return discordgo.SuccessButton
	case ui.Danger:
		return discordgo.DangerButton
	default:
		return discordgo.SecondaryButton
	}
}

// icon is s if Discord takes it for an emoji: one sign without letters. It would
// refuse the whole message for anything else.
func icon(s string) string {
	if s == "" || utf8.RuneCountInString(s) > 8 || !clean(s) {
		return ""
	}
	for _, r := range s {
		if r < 0x80 && !('0' <= r && r <= '9' || r == '#' || r == '*') {
			return ""
		}
	}
	return s
}
