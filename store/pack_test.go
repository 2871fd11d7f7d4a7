package store

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/store/storetest"
)

// TestPacks: a pack is a draft, is saved, shared and withdrawn, and goes with its server.
func TestPacks(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		p := Pack{Guild: 1, ID: "a", Game: "g", Value: "# Sea\nwave", Entries: 1, Draft: true, Created: at}
		save := func(p Pack) {
			t.Helper()
			if err := s.Packs().SavePack(ctx, p); err != nil {
				t.Fatal(err)
			}
		}
		saved := func(guild uint64) int {
			t.Helper()
			list, err := s.Packs().Packs(ctx, guild)
			if err != nil {
				t.Fatal(err)
			}
			return len(list)
		}
		save(p)
		if got, ok, err := s.Packs().Pack(ctx, 1, "a"); err != nil || !ok || !cmp.Equal(got, p) {
			t.Fatalf("%+v, %v, %v", got, ok, err)
		}
		if _, ok, err := s.Packs().Pack(ctx, 2, "a"); err != nil || ok || saved(1) != 0 {
			t.Errorf("another server has it: %v %v", ok, err)
		}
		p.Draft, p.Code = false, "secret"
		save(p)
		if got, ok, err := s.Packs().PackByCode(ctx, "secret"); err != nil || !ok || !cmp.Equal(got, p) {
			t.Errorf("%+v, %v, %v", got, ok, err)
		}
		// Of many who share it at one moment each is told the same code.
		p.Code = ""
		save(p)
		codes, all := make([]string, 50), sync.WaitGroup{}
		for i := range codes {
			all.Go(func() {
				shared, ok, err := s.Packs().ChangePack(ctx, 1, "a", func(p *Pack) {
					if p.Code == "" {
						p.Code = fmt.Sprint("code ", i)
					}
				})
				if codes[i] = shared.Code; err != nil || !ok {
					t.Errorf("share: %v, %v", ok, err)
				}
			})
		}
		all.Wait()
		if told := slices.Compact(codes); len(told) != 1 {
			t.Errorf("the codes are %q", told)
		}
		if _, ok, err := s.Packs().ChangePack(ctx, 1, "gone", func(*Pack) {}); ok || err != nil {
			t.Errorf("a pack that was deleted comes back: %v, %v", ok, err)
		}
		save(p)
		for _, code := range []string{"secret", ""} {
			if _, ok, err := s.Packs().PackByCode(ctx, code); err != nil || ok {
				t.Errorf("code %q: %v %v", code, ok, err)
			}
		}
		for i := range MaxPacks - 1 {
			save(Pack{Guild: 1, ID: fmt.Sprint("b", i), Value: "# x", Created: at.Add(time.Duration(i))})
		}
		if err := s.Packs().SavePack(ctx, Pack{Guild: 1, ID: "c", Value: "# x", Created: at}); !errors.Is(err, ErrPacks) {
			t.Errorf("one too many: %v", err)
		}
		save(p) // a change is none
		for i := range maxDrafts + 3 {
			save(Pack{Guild: 1, ID: fmt.Sprint("d", i), Value: "# x", Draft: true, Created: at.Add(time.Duration(i) * time.Second)})
		}
		if _, ok, _ := s.Packs().Pack(ctx, 1, "d0"); ok {
			t.Error("drafts pile up")
		}
		save(Pack{Guild: 2, ID: "e", Value: "# x", Created: at.Add(2 * packsTable.Old.After)})
		if err := s.Erasures().EraseOld(ctx, at.Add(2*packsTable.Old.After), 0); err != nil {
			t.Fatal(err)
		}
		if _, ok, _ := s.Packs().Pack(ctx, 1, "d7"); ok {
			t.Error("an old draft stays")
		}
		if err := s.Packs().DeletePack(ctx, 1, "b0"); err != nil || saved(1) != MaxPacks-1 {
			t.Errorf("%d packs: %v", saved(1), err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil || saved(1) != 0 || saved(2) != 1 {
			t.Errorf("%d and %d packs: %v", saved(1), saved(2), err)
		}
	})
}
