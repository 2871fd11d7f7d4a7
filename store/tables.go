package store

import "slices"

// declared are the tables of this package, each behind those that it refers to.
var declared = []*Table{
	matchesTable, playersTable, notesTable, inputsTable, positionsTable, resultsTable, surfacesTable, summariesTable, shownBoardsTable,
	guildsTable, usersTable, ServerChoices, PersonChoices, Bars, Avoided, PrivateTables, PrivateGuests, NotebookEntries, VoiceStates, auditEntriesTable, FilterWords, greetingsTable, lessonsTable, callsTable, presetsTable, packsTable, nightsTable, nightGuestsTable, nightSeriesTable, attendanceTable,
	gatewaySessionsTable, erasuresTable, startsTable, sweepsTable, leaseTable, processesTable, identifyTurnsTable, shardsTable,
}

// tablesOf are the tables of a database that is opened so.
func tablesOf(r leaseRequest) []*Table { return append(slices.Clone(declared), r.tables...) }

// Declared returns the tables of this package, each behind those that it refers to.
func Declared() []*Table { return slices.Clone(declared) }

// WithTables opens a database that has tables of other packages, too. A migration has made
// them.
func WithTables(tables ...*Table) Option {
	return func(r *leaseRequest) { r.tables = append(r.tables, tables...) }
}
