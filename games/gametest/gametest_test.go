package gametest

import (
	"fmt"
	"image"
	"io/fs"
	"iter"
	"maps"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/ui"
)

type (
	state = sample.State
	move  = sample.Move
	view  = sample.View
	rules = sample.Rules
	pages = sample.Pages
)

// of is the sample game with other rules and pages.
func of(r games.Rules[state, move, view], p games.Presenter[view, move]) games.Game {
	return games.Define(sample.Info(), r, p)
}

// The faults. Each is the sample game with one method replaced.

// showsDeck puts the next card into every player's view.
type showsDeck struct{ rules }

func (r showsDeck) View(s state, v games.Viewer) view {
	w := r.rules.View(s, v)
	w.Winner = games.Seat(s.Deck[0])
	return w
}

// showsPicks shows every player who picked what.
type showsPicks struct{ rules }

func (r showsPicks) View(s state, v games.Viewer) view {
	w := r.rules.View(s, v)
	w.Shown = slices.Clone(s.Shown)
	for i, c := range s.Picks {
		if c != 0 {
			w.Shown[i] = c
		}
	}
	return w
}

// showsPlace shows the place of the picked card in the hand. The order of
// hidden cards tells how high the card is.
type showsPlace struct{ rules }

func (r showsPlace) View(s state, v games.Viewer) view {
	w := r.rules.View(s, v)
	for i, c := range s.Picks {
		if c != 0 {
			w.Sizes[i] += 10 * slices.Index(s.Hands[i], c)
		}
	}
	return w
}

// awaitsHigh awaits the players who hold high cards first.
type awaitsHigh struct{ rules }

func (r awaitsHigh) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Picking {
		st.Awaits = slices.DeleteFunc(st.Awaits, func(seat games.Seat) bool { return s.Hands[seat][0] > 8 })
	}
	return st
}

// dueSecret gives more time when a high card was picked.
type dueSecret struct{ rules }

func (r dueSecret) Status(s state) games.Status {
	st := r.rules.Status(s)
	if st.Due > 0 && slices.Max(s.Picks) > 10 {
		st.Due += time.Second
	}
	return st
}

// refusesOpenly says in a refusal that another player holds the card.
type refusesOpenly struct{ rules }

func (r refusesOpenly) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Play && !slices.Contains(s.Hands[seat], m.Card) {
		for i, h := range s.Hands {
			if slices.Contains(h, m.Card) {
				return games.Refuse("seat", ui.Name(i), m.Card)
			}
		}
	}
	return r.rules.Play(env, s, seat, m)
}

// blind is a view with a part that its JSON does not show. So the leaks of
// pages are found in pages.
type blind struct {
	sample.View
	next int // the next card of the deck
}

// blinds are the rules with that view.
type blinds struct{ rules }

func (r blinds) View(s state, v games.Viewer) blind { return blind{r.rules.View(s, v), s.Deck[0]} }
func (r blinds) Choose(env *games.Env, how games.Strength, v blind, legal []move) move {
	return r.rules.Choose(env, how, v.View, legal)
}

// leaky changes pages by what no player may know.
type leaky struct {
	change func(next int, path string, p *ui.Page)
}

func (l leaky) Page(v blind, path string) ui.Page {
	p := pages{}.Page(v.View, path)
	l.change(v.next, path, &p)
	return p
}

func (leaky) Fill(v blind, path string, answers []string) (move, error) {
	return pages{}.Fill(v.View, path, answers)
}

// page changes pages by what their viewer knows.
type page struct {
	pages
	change func(v view, path string, p *ui.Page)
}

func (f page) Page(v view, path string) ui.Page {
	p := f.pages.Page(v, path)
	f.change(v, path, &p)
	return p
}

// mapDecides lets the order of a map decide who wins.
type mapDecides struct{ rules }

func (r mapDecides) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Toss || m.Verb == sample.Play {
		all := map[int]bool{}
		for _, c := range s.Hands[seat] {
			all[c] = true
		}
		for c := range all {
			m = move{Verb: sample.Play, Card: c}
			break
		}
	}
	return r.rules.Play(env, s, seat, m)
}

