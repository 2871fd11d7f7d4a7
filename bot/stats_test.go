package bot

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// results asks for a page of what was played.
func (w *town) results(who string, channel localcord.ID, of string) *localcord.Message {
	w.t.Helper()
	options := map[string]any{}
	if of != "" {
		options["user"] = string(w.person(of).ID())
	}
	return w.does(w.person(who).Command(w.ctx, channel, "dream stats", options)).Message
}

// TestStats plays a match to its end. Then every person finds it, as far as the server and
// its players want that.
func TestStats(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		if m := w.results("Boris", w.here, ""); !m.Ephemeral() || !has(m, "Your results", "No finished match") {
			t.Errorf("before the first match:\n%s", m.Text())
		}
		if m := w.results("Boris", w.here, "Eve"); !has(m, "has not finished a match here") {
			t.Errorf("of somebody who never played:\n%s", m.Text())
		}
		people := []string{"Boris", "Eve", "Kate"}
		panels := w.match("rounds:1", people...)
		if m := w.results("Boris", w.here, ""); !has(m, "No finished match") {
			t.Errorf("a match that is on counts:\n%s", m.Text())
		}
		w.play(people, panels)
		w.settleStats()
		m := w.results("Boris", w.here, "")
		if !m.Ephemeral() || !has(m, "Matches: 1", "Most often together", "Eve (1)", "Kate (1)") || len(m.Embeds) != 1 || m.Embeds[0].Image == nil {
			t.Errorf("after a match:\n%s", m.Text())
		}
		server := w.press("Boris", m, "Server")
		if !server.Updated || !has(server.Message, "Results of this server", "Matches: 1 · players: 3", "Lullaby (1)") {
			t.Errorf("of the server:\n%s", server.Message.Text())
		}
		if alt := server.Message.Embeds[0].Image.Description; !strings.Contains(alt, "Kate: 1 played") {
			t.Errorf("the picture is described as %q", alt)
		}
		if m := w.press("Boris", server.Message, "My results").Message; !has(m, "Your results") {
			t.Errorf("back:\n%s", m.Text())
		}
		if m := w.results("Mallory", w.here, "Eve"); !has(m, "Eve · results", "Matches: 1") {
			t.Errorf("of another:\n%s", m.Text())
		}
	})
}

// TestStatsAlone: after a match alone with bots, its results are there at once, with the game and
// a picture.
func TestStatsAlone(t *testing.T) {
	for lang, want := range map[string][]string{
		"en-US": {"Alone with bots: 1 match, ", "Lullaby (1)"},
		"ru":    {"С одними ботами: 1 партия, ", "Колыбельная (1)"},
	} {
		t.Run(lang, func(t *testing.T) {
			virtual(t, lang, nil, func(t *testing.T, w *town) {
				if err := w.person("Boris").SetLocale(lang); err != nil {
					t.Fatal(err)
				}
				w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby", "options": "rounds:1"}))
				w.press("Boris", w.board(), map[string]string{"en-US": "Play alone", "ru": "Играть одному"}[lang])
				match := w.state().ID
				for range 200 {
					s := w.table(match)
					if s.Phase != table.Live {
						break
					}
					if slices.Contains(s.Status.Awaits, 0) {
						w.chooses(s)
					}
					time.Sleep(5 * time.Second)
				}
				w.settleStats()
				m := w.results("Boris", w.here, "")
				if !has(m, want...) || len(m.Embeds) != 1 || m.Embeds[0].Image == nil {
					t.Errorf("after a match alone:\n%s", m.Text())
				}
				for _, b := range m.Buttons() {
					if b.Disabled {
						t.Errorf("there is a choice of one: %q", b.Label)
					}
				}
			})
		})
	}
}

// settleStats waits until matches that ended are summed up.
func (w *town) settleStats() {
	time.Sleep(time.Second)
	synctest.Wait()
}

