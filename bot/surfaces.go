package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// SurfaceStore saves where the messages of matches are.
type SurfaceStore interface {
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error
	DeleteSurfaces(ctx context.Context, match string) error
	Surfaces(ctx context.Context, match string) ([]store.Surface, error)
	ActiveSurfaces(ctx context.Context, at time.Time) (map[string][]store.Surface, error)
}

// BoardStore saves what boards show for the next process.
type BoardStore interface {
	SaveShownBoards(ctx context.Context, list []store.ShownBoard) error
	TakeShownBoards(ctx context.Context) (map[string]store.ShownBoard, error)
}

// surfacesStore is what the surfaces call of the store.
type surfacesStore interface {
	BoardStore
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error
	ActiveSurfaces(ctx context.Context, at time.Time) (map[string][]store.Surface, error)
}

// surfaces says what the messages of the tables should show and where they are. It
// is the [screen.Source] of the reconciler.
type surfaces struct {
	client     Client
	store      surfacesStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	features   []feature.Feature
	jobs       *jobs
	metrics    *metrics
	log        savelog.Log
	build      string

	logged sync.Map // cuts that were logged: string -> struct{}
	spoken spoken   // the languages of players
}

// boardLang is the language of a board: the server's choice, else the one that
// the table was opened in. In direct messages it is the choice of the person.
func (f *surfaces) boardLang(ctx context.Context, s *table.State) (text.Lang, error) {
	if s.Direct() {
		u, err := f.store.User(ctx, uint64(s.Person()))
		if err != nil {
			return "", err
		}
		if l, ok := text.ParseLang(u.Lang); ok {
			return l, nil
		}
		return s.Lang, nil
	}
	g, err := f.store.Guild(ctx, uint64(s.Guild))
	if err != nil {
		return "", err
	}
	if l, ok := text.ParseLang(g.Lang); ok {
		return l, nil
	}
	return s.Lang, nil
}

// again reports whether the next table can be opened or joined from the board of
// one that has ended. It can until another table is opened in its channel.
func (f *surfaces) again(s *table.State) bool {
	if s.Phase == table.Lobby || s.Phase == table.Live {
		return false
	}
	return !slices.ContainsFunc(f.tables.Known(table.All()), func(next *table.State) bool {
		return next.CurrentChannel() == s.CurrentChannel() && next.Created.After(s.Created) && (next.Phase != table.Lobby || next.Previous != s.ID)
	})
}

// board draws the board of a table. In direct messages it is the player's page at a
// path.
func (f *surfaces) board(ctx context.Context, s *table.State, lang text.Lang, path string) (*screen.Shown, error) {
	return f.boardBy(ctx, f.pages, s, lang, path)
}

func (f *surfaces) boardBy(ctx context.Context, pages *page.Pages, s *table.State, lang text.Lang, path string) (*screen.Shown, error) {
	if s.Direct() {
		return f.panelBy(ctx, pages, s, s.Person(), lang, path)
	}
	return pages.TranslatableBoard(s, lang, f.spoken.other(s, lang), f.again(s), f.offers(ctx, page.BoardOf(s), s, page.Reader{Guild: s.Guild, Lang: lang})...)
}

// translation draws the board of a table in another language, for one reader. It is what every
// reader sees, the same for each of them.
func (f *surfaces) translation(ctx context.Context, pages *page.Pages, s *table.State, lang text.Lang) (*screen.Shown, error) {
	return pages.Board(s, lang, f.again(s), f.offers(ctx, page.BoardOf(s), s, page.Reader{Guild: s.Guild, Lang: lang})...)
}

// panel draws the panel of a person, with notices over it.
func (f *surfaces) panel(ctx context.Context, s *table.State, user discord.ID, lang text.Lang, path string, notices ...ui.Text) (*screen.Shown, error) {
	return f.panelBy(ctx, f.pages, s, user, lang, path, notices...)
}

