package timing

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"reflect"
	"slices"
	"time"

	"oneiros/bot/table/people"
	"oneiros/games"
	"oneiros/store"
)

// MostLook is how long automatic players wait at most while people look at what happened.
const MostLook = 6 * time.Second

// oneLook is how long people look at one value that is new on the public page, such as a card or
// the points of a player. A card in a trick is some eight of them, a dawn more than a hundred.
const oneLook = 75 * time.Millisecond

// Quicker is how many times as short waits are at a table that is faster.
const Quicker = 3

// waits is how long automatic moves wait. All of it is public.
type waits struct {
	pace  time.Duration // of a seat whose player is away, after it was awaited
	share int           // the part of each wait that is left: 1 for all, 3 for a third
	seen  time.Duration // the match clock at which people have looked at what happened; 0 for no matter
}

// waitsOf is how long automatic moves wait now. In a time to read people read as long as they
// like. In a race and against the sand, looking would take a part of the game.
func waitsOf(m *Match) waits {
	w := waits{pace: m.Tempo.Pace, share: share(m)}
	if s := m.Pos.Status; !s.Break && !s.Sand && !m.Pos.Racing {
		w.seen = m.away.shown + m.away.look/time.Duration(w.share)
	}
	return w
}

// at is when a seat moves that has waited since a moment and waits so long. What happens
// meanwhile puts it off, though not for ever.
func (w waits) at(since, wait time.Duration) time.Duration {
	share := time.Duration(max(w.share, 1))
	return max(since+wait/share, min(w.seen, since+MostLook/share))
}

// share is the part of each wait that is left, as its denominator. Automatic players who play
// against the sand with people have their whole time: a faster table must not be a harder one.
func share(m *Match) int {
	if nobodyDecides(m) || m.Rec.Faster && !m.Pos.Status.Sand {
		return Quicker
	}
	return 1
}

// nobodyDecides reports whether all people who are there are out of the match, so that automatic
// players alone still move.
func nobodyDecides(m *Match) bool {
	there := people.Awake(&m.Rec)
	return len(there) > 0 && !slices.ContainsFunc(there, func(p store.Player) bool {
		return !slices.Contains(m.Pos.Status.Out, games.Seat(p.Seat))
	})
}

// hurries reports whether people wait for automatic players alone. Beside people who are asked
// themselves, in a race and against the sand, automatic players take their time.
func hurries(m *Match) bool {
	return !m.Pos.Status.Sand && !m.Pos.Racing && len(m.Absent().awaited()) == 0
}

// noteLook notes how long people look at what an input showed everybody. What they have not
// looked at yet comes first.
func noteLook(m *Match, in games.Input, after games.Match, turns []int) {
	if turns[0] == m.Pos.Turns[0] || len(m.Absent().seats()) == 0 {
		return
	}
	a, share := &m.away, time.Duration(share(m))
	rest := max(a.shown+a.look/share-in.At, 0) * share
	a.shown, a.look = in.At, min(rest+LookFor(m.Pos.Match, after), MostLook)
}

// LookFor is how long people look at what everybody sees in a match and did not see in it before.
func LookFor(before, after games.Match) time.Duration {
	return oneLook * time.Duration(news(before, after))
}

// news counts the values that everybody sees in a match and did not see in it before. A match
// whose view cannot be written has none.
func news(before, after games.Match) int {
	was, err := publicView(before)
	if err != nil {
		return 0
	}
	is, err := publicView(after)
	if err != nil {
		return 0
	}
	return fresh(was, is)
}

// publicView is what everybody sees, as its JSON decodes.
func publicView(m games.Match) (v any, err error) {
	b, err := m.View(games.Viewer{})
	if err != nil {
		return nil, err
	}
	return v, json.Unmarshal(b, &v)
}

// fresh counts the values in is that are not in was. An element that has only moved within its
// list is none: a list that forgets its oldest element is not new as a whole.
func fresh(was, is any) (n int) {
	switch is := is.(type) {
	case map[string]any:
		old, _ := was.(map[string]any)
		for key, v := range is {
			n += fresh(old[key], v)
		}
	case []any:
		old, _ := was.([]any)
		for i, v := range is {
			switch {
			case i < len(old) && (len(old) == len(is) && scalar(v) || !contains(old, v)):
				n += fresh(old[i], v)
			case i >= len(old) && !contains(old, v):
				n += fresh(nil, v)
			}
		}
	case nil:
	default:
		if !reflect.DeepEqual(was, is) {
			n = 1
		}
	}
	return n
}

// scalar reports whether a decoded value has no others in it.
func scalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

// contains reports whether a decoded list has a value.
func contains(list []any, v any) bool {
	return slices.ContainsFunc(list, func(o any) bool { return reflect.DeepEqual(o, v) })
}

// thought is how long the automatic player at a seat thinks about the move that is
// awaited now, or 0 where none sits. While people wait for it alone, it takes between half
// and all of the pace of the table, and longer where there is much to look at; see [waits].
// Else it takes between one and three times the pace. The seed and the public's turn number
// decide it, so it tells nothing of what anybody knows. The hash keeps the seed secret.
func (a Absent) thought(seat games.Seat) time.Duration {
	i, err := people.Owner(&a.m.Rec, seat)
	if err != nil || !a.m.Rec.Players[i].Auto || a.m.Pos.Match == nil || !a.m.Game.Plays() {
		return 0
	}
	b := append(a.m.Rec.Seed[:], "how long an automatic player thinks"...)
	b = binary.BigEndian.AppendUint64(b, uint64(a.m.Pos.Turns[0]))
	b = binary.BigEndian.AppendUint64(b, uint64(seat))
	h := sha256.Sum256(b)
	least, more := a.m.Tempo.Pace, 2*a.m.Tempo.Pace
	if hurries(a.m) {
		least, more = least/2, least/2
	}
	return least + time.Duration(binary.BigEndian.Uint64(h[:8])%uint64(more+1))
}
