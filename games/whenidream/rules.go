package whenidream

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
)

// rules are the rules; see the package comment.
type rules struct{}

// How long what lasts, where no option says it.
const (
	duskText  = 60 * time.Second // for opening one's panel before the sand runs
	duskVoice = 45 * time.Second
	grace     = 10 * time.Second // for the last guess
	voting    = 20 * time.Second // for a challenge
	checking  = 90 * time.Second // for agreeing on the ticks
	counting  = 2 * time.Minute  // for looking at the scores, and agreeing on a disputed card
)

// marks are the seconds of sand at which the table is told.
var marks = []int{60, 30, 10}

// bedCards is how many cards are in the bed; a card has four elements, which are
// those whose numbers are equal modulo bedCards.
const bedCards = 110

// fewest is how many must be at the table for a match to go on: a dreamer and
// two spirits, since one alone could not be told from his role.
const fewest = 3

// roleCards are the role cards for a number of players: good, bad, tricksters.
var roleCards = [11][3]int{
	4: {1, 1, 2}, 5: {2, 1, 2}, 6: {3, 2, 1}, 7: {3, 2, 2}, 8: {4, 3, 1}, 9: {4, 3, 2}, 10: {5, 4, 1},
}

// roleKinds are the roles in the order of roleCards.
var roleKinds = []Role{Good, Bad, Trickster}

func (rules) Parse(text string) (Move, error) { return Parse(text) }

func (rules) Deal(env *games.Env, t games.Table) (State, error) {
	second := func(key string) time.Duration { return time.Duration(t.Options.Int(key)) * time.Second }
	s := State{
		Voice:    t.Options["mode"] == "voice",
		Words:    Tongue(t.Options["words"]),
		Faithful: t.Options["law"] == "faithful",
		Sand:     second("night"),
		Haste:    second("clue"),
		Tale:     second("story"),
		Chairs:   make([]Chair, t.Seats),
	}
	if s.Sand <= 0 || s.Haste <= 0 || s.Tale <= 0 || s.Words != Russian && s.Words != English {
		return s, fmt.Errorf("options are not complete: %v", t.Options)
	}
	s.beginRound(env, games.Seat(env.Rand.IntN(t.Seats)))
	return s, nil
}

// beginRound begins a round.
func (s *State) beginRound(env *games.Env, dreamer games.Seat) {
	s.Dreamer = dreamer
	s.Cards, s.Clues, s.Vote, s.Element = nil, nil, nil, 0
	s.Giver, s.Turn, s.TurnUntil, s.Mark = games.Nobody, 0, 0, 0
	s.Story, s.Aloud, s.Moved = "", false, 0
	s.Wish = make([]int, len(s.Chairs))
	s.Roles = make([]Role, len(s.Chairs))
	var deck []Role
	for i, role := range roleKinds {
		for range roleCards[max(s.present(), 4)][i] {
			deck = append(deck, role)
		}
	}
	env.Rand.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	for _, seat := range s.spirits() {
		s.Roles[seat], deck = deck[0], deck[1:]
	}
	s.Unseen = deck
	s.News = News{Kind: NewRound, Seat: dreamer}
	wait := duskText
	if s.Voice {
		wait = duskVoice
	}
	s.enterPhase(Dusk, env.At+wait)
}

// enterPhase begins a phase, for which nobody is ready yet.
func (s *State) enterPhase(p Phase, until time.Duration) {
	s.Phase, s.Until = p, until
	for i := range s.Chairs {
		s.Chairs[i].Ready = false
	}
}

// beginNight begins the night.
func (s *State) beginNight(env *games.Env) {
	s.enterPhase(Night, env.At+s.Sand)
	s.News = News{Kind: Fell, Seat: games.Nobody}
	s.openCard(env, s.leftOf(s.Dreamer))
}

// openCard puts the next card into play; without one the night ends.
func (s *State) openCard(env *games.Env, giver games.Seat) {
	s.Clues, s.Turn = nil, 0
	if s.Element = s.drawElement(env); s.Element == 0 {
		s.endNight(env)
		return
	}
	s.Used.add(s.Element)
	s.passTurnTo(env, giver)
}

