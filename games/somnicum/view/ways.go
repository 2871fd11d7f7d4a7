package view

import (
	"slices"

	"oneiros/games/somnicum/kit"
)

// Way is one way to move a flywheel.
type Way struct {
	Wheel kit.Wheel
	Steps int
	Place int       // where it stops
	Dream kit.Dream // that is taken there
	Price int       // tokens to pay: the first ones of View.Sand
	Gift  int       // tokens to draw
	Few   bool      // the round ends for sure: as few cards are left as there are players
	Empty bool      // nothing is left between the flywheels, and the round ends with Chance
	Ends  float64   // how likely the round ends
}

// Fits lists how a card can be attached to the dream of whose turn it is, by level.
func (v View) Fits(d kit.Dream) []kit.Fit {
	var list []kit.Fit
	rows := v.Dreamers[v.Turn].Rows
	for level := 1; level <= kit.Levels; level++ {
		if f, ok := rows.Fit(level, d, v.GapBreaks, v.Powers.Join > 0); ok {
			list = append(list, f)
		}
	}
	return list
}

// Preview is the dream of whose turn it is, with a card attached. A break has sand on
// its back, since no player knows which token is drawn.
func (v View) Preview(f kit.Fit, d kit.Dream) kit.Rows {
	b := kit.NoBreak
	if f.Break {
		b = kit.SandBreak
	}
	return v.Dreamers[v.Turn].Rows.With(f, d, b)
}

// WithAdded is the dream of whose turn it is, with a token on the last card of a level.
func (v View) WithAdded(level int, t kit.Token) kit.Rows {
	rows := v.Dreamers[v.Turn].Rows
	row := slices.Clone(rows[level-1])
	last := &row[len(row)-1]
	last.Added = append(slices.Clone(last.Added), t)
	rows[level-1] = row
	return rows
}

// Ways lists every way in which whose turn it is can move a flywheel, with the black
// one first. It is public. It is empty outside of Spinning.
func (v View) Ways() []Way {
	if v.Phase != kit.Spinning {
		return nil
	}
	var list []Way
	for _, w := range kit.Wheels {
		for steps := 1; steps <= v.Most(); steps++ {
			list = append(list, v.Way(w, steps))
		}
	}
	return list
}

// Most is how many steps whose turn it is can go.
func (v View) Most() int {
	return min(kit.Left(v.Ring), kit.UnpaidSteps+v.Powers.Free+v.Dreamers[v.Turn].Sand)
}

// Way is one way of whose turn it is to move a flywheel. There must be so many cards.
func (v View) Way(w kit.Wheel, steps int) Way {
	at := kit.Stop(v.Ring, v.Wheels[w], steps)
	gift, base := v.Powers.Gift(steps)
	way := Way{Wheel: w, Steps: steps, Place: at, Dream: v.Ring[at], Price: v.Powers.Price(steps), Gift: min(gift, v.Bag)}
	ring := append([]kit.Dream(nil), v.Ring...)
	ring[at] = 0
	stand := v.Wheels
	stand[w] = at
	way.Few = kit.Left(ring) <= len(v.Dreamers)
	way.Empty = kit.Together(ring, stand)
	switch {
	case way.Few:
		way.Ends = 1
	case way.Empty:
		way.Ends = kit.ChanceOfBlank(v.Bag, v.Blanks, base)
	}
	return way
}
