package bot

import (
	"slices"
	"strings"
	"testing"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// renamed has people call themselves otherwise. It returns their usernames by their names.
func (w *town) renamed(people map[string]string) map[string]string {
	w.t.Helper()
	usernames := map[string]string{}
	for who, name := range people {
		usernames[name] = strings.ToLower(who)
		if err := w.person(who).Rename(name); err != nil {
			w.t.Fatal(err)
		}
	}
	return usernames
}

// optionsOf are the labels of the options in the menus of a message.
func optionsOf(m *localcord.Message) (labels []string) {
	for _, menu := range m.Menus() {
		for _, o := range menu.Options {
			labels = append(labels, o.Label)
		}
	}
	return labels
}

// TestNamesakes: people whose names are the same, or look it, are told apart by their
// usernames wherever one is chosen or shown. So is a person who is called as a bot is. A
// name that no other looks like stays as it is.
func TestNamesakes(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		const latin, cyrillic, fancy, robot = "Alex", "Аlех", "𝓐𝓵𝓮𝔁", "🤖 Morpheus"
		w.renamed(map[string]string{"Boris": latin, "Eve": cyrillic, "Kate": fancy, "Gleb": robot})
		people := []string{latin, cyrillic, fancy, robot}
		w.does(w.person(latin).Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
		for _, who := range people[1:] {
			w.own(who, w.board(), "join")
		}
		w.shows("Grace", w.board(), latin+"\u00a0\\@boris", cyrillic+"\u00a0\\@eve", fancy+"\u00a0\\@kate", "Morpheus\u00a0\\@gleb")
		if board := w.board(); has(board, "🤖") {
			t.Errorf("the lobby:\n%s", board.Text())
		}
		want := []string{cyrillic + " @eve", fancy + " @kate", "Morpheus @gleb"}
		for _, page := range []string{"lobby", "match"} {
			if page == "match" {
				w.own(latin, w.board(), "start")
			}
			seats := w.dream(latin, "table", nil).Message
			var labels []string
			for _, l := range optionsOf(seats) {
				labels = append(labels, strings.ReplaceAll(l, "\u00a0", " "))
			}
			// Whom to put out, and whom to make the host.
			if !slices.Equal(labels, slices.Concat(want, want)) {
				t.Errorf("in the %s the menus have %q", page, labels)
			}
		}
		w.shows("Grace", w.board(), latin+"\u00a0\\@boris", cyrillic+"\u00a0\\@eve")
		r := w.dream(latin, "kick", map[string]any{"user": string(w.person(cyrillic).ID())})
		if !has(r.Message, "Remove "+cyrillic+"\u00a0\\@eve from the table?") {
			t.Errorf("the question:\n%s", r.Message.Text())
		}
		w.press(latin, r.Message, "Remove")
		if r = w.dream("Grace", "join", nil); !has(r.Message, "take over from **"+cyrillic+" \\#2**") {
			t.Errorf("the substitute:\n%s", r.Message.Text())
		}
		if r = w.dream("Grace", "log", nil); !has(r.Message, cyrillic+" \\@eve was removed", "Grace plays in place of "+cyrillic+" \\@eve") {
			t.Errorf("the log:\n%s", r.Message.Text())
		}
	})
}

// TestNamesFollow: a table calls its players as the server does now, from their next press
// on, whatever it is: also a look at something else, and one at no table at all. What a
// person is called in direct messages is of no matter to a table of a server.
func TestNamesFollow(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		name := func(seat int) string { return w.state().Players[seat].Name }
		if err := w.person("Eve").Rename("Boris"); err != nil {
			t.Fatal(err)
		}
		eve := w.srv.Users()[slices.IndexFunc(w.srv.Users(), func(p *localcord.Person) bool { return p.ID() == localcord.ID(w.state().Players[1].ID.String()) })]
		w.does(eve.Command(w.ctx, w.here, "table log", nil))
		w.shows("Kate", w.board(), "Boris\u00a0\\@boris", "Boris\u00a0\\@eve")
		if err := eve.Rename("Zoë"); err != nil {
			t.Fatal(err)
		}
		w.does(eve.Command(w.ctx, w.here, "dream me", nil))
		w.becomes("the one of Zoë", func(s *table.State) bool { return s.Players[1].Name == "Zoë" })
		w.shows("Kate", w.board(), "Zoë")
		if has(w.board(), "@boris") {
			t.Errorf("the board still tells apart:\n%s", w.board().Text())
		}
		if s := w.state(); s.Players[1].Username != "eve" || name(0) != "Boris" {
			t.Errorf("the players are %+v", s.Players)
		}
		w.stop()
		w.start()
		if got := name(1); got != "Zoë" {
			t.Errorf("after a restart she is %q", got)
		}
	})
}

// TestExpectedNamesakes: a lobby that waits for the people of the match before tells them
// apart, also from those who sit there.
func TestExpectedNamesakes(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		const latin, cyrillic = "Alex", "Аlех"
		w.renamed(map[string]string{"Boris": latin, "Eve": cyrillic})
		people := []string{latin, cyrillic, "Kate"}
		w.play(people, w.match("rounds:1", people...))
		over := w.board()
		w.own("Kate", over, "again")
		w.shows("Grace", w.board(), "Waiting for: ", latin+" \\@boris", cyrillic+" \\@eve")
		w.own(latin, over, "again")
		w.shows("Grace", w.board(), "Waiting for: "+cyrillic+" \\@eve", latin+"\u00a0\\@boris")
	})
}

// TestShownByNamesake: who shows how a match ended is told apart, too.
func TestShownByNamesake(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		const latin, cyrillic = "Alex", "Аlех"
		w.renamed(map[string]string{"Boris": latin, "Eve": cyrillic})
		people := []string{latin, cyrillic}
		w.play(people, w.match("rounds:1", people...))
		mine := w.own(latin, w.board(), "keep").Message
		w.does(w.person(latin).Press(w.ctx, mine.ID, "Show here"))
		w.sees("Grace", w.here, latin+" \\@boris shows how a match of **Lullaby** ended")
	})
}
