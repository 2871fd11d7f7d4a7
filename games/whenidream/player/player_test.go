package player

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/whenidream/association"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
	"oneiros/games/whenidream/whenidreamtest"
)

// autoMatch is a match between automatic players that think as long as at a real
// table: two to six seconds.
type autoMatch struct {
	t      *testing.T
	s      rules.State
	env    games.Env
	chance *rand.Rand
	how    []games.Strength // by seat
	since  map[games.Seat]time.Duration
	took   []time.Duration // by move
	nights []nightCount    // by round
}

// nightCount is what came of the cards of some nights.
type nightCount struct {
	nights, right, wrong, skipped int
	soon                          int // right, within three clues
	clues                         int
	lines                         []kit.Line
}

func (n nightCount) cards() int { return n.right + n.wrong + n.skipped }

// add adds the cards of another night.
func (n *nightCount) add(o nightCount) {
	n.nights++
	n.right, n.wrong, n.skipped = n.right+o.right, n.wrong+o.wrong, n.skipped+o.skipped
	n.soon, n.clues = n.soon+o.soon, n.clues+o.clues
}

func newAutoMatch(t *testing.T, seed uint64, tongue kit.Tongue, how []games.Strength) *autoMatch {
	t.Helper()
	o, err := (games.Info{Options: whenidreamtest.Options()}).Complete(map[string]string{"words": string(tongue)})
	if err != nil {
		t.Fatal(err)
	}
	m := &autoMatch{t: t, how: how, chance: rand.New(rand.NewPCG(seed, 7)), since: map[games.Seat]time.Duration{}}
	m.env = games.Env{Rand: rand.New(rand.NewPCG(seed, 9))}
	if m.s, err = rules.Deal(&m.env, games.Table{Seats: len(how), Options: o}); err != nil {
		t.Fatal(err)
	}
	return m
}

// next is whose thinking ends first, and when. It is Nobody where a deadline comes
// before.
func (m *autoMatch) next() (games.Seat, time.Duration) {
	status := rules.Status(m.s)
	next, at := games.Nobody, status.Due
	for i, how := range m.how {
		seat := games.Seat(i)
		legal := m.s.Moves(seat)
		if len(legal) == 0 || !slices.Contains(status.Awaits, seat) && Waits(how, view.Of(m.s, seat.Viewer()), legal) {
			delete(m.since, seat)
			continue
		}
		when, thinks := m.since[seat]
		if !thinks {
			when = m.env.At + 2*time.Second + time.Duration(m.chance.Int64N(int64(4*time.Second)))
			m.since[seat] = when
		}
		if when < at {
			next, at = seat, when
		}
	}
	return next, at
}

// step plays the next move or deadline.
func (m *autoMatch) step() {
	seat, at := m.next()
	m.env.At = at
	if seat == games.Nobody {
		if err := rules.Expire(&m.env, &m.s); err != nil {
			m.t.Fatal(err)
		}
		return
	}
	delete(m.since, seat)
	known, legal := view.Of(m.s, seat.Viewer()), m.s.Moves(seat)
	began := time.Now()
	move := Choose(&games.Env{At: at, Rand: m.chance}, m.how[seat], known, legal)
	m.took = append(m.took, time.Since(began))
	cards, clues := len(m.s.Cards), len(m.s.Clues)
	if err := rules.Play(&m.env, &m.s, seat, move); err != nil {
		m.t.Fatalf("%s of seat %d: %v", move, seat, err)
	}
	if len(m.nights) < m.s.Round() {
		m.nights = append(m.nights, nightCount{})
	}
	n := &m.nights[len(m.nights)-1]
	if len(m.s.Cards) > cards && (move.Verb == kit.Guess || move.Verb == kit.Next) {
		n.clues += clues
		switch c := m.s.Cards[cards]; {
		case c.Skipped:
			n.skipped++
		case c.Side == kit.Yellow:
			n.right++
			if clues <= 3 {
				n.soon++
			}
		default:
			n.wrong++
		}
	}
	if m.s.Phase == kit.Dawn {
		n.lines = rules.Tally(m.s.Dreamer, m.s.Roles, m.s.Cards).Lines
	}
}

