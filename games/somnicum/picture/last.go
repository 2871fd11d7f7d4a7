package picture

import (
	"image"
	"strconv"

	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// A taken is the card that was taken last on this ring. The board marks it until the next
// one is taken: the way of the flywheel, the empty place, and the card in its new row.
type taken struct {
	Seat     games.Seat
	Wheel    kit.Wheel
	From, At int // places
	Level    int // from 1; 0 while it is not attached
}

// lastTaken is the card that was taken last on this ring, or nil.
func lastTaken(v view.View) *taken {
	level := 0
	for i := len(v.Story) - 1; i >= 0; i-- {
		switch e := v.Story[i]; {
		case e.Kind == kit.DidSet || e.Kind == kit.DidEnd || v.Phase == kit.Setting:
			return nil
		case e.Kind == kit.DidLay:
			level = e.Level
		case e.Kind == kit.DidSpin && e.From == 0: // an older position does not know
			return nil
		case e.Kind == kit.DidSpin:
			return &taken{e.Seat, e.Wheel, e.From - 1, e.Place, level}
		}
	}
	return nil
}

// words says what the board marks.
func (l *taken) words() ui.Text {
	key := "last.alt." + l.Wheel.Name()
	if l.Level > 0 {
		return ui.T(key, ui.Name(l.Seat), l.From+1, l.At+1, ui.T("last.alt.level", l.Level))
	}
	return ui.T(key, ui.Name(l.Seat), l.From+1, l.At+1, ui.Text{})
}

// draw marks on the ring which card was taken, how far its flywheel went, and the level to
// which the card went.
func (l *taken) draw(c *paint.Canvas, seats int) {
	n := kit.RingSize[seats]
	from, to := float64(l.From), float64(l.At)+0.5
	if to < from {
		to += float64(n)
	}
	var arc []paint.Point
	for i := range 25 {
		arc = append(arc, polar(angle(n, from+(to-from)*float64(i)/24), outer+3))
	}
	c.Fill(path().Stroke(6, arc...), steel[l.Wheel][0])
	c.Icon(fields()[seats][l.At][2], image.Rect(0, 0, ringWidth, ringWidth), paint.Gold)
	if l.Level > 0 {
		at := polar(angle(n, float64(l.At)+0.5), 178)
		c.Icon(disc, square(int(at.X), int(at.Y), 40), paint.Night)
		c.Label(paint.Bold.Size(26), "×"+strconv.Itoa(l.Level), square(int(at.X), int(at.Y), 40), 22, paint.Centre, paint.Gold)
	}
}
