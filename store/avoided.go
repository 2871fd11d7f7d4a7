package store

// Avoided says with whom a person does not want to sit at a table. A row goes with either of
// them. It is told to the person who wants it, and never to the other.
var Avoided = Declare(Table{
	Name: "avoided", Row: "avoided person", Sum: "avoided", Key: []string{"user_id", "other"},
	Columns: []Column{{Name: "user_id", Has: OfPerson}, {Name: "other", Has: WithOther}, {Name: "at", Has: WithPerson}},
	Export:  &Export{Name: "not_with", Order: "other", Fields: []Field{{Name: "person", SQL: "other", As: AsID}, {Name: "at", As: AsMoment}}},
})
