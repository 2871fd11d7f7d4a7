package paint

import (
	"image"
	"math"
)

// Icon is a small sign in one colour, or the shape of a token. It is drawn once in
// each size and kept, so there must be few sizes.
type Icon struct {
	path  *Path
	sizes kept[int]
}

// NewIcon is the icon that a path draws in a square of one unit.
func NewIcon(p *Path) *Icon { return &Icon{path: p} }

// Path is the icon in a square of one unit, for an [Art].
func (i *Icon) Path() *Path { return i.path }

// Icon stamps an icon as large as the shorter side of a box in its middle.
func (c *Canvas) Icon(i *Icon, box image.Rectangle, ink Colour) {
	size := min(box.Dx(), box.Dy())
	m := i.sizes.mask(size, func() *mask { return i.path.Scale(0, 0, float64(size)).mask() })
	c.stamp(m, box.Min.X+(box.Dx()-size)/2, box.Min.Y+(box.Dy()-size)/2, ink)
}

// The icons that all games share.
var (
	IconDot       = NewIcon(new(Path).Circle(0.5, 0.5, 0.5))
	IconMoon      = NewIcon(new(Path).Crescent(0, 0, 0.42, 0.75).Turn(0, 0, -0.5).Scale(0.48, 0.52, 1))
	IconStar      = NewIcon(new(Path).Star(0.5, 0.53, 0.47, 5, 0.45))
	IconSparkles  = NewIcon(new(Path).Sparkle(0.4, 0.58, 0.38).Sparkle(0.8, 0.26, 0.2).Sparkle(0.8, 0.84, 0.12))
	IconBed       = NewIcon(bed())
	IconHourglass = NewIcon(hourglass())
	IconCheck     = NewIcon(new(Path).Stroke(0.17, Pt(0.16, 0.54), Pt(0.4, 0.78), Pt(0.85, 0.26)))
	IconCross     = NewIcon(new(Path).Stroke(0.17, Pt(0.22, 0.22), Pt(0.78, 0.78)).Stroke(0.17, Pt(0.78, 0.22), Pt(0.22, 0.78)))
	IconNext      = NewIcon(new(Path).Stroke(0.13, Pt(0.14, 0.22), Pt(0.42, 0.5), Pt(0.14, 0.78)).Stroke(0.13, Pt(0.52, 0.22), Pt(0.8, 0.5), Pt(0.52, 0.78)))
	IconSun       = NewIcon(sun())
	IconCloud     = NewIcon(new(Path).Circle(0.28, 0.6, 0.18).Circle(0.5, 0.46, 0.24).Circle(0.73, 0.58, 0.2).Round(0.14, 0.56, 0.76, 0.22, 0.11))
	IconHeart     = NewIcon(new(Path).Move(0.5, 0.92).Cube(0.1, 0.62, 0.02, 0.44, 0.04, 0.3).Cube(0.08, 0.06, 0.4, 0.02, 0.5, 0.27).
			Cube(0.6, 0.02, 0.92, 0.06, 0.96, 0.3).Cube(0.98, 0.44, 0.9, 0.62, 0.5, 0.92).Close())
)

func bed() *Path {
	return new(Path).
		Round(0.04, 0.2, 0.1, 0.64, 0.05).   // head
		Round(0.86, 0.46, 0.1, 0.38, 0.05).  // foot
		Round(0.04, 0.62, 0.92, 0.12, 0.04). // frame
		Round(0.18, 0.42, 0.24, 0.16, 0.07). // pillow
		Round(0.45, 0.4, 0.42, 0.2, 0.08)    // blanket
}

func hourglass() *Path {
	p := new(Path).Round(0.2, 0.06, 0.6, 0.1, 0.04).Round(0.2, 0.84, 0.6, 0.1, 0.04)
	p.Move(0.27, 0.19).Line(0.73, 0.19).Cube(0.73, 0.4, 0.55, 0.42, 0.55, 0.5).Cube(0.55, 0.58, 0.73, 0.6, 0.73, 0.81).
		Line(0.27, 0.81).Cube(0.27, 0.6, 0.45, 0.58, 0.45, 0.5).Cube(0.45, 0.42, 0.27, 0.4, 0.27, 0.19).Close()
	return p.Hole(new(Path).Move(0.34, 0.24).Line(0.66, 0.24).Cube(0.65, 0.28, 0.64, 0.31, 0.61, 0.34).Line(0.39, 0.34).Cube(0.36, 0.31, 0.35, 0.28, 0.34, 0.24).Close()).
		Hole(new(Path).Move(0.5, 0.56).Cube(0.56, 0.62, 0.64, 0.66, 0.66, 0.72).Line(0.34, 0.72).Cube(0.36, 0.66, 0.44, 0.62, 0.5, 0.56).Close())
}

func sun() *Path {
	p := new(Path).Circle(0.5, 0.5, 0.23)
	for k := range 8 {
		sin, cos := math.Sincos(float64(k) * math.Pi / 4)
		p.Stroke(0.08, Pt(0.5+0.34*cos, 0.5+0.34*sin), Pt(0.5+0.45*cos, 0.5+0.45*sin))
	}
	return p
}
