package bot

import (
	"context"
	"errors"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
)

// choosing answers the controls of the settings of features.
type choosing struct {
	surfaces *surfaces
	chosen   feature.Choices
}

// controls are those of the settings of a feature.
func (c choosing) controls(f feature.Feature) (list []route.Control) {
	for _, set := range f.Settings {
		needs := inSettings
		if set.Of == feature.Person {
			needs = anywhere
		}
		list = append(list, route.Control{Action: set.Action, Needs: needs, Do: func(ctx context.Context, r *route.Request) error { return c.choose(ctx, r, set) }})
	}
	return list
}

// choose answers the control of a setting of a feature. Nonsense changes nothing.
func (c choosing) choose(ctx context.Context, r *route.Request, set feature.Setting) error {
	owner, value := r.Interaction.Guild, r.Chosen()
	if set.Of == feature.Person {
		owner, value = r.Interaction.User.ID, r.ID.Arg
	}
	saved := slices.Contains(set.Values, value)
	if saved {
		if err := c.chosen.Change(ctx, set, owner, value); err != nil {
			return err
		}
	}
	return c.showSettings(ctx, r, set, saved)
}

// showSettings answers with the page that a feature has of an owner's settings.
func (c choosing) showSettings(ctx context.Context, r *route.Request, set feature.Setting, saved bool) error {
	for _, f := range c.surfaces.features {
		if show := f.SettingsOf[set.Of]; show != nil {
			return show(ctx, r, set.Name, saved)
		}
	}
	return errors.New("no feature shows the settings of their owner")
}

// choices are the settings of features that a server or a person has, as they are now.
func (c choosing) choices(ctx context.Context, of feature.Owner, owner discord.ID) (list []page.Choice, err error) {
	for _, f := range c.surfaces.features {
		for _, set := range f.Settings {
			if set.Of != of {
				continue
			}
			own := set.Choice
			own.Say = f.Words
			if own.Now, err = c.chosen.Of(ctx, set, owner); err != nil {
				return nil, err
			}
			list = append(list, own)
		}
	}
	return list, nil
}

// keptOf is what the features say of the rows of a person's file.
func keptOf(features []feature.Feature) (list []feature.KeptOf) {
	for _, of := range features {
		for _, rows := range of.Kept {
			list = append(list, feature.KeptOf{Kept: rows, Words: of.Words})
		}
	}
	return list
}
