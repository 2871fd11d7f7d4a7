package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
)

// weapons are texts that hostile people write. The power of a text is the part that
// must not arrive where Discord reads markdown.
var weapons = []struct{ text, power string }{
	{"@everyone", "@everyone"}, {"@here", "@here"}, {"<@1>", "<@"}, {"<@!1>", "<@!"}, {"<@&1>", "<@&"}, {"<#1>", "<#"},
	{"</dream play:1>", "</dream"}, {"<:zq:1>", "<:zq"}, {"<a:zq:1>", "<a:zq"}, {"<t:1:R>", "<t:1:R"}, {"<id:home>", "<id:"},
	{"**zq**", "**zq"}, {"__zq__", "__zq"}, {"*zq*", "*zq"}, {"_zq_", "_zq"}, {"~~zq~~", "~~zq"}, {"||zq||", "||zq"},
	{"`zq`", "`zq"}, {"```zq\nzq```", "```"}, {"[zq](https://zq.example)", "[zq]("}, {"https://zq.example", "https://zq"},
	{"http://zq.example", "http://zq"}, {"<https://zq.example>", "<https"}, {"discord.gg/zq", "discord.gg/zq"},
	{"https://discord.gg/zq", "discord.gg/zq"}, {"discord.com/invite/zq", "invite/zq"}, {"steam://zq", "steam://"},
	{"# zq", "# zq"}, {"zq\n# zq", "\n# zq"}, {"> zq", "> zq"}, {">>> zq", ">>> zq"}, {"- zq", "\n- zq"}, {"zq\\", "zq\\"}, {`\*zq*`, "*zq"},
	{"zq\u202ezq", "\u202e"}, {"zq\u2066zq", "\u2066"}, {"zq\u200bzq", "\u200b"}, {"zq\u00adzq", "\u00ad"}, {"\ufeffzq", "\ufeff"},
	{"zq\U000e0041\U000e007f", "\U000e0041"}, {"z" + strings.Repeat("\u0335", 20), strings.Repeat("\u0335", 5)},
	{"z" + strings.Repeat("\u0e47", 20), strings.Repeat("\u0e47", 5)}, {"﷽﷽﷽", "\x00"}, {"\u2028zq", "\u2028"},
	{"zq\x00\x07zq", "\x00"}, {"zq\xff", "\xff"}, {"⟦zq⟧", "\x00"}, {"{0} {1} {{.}}", "\x00"}, {"%s%d%n", "\x00"},
	{"'; DROP TABLE matches; --", "\x00"},
}

// unseenBy are characters that no person sees and that no text of the bot needs.
var unseenBy = regexp.MustCompile("[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u2028\u2029\u0000-\u0008\u000b-\u001f\U000e0000-\U000e0fff]")

// escaped is a sign whose meaning was taken from it.
var escaped = regexp.MustCompile(`\\.`)

// harmless checks every request of the bot. It mentions no person but players, it
// names each mention, and what people wrote has no power.
func (w *town) harmless(from int, players ...localcord.ID) (looked int) {
	w.t.Helper()
	list := w.record.All()
	for _, q := range list[from:] {
		if q.Status >= 400 {
			w.t.Errorf("%s is refused: %d %s\n%s", pathOf(q), q.Status, q.Answer, q.Body)
		}
		var body map[string]any
		if len(q.Body) == 0 || json.Unmarshal(q.Body, &body) != nil {
			continue
		}
		messages := []map[string]any{body}
		if data, ok := body["data"].(map[string]any); ok {
			messages = []map[string]any{data}
		}
		for _, m := range messages {
			_, embeds := m["embeds"]
			_, content := m["content"]
			if !embeds && !content {
				continue
			}
			looked++
			allowed, ok := m["allowed_mentions"].(map[string]any)
			if !ok {
				w.t.Errorf("%s says nothing of mentions: %s", pathOf(q), q.Body)
				continue
			}
			if parse, ok := allowed["parse"].([]any); !ok || len(parse) > 0 || allowed["roles"] != nil || allowed["replied_user"] == true {
				w.t.Errorf("%s allows mentions: %v", pathOf(q), allowed)
			}
			users, _ := allowed["users"].([]any)
			for _, u := range users {
				if id, _ := u.(string); !slices.Contains(players, localcord.ID(id)) {
					w.t.Errorf("%s may mention %v, who does not play", pathOf(q), u)
				}
			}
			marked := func(where, s string) {
				bare := escaped.ReplaceAllString("\n"+s, "·")
				for _, x := range weapons {
					if strings.Contains(bare, x.power) {
						w.t.Errorf("%s keeps %q in its %s: %q", pathOf(q), x.power, where, s)
					}
				}
			}
			said, _ := m["content"].(string)
			for _, u := range users {
				said = strings.ReplaceAll(said, fmt.Sprintf("<@%v>", u), "")
			}
			marked("content", said)
			list, _ := m["embeds"].([]any)
			for _, e := range list {
				embed, _ := e.(map[string]any)
				if s, ok := embed["description"].(string); ok {
					marked("description", s)
				}
				if embed["url"] != nil || embed["author"] != nil {
					w.t.Errorf("an embed has %v %v", embed["url"], embed["author"])
				}
			}
		}
		for _, p := range partsOf(q) {
			if p.where == "a file" {
				continue
			}
			if at := unseenBy.FindString(p.text); at != "" || !utf8.ValidString(p.text) {
				w.t.Errorf("%s has %q in %s: %q", pathOf(q), at, p.where, p.text)
			}
			marks := 0
			for _, r := range p.text {
				if marks++; !unicode.Is(unicode.Mn, r) {
					marks = 0
				} else if marks > 4 {
					w.t.Errorf("%s has a heap of marks in %s", pathOf(q), p.where)
					break
				}
			}
			if p.where == "its url" && !strings.HasPrefix(p.text, "https://discord.com/channels/") && !strings.HasPrefix(p.text, "attachment://") {
				w.t.Errorf("%s links to %s", pathOf(q), p.text)
			}
		}
	}
	return looked
}

