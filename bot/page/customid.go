package page

import (
	"fmt"
	"strconv"
	"strings"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
)

// Action is what one of the bot's own controls asks for.
type Action string

// The actions of the house. Those of features stand in their page packages. Their texts stand in
// messages that are in the world, so they stay.
const (
	Join       Action = "join"
	Leave      Action = "leave" // argument: the [table.Question] that a player of a live match was asked
	Ready      Action = "ready" // argument: the [table.State.Terms] that its presser sees
	Start      Action = "start" // argument: a [StartArg]
	AddAuto    Action = "auto"
	Strength   Action = "strength" // menu: how well the automatic players play
	Extend     Action = "extend"
	Options    Action = "options" // the private page of options
	PickOption Action = "option"  // menu: which one
	PickValue  Action = "value"   // menu: the value of the option that the argument names
	TypeNumber Action = "number"  // form: the number of the option that the argument names
	Panel      Action = "panel"
	Translate  Action = "translate" // the board in another language; argument: which, for readers of the board's
	Rules      Action = "rules"     // argument: the game, and after a colon the page
	RulesPage  Action = "page"      // menu: a page of the rules
	Again      Action = "again"
	Resume     Action = "resume"
	Stop       Action = "stop"   // argument: the [table.Question] that was asked
	Server     Action = "server" // menu: the server's language
	Me         Action = "me"     // menu: the presser's language
	Cards      Action = "cards"  // the list of games; argument: a [CardArg], or empty for the first game
	CardsMenu  Action = "card"   // menu: a CardArg
	Play       Action = "play"   // open a table; argument: a CardArg
	PlayAlone  Action = "alone"  // open a table and start it with automatic players; argument: a CardArg

	Seats    Action = "table" // the page of the seats; argument: which question it asks
	TakeSeat Action = "take"  // argument, or menu: a [SeatArg]
	Back     Action = "back"
	Pause    Action = "pause"
	Agree    Action = "agree"  // argument: the vote
	Object   Action = "object" // argument: the vote
	Kick     Action = "kick"   // argument: a [KickArg]; or menu: whom
	Host     Action = "host"   // argument, or menu: who becomes the host
	Log      Action = "log"    // argument: the page, from zero
	Deal     Action = "deal"   // how the match is dealt
	Faster   Action = "faster" // automatic players wait shorter: a vote
	Slower   Action = "slower" // and as long as usual again
	SeeEnd   Action = "end"    // for who is out: automatic players play on to the end at once
	Board    Action = "board"  // in direct messages: what every person would see of the table
	Suggest  Action = "hint"   // what the strong automatic player would do

	Reopen   Action = "reopen"    // the form that was refused, with what was typed; argument: the id of the interaction that was refused
	StayAway Action = "stay-away" // of a warning: what it is about is left alone

	Settings Action = "settings" // the server's settings; in former versions a menu of them, too
)

// KickArg is the argument of Kick: whom, and what its presser was asked.
type KickArg struct {
	Whom  discord.ID
	Asked table.Question
}

// kickUnasked stands before the person while nothing was asked.
const kickUnasked = "ask:"

// String is the argument as a custom id carries it.
func (a KickArg) String() string {
	if a.Asked == table.NotAsked {
		return kickUnasked + a.Whom.String()
	}
	return a.Whom.String() + ":" + string(a.Asked)
}

// ParseKickArg reads the argument or what was chosen in a menu, which is hostile. A
// former version asked, too, but its buttons do not say what.
func ParseKickArg(s string) KickArg {
	who, asked, _ := strings.Cut(strings.TrimPrefix(s, kickUnasked), ":")
	whom, err := discord.ParseID(who)
	if err != nil {
		return KickArg{}
	}
	return KickArg{whom, table.ParseQuestion(asked)}
}

// StartArg is the argument of Start: what its presser sees.
type StartArg struct {
	Fill   int    // to how many seats automatic players fill the table first
	People int    // how many people sit there then, where automatic players fill it
	Terms  string // see [table.State.Terms]
}