// firstNight plays the first night between a dreamer and spirits of two strengths.
// The spirits are all good, or they have the roles that they were dealt.
func firstNight(t *testing.T, seed uint64, tongue kit.Tongue, dreamer, spirits games.Strength, good bool) nightCount {
	t.Helper()
	m := newAutoMatch(t, seed, tongue, slices.Repeat([]games.Strength{spirits}, 4+int(seed%4)))
	m.how[m.s.Dreamer] = dreamer
	if good {
		for i, r := range m.s.Roles {
			if r != "" {
				m.s.Roles[i] = kit.Good
			}
		}
		m.s.Unseen = []kit.Role{kit.Good}
	}
	for m.s.Phase != kit.Story && m.s.Phase != kit.Dawn {
		m.step()
	}
	return m.nights[0]
}

// whole is a number of matches, a small one where the tests are short.
func whole(many, few int) int {
	if gametest.Whole() {
		return many
	}
	return few
}

// TestGoodSpiritsAlone measures how many elements a dreamer finds within three clues
// of good spirits.
func TestGoodSpiritsAlone(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		for _, how := range games.Strengths {
			var sum nightCount
			for seed := range whole(12, 2) {
				sum.add(firstNight(t, uint64(seed), tongue, how, how, true))
			}
			rate := float64(sum.soon) / float64(sum.cards())
			t.Logf("%s, %s: %d cards in %d nights, %.1f%% right within three clues, %.1f%% right in all, %.1f clues a card",
				tongue, how, sum.cards(), sum.nights, 100*rate, 100*float64(sum.right)/float64(sum.cards()), float64(sum.clues)/float64(sum.cards()))
			if how == games.Strong && rate < 0.6 {
				t.Errorf("%s: %.1f%% right within three clues, want at least 60%%", tongue, 100*rate)
			}
		}
	}
}

// readClues reads testdata/clues.en.txt or clues.ru.txt: clues by element.
func readClues(t *testing.T, tongue kit.Tongue) map[int][]string {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("testdata/clues.%s.txt", tongue))
	if err != nil {
		t.Fatal(err)
	}
	numbers, clues := map[string]int{}, map[int][]string{}
	for n := 1; n <= judge.Elements; n++ {
		numbers[judge.Lexicon().Element(n, tongue).Word] = n
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, list, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if n := numbers[name]; n != 0 && clues[n] == nil {
			clues[n] = strings.Split(list, ", ")
		} else {
			t.Fatalf("%q is no element, or stands twice", name)
		}
	}
	if len(clues) == 0 {
		t.Fatalf("there are no clues in %s", tongue)
	}
	return clues
}

// TestCluesOfPeople measures how many elements a strong dreamer finds by three clues
// that people wrote. Then it measures that for the clues that the associations do not
// hold for the element.
func TestCluesOfPeople(t *testing.T) {
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		all, unknown := readClues(t, tongue), map[int][]string{}
		words, strange := 0, 0
		for n, list := range all {
			for _, w := range list {
				words++
				if v := judge.Lexicon().Judge(w, n, tongue); v.Level != judge.Fine {
					t.Errorf("%s: %q is no fair clue for %s: %s", tongue, w, judge.Lexicon().Element(n, tongue).Word, v.Reason)
				}
				if !slices.Contains(association.Load().To(w, tongue), n) {
					unknown[n] = append(unknown[n], w)
					strange++
				}
			}
		}
		for _, c := range []struct {
			name  string
			clues map[int][]string
			least float64
		}{{"all clues", all, 0.6}, {"clues that the data does not hold", unknown, 0.25}} {
			right, ten := 0, 0
			var missed []string
			for n, list := range c.clues {
				p := &player{how: games.Strong, View: view.View{Words: tongue, Deck: [3]int{3}, Circle: make([]kit.Chair, 4)}}
				var hints []view.Hint
				for i, w := range list {
					hints = append(hints, view.Hint{Seat: games.Seat(1 + i), Turn: 1 + i, Word: w})
				}
				h := p.honesty()
				s := p.weigh(p.expected(), hints, []float64{h, h, h, h})
				better := 0
				for e := 1; e <= judge.Elements; e++ {
					if s[e] > s[n] {
						better++
					}
				}
				if better == 0 {
					right++
				} else {
					missed = append(missed, judge.Lexicon().Element(n, tongue).Word)
				}
				if better < 10 {
					ten++
				}
			}
			rate := float64(right) / float64(len(c.clues))
			slices.Sort(missed)
			t.Logf("%s, %s: %d of %d elements right (%.0f%%), %d among the first ten; missed %v", tongue, c.name, right, len(c.clues), 100*rate, ten, missed)
			if rate < c.least {
				t.Errorf("%s, %s: %.0f%% right, want at least %.0f%%", tongue, c.name, 100*rate, 100*c.least)
			}
		}
		t.Logf("%s: %d clues, %d of them not in the data", tongue, words, strange)
	}
}

