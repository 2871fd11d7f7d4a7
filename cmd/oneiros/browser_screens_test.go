package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	callpage "oneiros/bot/call/page"
	"oneiros/bot/discord"
	keeppage "oneiros/bot/keep/page"
	lesson "oneiros/bot/lesson/page"
	"oneiros/bot/localcord/browse"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// How far below the top of its message the first control may be on a phone, in CSS
// pixels. A message area is some 580 high. A lesson and a suggestion stand over a page
// and take three lines. Pages behind a button are there to be read.
const (
	panelMost  = 400
	lobbyMost  = 400
	wholeMost  = 740 // of a panel, from its first line to its last control
	boardMost  = 520
	readMost   = 580
	threeLines = 63
)

// a shot is a message of a moment of a match, as the client is given it.
type shot struct {
	kind    string // the game, the language, who reads it, and which page it is
	most    float64
	high    int // about how high it is, in pixels
	long    int // how many letters its longest word has
	message map[string]any
}

// measure is how the client lays a message out on a phone.
type measure struct {
	Top, Height float64  // how far down the first control is, and how high the message
	Whole       float64  // from the first line of text to the last control
	Wide        []string // what is wider than the phone
	Bare        []string // pictures without a description
}

// album draws the pages of matches as the bot does. There are thousands, so of each
// kind it keeps those that need most room.
type album struct {
	t     *testing.T
	pages *page.Pages
	shots map[string][]shot // by kind
	forms map[string]any    // one of each kind, as the client is given it
	seen  map[string]bool
}

// shotsKept is how many shots of each kind are kept for their height, and as many for
// their longest word.
const shotsKept = 3

func newAlbum(t *testing.T) *album {
	by := map[string]*text.Catalogue{}
	for _, g := range all.Games {
		say, err := text.Load(words.Catalogue(), g.Info().Locale)
		if err != nil {
			t.Fatal(err)
		}
		by[g.Info().Name] = say
	}
	// The client lays pictures out by the sizes that it is told.
	pictures := screen.NewPicturesBy(1<<20, func(img image.Image) ([]byte, error) {
		return fmt.Appendf(nil, "%d %d", img.Bounds().Dx(), img.Bounds().Dy()), nil
	})
	return &album{t, page.New(&screen.Painter{Pictures: pictures}, words.Catalogue(), by, nil), map[string][]shot{}, map[string]any{}, map[string]bool{}}
}

// people are names as people have them. The first is a person and the others are
// automatic players.
var people = []string{"Александра", "Luna", "Orion", "Vesper", "Lyra", "Morpheus", "Nox", "Selene", "Echo", "Astra"}

// moment is a table at a moment of a match.
func moment(m games.Match, opts games.Options, lang text.Lang) *table.State {
	s := &table.State{
		ID: "abcdefghij", Guild: 9, Channel: 100, Game: named(m.Info().Name), Phase: table.Live, Host: 1, Options: opts, Lang: lang,
		Match: m, Status: m.Status(), Clock: m.At(), Since: time.Now(), Running: !m.Status().Over, Started: time.Now(), Commitment: strings.Repeat("0", 64), SeedHash: strings.Repeat("0", 64),
	}
	for i := range m.Seats() {
		s.Players = append(s.Players, table.Player{User: table.User{ID: discord.ID(i + 1), Name: people[i]}, Auto: i > 0})
		s.Turns = append(s.Turns, 1)
	}
	s.Turns = append(s.Turns, 1)
	if m.Status().Over {
		s.Phase = table.Over
	}
	return s
}

// offersAt are what features offer below the board of a table and below panels, lessons aside.
func offersAt(s *table.State) (list []page.Offer) {
	for _, link := range map[page.Place][]func(*table.State, page.Reader) page.Offer{page.OnLobby: {callpage.InLobby}, page.OnEnd: {keeppage.AfterMatch}}[page.PlaceOf(s)] {
		list = append(list, link(s, page.Reader{}))
	}
	return list
}

func named(name string) games.Game {
	for _, g := range all.Games {
		if g.Info().Name == name {
			return g
		}
	}
	return nil
}

