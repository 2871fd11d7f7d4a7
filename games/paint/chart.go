package paint

import (
	"cmp"
	"image"
	"slices"
	"strconv"
)

// Chart shows how a number of each player went, such as points by round. Marks and names
// tell the lines apart, and not colours alone.
type Chart struct {
	Steps []string // the names of the steps below, from left to right, such as "1", "2", "3"; one at least
	Lines []Line   // at most ten
	Names int      // how wide the column of names is; 0 for 214, which the name of a player needs
}

// Line is how the number of one player went. It may end before the last step.
type Line struct {
	Name   string
	Values []int // by step
	Mine   bool  // it is the reader's own: it is wide, and lies above the others
}

// chartInks are the colours of the lines, in their order.
var chartInks = [...]Colour{Gold, Frost, Mint, Rose, Mist, Amber, Moon, Violet, Blue, White}

// chartMarks are the shapes at the values of a line, in the order of the lines.
var chartMarks = [...]*Icon{
	NewIcon(new(Path).Circle(0.5, 0.5, 0.42)),
	NewIcon(new(Path).Rect(0.12, 0.12, 0.76, 0.76)),
	NewIcon(new(Path).Polygon(Pt(0.5, 0), Pt(1, 0.9), Pt(0, 0.9))),
	NewIcon(new(Path).Polygon(Pt(0.5, 0), Pt(1, 0.5), Pt(0.5, 1), Pt(0, 0.5))),
	NewIcon(new(Path).Star(0.5, 0.5, 0.54, 5, 0.5)),
	NewIcon(new(Path).Polygon(Pt(0, 0.1), Pt(1, 0.1), Pt(0.5, 1))),
	NewIcon(new(Path).Ring(0.5, 0.5, 0.36, 0.18)),
	NewIcon(new(Path).Rect(0.36, 0, 0.28, 1).Rect(0, 0.36, 1, 0.28)),
	NewIcon(new(Path).Sparkle(0.5, 0.5, 0.56)),
	NewIcon(new(Path).Rect(0, 0.3, 1, 0.4)),
}

// The measures of a chart, in a picture of 800 pixels.
const (
	chartNames = 214 // the column of names and last values
	chartScale = 62  // the column of the scale
	chartFoot  = 40  // the row of the steps
	chartRow   = 36  // the least distance of two names
	chartMark  = 20
)

// Chart draws a chart in a box of a picture of 800 pixels. Each line ends beside its
// name and its last value. A box needs 36 pixels for each line and 60 more.
func (c *Canvas) Chart(box image.Rectangle, chart Chart) {
	within := image.Rect(box.Min.X+chartScale, box.Min.Y+chartMark, box.Max.X-cmp.Or(chart.Names, chartNames), box.Max.Y-chartFoot)
	low, high := chart.limits()
	at := func(step, value int) image.Point {
		x := (within.Min.X + within.Max.X) / 2
		if n := len(chart.Steps) - 1; n > 0 {
			x = within.Min.X + chartMark/2 + step*(within.Dx()-chartMark)/n
		}
		return image.Pt(x, within.Max.Y-(value-low)*within.Dy()/(high-low))
	}
	c.scale(within, at, low, high)
	c.steps(within, at, chart.Steps)

	order := make([]int, len(chart.Lines)) // the reader's own line lies above
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case chart.Lines[a].Mine == chart.Lines[b].Mine:
			return 0
		case chart.Lines[a].Mine:
			return 1
		default:
			return -1
		}
	})
	for _, i := range order {
		l := chart.Lines[i]
		width := 5.0
		if l.Mine {
			width = 9
		}
		var points []Point
		for step, v := range l.Values {
			p := at(step, v)
			points = append(points, Pt(float64(p.X), float64(p.Y)))
		}
		if len(points) > 1 {
			c.Fill(new(Path).Stroke(width, points...), chartInk(i))
		}
		for step, v := range l.Values {
			if step == len(l.Values)-1 || within.Dx() > 2*chartMark*len(chart.Steps) { // marks side by side would hide the line
				c.mark(i, at(step, v), chartMark)
			}
		}
	}
	c.names(box, within, at, chart.Lines)
}

