// Package screen shows pages on Discord.
//
// A [ui.Page] becomes one message: an embed with a title, lines and a picture, an
// embed for each further picture, and at most five rows of buttons and menus; or a modal, when it is a form. The
// page is a pure function of what somebody knows and a message is a pure
// function of a page and a [Frame], so two messages with the same digest look
// the same, and whatever differs can be repaired by anybody at any time. That is
// the [Reconciler]'s work.
//
// # Limits are ours to keep
//
// Discord refuses a message that is too long in any part of it. A page that is
// too long is therefore cut: at a word, with “…”; buttons beyond five rows go
// into a menu of their own. What was cut is returned as a fault to be logged,
// because a game should not have made such a page, but people can go on playing.
//
// # What people wrote
//
// A string in a text is somebody's words. Where Discord reads markdown every
// sign that means something there is escaped; everywhere characters are dropped
// that are not seen, that turn the direction of the text, or that pile up. The
// words stay readable and lose every power: no mention, no link, no invitation.
// Besides, no message of ours allows a mention unless it says whom.
//
// # Pictures are sent again
//
// Discord keeps an attachment that an edit lists by its id. Using that would need
// the ids that Discord gave to each attachment of each message to be stored and
// to stay true over lost answers, restarts and answers to presses, all for the
// sake of some twenty kilobytes when the words around a picture change. A message
// is always sent whole instead; what is drawn once is kept as PNG, and a message
// that did not change is not sent at all.
//
// # Names in pictures
//
// The key of a picture knows seats, not people, so the cache adds the players'
// names to it: no table sees the names of another.
package screen

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Discord's limits in characters.
const (
	maxTitle       = 256
	maxDescription = 4096
	maxFooter      = 2048
	maxEmbed       = 6000
	maxLabel       = 80
	maxChoice      = 100
	maxPrompt      = 150 // of a menu before anything is chosen
	maxAlt         = 1024
	maxModalTitle  = 45
	maxFieldLabel  = 45
	maxHint        = 100
	maxInput       = 4000
	maxFields      = 5
)

// DefaultColour is the edge of a page that names no colour.
const DefaultColour = 0x6c5ce7

// Frame is what a page does not say itself: in which language, of which table,
// who the people are, what time it is, and what stands around it.
type Frame struct {
	Say   *text.Catalogue
	Lang  text.Lang
	Game  string   // whose page it is: a picture's key is unique in its game only
	Names []string // as the people call themselves, by seat

	Match string
	Turn  int // what the controls carry

	// When is the moment at which the match clock reaches a time, and whether it
	// runs; Clock is where it is. A nil When is a clock that stands.
	When  func(at time.Duration) (time.Time, bool)
	Clock time.Duration

	Content  string        // outside of the embed, as Discord reads it: mentions
	Mentions []discord.ID  // whom Content may mention
	Head     []string      // first lines, as Discord reads them
	Footer   string        // small print, plain
	Below    []discord.Row // rows that are always there
	More     string        // what the menu of the buttons that found no room says
	Private  bool          // only whoever pressed sees it
}

// Shown is a message as it is sent.
type Shown struct {
	Message *discord.Message
	Digest  string   // equal for messages that look the same
	Faults  []string // what did not fit, or could not be shown, for the log
}

// Painter turns pages into messages.
type Painter struct{ Pictures *Pictures }

// Page is a page as a message. It never fails: what cannot be shown is left out
// and named in Cuts.
func (p *Painter) Page(page ui.Page, f *Frame) *Shown {
	s := &Shown{}
	rich, plain := Rich{f}, Plain{f}
	e := &discordgo.MessageEmbed{Color: int(page.Colour)}
	if page.Colour == 0 || page.Colour > discord.MaxColour {
		e.Color = DefaultColour
	}
	e.Title = s.cut("title", f.Say.Say(f.Lang, page.Title, plain), maxTitle)
	footer := s.cut("footer", f.Footer, maxFooter)
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
	room := min(maxDescription, maxEmbed-utf8.RuneCountInString(e.Title)-utf8.RuneCountInString(footer))
	e.Description = s.cut("description", strings.TrimSpace(strings.Join(lines, "\n")), room)

	m := &discord.Message{Content: f.Content, Mentions: discord.Mentions{Users: f.Mentions}}
	m.Embeds = []*discordgo.MessageEmbed{e}
	p.attach(s, m, page.Pictures, f)
	if e.Title == "" && e.Description == "" && e.Image == nil {
		e.Description = "…" // an embed with nothing in it is refused
	}
	if footer != "" {
		m.Embeds[len(m.Embeds)-1].Footer = &discordgo.MessageEmbedFooter{Text: footer}
	}
	m.Components = s.controls(page.Controls, f)
	s.Message = m
	s.Digest = m.Digest()
	return s
}

// NewShown gives a message that is made by hand its digest.
func NewShown(m *discord.Message) *Shown { return &Shown{Message: m, Digest: m.Digest()} }

func (s *Shown) cut(what, words string, n int) string {
	words, cut := Cut(words, n)
	if cut {
		s.fault("%s longer than %d characters", what, n)
	}
	return words
}

