// Package word is the feature by which those who manage a server bring words of their own for a
// game. Nothing is noted of who did so.
package word

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"

	"github.com/bwmarrin/discordgo"
	"golang.org/x/text/unicode/norm"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	pages "oneiros/bot/word/page"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Packs(ctx context.Context, guild uint64) ([]store.Pack, error)
	Pack(ctx context.Context, guild uint64, id string) (store.Pack, bool, error)
	PackByCode(ctx context.Context, code string) (store.Pack, bool, error)
	SavePack(ctx context.Context, p store.Pack) error
	ChangePack(ctx context.Context, guild uint64, id string, do func(*store.Pack)) (store.Pack, bool, error)
	DeletePack(ctx context.Context, guild uint64, id string) error
}

// Downloader reads what people upload; *api.Client is one.
type Downloader interface {
	Download(ctx context.Context, up discord.Uploaded, most int) ([]byte, error)
}

// New returns the feature.
func New(h feature.House, from Store, client Downloader) feature.Feature {
	k := &packing{House: h, store: from, client: client, pages: pages.Pages{Kit: h.Kit}}
	for _, g := range h.Games {
		info := g.Info()
		for _, o := range info.Options {
			if o.Texts != nil && k.of == nil {
				k.of = &pages.PackGame{Game: info.Name, Option: o}
			}
		}
	}
	needs := []route.Need{route.InGuild, route.GuildManager}
	return feature.Feature{
		Name:     "word",
		Commands: []route.Command{{Root: "dream", Name: "words", Rank: 100, Needs: needs, Do: k.command}},
		Controls: []route.Control{
			{Action: pages.Words, Needs: needs, Do: k.button},
			{Action: pages.Menu, Needs: needs, Do: k.menu},
			{Action: pages.Form, Needs: needs, Do: k.form, Form: true},
		},
	}
}

// packing keeps the packs of servers.
//
// A file is read whole before anything of it is kept. What was read is a draft in the
// store, so that any process can save it, also after a restart. Another server that adds a
// pack by its code gets a copy. So its tables do not depend on what the first server does
// later.
type packing struct {
	feature.House
	store  Store
	client Downloader
	pages  pages.Pages
	of     *pages.PackGame // nil: no game takes words
}

// command answers /dream words.
func (k *packing) command(ctx context.Context, r *route.Request) error { return k.list(ctx, r) }

// menu answers the menu of the packs.
func (k *packing) menu(ctx context.Context, r *route.Request) error { return k.one(ctx, r, r.Chosen()) }

// button answers the buttons of all pages.
func (k *packing) button(ctx context.Context, r *route.Request) error {
	if k.of == nil {
		return games.Refuse("bot.refuse.game")
	}
	do, id, _ := strings.Cut(r.ID.Arg, ":")
	switch do {
	case pages.Add:
		return r.Modal(ctx, k.pages.AddForm(*k.of, r.Lang))
	case pages.Code:
		return r.Modal(ctx, k.pages.CodeForm(*k.of, r.Lang))
	case pages.Show:
		return k.one(ctx, r, id)
	case pages.Save, pages.Share, pages.Unshare:
		return k.change(ctx, r, do, id)
	case pages.Delete:
		p, ok, err := k.store.Pack(ctx, uint64(r.Interaction.Guild), id)
		if err != nil || !ok {
			return errors.Join(err, k.gone(ctx, r, err))
		}
		return k.show(ctx, r, k.pages.AskDelete(*k.of, r.Lang, packOf(p)))
	case pages.Drop:
		if err := k.store.DeletePack(ctx, uint64(r.Interaction.Guild), id); err != nil {
			return err
		}
		return k.list(ctx, r, ui.T("bot.words.deleted"))
	}
	return k.list(ctx, r)
}

// gone shows the list when a pack is not there any more.
func (k *packing) gone(ctx context.Context, r *route.Request, err error) error {
	if err != nil {
		return nil
	}
	return k.list(ctx, r, route.Warning(ui.T("bot.words.gone")))
}

// change saves a draft, or shares a pack or ends that.
func (k *packing) change(ctx context.Context, r *route.Request, do, id string) error {
	notice, code := "bot.settings.saved", ""
	switch do {
	case pages.Share:
		notice, code = "bot.words.shared", strings.ToLower(k.Luck.Next("code", uint64(r.Interaction.Guild), id).Text(26)) // 130 bits: it cannot be guessed
	case pages.Unshare:
		notice = "bot.words.unshared"
	}
	p, ok, err := k.store.ChangePack(ctx, uint64(r.Interaction.Guild), id, func(p *store.Pack) {
		switch {
		case do == pages.Share && p.Code == "", do == pages.Unshare:
			p.Code = code
		case do == pages.Save:
			p.Draft = false
		}
	})
	if errors.Is(err, store.ErrPacks) {
		p.Draft = true
		return k.show(ctx, r, k.pages.Pack(*k.of, r.Lang, packOf(p), k.sample(r), route.Warning(ui.T("bot.words.full", store.MaxPacks))))
	}
	if err != nil || !ok {
		return errors.Join(err, k.gone(ctx, r, err))
	}
	return k.show(ctx, r, k.pages.Pack(*k.of, r.Lang, packOf(p), k.sample(r), ui.T(notice)))
}

