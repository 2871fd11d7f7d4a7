package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"oneiros/games"
	"oneiros/store/storetest"
)

// TestAttendance: who sat at the tables of a night when their matches began came to it, also at
// the second table, and also those who left. Automatic players, people who took a seat later and
// people at other tables did not. It goes with the person, the match and the server. A database of
// the version before is upgraded, with the nights of the last week.
func TestAttendance(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		for i, id := range []string{"first", "second", "other", "lobby"} {
			m := Match{ID: id, Guild: 1, Channel: uint64(5 + i), Game: "somnia", Phase: Lobby, Created: at, ClockSaved: at, Players: []Player{
				{User: 7, Name: "Вера", Username: "vera", Joined: at}, {User: 8, Name: "Глеб", Seat: 1, Joined: at}, {User: 1 << 60, Name: "Bot", Seat: 2, Auto: true, Joined: at},
				{User: 10, Name: "Expected", Seat: -1},
			}}
			if id == "second" {
				m.Players = []Player{{User: 11, Name: "Eve", Joined: at}}
			}
			if err := s.Matches().CreateMatch(ctx, m); err != nil {
				t.Fatal(err)
			}
			if id == "lobby" {
				continue
			}
			m.Phase, m.Started, m.Seats, m.Seed = Live, at.Add(time.Minute), len(m.Players), games.Seed{1}
			m.Position = &Position{Version: 1, Turns: make([]int, 4), Data: []byte("{}")}
			if id == "first" { // Глеб leaves, and Kate takes the seat
				m.Players[1].Seat, m.Players[1].LeftAt, m.Players[1].LeftSeat = -1, at.Add(time.Hour), 1
				m.Players = append(m.Players, Player{User: 9, Name: "Kate", Seat: 1, Joined: at.Add(time.Hour)})
			}
			if err := s.Matches().SaveMatch(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		err := s.Matches().AppendInput(ctx, Step{Match: "first", Rev: 1, Input: games.Input{N: 1, Kind: games.KindPlay}, Position: Position{N: 1, Version: 1, Turns: make([]int, 4), Data: []byte("{}")}, End: &End{
			At: at.Add(2 * time.Hour), Results: []Result{{Seat: 0, Game: "somnia", Guild: 1, User: 7, Won: true}, {Seat: 1, Game: "somnia", Guild: 1, User: 9, Won: true}, {Seat: 2, Auto: true}},
		}})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []Night{
			{Guild: 1, ID: "night", Game: "somnia", At: at, State: NightBegun, Match: "first", Second: "second"}, {Guild: 1, ID: "next", Game: "somnia", At: at.Add(time.Hour), State: NightBegun, Match: "lobby"},
			{Guild: 1, ID: "empty", At: at, State: NightEmpty},
		} {
			if err := s.Nights().SaveNight(ctx, n); err != nil {
				t.Fatal(err)
			}
		}
		// As the version before had it.
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		stepBack(t, place, 40)
		s = openStore(t, place)
		came := func(want ...string) {
			t.Helper()
			if err := s.Attendance().NoteAttendance(ctx); err != nil {
				t.Fatal(err)
			}
			list, err := s.Attendance().AttendanceOn(ctx, 1)
			var got []string
			for _, a := range list {
				got = append(got, fmt.Sprint(a.Night, " ", a.Match, " ", a.User, " ", a.Name, " ", a.Username, " ", a.Game, " ", a.Won, " ", a.At.Equal(at)))
			}
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("came %q, %v, want %q", got, err, want)
			}
		}
		vera, gleb, eve := "night first 7 Вера vera somnia true true", "night first 8 Глеб  somnia false true", "night second 11 Eve  somnia false true"
		came(vera, gleb, eve)
		came(vera, gleb, eve) // and no more of it
		if p, err := s.Erasures().Person(ctx, 8, nil); err != nil || len(p.Rows("nights_attended")) != 1 || string(p.Rows("nights_attended")[0]) != `{"server":"1","night":"night","at":"`+at.Local().Format(time.RFC3339)+`","match":"first"}` {
			t.Errorf("kept: %s, %v", p.Rows("nights_attended"), err)
		}
		if err := errors.Join(s.Erasures().RequestErasure(ctx, 8, at), s.Matches().EraseFromMatch(ctx, Removal{Match: "first", Rev: 2, User: 8, Host: 7})); err != nil {
			t.Fatal(err)
		}
		came(vera, eve)
		if err := s.Matches().EraseMatch(ctx, "second"); err != nil {
			t.Fatal(err)
		}
		came(vera)
		if list, err := FindDamage(ctx, place); err != nil || len(list) > 0 {
			t.Errorf("damage: %v, %v", list, err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil {
			t.Fatal(err)
		}
		came()
	})
}
