package fortress

import (
	"math"

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
var faceSigns = map[Face]*paint.Icon{
	FaceInsight: paint.NewIcon(new(paint.Path).Move(0, 0.5).Cube(0.25, 0.08, 0.75, 0.08, 1, 0.5).Cube(0.75, 0.92, 0.25, 0.92, 0, 0.5).Close().
		Hole(new(paint.Path).Circle(0.5, 0.5, 0.25)).Circle(0.5, 0.5, 0.14)),
	FaceVision: paint.NewIcon(new(paint.Path).Circle(0.5, 0.42, 0.4).Hole(new(paint.Path).Sparkle(0.4, 0.34, 0.2)).Round(0.18, 0.84, 0.64, 0.15, 0.06)),
	FaceMove:   paint.NewIcon(new(paint.Path).Ellipse(0.3, 0.56, 0.14, 0.22).Ellipse(0.3, 0.88, 0.1, 0.09).Ellipse(0.7, 0.32, 0.14, 0.22).Ellipse(0.7, 0.64, 0.1, 0.09)),
	FaceAttack: paint.NewIcon(new(paint.Path).Circle(0.5, 0.56, 0.38).Hole(new(paint.Path).Circle(0.5, 0.56, 0.28)).
		Circle(0.17, 0.17, 0.14).Circle(0.83, 0.17, 0.14).
		Stroke(0.1, pt(0.5, 0.38), pt(0.5, 0.58), pt(0.62, 0.66)).Stroke(0.1, pt(0.24, 0.86), pt(0.14, 0.98)).Stroke(0.1, pt(0.76, 0.86), pt(0.86, 0.98))),
	FaceHeal: paint.NewIcon(new(paint.Path).Move(0.5, 0.95).Cube(0.12, 0.66, -0.06, 0.4, 0.08, 0.2).Cube(0.22, 0, 0.44, 0.06, 0.5, 0.28).
		Cube(0.56, 0.06, 0.78, 0, 0.92, 0.2).Cube(1.06, 0.4, 0.88, 0.66, 0.5, 0.95).Close()),
}

// placeSigns are the places.
var placeSigns = map[Place]*paint.Icon{
	City:   paint.NewIcon(wave(0.24).Add(wave(0.51)).Add(wave(0.78))),
	Forest: paint.NewIcon(new(paint.Path).Polygon(pt(0.5, 0), pt(0.8, 0.36), pt(0.2, 0.36)).Polygon(pt(0.5, 0.2), pt(0.9, 0.76), pt(0.1, 0.76)).Rect(0.42, 0.76, 0.16, 0.22)),
	Shop: paint.NewIcon(new(paint.Path).Round(0.34, 0.02, 0.32, 0.12, 0.04).Rect(0.4, 0.12, 0.2, 0.14).
		Move(0.4, 0.24).Cube(0.02, 0.36, 0.04, 0.84, 0.3, 0.98).Line(0.7, 0.98).Cube(0.96, 0.84, 0.98, 0.36, 0.6, 0.24).Close()),
	House: paint.NewIcon(new(paint.Path).Polygon(pt(0.5, 0.02), pt(0.98, 0.46), pt(0.02, 0.46)).
		Rect(0.14, 0.46, 0.72, 0.34).Hole(new(paint.Path).Rect(0.42, 0.54, 0.17, 0.26)).Rect(0.44, 0.8, 0.12, 0.2)),
}

func wave(y float64) *paint.Path {
	return new(paint.Path).
		Stroke(0.11, paint.Curve(pt(0.04, y), pt(0.3, y-0.26), pt(0.3, y+0.26), pt(0.5, y))...).
		Stroke(0.11, paint.Curve(pt(0.5, y), pt(0.72, y-0.26), pt(0.72, y+0.26), pt(0.96, y))...)
}

// hiddenSign is a closed eye: Insights do not reach the seat.
var hiddenSign = paint.NewIcon(new(paint.Path).Stroke(0.22, pt(0.1, 0.4), pt(0.5, 0.7), pt(0.9, 0.4)))

// visionSigns are the Visions that can lie before a player.
var visionSigns = map[Vision]*paint.Icon{
	Wings: paint.NewIcon(wing().Add(wing().Mirror(0.5))),
	Thread: paint.NewIcon(new(paint.Path).Round(0.14, 0.02, 0.72, 0.18, 0.06).Round(0.14, 0.8, 0.72, 0.18, 0.06).
		Round(0.26, 0.26, 0.48, 0.12, 0.05).Round(0.26, 0.44, 0.48, 0.12, 0.05).Round(0.26, 0.62, 0.48, 0.12, 0.05)),
	Quilt: paint.NewIcon(new(paint.Path).Round(0.02, 0.02, 0.45, 0.45, 0.08).Round(0.53, 0.53, 0.45, 0.45, 0.08).
		Circle(0.755, 0.245, 0.2).Circle(0.245, 0.755, 0.2)),
	Letter: paint.NewIcon(new(paint.Path).Round(0, 0.16, 1, 0.68, 0.08).
		Hole(new(paint.Path).Polygon(pt(0.06, 0.2), pt(0.5, 0.54), pt(0.94, 0.2), pt(0.94, 0.3), pt(0.5, 0.65), pt(0.06, 0.3)))),
	Tale: paint.NewIcon(new(paint.Path).Polygon(pt(0.02, 0.14), pt(0.46, 0.24), pt(0.46, 0.92), pt(0.02, 0.8)).
		Polygon(pt(0.98, 0.14), pt(0.54, 0.24), pt(0.54, 0.92), pt(0.98, 0.8))),
	Boots: paint.NewIcon(new(paint.Path).Polygon(pt(0.2, 0.02), pt(0.6, 0.02), pt(0.6, 0.54), pt(0.9, 0.64), pt(0.98, 0.8), pt(0.98, 0.96), pt(0.2, 0.96))),
	Button: paint.NewIcon(new(paint.Path).Circle(0.5, 0.5, 0.48).
		Hole(new(paint.Path).Circle(0.36, 0.36, 0.09)).Hole(new(paint.Path).Circle(0.64, 0.36, 0.09)).
		Hole(new(paint.Path).Circle(0.36, 0.64, 0.09)).Hole(new(paint.Path).Circle(0.64, 0.64, 0.09))),
	Cocoa: paint.NewIcon(new(paint.Path).Round(0.06, 0.4, 0.62, 0.56, 0.14).Stroke(0.1, paint.Curve(pt(0.66, 0.5), pt(1.02, 0.46), pt(1.02, 0.84), pt(0.66, 0.8))...).
		Stroke(0.08, pt(0.24, 0.3), pt(0.24, 0.08)).Stroke(0.08, pt(0.48, 0.3), pt(0.48, 0.08))),
	Rooster: paint.NewIcon(new(paint.Path).Circle(0.44, 0.6, 0.32).Polygon(pt(0.7, 0.46), pt(1, 0.6), pt(0.7, 0.72)).Hole(new(paint.Path).Circle(0.52, 0.52, 0.07)).
		Circle(0.26, 0.22, 0.13).Circle(0.46, 0.14, 0.14).Circle(0.65, 0.24, 0.12)),
	Lullaby: paint.NewIcon(new(paint.Path).Ellipse(0.24, 0.82, 0.2, 0.15).Ellipse(0.74, 0.7, 0.2, 0.15).
		Stroke(0.1, pt(0.39, 0.8), pt(0.39, 0.2), pt(0.89, 0.08), pt(0.89, 0.68))),
	Magpie: paint.NewIcon(new(paint.Path).Circle(0.7, 0.28, 0.18).Polygon(pt(0.84, 0.2), pt(1, 0.28), pt(0.84, 0.36)).
		Move(0.84, 0.34).Cube(0.84, 0.8, 0.5, 0.86, 0.34, 0.76).Line(0, 0.98).Line(0.16, 0.58).Cube(0.3, 0.4, 0.5, 0.5, 0.56, 0.22).Close()),
	Door: paint.NewIcon(new(paint.Path).Round(0.18, 0, 0.64, 0.98, 0.26).Hole(new(paint.Path).Circle(0.66, 0.56, 0.08))),
	Mirror: paint.NewIcon(new(paint.Path).Ellipse(0.5, 0.36, 0.34, 0.36).Hole(new(paint.Path).Ellipse(0.5, 0.36, 0.23, 0.25)).
		Round(0.43, 0.7, 0.14, 0.29, 0.06)),
	Hourglass: paint.IconHourglass,
	Diary: paint.NewIcon(new(paint.Path).Round(0.1, 0.02, 0.8, 0.96, 0.1).Hole(new(paint.Path).Rect(0.24, 0.02, 0.07, 0.96)).
		Hole(new(paint.Path).Circle(0.62, 0.5, 0.13))),
}

func wing() *paint.Path {
	return new(paint.Path).Move(0.47, 0.86).Cube(0.1, 0.84, -0.04, 0.5, 0.04, 0.12).Cube(0.1, 0.22, 0.16, 0.26, 0.24, 0.28).
		Cube(0.3, 0.36, 0.36, 0.4, 0.4, 0.42).Cube(0.46, 0.52, 0.48, 0.66, 0.47, 0.86).Close()
}
