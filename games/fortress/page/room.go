package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
)

// How many lines a panel may have beyond those that long names and words allow, and how many
// fewer than with all these. Who shows it knows the names and words at hand.
const (
	mostSpare = 6
	mostFewer = mostSpare + 4
)

// phoneRoom is what a phone shows above the first control of a panel, in about so many lines.
const phoneRoom = 16

// worded reports whether the first page has several wordings: it is a panel with news.
func worded(v view.View) bool { return v.Me != games.Nobody && v.Phase != kit.Dusk }

// wordingOf is the wording of the first page in some lines fewer than it could have. It is
// empty for a page without.
func wordingOf(v view.View, fewer int) news.Wording {
	if !worded(v) {
		return news.Wording{}
	}
	return news.WordingOf(v, linesLeft(v)+mostSpare-fewer)
}

// roomOf is how many lines of a phone the words of a panel may take. On the viewer's own turn more
// buttons stand below them.
func roomOf(v view.View) int {
	switch {
	case v.Phase != kit.Over && v.Active == v.Me:
		return phoneRoom - 1
	case v.Phase != kit.Over:
		return phoneRoom
	}
	return phoneRoom - 2*picture.EndRows(len(v.Pawns))
}

// linesLeft is about how many lines a panel has left beside what the turn waits for.
func linesLeft(v view.View) int {
	step := 10
	switch {
	case v.Phase == kit.Over:
		return linesLeftAtEnd(v)
	case v.Phase == kit.Talk:
		step = 4
	case v.Me != v.Waits:
		step = 3
		if v.Step == kit.StepPass || v.Step == kit.StepKeep || v.Step == kit.StepChoose || v.Step == kit.StepSpoils {
			step++
		}
	case v.Step == kit.StepPass:
		step = 3 + 3*len(v.Hand)
	case v.Step == kit.StepAnswer && len(v.Legal) > 1:
		step = 7
	case v.Step == kit.StepAnswer:
		step = 6
	case v.Step == kit.StepAct:
		step = 4
		if v.Base != "" { // what it is good for
			step++
		}
	case v.Step == kit.StepRoll || v.Step == kit.StepPlace:
		step = 3
		if v.Base == kit.Forest { // it says more than other places
			step++
		}
	}
	return roomOf(v) - step
}

// linesLeftAtEnd is about how many lines a panel has left at the end beside its picture, who
// won and why.
func linesLeftAtEnd(v view.View) int {
	n := phoneRoom - 2*picture.EndRows(len(v.Pawns)) - 1 - 2*len(reasons(v))
	if v.Why == kit.WhyDawn {
		n--
	}
	how, short := endOf(v)
	if short {
		n--
	}
	if len(v.Woken) > 0 && (won(v, kit.Nightmares) || won(v, kit.GoodDreams)) { // who woke last, and by what
		n--
		if slices.ContainsFunc(v.Woke, func(e kit.Event) bool { return e.What != "" }) { // by a Vision with its name
			n--
		}
	}
	if !how.IsZero() {
		n -= 3
	}
	if !lastTurn(v).IsZero() {
		n -= 2
	}
	return n
}
