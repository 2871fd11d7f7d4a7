package localcord_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/gorilla/websocket"

	"oneiros/bot/localcord"
	"oneiros/bot/localcord/browse"
)

// obj is JSON as it goes over the wire.
type obj = map[string]any

// A puppet is a bot for which the test writes every answer. It is the smallest
// client of the gateway and of REST that Discord would talk to.
type puppet struct {
	s      *localcord.Server
	base   string
	ws     *websocket.Conn
	handle func(p *puppet, ix asked)
	errs   func(error)

	mu   sync.Mutex // guards writes to ws
	done chan struct{}
}

// asked is what a test reads of an interaction.
type asked struct {
	ID      string `json:"id"`
	Token   string `json:"token"`
	Type    int    `json:"type"`
	Channel string `json:"channel_id"`
	Locale  string `json:"locale"`
	Member  struct {
		User struct {
			ID string `json:"id"`
		} `json:"user"`
	} `json:"member"`
	Data struct {
		Name     string   `json:"name"`
		CustomID string   `json:"custom_id"`
		Values   []string `json:"values"`
		Options  []struct {
			Name    string `json:"name"`
			Value   any    `json:"value"`
			Focused bool   `json:"focused"`
			Options []struct {
				Name    string `json:"name"`
				Value   any    `json:"value"`
				Focused bool   `json:"focused"`
			} `json:"options"`
		} `json:"options"`
		Components []struct {
			Components []struct {
				CustomID string `json:"custom_id"`
				Value    string `json:"value"`
			} `json:"components"`
			Component struct {
				CustomID string   `json:"custom_id"`
				Value    *string  `json:"value"`
				Values   []string `json:"values"`
			} `json:"component"`
		} `json:"components"`
	} `json:"data"`
}

// Kinds of interactions and of answers.
const (
	ixCommand, ixPress, ixComplete, ixSubmit      = 2, 3, 4, 5
	saySomething, sayUpdate, sayChoices, sayModal = 4, 7, 8, 9
)

// enter connects a puppet to the server's gateway and has it answer with handle.
func enter(t testing.TB, s *localcord.Server, handle func(p *puppet, ix asked)) *puppet {
	t.Helper()
	p := &puppet{s: s, base: s.URL(), handle: handle, done: make(chan struct{}), errs: func(err error) { t.Error(err) }}
	ws, _, err := websocket.DefaultDialer.Dial(strings.Replace(p.base, "http", "ws", 1)+"/gateway/?v=10&encoding=json", nil)
	if err != nil {
		t.Fatalf("dial the gateway: %v", err)
	}
	p.ws = ws
	var hello struct {
		D struct {
			Interval int `json:"heartbeat_interval"`
		} `json:"d"`
	}
	if err := ws.ReadJSON(&hello); err != nil {
		t.Fatalf("read hello: %v", err)
	}
	if err := p.send(obj{"op": 2, "d": obj{"token": s.Token(), "intents": 1, "properties": obj{"os": "linux", "browser": "puppet", "device": "puppet"}}}); err != nil {
		t.Fatalf("identify: %v", err)
	}
	ready := make(chan struct{})
	go p.listen(ready, time.Duration(hello.D.Interval)*time.Millisecond)
	select {
	case <-ready:
	case <-time.After(10 * time.Second):
		t.Fatal("the gateway did not say READY")
	}
	t.Cleanup(p.leave)
	return p
}

func (p *puppet) leave() {
	p.ws.Close()
	<-p.done
}

func (p *puppet) send(v any) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ws.WriteJSON(v)
}

func (p *puppet) listen(ready chan struct{}, beat time.Duration) {
	defer close(p.done)
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		tick := time.NewTicker(beat)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				if p.send(obj{"op": 1, "d": nil}) != nil {
					return // listen is about to end as well
				}
			}
		}
	}()
	for {
		var packet struct {
			Op int             `json:"op"`
			T  string          `json:"t"`
			D  json.RawMessage `json:"d"`
		}
		if p.ws.ReadJSON(&packet) != nil {
			return // hung up, by either side
		}
		switch packet.T {
		case "READY":
			close(ready)
		case "INTERACTION_CREATE":
			var ix asked
			if err := json.Unmarshal(packet.D, &ix); err != nil {
				p.errs(fmt.Errorf("read an interaction: %w", err))
				continue
			}
			p.handle(p, ix)
		}
	}
}

// call makes a REST call and returns its answer.
func (p *puppet) call(method, path string, body any) (obj, error) {
	b, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequest(method, p.base+"/api/v10"+path, bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", "Bot "+p.s.Token())
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "DiscordBot (https://oneiros.example, 1)")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		return nil, err
	}
	if res.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %d %s", method, path, res.StatusCode, all)
	}
	var out any
	if len(all) > 0 {
		if err := json.Unmarshal(all, &out); err != nil {
			return nil, fmt.Errorf("%s %s: %w", method, path, err)
		}
	}
	o, _ := out.(obj) // a list is of no interest here
	return o, nil
}

