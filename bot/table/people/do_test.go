package people

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

// game is what is asked of a game here. What plays has an automatic player.
type game struct {
	games.Game
	plays bool
}

func (g game) Plays() bool { return g.plays }

func (g game) Info() games.Info {
	return games.Info{Name: "game", Min: 2, Max: 4, Options: []games.Option{{Key: "goal", Min: 1, Max: 9, Default: func(games.Options) string { return "5" }}}}
}

var (
	noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

	anya, boris, vera, gleb, eve = User{ID: 1, Name: "Аня"}, User{ID: 2, Name: "Boris"}, User{ID: 3, Name: "Вера"}, User{ID: 4, Name: "Gleb"}, User{ID: 5, Name: "Eve"}
)

// A desk is a record with what people did to it, in order, a second apart. Discord's clock is
// an hour ahead, so what is saved by the wrong one is found.
type desk struct {
	t   *testing.T
	rec store.Match
	now Now
}

// seat has people sit at a match that is on, the first of them as the host.
func seat(t *testing.T, plays bool, users ...User) *desk {
	d := &desk{t: t, now: Now{Moment: Moment{noon, noon.Add(time.Hour)}, Game: game{plays: plays}, Dealt: true}}
	d.rec = store.Match{ID: "m", Guild: 7, Channel: 8, Phase: store.Live, Seats: len(users), Host: uint64(users[0].ID), Started: noon, Chosen: map[string]string{}, Options: games.Options{"goal": "5"}}
	for i, u := range users {
		d.rec.Players = append(d.rec.Players, store.Player{User: uint64(u.ID), Name: u.Name, Seat: i, Joined: noon.Add(time.Duration(i) * time.Minute)})
	}
	return d
}

// gather has people sit in a lobby.
func gather(t *testing.T, users ...User) *desk {
	d := seat(t, true, users...)
	d.rec.Phase, d.rec.Seats, d.rec.Started = store.Lobby, 0, time.Time{}
	return d
}

func (d *desk) pass(long time.Duration) {
	d.now.Here, d.now.Discord = d.now.Here.Add(long), d.now.Discord.Add(long)
}

// do does what is not refused.
func (d *desk) do(a Action) Change {
	d.t.Helper()
	d.pass(time.Second)
	before := fmt.Sprintf("%+v", d.rec)
	if d.rec.Motion != nil {
		before += fmt.Sprintf("%+v", *d.rec.Motion)
	}
	c, err := Do(d.rec, a, d.now)
	if err != nil {
		d.t.Fatalf("%s of %s: %v", a.Kind, a.User.Name, err)
	}
	after := fmt.Sprintf("%+v", d.rec)
	if d.rec.Motion != nil {
		after += fmt.Sprintf("%+v", *d.rec.Motion)
	}
	if before != after {
		d.t.Fatalf("%s of %s changed the record that is shown:\n%s", a.Kind, a.User.Name, cmp.Diff(before, after))
	}
	d.take(c)
	return c
}

// take is what a table does with a Change whose match needs nothing.
func (d *desk) take(c Change) {
	if !c.Saves {
		return
	}
	if c.Then == ThenGiveUp { // the rules cannot be left, the seat can
		Tidy(&c.Record, d.now.Moment)
	}
	d.rec = c.Record
	d.rec.Rev++
}

// refuses checks that an action is refused.
func (d *desk) refuses(a Action, key string) {
	d.t.Helper()
	c, err := Do(d.rec, a, d.now)
	if refusal, refused := games.Refused(err); !refused || refusal.Key != key || !cmp.Equal(c, Change{}) {
		d.t.Errorf("%s of %s: %v, want %s", a.Kind, a.User.Name, err, key)
	}
}

// notes are what happened, without "table.note.".
func (d *desk) notes() (list []string) {
	for _, n := range d.rec.Notes {
		list = append(list, n.What[len("table.note."):])
	}
	return list
}