func (w *town) ids(people ...string) []localcord.ID {
	var list []localcord.ID
	for _, p := range people {
		list = append(list, w.person(p).ID())
	}
	return list
}

// private fails unless a refusal was answered to its sender alone, in their
// language.
func (w *town) private(what string, r *localcord.Reply, err error, russian bool) {
	w.t.Helper()
	if err != nil || r.Message == nil {
		w.t.Errorf("%s: %v", what, err)
		return
	}
	said := r.Message.Text()
	if !r.Message.Ephemeral() || r.Updated && !r.Message.Ephemeral() {
		w.t.Errorf("%s is answered before everybody:\n%s", what, said)
	}
	balance := 0 // what other languages are called is said in them
	for _, c := range said {
		if unicode.Is(unicode.Cyrillic, c) {
			balance++
		} else if unicode.Is(unicode.Latin, c) {
			balance--
		}
	}
	if (balance > 0) != russian {
		w.t.Errorf("%s is answered in another language:\n%s", what, said)
	}
	if strings.Contains(said, "ncident") || strings.Contains(strings.ReplaceAll(said, "⟦zq⟧", ""), "⟦") {
		w.t.Errorf("%s breaks something:\n%s", what, said)
	}
}

// TestHostileNames seats people whose names are weapons, in a lobby and in a
// whole match.
func TestHostileNames(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		looked := 0
		for first := 0; first < len(weapons); first += 4 * gametest.Often(1, 2, 3) {
			people := w.people(4)
			players := w.ids(people...)
			from := len(w.record.All())
			for i, who := range people {
				name := weapons[(first+i)%len(weapons)].text
				name = strings.ToValidUTF8(name, "")
				if r := []rune(name); len(r) > 28 {
					name = string(r[:28])
				}
				name = strconv.Itoa(i) + name // or two would be called the same
				if err := w.person(who).SetLocale("en-US"); err != nil {
					t.Fatal(err)
				}
				if err := w.person(who).Rename(name); err != nil {
					t.Fatal(err)
				}
				people[i] = name
			}
			time.Sleep(time.Minute) // the newest table is the one that is meant
			w.here = w.srv.NewChannel("names" + strconv.Itoa(first))
			panels := w.match("rounds:1", people...)
			w.press(people[0], panels[people[0]], "Scores")
			w.press(people[0], panels[people[0]], "Back")
			w.play(people, panels)
			w.own(people[1], w.board(), "again")
			looked += w.harmless(from, players...)
		}
		if looked < gametest.Often(200, 100, 60) {
			t.Errorf("%d messages were looked at", looked)
		}
		if strings.Contains(w.log.String(), "zq") {
			t.Error("a name is in the log")
		}
	})
}

// TestHostileWords writes weapons wherever something can be written: forms of the
// game and of the bot, and options of commands. They are as long as a client
// allows, and longer.
func TestHostileWords(t *testing.T) {
	gametest.NotShort(t)
	long := []string{strings.Repeat("ы", 4000), strings.Repeat("@everyone ", 400), strings.Repeat("a\n", 2000), strings.Repeat("😀", 4000), strings.Repeat("z\u0335\u0335\u0335\u0335", 800)}
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		players := w.ids(append(people, "Kate")...)
		from := len(w.record.All())
		var words []string
		for _, x := range among(weapons, 2, 4) {
			words = append(words, x.text)
		}
		words = append(words, among(long, 2, 4)...)

		w.writeOptions(words)
		if n := len(w.bot.tables.Known(table.All())); n > 0 {
			t.Fatalf("%d tables were opened", n)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		w.own("Eve", w.board(), "join")
		w.writeInLobby(words)
		w.writeForms(people, long)
		if n := w.harmless(from, players...); n < gametest.Often(500, 250, 120) {
			t.Errorf("%d messages were looked at", n)
		}
		if strings.Contains(w.log.String(), "zq") || strings.Contains(w.log.String(), `"level":"error"`) {
			t.Errorf("the log:\n%s", w.log)
		}
	})
}

// writeOptions writes words as options of commands, with everything that the client
// lets a person type.
func (w *town) writeOptions(words []string) {
	w.t.Helper()
	for _, word := range words {
		for _, options := range []string{word, word + ":" + word, "rounds:" + word, "pace:" + word} {
			r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command("dream", "play", map[string]string{"game": "lullaby", "options": options})})
			w.private("the options "+cutOf(options), r, err, false)
		}
		for _, options := range []map[string]string{{"when": word}, {"game": "lullaby", "when": word}, {"game": "lullaby", "when": "20:00", "zone": word}} {
			r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command("dream", "night", options)})
			w.private("the night "+cutOf(word), r, err, false)
		}
		if _, err := w.person("Kate").Complete(w.ctx, w.here, "dream night", "when", strings.ToValidUTF8(word, ""), map[string]any{"game": "lullaby"}); err != nil {
			w.t.Errorf("moments for %q: %v", cutOf(word), err)
		}
		if _, err := w.person("Kate").Complete(w.ctx, w.here, "dream play", "options", strings.ToValidUTF8(word, ""), map[string]any{"game": "lullaby"}); err != nil {
			w.t.Errorf("proposals for %q: %v", cutOf(word), err)
		}
		r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command("dream", "play", map[string]string{"game": word})})
		w.private("the game "+cutOf(word), r, err, false)
		r, err = w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command("dream", "me", map[string]string{"language": word})})
		w.private("the language "+cutOf(word), r, err, false)
		r, err = w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command("dream", word, nil)})
		w.private("the command "+cutOf(word), r, err, false)
		r, err = w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Command: command(word, "", map[string]string{word: word})})
		w.private("the name "+cutOf(word), r, err, false)
	}
}

