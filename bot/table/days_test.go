package table

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/table/timing"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/pace"
	"oneiros/store"
)

// byDays are the games that can be played by days.
var byDays = slices.DeleteFunc(slices.Clone(all.Games), func(g games.Game) bool {
	return !slices.ContainsFunc(g.Info().Options, func(o games.Option) bool { return o.Key == pace.Key })
})

// until lets virtual time pass until a moment.
func until(at time.Time) {
	time.Sleep(time.Until(at))
	synctest.Wait()
}

// untilHour lets virtual time pass until clocks in UTC show an hour next, and returns when.
func untilHour(hour int) time.Time {
	now := time.Now().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	until(at)
	return at
}

// untilDay lets virtual time pass until nine o'clock on the next day of such a date.
func untilDay(month time.Month, day int) {
	now := time.Now().UTC()
	at := time.Date(now.Year(), month, day, 9, 0, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(1, 0, 0)
	}
	until(at)
}

// TestWeekByDays plays a week by days, with two restarts: a normal one, and one in which
// clocks are set forward. With TEST_WHOLE the other one is on a real database. Each
// deadline comes when so much time has passed within the hours, to the second.
func TestWeekByDays(t *testing.T) {
	for name, c := range map[string]struct {
		zone  string
		month time.Month
		day   int
		hours [2]string
	}{
		"a week":                 {"Europe/Moscow", time.December, 7, [2]string{"10", "22"}},
		"clocks are set forward": {"Europe/Berlin", time.March, 24, [2]string{"20", "6"}},
	} {
		t.Run(name, func(t *testing.T) {
			var in lasting = &onDisk{file: filepath.Join(t.TempDir(), "oneiros.db")}
			if !gametest.Whole() || name == "a week" {
				in = &inMemory{newMemory()} // a database says for a whole week, every few seconds, that it is held
			}
			virtual(t, func(t *testing.T) { week(t, in, c.zone, c.month, c.day, c.hours) })
		})
	}
}

// TestMonthsByDays is TestWeekByDays in memory, for other zones and hours.
func TestMonthsByDays(t *testing.T) {
	for _, c := range []struct {
		zone  string
		month time.Month
		hours [2]string
	}{
		{"Europe/Berlin", time.October, [2]string{"0", "6"}},
		{"Australia/Sydney", time.April, [2]string{"1", "4"}},
		{"America/New_York", time.March, [2]string{"22", "3"}},
		{"Asia/Kolkata", time.March, [2]string{"7", "7"}},
	} {
		if !gametest.Whole() && c.month == time.March {
			continue
		}
		t.Run(c.zone, func(t *testing.T) {
			virtual(t, func(t *testing.T) { week(t, &inMemory{newMemory()}, c.zone, c.month, 1, c.hours) })
		})
	}
}

// lasting is a store that outlasts a process.
type lasting interface {
	open(t *testing.T) Store
	close(t *testing.T)
}

// onDisk is the real database.
type onDisk struct {
	file string
	is   *store.Store
}

func (d *onDisk) open(t *testing.T) Store {
	var err error
	if d.is == nil {
		_, _, err = store.Migrate(t.Context(), d.file)
	}
	if err == nil {
		d.is, err = store.Open(t.Context(), d.file)
	}
	if err != nil {
		t.Fatal(err)
	}
	return inFile(d.is)
}

func (d *onDisk) close(t *testing.T) {
	if err := d.is.Close(); err != nil {
		t.Fatal(err)
	}
}

type inMemory struct{ *memory }

func (m *inMemory) open(*testing.T) Store { return m.memory }
func (m *inMemory) close(*testing.T)      { m.memory = m.copy() }

