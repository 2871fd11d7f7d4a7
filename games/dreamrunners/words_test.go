package dreamrunners

import "oneiros/games/dreamrunners/kit"

// refusals are reasons that the matches of TestGame may not meet. Other tests do.
var refusals = []string{
	"refuse.late", "refuse.woke", "refuse.line", "refuse.twice", // TestRuling31, TestRulings17And18, TestLinesOfBuild
	"refuse.bought", "refuse.price", "refuse.sold-out", // TestExampleOfARound, TestShopRefusals, TestRuling22
}

// dreamNames are the names of all dreams. A match has eight of them.
func dreamNames() []string {
	var list []string
	for n := kit.Tile(1); n <= kit.Tiles; n++ {
		list = append(list, "tile."+n.Card().Name)
	}
	return list
}
