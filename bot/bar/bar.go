// Package bar is the feature by which the managers and moderators of a server bar people from
// its tables: until when, and why. The person is told both.
//
// # What a bar does
//
// A person who is barred opens no table on the server, joins none, takes no free seat, says of
// no night that they come, and is not called. Each try is refused with the words of the bar.
// Once, they get a direct message as well, if they take any.
//
// A match that they play goes on with them: to stop a match or to remove a player are deeds of
// their own, and leave the others with a hole. Lobbies that have not begun they leave at once.
// At a night they have no seat.
//
// A bar ends at its moment by itself: it is compared with the clock whenever it is asked about.
// Its row is swept a day later.
//
// # Whom
//
// Bots sit at no table. People who may manage the server are not barred: the page refuses it,
// and a bar of a person who may manage the server by now does not count when they press. A person who has
// left the server can be barred, and a bar outlasts that they leave and come back. Erasing a
// person erases their bars, too: nothing may be left of them.
//
// # What an audit log has
//
// It has whom a manager barred until when, and not why: an entry holds nothing that people wrote. So
// a bar that is put back by Undo has the reason of the bar that is there, or none.
package bar

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/bar/page"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/when"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Most is how many people a server bars at once.
const Most = 500

// Room is what the feature needs of the house.
type Room interface {
	// LeaveLobbies has a person leave the lobbies of a server.
	LeaveLobbies(ctx context.Context, guild, user discord.ID) error
	// DirectTo is the channel of direct messages with a person. A refusal says that none can be
	// opened now.
	DirectTo(ctx context.Context, user discord.ID) (channel discord.ID, err error)
	// Langs are the languages that a person and a server chose; empty for none.
	Langs(ctx context.Context, user, guild discord.ID) (own, server string, err error)
}

// Store is what the feature needs of the store, besides its rows.
type Store interface {
	LocaleOf(ctx context.Context, user uint64) (string, error)
}

// Client is what the feature needs of Discord.
type Client = feature.ChannelClient

// ofBar is what the reason of a bar is for.
const ofBar feature.Use = "bar"

// The names of what is kept, which stay.
const (
	barred  = "bar"        // an action of the audit log: a bar, or that it is lifted
	message = "bar notice" // the direct message to a person
)

// New returns the feature. The rows are those of [store.Bars].
func New(h feature.House, rows feature.Rows, from Store, client Client, room Room) feature.Feature {
	say := words.Of(locale)
	b := &bars{House: h, rows: rows, store: from, client: client, room: room, pages: page.Pages{Kit: h.Kit.Saying(say)}}
	needs := []route.Need{route.InGuild, mayBar}
	return feature.Feature{
		Name:     "bar",
		Words:    say,
		Commands: []route.Command{{Root: "dream", Name: "bars", Rank: 95, Needs: needs, Do: b.show}},
		Controls: []route.Control{
			{Action: page.Show, Needs: needs, Do: b.show},
			{Action: page.Pick, Needs: needs, Do: b.pick},
			{Action: page.Term, Needs: needs, Do: b.term},
			{Action: page.Bar, Needs: needs, Do: b.bar, Form: true},
			{Action: page.Lift, Needs: needs, Do: b.lift},
		},
		Links:    []feature.Link{feature.Pure(house.OnServer, func(*table.State, house.Reader) house.Offer { return page.OnServer() })},
		Messages: []surface.Kind{{Name: message, Look: b.look, Once: true}},
		Admit:    b.admit,
		Audit:    []feature.AuditAction{{Name: barred, Line: b.line, Undo: b.undo, Asks: func(feature.AuditEntry) bool { return true }}},
		Kept:     []feature.Kept{{Rows: "bars", Key: "bar.kept"}},
	}
}

// mayBar needs a presser who manages the server, or may time its members out.
func mayBar(_ *table.Tables, r *route.Request) error {
	if !route.ManagesGuild(r.Interaction) && r.Interaction.Permissions&discordgo.PermissionModerateMembers == 0 {
		return games.Refuse("bar.refuse.right")
	}
	return nil
}

// bars are those of all servers.
type bars struct {
	feature.House
	rows   feature.Rows
	store  Store
	client Client
	room   Room
	pages  page.Pages
}

// row is a bar of a person.
type row struct {
	user  discord.ID
	until time.Time // zero for ever
	why   string
	at    time.Time
}

