package bot

import (
	"testing"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature/sample"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/store"

	"github.com/bwmarrin/discordgo"
)

// walls are the books that hang in a channel.
func (w *town) walls(channel localcord.ID) (list []*localcord.Message) {
	for _, m := range w.person("Grace").Messages(channel) {
		for _, b := range m.Buttons() {
			if b.CustomID == (page.CustomID{Action: "guestbook", Arg: "wall"}).String() {
				list = append(list, m)
			}
		}
	}
	return list
}

// wall is the one book that hangs in the channel, and shows these words.
func (w *town) wall(what string, words ...string) *localcord.Message {
	w.t.Helper()
	time.Sleep(time.Minute)
	list := w.walls(w.here)
	if len(list) != 1 || list[0].Ephemeral() || !has(list[0], words...) {
		for _, m := range list {
			w.t.Log(m.Text())
		}
		w.t.Fatalf("%s: %d books hang here, and not with %q:\n%s", what, len(list), words, w.log)
	}
	return list[0]
}

// TestSampleMessage: a message that a feature keeps shows what is so. It survives a restart, a
// kill while it is posted, a deletion and a lost permission, and there is one of it however
// often a person asks. It forgets an erased person, and goes away with an erased server.
func TestSampleMessage(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.keepsBook("en-US")
		sign := func(who, line string) {
			t.Helper()
			w.dream(who, "guestbook", map[string]any{"line": line})
		}
		hang := func() { w.forges("Аня", page.CustomID{Action: "guestbook-hang"}) }
		sign("Eve", "evening")
		hang()
		hang()
		first := w.wall("hung", "evening")
		sign("Boris", "morning")
		if m := w.wall("signed", "evening", "morning"); m.ID != first.ID {
			t.Error("it was posted anew")
		}
		w.press("Mallory", w.walls(w.here)[0], "Guest book")
		w.stop()
		w.start()
		hang()
		sign("Kate", "noon")
		if m := w.wall("after a restart", "noon"); m.ID != first.ID {
			t.Error("it was posted anew after a restart")
		}
		for range 3 { // the third time it takes longer
			if err := w.srv.Control().DeleteMessage(w.wall("to be deleted").ID); err != nil {
				t.Fatal(err)
			}
		}
		w.wall("deleted", "evening", "morning", "noon")
		// It was deleted where the bot may not write, and is back when it may.
		w.srv.Control().Deny(w.here, discordgo.PermissionSendMessages)
		if err := w.srv.Control().DeleteMessage(w.walls(w.here)[0].ID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		if n := len(w.walls(w.here)); n != 0 {
			t.Errorf("%d books hang where the bot may not write", n)
		}
		w.stop()
		w.start()
		w.srv.Control().Deny(w.here, 0)
		sign("Kate", "night")
		w.wall("allowed again", "night")
		// Nobody knows of a message whose process was killed before it could save the id.
		w.stop()
		here, err := discord.ParseID(string(w.here))
		if err != nil {
			t.Fatal(err)
		}
		st, err := store.Open(w.ctx, w.file, store.WithTables(sample.Guests))
		if err != nil {
			t.Fatal(err)
		}
		err = st.Surfaces().SaveSurface(w.ctx, store.Surface{Owner: store.ServerOwner(uint64(mustGuild(w))), Kind: "guestbook", Channel: uint64(here), Lang: "en"})
		if e := st.Close(); err != nil || e != nil {
			t.Fatal(err, e)
		}
		w.start()
		w.wall("found", "night")
		w.forges("Eve", page.CustomID{Action: personpage.Erase, Arg: "yes"})
		if m := w.wall("without Eve", "morning", "night"); has(m, "evening") || has(m, "Eve") {
			t.Errorf("an erased person:\n%s", m.Text())
		}
		w.forges("Аня", page.CustomID{Action: personpage.EraseServer, Arg: "yes"})
		time.Sleep(time.Minute)
		kept, err := w.bot.conf.Stores.Kept.KeptSurfaces(w.ctx)
		if n := len(w.walls(w.here)); n != 0 || len(kept) != 0 || err != nil {
			t.Errorf("of an erased server %d books hang, and %+v is kept: %v", n, kept, err)
		}
	})
}
