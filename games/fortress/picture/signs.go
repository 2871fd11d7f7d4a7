package picture

import (
	"math"

	"oneiros/games/fortress/kit"
	"oneiros/games/paint"
)

// The signs of this game, each drawn in a square of one unit.

// The shapes of the markers.
var (
	disc     = paint.NewIcon(new(paint.Path).Circle(0.5, 0.5, 0.48))
	square   = paint.NewIcon(new(paint.Path).Round(0.06, 0.06, 0.88, 0.88, 0.12))
	triangle = paint.NewIcon(new(paint.Path).Polygon(pt(0.5, 0), pt(1.02, 0.96), pt(-0.02, 0.96)))
	diamond  = paint.NewIcon(corners(4, 0))
	hexagon  = paint.NewIcon(corners(6, math.Pi/6))
	pentagon = paint.NewIcon(corners(5, 0))
	shield   = paint.NewIcon(new(paint.Path).Move(0.06, 0.06).Line(0.94, 0.06).Line(0.94, 0.5).Cube(0.94, 0.8, 0.66, 0.94, 0.5, 1).Cube(0.34, 0.94, 0.06, 0.8, 0.06, 0.5).Close())
	cross    = paint.NewIcon(new(paint.Path).Polygon(pt(0.24, 0.02), pt(0.76, 0.02), pt(0.76, 0.2), pt(0.98, 0.2), pt(0.98, 0.8), pt(0.76, 0.8),
		pt(0.76, 0.98), pt(0.24, 0.98), pt(0.24, 0.8), pt(0.02, 0.8), pt(0.02, 0.2), pt(0.24, 0.2)))
	star = paint.NewIcon(new(paint.Path).Star(0.5, 0.53, 0.56, 7, 0.68))
)

// corners is a figure of n equal sides, turned by an angle in radians.
func corners(n int, turn float64) *paint.Path {
	var at []paint.Point
	for i := range n {
		sin, cos := math.Sincos(turn + 2*math.Pi*float64(i)/float64(n))
		at = append(at, pt(0.5+0.5*sin, 0.5-0.5*cos))
	}
	return new(paint.Path).Polygon(at...)
}

func pt(x, y float64) paint.Point { return paint.Pt(x, y) }

// faceSigns are the faces of the dice.
var faceSigns = map[kit.Face]*paint.Icon{
	kit.FaceInsight: paint.NewIcon(new(paint.Path).Move(0, 0.5).Cube(0.25, 0.08, 0.75, 0.08, 1, 0.5).Cube(0.75, 0.92, 0.25, 0.92, 0, 0.5).Close().
		Hole(new(paint.Path).Circle(0.5, 0.5, 0.25)).Circle(0.5, 0.5, 0.14)),
	kit.FaceVision: paint.NewIcon(new(paint.Path).Circle(0.5, 0.42, 0.4).Hole(new(paint.Path).Sparkle(0.4, 0.34, 0.2)).Round(0.18, 0.84, 0.64, 0.15, 0.06)),
	kit.FaceMove:   paint.NewIcon(new(paint.Path).Ellipse(0.3, 0.56, 0.14, 0.22).Ellipse(0.3, 0.88, 0.1, 0.09).Ellipse(0.7, 0.32, 0.14, 0.22).Ellipse(0.7, 0.64, 0.1, 0.09)),
	kit.FaceAttack: paint.NewIcon(new(paint.Path).Circle(0.5, 0.56, 0.38).Hole(new(paint.Path).Circle(0.5, 0.56, 0.28)).
		Circle(0.17, 0.17, 0.14).Circle(0.83, 0.17, 0.14).
		Stroke(0.1, pt(0.5, 0.38), pt(0.5, 0.58), pt(0.62, 0.66)).Stroke(0.1, pt(0.24, 0.86), pt(0.14, 0.98)).Stroke(0.1, pt(0.76, 0.86), pt(0.86, 0.98))),
	kit.FaceHeal: paint.NewIcon(new(paint.Path).Move(0.5, 0.95).Cube(0.12, 0.66, -0.06, 0.4, 0.08, 0.2).Cube(0.22, 0, 0.44, 0.06, 0.5, 0.28).
		Cube(0.56, 0.06, 0.78, 0, 0.92, 0.2).Cube(1.06, 0.4, 0.88, 0.66, 0.5, 0.95).Close()),
}

// hiddenSign is a closed eye: Insights do not reach the seat.
var hiddenSign = paint.NewIcon(new(paint.Path).Stroke(0.22, pt(0.1, 0.4), pt(0.5, 0.7), pt(0.9, 0.4)))