// drawElement takes a card from the bed that was not in play this night, 0 when there
// is none. A card goes under the others after its night and is turned, so those
// that lay in play least often come first, with an element that has not: the
// shuffle, the side and the headboard in one.
func (s *State) drawElement(env *games.Env) int {
	var out [bedCards]bool
	var times [bedCards]int
	for _, c := range s.Cards {
		out[c.Element%bedCards] = true
	}
	for n := 1; n <= Elements; n++ {
		if s.Used.has(n) {
			times[n%bedCards]++
		}
	}
	least := Elements
	for i := range times {
		if !out[i] {
			least = min(least, times[i])
		}
	}
	if least == Elements {
		return 0
	}
	if least >= Elements/bedCards {
		// Every element has been in play: begin again, as the bed would.
		s.Used = set{}
		for _, c := range s.Cards {
			s.Used.add(c.Element)
		}
		return s.drawElement(env)
	}
	var choice []int
	for n := 1; n <= Elements; n++ {
		if i := n % bedCards; !out[i] && times[i] == least && !s.Used.has(n) {
			choice = append(choice, n)
		}
	}
	return choice[env.Rand.IntN(len(choice))]
}

// passTurnTo makes it a spirit's turn to give a clue.
func (s *State) passTurnTo(env *games.Env, seat games.Seat) {
	s.Giver, s.TurnUntil = seat, env.At+s.Haste
	s.Turn++
}

// dropLateVote drops a challenge whose time is over and reports whether it did. No
// deadline of the table's does that, see the package comment, so it is the first
// thing that every input does.
func (s *State) dropLateVote(env *games.Env) bool {
	if s.Vote == nil || env.At < s.Vote.Until {
		return false
	}
	s.Vote = nil // the majority never came
	return true
}

// closeCard takes the card in play out of the bed and opens the next, or ends the
// night when the sand has run out.
func (s *State) closeCard(env *games.Env, p played) {
	p.Element = s.Element
	giver := s.Giver
	if p.Side == Penalty {
		giver = s.leftOf(p.Seat)
	} else if p.Seat = games.Nobody; s.Voice && !p.Skipped && len(s.Clues) == 0 && giver != games.Nobody {
		giver = s.leftOf(giver) // somebody must have spoken, and it was this spirit's turn
	}
	if v := s.Vote; v != nil && v.Card == s.card() && p.Side == Penalty {
		s.Vote = nil // a card is nobody's penalty twice
	}
	s.Cards = append(s.Cards, p)
	if s.Phase == Last {
		s.Element = 0
		s.endNight(env)
		return
	}
	s.openCard(env, giver)
}

// penalize takes the card in play as a penalty.
func (s *State) penalize(env *games.Env, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.News = News{Kind: Replaced, Seat: seat, Card: s.card()}
	s.closeCard(env, played{Side: Penalty, Seat: seat})
}

// penalizeGone makes a penalty of a card that was guessed or skipped before its clue was
// found to be forbidden. The card in play and the circle go on. Nothing here
// depends on which side the card lay, nor says it.
func (s *State) penalizeGone(card int, seat games.Seat) {
	s.Chairs[seat].Penalties++
	s.Cards[card-1] = played{Element: s.Cards[card-1].Element, Side: Penalty, Seat: seat}
	s.News = News{Kind: Taken, Seat: seat, Card: card}
}

// endSand ends the sand: the dreamer may guess once more, when there is something
// to guess from.
func (s *State) endSand(env *games.Env) {
	s.Giver, s.TurnUntil, s.Mark = games.Nobody, 0, 0
	s.News = News{Kind: Ran, Seat: games.Nobody, Card: s.card()}
	if !s.Voice && len(s.Clues) == 0 {
		s.endNight(env)
		return
	}
	s.enterPhase(Last, env.At+grace)
}

// endNight ends the night. A card in play stays in the bed.
func (s *State) endNight(env *games.Env) {
	if s.Element != 0 {
		s.Cards = append(s.Cards, played{Element: s.Element, Side: Bed, Seat: games.Nobody})
	}
	s.Element, s.Clues, s.Vote, s.Turn, s.Mark = 0, nil, nil, 0, 0
	s.Giver, s.TurnUntil = games.Nobody, 0
	if s.News.Kind != Replaced {
		s.News = News{Kind: Woke, Seat: games.Nobody}
	}
	if !slices.ContainsFunc(s.Cards, played.counts) {
		s.beginDawn(env) // nothing was dreamt
		return
	}
	s.enterPhase(Story, env.At+s.Tale)
}

// beginDawn shows the roles and counts.
func (s *State) beginDawn(env *games.Env) {
	for i := range s.Cards {
		s.Cards[i].Votes = nil
	}
	s.enterPhase(Dawn, env.At+counting)
}

