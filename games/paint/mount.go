package paint

import "image"

// Mount puts a picture between a strip above and one below, both of the darkest ink and so many
// pixels high. draw draws on the strips, or over all. It reports false for a picture that is not
// of a [Canvas].
func Mount(img image.Image, above, below int, draw func(c *Canvas)) (image.Image, bool) {
	p, ok := img.(*Picture)
	if !ok {
		return nil, false
	}
	from := p.Whole()
	size := from.Rect.Size()
	mounted := image.NewPaletted(image.Rect(0, 0, size.X, above+size.Y+below), from.Palette)
	set(mounted.Pix, Night)
	copy(mounted.Pix[above*mounted.Stride:], from.Pix)
	c := &Canvas{display: display{ground: &ground{palette: p.ground.palette, img: mounted}, rect: mounted.Rect}}
	draw(c)
	return c.Image(), true
}