// walk adds every page of a match, for every person in it, with the lessons of a person
// who knows nothing yet.
func (a *album) walk(g games.Game, seats int, lang text.Lang, seed uint64) {
	a.t.Helper()
	var set []string
	if slices.ContainsFunc(g.Info().Options, func(o games.Option) bool { return o.Key == "words" }) {
		set = []string{"words=" + string(lang)}
	}
	opts, err := chosenOptions(g.Info(), set)
	if err != nil {
		a.t.Fatal(err)
	}
	t := games.Table{Seats: seats, Options: opts}
	r, err := record.Simulate(g, t, record.MatchSeed(seed, seats), record.Options{})
	if err != nil {
		a.t.Fatal(err)
	}
	m, err := g.Deal(r.Seed, t)
	if err != nil {
		a.t.Fatal(err)
	}
	a.look(m, r.Options, lang)
	for _, step := range r.Inputs {
		if m, err = m.Do(step.Input); err != nil {
			a.t.Fatal(err)
		}
		a.look(m, r.Options, lang)
	}
}

// lobby adds the lobby of a game with so many people and automatic players, and what
// was chosen.
func (a *album) lobby(g games.Game, seats int, lang text.Lang) {
	a.t.Helper()
	now := time.Now()
	s := &table.State{
		ID: "abcdefghij", Guild: 9, Channel: 100, Game: g, Phase: table.Lobby, Host: 1, Lang: lang, Created: now, Expires: now.Add(table.LobbyTimeout),
		Strength: games.Strong, Commitment: strings.Repeat("0", 64),
	}
	var err error
	if s.Options, err = chosenOptions(g.Info(), nil); err != nil {
		a.t.Fatal(err)
	}
	for i := range seats {
		s.Players = append(s.Players, table.Player{User: table.User{ID: discord.ID(i + 1), Name: people[i]}, Auto: i > 1})
	}
	board, err := a.pages.Board(s, lang, true, offersAt(s)...)
	a.add(s, "lobby", fmt.Sprint(seats), lobbyMost, board, err)
}

// form adds the form at a path, unless one of its kind was added before.
func (a *album) form(s *table.State, seat games.Seat, lang text.Lang, path string) {
	a.t.Helper()
	kind, _, _ := strings.Cut(path, "/")
	if a.forms[kind] != nil {
		return
	}
	m, cuts, ok, err := a.pages.Form(s, seat, lang, screen.CustomID{Match: s.ID, To: path})
	if err != nil || !ok || len(cuts) > 0 {
		a.t.Fatalf("form %q: %v, %v, %v", path, ok, err, cuts)
	}
	var rows []map[string]any
	for _, r := range m.Rows {
		in := r[0].(discord.Input)
		style := discordgo.TextInputShort
		if in.Long {
			style = discordgo.TextInputParagraph
		}
		rows = append(rows, map[string]any{"type": 1, "components": []map[string]any{{
			"type": 4, "custom_id": in.CustomID, "label": in.Label, "style": style, "placeholder": in.Placeholder,
			"min_length": in.Min, "max_length": in.Max, "required": in.Required, "value": in.Value,
		}}})
	}
	a.forms[kind] = map[string]any{"interaction": "1", "custom_id": m.CustomID, "title": m.Title, "components": rows}
}

// layForms lets the client open forms, one at a time. Of each it tells how far down the
// first field is, and the button that sends it.
func layForms(p *browse.Page, lang text.Lang, forms []any) []measure {
	b, err := json.Marshal(forms)
	if err != nil {
		panic(err) // it holds only texts and numbers
	}
	return browse.AskLater[[]measure](p, `(async () => {
		const [{patch}, {modal}, {words}] = await Promise.all(['dom', 'overlay', 'words'].map(n => import('/assets/' + n + '.js')));
		const over = document.createElement('div');
		document.querySelector('.column').append(over);
		const found = `+string(b)+`.map(m => {
			patch(over);
			patch(over, modal({person: {id: '1', modal: m}, say: words('`+string(lang)+`'), app: {shown: () => [1]}}));
			const end = over.querySelector('[data-modal-submit]').getBoundingClientRect();
			return {
				Top: over.querySelector('[data-field]').getBoundingClientRect().y, Height: end.bottom,
				Wide: [...over.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > 360.5 || e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && !e.matches('.unseen')).map(e => e.outerHTML.slice(0, 160)),
			};
		});
		over.remove();
		return found;
	})()`)
}