func TestHost(t *testing.T) {
	d := seat(t, true, anya, boris, vera)
	d.refuses(Action{Kind: Transfer, User: boris, Whom: vera.ID}, "table.not-host")
	d.do(Action{Kind: Transfer, User: eve, Moderator: true, Whom: boris.ID})
	if d.rec.Host != uint64(boris.ID) {
		t.Errorf("the host is %d", d.rec.Host)
	}
	d.refuses(Action{Kind: Leave, User: boris}, AskFirst)
	d.do(Action{Kind: Leave, User: boris, Asked: GoesOn})
	if d.rec.Host != uint64(anya.ID) || d.rec.Players[1].LeftSeat != 1 || d.rec.Players[1].Seat != -1 {
		t.Errorf("after the host left: %+v", d.rec)
	}
	if want := []string{"host", "left", "host"}; !slices.Equal(d.notes(), want) {
		t.Errorf("notes %v, want %v", d.notes(), want)
	}
	d.refuses(Action{Kind: TakeSeat, User: boris, Seat: 0}, "table.other-hand") // he knows what his seat knows
	if c := d.do(Action{Kind: TakeSeat, User: boris, Seat: games.Nobody}); c.Then != ThenSit || c.Seat != 1 {
		t.Errorf("he came back: %+v", c)
	}
	d.do(Action{Kind: Kick, User: anya, Whom: boris.ID, Asked: GoesOn})
	d.refuses(Action{Kind: TakeSeat, User: boris, Seat: games.Nobody}, "table.barred")
}

// TestGiveUp: where no automatic player goes on, the rules are asked to leave first.
func TestGiveUp(t *testing.T) {
	d := seat(t, false, anya, boris, vera)
	if c := d.do(Action{Kind: MemberLeft, User: anya}); c.Then != ThenGiveUp || c.Seat != 0 || !c.Saves {
		t.Errorf("a part leaves the game: %+v", c)
	}
	if d.rec.Host != uint64(boris.ID) {
		t.Errorf("the host is %d", d.rec.Host)
	}
	d.now.Dealt = false // its rules cannot be asked
	if c := d.do(Action{Kind: MemberLeft, User: boris}); c.Then != ThenNothing {
		t.Errorf("an unread match: %+v", c)
	}
	d.now.Dealt = true
	if c := d.do(Action{Kind: MemberLeft, User: vera}); c.Then != ThenNothing || d.rec.Phase != store.Void {
		t.Errorf("the last person has left: %+v", c)
	}
	if !d.rec.Expires.Equal(d.now.Discord.Add(ClearAfter)) {
		t.Errorf("it is cleared away at %v", d.rec.Expires)
	}
}

func TestVotes(t *testing.T) {
	d := seat(t, true, anya, boris, vera, gleb)
	d.do(Action{Kind: Pause, User: boris})
	first := MotionOf(&d.rec)
	if first == nil || first.Need != 3 || first.By != 1 || !first.Until.Equal(d.now.Discord.Add(VoteTime)) {
		t.Fatalf("the motion: %+v", first)
	}
	d.refuses(Action{Kind: Agree, User: eve, Motion: first.ID}, "table.not-seated")
	d.refuses(Action{Kind: Agree, User: vera, Motion: "other"}, "table.motion-other")
	d.refuses(Action{Kind: Stop, User: vera}, "table.motion")
	decided := func(lapsed bool) bool {
		c, err := Decide(d.rec, lapsed, d.now)
		if err != nil {
			t.Fatal(err)
		}
		d.take(c)
		return c.Saves
	}
	d.do(Action{Kind: Agree, User: vera, Motion: first.ID})
	if decided(false) {
		t.Error("two of four decide")
	}
	d.do(Action{Kind: Pause, User: gleb}) // the same motion again is a vote for it
	if !decided(false) || d.rec.Paused != "table.pause.vote" || d.rec.Motion != nil {
		t.Errorf("three of four: %+v", d.rec)
	}
	d.do(Action{Kind: Resume, User: boris})
	if !decided(true) || d.rec.Paused == "" {
		t.Error("a motion that has lapsed is carried")
	}
	if c := d.do(Action{Kind: Resume, User: anya}); !c.Saves || d.rec.Paused != "" {
		t.Error("the host cannot resume")
	}
	d.do(Action{Kind: Kick, User: gleb, Seat: 1})
	d.rec.Players[2].Asleep = true // of three, two decide, and a sleeper's vote is lost
	if d.do(Action{Kind: Agree, User: anya, Motion: MotionOf(&d.rec).ID}); !decided(false) || !d.rec.Players[1].Barred {
		t.Errorf("two of three: %+v", d.rec.Players)
	}
	if want := []string{"paused", "rejected", "resumed", "votekicked"}; !slices.Equal(d.notes(), want) {
		t.Errorf("notes %v, want %v", d.notes(), want)
	}
	if needed(&store.Match{}, Faster) == 0 {
		t.Error("a table without people agrees")
	}
}

