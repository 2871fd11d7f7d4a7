package picture

import (
	"math"

	"oneiros/games/paint"
	"oneiros/games/somnicum/kit"
)

// The signs of this game, each drawn in a square of one unit.

func pt(x, y float64) paint.Point { return paint.Pt(x, y) }

// path is an empty path.
func path() *paint.Path { return new(paint.Path) }

// plates are what particles are printed on: a page of a fairy tale, a bubble and a
// flaring star. So their shape tells the plot as well as their colour.
var plates = map[kit.Plot]*paint.Icon{
	kit.Fairy: paint.NewIcon(path().Round(0.02, 0.02, 0.96, 0.96, 0.2)),
	kit.Sea:   paint.NewIcon(path().Circle(0.5, 0.5, 0.5)),
	kit.Space: paint.NewIcon(path().Star(0.5, 0.5, 0.55, 8, 0.76)),
}

// inner is how much of its plate an icon fills.
var inner = map[kit.Plot]float64{kit.Fairy: 0.8, kit.Sea: 0.74, kit.Space: 0.68}

// signs are the particles.
var signs = map[string]*paint.Icon{
	"dragon":    paint.NewIcon(dragon()),
	"tower":     paint.NewIcon(tower()),
	"crown":     paint.NewIcon(crown()),
	"cat":       paint.NewIcon(cat()),
	"key":       paint.NewIcon(key()),
	"rose":      paint.NewIcon(rose()),
	"lantern":   paint.NewIcon(lantern()),
	"unicorn":   paint.NewIcon(unicorn()),
	"octopus":   paint.NewIcon(octopus()),
	"mermaid":   paint.NewIcon(mermaid()),
	"pearl":     paint.NewIcon(pearl()),
	"whale":     paint.NewIcon(whale()),
	"anchor":    paint.NewIcon(anchor()),
	"shell":     paint.NewIcon(shell()),
	"ship":      paint.NewIcon(ship()),
	"seahorse":  paint.NewIcon(seahorse()),
	"cloud":     paint.NewIcon(storm()),
	"moon":      paint.NewIcon(path().Crescent(0, 0, 0.46, 0.62).Turn(0, 0, -0.45).Scale(0.46, 0.54, 1).Sparkle(0.76, 0.28, 0.2)),
	"comet":     paint.NewIcon(comet()),
	"rocket":    paint.NewIcon(rocket()),
	"planet":    paint.NewIcon(planet()),
	"telescope": paint.NewIcon(telescope()),
	"robot":     paint.NewIcon(robot()),
	"astronaut": paint.NewIcon(astronaut()),
}

// slit is a line along a curve that is open in its middle, to be cut out of a sign.
func slit(width float64, a, b, c, d paint.Point) *paint.Path {
	return path().Move(a.X, a.Y).Cube(b.X, b.Y, c.X, c.Y, d.X, d.Y).
		Cube(c.X+width*0.3, c.Y+width, b.X-width*0.3, b.Y+width, a.X, a.Y).Close()
}

func dragon() *paint.Path {
	// A head in profile with horns, a long jaw and a frill.
	p := path().Move(0.04, 0.56).Cube(0.1, 0.44, 0.22, 0.42, 0.32, 0.34).Cube(0.34, 0.22, 0.3, 0.1, 0.2, 0.02).
		Cube(0.4, 0.04, 0.5, 0.12, 0.54, 0.22).Cube(0.58, 0.12, 0.56, 0.06, 0.52, 0).Cube(0.72, 0.06, 0.78, 0.2, 0.76, 0.3).
		Line(0.94, 0.3).Line(0.84, 0.46).Line(0.98, 0.54).Line(0.84, 0.64).Line(0.92, 0.8).Line(0.76, 0.8).Line(0.74, 0.98).
		Line(0.36, 0.98).Cube(0.4, 0.88, 0.42, 0.84, 0.38, 0.78).Cube(0.28, 0.84, 0.18, 0.86, 0.08, 0.82).Line(0.34, 0.66).Line(0.06, 0.68).Close()
	return p.Hole(path().Ellipse(0.5, 0.42, 0.07, 0.06))
}