// layOutForms checks that the forms of a game fit on a phone.
func layOutForms(t *testing.T, p *browse.Page, a *album, lang text.Lang) {
	kinds := slices.Sorted(maps.Keys(a.forms))
	var list []any
	for _, kind := range kinds {
		list = append(list, a.forms[kind])
	}
	if len(list) == 0 {
		return
	}
	for i, m := range layForms(p, lang, list) {
		t.Logf("form %-55s first field   %4.0f, end    %4.0f", kinds[i], m.Top, m.Height)
		if m.Top > wholeMost || m.Height > wholeMost || len(m.Wide) > 0 {
			t.Errorf("the form %q begins at %.0f, ends at %.0f, and is too wide in %q", kinds[i], m.Top, m.Height, m.Wide)
		}
	}
}

// look adds every page of one moment.
func (a *album) look(m games.Match, opts games.Options, lang text.Lang) {
	a.t.Helper()
	s := moment(m, opts, lang)
	board, err := a.pages.Board(s, lang, true, offersAt(s)...)
	a.add(s, "board", "", boardMost, board, err)
	for seat := range s.Players {
		// Automatic players have no panel. A person may sit in any seat.
		at := *s
		at.Players = slices.Clone(s.Players)
		at.Players[0].Auto, at.Players[seat].Auto = true, false
		paths := []string{""}
		if (m.N()+seat)%3 == 0 { // a strong player thinks for each of them
			paths = append(paths, page.SuggestPath)
		}
		known := map[string]bool{}
		for i := 0; i < len(paths); i++ {
			path := paths[i]
			if known[path] {
				continue
			}
			known[path] = true
			to, most := page.Reader{User: discord.ID(seat + 1), Lang: lang, Offers: offersAt(&at)}, float64(readMost)
			switch path {
			case "":
				taught := to
				taught.Offers = append(taught.Offers, lesson.Explain(at.ID, func(things []string) string { return things[0] }))
				panel, err := a.pages.Panel(&at, taught, path, true)
				a.add(&at, "panel", "taught", panelMost+threeLines, panel, err)
				most = panelMost
			case page.SuggestPath:
				most = panelMost + threeLines
			}
			panel, err := a.pages.Panel(&at, to, path, true)
			a.add(&at, "panel", path, most, panel, err)
			if path == page.SuggestPath {
				continue
			}
			for _, c := range m.Pages(games.Seat(seat).Viewer())(path).Controls {
				for _, l := range append([]ui.Link{c.To}, links(c.Menu)...) {
					switch l.Kind {
					case ui.KindOpen:
						paths = append(paths, l.To)
					case ui.KindAsk:
						a.form(&at, games.Seat(seat), lang, l.To)
					}
				}
			}
		}
	}
}

func links(menu []ui.Choice) (list []ui.Link) {
	for _, c := range menu {
		list = append(list, c.To)
	}
	return list
}

// add adds a message, unless an equal one was added before.
func (a *album) add(s *table.State, who, path string, most float64, shown *screen.Shown, err error) {
	a.t.Helper()
	if err != nil || len(shown.Faults) > 0 {
		a.t.Fatalf("%s at %q: %v, %v", who, path, err, shown)
	}
	if a.seen[who+path+shown.Digest] {
		return
	}
	a.seen[who+path+shown.Digest] = true
	path, _, _ = strings.Cut(path, "/")
	title := ""
	if s.Match != nil {
		title = s.Match.Pages(games.Viewer{})("").Title.Key
	}
	kind := strings.Join([]string{s.Game.Info().Name, string(s.Lang), who, title, path}, " ")
	now := shot{kind: kind, most: most, message: a.message(shown.Message, who == "panel")}
	for _, line := range strings.Split(said(now), "\n") {
		now.high += 20 * (1 + utf8.RuneCountInString(line)/36)
		for _, word := range strings.Fields(line) {
			now.long = max(now.long, utf8.RuneCountInString(word))
		}
	}
	for _, file := range now.message["attachments"].([]map[string]any) {
		now.high += 11 + 242*file["height"].(int)/file["width"].(int)
	}
	list := append(a.shots[kind], now)
	if len(list) > 2*shotsKept {
		// One goes: neither among the highest nor among those with the longest words.
		byHigh, byLong := slices.Clone(list), list
		slices.SortStableFunc(byHigh, func(x, y shot) int { return y.high - x.high })
		slices.SortStableFunc(byLong, func(x, y shot) int { return y.long - x.long })
		list = byHigh[:shotsKept]
		for _, s := range byLong {
			if len(list) < 2*shotsKept && !slices.ContainsFunc(list, func(o shot) bool { return reflect.ValueOf(o.message).Pointer() == reflect.ValueOf(s.message).Pointer() }) {
				list = append(list, s)
			}
		}
	}
	a.shots[kind] = list
}

