package bot

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/gametest"
)

// TestBusy lets many tables change as fast as people press, with Discord's limits switched
// on. In CI there are two hundred, in fifty channels, each with three threads. No edit
// earns a 429, and in the end every board is true.
func TestBusy(t *testing.T) {
	gametest.NotShort(t)
	tables, presses := gametest.Often(200, 80, 80), 20
	if testing.Short() {
		tables = 80
	}
	virtualOn(t, localcord.Config{Limits: true}, "en-US", nil, func(t *testing.T, w *town) {
		host := table.User{ID: 7, Name: "Host"}
		var places []localcord.ID
		for i := 0; len(places) < tables; i++ {
			channel := w.srv.NewChannel(fmt.Sprintf("busy-%d", i))
			places = append(places, channel)
			for n := range 3 {
				places = append(places, w.srv.NewThread(channel, fmt.Sprintf("thread-%d", n)))
			}
		}
		guild, err := discord.ParseID(string(w.srv.Guild()))
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, p := range places[:tables] {
			at, err := discord.ParseID(string(p))
			if err != nil {
				t.Fatal(err)
			}
			s, err := w.bot.tables.Create(w.ctx, table.New{Guild: guild, Channel: at, Game: "lullaby", Host: host, Lang: "en"})
			if err != nil {
				t.Fatal(err)
			}
			w.bot.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: at}, "")
			ids = append(ids, s.ID)
		}
		time.Sleep(time.Minute)
		before := w.calls("PATCH", "/channels/")
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				for i := range presses { // a person sits down or gets up, five times a second
					kind := table.Join
					if i%2 == 1 {
						kind = table.Leave
					}
					if _, err := w.bot.tables.Send(w.ctx, id, table.Action{Kind: kind, User: table.User{ID: 8, Name: "Guest"}}); err != nil {
						t.Error(err)
					}
					time.Sleep(200 * time.Millisecond)
				}
				if _, err := w.bot.tables.Send(w.ctx, id, table.Action{Kind: table.Join, User: table.User{ID: 9, Name: "Last"}}); err != nil {
					t.Error(err)
				}
			})
		}
		begun := time.Now()
		all.Wait()
		pressed := time.Since(begun)
		shown := func() (n int) {
			for i, id := range ids {
				for _, m := range w.boards(places[i], id) {
					if has(m, "Last") {
						n++
					}
				}
			}
			return n
		}
		for shown() < tables && time.Since(begun) < 5*time.Minute {
			time.Sleep(time.Second)
		}
		edits := w.calls("PATCH", "/channels/") - before
		limited := w.bot.conf.Client.(*api.Client).Sender().Stats().Limited
		t.Logf("%d tables, %d changes in %v, %d edits, all boards true after %v, %d answers 429", tables, tables*(presses+1), pressed, edits, time.Since(begun), limited)
		if limited != 0 || w.srv.REST().Invalid() != 0 {
			t.Errorf("%d answers 429, %d invalid", limited, w.srv.REST().Invalid())
		}
		if n := shown(); n != tables {
			t.Errorf("%d of %d boards are true", n, tables)
		}
		if edits > tables*(presses+1)/2 {
			t.Errorf("%d edits for %d changes: they are not coalesced", edits, tables*(presses+1))
		}
		if strings.Contains(w.log.String(), `"level":"error"`) {
			t.Error(w.log)
		}
	})
}
