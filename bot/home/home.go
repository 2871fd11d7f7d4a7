// Package home is the feature by which servers say how they want the bot to be, and keep presets
// of options. It holds who opens tables to it.
package home

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/home/page"
	"oneiros/bot/need"
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
func New(h feature.House, from Store, client Client) feature.Feature {
	of := &homes{House: h, store: from, client: client, asked: map[discord.ID]time.Time{}}
	kept := &presets{House: h, store: from}
	inGuild, managed := []route.Need{route.InGuild}, []route.Need{route.InGuild, route.GuildManager}
	return feature.Feature{
		Name: "home",
		Commands: []route.Command{
			{Root: "dream", Name: "settings", Rank: 90, Needs: managed, Do: of.command, Options: route.Options(h.Words.Choice("settings.language", page.Languages, "bot.language."), h.Words.Choice("settings.bots", pages.Autos, "bot.settings.autos.choice."))},
		},
		Controls: []route.Control{
			{Action: page.Server, Needs: managed, Do: of.language},
			{Action: pages.AutosMenu, Needs: managed, Do: of.autos},
			{Action: page.Settings, Needs: managed, Do: of.pick},
			{Action: pages.SetHome, Needs: managed, Do: of.set},
			{Action: pages.SetDefaults, Needs: append(managed, route.TableOfControl, route.OptionsOpen), Do: of.setDefaults},
			{Action: pages.Presets, Needs: inGuild, Do: kept.list},
			{Action: pages.DropPreset, Needs: inGuild, Do: kept.drop},
			{Action: pages.SavePreset, Needs: append(inGuild, route.TableOfControl, route.OptionsOpen), Do: kept.save, Form: true},
		},
		Links: []feature.Link{
			feature.Pure(page.OnOptions, pages.OnOptions), feature.Pure(page.OnOptions, pages.ListOnOptions), feature.Pure(page.OnOptions, pages.DefaultsOnOptions),
		},
		SettingsOf: map[feature.Owner]feature.ShowSettings{feature.Server: of.showSettings},
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
	client Client

	mu    sync.Mutex
	asked map[discord.ID]time.Time // when Discord was asked what a server still has
}

// AskAgain is how often Discord is asked at most what a server still has.
const AskAgain = time.Minute

// command answers /dream settings.
func (h *homes) command(ctx context.Context, r *route.Request) error {
	open := pages.HomeLanguage
	if r.Option("language") == "" && r.Option("bots") != "" {
		open = pages.HomeAutos
	}
	return h.change(ctx, r, open, func(g *store.Guild) bool {
		language, autos := setLanguage(g, r.Option("language")), setAutos(g, r.Option("bots")) // both
		return language || autos
	})
}

// pick answers the menu of settings.
func (h *homes) pick(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, r.Chosen(), func(*store.Guild) bool { return false })
}

// language answers the menu of the server's language.
func (h *homes) language(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, pages.HomeLanguage, func(g *store.Guild) bool { return setLanguage(g, r.Chosen()) })
}

// autos answers the menu of whether automatic players sit down.
func (h *homes) autos(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, pages.HomeAutos, func(g *store.Guild) bool { return setAutos(g, r.Chosen()) })
}

// showSettings shows the settings of a server, of which a feature's is open.
func (h *homes) showSettings(ctx context.Context, r *route.Request, open string, saved bool) error {
	g, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	return h.show(ctx, r, g, open, saved)
}

func setLanguage(g *store.Guild, chosen string) bool {
	lang, ok := page.StoredLanguage(chosen)
	if ok {
		g.Lang = lang
	}
	return ok
}

func setAutos(g *store.Guild, chosen string) bool {
	if !slices.Contains(pages.Autos, chosen) {
		return false
	}
	g.PeopleOnly = chosen == page.No
	return true
}

// set answers the controls of the other settings. What they carry is hostile, and
// nonsense changes nothing.
func (h *homes) set(ctx context.Context, r *route.Request) error {
	key, _, reset := strings.Cut(r.ID.Arg, ":")
	if key == pages.HomeChannels && !reset {
		if err := h.usable(ctx, r); err != nil {
			return err
		}
	}
	open := key
	if !slices.Contains(pages.HomeSettings, key) {
		open = pages.HomeQuiet
	}
	return h.change(ctx, r, open, func(g *store.Guild) bool {
		if reset {
			return resetHome(&g.Home, key)
		}
		return setHome(&g.Home, r.Interaction, key)
	})
}

// usable refuses channels in which no table could be opened. Of a forum its posts are meant.
func (h *homes) usable(ctx context.Context, r *route.Request) error {
	for _, v := range r.Interaction.Values[:min(len(r.Interaction.Values), discord.MaxOptions)] {
		if id := named(v); id != 0 {
			if err := h.Usable(ctx, r.Interaction.Guild, id, feature.ChannelUse{Needs: need.Core, Posts: true}); err != nil {
				return err
			}
		}
	}
	return nil
}

