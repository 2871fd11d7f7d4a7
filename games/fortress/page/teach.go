package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first. It names the decision at hand, and then what is good to know while others play.
func teach(v view.View) []string {
	if v.Me == games.Nobody || v.Role == "" {
		return nil
	}
	role := string(v.Role)
	switch {
	case v.Phase == kit.Over:
		return nil
	case v.Pawns[v.Me].Sleep == 0:
		return []string{"awake"}
	case v.Phase == kit.Dusk && slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return m.Verb == kit.Put }):
		return []string{"place", role}
	case v.Phase == kit.Dusk:
		return []string{role}
	case v.Phase == kit.Talk:
		return []string{"talk", role}
	case v.Waits == v.Me:
		return append(teachTurn(v), role)
	default:
		return []string{role, "deeds"}
	}
}

// teachTurn is what a player meets for whom the turn waits.
func teachTurn(v view.View) []string {
	switch v.Step {
	case kit.StepPlace:
		return []string{"place"}
	case kit.StepRoll:
		list := []string{"roll"}
		if v.Base != "" {
			list = append(list, string(v.Base))
		}
		return list
	case kit.StepPass:
		return []string{"pass"}
	case kit.StepAnswer:
		return []string{"answer"}
	case kit.StepKeep:
		return []string{"keep"}
	case kit.StepChoose:
		return []string{"special"}
	case kit.StepSpoils:
		return []string{"spoils"}
	default:
		return teachAction(v)
	}
}

// teachAction is what a player meets who is to act: what the dice allow, and the bonus.
func teachAction(v view.View) []string {
	var list []string
	add := func(thing string, verbs ...kit.Verb) {
		if slices.ContainsFunc(v.Legal, func(m kit.Move) bool { return slices.Contains(verbs, m.Verb) }) {
			list = append(list, thing)
		}
	}
	add("attack", kit.Attack)
	add("insight", kit.Look)
	add("vision", kit.Draw)
	add("heal", kit.Heal)
	add("walk", kit.Walk)
	if v.Crowd && slices.Contains(list, "walk") {
		list = append(list, "crowd")
	}
	if v.Base != "" {
		list = append(list, string(v.Base))
	}
	add("dice", kit.Reroll, kit.Spin, kit.Turn)
	add("use", kit.Use)
	add("waive", kit.Waive)
	return list
}