// writeInLobby writes words as the number of an option, and chooses them from a menu
// that has no such line.
func (w *town) writeInLobby(words []string) {
	w.t.Helper()
	s := w.state()
	options := w.own("Boris", w.board(), "options").Message
	for _, word := range words {
		r, err := w.person("Boris").Forge(w.ctx, localcord.Forged{
			Channel: w.here, Message: options.ID, CustomID: page.CustomID{Match: s.ID, Action: page.TypeNumber, Arg: "rounds"}.String(),
			Fields: []localcord.Field{{CustomID: "0", Value: word}},
		})
		w.private("the number "+cutOf(word), r, err, false)
		r, err = w.person("Boris").Forge(w.ctx, localcord.Forged{
			Channel: w.here, Message: options.ID, CustomID: page.CustomID{Match: s.ID, Action: page.PickValue, Arg: "pace"}.String(), Values: []string{word},
		})
		w.private("the value "+cutOf(word), r, err, false)
	}
	if o := w.state().Options; o["rounds"] != "2" || o["pace"] != "calm" {
		w.t.Errorf("the options became %v", o)
	}
}

// writeForms fills in the form of the game until every weapon was tried, or some where CI
// is not set, and one that fits is taken. Then it does so again, at another table. The first two forms are also
// filled in with what is too long, and with more fields or fewer.
func (w *town) writeForms(people, long []string) {
	w.t.Helper()
	list := among(weapons, 3, 6)
	for next := 0; next < len(list); {
		s := w.state()
		if s.Phase == table.Over {
			over := w.board()
			time.Sleep(time.Minute)
			w.own("Boris", over, "again")
			w.own("Eve", over, "again")
			s = w.state()
		}
		if s.Phase == table.Lobby {
			w.own("Boris", w.board(), "start")
			for _, who := range people {
				w.own(who, w.board(), "panel")
			}
		}
		for _, who := range people {
			synctest.Wait()
			if r := w.panelOf(who).Button("Toss for it"); r != nil {
				w.press(who, w.panelOf(who), "Toss for it")
			}
		}
		synctest.Wait()
		s = w.state()
		if len(s.Status.Awaits) != 1 {
			w.t.Fatalf("%v is awaited", s.Status.Awaits)
		}
		seat := s.Status.Awaits[0]
		who := people[slices.IndexFunc(people, func(p string) bool { return string(w.person(p).ID()) == s.Players[seat].ID.String() })]
		fill := func(fields ...localcord.Field) (*localcord.Reply, error) {
			return w.person(who).Forge(w.ctx, localcord.Forged{
				Channel: w.here, Message: w.panelOf(who).ID, Fields: fields,
				CustomID: screen.CustomID{Match: s.ID, Turn: s.Turns[seat+1], Action: screen.ActionFill, To: "name"}.String(),
			})
		}
		if next < 2 {
			for _, word := range long {
				r, err := fill(localcord.Field{CustomID: "0", Value: word})
				w.private("the form "+cutOf(word), r, err, false)
			}
			for _, n := range []int{0, 2, 5, 40} {
				r, err := fill(make([]localcord.Field, n)...)
				w.private(fmt.Sprint("a form with fields ", n), r, err, false)
			}
		}
		if w.state().Match.N() != s.Match.N() {
			w.t.Fatal("a form that cannot be was played")
		}
		r, err := fill(localcord.Field{CustomID: "0", Value: list[next].text})
		w.private("the name "+list[next].text, r, err, false)
		next++
		if w.state().Match.N() == s.Match.N() { // it was not taken
			w.press(who, w.panelOf(who), "Say nothing")
		}
		w.own("Kate", w.board(), "panel")
		w.does(w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: screen.CustomID{Match: s.ID, Action: screen.ActionOpen, To: "scores"}.String()}))
	}
}

func cutOf(s string) string {
	s, _ = screen.Cut(s, 40)
	return strconv.Quote(s)
}

// command is the data of a command as Discord sends it.
func command(name, sub string, options map[string]string) map[string]any {
	list := []any{}
	for _, k := range slices.Sorted(maps.Keys(options)) {
		list = append(list, map[string]any{"name": k, "type": 3, "value": options[k]})
	}
	if sub != "" {
		list = []any{map[string]any{"name": sub, "type": 1, "options": list}}
	}
	return map[string]any{"id": "1", "name": name, "type": 1, "options": list}
}

