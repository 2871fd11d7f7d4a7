package paint

import "math"

// Path is an outline in pixels, x to the right and y down. All outlines run the same
// way round, so that overlapping ones unite. Only an outline of [Path.Hole] runs the
// other way, and cuts.
type Path struct {
	ops []op
}

type op struct {
	kind byte // m, l, q, c, z
	p    [3]Point
}

// Point is a place in a path.
type Point struct{ X, Y float64 }

// Pt is the point x, y.
func Pt(x, y float64) Point { return Point{x, y} }

// Move begins an outline.
func (p *Path) Move(x, y float64) *Path { return p.add('m', Pt(x, y)) }

// Line goes straight on.
func (p *Path) Line(x, y float64) *Path { return p.add('l', Pt(x, y)) }

// Quad goes on in a curve with one control point.
func (p *Path) Quad(bx, by, x, y float64) *Path { return p.add('q', Pt(bx, by), Pt(x, y)) }

// Cube goes on in a curve with two control points.
func (p *Path) Cube(bx, by, cx, cy, x, y float64) *Path {
	return p.add('c', Pt(bx, by), Pt(cx, cy), Pt(x, y))
}

// Close ends an outline where it began.
func (p *Path) Close() *Path { return p.add('z') }

func (p *Path) add(kind byte, at ...Point) *Path {
	o := op{kind: kind}
	copy(o.p[:], at)
	p.ops = append(p.ops, o)
	return p
}

// Add adds the outlines of q.
func (p *Path) Add(q *Path) *Path {
	p.ops = append(p.ops, q.ops...)
	return p
}

// kappa makes a cubic curve a quarter of a circle.
const kappa = 0.5522847498

// Ellipse adds an ellipse by its centre and radii.
func (p *Path) Ellipse(x, y, rx, ry float64) *Path {
	kx, ky := rx*kappa, ry*kappa
	return p.Move(x+rx, y).
		Cube(x+rx, y+ky, x+kx, y+ry, x, y+ry).
		Cube(x-kx, y+ry, x-rx, y+ky, x-rx, y).
		Cube(x-rx, y-ky, x-kx, y-ry, x, y-ry).
		Cube(x+kx, y-ry, x+rx, y-ky, x+rx, y).Close()
}

// Circle adds a circle.
func (p *Path) Circle(x, y, r float64) *Path { return p.Ellipse(x, y, r, r) }

// Rect adds a rectangle.
func (p *Path) Rect(x, y, w, h float64) *Path {
	return p.Move(x, y).Line(x+w, y).Line(x+w, y+h).Line(x, y+h).Close()
}

// Round adds a rectangle with round corners.
func (p *Path) Round(x, y, w, h, r float64) *Path {
	r = min(r, w/2, h/2)
	k := r * (1 - kappa)
	return p.Move(x+r, y).
		Line(x+w-r, y).Cube(x+w-k, y, x+w, y+k, x+w, y+r).
		Line(x+w, y+h-r).Cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h).
		Line(x+r, y+h).Cube(x+k, y+h, x, y+h-k, x, y+h-r).
		Line(x, y+r).Cube(x, y+k, x+k, y, x+r, y).Close()
}

// Star adds a star with n points, the first upwards. Its inner corners lie at the
// part inner of the radius.
func (p *Path) Star(x, y, r float64, n int, inner float64) *Path {
	for i := range 2 * n {
		q := r
		if i%2 == 1 {
			q *= inner
		}
		sin, cos := math.Sincos(float64(i)*math.Pi/float64(n) - math.Pi/2)
		if i == 0 {
			p.Move(x+q*cos, y+q*sin)
		} else {
			p.Line(x+q*cos, y+q*sin)
		}
	}
	return p.Close()
}

// Sparkle adds a star of four long points with hollow sides.
func (p *Path) Sparkle(x, y, r float64) *Path {
	k := r * 0.12
	return p.Move(x, y-r).Quad(x+k, y-k, x+r, y).Quad(x+k, y+k, x, y+r).
		Quad(x-k, y+k, x-r, y).Quad(x-k, y-k, x, y-r).Close()
}

// Crescent adds a moon that opens to the right. It is a circle without a second
// circle of the same size. The second circle is moved by the part open of the
// radius.
func (p *Path) Crescent(x, y, r, open float64) *Path {
	// The two circles meet where both are r away.
	d := r * open
	h := math.Sqrt(r*r - d*d/4)
	a := math.Atan2(h, d/2)
	p.Move(x+d/2, y+h)
	p.arc(x, y, r, a, 2*math.Pi-a)
	p.arc(x+d, y, r, math.Pi+a, math.Pi-a)
	return p.Close()
}