// week plays seven turns by days, with two restarts.
func week(t *testing.T, on lasting, zone string, month time.Month, day int, hours [2]string) {
	begin := func() *party { return gather(t, on.open(t), byDays...) }
	end := func(p *party) {
		p.leave()
		on.close(t)
	}
	untilDay(month, day)
	p := begin()
	s := p.sit("somnicum", map[string]string{"pace": "12h", "from": hours[0], "to": hours[1], "zone": zone}, anya, boris, vera)
	if s.Turn != 12*time.Hour || s.Status.Due != 12*time.Hour+30*time.Second || s.Hours.Zone.String() != zone {
		t.Fatalf("a turn has %v, the first %v, the zone is %v", s.Turn, s.Status.Due, s.Hours.Zone)
	}
	id, since, left := s.ID, time.Now(), s.Status.Due
	for n := range 7 {
		switch n {
		case 2, 5: // the bot is down, in the hours or outside them
			until(time.Now().Add(7*time.Hour + 11*time.Minute))
			left -= s.Hours.Between(since, time.Now())
			end(p)
			time.Sleep(5 * time.Hour)
			p = begin()
			since = time.Now()
			p.pass(time.Minute)
			if p.inMemory() != 0 {
				t.Error("a table by days stays in memory after a start")
			}
		}
		due := s.Hours.After(since, left+Grace)
		if got, runs := look(p, id).When(look(p, id).Status.Due); !runs || !got.Equal(s.Hours.After(since, left)) {
			t.Fatalf("deadline %d: it is said to be at %v, and is at %v", n, got, s.Hours.After(since, left))
		}
		before := look(p, id).Match.N()
		until(due.Add(-time.Second))
		if got := look(p, id); got.Match.N() != before {
			t.Fatalf("deadline %d: it came before %v", n, due)
		}
		until(due.Add(time.Second))
		s = look(p, id)
		if s.Match.N() != before+1 {
			t.Fatalf("deadline %d: it did not come at %v: %d inputs, %d before; due %v, clock %v", n, due, s.Match.N(), before, s.Status.Due, s.Now(time.Now()))
		}
		since, left = due, s.Status.Due-s.Match.At()
		if left < time.Hour {
			t.Fatalf("deadline %d: the next turn has %v", n, left)
		}
		if slices.ContainsFunc(s.Players, func(p Player) bool { return p.Asleep }) { // they come back
			for _, u := range []User{anya, boris, vera} {
				p.do(id, u, Back)
			}
			s = look(p, id)
		}
	}
	end(p)
}

// look is a table as it is, without keeping it in memory.
func look(p *party, id string) *State {
	p.t.Helper()
	list, err := p.tables.Read(p.t.Context(), OfMatch(id))
	s, _ := list.One()
	if err != nil || s == nil {
		p.t.Fatalf("no table %s: %v", id, err)
	}
	return s
}

// TestTurnsByDays plays every game by days. Whatever happens, nobody's turn ends by a
// deadline that came within an hour of its being set, and moments at which nobody loses
// anything pass at any hour.
func TestTurnsByDays(t *testing.T) {
	t.Parallel()
	for _, g := range byDays {
		info := g.Info()
		o, err := info.Complete(map[string]string{"pace": "1d"})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(3, 4))
		for k := range gametest.Times(6, 6, 2) {
			m, err := g.Deal(games.Seed{byte(k)}, games.Table{Seats: info.Best, Options: o})
			if err != nil {
				t.Fatal(err)
			}
			set, at := time.Duration(0), time.Duration(0)
			var acted []games.Seat // since the last deadline
			for n := 1; n < 400 && !m.Status().Over; n++ {
				was := m.Status()
				in := games.Input{N: n, At: at, Kind: games.KindExpire, Seat: games.Nobody}
				if r.IntN(5) > 0 { // somebody acts, soon or late
					in.Kind = games.KindPlay
					in.At += time.Duration(r.Int64N(int64(max(was.Due-at, 1))))
					if seat, move, ok := easyMove(m, r); ok {
						in.Seat, in.Move = seat, move
					} else {
						in.Kind = games.KindExpire
					}
				}
				if in.Kind == games.KindExpire {
					in.Seat, in.At = games.Nobody, max(at, was.Due)
				}
				next, err := m.Do(in)
				if _, refused := games.Refused(err); refused {
					n--
					continue
				}
				if err != nil {
					t.Fatalf("%s: %v", info.Name, err)
				}
				is := next.Status()
				if in.Kind == games.KindExpire && was.Due-set < time.Hour && !was.Break && !slices.Equal(was.Awaits, is.Awaits) {
					for _, seat := range was.Awaits { // who has chosen already loses nothing
						if !slices.Contains(acted, seat) {
							t.Fatalf("%s: the turn of %v ended after %v", info.Name, was.Awaits, was.Due-set)
						}
					}
				}
				if in.Kind == games.KindPlay {
					acted = append(acted, in.Seat)
				} else {
					acted = nil
				}
				if is.Due > 0 && is.Due != was.Due {
					if d := is.Due - in.At; d > timing.AnyHour && d < time.Hour {
						t.Fatalf("%s: a deadline of %v is neither a turn nor a moment", info.Name, d)
					}
					set = in.At
				}
				m, at = next, in.At
			}
		}
	}
}

