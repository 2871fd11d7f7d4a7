package bot

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	callpage "oneiros/bot/call/page"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
)

// updating reports whether the flag -update, which the package gametest declares,
// wants the files in testdata written again.
func updating() bool { return flag.Lookup("update").Value.String() == "true" }

// stage is where the commands of TestAnswers are typed. Its tables are made and
// brought into a state without Discord.
type stage struct {
	w       *town
	channel localcord.ID // where people type
	table   *table.State // what they type about; nil for none
	ready   bool         // it is in its state
	luck    bool         // what is played at this moment is a matter of luck
}

// changed reports whether anything is other than when the stage was made.
func (g *stage) changed() bool {
	if g.table == nil {
		return len(g.w.bot.tables.Known(table.On())) > 0
	}
	s, ok := g.w.bot.tables.Find(table.OfMatch(g.table.ID))
	all := g.w.bot.tables.Known(table.All())
	return !ok || s.Rev != g.table.Rev || all[len(all)-1].ID != s.ID
}

// user is a person of the town as tables know them.
func (g *stage) user(who string) table.User {
	return table.User{ID: mustID(g.w.t, g.w.person(who)), Name: who}
}

// send does something to the table.
func (g *stage) send(who string, a table.Action) {
	g.w.t.Helper()
	a.User = g.user(who)
	s, err := g.w.bot.tables.Send(g.w.ctx, g.table.ID, a)
	if err != nil {
		g.w.t.Fatalf("%s does %s: %v", who, a.Kind, err)
	}
	g.table = s
}

// openTown opens a table with options for three people, of whom the first is the host.
func (g *stage) open(options string) {
	g.w.t.Helper()
	people := []string{"Boris", "Eve", "Kate"}
	g.w.does(g.w.person(people[0]).Command(g.w.ctx, g.channel, "dream play", map[string]any{"game": "lullaby", "options": options}))
	g.table = g.w.state()
	for _, who := range people[1:] {
		g.send(who, table.Action{Kind: table.Join, Seat: games.Nobody})
	}
}

func (g *stage) lobby() { g.w.t.Helper(); g.open("rounds:1") }

func (g *stage) live() {
	g.w.t.Helper()
	g.lobby()
	g.send("Boris", table.Action{Kind: table.Start})
}

func (g *stage) paused() { g.w.t.Helper(); g.live(); g.send("Boris", table.Action{Kind: table.Pause}) }

func (g *stage) voting() { g.w.t.Helper(); g.live(); g.send("Eve", table.Action{Kind: table.Pause}) }

func (g *stage) stopped() {
	g.w.t.Helper()
	g.live()
	g.send("Boris", table.Action{Kind: table.Stop, Asked: table.Whatever})
}

func (g *stage) cleared() {
	g.w.t.Helper()
	g.lobby()
	g.send("Boris", table.Action{Kind: table.Stop, Asked: table.Whatever})
}

// disk makes the clocks stand as when nothing can be saved.
func (g *stage) disk() {
	g.w.t.Helper()
	g.live()
	g.w.bot.tables.Halt(table.HaltDisk, time.Now())
	time.Sleep(time.Second)
	g.now()
}

// over plays the match to its end: every person lets every deadline pass.
func (g *stage) over() {
	g.w.t.Helper()
	g.live()
	for g.now().Phase == table.Live {
		for seat, who := range []string{"Boris", "Eve", "Kate"} {
			s := g.now()
			if moves := s.Match.Moves(games.Seat(seat)); s.Phase == table.Live && len(moves) > 0 {
				g.send(who, table.Action{Kind: table.Play, Turn: s.Turns[seat+1], Move: moves[0]})
			}
		}
		time.Sleep(time.Second)
	}
}

// asleep lets the third of three fall asleep. The others play their highest dreams,
// so she rarely wins and rarely has to name one, for which there is no deadline.
func (g *stage) asleep() {
	g.w.t.Helper()
	g.luck = true
	for range 10 {
		g.open("rounds:3")
		g.send("Boris", table.Action{Kind: table.Start})
		for range 20 {
			for seat, who := range []string{"Boris", "Eve"} {
				s := g.now()
				if moves := s.Match.Moves(games.Seat(seat)); slices.Contains(s.Status.Awaits, games.Seat(seat)) {
					g.send(who, table.Action{Kind: table.Play, Turn: s.Turns[seat+1], Move: moves[len(moves)-1]})
				}
			}
			if time.Sleep(15 * time.Second); g.now().Players[2].Asleep {
				return
			}
		}
		g.clear()
		g.channel = g.w.srv.NewChannel("here")
	}
	g.w.t.Fatal("nobody falls asleep")
}

// now is the table at this moment.
func (g *stage) now() *table.State {
	g.w.t.Helper()
	s, ok := g.w.bot.tables.Find(table.OfMatch(g.table.ID))
	if !ok {
		g.w.t.Fatal("the table is gone")
	}
	g.table = s
	return s
}

// away makes a table in another channel than the one where people type.
func away(bring func(*stage)) func(*stage) {
	return func(g *stage) {
		here := g.channel
		g.channel = g.w.srv.NewChannel("other")
		bring(g)
		g.channel = here
	}
}

