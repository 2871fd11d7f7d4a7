// Package audit is the feature that keeps the audit log of a server: who changed which setting
// from what to what, who stopped a table, who removed a player. The person who manages the
// server reads it, newest first, and undoes the last change.
//
// What stands in the log is declared by those who do it, and so is how it is undone: see
// [feature.AuditAction]. Package feature also says what becomes of an entry when the process is
// killed.
//
// # Undo
//
// Only the last entry that can be undone is. The button names that entry. If another one is the
// last by now, or if the setting is not what the entry made of it, the press is refused. What
// was undone is an entry, too, and can be undone in turn. Where an action says so, the presser is
// asked first, with what changes: to end a filter or a bar guards people less.
//
// # The channel
//
// An entry is posted once it is saved, one after the other on each server, and once. What Discord
// refuses is not posted later: the log has it, and says that the bot may not write there. A
// posted message is nothing that must show what is so, so no package keeps it true.
package audit

import (
	"context"
	"embed"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/audit/page"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/gate"
	"oneiros/bot/need"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Store is what the feature needs of the store.
type Store interface {
	SaveAuditEntry(ctx context.Context, e store.AuditEntry) (kept store.AuditEntry, saved bool, err error)
	AuditEntries(ctx context.Context, guild uint64, skip, limit int) ([]store.AuditEntry, error)
	CountAuditEntries(ctx context.Context, guild uint64) (int, error)
	LastAuditEntry(ctx context.Context, guild uint64, actions ...string) (store.AuditEntry, bool, error)
	Guild(ctx context.Context, id uint64) (store.Guild, error)
}

// Client is what the feature needs of Discord.
type Client interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
}

// New returns the feature.
func New(h feature.House, from Store, client Client) feature.Feature {
	say := words.Of(locale)
	a := &audit{
		House: h, store: from, client: client, pages: page.Pages{Kit: h.Kit.Saying(say)}, undoing: gate.New(),
		waiting: map[discord.ID][]posting{}, lost: map[discord.ID]discord.ID{},
	}
	a.channel = feature.Setting{Choice: page.Channel, Of: feature.Server, Check: a.mayPost}
	managed := []route.Need{route.InGuild, route.GuildManager}
	return feature.Feature{
		Name:  "audit",
		Words: say,
		Controls: []route.Control{
			{Action: page.Show, Needs: managed, Do: a.show},
			{Action: page.Undo, Needs: managed, Do: a.undo},
		},
		Settings: []feature.Setting{a.channel},
		Links:    []feature.Link{feature.Pure(house.OnServer, func(*table.State, house.Reader) house.Offer { return a.pages.OnServer() })},
		Kept:     []feature.Kept{{Rows: "audit_log", Key: "audit.kept"}},
		Audited:  a.save,
	}
}

// audit keeps the audit log of each server.
type audit struct {
	feature.House
	store   Store
	client  Client
	pages   page.Pages
	channel feature.Setting
	undoing gate.Gate

	mu      sync.Mutex
	waiting map[discord.ID][]posting  // to be posted, by server; a server is there while a job posts
	lost    map[discord.ID]discord.ID // the channel, by server, where Discord refused the last one
}

// posting is an entry that is to be posted.
type posting struct {
	store.AuditEntry
	lang text.Lang
}

// save saves an entry, and posts it.
func (a *audit) save(ctx context.Context, e feature.AuditEntry) error {
	row := store.AuditEntry{
		Guild: uint64(e.Guild), At: a.Clock.Now().Truncate(time.Millisecond), Action: e.Action, User: uint64(e.User), Target: uint64(e.Target), Channel: uint64(e.Channel), Match: e.Match,
		Key: e.Key, Old: e.Old, New: e.New, Undoes: e.Undoes,
	}
	row, saved, err := a.store.SaveAuditEntry(ctx, row)
	if err != nil || !saved {
		return err
	}
	a.post(posting{row, e.Lang})
	return nil
}

// show answers the button of the log, and those that turn its pages.
func (a *audit) show(ctx context.Context, r *route.Request) error {
	return a.showPage(ctx, r, house.PageOf(r.ID.Arg), false)
}

// showPage shows a page of the log, or the nearest one that there is.
func (a *audit) showPage(ctx context.Context, r *route.Request, n int, undone bool) error {
	guild := r.Interaction.Guild
	all, err := a.store.CountAuditEntries(ctx, uint64(guild))
	if err != nil {
		return err
	}
	l := page.Log{Pages: max(1, (all+page.Size-1)/page.Size), Undone: undone}
	l.Page = min(max(n, 0), l.Pages-1)
	list, err := a.store.AuditEntries(ctx, uint64(guild), l.Page*page.Size, page.Size)
	if err != nil {
		return err
	}
	for _, e := range list {
		l.Entries = append(l.Entries, a.shown(e, r.Lang))
	}
	last, ok, err := a.last(ctx, guild)
	if err != nil {
		return err
	}
	if ok && l.Page == 0 {
		takesBack := a.shown(last, r.Lang)
		l.Last, l.TakesBack = last.N, &takesBack
	}
	a.mu.Lock()
	l.Lost = a.lost[guild]
	a.mu.Unlock()
	return r.ShowOver(ctx, a.pages.Log(r.Lang, l))
}