func (f *surfaces) panelBy(ctx context.Context, pages *page.Pages, s *table.State, user discord.ID, lang text.Lang, path string, notices ...ui.Text) (*screen.Shown, error) {
	to := page.Reader{User: user, Guild: s.Guild, Lang: lang}
	to.Offers, to.Notebook = f.offers(ctx, page.PlaceOf(s), s, to), notebookOf(ctx, f.features, s, user)
	if _, seated := s.Seat(user); !seated && s.Phase == table.Live && !s.Direct() {
		board, err := f.boardLang(ctx, s)
		if err != nil {
			return nil, err
		}
		to.Translates = board != lang
	}
	if s.Direct() {
		return pages.Direct(s, to, path, f.again(s), notices...)
	}
	return pages.Panel(s, to, path, f.again(s), notices...)
}

// notebookOf is what a person wrote about others at a table.
func notebookOf(ctx context.Context, features []feature.Feature, s *table.State, user discord.ID) games.Notebook {
	for _, of := range features {
		if of.Notebook != nil {
			return of.Notebook(ctx, s, user)
		}
	}
	return nil
}

// offers are what the features offer at a place. The table is nil on a page of none.
func (f *surfaces) offers(ctx context.Context, at page.Place, s *table.State, to page.Reader) (list []page.Offer) {
	for _, of := range f.features {
		for _, link := range of.Links {
			if link.On != at || len(list) == at.Room() {
				continue
			}
			if offer := link.Offer(ctx, s, to); offer != nil {
				list = append(list, offer.Saying(of.Words))
			}
		}
	}
	return list
}

// moved tells the features that a person has made a move. It reports whether something else
// stands on their panel now.
func (f *surfaces) moved(ctx context.Context, s *table.State, user discord.ID) (changed bool) {
	for _, of := range f.features {
		if of.Moved != nil && of.Moved(ctx, s, user) {
			changed = true
		}
	}
	return changed
}

// Draw draws what a surface should show; nil for one whose table was cleared away.
func (f *surfaces) Draw(ctx context.Context, k screen.Key, at screen.Address, wanted screen.Wanted) (*screen.Shown, error) {
	list, err := f.tables.Read(ctx, table.OfMatch(k.Match))
	s, _ := list.One()
	if s == nil || err != nil {
		return nil, err
	}
	pages := page.Sparing(f.pages, wanted)
	shown, err := func() (*screen.Shown, error) {
		if k.Translation {
			return f.translation(ctx, pages, s, at.Lang)
		}
		if !k.Board() {
			if closedFor(s, k.User) {
				return pages.Closed(s, k.User, at.Lang), nil
			}
			return f.panelBy(ctx, pages, s, k.User, at.Lang, at.Path)
		}
		lang, err := f.boardLang(ctx, s)
		if err != nil {
			return nil, err
		}
		return f.boardBy(ctx, pages, s, lang, at.Path)
	}()
	if err != nil {
		return nil, fmt.Errorf("match %s of %s: %w", s.ID, s.Game.Info().Name, err)
	}
	f.logCuts(shown)
	return shown, nil
}

// unread reports whether a table is there and its match is put away. Nothing of it
// changes by itself.
func (f *surfaces) unread(match string) bool {
	s, ok := f.tables.Known(table.OfMatch(match)).One()
	return ok && s.Brief
}

// closedFor reports whether a panel belongs to a person who lost their seat.
func closedFor(s *table.State, user discord.ID) bool {
	_, seated := s.Seat(user)
	return !seated && s.Phase == table.Live
}

// Farewell draws what a panel shows when its token ends. The panel of an ended match stays
// as it is: it has nothing more to follow, and a press on it gives a new token.
func (f *surfaces) Farewell(ctx context.Context, k screen.Key, at screen.Address) (*screen.Shown, error) {
	list, err := f.tables.Read(ctx, table.OfMatch(k.Match))
	s, _ := list.One()
	if err != nil || s == nil || s.Phase == table.Over {
		return nil, err
	}
	if k.Translation {
		return f.pages.TranslationFarewell(s, at.Lang), nil
	}
	if closedFor(s, k.User) {
		return f.pages.Closed(s, k.User, at.Lang), nil
	}
	return f.pages.Farewell(s, k.User, at.Lang), nil
}

// Save saves where a surface is.
func (f *surfaces) Save(ctx context.Context, k screen.Key, at screen.Address) error {
	return f.saveShown(ctx, k, at, "")
}

