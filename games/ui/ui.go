// Package ui describes pages. A page is what a game shows to people. It does not
// depend on the language, the device or the service that shows it.
//
// A screen is a small web site. A page has a title, lines, pictures and controls. A
// control is a link: it plays a move, opens another page of the same viewer, or
// opens a form. A form is a page with fields, so a presenter needs only one
// function of a view and a path.
//
// No sentence and no name of a person is here. Texts are keys with arguments.
// Seats, moments and the words of people keep their types until the last step. Only
// there it is known how to mention, translate or escape each of them.
package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"time"
)

// Text is a key of a catalogue with arguments for its placeholders {0}, {1} and so
// on. The zero Text is empty.
//
// An argument is an int, a string, a [Name], a [Letter], an [Until], a [Moment], a [Span], a [Text] or a
// []Text. A string holds words of a person or content of a game, and is always
// escaped. The first int decides the plural form.
type Text struct {
	Key  string `json:"key"`
	Args []any  `json:"args,omitempty"`
}

// T returns the Text of a key and its arguments.
func T(key string, args ...any) Text { return Text{Key: key, Args: args} }

// Literal returns a Text that shows s, escaped, in every language. It is for content
// and for the words of people. A sentence belongs in a catalogue.
func Literal(s string) Text { return Text{Args: []any{s}} }

// IsZero reports whether t is empty.
func (t Text) IsZero() bool { return t.Key == "" && len(t.Args) == 0 }

// Name stands for the person at a seat, counted from zero.
type Name int

// Text says the name alone, as in a list of names.
func (n Name) Text() Text { return Text{Args: []any{n}} }

// Letter stands for the letter of the person at a seat, with which pictures mark them: see package
// alike. It is for what describes such a picture.
type Letter int

// Until stands for a moment of the match clock. It is shown as "in 20 seconds", which
// Discord counts down, and as a date when it is more than an hour ahead. So a sentence
// reads "closes {0}" and not "until {0}".
type Until time.Duration

// Moment stands for a moment by Discord's clock, in seconds of Unix time. Each reader is shown it in
// their own time zone. Where that is not possible, it is shown in UTC, and says so.
type Moment int64

// Span stands for a duration.
type Span time.Duration

// Page is what one viewer sees at one path.
type Page struct {
	Title    Text
	Lines    []Text     // lines or paragraphs; a zero Text is an empty line
	Pictures []*Picture // in reading order, at most [MostPictures]; not nil, with different keys
	Controls []Control  // in reading order
	Form     []Field    // not empty for a page that [Ask] opens; such a page has no controls
	Colour   uint32     // of the edge of the page, 0xRRGGBB; 0 for the default

	// Shorter is the path of the same page in fewer words, or "": behind it stand a slash and
	// about how many lines fewer than the first page it shall have. Who shows the page goes on
	// to it where Lines take more than Room lines of a phone. Only there it is known how long
	// names are, and how long the words of a language. Nothing else leads to it.
	Shorter  string
	Shortest int // how many lines fewer may be asked for
	Room     int // how many lines of a phone Lines may take; 0 for any number

	// Teach names the things on this page that a player may never have met: a phase, a
	// role, a kind of card. The weightiest comes first. A player who plays the game for the
	// first time is shown the first [Lesson] that they have not seen. It depends on the
	// view like all of the page, and a public page teaches nothing.
	Teach []string
}

// MostLesson is how many characters a lesson may have: two lines on a phone.
const MostLesson = 90

// Lesson is the sentence about a thing that a page teaches. It says what the thing
// means for the decision at hand.
func Lesson(thing string) Text { return T(LessonPrefix + thing) }

// InFile ends the key of the line that stands in the place of another one in the file of a
// match. A line that names a button of a board needs one.
const InFile = ".kept"

// LessonPrefix begins the keys of lessons in the catalogue of a game.
const LessonPrefix = "teach."

// MostPictures is how many pictures a page may have. Discord allows ten. But on a
// phone each one fills half of the screen, and the controls are below the last.
const MostPictures = 4

// Show adds pictures. It ignores nil.
func (p *Page) Show(pictures ...*Picture) {
	for _, picture := range pictures {
		if picture != nil {
			p.Pictures = append(p.Pictures, picture)
		}
	}
}

// Say adds lines. It ignores a zero Text.
func (p *Page) Say(lines ...Text) {
	for _, l := range lines {
		if !l.IsZero() {
			p.Lines = append(p.Lines, l)
		}
	}
}

// Gap adds an empty line, unless the page has no lines yet or ends with an empty one.
func (p *Page) Gap() {
	if n := len(p.Lines); n > 0 && !p.Lines[n-1].IsZero() {
		p.Lines = append(p.Lines, Text{})
	}
}