func (s *Shown) fault(format string, args ...any) {
	s.Faults = append(s.Faults, fmt.Sprintf(format, args...))
}

// controls lays out a page's controls and what the frame adds below.
func (s *Shown) controls(list []ui.Control, f *Frame) []discord.Row {
	ids := &ids{match: f.Match, turn: f.Turn, used: map[string]bool{}}
	plain := Plain{f}
	room := max(maxRows-len(f.Below), 0)
	label := func(t ui.Text, what string, n int) string {
		return s.cut(what, Line(f.Say.Say(f.Lang, t, plain)), n)
	}
	var kept []ui.Control
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
			labels[i] = label(c.Label, "menu's label", maxPrompt)
		} else {
			labels[i] = label(c.Label, "button's label", maxLabel)
		}
	}
	rows, rest := arrange(kept, func(i int) int { return utf8.RuneCountInString(labels[i]) + 4 }, room)
	var out []discord.Row
	for _, row := range rows {
		var r discord.Row
		for _, i := range row {
			c := kept[i]
			if c.Menu != nil {
				if menu, ok := s.menu(labels[i], c.Menu, c.Off, ids, label); ok {
					r = append(r, menu)
				}
				continue
			}
			r = append(r, s.button(labels[i], c, ids))
		}
		if len(r) > 0 {
			out = append(out, r)
		}
	}
	if len(rest) > 0 && room > 0 {
		var choices []ui.Choice
		for _, i := range rest {
			switch c := kept[i]; {
			case c.Menu != nil:
				choices = append(choices, c.Menu...)
			case !c.Off:
				choices = append(choices, ui.Choice{Label: c.Label, Icon: c.Icon, To: c.To})
			}
		}
		s.fault("%d controls more than rows have room for", len(rest))
		if menu, ok := s.menu(f.More, choices, false, ids, label); ok {
			out = append(out, discord.Row{menu})
		}
	} else if len(rest) > 0 {
		s.fault("%d controls have no room at all", len(rest))
	}
	return append(out, f.Below...)
}

// ids gives each component of a message an id of its own.
type ids struct {
	match string
	turn  int
	used  map[string]bool
	none  int
	menus int
}

func (n *ids) link(l ui.Link) (string, bool) {
	id := CustomID{Match: n.match, Turn: n.turn, Action: actionOf(l.Kind), To: l.To}
	for n.used[id.String()] {
		id.twin++
	}
	s := id.String()
	if !fits(s) || !clean(s) {
		return "", false
	}
	n.used[s] = true
	return s, true
}

func (n *ids) off() string {
	s := CustomID{Match: n.match, Turn: n.turn, Action: ActionNone, To: strconv.Itoa(n.none)}.String()
	n.none++
	return s
}

func (n *ids) menu() string {
	s := CustomID{Match: n.match, Turn: n.turn, Action: ActionSelect, To: strconv.Itoa(n.menus)}.String()
	n.menus++
	return s
}

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

func (s *Shown) menu(prompt string, choices []ui.Choice, off bool, ids *ids, label func(ui.Text, string, int) string) (discord.Menu, bool) {
	m := discord.Menu{Placeholder: prompt, Disabled: off}
	taken, now := map[string]bool{}, false
	for _, c := range choices {
		o := discord.MenuOption{Label: label(c.Label, "menu's line", maxChoice), Description: label(c.Hint, "menu's hint", maxChoice), Value: value(c.To), Emoji: icon(c.Icon)}
		if len(m.Options) == maxChoices {
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

// icon is an emoji that Discord takes: one sign without letters. Anything else
// would make it refuse the whole message.
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

// Form is a form as a modal whose answers come back with the id.
func (p *Painter) Form(page ui.Page, f *Frame, id CustomID) (discord.Modal, []string) {
	s := &Shown{}
	plain := Plain{f}
	id.Action = ActionFill
	m := discord.Modal{CustomID: id.String(), Title: s.cut("form's title", Line(f.Say.Say(f.Lang, page.Title, plain)), maxModalTitle)}
	if m.Title == "" {
		m.Title = "…"
	}
	fields := page.Form
	if len(fields) > maxFields {
		s.fault("a form of %d fields", len(fields))
		fields = fields[:maxFields]
	}
	for i, field := range fields {
		c := discord.Input{
			CustomID: strconv.Itoa(i), Long: field.Long,
			Label:       s.cut("field's label", Line(f.Say.Say(f.Lang, field.Label, plain)), maxFieldLabel),
			Placeholder: s.cut("field's hint", Line(f.Say.Say(f.Lang, field.Hint, plain)), maxHint),
			Max:         min(max(field.Max, 1), maxInput),
			Required:    field.Min > 0,
		}
		c.Min = min(max(field.Min, 0), c.Max)
		if c.Label == "" {
			c.Label = "…"
		}
		c.Value = s.cut("field's value", field.Value, c.Max)
		m.Rows = append(m.Rows, discord.Row{c})
	}
	return m, s.Faults
}