// easyMove is a move that somebody who is awaited can make.
func easyMove(m games.Match, r *rand.Rand) (games.Seat, string, bool) {
	awaits := m.Status().Awaits
	if len(awaits) == 0 {
		return games.Nobody, "", false
	}
	seat := awaits[r.IntN(len(awaits))]
	move, ok := m.Choose(seat, games.Easy)
	return seat, move, ok
}

// TestNightByDays: outside the hours people may play, the moments between their turns
// pass, and nobody loses time.
func TestNightByDays(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), byDays...)
		untilHour(23)
		s := p.sit("somnia", map[string]string{"pace": "1d", "from": "10", "to": "22", "zone": "Etc/UTC"}, anya, boris)
		for range 6 {
			s = p.drive(s.ID)
			p.pass(10 * time.Second)
		}
		s = p.state(s.ID)
		if s.Match.N() < 6 {
			t.Fatalf("two people who play at night have made %d inputs", s.Match.N())
		}
		for s.Left(s.Status.Due, time.Now()) <= timing.AnyHour { // a trick lies open, and then a turn follows
			p.pass(10 * time.Second)
			s = p.drive(s.ID)
		}
		left := s.Left(s.Status.Due, time.Now())
		untilHour(10)
		if s = p.state(s.ID); s.Left(s.Status.Due, time.Now()) != left {
			t.Errorf("%v were left in the evening, %v in the morning", left, s.Left(s.Status.Due, time.Now()))
		}
		if len(s.ToRemind) > 0 {
			t.Errorf("%v are reminded at night", s.ToRemind)
		}
		p.pass(DaysReminder)
		if s = p.state(s.ID); len(s.ToRemind) != 1 {
			t.Errorf("%v are reminded a while after the hours began", s.ToRemind)
		}
		p.leave()
	})
}

// TestNoTableByDaysIsCutOff: nothing that ends waiting tables counts in minutes there.
func TestNoTableByDaysIsCutOff(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), byDays...)
		options := map[string]string{"pace": "2d", "from": "18", "to": "20", "zone": "Europe/Berlin"}
		s, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel, Game: "somnia", Options: options, Host: anya, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		p.pass(6 * 24 * time.Hour)
		p.do(s.ID, anya, AddAuto)
		s = p.do(s.ID, anya, Start)
		p = p.kill()
		p.pass(40 * 24 * time.Hour) // 80 hours in which people play, a turn and a half
		if s = look(p, s.ID); s.Phase != Live || s.Match.N() == 0 {
			t.Fatalf("the table is %s after input %d", s.Phase, s.Match.N())
		}
		p.pass(40 * 24 * time.Hour)
		if s = look(p, s.ID); s.Phase != Live {
			t.Fatalf("the table is %s: %v", s.Phase, s.VoidReason)
		}
		p.do(s.ID, anya, Back)
		p.do(s.ID, anya, Leave)
		p.leave()

		p = gather(t, newMemory(), byDays...)
		s = p.sit("somnia", options, anya, boris, vera)
		s = p.do(s.ID, boris, Pause) // he is not the host: a vote
		p.pass(3 * 24 * time.Hour)
		if s = look(p, s.ID); s.Motion == nil {
			t.Error("a motion at a table by days is over within three days")
		}
		p.leave()
	})
}

