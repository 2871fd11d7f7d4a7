package picture

import (
	"math"

	"oneiros/games/paint"
)

// The signs of this game, each drawn in a square of one unit.

func pt(x, y float64) paint.Point { return paint.Pt(x, y) }

// path is an empty path.
func path() *paint.Path { return new(paint.Path) }

// The signs of what lies on a tile.
var (
	dreadSign   = paint.NewIcon(dread())
	octopusSign = paint.NewIcon(octopus())
	batSign     = paint.NewIcon(bat())
	spiderSign  = paint.NewIcon(spider())
	moonSign    = paint.NewIcon(path().Crescent(0, 0, 0.47, 0.66).Turn(0, 0, -0.5).Scale(0.46, 0.53, 1))
	keySign     = paint.NewIcon(key())
	coinSign    = paint.NewIcon(path().Circle(0.5, 0.5, 0.48).Hole(path().Ring(0.5, 0.5, 0.38, 0.05)).Hole(path().Star(0.5, 0.52, 0.24, 5, 0.45)))
	chestSign   = paint.NewIcon(chest())
	lockSign    = paint.NewIcon(lock())
	knotSign    = paint.NewIcon(knot())
	pointSign   = paint.NewIcon(path().Star(0.5, 0.53, 0.5, 5, 0.5))
	ringSign    = paint.NewIcon(path().Ring(0.5, 0.5, 0.45, 0.1))
	upSign      = paint.NewIcon(path().Polygon(pt(0.5, 0.06), pt(1, 0.9), pt(0, 0.9)))
	downSign    = paint.NewIcon(path().Polygon(pt(0, 0.1), pt(1, 0.1), pt(0.5, 0.94)))
	cardSign    = paint.NewIcon(path().Round(0.02, 0.3, 0.96, 0.42, 0.1).Hole(path().Rect(0.47, 0.38, 0.06, 0.26)))
	sandSign    = paint.IconHourglass
	wokeSign    = paint.IconSun
	totalSign   = paint.NewIcon(cup()) // of all points together
)

// shardSigns are the shards. Their shape tells them apart as well as their colour.
var shardSigns = [...]*paint.Icon{
	paint.NewIcon(path().Polygon(pt(0.5, 0.0), pt(0.9, 0.5), pt(0.5, 1), pt(0.1, 0.5))),                                         // blue: a rhombus
	paint.NewIcon(path().Star(0.5, 0.5, 0.53, 6, 0.62)),                                                                         // white: a snowflake
	paint.NewIcon(path().Polygon(pt(0.5, 0.02), pt(0.99, 0.94), pt(0.01, 0.94))),                                                // orange: a triangle
	paint.NewIcon(path().Polygon(pt(0.26, 0.07), pt(0.74, 0.07), pt(0.99, 0.5), pt(0.74, 0.93), pt(0.26, 0.93), pt(0.01, 0.5))), // green: a hexagon
}

// The signs of effects.
var (
	collectSign = paint.NewIcon(collect())
	banishSign  = paint.NewIcon(path().Ring(0.5, 0.5, 0.385, 0.17).Stroke(0.17, pt(0.25, 0.25), pt(0.75, 0.75)))
)

// disc is a round ground.
var disc = paint.NewIcon(path().Circle(0.5, 0.5, 0.5))

// bowSigns are the bands of a rainbow, from the outside.
var bowSigns = func() (list [4]*paint.Icon) {
	for i := range list {
		r := 0.5 - 0.1*float64(i)
		list[i] = paint.NewIcon(path().Move(0.5-r, 0.72).Cube(0.5-r, 0.72-r*1.33, 0.5+r, 0.72-r*1.33, 0.5+r, 0.72).
			Line(0.5+r-0.1, 0.72).Cube(0.5+r-0.1, 0.72-(r-0.1)*1.33, 0.5-r+0.1, 0.72-(r-0.1)*1.33, 0.5-r+0.1, 0.72).Close())
	}
	return list
}()

// dread is a ghost with horns and hollow eyes.
func dread() *paint.Path {
	p := path().Move(0.12, 0.98).Cube(0.08, 0.5, 0.12, 0.32, 0.2, 0.26).Line(0.14, 0.0).Line(0.36, 0.16).Cube(0.45, 0.12, 0.55, 0.12, 0.64, 0.16).
		Line(0.86, 0.0).Line(0.8, 0.26).Cube(0.88, 0.32, 0.92, 0.5, 0.88, 0.98).
		Line(0.75, 0.84).Line(0.62, 0.98).Line(0.5, 0.84).Line(0.38, 0.98).Line(0.25, 0.84).Close()
	eye := path().Move(0.24, 0.4).Line(0.45, 0.5).Cube(0.42, 0.6, 0.28, 0.6, 0.24, 0.4).Close()
	return p.Hole(eye).Hole(eye.Mirror(0.5)).
		Hole(path().Polygon(pt(0.32, 0.7), pt(0.41, 0.66), pt(0.5, 0.7), pt(0.59, 0.66), pt(0.68, 0.7), pt(0.59, 0.77), pt(0.5, 0.73), pt(0.41, 0.77)))
}

