package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/games/all"
	"oneiros/store"
)

// TestDamageIsNamed changes one byte of a match in the database. The check names the
// match and no other one, and the export writes the others.
func TestDamageIsNamed(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "oneiros.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	game, _ := all.Find("somnia")
	options, err := game.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	dealt, err := game.Deal(games.Seed{1}, games.Table{Seats: 2, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	now := time.UnixMilli(1_790_000_000_000)
	for i, name := range []string{"hurt", "whole"} {
		m := store.Match{
			ID: name, Channel: uint64(5 + i), Game: "somnia", Phase: store.Void, Seats: 2, Seed: games.Seed{1}, Created: now, ClockSaved: now,
			Options: options, Players: []store.Player{{User: 7, Name: "Dreamer of " + name, Joined: now}},
		}
		if err := db.Matches().CreateMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		m.Position = &store.Position{Version: game.Info().Version, Turns: []int{0, 0, 0}, Data: dealt.Snapshot().Position}
		if err := db.Matches().SaveMatch(t.Context(), m); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	oneiros := func(args ...string) (code int, out, errs string) {
		var o, e bytes.Buffer
		code = run(args, []string{"ONEIROS_STORE_PATH=" + path}, &o, &e)
		return code, o.String(), e.String()
	}
	if code, out, errs := oneiros("check"); code != 0 || strings.Contains(out, "damaged") {
		t.Fatalf("check a whole database: %d\n%s%s", code, out, errs)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(b, []byte("Dreamer of hurt"))
	if at < 0 {
		t.Fatal("the name is not in the file")
	}
	b[at] ^= 4
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := oneiros("check")
	if code != 2 || !strings.Contains(out, "match hurt is damaged: player 7\n") || strings.Contains(out, "whole") ||
		!strings.Contains(errs, "the rows above are damaged") || strings.Count(errs, "\n") != 1 {
		t.Errorf("check: %d\n%s%s", code, out, errs)
	}
	to := filepath.Join(dir, "out.jsonl")
	code, _, errs = oneiros("export", "--out", to)
	if code != 1 || !strings.Contains(errs, "match hurt is damaged: player 7\n") || strings.Contains(errs, "match hurt:") || !strings.Contains(errs, "1 of 2 matches were left out") {
		t.Errorf("export: %d\n%s", code, errs)
	}
	if b, err := os.ReadFile(to); err != nil || bytes.Count(b, []byte("\n")) != 1 {
		t.Errorf("the export has %d bytes, %v", len(b), err)
	}
}

// TestCheckNamesREINDEX changes a byte of the index of matches. The check tells it
// from a damaged match, and names the command that mends it.
func TestCheckNamesREINDEX(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	now := time.UnixMilli(1_790_000_000_000)
	if err := s.Matches().CreateMatch(t.Context(), store.Match{ID: "hurt", Channel: 5, Game: "somnia", Phase: store.Lobby, Created: now, ClockSaved: now}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	var root, size int
	row := db.QueryRow(`SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'sqlite_autoindex_matches_1'`)
	if err := row.Scan(&root, &size); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	page := b[(root-1)*size : root*size]
	page[bytes.Index(page, []byte("hurt"))] ^= 1
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	check := func() (int, string) {
		var o, e bytes.Buffer
		code := run([]string{"check"}, []string{"ONEIROS_STORE_PATH=" + path}, &o, &e)
		return code, o.String() + e.String()
	}
	code, said := check()
	if code != 2 || !strings.Contains(said, fmt.Sprintf("End the bot and run: sqlite3 %q REINDEX", path)) || strings.Contains(said, "damaged") {
		t.Errorf("check: %d\n%s", code, said)
	}
	if _, err := db.Exec("REINDEX"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if code, said := check(); code != 0 {
		t.Errorf("after REINDEX: %d\n%s", code, said)
	}
}