// TestStrengths lets two strengths share the seats half and half. The stronger
// dreamers find more. In many matches the stronger players win more, too:
//
//	go test ./games/whenidream -run Strengths -duels 1000 -v
func TestStrengths(t *testing.T) {
	gametest.NotShort(t)
	matches := gametest.Duels(gametest.Times(6, 3, 3))
	for i, weak := range games.Strengths[:2] {
		strong := games.Strengths[i+1]
		wins := map[games.Strength]float64{}
		nights := map[games.Strength]*nightCount{weak: {}, strong: {}}
		points, rounds := map[string]float64{}, map[string]float64{}
		var took []time.Duration
		for k := range matches {
			how := make([]games.Strength, 4+k%3)
			for s := range how {
				how[s] = [2]games.Strength{weak, strong}[(s+k/3)%2]
			}
			m := newAutoMatch(t, uint64(k), []kit.Tongue{kit.Russian, kit.English}[k/6%2], how)
			for m.s.Phase != kit.Over {
				m.step()
			}
			took = append(took, m.took...)
			for _, w := range m.s.Win {
				wins[how[w]] += 1 / float64(len(m.s.Win))
			}
			for j, n := range m.nights {
				for _, l := range n.lines {
					if l.Role == "" {
						nights[how[l.Seat]].add(m.nights[j])
					}
					key := fmt.Sprintf("%s as %s", how[l.Seat], cmp.Or(string(l.Role), "dreamer"))
					points[key] += float64(l.Points)
					rounds[key]++
				}
			}
		}
		slices.Sort(took)
		t.Logf("%s %.1f wins, %s %.1f wins; a move takes %v, one of a hundred %v", strong, wins[strong], weak, wins[weak], took[len(took)/2], took[len(took)*99/100])
		for how, n := range nights {
			t.Logf("%s dreamer: %d nights, of a night %.1f right, %.1f wrong, %.1f skipped, %.1f clues a card", how, n.nights,
				float64(n.right)/float64(n.nights), float64(n.wrong)/float64(n.nights), float64(n.skipped)/float64(n.nights), float64(n.clues)/float64(n.cards()))
		}
		for _, key := range slices.Sorted(maps.Keys(points)) {
			t.Logf("%s: %.2f points in %.0f rounds", key, points[key]/rounds[key], rounds[key])
		}
		per := func(how games.Strength) float64 {
			return points[how.String()+" as dreamer"] / rounds[how.String()+" as dreamer"]
		}
		many, least := matches >= 60, 1.2
		if many {
			least = 1.5
		}
		if per(strong) < least*per(weak) {
			t.Errorf("%s dreamers have %.2f points, %s ones %.2f: want %.1f times as many", strong, per(strong), weak, per(weak), least)
		}
		if many && wins[strong] < 1.5*wins[weak] {
			t.Errorf("%s players win %.1f matches, %s ones %.1f: want 1.5 times as many", strong, wins[strong], weak, wins[weak])
		}
	}
}

