package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/localcord/browse"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/store"
)

// A sitting is a match of several people, at which moments are taken.
type sitting struct {
	people  int
	lang    text.Lang
	moments int  // before the end
	end     bool // its end is a moment, too
}

// sittings are how moments are taken of each game.
var sittings = []struct {
	name, game string
	options    string
	hurry      int           // how many times as fast waits pass that are no person's own time
	pause      time.Duration // between moves, where a night would otherwise hold too many
	need       int           // moves of others since the own last move
	people     [4]int        // of the matches in turn
}{
	{"fortress", "dream-fortress", "talk:0 turn:900", 40, 0, 3, [4]int{5, 6, 6, 5}},
	{"dream", "when-i-dream", "night:90 clue:60 story:600", 10, 1500 * time.Millisecond, 2, [4]int{5, 5, 5, 5}},
	{"somnicum", "somnicum", "clock:600", 20, 0, 2, [4]int{2, 3, 3, 2}},
	{"runners", "dream-runners", "sand:300 start:600", 12, 0, 1, [4]int{3, 2, 4, 3}},
	{"somnia", "somnia", "clock:300", 20, 0, 1, [4]int{3, 2, 2, 3}},
}

// TestMoments makes pictures of what a player sees on a phone at random moments of
// matches of several people. Beside them it writes what is true then, so that readers can
// be asked what happened since the last move. Run it with
//
//	MOMENTS=DIR go test ./cmd/oneiros -run 'TestMoments/fortress' -count=1
//
// MOMENTS_NUMBER is how many moments there are of each game, and MOMENTS_SEED chooses
// other ones. Half of the matches are in Russian.
func TestMoments(t *testing.T) {
	dir := os.Getenv("MOMENTS")
	if dir == "" {
		t.Skip("MOMENTS names the folder for the moments")
	}
	number, chosen := 10, uint64(time.Now().UnixNano())
	for variable, set := range map[string]func(string) error{
		"MOMENTS_NUMBER": func(s string) (err error) { number, err = strconv.Atoi(s); return err },
		"MOMENTS_SEED":   func(s string) (err error) { chosen, err = strconv.ParseUint(s, 10, 64); return err },
	} {
		if s := os.Getenv(variable); s != "" {
			if err := set(s); err != nil {
				t.Fatalf("%s=%q: %v", variable, s, err)
			}
		}
	}
	t.Logf("MOMENTS_SEED=%d", chosen)
	for _, of := range sittings {
		t.Run(of.name, func(t *testing.T) {
			next := 0
			for i, s := range share(number) {
				s.people = of.people[i%len(of.people)]
				first := next + 1
				next += s.moments
				if s.end {
					next++
				}
				last := next
				t.Run(fmt.Sprint("match ", i+1), func(t *testing.T) {
					t.Parallel()
					game, _ := all.Find(of.game)
					r := rand.New(rand.NewPCG(chosen, uint64(len(of.name)*100+i)))
					w := &watch{t: t, game: game, options: of.options, hurry: of.hurry, rest: of.pause, need: of.need, sitting: s, rand: r, dir: dir, name: of.name, number: first, last: last}
					for w.number <= w.last { // a match may be over before all of its moments have come
						w.match()
					}
				})
			}
		})
	}
}

// share shares moments out to four matches. Two of them are played to their end.
func share(number int) (list []sitting) {
	for i := range 4 {
		s := sitting{lang: text.Langs[i%2], moments: number / 4, end: i < 2}
		if i < number%4 {
			s.moments++
		}
		if s.end && s.moments > 0 {
			s.moments--
		}
		list = append(list, s)
	}
	return list
}

// breath is how fast a player presses at most. The bot does not answer one who presses
// much faster.
const breath = 600 * time.Millisecond

// A watch plays matches and takes moments.
type watch struct {
	t    *testing.T
	game games.Game
	sitting
	options      string
	hurry        int
	rest         time.Duration
	need         int
	rand         *rand.Rand
	dir, name    string
	number, last int // of the next moment, and of the last one
	g            *guild
}

