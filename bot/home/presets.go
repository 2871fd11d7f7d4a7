package home

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/home/page"
	"oneiros/bot/open"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// presets keep what tables agreed on, under names of their server.
type presets struct {
	feature.House
	store Store
}

func (p *presets) pages() pages.Pages { return pages.Pages{Kit: p.Kit} }

// list answers the button and the menu of the presets.
func (p *presets) list(ctx context.Context, r *route.Request) error {
	return p.show(ctx, r, r.Chosen())
}

// show shows the presets of the server, of which one may be picked by its key.
func (p *presets) show(ctx context.Context, r *route.Request, key string, lines ...ui.Text) error {
	saved, err := p.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	var list []pages.Preset
	picked := ""
	for _, one := range saved {
		g := p.Game(one.Game)
		if g == nil {
			continue
		}
		fits, _ := open.Fitting(g.Info(), one.Options)
		list = append(list, pages.Preset{Name: one.Name, Game: g.Info(), Options: fits, Deletes: p.deletes(r, one)})
		if pages.PresetKey(one.Name) == key {
			picked = one.Name
		}
	}
	shown := p.pages().Presets(r.Lang, list, picked, lines...)
	if r.OnBoard() {
		return r.ShowNew(ctx, shown)
	}
	return r.Show(ctx, shown)
}

// deletes reports whether the presser may delete a preset.
func (p *presets) deletes(r *route.Request, one store.Preset) bool {
	return one.Author == uint64(r.Interaction.User.ID) || route.ManagesGuild(r.Interaction)
}

// drop answers the button that deletes a preset.
func (p *presets) drop(ctx context.Context, r *route.Request) error {
	saved, err := p.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	for _, one := range saved {
		if pages.PresetKey(one.Name) != r.ID.Arg {
			continue
		}
		if !p.deletes(r, one) {
			return games.Refuse("bot.presets.other")
		}
		if err := p.store.DeletePreset(ctx, one); err != nil {
			return err
		}
		return p.show(ctx, r, "", ui.T("bot.presets.deleted", ui.Literal(one.Name)))
	}
	return p.show(ctx, r, "")
}

// save answers the button that asks for the name of a preset, and the form.
func (p *presets) save(ctx context.Context, r *route.Request) error {
	if r.Interaction.Type != discordgo.InteractionModalSubmit {
		return r.Modal(ctx, p.pages().PresetForm(r.Table, r.Lang))
	}
	said := ui.T("bot.presets.saved")
	if err := p.keep(ctx, r, r.Typed()); err != nil {
		t, refused := games.Refused(err)
		if !refused {
			return err
		}
		p.Counted(t.Key)
		r.KeepForm()
		t, _ = feature.Refusal(err, r.Lang)
		said = route.Warning(t)
	}
	return p.Options(ctx, r, said)
}

// keep saves what a table agreed on under a name. Of several people at one moment
// the first one has the name.
func (p *presets) keep(ctx context.Context, r *route.Request, typed string) error {
	name, ok := pages.PresetName(typed)
	if !ok {
		return games.Refuse("bot.presets.refuse.name", pages.MaxPresetName)
	}
	asked := feature.Written{Words: []string{name}, Use: feature.Preset, User: r.Interaction.User.ID, Table: r.Table}
	if err := p.Text(ctx, asked); err != nil {
		return err
	}
	err := p.store.SavePreset(ctx, store.Preset{
		Guild: uint64(r.Interaction.Guild), Name: name, Game: r.Table.Game.Info().Name, Options: r.Table.Chosen, Author: uint64(r.Interaction.User.ID),
	}, route.ManagesGuild(r.Interaction))
	switch {
	case errors.Is(err, store.ErrPresetTaken):
		return games.Refuse("bot.presets.refuse.taken")
	case errors.Is(err, store.ErrPresetsOf):
		return games.Refuse("bot.presets.refuse.own", store.MaxPresetsOf)
	case errors.Is(err, store.ErrPresets):
		return games.Refuse("bot.presets.refuse.many", store.MaxPresets)
	}
	return err
}

// All presets of a server fit into the menu that shows them.
const _ = uint(pages.MaxPresets - store.MaxPresets)

// named is the wish that a preset of the server stands for, and what of it no longer
// fits.
func (p *presets) named(ctx context.Context, r *route.Request, name string) (w open.Wish, others []string, ok bool, err error) {
	saved, err := p.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return open.Wish{}, nil, false, err
	}
	for _, one := range saved {
		if g := p.Game(one.Game); g != nil && strings.EqualFold(one.Name, strings.TrimSpace(name)) {
			w.Game, w.Preset = g.Info(), true
			w.Options, others = open.Fitting(g.Info(), one.Options)
			if _, err := g.Info().Complete(w.Options); err != nil {
				w.Options, others = map[string]string{}, slices.Sorted(maps.Keys(one.Options))
			}
			return w, others, true, nil
		}
	}
	return open.Wish{}, nil, false, nil
}

// suggest is the presets that a person may mean.
func (p *presets) suggest(ctx context.Context, r *route.Request) (list []*discordgo.ApplicationCommandOptionChoice, err error) {
	typed := strings.ToLower(r.Option("preset"))
	saved, err := p.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return nil, err
	}
	for _, one := range saved {
		g := p.Game(one.Game)
		if game := r.Option("game"); g == nil || game != "" && game != one.Game || !strings.Contains(strings.ToLower(one.Name), typed) {
			continue
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: one.Name + " · " + p.Kit.GameName(one.Game, r.Lang), Value: one.Name})
	}
	return list[:min(len(list), discord.MaxChoices)], nil
}