// message is a message of the bot as Discord hands it to the client.
func (a *album) message(m *discord.Message, ephemeral bool) map[string]any {
	out := map[string]any{
		"id": "1", "channel_id": "100", "author": map[string]any{"id": "9", "bot": true, "username": "Oneiros"}, "timestamp": time.Now(),
		"content": m.Content, "embeds": m.Embeds, "flags": 0,
	}
	if ephemeral {
		out["flags"] = discordgo.MessageFlagsEphemeral
	}
	var files, rows []map[string]any
	for i, f := range m.Files {
		var width, height int
		if _, err := fmt.Sscan(string(f.Data), &width, &height); err != nil {
			a.t.Fatal(err)
		}
		files = append(files, map[string]any{
			"id": fmt.Sprint(i), "filename": f.Name, "description": f.Alt, "url": "/attachments/" + f.Name, "content_type": "image/png", "width": width, "height": height,
		})
	}
	for _, r := range m.Components {
		var row []map[string]any
		for _, c := range r {
			row = append(row, component(c))
		}
		rows = append(rows, map[string]any{"type": 1, "components": row})
	}
	out["attachments"], out["components"] = files, rows
	return out
}

func component(c discord.Component) map[string]any {
	switch c := c.(type) {
	case discord.Button:
		b := map[string]any{"type": 2, "custom_id": c.CustomID, "label": c.Label, "style": c.Style, "disabled": c.Disabled, "url": c.URL}
		if c.Emoji != "" {
			b["emoji"] = map[string]any{"name": c.Emoji}
		}
		return b
	case discord.Menu:
		var options []map[string]any
		for _, o := range c.Options {
			options = append(options, map[string]any{"label": o.Label, "value": o.Value, "description": o.Description, "default": o.Default})
		}
		return map[string]any{"type": 3, "custom_id": c.CustomID, "placeholder": c.Placeholder, "options": options, "disabled": c.Disabled}
	}
	return nil
}

// lay lets the client lay messages out, one at a time, where its own messages are.
func lay(p *browse.Page, shots []shot) []measure {
	var list []map[string]any
	for _, s := range shots {
		list = append(list, s.message)
	}
	b, err := json.Marshal(list)
	if err != nil {
		panic(err) // it holds only texts and numbers
	}
	locale := "ru"
	if strings.Contains(shots[0].kind, " en ") {
		locale = "en-US"
	}
	return browse.AskLater[[]measure](p, `(async () => {
		const [{patch}, {message}, {words}, {Person}] = await Promise.all(['dom', 'message', 'words', 'person'].map(n => import('/assets/' + n + '.js')));
		const locale = '`+locale+`';
		const person = new Person('1', {add() {}, remove() {}}, () => {});
		person.bot = {id: '9', name: 'Oneiros', online: true};
		const view = {person, locale, say: words(locale)};
		const ol = document.createElement('ol');
		ol.className = 'messages';
		document.querySelector('.inner').append(ol);
		const now = Date.now;
		const found = `+string(b)+`.map(m => {
			Date.now = () => new Date(m.timestamp).getTime(); // so that "in 3 minutes" is as long on every machine
			patch(ol);
			patch(ol, message(view, m, true));
			const li = ol.firstChild, box = li.getBoundingClientRect();
			const first = li.querySelector('.components .button, .components .select');
			return {
				Top: first ? first.getBoundingClientRect().y - box.y : 0, Height: box.height,
				Whole: Math.max(0, ...[...li.querySelectorAll('.components .button, .components .select')].map(e => e.getBoundingClientRect().bottom)) - (li.querySelector('.embed-description') || li).getBoundingClientRect().y,
				Wide: [...li.querySelectorAll('*'), li].filter(e => e.getBoundingClientRect().right > 360.5 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'visible' && e.clientWidth > 1).map(e => e.outerHTML.slice(0, 160)),
				Bare: [...li.querySelectorAll('.picture img')].filter(i => i.alt.length < 10).map(i => i.src),
			};
		});
		ol.remove();
		Date.now = now;
		return found;
	})()`)
}

