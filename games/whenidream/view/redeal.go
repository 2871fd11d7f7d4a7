package view

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/whenidream/judge"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/rules"
)

// Redeal deals again what v does not know: the roles, the elements, the votes
// and the outcome of guesses. Cards in the bed need no redeal: no position holds
// them, each is drawn when it comes.
func Redeal(s *rules.State, v games.Viewer, r *rand.Rand) {
	if s.Phase == kit.Dawn || s.Phase == kit.Over {
		return
	}
	me, seated := v.Seat()
	awake := seated && s.Chairs.Spirit(me, s.Dreamer)
	if s.Waits && (!seated || me != s.Dreamer) {
		s.Story = s.Lexicon().Word(1+r.IntN(s.Lexicon().Size()), s.Words)
	}
	redealRoles(s, me, awake, r)
	if awake {
		redealBallot(s, me, r)
		return
	}
	if !s.IsDark() {
		return
	}
	redealObjections(s, r)
	if s.Phase != kit.Story {
		redealChallenge(s, r)
	}
	redealElements(s, seated && me == s.Dreamer, r)
}

// redealRoles shuffles every role but that of a spirit who looks.
func redealRoles(s *rules.State, me games.Seat, awake bool, r *rand.Rand) {
	var at []*kit.Role
	for i := range s.Roles {
		if s.Roles[i] != "" && !(awake && games.Seat(i) == me) {
			at = append(at, &s.Roles[i])
		}
	}
	for i := range s.Unseen {
		at = append(at, &s.Unseen[i])
	}
	r.Shuffle(len(at), func(i, j int) { *at[i], *at[j] = *at[j], *at[i] })
}

// redealBallot lets other spirits have cast the votes of an open challenge. A
// spirit knows the counts, the challenger and its own vote.
func redealBallot(s *rules.State, me games.Seat, r *rand.Rand) {
	v := s.Vote
	if v == nil {
		return
	}
	var others []games.Seat
	for _, seat := range s.Chairs.Spirits(s.Dreamer) {
		if seat != me && seat != v.Giver && seat != v.For[0] {
			others = append(others, seat)
		}
	}
	games.Shuffle(r, others)
	for _, list := range [][]games.Seat{v.For[1:], v.Against} {
		for i, seat := range list {
			if seat != me {
				list[i], others = others[0], others[1:]
			}
		}
	}
}

// redealChallenge opens or drops a challenge, of which only spirits know.
func redealChallenge(s *rules.State, r *rand.Rand) {
	if s.Vote != nil {
		s.Vote = nil
		return
	}
	if len(s.Clues) == 0 || r.IntN(2) == 0 {
		return
	}
	c := &s.Clues[len(s.Clues)-1]
	// A single vote is open only where it is no majority.
	by := slices.DeleteFunc(s.Chairs.Spirits(s.Dreamer), func(seat games.Seat) bool { return seat == c.Seat })
	if len(by) < 2 || c.Judged {
		return
	}
	c.Judged = true
	s.Vote = &rules.Ballot{Card: s.Card(), Turn: c.Turn, Word: c.Word, Giver: c.Seat, For: []games.Seat{by[r.IntN(len(by))]}, Until: s.TurnUntil + rules.Voting}
	// A chronicle that is full forgets nothing here: how much it forgot is public.
	s.Lately.Events = append(s.Lately.Events, kit.Event{News: kit.News{Kind: kit.Objected, Seat: s.Vote.For[0], Card: s.Card()}, Round: s.Round(), Word: c.Word})
}

// redealObjections lets other spirits have challenged the clues of the night.
func redealObjections(s *rules.State, r *rand.Rand) {
	by := s.Chairs.Spirits(s.Dreamer)
	for i := range s.Lately.Events {
		if e := &s.Lately.Events[i]; e.Round == s.Round() && (e.Kind == kit.Objected || e.Kind == kit.Cleared) {
			e.Seat = by[r.IntN(len(by))]
		}
	}
}