// TestVoteByDays: a motion is open as long as a turn, in the hours of the table.
func TestVoteByDays(t *testing.T) {
	d := seat(t, true, anya, boris, vera)
	d.rec.Options = games.Options{pace.Key: "1d"}
	d.now.Turn = pace.Length(d.rec.Options)
	if d.now.Turn == 0 {
		t.Fatal("no table by days")
	}
	d.do(Action{Kind: Stop, User: boris})
	if want := pace.HoursOf(d.rec.Options).After(d.now.Discord, d.now.Turn); !d.rec.Motion.Until.Equal(want) {
		t.Errorf("open until %v, want %v", d.rec.Motion.Until, want)
	}
}

func TestAwayAndBack(t *testing.T) {
	d := seat(t, true, anya, boris)
	for i := range d.rec.Players {
		d.rec.Players[i].Asleep = true
	}
	Tidy(&d.rec, d.now.Moment)
	if d.rec.Paused != PausedEmpty || !d.rec.Expires.IsZero() {
		t.Errorf("all are away: %+v", d.rec)
	}
	d.refuses(Action{Kind: Resume, User: eve, Moderator: true}, PausedEmpty) // it needs people
	d.do(Action{Kind: Back, User: boris})
	if d.rec.Paused != "" || d.rec.Host != uint64(boris.ID) || d.rec.Players[1].Asleep {
		t.Errorf("one is back: %+v", d.rec)
	}
	if c := d.do(Action{Kind: Back, User: boris}); c.Saves {
		t.Error("who is there comes back")
	}
	d.refuses(Action{Kind: Back, User: eve}, "table.not-seated")
	d.refuses(Action{Kind: Join, User: boris}, "table.seated")
	d.do(Action{Kind: TakeSeat, User: eve, Seat: 0, Whom: anya.ID})
	if want := []string{"back", "host", "substitute"}; !slices.Equal(d.notes(), want) {
		t.Errorf("notes %v, want %v", d.notes(), want)
	}
	d.refuses(Action{Kind: TakeSeat, User: vera, Seat: 1}, "table.no-seat")
}

func TestHoliday(t *testing.T) {
	d := seat(t, true, anya, boris)
	until := noon.Add(48 * time.Hour)
	d.do(Action{Kind: SetHoliday, User: anya, Until: until})
	if d.rec.Players[0].Asleep || !slices.Equal(d.notes(), []string{"holiday"}) {
		t.Errorf("a live table only says it: %+v", d.rec)
	}
	d.rec.Options = games.Options{pace.Key: "1d"}
	d.do(Action{Kind: SetHoliday, User: anya, Until: until})
	if at, some := NextReturn(&d.rec); !some || !at.Equal(until) || !OnHoliday(&d.rec, anya.ID) || d.rec.Host != uint64(boris.ID) {
		t.Errorf("on holiday: %+v", d.rec)
	}
	d.refuses(Action{Kind: TakeSeat, User: eve, Seat: 0}, "table.no-seat") // they come back to it
	if c := d.do(Action{Kind: SetHoliday, User: anya, Until: until}); c.Saves {
		t.Error("the same date is news")
	}
	d.do(Action{Kind: SetHoliday, User: anya})
	if _, some := NextReturn(&d.rec); some || d.rec.Players[0].Asleep {
		t.Errorf("back: %+v", d.rec)
	}
}

