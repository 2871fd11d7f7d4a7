package kept

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"html/template"
	"strings"

	"oneiros/bot/screen"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

//go:embed kept.html
var pageHTML string

//go:embed kept.js
var script string

//go:embed kept.css
var style string

var shell = template.Must(template.New("kept").Parse(pageHTML))

// policy allows the one script and the one style, and nothing else.
var policy = fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", hash(script), hash(style))

func hash(s string) string {
	h := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}

// develop makes the file. Where it would be too large, it has only one of each so many steps.
func (f *film) develop(m Match) ([]byte, error) {
	for each := 1; each <= 2*len(f.steps); each *= 2 {
		file, err := f.print(m, f.thinned(each))
		if err != nil || len(file) <= MaxSize {
			return file, err
		}
	}
	return nil, fmt.Errorf("two steps of the match have more than %d bytes", MaxSize)
}

// reel are the pictures of some steps as data, and the frame of each picture of the film. A
// picture that is not of a canvas, or of no such step, has none.
func (f *film) reel(say func(ui.Text) string, steps []step) (*paint.Reel, []int) {
	reel, frames := new(paint.Reel), make([]int, len(f.pictures))
	for i := range frames {
		frames[i] = none
	}
	for _, s := range steps {
		for _, n := range []int{s.board, s.own} {
			if n == none {
				continue
			}
			for _, k := range f.pages[n].Pictures {
				if frames[k] != none {
					continue
				}
				if frame, ok := reel.Add(f.pictures[k].Draw(say)); ok {
					frames[k] = frame
				}
			}
		}
	}
	return reel, frames
}

// proofWords are words about the deal, below "bot.keep.deal.".
var proofWords = []string{"title", "hash", "secret", "seed", "good", "bad", "compare", "none", "rules"}

// print makes the file with some steps.
func (f *film) print(m Match, steps []step) ([]byte, error) {
	plain := screen.Plain{Frame: m.Frame}
	label := func(t ui.Text) string { return m.Frame.Say.Say(m.Frame.Lang, t, plain) }
	letters := screen.Drawn{Frame: m.Frame}
	drawn := func(t ui.Text) string { return m.Frame.Say.Say(m.Frame.Lang, t, letters) }
	reel, frames := f.reel(drawn, steps)
	packed, err := f.pack(reel, frames, steps)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, t := range m.Lines {
		lines = append(lines, label(t))
	}
	said := map[string]string{}
	for _, key := range []string{"play", "pause", "before", "back", "on", "after", "begin", "end", "chapter", "speed", "where", "keys", "own", "needs"} {
		said[key] = label(ui.T("bot.keep." + key))
	}
	// The script knows these numbers.
	said["step"] = label(ui.T("bot.keep.step", ui.Literal("{0}"), ui.Literal("{1}")))
	deal, sealed := "", false
	if m.Deal != nil {
		for _, key := range proofWords {
			said["deal."+key] = label(ui.T("bot.keep.deal." + key))
		}
		said["deal.press"] = label(ui.T("bot.keep.deal.press", ui.Literal("{0}"), ui.Literal("{1}")))
		said["deal.auto"] = label(ui.T("bot.keep.deal.auto", ui.Literal("{0}")))
		sealed = m.Deal.Secret != ""
		if deal, err = m.Deal.Attribute(); err != nil {
			return nil, err
		}
	}
	still, err := f.still(drawn)
	if err != nil {
		return nil, err
	}
	chapter := ""
	if m.Frame.Say.Has("chapter") {
		chapter = label(ui.T("chapter", ui.Literal("{0}")))
	}
	var file bytes.Buffer
	err = shell.Execute(&file, map[string]any{
		"End": still, "Chapter": chapter,
		"Deal": deal, "Drawn": sealed,
		"Lang": string(m.Frame.Lang), "Policy": policy, "Title": label(m.Title), "Lines": lines, "Say": said,
		"Style": template.CSS(style), "Script": template.JS(script), "Data": base64.RawURLEncoding.EncodeToString(packed),
	})
	return file.Bytes(), err
}

// still is a page that needs no script.
type still struct {
	Title    string
	Pictures []stillPicture
	Lines    []string
}

// stillPicture is a PNG as an address.
type stillPicture struct {
	Source     template.URL
	Alt        string
	Wide, High int
}

// still is what every person saw at the end.
func (f *film) still(letters func(ui.Text) string) (s still, err error) {
	end := f.pages[f.steps[len(f.steps)-1].board]
	s.Title = bare(f.lines.list[end.Title])
	for _, n := range end.Lines {
		for line := range strings.Lines(f.lines.list[n]) {
			s.Lines = append(s.Lines, bare(line))
		}
	}
	for _, n := range end.Pictures {
		img := f.pictures[n].Draw(letters)
		file, err := paint.EncodeAlone(img)
		if err != nil {
			return s, fmt.Errorf("encode the last picture: %w", err)
		}
		size := img.Bounds().Size()
		s.Pictures = append(s.Pictures, stillPicture{template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(file)), f.alts.list[f.altOf[n]], size.X, size.Y})
	}
	return s, nil
}

// bare is a line of markdown without its marks. A backslash takes the meaning from the next
// sign.
func bare(line string) string {
	line = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(line), "-# "), "># ")
	var b strings.Builder
	escaped := false
	for _, r := range line {
		switch {
		case escaped || !strings.ContainsRune("\\*_~`", r):
			b.WriteRune(r)
			escaped = false
		default:
			escaped = r == '\\'
		}
	}
	return b.String()
}

// level is how hard the file is compressed. A higher one saves a hundredth and takes
// twice as long.
const level = 6

// pack puts the steps and the pictures together and compresses them.
func (f *film) pack(reel *paint.Reel, frames []int, steps []step) ([]byte, error) {
	moments := make([][4]any, len(steps))
	for i, s := range steps {
		moments[i] = [4]any{clock(s.at), s.board, s.own, s.chapter}
	}
	words, err := json.Marshal(map[string]any{
		"lines": f.lines.list, "alts": f.alts.list, "pages": f.pages, "steps": moments,
		"frames": frames, "alt": f.altOf,
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := zlib.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	for _, part := range [][]byte{words, reel.Data()} {
		if _, err := z.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(part)))); err != nil {
			return nil, err
		}
		if _, err := z.Write(part); err != nil {
			return nil, err
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
