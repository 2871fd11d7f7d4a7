package rules

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"oneiros/games"
	"oneiros/games/dreamrunners/kit"
	"oneiros/games/ui"
)

// Moves is what a seat may do. Placing is listed as a form.
func (s *State) Moves(seat games.Seat) iter.Seq[kit.Move] { return slices.Values(s.legal(seat)) }

func (s *State) legal(seat games.Seat) []kit.Move {
	d := &s.Dreamers[seat]
	if d.Woke != 0 || s.Phase == kit.Over {
		return nil
	}
	switch {
	case s.Phase == kit.Building && d.Done && s.First == seat:
		return nil
	case s.Phase == kit.Building && d.Done:
		return []kit.Move{{Verb: kit.More}}
	case s.Phase == kit.Building:
		return d.building()
	case s.Phase == kit.Choosing && !d.Done && len(d.Asks) > 0:
		return d.choosing()
	case s.Phase == kit.Between && !d.Done:
		list := []kit.Move{{Verb: kit.Done}}
		if seat == s.Shopper {
			list = s.buying(d, list)
		}
		return list
	default:
		return nil
	}
}

func (d *Dreamer) building() []kit.Move {
	list := []kit.Move{{Verb: kit.Done}, {Verb: kit.Place}}
	for _, o := range d.Segments {
		if d.Draft.Placed(o.Label) != nil {
			list = append(list, kit.Move{Verb: kit.Take, Label: o.Label})
		}
	}
	if len(d.Draft) > 0 {
		list = append(list, kit.Move{Verb: kit.Clear})
	}
	return append(list, kit.Move{Verb: kit.Build, Text: d.Draft.String()})
}

func (d *Dreamer) choosing() []kit.Move {
	list := []kit.Move{{Verb: kit.Done}}
	for i, a := range d.Asks {
		if a.Kind == kit.AskChests && a.Chosen {
			continue // the first chest is open
		}
		for k := range a.Options {
			list = append(list, kit.Move{Verb: kit.Pick, Ask: i + 1, Option: k + 1})
		}
	}
	return list
}

func (s *State) buying(d *Dreamer, list []kit.Move) []kit.Move {
	if d.Coins >= kit.Price && !d.Bought {
		for shape := range kit.Shape(kit.Shapes) {
			if s.Shop[shape] != 0 {
				list = append(list, kit.Move{Verb: kit.Buy, Shape: shape})
			}
		}
	}
	return append(list, kit.Move{Verb: kit.Calm})
}

// Form is Place without a segment. The other moves have no parameters.
func Form(m kit.Move) kit.Move {
	if m.Verb == kit.Place {
		return kit.Move{Verb: kit.Place}
	}
	return m
}

// Within lists every way to place a segment: unused segments first, and of each the places
// with the fewest cells outside the tile. So the form lays the next segment somewhere.
func Within(s State, seat games.Seat, form kit.Move) iter.Seq[kit.Move] {
	return func(yield func(kit.Move) bool) {
		if form.Verb != kit.Place || !slices.Contains(s.legal(seat), form) {
			return
		}
		s.Dreamers[seat].places(yield)
	}
}

func (d *Dreamer) places(yield func(kit.Move) bool) {
	for _, used := range []bool{false, true} {
		for _, o := range d.Segments {
			if used == (d.Draft.Placed(o.Label) != nil) && !d.placesOf(o, yield) {
				return
			}
		}
	}
}

// placesOf yields the places of one segment. It is false when no more are wanted.
func (d *Dreamer) placesOf(o kit.Owned, yield func(kit.Move) bool) bool {
	size := o.Segment.Card().Shape.Size()
	for outside := range size + 1 {
		for _, at := range kit.Inward {
			for t := range kit.Turn(kit.Turns) {
				m := kit.Move{Verb: kit.Place, Label: o.Label, Cell: at, Turn: t}
				p := m.Piece(o.Segment)
				if d.Draft.Fits(p) == nil && p.Outside() == outside && !yield(m) {
					return false
				}
			}
		}
	}
	return true
}

// draft changes what a player builds.
func (d *Dreamer) draft(m kit.Move) error {
	before := slices.Clone(d.Draft)
	switch m.Verb {
	case kit.Place:
		if m.Label == "" {
			m = d.anywhere()
		}
		p := m.Piece(d.Owned(m.Label))
		if err := d.Draft.Fits(p); err != nil {
			return err
		}
		d.take(m.Label)
		d.Draft = append(d.Draft, p)
	case kit.Take:
		d.take(m.Label)
	case kit.Clear:
		d.Draft = nil
	case kit.Build:
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
func (d *Dreamer) anywhere() (first kit.Move) {
	d.places(func(m kit.Move) bool {
		first = m
		return false
	})
	return first
}

func (d *Dreamer) take(l kit.Label) {
	d.Draft = slices.DeleteFunc(d.Draft, func(p kit.Piece) bool { return p.Label == l })
}

// read reads the line of Build.
func (d *Dreamer) read(text string) (kit.Composition, error) {
	if n := utf8.RuneCountInString(text); n > kit.MostBuild {
		return nil, games.Refuse("refuse.long", n, kit.MostBuild)
	}
	var now kit.Composition
	for part := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		p, err := kit.ParsePiece(part)
		if err != nil {
			return nil, games.Refuse("refuse.line", strings.TrimSpace(part))
		}
		if p.Segment = d.Owned(p.Label); p.Segment != 0 && p.Segment.Card().Shape == kit.Mono {
			p.Turn = 0
		}
		if now.Placed(p.Label) != nil {
			return nil, games.Refuse("refuse.twice", string(p.Label))
		}
		if err := now.Fits(p); err != nil {
			return nil, err
		}
		now = append(now, p)
	}
	return now, nil
}

// listed reports whether a move is listed. What Place and Build have in them is checked
// where they are made.
func (s *State) listed(seat games.Seat, m kit.Move) bool {
	return slices.ContainsFunc(s.legal(seat), func(l kit.Move) bool {
		return l == m || l.Verb == m.Verb && (m.Verb == kit.Place || m.Verb == kit.Build)
	})
}

// explain says why a move is not legal. It knows no more than its reader does.
func (s *State) explain(seat games.Seat, m kit.Move) error {
	d := &s.Dreamers[seat]
	switch {
	case s.Phase == kit.Over:
		return games.Refuse("refuse.not-now")
	case d.Woke != 0:
		return games.Refuse("refuse.woke")
	case s.Phase == kit.Building && d.Done && s.First == seat:
		return games.Refuse("refuse.first")
	case s.Phase == kit.Building && d.Done && (m.Verb == kit.Place || m.Verb == kit.Take || m.Verb == kit.Clear || m.Verb == kit.Build):
		return games.Refuse("refuse.ready")
	case s.Phase == kit.Building && m.Verb == kit.Take:
		return games.Refuse("refuse.not-placed", string(m.Label))
	case s.Phase == kit.Between && (m.Verb == kit.Buy || m.Verb == kit.Calm) && s.Shopper != games.Nobody && s.Shopper != seat:
		return games.Refuse("refuse.shopper", ui.Name(s.Shopper))
	case s.Phase == kit.Between && m.Verb == kit.Buy && s.Shopper == seat:
		switch {
		case d.Bought:
			return games.Refuse("refuse.bought")
		case d.Coins < kit.Price:
			return games.Refuse("refuse.price", d.Coins, kit.Price)
		default:
			return games.Refuse("refuse.sold-out")
		}
	default:
		return games.Refuse("refuse.not-now")
	}
}
