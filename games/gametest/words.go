package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/ui"
)

// plain says texts where Discord knows no markdown: in titles, labels and pictures.
// Its names are as long as Discord allows.
type plain struct{}

func (plain) Name(n ui.Name) string {
	return fmt.Sprintf("Somebody %d with the longest name", int(n)%10)
}
func (plain) Until(at ui.Until) string { return time.Duration(at).String() }
func (plain) Escape(s string) string   { return s }

// rich says texts where Discord knows markdown.
type rich struct{ plain }

// discordTime is a moment as Discord is told of it.
const discordTime = "<t:1893456000:R>"

func (rich) Until(ui.Until) string { return discordTime }
func (rich) Escape(s string) string {
	var b strings.Builder
	for _, c := range s {
		if strings.ContainsRune("\\*_~`|<>@#[]()-", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

// length is in characters, as Discord counts.
func length(s string) int { return utf8.RuneCountInString(s) }

// mark notes that a text was said, so that Unused can name the rest.
func (t *table) mark(x ui.Text) {
	if x.Key != "" {
		t.said[x.Key], t.said[x.Key+ui.InFile] = true, true
	}
	for _, a := range x.Args {
		switch a := a.(type) {
		case ui.Text:
			t.mark(a)
		case []ui.Text:
			for _, b := range a {
				t.mark(b)
			}
		}
	}
}

// keys are all keys of a text.
func keys(x ui.Text, yield func(string)) {
	if x.Key != "" {
		yield(x.Key)
	}
	for _, a := range x.Args {
		switch a := a.(type) {
		case ui.Text:
			keys(a, yield)
		case []ui.Text:
			for _, b := range a {
				keys(b, yield)
			}
		}
	}
}

// blank is x without strings, which are people's words or content.
func blank(x ui.Text) ui.Text {
	y := ui.Text{Key: x.Key}
	for _, a := range x.Args {
		switch b := a.(type) {
		case string:
			a = ""
		case ui.Text:
			a = blank(b)
		case []ui.Text:
			list := make([]ui.Text, len(b))
			for i := range b {
				list[i] = blank(b[i])
			}
			a = list
		}
		y.Args = append(y.Args, a)
	}
	return y
}

// print writes a text with its key and arguments, so that different texts differ.
func print(b *strings.Builder, x ui.Text) {
	b.WriteString(x.Key)
	b.WriteByte('(')
	for _, a := range x.Args {
		switch a := a.(type) {
		case ui.Text:
			print(b, a)
		case []ui.Text:
			b.WriteByte('[')
			for _, c := range a {
				print(b, c)
			}
			b.WriteByte(']')
		case string:
			b.WriteString(strconv.Quote(a))
		case int:
			b.WriteString("int:")
			b.WriteString(strconv.Itoa(a))
		default:
			fmt.Fprintf(b, "%T:%v", a, a)
		}
		b.WriteByte(',')
	}
	b.WriteByte(')')
}

// fingerprint is all of a page as one text: what it shows, links to and asks. Of a
// picture it has the key only.
func fingerprint(p ui.Page) string {
	var b strings.Builder
	b.WriteString("title ")
	print(&b, p.Title)
	for _, l := range p.Lines {
		b.WriteString("\nline ")
		print(&b, l)
	}
	for _, picture := range p.Pictures {
		fmt.Fprintf(&b, "\npicture %q ", picture.Key)
		for _, a := range picture.Alt {
			print(&b, a)
		}
	}
	for _, c := range p.Controls {
		b.WriteString("\ncontrol ")
		print(&b, c.Label)
		fmt.Fprintf(&b, " %q %v %v off=%v break=%v", c.Icon, c.Style, c.To, c.Off, c.Break)
		for _, o := range c.Menu {
			b.WriteString("\n choice ")
			print(&b, o.Label)
			print(&b, o.Hint)
			fmt.Fprintf(&b, " %q %v now=%v", o.Icon, o.To, o.Now)
		}
	}
	for _, f := range p.Form {
		b.WriteString("\nfield ")
		print(&b, f.Label)
		print(&b, f.Hint)
		fmt.Fprintf(&b, " %q long=%v %d-%d", f.Value, f.Long, f.Min, f.Max)
	}
	fmt.Fprintf(&b, "\ncolour %06x\nteach %q", p.Colour, p.Teach)
	return b.String()
}

// alike reports whether two pages surely have one fingerprint. It is faster than two
// fingerprints.
func alike(a, b ui.Page) bool {
	if len(a.Pictures) != len(b.Pictures) {
		return false
	}
	for i, p := range a.Pictures {
		if q := b.Pictures[i]; p.Key != q.Key || !reflect.DeepEqual(p.Alt, q.Alt) {
			return false
		}
	}
	a.Pictures, b.Pictures = nil, nil
	return reflect.DeepEqual(a, b)
}

// firstDifference is the first line in which two texts of lines differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		var l, r string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		if l != r {
			return fmt.Sprintf("%s | %s", l, r)
		}
	}
	return "nothing"
}

