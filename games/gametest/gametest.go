// Package gametest holds the tests that every game must pass.
//
// A game calls [Run] in its test and [Fuzz] in its fuzz target. [Property] lists
// what is tested. Tests of single rules begin with [Sit].
//
// The suite is tested too. [Check] returns an error, and its tests give it broken
// games. A broken game is the sample game with one planted fault. Each fault must
// be found with every seed.
//
// Package sample is also the game from which a new game is copied. It is small and has a
// little of everything; docs/develop.md says how.
//
// # How it looks
//
// Matches are played at the smallest and the largest number of seats, and at all
// numbers where [Whole] says so. The players have several manners: random, idle,
// greedy, contrary and automatic. Wordy ones fill in forms with hostile text, and
// some players leave.
//
// The cheap properties are checked after each input, and all of them at some
// moments. A moment is chosen because something is new: a title, a line or a verb.
// Others are chosen by the seed, as long as the work allowed for one table lasts.
// Limits of pages are checked at the fullest moments as well. Work is counted and
// not timed, so two runs with one seed find the same.
//
// # What a game must keep to beyond the contract
//
//   - Free text is quoted in the notation, as strconv.Quote writes it. Two such
//     moves have one form if only the quoted text differs. An accepted move must be
//     listed or have the form of a listed move. In a [games.Parametric] game it may
//     also be within a listed form.
//   - While a player chooses the parameters of a move, the path of the page
//     shows the choices so far. It has those words of the move's notation.
//   - The controls of a page fit four rows of five buttons or one menu each. The
//     fifth row of a message belongs to the bot. No two buttons of a page look
//     alike or lead to the same place. No two choices of a menu do either.
//   - A picture's key is 1 to 64 letters, digits, dots, hyphens and underscores.
//   - Two pictures that differ have different descriptions, in each language. The
//     words beside a picture do not count.
//   - Hidden words must not occur in people's words, content, links, keys and
//     views. The catalogue's own sentences may have them. Letter case counts in
//     links and views only.
//
// # testdata
//
// testdata/transcript.txt shows one match at the smallest number of seats, in
// English. It shows what each viewer saw change in the first moments. It shows
// each kind of page once, and the end. It stays below 600 lines, so that
// a reader checks its differences.
//
// testdata/secrets.txt lists every part of the position. A path has [] for an
// element and {} for a key. After it comes "public" or "secret" and any remark:
//
//	hands[][]  secret from all but the owner, until it is played
//	round      public
//
// The test fails if a part was reached and is not listed, or is listed and never
// reached. It fails if a Redeal changes a public part. It also fails if no Redeal
// changes a secret part, because then nothing tested that secret. Rewrite the
// files with
//
//	go test ./games/NAME -update
//
// It keeps what secrets.txt says and marks new parts with "?". Judge each of them.
//
// # Rejected
//
// The suite could compare the twins again after the same next input. That would
// show secrets that leak through the time or the audience of an event. But an
// input may rightly reveal something, as when a card is turned over. The suite
// cannot tell the two apart. A game with silent events tests them itself.
package gametest

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A Property is something that every game must have.
type Property string

// The properties.
const (
	Describes   Property = "describes"   // the Info is whole: names, options, commands and rules have words
	Deals       Property = "deals"       // every number of seats and every value of an option can be dealt
	Determinism Property = "determinism" // the same log gives the same positions, views, moves and pages
	Replay      Property = "replay"      // a snapshot goes on as the match would have
	Survival    Property = "survival"    // JSON loses nothing of a position
	Purity      Property = "purity"      // looking changes nothing, and neither does a refusal
	Legality    Property = "legality"    // what is listed is accepted, and nothing else is
	Notation    Property = "notation"    // one text for a move, one move for a text, at most 80 bytes
	Refusals    Property = "refusals"    // a refused move has words in both languages
	Progress    Property = "progress"    // a player can move or a deadline comes, until it is over
	Deadlines   Property = "deadlines"   // a deadline that is reached changes something and sets a later one; a beat with nothing to do changes nothing
	Ending      Property = "ending"      // every match ends, with players of any manner
	Over        Property = "over"        // when it is over, no player has a move or a deadline
	Statuses    Property = "status"      // seats that exist, in order; a score for each
	Twins       Property = "twins"       // what a viewer does not know changes nothing for them
	Holding     Property = "holding"     // words that wait for a moderator await no player, and are gone once they are withheld
	Notebooks   Property = "notebooks"   // a notebook adds words for its owner and changes nothing else
	Chapters    Property = "chapters"    // the number of the chapter never falls before the end, and has words
	Names       Property = "names"       // no hidden word is shown
	Exercised   Property = "exercised"   // the tests of secrets, races, drafts and held words had some to test
	Links       Property = "links"       // every control leads somewhere
	Reach       Property = "reach"       // every legal move can be made by pressing
	Forms       Property = "forms"       // a form that is filled in becomes a legal move
	Limits      Property = "limits"      // every page fits into a message, every form into a modal
	Words       Property = "words"       // no text lacks its words
	Teaching    Property = "teaching"    // lessons are short, for people with a seat only, and with Options.Unused all are met
	Unused      Property = "unused"      // no words lack their text; only with Options.Unused
	Leaving     Property = "leaving"     // nothing waits for people who left
	Pictures    Property = "pictures"    // two keys are equal if and only if their pictures look alike
	Alts        Property = "alts"        // two pictures that differ have different descriptions
	Playing     Property = "playing"     // automatic players play legal moves
	Strengths   Property = "strengths"   // a stronger automatic player wins as often; only with Options.Duels
	Racing      Property = "racing"      // while a race is on, a player can race
	Drafting    Property = "drafting"    // a draft move concerns its own seat alone
	Panics      Property = "panics"      // nothing panics
	Secrets     Property = "secrets"     // testdata/secrets.txt is true
	Transcript  Property = "transcript"  // testdata/transcript.txt is what is seen
)

