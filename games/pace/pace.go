// Package pace lets a table play by days: a turn has hours or days in place of seconds,
// and clocks run only in the hours of the day that the table agreed on.
//
// A game that can be played so adds the options [Options] before those that say how long
// a turn lasts, and has the pace decide these ([Turn]). Its rules know nothing else of it:
// they count the match clock as always. The table stops that clock outside the hours.
//
// Rejected: a clock that runs slower by a factor, for a table by days. Short moments, in which
// people see a trick or a roll of the dice, would last for hours, and a turn would get another
// time at each kind of deadline.
//
// A live table can agree on more time ([MoreTime]), for people who read slowly or use a screen
// reader. Its match clock runs slower by a small factor, so every clock of the game, and each
// moment in which people see something, lasts as much longer, for all. The rules know nothing
// of it, and a record replays as any other.
//
// It can also agree on having moments called out ([Cues]), for people who look away from the
// board. The rules only say which moments these are.
package pace

import (
	"cmp"
	"strconv"
	"sync"
	"time"

	"oneiros/games"
)

// The keys of the options.
const (
	Key  = "pace"
	From = "from"
	To   = "to"
	Zone = "zone"
	Time = "time"
	Cue  = "cue"
)

// Keys are those by which a table is played by days.
var Keys = []string{Key, From, To, Zone}

// live is the pace of a table at which people sit together.
const live = "live"

// turns are how long a turn lasts.
var turns = map[string]time.Duration{"12h": 12 * time.Hour, "1d": 24 * time.Hour, "2d": 48 * time.Hour}

// Zones are the time zones that a table can choose, from west to east. A menu of Discord
// has room for so many.
var Zones = []string{
	"America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Sao_Paulo", "Etc/UTC", "Europe/London",
	"Europe/Berlin", "Europe/Athens", "Europe/Kaliningrad", "Europe/Moscow", "Europe/Samara", "Asia/Tbilisi", "Asia/Yekaterinburg",
	"Asia/Almaty", "Asia/Kolkata", "Asia/Omsk", "Asia/Novosibirsk", "Asia/Irkutsk", "Asia/Yakutsk", "Asia/Tokyo", "Asia/Vladivostok",
	"Asia/Magadan", "Australia/Sydney", "Asia/Kamchatka",
}

// Moscow is the zone of most people who read Russian.
const Moscow = "Europe/Moscow"

// ZoneAt is a zone that is so far east of UTC at a moment, or empty.
func ZoneAt(east time.Duration, now time.Time) string {
	for _, name := range append([]string{Moscow, "Europe/Berlin"}, Zones...) { // more people live there
		zone, err := time.LoadLocation(name)
		if err != nil {
			continue
		}
		if _, offset := now.In(zone).Zone(); time.Duration(offset)*time.Second == east {
			return name
		}
	}
	return ""
}

// Options are what a table agrees on to play by days. Without a pace by days the others
// are not offered. When able is not nil, it says whether a table with the options before
// these can be played by days at all.
func Options(able func(games.Options) bool) []games.Option {
	only := func(value string) (func(games.Options) string, func(games.Options) (string, bool)) {
		return func(games.Options) string { return value }, func(o games.Options) (string, bool) { return "", Length(o) == 0 }
	}
	from, noFrom := only("10")
	to, noTo := only("22")
	zone, noZone := only("Etc/UTC")
	return []games.Option{
		{Key: Key, Choices: []string{live, "12h", "1d", "2d"}, Given: func(o games.Options) (string, bool) { return live, able != nil && !able(o) }},
		{Key: From, Max: 23, Default: from, Given: noFrom},
		{Key: To, Min: 1, Max: 24, Default: to, Given: noTo},
		{Key: Zone, Choices: Zones, Default: zone, Given: noZone},
	}
}

// MoreTime is how much longer all clocks of a live table last. It is not offered by days.
func MoreTime() games.Option {
	return games.Option{Key: Time, Choices: []string{"1", "1.5", "2", "3"}, Given: func(o games.Options) (string, bool) { return "", Length(o) > 0 }}
}

// How a table calls moments out.
const (
	NoCues      = "off"
	CueMessages = "message" // by short messages
	CueSounds   = "sound"   // by sounds in the voice channel in whose chat the table is
)

// Cues is how a live table calls moments out: see [games.Cue]. It is not offered by days, when
// no player has to look up at once.
func Cues() games.Option {
	return games.Option{Key: Cue, Choices: []string{NoCues, CueMessages, CueSounds}, Given: func(o games.Options) (string, bool) { return "", Length(o) > 0 }}
}

// CueOf is how a table calls moments out.
func CueOf(o games.Options) string {
	if Length(o) > 0 {
		return NoCues
	}
	return cmp.Or(o[Cue], NoCues)
}

// halves are how many halves of the time that a clock says it takes.
var halves = map[string]int{"1.5": 3, "2": 4, "3": 6}

// Halves is how long the clocks of a table last, in halves of what the game says: 2, or more
// where the table agreed on [MoreTime].
func Halves(o games.Options) int {
	if n := halves[o[Time]]; n > 0 && Length(o) == 0 {
		return n
	}
	return 2
}

// Turn has the pace decide an option that is a number of seconds: by days it is so many
// times the length of a turn.
func Turn(o games.Option, times float64) games.Option {
	o.Given = func(all games.Options) (string, bool) {
		d := Length(all)
		return strconv.Itoa(int(times * d.Seconds())), d > 0
	}
	return o
}

// Length is how long a turn lasts at a table by days, or 0 at any other.
func Length(o games.Options) time.Duration { return turns[o[Key]] }

// zones are the time zones that were read.
var zones sync.Map

// HoursOf are the hours of a table, or all the time if it is not played by days.
func HoursOf(o games.Options) Hours {
	if Length(o) == 0 {
		return Hours{}
	}
	return Hours{From: o.Int(From), To: o.Int(To), Zone: Clocks(o[Zone], 0)}
}

// Clocks are those of a city, such as Europe/Berlin. Without a city they are so far east of UTC,
// and so they are for a name that no menu has.
func Clocks(city string, east time.Duration) *time.Location {
	if city == "" {
		return time.FixedZone("", int(east.Seconds()))
	}
	if zone, ok := zones.Load(city); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(city)
	if err != nil {
		return time.FixedZone("", int(east.Seconds()))
	}
	zones.Store(city, zone)
	return zone
}
