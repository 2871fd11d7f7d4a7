package store

import "time"

// Bars say who sits at no table of a server, until when, and why. One that is over goes by
// itself.
var Bars = Declare(Table{
	Name: "bars", Row: "bar of person", Sum: "bar", Key: []string{"guild", "user_id"},
	Columns: []Column{
		{Name: "guild", Has: OfServer}, {Name: "user_id", Has: OfPerson},
		{Name: "until", Has: WithPerson}, {Name: "why", Type: Text, Has: WithPerson}, {Name: "at", Has: WithPerson},
	},
	Export: &Export{Name: "bars", Order: "guild", Fields: []Field{
		{Name: "server", SQL: "guild", As: AsID}, {Name: "until", As: AsMoment, Brief: true}, {Name: "why", Brief: true}, {Name: "at", As: AsMoment},
	}},
	Old: &Old{Where: `until > 0 AND until < ?`, After: 24 * time.Hour},
})
