package player

// RelaxedLooks is how many presses a player takes at least in a relaxed match.
const RelaxedLooks = relaxedLooks
