package store

import (
	"slices"
	"strings"
	"testing"

	"oneiros/store/storetest"
)

// What a column has of people, and what erasing a person does with it.
const (
	nothing = "nothing of a person"
	row     = "the row of the person goes"
	instead = "nobody takes the place of the person"
	words   = "other words take the place of theirs, or the log goes"
	server  = "goes with the server"
	proof   = "numbers of presses that the seed is made of; they name nobody, and without them nobody could check the shuffles"
	secret  = "tells of a press, and is forgotten"
)

// decided says of each column what it has of people. Whoever adds one decides here, and
// has erasing do it.
var decided = map[string]map[string]string{
	"matches": {
		nothing: "id own game phase lang chosen options seed seats clock seen paused incident former created started ended expires rev checksum clock_checksum motion strength people secret",
		server:  "guild channel thread place", // a match in direct messages goes as a whole
		instead: "host seating",
		proof:   "presses",
	},
	"players":   {row: "match user_id name locale seat ready joined press checksum asleep missed barred gone had automatic holiday username"},
	"inputs":    {nothing: "match n at kind seat auto checksum erased", words: "move", secret: "press"},
	"positions": {nothing: "match n version at clock turns due awaits checksum", words: "position"},
	"surfaces":  {row: "match kind user_id seat channel message app token expires path shown lang checksum follow_up"},
	"results":   {nothing: "match seat game score won ended checksum automatic", server: "guild", instead: "user_id"},
	"notes":     {nothing: "match n at what checksum", instead: "who"},
	"guilds":    {server: "guild lang removed checksum people no_boards home"},
	"users":     {row: "user_id lang remind direct closed checksum unlisted holiday"},
	"lessons":   {row: "user_id game thing checksum"},
	"summaries": {nothing: "match version summary checksum"}, // of seats
	"calls":     {row: "guild user_id games from_hour to_hour zone every called checksum"},
	"presets":   {server: "guild name game options checksum", instead: "author"},
	"packs":     {nothing: "id game value entries code draft created checksum", server: "guild"}, // nobody's name stands with it
	"nights": {
		nothing: "id message event options thread lang at state match ended checksum game", server: "guild channel", instead: "host host_name host_username", secret: "press",
	},
	"night_guests": {row: "guild night user_id name locale answer press checksum username"},
	"erasures":     {row: "kind id asked checksum"},

	// A server that cannot be reached stands in away until the next session.
	"gateway_sessions": {nothing: "shard shards session seq address token app bot guilds clean saved checksum", server: "away"},
	"shown_boards":     {nothing: "match message digest checksum"}, // nobody can read a message back from its digest
	"starts":           {nothing: "one at version settings"},
	"sweeps":           {nothing: "shard at held"},
	"lease":            {nothing: "one holder host pid process since beat room commits"},
	"processes":        {nothing: "id host pid since until commits heard leaving"},
	"identify_turns":   {nothing: "bucket holder until"},
	"shards":           {nothing: "shard shards owner epoch"},
}

// TestColumnsAreDecided fails when a column is new and nobody has decided what erasing
// does with it.
func TestColumnsAreDecided(t *testing.T) {
	t.Parallel()
	path := storetest.File(t)
	db, err := connect(t.Context(), path, 1, pragmas)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	has, err := tableColumns(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for table, by := range decided {
		for _, list := range by {
			for c := range strings.FieldsSeq(list) {
				known = append(known, table+"."+c)
			}
		}
	}
	for _, c := range has {
		if !slices.Contains(known, c) && !strings.HasPrefix(c, "sqlite_") {
			t.Errorf("the column %s is new: decide what erasing a person and a server does with it", c)
		}
	}
	for _, c := range known {
		if !slices.Contains(has, c) {
			t.Errorf("there is no column %s", c)
		}
	}
}
