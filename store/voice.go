package store

// VoiceStates says in which voice channels the bot wants to sit: at most one of a server. A row
// stays until the bot has left, so that the next process lets it leave where one was killed.
var VoiceStates = Declare(Table{
	Name: "voice_states", Row: "voice state", Sum: "voice state", Key: []string{"guild"},
	Columns: []Column{{Name: "guild", Has: OfServer}, {Name: "channel"}},
})
