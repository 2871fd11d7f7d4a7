package screen

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"oneiros/bot/discord"
	"oneiros/games/ui"
)

// Action is what following an id does.
type Action byte

// The actions of custom ids.
const (
	ActionOpen   Action = 'o' // show the page at the path
	ActionDo     Action = 'd' // play the move
	ActionAsk    Action = 'a' // open the form at the path
	ActionFill   Action = 'f' // fill in the form at the path with a modal's answers
	ActionSelect Action = 's' // a menu: the chosen value says the rest
	ActionNone   Action = 'x' // nothing: a button that is off
)

// CustomID is what a custom id of a page says:
//
//	m/<match>/<turn>/<action>/<to>
//
// The turn is in base 36. Discord wants all ids of a message to differ, and two
// buttons of a page may lead to one place. So a dot and a number without a meaning
// may follow the turn: m/<match>/1f.2/o/. An id is public and any person can forge
// one: it says what is asked for, never who asks.
type CustomID struct {
	Match  string
	Turn   int
	Action Action
	To     string // notation of a move, a path, or the number of a menu

	twin int
}

// String is the id as Discord carries it. It may be longer than discord.MaxCustomID.
func (id CustomID) String() string {
	turn := strconv.FormatInt(int64(id.Turn), 36)
	if id.twin > 0 {
		turn += "." + strconv.Itoa(id.twin)
	}
	return "m/" + id.Match + "/" + turn + "/" + string(id.Action) + "/" + id.To
}

// actionOf is the action of a link.
func actionOf(k ui.LinkKind) Action {
	switch k {
	case ui.KindDo:
		return ActionDo
	case ui.KindAsk:
		return ActionAsk
	default:
		return ActionOpen
	}
}

// ErrID is the error of an id that no page has.
var ErrID = errors.New("not an id of a page")

// ParseCustomID reads a custom id. The text may be hostile: only what String prints
// is accepted.
func ParseCustomID(s string) (CustomID, error) {
	if len(s) > 4*discord.MaxCustomID || !fits(s) || !clean(s) {
		return CustomID{}, ErrID
	}
	part := strings.SplitN(s, "/", 5)
	if len(part) != 5 || part[0] != "m" || !IsMatch(part[1]) || len(part[3]) != 1 {
		return CustomID{}, ErrID
	}
	id := CustomID{Match: part[1], Action: Action(part[3][0]), To: part[4]}
	turn, twin, twins := strings.Cut(part[2], ".")
	n, err := strconv.ParseInt(turn, 36, 32)
	if err != nil || n < 0 || strconv.FormatInt(n, 36) != turn {
		return CustomID{}, ErrID
	}
	id.Turn = int(n)
	if twins {
		k, err := strconv.Atoi(twin)
		if err != nil || k < 1 || k > 99 || strconv.Itoa(k) != twin {
			return CustomID{}, ErrID
		}
		id.twin = k
	}
	switch id.Action {
	case ActionOpen, ActionDo, ActionAsk, ActionFill:
	case ActionSelect, ActionNone:
		k, err := strconv.Atoi(id.To)
		if err != nil || k < 0 || k > 99 || strconv.Itoa(k) != id.To {
			return CustomID{}, ErrID
		}
	default:
		return CustomID{}, ErrID
	}
	return id, nil
}

// value is the value of a line of a menu: its link.
func value(l ui.Link) string { return string(actionOf(l.Kind)) + "/" + l.To }

// Chosen is the id of the chosen line of a menu. It is the id of the menu with what
// the value says. It is ErrID for a value that no menu has.
func (id CustomID) Chosen(value string) (CustomID, error) {
	if id.Action != ActionSelect || len(value) > 4*discord.MaxCustomID || !fits(value) || !clean(value) || len(value) < 2 || value[1] != '/' {
		return CustomID{}, ErrID
	}
	switch v := Action(value[0]); v {
	case ActionOpen, ActionDo, ActionAsk:
		id.Action, id.To, id.twin = v, value[2:], 0
		return id, nil
	default:
		return CustomID{}, ErrID
	}
}

// IsMatch reports whether s has the form of a match's id: ten characters of
// lower-case base 32.
func IsMatch(s string) bool {
	if len(s) != 10 {
		return false
	}
	for _, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9') {
			return false
		}
	}
	return true
}

// clean reports whether s is UTF-8 without control characters.
func clean(s string) bool {
	return utf8.ValidString(s) && strings.IndexFunc(s, unicode.IsControl) < 0
}

// ids gives each component of a message an id that no other has.
type ids struct {
	match string
	turn  int
	used  map[string]bool
	none  int // buttons that are off, so far
	menus int // so far
}

// link is the id of a link. It reports false when Discord would not take it.
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

// off is the id of a button that is off.
func (n *ids) off() string {
	s := CustomID{Match: n.match, Turn: n.turn, Action: ActionNone, To: strconv.Itoa(n.none)}.String()
	n.none++
	return s
}

// menu is the id of a menu.
func (n *ids) menu() string {
	s := CustomID{Match: n.match, Turn: n.turn, Action: ActionSelect, To: strconv.Itoa(n.menus)}.String()
	n.menus++
	return s
}