// mapLists lists moves in the order of a map.
type mapLists struct{ rules }

func (r mapLists) Moves(s state, seat games.Seat) iter.Seq[move] {
	all := map[move]bool{}
	for _, m := range sample.Legal(s, seat) {
		all[m] = true
	}
	return maps.Keys(all)
}

// clocked takes the time of day.
type clocked struct{ rules }

func (r clocked) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	err := r.rules.Play(env, s, seat, m)
	if s.Phase == sample.Picking {
		s.End = env.At + s.Pace + time.Duration(time.Now().UnixNano()%1e6)
	}
	return err
}

// rolled takes the global randomness.
type rolled struct{ rules }

func (r rolled) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Toss {
		env.Rand = randv2.New(randv2.NewPCG(rand.Uint64(), 0))
	}
	return r.rules.Play(env, s, seat, m)
}

// movesOnly lists fewer moves than it accepts.
type movesOnly struct{ rules }

func (r movesOnly) Moves(s state, seat games.Seat) iter.Seq[move] {
	return func(yield func(move) bool) {
		for m := range r.rules.Moves(s, seat) {
			if m.Card != slices.Max(s.Hands[seat]) && !yield(m) {
				return
			}
		}
	}
}

// playOnly refuses a move that is listed.
type playOnly struct{ rules }

func (r playOnly) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Card != 0 && m.Card == slices.Max(s.Hands[seat]) {
		return games.Refuse("refuse.not-now")
	}
	return r.rules.Play(env, s, seat, m)
}

// anybody accepts a seat's card from any seat.
type anyone struct{ rules }

func (r anyone) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Hush && s.Phase == sample.Naming {
		seat = s.Winner
	}
	return r.rules.Play(env, s, seat, m)
}

// sleepy does nothing at a deadline.
type sleepy struct{ rules }

func (sleepy) Expire(*games.Env, *state) error { return nil }

// stuckClock marks, and leaves the deadline where it was.
type stuckClock struct{ rules }

func (r stuckClock) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Picking {
		st.Due = s.End - 10*time.Second
	}
	return st
}

// idler takes the mark for a beat at which there is nothing to do, though people see it.
type idler struct{ rules }

func (r idler) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Picking {
		if st.Due != s.End {
			st.Beat = st.Due
		}
		st.Due = s.End
	}
	return st
}

func (idler) Idle(state) bool { return true }

// shuffler has a mark that no player sees. It changes which cards come next.
type shuffler struct{ idler }

func (r shuffler) Expire(env *games.Env, s *state) error {
	if env.At < s.End {
		slices.Reverse(s.Deck)
		return nil
	}
	return r.idler.Expire(env, s)
}

// lossy writes the toss and the lowest card alike.
type parser struct {
	rules
	parse func(string) (move, error)
}

func (r parser) Parse(text string) (move, error) { return r.parse(text) }

// endless never ends: the last round begins again.
type endless struct{ rules }

func (r endless) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	err := r.rules.Play(env, s, seat, m)
	if err == nil && s.Phase == sample.Naming {
		s.Round = 0
		for i := range s.Hands {
			s.Hands[i] = slices.Sorted(slices.Values(append(s.Hands[i], s.Shown[i])))
		}
	}
	return err
}

// Expire keeps the cards too, so that hands never run out.
func (r endless) Expire(env *games.Env, s *state) error {
	err := r.rules.Expire(env, s)
	if err == nil && s.Phase == sample.Naming {
		s.Round = 0
		for i := range s.Hands {
			s.Hands[i] = slices.Sorted(slices.Values(append(s.Hands[i], s.Shown[i])))
		}
	}
	return err
}

// mute refuses with a key that has no words.
type mute struct{ rules }

func (r mute) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	err := r.rules.Play(env, s, seat, m)
	if _, ok := games.Refused(err); ok {
		return games.Refuse("refuse.because")
	}
	return err
}

// faulty answers a player's mistake with a fault.
type faulty struct{ rules }

func (r faulty) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if err := r.rules.Play(env, s, seat, m); err != nil {
		return fmt.Errorf("no")
	}
	return nil
}

// waits awaits a player who can do nothing.
type waits struct{ rules }