// TestHoliday: the seat of somebody on holiday is played at tables by days, until they
// play or the date comes, also after a restart. A live table only says it.
func TestHoliday(t *testing.T) {
	gametest.NotShort(t)
	virtual(t, func(t *testing.T) {
		m := newMemory()
		p := gather(t, m, byDays...)
		days := p.sit("somnia", map[string]string{"pace": "1d", "from": "10", "to": "22"}, anya, boris)
		live, err := p.tables.Create(t.Context(), New{Guild: 9, Channel: channel + 1, Game: "sum", Host: anya, Press: p.now()})
		if err != nil {
			t.Fatal(err)
		}
		p.do(live.ID, boris, Join)
		p.do(live.ID, anya, Start)
		away := func(id string, u User) bool {
			s := look(p, id)
			seat, _ := s.Seat(u.ID)
			return s.Players[seat].Asleep
		}
		back := time.Now().Add(72 * time.Hour)
		go1 := func(u User, until time.Time) {
			if _, err := p.store.ChangeUser(context.Background(), uint64(u.ID), func(u *store.User) { u.Holiday = until }); err != nil {
				t.Fatal(err)
			}
			if err := SetHoliday(t.Context(), p.tables, u.ID, until); err != nil {
				t.Fatal(err)
			}
		}
		go1(boris, back)
		if !away(days.ID, boris) || away(live.ID, boris) || away(days.ID, anya) {
			t.Fatal("his seat is played at the wrong tables")
		}
		if s := p.state(days.ID); len(s.FreeFor(vera.ID)) != 0 || slices.Contains(s.Awake(), 1) {
			t.Errorf("others can take the seat of somebody on holiday: %v", s.FreeFor(vera.ID))
		}
		if notes := p.notes(live.ID); !slices.Contains(notes, "holiday 1") {
			t.Errorf("a live table says %v", notes)
		}
		p = p.kill()
		until(back.Add(-time.Second))
		if !away(days.ID, boris) {
			t.Error("a restart ended the holiday")
		}
		p.pass(2 * time.Second)
		if away(days.ID, boris) {
			t.Error("the date came, and his seat is still played")
		}

		go1(anya, time.Now().Add(240*time.Hour))
		p.do(days.ID, anya, Back)
		if u, _ := p.store.User(t.Context(), uint64(anya.ID)); away(days.ID, anya) || !u.Holiday.IsZero() {
			t.Errorf("she came back, and is away: %v, on holiday: %v", away(days.ID, anya), u.Holiday)
		}
		p.leave()
	})
}

// TestHolidayOfAnotherProcess: the table finds a holiday in the store when it awaits the
// person, and its end too.
func TestHolidayOfAnotherProcess(t *testing.T) {
	virtual(t, func(t *testing.T) {
		p := gather(t, newMemory(), byDays...)
		s := p.sit("somnia", map[string]string{"pace": "1d", "from": "0", "to": "24"}, anya, boris)
		for _, u := range []User{anya, boris} {
			if _, err := p.store.ChangeUser(t.Context(), uint64(u.ID), func(u *store.User) { u.Holiday = time.Now().Add(1000 * time.Hour) }); err != nil {
				t.Fatal(err)
			}
		}
		p.pass(26 * time.Hour)
		if s = look(p, s.ID); !s.Players[0].Off && !s.Players[1].Off {
			t.Fatalf("nobody is on holiday after a deadline: %+v", s.Players)
		}
		p.leave()
	})
}
