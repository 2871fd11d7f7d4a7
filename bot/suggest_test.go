package bot

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/home"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/store"
)

// TestSuggest: a person alone asks what to do, and the move is marked. Nothing is
// played. Where a second person sits there is no such thing.
func TestSuggest(t *testing.T) {
	for locale, say := range map[string][3]string{
		"en-US": {"Suggest", "A strong player: ", "only while you play alone with bots"},
		"ru":    {"Совет", "Сильный игрок: ", "только когда вы играете с одними ботами"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			if err := w.person("Boris").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			w.dream("Boris", "play", map[string]any{"game": "lullaby"})
			w.own("Boris", w.board(), "start")
			panel := w.own("Boris", w.board(), "panel").Message
			before := w.state()
			r := w.press("Boris", panel, say[0])
			if !r.Updated || !has(r.Message, say[1]) || !marked(r.Message) {
				t.Fatalf("the suggestion:\n%s", r.Message.Text())
			}
			after := w.state()
			if after.Turns[1] != before.Turns[1] {
				t.Errorf("the turn is %d and was %d", after.Turns[1], before.Turns[1])
			}
			w.dream("Boris", "pause", nil)
			if p := w.own("Boris", w.board(), "panel").Message; p.Button(say[0]) != nil {
				t.Errorf("while the match is paused:\n%s", p.Text())
			}
			w.dream("Boris", "resume", nil)
			if panel = w.own("Boris", w.board(), "panel").Message; panel.Button(say[0]) == nil {
				t.Errorf("after the pause:\n%s", panel.Text())
			}
			r = w.own("Eve", w.board(), "take")
			w.press("Eve", r.Message, page.CustomID{Match: after.ID, Action: page.TakeSeat, Arg: page.SeatArg{Seat: 1, Whom: after.Players[1].ID}.String()}.String())
			if p := w.now("Boris", panel); p.Button(say[0]) != nil {
				t.Errorf("beside Eve:\n%s", p.Text())
			}
			id := page.CustomID{Match: after.ID, Action: page.Suggest}.String()
			if r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panel.ID, CustomID: id})); !has(r.Message, say[2]) || has(r.Message, say[1]) {
				t.Errorf("a forged press:\n%s", r.Message.Text())
			}
		})
	}
}

// marked reports whether a control of a message is marked as suggested, besides the
// one that asks for it.
func marked(m *localcord.Message) bool {
	for _, b := range m.Buttons() {
		if b.Emoji != nil && b.Emoji.Name == "💡" && !strings.HasPrefix(b.CustomID, "b/") && !b.Disabled {
			return true
		}
	}
	for _, menu := range m.Menus() {
		for _, o := range menu.Options {
			if o.Emoji != nil && o.Emoji.Name == "💡" {
				return true
			}
		}
	}
	return false
}

// TestSuggestEverywhere: each move of the strong player is found on the pages of its
// seat, in every game.
func TestSuggestEverywhere(t *testing.T) {
	for _, g := range all.Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			list, err := loadGames([]games.Game{g})
			if err != nil {
				t.Fatal(err)
			}
			pages, s := unpaintedOf(list), aloneAt(t, g)
			inputs := gametest.Often(250, 100, 40)
			found, waited := 0, 0
			for n := range inputs {
				s.Status, s.Clock = s.Match.Status(), s.Match.At()
				if s.Status.Over {
					if found >= 5 {
						break
					}
					if s.Match, err = g.Deal(games.Seed{8, byte(n)}, games.Table{Seats: len(s.Players), Options: s.Options}); err != nil {
						t.Fatal(err) // the game is short: another match
					}
					continue
				}
				if page.Suggests(s, 0) {
					found++
					move, waits := "", s.Match.Waits(0, games.Strong)
					if !waits {
						move, _ = s.Match.Choose(0, games.Strong)
					}
					for _, lang := range text.Langs {
						shown, err := pages.Panel(s, page.Reader{User: 1, Lang: lang}, page.SuggestPath, false)
						if err != nil {
							t.Fatal(err)
						}
						if err := discord.Check(shown.Message); err != nil || len(shown.Faults) > 0 {
							t.Fatalf("%q: %v %v", move, err, shown.Faults)
						}
						if waits {
							if said := shown.Message.Embeds[0].Description; !strings.HasPrefix(said, map[text.Lang]string{text.Russian: "💡 Сильный игрок сейчас подождал бы", text.English: "💡 A strong player would wait"}[lang]) || suggestsMove(shown.Message, move) {
								t.Fatalf("to wait is not suggested:\n%s", said)
							}
							waited++
							continue
						}
						if !suggestsMove(shown.Message, move) {
							t.Fatalf("%q is not suggested:\n%s", move, shown.Message.Embeds[0].Description)
						}
					}
				}
				s.Match = autoplayed(t, s.Match)
			}
			if found < 5 {
				t.Errorf("only %d moves were suggested", found)
			}
			if g.Waits() && waited == 0 {
				t.Error("nobody was advised to wait")
			}
		})
	}
}