// saveShown saves where a surface is, and the digest of what it shows when that
// will not change again.
func (f *surfaces) saveShown(ctx context.Context, k screen.Key, at screen.Address, digest string) error {
	row := store.Surface{
		Owner: store.MatchOwner(k.Match), Kind: store.Board, User: uint64(k.User),
		Channel: uint64(at.Channel), Message: uint64(at.Message), Path: at.Path, Lang: string(at.Lang), Digest: digest,
	}
	if !k.Board() {
		t := at.Panel.Saved()
		row.Kind, row.App, row.Token, row.Expires, row.FollowUp = kindOf(k), uint64(t.App), t.Secret, t.Expires, t.FollowUp
		return f.store.SaveSurface(ctx, row)
	}
	if at.Former == 0 {
		if err := f.store.SaveSurface(ctx, row); err != nil {
			return err
		}
		return f.store.DeleteSurface(ctx, store.MatchOwner(k.Match), store.OldBoard, 0)
	}
	// In this order: the old board is saved before there is another.
	old := store.Surface{Owner: store.MatchOwner(k.Match), Kind: store.OldBoard, Channel: row.Channel, Message: uint64(at.Former)}
	if err := f.store.SaveSurface(ctx, old); err != nil {
		return err
	}
	return f.store.SaveSurface(ctx, row)
}

// lend lends a token to the board of a table that is going on, and saves it. Its row is
// one of its own, so that it changes nothing of the board's.
func (f *surfaces) lend(k screen.Key, t discord.BoardToken) {
	s, ok := f.tables.Known(table.OfMatch(k.Match)).One()
	if t.Zero() || !ok || s.Phase != table.Lobby && s.Phase != table.Live || !f.reconciler.Lend(k, t) {
		return
	}
	saved := t.Saved()
	f.jobs.spawn(func(ctx context.Context) {
		err := f.store.SaveSurface(ctx, store.Surface{
			Owner: store.MatchOwner(k.Match), Kind: store.BoardToken, Channel: uint64(saved.Channel), Message: uint64(saved.Message),
			App: uint64(saved.App), Token: saved.Secret, Expires: saved.Expires,
		})
		if err != nil {
			f.log.Failed(err).Str("match", k.Match).Msg("save board token failed")
		}
	})
}

// hears notes the language of a player who pressed something of a table that is on. Its board is
// drawn again with the button that such a reader looks for.
func (f *surfaces) hears(s *table.State, lang text.Lang) {
	if s == nil || s.Direct() || lang == s.Lang || s.Phase != table.Lobby && s.Phase != table.Live {
		return
	}
	all := f.spoken.add(s.ID, lang)
	if all == nil {
		return
	}
	f.reconciler.MarkDirty(s.ID)
	f.jobs.spawn(func(ctx context.Context) {
		err := f.store.SaveSurface(ctx, store.Surface{Owner: store.MatchOwner(s.ID), Kind: store.BoardLanguages, Path: strings.Join(all, " ")})
		if err != nil {
			f.log.Failed(err).Str("match", s.ID).Msg("save languages of board failed")
		}
	})
}

// TokenRefused counts a refused token of a board and forgets it.
func (f *surfaces) TokenRefused(k screen.Key, err error) {
	f.metrics.refused(err)
	f.jobs.spawn(func(ctx context.Context) {
		if err := f.store.DeleteSurface(ctx, store.MatchOwner(k.Match), store.BoardToken, 0); err != nil {
			f.log.Failed(err).Str("match", k.Match).Msg("delete board token failed")
		}
	})
}

// Forget deletes a surface from the store.
func (f *surfaces) Forget(ctx context.Context, k screen.Key) error {
	if k.Board() {
		f.spoken.forget(k.Match)
	}
	return f.store.DeleteSurface(ctx, store.MatchOwner(k.Match), kindOf(k), uint64(k.User))
}

// kindOf is the kind under which a surface is saved.
func kindOf(k screen.Key) string {
	switch {
	case k.Board():
		return store.Board
	case k.Translation:
		return store.Translation
	}
	return store.Panel
}

