package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/somnia"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// bilingual is a match of Boris, Eve and Вера on an English server. Вера reads Russian, and so does
// Аня, who has no seat.
func bilingual(t *testing.T, test func(t *testing.T, w *town, panels map[string]*localcord.Message)) {
	t.Helper()
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.readRussian("Аня", "Вера")
		test(t, w, w.match("", "Boris", "Eve", "Вера"))
	})
}

func (w *town) readRussian(people ...string) {
	w.t.Helper()
	for _, who := range people {
		if err := w.person(who).SetLocale("ru"); err != nil {
			w.t.Fatal(err)
		}
	}
}

func translates(b *localcord.Component) bool { return strings.Contains(b.CustomID, "/translate/") }

// inRussian is what the board says in Russian now, with the buttons that the board has but its own.
func (w *town) inRussian() (says string, ids []string) {
	w.t.Helper()
	shown, err := w.bot.surfaces.translation(w.ctx, w.bot.surfaces.pages, w.state(), text.Russian)
	if err != nil {
		w.t.Fatal(err)
	}
	var wording Wording
	wording.read(shown.Message)
	return inOneLine(wording.Text), wording.IDs
}

func inOneLine(said []string) string {
	return strings.Join(strings.Fields(strings.Join(said, " ")), " ")
}

// isTranslated waits until a message is the board in Russian.
func (w *town) isTranslated(who string, m *localcord.Message) {
	w.t.Helper()
	var is, want string
	var ids, wants []string
	if err := w.person(who).WaitFor(w.ctx, func() bool {
		n := w.person(who).Message(m.ID)
		if n == nil {
			return false
		}
		is, ids = "", nil
		var says Wording
		for _, e := range n.Embeds {
			says.Text = append(says.Text, e.Title, e.Description)
			if e.Footer != nil {
				says.Text = append(says.Text, e.Footer.Text)
			}
		}
		for _, b := range n.Buttons() {
			says.Text, ids = append(says.Text, b.Label), append(ids, b.CustomID)
		}
		is = inOneLine(says.Text)
		want, wants = w.inRussian()
		return is == want && slices.Equal(ids, wants)
	}); err != nil {
		w.t.Fatalf("%s reads\n%s\n%q\nand not\n%s\n%q", who, is, ids, want, wants)
	}
}

// TestTranslation: the person who reads another language than the board's opens it in theirs.
// It follows the match as a panel does, over a restart, too, until its token ends.
func TestTranslation(t *testing.T) {
	bilingual(t, func(t *testing.T, w *town, panels map[string]*localcord.Message) {
		copies := map[string]*localcord.Message{}
		for _, who := range []string{"Аня", "Вера"} {
			r := w.own(who, w.board(), "translate")
			if copies[who] = r.Message; !r.Message.Ephemeral() || !has(r.Message, "Раунд 1 из 2") {
				t.Fatalf("%s reads\n%s", who, r.Message.Text())
			}
			w.isTranslated(who, copies[who])
		}
		if b := w.board(); !has(b, "Round 1 of 2", "По-русски") {
			t.Errorf("the board:\n%s", b.Text())
		}
		if r := w.press("Вера", copies["Вера"], "Правила"); r.Message.ID == copies["Вера"].ID || !r.Message.Ephemeral() {
			t.Errorf("the rules take the place of the board:\n%s", r.Message.Text())
		}
		w.isTranslated("Вера", copies["Вера"])
		w.press("Boris", panels["Boris"], "Toss for it")
		w.isTranslated("Аня", copies["Аня"])
		w.stop()
		w.start()
		w.own("Boris", w.board(), "panel")
		w.press("Eve", panels["Eve"], "Toss for it")
		w.isTranslated("Аня", copies["Аня"])
		w.isTranslated("Вера", copies["Вера"])
		if !slices.ContainsFunc(w.board().Buttons(), translates) {
			t.Errorf("after a restart:\n%s", w.board().Text())
		}
		time.Sleep(discord.TokenLife - 30*time.Second)
		w.shows("Аня", copies["Аня"], "Копия стола остановилась", "Обновить")
		time.Sleep(time.Hour)
		if r := w.press("Аня", copies["Аня"], "Обновить"); r.Message.ID != copies["Аня"].ID {
			t.Errorf("the button answers elsewhere:\n%s", r.Message.Text())
		}
		w.isTranslated("Аня", copies["Аня"])
	})
}

