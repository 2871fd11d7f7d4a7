package bot

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io/fs"
	"maps"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// planted begins every word that these tests let people write. No page, log or
// metric of the bot has it by itself.
const planted = "Qzvx"

// witness looks at all that leaves the bot while a match is played. That is what
// Discord is sent, by who is shown it, and the log and the metrics. What a person
// may not know is asked of the match at each moment, by words
// ([games.Match.Hidden]) and by twins. A twin is a match that differs in what a
// viewer does not know. It must be shown to that viewer with the same bytes.
type witness struct {
	w       *town
	match   string
	people  []string
	seats   map[localcord.ID]games.Seat
	from    int          // requests that were looked at
	logged  int          // bytes of the log, likewise
	before  *table.State // the table at the last look
	tokens  tokenSet
	phrases *phrases    // what the catalogues say by themselves
	owners  []string    // pieces of texts that only the owner of a seat is shown
	private []string    // pieces of what the bot says only in private
	pages   *page.Pages // draws the match as the bot does, with digests for pictures and one cache of them for every person
	all     bool        // twins are compared for every person each time
	turn    int         // whose twin is compared next, when not
	luck    *rand.Rand
	found   map[string]int // what was found, how often
	secrets int            // words that were looked for
	redealt int            // twins that differed from the match
	plants  int
}

func newWitness(w *town, people []string) *witness {
	s := w.state()
	x := &witness{
		w: w, match: s.ID, people: people, seats: map[localcord.ID]games.Seat{}, tokens: tokenSet{},
		luck: rand.New(rand.NewPCG(1, 2)), found: map[string]int{}, phrases: phrasesOf(w.t, s.Game), pages: digestsOf(w.bot.games),
	}
	var err error
	if x.private, err = privateSigns(); err != nil {
		w.t.Fatal(err)
	}
	x.owners = mustOwnersSigns(w.t, s.Game.Info().Name)
	x.tokens.add(w.srv.Token())
	x.tokens.add(w.file)
	for i, p := range s.Players {
		x.seats[localcord.ID(p.ID.String())] = games.Seat(i)
	}
	return x
}

func (x *witness) find(format string, args ...any) { x.found[fmt.Sprintf(format, args...)]++ }

// fail fails the test with what was found.
func (x *witness) fail(t *testing.T) {
	t.Helper()
	list := []string{}
	for f, n := range x.found {
		list = append(list, fmt.Sprintf("%s (%d times)", f, n))
	}
	slices.Sort(list)
	for i, f := range list {
		if i == 20 {
			t.Errorf("and %d more", len(list)-i)
			break
		}
		t.Error(f)
	}
}

// viewer is who a person on Discord is at the table.
func (x *witness) viewer(id localcord.ID) games.Viewer {
	if seat, ok := x.seats[id]; ok {
		return seat.Viewer()
	}
	return games.Viewer{}
}

// hidden are the words that a viewer must not be shown now. What was hidden only
// before or only after the last input may be shown by it.
func (x *witness) hidden(now *table.State, v games.Viewer) []string {
	var list []string
	for i, s := range []*table.State{x.before, now} {
		if s == nil || s.Match == nil {
			continue
		}
		words := s.Match.Hidden(v)
		if s.Phase == table.Live {
			seed := s.Match.Snapshot().Seed
			words = append(slices.Clone(words), hex.EncodeToString(seed[:]))
		}
		words = slices.DeleteFunc(words, x.phrases.say)
		if i > 0 && x.before != nil && x.before.Match != nil {
			words = slices.DeleteFunc(words, func(w string) bool { return !slices.Contains(list, w) })
		}
		list = words
	}
	return list
}

// phrases are what the catalogues of the bot and of a game say by themselves.
type phrases struct {
	all   string
	known map[string]bool // whether they say a word
}