// Options say how much to look. The zero Options are sensible.
type Options struct {
	Seed    uint64   // from which every seed derives
	Seats   []int    // numbers of seats; none for all
	Matches int      // at each number of seats; 0 for one of each manner of playing
	Bound   int      // inputs after which a match must be over; 0 for 20,000
	Work    int      // for a number of seats, about how many inputs and pages to try aside of the matches; 0 for 20,000
	Unused  bool     // report words that nothing ever said
	Duels   int      // matches of each strength against the next weaker one, at the smallest number of seats; 0 for none
	Rare    []string // keys of words for moments too rare to be met; the game's own tests say them
	Dir     string   // of secrets.txt and transcript.txt; neither is looked at when it is empty
	Update  bool     // rewrite them

	// Answers are what to write into the form at a path. Each has one answer for
	// each field. They are for forms that take only certain words. Ordinary words
	// are tried anyway.
	Answers func(m games.Match, v games.Viewer, path string) [][]string

	until Property // stop looking once it is known to be missing
	blind bool     // draw no picture
	some  bool     // not all of many seats look at each moment
}

// Failure is one property that a game does not have.
type Failure struct {
	Property Property
	Game     string
	Seats    int
	Seed     uint64 // of the Check
	Match    int    // which match of these seats, from 0
	N        int    // after which input
	What     string
}

// Error names all of it.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s: %s: %d seats, seed %d, match %d, input %d: %s",
		f.Game, f.Property, f.Seats, f.Seed, f.Match, f.N, f.What)
}

// Failures are those that an error of [Check] holds.
func Failures(err error) []*Failure {
	if err == nil {
		return nil
	}
	if f, ok := err.(*Failure); ok {
		return []*Failure{f}
	}
	var list []*Failure
	if j, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range j.Unwrap() {
			list = append(list, Failures(e)...)
		}
	}
	return list
}

// usualWork is [Options.Work] where a game sets none.
const usualWork = 20_000

var update = flag.Bool("update", false, "rewrite the files in testdata")

// Whole reports whether everything is to be tested, however long it takes.
// Everything is every number of seats, whole matches in a browser, and a kill
// after every input. It is true where the environment has TEST_WHOLE=1, as before a release.
// A flag would be unknown to the packages without it, so "go test ./..." could not
// be given it.
func Whole() bool { return os.Getenv("TEST_WHOLE") == "1" }

// Times is how often a test does what one example does not show. It is the most where
// everything is tested, as usual in CI, and the fewest with -short. Elsewhere it is a
// quarter of the way from the fewest to the usual, so a plain run is quick.
func Times(whole, usual, short int) int {
	switch {
	case Whole():
		return whole
	case testing.Short():
		return short
	case Thorough():
		return usual
	}
	return short + (usual-short)/4
}

// Often is like [Times] for a test that says itself how often it runs outside CI. Where
// everything is tested it runs as often as in CI, which is enough to meet all there is.
func Often(ci, usual, short int) int {
	switch {
	case Thorough():
		return ci
	case testing.Short():
		return short
	}
	return usual
}

// Thorough reports whether what takes minutes is tested, too, and both languages where one
// says nearly as much. It is true in CI, where the environment has CI, and where [Whole] is.
func Thorough() bool { return os.Getenv("CI") != "" || Whole() }

