package table_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/savelog"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/record"
	"oneiros/store"
	"oneiros/store/storetest"
)

// a person of the test. Nothing else has their mark or their id.
type person struct {
	id   uint64
	mark string
	name string
}

func crowd(n int) (list []person) {
	for i := range n {
		mark := fmt.Sprintf("zqx%dv", 1000+i)
		names := []string{mark, "Аня " + mark + " *bold* @everyone", `"; DROP TABLE players; -- ` + mark, mark + `\u0000"]}`, "🌙" + mark + "\u202e"}
		list = append(list, person{id: uint64(0x0700_5566_7788_0000) + uint64(i)*0x1_0101_0101 + 7, mark: mark, name: names[i%len(names)]})
	}
	return list
}

// history makes matches of people in a store, as games go.
type history struct {
	t      *testing.T
	store  *store.Store
	r      *rand.Rand
	people []person
	n      int
}

// match makes a match of a game. It is played for at most n inputs.
func (h *history) match(g games.Game, guild uint64, n int) store.Match {
	h.t.Helper()
	h.n++
	ctx, i := h.t.Context(), g.Info()
	seats := min(i.Min+h.r.IntN(2), i.Max)
	options, err := i.Complete(map[string]string{})
	if err != nil {
		h.t.Fatal(err)
	}
	began := time.Now().Add(-time.Hour)
	sit := h.r.Perm(len(h.people))[:seats]
	m := store.Match{
		ID: fmt.Sprintf("match%05d", h.n), Guild: guild, Channel: uint64(9000 + h.n), Game: i.Name, Phase: store.Lobby, Lang: "ru",
		Chosen: map[string]string{}, Options: options, Created: began, ClockSaved: began, Expires: time.Now().Add(time.Hour),
	}
	for seat, k := range sit {
		p := h.people[k]
		m.Players = append(m.Players, store.Player{User: p.id, Name: p.name, Locale: "ru", Seat: seat, Ready: true, Joined: began, Press: snowflake(began, k)})
		m.SeatOrder = append(m.SeatOrder, p.id)
		if guild == 0 && seat > 0 {
			m.Players[seat].User, m.Players[seat].Auto, m.Players[seat].Name = uint64(seat), true, "Bot"
			m.SeatOrder = nil
		}
	}
	m.Host = m.Players[0].User
	if err := h.store.Matches().CreateMatch(ctx, m); err != nil {
		h.t.Fatal(err)
	}
	if n == 0 {
		return m
	}
	var seed games.Seed
	for j := range seed {
		seed[j] = byte(h.r.Uint32())
	}
	dealt, err := g.Deal(seed, games.Table{Seats: seats, Options: options})
	if err != nil {
		h.t.Fatal(err)
	}
	snap := dealt.Snapshot()
	m.Phase, m.Seats, m.Seed, m.Started, m.Expires = store.Live, seats, seed, began, time.Time{}
	m.Position = &store.Position{Version: snap.Version, Turns: make([]int, 1+seats), Data: snap.Position}
	m.Notes = []store.Note{{N: 1, At: began, What: "table.note.away", Who: []uint64{m.Players[seats-1].User}}}
	if err := h.store.Matches().SaveMatch(ctx, m); err != nil {
		h.t.Fatal(err)
	}
	m.Rev++
	for _, p := range m.Players {
		if err := h.store.Surfaces().SaveSurface(ctx, store.Surface{Owner: store.MatchOwner(m.ID), Kind: store.Panel, User: p.User, Channel: 5, Message: 6, Token: "token-" + strconv.FormatUint(p.User, 10)}); err != nil {
			h.t.Fatal(err)
		}
	}
	h.play(m, dealt, n)
	return m
}

