package home

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/home/page"
	"oneiros/bot/need"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/store"
)

// form answers the button of a group of settings with a form, and the form. One of another version
// of the program may lack some fields, and have others, which are nothing chosen.
func (h *homes) form(ctx context.Context, r *route.Request) error {
	if r.Interaction.Type == discordgo.InteractionModalSubmit {
		return h.choose(ctx, r, r.Interaction.Fields)
	}
	g, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	shown, err := h.page(ctx, r, g)
	if err != nil {
		return err
	}
	m, ok := h.pages().Form(r.Lang, shown, r.ID.Arg)
	if !ok {
		return h.show(ctx, r, false)
	}
	return r.Modal(ctx, m)
}

// former answers the menu that a setting had in former versions.
func (h *homes) former(setting string) route.Handler {
	return func(ctx context.Context, r *route.Request) error {
		return h.choose(ctx, r, map[string]string{setting: strings.Join(r.Interaction.Values, ",")})
	}
}

// set answers the button that makes the default options the usual ones again, and the controls that
// the other settings had in former versions.
func (h *homes) set(ctx context.Context, r *route.Request) error {
	setting, _, reset := strings.Cut(r.ID.Arg, ":")
	switch {
	case strings.HasPrefix(r.ID.Arg, pages.ResetOptions):
		return h.resetUsual(ctx, r, strings.TrimPrefix(r.ID.Arg, pages.ResetOptions))
	case reset && setting == pages.HomeQuiet:
		return h.choose(ctx, r, map[string]string{setting: pages.NoQuiet})
	case reset:
		return h.choose(ctx, r, map[string]string{setting: ""})
	}
	return h.former(setting)(ctx, r)
}

// choose saves what a presser chooses in some settings, by the names of their fields, and shows
// all settings. Where one is refused, nothing is saved. What is not named stays.
func (h *homes) choose(ctx context.Context, r *route.Request, chosen map[string]string) error {
	g, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	own, err := h.own(ctx, r, g, chosen)
	if err != nil {
		return err
	}
	others, err := h.others(ctx, r, chosen)
	if err != nil {
		return err
	}
	err = h.Choose(ctx, r, others, func() error {
		if len(own) == 0 {
			return nil
		}
		_, err := h.save(ctx, r, func(g *store.Guild) bool {
			for name, value := range own {
				setValue(g, name, value)
			}
			return true
		})
		return err
	})
	if err != nil {
		return err
	}
	if _, changed := own[pages.HomeLanguage]; changed {
		h.RedrawServer(r.Interaction.Guild)
	}
	return h.show(ctx, r, len(own)+len(others) > 0)
}

// others are the settings of features that are chosen otherwise than they are.
func (h *homes) others(ctx context.Context, r *route.Request, chosen map[string]string) (map[string]string, error) {
	choices, err := h.Choices(ctx, feature.Server, r.Interaction.Guild)
	if err != nil {
		return nil, err
	}
	others := map[string]string{}
	for _, c := range choices {
		if v, ok := chosen[c.Name]; ok && v != c.Now {
			others[c.Name] = v
		}
	}
	return others, nil
}

// own are the values of the settings that are no feature's and are chosen otherwise than they are.
func (h *homes) own(ctx context.Context, r *route.Request, g store.Guild, chosen map[string]string) (map[string]string, error) {
	is, own := h.values(&g), map[string]string{}
	for _, name := range pages.HomeSettings {
		typed, ok := chosen[name]
		if _, zone := chosen[pages.HomeZone]; name == pages.HomeQuiet && zone {
			ok = true
		}
		if !ok || name == pages.HomeOptions {
			continue
		}
		value, ok := chosenValue(name, typed, r.Interaction.Guild)
		if name == pages.HomeQuiet {
			usual := page.Zone{}
			if g.Lang == "ru" {
				usual = page.Moscow
			}
			typed = cmp.Or(chosen[pages.HomeZone], typed)
			value, ok = pages.ChosenQuiet(is[name], chosen[name], chosen[pages.HomeZone], usual)
		}
		if !ok {
			return nil, page.RefuseValue(pages.NameOf(name), typed, h.pages().Allowed(r.Lang, name))
		}
		if value == is[name] {
			continue
		}
		if name == pages.HomeChannels {
			if err := h.usable(ctx, r, is[name], value); err != nil {
				return nil, err
			}
		}
		own[name] = value
	}
	return own, nil
}

// chosenValue is what was chosen in a setting, which is hostile, as its value is saved.
func chosenValue(name, typed string, guild discord.ID) (value string, ok bool) {
	switch name {
	case pages.HomeLanguage:
		return page.StoredLanguage(typed)
	case pages.HomeThreads, pages.HomeAutos:
		return typed, typed == page.Yes || typed == page.No
	case pages.HomeOpeners:
		if typed == "" || typed == guild.String() { // the role of all members
			return "", true
		}
		return typed, named(typed) != 0
	case pages.HomeChannels:
		return chosenChannels(typed)
	}
	return "", false
}

func chosenChannels(typed string) (value string, ok bool) {
	if typed == "" {
		return "", true
	}
	var ids []discord.ID
	for one := range strings.SplitSeq(typed, ",") {
		id := named(one)
		if id == 0 {
			return "", false
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	var list []string
	for _, id := range ids {
		list = append(list, strconv.FormatUint(uint64(id), 10))
	}
	return strings.Join(list, ","), len(ids) <= discord.MaxOptions
}

// usable refuses channels in which no table could be opened, of those that were not chosen before.
// Of a forum its posts are meant.
func (h *homes) usable(ctx context.Context, r *route.Request, was, value string) error {
	before := strings.Split(was, ",")
	for one := range strings.SplitSeq(value, ",") {
		if one == "" || slices.Contains(before, one) {
			continue
		}
		err := h.Usable(ctx, r.Interaction.Guild, named(one), feature.ChannelUse{Needs: need.Core, Posts: true})
		if why, refused := games.Refused(err); refused {
			return page.RefuseSetting(pages.NameOf(pages.HomeChannels), why)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
