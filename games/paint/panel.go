package paint

import "image"

// Panel draws a dark tile with round corners on which light words stand: the
// frame of a place, of a player, of a result. Its edge says what it is.
func (c *Canvas) Panel(box image.Rectangle, edge Colour) {
	c.Tile(box.Min.X, box.Min.Y, box.Dx(), box.Dy(), 18, 4, Slate, edge)
}

// Winner draws who has won: a panel at the top of a picture 800 wide, with a star
// and the names. It returns the room that is left in it for a line about how.
func (c *Canvas) Winner(names string) image.Rectangle {
	c.Panel(image.Rect(120, 16, 680, 206), Gold)
	c.Icon(IconStar, image.Rect(374, 24, 426, 76), Gold)
	c.Words(Slanted.Size(46), names, image.Rect(144, 76, 656, 152), Readable, Centre, Moon)
	return image.Rect(144, 154, 656, 198)
}
