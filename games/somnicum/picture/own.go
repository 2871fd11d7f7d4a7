package picture

import (
	"oneiros/games/somnicum/kit"
	"oneiros/games/somnicum/view"
	"oneiros/games/ui"
)

// OwnDream is the picture of the viewer's dream and sand. It is nil for nothing at all.
func OwnDream(v view.View) *ui.Picture {
	if len(v.Dreamers[v.Me].Rows[0]) == 0 && len(v.Sand) == 0 {
		return nil
	}
	return Dream(v.Me, Woven{Rows: v.Dreamers[v.Me].Rows, Goal: v.Goal, sand: v.Sand})
}

// Own is the viewer's dream under a head, with a card wherever it could be attached, or
// with the sand if there is no card. A dream that is higher than so many pixels gives way to
// the ends of its rows; all of it is on the page of dreams.
func Own(v view.View, d kit.Dream, most int, h *Head) *ui.Picture {
	w := Woven{Rows: v.Dreamers[v.Me].Rows, Goal: v.Goal, head: h}
	if d == 0 {
		w.sand = v.Sand
	} else {
		for _, f := range v.Fits(d) {
			w.ghosts = append(w.ghosts, ghost{f, d})
		}
	}
	if n := len(w.Rows[0]) + len(w.ghosts) + len(w.sand); n == 0 || w.layout().height > most+h.high() {
		return endsPicture(v, d, h)
	}
	return Dream(v.Me, w)
}