// octopus has five arms that reach out.
func octopus() *paint.Path {
	p := path().Move(0.2, 0.56).Cube(0.12, 0.16, 0.32, 0.02, 0.5, 0.02).Cube(0.68, 0.02, 0.88, 0.16, 0.8, 0.56).Cube(0.7, 0.66, 0.3, 0.66, 0.2, 0.56).Close()
	for _, arm := range [][8]float64{
		{0.26, 0.52, 0.2, 0.8, 0.04, 0.66, 0.05, 0.52}, {0.36, 0.56, 0.36, 0.86, 0.16, 0.8, 0.12, 0.92},
		{0.5, 0.56, 0.46, 0.8, 0.56, 0.84, 0.5, 0.97},
		{0.64, 0.56, 0.64, 0.86, 0.84, 0.8, 0.88, 0.92}, {0.74, 0.52, 0.8, 0.8, 0.96, 0.66, 0.95, 0.52},
	} {
		p.Stroke(0.11, paint.Curve(pt(arm[0], arm[1]), pt(arm[2], arm[3]), pt(arm[4], arm[5]), pt(arm[6], arm[7]))...)
	}
	return p.Hole(path().Ellipse(0.38, 0.36, 0.08, 0.1)).Hole(path().Ellipse(0.62, 0.36, 0.08, 0.1))
}

// bat has its wings spread.
func bat() *paint.Path {
	half := path().Move(0.5, 0.3).Line(0.58, 0.14).Line(0.62, 0.32).Cube(0.72, 0.2, 0.86, 0.18, 1, 0.24).
		Cube(0.92, 0.34, 0.92, 0.46, 0.96, 0.6).Cube(0.88, 0.54, 0.8, 0.54, 0.76, 0.62).Cube(0.7, 0.58, 0.64, 0.62, 0.62, 0.7).Line(0.5, 0.86).Close()
	return path().Add(half).Add(half.Mirror(0.5)).Rect(0.49, 0.3, 0.02, 0.56).
		Hole(path().Circle(0.45, 0.42, 0.035)).Hole(path().Circle(0.55, 0.42, 0.035))
}

// spider hangs with eight legs.
func spider() *paint.Path {
	p := path().Ellipse(0.5, 0.62, 0.2, 0.24).Circle(0.5, 0.34, 0.13).Stroke(0.04, pt(0.5, 0), pt(0.5, 0.3))
	for _, leg := range [][6]float64{{0.4, 0.44, 0.2, 0.22, 0.04, 0.34}, {0.36, 0.54, 0.16, 0.42, 0.02, 0.56}, {0.36, 0.66, 0.16, 0.66, 0.04, 0.82}, {0.42, 0.78, 0.26, 0.86, 0.2, 0.99}} {
		left := path().Stroke(0.065, pt(leg[0], leg[1]), pt(leg[2], leg[3]), pt(leg[4], leg[5]))
		p.Add(left).Add(left.Mirror(0.5))
	}
	return p.Hole(path().Circle(0.455, 0.33, 0.035)).Hole(path().Circle(0.545, 0.33, 0.035)).
		Hole(path().Polygon(pt(0.42, 0.56), pt(0.58, 0.56), pt(0.5, 0.64))).Hole(path().Polygon(pt(0.5, 0.66), pt(0.58, 0.74), pt(0.42, 0.74)))
}

func key() *paint.Path {
	p := path().Ring(0.27, 0.5, 0.19, 0.13)
	return p.Add(path().Round(0.42, 0.44, 0.57, 0.12, 0.04).Round(0.7, 0.5, 0.1, 0.22, 0.03).Round(0.87, 0.5, 0.1, 0.17, 0.03)).Turn(0.5, 0.5, -math.Pi/5)
}

func chest() *paint.Path {
	p := path().Move(0.04, 0.46).Cube(0.04, 0.24, 0.16, 0.14, 0.3, 0.14).Line(0.7, 0.14).Cube(0.84, 0.14, 0.96, 0.24, 0.96, 0.46).Close()
	return p.Round(0.04, 0.52, 0.92, 0.4, 0.06)
}

func lock() *paint.Path {
	return path().Round(0.14, 0.44, 0.72, 0.54, 0.12).Ring(0.5, 0.4, 0.24, 0.14).
		Hole(path().Circle(0.5, 0.66, 0.1)).Hole(path().Polygon(pt(0.46, 0.68), pt(0.54, 0.68), pt(0.58, 0.86), pt(0.42, 0.86)))
}

// knot is two rings that are joined.
func knot() *paint.Path {
	return path().Ring(0.33, 0.5, 0.24, 0.12).Ring(0.67, 0.5, 0.24, 0.12)
}

// collect is an arrow that falls into a bowl.
func collect() *paint.Path {
	return path().Rect(0.41, 0.02, 0.18, 0.3).Polygon(pt(0.2, 0.3), pt(0.8, 0.3), pt(0.5, 0.64)).
		Move(0.02, 0.5).Line(0.18, 0.5).Cube(0.2, 0.7, 0.32, 0.8, 0.5, 0.8).Cube(0.68, 0.8, 0.8, 0.7, 0.82, 0.5).Line(0.98, 0.5).
		Cube(0.97, 0.8, 0.78, 0.97, 0.5, 0.97).Cube(0.22, 0.97, 0.03, 0.8, 0.02, 0.5).Close()
}

// cup is a cup with two handles.
func cup() *paint.Path {
	p := path().Move(0.22, 0.06).Line(0.78, 0.06).Cube(0.8, 0.44, 0.7, 0.6, 0.5, 0.62).Cube(0.3, 0.6, 0.2, 0.44, 0.22, 0.06).Close()
	left := path().Stroke(0.09, paint.Curve(pt(0.24, 0.14), pt(0.0, 0.1), pt(0.04, 0.46), pt(0.32, 0.46))...)
	return p.Add(left).Add(left.Mirror(0.5)).Rect(0.44, 0.6, 0.12, 0.2).Round(0.26, 0.78, 0.48, 0.16, 0.04)
}
