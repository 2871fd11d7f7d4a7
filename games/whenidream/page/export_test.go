package page

// What the tests of the pages look into: paths, sizes, and parts of a page.
const (
	PathHelp     = pathHelp
	PathCards    = pathCards
	PathDreams   = pathDreams
	PathSince    = pathSince
	PathLess     = pathLess
	MostFewer    = mostFewer
	SampledWords = sampledWords
)

var (
	Answered    = answered
	Awaited     = awaited
	ElementLine = elementLine
	FirstCards  = firstCards
	LatestClues = latestClues
	Opening     = opening
	PhaseEnds   = phaseEnds
	Sand        = sand
	Scored      = scored
	Sheet       = sheet
	Sheets      = sheets
	Turn        = turn
)
