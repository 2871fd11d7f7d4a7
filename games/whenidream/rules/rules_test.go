package rules_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
	"oneiros/games/whenidream/view"
)

// T3.
func TestRoles(t *testing.T) {
	want := map[int]string{4: "1 1 2", 5: "2 1 2", 6: "3 2 1", 7: "3 2 2", 8: "4 3 1", 9: "4 3 2", 10: "5 4 1"}
	for n := 4; n <= 10; n++ {
		tab := sit(t, n)
		count := map[kit.Role]int{}
		for seat, r := range tab.S.Roles {
			if (r == "") != (seat == 0) {
				t.Errorf("%d at the table: seat %d is %q", n, seat, r)
			}
			if r != "" {
				count[r]++
			}
		}
		tab.Is("unseen", len(tab.S.Unseen), 1)
		count[tab.S.Unseen[0]]++
		tab.Is(fmt.Sprintf("role cards of %d", n), fmt.Sprintf("%d %d %d", count[kit.Good], count[kit.Bad], count[kit.Trickster]), want[n])
		tab.Is("their sum", count[kit.Good]+count[kit.Bad]+count[kit.Trickster], n)
	}
}

// T1, the rulebook's example: Polina and Yulia are Good, Andrey sleeps, Alyona
// and Kirill are Bad, Nikita is a Trickster.
func TestScoreOfTheRulebook(t *testing.T) {
	tab := laid(t, 6, "YYBYB")
	tab.S.Roles = []kit.Role{"", kit.Good, kit.Good, kit.Bad, kit.Bad, kit.Trickster}
	tab.Play(`0: story "Я видел ПЕТУХА, который сражался с ВАМПИРОМ, а СОБАКА играла на БАРАБАНАХ"`)
	tab.Is("ticks", []bool{tab.S.Cards[0].Told, tab.S.Cards[1].Told, tab.S.Cards[2].Told, tab.S.Cards[3].Told, tab.S.Cards[4].Told}, []bool{true, true, false, true, true})
	tab.Ready()
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	c := rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards)
	tab.Is("sides", []int{c.Yellow, c.Blue}, []int{3, 2})
	var points []int
	for _, l := range c.Lines {
		points = append(points, l.Points)
	}
	tab.Is("points", points, []int{5, 3, 3, 2, 2, 3})
	tab.Ready()
	for i, c := range tab.S.Chairs {
		tab.Is("banked", c.Points, points[i])
	}
	tab.Is("the next to sleep", tab.S.Dreamer, games.Seat(1))
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
		tab.Play(fmt.Sprintf("0: story %q", c.story))
		tab.Ready()
		tab.Is(c.story, rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards).Lines[0].Points, c.points)
	}
}

func TestGuesses(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Show("Bridge")
	tab.Play(`1: clue 1 "река"`, `2: clue 1 "арка"`, `0: guess 1 "на мосту"`)
	tab.Is("sides", tab.Sides(), "Y")
	tab.Is("whose clue", tab.S.Giver, games.Seat(3)) // ruling 6
	tab.Show("Cat")
	tab.Refuse(`4: clue 2 "мяу"`, "refuse.turn")
	tab.Refuse(`0: clue 2 "мяу"`, "refuse.not-now")
	tab.Refuse(`3: guess 2 "кот"`, "refuse.not-yours")
	tab.Refuse(`3: clue 1 "мяу"`, "refuse.card-gone") // ruling 12
	tab.Refuse(`0: guess 1 "кот"`, "refuse.card-gone")
	tab.Play(`3: pass 2`, `4: clue 2 "мяу"`, `0: guess 2 "собака"`)
	tab.Is("sides", tab.Sides(), "YB")
	tab.Is("whose clue", tab.S.Giver, games.Seat(1))
	tab.Play(`0: next 3`) // ruling 5
	tab.Is("sides", tab.Sides(), "YBB")
	tab.Is("skipped", tab.S.Cards[2].Skipped, true)
	tab.Is("whose clue", tab.S.Giver, games.Seat(1))
	tab.Refuse(`0: wake 4`, "refuse.not-now")
	tab.Refuse(`0: guess 4 "🐑"`, "refuse.empty")
	tab.Refuse(`1: said 4 1`, "refuse.not-now")
	tab.Refuse(`1: right 4`, "refuse.not-now")
}