// play plays a match, in which people write their mark wherever they can.
func (h *history) play(rec store.Match, m games.Match, n int) {
	h.t.Helper()
	for range n {
		st := m.Status()
		if st.Over {
			return
		}
		in := games.Input{N: m.N() + 1, At: m.At() + time.Second, Kind: games.KindExpire, Seat: games.Nobody}
		for i := range m.Seats() {
			seat := games.Seat((i + in.N) % m.Seats())
			if move, ok := m.Choose(seat, games.Easy); ok {
				in.Kind, in.Seat, in.Move = games.KindPlay, seat, move
				break
			}
		}
		auto := in.Seat >= 0 && rec.Players[in.Seat].Auto
		if in.Kind == games.KindExpire || st.Due > 0 && in.At >= st.Due {
			in = games.Input{N: in.N, At: max(st.Due, m.At()), Kind: games.KindExpire, Seat: games.Nobody}
		}
		next, err := games.Match(nil), error(nil)
		if q := games.Quoted(in.Move); len(q) == 1 && !auto {
			k := slices.IndexFunc(h.people, func(p person) bool { return p.id == rec.Players[in.Seat].User })
			said := in
			text := h.people[k].mark
			if len(q[0]) > 40 { // a story: what it mentions counts
				text = `<@` + strconv.FormatUint(h.people[k].id, 10) + `> "` + text + `" '; -- ` + q[0]
			}
			said.Move = strings.Replace(in.Move, strconv.Quote(q[0]), strconv.Quote(text), 1)
			if next, err = m.Do(said); err == nil {
				in = said
			}
		}
		if next == nil || err != nil {
			if next, err = m.Do(in); err != nil {
				h.t.Fatalf("input %+v: %v", in, err)
			}
		}
		m = next
		snap := m.Snapshot()
		step := store.Step{
			Match: rec.ID, Rev: rec.Rev, Input: in, Auto: auto, Press: snowflake(rec.Started, in.N),
			Position: store.Position{N: in.N, Version: snap.Version, At: in.At, Clock: in.At, Turns: make([]int, 1+m.Seats()), Data: snap.Position},
		}
		if st := m.Status(); st.Over {
			step.End = &store.End{At: rec.Started.Add(time.Minute), Expires: rec.Started.Add(24 * time.Hour)}
			for i, score := range st.Scores {
				step.End.Results = append(step.End.Results, store.Result{
					Seat: i, Game: rec.Game, Guild: rec.Guild, User: rec.Players[i].User, Score: score, Won: slices.Contains(st.Winners, games.Seat(i)),
				})
			}
		}
		if err := h.store.Matches().AppendInput(h.t.Context(), step); err != nil {
			h.t.Fatal(err)
		}
	}
}

func snowflake(at time.Time, n int) uint64 {
	return uint64(at.UnixMilli()-1_420_070_400_000)<<22 | uint64(n)
}

// openTables opens the tables of a store.
func openTables(t *testing.T, s *store.Store) *table.Tables {
	t.Helper()
	h, err := table.Open(t.Context(), table.Config{Stores: table.Stores{Matches: s.Matches(), Removals: s.Matches(), Surfaces: s.Surfaces(), Settings: s.Settings()}, Games: all.Games, Log: savelog.New(zerolog.New(io.Discard))})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestEraseFromAll erases people from random matches of all games. Nothing of them is
// left in the database, its write-ahead log and the next backup. The matches of the
// others verify, and go on.
func TestEraseFromAll(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "oneiros.db")
	eraseFromAll(t, path, 1)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := store.Backup(t.Context(), path, backup, false); err != nil {
		t.Fatal(err)
	}
	gone := crowd(8)[:4]
	left(t, gone, backup)
	for _, name := range []string{path, path + "-wal"} {
		if _, err := os.Stat(name); err == nil {
			left(t, gone, name)
		}
	}
}

// TestEraseFromAllOnPostgres: likewise in PostgreSQL. What its files hold of deleted rows
// is its own matter, so the rows are compared.
func TestEraseFromAllOnPostgres(t *testing.T) {
	t.Parallel()
	address := storetest.Postgres(t)
	eraseFromAll(t, address, 2)
	path := filepath.Join(t.TempDir(), "copy.db")
	if _, err := store.Copy(t.Context(), address, path); err != nil {
		t.Fatal(err)
	}
	left(t, crowd(8)[:4], path)
}

