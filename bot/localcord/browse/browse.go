// Package browse looks at localcord's web client in a real browser, for tests.
//
// Everything is done as a person does it, by mouse and keyboard. It is seen through
// the hooks that the client documents. Tests wait for a state of the page and never
// for a time. An observer in the page looks whenever the page changes. So a slow
// machine makes a test slow and not red.
package browse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a page may take for anything that has no other limit of
// time. Only a page that hangs takes so long.
const patience = 3 * time.Minute

// shared is the browser of this test binary. Its first user starts it. A browser needs
// a second of the processor to start, so all tests have one. Each page is in a context
// of its own, as in a private window.
var shared struct {
	once sync.Once
	ctx  context.Context
	err  error
	end  func()
}

// errNone: no browser is installed here.
var errNone = errors.New("there is no Chromium here")

// Chromium is the machine's browser, which is started with an empty profile. Without one
// the test is skipped, or fails when REQUIRE_CHROMIUM is set. The tests of the package
// are [Tests], which print how much of the processor time of their process is the browser's.
func Chromium(t *testing.T) context.Context {
	t.Helper()
	shared.once.Do(func() { shared.ctx, shared.end, shared.err = start() })
	if errors.Is(shared.err, errNone) && os.Getenv("REQUIRE_CHROMIUM") == "" {
		t.Skip(shared.err)
	}
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	if err := shared.ctx.Err(); err != nil {
		t.Fatalf("the browser has ended: %v", err)
	}
	return shared.ctx
}

// Tests are the tests of a package, for its TestMain. They end the browser at their end.
type Tests struct{ M interface{ Run() int } }

// Run runs the tests.
func (t Tests) Run() int {
	code := t.M.Run()
	if shared.end != nil {
		shared.end()
	}
	return code
}

// start starts a browser. The function that it returns ends it.
func start() (ctx context.Context, end func(), err error) {
	path := ""
	// A page of the shell without windows costs a quarter of one of the whole browser.
	for _, name := range []string{"chromium-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, nil, errNone
	}
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		return nil, nil, err
	}
	var process *exec.Cmd
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.ModifyCmdFunc(func(c *exec.Cmd) {
			c.SysProcAttr = &syscall.SysProcAttr{}
			endWithParent(c.SysProcAttr)
			process = c
		}),
		chromedp.WSURLReadTimeout(time.Minute), chromedp.WindowSize(1280, 800))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(ctx)
	end = func() {
		leave()
		stop() // it waits for the process
		if process != nil && process.ProcessState != nil {
			fmt.Printf("%.3f s of the processor time are Chromium's\n", (process.ProcessState.UserTime() + process.ProcessState.SystemTime()).Seconds())
		}
		_ = os.RemoveAll(profile) // a temporary folder
	}
	if err := chromedp.Do(ctx); err != nil {
		end()
		return nil, nil, fmt.Errorf("start %s: %w", path, err)
	}
	return ctx, end, nil
}

// A Page is the client in a separate tab, which shares nothing with other tabs.
type Page struct {
	t   *testing.T
	ctx context.Context
	end context.CancelFunc
}

// Close closes the page. A page that covers another has to be closed before the end
// of the test. A browser freezes what has been hidden for some minutes.
func (p *Page) Close() { p.end() }

// Visit opens the client at an address with a hash, in a window of a size in CSS
// pixels. It waits until every person in it is connected. The page is closed with the
// test, or after a time.
func Visit(t *testing.T, browser context.Context, url, hash string, width, height int64, atMost time.Duration) *Page {
	t.Helper()
	p := Open(t, browser, url+"/"+hash, width, height, atMost)
	p.Until(`document.querySelectorAll('.column').length > 0 && [...document.querySelectorAll('.column')].every(c => c.dataset.live === 'true')`)
	return p
}

// Open opens any page, as Visit does, and does not wait for what it does.
func Open(t *testing.T, browser context.Context, address string, width, height int64, atMost time.Duration) *Page {
	t.Helper()
	ctx, end := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(end)
	ctx, cancel := context.WithTimeout(ctx, atMost)
	t.Cleanup(cancel)
	p := &Page{t, ctx, end}
	// The tab ends with the context that it is opened with, so that is the page's.
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("open a page: %v", err)
	}
	p.Run(chromedp.EmulateViewport(width, height), chromedp.Navigate(address))
	return p
}

