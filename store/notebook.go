package store

// NotebookEntries are what the owner of a seat wrote about other seats of a match. No other
// person is told. They go with the log of their match, and with their owner.
var NotebookEntries = Declare(Table{
	Name: "notebook_entries", Row: "notebook entry", Sum: "notebook entry", Key: []string{"match", "user_id", "seat", "about"}, Log: true,
	Columns: []Column{
		{Name: "match", Type: Text}, {Name: "user_id", Has: OfPerson}, {Name: "seat", Has: WithPerson}, {Name: "about", Has: WithPerson},
		{Name: "mark", Type: Text, Has: WithPerson}, {Name: "struck", Type: Text, Has: WithPerson}, {Name: "line", Type: Text, Has: WithPerson},
	},
	Export: &Export{Name: "notebook", Order: "match, seat, about", Fields: []Field{{Name: "match"}, {Name: "seat", As: AsNumber}, {Name: "about", As: AsNumber}, {Name: "mark"}, {Name: "struck"}, {Name: "line"}}},
})