// handles are all custom ids that a match has shown to any person, with the values of
// menus. A person could have copied them.
func (w *town) handles(since int) []localcord.Forged {
	seen := map[string]bool{}
	var list []localcord.Forged
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
			id, _ := v["custom_id"].(string)
			if id == "" || v["style"] != nil && v["type"] == float64(4) {
				return
			}
			options, menu := v["options"].([]any)
			for _, o := range options {
				if o, ok := o.(map[string]any); ok && !seen[id+fmt.Sprint(o["value"])] {
					seen[id+fmt.Sprint(o["value"])] = true
					list = append(list, localcord.Forged{CustomID: id, Values: []string{fmt.Sprint(o["value"])}})
				}
			}
			if !menu && !seen[id] {
				seen[id] = true
				list = append(list, localcord.Forged{CustomID: id})
			}
		}
	}
	for _, q := range w.record.All()[since:] {
		var body any
		if json.Unmarshal(q.Body, &body) == nil {
			walk(body)
		}
	}
	slices.SortFunc(list, func(a, b localcord.Forged) int {
		return strings.Compare(a.CustomID+fmt.Sprint(a.Values), b.CustomID+fmt.Sprint(b.Values))
	})
	return list
}

// mine reports whether a request shows something to one person alone, or nothing
// to any person.
func mine(q localcord.Request, id localcord.ID) bool {
	return !q.Everyone && !slices.ContainsFunc(q.Only, func(o localcord.ID) bool { return o != id })
}

// TestStrangersPress lets a person who is not at the table press everything that
// was ever shown at it. They press on the board, on the panels of others and on
// nothing at all, in two languages. Nothing changes, no other person sees anything of
// it, and the answer is for them alone. What was never shown is pressed on one of these,
// and in English on each where its argument is the usual one. Of these CI presses all.
func TestStrangersPress(t *testing.T) {
	gametest.NotShort(t)
	for _, russian := range []bool{false, true}[:gametest.Often(2, 2, 1)] {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			people := []string{"Boris", "Eve", "Kate"}
			panels := w.match("rounds:2", people...)
			w.press("Boris", panels["Boris"], "Scores")
			w.press("Boris", panels["Boris"], "Back")
			w.press("Eve", panels["Eve"], "Toss for it")
			synctest.Wait()
			x := newWitness(w, people)
			x.look()
			list := w.handles(0)
			if len(list) < 30 {
				t.Fatalf("only %d buttons were shown", len(list))
			}
			offered := len(list)
			everywhere := offered
			// And what is shown to others than these three, or at other times.
			for _, arg := range []string{"", "yes", "ends", "0", "1", "stop", "-1", "99"} {
				for _, v := range w.bot.router.mux.Actions() {
					id := page.CustomID{Match: w.state().ID, Action: v, Arg: arg}.String()
					list = append(list, localcord.Forged{CustomID: id}, localcord.Forged{CustomID: id, Values: []string{"1"}})
				}
				if arg == "" && !russian {
					everywhere = len(list)
				}
			}
			for _, path := range []string{"@", "@!", "@leave", "@stop", "@!stop", "@kick:0", "@!kick:1", "@!kick:99", "@@", "@!!", "@:"} {
				list = append(list, localcord.Forged{CustomID: screen.CustomID{Match: w.state().ID, Action: screen.ActionOpen, To: path}.String()})
			}
			stranger := w.person("Grace")
			if err := stranger.SetLocale(map[bool]string{false: "en-US", true: "ru"}[russian]); err != nil {
				t.Fatal(err)
			}
			time.Sleep(20 * time.Second)
			rev, phase, before := w.state().Rev, w.state().Phase, w.board().Text()
			from := len(w.record.All())
			messages := []localcord.ID{w.board().ID, panels["Boris"].ID, panels["Eve"].ID, ""}
			for i, f := range list {
				if i >= offered && (i/len(messages))%gametest.Often(1, 2, 5) > 0 {
					continue
				}
				if strings.Contains(f.CustomID, "/"+string(page.Me)+"/") || strings.Contains(f.CustomID, "/"+string(personpage.Remind)+"/") {
					continue // that is theirs
				}
				for k, on := range messages {
					if i >= everywhere && k != i%len(messages) {
						continue
					}
					f.Channel, f.Message = w.here, on
					r, err := stranger.Forge(w.ctx, f)
					if errors.Is(err, localcord.ErrNoAnswer) && on == "" || err == nil && r.Updated {
						continue // that is how it is already: nothing is changed, as is seen below
					}
					w.private(fmt.Sprint(f.CustomID, f.Values, " on ", on), r, err, russian)
				}
				if i%20 == 0 {
					x.look()
				}
			}
			x.look()
			if s := w.state(); s.Rev != rev || s.Phase != phase || len(w.bot.tables.Known(table.All())) != 1 {
				t.Errorf("a stranger changed the table: %s", s.Phase)
			}
			if now := w.board().Text(); now != before {
				t.Errorf("the board became\n%s", now)
			}
			// A press on the board is answered with the board as it is. When the answer to the
			// press before it is not known to have arrived, the board is edited to be sure.
			was := map[part]bool{}
			for _, q := range w.record.All()[:from] {
				if q.Everyone {
					for _, p := range partsOf(q) {
						was[p] = true
					}
				}
			}
			for _, q := range w.record.All()[from:] {
				unseen := slices.ContainsFunc(partsOf(q), func(p part) bool { return p.where != "a key" && !was[p] })
				if !mine(q, stranger.ID()) && (!q.Everyone || unseen) {
					t.Errorf("others are shown something: %s %s", pathOf(q), q.Body)
				}
			}
			x.fail(t)
			if x.secrets == 0 {
				t.Error("nothing was secret")
			}
		})
	}
}