// NotShort leaves a test out of a run with -short, unless it is [Thorough]: what it says is
// rarely what breaks, and it takes most of the time.
func NotShort(t testing.TB) {
	t.Helper()
	if testing.Short() && !Thorough() {
		t.Skip("it is left out with -short, except where CI is set")
	}
}

// Run checks a game and the files in its testdata, with the smallest and the
// largest number of seats. Call it from a test in the folder of the game.
// Where [Whole] says so it plays with all of them, looks three times as much, and looks
// for words that are never said. With testing.Short it looks a tenth as much, with the
// smallest number alone.
// Options beyond the zero ones are for games that need them.
func Run(t *testing.T, g games.Game, o ...Options) {
	t.Helper()
	all := Options{Unused: true}
	if len(o) > 0 {
		all = o[0]
	}
	if all.Dir == "" {
		all.Dir = "testdata"
	}
	all.Update = *update
	if all.Work == 0 {
		all.Work = usualWork
	}
	i := g.Info()
	all.some = !Whole()
	switch {
	case testing.Short():
		all.Matches, all.Work, all.Unused = 2, all.Work/10, false
		all.Seats = []int{i.Min}
	case !Whole() && all.Seats == nil:
		all.Work /= 3
		all.Seats = slices.Compact([]int{i.Min, i.Max})
		all.Unused = all.Unused && i.Max-i.Min < 2 // some words belong to the numbers between
	}
	for _, f := range Failures(Check(g, all)) {
		t.Error(f)
	}
}

// Main runs the tests of a game, for its TestMain. Their positions and views are
// short-lived. So the heap grows ninefold before it is collected, which would cost a sixth
// of the time. Benchmarks measure that, too.
func Main(m interface{ Run() int }) {
	flag.Parse()
	if bench := flag.Lookup("test.bench"); os.Getenv("GOGC") == "" && (bench == nil || bench.Value.String() == "") {
		debug.SetGCPercent(800)
	}
	os.Exit(m.Run())
}

// Check looks for every property at once. It joins a [Failure] for each missing
// one, at most three for a property and number of seats.
func Check(g games.Game, o Options) error {
	s := &suite{game: g, info: g.Info(), o: o}
	if s.o.Bound == 0 {
		s.o.Bound = 20_000
	}
	if s.o.Work == 0 {
		s.o.Work = usualWork
	}
	if len(s.o.Seats) == 0 {
		for n := s.info.Min; n <= s.info.Max; n++ {
			s.o.Seats = append(s.o.Seats, n)
		}
	}
	root := s.table(0)
	guard(root, description{root}.check)
	if s.say == nil || root.many[o.until] > 0 {
		return root.err() // without words nothing else can be looked at
	}
	tables := make([]*table, len(s.o.Seats))
	var wait sync.WaitGroup
	room := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i, n := range s.o.Seats {
		t := s.table(n)
		t.first = i
		tables[i] = t
		wait.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			t.run()
		})
	}
	wait.Wait()
	guard(root, func() { root.sum(tables) })
	errs := []error{root.err()}
	for _, t := range tables {
		errs = append(errs, t.err())
	}
	return errors.Join(errs...)
}

// suite is what all tables of one Check share. It does not change while they
// are played.
type suite struct {
	game games.Game
	info games.Info
	say  *text.Catalogue
	o    Options
}

// table is the part of a Check at one number of seats.
type table struct {
	*suite
	seats   int
	first   int // position among the numbers of seats
	match   int // the match in play
	matches int // of this table
	n       int // its last input

	found []*Failure
	many  map[Property]int

	work       int            // done aside of the matches
	novel      map[string]int // how often a kind of moment was looked at
	pool       []string       // notations that were legal at some moment
	said       map[string]bool
	races      int // moments at which a race was on
	drafts     int // draft moves that were made
	holds      int // moves whose words waited
	shows      int // of them, those that a moderator had shown
	withholds  int // and those that were withheld
	leaver     bool
	parametric bool               // some move has parameters
	dealt      map[string]bool    // values of options that were dealt
	pages      map[string]bool    // that were once found whole
	extremes   map[string]extreme // by what was largest, and the title
	gallery    *gallery
	listener   *listener
	coverage   *coverage
}

