package bot

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	keptpage "oneiros/bot/keep/page"
	"oneiros/bot/kept"
	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store"
)

// keptFile is the file of a message.
func (w *town) keptFile(m *localcord.Message) []byte {
	w.t.Helper()
	files := m.Files()
	if !m.Ephemeral() || len(files) != 2 || !strings.HasSuffix(files[1].Filename, ".png") || !strings.HasPrefix(files[0].Filename, "dream-lullaby-20") || !strings.HasSuffix(files[0].Filename, ".html") {
		w.t.Fatalf("kept: %d files\n%s", len(files), m.Text())
	}
	var file []byte
	for _, q := range w.record.All() {
		for _, f := range q.Files {
			if f.Name == files[0].Filename {
				file = f.Data // the latest
			}
		}
	}
	if len(file) == 0 || len(file) > kept.MaxSize || !bytes.Contains(file, []byte("</html>")) {
		w.t.Fatalf("the file has %d bytes", len(file))
	}
	return file
}

// TestKeep: from the board of a match that has ended every person keeps it. Who sat there
// has their own seat, and what every person saw behind a button. A live match cannot be kept.
func TestKeep(t *testing.T) {
	gametest.NotShort(t)
	w := openTown(t, "en-US")
	people := []string{"Boris", "Eve", "Kate"}
	panels := w.match("rounds:3", people...)
	live := w.state()
	r, err := w.person("Boris").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: "b/" + live.ID + "/keep/"})
	if err != nil || !has(r.Message, "⚠") || len(r.Message.Files()) != 0 {
		t.Errorf("a live match: %v\n%s", err, r.Message.Text())
	}
	w.play(people, panels)
	if s := w.state(); s.Phase != table.Over {
		t.Fatalf("the match is %s", s.Phase)
	}
	mine := w.own("Boris", w.board(), "keep").Message
	own := w.keptFile(mine)
	if !bytes.Contains(own, []byte("<h1>Lullaby · through the eyes of Boris</h1>")) {
		t.Errorf("the file of Boris:\n%.3000s", own)
	}
	all := w.keptFile(w.own("Boris", mine, "keep").Message)
	if !bytes.Contains(all, []byte("<h1>Lullaby · as everybody saw it</h1>")) || bytes.Contains(all, []byte("through the eyes")) {
		t.Errorf("the file of everybody:\n%.3000s", all)
	}
	log := w.does(w.person("Mallory").Command(w.ctx, w.here, "table log", nil))
	theirs := w.own("Mallory", log.Message, "keep").Message
	if file := w.keptFile(theirs); !bytes.Contains(file, []byte("as everybody saw it")) || len(theirs.Buttons()) != 2 {
		t.Errorf("the file of a stranger:\n%.3000s", file)
	}
	if again := w.own("Mallory", log.Message, "keep").Message; !has(again, "a moment ago") || len(again.Files()) != 0 {
		t.Errorf("pressed twice:\n%s", again.Text())
	}
	shown := func() (list []*localcord.Message) {
		for _, m := range w.person("Grace").Messages(w.here) {
			if !m.Ephemeral() && has(m, "shows how a match of") {
				list = append(list, m)
			}
		}
		return list
	}
	w.does(w.person("Mallory").Press(w.ctx, theirs.ID, "Show here"))
	if list := shown(); len(list) != 1 || !has(list[0], "Mallory shows how a match of **Lullaby** ended") || len(list[0].Files()) != 1 || len(list[0].Mentions) != 0 {
		t.Errorf("shown: %d messages", len(list))
	}
	if r := w.does(w.person("Boris").Press(w.ctx, mine.ID, "Show here")); !has(r.Message, "a few minutes ago") || len(shown()) != 1 {
		t.Errorf("shown twice:\n%s", r.Message.Text())
	}
	r, err = w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: "b/" + w.state().ID + "/show/"})
	if err != nil || !has(r.Message, "⚠") || len(shown()) != 1 {
		t.Errorf("forged: %v\n%s", err, r.Message.Text())
	}
	// The animated picture is for the presser first, and then for every person, once.
	moving := w.own("Boris", mine, "film").Message
	if files := moving.Files(); !moving.Ephemeral() || len(files) != 1 || !strings.HasSuffix(files[0].Filename, ".gif") || files[0].Size > keptpage.MaxAnimation || len(files[0].Description) < 20 {
		t.Fatalf("animated:\n%s", moving.Text())
	}
	if r := w.own("Boris", mine, "film"); !has(r.Message, "a moment ago") {
		t.Errorf("animated twice:\n%s", r.Message.Text())
	}
	w.does(w.person("Boris").Press(w.ctx, moving.ID, "Show here"))
	if list := shown(); len(list) != 2 || !has(list[1], "Boris shows how a match of **Lullaby** went") || len(list[1].Files()) != 1 || len(list[1].Mentions) != 0 {
		t.Errorf("shown: %d messages", len(list))
	}
	for _, arg := range []string{"film", "film2", "all"} {
		r, err := w.person("Kate").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: moving.ID, CustomID: "b/" + w.state().ID + "/show/" + arg})
		if err != nil || !has(r.Message, "⚠") || len(shown()) != 2 {
			t.Errorf("forged %q: %v\n%s", arg, err, r.Message.Text())
		}
	}
}