// position is a match as the database has it.
func (w *watch) position() (store.Match, games.Match, []games.Input) {
	w.t.Helper()
	m, log, _ := w.g.saved()
	now, err := w.game.Load(games.Snapshot{Game: m.Game, Version: m.Position.Version, Seed: m.Seed, Seats: m.Seats, Options: m.Options,
		N: m.Position.N, At: m.Position.At, Position: m.Position.Data})
	if err != nil {
		w.t.Fatal(err)
	}
	return m, now, log
}

// expected is about how many moves people make in a match.
func (w *watch) expected() int {
	opts, err := chosenOptions(w.game.Info(), strings.Fields(strings.ReplaceAll(w.options, ":", "=")))
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := record.Simulate(w.game, games.Table{Seats: w.people, Options: opts}, record.MatchSeed(w.rand.Uint64(), 0), record.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	n := 0
	for _, in := range r.Inputs {
		if in.Kind == games.KindPlay {
			n++
		}
	}
	if w.rest >= time.Second { // who rests plays fewer moves in a night
		n = n * 2 / 3
	}
	return n
}

// match plays one match and takes its moments.
func (w *watch) match() {
	t := w.t
	t.Run("play", func(t *testing.T) {
		w.t = t
		w.g = newGuild(t, w.people)
		g := w.g
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 2*time.Hour)
		t.Cleanup(cancel)
		g.ctx, g.hurry, g.lenient = ctx, w.hurry, true
		g.env = []string{plainVariable + "="} // with its pictures
		t.Cleanup(g.kill)                     // before its context ends
		for _, p := range g.people {
			if err := p.SetLocale(map[text.Lang]string{text.Russian: "ru", text.English: "en-US"}[w.lang]); err != nil {
				t.Fatal(err)
			}
		}
		g.start()
		options := w.options
		if w.game.Info().Name == "when-i-dream" {
			options += " words:" + string(w.lang)
		}
		w.sit(options)
		w.play()
	})
	w.t = t
	if t.Failed() {
		t.FailNow()
	}
}

// sit seats every person and starts the match.
func (w *watch) sit(options string) {
	g := w.g
	if _, err := g.people[0].Command(g.ctx, g.channel, "dream play", map[string]any{"game": w.game.Info().Name, "options": options}); err != nil {
		w.t.Fatal(err)
	}
	for _, p := range g.people {
		g.offered(p, "join/")
	}
	g.begin()
}

// play plays until all moments were taken, or the match is over.
func (w *watch) play() {
	var at []int
	most := w.expected()
	for i := range w.moments {
		at = append(at, int(float64(most)*(0.08+0.8*(float64(i)+w.rand.Float64())/float64(w.moments))))
	}
	moves := 0
	for {
		m, now, log := w.position()
		if now.Status().Over {
			if w.end {
				w.take(m, games.Seat(w.rand.IntN(m.Seats)))
				w.end = false
			}
			return
		}
		if w.moments > 0 && moves >= at[len(at)-w.moments] {
			// One in eight waits for others.
			if seat, ok := w.seat(now, log, w.number%8 != 3, moves > at[len(at)-w.moments]+60); ok && w.take(m, seat) {
				w.moments--
				if w.moments == 0 && !w.end {
					return
				}
				continue
			}
		}
		seat, move, ok := w.choose(now)
		if !ok {
			if !pause(w.g.ctx, 50*time.Millisecond) {
				w.t.Fatal("the match does not go on")
			}
			continue
		}
		w.do(m, now, seat, move)
		moves++
		pause(w.g.ctx, max(w.rest, breath))
	}
}

// choose is the next move of a person.
func (w *watch) choose(now games.Match) (games.Seat, string, bool) {
	awaits := slices.Clone(now.Status().Awaits)
	if w.game.Waits() { // a dreamer guesses while the table waits for a clue
		for s := range now.Seats() {
			if seat := games.Seat(s); !slices.Contains(awaits, seat) && !now.Waits(seat, games.Normal) {
				awaits = append(awaits, seat)
			}
		}
	}
	w.rand.Shuffle(len(awaits), func(i, j int) { awaits[i], awaits[j] = awaits[j], awaits[i] })
	for _, seat := range awaits {
		if len(now.Moves(seat)) == 0 {
			continue
		}
		if move, ok := now.Choose(seat, games.Normal); ok {
			return seat, move, true
		}
	}
	return 0, "", false
}