// TestSeatsPressForOthers lets a seat press everything that was shown to the
// others. It presses on its own panel and on the others' panels, with every turn
// number. It plays nothing but its own moves and sees nothing but its own pages.
func TestSeatsPressForOthers(t *testing.T) {
	gametest.NotShort(t)
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:2", people...)
		s := w.state()
		x := newWitness(w, people)
		x.look()
		hand := s.Match.Moves(1)
		eve := w.person("Eve").ID()
		for _, f := range w.handles(0) {
			id, err := screen.ParseCustomID(f.CustomID)
			if err != nil {
				continue
			}
			for _, turn := range s.Turns {
				for _, on := range []localcord.ID{panels["Boris"].ID, panels["Eve"].ID, w.board().ID} {
					id.Turn = turn
					f.Channel, f.Message, f.CustomID = w.here, on, id.String()
					n, from := w.state().Match.N(), len(w.record.All())
					r, err := w.person("Eve").Forge(w.ctx, f)
					if err != nil {
						t.Fatalf("%s: %v", f.CustomID, err)
					}
					synctest.Wait()
					if w.state().Match.N() != n {
						move := id.To
						if len(f.Values) > 0 {
							_, move, _ = strings.Cut(f.Values[0], "/")
						}
						if !slices.Contains(hand, move) {
							t.Errorf("Eve plays %q, and has %q", move, hand)
						}
						hand = nil // the next one would be another's
						continue   // the others' pages follow
					}
					for _, q := range w.record.All()[from:] {
						if !mine(q, eve) {
							t.Errorf("%s shows something to somebody else: %s", f.CustomID, pathOf(q))
						}
					}
					if r.Message != nil && r.Message.EphemeralFor != eve {
						t.Errorf("%s is answered on what is %q's", f.CustomID, r.Message.EphemeralFor)
					}
				}
			}
			x.look()
		}
		if hand != nil {
			t.Error("Eve played nothing of her own")
		}
		x.fail(t)
		if x.secrets == 0 {
			t.Error("nothing was secret")
		}
	})
}

// TestForgedIDs sends ids that no button of the bot has: torn, changed, too long,
// in every script. It sends them as a press, a menu and a form. It does so on the
// server, on another one and in direct messages. Each is refused in private and
// changes nothing.
func TestForgedIDs(t *testing.T) {
	gametest.NotShort(t)
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		panels := w.match("", people...)
		s := w.state()
		good := screen.CustomID{Match: s.ID, Turn: s.Turns[1], Action: screen.ActionDo, To: s.Match.Moves(0)[0]}.String()
		var ids []string
		for _, whole := range []string{good, "b/" + s.ID + "/stop/", "b/-/rules/lullaby:0", "b/" + s.ID + "/value/pace"} {
			for i := range whole {
				ids = append(ids, whole[:i], whole[i:], whole[:i]+"/"+whole[i:], whole[:i]+"\x00"+whole[i:], whole[:i]+"é"+whole[i+1:])
			}
		}
		for _, n := range []int{70, 82, 83, 84, 85, 100, 101, 200, 4000, 100_000} {
			ids = append(ids, strings.Repeat("x", n), "m/"+s.ID+"/0/o/"+strings.Repeat("я", n), "m/"+s.ID+"/0/d/play "+strings.Repeat("9", n),
				"b/"+s.ID+"/option/"+strings.Repeat("a", n), "b/-/rules/"+strings.Repeat("a", n), "m/"+s.ID+"/0/a/"+strings.Repeat("../", n/3))
		}
		for _, x := range weapons {
			ids = append(ids, x.text, "m/"+s.ID+"/0/o/"+x.text, "m/"+s.ID+"/0/d/name "+strconv.Quote(x.text), "b/"+s.ID+"/join/"+x.text, "b/-/page/"+x.text)
		}
		ids = append(ids, "m/"+s.ID+"/2147483647/o/", "m/"+s.ID+"/zik0zj/d/toss", "m/"+s.ID+"/-1/d/toss", "m/"+s.ID+"/0.99/d/toss", "m/"+strings.ToUpper(s.ID)+"/0/d/toss")
		time.Sleep(20 * time.Second)
		from := len(w.record.All())
		n, rev := 0, w.state().Rev
		send := func(who string, f localcord.Forged) {
			n++
			f.Channel = w.here
			r, err := w.person(who).Forge(w.ctx, f)
			if r != nil && r.Modal != nil {
				return // a separate form
			}
			w.private(fmt.Sprintf("%.60q", f.CustomID), r, err, false)
			if w.state().Rev != rev {
				rev = w.state().Rev
				t.Errorf("%.60q %.60q changes the table", f.CustomID, f.Values)
			}
		}
		for i, id := range among(ids, 2, 4) {
			parsed, err := screen.ParseCustomID(id)
			if id == "b/"+s.ID+"/stop/" || strings.HasPrefix(id, "d/") || err == nil && slices.Contains(s.Match.Moves(0), parsed.To) {
				continue // that is theirs to press
			}
			send("Boris", localcord.Forged{Message: panels["Boris"].ID, CustomID: id})
			switch i % 3 { // each way to change an id meets each of them, at other letters
			case 0:
				send("Eve", localcord.Forged{Message: panels["Eve"].ID, CustomID: id, Fields: []localcord.Field{{CustomID: id, Value: id}}})
				send("Eve", localcord.Forged{Message: panels["Eve"].ID, CustomID: id, Guild: "77"})
				send("Eve", localcord.Forged{CustomID: id, Direct: true})
			case 1:
				send("Grace", localcord.Forged{Message: w.board().ID, CustomID: id, Values: []string{id}})
			case 2:
				send("Boris", localcord.Forged{CustomID: "m/" + s.ID + "/0/s/0", Message: panels["Boris"].ID, Values: []string{id}})
			}
		}
		// What is right here is wrong on another server, and in direct messages.
		for _, f := range w.handles(0) {
			if !strings.Contains(f.CustomID, s.ID) {
				continue
			}
			for _, f.Direct = range []bool{false, true} {
				f.Guild = "77"
				send("Boris", f)
			}
		}
		if now := w.state(); now.Rev != rev || now.Phase != table.Live {
			t.Errorf("a forged id changes the table: %s", now.Phase)
		}
		for _, q := range w.record.All()[from:] {
			if q.Everyone {
				t.Errorf("everybody is shown something: %s %s", pathOf(q), q.Body)
			}
		}
		if n < gametest.Often(1500, 750, 350) || w.harmless(from, w.ids(people...)...) < n/2 {
			t.Errorf("%d were sent", n)
		}
		if strings.Contains(w.log.String(), "incident") || strings.Contains(w.log.String(), `"level":"error"`) {
			t.Errorf("something broke:\n%s", w.log)
		}
	})
}

