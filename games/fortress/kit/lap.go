package kit

import (
	"strconv"
	"strings"

	"oneiros/games"
)

// Lap is what every player saw in one lap. A position is written with each input, so its events
// are short: see [Lap.Events].
type Lap struct {
	N    int    `json:"n"`    // from 1
	Told string `json:"told"` // an event after another, as [Event.Brief] writes them
}

// briefs are the kinds of events that a lap keeps, each with its letter. The letters are in
// saved positions, so they stay.
var briefs = map[Kind]byte{
	Rolled: 'd', Stuck: 'x', Walked: 'w', Crowded: 'c', Sent: 'i', Quiet: 'q', Sank: 's', Rose: 'r', Gave: 'g',
	Found: 'f', Kept: 'k', Stole: 't', Used: 'u', Struck: 'a', Waived: 'v', Healed: 'h', Lost: 'l', Gained: 'n',
	Presented: 'p', Took: 'o', Awoke: 'z', Slow: 'y',
}

// kinds are the kinds of events by their letters.
var kinds = func() map[byte]Kind {
	m := map[byte]Kind{}
	for k, b := range briefs {
		m[b] = k
	}
	return m
}()

// Brief is an event in a few letters: its kind, its seat, the other seat or a hyphen, the
// number where there is one, and after a colon what.
func (e Event) Brief() string {
	b := []byte{briefs[e.Kind], '0' + byte(e.Seat), '-'}
	if e.To != games.Nobody {
		b[2] = '0' + byte(e.To)
	}
	if e.N != 0 {
		b = strconv.AppendInt(b, int64(e.N), 10)
	}
	if e.What != "" {
		b = append(append(b, ':'), e.What...)
	}
	return string(b)
}

// Events are the events of a lap of so many seats, in order. What does not say one is left out.
func (l Lap) Events(seats int) (list []Event) {
	for text := range strings.SplitSeq(l.Told, ";") {
		text, what, _ := strings.Cut(text, ":")
		if len(text) < 3 {
			continue
		}
		e := Event{Kind: kinds[text[0]], Seat: games.Seat(text[1]) - '0', To: games.Nobody, What: what}
		if text[2] != '-' {
			e.To = games.Seat(text[2]) - '0'
		}
		e.N, _ = strconv.Atoi(text[3:])
		if e.Kind != "" && e.Seat >= 0 && int(e.Seat) < seats && int(e.To) < seats {
			list = append(list, e)
		}
	}
	return list
}