// value is the bar as an audit log has it.
func (w row) value() string {
	if w.until.IsZero() {
		return page.Ever
	}
	return strconv.FormatInt(w.until.Unix(), 10)
}

// read reads a row of the store.
func read(of store.Row) (w row, err error) {
	user, ok1 := of[1].(int64)
	until, ok2 := of[2].(int64)
	why, ok3 := of[3].(string)
	at, ok4 := of[4].(int64)
	if !ok1 || !ok2 || !ok3 || !ok4 {
		return w, errors.New("a row of bars has other columns")
	}
	w = row{user: discord.ID(user), why: why, at: time.UnixMilli(at)}
	if until != 0 {
		w.until = time.UnixMilli(until)
	}
	return w, nil
}

// list are the bars that count, with a condition, newest first.
func (b *bars) list(ctx context.Context, with store.With) (list []row, err error) {
	rows, err := b.rows.List(ctx, with)
	if err != nil {
		return nil, err
	}
	now := b.Clock.Now()
	for _, of := range rows {
		w, err := read(of)
		if err != nil {
			return nil, err
		}
		if w.until.IsZero() || now.Before(w.until) {
			list = append(list, w)
		}
	}
	slices.SortStableFunc(list, func(x, y row) int { return y.at.Compare(x.at) })
	return list, nil
}

// of is the bar of a person on a server, if it counts.
func (b *bars) of(ctx context.Context, guild, user discord.ID) (w row, is bool, err error) {
	list, err := b.list(ctx, store.With{"guild": uint64(guild), "user_id": uint64(user)})
	if err != nil || len(list) == 0 {
		return row{}, false, err
	}
	return list[0], true, nil
}

// admit refuses a person who is barred, and says until when and why.
func (b *bars) admit(ctx context.Context, a feature.Asked) error {
	if a.Guild == 0 || a.Manages {
		return nil
	}
	w, is, err := b.of(ctx, a.Guild, a.User)
	if err != nil || !is {
		return err
	}
	return page.Refusal(w.until, w.why)
}

// show answers the command, the button of the page, and those that turn it.
func (b *bars) show(ctx context.Context, r *route.Request) error {
	return b.showPage(ctx, r, house.PageOf(r.ID.Arg), ui.Text{})
}

// showPage shows a page of those who are barred, or the nearest one that there is. A line says
// what came of the press.
func (b *bars) showPage(ctx context.Context, r *route.Request, n int, said ui.Text) error {
	list, err := b.list(ctx, store.With{"guild": uint64(r.Interaction.Guild)})
	if err != nil {
		return err
	}
	l := page.List{Page: n, Said: said, Settings: route.ManagesGuild(r.Interaction)}
	for _, w := range list {
		l.Bars = append(l.Bars, shown(w))
	}
	return r.ShowOver(ctx, b.pages.List(r.Lang, l))
}

// shown is a bar as the pages have it.
func shown(w row) page.Barred { return page.Barred{User: w.user, Until: w.until, Why: w.why} }

// pick answers the menu of people: it asks until when.
func (b *bars) pick(ctx context.Context, r *route.Request) error {
	ix := r.Interaction
	user, err := discord.ParseID(r.Chosen())
	if err != nil {
		return b.showPage(ctx, r, 0, ui.Text{})
	}
	if err := b.mayBe(ix, user); err != nil {
		return err
	}
	w, is, err := b.of(ctx, ix.Guild, user)
	if err != nil {
		return err
	}
	ask := page.Ask{Barred: page.Barred{User: user}, Now: is}
	if is {
		ask.Barred = shown(w)
	}
	return r.ShowOver(ctx, b.pages.Ask(r.Lang, ask))
}

// mayBe refuses to bar bots, the presser, and managers of the server, as far as Discord says
// so.
func (b *bars) mayBe(ix *discord.Interaction, user discord.ID) error {
	i := slices.IndexFunc(ix.Picked, func(p discord.Picked) bool { return p.User.ID == user })
	picked := i >= 0
	switch {
	case user == ix.User.ID:
		return games.Refuse("bar.refuse.self")
	case user == ix.App || picked && ix.Picked[i].User.Bot:
		return games.Refuse("bar.refuse.bot")
	case picked && ix.Picked[i].Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) != 0:
		return games.Refuse("bar.refuse.manager")
	}
	return nil
}

