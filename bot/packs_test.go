package bot

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/store"
)

// examplePack is the file that people copy.
func examplePack(t *testing.T) string {
	t.Helper()
	b, err := os.ReadFile("../docs/words.ru-en.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// uploads opens the form for a file and sends it with one.
func (w *town) uploads(who string, on *localcord.Message, file, title string) *localcord.Reply {
	w.t.Helper()
	form := w.press(who, on, "b/-/words/add").Modal
	if form == nil {
		w.t.Fatal("there is no form for a file")
	}
	return w.does(w.person(who).SubmitFile(w.ctx, form, localcord.FormFile{Name: "моё море 2.0.txt", Data: []byte(file)}, "", title))
}

// idOf is the argument of a button that does something with a pack.
func idOf(m *localcord.Message, do string) string {
	for _, b := range m.Buttons() {
		if _, id, ok := strings.Cut(b.CustomID, "/words/"+do+":"); ok {
			return id
		}
	}
	return ""
}

// TestOwnWords uploads a file with mistakes, mends it, saves it, and plays with it. The
// match keeps its words when the pack is deleted.
func TestOwnWords(t *testing.T) {
	virtualUntil(t, "en-US", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) (suits bool) {
		if r := w.dream("Boris", "words", nil); !has(r.Message, "⚠") {
			t.Errorf("anybody changes the words of a server:\n%s", r.Message.Text())
		}
		start := w.dream("Аня", "words", nil).Message
		if !has(start, "Слова сервера", "Пока нет ни одного") {
			t.Fatalf("the list:\n%s", start.Text())
		}
		good := examplePack(t)
		broken := strings.Replace(good, "Якорь", "Якоpь", 1) + "Маяк\tLighthouse\n<@1234>\tx\n"
		r := w.uploads("Аня", start, broken, "Море")
		if !has(r.Message, "4 ошибки", "Строка 4", "Якоpь", "Ничего не сохранено") || idOf(r.Message, "save") != "" {
			t.Fatalf("a file with mistakes:\n%s", r.Message.Text())
		}
		if list, err := w.bot.conf.Stores.Features.Packs.Packs(w.ctx, uint64(mustGuild(w))); err != nil || len(list) != 0 {
			t.Errorf("%d packs: %v", len(list), err)
		}
		r = w.uploads("Аня", r.Message, good, "")
		id := idOf(r.Message, "save")
		if !has(r.Message, "моё море 2.0", "120 слов", "не сохранён") || id == "" || len(r.Message.Embeds) == 0 || r.Message.Embeds[0].Image == nil {
			t.Fatalf("a whole file:\n%s", r.Message.Text())
		}
		r = w.press("Аня", r.Message, "b/-/words/save:"+id)
		if !has(r.Message, "Сохранено") {
			t.Fatalf("saved:\n%s", r.Message.Text())
		}

		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "when-i-dream"}))
		options := w.own("Boris", w.board(), "options").Message
		options = w.does(w.person("Boris").Choose(w.ctx, options.ID, "Which option?", "pack")).Message
		if !has(options, "the game's words") {
			t.Fatalf("the options:\n%s", options.Text())
		}
		options = w.does(w.person("Boris").Choose(w.ctx, options.ID, "b/"+w.state().ID+"/value/pack", id)).Message
		if !has(options, "моё море 2.0") {
			t.Fatalf("a chosen pack:\n%s", options.Text())
		}
		chosen := options.Menu("b/" + w.state().ID + "/value/pack")
		if i := slices.IndexFunc(chosen.Options, func(o wire.Option) bool { return o.Default }); i < 0 || chosen.Options[i].Label != "моё море 2.0" || chosen.Placeholder != "моё море 2.0" {
			t.Errorf("the menu of the words shows %+v", chosen)
		}
		w.sees("Kate", w.here, "моё море 2.0")
		for range 3 {
			w.own("Boris", w.board(), "auto")
		}
		w.own("Boris", w.board(), "start")
		// Nobody has the pack any more but the match.
		r = w.press("Аня", r.Message, "b/-/words/delete:"+id)
		r = w.press("Аня", r.Message, "b/-/words/drop:"+id)
		if !has(r.Message, "удалён") {
			t.Fatalf("deleted:\n%s", r.Message.Text())
		}
		w.stop()
		w.start()
		s := w.becomes("live again", func(s *table.State) bool { return s.Phase == table.Live && s.Match != nil })
		if games.TextTitle(s.Options["pack"]) != "моё море 2.0" {
			t.Error("a restart loses the words of a match")
		}
		log, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, s.ID)
		if err != nil {
			t.Fatal(err)
		}
		at := s.Match.Snapshot()
		if len(log) > at.N {
			log = log[:at.N]
		}
		g := s.Game
		made, err := record.Make(g, at.Seed, games.Table{Seats: at.Seats, Options: at.Options}, log, false)
		if err != nil {
			t.Fatalf("the match does not play again: %v", err)
		}
		// What is exported holds the words, so that it is verified without the server.
		var file bytes.Buffer
		if err := record.Write(&file, made); err != nil {
			t.Fatal(err)
		}
		for again, err := range record.Read(&file) {
			if err != nil || record.Verify(func(string) (games.Game, bool) { return g, true }, again) != nil {
				t.Errorf("the exported match: %v", err)
			}
		}
		if s.Options["words"] != "en" {
			t.Errorf("an English table plays with words in %q", s.Options["words"])
		}
		// So does what is kept.
		var secret []string
		for range 60 { // at dawn nothing is hidden
			time.Sleep(time.Minute)
			secret = append(secret, w.state().Match.Hidden(games.Viewer{})...)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table stop", nil))
		w.own("Boris", w.sees("Boris", w.here, "End"), "stop")
		kept := w.does(w.person("Boris").Press(w.ctx, w.board().ID, "Save match")).Message
		if len(kept.Files()) == 0 {
			t.Fatalf("kept:\n%s", kept.Text())
		}
		page, known := "", 0
		for _, q := range w.record.All() {
			for _, f := range q.Files {
				if f.Name == kept.Files()[0].Filename {
					page = shownBy(t, f.Data)
				}
			}
		}
		for _, word := range secret {
			if strings.Contains(good, word) && strings.Contains(page, word) {
				known++
			}
		}
		return known > 0 // without one, the match waited for Boris before a card was judged
	})
}