// A clue goes round past the dreamer, and a word is not said twice (ruling 9).
func TestCluesGoRound(t *testing.T) {
	tab := nightfall(t, 4)
	tab.Show("Cat")
	tab.Play(`1: clue 1 "мяу"`, `2: clue 1 "лапы"`, `3: clue 1 "7"`)
	tab.Is("whose clue", tab.S.Giver, games.Seat(1))
	tab.Refuse(`1: clue 1 "МЯУ"`, "refuse.repeat")
	tab.Refuse(`1: clue 1 "лапа"`, "refuse.repeat")
	tab.Refuse(`1: clue 1 "две лапы"`, "refuse.one-word")
	tab.Is("penalties", tab.S.Chairs[1].Penalties, 0)
	tab.Play(`1: clue 1 "хвост"`)
}

// T5: the offender has the card, which lies on no side (ruling 7). The circle
// goes on to the left of the offender.
func TestPenalty(t *testing.T) {
	tab := nightfall(t, 5, "law=faithful")
	tab.Show("Cat")
	tab.Play(`1: clue 1 "мяу"`, `2: clue 1 "кошечка"`)
	tab.Is("sides", tab.Sides(), "P")
	tab.Is("penalties", tab.S.Chairs[2].Penalties, 1)
	tab.Is("news", tab.S.News, kit.News{Kind: kit.Replaced, Seat: 2, Card: 1})
	tab.Is("whose clue", tab.S.Giver, games.Seat(3))
	tab.Is("card", tab.S.Card(), 2)
	for _, word := range []string{"cat", "кот", "КОТОМ"} {
		tab.Show("Cat")
		before := tab.S.Chairs[tab.S.Giver].Penalties
		giver := tab.S.Giver
		tab.Play(fmt.Sprintf("%d: clue %d %q", giver, tab.S.Card(), word))
		tab.Is(word, tab.S.Chairs[giver].Penalties, before+1)
	}
	// What merely sounds alike is for people to judge (rulings 10 and 15).
	tab.Show("Cat")
	for _, word := range []string{"код"} {
		tab.Play(fmt.Sprintf("%d: clue %d %q", tab.S.Giver, tab.S.Card(), word))
	}
	tab.Is("clues", len(tab.S.Clues), 1)
	c := rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards)
	tab.Is("sides", []int{c.Yellow, c.Blue}, []int{0, 0})
}

func TestFriendly(t *testing.T) {
	tab := nightfall(t, 5, "law=friendly")
	tab.Show("Cat")
	for word, key := range map[string]string{"кот": "refuse.clue-same", "коты": "refuse.clue-root", "cat": "refuse.clue-translation", "kot": "refuse.clue-same", "код": "refuse.clue-sound", "котёнок": "refuse.clue-root"} {
		tab.Refuse(fmt.Sprintf("1: clue 1 %q", word), key)
	}
	tab.Play(`1: clue 1 "мяу"`)
	tab.Is("penalties", tab.S.Chairs[1].Penalties, 0)
}