// EditFailed counts a refused edit. When the channel of a board is unknown, it was
// deleted while the bot did not listen.
func (f *surfaces) EditFailed(k screen.Key, err error) {
	f.metrics.refused(err)
	if !k.Board() || discord.Code(err) != discordgo.ErrCodeUnknownChannel {
		return
	}
	at, ok := f.reconciler.Address(k)
	if !ok {
		return
	}
	f.jobs.spawn(func(ctx context.Context) {
		f.channelDeleted(ctx, at.Channel)
		if s, ok := f.tables.Known(table.OfMatch(k.Match)).One(); ok && s.CurrentChannel() == at.Channel {
			f.forgetBoard(ctx, k.Match) // also when the match had ended before
		}
	})
}

// Edited counts an edit. The board of an ended match stays as it is. Its digest is
// saved, so a restart need not edit it: Discord counts edits of old messages.
func (f *surfaces) Edited(k screen.Key, at screen.Address, digest string) {
	if !k.Board() {
		f.metrics.edits.WithLabelValues(kindOf(k)).Inc()
		return
	}
	f.metrics.edits.WithLabelValues(store.Board).Inc()
	s, ok := f.tables.Known(table.OfMatch(k.Match)).One()
	if !ok || s.Phase == table.Lobby || s.Phase == table.Live {
		return
	}
	f.jobs.spawn(func(ctx context.Context) {
		err := f.saveShown(ctx, k, at, digest)
		if _, tracked := f.reconciler.Address(k); err != nil && tracked { // else its match was erased meanwhile
			f.log.Failed(err).Str("match", k.Match).Msg("save board failed")
		}
	})
}

// logCuts logs what did not fit on a page, each thing once. It is a fault of the
// page and not of its reader.
func (f *surfaces) logCuts(s *screen.Shown) {
	if len(s.Faults) == 0 {
		return
	}
	f.metrics.cuts.Inc()
	for _, what := range s.Faults {
		if _, logged := f.logged.LoadOrStore(what, struct{}{}); !logged {
			f.log.Error().Str("what", what).Msg("draw page incomplete")
		}
	}
}

// channelDeleted pauses the matches of a deleted channel or thread until a player
// moves them to another one. A deleted channel takes its threads along.
func (f *surfaces) channelDeleted(ctx context.Context, channel discord.ID) {
	for _, s := range f.tables.Known(table.On()) {
		if s.CurrentChannel() != channel && s.Channel != channel {
			continue
		}
		if _, err := f.tables.ChannelDeleted(ctx, s.ID); err != nil {
			f.log.Failed(err).Str("match", s.ID).Msg("pause match without channel failed")
		}
		f.forgetBoard(ctx, s.ID)
	}
}

// threadArchived opens a thread again in which a table is on: nothing can be pressed in an
// archived one. A thread that a moderator locked is closed on purpose, so its match is
// paused like one whose channel was deleted.
func (f *surfaces) threadArchived(ctx context.Context, e discord.ThreadArchived) {
	for _, s := range f.tables.Known(table.On()) {
		if s.CurrentChannel() != e.Channel {
			continue
		}
		if e.Locked {
			f.channelDeleted(ctx, e.Channel)
			return
		}
		f.openThread(e.Channel)
		return
	}
}

// openThread opens an archived thread.
func (f *surfaces) openThread(thread discord.ID) {
	f.jobs.spawn(func(ctx context.Context) {
		if err := f.client.OpenThread(ctx, thread); err != nil {
			f.metrics.refused(err)
			f.log.Warn().Err(err).Msg("open thread failed")
		}
	})
}

// forgetBoard forgets where a board was.
func (f *surfaces) forgetBoard(ctx context.Context, match string) {
	f.reconciler.Untrack(screen.Key{Match: match})
	for _, kind := range []string{store.Board, store.OldBoard, store.BoardToken} {
		if err := f.store.DeleteSurface(ctx, store.MatchOwner(match), kind, 0); err != nil {
			f.log.Failed(err).Str("match", match).Msg("delete board address failed")
		}
	}
}

// messageDeleted posts a deleted board again. The board of an ended match is not
// missed.
func (f *surfaces) messageDeleted(ctx context.Context, e discord.MessagesDeleted) {
	for _, id := range e.Messages {
		key, ok := f.reconciler.Board(e.Channel, id)
		if !ok {
			continue
		}
		s, ok := f.tables.Known(table.OfMatch(key.Match)).One()
		if ok && (s.Phase == table.Lobby || s.Phase == table.Live) {
			f.reconciler.MessageDeleted(key, id)
			continue
		}
		f.reconciler.Untrack(key)
		if err := f.store.DeleteSurface(ctx, store.MatchOwner(key.Match), store.Board, 0); err != nil {
			f.log.Failed(err).Str("match", key.Match).Msg("delete board address failed")
		}
	}
}