// spy is a gateway that keeps what it hands over, to hand it over again.
type spy struct {
	Gateway
	last *discord.Interaction
}

func (s *spy) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	return s.Gateway.Run(ctx, func(shard discord.ShardID, e discord.Event) {
		if ix, ok := e.(*discord.Interaction); ok {
			s.last = ix
		}
		handle(shard, e)
	})
}

// TestReplayed sends the same press again: at once, after another one, and to a bot
// that was started again. It is played once.
func TestReplayed(t *testing.T) {
	way := &spy{}
	virtual(t, "en-US", func(c *Config) { way.Gateway = c.Gateway; c.Gateway = way }, func(t *testing.T, w *town) {
		panels := w.match("rounds:2", "Boris", "Eve")
		n := w.state().Match.N()
		w.press("Boris", panels["Boris"], "Toss for it")
		synctest.Wait()
		boris := *way.last
		again := func(ix discord.Interaction) {
			ix.Received = time.Now()
			w.bot.events.dispatch(discord.ShardID{Of: 1}, &ix)
			synctest.Wait()
		}
		again(boris)
		if now := w.state().Match.N(); now != n+1 {
			t.Errorf("played twice: %d after %d", now, n)
		}
		w.stop()
		time.Sleep(time.Minute)
		w.start()
		again(boris)
		other := boris // the same id, of another person: it is not theirs to send
		other.User = discord.User{ID: w.state().Players[1].ID, Name: "Eve"}
		again(other)
		if now := w.state().Match.N(); now != n+1 {
			t.Errorf("played twice after a start: %d after %d", now, n)
		}
		w.press("Eve", panels["Eve"], "Toss for it")
		eve := *way.last
		again(eve)
		again(boris)
		if now := w.state().Match.N(); now != n+2 {
			t.Errorf("an old press plays in the next turn: %d after %d", now, n)
		}
		// What is not played is not done twice either.
		w.does(w.person("Kate").Command(w.ctx, w.srv.NewChannel("again"), "dream play", map[string]any{"game": "lullaby"}))
		again(*way.last)
		if n := len(w.bot.tables.Known(table.All())); n != 2 {
			t.Errorf("%d tables", n)
		}
		for _, q := range w.record.All() {
			if q.Status >= 500 {
				t.Errorf("%s: %d", pathOf(q), q.Status)
			}
		}
		if strings.Contains(w.log.String(), `"level":"error"`) {
			t.Error(w.log)
		}
	})
}

// TestOldIDs presses everything that was shown before, in the last turn of a match
// and after its end. Nothing of it plays.
func TestOldIDs(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		panels := w.match("rounds:2", people...)
		old := w.handles(0)
		for _, who := range people {
			synctest.Wait()
			w.press(who, panels[who], "Toss for it")
		}
		synctest.Wait()
		press := func() {
			n := w.state().Match.N()
			for _, f := range old {
				if id, err := screen.ParseCustomID(f.CustomID); err != nil || id.Action == screen.ActionOpen {
					continue
				}
				for _, who := range people {
					f.Channel, f.Message = w.here, w.panelOf(who).ID
					r, err := w.person(who).Forge(w.ctx, f)
					w.private("the old "+f.CustomID, r, err, false)
				}
			}
			if now := w.state().Match.N(); now != n {
				t.Errorf("something old plays: %d after %d", now, n)
			}
		}
		press()
		w.play(people, panels)
		if s := w.state(); s.Phase != table.Over {
			t.Fatalf("the match is %s", s.Phase)
		}
		press()
	})
}

