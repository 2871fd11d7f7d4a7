package bot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
)

// A forger sends what no client would, while people play. It takes any custom id that
// was ever shown, or makes one up. It sends the id as a press, a menu or a form, from
// any person, on any message that there is or was. It lies about the message. It sends
// interactions again that were answered before. Meanwhile the calls of the bot are
// late, fail and get lost, panels and boards are deleted, people leave and others take
// their seats, and the bot is started again.
type forger struct {
	w      *town
	luck   *rand.Rand
	people []string
	signs  []string        // what only an owner is shown of the game, and what the bot says only in private
	clean  map[string]bool // texts without any of these
	says   *phrases
	heard  *heard
	lies   bool // about the messages, too

	match   string
	ids     []localcord.Forged // that were shown so far
	read    int                // requests whose ids are among them
	checked int                // requests that were looked at
	old     []localcord.ID     // messages that were met
	sent    int
	tables  int
	public  int // bodies for every person
	answers int // bodies for one person
	faults  map[string]int

	mu     sync.Mutex
	asked  *table.Tables
	states []*table.State // of the table, since the last look
}

// follow notes the states of the table, at each call of the bot.
func (f *forger) follow(localcord.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.asked == nil {
		return
	}
	s, ok := f.asked.Find(table.OfMatch(f.match))
	if n := len(f.states); ok && (n == 0 || f.states[n-1] != s) {
		f.states = append(f.states, s)
	}
}

// ask says which tables are followed.
func (f *forger) ask() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked, f.states = f.w.bot.tables, nil
}

// heard is a gateway that keeps what it hands over, to hand it over again.
type heard struct {
	Gateway
	mu   sync.Mutex
	list []*discord.Interaction
}

func (h *heard) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	return h.Gateway.Run(ctx, func(shard discord.ShardID, e discord.Event) {
		if ix, ok := e.(*discord.Interaction); ok {
			h.mu.Lock()
			h.list = append(h.list, ix)
			h.mu.Unlock()
		}
		handle(shard, e)
	})
}

// some is one of the last interactions, nil when there is none.
func (h *heard) some(luck *rand.Rand) *discord.Interaction {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := h.list[max(0, len(h.list)-200):]
	if len(last) == 0 {
		return nil
	}
	return last[luck.IntN(len(last))]
}

// strangers never have a seat at first; some take one.
var strangers = []string{"Mallory", "Trudy", "Oscar"}

// sit opens a table, with the options of the shortest match or the usual ones.
func (f *forger) sit(g games.Game) {
	w := f.w
	w.here = w.srv.NewChannel("forged" + strconv.Itoa(f.tables))
	var options map[string]string
	if f.luck.IntN(2) == 0 {
		options = least(g, f.luck.IntN(2) == 0)
	}
	for _, who := range append(slices.Clone(f.people), strangers...) {
		if err := w.person(who).SetLocale([]string{"ru", "en-US"}[f.luck.IntN(2)]); err != nil {
			w.t.Fatal(err)
		}
	}
	w.sit(g.Info().Name, options, f.people...)
	f.match = w.state().ID
	f.ask()
	f.tables++
}

// leave waits until everything that a table brought about was shown.
func (f *forger) leave() {
	f.w.srv.SetFaults(localcord.Faults{})
	time.Sleep(20 * time.Minute)
	f.look()
}

// senders are those who can send something now.
func (f *forger) senders() []string { return append(slices.Clone(f.people), strangers...) }

// collect notes new ids and messages.
func (f *forger) collect() {
	f.ids = append(f.ids, f.w.handles(f.read)...)
	if len(f.ids) > 800 {
		f.ids = f.ids[len(f.ids)-800:]
	}
	f.read = len(f.w.record.All())
	for _, who := range f.senders() {
		for _, m := range f.w.person(who).Messages(f.w.here) {
			if m.Author.Bot && !slices.Contains(f.old, m.ID) {
				f.old = append(f.old, m.ID)
			}
		}
	}
	if len(f.old) > 60 {
		f.old = f.old[len(f.old)-60:]
	}
}