func (r waits) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Naming {
		st.Awaits = []games.Seat{(s.Winner + 1) % games.Seat(len(s.Hands))}
	}
	return st
}

// outMoves says that a seat is out that goes on playing.
type outMoves struct{ rules }

func (r outMoves) Status(s state) games.Status {
	st := r.rules.Status(s)
	if !st.Over {
		st.Out = []games.Seat{0}
	}
	return st
}

// outReturns says that a seat is out while the rules ask it for nothing.
type outReturns struct{ rules }

func (r outReturns) Status(s state) games.Status {
	st := r.rules.Status(s)
	if s.Phase == sample.Naming && s.Yawned != games.Nobody && s.Winner != 0 {
		st.Out = []games.Seat{0}
	}
	return st
}

// restless lets people move when it is over.
type restless struct{ rules }

func (r restless) Moves(s state, seat games.Seat) iter.Seq[move] {
	if s.Phase == sample.Over {
		return slices.Values([]move{{Verb: sample.Hush}})
	}
	return r.rules.Moves(s, seat)
}

// selfish redeals the viewer's own hand.
type selfish struct{ rules }

func (selfish) Redeal(s *state, v games.Viewer, r *randv2.Rand) {
	rules{}.Redeal(s, games.Viewer{}, r)
}

// idleRedeal redeals nothing.
type idleRedeal struct{ rules }

func (idleRedeal) Redeal(*state, games.Viewer, *randv2.Rand) {}

// cheat chooses what is not legal.
type cheat struct{ rules }

func (cheat) Choose(*games.Env, games.Strength, view, []move) move {
	return move{Verb: sample.Play, Card: 99}
}

// stalls waits for people who have left.
type stalls struct{ rules }

func (stalls) Leave(env *games.Env, s *state, seat games.Seat) error {
	s.Gone[seat] = true
	return nil
}

// changesView changes the position when it is looked at.
type changesView struct{ rules }

func (r changesView) View(s state, v games.Viewer) view {
	s.Points[0]++
	return r.rules.View(s, v)
}

// panicky panics at a strange number.
type panicky struct{ rules }

func (r panicky) Play(env *games.Env, s *state, seat games.Seat, m move) error {
	if m.Verb == sample.Play && m.Card < 0 {
		s.Points[m.Card] = 0
	}
	return r.rules.Play(env, s, seat, m)
}

// lostState is a position with a part that JSON does not keep.
type lostState struct {
	sample.State
	tossed int
}

// loses keeps the number of tosses where no restart finds it.
type loses struct{}

func (loses) Deal(env *games.Env, t games.Table) (lostState, error) {
	s, err := rules{}.Deal(env, t)
	return lostState{State: s}, err
}
func (loses) Moves(s lostState, seat games.Seat) iter.Seq[move] { return rules{}.Moves(s.State, seat) }
func (loses) Play(env *games.Env, s *lostState, seat games.Seat, m move) error {
	s.tossed++
	return rules{}.Play(env, &s.State, seat, m)
}
func (loses) View(s lostState, v games.Viewer) view     { return rules{}.View(s.State, v) }
func (loses) Status(s lostState) games.Status           { return rules{}.Status(s.State) }
func (loses) Parse(text string) (move, error)           { return rules{}.Parse(text) }
func (loses) Expire(env *games.Env, s *lostState) error { return rules{}.Expire(env, &s.State) }

// locale is the catalogue of the sample game with lines replaced.
func locale(t *testing.T, file, old, new string) fs.FS {
	t.Helper()
	files := fstest.MapFS{}
	for _, name := range []string{"locale/en.toml", "locale/ru.toml"} {
		b, err := fs.ReadFile(sample.Info().Locale, name)
		if err != nil {
			t.Fatal(err)
		}
		s := string(b)
		if file == "" || strings.HasSuffix(name, file) {
			if !strings.Contains(s, old) {
				t.Fatalf("%s has no %q", name, old)
			}
			s = strings.Replace(s, old, new, 1)
		}
		files[name] = &fstest.MapFile{Data: []byte(s)}
	}
	return files
}