func TestChallenge(t *testing.T) {
	begin := func(t *testing.T) *table {
		tab := nightfall(t, 6) // five spirits, four of whom vote: three decide
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`)
		tab.Refuse(`0: challenge 1 1`, "refuse.not-yours")
		tab.Refuse(`2: challenge 1 2`, "refuse.not-now")
		tab.Play(`4: challenge 1 1`)
		tab.Refuse(`4: uphold 1 1`, "refuse.not-now")
		tab.Refuse(`1: reject 1 1`, "refuse.not-now")
		tab.Refuse(`0: uphold 1 1`, "refuse.not-yours")
		return tab
	}
	t.Run("upheld", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`2: clue 1 "усы"`, `2: uphold 1 1`) // the game goes on meanwhile
		tab.Is("card", tab.S.Card(), 1)
		tab.Play(`5: uphold 1 1`)
		tab.Is("penalties", tab.S.Chairs[1].Penalties, 1)
		tab.Is("sides", tab.Sides(), "P")
		tab.Is("whose clue", tab.S.Giver, games.Seat(2))
	})
	t.Run("rejected", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`2: reject 1 1`)
		tab.Is("open", tab.S.Vote != nil, true)
		tab.Play(`3: reject 1 1`) // two of four: no majority can come
		tab.Is("open", tab.S.Vote != nil, false)
		tab.Refuse(`3: challenge 1 1`, "refuse.not-now")
	})
	t.Run("too late", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`0: guess 1 "рысь"`, `2: reject 1 1`, `3: reject 1 1`)
		tab.Refuse(`5: uphold 1 1`, "refuse.card-gone")
		tab.Refuse(`5: challenge 1 1`, "refuse.card-gone")
		tab.Is("penalties", tab.S.Chairs[1].Penalties, 0)
		tab.Is("sides", tab.Sides(), "B")
	})
	// A guess does not save the giver of a forbidden clue.
	t.Run("after the guess", func(t *testing.T) {
		for _, act := range []string{`0: guess 1 "кот"`, `0: guess 1 "пёс"`, `0: next 1`} {
			tab := begin(t)
			tab.Play(act, `2: clue 2 "7"`)
			v := view.Of(tab.S, games.Seat(3).Viewer()).Vote
			tab.Is("the vote's card and word", []any{v.Card, v.Word}, []any{1, "мурка"})
			tab.Refuse(`3: challenge 2 1`, "refuse.not-now") // one at a time
			tab.Play(`2: uphold 1 1`, `5: uphold 1 1`)
			tab.Is("penalties", tab.S.Chairs[1].Penalties, 1)
			tab.Is("sides", tab.Sides(), "P")
			tab.Is("news", tab.S.News, kit.News{Kind: kit.Taken, Seat: 1, Card: 1})
			tab.Is("card", tab.S.Card(), 2)
			tab.Is("whose clue", tab.S.Giver, games.Seat(3))
			tab.Is("clues", len(tab.S.Clues), 1)
			tab.Play(`4: challenge 2 1`)
		}
	})
	t.Run("until morning", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`0: guess 1 "кот"`)
		tab.S.Vote.Until = time.Hour
		tab.Wait(tab.S.Sand)
		tab.Is("phase", tab.S.Phase, kit.Story)
		tab.Is("open", tab.S.Vote != nil, false)
	})
	t.Run("another takes the card", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`2: clue 1 "кот"`)
		tab.Is("open", tab.S.Vote != nil, false)
		tab.Is("penalties", []int{tab.S.Chairs[1].Penalties, tab.S.Chairs[2].Penalties}, []int{0, 1})
	})
	t.Run("lapsed", func(t *testing.T) {
		tab := begin(t)
		tab.Wait(rules.Voting)
		tab.Is("open", tab.S.Vote != nil, false)
	})
	// Nothing that is pressed after its time decides it.
	for _, late := range []string{`2: uphold 1 1`, `5: reject 1 1`, `2: pass 1`} {
		t.Run("lapsed before "+late, func(t *testing.T) {
			tab := nightfall(t, 6, "clue=120")
			tab.Show("Cat")
			tab.Play(`1: clue 1 "мурка"`, `4: challenge 1 1`, `3: uphold 1 1`)
			tab.Wait(rules.Voting)
			tab.Is("open", tab.S.Vote != nil, true)
			tab.Play(late)
			tab.Is("open", tab.S.Vote != nil, false)
			tab.Is("penalties", tab.S.Chairs[1].Penalties, 0)
			if late != `2: pass 1` {
				tab.Play(`2: clue 1 "усы"`)
			} else {
				tab.Play(`3: clue 1 "усы"`)
			}
			tab.Play(fmt.Sprintf(`5: challenge 1 %d`, tab.S.Clues[1].Turn)) // another may begin
		})
	}
	t.Run("lapsed when somebody leaves", func(t *testing.T) {
		tab := nightfall(t, 6, "clue=120")
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`, `4: challenge 1 1`, `3: uphold 1 1`)
		tab.Wait(rules.Voting)
		tab.Leave(5)
		tab.Is("penalties", tab.S.Chairs[1].Penalties, 0)
	})
	t.Run("admitted", func(t *testing.T) {
		tab := nightfall(t, 6, "law=friendly")
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`, `1: challenge 1 1`)
		tab.Is("penalties", tab.S.Chairs[1].Penalties, 1)
	})
	t.Run("after the sand", func(t *testing.T) {
		tab := begin(t)
		tab.S.Vote.Until = time.Hour
		for tab.S.Phase == kit.Night {
			tab.Wait(time.Second)
		}
		tab.Is("phase", tab.S.Phase, kit.Last)
		tab.Play(`2: uphold 1 1`, `3: uphold 1 1`)
		tab.Is("sides", tab.Sides(), "P")
		tab.Is("phase", tab.S.Phase, kit.Dawn)
		tab.Is("news", tab.S.News.Kind, kit.Replaced)
	})
}

// The dreamer and the board see nothing of what the spirits do among themselves,
// not even in time.
func TestChallengeIsSecret(t *testing.T) {
	tab := nightfall(t, 6)
	tab.Show("Cat")
	tab.Play(`1: clue 1 "мурка"`)
	seen := func() string {
		b, err := json.Marshal([]any{view.Of(tab.S, games.Viewer{}), view.Of(tab.S, games.Seat(0).Viewer()), rules.Status(tab.S)})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	before := seen()
	for _, l := range []string{`4: challenge 1 1`, `2: uphold 1 1`, `3: reject 1 1`, `5: reject 1 1`} {
		tab.Play(l)
		tab.Is(l, seen(), before)
	}
}

// Right and wrong look the same until the mask is off.
func TestDreamerNeverLearns(t *testing.T) {
	for _, law := range []string{"faithful", "friendly"} {
		play := func(element string) []string {
			var seen []string
			tab := nightfall(t, 5, "law="+law)
			tab.Show(element)
			look := func() {
				b, err := json.Marshal([]any{view.Of(tab.S, games.Viewer{}), view.Of(tab.S, games.Seat(0).Viewer()), rules.Status(tab.S)})
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, string(b))
			}
			tab.Play(`1: clue 1 "вода"`)
			look()
			tab.Play(`0: guess 1 "море"`)
			look()
			tab.Play(`2: clue 2 "7"`)
			look()
			tab.Wait(tab.S.Sand)
			look()
			tab.Wait(rules.Grace)
			tab.Is("phase", tab.S.Phase, kit.Story)
			look()
			return seen
		}
		right, wrong := play("Sea"), play("Bridge")
		if !slices.Equal(right, wrong) {
			t.Errorf("right is seen as\n%s\nand wrong as\n%s", strings.Join(right, "\n"), strings.Join(wrong, "\n"))
		}
	}
}

func TestClocks(t *testing.T) {
	tab := nightfall(t, 4, "night=90", "clue=20")
	start := tab.At
	due := func() time.Duration { return rules.Status(tab.S).Due - start }
	// The turn ends when its panel says so, also where a mark of the sand comes before that.
	ends := func(what string, want time.Duration) {
		t.Helper()
		s, v := rules.Status(tab.S), view.Of(tab.S, tab.S.Giver.Viewer())
		tab.Is("the end of "+what, s.End()-start, want)
		tab.Is("the panel's end of "+what, v.TurnUntil, s.End())
		tab.Is(what+" has a mark within", s.Ends != 0, s.Due < v.TurnUntil)
	}
	tab.Is("first", due(), 20*time.Second)
	ends("the first turn", 20*time.Second)
	tab.Wait(20 * time.Second)
	tab.Is("news", tab.S.News, kit.News{Kind: kit.Slow, Seat: 1, Card: 1})
	tab.Is("whose clue", tab.S.Giver, games.Seat(2))
	tab.Is("the mark at 60", due(), 30*time.Second)
	ends("the second turn", 40*time.Second)
	tab.Wait(10 * time.Second)
	tab.Is("mark", tab.S.Mark, 60)
	tab.Is("whose clue", tab.S.Giver, games.Seat(2)) // a mark skips no player
	tab.Is("then", due(), 40*time.Second)
	tab.Wait(35 * time.Second)
	tab.Is("mark", tab.S.Mark, 30)
	tab.Wait(15 * time.Second)
	tab.Is("mark", tab.S.Mark, 10)
	tab.Is("phase", tab.S.Phase, kit.Night)
	ends("the last turn", 90*time.Second) // the sand ends it
	// Nobody gave a clue: there is nothing to guess from (ruling 13).
	tab.Wait(10 * time.Second)
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	tab.Is("sides", tab.Sides(), "Bed")
	tab.Is("trickster's points at 0 to 0", rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards).Yellow, 0)
}

func TestLateClockSkipsOne(t *testing.T) {
	tab := nightfall(t, 4, "night=300", "clue=5")
	tab.At += 4 * time.Minute // the bot was slow
	s := tab.Copied()
	if err := rules.Expire(tab.Env(), &s); err != nil {
		t.Fatal(err)
	}
	tab.Is("whose clue", s.Giver, games.Seat(2))
	tab.Is("mark", s.Mark, 60)
	tab.Is("due", rules.Status(s).Due, tab.At+5*time.Second)
}

func TestLastGuess(t *testing.T) {
	begin := func(t *testing.T) *table {
		tab := nightfall(t, 4)
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мяу"`)
		tab.Wait(tab.S.Sand)
		tab.Is("phase", tab.S.Phase, kit.Last)
		tab.Is("clues", len(view.Of(tab.S, games.Seat(0).Viewer()).Clues), 1)
		tab.Refuse(`2: clue 1 "хвост"`, "refuse.not-now")
		tab.Refuse(`0: next 1`, "refuse.not-now")
		return tab
	}
	t.Run("guessed", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`0: guess 1 "кошка"`)
		tab.Is("sides", tab.Sides(), "Y")
		tab.Is("phase", tab.S.Phase, kit.Story)
	})
	t.Run("silent", func(t *testing.T) {
		tab := begin(t)
		tab.Play(`0: wake 1`)
		tab.Is("sides", tab.Sides(), "Bed")
		tab.Is("phase", tab.S.Phase, kit.Dawn)
	})
	t.Run("too late", func(t *testing.T) {
		tab := begin(t)
		tab.Wait(rules.Grace)
		tab.Is("sides", tab.Sides(), "Bed")
		tab.Refuse(`0: guess 1 "кошка"`, "refuse.not-now")
	})
}