// TestTranslationForWatchers: the person who has no seat changes nothing that others see. They
// are offered the board in their language behind My panel, and it takes the place of that
// page.
func TestTranslationForWatchers(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.readRussian("Аня")
		panels := w.match("", "Boris", "Eve")
		before := w.board().Text()
		watched := w.own("Аня", w.board(), "panel").Message
		english := w.own("Grace", w.board(), "panel").Message
		time.Sleep(5 * time.Second)
		if now := w.board().Text(); now != before {
			t.Errorf("the board is\n%s\nand was\n%s", now, before)
		}
		if slices.ContainsFunc(slices.Concat(english.Buttons(), panels["Eve"].Buttons(), w.board().Buttons()), translates) {
			t.Error("a reader of the board's language is offered another")
		}
		if r := w.press("Аня", watched, "Следить за столом"); r.Message.ID != watched.ID {
			t.Errorf("the answer is elsewhere:\n%s", r.Message.Text())
		}
		w.press("Boris", panels["Boris"], "Toss for it")
		w.isTranslated("Аня", watched)
		r := w.own("Аня", watched, "panel")
		if r.Message.ID == watched.ID || !has(r.Message, "Следить за столом") {
			t.Errorf("her panel:\n%s", r.Message.Text())
		}
	})
}

// onBoards are pages of Lullaby on whose board every person may toss for it.
type onBoards struct{ pages }

func (p onBoards) Page(v sample.View, path string) ui.Page {
	shown := p.pages.Page(v, path)
	if v.Me == games.Nobody && path == "" {
		shown.Controls = append(shown.Controls, ui.Control{Label: ui.T("toss"), To: ui.Do(sample.Move{Verb: sample.Toss})})
	}
	return shown
}

// TestTranslationActs: what is pressed on a translation does what it does on the board, and is
// answered there. A page opens on a panel of its own.
func TestTranslationActs(t *testing.T) {
	game := games.Define(sample.Info(), sample.Rules{}, onBoards{})
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{game} }, func(t *testing.T, w *town) {
		w.readRussian("Аня")
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		w.own("Аня", w.board(), "join")
		lobby := w.own("Аня", w.board(), "translate").Message
		if r := w.own("Аня", lobby, "leave"); r.Message.ID != lobby.ID || len(w.state().Players) != 1 {
			t.Fatalf("leaves:\n%s", r.Message.Text())
		}
		w.isTranslated("Аня", lobby)
		if r := w.own("Аня", lobby, "join"); r.Message.ID != lobby.ID || len(w.state().Players) != 2 {
			t.Fatalf("joins:\n%s", r.Message.Text())
		}
		w.isTranslated("Аня", lobby)
		w.shows("Boris", w.board(), "Players (2 of 4)")
		w.own("Boris", w.board(), "start")
		w.shows("Аня", lobby, "Раунд 1 из 2")
		w.isTranslated("Аня", lobby)
		r := w.own("Аня", lobby, "panel")
		panel := r.Message
		if panel.ID == lobby.ID || !has(panel, "Ваши сны") {
			t.Fatalf("the panel:\n%s", panel.Text())
		}
		if r = w.press("Аня", lobby, "Наугад"); r.Message.ID != lobby.ID {
			t.Errorf("a move is answered elsewhere:\n%s", r.Message.Text())
		}
		if n := w.state().Match.N(); n != 1 {
			t.Errorf("%d moves were made", n)
		}
		w.isTranslated("Аня", lobby)
		w.shows("Аня", panel, "Ждём")
		w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: lobby.ID, CustomID: "m/" + w.state().ID + "/0/d/toss"}))
		w.isTranslated("Аня", lobby)
		if n := w.state().Match.N(); n != 1 {
			t.Errorf("an old press made move %d", n)
		}
		w.press("Аня", lobby, "Счёт")
		w.isTranslated("Аня", lobby)
	})
}

// TestTranslationTwins: the board, the panels and the log are equal whether a translation is open or
// not, and a player reads there what a stranger does.
func TestTranslationTwins(t *testing.T) {
	type seen struct {
		board, panels string
		log           []games.Input
	}
	play := func(open bool) (s seen) {
		virtual(t, "en-US", nil, func(t *testing.T, w *town) {
			w.readRussian("Аня", "Boris")
			panels := w.match("", "Eve", "Boris")
			button := "rules"
			if open {
				button = "translate"
			}
			var copies []*localcord.Message
			for _, who := range []string{"Аня", "Boris"} {
				copies = append(copies, w.own(who, w.board(), button).Message)
			}
			w.press("Eve", panels["Eve"], "Toss for it")
			w.press("Boris", panels["Boris"], "Наугад")
			time.Sleep(3 * time.Second)
			if open {
				w.isTranslated("Аня", copies[0])
				w.isTranslated("Boris", copies[1])
				state := w.state()
				w.secret(state, []string{"Eve", "Boris"})
			}
			s.board = w.board().Text()
			for _, who := range []string{"Eve", "Boris"} {
				s.panels += w.now(who, panels[who]).Text()
			}
			var err error
			if s.log, err = w.bot.conf.Stores.Matches.Inputs(w.ctx, w.state().ID); err != nil {
				t.Fatal(err)
			}
			for i := range s.log {
				s.log[i].At = 0
			}
		})
		return s
	}
	with, without := play(true), play(false)
	if with.board != without.board {
		t.Errorf("the board is\n%s\nand without a translation\n%s", with.board, without.board)
	}
	if with.panels != without.panels {
		t.Errorf("the panels are\n%s\nand without a translation\n%s", with.panels, without.panels)
	}
	if len(with.log) != len(without.log) || len(with.log) == 0 {
		t.Fatalf("%d inputs, and without a translation %d", len(with.log), len(without.log))
	}
	for i := range with.log {
		if with.log[i].Move != without.log[i].Move || with.log[i].Seat != without.log[i].Seat {
			t.Errorf("input %d is %v, and without a translation %v", i, with.log[i], without.log[i])
		}
	}
}

