package rules

// What the tests of the rules wait for and look into.
const (
	DuskText    = duskText
	Grace       = grace
	Checking    = checking
	Counting    = counting
	Vetting     = vetting
	NothingTold = nothingTold
)

var (
	NewPast = newPast
	Retell  = retell
)