// TestNobodySits sends interactions without a user while a seat has no owner. They
// do not get the seat.
func TestNobodySits(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		w.match("", people...)
		s := w.state()
		if _, err := w.bot.tables.Send(w.ctx, s.ID, table.Action{Kind: table.Leave, Asked: table.Whatever, User: s.Players[1].User}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		s = w.state()
		if !s.Players[1].Open {
			t.Fatalf("the seat is %+v", s.Players[1])
		}
		if _, seated := s.Seat(0); seated {
			t.Error("nobody has a seat")
		}
		n, from := s.Match.N(), len(w.record.All())
		for i, id := range []string{
			page.CustomID{Match: s.ID, Action: page.Panel}.String(), page.CustomID{Match: s.ID, Action: page.Leave, Arg: "goes-on"}.String(),
			page.CustomID{Match: s.ID, Action: page.Back}.String(), page.CustomID{Match: s.ID, Action: page.Stop, Arg: "ends"}.String(),
			screen.CustomID{Match: s.ID, Turn: s.Turns[2], Action: screen.ActionDo, To: "toss"}.String(), screen.CustomID{Match: s.ID, Turn: s.Turns[2], Action: screen.ActionOpen}.String(),
		} {
			w.bot.events.dispatch(discord.ShardID{Of: 1}, &discord.Interaction{
				ID: discord.IDAt(time.Now()) + discord.ID(i), App: 1, Token: fmt.Sprint("nobody", i), Type: discordgo.InteractionMessageComponent, Guild: s.Guild,
				Channel: s.Channel, CustomID: id, Received: time.Now(),
			})
		}
		synctest.Wait()
		if now := w.state(); now.Match.N() != n || now.Phase != table.Live {
			t.Error("nobody plays")
		}
		hidden := s.Match.Hidden(games.Viewer{})
		for _, q := range w.record.All()[from:] {
			if !strings.Contains(q.Path, "nobody") {
				continue
			}
			for _, p := range partsOf(q) {
				for _, word := range hidden {
					if holds(p.text, word) {
						t.Errorf("nobody is shown %q", word)
					}
				}
			}
		}
	})
}

// TestServersThatAreNotAllowed uses the bot where it does not serve.
func TestServersThatAreNotAllowed(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		s := w.state()
		w.stop()
		w.with = func(c *Config) { c.Guilds = []discord.ID{s.Guild + 1} }
		w.start()
		time.Sleep(30 * time.Second) // those who are late have been called
		from := len(w.record.All())
		for _, ru := range []bool{false, true} {
			p := w.person("Boris")
			if err := p.SetLocale(map[bool]string{false: "en-US", true: "ru"}[ru]); err != nil {
				t.Fatal(err)
			}
			for _, words := range []string{"play", "panel", "rules", "stop", "settings", "me"} {
				var o map[string]any
				if words == "play" {
					o = map[string]any{"game": "lullaby"}
				}
				r, err := p.Command(w.ctx, w.here, typedAs(words), o)
				w.private(words, r, err, ru)
				if !has(r.Message, map[bool]string{false: "does not work on this server", true: "бот не работает"}[ru]) {
					t.Errorf("%s:\n%s", words, r.Message.Text())
				}
			}
			r, err := p.Command(w.ctx, w.here, "name", map[string]any{"text": "x"})
			w.private("name", r, err, ru)
			r, err = p.Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: page.CustomID{Match: s.ID, Action: page.Panel}.String()})
			w.private("the board", r, err, ru)
			if choices, err := p.Complete(w.ctx, w.here, "dream play", "options", "ro", map[string]any{"game": "lullaby"}); err == nil && len(choices) > 0 {
				t.Errorf("proposals: %v", choices)
			}
		}
		for _, q := range w.record.All()[from:] {
			if q.Everyone {
				t.Errorf("everybody is shown something: %s", pathOf(q))
			}
		}
		// On the server that is allowed the same bot plays.
		r, err := w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Guild: localcord.ID((s.Guild + 1).String()), Command: command("dream", "rules", nil)})
		if err != nil || !has(r.Message, "Everybody plays one dream") {
			t.Errorf("where it is allowed: %v", err)
		}
		r, err = w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Direct: true, Command: command("dream", "rules", nil)})
		if err != nil || !has(r.Message, "Everybody plays one dream") {
			t.Errorf("in direct messages: %v", err)
		}
	})
}