// TestKeepAfterErasing: a match can be kept when a person in it was erased, without them.
// When its log went too, the answer says so.
func TestKeepAfterErasing(t *testing.T) {
	gametest.NotShort(t)
	w := openTown(t, "en-US")
	people := []string{"Boris", "Eve", "Kate"}
	w.play(people, w.match("rounds:1", people...))
	if err := w.bot.conf.Stores.Erasures.RequestErasure(w.ctx, uint64(mustID(t, w.person("Boris"))), time.Now()); err != nil {
		t.Fatal(err)
	}
	w.bot.erasing.goOn(w.ctx)
	file := w.keptFile(w.own("Eve", w.board(), "keep").Message)
	if bytes.Contains(file, []byte("Boris")) || !bytes.Contains(file, []byte("Kate")) {
		t.Errorf("the file after he was erased:\n%.3000s", file)
	}
	s := w.state()
	m, err := w.bot.conf.Stores.Matches.Match(w.ctx, s.ID)
	if err == nil {
		err = w.bot.conf.Stores.Removals.EraseFromMatch(w.ctx, store.Removal{Match: s.ID, User: uint64(mustID(t, w.person("Kate"))), Rev: m.Rev, NoLog: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	if answer := w.own("Mallory", w.board(), "keep").Message; !has(answer, "The moves of this match are no longer stored") {
		t.Errorf("without a log:\n%s", answer.Text())
	}
}

// TestKeepSaysWhatBotsThought: the person who saves a match in which automatic players guess
// at roles reads, in a line for each of them, at whom it last aimed and for what it took them.
// A live match tells nothing of it.
func TestKeepSaysWhatBotsThought(t *testing.T) {
	gametest.NotShort(t)
	for locale, say := range map[string]struct{ alone, heading, taken string }{
		"en-US": {"Play alone", "What the bots thought", "a Nightmare|a Good dream|a Dreamer"},
		"ru":    {"Играть одному", "Что думали боты", "Кошмар|Добрый сон|Сновидец"},
	} {
		virtual(t, locale, func(c *Config) { c.Games = all.Games }, func(t *testing.T, w *town) {
			if err := w.person("Boris").SetLocale(locale); err != nil {
				t.Fatal(err)
			}
			w.dream("Boris", "play", map[string]any{"game": "dream-fortress", "options": "talk:0"})
			w.press("Boris", w.board(), say.alone)
			for range 20_000 {
				s := w.state()
				if s.Phase != table.Live {
					break
				}
				if s.Patient && slices.Contains(s.Status.Awaits, 0) {
					w.chooses(s)
					continue
				}
				time.Sleep(time.Second)
			}
			s := w.state()
			if s.Phase != table.Over {
				t.Fatalf("the match is %s: %+v", s.Phase, s.Status)
			}
			synctest.Wait()
			m := w.own("Boris", w.board(), "keep").Message
			line := regexp.MustCompile(`(?m)^\*\*🤖 [^*]+\*\* · .+ · .*(` + say.taken + `)`)
			if lines := line.FindAllString(m.Text(), -1); !has(m, say.heading) || len(lines) == 0 || len(lines) >= len(s.Players) {
				t.Errorf("%s: of the bots are said %q:\n%s", locale, lines, m.Text())
			}
		})
	}
}
