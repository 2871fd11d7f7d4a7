package store

import (
	"encoding/json"
	"fmt"
	"time"
)

// Home is how a server wants the bot to be. The zero Home is that of a server that never
// chose anything.
type Home struct {
	Openers  uint64   `json:"openers,omitempty"`  // the role whose members may open tables; 0 for all
	Channels []uint64 `json:"channels,omitempty"` // where tables may be opened; none for everywhere
	Threads  bool     `json:"threads,omitempty"`  // a table has a thread unless its opener says otherwise
	Quiet    *Quiet   `json:"quiet,omitempty"`    // nil for never

	// Options are what a table agrees on when its opener says nothing, by game.
	Options map[string]map[string]string `json:"options,omitempty"`
	// Lost says that the role or the last of the channels was deleted, and that no person
	// has chosen another since.
	Lost bool `json:"lost,omitempty"`
}

// Quiet are the hours in which the bot mentions no person.
type Quiet struct {
	From int    `json:"from"`           // hour of the day
	To   int    `json:"to"`             // likewise, not included
	City string `json:"city,omitempty"` // by whose clocks, such as Europe/Berlin
	Zone int    `json:"zone"`           // minutes east of UTC; where no City was chosen
}

// IsQuiet reports whether the bot mentions no person at a moment.
func (h Home) IsQuiet(at time.Time) bool {
	if h.Quiet == nil {
		return false
	}
	return inHours(at, h.Quiet.From, h.Quiet.To, h.Quiet.City, h.Quiet.Zone)
}

// homeText is a Home as it is stored: empty for the zero Home.
func homeText(h Home) (string, error) {
	b, err := json.Marshal(h)
	if err != nil {
		return "", fmt.Errorf("encode the settings of a server: %w", err)
	}
	if string(b) == "{}" {
		return "", nil
	}
	return string(b), nil
}

func readHome(text string) (h Home, err error) {
	if text != "" {
		err = decode([]byte(text), &h)
	}
	return h, err
}