// TestTranslationForged presses what stands on no board.
func TestTranslationForged(t *testing.T) {
	bilingual(t, func(t *testing.T, w *town, panels map[string]*localcord.Message) {
		id := page.CustomID{Match: w.state().ID, Action: page.Translate}
		for _, arg := range []string{"", "xx", "..", "ru:ru"} {
			id.Arg = arg
			if m := w.forges("Boris", id); !has(m, "expired") {
				t.Errorf("%q is answered\n%s", arg, m.Text())
			}
			if m := w.forges("Вера", id); !m.Ephemeral() || !has(m, "Раунд 1 из 2") { // her language says which
				t.Errorf("%q is answered\n%s", arg, m.Text())
			}
		}
		id.Arg = "ru"
		panel := w.now("Boris", panels["Boris"])
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: panel.ID, CustomID: id.String()}))
		if r.Message.ID == panel.ID || !has(r.Message, "Раунд 1 из 2") {
			t.Errorf("on a panel:\n%s", r.Message.Text())
		}
		w.isTranslated("Boris", r.Message)
		w.shows("Boris", panel, "Your dreams")
		id.Match = "aaaaaaaaaa"
		if m := w.forges("Вера", id); !has(m, "Этого стола больше нет") {
			t.Errorf("of no table:\n%s", m.Text())
		}
	})
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.solo("Boris", "")
		s := w.state()
		r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.person("Boris").Direct(), Direct: true, CustomID: page.CustomID{Match: s.ID, Action: page.Translate, Arg: "ru"}.String()}))
		if !has(r.Message, "expired") {
			t.Errorf("in direct messages:\n%s", r.Message.Text())
		}
	})
}

// TestTranslationEnds: a translation shows the end of its match, goes with its reader, and speaks
// the language that they choose meanwhile.
func TestTranslationEnds(t *testing.T) {
	bilingual(t, func(t *testing.T, w *town, panels map[string]*localcord.Message) {
		match := w.state().ID
		rows := func() (n int) {
			list, err := w.bot.conf.Stores.Surfaces.Surfaces(w.ctx, match)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range list {
				if f.Kind == store.Translation {
					n++
				}
			}
			return n
		}
		vera, anya := w.own("Вера", w.board(), "translate").Message, w.own("Аня", w.board(), "translate").Message
		w.dream("Вера", "me", map[string]any{"language": "en"})
		w.shows("Вера", vera, "Round 1 of 2")
		w.dream("Вера", "me", map[string]any{"language": "ru"})
		w.isTranslated("Вера", vera)
		if n := rows(); n != 2 {
			t.Fatalf("%d translations are saved", n)
		}
		m := w.press("Аня", w.dream("Аня", "me", nil).Message, "Что обо мне хранится").Message
		m = w.press("Аня", m, "Стереть мои данные").Message
		w.press("Аня", m, "Стереть")
		if err := w.person("Аня").WaitFor(w.ctx, func() bool { return w.person("Аня").Message(anya.ID) == nil }); err != nil || rows() != 1 {
			t.Errorf("%d translations are left of an erased reader: %v", rows(), err)
		}
		w.play([]string{"Boris", "Eve", "Вера"}, panels)
		if s := w.look(match); s.Phase != table.Over {
			t.Fatalf("the match is %s", s.Phase)
		}
		w.isTranslated("Вера", vera)
		if r := w.own("Вера", vera, "again"); r.Message.ID == vera.ID || w.state().Previous != match {
			t.Errorf("plays again:\n%s", r.Message.Text())
		}
	})
}

// TestTranslationAtTheEnd: the board of a match that is over has many buttons, and yet the one that
// says in a reader's language how it ended.
func TestTranslationAtTheEnd(t *testing.T) {
	more := func(c *Config) { c.Games = append(slices.Clone(c.Games), somnia.Game) } // another game is offered, too
	virtual(t, "en-US", more, func(t *testing.T, w *town) {
		w.readRussian("Вера")
		people := []string{"Boris", "Eve", "Вера"}
		match := w.match("rounds:1", people...)
		w.play(people, match)
		time.Sleep(5 * time.Second)
		b := w.now("Boris", w.board())
		if !slices.ContainsFunc(b.Buttons(), translates) {
			t.Fatalf("the board has %d buttons:\n%s", len(b.Buttons()), b.Text())
		}
		if r := w.own("Вера", b, "translate"); !has(r.Message, "Доброе утро") {
			t.Errorf("in Russian it says\n%s", r.Message.Text())
		}
	})
}
