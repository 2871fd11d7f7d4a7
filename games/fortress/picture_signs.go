package fortress

import (
	"math"

	"oneiros/games/paint"
)

// shape is the marker of a seat in a square of one unit: no two are alike.
func shape(seat int) *paint.Path {
	p := new(paint.Path)
	ngon := func(n int, turn float64) *paint.Path {
		var at []paint.Point
		for i := range n {
			sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
			at = append(at, paint.Pt(0.5+0.5*sin, 0.5-0.5*cos))
		}
		return p.Polygon(at...)
	}
	switch seat {
	case 0:
		return p.Circle(0.5, 0.5, 0.48)
	case 1:
		return p.Round(0.06, 0.06, 0.88, 0.88, 0.12)
	case 2:
		return p.Polygon(paint.Pt(0.5, 0), paint.Pt(1.02, 0.96), paint.Pt(-0.02, 0.96))
	case 3:
		return ngon(4, 0)
	case 4:
		return ngon(6, math.Pi/6)
	case 5:
		return ngon(5, 0)
	case 6: // a shield
		return p.Move(0.06, 0.06).Line(0.94, 0.06).Line(0.94, 0.5).Cube(0.94, 0.8, 0.66, 0.94, 0.5, 1).Cube(0.34, 0.94, 0.06, 0.8, 0.06, 0.5).Close()
	case 7: // a cross
		return p.Polygon(paint.Pt(0.24, 0.02), paint.Pt(0.76, 0.02), paint.Pt(0.76, 0.2), paint.Pt(0.98, 0.2), paint.Pt(0.98, 0.8), paint.Pt(0.76, 0.8),
			paint.Pt(0.76, 0.98), paint.Pt(0.24, 0.98), paint.Pt(0.24, 0.8), paint.Pt(0.02, 0.8), paint.Pt(0.02, 0.2), paint.Pt(0.24, 0.2))
	default:
		return p.Star(0.5, 0.53, 0.56, 7, 0.68)
	}
}

