package page

import (
	"fmt"
	"math"
	"testing"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
)

// TestArguments reads each argument as it was written. Those of a former version, and what is
// none, say no more than they can.
func TestArguments(t *testing.T) {
	const id = discord.ID(1453537728921600012)
	for _, a := range []StartArg{{}, {Terms: "1z141z3"}, {Fill: 4, People: 2, Terms: "1z141z3"}} {
		if got := ParseStartArg(a.String()); got != a {
			t.Errorf("%+v is read as %+v", a, got)
		}
	}
	for text, want := range map[string]StartArg{"": {}, "4": {Fill: 4}, "-1": {}, "1000:3": {People: 3}, "x:y:z:": {Terms: "z:"}} {
		if got := ParseStartArg(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
	for _, a := range []SeatArg{{Seat: 0}, {Seat: 9, Whom: id}} {
		if got := ParseSeatArg(a.String()); got != a {
			t.Errorf("%+v is read as %+v", a, got)
		}
	}
	for text, want := range map[string]SeatArg{"": {Seat: games.Nobody}, "2": {Seat: 2}, "-1": {Seat: games.Nobody}, "100": {Seat: games.Nobody}, "1:x": {Seat: 1}} {
		if got := ParseSeatArg(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
	for _, a := range []KickArg{{Whom: id}, {id, table.OfLobby}, {id, table.GoesOn}, {id, table.Waits}, {id, table.Ends}} {
		if got := ParseKickArg(a.String()); got != a {
			t.Errorf("%+v is read as %+v", a, got)
		}
	}
	for text, want := range map[string]KickArg{"": {}, "x": {}, id.String(): {Whom: id}, "ask:" + id.String(): {Whom: id}, id.String() + ":whatever": {Whom: id}, id.String() + ":yes": {Whom: id}} {
		if got := ParseKickArg(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
	}
}

// TestArgumentsFit writes the longest arguments into custom ids, which Discord takes, and reads
// them again.
func TestArgumentsFit(t *testing.T) {
	const most = discord.ID(math.MaxUint64)
	for action, arg := range map[Action]string{
		Start:    StartArg{99, 99, "3w5e11264sgsf"}.String(),
		Ready:    "3w5e11264sgsf",
		TakeSeat: SeatArg{99, most}.String(),
		Kick:     KickArg{most, table.GoesOn}.String(),
		Stop:     string(table.OfLobby),
		Leave:    string(table.GoesOn),
		Object:   fmt.Sprintf("%s:%d:%d.%d", table.Resume, 100, 99999999999, math.MaxInt64),
	} {
		for _, confirms := range []string{"", "0123456789ab"} {
			id := CustomID{Match: "abcdefghij", Action: action, Arg: arg, Confirms: confirms}
			if got, ok := ParseCustomID(id.String()); !ok || got != id {
				t.Errorf("%s, of %d characters, is read as %+v", id, len(id.String()), got)
			}
		}
	}
	for _, forged := range []string{"b/-/join/!", "b/-/join/1!xyz", "b/-/join/!ab!cd", "b/-/join!ab/"} {
		if got, ok := ParseCustomID(forged); ok {
			t.Errorf("%q is read as %+v", forged, got)
		}
	}
}
