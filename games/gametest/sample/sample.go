// Package sample is a small game with a little of everything, for the tests of
// what works with any game: hidden hands, secret choices at the same time, a
// deadline with a mark before it, free text, options, pages of several depths, a
// menu, a picture, people who leave and automatic players.
//
// # Lullaby
//
// Two to four people hold as many dreams of twenty as there are rounds, and one
// more. In a round everybody secretly plays one, or tosses for one; who does not
// in time plays their lowest. The highest dream wins a point, and its player
// names it or hushes, for which the table waits as long as it takes.
package sample

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/ui"
)

//go:embed locale
var locale embed.FS

// Info is what is known of Lullaby.
func Info() games.Info {
	return games.Info{
		Name: "lullaby", Version: 2, Min: 2, Max: 4, Minutes: [2]int{1, 5},
		Options: []games.Option{
			{Key: "rounds", Min: 1, Max: 3, Default: func(games.Options) string { return "2" }},
			{Key: "pace", Choices: []string{"calm", "brisk"}},
		},
		Commands: []games.Command{{Name: "name", Path: "name", Max: MaxName}},
		Rules:    []ui.Page{{Title: ui.T("name"), Lines: []ui.Text{ui.T("rules")}}},
		Locale:   locale,
	}
}

// Game is Lullaby.
func Game() games.Game { return games.Define(Info(), Rules{}, Pages{}) }

// MaxName is how many characters the name of a dream may have.
const MaxName = 40

// Dreams are what is on the cards; card N is Dreams[N-1], and beats those before.
var Dreams = []string{
	"anchor", "bridge", "candle", "dragon", "ember", "feather", "garden", "harbour", "island", "jester",
	"kettle", "ladder", "mirror", "needle", "orchard", "pebble", "quilt", "raven", "saddle", "thimble",
}

// Phase is where a match stands.
type Phase string

// The phases.
const (
	Picking Phase = "pick"
	Naming  Phase = "call"
	Over    Phase = "over"
)

// mark is how long before the end of a round people are reminded.
const mark = 10 * time.Second

// State is a position.
type State struct {
	Phase  Phase         `json:"phase"`
	Round  int           `json:"round"`
	Rounds int           `json:"rounds"`
	Pace   time.Duration `json:"length"` // of the picking; "pace" in version 1, as the option that it is not
	End    time.Duration `json:"end"`    // of the picking
	Marked bool          `json:"marked"` // the mark was passed
	Deck   []int         `json:"deck"`
	Hands  [][]int       `json:"hands"` // sorted; a card that was picked is still in its hand
	Picks  []int         `json:"picks"` // 0 for none
	Shown  []int         `json:"shown"` // what was played last, by seat; 0 for none
	Winner games.Seat    `json:"winner"`
	Names  []string      `json:"names"`
	Points []int         `json:"points"`
	Gone   []bool        `json:"gone"`
}

// Verb is the first word of a move.
type Verb string

// The verbs.
const (
	Play Verb = "play" // play N
	Toss Verb = "toss" // a card by chance
	Name Verb = "name" // name "text"
	Hush Verb = "hush"
)

// Move is a move.
type Move struct {
	Verb Verb   `json:"verb"`
	Card int    `json:"card,omitempty"`
	Text string `json:"text,omitempty"`
}

// String is the notation.
func (m Move) String() string {
	switch m.Verb {
	case Play:
		return "play " + strconv.Itoa(m.Card)
	case Name:
		return "name " + strconv.Quote(m.Text)
	}
	return string(m.Verb)
}

// View is what one viewer knows.
type View struct {
	Me     games.Seat    `json:"me"`
	Phase  Phase         `json:"phase"`
	Round  int           `json:"round"`
	Rounds int           `json:"rounds"`
	Due    time.Duration `json:"due"`
	Marked bool          `json:"marked"`
	Hand   []int         `json:"hand,omitempty"`
	Pick   int           `json:"pick,omitempty"`
	Picked []bool        `json:"picked"`
	Sizes  []int         `json:"sizes"`
	Shown  []int         `json:"shown"`
	Winner games.Seat    `json:"winner"`
	Names  []string      `json:"names,omitempty"`
	Points []int         `json:"points"`
	Gone   []bool        `json:"gone"`
	Legal  []Move        `json:"legal,omitempty"`
}

// Rules are the rules.
type Rules struct{}

