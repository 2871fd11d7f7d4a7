package paint

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"slices"
)

// laid is a piece in its place in a picture.
type laid struct {
	part
	*piece
	bit, row int // where its next row begins
}

// encode is the PNG of the picture.
func (p *Picture) encode() []byte {
	e := newEncoder()
	defer e.free()
	c := p.ground.made()
	stride := p.rect.Dx() + 1
	length := uint64(stride * p.rect.Dy())
	a, b := uint64(1), length // Adler-32, see RFC 1950
	size, high := 0, 0
	e.laid, e.edges = e.laid[:0], append(e.edges[:0], p.rect.Max.Y)
	for _, t := range e.cut(&p.display) {
		x := e.piece(&p.display, t)
		e.laid = append(e.laid, laid{part: t, piece: x})
		e.edges = append(e.edges, t.Min.Y)
		size += len(x.data)
		high += t.Dy()
		// Each byte counts once more for every byte that follows.
		a += x.sum
		before := uint64(t.Min.Y * stride)
		if t.Min.X > 0 {
			before += uint64(t.Min.X) + 1
		}
		b += x.sum*(length-before) - x.down*uint64(stride) - x.across
	}
	slices.SortFunc(e.laid, func(a, b laid) int { return cmp.Compare(a.Min.X, b.Min.X) })
	slices.Sort(e.edges)
	e.edges = slices.Compact(e.edges)

	e.out.reset(len(c.header) + size + 8*(high+int(length)/200) + 16) // a match has at most 48 bits
	e.out.copy(c.header, c.size)
	runs := e.runsOf(c, stride)
	above := 0 // pixels that repeat the row above, and are not written yet
	for i, to := range e.edges[1:] {
		from := e.edges[i]
		row := e.row[:0]
		for i := range e.laid {
			if t := &e.laid[i]; t.Min.Y < to && from < t.Max.Y {
				row = append(row, t)
			}
		}
		e.row = row
		above = e.out.rows(row, to-from, above, runs)
	}
	e.out.above(above, runs)
	e.out.put(uint64(c.literals[endOfBlock].bits), uint(c.literals[endOfBlock].size))
	return file(p, e.out.bytes(), uint32(b%adlerBase<<16|a%adlerBase))
}

// runsOf are the matches of the row above, so many bytes before.
func (e *encoder) runsOf(c *codes, stride int) *runs {
	if e.runsFor != c || e.stride != stride {
		e.runsFor, e.stride = c, stride
		for n := range e.runs {
			e.runs[n].bits, e.runs[n].size = c.match(uint32(n), uint32(stride-1))
		}
	}
	return &e.runs
}

const adlerBase = 65521

// file is a PNG with these compressed rows, which have a checksum.
func file(p *Picture, data []byte, sum uint32) []byte {
	const chunk = 12 // bytes around the data of a chunk
	palette := p.ground.palette.colours
	b := make([]byte, 0, 8+chunk+13+chunk+3*len(palette)+chunk+2+len(data)+4+chunk)
	b = append(b, "\x89PNG\r\n\x1a\n"...)
	b = appendChunk(b, "IHDR", func(b []byte) []byte {
		b = binary.BigEndian.AppendUint32(b, uint32(p.rect.Dx()))
		b = binary.BigEndian.AppendUint32(b, uint32(p.rect.Dy()))
		return append(b, 8, 3, 0, 0, 0) // eight bits, indices into a palette
	})
	b = appendChunk(b, "PLTE", func(b []byte) []byte {
		for _, c := range palette {
			b = append(b, c[:]...)
		}
		return b
	})
	b = appendChunk(b, "IDAT", func(b []byte) []byte {
		b = append(append(b, 0x78, 0x01), data...) // zlib's header
		return binary.BigEndian.AppendUint32(b, sum)
	})
	return appendChunk(b, "IEND", func(b []byte) []byte { return b })
}

func appendChunk(b []byte, name string, data func([]byte) []byte) []byte {
	from := len(b)
	b = data(append(append(b, 0, 0, 0, 0), name...))
	binary.BigEndian.PutUint32(b[from:], uint32(len(b)-from-8))
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[from+4:]))
}

// EncodeAlone returns the PNG of a picture that nothing else looks like, such as the last one of
// a match. It keeps no pieces, and its bytes depend on the pixels alone; see [Encode].
func EncodeAlone(img image.Image) ([]byte, error) {
	if whole, ok := Whole(img); ok {
		img = whole
	}
	var file bytes.Buffer
	err := png.Encode(&file, img)
	return file.Bytes(), err
}