// saveTime is how long the end waits until it can save what boards show.
const saveTime = 2 * time.Second

// saveKnown saves what the boards of tables show that go on. The next process edits only
// those that should show something else: Discord counts edits, and there may be thousands
// of boards. It is called when nothing is edited any longer.
func (f *surfaces) saveKnown(ctx context.Context) {
	var list []store.ShownBoard
	for _, k := range screen.KnownBoards(f.reconciler) {
		if s, ok := f.tables.Known(table.OfMatch(k.Match)).One(); ok && (s.Phase == table.Lobby || s.Phase == table.Live) {
			list = append(list, store.ShownBoard{Match: k.Match, Message: uint64(k.Message), Digest: k.Digest + f.build})
		}
	}
	if len(list) == 0 {
		return // as nothing is saved now
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	if err := f.store.SaveShownBoards(ctx, list); err != nil { // then all of them are edited
		f.log.Failed(err).Msg("save shown boards failed")
	}
}

// recall gives the boards and panels of the store to the reconciler. What boards show is taken
// from the store before any of them is edited: a process that is killed leaves nothing behind
// that is no longer true.
func (f *surfaces) recall(ctx context.Context) error {
	known, err := f.store.TakeShownBoards(ctx)
	if err != nil {
		return err
	}
	all, err := f.store.ActiveSurfaces(ctx, time.Now())
	if err != nil {
		return err
	}
	for _, s := range f.tables.Known(table.All()) {
		list := all[s.ID]
		on, board := s.Phase == table.Lobby || s.Phase == table.Live, false
		for _, row := range list {
			if row.Kind != store.Panel && row.Kind != store.Translation && !s.Direct() {
				f.client.Public(discord.ID(row.Message))
			}
			at, shown := addressOf(row), row.Digest
			switch row.Kind {
			case store.Board:
				board = true
				b := known[s.ID]
				if digest, same := strings.CutSuffix(b.Digest, f.build); same && on && b.Message == row.Message {
					shown = digest
				}
				message := row.Message
				if at.Channel != s.CurrentChannel() && on {
					at, message, shown = screen.Address{Channel: s.CurrentChannel()}, 0, "" // the table moved, and its board did not
				}
				if i := slices.IndexFunc(list, func(row store.Surface) bool { return row.Kind == store.OldBoard }); i >= 0 && list[i].Message != message {
					at.Former = discord.ID(list[i].Message)
				}
				if i := slices.IndexFunc(list, func(row store.Surface) bool { return row.Kind == store.BoardToken }); i >= 0 {
					at.Board = discord.RestoreBoard(savedToken(list[i]))
				}
			case store.Panel, store.Translation:
				if row.User == 0 {
					continue // without an owner it would pass for the board
				}
			case store.BoardLanguages:
				f.spoken.recall(s.ID, row.Path)
				continue
			default:
				continue // the keeper has it, or it belongs to the board
			}
			f.reconciler.Track(screen.Key{Match: s.ID, User: discord.ID(row.User), Translation: row.Kind == store.Translation}, at, shown)
		}
		if !board && on && !s.ChannelDeleted {
			f.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: s.CurrentChannel()}, "")
		}
	}
	return nil
}

// addressOf is where a row says that a board or a panel is. The token of a board has a
// row of its own.
func addressOf(row store.Surface) screen.Address {
	at := screen.Address{Channel: discord.ID(row.Channel), Message: discord.ID(row.Message), Path: row.Path, Lang: text.Lang(row.Lang)}
	if row.Kind == store.Panel || row.Kind == store.Translation {
		at.Panel, at.Saved = discord.RestorePanel(savedToken(row)), row.Expires
	}
	return at
}

func savedToken(row store.Surface) discord.SavedToken {
	return discord.SavedToken{
		App: discord.ID(row.App), Message: discord.ID(row.Message), Channel: discord.ID(row.Channel),
		Secret: row.Token, Expires: row.Expires, FollowUp: row.FollowUp,
	}
}