// shownBy is what a kept file shows, in JSON and pictures.
func shownBy(t *testing.T, file []byte) string {
	t.Helper()
	data := regexp.MustCompile(`<data id="match" value="([\w-]+)">`).FindSubmatch(file)
	packed := base64.NewDecoder(base64.RawURLEncoding, bytes.NewReader(data[len(data)-1]))
	r, err := zlib.NewReader(packed)
	if err != nil {
		t.Fatalf("a kept file of %d bytes: %v", len(file), err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestListOfAnotherLanguage: a lobby says when the words of its list are in another language
// than those that the table wants. A list of both says nothing.
func TestListOfAnotherLanguage(t *testing.T) {
	virtualUntil(t, "en-US", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) (suits bool) {
		var russian strings.Builder
		for line := range strings.Lines(examplePack(t)) {
			if word, _, two := strings.Cut(strings.TrimSpace(line), "\t"); two {
				russian.WriteString(word + "\n")
			}
		}
		var ids []string
		for _, file := range []string{examplePack(t), russian.String()} {
			r := w.uploads("Аня", w.dream("Аня", "words", nil).Message, file, "")
			ids = append(ids, idOf(r.Message, "save"))
			if want := []string{"Слова русские и английские", "Слова русские."}[len(ids)-1]; !has(r.Message, want) {
				t.Errorf("the preview does not say %q:\n%s", want, r.Message.Text())
			}
			w.press("Аня", r.Message, "b/-/words/save:"+ids[len(ids)-1])
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "when-i-dream"}))
		options := w.own("Boris", w.board(), "options").Message
		options = w.does(w.person("Boris").Choose(w.ctx, options.ID, "Which option?", "pack")).Message
		const said = "🌐 The words in the list are Russian, not English"
		for _, id := range []string{ids[1], ids[0]} {
			options = w.does(w.person("Boris").Choose(w.ctx, options.ID, "b/"+w.state().ID+"/value/pack", id)).Message
			if _, err := w.person("Boris").See(w.ctx, w.here, func(m *localcord.Message) bool {
				return has(m, "The table closes:") && has(m, said) == (id == ids[1])
			}); err != nil {
				t.Errorf("list %s: %v\n%s", id, err, w.board().Text())
			}
		}
		return true
	})
}

// TestDecomposedTitles: a Mac writes й as two signs, in the name of a file and in what is pasted.
func TestDecomposedTitles(t *testing.T) {
	virtual(t, "ru", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
		const apart = "Мои\u0306 каи\u0306ф" // й as two signs
		for _, c := range []struct{ name, title string }{{apart + ".txt", ""}, {"words.txt", apart}} {
			form := w.press("Аня", w.dream("Аня", "words", nil).Message, "b/-/words/add").Modal
			r := w.does(w.person("Аня").SubmitFile(w.ctx, form, localcord.FormFile{Name: c.name, Data: []byte(examplePack(t))}, "", c.title))
			if !has(r.Message, "Мой кайф", "не сохранён") || strings.Contains(r.Message.Text(), "\u0306") {
				t.Errorf("%+v:\n%s", c, r.Message.Text())
			}
		}
	})
}

