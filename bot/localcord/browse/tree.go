package browse

import (
	"context"
	"encoding/json"
	"strings"
	"unicode"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A Node is a part of the page as a reader of the screen knows it.
type Node struct {
	Role  string // as Chromium names it: "button", "StaticText"
	Name  string
	Off   bool // it cannot be pressed
	Busy  bool
	Level int // of a heading
	End   int // index in the [Tree] behind the last node below it
	id    cdp.BackendNodeID
}

// Tree is the page in reading order. The nodes below a node follow it.
type Tree []Node

// Tree reads Chromium's accessibility tree. It has everything that is not hidden from
// readers of the screen.
func (p *Page) Tree() Tree {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	all, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (accessibility.GetFullAXTreeResult, error) {
		return cdp.Call(ctx, t, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	})
	if err != nil || len(all.Nodes) == 0 {
		p.t.Fatalf("read the accessibility tree: %v", err)
	}
	nodes := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range all.Nodes {
		nodes[n.NodeID] = n
	}
	var tree Tree
	var walk func(n *accessibility.Node)
	walk = func(n *accessibility.Node) {
		at := -1
		if role := text(n.Role); !n.Ignored && role != "none" && role != "generic" && role != "InlineTextBox" {
			at = len(tree)
			tree = append(tree, read(n))
		}
		for _, id := range n.ChildIDs {
			if child := nodes[id]; child != nil {
				walk(child)
			}
		}
		if at >= 0 {
			tree[at].End = len(tree)
		}
	}
	walk(all.Nodes[0])
	return tree
}

func read(n *accessibility.Node) Node {
	made := Node{Role: text(n.Role), Name: text(n.Name), id: n.BackendDOMNodeID}
	for _, p := range n.Properties {
		switch value := text(p.Value); p.Name {
		case accessibility.PropertyNameDisabled:
			made.Off = value == "true"
		case accessibility.PropertyNameBusy:
			made.Busy = value == "true" || value == "1"
		case accessibility.PropertyNameLevel:
			for _, c := range value {
				made.Level = 10*made.Level + int(c-'0')
			}
		}
	}
	return made
}

// text is a value of the tree as text.
func text(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	raw := string(v.Value)
	var s string
	if json.Unmarshal([]byte(raw), &s) == nil {
		return s
	}
	return raw
}

// Says is what is read aloud of a node and of everything below it. Names of controls
// and of pictures are part of it.
func (t Tree) Says(i int) string {
	var words []string
	for j := i; j < t[i].End; j++ {
		if n := t[j]; n.Name != "" && (n.Role == "StaticText" || n.Role == "image" || n.Interactive()) {
			words = append(words, n.Name)
			if n.Interactive() {
				j = n.End - 1 // its text is its name
			}
		}
	}
	return strings.Join(words, " ")
}

// Interactive reports whether people can do something with a node.
func (n Node) Interactive() bool {
	switch n.Role {
	case "button", "link", "textbox", "combobox", "listbox", "option", "checkbox", "switch", "radio", "spinbutton", "searchbox", "ComboBoxSelect", "ComboBoxMenuButton", "TextFieldWithComboBox":
		return true
	}
	return false
}

// Enter gives a node the focus and presses Enter on it, as a person does who uses the
// keyboard alone. It is false when the node is no longer there.
func (p *Page) Enter(n Node) bool {
	p.t.Helper()
	if !p.focus(n) {
		return false
	}
	p.Type(kb.Enter)
	return true
}

// Write gives a node the focus and writes words at once, as a person does who pastes
// or dictates them.
func (p *Page) Write(n Node, words string) bool {
	p.t.Helper()
	if !p.focus(n) {
		return false
	}
	p.Run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: words})
		return err
	}))
	return true
}

// Focused is the index in a tree of the node that has the focus, or -1.
func (p *Page) Focused(t Tree) int {
	p.t.Helper()
	ctx, cancel := p.while(patience)
	defer cancel()
	has, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (cdp.BackendNodeID, error) {
		found, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{Expression: "document.activeElement"})
		if err != nil || found.Result.ObjectID == "" {
			return 0, err
		}
		node, err := cdp.Call(ctx, t, dom.DescribeNode, dom.DescribeNodeParams{ObjectID: found.Result.ObjectID})
		return node.Node.BackendNodeID, err
	})
	if err != nil {
		p.t.Fatalf("find what has the focus: %v", err)
	}
	for i, n := range t {
		if n.id == has {
			return i
		}
	}
	return -1
}