// redealElements gives every card of the night another element, and so another
// outcome of its guess. A dreamer knows the guesses, so each card gets an
// element that the guess names, or does not name. The public knows only that
// there was a guess.
func redealElements(s *rules.State, dreamer bool, r *rand.Rand) {
	var out [kit.BedCards]bool
	s.Used.Remove(s.Element)
	for _, c := range s.Cards {
		s.Used.Remove(c.Element)
	}
	before := slices.Clone(s.Used) // of earlier nights
	other := func(fit func(int) bool) int {
		n := 0
		for range 200 {
			n = 1 + r.IntN(s.Lexicon().Size())
			if !out[n%kit.BedCards] && !before.Has(n) && fit(n) {
				return n
			}
		}
		for n = 1; out[n%kit.BedCards]; n++ { // a night never has more cards than the bed
		}
		return n
	}
	for i := range s.Cards {
		c := &s.Cards[i]
		n := 0
		fair := func(n int) bool {
			return !slices.ContainsFunc(c.Clues, func(h kit.Heard) bool { return s.Lexicon().Judge(h.Word, n, s.Words).Level == judge.Forbidden })
		}
		if c.Counts() && !c.Skipped && !s.Voice {
			if !dreamer {
				c.Guess = s.Lexicon().Element(1+r.IntN(s.Lexicon().Size()), s.Words).Word
			}
			named := s.Lexicon().Named(c.Guess)
			if c.Side = kit.Blue; len(named) > 0 && r.IntN(2) == 0 && !out[named[0]%kit.BedCards] && fair(named[0]) {
				c.Side, n = kit.Yellow, named[0]
			} else {
				n = other(func(n int) bool { return !slices.Contains(named, n) && fair(n) })
			}
		} else {
			n = other(fair)
		}
		if s.Voice && c.Counts() && !c.Skipped {
			c.Side = []kit.Side{kit.Yellow, kit.Blue}[r.IntN(2)]
		}
		if s.Phase == kit.Story && c.Counts() && s.Voice {
			c.Told = r.IntN(2) == 0
		}
		c.Element = n
		out[n%kit.BedCards] = true
		s.Used.Add(n)
	}
	if s.Element != 0 {
		s.Element = other(func(n int) bool {
			return !slices.ContainsFunc(s.Clues, func(c rules.Clue) bool { return s.Lexicon().Judge(c.Word, n, s.Words).Level > judge.Fine })
		})
		s.Used.Add(s.Element)
	}
}

// Hidden are the elements of the night, for those who sleep or watch, and a dream that waits
// for a moderator. Short words are left out. So are words that stand in public already: in a
// clue, or in an earlier night's dream or cards.
func Hidden(s rules.State, v games.Viewer) []string {
	me, seated := v.Seat()
	var waits []string
	if s.Waits && (!seated || me != s.Dreamer) && utf8.RuneCountInString(s.Story) > kit.MaxGuess &&
		!slices.ContainsFunc(s.Dreams, func(d rules.Past) bool { return strings.Contains(d.Story, s.Story) }) {
		waits = append(waits, s.Story)
	}
	if !s.IsDark() || seated && s.Chairs.Spirit(me, s.Dreamer) {
		return waits
	}
	var open strings.Builder
	say := func(text string) { open.WriteString(strings.ToLower(text) + "\n") }
	for _, c := range s.Clues {
		say(c.Word)
	}
	if seated && me == s.Dreamer {
		// The dreamer wrote these guesses, and was told these clues. TestNothingToScrollBackTo
		// checks that no page shows them again.
		for _, c := range s.Cards {
			say(c.Guess)
			for _, h := range c.Clues {
				say(h.Word)
			}
		}
	}
	for _, d := range s.Dreams {
		say(d.Story)
		for _, n := range d.Elements {
			say(s.Lexicon().Element(n, kit.Russian).Word)
			say(s.Lexicon().Element(n, kit.English).Word)
		}
	}
	list := []int{}
	if s.Element != 0 {
		list = append(list, s.Element)
	}
	for _, c := range s.Cards {
		list = append(list, c.Element)
	}
	hidden := waits
	for _, n := range list {
		for _, t := range []kit.Tongue{kit.Russian, kit.English} {
			w := s.Lexicon().Element(n, t).Word
			if utf8.RuneCountInString(w) < 5 || judge.Everyday(strings.ToLower(w)) || strings.Contains(open.String(), strings.ToLower(w)) {
				continue
			}
			hidden = append(hidden, w)
		}
	}
	return hidden
}