// TestModeratorsOfAnotherChannel asks who is a moderator of a table. A person who
// may manage another channel, and presses there, is not.
func TestModeratorsOfAnotherChannel(t *testing.T) {
	s := &table.State{Channel: 5, Thread: 6}
	for _, c := range []struct {
		name    string
		channel discord.ID
		parent  discord.ID
		may     uint64
		want    bool
	}{
		{"there", 5, 0, discordgo.PermissionManageChannels, true}, {"in its thread", 6, 5, discordgo.PermissionManageChannels, true},
		{"in another thread of it", 7, 5, discordgo.PermissionManageChannels, true}, {"elsewhere", 9, 0, discordgo.PermissionManageChannels | discordgo.PermissionManageMessages, false},
		{"in a thread elsewhere", 9, 8, discordgo.PermissionManageChannels, false}, {"elsewhere, of everything", 9, 0, discordgo.PermissionAdministrator, true},
		{"there, of messages", 5, 0, discordgo.PermissionManageMessages, false},
	} {
		got := route.IsModerator(&discord.Interaction{Channel: c.channel, Parent: c.parent, Permissions: c.may}, s)
		if got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestStorms lets a crowd press, type, fill in forms and write directly as fast as
// the network carries it. All of it is in one virtual second, while others play on
// the same server and on another. The storm is answered now and then. The others
// are answered at once.
func TestStorms(t *testing.T) {
	gametest.NotShort(t)
	crowds := map[string]int{"one user": 1, "forty users": 40}
	for _, name := range casesAmong(crowds, 1, 2) {
		users := crowds[name]
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", func(c *Config) { c.Each = 10 }, func(t *testing.T, w *town) {
				panels := w.match("", "Boris", "Eve")
				s := w.state()
				time.Sleep(20 * time.Second) // everything has arrived, and no deadline is near
				from := len(w.record.All())
				const storm = 1000
				form := []localcord.Field{{CustomID: "0", Value: "x"}}
				kinds := []localcord.Forged{
					{CustomID: page.CustomID{Match: s.ID, Action: page.Panel}.String()},
					{CustomID: screen.CustomID{Match: s.ID, Action: screen.ActionFill, To: "name"}.String(), Fields: form},
					{Command: command("dream", "panel", nil)},
					{CustomID: page.CustomID{Action: page.Me}.String(), Direct: true},
				}
				var all sync.WaitGroup
				begin := time.Now()
				for i := range storm {
					f := kinds[i%len(kinds)]
					f.Channel = w.here
					who := w.person("Mallory" + strconv.Itoa(i%users))
					all.Go(func() {
						time.Sleep(time.Duration(i) * time.Millisecond)
						if i%10 == 9 {
							_, err := who.Complete(w.ctx, w.here, "dream play", "options", "ro", map[string]any{"game": "lullaby"})
							ignored(t, err)
							return
						}
						_, err := who.Forge(w.ctx, f)
						ignored(t, err)
					})
				}
				time.Sleep(500 * time.Millisecond)
				if r := w.press("Boris", panels["Boris"], "Toss for it"); !r.Updated {
					t.Error("Boris is not answered on his panel")
				}
				if took := time.Since(begin); took > 600*time.Millisecond {
					t.Errorf("Boris is answered after %v", took-500*time.Millisecond)
				}
				if r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Guild: "77", Command: command("dream", "rules", nil)}); err != nil || !has(r.Message, "Everybody plays one dream") {
					t.Errorf("on another server: %v", err)
				}
				all.Wait()
				answers, told := 0, 0
				for _, q := range w.record.All()[from:] {
					if !strings.HasSuffix(strings.Split(q.Path, "?")[0], "/callback") {
						continue
					}
					answers++
					if strings.Contains(string(q.Body), "Too fast") {
						told++
						if q.Everyone || len(q.Only) != 1 {
							t.Error("everybody is told")
						}
					}
				}
				// Each person gets twenty answers at once and ten in the second.
				// For what is typed it is twice as many. Each person gets one
				// reminder.
				most := users*(3*10+3*20+1) + 2
				if users > 1 {
					most = storm + 2
				}
				if answers > most || answers < 10 {
					t.Errorf("%d answers, of %d presses", answers, storm)
				}
				if told > users || users == 1 && told != 1 {
					t.Errorf("%d are told that they are too fast", told)
				}
				if strings.Contains(w.log.String(), `"level":"error"`) {
					t.Error(w.log)
				}
				if n := strings.Count(w.log.String(), "\n"); n > 50 {
					t.Errorf("%d lines in the log", n)
				}
			})
		})
	}
}

// ignored is an error that is expected of people who are too fast: no answer comes.
func ignored(t *testing.T, err error) {
	if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
		t.Error(err)
	}
}

// TestLiesAboutMessages: a player presses on the board and on the announcement, and the
// bot is told that these are private messages of theirs. Their page is shown to them
// alone, at once and when it changes later. After a start the bot still knows which
// messages it posted.
func TestLiesAboutMessages(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve"}
		panels := w.match("", people...)
		eve := w.person("Eve").ID()
		posted := []localcord.ID{w.board().ID}
		for _, m := range w.person("Grace").Messages(w.here) {
			posted = append(posted, m.ID)
		}
		if len(posted) < 3 {
			t.Fatalf("only %d messages were posted", len(posted))
		}
		private, err := privateSigns()
		if err != nil {
			t.Fatal(err)
		}
		private = append(private, "Your dreams:")
		for _, again := range []bool{false, true} {
			if again {
				w.stop()
				w.start()
			}
			s, from := w.state(), len(w.record.All())
			owner := map[string]any{"id": "1", "type": 3, "user": map[string]any{"id": eve, "username": "Eve"}}
			for _, on := range posted {
				for _, claims := range []map[string]any{
					{"flags": 64}, {"flags": 64, "interaction_metadata": owner}, {"flags": 64, "interaction_metadata": nil},
				} {
					for _, id := range []string{
						screen.CustomID{Match: s.ID, Turn: s.Turns[2], Action: screen.ActionOpen}.String(),
						page.CustomID{Match: s.ID, Action: page.Panel}.String(), page.CustomID{Match: s.ID, Action: page.Seats}.String(),
						page.CustomID{Action: page.Me}.String(), page.CustomID{Match: s.ID, Action: page.Log, Arg: "0"}.String(),
					} {
						r, err := w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: on, CustomID: id, Claims: claims})
						if err != nil || r.Message == nil || r.Message.EphemeralFor != eve {
							t.Errorf("%s with %v: %v", id, claims, err)
						}
					}
				}
			}
			w.press("Boris", panels["Boris"], map[bool]string{false: "Toss for it", true: "Scores"}[again]) // Eve's panel changes
			time.Sleep(time.Minute)
			for _, q := range w.record.All()[from:] {
				if q.Everyone && slices.ContainsFunc(private, func(sign string) bool { return strings.Contains(string(q.Body), sign) }) {
					t.Errorf("everybody is shown %s %s", pathOf(q), q.Body)
				}
			}
		}
		if strings.Contains(w.log.String(), `"level":"error"`) {
			t.Error(w.log)
		}
	})
}
