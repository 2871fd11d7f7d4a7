package feature

import (
	"slices"
	"testing"

	"oneiros/bot/discord"
)

// TestTogether: of two people of whom one gives way, the other is called. A person gives way
// to those alone who are called, and of two who give way to each other one is called.
func TestTogether(t *testing.T) {
	type ids = []discord.ID
	for name, c := range map[string]struct {
		ways map[discord.ID][]discord.ID
		want ids
	}{
		"nobody gives way":                     {nil, ids{1, 2, 3, 4}},
		"the first":                            {map[discord.ID][]discord.ID{1: {2}}, ids{2, 3, 4}},
		"the last":                             {map[discord.ID][]discord.ID{4: {1}}, ids{1, 2, 3}},
		"to oneself and a stranger":            {map[discord.ID][]discord.ID{1: {1, 9}}, ids{1, 2, 3, 4}},
		"to many":                              {map[discord.ID][]discord.ID{2: {1, 3, 4}}, ids{1, 3, 4}},
		"many to one":                          {map[discord.ID][]discord.ID{1: {2}, 3: {2}, 4: {2}}, ids{2}},
		"to one who gives way":                 {map[discord.ID][]discord.ID{1: {2}, 2: {3}}, ids{1, 3, 4}},
		"each to the other":                    {map[discord.ID][]discord.ID{1: {2}, 2: {1}}, ids{2, 3, 4}},
		"each to the other, and a third to it": {map[discord.ID][]discord.ID{1: {2}, 2: {1}, 3: {1}}, ids{2, 3, 4}},
		"a ring":                               {map[discord.ID][]discord.ID{1: {2}, 2: {3}, 3: {1}}, ids{3, 4}},
	} {
		if got := together(ids{1, 2, 3, 4}, c.ways); !slices.Equal(got, c.want) {
			t.Errorf("%s: called are %v, want %v", name, got, c.want)
		}
	}
}