// one makes up an interaction, and who sends it.
func (f *forger) one(s *table.State) (string, localcord.Forged) {
	luck := f.luck
	x := f.ids[luck.IntN(len(f.ids))]
	who := f.senders()[luck.IntN(len(f.people)+len(strangers))]
	if luck.IntN(2) == 0 {
		who = f.people[luck.IntN(len(f.people))] // whose pages are worth something
	}
	if id, err := screen.ParseCustomID(x.CustomID); err == nil && luck.IntN(2) == 0 {
		id.Match, id.Turn = s.ID, s.Turns[luck.IntN(len(s.Turns))]
		if luck.IntN(3) == 0 && s.Match != nil {
			seat := games.Seat(luck.IntN(len(s.Players)))
			if list := s.Match.Moves(seat); len(list) > 0 {
				id.Action, id.To, x.Values = screen.ActionDo, list[luck.IntN(len(list))], nil
			}
		}
		if luck.IntN(4) == 0 {
			id.Action, x.Values = []screen.Action{screen.ActionOpen, screen.ActionAsk, screen.ActionDo, screen.ActionFill}[luck.IntN(4)], nil
		}
		if luck.IntN(4) == 0 {
			id.Action, id.To, x.Values = screen.ActionOpen, []string{"", "@", "@!", "@leave", "help", "role", "table"}[luck.IntN(7)], nil
		}
		x.CustomID = id.String()
	} else if luck.IntN(4) == 0 {
		actions := f.w.bot.router.mux.Actions()
		a := actions[luck.IntN(len(actions))]
		if a == page.Stop && luck.IntN(20) > 0 {
			a = page.Panel // or every table would end at once
		}
		x.CustomID, x.Values = page.CustomID{Match: s.ID, Action: a, Arg: []string{"", "", "0", "1", "yes"}[luck.IntN(5)]}.String(), nil
	}
	switch luck.IntN(10) {
	case 0:
		x.Fields, x.Values = []localcord.Field{{CustomID: "0", Value: "dream"}}, nil
	case 1:
		x.Values = []string{x.CustomID}
	}
	x.Channel, x.Message = f.w.here, f.on(who)
	if f.lies {
		x.Claims = f.claims(who, x.Message)
	}
	return who, x
}

// on is the message on which a person presses: the board, their panel, the panel of
// another person, one of former times, or none.
func (f *forger) on(who string) localcord.ID {
	panel := func(who string) localcord.ID {
		if list := f.w.person(who).Panels(f.w.here); len(list) > 0 {
			return list[f.luck.IntN(len(list))].ID
		}
		return ""
	}
	switch f.luck.IntN(8) {
	case 0, 1, 2:
		if m := f.newest(); m != "" {
			return m
		}
	case 3, 4:
		return panel(who)
	case 5:
		return panel(f.people[f.luck.IntN(len(f.people))])
	case 6:
		return f.old[f.luck.IntN(len(f.old))]
	}
	return ""
}

