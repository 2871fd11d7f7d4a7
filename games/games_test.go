package games_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"testing"

	"oneiros/games"
)

func TestViewer(t *testing.T) {
	var public games.Viewer
	if _, ok := public.Seat(); ok || public.Is(0) || public.Is(games.Nobody) || public.String() != "public" {
		t.Error("the zero viewer sits")
	}
	if games.Nobody.Viewer() != public || games.Seat(-9).Viewer() != public {
		t.Error("nobody is not the public")
	}
	for s := range games.Seat(10) {
		v := s.Viewer()
		if got, ok := v.Seat(); !ok || got != s || !v.Is(s) || v.Is(s+1) || v.Is(games.Nobody) {
			t.Errorf("seat %d is %v", s, v)
		}
	}
	if all := slices.Collect(games.Viewers(2)); !slices.Equal(all, []games.Viewer{public, games.Seat(0).Viewer(), games.Seat(1).Viewer()}) {
		t.Errorf("viewers %v", all)
	}
	for range games.Viewers(3) {
		break // stopping early must not panic
	}
}

// first is the first number of the deal of the zero seed.
const first = "ebbdba701621b22a"

// TestSeed has the numbers of the documented construction, which is ChaCha8
// keyed with SHA-256(seed ‖ number). So a released match can be verified for
// ever.
func TestSeed(t *testing.T) {
	var s games.Seed
	h := s.Hash()
	if got := hex.EncodeToString(h[:]); got != "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925" {
		t.Errorf("hash %s", got)
	}
	a, b := s.Rand(0).Uint64(), s.Rand(1).Uint64()
	if a == b || s.Rand(0).Uint64() != a {
		t.Error("randomness does not follow from the number")
	}
	if got := strconv.FormatUint(a, 16); got != first {
		t.Errorf("the first number is %s, it was %s: released matches cannot be verified any more", got, first)
	}
}

func options() games.Info {
	return games.Info{Options: []games.Option{
		{Key: "mode", Choices: []string{"text", "voice"}},
		{Key: "night", Min: 30, Max: 900, Default: func(o games.Options) string {
			if o["mode"] == "voice" {
				return "120"
			}
			return "300"
		}},
		{Key: "clue", Min: 3, Max: 120},
	}}
}

// TestIn: a spoken option is in the language of its table, unless a player chose it.
func TestIn(t *testing.T) {
	t.Parallel()
	info := games.Info{Options: []games.Option{{Key: "mode", Choices: []string{"ru", "en"}}, {Key: "words", Choices: []string{"ru", "en"}, Spoken: true}}}
	for _, test := range []struct {
		lang         string
		chosen, want map[string]string
	}{
		{"ru", nil, map[string]string{"mode": "ru", "words": "ru"}},
		{"en", nil, map[string]string{"mode": "ru", "words": "en"}},
		{"en", map[string]string{"words": "ru"}, map[string]string{"mode": "ru", "words": "ru"}},
		{"de", nil, map[string]string{"mode": "ru", "words": "ru"}},
		{"", nil, map[string]string{"mode": "ru", "words": "ru"}},
	} {
		if got, err := info.In(test.lang).Complete(test.chosen); err != nil || !maps.Equal(got, test.want) {
			t.Errorf("in %q with %v: %v, %v; want %v", test.lang, test.chosen, got, err, test.want)
		}
	}
	if got, err := info.Complete(nil); err != nil || got["words"] != "ru" {
		t.Errorf("In changed the game: %v, %v", got, err)
	}
}

func TestComplete(t *testing.T) {
	for name, test := range map[string]struct {
		chosen, want map[string]string
		refusal      string
	}{
		"OK":             {nil, map[string]string{"mode": "text", "night": "300", "clue": "3"}, ""},
		"OKDefaultLooks": {map[string]string{"mode": "voice"}, map[string]string{"mode": "voice", "night": "120", "clue": "3"}, ""},
		"OKChosen":       {map[string]string{"night": "900", "clue": "7"}, map[string]string{"mode": "text", "night": "900", "clue": "7"}, ""},
		"ErrKey":         {map[string]string{"moon": "1"}, nil, "refuse.option-unknown"},
		"ErrChoice":      {map[string]string{"mode": "dance"}, nil, "refuse.option-choice"},
		"ErrLow":         {map[string]string{"night": "29"}, nil, "refuse.option-range"},
		"ErrHigh":        {map[string]string{"night": "901"}, nil, "refuse.option-range"},
		"ErrSpelling":    {map[string]string{"night": "0100"}, nil, "refuse.option-range"},
		"ErrPlus":        {map[string]string{"night": "+100"}, nil, "refuse.option-range"},
		"ErrNumber":      {map[string]string{"night": "a lot"}, nil, "refuse.option-range"},
		"ErrHuge":        {map[string]string{"night": "99999999999999999999"}, nil, "refuse.option-range"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := options().Complete(test.chosen)
			why, _ := games.Refused(err)
			if why.Key != test.refusal || !maps.Equal(got, games.Options(test.want)) {
				t.Errorf("%v, %v; want %v, %q", got, err, test.want, test.refusal)
			}
		})
	}
	if n := (games.Options{"a": "7", "b": "x"}); n.Int("a") != 7 || n.Int("b") != 0 || n.Int("c") != 0 {
		t.Error("numbers of options")
	}
}

func TestRefused(t *testing.T) {
	err := fmt.Errorf("deal: %w", games.Refuse("refuse.over", 1))
	if why, ok := games.Refused(err); !ok || why.Key != "refuse.over" || len(why.Args) != 1 {
		t.Errorf("%v, %v", why, ok)
	}
	for _, err := range []error{nil, errors.New("refuse.over")} {
		if _, ok := games.Refused(err); ok {
			t.Errorf("%v is a refusal", err)
		}
	}
}

func TestStrength(t *testing.T) {
	for _, s := range games.Strengths {
		if again, err := games.ParseStrength(s.String()); err != nil || again != s {
			t.Errorf("%s is read as %v, %v", s, again, err)
		}
	}
	if s, err := games.ParseStrength("great"); err == nil {
		t.Errorf(`"great" is %v`, s)
	}
	if s := games.Strength(9).String(); s != "strength 9" {
		t.Errorf("a strength that is none is called %q", s)
	}
	var zero games.Strength
	if zero != games.Normal || !slices.IsSorted(games.Strengths) {
		t.Errorf("strengths %v, and the zero one is %v", games.Strengths, zero)
	}
}
