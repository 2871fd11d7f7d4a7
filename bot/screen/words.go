package screen

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"oneiros/games/alike"
	"oneiros/games/paint"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Rich writes words for the places where Discord reads markdown: descriptions
// and contents of messages.
type Rich struct{ *Frame }

// Name is who sits at a seat, as the frame names them.
func (w Rich) Name(seat ui.Name) string {
	name, tail := w.brief(seat)
	return join(Escape(name), Escape(tail))
}

// Until is the moment as Discord shows it to each reader. Up to an hour ahead Discord
// counts it down by itself: a clock without seconds says nothing of a turn of twenty
// seconds. While the match clock stands, it is what is left.
func (w Rich) Until(at ui.Until) string {
	t, running, known := w.moment(at)
	switch unix := strconv.FormatInt(t.Unix(), 10); {
	case !known || !running:
		return w.left(at)
	case time.Duration(at)-w.Clock <= time.Hour:
		return "<t:" + unix + ":R>"
	default:
		return w.says("until.day", "<t:"+unix+":f>")
	}
}

// Moment is the moment as Discord shows it to each reader.
func (w Rich) Moment(at ui.Moment) string { return "<t:" + strconv.FormatInt(int64(at), 10) + ":f>" }

// Escape takes markdown, mentions and links out of what a person wrote.
func (w Rich) Escape(s string) string { return isolated(Escape(s)) }

// Titled writes words for the title of an embed. Discord reads markdown there, though
// neither mentions nor timestamps. So names and written words are those of [Rich], and
// times those of [Plain].
type Titled struct{ Plain }

// Name is who sits at a seat, as in [Rich].
func (w Titled) Name(seat ui.Name) string { return Rich(w.Plain).Name(seat) }

// Escape takes markdown, mentions and links out of what a person wrote.
func (w Titled) Escape(s string) string { return isolated(Line(Escape(s))) }

// Plain writes words for the places where Discord does not read markdown: labels,
// menus, forms, alt text.
type Plain struct{ *Frame }

// Name is who sits at a seat.
func (w Plain) Name(seat ui.Name) string { return join(w.name(seat)) }

// Until is the time of day in UTC, because nothing here can show the reader's own
// time. While the clock stands, it is the time that is left.
func (w Plain) Until(at ui.Until) string {
	t, running, known := w.moment(at)
	if known && running {
		return w.says("until.at", t.UTC().Format("15:04:05"))
	}
	return w.left(at)
}

// Escape makes one clean line of what a person wrote.
func (w Plain) Escape(s string) string { return isolated(Line(s)) }

// Drawn writes words for pictures. It is Plain, but for names that no font can write: what
// tells such a name apart stands in its place.
type Drawn struct{ *Frame }

// Name is who sits at a seat.
func (w Drawn) Name(seat ui.Name) string {
	name, tail := w.name(seat)
	switch {
	case paint.Legible(name):
		return join(name, tail)
	case tail != "":
		return tail
	}
	return number(seat)
}

// Until is the time of day in UTC, as in [Plain].
func (w Drawn) Until(at ui.Until) string { return Plain(w).Until(at) }

// Escape makes one clean line of what a person wrote.
func (w Drawn) Escape(s string) string { return Plain(w).Escape(s) }

// name is who sits at a seat, and what tells them apart from others who are called so.
func (f *Frame) name(seat ui.Name) (name, tail string) {
	if seat >= 0 && int(seat) < len(f.Names) {
		name, tail, _ = strings.Cut(f.Names[seat], string(paint.Tail))
		if name, tail = Line(name), Line(tail); name != "" || tail != "" {
			return name, tail
		}
	}
	return "", number(seat)
}

// brief is [Frame.name], in a short form where lines have no room for a longer one.
func (f *Frame) brief(seat ui.Name) (name, tail string) {
	name, tail = f.name(seat)
	if seat >= 0 && int(seat) < len(f.short) {
		name = f.short[seat]
	}
	return name, tail
}

// Letter is the letter with which pictures mark the person at a seat.
func (f *Frame) Letter(seat ui.Letter) string {
	list := f.letters
	if list == nil {
		list = f.marks()
	}
	if seat >= 0 && int(seat) < len(list) {
		return list[seat]
	}
	return number(ui.Name(seat))
}

// marks are the letters of all names, as they stand in pictures.
func (f *Frame) marks() []string {
	names := make([]string, len(f.Names))
	for i := range names {
		names[i] = Drawn{f}.Name(ui.Name(i))
	}
	return alike.Letters(names)
}

// number stands for a seat whose owner has no name.
func number(seat ui.Name) string { return "#" + strconv.Itoa(int(seat)+1) }

// join is a name with what tells it apart. The direction of the name ends with it.
func join(name, tail string) string {
	switch name = isolated(name); {
	case tail == "":
		return name
	case name == "":
		return tail
	}
	return name + string(paint.Tail) + tail
}