// while bounds one action, so that a browser that hangs does not take all the time
// of the test.
func (p *Page) while(atMost time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(p.ctx, atMost)
}

// Run runs actions of chromedp.
func (p *Page) Run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%v\nthe page says:\n%s", err, p.Says())
	}
}

// Says is all text of the page, for failure messages.
func (p *Page) Says() string {
	ctx, cancel := p.while(patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText`))
	if err != nil {
		return err.Error()
	}
	return text
}

// Until waits for an expression of the page to be true.
func (p *Page) Until(expression string) {
	p.t.Helper()
	p.Within(patience, expression)
}

// Within waits at most so long for an expression of the page to be true. One that asks
// something that is not there yet, and throws, is not true yet.
func (p *Page) Within(atMost time.Duration, expression string) {
	p.t.Helper()
	ctx, cancel := p.while(atMost)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`new Promise(done => {
		const holds = () => { try { return Boolean(`+expression+`); } catch { return false; } };
		const look = () => {
			if (!holds()) return;
			changes.disconnect();
			done(true);
		};
		const changes = new MutationObserver(look);
		changes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
		for (const type of ['focusin', 'input', 'hashchange', 'load']) addEventListener(type, look, true);
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("wait for %s: %v\nthe page says:\n%s", expression, err, p.Says())
	}
}

// Soon waits at most so long for an expression of the page to be true, as [Page.Within]
// does, and reports whether it was.
func (p *Page) Soon(atMost time.Duration, expression string) bool {
	p.t.Helper()
	ctx, cancel := p.while(atMost + patience)
	defer cancel()
	was, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`new Promise(done => {
		const end = now => { changes.disconnect(); clearTimeout(late); done(now); };
		const look = () => { try { if (`+expression+`) end(true); } catch { /* not yet */ } };
		const changes = new MutationObserver(look);
		const late = setTimeout(() => end(false), `+strconv.FormatInt(atMost.Milliseconds(), 10)+`);
		changes.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("wait for %s: %v\nthe page says:\n%s", expression, err, p.Says())
	}
	return was
}

// Ask is the value of an expression of the page.
func Ask[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// AskLater is the value of a promise of the page.
func AskLater[T any](p *Page, expression string) T {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%.300s: %v", expression, err)
	}
	return v
}

// Is asserts an expression of the page.
func (p *Page) Is(expression string) {
	p.t.Helper()
	if !Ask[bool](p, "Boolean("+expression+")") {
		p.t.Errorf("not so: %s\nthe page says:\n%s", expression, p.Says())
	}
}

// Column is the selector of something in the column of a person, from 1.
func Column(person int, selector string) string {
	return fmt.Sprintf(`.column[data-person-number="%d"] %s`, person, selector)
}

// Has reports whether a selector finds anything.
func (p *Page) Has(selector string) bool {
	p.t.Helper()
	return Ask[bool](p, fmt.Sprintf(`document.querySelector(%s) !== null`, Quote(selector)))
}

// Click presses the mouse on the first thing that a selector finds, once it is
// there. What goes away before it is pressed and comes back is pressed then.
func (p *Page) Click(selector string) {
	p.t.Helper()
	for began := time.Now(); ; {
		p.Until(fmt.Sprintf(`document.querySelector(%s) !== null`, Quote(selector)))
		if p.Tap(selector) {
			return
		}
		if time.Since(began) > patience {
			p.t.Fatalf("%s always went away before it could be pressed; the page says:\n%s", selector, p.Says())
		}
	}
}

// Tap presses the mouse on the first thing that a selector finds. It reports
// whether it was pressed. It is false only when the page no longer has such a
// thing. What is to be pressed may go away by itself.
func (p *Page) Tap(selector string) bool {
	p.t.Helper()
	for {
		at := p.pressable(selector)
		if at == nil {
			return false
		}
		p.Run(chromedp.MouseClickXY(at.X, at.Y))
		if Ask[bool](p, fmt.Sprintf(`window.pressed.down && (window.pressed.up || document.querySelector(%s) === null)`, Quote(selector))) {
			return true
		}
	}
}

// A point is a place in the window, in CSS pixels.
type point struct{ X, Y float64 }

// pressable waits until the mouse can hit what a selector finds, and says where. It
// is nil when there is no such thing. In the page, window.pressed tells afterwards
// whether the mouse hit it. The page may move in between. Then something else would be
// pressed, such as the link that hides a private message, so a miss does nothing.
func (p *Page) pressable(selector string) *point {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	at, err := chromedp.Run(ctx, chromedp.Evaluate[*point](`new Promise(done => {
		const selector = `+Quote(selector)+`;
		let was = null;
		const look = () => {
			const thing = document.querySelector(selector);
			if (thing === null) { end(null); return; }
			thing.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
			const box = thing.getBoundingClientRect();
			const at = {X: box.x + box.width / 2, Y: box.y + box.height / 2};
			const hit = document.elementFromPoint(at.X, at.Y);
			const still = was !== null && was.X === at.X && was.Y === at.Y;
			was = at;
			if (!still || hit === null || hit.closest(selector) !== thing) return;
			if (thing.getAttribute('aria-disabled') === 'true') return; // another press of its message waits
			const pressed = window.pressed = {down: false, up: false};
			const hits = e => e.target instanceof Element && e.target.closest(selector) !== null;
			addEventListener('mousedown', e => { pressed.down = hits(e); }, {capture: true, once: true});
			addEventListener('click', e => {
				pressed.up = hits(e);
				if (!pressed.up && pressed === window.pressed) { e.preventDefault(); e.stopImmediatePropagation(); }
			}, {capture: true, once: true});
			end(at);
		};
		const end = at => { clearInterval(often); done(at); };
		// What moves or is covered changes without a change of the document.
		const often = setInterval(look, 20);
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s cannot be pressed: %v\nthe page says:\n%s", selector, err, p.Says())
	}
	return at
}

// Keys types into what a selector finds.
func (p *Page) Keys(selector, text string) {
	p.t.Helper()
	p.Run(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// Type goes on typing wherever the focus is.
func (p *Page) Type(text string) {
	p.t.Helper()
	p.Run(chromedp.KeyEvent(text))
}

// ShiftTab presses Tab while Shift is down, which leads back.
func (p *Page) ShiftTab() {
	p.t.Helper()
	p.Run(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
}

// Hold presses a key down wherever the focus is. The returned function repeats the
// key there, as a key that is held down does, and then releases it.
func (p *Page) Hold(key rune) (release func()) {
	p.t.Helper()
	strokes := kb.Encode(key)
	play := func(strokes []*input.DispatchKeyEventParams) {
		p.t.Helper()
		for _, k := range strokes {
			p.Run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
				_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, *k)
				return err
			}))
		}
	}
	play(strokes[:1])
	return func() {
		p.t.Helper()
		play(strokes[1:])
	}
}

// Sees waits until a person reads a text.
func (p *Page) Sees(person int, text string) {
	p.t.Helper()
	p.Until(fmt.Sprintf(`document.querySelector(%s).innerText.includes(%s)`, Quote(Column(person, ".messages")), Quote(text)))
}

// cutParams are those of [network.EmulateNetworkConditionsByRule] in older and newer
// versions of Chromium. An older one, such as 148, asks for Offline once for all rules, and
// a newer one reads it of each rule.
type cutParams struct {
	Offline bool                  `json:"offline"`
	Rules   []*network.Conditions `json:"matchedNetworkConditions"`
}

var cutAll = cdp.Command[cutParams, cdp.Empty]{Method: network.CommandEmulateNetworkConditionsByRule}

// Scripts switches the scripts of pages that are opened from now on, on or off.
func (p *Page) Scripts(on bool) {
	p.t.Helper()
	ctx, stop := p.while(patience)
	defer stop()
	if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on}); err != nil {
		p.t.Fatal(err)
	}
}

// Cut takes the page from the network, and makes its browser prefer a language. Both
// hold for what is opened next in it.
func (p *Page) Cut(lang string) {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(ctx, cutAll, cutParams{Offline: true, Rules: []*network.Conditions{{Offline: true, DownloadThroughput: -1, UploadThroughput: -1}}})
	}
	if err == nil {
		_, err = chromedp.Call(ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: "Mozilla/5.0", AcceptLanguage: lang})
	}
	if err != nil {
		p.t.Fatalf("cut the network: %v", err)
	}
}

// Shot is a picture of the window, as PNG.
func (p *Page) Shot() []byte {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatalf("picture of the page: %v", err)
	}
	return b
}

// Quote is a text as JavaScript writes it.
func Quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string always has JSON
	}
	return string(b)
}
