package main

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/store"
)

// stoppedMatches starts and stops a match of each game. It returns their ids.
func stoppedMatches(t *testing.T, tables *table.Tables) []string {
	t.Helper()
	ctx := t.Context()
	user := func(i int) table.User { return table.User{ID: discord.ID(i + 1), Name: "P"} }
	var ids []string
	for n, g := range all.Games {
		s, err := tables.Create(ctx, table.New{Guild: 1, Channel: discord.ID(10 + n), Game: g.Info().Name, Host: user(0), Lang: text.English})
		if err != nil {
			t.Fatal(err)
		}
		actions := []table.Action{{Kind: table.Start, User: user(0)}, {Kind: table.Stop, Asked: table.Whatever, User: user(0), Moderator: true}}
		for i := 1; i < g.Info().Min; i++ {
			actions = append([]table.Action{{Kind: table.Join, User: user(i)}}, actions...)
		}
		for _, a := range actions {
			if _, err := tables.Send(ctx, s.ID, a); err != nil {
				t.Fatal(err)
			}
		}
		ids = append(ids, s.ID)
	}
	return ids
}

// TestExportLeavesOut: a match that does not fit or does not lead to its position is
// named and left out, and the others are written.
func TestExportLeavesOut(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	db, err := store.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := table.Open(ctx, table.Config{Stores: bot.StoresOf(db).Tables(), Games: all.Games, Log: savelog.Log{}})
	if err != nil {
		t.Fatal(err)
	}
	ids := stoppedMatches(t, tables)
	other := slices.IndexFunc(all.Games, func(g games.Game) bool { return g.Info().Name == "somnia" }) // no two seeds deal the same cards
	m, err := db.Matches().Match(ctx, ids[other])
	if err != nil {
		t.Fatal(err)
	}
	m.Seed, m.Position = games.Seed{9}, nil // a position is not saved twice
	if err := errors.Join(db.Matches().SaveMatch(ctx, m), tables.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	if db, err = store.OpenReadOnly(ctx, path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	first := all.Games[0].Info().Name
	file := recordFile{write: func(w io.Writer, r *record.Record) error {
		if r.Game == first {
			return fmt.Errorf("%s is large: %w", r.Game, record.ErrTooLong)
		}
		return record.Write(w, r)
	}}
	var b bytes.Buffer
	if err := exportMatches(ctx, db, "", false, false, &b, &file); err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(b.Bytes(), []byte("\n")); n != len(ids)-2 || file.written != n {
		t.Errorf("%d lines, and %d matches written, of %d", n, file.written, len(ids)-2)
	}
	for _, want := range []string{
		fmt.Sprintf("2 of %d matches were left out", len(ids)),
		"match " + ids[0] + ": " + first + " is large: the line is too long",
		"match " + ids[other] + ": its log does not lead to its saved position",
	} {
		if err := file.incomplete(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	// If nothing can be written, there is no file to put into place.
	for i, id := range []string{ids[0], ids[other]} {
		file.written, file.left = 0, nil
		if err := exportMatches(ctx, db, id, false, false, io.Discard, &file); err == nil || !strings.Contains(err.Error(), "match "+id) {
			t.Errorf("match %d alone: %v", i, err)
		}
	}
	// A full disk ends it.
	file = recordFile{write: func(io.Writer, *record.Record) error { return io.ErrShortWrite }}
	if err := exportMatches(ctx, db, "", false, false, io.Discard, &file); !errors.Is(err, io.ErrShortWrite) || len(file.left) > 1 {
		t.Errorf("error %v, and %d matches left out", err, len(file.left))
	}
}

// TestExportBeforeTheEnd exports while a match of each game is on. A record holds
// every secret. So nothing of it is written before the match has ended, unless
// a person asks for live ones.
func TestExportBeforeTheEnd(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := table.Open(ctx, table.Config{Stores: bot.StoresOf(db).Tables(), Games: all.Games, Log: savelog.Log{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := tables.Close(); err != nil {
			t.Error(err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	user := func(i int) table.User { return table.User{ID: discord.ID(i + 1), Name: "P"} }
	for n, g := range all.Games {
		info := g.Info()
		t.Run(info.Name, func(t *testing.T) {
			s, err := tables.Create(ctx, table.New{Guild: 1, Channel: discord.ID(10 + n), Game: info.Name, Host: user(0), Lang: text.English})
			if err != nil {
				t.Fatal(err)
			}
			send := func(a table.Action) {
				t.Helper()
				if s, err = tables.Send(ctx, s.ID, a); err != nil {
					t.Fatal(err)
				}
			}
			for i := 1; i < info.Min; i++ {
				send(table.Action{Kind: table.Join, User: user(i)})
			}
			send(table.Action{Kind: table.Start, User: user(0)})
			seed := s.Match.Snapshot().Seed
			secret := []byte(hex.EncodeToString(seed[:]))

			var b bytes.Buffer
			if err := exportMatches(ctx, db, "", false, true, &b, &recordFile{write: record.Write}); err != nil || bytes.Contains(b.Bytes(), secret) {
				t.Errorf("a live match is exported: %v", err)
			}
			b.Reset()
			if err := exportMatches(ctx, db, s.ID, false, true, &b, &recordFile{write: record.Write}); err == nil || b.Len() > 0 {
				t.Errorf("a live match is exported by its id: %d bytes, %v", b.Len(), err)
			}
			if err := exportMatches(ctx, db, s.ID, true, false, &b, &recordFile{write: record.Write}); err != nil || !bytes.Contains(b.Bytes(), secret) {
				t.Errorf("--live does not write a live match: %v\n%.300s", err, b.Bytes())
			}
			send(table.Action{Kind: table.Stop, Asked: table.Whatever, User: user(0), Moderator: true})
			b.Reset()
			if err := exportMatches(ctx, db, s.ID, false, true, &b, &recordFile{write: record.Write}); err != nil || !bytes.Contains(b.Bytes(), secret) {
				t.Errorf("a match that has ended is not exported: %v", err)
			}
		})
	}
}

// TestLeadsTo: a log leads to the position that was saved, also to one that an older
// version of the rules saved. A log that is too short or another one does not.
func TestLeadsTo(t *testing.T) {
	g, ok := all.Find("somnia")
	if !ok {
		t.Fatal("there is no Somnia")
	}
	o, err := g.Info().Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := record.Simulate(g, games.Table{Seats: 2, Options: o}, record.MatchSeed(3, 0), record.Options{Strengths: []games.Strength{games.Easy}})
	if err != nil {
		t.Fatal(err)
	}
	old := maps.Clone(o)
	delete(old, "undertrump")
	last, now := len(r.Inputs), g.Info().Version
	for name, c := range map[string]struct {
		position store.Position
		want     string
	}{
		"the deal":                {store.Position{Version: now, Data: r.Deal.Position}, ""},
		"in the middle":           {store.Position{Version: now, N: 7, Data: r.Inputs[6].Position}, ""},
		"the end":                 {store.Position{Version: now, N: last, Data: r.Inputs[last-1].Position}, ""},
		"the end, in version 1":   {store.Position{Version: 1, N: last, Data: r.Inputs[last-1].Position}, ""},
		"another input":           {store.Position{Version: now, N: 7, Data: r.Inputs[7].Position}, "its log does not lead to its saved position"},
		"a log that is too short": {store.Position{Version: now, N: last + 1, Data: r.Inputs[last-1].Position}, "its position is after input"},
		"a newer version":         {store.Position{Version: 99, N: last, Data: r.Inputs[last-1].Position}, "read its position"},
		"no position":             {store.Position{Version: now, Data: []byte("{")}, "read its position"},
	} {
		err := leadsTo(r, g, store.Match{Game: "somnia", Seed: r.Seed, Seats: 2, Options: old, Position: &c.position})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}