// String is the argument as a custom id carries it.
func (a StartArg) String() string { return fmt.Sprintf("%d:%d:%s", a.Fill, a.People, a.Terms) }

// ParseStartArg reads an argument, which is hostile. That of a former version has Fill alone.
func ParseStartArg(s string) StartArg {
	fill, rest, _ := strings.Cut(s, ":")
	people, terms, _ := strings.Cut(rest, ":")
	return StartArg{Fill: count(fill), People: count(people), Terms: terms}
}

// count is a small number, or 0.
func count(s string) int {
	if n, err := strconv.Atoi(s); err == nil && 0 < n && n < 100 {
		return n
	}
	return 0
}

// SeatArg is the argument of TakeSeat: which seat, and whose it is then.
type SeatArg struct {
	Seat games.Seat // games.Nobody for none
	Whom discord.ID // 0 for no person
}

// String is the argument as a custom id carries it.
func (a SeatArg) String() string {
	if a.Whom == 0 {
		return strconv.Itoa(int(a.Seat))
	}
	return strconv.Itoa(int(a.Seat)) + ":" + a.Whom.String()
}

// ParseSeatArg reads an argument, which is hostile. That of a former version has no owner.
func ParseSeatArg(s string) SeatArg {
	seat, whom, _ := strings.Cut(s, ":")
	n, err := strconv.Atoi(seat)
	if err != nil || n < 0 || n >= 100 {
		return SeatArg{Seat: games.Nobody}
	}
	a := SeatArg{Seat: games.Seat(n)}
	if id, err := discord.ParseID(whom); err == nil {
		a.Whom = id
	}
	return a
}

// CustomID is what the custom id of one of the bot's own controls says:
//
//	b/<match>/<action>/<argument>
//	b/<match>/<action>/<argument>!<confirms>
//
// with "-" for what belongs to no match. The controls of a game's page have a
// [screen.CustomID].
type CustomID struct {
	Match    string // empty for none
	Action   Action
	Arg      string
	Confirms string // which warning its presser has read and goes past; empty for none
}

// String is the id as Discord carries it.
func (id CustomID) String() string {
	match := id.Match
	if match == "" {
		match = "-"
	}
	s := "b/" + match + "/" + string(id.Action) + "/" + id.Arg
	if id.Confirms != "" {
		s += confirmMark + id.Confirms
	}
	return s
}

// confirmMark stands before what a control confirms. No argument has it.
const confirmMark = "!"

// ParseCustomID reads an id. It is given hostile text. The action need not be that of a
// control: the routes know those.
func ParseCustomID(s string) (CustomID, bool) {
	if len(s) > discord.MaxCustomID {
		return CustomID{}, false
	}
	part := strings.SplitN(s, "/", 4)
	if len(part) != 4 || part[0] != "b" {
		return CustomID{}, false
	}
	arg, confirms, marked := strings.Cut(part[3], confirmMark)
	id := CustomID{Match: part[1], Action: Action(part[2]), Arg: arg, Confirms: confirms}
	if marked && (confirms == "" || strings.ContainsFunc(confirms, func(c rune) bool { return (c < 'a' || 'f' < c) && (c < '0' || '9' < c) })) {
		return CustomID{}, false
	}
	if id.Match == "-" {
		id.Match = ""
	} else if !screen.IsMatch(id.Match) {
		return CustomID{}, false
	}
	for _, c := range []byte(id.Arg) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.') {
			return CustomID{}, false
		}
	}
	return id, !strings.ContainsFunc(part[2], func(c rune) bool { return c != '-' && (c < 'a' || 'z' < c) })
}

// PageOf is the page that an argument asks for, which counts from 0. An argument is hostile: one
// that is no number asks for the first page.
func PageOf(arg string) int {
	n, err := strconv.Atoi(arg)
	if err != nil {
		return 0
	}
	return n
}