// Is reports whether two nodes are the same part of the page.
func (n Node) Is(other Node) bool { return n.id == other.id }

func (p *Page) focus(n Node) bool {
	ctx, cancel := p.while(patience)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, dom.Focus, dom.FocusParams{BackendNodeID: n.id})
		return err
	})) == nil
}

// Accessible asserts that a person who hears the page can use it. Everything that can
// be used has a name in words, and every picture a description. There is one main
// part. Headings begin at the first level and skip none; in a dialog they begin at
// the second. All words stand out from what is behind them.
func (p *Page) Accessible(what string) {
	p.t.Helper()
	tree := p.Tree()
	mains, level, dialog := 0, 0, 0
	for i, n := range tree {
		switch {
		case n.Role == "main":
			mains++
		case n.Role == "dialog":
			dialog = n.End
			if level == 0 {
				level = 1
			}
		case n.Role == "heading":
			if n.Level > level+1 || n.Level == 0 {
				p.t.Errorf("%s: the heading %q has level %d after %d", what, tree.Says(i), n.Level, level)
			}
			level = n.Level
		}
		if (n.Interactive() || n.Role == "image" || n.Role == "dialog" || n.Role == "log") && !strings.ContainsFunc(n.Name, wordy) {
			p.t.Errorf("%s: a node of role %s is called %q, in %s", what, n.Role, n.Name, tree.around(i))
		}
	}
	if mains != 1 && dialog == 0 {
		p.t.Errorf("%s: %d main parts", what, mains)
	}
	if level == 0 {
		p.t.Errorf("%s: no heading", what)
	}
	for _, pale := range Ask[[]string](p, pale) {
		p.t.Errorf("%s: hard to read: %s", what, pale)
	}
}

func wordy(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }

// around names what is near a node.
func (t Tree) around(i int) string {
	for j := i - 1; j >= 0; j-- {
		if t[j].End > i && t[j].Name != "" {
			return t[j].Role + " " + t[j].Name
		}
	}
	return "the page"
}

// pale lists words whose contrast is below the 4.5 of WCAG 2, or the 3 of large ones.
// Whatever cannot be used is exempt there, and a ground that is painted is not looked
// at here. What fades in is looked at when it is there.
const pale = `(() => {
	for (const a of document.getAnimations()) if (a.effect.getComputedTiming().endTime !== Infinity) a.finish();
	const rgb = s => (s.match(/[\d.]+/g) || []).map(Number);
	const over = (top, under) => { const a = top.length > 3 ? top[3] : 1; return [0, 1, 2].map(i => top[i] * a + under[i] * (1 - a)); };
	const light = c => { const [r, g, b] = c.map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const found = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode());) {
		const el = node.parentElement;
		if (!node.nodeValue.trim() || el.closest('[disabled], [aria-disabled], [aria-busy], [inert], [aria-hidden], .unseen, svg, script, style, noscript') || !el.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
		const grounds = [];
		let painted = false, opacity = 1;
		for (let e = el; e; e = e.parentElement) {
			const s = getComputedStyle(e), c = rgb(s.backgroundColor);
			opacity *= Number(s.opacity);
			if (s.backgroundImage !== 'none') { painted = true; break; }
			if (c.length && (c.length < 4 || c[3] > 0)) grounds.push(c);
			if (c.length === 3) break;
		}
		if (painted) continue;
		let ground = [16, 13, 25];
		for (const c of grounds.reverse()) ground = over(c, ground);
		const s = getComputedStyle(el);
		const c = rgb(s.color);
		const ink = over([...c.slice(0, 3), (c.length > 3 ? c[3] : 1) * opacity], ground);
		const [a, b] = [light(ink), light(ground)];
		const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		const size = parseFloat(s.fontSize);
		const large = size >= 24 || size >= 18.66 && Number(s.fontWeight) >= 700;
		if (contrast < (large ? 3 : 4.5)) found.add(node.nodeValue.trim().slice(0, 40) + ' (' + (el.className || el.tagName) + '): ' + contrast.toFixed(2));
	}
	return [...found];
})()`
