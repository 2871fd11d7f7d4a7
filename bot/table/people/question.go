package people

import (
	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/store"
)

// Question is what a person said yes to before something that cannot be undone. It says what
// becomes of the table, because that is what the person was told. When something else would
// become of it by now, the table refuses with [AskFirst], and the person is asked again.
type Question string

// The questions.
const (
	NotAsked Question = ""         // nothing was asked, or nothing has to be
	OfLobby  Question = "lobby"    // nothing is lost with it
	GoesOn   Question = "goes-on"  // the match goes on
	Waits    Question = "waits"    // it goes on once a player who is away is back
	Ends     Question = "ends"     // the match ends
	Whatever Question = "whatever" // of the program itself, which is not asked: no control says it
)

// ParseQuestion reads the question that a control names. What no control of this version
// says is NotAsked.
func ParseQuestion(s string) Question {
	switch q := Question(s); q {
	case OfLobby, GoesOn, Waits, Ends:
		return q
	default:
		return NotAsked
	}
}

// AskFirst is the key of the refusal of an action to which a question belongs that its person
// did not say yes to. [Asks] says which.
const AskFirst = "table.ask"

// Decides reports whether a person may end the table, or remove people from it, without a vote.
// While all players are away, the first person to press anything is the host.
func Decides(host discord.ID, players []Player, user discord.ID, moderator bool) bool {
	if moderator || host != 0 && host == user {
		return true
	}
	sits := false
	for _, p := range players {
		if p.Open || p.Auto {
			continue
		}
		if !p.Asleep {
			return false
		}
		sits = sits || p.ID == user
	}
	return sits
}

// Asks is the question that belongs to an action now. It is NotAsked where the table votes, and
// where nothing is lost.
func Asks(phase store.Phase, host discord.ID, players []Player, a *Action) Question {
	alone := Decides(host, players, a.User.ID, a.Moderator)
	switch {
	case phase == store.Lobby && alone && (a.Kind == Stop || a.Kind == Kick):
		return OfLobby
	case phase != store.Live:
		return NotAsked
	case a.Kind == Leave:
		return without(players, a.User.ID, a.User.ID)
	case a.Kind == Stop && alone:
		return Ends
	case a.Kind == Kick && alone:
		whom := a.Whom
		if whom == 0 && a.Seat >= 0 && int(a.Seat) < len(players) {
			whom = players[a.Seat].ID
		}
		return without(players, whom, a.User.ID)
	}
	return NotAsked
}

// without is what becomes of a match once the seat of whom is left, when by presses.
func without(players []Player, whom, by discord.ID) Question {
	becomes, there := Ends, false
	for _, p := range players {
		switch {
		case p.Open || p.Auto:
		case p.ID == whom:
			there = true
		case !p.Asleep || p.ID == by:
			becomes = GoesOn
		case becomes == Ends:
			becomes = Waits
		}
	}
	if !there {
		return NotAsked
	}
	return becomes
}

// asked refuses what its person was not asked about.
func (a *act) asked() error {
	rec := a.rec // as it was shown
	q := Asks(rec.Phase, discord.ID(rec.Host), Players(rec), &a.r)
	if q == NotAsked || a.r.Asked == q || a.r.Asked == Whatever {
		return nil
	}
	return games.Refuse(AskFirst)
}
