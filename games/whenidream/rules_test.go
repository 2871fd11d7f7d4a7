package whenidream

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
)

// table plays the rules directly, as people would: "2: clue 1 \"вода\"", with
// the position in sight, so that a test can arrange what it needs.
type table struct {
	*testing.T
	s  State
	at time.Duration
	n  int
}

// sit deals a table. Options are "key=value"; the first to sleep is seat 0, so
// that the spirits are 1, 2, 3 and so on, in the order of clues.
func sit(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	chosen := map[string]string{}
	for _, o := range options {
		k, v, _ := strings.Cut(o, "=")
		chosen[k] = v
	}
	full, err := Game.Info().Complete(chosen)
	if err != nil {
		t.Fatal(err)
	}
	tab := &table{T: t}
	for seed := range uint64(1000) {
		env := &games.Env{Rand: rand.New(rand.NewPCG(seed, 1))}
		if tab.s, err = (rules{}).Deal(env, games.Table{Seats: seats, Options: full}); err != nil {
			t.Fatal(err)
		}
		if tab.s.Dreamer == 0 {
			return tab
		}
	}
	t.Fatal("seat 0 is never first")
	return nil
}

func (t *table) env() *games.Env {
	t.n++
	return &games.Env{At: t.at, Rand: rand.New(rand.NewPCG(7, uint64(t.n)))}
}