// newest is one of the last messages that every person sees.
func (f *forger) newest() localcord.ID {
	var list []localcord.ID
	for _, m := range f.w.person("Grace").Messages(f.w.here) {
		if !m.Ephemeral() && m.Author.Bot {
			list = append(list, m.ID)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[max(0, len(list)-1-f.luck.IntN(3))]
}

// claims are lies about the message that was pressed. That it is private is no lie about
// a message of which the bot never heard that it was posted: Discord alone could know.
func (f *forger) claims(who string, message localcord.ID) map[string]any {
	me := map[string]any{"id": "1", "type": 3, "user": map[string]any{"id": f.w.person(who).ID(), "username": who}}
	kind := f.luck.IntN(12)
	if kind < 2 && f.unheard(message) {
		return nil
	}
	switch kind {
	case 0:
		return map[string]any{"flags": 64}
	case 1:
		return map[string]any{"flags": 64, "interaction_metadata": me}
	case 2:
		return map[string]any{"flags": 0}
	case 3:
		return map[string]any{"flags": nil, "interaction_metadata": nil}
	case 4:
		return map[string]any{"interaction_metadata": nil}
	case 5:
		return map[string]any{"interaction_metadata": me}
	case 6:
		return map[string]any{"id": f.old[f.luck.IntN(len(f.old))]}
	default:
		return nil
	}
}

// unheard reports whether every person sees a message, and the bot would believe that only
// one person does.
func (f *forger) unheard(message localcord.ID) bool {
	public := func(m *localcord.Message) bool { return m.ID == message && !m.Ephemeral() }
	id, err := discord.ParseID(string(message))
	if err != nil || !slices.ContainsFunc(f.w.person("Grace").Messages(f.w.here), public) {
		return false
	}
	ix := &discord.Interaction{User: discord.User{ID: 1}, Message: discord.MessageRef{ID: id, Flags: discordgo.MessageFlagsEphemeral, InteractionUser: 1}}
	return f.w.bot.client.OnlyPressers(ix)
}

// burst sends some interactions at once, while people play.
func (f *forger) burst(n int) {
	w := f.w
	s, ok := w.bot.tables.Find(table.OfMatch(f.match))
	if !ok {
		return
	}
	f.collect()
	f.disturb()
	var all sync.WaitGroup
	for range n {
		f.sent++
		if f.luck.IntN(12) == 0 {
			if ix := f.heard.some(f.luck); ix != nil {
				again := *ix
				again.Received = time.Now()
				w.bot.events.dispatch(discord.ShardID{Of: 1}, &again)
				continue
			}
		}
		who, x := f.one(s)
		wait := time.Duration(f.luck.IntN(600)) * time.Millisecond
		all.Go(func() {
			time.Sleep(wait)
			r, err := w.person(who).Forge(w.ctx, x)
			if err == nil && r.Modal != nil {
				var words []string // none where a form has menus only
				if in := r.Modal.Inputs(); len(in) > 0 {
					words = []string{"dream"}
					if most := in[0].MaxLength; most != nil {
						words[0] = words[0][:min(*most, len(words[0]))] // no client sends more
					}
				}
				_, err = w.person(who).Submit(w.ctx, r.Modal, words...)
			}
			if err != nil && !errors.Is(err, localcord.ErrNoAnswer) && !strings.Contains(err.Error(), "there is no such") {
				w.t.Error(err)
			}
		})
	}
	all.Go(func() {
		for seat := range s.Players {
			if move, ok := f.choose(s, games.Seat(seat)); ok {
				id := screen.CustomID{Match: s.ID, Turn: s.Turns[seat+1], Action: screen.ActionDo, To: move}
				_, err := w.person(s.Players[seat].Name).Forge(w.ctx, localcord.Forged{Channel: w.here, Message: f.on(s.Players[seat].Name), CustomID: id.String()})
				if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
					w.t.Error(err)
				}
			}
		}
	})
	all.Wait()
	time.Sleep(time.Duration(f.luck.IntN(4)) * time.Second)
	f.look()
}

// choose is what a seat plays, if it can.
func (f *forger) choose(s *table.State, seat games.Seat) (string, bool) {
	if s.Match == nil || s.Phase != table.Live {
		return "", false
	}
	move, ok := s.Match.Choose(seat, games.Easy)
	if list := s.Match.Moves(seat); !ok && len(list) > 0 {
		return list[f.luck.IntN(len(list))], true
	}
	return move, ok
}

// disturb lets something happen to the bot or to the table, now and then.
func (f *forger) disturb() {
	w, luck := f.w, f.luck
	faults := localcord.Faults{}
	switch luck.IntN(8) {
	case 0:
		faults.Latency = 1400 + luck.IntN(300) // as long as it takes to defer
	case 1:
		faults.Latency = luck.IntN(3000)
	case 2:
		faults.LostRate = .3
	case 3:
		faults.ErrorRate, faults.CutRate = .2, .2
	case 4:
		faults.Duplicate = true
	case 5:
		faults.Latency, faults.LostRate = 700+luck.IntN(300), .2
	}
	w.srv.SetFaults(faults)
	note := func(what string) { f.faults[what]++ }
	switch luck.IntN(30) {
	case 0:
		note("board deleted")
		if m := f.newest(); m != "" {
			if err := w.srv.Control().DeleteMessage(m); err != nil {
				w.t.Error(err)
			}
		}
	case 1:
		note("panel dismissed")
		who := f.people[luck.IntN(len(f.people))]
		if list := w.person(who).Panels(w.here); len(list) > 0 {
			if err := w.person(who).Dismiss(list[luck.IntN(len(list))].ID); err != nil {
				w.t.Error(err)
			}
		}
	case 2:
		note("bot started again")
		w.srv.SetFaults(localcord.Faults{})
		w.stop()
		w.start()
		f.ask()
	case 3:
		note("seat left")
		who, asked := f.people[luck.IntN(len(f.people))], table.GoesOn
		if s, ok := w.bot.tables.Find(table.OfMatch(f.match)); ok {
			asked = s.Asks(table.Action{Kind: table.Leave, User: table.User{ID: mustID(w.t, w.person(who))}})
		}
		f.act(who, page.Leave, string(asked))
	case 4:
		note("seat taken")
		f.act(f.senders()[luck.IntN(len(f.people)+len(strangers))], page.TakeSeat, strconv.Itoa(luck.IntN(len(f.people))))
	case 5:
		note("a while passed")
		time.Sleep(time.Duration(luck.IntN(20)) * time.Minute)
	case 6:
		note("board buried")
		for range 51 {
			if _, err := w.person("Grace").Say(w.here, "words"); err != nil {
				w.t.Error(err)
			}
		}
		time.Sleep(5 * time.Minute)
	}
}

// act presses one of the bot's own buttons.
func (f *forger) act(who string, a page.Action, arg string) {
	_, err := f.w.person(who).Forge(f.w.ctx, localcord.Forged{
		Channel: f.w.here, Message: f.on(who), CustomID: page.CustomID{Match: f.match, Action: a, Arg: arg}.String(),
	})
	if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
		f.w.t.Error(err)
	}
}