func resetHome(home *store.Home, key string) bool {
	switch key {
	case pages.HomeOpeners:
		home.Openers = 0
	case pages.HomeChannels:
		home.Channels = nil
	case pages.HomeQuiet:
		home.Quiet = nil
	case pages.HomeOptions:
		home.Options = nil
	default:
		return false
	}
	home.Lost = false
	return true
}

func setHome(home *store.Home, ix *discord.Interaction, key string) bool {
	var ids []uint64
	for _, v := range ix.Values {
		if id := named(v); id != 0 && !slices.Contains(ids, uint64(id)) {
			ids = append(ids, uint64(id))
		}
	}
	value := ""
	if len(ix.Values) == 1 {
		value = ix.Values[0]
	}
	switch {
	case key == pages.HomeOpeners && len(ids) == 1:
		if home.Openers = ids[0]; home.Openers == uint64(ix.Guild) {
			home.Openers = 0 // the role @everyone
		}
	case key == pages.HomeChannels && len(ids) > 0 && len(ids) <= discord.MaxOptions:
		slices.Sort(ids)
		home.Channels = ids
	case key == pages.HomeThreads && (value == page.Yes || value == page.No):
		home.Threads = value == page.Yes
	default:
		return setQuiet(home, key, value)
	}
	home.Lost = false
	return true
}

func setQuiet(home *store.Home, key, value string) bool {
	shown := pages.HomePage{}
	shown.ShowQuiet(quietHours(home.Quiet), home.Quiet != nil)
	if !shown.ChooseQuiet(key, value) || !shown.Quiet {
		return false
	}
	home.Quiet = quietOf(pages.QuietHours{From: shown.From, To: shown.To, Zone: shown.Zone})
	return true
}

// quietHours are quiet hours as the pages have them; zero for none.
func quietHours(q *store.Quiet) pages.QuietHours {
	if q == nil {
		return pages.QuietHours{}
	}
	return pages.QuietHours{From: q.From, To: q.To, Zone: page.Zone{City: q.City, East: q.Zone}}
}

// quietOf is the inverse of quietHours.
func quietOf(q pages.QuietHours) *store.Quiet {
	return &store.Quiet{From: q.From, To: q.To, City: q.Zone.City, Zone: q.Zone.East}
}

// change changes the settings of a server and shows them.
func (h *homes) change(ctx context.Context, r *route.Request, open string, do func(*store.Guild) bool) error {
	was, saved := "", false
	g, err := h.save(ctx, r, func(g *store.Guild) bool {
		was, saved = g.Lang, do(g)
		if saved && open == pages.HomeQuiet && g.Home.Quiet != nil && quietHours(g.Home.Quiet).Zone == (page.Zone{}) && g.Lang == "ru" && r.ID.Arg == pages.HomeQuiet {
			g.Home.Quiet.City = page.Moscow.City
		}
		return saved
	})
	if err != nil {
		return err
	}
	if !saved {
		if next, mended := h.mend(ctx, g); mended {
			g = next
		}
	}
	if g.Lang != was {
		h.RedrawServer(r.Interaction.Guild)
	}
	return h.show(ctx, r, g, open, saved)
}

// show shows the settings of a server.
func (h *homes) show(ctx context.Context, r *route.Request, g store.Guild, open string, saved bool) error {
	presets, err := h.store.Presets(ctx, g.ID)
	if err != nil {
		return err
	}
	choices, err := h.Choices(ctx, feature.Server, r.Interaction.Guild)
	if err != nil {
		return err
	}
	check := need.CheckIn(h.Needs(), r.Interaction.AppPermissions, route.PlaceOf(r.Interaction, false))
	shown := pages.HomePage{
		Lang: g.Lang, Autos: !g.PeopleOnly, Choices: choices, Openers: discord.ID(g.Home.Openers), Threads: g.Home.Threads, Lost: g.Home.Lost,
		Options: slices.Sorted(maps.Keys(g.Home.Options)), Presets: len(presets), Open: pages.HomeLanguage, Saved: saved, Moment: h.Now(),
		Offers: h.Offers(ctx, page.OnServer, nil, r.Reader()), Check: &check,
	}
	if slices.Contains(pages.HomeSettings, open) || slices.ContainsFunc(choices, func(c page.Choice) bool { return c.Name == open }) {
		shown.Open = open
	}
	for _, id := range g.Home.Channels {
		shown.Channels = append(shown.Channels, discord.ID(id))
	}
	shown.ShowQuiet(quietHours(g.Home.Quiet), g.Home.Quiet != nil)
	return r.ShowOver(ctx, h.pages().Server(r.Lang, shown))
}

// mayOpen answers a presser who may not open a table where they are. A role or a channel
// that was deleted keeps nobody away.
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

// isOpener reports whether a presser may open tables. Whoever manages the server may.
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