// Deal deals.
func (Rules) Deal(env *games.Env, t games.Table) (State, error) {
	s := State{
		Phase: Picking, Round: 1, Rounds: t.Options.Int("rounds"), Pace: time.Minute, Winner: games.Nobody,
		Hands: make([][]int, t.Seats), Picks: make([]int, t.Seats), Shown: make([]int, t.Seats),
		Points: make([]int, t.Seats), Gone: make([]bool, t.Seats),
	}
	if t.Options["pace"] == "brisk" {
		s.Pace = 20 * time.Second
	}
	for _, c := range env.Rand.Perm(len(Dreams)) {
		s.Deck = append(s.Deck, c+1)
	}
	for i := range s.Hands {
		s.Hands[i], s.Deck = slices.Clone(s.Deck[:s.Rounds+1]), s.Deck[s.Rounds+1:]
		slices.Sort(s.Hands[i])
	}
	s.End = env.At + s.Pace
	return s, nil
}

// Upgrade reads a position of version 1, which called the length of the picking
// its pace. A position that is older than the first version is of no game.
func (Rules) Upgrade(version int, position []byte) (State, error) {
	if version != 1 {
		return State{}, games.ErrVersion
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(position, &parts); err != nil {
		return State{}, fmt.Errorf("read position: %w", err)
	}
	parts["length"] = parts["pace"]
	delete(parts, "pace")
	b, err := json.Marshal(parts)
	if err != nil {
		return State{}, fmt.Errorf("write position: %w", err)
	}
	var s State
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return State{}, fmt.Errorf("read position: %w", err)
	}
	return s, nil
}

// Moves lists the legal moves.
func (Rules) Moves(s State, seat games.Seat) iter.Seq[Move] { return slices.Values(Legal(s, seat)) }

// Legal is what a seat may do.
func Legal(s State, seat games.Seat) []Move {
	if s.Gone[seat] {
		return nil
	}
	var list []Move
	switch {
	case s.Phase == Picking && s.Picks[seat] == 0:
		for _, c := range s.Hands[seat] {
			list = append(list, Move{Verb: Play, Card: c})
		}
		list = append(list, Move{Verb: Toss})
	case s.Phase == Naming && s.Winner == seat:
		list = append(list, Move{Verb: Name, Text: "sleep"}, Move{Verb: Hush})
	}
	return list
}

// Play makes a move.
func (Rules) Play(env *games.Env, s *State, seat games.Seat, m Move) error {
	like := m
	if m.Verb == Name {
		like.Text = "sleep"
	}
	if !slices.Contains(Legal(*s, seat), like) {
		return games.Refuse("refuse.not-now")
	}
	switch m.Verb {
	case Play:
		s.Picks[seat] = m.Card
		s.turn(env.At)
	case Toss:
		h := s.Hands[seat]
		s.Picks[seat] = h[env.Rand.IntN(len(h))]
		s.turn(env.At)
	case Name:
		if n := utf8.RuneCountInString(m.Text); n > MaxName {
			return games.Refuse("refuse.long", n, MaxName)
		}
		if strings.TrimSpace(m.Text) == "" {
			return games.Refuse("refuse.empty")
		}
		s.Names = append(s.Names, m.Text)
		s.begin(env.At)
	case Hush:
		s.begin(env.At)
	}
	return nil
}

// turn ends the picking when everybody has picked.
func (s *State) turn(at time.Duration) {
	if slices.Contains(s.Picks, 0) {
		return
	}
	s.Phase, s.Marked, s.End = Naming, false, 0
	copy(s.Shown, s.Picks)
	for i, c := range s.Picks {
		s.Hands[i] = slices.DeleteFunc(s.Hands[i], func(d int) bool { return d == c })
		s.Picks[i] = 0
	}
	s.Winner = games.Seat(slices.Index(s.Shown, slices.Max(s.Shown)))
	s.Points[s.Winner]++
	if s.Gone[s.Winner] {
		s.begin(at)
	}
}

// begin begins the next round, or ends the match.
func (s *State) begin(at time.Duration) {
	if s.Round == s.Rounds || !slices.Contains(s.Gone, false) {
		s.Phase, s.End, s.Marked = Over, 0, false
		return
	}
	s.Round++
	s.Phase, s.End = Picking, at+s.Pace
	s.lowest(func(seat int) bool { return s.Gone[seat] })
}

// lowest picks for seats that do not.
func (s *State) lowest(whose func(seat int) bool) {
	for i, c := range s.Picks {
		if c == 0 && whose(i) {
			s.Picks[i] = s.Hands[i][0]
		}
	}
}