// moods are the faces: who sleeps has closed eyes and smiles, who was hurt squeezes them,
// who was healed beams, and who is awake looks.
var moods = [...]*paint.Icon{
	calm: paint.NewIcon(new(paint.Path).
		Stroke(0.12, paint.Curve(pt(0.06, 0.4), pt(0.14, 0.56), pt(0.3, 0.56), pt(0.38, 0.4))...).
		Stroke(0.12, paint.Curve(pt(0.62, 0.4), pt(0.7, 0.56), pt(0.86, 0.56), pt(0.94, 0.4))...).
		Stroke(0.1, paint.Curve(pt(0.36, 0.8), pt(0.44, 0.9), pt(0.56, 0.9), pt(0.64, 0.8))...)),
	hurt: paint.NewIcon(new(paint.Path).
		Stroke(0.12, pt(0.08, 0.28), pt(0.36, 0.44), pt(0.08, 0.6)).
		Stroke(0.12, pt(0.92, 0.28), pt(0.64, 0.44), pt(0.92, 0.6)).
		Stroke(0.11, paint.Curve(pt(0.3, 0.94), pt(0.38, 0.74), pt(0.62, 0.74), pt(0.7, 0.94))...)),
	glad: paint.NewIcon(new(paint.Path).
		Stroke(0.12, paint.Curve(pt(0.06, 0.5), pt(0.14, 0.3), pt(0.3, 0.3), pt(0.38, 0.5))...).
		Stroke(0.12, paint.Curve(pt(0.62, 0.5), pt(0.7, 0.3), pt(0.86, 0.3), pt(0.94, 0.5))...).
		Move(0.24, 0.66).Line(0.76, 0.66).Cube(0.74, 1.04, 0.26, 1.04, 0.24, 0.66).Close()),
	wide: paint.NewIcon(new(paint.Path).Circle(0.24, 0.42, 0.15).Circle(0.76, 0.42, 0.15).
		Stroke(0.1, paint.Curve(pt(0.28, 0.76), pt(0.4, 0.92), pt(0.6, 0.92), pt(0.72, 0.76))...)),
}

// capSign is a nightcap that hangs to the right.
var capSign = paint.NewIcon(new(paint.Path).Move(0, 0.34).Cube(0.1, 0, 0.7, -0.06, 0.94, 0.5).Line(0.7, 0.46).Cube(0.5, 0.3, 0.3, 0.4, 0.06, 0.46).Close().Circle(0.86, 0.58, 0.16))

// roleSigns are the roles.
var roleSigns = map[kit.Role]*paint.Icon{
	kit.Nightmare: paint.NewIcon(new(paint.Path).Circle(0.5, 0.6, 0.36).
		Move(0.2, 0.44).Cube(0, 0.34, 0, 0.12, 0.1, 0.02).Cube(0.12, 0.18, 0.26, 0.26, 0.42, 0.3).Close().
		Add(new(paint.Path).Move(0.2, 0.44).Cube(0, 0.34, 0, 0.12, 0.1, 0.02).Cube(0.12, 0.18, 0.26, 0.26, 0.42, 0.3).Close().Mirror(0.5)).
		Hole(new(paint.Path).Polygon(pt(0.27, 0.5), pt(0.45, 0.6), pt(0.3, 0.66))).
		Hole(new(paint.Path).Polygon(pt(0.55, 0.6), pt(0.73, 0.5), pt(0.7, 0.66))).
		Hole(new(paint.Path).Polygon(pt(0.34, 0.76), pt(0.42, 0.84), pt(0.5, 0.76), pt(0.58, 0.84), pt(0.66, 0.76), pt(0.5, 0.9)))),
	kit.GoodDream: paint.NewIcon(new(paint.Path).Circle(0.26, 0.6, 0.22).Circle(0.5, 0.44, 0.28).Circle(0.75, 0.58, 0.22).Round(0.1, 0.56, 0.82, 0.27, 0.13).
		Hole(new(paint.Path).Circle(0.4, 0.5, 0.05)).Hole(new(paint.Path).Circle(0.6, 0.5, 0.05)).
		Hole(new(paint.Path).Move(0.36, 0.62).Quad(0.5, 0.66, 0.64, 0.62).Quad(0.5, 0.82, 0.36, 0.62).Close())),
	kit.Alice:   paint.NewIcon(new(paint.Path).Polygon(pt(0.44, 0.5), pt(0.02, 0.18), pt(0.02, 0.82)).Polygon(pt(0.56, 0.5), pt(0.98, 0.82), pt(0.98, 0.18)).Circle(0.5, 0.5, 0.16)),
	kit.Sigmund: paint.NewIcon(new(paint.Path).Ring(0.25, 0.5, 0.19, 0.1).Ring(0.75, 0.5, 0.19, 0.1).Round(0.4, 0.44, 0.2, 0.1, 0.04)),
	kit.William: paint.NewIcon(new(paint.Path).Stroke(0.13, pt(0.08, 0.4), pt(0.52, 0.4), pt(0.08, 0.9), pt(0.52, 0.9)).
		Stroke(0.1, pt(0.62, 0.1), pt(0.9, 0.1), pt(0.62, 0.42), pt(0.9, 0.42))),
	kit.Janitor: paint.NewIcon(new(paint.Path).Stroke(0.1, pt(0.82, 0.06), pt(0.46, 0.52)).Polygon(pt(0.3, 0.46), pt(0.58, 0.66), pt(0.4, 0.98), pt(0.02, 0.74))),
}