func TestToldAloud(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.Play(`0: told`, `1: ready check 1`, `3: tick 1`)
	tab.Is("told", tab.S.Cards[0].Told, false) // one person alone cannot give two points
	tab.Play(`1: tick 1`, `4: tick 1`, `4: tick 2`)
	tab.Is("told", []bool{tab.S.Cards[0].Told, tab.S.Cards[1].Told}, []bool{true, false})
	tab.Play(`2: untick 1`)
	tab.Is("told", tab.S.Cards[0].Told, true)
}

// While the dream is told, the spirits keep a checklist in common. From Check on
// a majority changes it.
func TestChecklistByVoice(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Judge("right", "right")
	tab.Wait(tab.S.Sand)
	tab.Wait(rules.Grace)
	tab.Is("phase", tab.S.Phase, kit.Story)
	tab.Play(`1: tick 1`, `2: tick 2`, `3: untick 2`, `0: told`)
	tab.Is("told", []bool{tab.S.Cards[0].Told, tab.S.Cards[1].Told}, []bool{true, false})
	tab.Play(`4: untick 1`, `4: tick 2`, `1: tick 2`, `2: tick 2`)
	tab.Is("told", []bool{tab.S.Cards[0].Told, tab.S.Cards[1].Told}, []bool{true, true})
}