// endRound banks the round and begins the next, or ends the match. A round that
// the dreamer left before anything was dreamt counts for nobody.
func (s *State) endRound(env *games.Env, counted bool) {
	if counted {
		for _, l := range s.score().Lines {
			s.Chairs[l.Seat].Points += l.Points
		}
	}
	s.Dreams = append(s.Dreams, s.pastRound(counted))
	s.Chairs[s.Dreamer].Slept = true
	n := len(s.Chairs)
	for i := 1; i < n; i++ {
		if next := (int(s.Dreamer) + i) % n; !s.Chairs[next].Slept && !s.Chairs[next].Gone {
			s.beginRound(env, games.Seat(next))
			return
		}
	}
	s.endMatch()
}

func (s *State) endMatch() {
	s.enterPhase(Over, 0)
	s.Win = winners(s.totals())
	s.Element, s.Clues, s.Vote, s.Cards, s.Story, s.Wish = 0, nil, nil, nil, "", nil
	s.Roles, s.Unseen, s.Mark, s.Turn, s.TurnUntil, s.Giver = nil, nil, 0, 0, 0, games.Nobody
	s.Aloud, s.Moved = false, 0
}

func (rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(s.moves(seat)) }

// moves is the one definition of what is legal, texts apart. It depends on
// nothing but what the seat knows.
func (s *State) moves(seat games.Seat) []Move {
	if seat < 0 || int(seat) >= len(s.Chairs) || s.gone(seat) || s.Phase == Over {
		return nil
	}
	var list []Move
	add := func(m ...Move) { list = append(list, m...) }
	n, asleep := s.card(), seat == s.Dreamer
	switch s.Phase {
	case Night, Last:
		switch {
		case asleep && s.Phase == Last && s.Voice:
			add(Move{Verb: Wake, Card: n})
		case asleep && s.Phase == Last:
			add(Move{Verb: Guess, Card: n, Text: s.example()}, Move{Verb: Wake, Card: n})
		case asleep && s.Voice:
			add(Move{Verb: Next, Card: n})
		case asleep:
			add(Move{Verb: Guess, Card: n, Text: s.example()}, Move{Verb: Next, Card: n})
		default:
			if s.Giver == seat && !s.Voice {
				add(Move{Verb: Clue, Card: n, Text: s.freeClue()})
			}
			if s.Giver == seat {
				add(Move{Verb: Pass, Card: n})
			}
			if s.Voice {
				if s.Phase == Night {
					add(Move{Verb: Said, Card: n, Turn: s.Turn})
				}
				add(Move{Verb: Right, Card: n}, Move{Verb: Wrong, Card: n})
				if s.Phase == Night {
					add(Move{Verb: Next, Card: n})
				} else {
					add(Move{Verb: Wake, Card: n})
				}
			}
			add(s.corrections()...)
			if v := s.Vote; v == nil {
				for _, c := range s.judgeable() {
					add(Move{Verb: Challenge, Card: n, Turn: c.Turn})
				}
			} else if seat != v.Giver && !v.voted(seat) {
				add(Move{Verb: Uphold, Card: v.Card, Turn: v.Turn}, Move{Verb: Reject, Card: v.Card, Turn: v.Turn})
			}
		}
	case Story:
		switch {
		case asleep && s.Voice:
			add(Move{Verb: Told})
		case asleep:
			add(Move{Verb: Tell, Text: s.example()}, Move{Verb: Told})
		case s.Voice:
			add(s.corrections()...)
			add(s.ticks(seat)...)
		}
	case Check:
		if asleep {
			break
		}
		add(s.ticks(seat)...)
	case Dawn:
		if asleep || s.Moved != 0 {
			break
		}
		for i, c := range s.Cards {
			switch {
			case !c.counts() || c.Skipped && !s.Voice:
			case s.Wish[seat] == i+1:
				add(Move{Verb: Keep, Card: i + 1})
			default:
				add(Move{Verb: Shift, Card: i + 1})
			}
		}
	}
	if s.mustReady(seat) {
		add(Move{Verb: Ready, Phase: s.Phase, Round: s.round()})
	}
	return list
}

// example is a text that is always accepted and names no element.
func (s *State) example() string {
	if s.Words == Russian {
		return "сон"
	}
	return "dream"
}