// do plays a move as its player.
func (w *watch) do(m store.Match, now games.Match, seat games.Seat, move string) {
	w.t.Helper()
	p := w.g.owner(m, seat)
	panel := w.g.panel(p)
	f := localcord.Forged{Channel: w.g.channel, Message: panel.ID, CustomID: forged(m, seat, move)}
	if len(f.CustomID) > 100 {
		verb, rest, _ := strings.Cut(move, " ")
		words, err := strconv.Unquote(rest)
		if verb != "story" || err != nil {
			w.t.Fatalf("no button can play %q", move)
		}
		f.CustomID = screen.CustomID{Match: m.ID, Turn: m.Position.Turns[1+seat], Action: screen.ActionFill, To: "story"}.String()
		f.Fields = []localcord.Field{{CustomID: "0", Value: words}}
	}
	r, err := p.Forge(w.g.ctx, f)
	if err != nil {
		w.t.Fatalf("%s plays %s: %v\nthe bot said:\n%s", p.Name(), move, err, w.g.output.String())
	}
	if said := w.g.answer(r, move); strings.Contains(said, "⚠") {
		w.t.Logf("%s plays %s: %s", p.Name(), move, said)
	}
}

// since is the index in the log behind a seat's last move, 0 if there is none. A draft
// is no move.
func since(now games.Match, log []games.Input, seat games.Seat) int {
	for i, in := range slices.Backward(log) {
		if in.Kind == games.KindPlay && in.Seat == seat && !now.Drafts(in.Move) {
			return i + 1
		}
	}
	return 0
}

// seat is a seat whose moment this is: it has moved, and others have since.
func (w *watch) seat(now games.Match, log []games.Input, awaited, late bool) (games.Seat, bool) {
	var can []games.Seat
	for s := range now.Seats() {
		seat := games.Seat(s)
		from := since(now, log, seat)
		if from == 0 || slices.Contains(now.Status().Out, seat) {
			continue
		}
		others := 0
		for _, in := range log[from:] {
			if in.Kind == games.KindPlay && in.Seat != seat && !now.Drafts(in.Move) {
				others++
			}
		}
		waits := slices.Contains(now.Status().Awaits, seat) && len(now.Moves(seat)) > 0
		if others >= w.need && (waits == awaited || late) {
			can = append(can, seat)
		}
	}
	if len(can) == 0 {
		return 0, false
	}
	return can[w.rand.IntN(len(can))], true
}

// settled waits until a player's panel is of this moment and nothing changes any more.
// It is false when the match has gone on.
func (w *watch) settled(m store.Match, seat games.Seat) bool {
	p := w.g.owner(m, seat)
	turn := m.Position.Turns[1+seat]
	was, still := "", 0
	for range 60 {
		if now, _, _ := w.g.saved(); now.Position.N != m.Position.N {
			return false
		}
		var said strings.Builder
		for _, message := range p.Messages(w.g.channel) {
			b, err := json.Marshal(message)
			if err != nil {
				w.t.Fatal(err)
			}
			said.Write(b)
		}
		current := true
		for _, b := range w.g.panel(p).Buttons() {
			if id, err := screen.ParseCustomID(b.CustomID); err == nil && id.Turn != turn {
				current = false
			}
		}
		if still++; said.String() != was || !current {
			was, still = said.String(), 0
		}
		if still >= 4 {
			return true
		}
		pause(w.g.ctx, 400*time.Millisecond)
	}
	w.t.Logf("the panel of %s does not settle", p.Name())
	return false
}