// with is the sample game with another Info.
func with(change func(*games.Info)) games.Game {
	i := sample.Info()
	change(&i)
	return games.Define(i, rules{}, pages{})
}

// A fault is a broken game, and the property by which it must be found.
type fault struct {
	by   Property
	game games.Game
}

// faults are all of them.
func faults(t *testing.T) map[string]fault {
	all := map[string]fault{}
	for _, some := range []map[string]fault{ruleFaults(), wordFaults(t), secretFaults(), pageFaults(), rareFaults(t)} {
		maps.Copy(all, some)
	}
	return all
}

func ruleFaults() map[string]fault {
	return map[string]fault{
		"a view shows the deck":                 {Twins, of(showsDeck{}, pages{})},
		"a view shows what was picked":          {Twins, of(showsPicks{}, pages{})},
		"the order of hidden cards shows":       {Twins, of(showsPlace{}, pages{})},
		"the status awaits by secrets":          {Twins, of(awaitsHigh{}, pages{})},
		"the deadline depends on secrets":       {Twins, of(dueSecret{}, pages{})},
		"a refusal tells who holds a card":      {Twins, of(refusesOpenly{}, pages{})},
		"redeal changes the viewer's own":       {Twins, of(selfish{}, pages{})},
		"redeal changes nothing":                {Exercised, of(idleRedeal{}, pages{})},
		"a map decides":                         {Determinism, of(mapDecides{}, pages{})},
		"a map lists":                           {Determinism, of(mapLists{}, pages{})},
		"the time of day decides":               {Determinism, of(clocked{}, pages{})},
		"global randomness decides":             {Determinism, of(rolled{}, pages{})},
		"looking changes the position":          {Determinism, of(changesView{}, pages{})},
		"a field is lost by JSON":               {Survival, games.Define(sample.Info(), loses{}, pages{})},
		"a rule in Moves only":                  {Legality, of(movesOnly{}, pages{})},
		"a rule in Play only":                   {Legality, of(playOnly{}, pages{})},
		"a move of another seat":                {Legality, of(anyone{}, pages{})},
		"a deadline does nothing":               {Deadlines, of(sleepy{}, pages{})},
		"a deadline stays":                      {Deadlines, of(stuckClock{}, pages{})},
		"a beat with nothing to do is seen":     {Deadlines, of(idler{}, pages{})},
		"a beat with nothing to do matters":     {Deadlines, of(shuffler{}, pages{})},
		"a match never ends":                    {Ending, of(endless{}, pages{})},
		"a refusal without words":               {Refusals, of(mute{}, pages{})},
		"a fault instead of a refusal":          {Refusals, of(faulty{}, pages{})},
		"the status awaits who can do nothing":  {Progress, of(waits{}, pages{})},
		"who is out may move":                   {Statuses, of(outMoves{}, pages{})},
		"who is out comes back":                 {Statuses, of(outReturns{}, pages{})},
		"moves after the end":                   {Over, of(restless{}, pages{})},
		"an automatic player cheats":            {Playing, of(cheat{}, pages{})},
		"people who left are waited for":        {Leaving, of(stalls{}, pages{})},
		"a hostile number panics":               {Panics, of(panicky{}, pages{})},
		"two spellings of a move":               {Notation, of(parser{parse: loose}, pages{})},
		"a move is read as another":             {Notation, of(parser{parse: lossy}, pages{})},
		"text of a move is cut when it is read": {Notation, of(parser{parse: cutting}, pages{})},
	}
}

var sharedImage = image.NewGray(image.Rect(0, 0, 8, 8))

