package whenidream

import "slices"

// teach names what a player on their panel may meet for the first time, the weightiest
// first. What matters on the first card comes before what matters later.
func teach(v View) []string {
	switch v.Part {
	case Dreamer:
		return teachDreamer(v)
	case Spirit:
		return teachSpirit(v)
	default:
		return nil
	}
}

func teachDreamer(v View) []string {
	switch v.Phase {
	case Dusk:
		return []string{"dreamer"}
	case Night:
		list := []string{"guess"}
		if v.Card > 1 {
			list = append(list, "memory")
		}
		if len(v.Clues) > 1 {
			list = append(list, "trap")
		}
		if _, ok := v.Can(Next); ok {
			list = append(list, "next")
		}
		return list
	case Last:
		return []string{"last"}
	case Story:
		if v.Waits {
			return nil
		}
		return []string{"story"}
	case Check:
		return []string{"sides"}
	default:
		return []string{"dawn"}
	}
}

func teachSpirit(v View) []string {
	switch v.Phase {
	case Dusk:
		return []string{string(v.Role)}
	case Night:
		return teachNight(v)
	case Last:
		return []string{"last.spirit"}
	case Story:
		if v.Waits {
			return nil
		}
		return []string{"listen"}
	case Check:
		return []string{"ticks"}
	}
	list := []string{"dawn"}
	if _, ok := v.Can(Shift); ok {
		list = append(list, "disputed")
	}
	return list
}

// teachNight is what a spirit meets while the sand runs.
func teachNight(v View) []string {
	var list []string
	add := func(thing string, verbs ...Verb) {
		if slices.ContainsFunc(v.Legal, func(m Move) bool { return slices.Contains(verbs, m.Verb) && m.Card == v.Card }) {
			list = append(list, thing)
		}
	}
	if v.Vote != nil {
		list = append(list, "vote")
	}
	add("said", Said)
	add("clue", Clue)
	add("right", Right)
	if len(v.Cards) > 0 {
		list = append(list, "silence")
	}
	if v.Giver != v.Me {
		list = append(list, "turn")
	}
	if slices.ContainsFunc(v.Legal, func(m Move) bool { return m.Verb == Challenge && v.given(m) }) {
		list = append(list, "challenge")
	}
	add("pass", Pass)
	return list
}
