package screen

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"oneiros/bot/discord"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// TestSeveralPictures: each picture of a page has a separate file and embed, in the
// order of the page. The words stand above the first picture and the small print
// below the last.
func TestSeveralPictures(t *testing.T) {
	f := frame(t, text.English)
	f.Footer = "small print"
	painter := &Painter{Pictures: NewPictures(1 << 20)}
	page := func(keys ...string) ui.Page {
		p := ui.Page{Title: ui.T("hello", "dream"), Lines: []ui.Text{ui.T("press")}, Colour: 0x123456}
		for _, key := range keys {
			p.Show(&ui.Picture{Key: key, Alt: []ui.Text{ui.Literal("this is " + key)}, Draw: dot})
		}
		return p
	}
	for _, keys := range [][]string{nil, {"a"}, {"a", "b"}, {"a", "b", "c", "d"}} {
		shown := painter.Page(page(keys...), f)
		m := shown.Message
		if len(shown.Faults) != 0 {
			t.Errorf("%d pictures: %q", len(keys), shown.Faults)
		}
		if len(m.Files) != len(keys) || len(m.Embeds) != max(len(keys), 1) {
			t.Fatalf("%d pictures: %d files and %d embeds", len(keys), len(m.Files), len(m.Embeds))
		}
		for i, key := range keys {
			if m.Files[i].Alt != "this is "+key {
				t.Errorf("file %d says %q, want the words of %q", i, m.Files[i].Alt, key)
			}
			if e := m.Embeds[i]; e.Image.URL != "attachment://"+m.Files[i].Name || e.Color != 0x123456 {
				t.Errorf("embed %d shows %q in colour %x", i, e.Image.URL, e.Color)
			}
		}
		for i, e := range m.Embeds {
			if first := i == 0; (e.Title != "") != first || (e.Description != "") != first {
				t.Errorf("of %d pictures: embed %d says %q and %q", len(keys), i, e.Title, e.Description)
			}
			if last := i == len(m.Embeds)-1; (discord.Footer(e) == f.Footer) != last {
				t.Errorf("of %d pictures: the small print of embed %d is %q", len(keys), i, discord.Footer(e))
			}
		}
		if err := discord.Check(m); err != nil {
			t.Errorf("%d pictures: %v", len(keys), err)
		}
	}
	if a, b := painter.Page(page("a", "b"), f).Digest, painter.Page(page("a", "c"), f).Digest; a == b {
		t.Error("another second picture has the same digest")
	}
	if m := painter.Page(page("a", "a", "b"), f).Message; len(m.Files) != 2 || m.Files[1].Alt != "this is b" || len(m.Embeds) != 2 {
		t.Errorf("the picture after one that comes twice is missing: %d files, %d embeds", len(m.Files), len(m.Embeds))
	}
	for want, keys := range map[string][]string{"5 pictures, of which 4 are shown": strings.Split("abcde", ""), "one picture twice": {"a", "b", "a"}} {
		if cuts := fmt.Sprint(painter.Page(page(keys...), f).Faults); !strings.Contains(cuts, want) {
			t.Errorf("the faults of %q are %s, want %q", keys, cuts, want)
		}
	}
}

// TestUnwantedPictures: the pictures of a message that is not wanted are not drawn, and
// its digest is that of the drawn one.
func TestUnwantedPictures(t *testing.T) {
	f, drawn := frame(t, text.English), 0
	page := ui.Page{Title: ui.T("hello", "dream")}
	page.Show(&ui.Picture{Key: "a", Draw: func(say func(ui.Text) string) image.Image {
		drawn++
		return dot(say)
	}})
	asked, wanted := "", false
	painter := &Painter{Pictures: NewPictures(1 << 20), Wanted: func(digest string) bool {
		asked = digest
		return wanted
	}}
	sketch := painter.Page(page, f)
	if !sketch.Undrawn || drawn != 0 || asked != sketch.Digest {
		t.Errorf("undrawn: %t, drawn %d times, asked for %q", sketch.Undrawn, drawn, asked)
	}
	wanted = true
	whole := painter.Page(page, f)
	if whole.Undrawn || drawn != 1 || whole.Digest != sketch.Digest || len(whole.Message.Files[0].Data) == 0 {
		t.Errorf("undrawn: %t, drawn %d times, digest %q and before %q", whole.Undrawn, drawn, whole.Digest, sketch.Digest)
	}
}

// TestBrokenPictures: what cannot be drawn is left out, and the message looks as if the
// page had never had it.
func TestBrokenPictures(t *testing.T) {
	f := frame(t, text.English)
	f.Footer = "small print"
	painter := &Painter{Pictures: NewPictures(1 << 20)}
	page := ui.Page{Title: ui.T("hello", "dream")}
	page.Show(&ui.Picture{Key: "a", Draw: dot})
	without := painter.Page(page, f)
	page.Show(&ui.Picture{Key: "b", Draw: func(func(ui.Text) string) image.Image { panic("canary-in-a-panic") }})
	with := painter.Page(page, f)
	if with.Digest != without.Digest || len(with.Message.Files) != 1 || len(with.Message.Files[0].Data) == 0 {
		t.Errorf("digest %q and without it %q, %d files", with.Digest, without.Digest, len(with.Message.Files))
	}
	if len(with.Faults) != 1 || strings.Contains(with.Faults[0], "canary") {
		t.Errorf("faults: %q", with.Faults)
	}
}

// TestPictureAfterABrokenOne: the pictures that follow one that cannot be drawn are shown.
func TestPictureAfterABrokenOne(t *testing.T) {
	f := frame(t, text.English)
	painter := &Painter{Pictures: NewPictures(1 << 20)}
	page := ui.Page{Title: ui.T("hello", "dream")}
	page.Show(&ui.Picture{Key: "a", Draw: func(func(ui.Text) string) image.Image { return nil }})
	page.Show(&ui.Picture{Key: "b", Alt: []ui.Text{ui.Literal("this is b")}, Draw: dot})
	m := painter.Page(page, f).Message
	if len(m.Files) != 1 || m.Files[0].Alt != "this is b" || len(m.Files[0].Data) == 0 || m.Embeds[0].Image == nil {
		t.Errorf("%d files are shown, want the one that could be drawn", len(m.Files))
	}
}