func TestChannel(t *testing.T) {
	d := seat(t, true, anya, boris)
	d.do(Action{Kind: ChannelChanged, Thread: 9})
	d.do(Action{Kind: ChannelDeleted})
	d.refuses(Action{Kind: Resume, User: anya}, PausedChannelDeleted)
	d.refuses(Action{Kind: ChannelChanged, User: eve, Channel: 10}, "table.not-seated")
	if d.do(Action{Kind: ChannelChanged, User: boris, Channel: 10}); d.rec.Channel != 10 || d.rec.Thread != 0 || d.rec.Paused != "" {
		t.Errorf("it was moved: %+v", d.rec)
	}
	if c := d.do(Action{Kind: ChannelChanged, User: anya, Channel: 11}); c.Saves || d.rec.Channel != 10 {
		t.Error("a match that has a channel is moved")
	}
	l := gather(t, anya)
	if l.do(Action{Kind: ChannelDeleted}); l.rec.Phase != store.Void {
		t.Error("a lobby without a channel stays")
	}
}

func TestLobby(t *testing.T) {
	d := gather(t, anya, boris)
	d.do(Action{Kind: Ready, User: boris, Terms: Terms(d.rec.Options)})
	d.refuses(Action{Kind: SetOption, User: boris, Key: "goal", Value: "7"}, "table.not-host")
	d.do(Action{Kind: SetOption, User: anya, Key: "goal", Value: "7"})
	if d.rec.Options["goal"] != "7" || d.rec.Players[1].Ready || !d.rec.Expires.Equal(d.now.Discord.Add(LobbyTimeout)) {
		t.Errorf("another goal: %+v", d.rec)
	}
	d.refuses(Action{Kind: Ready, User: boris, Terms: Terms(games.Options{"goal": "5"})}, "table.terms")
	d.refuses(Action{Kind: Start, User: boris}, "table.not-ready")
	d.now.Chose = anya.ID // who chose them agrees to them
	if c := d.do(Action{Kind: Start, User: anya, Terms: "old", Press: 77, Fill: 3, People: 2}); c.Then != ThenDeal || len(Sitting(&c.Record)) != 3 || c.Record.Players[0].Press != 77 {
		t.Errorf("start: %+v", c)
	}
	d = gather(t, anya)
	d.refuses(Action{Kind: Start, User: anya}, "table.need")
	d.refuses(Action{Kind: Pause, User: anya}, "table.not-started")
	for range 3 {
		d.do(Action{Kind: AddAuto, User: anya})
	}
	d.refuses(Action{Kind: AddAuto, User: anya}, "table.full")
	d.do(Action{Kind: Join, User: boris}) // a person goes first
	if len(Persons(&d.rec)) != 2 || len(Sitting(&d.rec)) != 4 {
		t.Errorf("seats: %+v", d.rec.Players)
	}
	if c := d.do(Action{Kind: Join, User: boris}); c.Saves {
		t.Error("who sits joins again")
	}
	d.do(Action{Kind: Kick, User: anya, Whom: boris.ID, Asked: OfLobby})
	d.refuses(Action{Kind: Join, User: boris}, "table.barred")
	d.do(Action{Kind: Leave, User: anya})
	if d.rec.Host != 0 || len(Sitting(&d.rec)) != 0 {
		t.Errorf("automatic players stay alone: %+v", d.rec.Players)
	}
	if d.do(Action{Kind: CloseEmpty}); d.rec.Phase != store.Void {
		t.Error("an empty lobby does not give way")
	}
}

// TestErased: who was erased while the match lasts may not come back, and nobody knows any
// more which seat they had.
func TestErased(t *testing.T) {
	d := seat(t, true, anya, boris, vera)
	d.rec.Players = d.rec.Players[:2]
	d.now.Erased = map[discord.ID]bool{vera.ID: false, eve.ID: true}
	d.refuses(Action{Kind: TakeSeat, User: vera, Seat: 2}, "table.other-hand")
	d.refuses(Action{Kind: TakeSeat, User: eve, Seat: 2}, "table.barred")
	d.do(Action{Kind: TakeSeat, User: gleb, Seat: 2})
}