func tower() *paint.Path {
	p := path().Polygon(pt(0.22, 0.06), pt(0.36, 0.06), pt(0.36, 0.16), pt(0.43, 0.16), pt(0.43, 0.06), pt(0.57, 0.06), pt(0.57, 0.16),
		pt(0.64, 0.16), pt(0.64, 0.06), pt(0.78, 0.06), pt(0.78, 0.34), pt(0.7, 0.42), pt(0.76, 0.96), pt(0.24, 0.96), pt(0.3, 0.42), pt(0.22, 0.34))
	return p.Hole(path().Round(0.44, 0.44, 0.12, 0.18, 0.06)).Hole(path().Move(0.4, 0.96).Line(0.4, 0.82).Cube(0.4, 0.7, 0.6, 0.7, 0.6, 0.82).Line(0.6, 0.96).Close())
}

func crown() *paint.Path {
	return path().Polygon(pt(0.04, 0.28), pt(0.28, 0.5), pt(0.5, 0.14), pt(0.72, 0.5), pt(0.96, 0.28), pt(0.86, 0.72), pt(0.14, 0.72)).
		Round(0.14, 0.77, 0.72, 0.13, 0.04).Circle(0.06, 0.24, 0.075).Circle(0.5, 0.1, 0.085).Circle(0.94, 0.24, 0.075)
}

func cat() *paint.Path {
	p := path().Move(0.1, 0.04).Line(0.36, 0.24).Cube(0.45, 0.21, 0.55, 0.21, 0.64, 0.24).Line(0.9, 0.04).
		Cube(0.98, 0.3, 0.98, 0.44, 0.93, 0.58).Cube(0.88, 0.82, 0.68, 0.94, 0.5, 0.94).Cube(0.32, 0.94, 0.12, 0.82, 0.07, 0.58).Cube(0.02, 0.44, 0.02, 0.3, 0.1, 0.04).Close()
	return p.Hole(path().Ellipse(0.31, 0.52, 0.065, 0.1)).Hole(path().Ellipse(0.69, 0.52, 0.065, 0.1)).
		Hole(path().Polygon(pt(0.43, 0.68), pt(0.57, 0.68), pt(0.5, 0.78)))
}

func key() *paint.Path {
	p := path().Ring(0.3, 0.3, 0.19, 0.13)
	shaft := path().Round(0.36, 0.45, 0.62, 0.11, 0.04).Round(0.72, 0.52, 0.1, 0.2, 0.03).Round(0.87, 0.52, 0.1, 0.16, 0.03)
	return p.Add(shaft.Turn(0.44, 0.44, math.Pi/4.2))
}

func rose() *paint.Path {
	// A flower of five petals with a spiral, a stem and a leaf.
	p := path()
	for i := range 5 {
		sin, cos := math.Sincos(float64(i)*2*math.Pi/5 - math.Pi/2)
		p.Circle(0.5+0.19*cos, 0.33+0.19*sin, 0.16)
	}
	p.Circle(0.5, 0.33, 0.2)
	p.Stroke(0.09, pt(0.5, 0.6), pt(0.5, 0.96))
	p.Move(0.52, 0.88).Cube(0.58, 0.66, 0.76, 0.62, 0.94, 0.64).Cube(0.88, 0.82, 0.72, 0.92, 0.52, 0.88).Close()
	p.Move(0.48, 0.94).Cube(0.42, 0.76, 0.26, 0.7, 0.1, 0.72).Cube(0.14, 0.88, 0.3, 0.98, 0.48, 0.94).Close()
	return p.Hole(path().Ring(0.5, 0.33, 0.115, 0.055))
}

func lantern() *paint.Path {
	p := path().Ring(0.5, 0.13, 0.09, 0.06).Polygon(pt(0.5, 0.16), pt(0.78, 0.34), pt(0.22, 0.34)).
		Polygon(pt(0.24, 0.38), pt(0.76, 0.38), pt(0.7, 0.82), pt(0.3, 0.82)).Round(0.22, 0.85, 0.56, 0.12, 0.04)
	return p.Hole(path().Move(0.5, 0.44).Cube(0.64, 0.58, 0.62, 0.74, 0.5, 0.75).Cube(0.38, 0.74, 0.36, 0.58, 0.5, 0.44).Close())
}