func phrasesOf(t *testing.T, g games.Game) *phrases {
	t.Helper()
	p := &phrases{known: map[string]bool{}}
	for _, from := range []fs.FS{words.Files, g.Info().Locale} {
		for _, l := range text.Langs {
			b, err := fs.ReadFile(from, "locale/"+string(l)+".toml")
			if err != nil {
				t.Fatal(err)
			}
			p.all += strings.ToLower(string(b))
		}
	}
	return p
}

// say reports whether the bot's sentences say a word, independent of what is dealt.
// Twins tell whether a word is said because of what was dealt.
func (p *phrases) say(word string) bool {
	is, known := p.known[word]
	if !known {
		is = holds(p.all, strings.ToLower(word))
		p.known[word] = is
	}
	return is
}

// look looks at what left the bot since the last look.
func (x *witness) look() {
	synctest.Wait()
	now, ok := x.w.bot.tables.Find(table.OfMatch(x.match))
	if !ok {
		return
	}
	cache := map[games.Viewer][]string{}
	hidden := func(v games.Viewer) []string {
		if _, ok := cache[v]; !ok {
			cache[v] = x.hidden(now, v)
			x.secrets += len(cache[v])
		}
		return cache[v]
	}
	list, log := x.w.record.All(), x.w.log.String()
	if x.before != nil && x.before.Rev == now.Rev && len(list) == x.from && len(log) == x.logged {
		return // nothing happened
	}
	for _, q := range list[x.from:] {
		x.token(q.Path)
		parts := partsOf(q)
		to := []games.Viewer{}
		if q.Everyone {
			to = append(to, games.Viewer{})
		}
		for _, id := range q.Only {
			to = append(to, x.viewer(id))
		}
		for _, v := range to {
			for _, word := range hidden(v) {
				for _, p := range parts {
					if holds(p.text, word) {
						x.find("%s is shown %q in %s, %s", v, word, p.where, pathOf(q))
					}
				}
			}
		}
		x.signs(q, to)
		for _, p := range parts {
			if strings.Contains(p.text, planted) && (p.where == "a custom id" || p.where == "a file's name" || p.where == "a file") {
				x.find("somebody's words are in %s", p.where)
			}
			if x.tokens.in(p.text) {
				x.find("a token is in %s, %s", p.where, pathOf(q))
			}
		}
	}
	x.from = len(list)

	var anybodys []string // words that a person at the table does not know
	for v := range games.Viewers(len(x.people)) {
		anybodys = append(anybodys, hidden(v)...)
	}
	x.scan("the log", log[x.logged:], anybodys)
	x.logged = len(log)
	x.scan("the metrics", x.exposed(), anybodys)
	if now.Phase == table.Live && now.Match != nil && (x.before == nil || x.before.Rev != now.Rev) {
		x.twins(now)
	}
	x.before = now
}

// signs looks for texts of an owner's panel where people without a seat read, and for
// what the bot says only in private where every person does. It finds them with the body.
func (x *witness) signs(q localcord.Request, to []games.Viewer) {
	var list []string
	if slices.Contains(to, games.Viewer{}) {
		list = x.owners
	}
	if q.Everyone {
		list = slices.Concat(list, x.private)
	}
	for _, p := range partsOf(q) {
		for _, sign := range list {
			if strings.Contains(p.text, sign) {
				x.find("%v are shown %q in %s: %s %s", to, sign, p.where, pathOf(q), q.Body)
			}
		}
	}
}

// scan looks for what a reader of the log or the metrics may not know. That is what
// any person at the table does not know, what people wrote, and every token and
// secret.
func (x *witness) scan(where, text string, hidden []string) {
	for _, word := range hidden {
		if holds(text, word) {
			x.find("%q is in %s", word, where)
		}
	}
	if strings.Contains(text, planted) {
		x.find("somebody's words are in %s", where)
	}
	for _, name := range x.people {
		if holds(text, name) {
			x.find("somebody's name is in %s", where)
		}
	}
	if x.tokens.in(text) {
		x.find("a token or a path is in %s", where)
	}
}

// tokenSet are tokens and other words that open a door, by their first letters. A
// long test knows thousands of them.
type tokenSet map[string][]string