// term answers the menu of terms: it asks why.
func (b *bars) term(ctx context.Context, r *route.Request) error {
	user, err := discord.ParseID(r.ID.Arg)
	if err != nil || !slices.Contains(page.Terms, r.Chosen()) {
		return b.showPage(ctx, r, 0, ui.Text{})
	}
	return r.Modal(ctx, b.pages.Form(r.Lang, user, r.Chosen()))
}

// bar answers the form: it bars a person.
func (b *bars) bar(ctx context.Context, r *route.Request) error {
	who, term, _ := strings.Cut(r.ID.Arg, ":")
	user, err := discord.ParseID(who)
	answers := r.Interaction.Fields
	if err != nil || r.Interaction.Type != discordgo.InteractionModalSubmit || len(answers) == 0 {
		return games.Refuse("bot.refuse.unknown")
	}
	if err := b.mayBe(r.Interaction, user); err != nil {
		return err
	}
	w := row{user: user, why: strings.TrimSpace(answers[page.Why]), at: b.Clock.Now().Truncate(time.Millisecond)}
	if utf8.RuneCountInString(w.why) > page.MaxWhy {
		return games.Refuse("bar.refuse.long", page.MaxWhy)
	}
	if w.until, err = b.until(r, term, answers[page.Until]); err != nil {
		return err
	}
	if w.why != "" {
		if err := b.Text(ctx, feature.Written{Words: []string{w.why}, Use: ofBar, User: r.Interaction.User.ID, Guild: r.Interaction.Guild, Channel: r.Interaction.Channel}); err != nil {
			return err
		}
	}
	all, err := b.list(ctx, store.With{"guild": uint64(r.Interaction.Guild)})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(other row) bool { return other.user == user })
	if i < 0 && len(all) >= Most {
		return games.Refuse("bar.refuse.many", Most)
	}
	old := ""
	if i >= 0 {
		old = all[i].value()
	}
	if err := b.put(ctx, r, w); err != nil {
		return err
	}
	b.tellLog(ctx, r, user, old, w.value())
	return b.showPage(ctx, r, 0, ui.T("bar.done"))
}

// until is the end of a term; zero for ever.
func (b *bars) until(r *route.Request, term, typed string) (time.Time, error) {
	now := b.Clock.Now()
	if d, fixed := page.Length(term); fixed {
		if d == 0 {
			return time.Time{}, nil
		}
		return now.Add(d).Truncate(time.Second), nil
	}
	if term != page.Other {
		return time.Time{}, games.Refuse("bot.refuse.unknown")
	}
	words, zone := when.Zone(typed)
	if zone == nil {
		words, zone = typed, time.UTC
		if r.Lang == text.Russian {
			zone = moscow
		}
	}
	at, err := when.Parse(words, now, zone)
	if wrong, ok := errors.AsType[*when.Error](err); ok {
		return at, page.Unread(typed, wrong)
	}
	return at.Truncate(time.Second), err
}

// moscow is the clock of most readers of Russian, whose moments name no zone. The form says so.
var moscow = time.FixedZone("MSK", 3*60*60)

// put saves a bar, has the person leave the lobbies of the server, and tells them.
func (b *bars) put(ctx context.Context, r *route.Request, w row) error {
	guild, until := r.Interaction.Guild, int64(0)
	if !w.until.IsZero() {
		until = w.until.UnixMilli()
	}
	if err := b.rows.Put(ctx, store.Row{uint64(guild), uint64(w.user), until, w.why, w.at.UnixMilli()}); err != nil {
		return err
	}
	if err := b.room.LeaveLobbies(ctx, guild, w.user); err != nil {
		b.Log.Failed(err).Msg("take barred person from lobbies failed") // the bar counts all the same
	}
	from, discords := r.Interaction.Channel, cmp.Or(r.Interaction.CommunityLocale, r.Interaction.Locale)
	b.Go(func(ctx context.Context) {
		channel, err := b.room.DirectTo(ctx, w.user)
		if err != nil { // they are told at their next try
			b.Log.Debug().Err(err).Msg("open direct messages with barred person failed")
			return
		}
		lang, err := b.lang(ctx, guild, w.user, discords)
		if err != nil {
			b.Log.Failed(err).Msg("read language of barred person failed")
		}
		server, err := b.client.Access(ctx, guild)
		if err != nil { // its channel leads there
			b.Refused(err)
			b.Log.Debug().Err(err).Msg("read name of server failed")
		}
		at := surface.Place{Channel: channel, Path: from.String() + ":" + server.Name, Lang: string(lang)}
		if err := b.Messages.Keep(ctx, nil, surface.Want{Key: noticeOf(guild, w), Place: at}); err != nil {
			b.Log.Failed(err).Msg("tell barred person failed")
		}
	})
	return nil
}