func unicorn() *paint.Path {
	// A head in profile, with a horn and a mane.
	p := path().Move(0.3, 0.98).Cube(0.34, 0.8, 0.36, 0.74, 0.34, 0.66).Cube(0.26, 0.74, 0.14, 0.78, 0.06, 0.68).Cube(0.04, 0.6, 0.16, 0.46, 0.3, 0.32).
		Line(0.34, 0.18).Line(0.46, 0.24).Cube(0.74, 0.24, 0.96, 0.46, 0.94, 0.98).Close()
	p.Polygon(pt(0.1, 0), pt(0.36, 0.24), pt(0.26, 0.34))
	return p.Hole(path().Circle(0.36, 0.42, 0.05)).
		Hole(slit(0.05, pt(0.52, 0.34), pt(0.7, 0.48), pt(0.7, 0.7), pt(0.58, 0.9)))
}

func octopus() *paint.Path {
	p := path().Move(0.18, 0.62).Cube(0.1, 0.2, 0.3, 0.02, 0.5, 0.02).Cube(0.7, 0.02, 0.9, 0.2, 0.82, 0.62).Close()
	for _, leg := range [][8]float64{
		{0.24, 0.56, 0.2, 0.74, 0.02, 0.7, 0.06, 0.86}, {0.38, 0.58, 0.38, 0.78, 0.22, 0.78, 0.26, 0.95},
		{0.62, 0.58, 0.62, 0.78, 0.78, 0.78, 0.74, 0.95}, {0.76, 0.56, 0.8, 0.74, 0.98, 0.7, 0.94, 0.86},
	} {
		p.Stroke(0.13, paint.Curve(pt(leg[0], leg[1]), pt(leg[2], leg[3]), pt(leg[4], leg[5]), pt(leg[6], leg[7]))...)
	}
	p.Stroke(0.12, pt(0.5, 0.56), pt(0.5, 0.86))
	return p.Hole(path().Circle(0.37, 0.38, 0.075)).Hole(path().Circle(0.63, 0.38, 0.075))
}

func mermaid() *paint.Path {
	// A tail that rises out of the water.
	p := path().Move(0.5, 0.32).Cube(0.4, 0.18, 0.22, 0.1, 0.02, 0.1).Cube(0.06, 0.28, 0.2, 0.42, 0.42, 0.42).
		Cube(0.36, 0.6, 0.22, 0.7, 0.2, 0.84).Line(0.72, 0.84).Cube(0.7, 0.66, 0.6, 0.56, 0.58, 0.42).
		Cube(0.8, 0.42, 0.94, 0.28, 0.98, 0.1).Cube(0.78, 0.1, 0.6, 0.18, 0.5, 0.32).Close()
	p.Stroke(0.08, paint.Curve(pt(0.04, 0.94), pt(0.24, 0.82), pt(0.34, 1.02), pt(0.5, 0.92))...).
		Stroke(0.08, paint.Curve(pt(0.5, 0.92), pt(0.66, 0.82), pt(0.76, 1.02), pt(0.96, 0.92))...)
	return p.Hole(slit(0.05, pt(0.37, 0.66), pt(0.43, 0.76), pt(0.51, 0.76), pt(0.57, 0.66)))
}

func pearl() *paint.Path {
	// A pearl in an open mussel.
	p := path().Move(0.04, 0.6).Line(0.96, 0.6).Cube(0.94, 0.82, 0.74, 0.96, 0.5, 0.96).Cube(0.26, 0.96, 0.06, 0.82, 0.04, 0.6).Close()
	lid := path().Move(0.08, 0.5).Cube(0.04, 0.2, 0.26, 0.02, 0.5, 0.02).Cube(0.74, 0.02, 0.96, 0.2, 0.92, 0.5).Close()
	p.Add(lid.Hole(path().Circle(0.5, 0.42, 0.24)))
	return p.Circle(0.5, 0.42, 0.17)
}