const tokenHead = 8 // letters

func (s tokenSet) add(token string) {
	head := token[:min(len(token), tokenHead)]
	if len(head) == tokenHead && !slices.Contains(s[head], token) {
		s[head] = append(s[head], token)
	}
}

// count is how many there are.
func (s tokenSet) count() (n int) {
	for _, list := range s {
		n += len(list)
	}
	return n
}

// in reports whether one of them is in a text.
func (s tokenSet) in(text string) bool {
	for i := 0; i+tokenHead <= len(text); i++ {
		for _, token := range s[text[i:i+tokenHead]] {
			if strings.HasPrefix(text[i:], token) {
				return true
			}
		}
	}
	return false
}

// token notes the token of an interaction, which stands in paths.
func (x *witness) token(path string) {
	part := strings.Split(strings.TrimPrefix(path, "/"), "/")
	if len(part) > 2 && (part[0] == "interactions" || part[0] == "webhooks") {
		token, _, _ := strings.Cut(part[2], "?")
		x.tokens.add(token)
	}
}

// exposed is everything that a metric says, names and labels.
func (x *witness) exposed() string {
	var b strings.Builder
	all, err := x.w.metrics.Gather()
	if err != nil {
		x.find("metrics: %v", err)
	}
	for _, f := range all {
		fmt.Fprintln(&b, f.String())
	}
	return b.String()
}

// twins compares what is drawn of a match with what is drawn of a twin. The twin
// differs in what the viewer does not know. It compares for one viewer after
// another, or for all of them each time.
func (x *witness) twins(s *table.State) {
	x.turn++
	i := 0
	for v := range games.Viewers(len(x.people)) {
		if i++; x.all || (x.turn+i)%(len(x.people)+1) == 0 {
			x.twin(s, v)
		}
	}
}

// twin compares for one viewer. The twin is drawn with separate pictures, or it
// would be shown those of the match.
func (x *witness) twin(s *table.State, v games.Viewer) {
	m, err := s.Match.Redeal(v, x.luck)
	if err != nil {
		x.find("redeal: %v", err)
		return
	}
	if m == s.Match {
		return // a game without secrets
	}
	if !bytes.Equal(m.Snapshot().Position, s.Match.Snapshot().Position) {
		x.redealt++
	}
	other := *s
	other.Match, other.Status = m, m.Status()
	twins := digestsOf(x.w.bot.games)
	list := paths(s.Match, v)
	if s.Direct() {
		list[page.BoardPath] = true
	}
	for path := range list {
		draw := func(pages *page.Pages, s *table.State) *screen.Shown {
			shown, err := func() (*screen.Shown, error) {
				if path == page.BoardPath {
					return pages.Direct(s, page.Reader{User: s.Person(), Lang: text.Russian}, path, false)
				}
				if seat, ok := v.Seat(); ok {
					return pages.Panel(s, page.Reader{User: s.Players[seat].ID, Lang: text.English}, path, false)
				}
				if path != "" { // what a person without a seat is shown
					return pages.Panel(s, page.Reader{User: 1, Lang: text.Russian}, path, false)
				}
				return pages.Board(s, text.Russian, false, x.w.bot.surfaces.offers(x.w.ctx, page.BoardOf(s), s, page.Reader{Guild: s.Guild, Lang: text.Russian})...)
			}()
			if err != nil {
				return &screen.Shown{Digest: err.Error()}
			}
			return shown
		}
		if a, b := draw(x.pages, s), draw(twins, &other); !reflect.DeepEqual(a, b) {
			x.find("%s can tell a match from its twin at %q: %s", v, path, apart(a, b))
		}
	}
}

// apart says where two messages differ, without what they say.
func apart(a, b *screen.Shown) string {
	if a.Message == nil || b.Message == nil {
		return "one of them cannot be drawn"
	}
	x, y := reflect.ValueOf(*a.Message), reflect.ValueOf(*b.Message)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			return x.Type().Field(i).Name
		}
	}
	return "what did not fit"
}