func wordFaults(t *testing.T) map[string]fault {
	return map[string]fault{
		"a text is missing in one language": {Words, with(func(i *games.Info) { i.Locale = locale(t, "ru.toml", "\"hush\" = \"Промолчать\"\n", "") })},
		"a text is missing in both":         {Words, with(func(i *games.Info) { i.Locale = locale(t, "", "\"hush\" = ", "\"hash\" = ") })},
		"words behind a time": {Words, with(func(i *games.Info) {
			i.Locale = locale(t, "en.toml", "Hurry, it closes {0}.", "It closes {0}, so hurry.")
		})},
		"a placeholder has no argument": {Words, with(func(i *games.Info) {
			i.Locale = locale(t, "", "\"hand\" = \"", "\"hand\" = \"{1} ")
		})},
		"words that nothing says": {Unused, with(func(i *games.Info) { i.Locale = locale(t, "", "\"back\" = ", "\"front\" = \"Front\"\n\"back\" = ") })},
		"an option without words": {Describes, with(func(i *games.Info) {
			i.Options = append(i.Options, games.Option{Key: "moon", Choices: []string{"a", "b"}})
		})},
		"an option said in a sentence too long for a menu": {Describes, with(func(i *games.Info) {
			i.Locale = locale(t, "en.toml", "How many dreams everybody plays.", "How many dreams everybody plays"+strings.Repeat(", and plays", 8)+".")
		})},
		"an option too long for a line": {Describes, with(func(i *games.Info) {
			i.Locale = locale(t, "en.toml", "\"Calm: a minute\"", "\"Calm: a minute, or as long as all like\"")
		})},
		"a best number of seats that is not allowed": {Describes, with(func(i *games.Info) { i.Best = i.Max + 1 })},
		"no best number of seats":                    {Describes, with(func(i *games.Info) { i.Best = 0 })},
		"a match with the defaults may be endless":   {Describes, with(func(i *games.Info) { i.Endless = func(games.Options) bool { return true } })},
		"a cover with words": {Pictures, with(func(i *games.Info) {
			i.Cover = ui.Draw(func(say func(ui.Text) string) image.Image {
				say(ui.T("name"))
				return image.NewGray(image.Rect(0, 0, 8, 8))
			}, []ui.Text{ui.T("about")}, "cover")
		})},
		"a cover without alt text": {Pictures, with(func(i *games.Info) {
			i.Cover = ui.Draw(func(func(ui.Text) string) image.Image { return image.NewGray(image.Rect(0, 0, 8, 8)) }, nil, "cover")
		})},
		"a cover of too many bytes": {Pictures, with(func(i *games.Info) {
			i.Cover = ui.Draw(func(func(ui.Text) string) image.Image {
				noise := image.NewRGBA(image.Rect(0, 0, 200, 200))
				for n := range noise.Pix {
					noise.Pix[n] = uint8(n*n>>7 ^ n*31>>3)
				}
				return noise
			}, []ui.Text{ui.T("about")}, "cover")
		})},
		"an image that is returned twice": {Pictures, changes(func(_ view, _ string, p *ui.Page) {
			p.Pictures = []*ui.Picture{ui.Draw(func(func(ui.Text) string) image.Image { return sharedImage }, []ui.Text{ui.T("about")}, "shared")}
		})},
		"a lesson without words":     {Teaching, changes(teaches("moon"))},
		"a lesson that is never met": {Teaching, changes(func(_ view, _ string, p *ui.Page) { p.Teach = nil })},
		"a lesson of two lines": {Teaching, with(func(i *games.Info) {
			i.Locale = locale(t, "ru.toml", "Самый высокий выигрывает раунд", "\\nСамый высокий выигрывает раунд")
		})},
		"a lesson of too many words": {Teaching, with(func(i *games.Info) {
			i.Locale = locale(t, "en.toml", "Choose one dream", "Choose one dream"+strings.Repeat(", one", 20))
		})},
		"a lesson twice":                 {Teaching, changes(teaches("play"))},
		"a board that teaches":           {Teaching, changes(func(_ view, _ string, p *ui.Page) { p.Teach = []string{"play"} })},
		"a command that no form answers": {Forms, with(func(i *games.Info) { i.Commands[0].Path = "dream" })},
	}
}

// changes is the sample game with other pages.
func changes(change func(v view, path string, p *ui.Page)) games.Game {
	return of(rules{}, page{change: change})
}

// teaches is a page that teaches one thing more.
func teaches(thing string) func(view, string, *ui.Page) {
	return func(_ view, _ string, p *ui.Page) {
		if len(p.Teach) > 0 {
			p.Teach = append(p.Teach, thing)
		}
	}
}

