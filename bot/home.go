package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// PresetStore saves presets.
type PresetStore interface {
	Presets(ctx context.Context, guild uint64) ([]store.Preset, error)
	SavePreset(ctx context.Context, p store.Preset, anyones bool) error
	DeletePreset(ctx context.Context, p store.Preset) error
}

// homeStore is what homes call of the store.
type homeStore interface {
	PresetStore
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	ChangeGuild(ctx context.Context, id uint64, do func(*store.Guild) bool) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
}

// homes show and change how servers want the bot to be, and hold people to it.
type homes struct {
	*services
	store    homeStore
	settings *settings
	panels   *panels
	games    gameList

	mu    sync.Mutex
	asked map[discord.ID]time.Time // when Discord was asked what a server still has
}

// declared are the commands and controls of homes.
func (h *homes) declared() feature.Feature {
	return feature.Feature{
		Name: "homes",
		Commands: []route.Command{
			{Root: "dream", Name: "settings", Rank: 90, Needs: inSettings, Do: h.command, Options: route.Options(says().Choice("settings.language", page.Languages, "bot.language."), says().Choice("settings.bots", page.Autos, "bot.settings.autos.choice."))},
		},
		Controls: []route.Control{
			{Action: page.Server, Needs: inSettings, Do: h.language},
			{Action: page.AutosMenu, Needs: inSettings, Do: h.autos},
			{Action: page.Settings, Needs: inSettings, Do: h.pick},
			{Action: page.SetHome, Needs: inSettings, Do: h.set},
			{Action: page.Presets, Needs: inGuild, Do: h.presets},
			{Action: page.DropPreset, Needs: inGuild, Do: h.drop},
			{Action: page.SavePreset, Needs: savesOptions, Do: h.savePreset, Form: true},
			{Action: page.SetDefaults, Needs: setsDefaults, Do: h.setDefaults},
		},
	}
}

func (h *homes) page() page.Home { return page.Home{Pages: h.pages} }

// askAgain is how often Discord is asked at most what a server still has.
const askAgain = time.Minute

// command answers /dream settings.
func (h *homes) command(ctx context.Context, r *route.Request) error {
	open := page.HomeLanguage
	if r.Option("language") == "" && r.Option("bots") != "" {
		open = page.HomeAutos
	}
	return h.change(ctx, r, open, func(g *store.Guild) bool {
		return setLanguage(g, r.Option("language")) || setAutos(g, r.Option("bots"))
	})
}

// pick answers the menu of settings.
func (h *homes) pick(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, r.Chosen(), func(*store.Guild) bool { return false })
}

// language answers the menu of the server's language.
func (h *homes) language(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, page.HomeLanguage, func(g *store.Guild) bool { return setLanguage(g, r.Chosen()) })
}

// autos answers the menu of whether automatic players sit down.
func (h *homes) autos(ctx context.Context, r *route.Request) error {
	return h.change(ctx, r, page.HomeAutos, func(g *store.Guild) bool { return setAutos(g, r.Chosen()) })
}

// controls are those of the settings of a feature.
func (h *homes) controls(f feature.Feature) (list []route.Control) {
	for _, set := range f.Settings {
		needs := inSettings
		if set.Of == feature.Person {
			needs = anywhere
		}
		list = append(list, route.Control{Action: set.Action, Needs: needs, Do: func(ctx context.Context, r *route.Request) error { return h.choose(ctx, r, set) }})
	}
	return list
}

// choose answers the control of a setting of a feature. Nonsense changes nothing.
func (h *homes) choose(ctx context.Context, r *route.Request, set feature.Setting) error {
	owner, value := r.Interaction.Guild, r.Chosen()
	if set.Of == feature.Person {
		owner, value = r.Interaction.User.ID, r.ID.Arg
	}
	saved := slices.Contains(set.Values, value)
	if saved {
		if err := h.chosen.Change(ctx, set, owner, value); err != nil {
			return err
		}
	}
	if set.Of == feature.Person {
		u, err := h.store.User(ctx, uint64(owner))
		if err != nil {
			return err
		}
		return h.settings.showMe(ctx, r, u, saved)
	}
	g, err := h.store.Guild(ctx, uint64(owner))
	if err != nil {
		return err
	}
	return h.show(ctx, r, g, set.Name, saved)
}