func (s *suite) table(seats int) *table {
	t := &table{
		suite: s, seats: seats,
		many:     map[Property]int{},
		novel:    map[string]int{},
		said:     map[string]bool{},
		dealt:    map[string]bool{},
		pages:    map[string]bool{},
		extremes: map[string]extreme{},
	}
	t.gallery = &gallery{table: t, pictures: map[string]*drawn{}, keys: map[looks]string{}}
	t.listener = &listener{t, map[string]heard{}}
	t.coverage = &coverage{table: t, parts: map[string]*part{}, cells: map[cell]*seen{}}
	return t
}

// fail notes a failure of the moment in play.
func (t *table) fail(p Property, format string, args ...any) {
	t.many[p]++
	most := 3
	if p == Secrets || p == Unused || p == Describes {
		most = 100 // each of these is a line to mend
	}
	if t.many[p] > most {
		return
	}
	what := fmt.Sprintf(format, args...)
	if len(what) > 2000 {
		what = what[:2000] + " …"
	}
	t.found = append(t.found, &Failure{p, t.info.Name, t.seats, t.o.Seed, t.match, t.n, what})
}

func (t *table) err() error {
	var errs []error
	for _, f := range t.found {
		errs = append(errs, f)
	}
	return errors.Join(errs...)
}

// guard runs f and notes a panic as a failure.
func guard(t *table, f func()) {
	defer func() {
		if p := recover(); p != nil {
			t.fail(Panics, "%v\n%s", p, where())
		}
	}()
	f()
}

// where names the functions that panicked, without the runtime's own.
func where() string {
	pc := make([]uintptr, 40)
	frames := runtime.CallersFrames(pc[:runtime.Callers(3, pc)])
	var b strings.Builder
	for range 12 {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") {
			fmt.Fprintf(&b, "%s %s:%d\n", f.Function, filepath.Base(f.File), f.Line)
		}
		if !more {
			break
		}
	}
	return b.String()
}

// source makes the randomness for one purpose.
func (t *table) source(purpose string, match int) *rand.Rand {
	return rand.New(rand.NewChaCha8(t.key(purpose, match)))
}

func (t *table) key(purpose string, match int) [32]byte {
	b := []byte(purpose)
	for _, n := range []uint64{t.o.Seed, uint64(t.seats), uint64(match)} {
		b = binary.BigEndian.AppendUint64(b, n)
	}
	return sha256.Sum256(b)
}

// sum checks what only all tables together can show.
func (t *table) sum(tables []*table) {
	for _, u := range tables {
		t.races += u.races
		t.drafts += u.drafts
		t.shows += u.shows
		t.withholds += u.withholds
		for k := range u.said {
			t.said[k] = true
		}
		for k := range u.dealt {
			t.dealt[k] = true
		}
		t.coverage.add(u.coverage)
		u.coverage.stopped()
		for k, d := range u.gallery.pictures {
			t.gallery.join(k, d)
		}
	}
	if c := t.coverage; c.hider && c.changed == 0 {
		t.fail(Exercised, "none of %d redeals changed anything", c.redeals)
	}
	t.exercised()
	for _, o := range t.info.Options {
		for _, v := range values(o) {
			if !t.dealt[o.Key+"="+v] {
				t.fail(Deals, "option %s=%s was refused at every number of seats that was tried", o.Key, v)
			}
		}
	}
	if t.o.Unused {
		for _, k := range t.o.Rare {
			if !slices.Contains(t.say.Keys(), k) {
				t.fail(Unused, "%q is called rare and is not in the catalogue", k)
			}
		}
		for _, k := range t.say.Keys() {
			switch lesson := strings.HasPrefix(k, ui.LessonPrefix); {
			case t.said[k]:
			case lesson:
				t.fail(Teaching, "%q is in the catalogue, and nobody was taught it", k)
			case !slices.Contains(t.o.Rare, k):
				t.fail(Unused, "%q is in the catalogue and was never said", k)
			}
		}
	}
	for _, c := range t.info.Commands {
		if !t.said["/"+c.Name] {
			t.fail(Forms, "the command %s never made a legal move", c.Name)
		}
	}
	if t.o.Dir != "" {
		t.coverage.judge(filepath.Join(t.o.Dir, "secrets.txt"))
		t.transcript(t.o.Dir)
	}
}

// values are the values of an option that must be dealt. They are every choice,
// or both ends and the middle of a number.
func values(o games.Option) []string {
	if o.Max == 0 {
		return o.Choices
	}
	list := []string{fmt.Sprint(o.Min), fmt.Sprint(o.Max), fmt.Sprint((o.Min + o.Max) / 2)}
	return slices.Compact(list)
}

// write puts a file into testdata.
func write(path, body string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(body), 0o644)
}

// by sorts a map's keys.
func by[K cmp.Ordered, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
