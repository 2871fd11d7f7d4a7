package somnia

import (
	"math"

	"oneiros/games/paint"
)

// The signs of this game, each drawn in a square of one unit.

// suitSigns are the signs of the suits.
var suitSigns = [...]*paint.Icon{Moon: paint.IconMoon, Fish: fishSign, Clover: cloverSign, Balloon: balloonSign}

var (
	fishSign = paint.NewIcon(new(paint.Path).
			Move(0.04, 0.52).Cube(0.16, 0.24, 0.48, 0.2, 0.7, 0.46).Line(0.95, 0.24).Cube(0.9, 0.42, 0.9, 0.62, 0.95, 0.8).
			Line(0.7, 0.58).Cube(0.48, 0.84, 0.16, 0.8, 0.04, 0.52).Close().
			Move(0.36, 0.3).Cube(0.42, 0.16, 0.54, 0.12, 0.62, 0.16).Line(0.58, 0.36).Close().
			Hole(new(paint.Path).Circle(0.22, 0.47, 0.05)))
	cloverSign  = paint.NewIcon(clover())
	balloonSign = paint.NewIcon(new(paint.Path).
			Move(0.5, 0.03).Cube(0.7, 0.03, 0.82, 0.2, 0.82, 0.36).Cube(0.82, 0.54, 0.64, 0.68, 0.53, 0.72).
			Line(0.58, 0.79).Line(0.42, 0.79).Line(0.47, 0.72).Cube(0.36, 0.68, 0.18, 0.54, 0.18, 0.36).Cube(0.18, 0.2, 0.3, 0.03, 0.5, 0.03).Close().
			Stroke(0.035, paint.Curve(paint.Pt(0.5, 0.79), paint.Pt(0.6, 0.86), paint.Pt(0.4, 0.9), paint.Pt(0.5, 0.98))...).
			Hole(new(paint.Path).Ellipse(0, 0, 0.05, 0.11).Turn(0, 0, 0.5).Scale(0.36, 0.24, 1)))
	nightmareSign = paint.NewIcon(devil())
	brokenSign    = paint.NewIcon(new(paint.Path).Add(paint.IconHeart.Path()).
			Hole(new(paint.Path).Polygon(paint.Pt(0.45, 0.3), paint.Pt(0.57, 0.31), paint.Pt(0.51, 0.46), paint.Pt(0.67, 0.56),
			paint.Pt(0.5, 0.84), paint.Pt(0.53, 0.61), paint.Pt(0.37, 0.5))))
)

func clover() *paint.Path {
	p := new(paint.Path)
	leaf := new(paint.Path).Move(0, -0.03).Cube(-0.3, -0.14, -0.27, -0.42, -0.13, -0.42).Cube(-0.05, -0.42, -0.01, -0.37, 0, -0.31).
		Cube(0.01, -0.37, 0.05, -0.42, 0.13, -0.42).Cube(0.27, -0.42, 0.3, -0.14, 0, -0.03).Close()
	for i := range 4 {
		p.Add(leaf.Turn(0, 0, float64(i)*math.Pi/2+math.Pi/4).Scale(0.5, 0.43, 1))
	}
	return p.Stroke(0.07, paint.Curve(paint.Pt(0.5, 0.45), paint.Pt(0.5, 0.66), paint.Pt(0.52, 0.84), paint.Pt(0.64, 0.95))...)
}

func devil() *paint.Path {
	horn := new(paint.Path).Move(0.2, 0.42).Cube(0.04, 0.3, 0.04, 0.14, 0.12, 0.02).Cube(0.14, 0.16, 0.26, 0.22, 0.38, 0.26).Close()
	lid := new(paint.Path).Move(0.24, 0.46).Line(0.44, 0.55).Cube(0.42, 0.64, 0.28, 0.64, 0.24, 0.46).Close()
	grin := new(paint.Path).Move(0.28, 0.7).Cube(0.4, 0.78, 0.6, 0.78, 0.72, 0.7).Cube(0.64, 0.9, 0.36, 0.9, 0.28, 0.7).Close()
	return new(paint.Path).Circle(0.5, 0.58, 0.36).Add(horn).Add(horn.Mirror(0.5)).Hole(lid).Hole(lid.Mirror(0.5)).Hole(grin)
}