func TestSeeEnd(t *testing.T) {
	d := seat(t, true, anya, boris)
	d.now.Out = []games.Seat{0}
	d.refuses(Action{Kind: SeeEnd, User: anya}, "table.not-out")
	d.now.Out = []games.Seat{0, 1}
	if c := d.do(Action{Kind: SeeEnd, User: anya}); c.Then != ThenSeeEnd || c.Saves {
		t.Errorf("all are out: %+v", c)
	}
	d.now.Dealt = false
	d.refuses(Action{Kind: SeeEnd, User: anya}, "table.not-out")
}

// TestAnything does thousands of things at random. No two players have a seat, the host is awake
// while any person is, a match that all are away from stands, and only people who are awake vote.
func TestAnything(t *testing.T) {
	kinds := []Kind{Join, TakeSeat, TakeSeat, Leave, Kick, Transfer, Ready, Start, Faster, Slower, Back, Pause, Resume, Agree, Agree, Object, MemberLeft, SetHoliday, ChannelDeleted, ChannelChanged, SatElsewhere, CloseEmpty}
	done := map[Kind]int{}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		d := seat(t, r.IntN(2) == 0, anya, boris, vera, gleb)
		if r.IntN(3) == 0 {
			d.rec.Options = games.Options{pace.Key: "1d"}
		}
		for range 60 {
			users := []User{anya, boris, vera, gleb, eve}
			a := Action{Kind: kinds[r.IntN(len(kinds))], User: users[r.IntN(len(users))], Seat: games.Seat(r.IntN(5) - 1), Moderator: r.IntN(10) == 0, Asked: Whatever, Channel: 12}
			if m := MotionOf(&d.rec); m != nil {
				a.Motion = m.ID
			}
			if a.Kind == SetHoliday && r.IntN(2) == 0 {
				a.Until = noon.Add(time.Hour)
			}
			if _, err := Do(d.rec, a, d.now); err == nil {
				d.do(a)
				done[a.Kind]++
			} else if _, refused := games.Refused(err); !refused {
				t.Fatalf("%+v: %v", a, err)
			}
			if c, err := Decide(d.rec, r.IntN(20) == 0, d.now); err != nil {
				t.Fatal(err)
			} else {
				d.take(c)
			}
			if i := r.IntN(len(d.rec.Players)); d.rec.Phase == store.Live && d.rec.Players[i].Seat >= 0 && r.IntN(15) == 0 {
				d.rec = Clone(d.rec)
				d.rec.Players[i].Asleep = true
				Tidy(&d.rec, d.now.Moment)
			}
			d.sound()
			if d.rec.Phase != store.Live {
				break
			}
		}
	}
	for _, k := range kinds {
		if done[k] == 0 {
			t.Errorf("%s was never done", k)
		}
	}
}

// sound checks what is always so of a live match.
func (d *desk) sound() {
	d.t.Helper()
	if d.rec.Phase != store.Live {
		return
	}
	seats := map[int]bool{}
	for _, p := range Sitting(&d.rec) {
		if seats[p.Seat] || p.Seat >= d.rec.Seats {
			d.t.Fatalf("seat %d: %+v", p.Seat, d.rec.Players)
		}
		seats[p.Seat] = true
	}
	there := Awake(&d.rec)
	is := func(user uint64) bool {
		return slices.ContainsFunc(there, func(p store.Player) bool { return p.User == user })
	}
	if len(there) > 0 && (d.rec.Paused == PausedEmpty || !is(d.rec.Host)) || len(there) == 0 && d.rec.Paused == "" {
		d.t.Fatalf("%d are there, the host is %d, paused by %q", len(there), d.rec.Host, d.rec.Paused)
	}
	if v := d.rec.Motion; v != nil {
		for _, s := range slices.Concat(v.Yes, v.No) {
			if Unattended(&d.rec, games.Seat(s)) {
				d.t.Fatalf("seat %d votes: %+v of %+v", s, v, d.rec.Players)
			}
		}
	}
}