// must is call for what has to go well.
func (p *puppet) must(method, path string, body any) obj {
	o, err := p.call(method, path, body)
	if err != nil {
		p.errs(err)
	}
	return o
}

// answer is the callback of an interaction.
func (p *puppet) answer(ix asked, kind int, data obj) {
	p.must("POST", "/interactions/"+ix.ID+"/"+ix.Token+"/callback", obj{"type": kind, "data": data})
}

// post writes a message to a channel and returns its id.
func (p *puppet) post(channel localcord.ID, m obj) string {
	id, _ := p.must("POST", "/channels/"+string(channel)+"/messages", m)["id"].(string)
	return id
}

func row(parts ...obj) obj { return obj{"type": 1, "components": parts} }
func press(style int, id, label string) obj {
	return obj{"type": 2, "style": style, "custom_id": id, "label": label}
}

// TESTS BEGIN

// got is what comes over a channel before the test's page ends.
func got[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case v := <-from:
		return v
	case <-time.After(30 * time.Second):
		t.Fatal("nothing came")
		panic("not reached")
	}
}

// serve starts a server in memory.
func serve(t *testing.T) *localcord.Server {
	t.Helper()
	s, err := localcord.New(localcord.Config{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	if _, err := s.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWeb(t *testing.T) {
	t.Parallel()
	browser := browse.Chromium(t)
	for _, c := range []struct {
		name string
		test func(*testing.T, context.Context)
	}{
		{"SideBySide", testSideBySide},
		{"Ephemeral", testEphemeral},
		{"LateAnswer", testLateAnswer},
		{"PressUpdatesInPlace", testPress},
		{"Busy", testBusy},
		{"PlaysItself", testPlaysItself},
		{"Modal", testModal},
		{"Menus", testMenus},
		{"Commands", testCommands},
		{"Reconnect", testReconnect},
		{"Phone", testPhone},
		{"HostileText", testHostile},
		{"Settings", testSettings},
		{"Reader", testReader},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, browser) })
	}
}

func testSideBySide(t *testing.T, browser context.Context) {
	s := serve(t)
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Is(`document.querySelectorAll('.column').length === 2`)
	p.Is(`document.querySelector('.column[data-person-number="1"]').lang === 'ru' && document.querySelector('.column[data-person-number="2"]').lang === 'en'`)
	p.Keys(browse.Column(1, "[data-composer]"), "**Привет**, _all_"+kb.Enter)
	p.Sees(2, "Привет, all")
	p.Is(`document.querySelector('` + browse.Column(2, ".message strong") + `').textContent === 'Привет'`)
	p.Is(`document.querySelector('` + browse.Column(2, ".message em") + `').textContent === 'all'`)
	// A third person, chosen in the top bar, reads what was said before; the address and the memory say so.
	p.Click(`[data-person="3"]`)
	p.Sees(3, "Привет, all")
	p.Is(`location.hash.startsWith('#people=1,2,3&') && JSON.parse(localStorage.localcord).people === '1,2,3'`)
	p.Click(`[data-hide-person="1"]`)
	p.Until(`!document.querySelector('.column[data-person-number="1"]')`)
	// Another channel is another conversation.
	p.Click(`[data-channel-name="lounge"]`)
	p.Until(`document.querySelector('` + browse.Column(2, ".messages") + `').children.length === 0`)
	p.Is(`location.hash.includes('channel=lounge')`)
	// What is said elsewhere marks the channel.
	if _, err := http.Post(s.URL()+"/local/say", "application/json", strings.NewReader(fmt.Sprintf(`{"user":%q,"channel":%q,"content":"here"}`, s.Users()[4].ID(), s.Channel("table")))); err != nil {
		t.Fatal(err)
	}
	p.Until(`document.querySelector('[data-channel-name="table"].unread')`)
}

