// Package home is the feature by which servers say how they want the bot to be, and keep presets
// of options. It holds who opens tables to it.
package home

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/home/page"
	"oneiros/bot/need"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	ChangeGuild(ctx context.Context, id uint64, do func(*store.Guild) bool) (store.Guild, error)
	Presets(ctx context.Context, guild uint64) ([]store.Preset, error)
	SavePreset(ctx context.Context, p store.Preset, anyones bool) error
	DeletePreset(ctx context.Context, p store.Preset) error
}

// Client is what the feature needs of Discord.
type Client interface {
	Roles(ctx context.Context, guild discord.ID) ([]discord.Role, error)
	Channels(ctx context.Context, guild discord.ID) ([]discord.GuildChannel, error)
}

// New returns the feature.
func New(h feature.House, from Store, packs open.Packs, client Client) feature.Feature {
	of := &homes{House: h, store: from, packs: packs, client: client, asked: map[discord.ID]time.Time{}}
	kept := &presets{House: h, store: from}
	inGuild, managed := []route.Need{route.InGuild}, []route.Need{route.InGuild, route.GuildManager}
	return feature.Feature{
		Name: "home",
		Commands: []route.Command{
			{Root: "dream", Name: "settings", Rank: 90, Needs: managed, Do: of.command, Options: route.Options(h.Words.Choice("settings.language", page.Languages, "bot.language."), h.Words.Choice("settings.bots", pages.Autos, "bot.settings.autos.choice."))},
		},
		Controls: []route.Control{
			{Action: page.Settings, Needs: managed, Do: func(ctx context.Context, r *route.Request) error { return of.show(ctx, r, false) }},
			{Action: pages.Form, Needs: managed, Do: of.form, Form: true},
			{Action: page.Server, Former: true, Needs: managed, Do: of.former(pages.HomeLanguage)},
			{Action: pages.AutosMenu, Former: true, Needs: managed, Do: of.former(pages.HomeAutos)},
			{Action: pages.SetHome, Needs: managed, Do: of.set},
			{Action: pages.UsualOptions, Needs: managed, Do: of.usualOptions},
			{Action: pages.UsualValue, Needs: managed, Do: of.setUsual, Form: true},
			{Action: pages.SetDefaults, Needs: append(managed, route.TableOfControl, route.OptionsOpen), Do: of.setDefaults},
			{Action: pages.Presets, Needs: inGuild, Do: kept.list},
			{Action: pages.DropPreset, Needs: inGuild, Do: kept.drop},
			{Action: pages.SavePreset, Needs: append(inGuild, route.TableOfControl, route.OptionsOpen), Do: kept.save, Form: true},
		},
		Links: []feature.Link{
			feature.Pure(page.OnOptions, pages.OnOptions), feature.Pure(page.OnOptions, pages.ListOnOptions), feature.Pure(page.OnOptions, pages.DefaultsOnOptions),
		},
		SettingsOf: map[feature.Owner]feature.ShowSettings{feature.Server: of.show},
		Kept:       []feature.Kept{{Rows: "presets", Key: "bot.kept.presets"}},
		Audit:      []feature.AuditAction{{Name: auditSetting, Line: of.line, Undo: of.undo}},
		MayOpen:    of.mayOpen,
		Proposes:   proposes,
		Wishes:     feature.Wishes{Named: kept.named, Suggest: kept.suggest},
	}
}

// homes show and change how servers want the bot to be, and hold people to it.
type homes struct {
	feature.House
	store  Store
	packs  open.Packs
	client Client

	mu    sync.Mutex
	asked map[discord.ID]time.Time // when Discord was asked what a server still has
}

// AskAgain is how often Discord is asked at most what a server still has.
const AskAgain = time.Minute

// command answers /dream settings.
func (h *homes) command(ctx context.Context, r *route.Request) error {
	wished := map[string]string{}
	for setting, option := range map[string]string{pages.HomeLanguage: "language", pages.HomeAutos: "bots"} {
		if v := r.Option(option); v != "" {
			wished[setting] = v
		}
	}
	return h.choose(ctx, r, wished)
}

// show shows the settings of a server.
func (h *homes) show(ctx context.Context, r *route.Request, saved bool) error {
	g, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	if !saved {
		if next, mended := h.mend(ctx, g); mended {
			g = next
		}
	}
	shown, err := h.page(ctx, r, g)
	if err != nil {
		return err
	}
	shown.Saved = saved
	return r.Show(ctx, h.pages().Server(r.Lang, shown))
}

// page is what a server chose.
func (h *homes) page(ctx context.Context, r *route.Request, g store.Guild) (pages.HomePage, error) {
	presets, err := h.store.Presets(ctx, g.ID)
	if err != nil {
		return pages.HomePage{}, err
	}
	choices, err := h.Choices(ctx, feature.Server, r.Interaction.Guild)
	if err != nil {
		return pages.HomePage{}, err
	}
	check := need.CheckIn(h.Needs(), r.Interaction.AppPermissions, route.PlaceOf(r.Interaction, false))
	return pages.HomePage{
		Values: h.values(&g), Lost: g.Home.Lost, Options: slices.Sorted(maps.Keys(g.Home.Options)), Presets: len(presets), Moment: h.Now(),
		Choices: choices, Offers: h.Offers(ctx, page.OnServer, nil, r.Reader()), Check: &check,
	}, nil
}

