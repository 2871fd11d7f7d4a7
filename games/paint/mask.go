package paint

import (
	"hash/maphash"
	"image"
	"image/draw"
	"math"
	"sync"

	"golang.org/x/image/vector"
)

// mask is a shape without a colour: how much of each pixel it covers.
type mask struct {
	min   image.Point // where its first pixel lies, from the point it is stamped at
	w, h  int
	cover []uint8  // 0 to steps, row by row
	solid [][2]int // by row: the pixels from and to which the longest run is opaque
	hash  uint64   // names what it covers
}

// kept keeps masks by a key. Nothing is ever dropped. The zero one is ready.
type kept[K comparable] struct{ by sync.Map }

// mask is the mask of a key, drawn when it is first asked for.
func (s *kept[K]) mask(key K, draw func() *mask) *mask {
	if v, ok := s.by.Load(key); ok {
		return v.(*mask)
	}
	v, _ := s.by.LoadOrStore(key, draw())
	return v.(*mask)
}

// mask is the shape that a path encloses.
func (p *Path) mask() *mask {
	x0, y0, x1, y1 := p.bounds()
	if !(x0 < x1 && y0 < y1) {
		return &mask{}
	}
	at := image.Pt(int(math.Floor(x0)), int(math.Floor(y0)))
	return newMask(at, p.alpha(at, int(math.Ceil(x1))-at.X, int(math.Ceil(y1))-at.Y))
}

// newMask is the mask of what an image covers. The point at is its first pixel.
func newMask(at image.Point, a *image.Alpha) *mask {
	m := &mask{min: at, w: a.Rect.Dx(), h: a.Rect.Dy()}
	m.cover, m.solid = make([]uint8, m.w*m.h), make([][2]int, m.h)
	for y := range m.h {
		from := 0
		for x := 0; x <= m.w; x++ {
			if x < m.w {
				m.cover[y*m.w+x] = uint8((int(a.Pix[y*a.Stride+x])*steps + 127) / 255)
				if m.cover[y*m.w+x] == steps {
					continue
				}
			}
			if run := m.solid[y]; x-from > run[1]-run[0] {
				m.solid[y] = [2]int{from, x}
			}
			from = x + 1
		}
	}
	m.hash = maphash.Bytes(hashes, m.cover) ^ maphash.Comparable(hashes, [2]image.Point{m.min, {m.w, m.h}})
	return m
}

// alpha rasterizes p into w by h pixels from at on.
func (p *Path) alpha(at image.Point, w, h int) *image.Alpha {
	r := vector.NewRasterizer(w, h)
	f := func(q Point) (float32, float32) { return float32(q.X - float64(at.X)), float32(q.Y - float64(at.Y)) }
	for _, o := range p.ops {
		ax, ay := f(o.p[0])
		bx, by := f(o.p[1])
		cx, cy := f(o.p[2])
		switch o.kind {
		case 'm':
			r.MoveTo(ax, ay)
		case 'l':
			r.LineTo(ax, ay)
		case 'q':
			r.QuadTo(ax, ay, bx, by)
		case 'c':
			r.CubeTo(ax, ay, bx, by, cx, cy)
		case 'z':
			r.ClosePath()
		}
	}
	a := image.NewAlpha(image.Rect(0, 0, w, h))
	r.DrawOp = draw.Src
	r.Draw(a, a.Bounds(), image.Opaque, image.Point{})
	return a
}
