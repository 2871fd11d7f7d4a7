package page

import (
	"slices"

	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first. What matters on the first card comes before what matters later.
func teach(v view.View) []string {
	switch v.Part {
	case kit.Dreamer:
		return teachDreamer(v)
	case kit.Spirit:
		return teachSpirit(v)
	default:
		return nil
	}
}

func teachDreamer(v view.View) []string {
	switch v.Phase {
	case kit.Dusk:
		return []string{"dreamer"}
	case kit.Night:
		list := []string{"guess"}
		if v.Card > 1 {
			list = append(list, "memory")
		}
		if len(v.Clues) > 1 {
			list = append(list, "trap")
		}
		if _, ok := v.Can(kit.Next); ok {
			list = append(list, "next")
		}
		return list
	case kit.Last:
		return []string{"last"}
	case kit.Story:
		if v.Waits {
			return nil
		}
		return []string{"story"}
	case kit.Check:
		return []string{"sides"}
	default:
		return []string{"dawn"}
	}
}

func teachSpirit(v view.View) []string {
	switch v.Phase {
	case kit.Dusk:
		return []string{string(v.Role)}
	case kit.Night:
		return teachNight(v)
	case kit.Last:
		return []string{"last.spirit"}
	case kit.Story:
		if v.Waits {
			return nil
		}
		return []string{"listen"}
	case kit.Check:
		return []string{"ticks"}
	}
	list := []string{"dawn"}
	if _, ok := v.Can(kit.Shift); ok {
		list = append(list, "disputed")
	}
	return list
}

// teachNight is what a spirit meets while the sand runs.
func teachNight(v view.View) []string {
	var list []string
	add := func(thing string, verbs ...kit.Verb) {
		if slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return slices.Contains(verbs, m.Verb) && m.Card == v.Card }) {
			list = append(list, thing)
		}
	}
	if v.Vote != nil {
		list = append(list, "vote")
	}
	add("said", kit.Said)
	add("clue", kit.Clue)
	add("right", kit.Right)
	if len(v.Cards) > 0 {
		list = append(list, "silence")
	}
	if v.Giver != v.Me {
		list = append(list, "turn")
	}
	if slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return m.Verb == kit.Challenge && v.Given(m) }) {
		list = append(list, "challenge")
	}
	add("pass", kit.Pass)
	return list
}