// limits are the lowest and the highest number of the scale. Zero is between them.
func (t Chart) limits() (low, high int) {
	for _, l := range t.Lines {
		for _, v := range l.Values {
			low, high = min(low, v), max(high, v)
		}
	}
	if low == high {
		high++
	}
	return low, high
}

// scale draws the scale: at most five round numbers with a thin line each.
func (c *Canvas) scale(within image.Rectangle, at func(step, value int) image.Point, low, high int) {
	every := 1
	for _, k := range []int{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if every = k; (high-low)/k <= 4 {
			break
		}
	}
	for v := low / every * every; v <= high; v += every {
		if v < low {
			continue
		}
		y := at(0, v).Y
		c.Rect(image.Rect(within.Min.X, y-1, within.Max.X, y+1), Dusk)
		c.Label(Regular.Size(Readable), strconv.Itoa(v), image.Rect(within.Min.X-chartScale, y-16, within.Min.X-10, y+16), Readable, Right, Mist)
	}
}

// steps names the steps, or as many of them as have room.
func (c *Canvas) steps(within image.Rectangle, at func(step, value int) image.Point, steps []string) {
	widest := 0
	for _, s := range steps {
		widest = max(widest, Regular.Size(Readable).Width(s)+14)
	}
	every := 1
	if n := len(steps) - 1; n > 0 {
		for every < n && every*within.Dx() < widest*n {
			every++
		}
	}
	for i, s := range steps {
		if (len(steps)-1-i)%every == 0 {
			x := at(i, 0).X
			c.Label(Regular.Size(Readable), s, image.Rect(x-widest/2-20, within.Max.Y+8, x+widest/2+20, within.Max.Y+chartFoot), Readable, Centre, Mist)
		}
	}
}

// names writes beside each line whose it is and its last value. Names that would lie on
// each other are moved apart.
func (c *Canvas) names(box, within image.Rectangle, at func(step, value int) image.Point, lines []Line) {
	var shown []int
	y := make([]int, len(lines))
	for i, l := range lines {
		if n := len(l.Values); n > 0 {
			y[i] = at(n-1, l.Values[n-1]).Y
			shown = append(shown, i)
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int { return y[a] - y[b] })
	for k, i := range shown { // down from above, then up from below
		least := box.Min.Y + chartRow/2 + k*chartRow
		if k > 0 {
			least = max(least, y[shown[k-1]]+chartRow)
		}
		y[i] = max(y[i], least)
	}
	for k := len(shown) - 1; k >= 0; k-- {
		most := box.Max.Y - chartRow/2 - (len(shown)-1-k)*chartRow
		if k < len(shown)-1 {
			most = min(most, y[shown[k+1]]-chartRow)
		}
		y[shown[k]] = min(y[shown[k]], most)
	}
	for _, i := range shown {
		l, face := lines[i], Regular
		if l.Mine {
			face = Bold
		}
		last := strconv.Itoa(l.Values[len(l.Values)-1])
		left := within.Max.X + 12
		c.mark(i, image.Pt(left+chartMark/2, y[i]), chartMark)
		width := Bold.Size(28).Width(last)
		c.Label(face.Size(28), l.Name, image.Rect(left+chartMark+8, y[i]-chartRow/2, box.Max.X-width-10, y[i]+chartRow/2), Readable, Left, Moon)
		c.Label(Bold.Size(28), last, image.Rect(box.Max.X-width-4, y[i]-chartRow/2, box.Max.X, y[i]+chartRow/2), 28, Right, Gold)
	}
}

// mark draws the mark of line i about a place.
func (c *Canvas) mark(i int, at image.Point, size int) {
	box := image.Rect(at.X-size/2, at.Y-size/2, at.X+size/2, at.Y+size/2)
	c.Icon(chartMarks[i%len(chartMarks)], box.Inset(-3), Night)
	c.Icon(chartMarks[i%len(chartMarks)], box, chartInk(i))
}

func chartInk(i int) Colour { return chartInks[i%len(chartInks)] }