func (f *Frame) moment(at ui.Until) (t time.Time, running, known bool) {
	if f.When == nil {
		return time.Time{}, false, false
	}
	t, running = f.When(time.Duration(at))
	return t.Round(time.Second), running, true
}

// left is how much time is left. It stands where a reader expects "in 20 seconds".
func (f *Frame) left(at ui.Until) string {
	if !f.Calm.IsZero() {
		return f.Say.Say(f.Lang, f.Calm, silent{})
	}
	return f.Say.Say(f.Lang, ui.T("until.left", ui.Span(max(time.Duration(at)-f.Clock, 0))), silent{})
}

// says puts a moment, as it is written already, into the words around it.
func (f *Frame) says(key, moment string) string {
	return f.Say.Say(f.Lang, ui.T(key, moment), silent{})
}

// silent writes nothing: a length of time has no words of people in it.
type silent struct{}

func (silent) Name(ui.Name) string    { return "" }
func (silent) Until(ui.Until) string  { return "" }
func (silent) Escape(s string) string { return s }

var _ = []text.Words{Rich{}, Titled{}, Plain{}, Drawn{}, silent{}}

// maxBreaks is how many line breaks a person's text keeps. What follows stands in
// the last line.
const maxBreaks = 20

// Escape is s without any meaning for Discord: no markdown, no mention, no link or
// invitation. It has no character that is invisible or that turns the direction of
// the text. Line breaks stay, one at a time.
func Escape(s string) string {
	s = tidy(s, maxBreaks)
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	start, digits := true, false // at the start of a line; after nothing but digits there
	for _, r := range s {
		switch r {
		case '\\', '*', '_', '~', '`', '|', '<', '>', '[', ']', '(', ')', '#', '@', '/':
			b.WriteByte('\\')
		case '-', '+':
			if start {
				b.WriteByte('\\')
			}
		case '.':
			if digits {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
		digits = (start || digits) && '0' <= r && r <= '9'
		start = r == '\n' || start && r == ' '
	}
	return b.String()
}

// Line is s as one line. It has no characters that are invisible, turn the
// direction of the text, or pile up.
func Line(s string) string { return tidy(s, 0) }

// tidy drops invisible characters and makes one space or line break of several. It
// keeps at most so many breaks.
func tidy(s string, breaks int) string {
	if isTidy(s) {
		return s
	}
	return tidied(s, breaks, unseen)
}

// tidied is tidy, which drops the runes that a function names.
func tidied(s string, breaks int, dropped func(rune) bool) string {
	var b strings.Builder
	b.Grow(len(s))
	var before rune // the last rune written
	space, nl := false, false
	marks := 0
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r > ' ' && r < 0x7f || r >= 'А' && r <= 'я': // most of what is written
			marks = 0
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
			nl = true
			continue
		case unicode.IsSpace(r):
			space = true
			continue
		case r == '\u200d': // joins emoji, and hides nothing between them
			if before == 0 || !pictorial(before) || i+1 == len(runes) || !pictorial(runes[i+1]) {
				continue
			}
		case dropped(r):
			continue
		case unicode.Is(unicode.Mn, r) || r == '\u20e3': // stress marks, the looks and frames of emoji
			if marks++; marks > 3 || before == 0 {
				continue
			}
		default:
			marks = 0
		}
		if before != 0 && nl && breaks > 0 {
			b.WriteByte('\n')
			breaks--
		} else if before != 0 && (space || nl) {
			b.WriteByte(' ')
		}
		space, nl = false, false
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

// isTidy reports whether s has nothing that tidy would change. Most labels and names
// have not. It may be false for one that has nothing either.
func isTidy(s string) bool {
	before := ' '
	for _, r := range s {
		if !(r > ' ' && r < 0x7f || r >= 'А' && r <= 'я' || r == ' ' && before != ' ') {
			return false
		}
		before = r
	}
	return before != ' '
}

// unseen reports whether a reader sees nothing where r stands.
func unseen(r rune) bool {
	switch {
	case r == unicode.ReplacementChar, r == '\u2800', r == '\u3164', r == '\uffa0', r == '\u115f', r == '\u1160', r == '\u034f', r == '\u17b4', r == '\u17b5':
		return true // blanks that count as letters or symbols
	case variation(r), r == '\u20e3':
		return false
	case r >= 0xe0000 && r <= 0xe0fff:
		return true // tags
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.Me) || !unicode.IsGraphic(r)
}

// variation reports whether r chooses one of two looks of the sign before it.
func variation(r rune) bool { return r == '\ufe0e' || r == '\ufe0f' }

// pictorial reports whether r may be a part of an emoji of several characters.
func pictorial(r rune) bool {
	return variation(r) || unicode.Is(unicode.So, r) || r >= 0x1f3fb && r <= 0x1f3ff
}