// TestStatsOfOthers: a server may show no results, and a person may leave the boards.
func TestStatsOfOthers(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		w.play(people, w.match("rounds:1", people...))
		w.settleStats()
		before := w.results("Boris", w.here, "Eve")
		me := w.does(w.person("Eve").Command(w.ctx, w.here, "dream me", nil)).Message
		if me = w.press("Eve", me, "Hide my results").Message; !has(me, "shown only to you", "Saved.") {
			t.Errorf("Eve hides:\n%s", me.Text())
		}
		if rows := w.kept("Eve").Rows("choices"); len(rows) != 1 || string(rows[0]) != `{"setting":"listed","chosen":"no"}` {
			t.Errorf("of her choice is kept: %s", rows)
		}
		for who, m := range map[string]*localcord.Message{
			"another":  w.results("Boris", w.here, "Eve"),
			"a button": w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: before.ID, CustomID: "b/-/stats/" + string(w.person("Eve").ID()) + ":0:"})).Message,
			"Boris":    w.results("Boris", w.here, ""),
			"all":      w.press("Boris", w.results("Boris", w.here, ""), "Server").Message,
		} {
			if has(m, "Eve") || strings.Contains(altOf(m), "Eve") {
				t.Errorf("Eve is hidden, and %s shows:\n%s", who, m.Text())
			}
		}
		if m := w.results("Eve", w.here, ""); !has(m, "Matches: 1", "Only you see this") {
			t.Errorf("Eve's own page:\n%s", m.Text())
		}
		if me = w.press("Eve", me, "Show my results").Message; !has(me, "shown to others") || !has(w.results("Boris", w.here, "Eve"), "Matches: 1") {
			t.Errorf("Eve is back:\n%s", me.Text())
		}

		page := w.set("boards", "no")
		if !has(page, "Итоги партий: **не показываются**") {
			t.Fatalf("the server hides:\n%s", page.Text())
		}
		if m := w.results("Boris", w.here, "Kate"); !has(m, "This server shows no results") {
			t.Errorf("of another:\n%s", m.Text())
		}
		if m := w.results("Boris", w.here, ""); !has(m, "Matches: 1") || m.Button("Server") != nil {
			t.Errorf("one's own:\n%s", m.Text())
		}
	})
}

// altOf describes the picture of a message.
func altOf(m *localcord.Message) string {
	if len(m.Embeds) == 0 || m.Embeds[0].Image == nil {
		return ""
	}
	return m.Embeds[0].Image.Description
}

// TestStatsInDirectMessages: there every person sees only their own, of all servers.
func TestStatsInDirectMessages(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		people := []string{"Boris", "Eve", "Kate"}
		w.play(people, w.match("rounds:1", people...))
		w.settleStats()
		dm := w.writes("Boris")
		if m := w.results("Boris", dm, ""); !has(m, "Matches: 1") || m.Button("Server") != nil {
			t.Errorf("one's own:\n%s", m.Text())
		}
		if m := w.results("Boris", dm, "Eve"); has(m, "Matches: 1") || !has(m, "server") {
			t.Errorf("of another:\n%s", m.Text())
		}
	})
}

// TestSummariesAreSaid: what the games keep of matches has words in every language, and
// is kept of no match that is still on.
func TestSummariesAreSaid(t *testing.T) {
	for _, g := range all.Games {
		t.Run(g.Info().Name, func(t *testing.T) {
			say, err := text.Load(words.Catalogue(), g.Info().Locale)
			if err != nil {
				t.Fatal(err)
			}
			options, err := g.Info().Complete(nil)
			if err != nil {
				t.Fatal(err)
			}
			table := games.Table{Seats: g.Info().Min, Options: options}
			r, err := record.Simulate(g, table, record.MatchSeed(1, 0), record.Options{Strengths: []games.Strength{games.Easy}})
			if err != nil {
				t.Fatal(err)
			}
			m, err := g.Deal(r.Seed, table)
			for _, step := range r.Inputs {
				if err != nil {
					t.Fatal(err)
				}
				if s := m.Summary(); len(s.Roles) > 0 || s.Moment != nil {
					t.Errorf("after %d inputs: %+v", m.N(), s)
				}
				m, err = m.Do(step.Input)
			}
			if err != nil || !m.Status().Over {
				t.Fatalf("it does not end: %v", err)
			}
			s := m.Summary()
			catalogue, err := text.Load(nil, g.Info().Locale)
			if err != nil {
				t.Fatal(err)
			}
			named := slices.ContainsFunc(catalogue.Keys(), func(k string) bool { return strings.HasPrefix(k, "role.") })
			if named != (len(s.Roles) > 0) {
				t.Errorf("its roles are %+v; the catalogue names some: %v", s.Roles, named)
			}
			if best := s.Moment; best != nil {
				for _, l := range text.Langs {
					for _, key := range []string{"moment", "moment.title", "moment.wordless"} {
						if words := page.Label(say, l, ui.T(key, best.Numbers[0], best.Numbers[1])); words == "" || strings.Contains(words, "moment") {
							t.Errorf("%s in %s: %q", key, l, words)
						}
					}
				}
			}
			for _, r := range s.Roles {
				if r.Times < r.Reached || r.Times < 1 || int(r.Seat) >= m.Seats() {
					t.Errorf("%+v", r)
				}
				for _, l := range text.Langs {
					if words := page.Label(say, l, ui.T("role."+r.Role)); words == "" || strings.Contains(words, "role.") {
						t.Errorf("%s in %s: %q", r.Role, l, words)
					}
				}
			}
		})
	}
}