// look fails with each body that every person is shown and that holds what only an owner
// may know, or what the bot says only in private.
func (f *forger) look() {
	synctest.Wait()
	f.follow(localcord.Request{})
	hidden := f.hidden()
	list := f.w.record.All()
	for _, q := range list[f.checked:] {
		if q.Status >= 300 {
			continue
		}
		if !q.Everyone {
			f.answers++
			continue
		}
		f.public++
		about := bytes.Contains(q.Body, []byte(f.match))
		for _, p := range partsOf(q) {
			if !f.clean[p.text] { // most of a board says the same again and again
				for _, sign := range f.signs {
					if strings.Contains(p.text, sign) {
						f.w.t.Errorf("everybody is shown %q in %s: %s %s\n%s", sign, p.where, q.Method, q.Path, q.Body)
					}
				}
				f.clean[p.text] = true
			}
			for _, word := range hidden {
				if about && holds(p.text, word) {
					f.w.t.Errorf("everybody is shown the secret %q in %s: %s %s\n%s", word, p.where, q.Method, q.Path, q.Body)
				}
			}
		}
	}
	f.checked = len(list)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.states = f.states[max(0, len(f.states)-1):]
}

// hidden are the words that no person without a seat could know at any moment since the
// last look. Words that the bot's sentences say by themselves are not among them.
func (f *forger) hidden() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var list []string
	for i, s := range f.states {
		var words []string
		if s.Match != nil {
			words = slices.DeleteFunc(slices.Clone(s.Match.Hidden(games.Viewer{})), f.says.say)
		}
		if i == 0 {
			list = words
			continue
		}
		list = slices.DeleteFunc(slices.Clone(list), func(w string) bool { return !slices.Contains(words, w) })
	}
	return list
}

// TestForgedPresses lets a forger send thousands of interactions at tables of each
// game. Nobody is shown what only the owner of a seat may know. With TEST_WHOLE=1 it
// sends more than twenty thousand. All games share them.
func TestForgedPresses(t *testing.T) {
	gametest.NotShort(t)
	bots, err := privateSigns()
	if err != nil {
		t.Fatal(err)
	}
	presses := gametest.Often(1200, 480, 240)
	if gametest.Whole() {
		presses = 21_000
	}
	list := append([]games.Game{lullaby}, all.Games...)
	most := presses / len(list)
	for i, g := range list {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			h, signs := &heard{}, mustOwnersSigns(t, info.Name)
			virtual(t, []string{"en-US", "ru"}[i%2], func(c *Config) { c.Games = []games.Game{g}; h.Gateway = c.Gateway; c.Gateway = h }, func(t *testing.T, w *town) {
				f := &forger{
					w: w, luck: rand.New(rand.NewPCG(uint64(i), 11)), people: w.people(max(info.Min, 3)), heard: h,
					signs: slices.Concat(signs, bots), clean: map[string]bool{}, says: phrasesOf(t, g), faults: map[string]int{},
				}
				w.srv.REST().Tap(f.follow)
				f.sit(g)
				for f.sent < most && !t.Failed() {
					f.lies = f.sent >= most/2 // first what Discord could send, too
					f.burst(20)
					if s, ok := w.bot.tables.Find(table.OfMatch(f.match)); !ok || s.Phase != table.Live {
						f.leave()
						f.sit(g)
					}
				}
				if f.public < most/20 || f.answers < most/4 {
					t.Errorf("of %d presses %d bodies were for everybody, %d for one person", f.sent, f.public, f.answers)
				}
				t.Log(fmt.Sprintf("%d presses at %d tables, %d bodies for everybody, %d for one person", f.sent, f.tables, f.public, f.answers), slices.Sorted(maps.Keys(f.faults)), f.faults)
			})
		})
	}
}
