package main

import (
	"bytes"
	"encoding/hex"
	"path/filepath"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games/all"
	"oneiros/games/text"
	"oneiros/store"
)

// TestExportBeforeTheEnd exports while a match of each game is on. A record holds
// every secret. So nothing of it is written before the match has ended, unless
// somebody asks for live ones.
func TestExportBeforeTheEnd(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := table.Open(ctx, table.Config{Store: db, Games: all.Games, Log: zerolog.Nop()})
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
			if err := exportMatches(ctx, db, "", false, true, &b); err != nil || bytes.Contains(b.Bytes(), secret) {
				t.Errorf("a live match is exported: %v", err)
			}
			b.Reset()
			if err := exportMatches(ctx, db, s.ID, false, true, &b); err == nil || b.Len() > 0 {
				t.Errorf("a live match is exported by its id: %d bytes, %v", b.Len(), err)
			}
			if err := exportMatches(ctx, db, s.ID, true, false, &b); err != nil || !bytes.Contains(b.Bytes(), secret) {
				t.Errorf("--live does not write a live match: %v\n%.300s", err, b.Bytes())
			}
			send(table.Action{Kind: table.Stop, User: user(0), Moderator: true})
			b.Reset()
			if err := exportMatches(ctx, db, s.ID, false, true, &b); err != nil || !bytes.Contains(b.Bytes(), secret) {
				t.Errorf("a match that has ended is not exported: %v", err)
			}
		})
	}
}