// shows is the sample game whose pages know the next card of the deck.
func shows(change func(next int, path string, p *ui.Page)) games.Game {
	return games.Define(sample.Info(), blinds{}, leaky{change})
}

func secretFaults() map[string]fault {
	secret := func(next int) ui.Text { return ui.Literal(sample.Dreams[next-1]) }
	return map[string]fault{
		"a picture's key tells a secret":         {Twins, shows(func(next int, _ string, p *ui.Page) { addKey(p, next) })},
		"a picture's description tells a secret": {Twins, shows(func(next int, _ string, p *ui.Page) { addAlt(p, secret(next)) })},
		"the number of buttons tells a secret": {Twins, shows(func(next int, _ string, p *ui.Page) {
			if next > 8 {
				p.Controls = append(p.Controls, ui.Control{Label: ui.T("wait"), Off: true})
			}
		})},
		"a lesson tells a secret": {Twins, shows(func(next int, _ string, p *ui.Page) {
			if len(p.Teach) > 0 && next > 8 {
				p.Teach = p.Teach[1:]
			}
		})},
		"a lesson shows a hidden word": {Names, shows(func(next int, _ string, p *ui.Page) {
			p.Teach = append(p.Teach, sample.Dreams[next-1])
		})},
		"a page shows a hidden word": {Names, shows(func(next int, path string, p *ui.Page) {
			p.Lines = append(p.Lines, secret(next))
		})},
		"a link shows a hidden word": {Names, shows(func(next int, _ string, p *ui.Page) {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("back"), To: ui.Open("see/" + sample.Dreams[next-1])})
		})},
	}
}

func pageFaults() map[string]fault {
	return map[string]fault{
		"a line of the file names the panel": {Words, changes(func(_ view, _ string, p *ui.Page) {
			p.Lines = append(p.Lines, ui.Literal("Your cards: “My panel”. «Моя панель»."))
		})},
		"a picture described with markdown": {Words, changes(func(_ view, _ string, p *ui.Page) {
			addAlt(p, ui.Literal("You are the **dreamer**."))
		})},
		"a button is missing": {Reach, changes(func(_ view, _ string, p *ui.Page) {
			p.Controls = slices.DeleteFunc(p.Controls, func(c ui.Control) bool { return c.To.To == "toss" })
		})},
		"a form cannot be found": {Reach, changes(func(_ view, _ string, p *ui.Page) {
			p.Controls = slices.DeleteFunc(p.Controls, func(c ui.Control) bool { return c.To.Kind == ui.KindAsk })
		})},
		"a link leads nowhere": {Links, changes(func(_ view, _ string, p *ui.Page) {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("hush"), To: ui.Open("nowhere")})
		})},
		"a button plays what is not legal": {Links, changes(func(v view, _ string, p *ui.Page) {
			p.Controls = append(p.Controls, ui.Control{Label: ui.T("hush"), To: ui.Do(move{Verb: sample.Play, Card: 99})})
		})},
		"a form that takes nothing": {Forms, of(rules{}, deaf{})},
		"a page is too long": {Limits, changes(func(_ view, path string, p *ui.Page) {
			if path == "scores" {
				p.Lines = append(p.Lines, ui.Literal(strings.Repeat("a dream ", 600)))
			}
		})},
		"too many buttons": {Limits, changes(func(_ view, path string, p *ui.Page) {
			for i := range 26 {
				p.Controls = append(p.Controls, ui.Control{Label: ui.Literal("x"), Off: i >= 0})
			}
		})},
		"two buttons alike": {Limits, changes(func(_ view, _ string, p *ui.Page) {
			p.Controls = append(p.Controls, p.Controls[len(p.Controls)-1])
		})},
		"a label is too long": {Limits, changes(func(_ view, _ string, p *ui.Page) {
			p.Controls[0].Label = ui.Literal(strings.Repeat("Zz", 41))
		})},
		"a key with two looks": {Pictures, changes(func(v view, _ string, p *ui.Page) {
			for _, picture := range p.Pictures {
				picture.Key = "table"
			}
		})},
		"what a key names is not drawn": {Pictures, changes(func(v view, _ string, p *ui.Page) {
			for _, picture := range p.Pictures {
				picture.Draw = dot
			}
		})},
		"a picture described by its kind": {Alts, changes(func(_ view, _ string, p *ui.Page) {
			for _, picture := range p.Pictures {
				picture.Alt = []ui.Text{ui.T("scores")}
			}
		})},
		"a picture of points without those of the last": {Alts, changes(func(v view, path string, p *ui.Page) {
			if path == "scores" {
				last := ui.Name(len(v.Points) - 1)
				p.Pictures[0].Alt = []ui.Text{ui.T("alt.closer", ui.T("score", last-1, ui.T("points", v.Points[last-1])))}
			}
		})},
		"too many pictures": {Limits, changes(func(v view, _ string, p *ui.Page) {
			for i := range ui.MostPictures {
				p.Pictures = append(p.Pictures, &ui.Picture{Key: fmt.Sprint("more-", i), Alt: []ui.Text{ui.Literal("more")}, Draw: dot})
			}
		})},
		"one picture twice": {Limits, changes(func(v view, _ string, p *ui.Page) {
			p.Show(p.Pictures...)
		})},
		"a picture too wide": {Pictures, changes(func(v view, _ string, p *ui.Page) {
			for _, picture := range p.Pictures {
				picture.Draw = func(func(ui.Text) string) image.Image { return image.NewGray(image.Rect(0, 0, 1601, 10)) }
			}
		})},
	}
}

