package paint

import "image"

// Mount puts a picture between a strip above and one below, both of the darkest ink and so many
// pixels high. Where all of it would be lower than high, the last row of the picture's ground goes
// on below it. draw draws on the strips, or over all. It reports false for a picture that is not of a
// [Canvas].
func Mount(img image.Image, above, below, high int, draw func(c *Canvas)) (image.Image, bool) {
	p, ok := img.(*Picture)
	if !ok {
		return nil, false
	}
	from := p.Whole()
	size := from.Rect.Size()
	high = max(high, above+size.Y+below)
	mounted := image.NewPaletted(image.Rect(0, 0, size.X, high), from.Palette)
	set(mounted.Pix, Night)
	copy(mounted.Pix[above*mounted.Stride:], from.Pix)
	if end := high - below; end > above+size.Y {
		ground := image.NewPaletted(image.Rect(0, size.Y-1, size.X, size.Y), from.Palette)
		p.ground.draw(ground)
		for y := above + size.Y; y < end; y++ {
			copy(mounted.Pix[y*mounted.Stride:], ground.Pix)
		}
	}
	c := &Canvas{display: display{ground: &ground{palette: p.ground.palette, img: mounted}, rect: mounted.Rect}}
	draw(c)
	return c.Image(), true
}
