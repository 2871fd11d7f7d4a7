package kit

// The measures of the game.
const (
	TopFloor       = 10 // the highest floor, where every player begins
	VisionsToWin   = 5  // Visions that Sigmund wants
	FloorsAhead    = 4  // floors by which William must be above all others
	CrowdSize      = 3  // sleepers in one place that disturb each other
	LastLap        = 20 // after it, it dawns, unless the table plays without
	LateLap        = 15 // from it on the board says so
	AttackStrength = 2  // of an attack
)