// list shows the packs of the server.
func (k *packing) list(ctx context.Context, r *route.Request, notices ...ui.Text) error {
	if k.of == nil {
		return games.Refuse("bot.refuse.game")
	}
	list, err := k.store.Packs(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	return k.show(ctx, r, k.pages.List(*k.of, r.Lang, packsOf(list), notices...))
}

// one shows a pack.
func (k *packing) one(ctx context.Context, r *route.Request, id string) error {
	if k.of == nil {
		return games.Refuse("bot.refuse.game")
	}
	p, ok, err := k.store.Pack(ctx, uint64(r.Interaction.Guild), id)
	if err != nil || !ok {
		return errors.Join(err, k.gone(ctx, r, err))
	}
	return k.show(ctx, r, k.pages.Pack(*k.of, r.Lang, packOf(p), k.sample(r)))
}

// form answers the forms.
func (k *packing) form(ctx context.Context, r *route.Request) error {
	if k.of == nil {
		return games.Refuse("bot.refuse.game")
	}
	if r.Interaction.Type != discordgo.InteractionModalSubmit {
		return k.list(ctx, r) // a forged press
	}
	if r.ID.Arg == pages.Code {
		return k.byCode(ctx, r)
	}
	title, body, err := k.brought(ctx, r)
	if t, refused := games.Refused(err); refused {
		return k.refused(ctx, r, t)
	}
	if err != nil {
		return err
	}
	read := k.of.Option.Texts.Read(title, body)
	if read.Value == "" {
		r.KeepForm()
		return k.show(ctx, r, k.pages.Mistakes(*k.of, r.Lang, read))
	}
	return k.draft(ctx, r, read.Value, read.Entries)
}

// refused shows why a form was not taken, over the packs. Its button opens it with what was typed.
func (k *packing) refused(ctx context.Context, r *route.Request, why ui.Text) error {
	r.KeepForm()
	return k.list(ctx, r, route.Warning(why))
}

// brought is the title and the bytes of what a person uploaded or wrote. A file without a
// title has its own name.
func (k *packing) brought(ctx context.Context, r *route.Request) (title string, body []byte, err error) {
	texts := k.of.Option.Texts
	if len(r.Interaction.Answers) == 3 { // the file, the text and the title
		body, title = []byte(r.Interaction.Answers[1]), composed(r.Interaction.Answers[2])
	}
	if len(r.Interaction.Uploads) == 0 {
		if len(strings.TrimSpace(string(body))) == 0 {
			return "", nil, games.Refuse("bot.words.nothing")
		}
		return title, body, nil
	}
	up := r.Interaction.Uploads[0]
	if title == "" {
		title = titleOf(up.Name, texts.MaxTitle)
	}
	// A file of UTF-16 has twice as many bytes.
	body, err = k.client.Download(ctx, up, 2*texts.MaxBytes)
	switch {
	case errors.Is(err, discord.ErrUpload):
		return "", nil, games.Refuse("bot.words.large", texts.MaxBytes>>10)
	case err != nil && ctx.Err() == nil:
		k.Log.Warn().Err(err).Msg("download file failed")
		return "", nil, games.Refuse("bot.words.lost")
	}
	return title, body, err
}

// composed is a title as it is kept: in one line, and with a sign for each letter. Names of files on
// a Mac have two signs for letters such as й, of which the second alone is none.
func composed(title string) string { return strings.Join(strings.Fields(norm.NFC.String(title)), " ") }

// titleOf makes a title of the name of a file.
func titleOf(name string, most int) string {
	for _, end := range []string{".txt", ".tsv", ".csv"} { // what stands behind another dot may belong to the name
		name = strings.TrimSuffix(name, end)
	}
	title := []rune(composed(strings.ReplaceAll(name, "_", " ")))
	return strings.TrimSpace(string(title[:min(len(title), most)]))
}

// byCode makes a draft of a pack of another server.
func (k *packing) byCode(ctx context.Context, r *route.Request) error {
	p, ok, err := k.store.PackByCode(ctx, strings.ToLower(strings.TrimSpace(r.Typed())))
	if err != nil {
		return err
	}
	if !ok || p.Game != k.of.Game {
		return k.refused(ctx, r, ui.T("bot.words.no-code"))
	}
	return k.draft(ctx, r, p.Value, p.Entries)
}

// draft keeps a text until a person saves it, and shows it. Features are asked first.
func (k *packing) draft(ctx context.Context, r *route.Request, value string, entries int) error {
	_, rest, _ := strings.Cut(value, "\n")
	err := k.Text(ctx, feature.Written{
		Words: []string{games.TextTitle(value), rest}, Use: feature.Pack, User: r.Interaction.User.ID, Guild: r.Interaction.Guild, Channel: r.Interaction.Channel,
	})
	if t, refused := feature.Refusal(err, r.Lang); refused {
		return k.refused(ctx, r, t)
	}
	if err != nil {
		return err
	}
	p := store.Pack{
		Guild: uint64(r.Interaction.Guild), ID: strings.ToLower(k.Luck.Next("pack", r.Interaction.Guild, r.Interaction.ID).Text(10)), Game: k.of.Game, Value: value, Entries: entries, Draft: true, Created: k.Clock.Now(),
	}
	if err := k.store.SavePack(ctx, p); err != nil {
		return err
	}
	return k.show(ctx, r, k.pages.Pack(*k.of, r.Lang, packOf(p), k.sample(r)))
}

// sample is what chooses the words that a press shows.
func (k *packing) sample(r *route.Request) *rand.Rand { return k.Luck.Rand("sample", r.Interaction.ID) }

func (k *packing) show(ctx context.Context, r *route.Request, shown *screen.Shown) error {
	if r.Interaction.Type == discordgo.InteractionApplicationCommand {
		return r.ShowNew(ctx, shown)
	}
	return r.Show(ctx, shown)
}

func packOf(p store.Pack) page.Pack {
	return page.Pack{ID: p.ID, Value: p.Value, Entries: p.Entries, Code: p.Code, Draft: p.Draft}
}

func packsOf(list []store.Pack) (packs []page.Pack) {
	for _, p := range list {
		packs = append(packs, packOf(p))
	}
	return packs
}