func whale() *paint.Path {
	p := path().Move(0.02, 0.56).Cube(0.04, 0.34, 0.24, 0.28, 0.4, 0.3).Cube(0.62, 0.32, 0.68, 0.56, 0.8, 0.5).Cube(0.86, 0.46, 0.84, 0.36, 0.76, 0.24).
		Cube(0.84, 0.22, 0.88, 0.26, 0.9, 0.3).Cube(0.92, 0.24, 0.96, 0.2, 1, 0.2).Cube(1.02, 0.5, 0.96, 0.84, 0.6, 0.9).Line(0.3, 0.9).Cube(0.1, 0.9, 0.02, 0.74, 0.02, 0.56).Close()
	p.Stroke(0.07, paint.Curve(pt(0.34, 0.24), pt(0.34, 0.1), pt(0.28, 0.06), pt(0.2, 0.12))...).
		Stroke(0.07, paint.Curve(pt(0.34, 0.24), pt(0.34, 0.1), pt(0.4, 0.06), pt(0.48, 0.12))...)
	return p.Hole(path().Circle(0.2, 0.56, 0.055)).Hole(slit(0.05, pt(0.06, 0.7), pt(0.18, 0.8), pt(0.3, 0.8), pt(0.42, 0.66)))
}

func anchor() *paint.Path {
	p := path().Ring(0.5, 0.15, 0.1, 0.09).Round(0.445, 0.22, 0.11, 0.7, 0.03).Round(0.24, 0.32, 0.52, 0.1, 0.04)
	p.Stroke(0.11, paint.Curve(pt(0.1, 0.62), pt(0.16, 0.98), pt(0.84, 0.98), pt(0.9, 0.62))...)
	return p.Polygon(pt(0.06, 0.5), pt(0.26, 0.7), pt(0, 0.74)).Polygon(pt(0.94, 0.5), pt(1, 0.74), pt(0.74, 0.7))
}

func shell() *paint.Path {
	// A scallop with its ribs.
	p := path().Move(0.5, 0.86).Line(0.06, 0.56)
	for i := range 5 {
		a, b := math.Pi*(1.06-float64(i)*0.224), math.Pi*(1.06-float64(i+1)*0.224)
		m := (a + b) / 2
		p.Quad(0.5+0.56*math.Cos(m), 0.5-0.5*math.Sin(m), 0.5+0.45*math.Cos(b), 0.5-0.4*math.Sin(b))
	}
	p.Line(0.5, 0.86).Close().Round(0.32, 0.82, 0.36, 0.13, 0.05)
	for _, x := range []float64{-0.24, 0, 0.24} {
		p.Hole(path().Stroke(0.045, pt(0.5+x*0.3, 0.72), pt(0.5+x*1.05, 0.24+x*x*1.4)))
	}
	return p
}

func ship() *paint.Path {
	// A paper boat on a wave.
	p := path().Polygon(pt(0.5, 0.02), pt(0.78, 0.5), pt(0.22, 0.5)).
		Polygon(pt(0.02, 0.42), pt(0.2, 0.55), pt(0.8, 0.55), pt(0.98, 0.42), pt(0.8, 0.82), pt(0.2, 0.82))
	p.Stroke(0.08, paint.Curve(pt(0.04, 0.93), pt(0.24, 0.84), pt(0.34, 1.02), pt(0.5, 0.93))...).
		Stroke(0.08, paint.Curve(pt(0.5, 0.93), pt(0.66, 0.84), pt(0.76, 1.02), pt(0.96, 0.93))...)
	return p.Hole(path().Polygon(pt(0.49, 0.14), pt(0.51, 0.14), pt(0.52, 0.5), pt(0.48, 0.5)))
}

func seahorse() *paint.Path {
	p := path().Stroke(0.24, paint.Curve(pt(0.5, 0.3), pt(0.8, 0.4), pt(0.72, 0.6), pt(0.54, 0.66))...).
		Stroke(0.15, paint.Curve(pt(0.54, 0.66), pt(0.34, 0.74), pt(0.34, 0.94), pt(0.56, 0.92))...).
		Stroke(0.09, paint.Curve(pt(0.56, 0.92), pt(0.68, 0.88), pt(0.62, 0.76), pt(0.54, 0.8))...)
	p.Circle(0.48, 0.22, 0.17).Stroke(0.13, pt(0.4, 0.26), pt(0.16, 0.36))
	p.Polygon(pt(0.4, 0.1), pt(0.46, 0), pt(0.52, 0.07), pt(0.6, 0), pt(0.62, 0.14))
	p.Polygon(pt(0.76, 0.4), pt(0.96, 0.44), pt(0.9, 0.56), pt(0.96, 0.66), pt(0.74, 0.6))
	return p.Hole(path().Circle(0.45, 0.19, 0.045))
}

