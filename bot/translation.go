package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
)

// translations answer with the board of a table in another language.
//
// A translation is a private message that is kept true as a panel is, beside the reader's
// panel. It shows what every reader sees, and nothing of any seat. Its buttons do what those
// of the board do, and are answered as there: a move changes the translation, and a page opens
// on the panel.
type translations struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	panels     *panels
}

// declared are the controls of translations.
func (t *translations) declared() feature.Feature {
	return feature.Feature{
		Name:     "translations",
		Controls: []route.Control{{Action: page.Translate, Needs: onTable, Do: t.open}},
	}
}

// open answers the button of the board, and that of a translation whose token has ended.
func (t *translations) open(ctx context.Context, r *route.Request) error {
	if r.Table.Direct() {
		return games.Refuse("bot.refuse.unknown") // its one message has its reader's language
	}
	lang, err := t.lang(ctx, r)
	if err != nil {
		return err
	}
	if at, open := t.reconciler.Address(ownPanelKey(r)); open && at.Message == r.Interaction.Message.ID {
		r.Apart() // no panel has this button, and theirs stays
	}
	key := translationKey(r.Table, r.Interaction.User.ID)
	return t.reconciler.Answer(ctx, key, func(h *screen.Held) (out screen.Outcome, err error) {
		if now, ok := t.tables.Find(table.OfMatch(r.Table.ID)); ok {
			r.About(now)
		}
		t.panels.fresh(h, r.Table)
		shown, err := t.surfaces.translation(ctx, t.surfaces.pages, r.Table, lang)
		if err != nil {
			return out, err
		}
		at, err := t.panels.answer(ctx, r, shown, true)
		if err != nil {
			return screen.Lost(), err
		}
		if at.Panel.Zero() {
			return out, nil // it cannot be edited, and stays as it is
		}
		at.Lang = lang
		return screen.Shows(at, shown.Digest), nil
	})
}

// lang is the language of a translation: its reader's. A reader of the board's language has the one
// that the button names, which is hostile.
func (t *translations) lang(ctx context.Context, r *route.Request) (text.Lang, error) {
	board, err := t.surfaces.boardLang(ctx, r.Table)
	if err != nil || r.Lang != board {
		return r.Lang, err
	}
	named, ok := text.ParseLang(r.ID.Arg)
	if !ok {
		return "", games.Refuse("bot.refuse.unknown")
	}
	return named, nil
}
