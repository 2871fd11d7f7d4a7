package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"oneiros/store"
	"oneiros/store/storetest"
)

// TestShardsCommand: the command names the process of each shard, and says where there
// is none.
func TestShardsCommand(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		key := variable(database(place).key())
		say := func() (int, string) {
			var o, e bytes.Buffer
			code := run([]string{"shards"}, []string{key + "=" + place}, &o, &e)
			return code, o.String() + e.String()
		}
		db, err := store.Open(t.Context(), place)
		if err != nil {
			t.Fatal(err)
		}
		if code, said := say(); code != 0 || !strings.Contains(said, "one process has them all") {
			t.Errorf("before: %d\n%s", code, said)
		}
		shards := store.NewShards(db)
		held, _, err := shards.Claim(t.Context(), 2, 2)
		if err != nil {
			t.Fatal(err)
		}
		if err := shards.Release(t.Context(), held[0]); err != nil {
			t.Fatal(err)
		}
		code, said := say()
		owned := fmt.Sprintf("\nshard 1 of 2: process %d on ", os.Getpid())
		if code != 0 || !strings.HasPrefix(said, "shard 0 of 2: no process has it\n") || !strings.Contains(said, owned) || strings.Count(said, "\n") != 2 {
			t.Errorf("with one of two: %d\n%s", code, said)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if code, said := say(); code != 0 || strings.Count(said, "no process has it") != 2 {
			t.Errorf("after: %d\n%s", code, said)
		}
	})
}