// Expire passes the mark, and then picks for who did not.
func (Rules) Expire(env *games.Env, s *State) error {
	if env.At < s.End {
		s.Marked = true
		return nil
	}
	s.lowest(func(int) bool { return true })
	s.turn(env.At)
	return nil
}

// Leave picks and hushes for who is gone.
func (Rules) Leave(env *games.Env, s *State, seat games.Seat) error {
	if s.Gone[seat] {
		return games.Refuse("refuse.not-now")
	}
	s.Gone[seat] = true
	switch {
	case !slices.Contains(s.Gone, false):
		s.Phase, s.End, s.Marked = Over, 0, false
	case s.Phase == Picking:
		s.lowest(func(i int) bool { return s.Gone[i] })
		s.turn(env.At)
	case s.Phase == Naming && s.Winner == seat:
		s.begin(env.At)
	}
	return nil
}

// View is what v knows.
func (r Rules) View(s State, v games.Viewer) View {
	w := View{
		Me: games.Nobody, Phase: s.Phase, Round: s.Round, Rounds: s.Rounds, Due: r.Status(s).Due, Marked: s.Marked,
		Shown: s.Shown, Winner: s.Winner, Names: s.Names, Points: s.Points, Gone: s.Gone,
	}
	for i := range s.Hands {
		w.Picked = append(w.Picked, s.Picks[i] != 0)
		w.Sizes = append(w.Sizes, len(s.Hands[i]))
		if seat := games.Seat(i); v.Is(seat) {
			w.Me, w.Hand, w.Pick, w.Legal = seat, s.Hands[i], s.Picks[i], Legal(s, seat)
		}
	}
	return w
}

// Status is what everybody knows.
func (Rules) Status(s State) games.Status {
	switch s.Phase {
	case Picking:
		st := games.Status{Due: s.End}
		if !s.Marked {
			st.Due -= mark
		}
		for i, c := range s.Picks {
			if c == 0 {
				st.Awaits = append(st.Awaits, games.Seat(i))
			}
		}
		return st
	case Naming:
		return games.Status{Awaits: []games.Seat{s.Winner}}
	}
	st := games.Status{Over: true, Scores: s.Points}
	for i, n := range s.Points {
		if n == slices.Max(s.Points) && n > 0 {
			st.Winners = append(st.Winners, games.Seat(i))
		}
	}
	return st
}

var errNotation = errors.New("no move of Lullaby")

// Parse reads a notation.
func (Rules) Parse(text string) (Move, error) {
	verb, rest, _ := strings.Cut(text, " ")
	m := Move{Verb: Verb(verb)}
	var err error
	switch m.Verb {
	case Play:
		m.Card, err = strconv.Atoi(rest)
	case Name:
		if m.Text, err = strconv.Unquote(rest); err == nil && !utf8.ValidString(m.Text) {
			err = errNotation // its JSON would be another text
		}
	case Toss, Hush:
	default:
		err = errNotation
	}
	if err != nil {
		return Move{}, fmt.Errorf("%w: %w", errNotation, err)
	}
	if m.String() != text {
		return Move{}, errNotation
	}
	return m, nil
}

// unknown is the cards that v does not know, and whose hands they are in.
func unknown(s *State, v games.Viewer) (cards []int, hands []int) {
	cards = slices.Clone(s.Deck)
	for i, h := range s.Hands {
		if !v.Is(games.Seat(i)) {
			cards, hands = append(cards, h...), append(hands, i)
		}
	}
	return cards, hands
}

// Redeal deals what v does not know again.
func (Rules) Redeal(s *State, v games.Viewer, r *rand.Rand) {
	cards, hands := unknown(s, v)
	r.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	for _, i := range hands {
		n := len(s.Hands[i])
		s.Hands[i], cards = slices.Sorted(slices.Values(cards[:n])), cards[n:]
		if s.Picks[i] != 0 {
			s.Picks[i] = s.Hands[i][r.IntN(n)]
		}
	}
	s.Deck = cards
}

// Hidden are the dreams that v does not know.
func (Rules) Hidden(s State, v games.Viewer) []string {
	cards, _ := unknown(&s, v)
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = Dreams[c-1]
	}
	return words
}

// Choose plays by chance.
func (Rules) Choose(env *games.Env, _ games.Strength, v View, legal []Move) Move {
	m := legal[env.Rand.IntN(len(legal))]
	if m.Verb == Name {
		m.Text = fmt.Sprintf("the %d. dream", v.Round)
	}
	return m
}