// lang is the language of a message to a person: that which they chose, else that of their app of
// Discord's as their last match knows it. Else it is that of the server, or what Discord says of it.
func (b *bars) lang(ctx context.Context, guild, user discord.ID, discords string) (text.Lang, error) {
	own, server, err := b.room.Langs(ctx, user, guild)
	locale, failed := b.store.LocaleOf(ctx, uint64(user))
	err = errors.Join(err, failed)
	if l, ok := text.ParseLang(own); ok {
		return l, err
	}
	if l, ok := text.ParseLang(server); ok && locale == "" {
		return l, err
	}
	return text.ForLocale(cmp.Or(locale, discords)), err
}

// noticeOf is the direct message that tells a person of a bar. A later bar has another one, because
// an edit would not notify them.
func noticeOf(guild discord.ID, w row) surface.Key {
	return surface.Key{Owner: store.BarOwner(uint64(guild), w.at), Kind: message, User: w.user}
}

// look is what the message to a person says now. When the bar is over or was changed, it stays as
// it is.
func (b *bars) look(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	w, is, err := b.of(ctx, discord.ID(k.Owner.Guild), k.User)
	if err != nil || !is || noticeOf(discord.ID(k.Owner.Guild), w) != k {
		return nil, err
	}
	channel, name, _ := strings.Cut(at.Path, ":") // a former version had the channel alone
	from, err := discord.ParseID(channel)
	if err != nil {
		return nil, err
	}
	s, err := b.pages.Notice(text.Lang(at.Lang), name, from, shown(w))
	if err != nil {
		return nil, err
	}
	b.Drawn(s)
	return &surface.Look{Message: s.Message, Digest: s.Digest}, nil
}

// lift answers the button that ends a bar.
func (b *bars) lift(ctx context.Context, r *route.Request) error {
	who, at, _ := strings.Cut(r.ID.Arg, ":")
	n := house.PageOf(at)
	user, err := discord.ParseID(who)
	if err != nil {
		return b.showPage(ctx, r, n, ui.Text{})
	}
	w, is, err := b.of(ctx, r.Interaction.Guild, user)
	if err != nil {
		return err
	}
	if !is {
		return b.showPage(ctx, r, n, ui.Text{})
	}
	if err := b.end(ctx, r.Interaction.Guild, w); err != nil {
		return err
	}
	b.tellLog(ctx, r, user, w.value(), "")
	return b.showPage(ctx, r, n, ui.T("bar.lifted"))
}

// end deletes a bar.
func (b *bars) end(ctx context.Context, guild discord.ID, w row) error {
	if err := b.rows.Delete(ctx, store.With{"guild": uint64(guild), "user_id": uint64(w.user)}); err != nil {
		return err
	}
	b.Messages.Redraw(noticeOf(guild, w))
	return nil
}

// tellLog tells the audit log from what to what the bar of a person was changed.
func (b *bars) tellLog(ctx context.Context, r *route.Request, user discord.ID, old, now string) {
	e := feature.NewAuditEntry(r, barred)
	e.Target, e.Old, e.New = user, old, now
	b.Audit(ctx, e)
}

// line is an entry of the audit log.
func (b *bars) line(e feature.AuditEntry, f *screen.Frame) string {
	return page.Changed(f, e.Target, e.Old, e.New)
}

// undo puts back the bar that a person had before, or that they had none.
func (b *bars) undo(ctx context.Context, r *route.Request, e feature.AuditEntry) (undone bool, err error) {
	w, is, err := b.of(ctx, e.Guild, e.Target)
	if err != nil {
		return false, err
	}
	now := ""
	if is {
		now = w.value()
	}
	if now != e.New || e.Target == 0 {
		return false, nil
	}
	if e.Old == "" {
		return true, b.end(ctx, e.Guild, w)
	}
	w.user, w.until, w.at = e.Target, time.Time{}, b.Clock.Now().Truncate(time.Millisecond)
	if e.Old != page.Ever {
		n, err := strconv.ParseInt(e.Old, 10, 64)
		if w.until = time.Unix(n, 0); err != nil || !b.Clock.Now().Before(w.until) {
			return false, nil
		}
	}
	return true, b.put(ctx, r, w)
}
