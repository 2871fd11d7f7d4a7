package bot

// wish is the table that somebody wants to open.
type wish struct {
	game    *game
	options map[string]string
	thread  bool
	alone   bool // it starts at once, with automatic players
	preset  bool // the options are those of a preset, and the server's own do not count
}
