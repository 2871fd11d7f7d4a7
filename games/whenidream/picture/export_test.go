package picture

// What the tests of the pictures look into.
const (
	ChartTop  = chartTop
	LedgerTop = ledgerTop
	Lilac     = lilac
	Navy      = navy
)

var Scenes = &scenes