// shown is an entry as a page has it.
func (a *audit) shown(e store.AuditEntry, lang text.Lang) page.Entry {
	f := a.pages.Note(lang)
	line := page.Unknown(f, e.Action)
	if of, ok := a.action(e.Action); ok {
		line = of.Line(entryOf(e), a.frame(of, lang))
	}
	return page.Entry{At: e.At, User: discord.ID(e.User), Undo: e.Undoes != 0, Line: line}
}

// frame speaks in the words of an action.
func (a *audit) frame(of feature.AuditActionOf, lang text.Lang) *screen.Frame {
	return house.Saying(a.Kit.Note(lang), of.Words)
}

// action is the action of a name.
func (a *audit) action(name string) (feature.AuditActionOf, bool) {
	for _, of := range a.AuditActions() {
		if of.Name == name {
			return of, true
		}
	}
	return feature.AuditActionOf{}, false
}

// entryOf is an entry as those who declare actions know it.
func entryOf(e store.AuditEntry) feature.AuditEntry {
	return feature.AuditEntry{
		Action: e.Action, Guild: discord.ID(e.Guild), User: discord.ID(e.User), Target: discord.ID(e.Target), Channel: discord.ID(e.Channel), Match: e.Match,
		Key: e.Key, Old: e.Old, New: e.New, Undoes: e.Undoes,
	}
}

// last is the last entry of a server that can be undone.
func (a *audit) last(ctx context.Context, guild discord.ID) (store.AuditEntry, bool, error) {
	var names []string
	for _, of := range a.AuditActions() {
		if of.Undo != nil {
			names = append(names, of.Name)
		}
	}
	return a.store.LastAuditEntry(ctx, uint64(guild), names...)
}

// undo answers the button that takes the last change back.
func (a *audit) undo(ctx context.Context, r *route.Request) error {
	number, asked := strings.CutSuffix(r.ID.Arg, page.Asked)
	if e, of, err := a.toUndo(ctx, r, number); err != nil {
		return err
	} else if !asked && of.Asks != nil && of.Asks(entryOf(e)) {
		after := entryOf(e)
		after.Old, after.New = e.New, e.Old
		return r.ShowOver(ctx, a.pages.AskUndo(r.Lang, e.N, of.Line(after, a.frame(of, r.Lang))))
	}
	if err := a.takeBack(ctx, r, number); err != nil {
		return err
	}
	return a.showPage(ctx, r, 0, true)
}

// toUndo is the entry of a number, which has to be the last one that can be undone, with its action.
func (a *audit) toUndo(ctx context.Context, r *route.Request, number string) (e store.AuditEntry, of feature.AuditActionOf, err error) {
	e, ok, err := a.last(ctx, r.Interaction.Guild)
	if err != nil {
		return e, of, err
	}
	if of, is := a.action(e.Action); ok && is && number == strconv.FormatInt(e.N, 10) {
		return e, of, nil
	}
	return e, of, games.Refuse("audit.refuse.stale")
}

// takeBack takes back the entry that a press names. Of two presses at one moment the second
// one finds that it is not the last any more.
func (a *audit) takeBack(ctx context.Context, r *route.Request, number string) error {
	if err := a.undoing.Enter(ctx); err != nil {
		return err
	}
	defer a.undoing.Leave()
	e, of, err := a.toUndo(ctx, r, number)
	if err != nil {
		return err
	}
	undone, err := of.TakeBack(ctx, r, entryOf(e))
	switch {
	case err != nil:
		return err
	case !undone:
		return games.Refuse("audit.refuse.changed")
	}
	by := feature.NewAuditEntry(r, e.Action)
	by.Target, by.Key, by.Old, by.New, by.Channel, by.Undoes = discord.ID(e.Target), e.Key, e.New, e.Old, discord.ID(e.Channel), e.N
	a.Audit(ctx, by)
	return nil
}

// needed are the permissions without which no entry is read in a channel.
var needed = need.Core.Of(discordgo.PermissionViewChannel | discordgo.PermissionVoiceConnect | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads | discordgo.PermissionEmbedLinks)

// mayPost refuses a channel where the bot may not post.
func (a *audit) mayPost(ctx context.Context, r *route.Request, value string) error {
	if value == "" {
		a.found(r.Interaction.Guild, 0)
		return nil
	}
	channel, err := discord.ParseID(value)
	if err != nil {
		return err
	}
	if err := a.Usable(ctx, r.Interaction.Guild, channel, feature.ChannelUse{Needs: needed}); err != nil {
		return err
	}
	a.found(r.Interaction.Guild, 0)
	return nil
}

// found notes where Discord refuses what is posted on a server; 0 for nowhere.
func (a *audit) found(guild, refused discord.ID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if delete(a.lost, guild); refused != 0 {
		a.lost[guild] = refused
	}
}