// mayOpen answers a presser who may not open a table where they are. A role or a channel
// that was deleted keeps no person away.
func (h *homes) mayOpen(ctx context.Context, r *route.Request) (answered bool, err error) {
	g, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil || !keepsAway(r.Interaction, g.Home) {
		return false, err
	}
	if next, mended := h.mend(ctx, g); mended {
		if g = next; !keepsAway(r.Interaction, g.Home) {
			return false, nil
		}
	}
	var channels []discord.ID
	for _, id := range g.Home.Channels {
		channels = append(channels, discord.ID(id))
	}
	role := discord.ID(g.Home.Openers)
	if isOpener(r.Interaction, g.Home) {
		role = 0
	}
	h.Counted("bot.home.refuse")
	return true, r.Show(ctx, h.pages().NotHere(r.Lang, role, channels))
}

func keepsAway(ix *discord.Interaction, home store.Home) bool {
	return ix.Guild != 0 && (!isOpener(ix, home) || !isOpen(ix, home))
}

// isOpener reports whether a presser may open tables. A manager of the server may.
func isOpener(ix *discord.Interaction, home store.Home) bool {
	return home.Openers == 0 || route.ManagesGuild(ix) || slices.Contains(ix.Roles, discord.ID(home.Openers))
}

// isOpen reports whether tables may be opened in a channel, or in a thread of it.
func isOpen(ix *discord.Interaction, home store.Home) bool {
	return len(home.Channels) == 0 || slices.Contains(home.Channels, uint64(ix.Channel)) || route.InThread(ix) && slices.Contains(home.Channels, uint64(ix.Parent))
}

// mend asks Discord which of the chosen role and channels are still there, and forgets
// the others. It reports whether it forgot any.
func (h *homes) mend(ctx context.Context, g store.Guild) (store.Guild, bool) {
	home := g.Home
	if home.Openers == 0 && len(home.Channels) == 0 || !h.asks(discord.ID(g.ID)) {
		return g, false
	}
	guild, lost := discord.ID(g.ID), false
	if home.Openers != 0 {
		roles, err := h.client.Roles(ctx, guild)
		if err != nil {
			h.Log.Debug().Err(err).Msg("list roles failed")
		} else if !slices.ContainsFunc(roles, func(r discord.Role) bool { return r.ID == discord.ID(home.Openers) }) {
			home.Openers, lost = 0, true
		}
	}
	if len(home.Channels) > 0 {
		list, err := h.client.Channels(ctx, guild)
		if err != nil {
			h.Log.Debug().Err(err).Msg("list channels failed")
			list = nil
		}
		gone := func(id uint64) bool {
			return err == nil && !slices.ContainsFunc(list, func(c discord.GuildChannel) bool { return c.ID == discord.ID(id) })
		}
		n := len(home.Channels)
		home.Channels = slices.DeleteFunc(slices.Clone(home.Channels), gone)
		lost = lost || len(home.Channels) < n
	}
	if !lost {
		return g, false
	}
	// Only what Discord was asked about is forgotten: another choice may have been made
	// meanwhile.
	next, err := h.store.ChangeGuild(ctx, g.ID, func(now *store.Guild) bool {
		if now.Home.Openers == g.Home.Openers {
			now.Home.Openers = home.Openers
		}
		now.Home.Channels = slices.DeleteFunc(now.Home.Channels, func(id uint64) bool {
			return slices.Contains(g.Home.Channels, id) && !slices.Contains(home.Channels, id)
		})
		now.Home.Lost = true
		return true
	})
	if err != nil {
		h.Log.Failed(err).Msg("save settings of server failed")
		home.Lost, next = true, g
		next.Home = home
	}
	return next, true
}

// asks reports whether Discord may be asked about a server now.
func (h *homes) asks(guild discord.ID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.Now()
	if now.Sub(h.asked[guild]) < AskAgain {
		return false
	}
	maps.DeleteFunc(h.asked, func(_ discord.ID, at time.Time) bool { return now.Sub(at) >= AskAgain })
	h.asked[guild] = now
	return true
}

// setDefaults answers the button that makes the options of a table the server's own.
func (h *homes) setDefaults(ctx context.Context, r *route.Request) error {
	_, err := h.save(ctx, r, func(g *store.Guild) bool {
		if g.Home.Options == nil {
			g.Home.Options = map[string]map[string]string{}
		}
		name := r.Table.Game.Info().Name
		if g.Home.Options[name] = maps.Clone(r.Table.Chosen); len(r.Table.Chosen) == 0 {
			delete(g.Home.Options, name)
		}
		return true
	})
	if err != nil {
		return err
	}
	return h.Options(ctx, r, ui.T("bot.home.options.saved"))
}

func (h *homes) pages() pages.Pages { return pages.Pages{Kit: h.Kit} }

// named is the role or the channel of an id; 0 for nonsense.
func named(id string) discord.ID {
	parsed, err := discord.ParseID(id)
	if err != nil {
		return 0
	}
	return parsed
}
