package store

// FilterWords are the words that a server refuses besides those of its filter, and those that it
// allows in spite of it.
var FilterWords = Declare(Table{
	Name: "filter_words", Row: "word of a server's filter", Sum: "filter word", Key: []string{"guild", "word"},
	Columns: []Column{{Name: "guild", Has: OfServer}, {Name: "word", Type: Text}, {Name: "allowed"}},
})
