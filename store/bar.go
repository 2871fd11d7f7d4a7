package store

import "time"

// Bars say who sits at no table of a server, until when, and why. One that is over goes by
// itself. They are the server's: a person who could erase theirs would be barred for three presses.
var Bars = Declare(Table{
	Name: "bars", Row: "bar of person", Sum: "bar", Key: []string{"guild", "user_id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "user_id", Has: Kept, Why: "whoever erases themselves stays barred until the server lifts the bar"},
		{Name: "until"}, {Name: "why", Type: Text}, {Name: "at"},
	},
	Export: &Export{Name: "bars", Where: "user_id = ?", Order: "guild", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "until", As: AsMoment, Brief: true}, {Name: "why", Brief: true}, {Name: "at", As: AsMoment},
	}},
	Old: &Old{Where: `until > 0 AND until < ?`, After: 24 * time.Hour},
})