func TestStoryNeverCame(t *testing.T) {
	tab := laid(t, 5, "YB")
	tab.Wait(180 * time.Second)
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.Play(`3: tick 1`)
	tab.Is("told", tab.S.Cards[0].Told, false)
	tab.Wait(rules.Checking)
	tab.Is("phase", tab.S.Phase, kit.Dawn)
	tab.Wait(rules.Counting)
	tab.Is("phase", tab.S.Phase, kit.Dusk)
	tab.Is("round", tab.S.Round(), 2)
	tab.Wait(rules.DuskText)
	tab.Is("phase", tab.S.Phase, kit.Night)
}

// TestStoryIsToldFromMemory: when the night is over, the clues of its cards are gone. The
// dreamer tells the dream by what they guessed.
func TestStoryIsToldFromMemory(t *testing.T) {
	tab := nightfall(t, 5)
	tab.Show("Dog")
	tab.Play(`1: clue 1 "река"`, `0: guess 1 "мост"`)
	memory := func() []view.Memory { return view.Of(tab.S, games.Seat(0).Viewer()).Memory }
	tab.Is("by night", memory(), []view.Memory{{Card: 1, Guess: "мост", Clues: []kit.Heard{{Seat: 1, Word: "река"}}}})
	tab.Wait(tab.S.Sand)
	tab.Is("phase", tab.S.Phase, kit.Story)
	tab.Is("by day", memory(), []view.Memory{{Card: 1, Guess: "мост"}})
}

// Ruling 11.
func TestDispute(t *testing.T) {
	tab := laid(t, 5, "YBB")
	tab.Play(`0: story "Ничего."`)
	tab.Ready()
	tab.Is("roles are open", view.Of(tab.S, games.Viewer{}).Roles, tab.S.Roles)
	tab.Refuse(`0: move 2`, "refuse.not-yours")
	tab.Play(`1: move 2`, `2: move 2`, `3: move 3`)
	tab.Refuse(`1: move 2`, "refuse.not-now")
	tab.Is("sides", tab.Sides(), "YBBBed")
	tab.Play(`2: keep 2`, `4: move 2`, `3: move 2`)
	tab.Is("sides", tab.Sides(), "YYBBed")
	tab.Is("moved", tab.S.Moved, 2)
	tab.Is("news", tab.S.News, kit.News{Kind: kit.Recounted, Seat: games.Nobody, Card: 2})
	for i, c := range view.Of(tab.S, games.Viewer{}).Cards {
		tab.Is(fmt.Sprintf("votes for card %d when it is decided", i+1), len(c.Votes), 0)
	}
	tab.Refuse(`1: move 3`, "refuse.not-now") // one card, once
}