func eraseFromAll(t *testing.T, place string, seed uint64) {
	ctx := t.Context()
	s, err := store.Open(ctx, place)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	h := &history{t: t, store: s, r: rand.New(rand.NewPCG(seed, 1)), people: crowd(8)}
	var live, ended []string
	for i, g := range all.Games {
		if i%gametest.Often(1, 2, 5) != 0 { // CI=1 plays every game
			continue
		}
		ended = append(ended, h.match(g, 1, 1<<20).ID)
		live = append(live, h.match(g, 1, 5+h.r.IntN(25)).ID)
		h.match(g, 1, 0)
	}
	wid, _ := all.Find("when-i-dream")
	live = append(live, h.match(wid, 2, 60).ID)
	direct := h.match(wid, 0, 20)
	for _, p := range h.people {
		if _, err := s.Settings().ChangeUser(ctx, p.id, func(u *store.User) { u.Lang, u.DMChannel = "ru", p.id+1 }); err != nil {
			t.Fatal(err)
		}
		if err := s.Lessons().SaveLessons(ctx, p.id, "somnia", "trick"); err != nil {
			t.Fatal(err)
		}
	}
	results := map[string][]store.Result{}
	for _, id := range ended {
		if results[id], err = s.Matches().Results(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	tables := openTables(t, s)
	substitute(t, tables, live[0], h.people)
	gone := h.people[:4]
	if !bytes.Contains(allBytes(t, place), []byte(gone[0].mark)) && !store.IsPostgres(place) {
		t.Fatal("the test finds nothing that could be erased")
	}
	for i, p := range gone {
		if err := s.Erasures().RequestErasure(ctx, p.id, time.Now()); err != nil {
			t.Fatal(err)
		}
		erasePerson(t, s, tables, p, i == 0)
	}
	if removed, err := s.Erasures().RemoveBytes(ctx); err != nil || !removed {
		t.Fatalf("bytes were removed: %v, %v", removed, err)
	}
	if !store.IsPostgres(place) {
		left(t, gone, place)
		left(t, gone, place+"-wal")
	}
	if err := tables.Close(); err != nil {
		t.Fatal(err)
	}
	for _, id := range append(slices.Clone(ended), live...) {
		verify(t, s, id)
	}
	for id, was := range results {
		is, err := s.Matches().Results(ctx, id)
		if err != nil || len(is) != len(was) {
			t.Fatalf("%d results of %d, %v", len(is), len(was), err)
		}
		for i := range is {
			if slices.ContainsFunc(gone, func(p person) bool { return p.id == was[i].User }) {
				was[i].User = 0
			}
			if is[i] != was[i] {
				t.Errorf("the result of seat %d is %+v, before %+v", i, is[i], was[i])
			}
		}
	}
	if slices.ContainsFunc(gone, func(p person) bool { return p.id == direct.Players[0].User }) {
		if _, err := s.Matches().Match(ctx, direct.ID); err == nil {
			t.Error("the match in direct messages is there")
		}
	}
	damage, err := store.FindDamage(ctx, place)
	if err != nil || len(damage) > 0 {
		t.Errorf("damage: %v, %v", damage, err)
	}
	again := openTables(t, s)
	list, err := again.Read(ctx, table.On())
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range list {
		if st.Phase == table.Live && st.Match == nil {
			t.Errorf("match %s of %s cannot be read", st.ID, st.Game.Info().Name)
		}
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
}

// erasePerson erases a person from all matches, after a crash in the middle if crashed.
func erasePerson(t *testing.T, s *store.Store, tables *table.Tables, p person, crashed bool) {
	t.Helper()
	ctx := t.Context()
	ids, err := s.Erasures().MatchesOf(ctx, p.id)
	if err != nil {
		t.Fatal(err)
	}
	if crashed { // what was done before it is noted nowhere else
		for _, id := range ids[:len(ids)/2] {
			if err := tables.Erase(ctx, id, discord.ID(p.id)); err != nil {
				t.Fatal(err)
			}
		}
		if done, err := s.Erasures().FinishErasure(ctx, p.id, time.Now()); err != nil || done {
			t.Fatalf("half of the matches are left: %v, %v", done, err)
		}
		list, err := s.Erasures().Erasures(ctx)
		if err != nil || !slices.Equal(list, []uint64{p.id}) {
			t.Fatalf("noted are %v, %v", list, err)
		}
		if ids, err = s.Erasures().MatchesOf(ctx, list[0]); err != nil {
			t.Fatal(err)
		}
	}
	for _, id := range ids {
		if err := tables.Erase(ctx, id, discord.ID(p.id)); err != nil {
			t.Fatalf("erase from %s: %v", id, err)
		}
		if st, ok := tables.Find(table.OfMatch(id)); ok {
			if _, sits := st.Seat(discord.ID(p.id)); sits || strings.Contains(fmt.Sprint(st.Players, st.Notes), p.mark) {
				t.Errorf("the table of %s still knows them", id)
			}
		}
	}
	if done, err := s.Erasures().FinishErasure(ctx, p.id, time.Now()); err != nil || !done {
		t.Fatalf("it is finished: %v, %v", done, err)
	}
}

// substitute lets somebody take the seat of another in a live match.
func substitute(t *testing.T, tables *table.Tables, id string, people []person) {
	t.Helper()
	s, ok := tables.Find(table.OfMatch(id))
	if !ok || s.Phase != table.Live {
		t.Fatalf("match %s is %v", id, s)
	}
	out := table.Action{Kind: table.Leave, User: s.Players[0].User}
	out.Asked = s.Asks(out)
	if _, err := tables.Send(t.Context(), id, out); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(people, func(p person) bool { _, sits := s.Seat(discord.ID(p.id)); return !sits })
	in := table.User{ID: discord.ID(people[i].id), Name: people[i].name, Locale: "ru"}
	if _, err := tables.Send(t.Context(), id, table.Action{Kind: table.TakeSeat, User: in, Seat: 0}); err != nil {
		t.Fatal(err)
	}
}

// verify exports a match and verifies it.
func verify(t *testing.T, s *store.Store, id string) {
	t.Helper()
	ctx := t.Context()
	m, err := s.Matches().Match(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	log, err := s.Matches().Inputs(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	g, _ := all.Find(m.Game)
	r, err := record.Make(g, m.Seed, games.Table{Seats: m.Seats, Options: m.Options}, log, false)
	if err != nil {
		t.Fatalf("match %s of %s, %s, %d inputs: %v", id, m.Game, m.Phase, len(log), err)
	}
	if r.Erased, err = s.Matches().ErasedInputs(ctx, id); err != nil {
		t.Fatal(err)
	}
	if last := r.Inputs[len(r.Inputs)-1]; last.N == m.Position.N && !record.EqualJSON(last.Position, m.Position.Data) {
		t.Errorf("match %s of %s: its log leads elsewhere", id, m.Game)
	}
	var file bytes.Buffer
	if err := record.Write(&file, r); err != nil {
		t.Fatal(err)
	}
	for again, err := range record.Read(&file) {
		if err != nil {
			t.Fatal(err)
		}
		if err := record.Verify(all.Find, again); err != nil {
			t.Errorf("match %s of %s: %v", id, m.Game, err)
		}
	}
}

// allBytes reads the files of a database.
func allBytes(t *testing.T, place string) []byte {
	t.Helper()
	var b []byte
	for _, name := range []string{place, place + "-wal"} {
		if f, err := os.ReadFile(name); err == nil {
			b = append(b, f...)
		}
	}
	return b
}

// left fails if a file has something of people.
func left(t *testing.T, gone []person, name string) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range gone {
		for what, is := range map[string][]byte{
			"the mark": []byte(p.mark), "the id in words": strconv.AppendUint(nil, p.id, 10), "the id": binary.BigEndian.AppendUint64(nil, p.id),
		} {
			if i := bytes.Index(b, is); i >= 0 {
				t.Errorf("%s has %s of %s: %q", filepath.Base(name), what, p.mark, b[max(0, i-60):min(len(b), i+60)])
			}
		}
	}
}
