package dreamrunners

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/ui"
)

// moves is what a seat may do. Placing is listed as a form.
func (s *State) moves(seat games.Seat) iter.Seq[Move] { return slices.Values(s.legal(seat)) }

func (s *State) legal(seat games.Seat) []Move {
	d := &s.Dreamers[seat]
	if d.Woke != 0 || s.Phase == Over {
		return nil
	}
	switch {
	case s.Phase == Building && d.Done && s.First == seat:
		return nil
	case s.Phase == Building && d.Done:
		return []Move{{Verb: More}}
	case s.Phase == Building:
		return d.building()
	case s.Phase == Choosing && !d.Done && len(d.Asks) > 0:
		return d.choosing()
	case s.Phase == Between && !d.Done:
		list := []Move{{Verb: Done}}
		if seat == s.Shopper {
			list = s.buying(d, list)
		}
		return list
	default:
		return nil
	}
}

func (d *Dreamer) building() []Move {
	list := []Move{{Verb: Done}, {Verb: Place}}
	for _, o := range d.Segments {
		if d.Draft.placed(o.Label) != nil {
			list = append(list, Move{Verb: Take, Label: o.Label})
		}
	}
	if len(d.Draft) > 0 {
		list = append(list, Move{Verb: Clear})
	}
	return append(list, Move{Verb: Build, Text: d.Draft.String()})
}

func (d *Dreamer) choosing() []Move {
	list := []Move{{Verb: Done}}
	for i, a := range d.Asks {
		if a.Kind == AskChests && a.Chosen {
			continue // the first chest is open
		}
		for k := range a.Options {
			list = append(list, Move{Verb: Pick, Ask: i + 1, Option: k + 1})
		}
	}
	return list
}

func (s *State) buying(d *Dreamer, list []Move) []Move {
	if d.Coins >= Price && !d.Bought {
		for shape := range Shape(shapes) {
			if s.Shop[shape] != 0 {
				list = append(list, Move{Verb: Buy, Shape: shape})
			}
		}
	}
	return append(list, Move{Verb: Calm})
}

// Form is Place without a segment. The other moves have no parameters.
func (rules) Form(m Move) Move {
	if m.Verb == Place {
		return Move{Verb: Place}
	}
	return m
}

// Within lists every way to place a segment: unused segments first, and of each the places
// with the fewest cells outside the tile. So the form lays the next segment somewhere.
func (rules) Within(s State, seat games.Seat, form Move) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if form.Verb != Place || !slices.Contains(s.legal(seat), form) {
			return
		}
		s.Dreamers[seat].places(yield)
	}
}

func (d *Dreamer) places(yield func(Move) bool) {
	for _, used := range []bool{false, true} {
		for _, o := range d.Segments {
			if used == (d.Draft.placed(o.Label) != nil) && !d.placesOf(o, yield) {
				return
			}
		}
	}
}

// placesOf yields the places of one segment. It is false when no more are wanted.
func (d *Dreamer) placesOf(o Owned, yield func(Move) bool) bool {
	size := o.Segment.Card().Shape.Size()
	for outside := range size + 1 {
		for _, at := range inward {
			for t := range Turn(turns) {
				m := Move{Verb: Place, Label: o.Label, Cell: at, Turn: t}
				p := m.piece(o.Segment)
				if d.Draft.fits(p) == nil && p.outside() == outside && !yield(m) {
					return false
				}
			}
		}
	}
	return true
}

// inward are the cells of the frame, those of the tile first.
var inward = func() (list []Cell) {
	for _, inside := range []bool{true, false} {
		for c := range Cell(frame * frame) {
			if (c.Square() >= 0) == inside {
				list = append(list, c)
			}
		}
	}
	return list
}()

// piece is what Place places.
func (m Move) piece(g Segment) Piece {
	return Piece{Label: m.Label, Segment: g, Cell: m.Cell, Turn: m.Turn}
}

// draft changes what a player builds.
func (d *Dreamer) draft(m Move) error {
	before := slices.Clone(d.Draft)
	switch m.Verb {
	case Place:
		if m.Label == "" {
			m = d.anywhere()
		}
		p := m.piece(d.owned(m.Label))
		if err := d.Draft.fits(p); err != nil {
			return err
		}
		d.take(m.Label)
		d.Draft = append(d.Draft, p)
	case Take:
		d.take(m.Label)
	case Clear:
		d.Draft = nil
	case Build:
		list, err := d.read(m.Text)
		if err != nil {
			return err
		}
		d.Draft = list
	}
	if !slices.Equal(before, d.Draft) {
		d.Presses++
	}
	return nil
}

// anywhere is what the form of Place means.
func (d *Dreamer) anywhere() (first Move) {
	d.places(func(m Move) bool {
		first = m
		return false
	})
	return first
}

func (d *Dreamer) take(l Label) {
	d.Draft = slices.DeleteFunc(d.Draft, func(p Piece) bool { return p.Label == l })
}

// read reads the line of Build.
func (d *Dreamer) read(text string) (Composition, error) {
	if n := utf8.RuneCountInString(text); n > MostBuild {
		return nil, games.Refuse("refuse.long", n, MostBuild)
	}
	var now Composition
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		p, err := parsePiece(part)
		if err != nil {
			return nil, games.Refuse("refuse.line", strings.TrimSpace(part))
		}
		if p.Segment = d.owned(p.Label); p.Segment != 0 && p.Segment.Card().Shape == Mono {
			p.Turn = 0
		}
		if now.placed(p.Label) != nil {
			return nil, games.Refuse("refuse.twice", string(p.Label))
		}
		if err := now.fits(p); err != nil {
			return nil, err
		}
		now = append(now, p)
	}
	return now, nil
}

// listed reports whether a move is listed. What Place and Build have in them is checked
// where they are made.
func (s *State) listed(seat games.Seat, m Move) bool {
	return slices.ContainsFunc(s.legal(seat), func(l Move) bool {
		return l == m || l.Verb == m.Verb && (m.Verb == Place || m.Verb == Build)
	})
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m Move) error {
	d := &s.Dreamers[seat]
	switch {
	case s.Phase == Over:
		return games.Refuse("refuse.not-now")
	case d.Woke != 0:
		return games.Refuse("refuse.woke")
	case s.Phase == Building && d.Done && s.First == seat:
		return games.Refuse("refuse.first")
	case s.Phase == Building && d.Done && (m.Verb == Place || m.Verb == Take || m.Verb == Clear || m.Verb == Build):
		return games.Refuse("refuse.ready")
	case s.Phase == Building && m.Verb == Take:
		return games.Refuse("refuse.not-placed", string(m.Label))
	case s.Phase == Between && (m.Verb == Buy || m.Verb == Calm) && s.Shopper != games.Nobody && s.Shopper != seat:
		return games.Refuse("refuse.shopper", ui.Name(s.Shopper))
	case s.Phase == Between && m.Verb == Buy && s.Shopper == seat:
		switch {
		case d.Bought:
			return games.Refuse("refuse.bought")
		case d.Coins < Price:
			return games.Refuse("refuse.price", d.Coins, Price)
		default:
			return games.Refuse("refuse.sold-out")
		}
	default:
		return games.Refuse("refuse.not-now")
	}
}