// freeClue is a clue that is always accepted: a number is one word and never an
// element, and this one was not said of the card before.
func (s *State) freeClue() string {
	for i := s.Turn; ; i++ {
		text := strconv.Itoa(i)
		if !slices.ContainsFunc(s.Clues, func(c given) bool { return repeats(text, c.Word) }) {
			return text
		}
	}
}

// corrections correct by voice what was pressed of the card before, until the next
// one is judged.
func (s *State) corrections() []Move {
	n := len(s.Cards)
	if s.Phase == Story && n > 0 && s.Cards[n-1].Side == Bed {
		n--
	}
	if !s.Voice || n == 0 {
		return nil
	}
	switch s.Cards[n-1].Side {
	case Yellow:
		return []Move{{Verb: Wrong, Card: n}}
	case Blue:
		return []Move{{Verb: Right, Card: n}}
	}
	return nil
}

// ticks are the changes of ticks that a spirit may make, or take back its vote for.
func (s *State) ticks(seat games.Seat) []Move {
	var list []Move
	for i, c := range s.Cards {
		if !c.counts() {
			continue
		}
		verb := Tick
		if c.Told != slices.Contains(c.Votes, seat) {
			verb = Untick
		}
		list = append(list, Move{Verb: verb, Card: i + 1})
	}
	return list
}

// mustReady reports whether the table waits for a seat to be ready.
func (s *State) mustReady(seat games.Seat) bool {
	if s.Chairs[seat].Ready || s.gone(seat) {
		return false
	}
	return s.Phase == Dusk || s.Phase == Dawn || s.Phase == Check && seat != s.Dreamer
}

func (rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	bare := func(m Move) Move { m.Text = ""; return m }
	if !slices.ContainsFunc(s.moves(seat), func(l Move) bool { return bare(l) == bare(m) }) {
		return s.explain(seat, m)
	}
	if s.dropLateVote(env) && (m.Verb == Uphold || m.Verb == Reject) {
		return nil // it counts for nothing any more, and closes what it was for
	}
	switch m.Verb {
	case Ready:
		s.Chairs[seat].Ready = true
	case Clue:
		if err := s.takeClue(env, seat, m.Text); err != nil {
			return err
		}
	case Pass:
		s.News = News{Kind: Passed, Seat: seat, Card: m.Card}
		s.passTurnTo(env, s.leftOf(seat))
	case Said:
		s.noteSpoken(env)
	case Guess:
		text, err := cleanText(m.Text, MaxGuess)
		if err != nil {
			return err
		}
		side := Blue
		if lexicon().names(text, s.Element) {
			side = Yellow
		}
		s.News = News{Kind: Guessed, Seat: games.Nobody, Card: m.Card}
		s.closeCard(env, played{Side: side, Guess: text})
	case Right, Wrong:
		side := Yellow
		if m.Verb == Wrong {
			side = Blue
		}
		if m.Card != s.card() {
			s.Cards[m.Card-1].Side = side
			s.Cards[m.Card-1].Skipped = false
			break
		}
		s.News = News{Kind: Guessed, Seat: games.Nobody, Card: m.Card}
		s.closeCard(env, played{Side: side})
	case Next:
		s.News = News{Kind: Skipped, Seat: games.Nobody, Card: m.Card}
		s.closeCard(env, played{Side: Blue, Skipped: true})
	case Wake:
		s.endNight(env)
	case Challenge:
		s.openVote(env, seat, m.Turn)
	case Uphold:
		s.Vote.For = append(s.Vote.For, seat)
	case Reject:
		s.Vote.Against = append(s.Vote.Against, seat)
	case Tell:
		text, err := cleanText(m.Text, MaxStory)
		if err != nil {
			return err
		}
		s.takeStory(env, text)
	case Told:
		s.Aloud = true
		s.enterPhase(Check, env.At+checking)
	case Tick, Untick:
		c := &s.Cards[m.Card-1]
		switch i := slices.Index(c.Votes, seat); {
		case s.Phase == Story:
			c.Told = m.Verb == Tick
		case i >= 0:
			c.Votes = slices.Delete(c.Votes, i, i+1)
		default:
			c.Votes = append(c.Votes, seat)
		}
	case Shift:
		s.Wish[seat] = m.Card
	case Keep:
		s.Wish[seat] = 0
	}
	s.settle(env)
	return nil
}