func TestVoice(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Is("night", tab.S.Sand, 120*time.Second)
	tab.Is("clue", tab.S.Haste, 5*time.Second)
	tab.Refuse(`1: clue 1 "мяу"`, "refuse.not-now")
	tab.Refuse(`0: guess 1 "кот"`, "refuse.not-now")
	tab.Refuse(`3: right 1`, "refuse.unspoken")
	tab.Refuse(`3: said 1 1`, "refuse.turn") // all heard the word, and one presses
	tab.Play(`1: said 1 1`)
	tab.Refuse(`1: said 1 2`, "refuse.turn")
	tab.Play(`2: said 1 2`)
	tab.Is("whose clue", tab.S.Giver, games.Seat(3))
	tab.Play(`1: right 1`)
	for _, late := range []string{"right 2", "wrong 2", "next 2"} { // all heard the guess, and their panels show the next card
		tab.Refuse("2: "+late, "refuse.unspoken")
	}
	tab.Play(`3: said 2 1`)
	tab.Is("sides", tab.Sides(), "Y")
	tab.Is("whose clue", tab.S.Giver, games.Seat(4))
	tab.Play(`4: wrong 1`) // it was a slip
	tab.Is("sides", tab.Sides(), "B")
	tab.Refuse(`4: wrong 1`, "refuse.card-gone")
	tab.Play(`4: right 1`, `2: wrong 2`)
	tab.Is("sides", tab.Sides(), "YB")
	tab.Is("whose clue", tab.S.Giver, games.Seat(4))
	tab.Refuse(`1: wrong 1`, "refuse.card-gone")
	tab.Play(`0: next 3`)
	tab.Wait(tab.S.Haste) // who spoke forgot to press
	tab.Is("whose clue", tab.S.Giver, games.Seat(1))
	tab.Play(`3: next 4`, `1: pass 5`, `2: pass 5`, `3: pass 5`, `4: pass 5`)
	tab.Is("sides", tab.Sides(), "YBBB")
	// The word of the turn is challenged before any player pressed for it.
	tab.Is("whose clue", tab.S.Giver, games.Seat(1))
	tab.Play(`2: challenge 5 5`)
	tab.Is("whose clue", tab.S.Giver, games.Seat(2))
	tab.Play(`4: uphold 5 5`)
	tab.Is("penalties", tab.S.Chairs[1].Penalties, 1)
	tab.Is("sides", tab.Sides(), "YBBBP")
	tab.Wait(tab.S.Sand)
	tab.Is("phase", tab.S.Phase, kit.Last)
	tab.Play(`3: right 6`)
	tab.Is("phase", tab.S.Phase, kit.Story)
	tab.Play(`1: tick 1`, `2: tick 6`, `3: wrong 6`, `0: told`)
	tab.Is("phase", tab.S.Phase, kit.Check)
	tab.Ready()
	c := rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards)
	tab.Is("sides", []int{c.Yellow, c.Blue}, []int{1, 4})
	tab.Is("bonus", c.Bonus, true)
}

// By voice each press is told: whose word was spoken, and what was judged.
func TestVoiceIsTold(t *testing.T) {
	tab := nightfall(t, 5, "mode=voice")
	tab.Play("1: said 1 1")
	tab.Is("spoken", tab.S.News, kit.News{Kind: kit.Gave, Seat: 1, Card: 1})
	tab.Play("2: said 1 2")
	tab.Is("spoken next", tab.S.News, kit.News{Kind: kit.Gave, Seat: 2, Card: 1})
	tab.Play("1: right 1")
	tab.Is("judged", tab.S.News, kit.News{Kind: kit.Guessed, Seat: games.Nobody, Card: 1})
	tab.Play("3: said 2 1", "1: next 2")
	tab.Is("skipped", tab.S.News, kit.News{Kind: kit.Skipped, Seat: games.Nobody, Card: 2})
}

