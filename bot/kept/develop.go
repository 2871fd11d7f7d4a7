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
	"math"

	"oneiros/bot/screen"
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
var policy = fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'", hash(script), hash(style))

func hash(s string) string {
	h := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(h[:])
}

const (
	mostScale  = 0.5
	probeScale = 0.25 // where the search begins
	leastScale = 0.16 // smaller pictures show nothing
	margin     = 0.98 // of a scale that should just fit
	shrinking  = 0.85 // of a scale that did not fit, at most: sizes do not follow a line
	gain       = 1.15 // how much larger pictures must become to be worth another try

	// Pictures twice as large take 2 to a power between these as many bytes.
	steepest = 1.6
	flattest = 0.5
)

// develop makes the file, with pictures as large as there is room for.
func (f *film) develop(m Match) ([]byte, error) {
	file, err := f.print(m, 0, 1)
	for each := 2; err == nil && len(file) > MaxSize; each *= 2 {
		if each > len(f.steps)*2 {
			return nil, fmt.Errorf("one step of the match has %d bytes", len(file))
		}
		file, err = f.print(m, 0, each)
	}
	if err != nil || len(f.pictures) == 0 || len(file) > MaxSize*9/10 {
		return file, err
	}
	bare, best, most := len(file), 0.0, mostScale
	var lastScale, lastSize float64
	for scale := probeScale; scale >= leastScale; {
		with, err := f.print(m, scale, 1)
		if err != nil {
			return nil, err
		}
		size, power := float64(len(with)-bare), steepest
		if len(with) > MaxSize {
			power = flattest
		}
		if lastScale > 0 { // two tries tell how fast the file grows
			power = min(max(math.Log(size/lastSize)/math.Log(scale/lastScale), flattest), steepest)
		}
		lastScale, lastSize = scale, size
		if len(with) <= MaxSize {
			file, best = with, scale
		} else {
			most = scale * shrinking
		}
		scale = min(scale*math.Pow(float64(MaxSize-bare)/size, 1/power)*margin, most)
		if best > 0 && scale < best*gain {
			break
		}
	}
	return file, nil
}

// proofWords are words about the deal, below "bot.keep.deal.".
var proofWords = []string{"title", "hash", "secret", "seed", "good", "bad", "compare", "none", "rules"}

// print makes the file with pictures of a scale, and with one of each so many steps.
func (f *film) print(m Match, scale float64, each int) ([]byte, error) {
	plain := screen.Plain{Frame: m.Frame}
	label := func(t ui.Text) string { return m.Frame.Say.Say(m.Frame.Lang, t, plain) }
	letters := screen.Drawn{Frame: m.Frame}
	r, err := f.wind(func(t ui.Text) string { return m.Frame.Say.Say(m.Frame.Lang, t, letters) }, scale)
	if err != nil {
		return nil, err
	}
	packed, err := f.pack(r, f.thinned(each))
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, t := range m.Lines {
		lines = append(lines, label(t))
	}
	said := map[string]string{}
	for _, key := range []string{"play", "pause", "first", "back", "on", "last", "speed", "keys", "own", "needs"} {
		said[key] = label(ui.T("bot.keep." + key))
	}
	// The script knows these numbers.
	said["step"] = label(ui.T("bot.keep.step", ui.Literal("{0}"), ui.Literal("{1}")))
	deal, drawn := "", false
	if m.Deal != nil {
		for _, key := range proofWords {
			said["deal."+key] = label(ui.T("bot.keep.deal." + key))
		}
		said["deal.press"] = label(ui.T("bot.keep.deal.press", ui.Literal("{0}"), ui.Literal("{1}")))
		said["deal.auto"] = label(ui.T("bot.keep.deal.auto", ui.Literal("{0}")))
		drawn = m.Deal.Secret != ""
		if deal, err = m.Deal.Attribute(); err != nil {
			return nil, err
		}
	}
	var file bytes.Buffer
	err = shell.Execute(&file, map[string]any{
		"Deal": deal, "Drawn": drawn,
		"Lang": string(m.Frame.Lang), "Policy": policy, "Title": label(m.Title), "Lines": lines, "Say": said,
		"Style": template.CSS(style), "Script": template.JS(script), "Data": base64.RawURLEncoding.EncodeToString(packed),
	})
	return file.Bytes(), err
}

// level is how hard the file is compressed. A higher one saves a hundredth and takes
// twice as long.
const level = 6

// pack puts the steps and the pictures together and compresses them.
func (f *film) pack(r *reel, steps []step) ([]byte, error) {
	moments := make([][3]any, len(steps))
	for i, s := range steps {
		moments[i] = [3]any{clock(s.at), s.board, s.own}
	}
	words, err := json.Marshal(map[string]any{
		"lines": f.lines.list, "alts": f.alts.list, "pages": f.pages, "steps": moments,
		"frames": r.frames, "alt": f.altOf, "side": tileSide, "palette": r.palette,
	})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	z, err := zlib.NewWriterLevel(&out, level)
	if err != nil {
		return nil, err
	}
	for _, part := range [][]byte{words, r.changes, r.tiles} {
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