// Do adds a button that plays a move.
func (p *Page) Do(m fmt.Stringer, icon string, style Style, label Text) {
	p.Controls = append(p.Controls, Control{Label: label, Icon: icon, Style: style, To: Do(m)})
}

// Open adds a button that opens the page at a path.
func (p *Page) Open(path, icon string, label Text) {
	p.Controls = append(p.Controls, Control{Label: label, Icon: icon, To: Open(path)})
}

// Menu adds choices, in as many menus as they need. It adds none without choices.
func (p *Page) Menu(label Text, choices []Choice) {
	for len(choices) > 0 {
		n := min(len(choices), mostChoices)
		p.Controls = append(p.Controls, Control{Label: label, Menu: choices[:n]})
		choices = choices[n:]
	}
}

// Choose adds choices in separate rows. Up to few choices are buttons of a
// style, since a menu takes one press more. More choices are menus.
func (p *Page) Choose(label Text, style Style, few int, choices []Choice) {
	if len(choices) > few {
		p.Menu(label, choices)
		return
	}
	for i, c := range choices {
		p.Controls = append(p.Controls, Control{Label: c.Label, Icon: c.Icon, Style: style, To: c.To, Break: i == 0})
	}
}

// NewRow starts a new row with control n, counted from zero. It does nothing if
// there is no such control.
func (p *Page) NewRow(n int) {
	if n >= 0 && n < len(p.Controls) {
		p.Controls[n].Break = true
	}
}

// Rows is how many rows the controls take. A row holds a menu or five buttons.
func (p *Page) Rows() int {
	const most = 5
	rows, in := 0, most
	for _, c := range p.Controls {
		switch {
		case len(c.Menu) > 0:
			rows, in = rows+1, most
		case in == most || c.Break:
			rows, in = rows+1, 1
		default:
			in++
		}
	}
	return rows
}

// Style is the weight of a button.
type Style int

// The styles. Most buttons are Plain.
const (
	Plain Style = iota
	Primary
	Good
	Danger
)

// Control is a button. It is a menu if it has a Menu.
type Control struct {
	Label Text     // of a menu: shown until something is chosen
	Icon  string   // one emoji, or nothing
	Style Style    // of a button
	To    Link     // of a button
	Off   bool     // shown, but it cannot be pressed
	Menu  []Choice // one to twenty-five
	Break bool     // starts a new row
}

// mostChoices is how many choices a menu holds.
const mostChoices = 25

// Choice is one line of a menu.
type Choice struct {
	Label Text
	Hint  Text // a second, smaller line; may be zero
	Icon  string
	To    Link
	Now   bool // the current choice
}

// LinkKind is the effect of a link.
type LinkKind byte

// The kinds of links.
const (
	KindOpen LinkKind = iota // show the page at this path
	KindDo                   // play this move
	KindAsk                  // open the form at this path
)

// Link is where a control leads. The zero Link opens the viewer's first page.
type Link struct {
	Kind LinkKind
	To   string // notation of a move, or a path
}

// Do links to a move.
func Do(m fmt.Stringer) Link { return Link{KindDo, m.String()} }

// Open links to the page at a path.
func Open(path string) Link { return Link{KindOpen, path} }

// Ask links to the form at a path.
func Ask(path string) Link { return Link{KindAsk, path} }

// Field is one text field of a form.
type Field struct {
	Label Text
	Hint  Text   // shown while the field is empty
	Value string // the text in it when the form opens
	Long  bool   // several lines
	Min   int    // characters; more than 0 makes the field required
	Max   int    // characters, 1 to 4000
}

// Picture is drawn from a view. Two pictures with equal keys look the same in
// the same language, so neither is drawn twice.
//
// Key is a digest of what the picture shows. It is not secret, because it may be
// part of a file name. Only people who may see the picture get that name.
//
// Draw returns a new image each time. It belongs to the caller, who may use its memory
// for another picture.
type Picture struct {
	Key  string
	Alt  []Text // describes it for people who cannot see it; from the same view
	Draw func(say func(Text) string) image.Image
}

// Draw returns a picture. Its key is a digest of what, which must contain everything
// that the picture depends on except the language.
func Draw(draw func(say func(Text) string) image.Image, alt []Text, what ...any) *Picture {
	h := sha256.New()
	for _, w := range what {
		fmt.Fprintf(h, "%v\x00", w)
	}
	return &Picture{Key: hex.EncodeToString(h.Sum(nil)[:12]), Alt: alt, Draw: draw}
}
