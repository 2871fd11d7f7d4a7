package home

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/home/page"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/store"
)

// auditSetting names the entries of audit logs, which stay.
const auditSetting = "setting"

// save changes the settings of a server, and tells the audit log from what to what.
func (h *homes) save(ctx context.Context, r *route.Request, do func(*store.Guild) bool) (store.Guild, error) {
	var old map[string]string
	saved := false
	g, err := h.store.ChangeGuild(ctx, uint64(r.Interaction.Guild), func(g *store.Guild) bool {
		old, saved = h.values(g), do(g)
		return saved
	})
	if err != nil || !saved {
		return g, err
	}
	now := h.values(&g)
	keys := maps.Clone(old)
	maps.Copy(keys, now)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if old[key] != now[key] {
			e := feature.NewAuditEntry(r, auditSetting)
			e.Key, e.Old, e.New = key, old[key], now[key]
			h.Audit(ctx, e)
		}
	}
	return g, nil
}

// values are the settings of a server by name, as an audit log has them. The default options of
// each game are one.
func (h *homes) values(g *store.Guild) map[string]string {
	v := map[string]string{
		pages.HomeLanguage: g.Lang, pages.HomeThreads: page.YesNo(g.Home.Threads), pages.HomeAutos: page.YesNo(!g.PeopleOnly), pages.HomeOpeners: "", pages.HomeChannels: "", pages.HomeQuiet: "",
	}
	if g.Home.Openers != 0 {
		v[pages.HomeOpeners] = discord.ID(g.Home.Openers).String()
	}
	var channels []string
	for _, id := range g.Home.Channels {
		channels = append(channels, discord.ID(id).String())
	}
	v[pages.HomeChannels] = strings.Join(channels, ",")
	if g.Home.Quiet != nil {
		v[pages.HomeQuiet] = quietHours(g.Home.Quiet).String()
	}
	for game, options := range g.Home.Options {
		v[pages.HomeOptions+":"+game] = h.optionsValue(game, options)
	}
	return v
}

// wordsDigest begins what stands in place of a text among the options of a table. A log holds
// nothing that people wrote.
const wordsDigest = "sha256:"

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

// optionsValue are options of a game as an audit log has them.
func (h *homes) optionsValue(game string, options map[string]string) string {
	shown := maps.Clone(options)
	for key, value := range shown {
		if value != "" && !h.isChoice(game, key) {
			sum := sha256.Sum256([]byte(value))
			shown[key] = wordsDigest + hex.EncodeToString(sum[:8])
		}
	}
	b, err := json.Marshal(shown)
	if err != nil {
		panic(err) // a map of strings
	}
	return string(b)
}

// isChoice reports whether an option has values that its game names, and no text.
func (h *homes) isChoice(game, key string) bool {
	g := h.Game(game)
	return g != nil && slices.ContainsFunc(g.Info().Options, func(o games.Option) bool { return o.Key == key && o.Texts == nil })
}

// line says from what to what a setting was changed.
func (h *homes) line(e feature.AuditEntry, f *screen.Frame) string {
	name, game, _ := strings.Cut(e.Key, ":")
	var info games.Info
	if g := h.Game(game); g != nil {
		info = g.Info()
	}
	return h.pages().Changed(f, name, info, e.Old, e.New)
}

// undo puts back what a setting was.
func (h *homes) undo(ctx context.Context, r *route.Request, e feature.AuditEntry) (undone bool, err error) {
	if strings.Contains(e.Old, wordsDigest) {
		return false, games.Refuse("bot.home.undo.words")
	}
	g, err := h.store.ChangeGuild(ctx, uint64(e.Guild), func(g *store.Guild) bool {
		undone = h.values(g)[e.Key] == e.New && setValue(g, e.Key, e.Old)
		return undone
	})
	if err == nil && undone && e.Key == pages.HomeLanguage {
		h.RedrawServer(discord.ID(g.ID))
	}
	return undone, err
}

// setValue is the inverse of values for one setting.
func setValue(g *store.Guild, key, value string) bool {
	name, game, _ := strings.Cut(key, ":")
	switch name {
	case pages.HomeLanguage:
		g.Lang = value
	case pages.HomeThreads:
		g.Home.Threads = value == page.Yes
	case pages.HomeAutos:
		g.PeopleOnly = value != page.Yes
	case pages.HomeOpeners:
		g.Home.Openers = uint64(named(value))
	case pages.HomeChannels:
		g.Home.Channels = nil
		for one := range strings.SplitSeq(value, ",") {
			if id := named(one); id != 0 {
				g.Home.Channels = append(g.Home.Channels, uint64(id))
			}
		}
	case pages.HomeQuiet:
		g.Home.Quiet = nil
		if q, ok := pages.ParseQuiet(value); ok {
			g.Home.Quiet = quietOf(q)
		}
	case pages.HomeOptions:
		return setOptions(g, game, value)
	default:
		return false
	}
	g.Home.Lost = false
	return true
}

// setOptions sets the default options of a game; without a value they are the game's own.
func setOptions(g *store.Guild, game, value string) bool {
	delete(g.Home.Options, game)
	if value == "" {
		return true
	}
	var options map[string]string
	if err := json.Unmarshal([]byte(value), &options); err != nil {
		return false
	}
	if g.Home.Options == nil {
		g.Home.Options = map[string]map[string]string{}
	}
	g.Home.Options[game] = options
	return true
}
