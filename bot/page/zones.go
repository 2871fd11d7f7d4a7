package page

import (
	"slices"
	"strconv"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/games/pace"
	"oneiros/games/ui"
)

// A Zone says by whose clocks a person or a server goes: those of a city, which keep their hour
// when clocks are set. Before cities were offered, people chose hours east of UTC. Those count
// until they choose anew.
type Zone struct {
	City string // one of [pace.Zones], or empty
	East int    // minutes east of UTC, without a City
}

// Moscow is the zone of most people who read Russian. It is theirs until they choose another one.
var Moscow = Zone{City: pace.Moscow}

// The hours east of UTC that could be chosen. Messages in the world may have them.
const (
	firstZone = -11
	lastZone  = 13
)

// ChosenZone is what was chosen in a [ZoneMenu], which is hostile, or in that of a former version.
func ChosenZone(value string) (Zone, bool) {
	if slices.Contains(pace.Zones, value) {
		return Zone{City: value}, true
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < firstZone || n > lastZone {
		return Zone{}, false
	}
	return Zone{East: n * 60}, true
}

// Clock is what the clocks of a zone show.
func (z Zone) Clock(now time.Time) string {
	return now.In(pace.Clocks(z.City, time.Duration(z.East)*time.Minute)).Format("15:04")
}

// Name is how a zone is known everywhere.
func (z Zone) Name() ui.Text {
	if z.City != "" {
		return ui.T("option." + pace.Zone + "." + z.City)
	}
	hours := z.East / 60
	if hours < 0 {
		return ui.Literal("UTC−" + strconv.Itoa(-hours))
	}
	return ui.Literal("UTC+" + strconv.Itoa(hours))
}

// ZoneMenu is a menu of cities, with what their clocks show. It says which zone is chosen, also
// one that it does not have.
func ZoneMenu(f *screen.Frame, id CustomID, now time.Time, is Zone) discord.Menu {
	label := func(z Zone) ui.Text { return ui.T("bot.calls.zone", ui.Literal(z.Clock(now)), z.Name()) }
	m := discord.Menu{CustomID: id.String(), Placeholder: Short(f, label(is), discord.MaxPlaceholder)}
	for _, city := range pace.Zones {
		m.Options = append(m.Options, discord.MenuOption{Label: Short(f, label(Zone{City: city}), discord.MaxOptionText), Value: city, Default: city == is.City})
	}
	return m
}
