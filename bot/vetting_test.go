package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	vettingpage "oneiros/bot/vetting/page"
	"oneiros/games"
)

// vets has the owner of the server let told dreams wait, or not.
func (w *town) vets(value string) {
	w.t.Helper()
	if m := w.forges("Аня", page.CustomID{Action: "vetting"}, value); m == nil || !m.Ephemeral() {
		w.t.Fatalf("told dreams become %s", value)
	}
}

// waiting is a match of Boris and Eve in which the winner has given a name, which waits.
func (w *town) waiting(name string) (who string, board *localcord.Message) {
	w.t.Helper()
	who = w.naming("Toss for it", "Boris", "Eve")
	w.names(who, name)
	return who, w.board()
}

// decides has a person read what waits, and press a button of the page.
func (w *town) decides(who, button string) (read, answer *localcord.Message) {
	w.t.Helper()
	read = w.own(who, w.board(), string(vettingpage.Read)).Message
	return read, w.press(who, read, button).Message
}

// lacks checks that words are in nothing but what some people are shown alone: neither in logs,
// metrics, custom ids and the audit log, nor on what others see.
func (w *town) lacks(words string, readers ...string) {
	w.t.Helper()
	metrics, err := w.metrics.Gather()
	if err != nil || strings.Contains(w.log.String(), words) || strings.Contains(fmt.Sprint(metrics), words) {
		w.t.Errorf("%q stands in a log or a metric, %v", words, err)
	}
	for _, who := range []string{"Аня", "Boris", "Eve", "Kate", "Mallory"} {
		for _, m := range w.person(who).Messages(w.here) {
			for _, c := range append(m.Buttons(), m.Menus()...) {
				if strings.Contains(c.CustomID, words) {
					w.t.Errorf("%q stands in the id %s", words, c.CustomID)
				}
			}
			if has(m, words) && (!m.Ephemeral() || !slices.Contains(readers, who)) {
				w.t.Errorf("%s reads %q:\n%s", who, words, m.Text())
			}
		}
	}
}

// kinds are the kinds of the last inputs of the newest match, and all of its moves.
func (w *town) kinds(n int) (kinds []games.Kind, moves string) {
	w.t.Helper()
	log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, w.state().ID)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, in := range log[max(len(log)-n, 0):] {
		kinds = append(kinds, in.Kind)
	}
	return kinds, fmt.Sprint(log)
}

// forgets checks that nothing of the newest match has words any longer.
func (w *town) forgets(words string) {
	w.t.Helper()
	if _, moves := w.kinds(0); strings.Contains(moves, words) {
		w.t.Errorf("the log has %q: %s", words, moves)
	}
	m, err := w.bot.conf.Stores.Matches.Match(w.ctx, w.state().ID)
	if err != nil || m.Position == nil || strings.Contains(string(m.Position.Data), words) {
		w.t.Errorf("the position has %q, %v", words, err)
	}
	w.lacks(words)
}

