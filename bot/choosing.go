package bot

import (
	"context"
	"errors"
	"maps"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/games"
)

// choosing answers the controls of the settings of features.
type choosing struct {
	surfaces *surfaces
	chosen   feature.Choices
	audits   *audits
}

// controls are those of the settings of a feature.
func (c choosing) controls(f feature.Feature) (list []route.Control) {
	for _, set := range f.Settings {
		needs := inSettings
		if set.Of == feature.Person {
			needs = anywhere
		}
		list = append(list, route.Control{Action: set.Action, Former: set.Of == feature.Server, Needs: needs, Do: func(ctx context.Context, r *route.Request) error { return c.choose(ctx, r, set) }})
	}
	return list
}

// choose answers the button of a person's setting, and the menu that a server's had in former
// versions. Nonsense changes nothing.
func (c choosing) choose(ctx context.Context, r *route.Request, set feature.Setting) error {
	owner, value := r.Interaction.Guild, r.Chosen()
	saved := set.Takes(value) && value != ""
	switch {
	case set.Of == feature.Person:
		owner, value = r.Interaction.User.ID, r.ID.Arg
		saved = set.Takes(value)
	case set.Channel && r.ID.Arg == page.No && value == "":
		saved = true
	}
	if saved {
		if err := check(ctx, r, set, value); err != nil {
			return err
		}
		if err := c.save(ctx, r, set, owner, value); err != nil {
			return err
		}
	}
	return c.showSettings(ctx, r, set, saved)
}

// chooseAll is House.Choose.
func (c choosing) chooseAll(ctx context.Context, r *route.Request, chosen map[string]string, before func() error) error {
	var sets []feature.Setting
	for _, name := range slices.Sorted(maps.Keys(chosen)) {
		set, ok := c.find(name)
		if !ok {
			continue // of another version
		}
		if !set.Takes(chosen[name]) {
			return page.RefuseValue(set.Which(r.Lang), chosen[name], set.Allowed(r.Lang))
		}
		err := check(ctx, r, set, chosen[name])
		if _, refused := games.Refused(err); refused {
			why, _ := feature.Refusal(&feature.RefusalError{Err: err, Words: set.Say}, r.Lang)
			return page.RefuseSetting(set.Which(r.Lang), why)
		}
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	if err := before(); err != nil {
		return err
	}
	for _, set := range sets {
		if err := c.save(ctx, r, set, r.Interaction.Guild, chosen[set.Name]); err != nil {
			return err
		}
	}
	return nil
}

// check refuses a value that a setting has.
func check(ctx context.Context, r *route.Request, set feature.Setting, value string) error {
	if set.Check == nil {
		return nil
	}
	return set.Check(ctx, r, value)
}

// save saves what an owner chooses. The audit log of a server is told if that is something
// else than before.
func (c choosing) save(ctx context.Context, r *route.Request, set feature.Setting, owner discord.ID, value string) error {
	old, err := c.chosen.Of(ctx, set, owner)
	if err != nil {
		return err
	}
	if err := c.chosen.Change(ctx, set, owner, value); err != nil {
		return err
	}
	if set.Of == feature.Server && old != value {
		e := feature.NewAuditEntry(r, auditChoice)
		e.Key, e.Old, e.New = set.Name, old, value
		c.audits.tell(ctx, e)
	}
	return nil
}

// showSettings answers with the page that a feature has of an owner's settings.
func (c choosing) showSettings(ctx context.Context, r *route.Request, set feature.Setting, saved bool) error {
	for _, f := range c.surfaces.features {
		if show := f.SettingsOf[set.Of]; show != nil {
			return show(ctx, r, saved)
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

// auditChoice names the change of a setting of a feature in audit logs. It stays.
const auditChoice = "choice"

// declared are the actions of choosing.
func (c choosing) declared() feature.Feature {
	return feature.Feature{Name: "choosing", Audit: []feature.AuditAction{{Name: auditChoice, Line: c.line, Undo: c.undo, Asks: c.asks}}}
}

// find is the setting of a server with a name, as it is shown.
func (c choosing) find(name string) (feature.Setting, bool) {
	for _, f := range c.surfaces.features {
		for _, set := range f.Settings {
			if set.Of == feature.Server && set.Name == name {
				set.Say = f.Words
				return set, true
			}
		}
	}
	return feature.Setting{}, false
}

// line says which setting of a feature was changed. One of another version of the program has
// no words.
func (c choosing) line(e feature.AuditEntry, f *screen.Frame) string {
	if set, ok := c.find(e.Key); ok {
		return set.Changed(f, e.Old, e.New)
	}
	return page.Changed(e.Key, e.Old, e.New)
}

// asks reports whether to undo an entry ends what guards people.
func (c choosing) asks(e feature.AuditEntry) bool {
	set, ok := c.find(e.Key)
	return ok && set.Guards && slices.Index(set.Values, e.Old) < slices.Index(set.Values, e.New)
}

// undo puts back what a server chose before in a setting of a feature.
func (c choosing) undo(ctx context.Context, r *route.Request, e feature.AuditEntry) (undone bool, err error) {
	set, ok := c.find(e.Key)
	if !ok || !set.Takes(e.Old) {
		return false, nil
	}
	if now, err := c.chosen.Of(ctx, set, e.Guild); err != nil || now != e.New {
		return false, err
	}
	err = check(ctx, r, set, e.Old)
	if _, refused := games.Refused(err); refused {
		return false, &feature.RefusalError{Err: err, Words: set.Say}
	}
	if err != nil {
		return false, err
	}
	return true, c.chosen.Change(ctx, set, e.Guild, e.Old)
}