func setLanguage(g *store.Guild, chosen string) bool {
	lang, ok := storedLanguage(chosen)
	if ok {
		g.Lang = lang
	}
	return ok
}

func setAutos(g *store.Guild, chosen string) bool {
	if !slices.Contains(page.Autos, chosen) {
		return false
	}
	g.PeopleOnly = chosen == page.No
	return true
}

// set answers the controls of the other settings. What they carry is hostile, and
// nonsense changes nothing.
func (h *homes) set(ctx context.Context, r *route.Request) error {
	key, _, reset := strings.Cut(r.ID.Arg, ":")
	open := key
	if !slices.Contains(page.HomeSettings, key) {
		open = page.HomeQuiet
	}
	return h.change(ctx, r, open, func(g *store.Guild) bool {
		if reset {
			return resetHome(&g.Home, key)
		}
		return setHome(&g.Home, r.Interaction, key)
	})
}

func resetHome(home *store.Home, key string) bool {
	switch key {
	case page.HomeOpeners:
		home.Openers = 0
	case page.HomeChannels:
		home.Channels = nil
	case page.HomeQuiet:
		home.Quiet = nil
	case page.HomeOptions:
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
		if id := userID(v); id != 0 && !slices.Contains(ids, uint64(id)) {
			ids = append(ids, uint64(id))
		}
	}
	value := ""
	if len(ix.Values) == 1 {
		value = ix.Values[0]
	}
	switch {
	case key == page.HomeOpeners && len(ids) == 1:
		if home.Openers = ids[0]; home.Openers == uint64(ix.Guild) {
			home.Openers = 0 // the role @everyone
		}
	case key == page.HomeChannels && len(ids) > 0 && len(ids) <= discord.MaxOptions:
		slices.Sort(ids)
		home.Channels = ids
	case key == page.HomeThreads && (value == page.Yes || value == page.No):
		home.Threads = value == page.Yes
	default:
		return setQuiet(home, key, value)
	}
	home.Lost = false
	return true
}

func setQuiet(home *store.Home, key, value string) bool {
	shown := page.HomePage{}
	if q := home.Quiet; q != nil {
		shown.Quiet, shown.From, shown.To, shown.Zone = true, q.From, q.To, q.Zone
	}
	if !shown.ChooseQuiet(key, value) || !shown.Quiet {
		return false
	}
	home.Quiet = &store.Quiet{From: shown.From, To: shown.To, Zone: shown.Zone}
	return true
}

