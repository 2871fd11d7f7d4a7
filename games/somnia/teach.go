package somnia

import (
	"slices"

	"oneiros/games"
)

// teach names what a player on their panel may meet for the first time, the weightiest
// first.
func teach(v View) []string {
	switch {
	case v.Me == games.Nobody:
		return nil
	case v.Phase == Arrival:
		return []string{"nightmare"}
	case v.Phase == Taken && v.Stock > 0:
		return []string{"piles", "stock"}
	case v.Phase == Taken:
		return []string{"piles"}
	case v.Phase == Dawn:
		return []string{"dawn"}
	case v.Phase != Turn:
		return nil
	}
	var list []string
	if v.mine() {
		list = teachCard(v)
	}
	list = append(list, []string{"goal.two", "goal.three", "goal.four"}[len(v.Lives)-2], "worth")
	if v.Honest {
		list = append(list, "honest")
	}
	if !v.mine() {
		list = append(list, "void")
	}
	return list
}

// teachCard is what a player meets who is to choose a card. What changes the whole deal
// comes before the usual.
func teachCard(v View) []string {
	has := func(s Suit) bool {
		return slices.ContainsFunc(v.Hand, func(c Card) bool { return c.Suit() == s })
	}
	if len(v.Trick) == 0 {
		return []string{"lead"}
	}
	led := v.Trick[0].Suit()
	var list []string
	switch {
	case v.Nightmare == NoSuit && !has(led):
		return []string{"call"}
	case v.Nightmare == led && slices.ContainsFunc(v.Hand, func(c Card) bool { return strength(c, v.Nightmare) == 12 }):
		list = append(list, "twelve")
	case v.Nightmare != NoSuit && v.Nightmare != led && has(v.Nightmare):
		list = append(list, "trump")
	}
	if has(led) {
		return append(list, "follow")
	}
	return append(list, "discard")
}
