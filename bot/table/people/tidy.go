package people

import (
	"slices"
	"time"

	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// Why a match stands because of the people at it, and not because one of them wanted it.
const (
	PausedEmpty          = "table.pause.empty"   // all people are away
	PausedChannelDeleted = "table.pause.channel" // its channel was deleted
)

// Tidy adds to a changed record of a live match what follows from who is awake. That is the
// host, whether the match stands, and whose votes count.
func Tidy(next *store.Match, at Moment) {
	if len(Persons(next)) == 0 {
		Void(next, at)
		return
	}
	there := Awake(next)
	if len(there) > 0 && !slices.ContainsFunc(there, func(p store.Player) bool { return p.User == next.Host }) {
		first := slices.MinFunc(there, func(a, b store.Player) int { return a.Joined.Compare(b.Joined) })
		next.Host = first.User
		AddNote(next, at.Here, "table.note.host", next.Host)
	}
	switch {
	case len(there) == 0 && next.Paused == "":
		next.Paused = PausedEmpty
	case len(there) > 0 && next.Paused == PausedEmpty:
		next.Paused = ""
	}
	switch alone := len(there) == 0 && LastAuto(next) >= 0; {
	case !alone:
		next.Expires = time.Time{}
	case next.Expires.IsZero():
		next.Expires = at.Discord.Add(aloneTimeout(next))
	}
	// No server can remove the bot there, so nothing else would end a match that its
	// only person paused and forgot.
	if next.Guild == 0 && next.Paused != "" && next.Expires.IsZero() {
		next.Expires = at.Discord.Add(DirectTimeout)
	}
	TidyMotion(next)
}

// LobbyTime is how long a lobby waits while nobody acts.
func LobbyTime(rec *store.Match) time.Duration {
	if pace.Length(rec.Options) > 0 {
		return DaysLobby
	}
	return LobbyTimeout
}

// aloneTimeout is how long a match with automatic players waits for a person.
func aloneTimeout(rec *store.Match) time.Duration {
	if pace.Length(rec.Options) > 0 {
		return DaysAlone
	}
	return AloneTimeout
}

// Void makes a record that of a match without a result.
func Void(next *store.Match, at Moment) {
	next.Phase, next.Paused, next.Incident, next.Motion = store.Void, "", "", nil
	next.Ended, next.Expires = at.Discord, at.Discord.Add(ClearAfter)
}

// Results is the end of a match with a last status. A seat that nobody plays has
// a result of nobody.
func Results(rec *store.Match, s games.Status, at Moment) *store.End {
	e := &store.End{At: at.Discord, Expires: at.Discord.Add(ClearAfter)}
	for i := range rec.Seats {
		r := store.Result{Seat: i, Game: rec.Game, Guild: rec.Guild}
		if j, err := Owner(rec, games.Seat(i)); err == nil && !rec.Players[j].Asleep && !rec.Players[j].Auto {
			r.User = rec.Players[j].User
		}
		r.Auto = r.User == 0
		if i < len(s.Scores) {
			r.Score = s.Scores[i]
		}
		r.Won = slices.Contains(s.Winners, games.Seat(i))
		e.Results = append(e.Results, r)
	}
	return e
}