// change changes the settings of a server and shows them.
func (h *homes) change(ctx context.Context, r *route.Request, open string, do func(*store.Guild) bool) error {
	was, saved := "", false
	g, err := h.store.ChangeGuild(ctx, uint64(r.Interaction.Guild), func(g *store.Guild) bool {
		was, saved = g.Lang, do(g)
		if saved && open == page.HomeQuiet && g.Home.Quiet != nil && g.Home.Quiet.Zone == 0 && g.Lang == "ru" && r.ID.Arg == page.HomeQuiet {
			g.Home.Quiet.Zone = 180 // Moscow, until they say something else
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
		for _, s := range h.tables.All() {
			if s.Guild == r.Interaction.Guild {
				h.reconciler.MarkDirty(s.ID)
			}
		}
	}
	return h.show(ctx, r, g, open, saved)
}

// show shows the settings of a server.
func (h *homes) show(ctx context.Context, r *route.Request, g store.Guild, open string, saved bool) error {
	presets, err := h.store.Presets(ctx, g.ID)
	if err != nil {
		return err
	}
	choices, err := h.settings.choices(ctx, feature.Server, r.Interaction.Guild)
	if err != nil {
		return err
	}
	shown := page.HomePage{
		Lang: g.Lang, Autos: !g.PeopleOnly, Choices: choices, Openers: discord.ID(g.Home.Openers), Threads: g.Home.Threads, Lost: g.Home.Lost,
		Options: slices.Sorted(maps.Keys(g.Home.Options)), Presets: len(presets), Open: page.HomeLanguage, Saved: saved, Moment: time.Now(),
	}
	if slices.Contains(page.HomeSettings, open) || slices.ContainsFunc(choices, func(c page.Choice) bool { return c.Name == open }) {
		shown.Open = open
	}
	for _, id := range g.Home.Channels {
		shown.Channels = append(shown.Channels, discord.ID(id))
	}
	if q := g.Home.Quiet; q != nil {
		shown.Quiet, shown.From, shown.To, shown.Zone = true, q.From, q.To, q.Zone
	}
	return h.settings.show(ctx, r, h.page().Server(r.Lang, shown))
}

// refuses tells somebody that they may not open a table where they want it, if that is
// so. A role or a channel that was deleted keeps nobody away.
func (h *homes) refuses(ctx context.Context, r *route.Request, g store.Guild) (bool, error) {
	if !keepsAway(r.Interaction, g.Home) {
		return false, nil
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
	if mayOpen(r.Interaction, g.Home) {
		role = 0
	}
	h.metrics.refusals.WithLabelValues("bot.home.refuse").Inc()
	return true, r.Show(ctx, h.page().NotHere(r.Lang, role, channels))
}

func keepsAway(ix *discord.Interaction, home store.Home) bool {
	return ix.Guild != 0 && (!mayOpen(ix, home) || !isOpen(ix, home))
}

// mayOpen reports whether somebody may open tables. Whoever manages the server may.
func mayOpen(ix *discord.Interaction, home store.Home) bool {
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
			h.log.Debug().Err(err).Msg("list roles failed")
		} else if !slices.Contains(roles, discord.ID(home.Openers)) {
			home.Openers, lost = 0, true
		}
	}
	if len(home.Channels) > 0 {
		list, err := h.client.Channels(ctx, guild)
		if err != nil {
			h.log.Debug().Err(err).Msg("list channels failed")
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
		h.log.Failed(err).Msg("save settings of server failed")
		home.Lost, next = true, g
		next.Home = home
	}
	return next, true
}

// asks reports whether Discord may be asked about a server now.
func (h *homes) asks(guild discord.ID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now()
	if now.Sub(h.asked[guild]) < askAgain {
		return false
	}
	maps.DeleteFunc(h.asked, func(_ discord.ID, at time.Time) bool { return now.Sub(at) >= askAgain })
	h.asked[guild] = now
	return true
}

// threads reports whether a table has a thread, when its opener chose so or said nothing.
func threads(ix *discord.Interaction, home store.Home, chosen string) bool {
	if chosen == "" {
		return home.Threads && route.RefuseThread(ix) == nil && !ix.Direct()
	}
	return chosen == "true"
}

// withDefaults are the options of a table of which somebody chose some, with the server's
// own for the others.
func withDefaults(info games.Info, home store.Home, chosen map[string]string) map[string]string {
	all, _ := page.Fitting(info, home.Options[info.Name])
	maps.Copy(all, chosen)
	if _, err := info.Complete(all); err != nil {
		return chosen // the server's own do not go with these
	}
	return all
}

// setDefaults answers the button that makes the options of a table the server's own.
func (h *homes) setDefaults(ctx context.Context, r *route.Request) error {
	_, err := h.store.ChangeGuild(ctx, uint64(r.Interaction.Guild), func(g *store.Guild) bool {
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
	return r.Show(ctx, h.pages.Options(r.Table, r.Lang, nil, nil, true, ui.T("bot.home.options.saved")))
}

// presets answers the button and the menu of the presets.
func (h *homes) presets(ctx context.Context, r *route.Request) error {
	return h.showPresets(ctx, r, r.Chosen())
}

// showPresets shows the presets of the server, of which one may be picked by its key.
func (h *homes) showPresets(ctx context.Context, r *route.Request, key string, lines ...ui.Text) error {
	saved, err := h.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	var list []page.Preset
	picked := ""
	for _, p := range saved {
		g := h.games.named(p.Game)
		if g == nil {
			continue
		}
		fits, _ := page.Fitting(g.info, p.Options)
		list = append(list, page.Preset{Name: p.Name, Game: g.info, Options: fits, Deletes: h.deletes(r, p)})
		if page.PresetKey(p.Name) == key {
			picked = p.Name
		}
	}
	shown := h.page().Presets(r.Lang, list, picked, lines...)
	if r.OnBoard() {
		return r.ShowNew(ctx, shown)
	}
	return r.Show(ctx, shown)
}

// deletes reports whether the presser may delete a preset.
func (h *homes) deletes(r *route.Request, p store.Preset) bool {
	return p.Author == uint64(r.Interaction.User.ID) || route.ManagesGuild(r.Interaction)
}

// drop answers the button that deletes a preset.
func (h *homes) drop(ctx context.Context, r *route.Request) error {
	saved, err := h.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	for _, p := range saved {
		if page.PresetKey(p.Name) != r.ID.Arg {
			continue
		}
		if !h.deletes(r, p) {
			return games.Refuse("bot.presets.other")
		}
		if err := h.store.DeletePreset(ctx, p); err != nil {
			return err
		}
		return h.showPresets(ctx, r, "", ui.T("bot.presets.deleted", ui.Literal(p.Name)))
	}
	return h.showPresets(ctx, r, "")
}

// savePreset answers the button that asks for the name of a preset, and the form.
func (h *homes) savePreset(ctx context.Context, r *route.Request) error {
	if r.Interaction.Type != discordgo.InteractionModalSubmit {
		return r.Modal(ctx, h.page().PresetForm(r.Table, r.Lang))
	}
	said := ui.T("bot.presets.saved")
	if err := h.keepPreset(ctx, r, r.Typed()); err != nil {
		t, refused := games.Refused(err)
		if !refused {
			return err
		}
		h.metrics.refusals.WithLabelValues(t.Key).Inc()
		said = warning(r, err)
	}
	return r.Show(ctx, h.pages.Options(r.Table, r.Lang, nil, nil, route.ManagesGuild(r.Interaction), said))
}

// keepPreset saves what a table agreed on under a name. Of several people at one moment
// the first one has the name.
func (h *homes) keepPreset(ctx context.Context, r *route.Request, typed string) error {
	name, ok := page.PresetName(typed)
	if !ok {
		return games.Refuse("bot.presets.refuse.name", page.MaxPresetName)
	}
	asked := feature.Written{Words: []string{name}, Use: feature.Preset, User: r.Interaction.User.ID, Table: r.Table}
	if err := h.text(ctx, asked); err != nil {
		return err
	}
	err := h.store.SavePreset(ctx, store.Preset{
		Guild: uint64(r.Interaction.Guild), Name: name, Game: r.Table.Game.Info().Name, Options: r.Table.Chosen, Author: uint64(r.Interaction.User.ID),
	}, route.ManagesGuild(r.Interaction))
	switch {
	case errors.Is(err, store.ErrPresetTaken):
		return games.Refuse("bot.presets.refuse.taken")
	case errors.Is(err, store.ErrPresets):
		return games.Refuse("bot.presets.refuse.many", store.MaxPresets)
	}
	return err
}

// All presets of a server fit into the menu that shows them.
const _ = uint(page.MaxPresets - store.MaxPresets)

// preset is the wish that a preset of the server stands for, and what of it no longer
// fits.
func (h *homes) preset(ctx context.Context, r *route.Request, name string) (w open.Wish, others []string, err error) {
	saved, err := h.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return open.Wish{}, nil, err
	}
	for _, p := range saved {
		if g := h.games.named(p.Game); g != nil && strings.EqualFold(p.Name, strings.TrimSpace(name)) {
			w.Game, w.Preset = g.info, true
			w.Options, others = page.Fitting(g.info, p.Options)
			if _, err := g.info.Complete(w.Options); err != nil {
				w.Options, others = map[string]string{}, slices.Sorted(maps.Keys(p.Options))
			}
			return w, others, nil
		}
	}
	return open.Wish{}, nil, games.Refuse("bot.presets.refuse.unknown")
}

// suggest is the presets that somebody may mean.
func (h *homes) suggest(ctx context.Context, r *route.Request) (list []*discordgo.ApplicationCommandOptionChoice, err error) {
	typed := strings.ToLower(r.Option("preset"))
	saved, err := h.store.Presets(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return nil, err
	}
	for _, p := range saved {
		g := h.games.named(p.Game)
		if game := r.Option("game"); g == nil || game != "" && game != p.Game || !strings.Contains(strings.ToLower(p.Name), typed) {
			continue
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: p.Name + " · " + g.label(r.Lang, "name"), Value: p.Name})
	}
	return list[:min(len(list), discord.MaxChoices)], nil
}
