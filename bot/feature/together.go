package feature

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"oneiros/bot/discord"
)

// Together are those of some people of a server who may be called to one table, in their order. Features
// may say that one of them gives way to others: see Feature.GivesWay.
//
// A person who gives way is left out as if they did not want to be called now. No other person is
// left out for it, and no turn comes later. So people who are called, or are not, learn nothing of
// what others want. Of two who give way to each other one is called. Only of three and
// more who give way in a ring may one be left out who gives way to no person that is called.
func Together(ctx context.Context, features []Feature, guild discord.ID, people []discord.ID) ([]discord.ID, error) {
	ways := map[discord.ID][]discord.ID{}
	for _, f := range features {
		if f.GivesWay == nil || len(people) < 2 {
			continue
		}
		some, err := f.GivesWay(ctx, guild, people)
		if err != nil {
			return nil, fmt.Errorf("feature %s: who gives way: %w", f.Name, err)
		}
		for _, user := range slices.Sorted(maps.Keys(some)) {
			ways[user] = append(ways[user], some[user]...)
		}
	}
	return together(people, ways), nil
}

// together leaves out each person that gives way to one who is not left out.
func together(people []discord.ID, ways map[discord.ID][]discord.ID) []discord.ID {
	waits, called := slices.Clone(people), map[discord.ID]bool{}
	gives := func(one, to discord.ID) bool { return one != to && slices.Contains(ways[one], to) }
	for len(waits) > 0 {
		i := slices.IndexFunc(waits, func(one discord.ID) bool {
			return !slices.ContainsFunc(waits, func(to discord.ID) bool { return gives(one, to) })
		})
		if i < 0 {
			i = len(waits) - 1 // each gives way to another one
		}
		next := waits[i]
		called[next] = true
		waits = slices.DeleteFunc(waits, func(one discord.ID) bool { return one == next || gives(one, next) || gives(next, one) })
	}
	return slices.DeleteFunc(slices.Clone(people), func(one discord.ID) bool { return !called[one] })
}