// take takes a moment, and reports false when the match went on meanwhile.
func (w *watch) take(m store.Match, seat games.Seat) bool {
	t, g := w.t, w.g
	if !w.settled(m, seat) {
		if m.Phase != store.Over {
			return false
		}
	}
	p := g.owner(m, seat)
	person := 1 + slices.IndexFunc(g.local.Users(), func(o *localcord.Person) bool { return o.ID() == p.ID() })
	page := browse.Visit(t, browse.Chromium(t), g.local.URL(), fmt.Sprintf("#people=%d&channel=%s", person, g.channel), 360, 740, 10*time.Minute)
	defer page.Close()
	page.Until(`document.querySelector('.messages [data-ephemeral="true"]') !== null`)
	still := func(scroll string) []byte {
		browse.AskLater[int](page, `(async () => {
			for (let i = 0; i < 3; i++) {
				await Promise.all([...document.images].map(i => i.decode().catch(() => 0)));
				await document.fonts.ready;
				`+scroll+`
				await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
			}
			document.activeElement.blur();
			return 1;
		})()`)
		return page.Shot()
	}
	bottom := still(`document.querySelector('.scroll').scrollTop = 1e6;`)
	up := still(`{ const s = document.querySelector('.scroll'); s.scrollTop = 1e6; s.scrollTop -= s.clientHeight - 30; }`)
	now, is, log := w.position()
	if now.Position.N != m.Position.N {
		return false
	}
	name := filepath.Join(w.dir, fmt.Sprintf("%s-%02d", w.name, w.number))
	for end, b := range map[string][]byte{"-bottom.png": bottom, "-up.png": up, "-truth.md": w.truth(now, is, log, seat)} {
		if err := os.WriteFile(name+end, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%s: after %d inputs", name, len(log))
	w.number++
	return true
}

// truth is what is true at a moment, as the record and the position say it.
func (w *watch) truth(m store.Match, now games.Match, log []games.Input, seat games.Seat) []byte {
	names := make([]string, m.Seats)
	for _, p := range m.Players {
		if p.Seat >= 0 && p.Seat < len(names) {
			names[p.Seat] = p.Name
		}
	}
	who := func(list []games.Seat) string {
		var all []string
		for _, s := range list {
			all = append(all, names[s])
		}
		return cmp.Or(strings.Join(all, ", "), "nobody")
	}
	full, err := w.game.Info().Complete(m.Options)
	if err != nil {
		w.t.Fatal(err)
	}
	var b bytes.Buffer
	say := func(format string, a ...any) { fmt.Fprintf(&b, format+"\n", a...) }
	view := func(m games.Match, v games.Viewer) map[string]any {
		raw, err := m.View(v)
		if err != nil {
			w.t.Fatal(err)
		}
		members := map[string]any{}
		if err := json.Unmarshal(raw, &members); err != nil {
			w.t.Fatal(err)
		}
		return members
	}
	st, mine := now.Status(), view(now, seat.Viewer())
	say("# %s, seat %d: %s", m.Game, seat, names[seat])
	say("\n- language: %s\n- options: %v\n- phase: %v (round or lap: %v)\n- match: %s, after input %d, match clock %v", w.lang, map[string]string(full), mine["phase"], cmp.Or(mine["round"], mine["lap"]), m.ID, now.N(), now.At().Round(time.Second))
	for i, n := range names {
		you := ""
		if i == int(seat) {
			you = " (the reader)"
		}
		say("- seat %d: %s%s", i, n, you)
	}
	say("- the table waits for: %s\n- it waits for the reader: %v\n- out of the match: %s", who(st.Awaits), slices.Contains(st.Awaits, seat), who(st.Out))
	if st.Due > 0 {
		say("- next deadline in %v of the match clock", (st.Due - now.At()).Round(time.Second))
	}
	if st.Over {
		say("\n## The end\n\n- winners: %s\n- scores by seat: %v\n- why: %v", who(st.Winners), st.Scores, mine["why"])
	}
	moves := now.Moves(seat)
	say("\n## What the reader can do now (%d moves, in notation)\n", len(moves))
	for _, move := range moves[:min(len(moves), 80)] {
		say("- `%s`", move)
	}

	from := since(now, log, seat)
	say("\n## Since the reader's own last move (input %d)\n\nThe notation is of the record and may say more than the reader sees. Below it is what changed in the reader's view: old → new. What changed nothing there is hidden from the reader.\n", from)
	at, err := w.game.Deal(m.Seed, games.Table{Seats: m.Seats, Options: full})
	if err != nil {
		w.t.Fatal(err)
	}
	hidden := 0
	for i, in := range log {
		before := at
		if at, err = at.Do(in); err != nil {
			w.t.Fatal(err)
		}
		if i < from-1 || from == 0 {
			continue
		}
		changes := differences(view(before, seat.Viewer()), view(at, seat.Viewer()), names)
		by := "the clock"
		if in.Seat >= 0 {
			by = names[in.Seat]
		}
		if len(changes) == 0 {
			hidden++
			continue
		}
		say("%d. **%s** %s `%s` at %v", in.N, by, in.Kind, in.Move, in.At.Round(time.Second))
		for _, c := range changes {
			say("   - %s", c)
		}
	}
	say("\nHidden inputs among them: %d", hidden)
	for _, of := range []struct {
		title string
		v     games.Viewer
	}{{"How everybody stands: the reader's view", seat.Viewer()}, {"The public view", games.Viewer{}}} {
		members := view(now, of.v)
		delete(members, "legal")
		say("\n## %s\n\n```", of.title)
		for _, key := range slices.Sorted(maps.Keys(members)) {
			switch list, ok := members[key].([]any); {
			case ok && len(list) > 0 && fmt.Sprint(list) != "":
				say("%s:", key)
				for i, one := range list {
					label := strconv.Itoa(i)
					if bySeat[key] && len(list) == len(names) {
						label = names[i]
					}
					say("  %s: %s", label, compact(one))
				}
			default:
				say("%s: %s", key, compact(members[key]))
			}
		}
		say("```")
	}
	return b.Bytes()
}

// bySeat are members of views that are lists by seat.
var bySeat = map[string]bool{"pawns": true, "dreamers": true, "circle": true, "harm": true, "care": true, "players": true, "seats": true, "roles": true, "hands": true, "lives": true}

// compact is a value as JSON.
func compact(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// gains is what a list has gained at its end, where it has all or some of its newest
// members still.
func gains(was, is []any) ([]any, bool) {
	for from := range was {
		if left := was[from:]; len(left) < len(is) && compact(left) == compact(is[:len(left)]) {
			return is[len(left):], true
		}
	}
	return nil, false
}

// differences are what changed between two views, member by member.
func differences(was, is map[string]any, names []string) (list []string) {
	skip := map[string]bool{"legal": true, "open": true, "until": true, "was": true, "presses": true}
	var walk func(path, key string, a, b any)
	walk = func(path, key string, a, b any) {
		if compact(a) == compact(b) {
			return
		}
		switch x := a.(type) {
		case map[string]any:
			if y, ok := b.(map[string]any); ok {
				keys := maps.Clone(x)
				maps.Copy(keys, y)
				for _, k := range slices.Sorted(maps.Keys(keys)) {
					walk(path+"."+k, k, x[k], y[k])
				}
				return
			}
		case []any:
			y, ok := b.([]any)
			if gained, is := gains(x, y); is { // a list of events may forget the oldest ones
				for _, one := range gained {
					list = append(list, fmt.Sprintf("%s gains %s", path, compact(one)))
				}
				return
			}
			if ok && len(x) == len(y) && len(x) > 0 {
				for i := range x {
					label := strconv.Itoa(i)
					if bySeat[key] && len(x) == len(names) {
						label = names[i]
					}
					walk(path+"["+label+"]", "", x[i], y[i])
				}
				return
			}
		}
		list = append(list, fmt.Sprintf("%s: %s → %s", path, compact(a), compact(b)))
	}
	keys := maps.Clone(was)
	maps.Copy(keys, is)
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if !skip[k] {
			walk(k, k, was[k], is[k])
		}
	}
	return list
}
