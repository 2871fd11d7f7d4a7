// Package ui is the vocabulary of pages: what a game says to people, before
// anybody knows in which language, on which device or through which service it
// will be shown.
//
// A screen is a small web site. A page has a title, lines, pictures and
// controls; a control is a link that plays a move, opens another page of the
// same viewer or opens a form. A form is a page with fields: that it is a page
// like any other keeps presenters at one function of a view and a path.
//
// Nothing here knows a sentence or a person's name. Texts are keys with
// arguments, and seats, moments and people's own words stay typed until the
// last step, so that whoever writes them out can mention, translate and escape
// each as the place needs.
package ui

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	"time"
)

// Text is a key of a catalogue with the arguments of its placeholders {0}, {1}
// and so on. The zero Text says nothing.
//
// An argument is an int, a string, a [Name], an [Until], a [Span], a [Text] or
// a []Text. A string is somebody's words or content of a game and is escaped
// wherever it is shown. The first int decides the plural form.
type Text struct {
	Key  string `json:"key"`
	Args []any  `json:"args,omitempty"`
}

// T is the Text of a key and its arguments.
func T(key string, args ...any) Text { return Text{Key: key, Args: args} }

// Literal is a Text that says s as it is, escaped, in every language. It is for
// content and for people's words; a sentence belongs in a catalogue.
func Literal(s string) Text { return Text{Args: []any{s}} }

// IsZero reports whether t says nothing.
func (t Text) IsZero() bool { return t.Key == "" && len(t.Args) == 0 }

// Name stands for whoever sits at a seat, counted from zero.
type Name int

// Until stands for a moment of the match clock; it is shown as the time of day
// at which it comes, or as what is left of it while the clock stands.
type Until time.Duration

// Span stands for a length of time.
type Span time.Duration

// Page is what one viewer sees at one path.
type Page struct {
	Title    Text
	Lines    []Text     // one line or paragraph each; a zero Text is an empty line
	Pictures []*Picture // in reading order, at most [MostPictures]; none is nil, no two have one key
	Controls []Control  // in reading order
	Form     []Field    // not empty for a page that [Ask] opens; such a page has no controls
	Colour   uint32     // 0xRRGGBB of the page's edge; 0 for the default
}

// MostPictures is how many pictures a page may have. Discord takes ten; on a
// phone each fills half of the screen, and the controls stand below the last.
const MostPictures = 4

// Show adds pictures; a nil one is left out.
func (p *Page) Show(pictures ...*Picture) {
	for _, picture := range pictures {
		if picture != nil {
			p.Pictures = append(p.Pictures, picture)
		}
	}
}

// Say adds lines; a zero Text is left out.
func (p *Page) Say(lines ...Text) {
	for _, l := range lines {
		if !l.IsZero() {
			p.Lines = append(p.Lines, l)
		}
	}
}

// Gap adds an empty line where something was said before and no other empty line
// stands last.
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

// Menu adds menus of choices, with as many in each as one holds; none where
// there is no choice.
func (p *Page) Menu(label Text, choices []Choice) {
	for len(choices) > 0 {
		n := min(len(choices), mostChoices)
		p.Controls = append(p.Controls, Control{Label: label, Menu: choices[:n]})
		choices = choices[n:]
	}
}

// Style is the weight of a button.
type Style int

// The styles, from the everyday one on.
const (
	Plain Style = iota
	Primary
	Good
	Danger
)

// Control is a button, or a menu when it has a Menu.
type Control struct {
	Label Text     // of a menu: what stands there before anything is chosen
	Icon  string   // one emoji, or nothing
	Style Style    // of a button
	To    Link     // of a button
	Off   bool     // shown, but it cannot be pressed
	Menu  []Choice // one to twenty-five
	Break bool     // begins a new row
}

// mostChoices is how many choices a menu holds.
const mostChoices = 25

// Choice is one line of a menu.
type Choice struct {
	Label Text
	Hint  Text // a second, smaller line; may be zero
	Icon  string
	To    Link
	Now   bool // the choice in force
}

// LinkKind tells what following a link does.
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

// Do links to playing a move.
func Do(m fmt.Stringer) Link { return Link{KindDo, m.String()} }

// Open links to the page at a path.
func Open(path string) Link { return Link{KindOpen, path} }

// Ask links to the form at a path.
func Ask(path string) Link { return Link{KindAsk, path} }

// Field is one text field of a form.
type Field struct {
	Label Text
	Hint  Text   // shown while the field is empty
	Value string // what stands in it when it opens
	Long  bool   // several lines
	Min   int    // characters; more than 0 makes the field required
	Max   int    // characters, 1 to 4000
}

// Picture is drawn from a view. Two pictures with equal keys look the same in
// the same language, so neither is drawn twice.
//
// Key is a digest of what the picture shows, and public: it may be part of a
// file's name. Whoever may see the picture may know what it shows.
type Picture struct {
	Key  string
	Alt  []Text // what it shows, for those who cannot see it; from the same view
	Draw func(say func(Text) string) image.Image
}

// Draw is a picture whose key is a digest of what, which must name everything
// that draw depends on besides the language.
func Draw(draw func(say func(Text) string) image.Image, alt []Text, what ...any) *Picture {
	h := sha256.New()
	for _, w := range what {
		fmt.Fprintf(h, "%v\x00", w)
	}
	return &Picture{Key: hex.EncodeToString(h.Sum(nil)[:12]), Alt: alt, Draw: draw}
}
