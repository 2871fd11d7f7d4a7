package page

import (
	"iter"
	"time"

	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// MaxAnimation is how many bytes [Animation] has at most. A phone loads as much at once.
const MaxAnimation = 400_000

// An animation takes at most ten seconds. It goes round so many times, because what moves for
// ever is tiring beside a chat.
const (
	animated    = 3
	mostScenes  = 15
	sceneTime   = 500 * time.Millisecond
	posterTime  = 1000 * time.Millisecond // the end, at the beginning: readers who want no motion see this picture alone
	endingTime  = 1500 * time.Millisecond
	fewestBoard = 3 // with fewer pictures nothing moves
)

// Animation is how a match went, as a GIF: the end, then what every person saw on the board
// from the deal on, with the night, lap, deal or round, and the end again. It is nil for a
// match that is not over, and where the board hardly changed.
func Animation(states iter.Seq2[games.Match, error], f *screen.Frame, day string) (gif []byte, alt string, err error) {
	var boards []board
	var end games.Match
	for m, err := range states {
		if err != nil {
			return nil, "", err
		}
		end = m
		pictures := m.Pages(games.Viewer{})("").Pictures
		if len(pictures) > 0 && !m.Status().Over && (len(boards) == 0 || boards[len(boards)-1].Key != pictures[0].Key) {
			boards = append(boards, board{pictures[0], m.Status().Chapter})
		}
	}
	if end == nil || len(boards) < fewestBoard {
		return nil, "", nil
	}
	last, alt := ending(end, f, day, games.Viewer{})
	if last.img == nil {
		return nil, "", nil
	}
	for n := min(mostScenes, len(boards)); n >= fewestBoard; {
		gif, err = paint.Animate(scenes(boards, n, last, f, day), animated)
		if err != nil || len(gif) <= MaxAnimation {
			return gif, alt, err
		}
		n = min(n-1, n*MaxAnimation/len(gif))
	}
	return nil, "", nil
}

// board is a picture that every person saw, and in which chapter.
type board struct {
	*ui.Picture
	chapter int
}

// scenes are so many of the boards, as far apart as the match allows, between two pictures of
// the end. All are as high as the highest, so that what stands below stays where it is.
func scenes(boards []board, n int, end still, f *screen.Frame, day string) []paint.Scene {
	stills := []still{end}
	high := end.high()
	for i := range n {
		b := boards[i*(len(boards)-1)/(n-1)]
		var below ui.Text
		if b.chapter > 0 {
			below = ui.T("chapter", b.chapter)
		}
		now := stillOf(b.Picture, f, below)
		stills, high = append(stills, now), max(high, now.high())
	}
	var list []paint.Scene
	for _, s := range stills {
		list = append(list, paint.Scene{Picture: s.mounted(f, day, high), Stands: sceneTime})
	}
	list[0].Stands = posterTime
	return append(list, paint.Scene{Picture: list[0].Picture, Stands: endingTime})
}
