package table

import (
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// State is a table at one moment. Neither it nor anything in it ever changes.
type State struct {
	// Brief says that the match was put away, and that this is what is known without
	// reading it: all but Match, Turns, Chosen, Options, Notes and how it is dealt. Of Status it
	// has neither scores nor winners. [Tables.Find] and [Tables.Read] give the rest.
	Brief bool

	ID          string
	Guild       discord.ID // 0 for a table in direct messages
	Channel     discord.ID // where it was opened
	Thread      discord.ID // its thread, or 0
	WantsThread bool       // it is to have a thread
	Game        games.Game
	Phase       Phase
	Host        discord.ID        // 0 while nobody sits in the lobby
	Players     []Player          // by seat, open seats too; in the lobby by the seat that they would get
	Chosen      map[string]string // the options that people set
	Options     games.Options     // all options
	Strength    games.Strength    // of the automatic players
	PeopleOnly  bool              // no automatic player may sit down
	Faster      bool              // automatic players wait shorter, since all people wanted it
	Lang        text.Lang         // of the board

	// Turn is how long a turn has at a table by days, else 0. Hours are then those in
	// which people play: outside them clocks stand and nobody is mentioned.
	Turn  time.Duration
	Hours pace.Hours

	// Match is nil in the lobby, in a lobby that became void, and when the match
	// cannot be read. Paused says so then.
	Match  games.Match
	Status games.Status // of Match
	Turns  []int        // turn numbers: the public's, then each seat's

	Clock          time.Duration // the match clock at Since; where it stands when it is not Running
	Since          time.Time
	Running        bool
	Patient        bool    // a person who plays alone decides, and no time is shown: the clock goes on with their next move that is no draft
	Paused         ui.Text // why the clock stands though the match is live; else zero
	Halted         bool    // nobody asked for the pause: the match goes on by itself
	Incident       string  // the number in the log of what led to the pause
	ChannelDeleted bool    // its channel was deleted, so it can only be moved or stopped
	VoidReason     ui.Text // why we ended the match ourselves; else zero

	SeesEnd  []games.Seat // while all people are out: who wants to see the end at once
	Motion   *Motion      // what is being voted on, or nil
	Notes    []Note       // what happened lately: newest last, at most 3, none older than [NewsTime]
	ToRemind []games.Seat // awaited seats that have used half of their time: one reminder for each turn number
	Awaited  []games.Seat // awaited seats whose players can be reminded; they may have all of their time

	Created  time.Time
	Started  time.Time
	Ended    time.Time
	Expires  time.Time // when the lobby closes, when the table is cleared, or when a live match ends that waits for a person, by Discord's clock; else zero
	Previous string    // the match that this one follows, or empty

	// Expected are the people of the match before who have not pressed yet, in a lobby
	// that follows one. After ExpectedUntil it is empty: it goes on without them.
	Expected      []User
	ExpectedUntil time.Time

	// Resumed is when the match went on after an outage, and Outage for how long its
	// clock stood. OutageWhy is the reason of the halt, such as [HaltDisk]; it is empty
	// when no process had the match. Outage is zero when there was none, after the
	// first change, and after [NewsTime].
	Resumed   time.Time
	Outage    time.Duration
	OutageWhy string

	stoodSince time.Time // see [State.Stood]
	dates      timing.Dates

	// How the match is dealt; see [games.Secret]. The hashes are in hexadecimal. A match
	// of an older version has neither Commitment nor Presses.
	Commitment string       // of the secret, from the opening of the lobby on
	Presses    []discord.ID // by seat, from the start on: the presses that went into the seed; 0 for an automatic player
	SeedHash   string       // SHA-256 of the seed, from the start on
	Secret     games.Secret // zero until a match that was dealt is over or was stopped
	Seed       string       // likewise, in hexadecimal

	Rev uint64 // raised with every change that is saved

	run       timing.Run                // of the match clock
	leftSeats map[discord.ID]games.Seat // of a live match, or in direct messages: the seats that people left; Nobody for those who were kicked
}

// Seat is where a person sits, and whether they sit here at all.
func (s *State) Seat(user discord.ID) (games.Seat, bool) {
	for i, p := range s.Players {
		if p.ID == user && !p.Open {
			return games.Seat(i), true
		}
	}
	return games.Nobody, false
}

// Direct reports whether the table is in the direct messages of one person, who plays
// there alone.
func (s *State) Direct() bool { return s.Guild == 0 }

// Person is who plays at a table in direct messages, or has left it.
func (s *State) Person() discord.ID {
	for _, p := range s.Players {
		if !p.Auto && !p.Open {
			return p.ID
		}
	}
	for user := range s.leftSeats {
		return user
	}
	return 0
}

// Free lists the seats of a live match that a newcomer may take, in the order of
// the offers. Open ones come first, then those of automatic players, then those that
// sleepwalk.
func (s *State) Free() []games.Seat {
	if s.Phase != Live {
		return nil
	}
	return people.FreeSeats(s.Players, s.Game.Plays())
}

// FreeFor lists the free seats that a person may take, in the order in which they
// are offered. It is empty for people who sit here or were kicked. A person who
// left a seat or lost it may take only that one, because they know what it knows.
func (s *State) FreeFor(user discord.ID) []games.Seat {
	free := s.Free()
	if _, seated := s.Seat(user); seated {
		return nil
	}
	if left, ok := s.leftSeats[user]; ok {
		return slices.DeleteFunc(free, func(seat games.Seat) bool { return seat != left })
	}
	return free
}

// Removed reports whether a person was put out of the match, and cannot come back.
func (s *State) Removed(user discord.ID) bool {
	left, ok := s.leftSeats[user]
	return ok && left == games.Nobody
}

// People lists the seats that belong to people, who may be away.
func (s *State) People() []games.Seat {
	var list []games.Seat
	for i, p := range s.Players {
		if !p.Open && !p.Auto {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// Awake lists the seats whose owners play themselves.
func (s *State) Awake() []games.Seat {
	var list []games.Seat
	for i, p := range s.Players {
		if !p.Open && !p.Auto && !p.Asleep {
			list = append(list, games.Seat(i))
		}
	}
	return list
}

// CurrentChannel is the channel that the table is in: its thread, if it has one.
func (s *State) CurrentChannel() discord.ID {
	if s.Thread != 0 {
		return s.Thread
	}
	return s.Channel
}

// Now is the match clock at a moment.
func (s *State) Now(t time.Time) time.Duration {
	if !s.Running {
		return s.Clock
	}
	return s.run.Clock(s.Clock, s.Since, t)
}

// When is the moment at which the match clock reaches at, and whether it runs.
// While it stands nobody knows the moment; see [State.Left]. None is known either while a
// person who plays alone decides, although the clock may run to a beat.
func (s *State) When(at time.Duration) (time.Time, bool) {
	if !s.Running || s.Patient {
		return time.Time{}, false
	}
	return s.run.When(s.Clock, s.Since, at), true
}

// Left is how long the match clock still has to run until at, not less than 0.
func (s *State) Left(at time.Duration, now time.Time) time.Duration {
	return max(at-s.Now(now), 0)
}

// New is a table to be opened.
type New struct {
	Guild   discord.ID // 0 in direct messages
	Channel discord.ID
	Game    string            // its name
	Options map[string]string // what is set already
	Host    User              // the person who opens it and sits down first
	Lang    text.Lang
	Thread  bool // it is to have a thread

	PeopleOnly bool       // no automatic player may sit down
	Press      discord.ID // as of an Action
}

// Stood is for how long the clock stood in the outage that [State.Outage] tells of. After a
// restart that is known only when Discord has said what time it is, because the host's clock
// may have been set meanwhile.
func (s *State) Stood() time.Duration {
	if s.Outage == 0 || s.stoodSince.IsZero() {
		return s.Outage
	}
	return max(s.run.Between(s.dates.Here(s.stoodSince), s.Resumed), 0)
}

// Empty reports whether the match is paused because everybody is away.
func (s *State) Empty() bool { return s.Paused.Key == people.PausedEmpty && !s.Halted }

// OnlyPerson is the seat of the only person at the table, away or not. It is Nobody
// when there are more, or none.
func (s *State) OnlyPerson() games.Seat {
	only := games.Nobody
	for i, p := range s.Players {
		switch {
		case p.Auto || p.Open:
		case only != games.Nobody:
			return games.Nobody
		default:
			only = games.Seat(i)
		}
	}
	return only
}

// Hurriable reports whether a person at the table may ask for [Faster]: a program plays a seat,
// and does not play faster yet.
func (s *State) Hurriable() bool {
	return s.Phase == Live && s.Match != nil && !s.Faster && s.Game.Plays() && len(s.Awake()) < len(s.Players)
}

// Terms names what a lobby has agreed on. A person is ready for what they saw, and begins
// that. It is empty for a State in brief.
func (s *State) Terms() string {
	if s.Brief {
		return ""
	}
	return people.Terms(s.Options)
}

// Asks is the question that belongs to an action now. It is NotAsked where the table votes, and
// where nothing is lost.
func (s *State) Asks(a Action) Question { return people.Asks(s.Phase, s.Host, s.Players, &a) }

// Decides reports whether a person may end the table, or remove people from it, without a vote.
func (s *State) Decides(user discord.ID, moderator bool) bool {
	return people.Decides(s.Host, s.Players, user, moderator)
}

// AllOut reports whether every person at a live match is out of it, so that automatic players
// alone decide how it ends.
func (s *State) AllOut() bool {
	list := s.People()
	return s.Phase == Live && s.Match != nil && s.Game.Plays() && len(list) > 0 &&
		!slices.ContainsFunc(list, func(seat games.Seat) bool { return !slices.Contains(s.Status.Out, seat) })
}

// FastForwards reports whether automatic players play on to the end without thinking: all
// people who are there have asked for it.
func (s *State) FastForwards() bool { return len(s.SeesEnd) > 0 && len(s.Watching()) == 0 }

// Watching lists the seats of people who are there and have not asked for the end.
func (s *State) Watching() []games.Seat {
	return slices.DeleteFunc(s.Awake(), func(seat games.Seat) bool { return slices.Contains(s.SeesEnd, seat) })
}