func storm() *paint.Path {
	return path().Circle(0.26, 0.4, 0.2).Circle(0.5, 0.26, 0.24).Circle(0.76, 0.38, 0.21).Round(0.08, 0.36, 0.88, 0.24, 0.12).
		Polygon(pt(0.5, 0.6), pt(0.66, 0.6), pt(0.56, 0.74), pt(0.7, 0.74), pt(0.42, 1), pt(0.48, 0.82), pt(0.36, 0.82)).
		Stroke(0.07, pt(0.24, 0.68), pt(0.18, 0.84)).Stroke(0.07, pt(0.84, 0.68), pt(0.78, 0.84))
}

func comet() *paint.Path {
	return path().Star(0.32, 0.68, 0.33, 5, 0.48).
		Polygon(pt(0.38, 0.44), pt(0.98, 0.02), pt(0.56, 0.56)).
		Polygon(pt(0.26, 0.38), pt(0.6, 0.04), pt(0.38, 0.42)).
		Polygon(pt(0.62, 0.62), pt(0.96, 0.4), pt(0.6, 0.74))
}

func rocket() *paint.Path {
	p := path().Move(0.5, 0).Cube(0.72, 0.16, 0.74, 0.44, 0.66, 0.7).Line(0.34, 0.7).Cube(0.26, 0.44, 0.28, 0.16, 0.5, 0).Close().
		Polygon(pt(0.3, 0.46), pt(0.1, 0.66), pt(0.12, 0.86), pt(0.36, 0.72)).Polygon(pt(0.7, 0.46), pt(0.9, 0.66), pt(0.88, 0.86), pt(0.64, 0.72)).
		Polygon(pt(0.4, 0.76), pt(0.6, 0.76), pt(0.5, 1))
	return p.Hole(path().Circle(0.5, 0.34, 0.1)).Turn(0.5, 0.5, 0.5)
}

func planet() *paint.Path {
	// The upper half of the ball is before the ring, and the lower half behind it.
	upper := path().Move(-0.3, 0.0).Cube(-0.3, -0.4, 0.3, -0.4, 0.3, 0.0).Cube(0.2, 0.07, -0.2, 0.07, -0.3, 0.0).Close()
	lower := path().Move(-0.29, 0.19).Cube(-0.2, 0.42, 0.2, 0.42, 0.29, 0.19).Cube(0.16, 0.24, -0.16, 0.24, -0.29, 0.19).Close()
	ring := path().Move(-0.34, -0.12).Cube(-0.62, 0.02, -0.56, 0.19, 0, 0.19).Cube(0.56, 0.19, 0.62, 0.02, 0.34, -0.12).
		Cube(0.52, 0.06, 0.4, 0.11, 0, 0.11).Cube(-0.4, 0.11, -0.52, 0.06, -0.34, -0.12).Close()
	return upper.Add(lower).Add(ring).Turn(0, 0, -0.42).Scale(0.5, 0.46, 1)
}

func telescope() *paint.Path {
	tube := path().Round(-0.48, -0.13, 0.4, 0.26, 0.04).Round(-0.05, -0.1, 0.3, 0.2, 0.03).Round(0.28, -0.07, 0.22, 0.14, 0.03)
	p := tube.Turn(0, 0, math.Pi-0.5).Scale(0.5, 0.36, 1)
	return p.Stroke(0.08, pt(0.5, 0.48), pt(0.24, 0.96)).Stroke(0.08, pt(0.5, 0.48), pt(0.5, 0.96)).Stroke(0.08, pt(0.5, 0.48), pt(0.76, 0.96))
}

func robot() *paint.Path {
	p := path().Round(0.14, 0.28, 0.72, 0.62, 0.12).Stroke(0.07, pt(0.5, 0.28), pt(0.5, 0.12)).Circle(0.5, 0.08, 0.09).
		Round(0, 0.46, 0.1, 0.26, 0.05).Round(0.9, 0.46, 0.1, 0.26, 0.05)
	return p.Hole(path().Circle(0.34, 0.5, 0.1)).Hole(path().Circle(0.66, 0.5, 0.1)).Hole(path().Round(0.3, 0.7, 0.4, 0.09, 0.03))
}