// arc goes on along a circle from one angle to another, in radians.
func (p *Path) arc(x, y, r, from, to float64) {
	n := int(math.Ceil(math.Abs(to-from) / (math.Pi / 8)))
	step := (to - from) / float64(n)
	k := r / math.Cos(step/2)
	for i := range n {
		a := from + float64(i)*step
		ms, mc := math.Sincos(a + step/2)
		es, ec := math.Sincos(a + step)
		p.Quad(x+k*mc, y+k*ms, x+r*ec, y+r*es)
	}
}

// Polygon adds an outline with straight sides.
func (p *Path) Polygon(at ...Point) *Path {
	for i, q := range at {
		if i == 0 {
			p.Move(q.X, q.Y)
		} else {
			p.Line(q.X, q.Y)
		}
	}
	return p.Close()
}

// Stroke adds a line of a width along the points, with round ends.
func (p *Path) Stroke(width float64, at ...Point) *Path {
	r := width / 2
	for i, b := range at {
		p.Circle(b.X, b.Y, r)
		if i == 0 {
			continue
		}
		a := at[i-1]
		d := math.Hypot(b.X-a.X, b.Y-a.Y)
		if d == 0 {
			continue
		}
		nx, ny := -(b.Y-a.Y)/d*r, (b.X-a.X)/d*r
		p.Polygon(Pt(a.X-nx, a.Y-ny), Pt(b.X-nx, b.Y-ny), Pt(b.X+nx, b.Y+ny), Pt(a.X+nx, a.Y+ny))
	}
	return p
}

// Curve is points along a curve with two control points, for Stroke.
func Curve(a, b, c, d Point) []Point {
	const n = 24
	out := make([]Point, n+1)
	for i := range out {
		t := float64(i) / n
		u := 1 - t
		out[i] = Pt(u*u*u*a.X+3*u*u*t*b.X+3*u*t*t*c.X+t*t*t*d.X, u*u*u*a.Y+3*u*u*t*b.Y+3*u*t*t*c.Y+t*t*t*d.Y)
	}
	return out
}

// Ring adds a circle of a width.
func (p *Path) Ring(x, y, r, width float64) *Path {
	return p.Circle(x, y, r+width/2).Hole(new(Path).Circle(x, y, r-width/2))
}

// Hole cuts the outlines of q out of p. They must be closed.
func (p *Path) Hole(q *Path) *Path {
	for i := 0; i < len(q.ops); {
		j := i + 1
		for j < len(q.ops) && q.ops[j].kind != 'm' {
			j++
		}
		p.reverse(q.ops[i:j])
		i = j
	}
	return p
}

// reverse adds one outline the other way round.
func (p *Path) reverse(ops []op) {
	end := func(o op) Point {
		switch o.kind {
		case 'q':
			return o.p[1]
		case 'c':
			return o.p[2]
		}
		return o.p[0]
	}
	if ops[len(ops)-1].kind == 'z' {
		ops = ops[:len(ops)-1]
	}
	last := end(ops[len(ops)-1])
	p.Move(last.X, last.Y)
	for i := len(ops) - 1; i > 0; i-- {
		o, to := ops[i], end(ops[i-1])
		switch o.kind {
		case 'l':
			p.Line(to.X, to.Y)
		case 'q':
			p.Quad(o.p[0].X, o.p[0].Y, to.X, to.Y)
		case 'c':
			p.Cube(o.p[1].X, o.p[1].Y, o.p[0].X, o.p[0].Y, to.X, to.Y)
		}
	}
	p.Close()
}

// Turn is p turned by an angle in radians, clockwise, about a point.
func (p *Path) Turn(x, y, angle float64) *Path {
	sin, cos := math.Sincos(angle)
	return p.each(func(q Point) Point {
		dx, dy := q.X-x, q.Y-y
		return Pt(x+dx*cos-dy*sin, y+dx*sin+dy*cos)
	})
}

// Scale is p with its origin moved to x, y and everything k times as large.
func (p *Path) Scale(x, y, k float64) *Path {
	return p.each(func(q Point) Point { return Pt(x+q.X*k, y+q.Y*k) })
}

// Mirror is p with left and right exchanged at x. Its outlines still run the same
// way round.
func (p *Path) Mirror(x float64) *Path {
	m := p.each(func(q Point) Point { return Pt(2*x-q.X, q.Y) })
	return new(Path).Hole(m)
}

func (p *Path) each(f func(Point) Point) *Path {
	out := &Path{make([]op, len(p.ops))}
	for i, o := range p.ops {
		for j := range o.p {
			o.p[j] = f(o.p[j])
		}
		out.ops[i] = o
	}
	return out
}

// bounds is a rectangle that holds p.
func (p *Path) bounds() (x0, y0, x1, y1 float64) {
	x0, y0, x1, y1 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, o := range p.ops {
		n := map[byte]int{'m': 1, 'l': 1, 'q': 2, 'c': 3}[o.kind]
		for _, q := range o.p[:n] {
			x0, y0, x1, y1 = min(x0, q.X), min(y0, q.Y), max(x1, q.X), max(y1, q.Y)
		}
	}
	return x0, y0, x1, y1
}
