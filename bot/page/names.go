package page

import (
	"iter"
	"strconv"
	"strings"

	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/alike"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// Names.
//
// People at a table choose each other by name: whom to ask, to put out, to make the host.
// A name is whatever its owner likes, so two may be the same, or look it. Where that
// happens, each has its owner's username behind it, which Discord gives only once: "Alex
// @alex_77". A person whose username is not known has the number of their seat. So has a
// name that pictures cannot write, whose username stands there, and a name with a sign that
// the bot itself puts into names: a person who copies it says who they are.

// AutoSign stands before the names of automatic players. Every person sees what they are.
const AutoSign = "🤖"

// ownSigns are in no name of a person without what tells it apart.
const ownSigns = AutoSign + "@#"

// Named is what a person is called.
type Named struct {
	Name     string // hostile
	Username string // of Discord, which no other user has; empty if it is not known
}

// look is what is known of a name.
type look struct {
	name string // clean, and without the sign of an automatic player before it
	like string // the key of names that look so
	told bool   // it is always told apart
}

// lookedAt are the looks of names. Every page asks for those of its table.
var lookedAt = paint.NewCache[string, look](256 << 10)

// lookOf looks at a name, which is hostile.
func lookOf(name string) look {
	if l, ok := lookedAt.Find(name); ok {
		return l
	}
	l := look{name: screen.Line(name)}
	l.told = strings.ContainsAny(paint.Plain(l.name), ownSigns) || !paint.Legible(l.name)
	for strings.HasPrefix(l.name, AutoSign) {
		l.name = screen.Line(strings.TrimLeft(strings.TrimPrefix(l.name, AutoSign), "\ufe0e\ufe0f\u200d"))
	}
	l.like = alike.Key(l.name)
	lookedAt.Keep(name, l, 3*len(name)+100)
	return l
}

// names are the people at a table as they call themselves, by seat. They are told apart where
// they look alike. A seat whose owner was erased has no name.
func names(s *table.State, nobody string) []string {
	list, looks := make([]string, len(s.Players)), looksOf(s, nobody)
	for i, p := range s.Players {
		list[i] = looks[i].name
		if !looks[i].told && !isLike(looks, i) || p.Auto {
			continue
		}
		tail := "@" + p.Username
		if p.Username == "" || p.Open { // its owner may sit elsewhere now
			tail = "#" + strconv.Itoa(i+1)
		}
		list[i] += string(paint.Tail) + tail
	}
	return list
}

// Called is what a seat of a table is called: its owner's name, told apart from others.
func Called(s *table.State, seat games.Seat) string { return names(s, "")[seat] }

// expected are the people whom a lobby waits for, told apart from those at its table, too.
func expected(s *table.State) []ui.Text {
	looks := looksOf(s, "")
	list := make([]ui.Text, len(s.Expected))
	for i, who := range s.Expected {
		at := len(s.Players) + i
		name := looks[at].name
		if (looks[at].told || isLike(looks, at)) && who.Username != "" {
			name += string(paint.Tail) + "@" + who.Username
		}
		list[i] = ui.Literal(name)
	}
	return list
}

// looksOf are the looks of the people at a table, by seat, and then of those whom it
// expects.
func looksOf(s *table.State, nobody string) []look {
	looks := make([]look, len(s.Players), len(s.Players)+len(s.Expected))
	for i, p := range s.Players {
		switch {
		case p.Auto:
			looks[i] = look{name: AutoSign + " " + p.Name, like: AutoSign} // no name of a person is like that
		case p.Name == "" && p.Open:
			looks[i] = lookOf(nobody)
		default:
			looks[i] = lookOf(p.Name)
		}
	}
	for _, who := range s.Expected {
		looks = append(looks, lookOf(who.Name))
	}
	return looks
}

// isLike reports whether a name looks like another one.
func isLike(looks []look, of int) bool {
	for i, l := range looks {
		if i != of && l.like == looks[of].like {
			return true
		}
	}
	return false
}

// Among is what a person is called among others, who may have that person among them. Without
// a seat there is no number, so a person whose username is not known has a name alone.
func (n Named) Among(others iter.Seq[Named]) string {
	is := lookOf(n.Name)
	apart := is.told && n.Name != ""
	for other := range others {
		apart = apart || other != n && lookOf(other.Name).like == is.like
	}
	if !apart || n.Username == "" {
		return is.name
	}
	return is.name + string(paint.Tail) + "@" + n.Username
}