// explain says why a move is not legal. It knows no more than whoever reads it.
func (s *State) explain(seat games.Seat, m Move) error {
	if s.gone(seat) {
		return games.Refuse("refuse.not-yours")
	}
	night := s.Phase == Night || s.Phase == Last
	switch m.Verb {
	case Clue, Pass, Guess, Next, Challenge, Uphold, Reject, Said, Right, Wrong:
		if night && m.Card != s.card() {
			return games.Refuse("refuse.card-gone", m.Card)
		}
	}
	switch m.Verb {
	case Clue, Pass:
		if s.Phase == Night && s.spirit(seat) && s.Giver != seat {
			return games.Refuse("refuse.turn", ui.Name(s.Giver))
		}
	case Tell, Told, Guess, Wake:
		if seat != s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	case Challenge, Uphold, Reject, Said, Right, Wrong, Tick, Untick, Shift, Keep:
		if seat == s.Dreamer {
			return games.Refuse("refuse.not-yours")
		}
	}
	return games.Refuse("refuse.not-now")
}

func (s *State) takeClue(env *games.Env, seat games.Seat, text string) error {
	word, err := cleanClue(text)
	if err != nil {
		return err
	}
	for _, c := range s.Clues {
		if repeats(word, c.Word) {
			return games.Refuse("refuse.repeat", c.Word)
		}
	}
	switch v := lexicon().judge(word, s.Element, s.Words); {
	case v.level == forbidden && s.Faithful:
		s.penalize(env, seat)
		return nil
	case v.level > fine && !s.Faithful:
		return games.Refuse(v.reason)
	}
	s.Clues = append(s.Clues, given{Seat: seat, Turn: s.Turn, Word: word})
	s.News = News{Kind: Gave, Seat: seat, Card: s.card()}
	s.passTurnTo(env, s.leftOf(seat))
	return nil
}

// noteSpoken notes by voice that the spirit whose turn it is has spoken.
func (s *State) noteSpoken(env *games.Env) {
	s.Clues = append(s.Clues, given{Seat: s.Giver, Turn: s.Turn})
	s.News = News{Kind: Gave, Seat: s.Giver, Card: s.card()}
	s.passTurnTo(env, s.leftOf(s.Giver))
}

func (s *State) openVote(env *games.Env, seat games.Seat, turn int) {
	i := slices.IndexFunc(s.judgeable(), func(c given) bool { return c.Turn == turn })
	c := s.judgeable()[i]
	if seat == c.Seat {
		s.penalize(env, seat) // admitted
		return
	}
	if s.Voice && turn == s.Turn {
		s.noteSpoken(env) // what is challenged has been spoken
	}
	for j := range s.Clues {
		if s.Clues[j].Turn == turn {
			s.Clues[j].Judged = true
		}
	}
	s.Vote = &ballot{Card: s.card(), Turn: turn, Word: c.Word, Giver: c.Seat, For: []games.Seat{seat}, Until: env.At + voting}
}

// takeStory takes the dream in writing and ticks the cards that it mentions.
func (s *State) takeStory(env *games.Env, text string) {
	s.Story = text
	list := storyWords(text)
	for i := range s.Cards {
		if c := &s.Cards[i]; c.counts() {
			c.Told = lexicon().mentions(list, c.Element, c.Guess)
		}
	}
	s.enterPhase(Check, env.At+checking)
}

// settle does what the last input made due: votes that are decided, phases that
// everybody is done with.
func (s *State) settle(env *games.Env) {
	most := majority(len(s.spirits()))
	if v := s.Vote; v != nil {
		all := s.voters(v.Giver)
		switch need := majority(all); {
		case len(v.For) >= need && v.Card == s.card():
			s.Vote = nil
			s.penalize(env, v.Giver)
		case len(v.For) >= need:
			s.Vote = nil
			s.penalizeGone(v.Card, v.Giver)
		case len(v.Against) > all-need:
			s.Vote = nil
		}
	}
	if s.Phase == Check {
		for i := range s.Cards {
			if c := &s.Cards[i]; len(c.Votes) >= most {
				c.Told, c.Votes = !c.Told, nil
			}
		}
	}
	if s.Phase == Dawn && s.Moved == 0 {
		for i := range s.Cards {
			c := &s.Cards[i]
			n := 0
			for _, w := range s.Wish {
				if w == i+1 {
					n++
				}
			}
			if n >= most {
				if c.Side == Yellow {
					c.Side = Blue
				} else {
					c.Side = Yellow
				}
				s.Moved = i + 1
				s.Wish = make([]int, len(s.Wish))
				s.News = News{Kind: Recounted, Seat: games.Nobody, Card: i + 1}
				break
			}
		}
	}
	for i := range s.Chairs {
		if s.mustReady(games.Seat(i)) {
			return
		}
	}
	s.endPhase(env)
}

