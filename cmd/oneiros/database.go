package main

import "oneiros/store"

// A database is a place of a database, as a person configured it: the path of a file or
// an address of PostgreSQL. It prints without the password.
type database string

// String is the place without its password.
func (d database) String() string { return store.Name(string(d)) }

// place is the whole place, for the store.
func (d database) place() string { return string(d) }

func (d database) isPostgres() bool { return store.IsPostgres(string(d)) }

// key is the key of the configuration that names it.
func (d database) key() string {
	if d.isPostgres() {
		return "store.url"
	}
	return "store.path"
}

// needFile is an error where a command works on files only. PostgreSQL's own tool is
// named instead.
func (d database) needFile(command, tool string) error {
	if !d.isPostgres() {
		return nil
	}
	return bad("store.url = %q: %s copies files of SQLite; use PostgreSQL's own %s instead", d, command, tool)
}