// TestVetting: where told dreams wait, the lobby says it. Until a moderator lets one through,
// its author alone sees it, and who presses to read it. Then every person does.
func TestVetting(t *testing.T) {
	for locale, says := range map[string]struct{ toss, lobby, about, refused, show, done, over, audit, wait, scores string }{
		"en-US": {"Toss for it", "A moderator reads dreams first", "only its author sees the text", "Only moderators read a dream", "Show it", "The dream is shown now", "already been decided", "**Told dream**: shown", "A moderator reads it first", "Scores"},
		"ru":    {"Наугад", "Сны сначала читает модератор", "текст виден только автору", "читают только модераторы", "Показать", "Сон показан", "Это уже решено", "**Рассказанный сон**: показан", "Имя сначала прочтёт модератор", "Счёт"},
	} {
		virtual(t, locale, nil, func(t *testing.T, w *town) {
			for _, who := range []string{"Аня", "Boris", "Eve", "Kate"} {
				if err := w.person(who).SetLocale(locale); err != nil {
					t.Fatal(err)
				}
			}
			w.vets(vettingpage.Wait)
			w.lobbyOf("Kate")
			if m := w.press("Mallory", w.board(), says.lobby).Message; !m.Ephemeral() || locale == "en-US" && !has(m, says.about) {
				t.Errorf("the lobby says:\n%s", m.Text())
			}
			w.here = w.srv.NewChannel("dreams")
			people := []string{"Boris", "Eve"}
			panels := w.match("rounds:2", people...)
			for _, who := range people {
				w.press(who, panels[who], says.toss)
			}
			author := people[w.state().Status.Awaits[0]]
			if m := w.names(author, "моль **зла** @everyone"); !has(m, `моль \*\*зла`) {
				t.Errorf("its author is shown\n%s", m.Text())
			}
			w.lacks("моль", author)
			board := w.board()
			if !has(board, says.wait) || len(w.state().Status.Awaits) > 0 {
				t.Errorf("the board:\n%s", board.Text())
			}
			if m := w.own("Kate", board, string(vettingpage.Read)).Message; !m.Ephemeral() || !has(m, says.refused) || has(m, "моль") {
				t.Errorf("who is no moderator is answered by\n%s", m.Text())
			}
			second := w.own("Аня", board, string(vettingpage.Read)).Message
			read, answer := w.decides("Аня", says.show)
			if !read.Ephemeral() || !has(read, `> моль \*\*зла\*\* \@everyone`) || len(read.Mentions) > 0 {
				t.Errorf("a moderator reads\n%s", read.Text())
			}
			if !has(answer, says.done) || has(answer, "моль") {
				t.Errorf("the decision is answered by\n%s", answer.Text())
			}
			if m := w.press("Аня", second, says.show).Message; !has(m, says.over) || has(m, "моль") {
				t.Errorf("a stale press is answered by\n%s", m.Text())
			}
			if kinds, _ := w.kinds(2); !slices.Equal(kinds, []games.Kind{games.KindHold, games.KindShow}) {
				t.Errorf("the log ends with %v", kinds)
			}
			if m := w.press("Mallory", w.board(), says.scores).Message; !has(m, `моль \*\*зла\*\* \@everyone`) || len(m.Mentions) > 0 {
				t.Errorf("afterwards everybody reads\n%s", m.Text())
			}
			w.logged("the decision", says.audit)
			if strings.Contains(w.auditLog().Text(), "моль") {
				t.Error("the audit log has the dream")
			}
		})
	}
}

// TestVettingWithholds: a dream that a moderator does not let through is nowhere, and neither is
// one for which none comes, or whose match is stopped. A restart changes nothing.
func TestVettingWithholds(t *testing.T) {
	for what, end := range map[string]struct {
		do   func(w *town)
		kind games.Kind
	}{
		"a moderator": {func(w *town) {
			if _, m := w.decides("Аня", "Do not show it"); !has(m, "The dream is not shown") {
				w.t.Errorf("the answer:\n%s", m.Text())
			}
			w.logged("the decision", "**Told dream**: not shown")
		}, games.KindWithhold},
		"no moderator": {func(w *town) { time.Sleep(4 * time.Minute) }, games.KindExpire},
		"a restart": {func(w *town) {
			w.stop()
			w.start()
			time.Sleep(time.Second)
			w.decides("Аня", "Do not show it")
		}, games.KindWithhold},
		"the end of the match": {func(w *town) {
			w.own("Аня", w.does(w.person("Аня").Command(w.ctx, w.here, "table stop", nil)).Message, "stop")
		}, games.KindWithhold},
	} {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			if err := w.person("Аня").SetLocale("en-US"); err != nil {
				t.Fatal(err)
			}
			w.vets(vettingpage.Wait)
			author, board := w.waiting("worthless moths")
			if !has(board, "A moderator reads it first") {
				t.Fatalf("%s: nothing waits:\n%s", what, board.Text())
			}
			w.lacks("worthless", author)
			end.do(w)
			time.Sleep(time.Minute)
			if kinds, moves := w.kinds(1); kinds[0] != end.kind || w.state().Phase == table.Live {
				t.Errorf("%s: the match is %s, with the log %s", what, w.state().Phase, moves)
			}
			w.forgets("worthless")
		})
	}
}

// TestVettingIsNotEverywhere: nothing waits by default, nor in direct messages.
func TestVettingIsNotEverywhere(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.vets("nonsense")
		w.waiting("moths")
		if kinds, _ := w.kinds(1); kinds[0] != games.KindPlay {
			t.Errorf("the log ends with %v", kinds)
		}
		w.here = w.srv.NewChannel("another")
		w.lobbyOf("Kate")
		if m := w.board(); m.Button("A moderator reads dreams first") != nil {
			t.Errorf("a lobby:\n%s", m.Text())
		}
	})
}