// copied is the position after its JSON, as Match.Do would give it to a rule.
func (t *table) copied() State {
	t.Helper()
	b, err := json.Marshal(t.s)
	if err != nil {
		t.Fatal(err)
	}
	var s State
	if err := json.Unmarshal(b, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func (t *table) try(line string) error {
	t.Helper()
	var seat games.Seat
	who, move, _ := strings.Cut(line, ": ")
	if _, err := fmt.Sscan(who, &seat); err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	m, err := Parse(move)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	s := t.copied()
	if err := (rules{}).Play(t.env(), &s, seat, m); err != nil {
		return err
	}
	t.s = s
	return nil
}

func (t *table) play(lines ...string) {
	t.Helper()
	for _, l := range lines {
		if err := t.try(l); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
	}
}

func (t *table) refuse(line, key string) {
	t.Helper()
	if got := refusal(t.T, t.try(line)); got != key {
		t.Fatalf("%s: refused with %q, want %q", line, got, key)
	}
}

// wait lets the clock run, calling Expire at each deadline.
func (t *table) wait(d time.Duration) {
	t.Helper()
	for end := t.at + d; ; {
		due := (rules{}).Status(t.s).Due
		if due == 0 || due > end {
			t.at = end
			return
		}
		t.at = due
		s := t.copied()
		if err := (rules{}).Expire(t.env(), &s); err != nil {
			t.Fatal(err)
		}
		t.s = s
		if after := (rules{}).Status(s); after.Due != 0 && after.Due <= t.at {
			t.Fatalf("the deadline after %v is %v", t.at, after.Due)
		}
	}
}

func (t *table) leave(seat games.Seat) {
	t.Helper()
	s := t.copied()
	if err := (rules{}).Leave(t.env(), &s, seat); err != nil {
		t.Fatal(err)
	}
	t.s = s
}

// ready makes everybody ready who is asked.
func (t *table) ready() {
	t.Helper()
	phase, round := t.s.Phase, t.s.round()
	for i := range t.s.Chairs {
		if t.s.Phase == phase && t.s.round() == round && t.s.asked(games.Seat(i)) {
			t.play(fmt.Sprintf("%d: ready %s %d", i, phase, round))
		}
	}
}

// show puts an element into play.
func (t *table) show(english string) {
	t.Helper()
	t.s.Used.remove(t.s.Element)
	t.s.Element = called(t.T, english)
	t.s.Used.add(t.s.Element)
}

func (t *table) is(what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func (t *table) sides() string {
	var b strings.Builder
	for _, c := range t.s.Cards {
		b.WriteString(strings.ToUpper(string(c.Side[:1])))
		if c.Side == Bed {
			b.WriteString("ed")
		}
	}
	return b.String()
}

// nightfall is a table whose night has begun.
func nightfall(t *testing.T, seats int, options ...string) *table {
	t.Helper()
	tab := sit(t, seats, options...)
	tab.ready()
	tab.is("phase", tab.s.Phase, Night)
	return tab
}

// laid is a table at Story with cards on the sides: Y guessed, B wrong.
func laid(t *testing.T, seats int, sides string, options ...string) *table {
	t.Helper()
	tab := nightfall(t, seats, options...)
	names := []string{"Rooster", "Vampire", "Hamburger", "Dog", "Drum", "Cat", "Sea", "Moon"}
	for i, side := range sides {
		tab.show(names[i])
		word := lexicon().entries[tab.s.Element].word[Russian]
		if side == 'B' {
			word = "ничто"
		}
		tab.play(fmt.Sprintf("0: guess %d %q", i+1, word))
	}
	tab.wait(tab.s.Sand)
	tab.is("phase", tab.s.Phase, Story)
	return tab
}

// T3.
func TestRoles(t *testing.T) {
	want := map[int]string{4: "1 1 2", 5: "2 1 2", 6: "3 2 1", 7: "3 2 2", 8: "4 3 1", 9: "4 3 2", 10: "5 4 1"}
	for n := 4; n <= 10; n++ {
		tab := sit(t, n)
		count := map[Role]int{}
		for seat, r := range tab.s.Roles {
			if (r == "") != (seat == 0) {
				t.Errorf("%d at the table: seat %d is %q", n, seat, r)
			}
			if r != "" {
				count[r]++
			}
		}
		tab.is("unseen", len(tab.s.Unseen), 1)
		count[tab.s.Unseen[0]]++
		tab.is(fmt.Sprintf("role cards of %d", n), fmt.Sprintf("%d %d %d", count[Good], count[Bad], count[Trickster]), want[n])
		tab.is("their sum", count[Good]+count[Bad]+count[Trickster], n)
	}
}

// T1, the rulebook's example: Polina and Yulia are Good, Andrey sleeps, Alyona
// and Kirill are Bad, Nikita is a Trickster.
func TestScoreOfTheRulebook(t *testing.T) {
	tab := laid(t, 6, "YYBYB")
	tab.s.Roles = []Role{"", Good, Good, Bad, Bad, Trickster}
	tab.play(`0: story "Я видел ПЕТУХА, который сражался с ВАМПИРОМ, а СОБАКА играла на БАРАБАНАХ"`)
	tab.is("ticks", []bool{tab.s.Cards[0].Told, tab.s.Cards[1].Told, tab.s.Cards[2].Told, tab.s.Cards[3].Told, tab.s.Cards[4].Told}, []bool{true, true, false, true, true})
	tab.ready()
	tab.is("phase", tab.s.Phase, Dawn)
	c := tab.s.score()
	tab.is("sides", []int{c.Yellow, c.Blue}, []int{3, 2})
	var points []int
	for _, l := range c.Lines {
		points = append(points, l.Points)
	}
	tab.is("points", points, []int{5, 3, 3, 2, 2, 3})
	tab.ready()
	for i, c := range tab.s.Chairs {
		tab.is("banked", c.Points, points[i])
	}
	tab.is("the next to sleep", tab.s.Dreamer, games.Seat(1))
}

// T4, and ruling 1: only yellow cards must be mentioned, but all of them.
func TestBonus(t *testing.T) {
	for _, c := range []struct {
		sides, story string
		points       int
	}{
		{"YYBY", "Петух и вампир", 3},
		{"YYBY", "Петух, вампир и собака", 5},
		{"BB", "Петух и вампир", 0}, // ruling 2
		{"Y", "петушок", 3},
	} {
		tab := laid(t, 4, c.sides)
		tab.play(fmt.Sprintf("0: story %q", c.story))
		tab.ready()
		tab.is(c.story, tab.s.score().Lines[0].Points, c.points)
	}
}

// Rulings 3 and 4.
func TestBalance(t *testing.T) {
	for _, c := range []struct{ yellow, blue, points int }{
		{0, 0, 2}, {3, 3, 5}, {3, 2, 3}, {2, 3, 3}, {1, 0, 1}, {0, 1, 1}, {4, 2, 2}, {0, 5, 0}, {1, 6, 1},
	} {
		cards, extra := balance(c.yellow, c.blue)
		if cards+extra != c.points {
			t.Errorf("%d yellow and %d blue are worth %d, want %d", c.yellow, c.blue, cards+extra, c.points)
		}
	}
}

func TestGuesses(t *testing.T) {
	tab := nightfall(t, 5)
	tab.show("Bridge")
	tab.play(`1: clue 1 "река"`, `2: clue 1 "арка"`, `0: guess 1 "на мосту"`)
	tab.is("sides", tab.sides(), "Y")
	tab.is("whose clue", tab.s.Giver, games.Seat(3)) // ruling 6
	tab.show("Cat")
	tab.refuse(`4: clue 2 "мяу"`, "refuse.turn")
	tab.refuse(`0: clue 2 "мяу"`, "refuse.not-now")
	tab.refuse(`3: guess 2 "кот"`, "refuse.not-yours")
	tab.refuse(`3: clue 1 "мяу"`, "refuse.card-gone") // ruling 12
	tab.refuse(`0: guess 1 "кот"`, "refuse.card-gone")
	tab.play(`3: pass 2`, `4: clue 2 "мяу"`, `0: guess 2 "собака"`)
	tab.is("sides", tab.sides(), "YB")
	tab.is("whose clue", tab.s.Giver, games.Seat(1))
	tab.play(`0: next 3`) // ruling 5
	tab.is("sides", tab.sides(), "YBB")
	tab.is("skipped", tab.s.Cards[2].Skipped, true)
	tab.is("whose clue", tab.s.Giver, games.Seat(1))
	tab.refuse(`0: wake 4`, "refuse.not-now")
	tab.refuse(`0: guess 4 "🐑"`, "refuse.empty")
	tab.refuse(`1: said 4 1`, "refuse.not-now")
	tab.refuse(`1: right 4`, "refuse.not-now")
}

// A clue goes round past the dreamer, and a word is not said twice (ruling 9).
func TestCluesGoRound(t *testing.T) {
	tab := nightfall(t, 4)
	tab.show("Cat")
	tab.play(`1: clue 1 "мяу"`, `2: clue 1 "лапы"`, `3: clue 1 "7"`)
	tab.is("whose clue", tab.s.Giver, games.Seat(1))
	tab.refuse(`1: clue 1 "МЯУ"`, "refuse.repeat")
	tab.refuse(`1: clue 1 "лапа"`, "refuse.repeat")
	tab.refuse(`1: clue 1 "две лапы"`, "refuse.one-word")
	tab.is("penalties", tab.s.Chairs[1].Penalties, 0)
	tab.play(`1: clue 1 "хвост"`)
}

// T5: the offender has the card, which lies on no side (ruling 7), and the
// circle goes on to the left of the offender.
func TestPenalty(t *testing.T) {
	tab := nightfall(t, 5, "law=faithful")
	tab.show("Cat")
	tab.play(`1: clue 1 "мяу"`, `2: clue 1 "кошечка"`)
	tab.is("sides", tab.sides(), "P")
	tab.is("penalties", tab.s.Chairs[2].Penalties, 1)
	tab.is("news", tab.s.News, News{Kind: Replaced, Seat: 2, Card: 1})
	tab.is("whose clue", tab.s.Giver, games.Seat(3))
	tab.is("card", tab.s.card(), 2)
	for _, word := range []string{"cat", "кот", "КОТОМ"} {
		tab.show("Cat")
		before := tab.s.Chairs[tab.s.Giver].Penalties
		giver := tab.s.Giver
		tab.play(fmt.Sprintf("%d: clue %d %q", giver, tab.s.card(), word))
		tab.is(word, tab.s.Chairs[giver].Penalties, before+1)
	}
	// What merely sounds alike, in either alphabet, is for people to judge (rulings
	// 10 and 15).
	tab.show("Cat")
	for _, word := range []string{"код", "kot"} {
		tab.play(fmt.Sprintf("%d: clue %d %q", tab.s.Giver, tab.s.card(), word))
	}
	tab.is("clues", len(tab.s.Clues), 2)
	c := tab.s.score()
	tab.is("sides", []int{c.Yellow, c.Blue}, []int{0, 0})
}

func TestFriendly(t *testing.T) {
	tab := nightfall(t, 5, "law=friendly")
	tab.show("Cat")
	for word, key := range map[string]string{"кот": "refuse.clue-same", "коты": "refuse.clue-root", "cat": "refuse.clue-translation", "kot": "refuse.clue-same", "код": "refuse.clue-sound", "котёнок": "refuse.clue-root"} {
		tab.refuse(fmt.Sprintf("1: clue 1 %q", word), key)
	}
	tab.play(`1: clue 1 "мяу"`)
	tab.is("penalties", tab.s.Chairs[1].Penalties, 0)
}

func TestChallenge(t *testing.T) {
	begin := func(t *testing.T) *table {
		tab := nightfall(t, 6) // five spirits, four of whom vote: three decide
		tab.show("Cat")
		tab.play(`1: clue 1 "мурка"`)
		tab.refuse(`0: challenge 1 1`, "refuse.not-yours")
		tab.refuse(`2: challenge 1 2`, "refuse.not-now")
		tab.play(`4: challenge 1 1`)
		tab.refuse(`4: uphold 1 1`, "refuse.not-now")
		tab.refuse(`1: reject 1 1`, "refuse.not-now")
		tab.refuse(`0: uphold 1 1`, "refuse.not-yours")
		return tab
	}
	t.Run("upheld", func(t *testing.T) {
		tab := begin(t)
		tab.play(`2: clue 1 "усы"`, `2: uphold 1 1`) // the game goes on meanwhile
		tab.is("card", tab.s.card(), 1)
		tab.play(`5: uphold 1 1`)
		tab.is("penalties", tab.s.Chairs[1].Penalties, 1)
		tab.is("sides", tab.sides(), "P")
		tab.is("whose clue", tab.s.Giver, games.Seat(2))
	})
	t.Run("rejected", func(t *testing.T) {
		tab := begin(t)
		tab.play(`2: reject 1 1`)
		tab.is("open", tab.s.Vote != nil, true)
		tab.play(`3: reject 1 1`) // two of four: no majority can come
		tab.is("open", tab.s.Vote != nil, false)
		tab.refuse(`3: challenge 1 1`, "refuse.not-now")
	})
	t.Run("too late", func(t *testing.T) {
		tab := begin(t)
		tab.play(`0: guess 1 "рысь"`, `2: reject 1 1`, `3: reject 1 1`)
		tab.refuse(`5: uphold 1 1`, "refuse.card-gone")
		tab.refuse(`5: challenge 1 1`, "refuse.card-gone")
		tab.is("penalties", tab.s.Chairs[1].Penalties, 0)
		tab.is("sides", tab.sides(), "B")
	})
	// A guess does not save whoever gave a forbidden clue.
	t.Run("after the guess", func(t *testing.T) {
		for _, act := range []string{`0: guess 1 "кот"`, `0: guess 1 "пёс"`, `0: next 1`} {
			tab := begin(t)
			tab.play(act, `2: clue 2 "7"`)
			v := (rules{}).View(tab.s, games.Seat(3).Viewer()).Vote
			tab.is("the vote's card and word", []any{v.Card, v.Word}, []any{1, "мурка"})
			tab.refuse(`3: challenge 2 1`, "refuse.not-now") // one at a time
			tab.play(`2: uphold 1 1`, `5: uphold 1 1`)
			tab.is("penalties", tab.s.Chairs[1].Penalties, 1)
			tab.is("sides", tab.sides(), "P")
			tab.is("news", tab.s.News, News{Kind: Taken, Seat: 1, Card: 1})
			tab.is("card", tab.s.card(), 2)
			tab.is("whose clue", tab.s.Giver, games.Seat(3))
			tab.is("clues", len(tab.s.Clues), 1)
			tab.play(`4: challenge 2 1`)
		}
	})
	t.Run("until morning", func(t *testing.T) {
		tab := begin(t)
		tab.play(`0: guess 1 "кот"`)
		tab.s.Vote.Until = time.Hour
		tab.wait(tab.s.Sand)
		tab.is("phase", tab.s.Phase, Story)
		tab.is("open", tab.s.Vote != nil, false)
	})
	t.Run("another takes the card", func(t *testing.T) {
		tab := begin(t)
		tab.play(`2: clue 1 "кот"`)
		tab.is("open", tab.s.Vote != nil, false)
		tab.is("penalties", []int{tab.s.Chairs[1].Penalties, tab.s.Chairs[2].Penalties}, []int{0, 1})
	})
	t.Run("lapsed", func(t *testing.T) {
		tab := begin(t)
		tab.wait(voting)
		tab.is("open", tab.s.Vote != nil, false)
	})
	// Nothing that is pressed after its time decides it.
	for _, late := range []string{`2: uphold 1 1`, `5: reject 1 1`, `2: pass 1`} {
		t.Run("lapsed before "+late, func(t *testing.T) {
			tab := nightfall(t, 6, "clue=120")
			tab.show("Cat")
			tab.play(`1: clue 1 "мурка"`, `4: challenge 1 1`, `3: uphold 1 1`)
			tab.wait(voting)
			tab.is("open", tab.s.Vote != nil, true)
			tab.play(late)
			tab.is("open", tab.s.Vote != nil, false)
			tab.is("penalties", tab.s.Chairs[1].Penalties, 0)
			if late != `2: pass 1` {
				tab.play(`2: clue 1 "усы"`)
			} else {
				tab.play(`3: clue 1 "усы"`)
			}
			tab.play(fmt.Sprintf(`5: challenge 1 %d`, tab.s.Clues[1].Turn)) // another may begin
		})
	}
	t.Run("lapsed when somebody leaves", func(t *testing.T) {
		tab := nightfall(t, 6, "clue=120")
		tab.show("Cat")
		tab.play(`1: clue 1 "мурка"`, `4: challenge 1 1`, `3: uphold 1 1`)
		tab.wait(voting)
		tab.leave(5)
		tab.is("penalties", tab.s.Chairs[1].Penalties, 0)
	})
	t.Run("admitted", func(t *testing.T) {
		tab := nightfall(t, 6, "law=friendly")
		tab.show("Cat")
		tab.play(`1: clue 1 "мурка"`, `1: challenge 1 1`)
		tab.is("penalties", tab.s.Chairs[1].Penalties, 1)
	})
	t.Run("after the sand", func(t *testing.T) {
		tab := begin(t)
		tab.s.Vote.Until = time.Hour
		for tab.s.Phase == Night {
			tab.wait(time.Second)
		}
		tab.is("phase", tab.s.Phase, Last)
		tab.play(`2: uphold 1 1`, `3: uphold 1 1`)
		tab.is("sides", tab.sides(), "P")
		tab.is("phase", tab.s.Phase, Dawn)
		tab.is("news", tab.s.News.Kind, Replaced)
	})
}

// Whatever the spirits do among themselves, the dreamer and the board see
// nothing of it, not even that time passes otherwise.
func TestChallengeIsSecret(t *testing.T) {
	tab := nightfall(t, 6)
	tab.show("Cat")
	tab.play(`1: clue 1 "мурка"`)
	seen := func() string {
		b, err := json.Marshal([]any{(rules{}).View(tab.s, games.Viewer{}), (rules{}).View(tab.s, games.Seat(0).Viewer()), (rules{}).Status(tab.s)})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := seen()
	for _, l := range []string{`4: challenge 1 1`, `2: uphold 1 1`, `3: reject 1 1`, `5: reject 1 1`} {
		tab.play(l)
		tab.is(l, seen(), before)
	}
}

// Right and wrong look the same until the mask is off.
func TestDreamerNeverLearns(t *testing.T) {
	for _, law := range []string{"faithful", "friendly"} {
		play := func(element string) []string {
			var seen []string
			tab := nightfall(t, 5, "law="+law)
			tab.show(element)
			look := func() {
				b, err := json.Marshal([]any{(rules{}).View(tab.s, games.Viewer{}), (rules{}).View(tab.s, games.Seat(0).Viewer()), (rules{}).Status(tab.s)})
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, string(b))
			}
			tab.play(`1: clue 1 "вода"`)
			look()
			tab.play(`0: guess 1 "море"`)
			look()
			tab.play(`2: clue 2 "7"`)
			look()
			tab.wait(tab.s.Sand)
			look()
			tab.wait(grace)
			tab.is("phase", tab.s.Phase, Story)
			look()
			return seen
		}
		right, wrong := play("Sea"), play("Bridge")
		if !slices.Equal(right, wrong) {
			t.Errorf("right is seen as\n%s\nand wrong as\n%s", strings.Join(right, "\n"), strings.Join(wrong, "\n"))
		}
	}
}

// Clues of past cards and guesses are nowhere to be read again by who sleeps.
func TestNothingToScrollBackTo(t *testing.T) {
	tab := nightfall(t, 5)
	tab.show("Bridge")
	tab.play(`1: clue 1 "переправа"`, `0: guess 1 "паромщик"`, `2: clue 2 "1"`)
	for v := range games.Viewers(5) {
		b, err := json.Marshal((rules{}).View(tab.s, v))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "переправа") {
			t.Errorf("%v reads the clue of a card that is gone", v)
		}
		if seat, ok := v.Seat(); strings.Contains(string(b), "паромщик") != (ok && seat != 0) {
			t.Errorf("%v and the last guess: %s", v, b)
		}
	}
	tab.play(`0: next 2`)
	for v := range games.Viewers(5) {
		b, err := json.Marshal((rules{}).View(tab.s, v))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "паромщик") {
			t.Errorf("%v reads a guess before the last", v)
		}
	}
}

func TestClocks(t *testing.T) {
	tab := nightfall(t, 4, "night=90", "clue=20")
	start := tab.at
	due := func() time.Duration { return (rules{}).Status(tab.s).Due - start }
	tab.is("first", due(), 20*time.Second)
	tab.wait(20 * time.Second)
	tab.is("news", tab.s.News, News{Kind: Slow, Seat: 1, Card: 1})
	tab.is("whose clue", tab.s.Giver, games.Seat(2))
	tab.is("the mark at 60", due(), 30*time.Second)
	tab.wait(10 * time.Second)
	tab.is("mark", tab.s.Mark, 60)
	tab.is("whose clue", tab.s.Giver, games.Seat(2)) // a mark skips nobody
	tab.is("then", due(), 40*time.Second)
	tab.wait(35 * time.Second)
	tab.is("mark", tab.s.Mark, 30)
	tab.wait(15 * time.Second)
	tab.is("mark", tab.s.Mark, 10)
	tab.is("phase", tab.s.Phase, Night)
	// Nobody gave a clue: there is nothing to guess from (ruling 13).
	tab.wait(10 * time.Second)
	tab.is("phase", tab.s.Phase, Dawn)
	tab.is("sides", tab.sides(), "Bed")
	tab.is("trickster's points at 0 to 0", tab.s.score().Yellow, 0)
}

func TestLateClockSkipsOne(t *testing.T) {
	tab := nightfall(t, 4, "night=300", "clue=5")
	tab.at += 4 * time.Minute // the bot was slow
	s := tab.copied()
	if err := (rules{}).Expire(tab.env(), &s); err != nil {
		t.Fatal(err)
	}
	tab.is("whose clue", s.Giver, games.Seat(2))
	tab.is("mark", s.Mark, 60)
	tab.is("due", (rules{}).Status(s).Due, tab.at+5*time.Second)
}

func TestLastGuess(t *testing.T) {
	begin := func(t *testing.T) *table {
		tab := nightfall(t, 4)
		tab.show("Cat")
		tab.play(`1: clue 1 "мяу"`)
		tab.wait(tab.s.Sand)
		tab.is("phase", tab.s.Phase, Last)
		tab.is("clues", len((rules{}).View(tab.s, games.Seat(0).Viewer()).Clues), 1)
		tab.refuse(`2: clue 1 "хвост"`, "refuse.not-now")
		tab.refuse(`0: next 1`, "refuse.not-now")
		return tab
	}
	t.Run("guessed", func(t *testing.T) {
		tab := begin(t)
		tab.play(`0: guess 1 "кошка"`)
		tab.is("sides", tab.sides(), "Y")
		tab.is("phase", tab.s.Phase, Story)
	})
	t.Run("silent", func(t *testing.T) {
		tab := begin(t)
		tab.play(`0: wake 1`)
		tab.is("sides", tab.sides(), "Bed")
		tab.is("phase", tab.s.Phase, Dawn)
	})
	t.Run("too late", func(t *testing.T) {
		tab := begin(t)
		tab.wait(grace)
		tab.is("sides", tab.sides(), "Bed")
		tab.refuse(`0: guess 1 "кошка"`, "refuse.not-now")
	})
}

func TestTicks(t *testing.T) {
	tab := laid(t, 5, "YB") // four spirits: three are a majority
	tab.refuse(`1: tick 1`, "refuse.not-now")
	tab.play(`0: story "Мне снилась вода."`)
	tab.refuse(`0: tick 1`, "refuse.not-yours")
	tab.refuse(`1: untick 1`, "refuse.not-now")
	tab.play(`1: tick 1`, `2: tick 1`)
	tab.is("told", tab.s.Cards[0].Told, false)
	tab.play(`2: untick 1`, `3: tick 1`)
	tab.is("told", tab.s.Cards[0].Told, false)
	tab.play(`4: tick 1`)
	tab.is("told", tab.s.Cards[0].Told, true)
	tab.is("votes", len(tab.s.Cards[0].Votes), 0)
	tab.play(`1: ready check 1`, `2: ready check 1`, `3: ready check 1`)
	tab.is("phase", tab.s.Phase, Check)
	tab.refuse(`3: ready check 1`, "refuse.not-now")
	tab.refuse(`4: ready dusk 1`, "refuse.not-now")
	tab.play(`4: ready check 1`)
	tab.is("phase", tab.s.Phase, Dawn)
	tab.is("bonus", tab.s.score().Bonus, true)
}

func TestToldAloud(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.play(`0: told`, `1: ready check 1`, `3: tick 1`)
	tab.is("told", tab.s.Cards[0].Told, false) // two points are nobody's alone to give
	tab.play(`1: tick 1`, `4: tick 1`, `4: tick 2`)
	tab.is("told", []bool{tab.s.Cards[0].Told, tab.s.Cards[1].Told}, []bool{true, false})
	tab.play(`2: untick 1`)
	tab.is("told", tab.s.Cards[0].Told, true)
}

// What is pressed while the dream is told is the spirits' checklist in common;
// from Check on a majority changes it.
func TestChecklistByVoice(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.play(`1: right 1`, `2: right 2`)
	tab.wait(tab.s.Sand)
	tab.wait(grace)
	tab.is("phase", tab.s.Phase, Story)
	tab.play(`1: tick 1`, `2: tick 2`, `3: untick 2`, `0: told`)
	tab.is("told", []bool{tab.s.Cards[0].Told, tab.s.Cards[1].Told}, []bool{true, false})
	tab.play(`4: untick 1`, `4: tick 2`, `1: tick 2`, `2: tick 2`)
	tab.is("told", []bool{tab.s.Cards[0].Told, tab.s.Cards[1].Told}, []bool{true, true})
}

func TestStoryNeverCame(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.wait(180 * time.Second)
	tab.is("phase", tab.s.Phase, Check)
	tab.play(`3: tick 1`)
	tab.is("told", tab.s.Cards[0].Told, false)
	tab.wait(checking)
	tab.is("phase", tab.s.Phase, Dawn)
	tab.wait(counting)
	tab.is("phase", tab.s.Phase, Dusk)
	tab.is("round", tab.s.round(), 2)
	tab.wait(duskText)
	tab.is("phase", tab.s.Phase, Night)
}

// Ruling 11.
func TestDispute(t *testing.T) {
	tab := laid(t, 5, "YBB")
	tab.play(`0: story "Ничего."`)
	tab.ready()
	tab.is("roles are open", (rules{}).View(tab.s, games.Viewer{}).Roles, tab.s.Roles)
	tab.refuse(`0: move 2`, "refuse.not-yours")
	tab.play(`1: move 2`, `2: move 2`, `3: move 3`)
	tab.refuse(`1: move 2`, "refuse.not-now")
	tab.is("sides", tab.sides(), "YBBBed")
	tab.play(`2: keep 2`, `4: move 2`, `3: move 2`)
	tab.is("sides", tab.sides(), "YYBBed")
	tab.is("moved", tab.s.Moved, 2)
	for i, c := range (rules{}).View(tab.s, games.Viewer{}).Cards {
		tab.is(fmt.Sprintf("votes for card %d when it is decided", i+1), len(c.Votes), 0)
	}
	tab.refuse(`1: move 3`, "refuse.not-now") // one card, once
}

func TestVoice(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.is("night", tab.s.Sand, 120*time.Second)
	tab.is("clue", tab.s.Haste, 5*time.Second)
	tab.refuse(`1: clue 1 "мяу"`, "refuse.not-now")
	tab.refuse(`0: guess 1 "кот"`, "refuse.not-now")
	tab.play(`3: said 1 1`, `2: said 1 2`)
	tab.refuse(`1: said 1 2`, "refuse.not-now") // two pressed for one word
	tab.is("whose clue", tab.s.Giver, games.Seat(3))
	tab.play(`1: right 1`)
	tab.is("sides", tab.sides(), "Y")
	tab.is("whose clue", tab.s.Giver, games.Seat(3))
	tab.play(`4: wrong 1`) // it was a slip
	tab.is("sides", tab.sides(), "B")
	tab.refuse(`4: wrong 1`, "refuse.card-gone")
	tab.play(`4: right 1`, `2: wrong 2`)
	tab.is("sides", tab.sides(), "YB")
	tab.is("whose clue", tab.s.Giver, games.Seat(4)) // somebody had spoken
	tab.refuse(`1: wrong 1`, "refuse.card-gone")
	tab.play(`0: next 3`, `1: next 4`, `4: pass 5`)
	tab.is("sides", tab.sides(), "YBBB")
	// The word of the turn is challenged before anybody pressed for it.
	tab.is("whose clue", tab.s.Giver, games.Seat(1))
	tab.play(`2: challenge 5 2`)
	tab.is("whose clue", tab.s.Giver, games.Seat(2))
	tab.play(`4: uphold 5 2`)
	tab.is("penalties", tab.s.Chairs[1].Penalties, 1)
	tab.is("sides", tab.sides(), "YBBBP")
	tab.wait(tab.s.Sand)
	tab.is("phase", tab.s.Phase, Last)
	tab.play(`3: right 6`)
	tab.is("phase", tab.s.Phase, Story)
	tab.play(`1: tick 1`, `2: tick 6`, `3: wrong 6`, `0: told`)
	tab.is("phase", tab.s.Phase, Check)
	tab.ready()
	c := tab.s.score()
	tab.is("sides", []int{c.Yellow, c.Blue}, []int{1, 4})
	tab.is("bonus", c.Bonus, true)
}

// T6, and the rulebook's end.
func TestEnd(t *testing.T) {
	tab := sit(t, 4)
	for i, p := range []struct{ points, penalties int }{{22, 2}, {20, 0}, {20, 0}, {19, 0}} {
		tab.s.Chairs[i].Points, tab.s.Chairs[i].Penalties = p.points, p.penalties
	}
	st := func() games.Status { return (rules{}).Status(tab.s) }
	tab.s.end()
	tab.is("scores", st().Scores, []int{20, 20, 20, 19})
	tab.is("winners", st().Winners, []games.Seat{1, 2})
	tab.is("over", st().Over, true)
	tab.s.Chairs[2].Penalties = 1
	tab.s.Chairs[2].Points = 21
	tab.s.end()
	tab.is("winners", st().Winners, []games.Seat{1})
	tab.s.Chairs[1].Gone = true
	tab.s.end()
	tab.is("winners", st().Winners, []games.Seat{2})
	tab.is("first", (rules{}).View(tab.s, games.Viewer{}).Totals[0].Seat, games.Seat(2))
}

// Everybody sleeps once, to the left, and no element comes back.
func TestWholeMatch(t *testing.T) {
	for n := 4; n <= 10; n++ {
		tab := sit(t, n)
		seen := map[int]bool{}
		for round := range n {
			tab.is("dreamer", tab.s.Dreamer, games.Seat(round))
			tab.is("rounds", tab.s.rounds(), n)
			tab.ready()
			for range 3 {
				if seen[tab.s.Element] {
					t.Fatalf("element %d comes back", tab.s.Element)
				}
				seen[tab.s.Element] = true
				tab.play(fmt.Sprintf("%d: next %d", round, tab.s.card()))
			}
			seen[tab.s.Element] = true
			tab.wait(tab.s.Sand)
			tab.play(fmt.Sprintf("%d: told", round))
			tab.ready()
			tab.ready()
		}
		tab.is("phase", tab.s.Phase, Over)
		tab.is("dreams", len(tab.s.Dreams), n)
		if st := (rules{}).Status(tab.s); !st.Over || len(st.Winners) == 0 || st.Due != 0 || len(st.Awaits) != 0 {
			t.Errorf("at the end: %+v", st)
		}
	}
}

// A dreamer who skips everything empties the bed, and the match goes on: cards
// come back with other elements until all have been seen.
func TestBedRunsEmpty(t *testing.T) {
	tab := sit(t, 6)
	seen := map[int]int{}
	for round := range 5 {
		tab.ready()
		tonight := map[int]bool{}
		for tab.s.Phase == Night {
			if i := tab.s.Element % bedCards; tonight[i] {
				t.Fatalf("card %d comes twice in a night", i)
			} else {
				tonight[i] = true
			}
			seen[tab.s.Element]++
			tab.play(fmt.Sprintf("%d: next %d", round, tab.s.card()))
		}
		tab.is("cards", len(tonight), bedCards)
		if round == 3 {
			tab.is("elements", len(seen), Elements)
			tab.is("times", slices.Max(slices.Collect(maps.Values(seen))), 1)
		}
		tab.play(fmt.Sprintf("%d: told", round))
		tab.ready()
		tab.ready()
	}
}

func TestLeave(t *testing.T) {
	t.Run("the giver", func(t *testing.T) {
		tab := nightfall(t, 5)
		tab.leave(1)
		tab.is("whose clue", tab.s.Giver, games.Seat(2))
		tab.is("news", tab.s.News, News{Kind: Departed, Seat: 1})
		tab.play(`2: pass 1`, `3: pass 1`, `4: pass 1`)
		tab.is("whose clue", tab.s.Giver, games.Seat(2))
		tab.refuse(`1: clue 1 "1"`, "refuse.not-yours")
		tab.is("what the empty seat sees", (rules{}).View(tab.s, games.Seat(1).Viewer()).Part, Public)
		tab.wait(tab.s.Sand + counting)
		tab.is("who sleeps next", tab.s.Dreamer, games.Seat(2))
		tab.is("rounds", tab.s.rounds(), 4)
	})
	t.Run("a voter", func(t *testing.T) {
		tab := nightfall(t, 6)
		tab.show("Cat")
		tab.play(`1: clue 1 "мурка"`, `2: challenge 1 1`, `3: uphold 1 1`)
		tab.is("open", tab.s.Vote != nil, true)
		tab.leave(4) // two of three are more than half
		tab.is("penalties", tab.s.Chairs[1].Penalties, 1)
	})
	t.Run("the offender", func(t *testing.T) {
		tab := nightfall(t, 6)
		tab.show("Cat")
		tab.play(`1: clue 1 "мурка"`, `2: challenge 1 1`)
		tab.leave(1)
		tab.is("open", tab.s.Vote != nil, false)
	})
	t.Run("the dreamer at dusk", func(t *testing.T) {
		tab := sit(t, 5)
		tab.leave(0)
		tab.is("phase", tab.s.Phase, Dusk)
		tab.is("who sleeps", tab.s.Dreamer, games.Seat(1))
		for _, c := range tab.s.Chairs {
			tab.is("points", c.Points, 0)
		}
	})
	t.Run("the dreamer at night", func(t *testing.T) {
		tab := nightfall(t, 5)
		tab.show("Cat")
		tab.play(`0: guess 1 "кот"`)
		tab.leave(0)
		tab.is("phase", tab.s.Phase, Dawn)
		tab.is("sides", tab.sides(), "YBed")
		tab.is("bonus", tab.s.score().Bonus, false)
		tab.ready()
		tab.is("who sleeps next", tab.s.Dreamer, games.Seat(1))
	})
	t.Run("who was not ready", func(t *testing.T) {
		tab := sit(t, 5)
		tab.play(`0: ready dusk 1`, `1: ready dusk 1`, `2: ready dusk 1`, `3: ready dusk 1`)
		tab.leave(4)
		tab.is("phase", tab.s.Phase, Night)
	})
	t.Run("too many", func(t *testing.T) {
		tab := nightfall(t, 4)
		tab.leave(3)
		tab.is("phase", tab.s.Phase, Night)
		tab.leave(2)
		tab.is("phase", tab.s.Phase, Over)
		tab.is("winners", (rules{}).Status(tab.s).Winners, []games.Seat{0, 1})
	})
	t.Run("everybody", func(t *testing.T) {
		tab := nightfall(t, 4)
		for i := range 2 {
			tab.leave(games.Seat(i))
		}
		tab.is("phase", tab.s.Phase, Over)
		if err := (rules{}).Leave(tab.env(), &tab.s, 2); refusal(t, err) != "refuse.not-now" {
			t.Errorf("left when it was over: %v", err)
		}
	})
}

func TestNotation(t *testing.T) {
	for _, n := range []string{
		"ready dusk 1", "ready check 10", "ready dawn 3", `clue 4 "вода"`, `clue 4 "\"\\"`, "pass 4", `guess 4 "море"`, "next 4", "wake 4", "challenge 4 2",
		"uphold 4 2", "reject 4 2", "said 4 2", "right 4", "wrong 4", `story "a\nb"`, "told", "tick 3", "untick 3", "move 3", "keep 3",
	} {
		m, err := Parse(n)
		if err != nil || m.String() != n {
			t.Errorf("%q is read as %q, %v", n, m, err)
		}
	}
	for _, n := range []string{
		"", " ", "ready", "ready night 1", "ready dusk 0", "ready dusk", "ready dusk 01", "clue 4", "clue 4 вода", `clue 4 "a" `, `clue 4 "a"b`, "clue 4 `a`", "clue 4 'a'",
		`clue  4 "a"`, `clue 0 "a"`, `clue 4 "\u0041"`, `clue 4 "` + "\xff" + `"`, `clue 4 "\xff"`, "pass", "pass -1", "pass 4 ", "pass +4", "pass 1000", "challenge 4", "challenge 4 2 1",
		"told 1", `told ""`, "Told", "story", "story x", "tick", "jump 4", `story "` + strings.Repeat("a", 20000) + `"`,
	} {
		if m, err := Parse(n); err == nil {
			t.Errorf("%q is read as %q", n, m)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, n := range []string{`clue 4 "вода"`, "ready dusk 1", "challenge 4 2", "told", `story "\u200b"`, "tick 03"} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n string) {
		if m, err := Parse(n); err == nil {
			if again, err := Parse(m.String()); err != nil || again != m || m.String() != n {
				t.Errorf("%q is read as %q, and that as %q, %v", n, m, again, err)
			}
		}
	})
}

// A finished round is kept small and read back whole, guesses apart.
func TestPast(t *testing.T) {
	tab := sit(t, 4)
	tab.s.Roles = []Role{"", Good, Bad, Trickster}
	tab.s.Story = "Сон"
	tab.s.Cards = []played{
		{Element: 1, Side: Yellow, Seat: games.Nobody, Told: true}, {Element: 440, Side: Yellow, Seat: games.Nobody},
		{Element: 3, Side: Blue, Seat: games.Nobody, Told: true}, {Element: 4, Side: Blue, Seat: games.Nobody},
		{Element: 5, Side: Blue, Skipped: true, Seat: games.Nobody}, {Element: 6, Side: Penalty, Seat: 3},
		{Element: 7, Side: Penalty, Seat: 0}, {Element: 8, Side: Bed, Seat: games.Nobody},
	}
	d := tab.s.past(true)
	tab.is("cards", d.cards(), tab.s.Cards)
	tab.is("score", tab.s.dream(d).Score, tab.s.score())
	tab.is("score of a broken round", len(tab.s.dream(tab.s.past(false)).Score.Lines), 0)
}
