package paint

import "image"

// Panel draws a dark tile with round corners for light words. It is the frame of a
// place, a player or a result. The colour of its edge says which one.
func (c *Canvas) Panel(box image.Rectangle, edge Colour) {
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 4, Slate, edge)
}

// Winner draws a panel with a star and the names of the winners. It is at the
// top of a picture of 800 pixels. It returns the room in the panel for a line
// about how.
func (c *Canvas) Winner(names string) image.Rectangle {
	c.Panel(image.Rect(120, 16, 680, 206), Gold)
	c.Icon(IconStar, image.Rect(374, 24, 426, 76), Gold)
	c.Words(Slanted.Size(46), names, image.Rect(144, 76, 656, 152), Readable, Centre, Moon)
	return image.Rect(144, 154, 656, 198)
}

// Rows places n squares in a box, as large as they fit, in rows of the same length but
// for the last one, which stands in the middle. It returns their side and the middle of
// each.
func Rows(box image.Rectangle, n int) (side int, middles []image.Point) {
	across := 1
	for cols := 1; cols <= n; cols++ {
		if s := min(box.Dx()/cols, box.Dy()/((n+cols-1)/cols)); s > side {
			side, across = s, cols
		}
	}
	rows := (n + across - 1) / across
	for i := range n {
		row := i / across
		in := min(across, n-row*across)
		middles = append(middles, image.Pt(
			(box.Min.X+box.Max.X)/2+(2*(i%across)-in+1)*side/2,
			(box.Min.Y+box.Max.Y)/2+(2*row-rows+1)*side/2,
		))
	}
	return side, middles
}
