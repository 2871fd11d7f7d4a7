package store

// PrivateTables and PrivateGuests say which tables are private, which role may join them, and
// who is invited. They go with their match.
var (
	PrivateTables = Declare(Table{
		Name: "private_tables", Row: "private table", Sum: "private table", Key: []string{"match"}, Match: "match",
		Columns: []Column{{Name: "match", Type: Text}, {Name: "is_on"}, {Name: "role"}},
	})
	PrivateGuests = Declare(Table{
		Name: "private_guests", Row: "guest of private table", Sum: "private guest", Key: []string{"match", "user_id"},
		Columns: []Column{{Name: "match", Type: Text}, {Name: "user_id", Has: OfPerson}},
		Export:  &Export{Name: "invitations", Order: "match", Fields: []Field{{Name: "match"}}},
	})
)