func astronaut() *paint.Path {
	p := path().Circle(0.5, 0.36, 0.34).Move(0.1, 1).Cube(0.1, 0.78, 0.26, 0.7, 0.5, 0.7).Cube(0.74, 0.7, 0.9, 0.78, 0.9, 1).Close()
	visor := path().Round(0.26, 0.22, 0.48, 0.32, 0.15)
	return p.Hole(visor).Sparkle(0.6, 0.32, 0.1).Hole(path().Round(0.4, 0.82, 0.2, 0.09, 0.03))
}

// The other signs.
var (
	eyeSign = paint.NewIcon(path().Move(0, 0.5).Cube(0.25, 0.1, 0.75, 0.1, 1, 0.5).Cube(0.75, 0.9, 0.25, 0.9, 0, 0.5).Close().
		Hole(path().Circle(0.5, 0.5, 0.24)).Ellipse(0.5, 0.5, 0.07, 0.18))
	disc      = paint.NewIcon(path().Circle(0.5, 0.5, 0.5))
	boltSign  = paint.NewIcon(path().Polygon(pt(0.56, 0), pt(0.14, 0.58), pt(0.46, 0.58), pt(0.38, 1), pt(0.86, 0.38), pt(0.54, 0.38), pt(0.74, 0)))
	grainSign = paint.NewIcon(grains())
	bagSign   = paint.NewIcon(path().Move(0.34, 0.26).Line(0.66, 0.26).Cube(0.98, 0.5, 1, 0.96, 0.74, 0.96).Line(0.26, 0.96).Cube(0, 0.96, 0.02, 0.5, 0.34, 0.26).Close().
			Round(0.28, 0.16, 0.44, 0.08, 0.04).Polygon(pt(0.36, 0.14), pt(0.26, 0), pt(0.42, 0.05), pt(0.5, 0), pt(0.58, 0.05), pt(0.74, 0), pt(0.64, 0.14)))
	// gearSign is the rim of a flywheel with its cogs.
	gearSign = paint.NewIcon(gear())
	sunSign  = paint.NewIcon(sunFace())
	moonSign = paint.NewIcon(moonFace())
)

// grains are the sand on the back of a token.
func grains() *paint.Path {
	p := path()
	for _, g := range [][2]float64{{0.3, 0.3}, {0.56, 0.24}, {0.74, 0.44}, {0.44, 0.5}, {0.24, 0.58}, {0.62, 0.68}, {0.42, 0.76}} {
		p.Circle(g[0], g[1], 0.07)
	}
	return p
}

func gear() *paint.Path {
	const cogs = 16
	p := path()
	for i := range cogs {
		for j, r := range []float64{0.44, 0.5, 0.5, 0.44} {
			sin, cos := math.Sincos((float64(i) + []float64{0.05, 0.2, 0.5, 0.65}[j]) * 2 * math.Pi / cogs)
			if i == 0 && j == 0 {
				p.Move(0.5+r*cos, 0.5+r*sin)
			} else {
				p.Line(0.5+r*cos, 0.5+r*sin)
			}
		}
	}
	return p.Close().Hole(path().Circle(0.5, 0.5, 0.37))
}

// sunFace is the sun flywheel, White, and moonFace the moon flywheel, Black.
func sunFace() *paint.Path {
	p := path().Star(0.5, 0.5, 0.5, 12, 0.64)
	return p.Hole(slit(0.06, pt(0.3, 0.43), pt(0.35, 0.51), pt(0.42, 0.51), pt(0.46, 0.43))).
		Hole(slit(0.06, pt(0.54, 0.43), pt(0.58, 0.51), pt(0.65, 0.51), pt(0.7, 0.43))).
		Hole(slit(0.06, pt(0.36, 0.58), pt(0.42, 0.7), pt(0.58, 0.7), pt(0.64, 0.58)))
}

func moonFace() *paint.Path {
	return path().Crescent(0, 0, 0.44, 0.7).Turn(0, 0, -0.4).Scale(0.46, 0.5, 1).Sparkle(0.74, 0.34, 0.15).Sparkle(0.66, 0.68, 0.1)
}
