package home

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	pages "oneiros/bot/home/page"
	"oneiros/bot/open"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// usualOptions answers the button of the usual options, and the menus of games and of options: it
// shows those of a game, and the values of one, or asks for its number.
func (h *homes) usualOptions(ctx context.Context, r *route.Request) error {
	game, key := pages.ParseUsualArg(r.ID.Arg)
	switch chosen := r.Chosen(); {
	case game == "":
		game = chosen
	case chosen != "":
		key = chosen
	}
	u, ok, err := h.usual(ctx, r, game, key)
	if err != nil {
		return err
	}
	if ok && u.Picked != nil && u.Picked.Max > 0 {
		return r.Modal(ctx, h.pages().UsualNumber(r.Lang, u))
	}
	return h.showUsual(ctx, r, u, ok, ui.Text{})
}

// setUsual answers the menu of the values of an option, and the form of a number.
func (h *homes) setUsual(ctx context.Context, r *route.Request) error {
	game, key := pages.ParseUsualArg(r.ID.Arg)
	u, ok, err := h.usual(ctx, r, game, key)
	if err != nil {
		return err
	}
	if !ok || u.Picked == nil {
		return h.showUsual(ctx, r, u, ok, ui.Text{})
	}
	value := r.Chosen()
	if r.Interaction.Type == discordgo.InteractionModalSubmit {
		value = strings.TrimSpace(r.Typed())
	}
	err = h.saveUsual(ctx, r, u, value)
	if why, refused := games.Refused(err); refused {
		r.KeepForm()
		h.Counted(why.Key)
		return h.showUsual(ctx, r, u, true, ui.T("bot.match.refused", why))
	}
	if err != nil {
		return err
	}
	if u, ok, err = h.usual(ctx, r, game, key); err != nil {
		return err
	}
	return h.showUsual(ctx, r, u, ok, ui.T("bot.settings.saved"))
}

// saveUsual saves the value of the picked option, which is hostile.
func (h *homes) saveUsual(ctx context.Context, r *route.Request, u pages.Usual, value string) error {
	key := u.Picked.Key
	var err error
	if u.Picked.Texts != nil {
		value, err = open.PackText(ctx, h.packs, uint64(r.Interaction.Guild), u.Game.Name, value)
	} else {
		err = u.Picked.Check(value)
	}
	if err != nil {
		return err
	}
	_, err = h.save(ctx, r, func(g *store.Guild) bool {
		options := maps.Clone(g.Home.Options[u.Game.Name])
		if options == nil {
			options = map[string]string{}
		}
		if options[key] = value; value == "" {
			delete(options, key)
		}
		if g.Home.Options == nil {
			g.Home.Options = map[string]map[string]string{}
		}
		if g.Home.Options[u.Game.Name] = options; len(options) == 0 {
			delete(g.Home.Options, u.Game.Name)
		}
		return true
	})
	return err
}

// usual is what new tables of a game agree on. It is false where there is no such game.
func (h *homes) usual(ctx context.Context, r *route.Request, game, key string) (u pages.Usual, ok bool, err error) {
	g := h.Game(game)
	if g == nil {
		return u, false, nil
	}
	set, err := h.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return u, false, err
	}
	u.Game = g.Info()
	fits, _ := open.Fitting(u.Game, set.Home.Options[game])
	u.Own = len(set.Home.Options[game]) > 0
	lang := text.Lang(set.Lang)
	if lang == "" {
		lang = r.Lang
	}
	if u.Is, err = u.Game.In(string(lang)).Complete(fits); err != nil {
		return u, false, err
	}
	if i := slices.IndexFunc(u.Game.Options, func(o games.Option) bool { return o.Key == key && o.Free(u.Is) }); i >= 0 {
		u.Picked = &u.Game.Options[i]
	}
	if u.Picked != nil && u.Picked.Texts != nil {
		if u.Packs, err = open.PackChoices(ctx, h.packs, uint64(r.Interaction.Guild), game); err != nil {
			return u, false, err
		}
	}
	return u, true, nil
}

// showUsual shows what is usual for a game, or asks for which.
func (h *homes) showUsual(ctx context.Context, r *route.Request, u pages.Usual, ok bool, said ui.Text) error {
	var list []games.Info
	for _, g := range h.Games {
		list = append(list, g.Info())
	}
	if !ok {
		return r.Show(ctx, h.pages().UsualGames(r.Lang, list))
	}
	return r.Show(ctx, h.pages().Usual(r.Lang, list, u, said))
}

// resetUsual makes the options of a game its own usual ones again; without a game, those of all.
func (h *homes) resetUsual(ctx context.Context, r *route.Request, game string) error {
	_, err := h.save(ctx, r, func(g *store.Guild) bool {
		if delete(g.Home.Options, game); game == "" {
			g.Home.Options, g.Home.Lost = nil, false
		}
		return true
	})
	if err != nil {
		return err
	}
	if game == "" {
		return h.show(ctx, r, true)
	}
	u, ok, err := h.usual(ctx, r, game, "")
	if err != nil {
		return err
	}
	return h.showUsual(ctx, r, u, ok, ui.T("bot.settings.saved"))
}