// signOf is a sign in a square of one unit: a face of the dice, a location, a
// Vision.
func signOf(name string) *paint.Path {
	p := new(paint.Path)
	pt := paint.Pt
	wing := func() *paint.Path {
		return new(paint.Path).Move(0.47, 0.86).Cube(0.1, 0.84, -0.04, 0.5, 0.04, 0.12).Cube(0.1, 0.22, 0.16, 0.26, 0.24, 0.28).
			Cube(0.3, 0.36, 0.36, 0.4, 0.4, 0.42).Cube(0.46, 0.52, 0.48, 0.66, 0.47, 0.86).Close()
	}
	switch name {
	case "face.insight":
		p.Move(0, 0.5).Cube(0.25, 0.08, 0.75, 0.08, 1, 0.5).Cube(0.75, 0.92, 0.25, 0.92, 0, 0.5).Close()
		return p.Hole(new(paint.Path).Circle(0.5, 0.5, 0.25)).Circle(0.5, 0.5, 0.14)
	case "face.vision":
		return p.Circle(0.5, 0.42, 0.4).Hole(new(paint.Path).Sparkle(0.4, 0.34, 0.2)).Round(0.18, 0.84, 0.64, 0.15, 0.06)
	case "face.move":
		return p.Ellipse(0.3, 0.56, 0.14, 0.22).Ellipse(0.3, 0.88, 0.1, 0.09).Ellipse(0.7, 0.32, 0.14, 0.22).Ellipse(0.7, 0.64, 0.1, 0.09)
	case "face.attack":
		p.Circle(0.5, 0.56, 0.38).Hole(new(paint.Path).Circle(0.5, 0.56, 0.28))
		p.Circle(0.17, 0.17, 0.14).Circle(0.83, 0.17, 0.14)
		return p.Stroke(0.1, pt(0.5, 0.38), pt(0.5, 0.58), pt(0.62, 0.66)).Stroke(0.1, pt(0.24, 0.86), pt(0.14, 0.98)).Stroke(0.1, pt(0.76, 0.86), pt(0.86, 0.98))
	case "face.heal":
		return p.Move(0.5, 0.95).Cube(0.12, 0.66, -0.06, 0.4, 0.08, 0.2).Cube(0.22, 0, 0.44, 0.06, 0.5, 0.28).
			Cube(0.56, 0.06, 0.78, 0, 0.92, 0.2).Cube(1.06, 0.4, 0.88, 0.66, 0.5, 0.95).Close()
	case "place.city":
		for i := range 3 {
			y := 0.24 + 0.27*float64(i)
			p.Stroke(0.11, paint.Curve(pt(0.04, y), pt(0.3, y-0.26), pt(0.3, y+0.26), pt(0.5, y))...)
			p.Stroke(0.11, paint.Curve(pt(0.5, y), pt(0.72, y-0.26), pt(0.72, y+0.26), pt(0.96, y))...)
		}
		return p
	case "place.forest":
		p.Polygon(pt(0.5, 0), pt(0.8, 0.36), pt(0.2, 0.36))
		p.Polygon(pt(0.5, 0.2), pt(0.9, 0.76), pt(0.1, 0.76))
		return p.Rect(0.42, 0.76, 0.16, 0.22)
	case "place.shop":
		p.Round(0.34, 0.02, 0.32, 0.12, 0.04).Rect(0.4, 0.12, 0.2, 0.14)
		return p.Move(0.4, 0.24).Cube(0.02, 0.36, 0.04, 0.84, 0.3, 0.98).Line(0.7, 0.98).Cube(0.96, 0.84, 0.98, 0.36, 0.6, 0.24).Close()
	case "place.house":
		p.Polygon(pt(0.5, 0.02), pt(0.98, 0.46), pt(0.02, 0.46))
		p.Rect(0.14, 0.46, 0.72, 0.34).Hole(new(paint.Path).Rect(0.42, 0.54, 0.17, 0.26))
		return p.Rect(0.44, 0.8, 0.12, 0.2)
	case "hidden":
		return p.Stroke(0.22, pt(0.1, 0.4), pt(0.5, 0.7), pt(0.9, 0.4))
	case "vision.wings":
		return wing().Add(wing().Mirror(0.5))
	case "vision.thread":
		p.Round(0.14, 0.02, 0.72, 0.18, 0.06).Round(0.14, 0.8, 0.72, 0.18, 0.06)
		for i := range 3 {
			p.Round(0.26, 0.26+0.18*float64(i), 0.48, 0.12, 0.05)
		}
		return p
	case "vision.quilt":
		return p.Round(0.02, 0.02, 0.45, 0.45, 0.08).Round(0.53, 0.53, 0.45, 0.45, 0.08).
			Circle(0.755, 0.245, 0.2).Circle(0.245, 0.755, 0.2)
	case "vision.letter":
		p.Round(0, 0.16, 1, 0.68, 0.08)
		return p.Hole(new(paint.Path).Polygon(pt(0.06, 0.2), pt(0.5, 0.54), pt(0.94, 0.2), pt(0.94, 0.3), pt(0.5, 0.65), pt(0.06, 0.3)))
	case "vision.tale":
		p.Polygon(pt(0.02, 0.14), pt(0.46, 0.24), pt(0.46, 0.92), pt(0.02, 0.8))
		return p.Polygon(pt(0.98, 0.14), pt(0.54, 0.24), pt(0.54, 0.92), pt(0.98, 0.8))
	case "vision.boots":
		return p.Polygon(pt(0.2, 0.02), pt(0.6, 0.02), pt(0.6, 0.54), pt(0.9, 0.64), pt(0.98, 0.8), pt(0.98, 0.96), pt(0.2, 0.96))
	case "vision.button":
		p.Circle(0.5, 0.5, 0.48)
		for _, at := range [][2]float64{{0.36, 0.36}, {0.64, 0.36}, {0.36, 0.64}, {0.64, 0.64}} {
			p.Hole(new(paint.Path).Circle(at[0], at[1], 0.09))
		}
		return p
	case "vision.cocoa":
		p.Round(0.06, 0.4, 0.62, 0.56, 0.14).Stroke(0.1, paint.Curve(pt(0.66, 0.5), pt(1.02, 0.46), pt(1.02, 0.84), pt(0.66, 0.8))...)
		return p.Stroke(0.08, pt(0.24, 0.3), pt(0.24, 0.08)).Stroke(0.08, pt(0.48, 0.3), pt(0.48, 0.08))
	case "vision.rooster":
		p.Circle(0.44, 0.6, 0.32).Polygon(pt(0.7, 0.46), pt(1, 0.6), pt(0.7, 0.72)).Hole(new(paint.Path).Circle(0.52, 0.52, 0.07))
		return p.Circle(0.26, 0.22, 0.13).Circle(0.46, 0.14, 0.14).Circle(0.65, 0.24, 0.12)
	case "vision.lullaby":
		p.Ellipse(0.24, 0.82, 0.2, 0.15).Ellipse(0.74, 0.7, 0.2, 0.15)
		return p.Stroke(0.1, pt(0.39, 0.8), pt(0.39, 0.2), pt(0.89, 0.08), pt(0.89, 0.68))
	case "vision.magpie":
		p.Circle(0.7, 0.28, 0.18).Polygon(pt(0.84, 0.2), pt(1, 0.28), pt(0.84, 0.36))
		return p.Move(0.84, 0.34).Cube(0.84, 0.8, 0.5, 0.86, 0.34, 0.76).Line(0, 0.98).Line(0.16, 0.58).Cube(0.3, 0.4, 0.5, 0.5, 0.56, 0.22).Close()
	case "vision.door":
		return p.Round(0.18, 0, 0.64, 0.98, 0.26).Hole(new(paint.Path).Circle(0.66, 0.56, 0.08))
	case "vision.mirror":
		p.Ellipse(0.5, 0.36, 0.34, 0.36).Hole(new(paint.Path).Ellipse(0.5, 0.36, 0.23, 0.25))
		return p.Round(0.43, 0.7, 0.14, 0.29, 0.06)
	case "vision.hourglass":
		return paint.IconHourglass.Path()
	default: // a diary with a lock
		p.Round(0.1, 0.02, 0.8, 0.96, 0.1).Hole(new(paint.Path).Rect(0.24, 0.02, 0.07, 0.96))
		return p.Hole(new(paint.Path).Circle(0.62, 0.5, 0.13))
	}
}