// TestBrowserScreens lays out every page of a match of each game as Chromium does on a
// phone of 360 × 740. On each page the first control is on the first screen, and nothing
// is wider than the phone. Russian words are longer, so English pages are laid out only
// with TEST_WHOLE=1.
func TestBrowserScreens(t *testing.T) {
	if !thorough() {
		t.Skip("a browser lays out hundreds of pages; CI=1 lets it")
	}
	t.Parallel()
	for _, g := range all.Games {
		for _, lang := range text.Langs {
			t.Run(g.Info().Name+"/"+string(lang), func(t *testing.T) {
				if lang != text.Russian && !gametest.Whole() && !*toTheEnd {
					t.Skip("TEST_WHOLE=1 lays out English pages, too")
				}
				t.Parallel()
				screens(t, phone(t), g, lang)
			})
		}
	}
}

// screens lays out the pages of a game in a language.
func screens(t *testing.T, p *browse.Page, g games.Game, lang text.Lang) {
	a := newAlbum(t)
	for seats := 1; seats <= g.Info().Max; seats++ {
		a.lobby(g, seats, lang)
	}
	a.walk(g, g.Info().Best, lang, 1)
	if *toTheEnd {
		a.walk(g, g.Info().Max, lang, 2)
	}
	if len(a.shots) < 10 {
		t.Errorf("only %d kinds of pages were seen", len(a.shots))
	}
	file := filepath.Join("testdata", "screens", g.Info().Name+"-"+string(lang)+".txt")
	allowed := ceilings(t, file)
	var now strings.Builder
	ceiling := func(kind string, is, most float64) { // the test fails above what is allowed
		if is > most {
			fmt.Fprintf(&now, "%s\t%.0f\tof %.0f\n", kind, math.Ceil(is/20)*20, most)
		}
		if is > max(most, allowed[kind]) && !*lower {
			t.Errorf("%s: %.0f, of %.0f", kind, is, max(most, allowed[kind]))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(a.shots)) {
		var first, height, whole float64
		worst := ""
		shots := a.shots[kind]
		most := max(shots[0].most, allowed[kind])
		for i, m := range lay(p, shots) {
			if m.Top > max(first, most) {
				worst = said(shots[i])
			}
			if len(m.Wide) > 0 {
				t.Errorf("%s: wider than the phone: %q", kind, m.Wide)
			}
			if len(m.Bare) > 0 {
				t.Errorf("%s: without a description: %q", kind, m.Bare)
			}
			first, height, whole = max(first, m.Top), max(height, m.Height), max(whole, m.Whole)
		}
		ceiling(kind, first, shots[0].most)
		if strings.Contains(kind, " panel ") && shots[0].most < readMost { // a panel is seen from its first line on
			ceiling(kind+" whole", whole, wholeMost+shots[0].most-panelMost)
		}
		t.Logf("%-60s first control %4.0f, height %4.0f", kind, first, height)
		if worst != "" && !*lower {
			t.Errorf("%s reads\n%s", kind, worst)
		}
	}
	layOutForms(t, p, a, lang)
	if *lower {
		if err := os.WriteFile(file, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// lower writes how far down the first controls are now. Do that when they are higher up
// than before.
var lower = flag.Bool("lower", false, "write the files in testdata/screens")

// ceilings are the kinds of pages of a game whose first control is still below the
// goal, and how far down it may be. No page may grow beyond that.
func ceilings(t *testing.T, file string) map[string]float64 {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil && !*lower {
		t.Fatal(err)
	}
	list := map[string]float64{}
	for line := range strings.Lines(string(b)) {
		part := strings.Split(line, "\t")
		if list[part[0]], err = strconv.ParseFloat(part[1], 64); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// said is the text of a message.
func said(s shot) string {
	e := s.message["embeds"].([]*discordgo.MessageEmbed)[0]
	return e.Title + "\n" + e.Description
}