func same(a, b games.Match) bool {
	return bytes.Equal(a.Snapshot().Position, b.Snapshot().Position)
}

func difference(a, b games.Match) string {
	return differs(a.Snapshot().Position, b.Snapshot().Position)
}

// differs names the first part in which two JSON texts differ.
func differs(a, b []byte) string {
	x, errA := leaves(a)
	y, errB := leaves(b)
	if errA != nil || errB != nil {
		return fmt.Sprintf("%s | %s", a, b)
	}
	for i := range max(len(x), len(y)) {
		switch {
		case i >= len(x):
			return fmt.Sprintf("nothing | %s = %s", y[i].at, y[i].value)
		case i >= len(y):
			return fmt.Sprintf("%s = %s | nothing", x[i].at, x[i].value)
		case x[i] != y[i]:
			return fmt.Sprintf("%s = %s | %s = %s", x[i].at, x[i].value, y[i].at, y[i].value)
		}
	}
	return "nothing"
}

// leaf is one value in a JSON text, with its path, "hands[2][0]", and the path of
// all such values, "hands[][]".
type leaf struct{ at, path, value string }

// leaves are the values of a JSON text except objects and lists. In a path, “·”
// replaces a dot inside a key.
func leaves(b []byte) ([]leaf, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	var list []leaf
	var walk func(at, path string, v any)
	walk = func(at, path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			names := make([]string, 0, len(v))
			for k := range v {
				names = append(names, k)
			}
			sort.Strings(names)
			for _, k := range names {
				dot := "."
				if at == "" {
					dot = ""
				}
				walk(at+dot+k, path+dot+strings.ReplaceAll(k, ".", "·"), v[k])
			}
		case []any:
			inside := path + "[]"
			for i, e := range v {
				walk(at+"["+strconv.Itoa(i)+"]", inside, e)
			}
		case nil:
		case string:
			list = append(list, leaf{at, path, strconv.Quote(v)})
		case json.Number:
			list = append(list, leaf{at, path, v.String()})
		default:
			list = append(list, leaf{at, path, fmt.Sprint(v)})
		}
	}
	walk("", "", v)
	return list, nil
}

func status(m games.Match) string {
	b, err := json.Marshal(m.Status())
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// shown is an input in words.
func shown(in games.Input) string {
	switch in.Kind {
	case games.KindPlay:
		return fmt.Sprintf("at %v seat %d: %s", in.At, in.Seat, in.Move)
	case games.KindHold:
		return fmt.Sprintf("at %v seat %d, whose words wait: %s", in.At, in.Seat, in.Move)
	case games.KindShow, games.KindWithhold:
		return fmt.Sprintf("at %v a moderator: %s", in.At, in.Kind)
	case games.KindLeave:
		return fmt.Sprintf("at %v seat %d leaves", in.At, in.Seat)
	}
	return fmt.Sprintf("at %v the deadline", in.At)
}

func options(o games.Options) string {
	var list []string
	for _, k := range by(o) {
		list = append(list, k+"="+o[k])
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}