// TestWordsByCode shares a pack with another server, which keeps its copy.
func TestWordsByCode(t *testing.T) {
	virtual(t, "ru", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
		r := w.uploads("Аня", w.dream("Аня", "words", nil).Message, examplePack(t), "Море")
		id := idOf(r.Message, "save")
		r = w.press("Аня", r.Message, "b/-/words/save:"+id)
		r = w.press("Аня", r.Message, "b/-/words/share:"+id)
		guild := uint64(mustGuild(w))
		p, ok, err := w.bot.conf.Stores.Features.Packs.Pack(w.ctx, guild, id)
		if err != nil || !ok || len(p.Code) != 26 || !has(r.Message, p.Code) {
			t.Fatalf("code %q, %v:\n%s", p.Code, err, r.Message.Text())
		}
		// Another server had shared one, and takes it back after it was added here.
		other := p
		other.Guild, other.ID, other.Code = 77, "elsewhere", "abcdefghijklmnopqrstuvwxyz"
		if err := w.bot.conf.Stores.Features.Packs.SavePack(w.ctx, other); err != nil {
			t.Fatal(err)
		}
		for code, found := range map[string]bool{"nonsense": false, " ABCDEFGHIJKLMNOPQRSTUVWXYZ ": true} {
			form := w.press("Аня", w.dream("Аня", "words", nil).Message, "b/-/words/code").Modal
			r = w.does(w.person("Аня").Submit(w.ctx, form, code))
			if got := idOf(r.Message, "save"); (got != "") != found {
				t.Fatalf("code %q:\n%s", code, r.Message.Text())
			} else if found {
				w.press("Аня", r.Message, "b/-/words/save:"+got)
			}
		}
		if err := w.bot.conf.Stores.Guilds.EraseGuildNow(w.ctx, 77); err != nil {
			t.Fatal(err)
		}
		packs, err := w.bot.conf.Stores.Features.Packs.Packs(w.ctx, guild)
		if err != nil || len(packs) != 2 {
			t.Fatalf("%d packs, %v", len(packs), err)
		}
		w.press("Аня", w.does(w.person("Аня").Choose(w.ctx, w.dream("Аня", "words", nil).Message.ID, "", id)).Message, "b/-/words/unshare:"+id)
		if _, ok, err := w.bot.conf.Stores.Features.Packs.PackByCode(w.ctx, p.Code); ok || err != nil {
			t.Errorf("a code that was taken back works: %v", err)
		}
	})
}

// TestHostilePacks sends forged presses and strange files.
func TestHostilePacks(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
		list := w.dream("Аня", "words", nil).Message
		for name, file := range map[string]string{
			"empty": "", "nothing but marks": "\u202e\u200b\n", "a zip": "PK\x03\x04\x00\x00\x01", "a long line": strings.Repeat("ы", 20_000),
			"mentions": strings.Repeat("@everyone <@&1> **x** [a](http://b)\n", 500), "too large": strings.Repeat("слово\n", 50_000),
		} {
			r := w.uploads("Аня", list, file, "@everyone **x**")
			if idOf(r.Message, "save") != "" || has(r.Message, "http://b") {
				t.Errorf("%s:\n%s", name, r.Message.Text())
			}
		}
		if form := w.press("Аня", list, "b/-/words/add").Modal; form == nil {
			t.Fatal("there is no form")
		} else if r := w.does(w.person("Аня").Submit(w.ctx, form)); !has(r.Message, "Выберите файл") {
			t.Errorf("an empty form:\n%s", r.Message.Text())
		}
		r := w.uploads("Аня", list, examplePack(t), "@everyone **x**")
		id := idOf(r.Message, "save")
		if id == "" {
			t.Fatalf("a whole file:\n%s", r.Message.Text())
		}
		for _, arg := range []string{"save:" + id, "share:" + id, "drop:" + id, "show:" + id, "add", "code"} {
			r := w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, CustomID: "b/-/words/" + arg}))
			if r.Modal != nil || r.Message != nil && !has(r.Message, "⚠") {
				t.Errorf("%s by somebody who does not manage the server", arg)
			}
		}
		for _, arg := range []string{"save:nobody", "share:", "delete:x", "nonsense", "show:" + strings.Repeat("a", 60)} {
			w.does(w.person("Аня").Forge(w.ctx, localcord.Forged{Message: r.Message.ID, CustomID: "b/-/words/" + arg}))
		}
		// A draft and a pack of another server are not chosen for a table.
		if err := w.bot.conf.Stores.Features.Packs.SavePack(w.ctx, store.Pack{Guild: 77, ID: "theirs", Game: "when-i-dream", Value: fmt.Sprint("# x\n", "y")}); err != nil {
			t.Fatal(err)
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "when-i-dream"}))
		for _, chosen := range []string{id, "theirs", "# x\ny", ""} {
			w.does(w.person("Boris").Forge(w.ctx, localcord.Forged{Message: w.board().ID, CustomID: "b/" + w.state().ID + "/value/pack", Values: []string{chosen}}))
			if s := w.state(); s.Options["pack"] != "" {
				t.Errorf("%q is chosen", chosen)
			}
		}
	})
}