// aloneAt is a table at which person 1 has seat 0 among automatic players.
func aloneAt(t *testing.T, g games.Game) *table.State {
	t.Helper()
	options, err := g.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	seats := page.Best(g.Info())
	m, err := g.Deal(games.Seed{7}, games.Table{Seats: seats, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	s := &table.State{
		ID: "abcdefghij", Guild: 1, Channel: 2, Game: g, Phase: table.Live, Host: 1, Options: options, Lang: text.English,
		Match: m, Running: true, Since: time.Now(), Turns: make([]int, seats+1),
	}
	for i := range seats {
		s.Players = append(s.Players, table.Player{User: table.User{ID: discord.ID(i + 1), Name: "Nox"}, Auto: i > 0})
	}
	return s
}

// TestSuggestWhy: in a game of deduction, a suggestion about a player says what they are
// taken for and how surely, in every language.
func TestSuggestWhy(t *testing.T) {
	g, _ := all.Find("dream-fortress")
	list, err := loadGames([]games.Game{g})
	if err != nil {
		t.Fatal(err)
	}
	pages, s := unpaintedOf(list), aloneAt(t, g)
	odds := map[text.Lang]*regexp.Regexp{
		text.English: regexp.MustCompile(`Nox: a [^.(]+, \d\d? %( \(by Insights alone \d\d? %\))?\.`),
		text.Russian: regexp.MustCompile(`Nox: [^.(]+, \d\d? %( \(по Озарениям \d\d? %\))?\.`),
	}
	found := map[text.Lang]int{}
	for range 120 {
		if s.Status, s.Clock = s.Match.Status(), s.Match.At(); s.Status.Over {
			break
		}
		if page.Suggests(s, 0) {
			for _, lang := range text.Langs {
				shown, err := pages.Panel(s, page.Reader{User: 1, Lang: lang}, page.SuggestPath, false)
				if err != nil {
					t.Fatal(err)
				}
				if odds[lang].MatchString(shown.Message.Embeds[0].Description) {
					found[lang]++
				}
			}
		}
		s.Match = autoplayed(t, s.Match)
	}
	if found[text.English] == 0 || found[text.English] != found[text.Russian] {
		t.Errorf("a reason was shown so often: %v", found)
	}
}

// autoplayed is a match after its next input, which an automatic player makes.
func autoplayed(t *testing.T, m games.Match) games.Match {
	t.Helper()
	in := games.Input{N: m.N() + 1, At: m.At() + time.Second, Kind: games.KindExpire, Seat: games.Nobody}
	if st := m.Status(); st.Due == 0 || in.At < st.Due {
		for k := range st.Awaits { // not always the first one
			seat := st.Awaits[(k+in.N)%len(st.Awaits)]
			if move, ok := m.Choose(seat, games.Normal); ok {
				in.Kind, in.Seat, in.Move = games.KindPlay, seat, move
				break
			}
		}
		if in.Kind == games.KindExpire {
			in.At = max(in.At, st.Due)
		}
	}
	next, err := m.Do(in)
	if err != nil {
		t.Fatalf("%+v: %v", in, err)
	}
	return next
}

// suggestsMove reports whether a message marks a control that plays a move, or a form
// whose words stand above it.
func suggestsMove(m *discord.Message, move string) bool {
	for _, row := range m.Components {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				id, err := screen.ParseCustomID(c.CustomID)
				if c.Emoji == "💡" && err == nil && (id.Action == screen.ActionAsk || id.Action == screen.ActionDo && id.To == move) {
					return true
				}
			case discord.Menu:
				for _, o := range c.Options {
					if o.Emoji == "💡" && strings.HasSuffix(o.Value, "/"+move) {
						return true
					}
				}
			}
		}
	}
	return false
}

// brokenPresets is a store that cannot read presets.
type brokenPresets struct {
	home.Store
	err error
}

func (b brokenPresets) Presets(context.Context, uint64) ([]store.Preset, error) { return nil, b.err }

// TestNothingSuggested: the person who types is answered with no suggestions where there can be
// none. Without an answer Discord would say that loading has failed.
func TestNothingSuggested(t *testing.T) {
	for name, with := range map[string]func(*Config){
		"nothing can be read": func(c *Config) {
			c.Stores.Features.Homes = brokenPresets{c.Stores.Features.Homes, store.ErrUnreachable}
		},
		"an incident": func(c *Config) {
			c.Stores.Features.Homes = brokenPresets{c.Stores.Features.Homes, errors.New("canary of a store")}
		},
		"a server that is not allowed": func(c *Config) { c.Guilds = []discord.ID{77} },
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, "en-US", with, func(t *testing.T, w *town) {
				list, err := w.person("Eve").Complete(w.ctx, w.here, "dream play", "preset", "a", map[string]any{"game": "lullaby"})
				if err != nil || len(list) > 0 {
					t.Errorf("%v, %v", list, err)
				}
			})
		})
	}
}