// homeless is a match whose channel was deleted.
func (g *stage) homeless() {
	g.w.t.Helper()
	away((*stage).live)(g)
	s, err := g.w.bot.tables.ChannelDeleted(g.w.ctx, g.table.ID)
	if err != nil {
		g.w.t.Fatal(err)
	}
	g.table = s
}

// clear ends what is on, so that no process sits anywhere.
func (g *stage) clear() {
	g.w.t.Helper()
	g.ready = false
	g.w.bot.tables.Unhalt(table.HaltDisk)
	for _, s := range g.w.bot.tables.Known(table.On()) {
		if _, err := g.w.bot.tables.Send(g.w.ctx, s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: g.user("Аня"), Moderator: true}); err != nil {
			g.w.t.Fatal(err)
		}
	}
	time.Sleep(time.Second)
}

// asked is something that a person can ask of the bot.
type asked struct {
	words   string
	options map[string]any
	press   page.Action // of a control of the table, not a command
	arg     string
}

func (a asked) String() string {
	if a.press != "" {
		return strings.TrimSpace(fmt.Sprintf("[%s %s]", a.press, a.arg))
	}
	return "/" + a.words
}

// onBoard are the actions of controls that the board has.
var onBoard = []page.Action{
	page.Join, page.TakeSeat, page.Ready, page.Start, page.Extend, page.Options, page.Panel, page.Resume, page.Agree, page.Object, page.Again,
}

// message is where a person presses: the board, or a panel that they open.
func (g *stage) message(who string, press page.Action) *localcord.Message {
	g.w.t.Helper()
	if list := g.w.boards(g.channel, g.table.ID); len(list) > 0 && slices.Contains(onBoard, press) {
		return list[0]
	}
	return g.w.does(g.w.person(who).Command(g.w.ctx, g.channel, "dream panel", nil)).Message
}

// boardHere reports whether people can press where they type.
func (g *stage) boardHere() bool {
	return g.table != nil && len(g.w.boards(g.channel, g.table.ID)) > 0
}

// answers is what a person is answered, as one line. What differs in each run is
// left out.
func (g *stage) answers(who string, a asked) string {
	g.w.t.Helper()
	var r *localcord.Reply
	var err error
	if a.press == "" {
		r, err = g.w.person(who).Command(g.w.ctx, g.channel, a.words, a.options)
	} else {
		arg := a.arg
		if arg == "vote" {
			arg = "none"
			if m := g.table.Motion; m != nil {
				arg = m.ID
			}
		}
		on := g.message(who, a.press)
		r, err = g.w.person(who).Forge(g.w.ctx, localcord.Forged{Channel: g.channel, Message: on.ID, CustomID: page.CustomID{Match: g.table.ID, Action: a.press, Arg: arg}.String()})
	}
	if err != nil || r.Modal != nil {
		g.w.t.Fatalf("%s, %s: %v, %+v", who, a, err, r)
	}
	if r.Message == nil || r.Updated && !r.Message.Ephemeral() {
		return "(the board shows it)"
	}
	if !r.Message.Ephemeral() {
		g.w.t.Errorf("%s, %s: everybody reads the answer", who, a)
	}
	line := strings.Join(strings.Fields(strings.ReplaceAll(r.Message.Text(), "\n", " / ")), " ")
	line = round.ReplaceAllString(line, "(the game)")
	line = missed.ReplaceAllString(line, "")
	line = below.ReplaceAllString(changing.ReplaceAllString(line, "…"), "")
	if len([]rune(line)) > 200 {
		line = string([]rune(line)[:200]) + "…"
	}
	return line
}

// askers are those who ask.
var askers = []string{"Boris", "Eve", "Kate", "Mallory", "Аня"}

// changing is what differs in each run: ids, moments, spans and digests.
var changing = regexp.MustCompile(`[0-9]{15,}|<t:[0-9]+|[0-9a-f]{64}|(for|идёт|не было) [0-9][^.]*`)

// missed is how many deadlines passed while a person was away. Where several bots'
// goroutines meet at one moment, the last one may count or not.
var missed = regexp.MustCompile(` (/ )?([0-9]+ deadlines? passed without you|Без вас ист\S+ [0-9]+ срок\S*)\.`)

// round is the title of the game's page.
var round = regexp.MustCompile(`^(Round|Раунд) [^/]*[^/ ]`)

// below is what stands under the answer: the people at the table, or the game's page.
var below = regexp.MustCompile(` / (/ )?(👑 (?:Boris|Eve|Kate|Mallory|Аня)|🪑 [A-Z]|\*\*When it ended|\*\*На чём|You were away …|Вас не было …|While you were away|За это время|Boris: |1\. |Your dreams|Ваши сны|(Scores|Счёт): |\*\*Rounds|\*\*Раунды).*$`)

