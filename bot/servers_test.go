package bot

import (
	"slices"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// mayManageChannels is the permission of moderators.
const mayManageChannels = 1 << 4

// TestTwoServers plays on two servers of different shards at the same time. The same
// person sits at both tables. Nothing of one server is shown on the other, and what
// happens to one leaves the other alone.
func TestTwoServers(t *testing.T) {
	c := localcord.Config{Shards: localcord.Sharding{Recommended: 2, MaxConcurrency: 2}}
	virtualOn(t, c, "en-US", nil, func(t *testing.T, w *town) {
		time.Sleep(5 * time.Second) // until both shards are there
		g := w.srv.NewGuild("second")
		g.SetLocale("ru")
		for _, who := range []string{"Boris", "Nora", "Olga", "Grace"} {
			g.User(who)
		}
		near, far := w.here, g.Channel("")
		if w.srv.Guild().Shard(2) == g.ID().Shard(2) {
			t.Fatal("both servers are of one shard")
		}
		if err := g.Allow(w.person("Grace"), "moderator", mayManageChannels); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		people, others := []string{"Boris", "Eve", "Kate"}, []string{"Boris", "Nora", "Olga"}
		panels := w.match("rounds:2", people...)
		first := w.state().ID
		if got := w.board(); !has(got, "My panel") {
			t.Errorf("the first board:\n%s", got.Text())
		}
		w.here = far
		theirs := w.match("rounds:2", others...)
		second := w.state().ID
		if w.table(first).Guild == w.table(second).Guild {
			t.Fatal("both tables are on one server")
		}
		if got := w.board(); !has(got, "Моя панель") {
			t.Errorf("the board on a Russian server:\n%s", got.Text())
		}
		panels["Boris"] = w.meansItsServer(near, first, second, false)
		panels["Boris"] = w.meansItsServer(w.srv.NewChannel("quiet"), first, second, false)
		theirs["Boris"] = w.meansItsServer(far, second, first, true)
		theirs["Boris"] = w.meansItsServer(g.NewChannel("quiet"), second, first, false)
		w.carriesNothing(near, first, second)

		w.srv.SetFaults(localcord.Faults{DownShards: []int{g.ID().Shard(2)}})
		time.Sleep(16 * time.Second)
		if a, b := w.table(first), w.table(second); a.Paused.Key == table.HaltGateway || b.Paused.Key != table.HaltGateway {
			t.Errorf("the shard of the second server is down: the tables wait for %q and %q", a.Paused.Key, b.Paused.Key)
		}
		w.srv.SetFaults(localcord.Faults{})
		time.Sleep(15 * time.Second)
		g.SetState(localcord.GuildRemoved)
		time.Sleep(time.Second)
		if s := w.table(second); s.Paused.Key != table.HaltGuild {
			t.Errorf("the bot was removed, and the table waits for %q", s.Paused.Key)
		}
		w.playMatch(first, people, panels)
		if s := w.table(first); s.Phase != table.Over {
			t.Errorf("the match of the other server is %v", s.Phase)
		}
		g.SetState(localcord.GuildAvailable)
		time.Sleep(time.Second)
		w.playMatch(second, others, theirs)
		if s := w.table(second); s.Phase != table.Over {
			t.Errorf("the match is %v", s.Phase)
		}
		w.staysApart(g, first, second)
	})
}

// meansItsServer opens the panel of Boris in a channel: it is that of the match on this
// server, and not of the other. A moderator of the second server moderates only there.
func (w *town) meansItsServer(in localcord.ID, match, other string, moderates bool) *localcord.Message {
	w.t.Helper()
	w.here = in
	panel := w.dream("Boris", "panel", nil).Message
	if shown := strings.Join(idsOf(panel), " "); !strings.Contains(shown, match) || strings.Contains(shown, other) {
		w.t.Errorf("his panel has the buttons %s", shown)
	}
	if r := w.dream("Boris", "mine", nil); !has(r.Message, "<#"+w.table(match).CurrentChannel().String()+">") || has(r.Message, "<#"+w.table(other).CurrentChannel().String()+">") {
		w.t.Errorf("his tables:\n%s", r.Message.Text())
	}
	r := w.dream("Grace", "stop", nil)
	if may := slices.ContainsFunc(idsOf(r.Message), func(id string) bool { return strings.Contains(id, "/stop/") }); may != moderates {
		w.t.Errorf("may Grace stop the match: %v\n%s", may, r.Message.Text())
	}
	return panel
}

// carriesNothing lets a person of the first server press what stands on the board of the
// second. She can do so only with a client of her own, and nothing comes of it.
func (w *town) carriesNothing(near localcord.ID, first, second string) {
	w.t.Helper()
	far := w.boards(localcord.ID(w.table(second).CurrentChannel().String()), second)
	own := w.boards(near, first)
	if len(far) == 0 || len(own) == 0 {
		w.t.Fatal("there are no boards")
	}
	board := far[len(far)-1]
	eve := w.person("Eve")
	if _, err := eve.Press(w.ctx, board.ID, "panel"); err == nil || eve.Message(board.ID) != nil {
		w.t.Error("she sees the other server")
	}
	rev := w.table(second).Rev
	for _, id := range idsOf(board) {
		r := w.does(eve.Forge(w.ctx, localcord.Forged{Channel: near, Message: own[len(own)-1].ID, CustomID: id}))
		if r.Message != nil && (!r.Message.Ephemeral() || has(r.Message, "Nora") || strings.Contains(strings.Join(idsOf(r.Message), " "), second)) {
			w.t.Errorf("%s shows\n%s", id, r.Message.Text())
		}
	}
	if w.table(second).Rev != rev {
		w.t.Error("the table has changed")
	}
}

// staysApart looks through everything that the bot has sent. What it showed on a server
// is of that server, and only people who are there have seen it.
func (w *town) staysApart(g *localcord.Guild, first, second string) {
	w.t.Helper()
	there := map[localcord.ID]bool{}
	for _, p := range g.Members() {
		there[p.ID()] = true
	}
	home := w.srv.Guilds()[0]
	foreign := map[localcord.ID][]string{ // by server: what must not be shown there
		home.ID(): {second, string(g.ID()), string(g.Channel("")), "Nora", "Olga", string(w.person("Nora").ID())},
		g.ID():    {first, string(home.ID()), string(home.Channel("")), "Kate", string(w.person("Kate").ID()), string(w.person("Eve").ID())},
	}
	shown := map[localcord.ID]int{}
	for _, q := range w.record.All() {
		in := q.Guild
		shown[in]++
		for _, word := range foreign[in] {
			if strings.Contains(string(q.Body), word) {
				w.t.Errorf("%s %s shows %q on another server", q.Method, q.Path, word)
			}
		}
		for _, id := range q.Only {
			if in == g.ID() && !there[id] {
				w.t.Errorf("%s %s is shown to somebody who is not there", q.Method, q.Path)
			}
		}
	}
	if shown[home.ID()] < 20 || shown[g.ID()] < 20 {
		w.t.Errorf("the bot showed only so much: %v", shown)
	}
}

// idsOf are the custom ids of a message's buttons and menus.
func idsOf(m *localcord.Message) (list []string) {
	for _, c := range append(m.Buttons(), m.Menus()...) {
		if c.CustomID != "" {
			list = append(list, c.CustomID)
		}
	}
	return list
}
