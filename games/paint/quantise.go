package paint

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// weighted is a colour with how much of a painting has it.
type weighted struct {
	rgb
	n float64
}

// histogram counts the colours of paintings, by one pixel of every four. A pixel
// at an edge counts little, because no viewer sees there how wrong its colour is. But
// a soft slope between two colours shows every step that is too wide.
func histogram(paintings []*Art) []weighted {
	count := map[rgb]float64{}
	for _, a := range paintings {
		for y := 0; y < a.h-1; y += 2 {
			for x := y / 2 % 2; x < a.w-1; x += 2 {
				c := a.at(x, y)
				if distance(c, a.at(x+1, y))+distance(c, a.at(x, y+1)) < 60 {
					count[c]++
				} else {
					count[c] += 0.1
				}
			}
		}
	}
	out := make([]weighted, 0, len(count))
	// Small things get more colours than their number of pixels would give them.
	// People see bands on a balloon as well as bands in the sky.
	for _, c := range slices.SortedFunc(maps.Keys(count), func(a, b rgb) int { return slices.Compare(a[:], b[:]) }) {
		out = append(out, weighted{c, count[c] / math.Sqrt(math.Sqrt(count[c]))})
	}
	return out
}

// box is a part of a histogram that becomes one colour.
type box struct {
	list []weighted
	mean [3]float64
	axis int     // of the largest spread
	loss float64 // how far all are from the mean
}

func newBox(list []weighted) box {
	b := box{list: list}
	var n float64
	var square [3]float64
	for _, c := range list {
		n += c.n
		for j, v := range c.rgb {
			b.mean[j] += c.n * float64(v)
			square[j] += c.n * float64(v) * float64(v)
		}
	}
	widest := -1.0
	for j := range b.mean {
		b.mean[j] /= n
		spread := [3]float64{2, 4, 3}[j] * (square[j] - n*b.mean[j]*b.mean[j])
		b.loss += spread
		if spread > widest {
			widest, b.axis = spread, j
		}
	}
	return b
}

// choose returns at most n colours that represent a histogram best. It divides the
// part with the greatest loss at its mean, again and again. Then every colour moves
// to the middle of its nearest colours.
func choose(list []weighted, n int) []rgb {
	if len(list) == 0 {
		return nil
	}
	boxes := []box{newBox(list)}
	for len(boxes) < n {
		worst := 0
		for i, b := range boxes {
			if b.loss > boxes[worst].loss {
				worst = i
			}
		}
		b := boxes[worst]
		slices.SortFunc(b.list, func(x, y weighted) int {
			return cmp.Or(cmp.Compare(x.rgb[b.axis], y.rgb[b.axis]), slices.Compare(x.rgb[:], y.rgb[:]))
		})
		cut := slices.IndexFunc(b.list, func(c weighted) bool { return float64(c.rgb[b.axis]) > b.mean[b.axis] })
		if cut <= 0 {
			break // every part is one colour
		}
		boxes[worst] = newBox(b.list[:cut])
		boxes = append(boxes, newBox(b.list[cut:]))
	}
	out := make([]rgb, len(boxes))
	for i, b := range boxes {
		out[i] = rounded(b.mean)
	}
	for range 2 {
		moveToMeans(out, list)
	}
	return out
}

// moveToMeans moves every colour to the mean of those that are nearest to it.
func moveToMeans(colours []rgb, list []weighted) {
	sum, n := make([][3]float64, len(colours)), make([]float64, len(colours))
	for _, c := range list {
		i, _ := nearest(colours, c.rgb)
		n[i] += c.n
		for j, v := range c.rgb {
			sum[i][j] += c.n * float64(v)
		}
	}
	for i := range colours {
		if n[i] > 0 {
			colours[i] = rounded([3]float64{sum[i][0] / n[i], sum[i][1] / n[i], sum[i][2] / n[i]})
		}
	}
}

func rounded(c [3]float64) rgb {
	return rgb{uint8(c[0] + 0.5), uint8(c[1] + 0.5), uint8(c[2] + 0.5)}
}