// dot draws a picture of one pixel.
func dot(func(ui.Text) string) image.Image { return image.NewGray(image.Rect(0, 0, 1, 1)) }

// loose reads moves with any spaces and any zeros.
func loose(text string) (move, error) {
	f := strings.Fields(text)
	if len(f) == 2 && f[0] == "play" {
		f[1] = strings.TrimLeft(f[1], "0")
	}
	return rules{}.Parse(strings.Join(f, " "))
}

// lossy reads a toss as a card.
func lossy(text string) (move, error) {
	m, err := rules{}.Parse(text)
	if m.Verb == sample.Play {
		m.Text = "loud" // which String does not print
	}
	return m, err
}

// cutting reads at most four bytes of a text.
func cutting(text string) (move, error) {
	m, err := rules{}.Parse(text)
	m.Text = m.Text[:min(len(m.Text), 4)]
	return m, err
}

// deaf takes no answer.
type deaf struct{ pages }

func (deaf) Fill(view, string, []string) (move, error) {
	return move{}, games.Refuse("refuse.empty")
}

func addKey(p *ui.Page, n int) {
	for _, picture := range p.Pictures {
		picture.Key += fmt.Sprint("-", n)
	}
}

func addAlt(p *ui.Page, x ui.Text) {
	for _, picture := range p.Pictures {
		picture.Alt = append(picture.Alt, x)
	}
}

// seeds is with how many seeds each fault is looked for.
func seeds() uint64 { return uint64(Times(10, 2, 1)) }

// mostMatches is how many matches a fault has to show itself: some need a rare one.
const mostMatches = 50

// TestFaults plants each fault and looks for it with several seeds. It uses one
// number of seats and little work, and both make the search harder. Pictures are
// drawn only for their own faults.
func TestFaults(t *testing.T) {
	most := seeds()
	for name, f := range faults(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range most {
				err := Check(f.game, Options{Seed: seed, Seats: []int{2}, Matches: mostMatches, Work: 1000, Bound: 400, Unused: f.by == Unused || f.by == Teaching, until: f.by, blind: f.by != Pictures, Duels: duels(f.by)})
				if !slices.ContainsFunc(Failures(err), func(x *Failure) bool { return x.Property == f.by }) {
					t.Errorf("seed %d: not found by %s, but: %v", seed, f.by, err)
				}
			}
		})
	}
}

// duels are matches between strengths, for the fault that needs them.
func duels(by Property) int {
	if by == Strengths {
		return 300
	}
	return 0
}

// TestSample checks that the sample game itself has every property with each of
// those seeds. Otherwise the faults would prove nothing.
func TestSample(t *testing.T) {
	most := seeds()
	for seed := range most {
		if err := Check(sample.Game, Options{Seed: seed, Seats: []int{2}, Work: 1000, Unused: true}); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}