// T6, and the rulebook's end.
func TestEnd(t *testing.T) {
	tab := sit(t, 4)
	for i, p := range []struct{ points, penalties int }{{22, 2}, {20, 0}, {20, 0}, {19, 0}} {
		tab.S.Chairs[i].Points, tab.S.Chairs[i].Penalties = p.points, p.penalties
	}
	st := func() games.Status { return rules.Status(tab.S) }
	tab.S.EndMatch()
	tab.Is("scores", st().Scores, []int{20, 20, 20, 19})
	tab.Is("winners", st().Winners, []games.Seat{1, 2})
	tab.Is("over", st().Over, true)
	tab.S.Chairs[2].Penalties = 1
	tab.S.Chairs[2].Points = 21
	tab.S.EndMatch()
	tab.Is("winners", st().Winners, []games.Seat{1})
	tab.S.Chairs[1].Gone = true
	tab.S.EndMatch()
	tab.Is("winners", st().Winners, []games.Seat{2})
	tab.Is("first", view.Of(tab.S, games.Viewer{}).Totals[0].Seat, games.Seat(2))
}

// A dreamer who skips everything empties the bed, and the match goes on. Cards
// come back with other elements until all have been seen.
func TestBedRunsEmpty(t *testing.T) {
	tab := sit(t, 6)
	seen := map[int]int{}
	for round := range 5 {
		tab.Ready()
		tonight := map[int]bool{}
		for tab.S.Phase == kit.Night {
			if i := tab.S.Element % kit.BedCards; tonight[i] {
				t.Fatalf("card %d comes twice in a night", i)
			} else {
				tonight[i] = true
			}
			seen[tab.S.Element]++
			tab.Play(fmt.Sprintf("%d: next %d", round, tab.S.Card()))
		}
		tab.Is("cards", len(tonight), kit.BedCards)
		if round == 3 {
			tab.Is("elements", len(seen), judge.Elements)
			tab.Is("times", slices.Max(slices.Collect(maps.Values(seen))), 1)
		}
		tab.Play(fmt.Sprintf("%d: told", round))
		tab.Ready()
		tab.Ready()
	}
}

func TestLeave(t *testing.T) {
	t.Run("the giver", func(t *testing.T) {
		tab := nightfall(t, 5)
		tab.Leave(1)
		tab.Is("whose clue", tab.S.Giver, games.Seat(2))
		tab.Is("news", tab.S.News, kit.News{Kind: kit.Departed, Seat: 1})
		tab.Play(`2: pass 1`, `3: pass 1`, `4: pass 1`)
		tab.Is("whose clue", tab.S.Giver, games.Seat(2))
		tab.Refuse(`1: clue 1 "1"`, "refuse.not-yours")
		tab.Is("what the empty seat sees", view.Of(tab.S, games.Seat(1).Viewer()).Part, kit.Public)
		tab.Wait(tab.S.Sand + rules.Counting)
		tab.Is("who sleeps next", tab.S.Dreamer, games.Seat(2))
		tab.Is("rounds", tab.S.Rounds(), 4)
	})
	t.Run("a voter", func(t *testing.T) {
		tab := nightfall(t, 6)
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`, `2: challenge 1 1`, `3: uphold 1 1`)
		tab.Is("open", tab.S.Vote != nil, true)
		tab.Leave(4) // two of three are more than half
		tab.Is("penalties", tab.S.Chairs[1].Penalties, 1)
	})
	t.Run("the offender", func(t *testing.T) {
		tab := nightfall(t, 6)
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`, `2: challenge 1 1`)
		tab.Leave(1)
		tab.Is("open", tab.S.Vote != nil, false)
	})
	t.Run("the dreamer at dusk", func(t *testing.T) {
		tab := sit(t, 5)
		tab.Leave(0)
		tab.Is("phase", tab.S.Phase, kit.Dusk)
		tab.Is("who sleeps", tab.S.Dreamer, games.Seat(1))
		for _, c := range tab.S.Chairs {
			tab.Is("points", c.Points, 0)
		}
	})
	t.Run("the dreamer at night", func(t *testing.T) {
		tab := nightfall(t, 5)
		tab.Show("Cat")
		tab.Play(`0: guess 1 "кот"`)
		tab.Leave(0)
		tab.Is("phase", tab.S.Phase, kit.Dawn)
		tab.Is("sides", tab.Sides(), "YBed")
		tab.Is("bonus", rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards).Bonus, false)
		tab.Ready()
		tab.Is("who sleeps next", tab.S.Dreamer, games.Seat(1))
	})
	t.Run("who was not ready", func(t *testing.T) {
		tab := sit(t, 5)
		tab.Play(`0: ready dusk 1`, `1: ready dusk 1`, `2: ready dusk 1`, `3: ready dusk 1`)
		tab.Leave(4)
		tab.Is("phase", tab.S.Phase, kit.Night)
	})
	t.Run("too many", func(t *testing.T) {
		tab := nightfall(t, 4)
		tab.Leave(3)
		tab.Is("phase", tab.S.Phase, kit.Night)
		tab.Leave(2)
		tab.Is("phase", tab.S.Phase, kit.Over)
		tab.Is("winners", rules.Status(tab.S).Winners, []games.Seat{0, 1})
	})
	t.Run("everybody", func(t *testing.T) {
		tab := nightfall(t, 4)
		for i := range 2 {
			tab.Leave(games.Seat(i))
		}
		tab.Is("phase", tab.S.Phase, kit.Over)
		if err := rules.Leave(tab.Env(), &tab.S, 2); refused(t, err) != "refuse.not-now" {
			t.Errorf("left when it was over: %v", err)
		}
	})
}