// endPhase ends a phase for which nobody is asked any more.
func (s *State) endPhase(env *games.Env) {
	switch s.Phase {
	case Dusk:
		s.beginNight(env)
	case Check:
		s.beginDawn(env)
	case Dawn:
		s.endRound(env, true)
	}
}

// Expire does what the clock makes due. Everything it begins is timed from now,
// so a clock that comes late skips one spirit and not several.
func (rules) Expire(env *games.Env, s *State) error {
	s.dropLateVote(env)
	if s.Phase != Night {
		switch s.Phase {
		case Last:
			s.endNight(env)
		case Story:
			s.Aloud = s.Voice
			s.enterPhase(Check, env.At+checking)
		default:
			s.endPhase(env)
		}
		return nil
	}
	if env.At >= s.Until {
		s.endSand(env)
		return nil
	}
	for _, m := range marks {
		if at, ok := s.markAt(m); ok && env.At >= at {
			s.Mark = m
		}
	}
	if env.At >= s.TurnUntil {
		s.News = News{Kind: Slow, Seat: s.Giver, Card: s.card()}
		s.passTurnTo(env, s.leftOf(s.Giver))
	}
	return nil
}

// markAt is when a mark of the sand is passed, and whether it is still to come.
func (s *State) markAt(seconds int) (time.Duration, bool) {
	d := time.Duration(seconds) * time.Second
	return s.Until - d, d < s.Sand && (s.Mark == 0 || seconds < s.Mark)
}

func (rules) Leave(env *games.Env, s *State, seat games.Seat) error {
	if s.gone(seat) || s.Phase == Over {
		return games.Refuse("refuse.not-now")
	}
	s.dropLateVote(env)
	c := &s.Chairs[seat]
	c.Gone, c.Ready = true, false
	s.News = News{Kind: Departed, Seat: seat}
	s.Wish[seat] = 0
	for i := range s.Cards {
		s.Cards[i].Votes = slices.DeleteFunc(s.Cards[i].Votes, func(v games.Seat) bool { return v == seat })
	}
	if v := s.Vote; v != nil {
		is := func(v games.Seat) bool { return v == seat }
		v.For, v.Against = slices.DeleteFunc(v.For, is), slices.DeleteFunc(v.Against, is)
		if v.Giver == seat || len(v.For) == 0 {
			s.Vote = nil
		}
	}
	if s.present() < fewest {
		s.endMatch()
		return nil
	}
	if seat == s.Dreamer {
		if s.Phase == Dawn {
			s.settle(env)
			return nil
		}
		if !slices.ContainsFunc(s.Cards, played.counts) {
			s.endRound(env, false)
			return nil
		}
		if s.Element != 0 {
			s.Cards = append(s.Cards, played{Element: s.Element, Side: Bed, Seat: games.Nobody})
		}
		s.Element, s.Clues, s.Vote, s.Turn, s.Mark = 0, nil, nil, 0, 0
		s.Giver, s.TurnUntil = games.Nobody, 0
		s.beginDawn(env)
		return nil
	}
	if s.Giver == seat {
		s.passTurnTo(env, s.leftOf(seat))
	}
	s.settle(env)
	return nil
}

func (rules) Status(s State) games.Status {
	st := games.Status{Due: s.Until}
	if s.Phase == Over {
		st.Over, st.Winners = true, s.Win
		st.Scores = make([]int, len(s.Chairs))
		for i, c := range s.Chairs {
			st.Scores[i] = c.Points - c.Penalties
		}
		return st
	}
	switch s.Phase {
	case Night:
		st.Awaits = []games.Seat{s.Giver}
		st.Due = min(st.Due, s.TurnUntil)
		for _, m := range marks {
			if at, ok := s.markAt(m); ok {
				st.Due = min(st.Due, at)
			}
		}
	case Last, Story:
		st.Awaits = []games.Seat{s.Dreamer}
	default:
		st.Break = true
		for i := range s.Chairs {
			if s.mustReady(games.Seat(i)) {
				st.Awaits = append(st.Awaits, games.Seat(i))
			}
		}
	}
	return st
}
