package bot

import (
	"slices"
	"strings"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
)

// verb is what one of the bot's own buttons does. Their custom ids are
//
//	b/<match>/<verb>/<argument>
//
// with "-" for what belongs to no match.
type verb string

// The verbs.
const (
	verbJoin    verb = "join"
	verbLeave   verb = "leave" // argument: "yes" once it was asked for a live match
	verbReady   verb = "ready"
	verbStart   verb = "start"
	verbExtend  verb = "extend"
	verbOptions verb = "options" // the private page of options
	verbOption  verb = "option"  // menu: which one
	verbValue   verb = "value"   // menu: the value of the option that the argument names
	verbNumber  verb = "number"  // modal: its number
	verbPanel   verb = "panel"
	verbRules   verb = "rules" // argument: game, and after a colon the page
	verbPage    verb = "page"  // menu: a page of the rules
	verbAgain   verb = "again"
	verbResume  verb = "resume"
	verbStop    verb = "stop"
	verbServer  verb = "server" // menu: the server's language
	verbMe      verb = "me"     // menu: one's own
	verbRemind  verb = "remind" // menu: how one is reminded

	verbTable  verb = "table" // the private page of the people at a table; argument: a page of it
	verbTake   verb = "take"  // a vacant seat; argument: which
	verbBack   verb = "back"
	verbPause  verb = "pause"
	verbAgree  verb = "agree"  // argument: the motion
	verbObject verb = "object" // likewise
	verbKick   verb = "kick"   // argument, or menu: whom
	verbHost   verb = "host"   // menu: whom to make it
	verbLog    verb = "log"    // argument: the page, from zero
)

var verbs = []verb{
	verbJoin, verbLeave, verbReady, verbStart, verbExtend, verbOptions, verbOption, verbValue, verbNumber, verbPanel,
	verbRules, verbPage, verbAgain, verbResume, verbStop, verbServer, verbMe, verbRemind,
	verbTable, verbTake, verbBack, verbPause, verbAgree, verbObject, verbKick, verbHost, verbLog,
}

// button is a custom id of the bot's own.
type button struct {
	match string // empty for none
	verb  verb
	arg   string
}

// String is the id as Discord carries it.
func (b button) String() string {
	match := b.match
	if match == "" {
		match = "-"
	}
	return "b/" + match + "/" + string(b.verb) + "/" + b.arg
}

// parseButton reads an id. It is given hostile text.
func parseButton(s string) (button, bool) {
	if len(s) > discord.MaxCustomID {
		return button{}, false
	}
	part := strings.SplitN(s, "/", 4)
	if len(part) != 4 || part[0] != "b" {
		return button{}, false
	}
	b := button{match: part[1], verb: verb(part[2]), arg: part[3]}
	if b.match == "-" {
		b.match = ""
	} else if !screen.IsMatch(b.match) {
		return button{}, false
	}
	for _, c := range []byte(b.arg) {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.') {
			return button{}, false
		}
	}
	return b, slices.Contains(verbs, b.verb)
}