// A player who leaves takes their votes along, and no others.
func TestLeaveAfterVoting(t *testing.T) {
	t.Run("who voted on a challenge", func(t *testing.T) {
		tab := nightfall(t, 8) // seven spirits, six of whom vote: four decide
		tab.Show("Cat")
		tab.Play(`1: clue 1 "мурка"`, `2: challenge 1 1`, `3: uphold 1 1`, `4: reject 1 1`, `5: reject 1 1`)
		tab.Leave(3)
		tab.Is("for", tab.S.Vote.For, []games.Seat{2})
		tab.Is("against", tab.S.Vote.Against, []games.Seat{4, 5})
		tab.Leave(4)
		tab.Is("against", tab.S.Vote.Against, []games.Seat{5})
	})
	t.Run("who voted on ticks", func(t *testing.T) {
		tab := laid(t, 7, "YYB")
		tab.Play("0: told", "1: tick 1", "2: tick 1", "2: tick 3", "3: tick 2")
		tab.Leave(2)
		var votes [][]games.Seat
		for _, c := range tab.S.Cards[:3] {
			votes = append(votes, slices.Clip(c.Votes))
		}
		tab.Is("votes", votes, [][]games.Seat{{1}, {3}, {}})
	})
	t.Run("who wanted a card moved", func(t *testing.T) {
		tab := laid(t, 7, "YYB")
		tab.Play("0: told")
		tab.Ready()
		tab.Play("1: move 1", "2: move 1", "3: move 2")
		tab.Leave(2)
		tab.Is("wishes", tab.S.Wish, []int{0, 1, 0, 2, 0, 0, 0})
	})
}

// A finished round is kept small and read back whole, guesses apart.
func TestPast(t *testing.T) {
	tab := sit(t, 4)
	tab.S.Roles = []kit.Role{"", kit.Good, kit.Bad, kit.Trickster}
	tab.S.Story = "Сон"
	tab.S.Cards = rules.Pile{
		{Element: 1, Side: kit.Yellow, Seat: games.Nobody, Told: true}, {Element: 440, Side: kit.Yellow, Seat: games.Nobody},
		{Element: 3, Side: kit.Blue, Seat: games.Nobody, Told: true}, {Element: 4, Side: kit.Blue, Seat: games.Nobody},
		{Element: 5, Side: kit.Blue, Skipped: true, Seat: games.Nobody}, {Element: 6, Side: kit.Penalty, Seat: 3},
		{Element: 7, Side: kit.Penalty, Seat: 0}, {Element: 8, Side: kit.Bed, Seat: games.Nobody},
	}
	d := rules.NewPast(&tab.S, true)
	tab.Is("cards", d.Cards(), tab.S.Cards)
	tab.Is("score", past(tab.S, d).Score, rules.Tally(tab.S.Dreamer, tab.S.Roles, tab.S.Cards))
	tab.Is("score of a broken round", len(past(tab.S, rules.NewPast(&tab.S, false)).Score.Lines), 0)
}

// refusal is the key of a refusal; empty for none.
func refused(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	text, ok := games.Refused(err)
	if !ok {
		t.Fatalf("a fault: %v", err)
	}
	return text.Key
}

// past is a finished round as every player sees it.
func past(s rules.State, d rules.Past) view.Dream {
	s.Dreams = []rules.Past{d}
	return view.Of(s, games.Viewer{}).Dreams[0]
}
