package store

import (
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"oneiros/migrations"
	"slices"

	"github.com/jmoiron/sqlx"
	"github.com/pressly/goose/v3"
)

// knownVersions lists the migrations of this program.
func knownVersions() ([]int64, error) {
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return nil, fmt.Errorf("list the migrations: %w", err)
	}
	var list []int64
	for _, f := range files {
		n, err := goose.NumericComponent(f)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", f, err)
		}
		list = append(list, n)
	}
	for _, step := range goSteps {
		list = append(list, step.Version)
	}
	return list, nil
}

// LatestSchema is the version to which this program brings a database: that of its newest
// migration.
func LatestSchema() (int64, error) {
	known, err := knownVersions()
	if err != nil {
		return 0, err
	}
	return slices.Max(known), nil
}

// appliedVersions lists the migrations that a database has.
func appliedVersions(ctx context.Context, db *sqlx.DB) ([]int64, error) {
	query := `SELECT name FROM sqlite_master`
	if onPostgres(db) {
		query = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()`
	}
	var names []string
	if err := db.SelectContext(ctx, &names, query); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	if !slices.Contains(names, "goose_db_version") {
		if len(names) > 0 {
			return nil, fmt.Errorf("%w: it has tables of another program", ErrDamaged)
		}
		return nil, nil
	}
	var list []int64
	if err := db.SelectContext(ctx, &list, `SELECT version_id FROM goose_db_version WHERE is_applied`); err != nil {
		return nil, fmt.Errorf("read the version of the database: %w", classify(err))
	}
	return list, nil
}

// goSteps are the migrations that SQL alone cannot make.
var goSteps = []*goose.Migration{
	goose.NewGoMigration(checksumSchema, &goose.GoFunc{RunTx: func(ctx context.Context, t *sql.Tx) error {
		return fillChecksums(ctx, t)
	}}, nil),
	goose.NewGoMigration(31, &goose.GoFunc{RunTx: moveChoices}, nil),
	goose.NewGoMigration(32, &goose.GoFunc{RunTx: giveOwners}, nil),
}