// TestAnswers asks everything of the bot in every state of a table, as every person who
// may be there: the host (Boris), players (Eve, and Kate who sleeps where a person
// sleeps), a stranger (Mallory) and a moderator (Аня). The files in testdata state
// what each is answered. Read them as a diff: each sentence must be true in the state
// under which it stands. CI tries all states.
func TestAnswers(t *testing.T) {
	gametest.NotShort(t)
	for _, lang := range []string{"en", "ru"} {
		t.Run(lang, func(t *testing.T) {
			if lang == "ru" && !gametest.Thorough() && !updating() {
				t.Skip("the same states in other words; CI=1 asks in Russian too")
			}
			var b strings.Builder
			tried, left := among(states, 4, 5), map[string]bool{}
			if updating() {
				tried = states
			}
			for _, state := range states {
				left[state.name] = true
			}
			for _, state := range tried {
				delete(left, state.name)
				fmt.Fprintf(&b, "# %s\n", state.name)
				locale := map[string]string{"en": "en-US", "ru": "ru"}[lang]
				virtual(t, locale, nil, func(t *testing.T, w *town) {
					for _, who := range askers {
						if err := w.person(who).SetLocale(locale); err != nil {
							t.Fatal(err)
						}
					}
					(&stage{w: w}).walk(state.make, &b)
				})
			}
			path := filepath.Join("testdata", "answers", lang+".txt")
			if updating() {
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(b.String()), 0o644)); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got, about := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n"), ""
			for i, stated := range strings.Split(strings.TrimSuffix(string(want), "\n"), "\n") {
				if name, begins := strings.CutPrefix(stated, "# "); begins {
					about = name
				}
				switch {
				case left[about]: // it was not tried
				case len(got) == 0 || got[0] != stated:
					t.Fatalf("%s, line %d:\n%s\nis now\n%s", path, i+1, stated, strings.Join(got[:min(1, len(got))], ""))
				default:
					got = got[1:]
				}
			}
			if len(got) > 0 {
				t.Fatalf("%s ends before\n%s", path, got[0])
			}
		})
	}
}

// states are those in which everything is asked, with what brings a stage there.
var states = []struct {
	name string
	make func(g *stage)
}{
	{"nothing is played", func(*stage) {}},
	{"a lobby in another channel", away((*stage).lobby)}, {"a match in another channel", away((*stage).live)},
	{"a paused match in another channel", away((*stage).paused)},
	{"a lobby", (*stage).lobby}, {"a match", (*stage).live}, {"a match in which Kate sleeps", (*stage).asleep},
	{"a match that the host has paused", (*stage).paused}, {"a vote for a pause, by Eve", (*stage).voting},
	{"nothing can be saved", (*stage).disk}, {"the channel was deleted", (*stage).homeless},
	{"a match that is over", (*stage).over}, {"a match that was stopped", (*stage).stopped}, {"a lobby that was cleared", (*stage).cleared},
}

// ownPages are commands whose answers are about people and servers rather than a table.
var ownPages = []string{"dream mine", "dream stats", "dream night"}

// walk writes what every person is answered in a state.
func (g *stage) walk(bring func(*stage), b *strings.Builder) {
	for _, a := range g.everything() {
		said := map[string][]string{}
		var order []string
		for _, who := range askers {
			if !g.ready {
				g.channel, g.table = g.w.srv.NewChannel("here"), nil
				bring(g)
				g.ready = true
			}
			if a.press != "" && !g.boardHere() || (a.words == "name" || slices.Contains(ownPages, a.words) || a.press == callpage.Calls) && g.luck {
				continue
			}
			line := g.answers(who, a)
			if said[line] == nil {
				order = append(order, line)
			}
			said[line] = append(said[line], who)
			if g.changed() {
				g.clear()
			}
		}
		for _, line := range order {
			fmt.Fprintf(b, "%s %s: %s\n", strings.Join(said[line], ", "), a, line)
		}
	}
}

// everything is what can be asked of a table, or of the bot where one would be.
func (g *stage) everything() []asked {
	of := func(who string) map[string]any { return map[string]any{"user": string(g.w.person(who).ID())} }
	return []asked{
		{words: "dream play", options: map[string]any{"game": "lullaby"}}, {words: "dream panel"}, {words: "table join"}, {words: "table leave"},
		{words: "table pause"}, {words: "table resume"}, {words: "table stop"}, {words: "table host", options: of("Eve")}, {words: "table kick", options: of("Kate")},
		{words: "table log"}, {words: "dream table"}, {words: "dream mine"}, {words: "dream stats", options: of("Mallory")}, {words: "dream night"}, {press: callpage.Calls}, {words: "name", options: map[string]any{"text": "x"}},
		{press: page.Join}, {press: page.TakeSeat, arg: "2"}, {press: page.Leave, arg: "goes-on"}, {press: page.Ready}, {press: page.Start}, {press: page.Extend},
		{press: page.Options}, {press: page.Panel}, {press: page.Back}, {press: page.Pause}, {press: page.Resume}, {press: page.Faster}, {press: page.Slower}, {press: page.Agree, arg: "vote"},
		{press: page.Object, arg: "vote"}, {press: page.Seats}, {press: page.Seats, arg: "stop"}, {press: page.Stop, arg: "ends"}, {press: page.Again},
	}
}