// TestStoryTicksAll tells dreams of many elements. The judge ticks each of them, and
// nothing else that the sentences may name.
func TestStoryTicksAll(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
		texts := map[string]bool{}
		for k := range whole(300, 60) {
			p := &player{how: games.Strong, rand: r, View: view.View{Words: tongue}}
			var cards []judge.Dreamt
			for _, n := range r.Perm(judge.Elements)[:k%110] {
				p.Memory = append(p.Memory, view.Memory{Guess: judge.Lexicon().Word(n+1, tongue)})
				cards = append(cards, judge.Dreamt{Element: n + 1, Guess: judge.Lexicon().Word(n+1, tongue)})
			}
			p.Memory = append(p.Memory, view.Memory{}, view.Memory{Guess: "ничто"})
			story := p.story()
			texts[story] = true
			if n := utf8.RuneCountInString(story); n > kit.MaxStory {
				t.Errorf("a story of %d characters", n)
			}
			if len(cards) > 90 {
				continue // some do not fit any more
			}
			for i, told := range judge.Lexicon().Told(story, cards) {
				if !told {
					t.Errorf("%s: %q is not told in %q", tongue, cards[i].Guess, story)
				}
			}
		}
		if len(texts) < 40 {
			t.Errorf("%s: only %d stories", tongue, len(texts))
		}
		var every []judge.Dreamt
		for n := 1; n <= judge.Elements; n++ {
			every = append(every, judge.Dreamt{Element: n})
		}
		d := dreamscapes[tongue]
		for _, sentence := range slices.Concat(d.first, d.last, d.nothing, d.by[1], d.by[2], d.by[3]) {
			for i, told := range judge.Lexicon().Told(sentence, every) {
				if told {
					t.Errorf("%s: %q names %s", tongue, sentence, judge.Lexicon().Element(i+1, tongue).Word)
				}
			}
		}
	}
}

// TestDreamerSaysWhatItMeans checks that the word of each element is a guess at it.
func TestDreamerSaysWhatItMeans(t *testing.T) {
	for n := 1; n <= judge.Elements; n++ {
		for _, tongue := range []kit.Tongue{kit.English, kit.Russian} {
			if word := judge.Lexicon().Word(n, tongue); !judge.Lexicon().Names(word, n) {
				t.Errorf("%s: %q is no guess at element %d", tongue, word, n)
			}
		}
	}
}

// TestFairSpirits asks an automatic spirit about the words and the cards of others.
func TestFairSpirits(t *testing.T) {
	sea := judge.Lexicon().Element(judge.Twin("Sea", kit.English), kit.Russian)
	night := view.View{Me: 2, Part: kit.Spirit, Role: kit.Good, Phase: kit.Night, Words: kit.Russian, Card: 1, Element: &sea, Circle: make([]kit.Chair, 4)}
	up, down := kit.Move{Verb: kit.Uphold, Card: 1, Turn: 1}, kit.Move{Verb: kit.Reject, Card: 1, Turn: 1}
	for word, want := range map[string]kit.Move{"морской": up, "корабли": down, "sea": up, "волны": down} {
		v := night
		v.Vote = &view.Vote{Card: 1, Turn: 1, Giver: 1, By: 3, Word: word}
		if Waits(games.Easy, v, []kit.Move{up, down}) {
			t.Errorf("%q: it does not vote", word)
		}
		env := &games.Env{Rand: rand.New(rand.NewPCG(1, 1))}
		if got := Choose(env, games.Easy, v, []kit.Move{up, down}); got != want {
			t.Errorf("%q: %v, want %v", word, got, want)
		}
	}
	v := night
	v.Clues = []view.Hint{{Seat: 1, Turn: 1, Word: "корабль"}}
	if !Waits(games.Strong, v, []kit.Move{{Verb: kit.Challenge, Card: 1, Turn: 1}}) {
		t.Error("it challenges a fair clue")
	}
	for _, c := range []struct {
		guess string
		side  kit.Side
		votes []games.Seat
		moves bool
	}{
		{"моряк", kit.Blue, []games.Seat{3}, false},
		{"морре", kit.Blue, []games.Seat{3}, true},
		{"морре", kit.Blue, nil, false},
		{"лес", kit.Blue, []games.Seat{3}, false},
		{"море", kit.Yellow, []games.Seat{3}, false},
		{"лес", kit.Yellow, []games.Seat{3}, true},
	} {
		v := view.View{Me: 2, Part: kit.Spirit, Phase: kit.Dawn, Words: kit.Russian, Cards: []view.Card{{Element: sea, Side: c.side, Guess: c.guess, Votes: c.votes}}}
		if moves := !Waits(games.Normal, v, []kit.Move{{Verb: kit.Shift, Card: 1}}); moves != c.moves {
			t.Errorf("%q on the side %s, wanted by %v: moves %v", c.guess, c.side, c.votes, moves)
		}
	}
}