// paths are the pages to which links lead from a viewer's first one, itself first.
func paths(m games.Match, v games.Viewer) map[string]bool {
	seen := map[string]bool{}
	for queue := []string{""}; len(queue) > 0 && len(seen) < 12; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		for _, l := range linksOf(m.Pages(v)(queue[0])) {
			if l.Kind == ui.KindOpen {
				queue = append(queue, l.To)
			}
		}
	}
	return seen
}

func linksOf(p ui.Page) []ui.Link {
	var list []ui.Link
	for _, c := range p.Controls {
		if c.Off {
			continue
		}
		for _, o := range c.Menu {
			list = append(list, o.To)
		}
		if len(c.Menu) == 0 {
			list = append(list, c.To)
		}
	}
	return list
}

// part is a piece of text in what Discord is sent.
type part struct{ where, text string }

// partsOf are all texts of a request, keys too, with what they are.
func partsOf(q localcord.Request) []part {
	var list []part
	names := map[string]string{"custom_id": "a custom id", "value": "a custom id", "filename": "a file's name", "description": "a description or alt text"}
	var walk func(key string, v any)
	walk = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				list = append(list, part{"a key", k})
				walk(k, e)
			}
		case []any:
			for _, e := range v {
				walk(key, e)
			}
		case string:
			where := names[key]
			if where == "" {
				where = "its " + key
			}
			list = append(list, part{where, unescaped(v)})
		}
	}
	var body any
	if len(q.Body) > 0 && json.Unmarshal(q.Body, &body) == nil {
		walk("body", body)
	} else {
		list = append(list, part{"its body", string(q.Body)})
	}
	for _, f := range q.Files {
		list = append(list, part{"a file's name", f.Name}, part{"a file", string(f.Data)})
	}
	return list
}

