package main

import (
	"bytes"
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
	now := time.UnixMilli(1_790_000_000_000)
	for i, name := range []string{"hurt", "whole"} {
		m := store.Match{
			ID: name, Channel: uint64(5 + i), Game: "somnia", Phase: store.Void, Seats: 2, Seed: games.Seed{1}, Created: now, ClockSaved: now,
			Options: options, Players: []store.Player{{User: 7, Name: "Dreamer of " + name, Joined: now}},
			Position: &store.Position{Version: 1, Turns: []int{0, 0, 0}, Data: []byte("{}")},
		}
		if err := db.CreateMatch(t.Context(), m); err != nil {
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
