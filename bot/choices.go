package bot

import (
	"context"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
)

// choices are the settings of features that a server or a person has, as they are now.
func (s *services) choices(ctx context.Context, of feature.Owner, owner discord.ID) (list []page.Choice, err error) {
	for _, f := range s.surfaces.features {
		for _, set := range f.Settings {
			if set.Of != of {
				continue
			}
			c := set.Choice
			c.Say = f.Words
			if c.Now, err = s.chosen.Of(ctx, set, owner); err != nil {
				return nil, err
			}
			list = append(list, c)
		}
	}
	return list, nil
}

// kept is what the features say of the rows of a person's file.
func (s *services) kept() (list []feature.KeptOf) {
	for _, f := range s.surfaces.features {
		for _, of := range f.Kept {
			list = append(list, feature.KeptOf{Kept: of, Words: f.Words})
		}
	}
	return list
}
