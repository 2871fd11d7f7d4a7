package fortress

import (
	"slices"

	"oneiros/games"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first. It names the decision at hand, and then what is good to know while others play.
func teach(v View) []string {
	if v.Me == games.Nobody || v.Role == "" {
		return nil
	}
	role := string(v.Role)
	switch {
	case v.Phase == Over:
		return nil
	case v.Pawns[v.Me].Sleep == 0:
		return []string{"awake"}
	case v.Phase == Dusk && slices.ContainsFunc(v.Legal, func(m Move) bool { return m.Verb == Put }):
		return []string{"place", role}
	case v.Phase == Dusk:
		return []string{role}
	case v.Phase == Talk:
		return []string{"talk", role}
	case v.Waits == v.Me:
		return append(teachTurn(v), role)
	default:
		return []string{role, "deeds"}
	}
}

// teachTurn is what a player meets for whom the turn waits.
func teachTurn(v View) []string {
	switch v.Step {
	case StepPlace:
		return []string{"place"}
	case StepRoll:
		list := []string{"roll"}
		if v.Base != "" {
			list = append(list, string(v.Base))
		}
		return list
	case StepPass:
		return []string{"pass"}
	case StepAnswer:
		return []string{"answer"}
	case StepKeep:
		return []string{"keep"}
	case StepChoose:
		return []string{"special"}
	case StepSpoils:
		return []string{"spoils"}
	default:
		return teachAction(v)
	}
}

// teachAction is what a player meets who is to act: what the dice allow, and the bonus.
func teachAction(v View) []string {
	var list []string
	add := func(thing string, verbs ...Verb) {
		if slices.ContainsFunc(v.Legal, func(m Move) bool { return slices.Contains(verbs, m.Verb) }) {
			list = append(list, thing)
		}
	}
	add("attack", Attack)
	add("insight", Look)
	add("vision", Draw)
	add("heal", Heal)
	add("walk", Walk)
	if v.Crowd && slices.Contains(list, "walk") {
		list = append(list, "crowd")
	}
	if v.Base != "" {
		list = append(list, string(v.Base))
	}
	add("dice", Reroll, Spin, Turn)
	add("use", Use)
	add("waive", Waive)
	return list
}