func testEphemeral(t *testing.T, browser context.Context) {
	s := serve(t)
	bot := enter(t, s, func(b *puppet, ix asked) {
		b.answer(ix, saySomething, obj{"content": "role: dreamer", "flags": 64})
	})
	bot.post(s.Channel("table"), obj{"content": "board", "components": []obj{row(press(1, "panel", "My panel"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Sees(2, "board")
	p.Click(browse.Column(1, `[data-label="My panel"]`))
	p.Sees(1, "role: dreamer")
	p.Is(`document.querySelector('` + browse.Column(1, `[data-ephemeral="true"]`) + `').innerText.includes('Видно только вам')`)
	// The other's stream is in order, so that a later message has come means that the secret has not.
	bot.post(s.Channel("table"), obj{"content": "later"})
	p.Sees(2, "later")
	p.Is(`!document.querySelector('` + browse.Column(2, ".messages") + `').innerText.includes('dreamer')`)
	p.Click(browse.Column(1, `[data-dismiss]`))
	p.Until(`!document.querySelector('` + browse.Column(1, `[data-ephemeral="true"]`) + `')`)
	// The page drops it at once, and then tells the server.
	first := s.Users()[0]
	if err := first.WaitFor(t.Context(), func() bool { return len(first.Panels(s.Channel("table"))) == 0 }); err != nil {
		t.Errorf("dismissed, and still there: %v", err)
	}
}

// testLateAnswer: what answers the last press has the focus, however late it comes.
func testLateAnswer(t *testing.T, browser context.Context) {
	s := serve(t)
	hold := make(chan struct{})
	bot := enter(t, s, func(b *puppet, ix asked) {
		<-hold
		b.answer(ix, saySomething, obj{"content": "late", "flags": 64, "components": []obj{row(press(1, "next", "Next"))}})
	})
	s.SetFaults(localcord.Faults{AnswerWithin: 60_000})
	bot.post(s.Channel("table"), obj{"content": "board", "components": []obj{row(press(1, "panel", "My panel"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=1&channel=table", 1280, 800, 5*time.Minute)
	p.Sees(1, "board")
	p.Click(browse.Column(1, `[data-label="My panel"]`))
	p.Until(`document.querySelector('` + browse.Column(1, `[data-label="My panel"][aria-busy="true"]`) + `')`)
	p.Is(`(was => { Date.now = () => was() + 60_000; return true })(Date.now.bind(Date))`) // a minute later
	close(hold)
	p.Until(`document.activeElement.dataset.label === 'Next'`)
}

func testPress(t *testing.T, browser context.Context) {
	s := serve(t)
	hold := make(chan struct{})
	bot := enter(t, s, func(b *puppet, ix asked) {
		if ix.Data.CustomID == "mute" {
			return
		}
		<-hold
		b.answer(ix, sayUpdate, obj{"content": "turn 2", "components": []obj{row(press(3, "m/2", "Next"), press(2, "mute", "Mute"))}})
	})
	s.SetFaults(localcord.Faults{AnswerWithin: 60_000})
	bot.post(s.Channel("table"), obj{"content": "turn 1", "components": []obj{row(press(3, "m/1", "Next"), press(2, "mute", "Mute"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Sees(1, "turn 1")
	p.Is(`window.kept = document.querySelector('` + browse.Column(1, `[data-label="Next"]`) + `')`)
	p.Click(browse.Column(1, `[data-label="Next"]`))
	p.Until(`document.querySelector('` + browse.Column(1, `[data-label="Next"][aria-busy="true"]`) + `')`)
	close(hold)
	p.Sees(1, "turn 2")
	p.Sees(2, "turn 2")
	p.Until(`!document.querySelector('` + browse.Column(1, `[aria-busy="true"]`) + `')`)
	p.Is(`window.kept.isConnected && window.kept.dataset.customId === 'm/2' && document.activeElement === window.kept`)
	// What the bot does not answer has failed, only for the person who pressed.
	s.SetFaults(localcord.Faults{AnswerWithin: 1500})
	p.Click(browse.Column(1, `[data-label="Mute"]`))
	p.Until(`document.querySelector('` + browse.Column(1, `[data-failed]`) + `')`)
	p.Is(`document.querySelector('` + browse.Column(1, `[data-failed]`) + `').textContent === 'Действие не удалось'`)
	p.Is(`!document.querySelector('` + browse.Column(2, `[data-failed]`) + `')`)
}

// testBusy: the page takes no press of a message while another one of it waits. Click
// presses when that one is answered, so that no press of a test is lost.
func testBusy(t *testing.T, browser context.Context) {
	s := serve(t)
	s.SetFaults(localcord.Faults{AnswerWithin: 60_000})
	two := []obj{row(press(3, "slow", "Slow"), press(2, "quick", "Quick"))}
	var slow asked
	bot := enter(t, s, func(b *puppet, ix asked) {
		switch ix.Data.CustomID {
		case "slow":
			slow = ix
		case "release":
			b.answer(ix, sayUpdate, obj{"content": "released"})
			b.answer(slow, sayUpdate, obj{"content": "slow", "components": two})
		case "quick":
			b.answer(ix, sayUpdate, obj{"content": "quick"})
		}
	})
	bot.post(s.Channel("table"), obj{"content": "two", "components": two})
	bot.post(s.Channel("table"), obj{"content": "other", "components": []obj{row(press(2, "release", "Release"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Sees(2, "other")
	p.Click(browse.Column(1, `[data-label="Slow"]`))
	p.Until(`document.querySelector('` + browse.Column(1, `[data-label="Quick"][aria-disabled="true"]`) + `')`)
	p.Is(`(() => {
		const quick = document.querySelector('` + browse.Column(1, `[data-label="Quick"]`) + `');
		let looks = 0;
		quick.scrollIntoView = () => { if (++looks === 4) document.querySelector('` + browse.Column(2, `[data-label="Release"]`) + `').click(); };
		return true;
	})()`)
	p.Click(browse.Column(1, `[data-label="Quick"]`))
	p.Sees(1, "quick")
}

// testPlaysItself: the server knows for whom the page presses. A press of their own ends that.
func testPlaysItself(t *testing.T, browser context.Context) {
	s := serve(t)
	pressed := make(chan string, 100)
	bot := enter(t, s, func(b *puppet, ix asked) {
		b.answer(ix, sayUpdate, obj{"content": "board", "components": []obj{row(press(1, "b/m1/join", "Join"), press(1, "b/m1/panel", "My panel"))}})
		pressed <- ix.Member.User.ID
	})
	bot.post(s.Channel("table"), obj{"content": "board", "components": []obj{row(press(1, "b/m1/join", "Join"), press(1, "b/m1/panel", "My panel"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table&pace=50", 1280, 800, 5*time.Minute)
	first, second := s.Users()[0], s.Users()[1]
	itself := func(who *localcord.Person) bool {
		id, err := strconv.ParseUint(string(who.ID()), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		return s.PlaysItself(id)
	}
	p.Click(browse.Column(2, `[data-label="Join"]`))
	if who := got(t, pressed); who != string(second.ID()) || itself(second) || itself(first) {
		t.Errorf("%s pressed; by themselves play: %v, %v", who, itself(first), itself(second))
	}
	p.Click(`[data-auto="1"]`)
	if who := got(t, pressed); who != string(first.ID()) || !itself(first) || itself(second) {
		t.Errorf("the page pressed for %s; by themselves play: %v, %v", who, itself(first), itself(second))
	}
	p.Click(`[data-auto="1"]`)
	p.Is(`document.querySelector('[data-auto="1"]').getAttribute('aria-pressed') === 'false'`)
	p.Until(`!document.querySelector('` + browse.Column(1, `[aria-busy="true"]`) + `')`)
	for len(pressed) > 0 { // the page was quick
		<-pressed
	}
	p.Click(browse.Column(1, `[data-label="Join"]`))
	if got(t, pressed); itself(first) {
		t.Error("after a press of their own, the first person still plays by themselves")
	}
}

func testModal(t *testing.T, browser context.Context) {
	s := serve(t)
	sent := make(chan asked, 1)
	bot := enter(t, s, func(b *puppet, ix asked) {
		if ix.Type == ixSubmit {
			sent <- ix
			b.answer(ix, saySomething, obj{"content": "guessed", "flags": 64})
			return
		}
		if ix.Data.CustomID == "choose" {
			label := func(id, name string, field obj) obj {
				field["custom_id"] = id
				return obj{"type": 18, "label": name, "component": field}
			}
			b.answer(ix, sayModal, obj{"custom_id": "choose/4", "title": "Choose", "components": []obj{
				label("radio", "Radio", obj{"type": 21, "options": []obj{{"label": "On", "value": "on", "default": true}, {"label": "Off", "value": "off"}}}),
				label("menu", "Menu", obj{"type": 3, "required": false, "min_values": 0, "options": []obj{{"label": "Moon", "value": "moon", "default": true}, {"label": "Sea", "value": "sea"}}}),
				label("some", "Channels", obj{"type": 8, "required": false, "min_values": 0, "max_values": 25, "channel_types": []int{0}}),
				label("none", "Role", obj{"type": 21, "required": false, "options": []obj{{"label": "A", "value": "a"}, {"label": "B", "value": "b"}}}),
			}})
			return
		}
		b.answer(ix, sayModal, obj{"custom_id": "guess/4", "title": "Guess", "components": []obj{
			row(obj{"type": 4, "custom_id": "word", "style": 1, "label": "Word", "min_length": 2, "max_length": 5}),
			row(obj{"type": 4, "custom_id": "why", "style": 2, "label": "Why", "required": false, "value": "so"}),
		}})
	})
	bot.post(s.Channel("table"), obj{"content": "board", "components": []obj{row(press(1, "ask", "Guess…"), press(1, "choose", "Choose…"))}})
	p := browse.Visit(t, browser, s.URL(), "#people=2,1&channel=table", 1280, 800, 5*time.Minute)
	modal := `document.querySelector('` + browse.Column(2, `[data-modal="guess/4"]`) + `')`
	p.Click(browse.Column(2, `[data-label="Guess…"]`))
	p.Until(modal + ` && document.activeElement.dataset.field === 'word'`)
	p.Is(`!document.querySelector('` + browse.Column(1, `[data-modal]`) + `')`)
	// Esc leaves; what leads nowhere is said and not sent.
	p.Type(kb.Escape)
	p.Until(`!` + modal)
	p.Click(browse.Column(2, `[data-label="Guess…"]`))
	p.Until(modal + ` && document.activeElement.dataset.field === 'word'`)
	p.Type(kb.Enter)
	p.Until(modal + `.innerText.includes('This option is needed')`)
	p.Type("seashore")
	p.Is(modal + `.querySelector('.counter').textContent === '8 / 5'`)
	p.Type(kb.Enter)
	p.Until(modal + `.innerText.includes('At most 5 characters')`)
	p.Type(strings.Repeat(kb.Backspace, 3))
	// The focus goes around inside.
	for range 5 {
		p.Type(kb.Tab)
		p.Is(`document.activeElement.closest('.modal')`)
	}
	p.Click(browse.Column(2, `[data-modal-submit]`))
	p.Sees(2, "guessed")
	p.Until(`!` + modal)
	got := got(t, sent).Data.Components
	if len(got) != 2 || got[0].Components[0].Value != "seash" || got[1].Components[0].Value != "so" {
		t.Errorf("the bot got %+v", got)
	}
	choosesInModal(t, p, sent, string(s.Channel("table")))
}

// choosesInModal chooses in a form without texts. What is left as it was is sent, too.
func choosesInModal(t *testing.T, p *browse.Page, sent chan asked, channel string) {
	at := func(css string) string { return browse.Column(2, `[data-modal="choose/4"] `+css) }
	p.Click(browse.Column(2, `[data-label="Choose…"]`))
	p.Until(`document.querySelector('` + at(`[data-field="radio"] input:checked`) + `').value === 'on' && document.querySelector('` + at(`select`) + `').value === 'moon'`)
	p.Click(at(`[data-field="radio"] input[value="off"]`))
	p.Click(at(`[data-field="some"] input[value="` + channel + `"]`))
	p.Click(at(`[data-modal-submit]`))
	got := got(t, sent).Data.Components
	if len(got) != 4 || got[0].Component.Value == nil || *got[0].Component.Value != "off" || !slices.Equal(got[1].Component.Values, []string{"moon"}) ||
		!slices.Equal(got[2].Component.Values, []string{channel}) || got[3].Component.Value != nil || got[3].Component.CustomID != "none" {
		t.Errorf("the bot got %+v", got)
	}
}

func testMenus(t *testing.T, browser context.Context) {
	s := serve(t)
	chosen := make(chan []string, 1)
	bot := enter(t, s, func(b *puppet, ix asked) {
		chosen <- ix.Data.Values
		b.answer(ix, 6, nil)
	})
	options := []obj{{"label": "Moon", "value": "moon", "description": "it shines"}, {"label": "Sea", "value": "sea"}, {"label": "Cat", "value": "cat", "default": true}}
	bot.post(s.Channel("table"), obj{"content": "board", "components": []obj{
		row(obj{"type": 3, "custom_id": "one", "placeholder": "One", "options": options[:2]}),
		row(obj{"type": 3, "custom_id": "some", "placeholder": "Some", "options": options, "min_values": 1, "max_values": 2}),
	}})
	p := browse.Visit(t, browser, s.URL(), "#people=2&channel=table", 1280, 800, 5*time.Minute)
	expect := func(want ...string) {
		t.Helper()
		if got := got(t, chosen); !slices.Equal(got, want) {
			t.Errorf("the bot got %q, want %q", got, want)
		}
		p.Until(`!document.querySelector('.select[aria-busy]')`)
	}
	p.Click(`.select[data-custom-id="one"]`)
	p.Until(`document.querySelector('[data-menu="one"]').innerText.includes('it shines') && document.activeElement.dataset.value === 'moon'`)
	p.Type(kb.ArrowDown) // by keyboard
	release := p.Hold('\r')
	expect("sea")
	release() // it is answered while the key is down, and what comes of that is not another press
	p.Is(`!document.querySelector('[data-menu]')`)
	p.Is(`document.querySelector('.select[data-custom-id="one"]').dataset.values === 'sea'`)
	p.Click(`.select[data-custom-id="some"]`)
	p.Until(`document.querySelector('[data-menu="some"] [data-value="cat"][aria-selected="true"]')`)
	p.Click(`[data-menu="some"] [data-value="moon"]`)
	p.Click(`[data-menu="some"] [data-value="sea"]`) // a third is one too many
	p.Is(`document.querySelectorAll('[data-menu="some"] [aria-selected="true"]').length === 2`)
	p.Click(`[data-menu-done]`)
	expect("cat", "moon")
}

func testCommands(t *testing.T, browser context.Context) {
	s := serve(t)
	used := make(chan asked, 1)
	bot := enter(t, s, func(b *puppet, ix asked) {
		if ix.Type == ixComplete {
			b.answer(ix, sayChoices, obj{"choices": []obj{{"name": "When I Sleep", "value": "when-i-sleep"}, {"name": "Lullaby", "value": "lullaby"}}})
			return
		}
		used <- ix
		b.answer(ix, saySomething, obj{"content": "done " + ix.Data.Name})
	})
	bot.must("PUT", "/applications/"+string(s.Bot())+"/commands", []obj{
		{"name": "dream", "description": "Games", "name_localizations": obj{"ru": "сон"}, "options": []obj{
			{"type": 1, "name": "play", "description": "Open a table", "name_localizations": obj{"ru": "играть"}, "description_localizations": obj{"ru": "Открыть стол"}, "options": []obj{
				{"type": 3, "name": "game", "description": "Which game", "required": true, "autocomplete": true},
				{"type": 4, "name": "seats", "description": "How many", "min_value": 4, "max_value": 10},
			}},
			{"type": 1, "name": "panel", "description": "My panel"},
		}},
		{"name": "clue", "description": "Give a clue", "options": []obj{{"type": 3, "name": "word", "description": "One word", "required": true}}},
	})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)

	// Fast: the whole of it typed at once.
	p.Keys(browse.Column(2, "[data-composer]"), "/clue вода морская"+kb.Enter)
	ix := got(t, used)
	if len(ix.Data.Options) != 1 || ix.Data.Options[0].Value != "вода морская" {
		t.Errorf("/clue came as %+v", ix.Data)
	}
	p.Sees(2, "Boris used /clue")
	p.Sees(1, "Boris: команда /clue")

	// By the list, in the person's language, with choices of the bot.
	p.Keys(browse.Column(1, "[data-composer]"), "/со")
	p.Until(`document.querySelector('` + browse.Column(1, `[data-choice="dream play"]`) + `')?.innerText.includes('Открыть стол')`)
	p.Click(browse.Column(1, `[data-choice="dream play"]`))
	p.Until(`document.querySelector('` + browse.Column(1, `[data-command="dream play"]`) + `') && document.activeElement.dataset.option === 'game'`)
	p.Type(kb.Enter) // nothing was said yet
	p.Until(`document.querySelector('` + browse.Column(1, `[data-option="game"][aria-invalid="true"]`) + `')`)
	p.Type("lul")
	p.Until(`document.querySelector('` + browse.Column(1, `.popup [data-label="Lullaby"].on`) + `')`)
	p.Type(kb.Enter)
	p.Click(browse.Column(1, `[data-add-option="seats"]`))
	p.Until(`document.activeElement.dataset.option === 'seats'`)
	p.Type("99" + kb.Enter)
	p.Until(`document.querySelector('` + browse.Column(1, `[data-option="seats"][aria-invalid="true"]`) + `')`)
	p.Type(kb.Backspace + kb.Backspace + "5" + kb.Enter)
	ix = got(t, used)
	if sub := ix.Data.Options; len(sub) != 1 || sub[0].Name != "play" || len(sub[0].Options) != 2 || sub[0].Options[0].Value != "lullaby" || sub[0].Options[1].Value != 5.0 {
		t.Errorf("/dream play came as %+v", ix.Data)
	}
	// And one without options.
	p.Keys(browse.Column(2, "[data-composer]"), "/dream panel "+kb.Enter)
	if ix = got(t, used); ix.Data.Options[0].Name != "panel" {
		t.Errorf("/dream panel came as %+v", ix.Data)
	}
	p.Until(`!document.querySelector('[data-sent]')`)
}

func testReconnect(t *testing.T, browser context.Context) {
	dir := t.TempDir()
	open := func(addr string) *localcord.Server {
		s, err := localcord.New(localcord.Config{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Listen(addr); err != nil {
			t.Fatal(err)
		}
		return s
	}
	say := func(s *localcord.Server, text string) {
		res, err := http.Post(s.URL()+"/local/say", "application/json", strings.NewReader(fmt.Sprintf(`{"user":%q,"channel":%q,"content":%q}`, s.Users()[0].ID(), s.Channel("table"), text)))
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
	}
	s := open("127.0.0.1:0")
	addr := strings.TrimPrefix(s.URL(), "http://")
	say(s, "before")
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Sees(2, "before")
	p.Keys(browse.Column(1, "[data-composer]"), "half a wo")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p.Until(`document.querySelectorAll('[data-reconnecting]').length === 2`)
	p.Sees(2, "before") // what was there stays to be read
	s = open(addr)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	say(s, "after")
	p.Sees(1, "after")
	p.Sees(2, "after")
	p.Until(`!document.querySelector('[data-reconnecting]')`)
	p.Type("rd" + kb.Enter) // what was half written is still there
	p.Sees(2, "half a word")
	p.Is(`document.querySelectorAll('` + browse.Column(2, ".message") + `').length === 3`)
}

func testPhone(t *testing.T, browser context.Context) {
	s := serve(t)
	bot := enter(t, s, func(b *puppet, ix asked) {
		b.answer(ix, saySomething, obj{"content": strings.Repeat("W", 300) + "\n```\n" + strings.Repeat("code ", 60) + "\n```", "flags": 64, "components": []obj{row(press(3, "a", "Right"), press(4, "b", "Wrong"), press(2, "c", "Next"))}})
	})
	bot.post(s.Channel("table"), obj{"embeds": []obj{{"title": strings.Repeat("Ночь", 30), "description": strings.Repeat("https://example.org/", 20), "color": 0xff8800,
		"fields": []obj{{"name": "One", "value": "1", "inline": true}, {"name": "Two", "value": "2", "inline": true}, {"name": "Three", "value": strings.Repeat("3", 200), "inline": true}}}},
		"components": []obj{row(press(1, "panel", "My panel"), press(2, "r", strings.Repeat("Rules ", 12)), press(3, "j", "Join"), press(4, "l", "Leave"), press(2, "s", "Start")),
			row(obj{"type": 3, "custom_id": "m", "placeholder": strings.Repeat("Options ", 15), "options": []obj{{"label": "x", "value": "x"}}})}})
	p := browse.Visit(t, browser, s.URL(), "#people=2,1&channel=table", 360, 740, 5*time.Minute)
	p.Is(`document.querySelectorAll('.column').length === 1 && document.querySelector('.column').dataset.personNumber === '2'`)
	p.Click(`[data-label="My panel"]`)
	p.Until(`document.querySelector('[data-ephemeral="true"]')`)
	thumbs := func(what string) {
		t.Helper()
		wide := browse.Ask[[]string](p, `[...document.querySelectorAll('html, .frame, .columns, .column, .scroll, .modal')].filter(e => e.scrollWidth > e.clientWidth).map(e => e.className || e.tagName)`)
		small := browse.Ask[[]string](p, `[...document.querySelectorAll('button, input, textarea, select, a.button, [role=option]')].filter(e => {
			const r = e.getBoundingClientRect();
			return r.width > 0 && !e.closest('[inert]') && !e.closest('.prose') && (r.width < 43.5 || r.height < 43.5);
		}).map(e => e.outerHTML.slice(0, 120))`)
		if len(wide) > 0 {
			t.Errorf("%s: wider than the phone: %q", what, wide)
		}
		if len(small) > 0 {
			t.Errorf("%s: too small for a thumb: %q", what, small)
		}
	}
	thumbs("messages")
	p.Click(`.select[data-custom-id="m"]`)
	p.Until(`document.querySelector('[data-menu="m"]')`)
	thumbs("menu")
	p.Type(kb.Escape)
	p.Click(`[data-rail]`)
	p.Until(`document.querySelector('.rail-open')`)
	thumbs("channels")
	p.Click(`[data-channel-name="lounge"]`)
	p.Until(`location.hash.includes('lounge')`)
	p.Click(`[data-person="5"]`)
	p.Until(`document.querySelector('.column[data-person-number="5"][data-live="true"]') && document.querySelectorAll('.column').length === 1`)
	p.Keys(`[data-composer]`, "с телефона"+kb.Enter)
	p.Sees(5, "с телефона")
	p.Click(`[data-settings]`)
	p.Until(`document.querySelector('[data-fault]')`)
	p.Is(`document.documentElement.scrollWidth <= 360`)
	// The strip of people shows who acts, also if that is one of the last.
	p = browse.Visit(t, browser, s.URL(), "#people=8&channel=table", 360, 740, 5*time.Minute)
	p.Until(`(() => {
		const chip = document.querySelector('.chip.on');
		const r = chip && chip.getBoundingClientRect();
		return r && chip.dataset.person === '8' && r.left >= 0 && r.right <= 360;
	})()`)
}

func testHostile(t *testing.T, browser context.Context) {
	s := serve(t)
	const evil = `<img src=x onerror=hacked=1><script>hacked=2</script>`
	if err := s.Users()[0].Rename(`<b onclick=hacked=3>`); err != nil {
		t.Fatal(err)
	}
	bot := enter(t, s, func(b *puppet, ix asked) {
		b.answer(ix, sayModal, obj{"custom_id": `"><i>`, "title": "<img src=x onerror=h>", "components": []obj{row(obj{"type": 4, "custom_id": "w", "style": 1, "label": "<u>label</u>", "value": evil})}})
	})
	bot.post(s.Channel("table"), obj{"content": evil + " [go](javascript:hacked=4) <@" + string(s.Users()[0].ID()) + "> ||" + evil + "|| ```" + evil + "```",
		"embeds":     []obj{{"title": evil, "description": "[x](https://ok.example/\"onmouseover=hacked=5) " + evil, "footer": obj{"text": evil}, "image": obj{"url": "https://elsewhere.example/spy.png"}, "fields": []obj{{"name": evil, "value": evil}}}},
		"components": []obj{row(press(1, `x"]<script>`, "<b>press</b>")), row(obj{"type": 3, "custom_id": "m", "placeholder": "<i>menu</i>", "options": []obj{{"label": "<s>option</s>", "value": `"><script>`}}})}})
	bot.post(s.Channel("table"), obj{"content": strings.Repeat("**__||*_~~`", 150)})
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Keys(browse.Column(1, "[data-composer]"), evil+kb.Enter)
	p.Sees(2, evil)
	p.Click(browse.Column(1, `.select[data-custom-id="m"]`))
	p.Until(`document.querySelector('.menu')?.innerText.includes('<s>option</s>')`)
	p.Type(kb.Escape)
	p.Click(browse.Column(2, `.button.primary`))
	p.Until(`document.querySelector('.modal')?.innerText.includes('<u>label</u>')`)
	p.Is(`document.querySelector('.modal h2').textContent === '<img src=x onerror=h>' && document.querySelector('[data-field]').value.startsWith('<img')`)
	p.Is(`typeof hacked === 'undefined'`)
	p.Is(`[...document.images].every(i => new URL(i.src).origin === location.origin) && document.querySelectorAll('#app script').length === 0`)
	p.Is(`[...document.querySelectorAll('.message *, .column-head *')].every(e => [...e.attributes].every(a => !a.name.startsWith('on')))`)
	p.Is(`[...document.querySelectorAll('a[href]')].every(a => /^https?:/.test(a.href))`)
	p.Is(`document.querySelector('` + browse.Column(1, ".who-name") + `').textContent === '<b onclick=hacked=3>'`)
}

func testSettings(t *testing.T, browser context.Context) {
	s := serve(t)
	p := browse.Visit(t, browser, s.URL(), "#people=1,2&channel=table", 1280, 800, 5*time.Minute)
	p.Is(`document.querySelector('[data-bot-online="false"]')`)
	enter(t, s, func(*puppet, asked) {})
	p.Until(`document.querySelector('[data-bot-online="true"]')`)
	p.Click(`[data-settings]`)
	p.Until(`document.querySelector('[data-fault="outage"]')`)
	p.Click(`[data-fault="duplicate"]`)
	p.Until(`document.querySelector('.saved').textContent !== ''`)
	if !s.Control().Faults().Duplicate {
		t.Error("the switch was not thrown")
	}
	p.Until(`document.querySelector('[data-faults="1"]') && document.querySelector('[data-active-faults="1"]')`)
	// A switch of a number throws it to what is felt, and shows the number.
	p.Click(`[data-fault="latency"]`)
	p.Until(`document.querySelector('[data-fine="latency"]')?.value === '800'`)
	p.Is(`[document.querySelector('[data-fine="latency"]')].every(e => (e.value = '5', e.dispatchEvent(new Event('change', {bubbles: true}))))`)
	p.Until(`document.querySelector('[data-faults="2"]')`)
	// Permissions are taken here, or everywhere.
	p.Click(`[data-fault="deny send"]`)
	p.Until(`document.querySelector('[data-faults="3"]')`)
	p.Click(`[data-scope="everywhere"]`)
	p.Is(`!document.querySelector('[data-fault="deny send"]').checked`)
	if d := s.Control().Denied(); d[s.Channel("table")] != 1<<11 || len(d) != 1 {
		t.Errorf("denied %v", d)
	}
	// What happens once is said, and what cannot be taken back is asked twice.
	p.Click(`[data-action="cut"]`)
	p.Until(`document.querySelector('[data-bot-status="offline"]')`)
	p.Is(`document.querySelector('[data-action="board"]').disabled && !document.querySelector('[data-action="restart"]')`)
	second := s.Channel("second-table")
	p.Type(kb.Escape)
	p.Click(`[data-channel-name="second-table"]`)
	p.Click(`[data-settings]`)
	p.Until(`document.querySelector('[data-fault-group="here"]')?.innerText.includes('second-table')`)
	p.Click(`[data-action="channel"]`)
	p.Is(`document.querySelector('[data-channel="` + string(second) + `"]')`)
	p.Click(`[data-action="channel"]`)
	p.Until(`!document.querySelector('[data-channel="` + string(second) + `"]')`)
	p.Click(`[data-clear]`)
	p.Until(`document.querySelector('[data-faults="0"]') && !document.querySelector('[data-active-faults]')`)
	if f := s.Control().Faults(); f.Duplicate || f.Latency != 0 || len(s.Control().Denied()) != 0 {
		t.Errorf("a fault is left: %+v, %v", f, s.Control().Denied())
	}
	// What a voice channel may refuse has switches in both languages.
	for i, key := range []string{"voice_unanswered", "sound_refused", "deny speak", "deny soundboard"} {
		p.Click(`[data-fault="` + key + `"]`)
		p.Until(fmt.Sprintf(`document.querySelector('[data-faults="%d"]')`, i+1))
	}
	if f := s.Control().Faults(); !f.VoiceUnanswered || !f.SoundRefused || s.Control().Denied()[s.Channel("table")] != 1<<21|1<<42 {
		t.Errorf("a voice channel refuses %+v, %v", f, s.Control().Denied())
	}
	p.Is(`['Голосовые каналы', '50167', 'Говорить', 'Использовать звуковую панель'].every(s => document.querySelector('[data-drawer]').innerText.includes(s))`)
	p.Is(`[document.querySelector('[data-locale]')].every(e => (e.value = 'en-US', e.dispatchEvent(new Event('change', {bubbles: true}))))`)
	p.Until(`document.querySelector('.column[data-person-number="1"]').lang === 'en'`)
	p.Until(`['Voice channels', '50167', 'Speak', 'Use Soundboard'].every(s => document.querySelector('[data-drawer]').innerText.includes(s))`)
	p.Click(`[data-clear]`)
	p.Until(`document.querySelector('[data-faults="0"]')`)
	if f := s.Control().Faults(); f.VoiceUnanswered || f.SoundRefused || len(s.Control().Denied()) != 0 {
		t.Errorf("a voice channel still refuses %+v, %v", f, s.Control().Denied())
	}
	p.Type(kb.Escape)
	p.Until(`!document.querySelector('[data-drawer]')`)
}