// unescaped is a text without the signs that take the power of others. A word is
// the same word with them.
func unescaped(s string) string { return strings.ReplaceAll(s, `\`, "") }

// pathOf is a request without what is secret in it.
func pathOf(q localcord.Request) string {
	part := strings.Split(strings.TrimPrefix(q.Path, "/"), "/")
	return q.Method + " " + part[0]
}

// holds reports whether a text has a word, and not only inside of another.
func holds(text, word string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], word)
		if i < 0 || word == "" {
			return false
		}
		i += at
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, _ := utf8.DecodeRuneInString(text[i+len(word):])
		letter := func(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
		if !letter(before) && !letter(after) {
			return true
		}
		at = i + len(word)
	}
}

// sit opens a table of a game, seats people and starts.
func (w *town) sit(game string, options map[string]string, people ...string) {
	w.t.Helper()
	var typed []string
	for k, v := range options {
		typed = append(typed, k+":"+v)
	}
	slices.Sort(typed)
	o := map[string]any{"game": game}
	if len(typed) > 0 {
		o["options"] = strings.Join(typed, " ")
	}
	w.does(w.person(people[0]).Command(w.ctx, w.here, "dream play", o))
	for _, who := range people[1:] {
		w.own(who, w.board(), "join")
	}
	w.own(people[0], w.board(), "start")
	for _, who := range people {
		w.own(who, w.board(), "panel")
	}
}

// panelOf is a person's panel, opened if it is not there.
func (w *town) panelOf(who string) *localcord.Message {
	w.t.Helper()
	p := w.person(who)
	if w.here == p.Direct() {
		return w.alone(who)
	}
	for _, m := range slices.Backward(p.Panels(w.here)) {
		for _, b := range m.Buttons() {
			if strings.HasPrefix(b.CustomID, "m/") {
				return m
			}
		}
	}
	return w.own(who, w.board(), "panel").Message
}

// moves lets a person make a move as people do on Discord. They use the button or
// the line of a menu that makes it, or its form. Or they use an id that the client
// has from another page.
func (w *town) moves(who string, s *table.State, seat games.Seat, move string) (*localcord.Reply, error) {
	w.t.Helper()
	return w.movesOn(w.panelOf(who), who, s, seat, move)
}

// movesOn makes a move on a panel.
func (w *town) movesOn(panel *localcord.Message, who string, s *table.State, seat games.Seat, move string) (*localcord.Reply, error) {
	w.t.Helper()
	p := w.person(who)
	for _, b := range panel.Buttons() {
		if id, err := screen.ParseCustomID(b.CustomID); err == nil && !b.Disabled && id.Action == screen.ActionDo && id.To == move {
			return p.Press(w.ctx, panel.ID, b.CustomID)
		}
	}
	for _, menu := range panel.Menus() {
		for _, o := range menu.Options {
			if o.Value == string(screen.ActionDo)+"/"+move {
				return p.Choose(w.ctx, panel.ID, menu.CustomID, o.Value)
			}
		}
	}
	id := screen.CustomID{Match: s.ID, Turn: s.Turns[seat+1], Action: screen.ActionDo, To: move}
	if answers := games.Quoted(move); len(answers) > 0 {
		for path := range asks(s.Match, seat.Viewer()) {
			if n, err := s.Match.Fill(seat.Viewer(), path, answers); err != nil || n != move {
				continue
			}
			id.Action, id.To = screen.ActionAsk, path
			r, err := p.Forge(w.ctx, localcord.Forged{Channel: panel.Channel, Direct: panel.Channel == p.Direct(), Message: panel.ID, CustomID: id.String()})
			if err != nil || r.Modal == nil {
				return r, err
			}
			return p.Submit(w.ctx, r.Modal, answers...)
		}
	}
	return p.Forge(w.ctx, localcord.Forged{Channel: panel.Channel, Direct: panel.Channel == p.Direct(), Message: panel.ID, CustomID: id.String()})
}

// asks are the forms to which a viewer's pages lead.
func asks(m games.Match, v games.Viewer) map[string]bool {
	list := map[string]bool{}
	for path := range paths(m, v) {
		for _, l := range linksOf(m.Pages(v)(path)) {
			if l.Kind == ui.KindAsk {
				list[l.To] = true
			}
		}
	}
	return list
}

// plant is a move with an unmistakable word for its text, if the rules take it.
func (x *witness) plant(m games.Match, seat games.Seat, move string) string {
	if len(games.Quoted(move)) != 1 {
		return move
	}
	i := strings.IndexByte(move, '"')
	x.plants++
	other := move[:i] + strconv.Quote(planted+strconv.Itoa(x.plants))
	if _, err := m.Do(games.Input{N: m.N() + 1, At: m.At(), Kind: games.KindPlay, Seat: seat, Move: other}); err != nil {
		return move
	}
	return other
}

// automatic lets automatic players play a match to its end, by pressing. It looks
// at everything after each press and each second. It gives the number of presses.
func (x *witness) automatic(most int) (presses int) {
	w := x.w
	w.t.Helper()
	defer x.look()
	for range 20_000 {
		s, ok := w.bot.tables.Find(table.OfMatch(x.match))
		if !ok || s.Phase != table.Live || s.Match == nil || presses >= most {
			return presses
		}
		for seat := range games.Seat(len(x.people)) {
			s, _ = w.bot.tables.Find(table.OfMatch(x.match))
			if s.Phase != table.Live || s.Match == nil || !s.Paused.IsZero() {
				break
			}
			if !slices.Contains(s.Status.Awaits, seat) && x.luck.IntN(4) > 0 {
				continue
			}
			move, ok := s.Match.Choose(seat, games.Normal)
			if list := s.Match.Moves(seat); !ok && len(list) > 0 && !s.Game.Plays() {
				move, ok = list[x.luck.IntN(len(list))], true // the game has no automatic player
			}
			if !ok {
				continue
			}
			if x.luck.IntN(3) == 0 {
				move = x.plant(s.Match, seat, move)
			}
			if _, err := w.moves(x.people[seat], s, seat, move); err != nil && !errors.Is(err, context.DeadlineExceeded) {
				w.t.Fatalf("%s makes %q: %v\n%s", x.people[seat], move, err, w.log)
			}
			presses++
			x.look()
		}
		time.Sleep(time.Second)
		x.look()
	}
	w.t.Fatal("the match does not end")
	return 0
}

// least are the options of the shortest match. That is the least of every number,
// and the first or the last of every choice.
func least(g games.Game, last bool) map[string]string {
	chosen := map[string]string{}
	for _, o := range g.Info().Options {
		switch {
		case o.Texts != nil: // the game has its own
		case o.Max > 0:
			chosen[o.Key] = strconv.Itoa(o.Min)
		case last:
			chosen[o.Key] = o.Choices[len(o.Choices)-1]
		default:
			chosen[o.Key] = o.Choices[0]
		}
	}
	usual, err := g.Info().Complete(nil)
	maps.DeleteFunc(chosen, func(k, v string) bool { return err == nil && usual[k] == v })
	return chosen
}

// TestCanary plays a match of every game, and another with other options. It plays
// the whole matches of the sample. Of the other games it plays the beginnings, because
// what a game says at any moment is checked by its own tests, and with
// TEST_WHOLE=1 one of the two matches to its end: what leaves the bot at the end of a
// match is brought there in the same way whatever the options. With -short it plays
// only the beginning of the first match. Where CI is set the beginnings are longer. It searches everything that leaves the bot for
// what its reader must not know.
func TestCanary(t *testing.T) {
	gametest.NotShort(t)
	for i, g := range append([]games.Game{lullaby}, all.Games...) {
		for _, last := range []bool{false, true} {
			info := g.Info()
			t.Run(fmt.Sprintf("%s/%v", info.Name, last), func(t *testing.T) {
				if last && testing.Short() {
					t.Skip("the other half of the options")
				}
				if testing.Short() && !gametest.Thorough() && g != lullaby && i%3 != 1 {
					t.Skip("CI=1 plays every game")
				}
				virtual(t, "ru", painted(g), func(t *testing.T, w *town) {
					people := w.people(info.Min)
					if g == lullaby {
						people = w.people(3)
					}
					w.sit(info.Name, least(g, last), people...)
					x := newWitness(w, people)
					x.all = gametest.Whole()
					most := 1 << 20
					switch {
					case g == lullaby && testing.Short():
						most = 30
					case testing.Short():
						most = gametest.Often(30, 6, 6)
					case gametest.Whole() && last == (i%2 == 0) || g == lullaby:
					case last:
						most = gametest.Often(20, 6, 6)
					default:
						most = gametest.Often(36, 12, 12)
					}
					n := x.automatic(most)
					x.fail(t)
					s := w.state()
					if s.Phase != table.Over && n < most {
						t.Errorf("the match is %s, %s", s.Phase, s.Incident)
					}
					if x.secrets == 0 || x.redealt == 0 {
						t.Errorf("%d presses: %d words were hidden, %d twins differed: nothing was secret", n, x.secrets, x.redealt)
					}
					if strings.Contains(w.log.String(), `"level":"error"`) {
						t.Error(w.log)
					}
					t.Logf("%d presses, %d requests, %d looks for a hidden word, %d twins, %d planted", n, x.from, x.secrets, x.redealt, x.plants)
				})
			})
		}
	}
}

// TestCanaryDirect plays every game in direct messages, where one person reads all that
// is posted, and knows no more than their seat. It plays the whole match of the sample.
// Of the other games it plays the beginning, where CI is set a longer one, and with
// TEST_WHOLE=1 some more.
func TestCanaryDirect(t *testing.T) {
	gametest.NotShort(t)
	for _, g := range append([]games.Game{lullaby}, all.Games...) {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			if testing.Short() && g != lullaby {
				t.Skip("every other game")
			}
			virtual(t, "ru", painted(g), func(t *testing.T, w *town) {
				w.here = w.writes("Boris")
				w.solo("Boris", "")
				x := newWitness(w, []string{"Boris"})
				x.all = gametest.Whole()
				most := gametest.Often(15, 6, 6)
				switch {
				case g == lullaby:
					most = 1 << 20
				case gametest.Whole():
					most = 60
				}
				n := x.automatic(most)
				x.fail(t)
				if s := w.state(); s.Phase != table.Over && n < most {
					t.Errorf("the match is %s, %s", s.Phase, s.Incident)
				}
				if x.secrets == 0 || x.redealt == 0 {
					t.Errorf("%d presses: %d words were hidden, %d twins differed: nothing was secret", n, x.secrets, x.redealt)
				}
				for _, q := range w.record.All() {
					if q.Everyone {
						t.Errorf("everybody is shown %s %s", q.Method, pathOf(q))
					}
				}
				if strings.Contains(w.log.String(), `"level":"error"`) {
					t.Error(w.log)
				}
				t.Logf("%d presses, %d requests, %d looks for a hidden word, %d twins, %d planted", n, x.from, x.secrets, x.redealt, x.plants)
			})
		})
	}
}

// A leaky game is the sample with a hole. It says there what lies on top of the
// deck, which no person knows.
type leakyView struct {
	sample.View
	Top int `json:"top"`
}

type leakyRules struct {
	sample.Rules
	where string
}

func (r leakyRules) View(s sample.State, v games.Viewer) leakyView {
	return leakyView{View: r.Rules.View(s, v), Top: s.Deck[0]}
}

func (r leakyRules) Choose(env *games.Env, how games.Strength, v leakyView, legal []sample.Move) sample.Move {
	return r.Rules.Choose(env, how, v.View, legal)
}

func (r leakyRules) Play(env *games.Env, s *sample.State, seat games.Seat, m sample.Move) error {
	word := sample.Dreams[s.Deck[0]-1]
	switch r.where {
	case "log":
		return fmt.Errorf("there is no card below %s", word)
	case "metric":
		return games.Refuse("refuse." + word)
	case "panic":
		return errors.New(sample.Dreams[1000+s.Deck[0]])
	case "panic, aloud":
		panic("the " + word)
	case "refusal":
		return games.Refuse("refuse.option-unknown", word)
	}
	return r.Rules.Play(env, s, seat, m)
}

type leakyPages struct {
	sample.Pages
	where string
}

func (p leakyPages) Page(v leakyView, path string) ui.Page {
	page := p.Pages.Page(v.View, path)
	word := sample.Dreams[v.Top-1]
	switch {
	case p.where == "owner" && v.Me == games.Nobody:
		page.Lines = append(page.Lines, ui.T("hand", 3))
	case p.where == "board" && v.Me == games.Nobody, p.where == "panel" && v.Me == 1:
		page.Lines = append(page.Lines, ui.Literal(word))
	case p.where == "title":
		page.Title = ui.Literal(word)
	case p.where == "button":
		page.Controls = append(page.Controls, ui.Control{Label: ui.Literal("the " + word), To: ui.Open("scores")})
	case p.where == "id":
		page.Controls = append(page.Controls, ui.Control{Label: ui.T("scores"), To: ui.Open("scores/" + word)})
	case p.where == "buttons" && v.Top%2 == 0:
		page.Controls = append(page.Controls, ui.Control{Label: ui.T("scores"), To: ui.Open("more")})
	case len(page.Pictures) == 0:
	case p.where == "alt":
		page.Pictures[0].Alt = append(page.Pictures[0].Alt, ui.Literal(word))
	case p.where == "file":
		page.Pictures[0].Key += "-" + word
	case p.where == "picture":
		honest := page.Pictures[0].Draw
		page.Pictures[0].Draw = func(say func(ui.Text) string) image.Image {
			img := honest(say)
			marked := image.NewPaletted(img.Bounds(), img.ColorModel().(color.Palette))
			draw.Draw(marked, marked.Rect, img, image.Point{}, draw.Src)
			marked.Set(v.Top, 0, color.White)
			return marked
		}
	}
	return page
}

func (p leakyPages) Fill(v leakyView, path string, answers []string) (sample.Move, error) {
	return p.Pages.Fill(v.View, path, answers)
}

// TestCanaryIsHeard plants a leak in each way out, one after another, and each is
// found. Without one nothing is. A picture's key becomes a digest in the file's
// name, so there only a twin tells.
func TestCanaryIsHeard(t *testing.T) {
	gametest.NotShort(t)
	leaks := map[string]string{
		"": "", "private": "are shown", "owner": "are shown \"Ваши сны:", "board": "public is shown", "panel": "seat 1 is shown", "title": "in its title", "button": "in its label",
		"alt": "in a description or alt text", "file": "from its twin at \"\": Embeds", "id": "in a custom id",
		"buttons": "from its twin at \"\": Components", "picture": "from its twin at \"\": Files",
		"log": "is in the log", "metric": "is in the metrics", "refusal": "in a description or alt text",
		"seed": "in its content", "told": "somebody's name is in the log", "token": "a token or a path is in the log", "written": "somebody's words are in the log",
	}
	for _, where := range casesAmong(leaks, 1, 4) {
		want := leaks[where]
		t.Run(where, func(t *testing.T) {
			g := games.Define(sample.Info(), leakyRules{where: where}, leakyPages{where: where})
			virtual(t, "ru", func(c *Config) { c.Games = []games.Game{g} }, func(t *testing.T, w *town) {
				people := w.people(3)
				w.sit("lullaby", nil, people...)
				x := newWitness(w, people)
				x.all = true
				x.automatic(3)
				log := zerolog.New(w.log)
				switch where {
				case "seed":
					seed := w.state().Match.Snapshot().Seed
					if _, err := w.bot.conf.Client.Post(w.ctx, w.state().Channel, &discord.Message{Content: hex.EncodeToString(seed[:]), Public: true}); err != nil {
						t.Fatal(err)
					}
				case "told":
					log.Trace().Msg("well done, " + people[1])
				case "private":
					if _, err := w.bot.conf.Client.Post(w.ctx, w.state().Channel, &discord.Message{Content: x.private[0], Public: true}); err != nil {
						t.Fatal(err)
					}
				case "token":
					log.Trace().Msg(w.srv.Token())
				case "written":
					log.Trace().Msg(planted + "7")
				}
				x.look()
				heard := false
				for f := range x.found {
					heard = heard || strings.Contains(f, want)
				}
				if where == "" {
					x.fail(t)
				} else if !heard {
					t.Errorf("not found; found was %v", x.found)
				}
			})
		})
	}
}

// TestPanicsTellNothing lets a game break over what no person knows, by the runtime's
// words and by its own. The log says where, and not over what.
func TestPanicsTellNothing(t *testing.T) {
	for _, where := range []string{"panic", "panic, aloud"} {
		t.Run(where, func(t *testing.T) {
			g := games.Define(sample.Info(), leakyRules{where: where}, leakyPages{})
			virtual(t, "ru", func(c *Config) { c.Games = []games.Game{g} }, func(t *testing.T, w *town) {
				people := w.people(3)
				w.sit("lullaby", nil, people...)
				x := newWitness(w, people)
				x.automatic(1)
				x.fail(t)
				log := w.log.String()
				if regexp.MustCompile(`\b10[0-9][0-9]\b`).MatchString(log) {
					t.Errorf("the card is in the log:\n%s", log)
				}
				if s := w.state(); s.Incident == "" || !strings.Contains(log, s.Incident) || !strings.Contains(log, "canary_test") && !strings.Contains(log, "leakyRules") {
					t.Errorf("the log does not say what broke:\n%s", log)
				}
			})
		})
	}
}

// people are the names of the first people in town.
func (w *town) people(n int) []string {
	var list []string
	for _, p := range w.srv.Users()[:n] {
		list = append(list, p.Name())
	}
	return list
}
