package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/due"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// CallStore knows when people want to be called.
type CallStore interface {
	Calls(ctx context.Context, guild uint64) ([]store.Call, error)
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
	SaveCalled(ctx context.Context, guild uint64, at time.Time, users ...uint64) ([]uint64, error)
	DeleteCall(ctx context.Context, guild, user uint64) error
}

// formingStore is what forming calls of the store.
type formingStore interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	Match(ctx context.Context, id string) (store.Match, error)
	Calls(ctx context.Context, guild uint64) ([]store.Call, error)
	SaveCalled(ctx context.Context, guild uint64, at time.Time, users ...uint64) ([]uint64, error)
	DeleteCall(ctx context.Context, guild, user uint64) error
	SaveSurface(ctx context.Context, f store.Surface) error
	DeleteSurface(ctx context.Context, of store.Owner, kind string, user uint64) error
}

// forming calls people to lobbies that wait for players. It calls only people who asked
// for it, a few of them, once for each lobby. Whoever was called longest ago comes first.
//
// That somebody is called is saved before the message is sent. After a crash the message
// may be missing, but nobody is called twice.
type forming struct {
	*services
	store formingStore

	mu     sync.Mutex               // also while a lobby begins or stops waiting
	called map[string]store.Surface // by match: the message that calls
}

// lobby is the match of a lobby that has called nobody yet: the key under which it waits.
type lobby string

const (
	callAfter = time.Minute     // how long a lobby waits before it calls
	callAgain = 5 * time.Minute // when it looks again, after nobody wanted to be called
	callMost  = 3               // people for each lobby
)

func newForming(s *services, from formingStore) *forming {
	return &forming{services: s, store: from, called: map[string]store.Surface{}}
}

// recall notes a call that was made before the start.
func (f *forming) recall(row store.Surface) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.called[row.Match] = row
}

// begin takes up the lobbies that were open at the start, and takes back the calls of
// those that were not.
func (f *forming) begin() {
	f.mu.Lock()
	matches := make([]string, 0, len(f.called))
	for match := range f.called {
		matches = append(matches, match)
	}
	f.mu.Unlock()
	for _, match := range matches {
		if s, ok := f.tables.Find(match); ok {
			f.changed(s)
		}
	}
	for _, s := range f.tables.Live() {
		f.changed(s)
	}
}

// changed looks at a table that was opened or changed. It does not wait.
func (f *forming) changed(s *table.State) {
	if s.Direct() {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	row, called := f.called[s.ID]
	switch {
	case s.Phase == table.Lobby && !called && !f.due.Has(lobby(s.ID)):
		f.wait(s.ID, time.Until(s.Created.Add(callAfter)))
	case s.Phase != table.Lobby:
		f.due.Drop(lobby(s.ID))
		if called {
			delete(f.called, s.ID)
			f.jobs.spawn(func(ctx context.Context) { f.takeBack(ctx, row) })
		}
	}
}

// sweep forgets the lobbies that are no more, such as those of a server that was erased.
func (f *forming) sweep() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, key := range due.Keys[lobby](f.due) {
		if _, is := f.tables.Brief(string(key)); !is {
			f.due.Drop(key)
		}
	}
	for match := range f.called {
		if _, is := f.tables.Brief(match); !is {
			delete(f.called, match)
		}
	}
}

// wait lets a lobby call after a while. f.mu is held.
func (f *forming) wait(match string, d time.Duration) {
	f.due.Set(lobby(match), d, func(ctx context.Context) { f.look(ctx, match) })
}

// look calls people to a lobby that still waits. It looks again later if there is nobody
// to call.
func (f *forming) look(ctx context.Context, match string) {
	s, ok := f.tables.Find(match)
	f.mu.Lock()
	_, called := f.called[match]
	waits := f.due.Has(lobby(match))
	f.mu.Unlock()
	if !ok || s.Phase != table.Lobby || called || !waits {
		return
	}
	if now := f.clock.Now(); !s.Hours.Open(now) { // nobody is mentioned outside them
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.due.Has(lobby(match)) {
			f.wait(match, s.Hours.Next(now).Sub(now))
		}
		return
	}
	done, err := f.call(ctx, s)
	if err != nil {
		f.log.Failed(err).Str("match", match).Msg("call people to lobby failed")
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case !f.due.Has(lobby(match)): // it has begun or closed meanwhile
	case done:
		f.due.Drop(lobby(match))
	default:
		f.wait(match, callAgain)
	}
}

// call calls people to a lobby, and reports whether it did.
func (f *forming) call(ctx context.Context, s *table.State) (bool, error) {
	room := min(s.Game.Info().Max-len(s.Players), callMost)
	if room <= 0 || s.ChannelDeleted {
		return false, nil
	}
	set, err := f.store.Guild(ctx, uint64(s.Guild))
	if err != nil || set.Home.IsQuiet(f.clock.Now()) {
		return false, err
	}
	who, err := f.choose(ctx, s, room)
	if err != nil || len(who) == 0 {
		return false, err
	}
	if who, err = f.store.SaveCalled(ctx, uint64(s.Guild), f.clock.Now(), who...); err != nil || len(who) == 0 {
		return false, err
	}
	row := store.Surface{Owner: store.MatchOwner(s.ID), Kind: store.Invitation, Channel: uint64(s.CurrentChannel())}
	if err := f.store.SaveSurface(ctx, row); err != nil {
		return false, err
	}
	f.recall(row)
	lang, err := f.surfaces.boardLang(ctx, s)
	if err != nil {
		return true, err
	}
	users := make([]discord.ID, len(who))
	for i, user := range who {
		users[i] = discord.ID(user)
	}
	id, err := f.client.Post(ctx, s.CurrentChannel(), f.pages.Messages.Forming(s, users, lang, f.surfaces.offers(ctx, page.OnCall, s, page.Reader{Guild: s.Guild, Lang: lang})...))
	if err != nil {
		f.metrics.refused(err)
		f.log.Warn().Err(err).Str("match", s.ID).Msg("call people to lobby failed")
		return true, nil
	}
	row.Message = uint64(id)
	f.recall(row)
	ctx, cancel := ownTime(ctx)
	defer cancel()
	if err := f.store.SaveSurface(ctx, row); err != nil {
		return true, err
	}
	if now, ok := f.tables.Find(s.ID); ok && now.Phase != table.Lobby {
		f.changed(now) // it has begun or closed meanwhile
	}
	return true, nil
}

// choose chooses whom a lobby calls, at most so many. Nobody is called who sits at a
// table of the server, was put out of this one, is not admitted, or has left the server.
func (f *forming) choose(ctx context.Context, s *table.State, most int) (who []uint64, err error) {
	list, err := f.store.Calls(ctx, uint64(s.Guild))
	if err != nil || len(list) == 0 {
		return nil, err
	}
	m, err := f.store.Match(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	now := f.clock.Now()
	for _, c := range list {
		user := discord.ID(c.User)
		sits := func(at *table.State) bool { return at.Guild == s.Guild }
		out := func(p store.Player) bool { return p.User == c.User && p.Barred }
		if !c.Wants(s.Game.Info().Name, now) || slices.ContainsFunc(m.Players, out) || slices.ContainsFunc(f.tables.Seated(user), sits) {
			continue
		}
		err := f.admit(ctx, feature.Asked{Deed: feature.Call, User: user, Table: s})
		if _, refused := games.Refused(err); refused {
			continue
		}
		if err != nil {
			return nil, err
		}
		member, err := f.client.Member(ctx, s.Guild, user)
		if err != nil {
			f.metrics.refused(err)
			return who, nil // Discord's limits, perhaps; whoever was found is enough
		}
		if !member {
			if err := f.store.DeleteCall(ctx, c.Guild, c.User); err != nil {
				return nil, err
			}
			continue
		}
		if who = append(who, c.User); len(who) == most {
			break
		}
	}
	return who, nil
}

// takeBack deletes the message that called people to a lobby.
func (f *forming) takeBack(ctx context.Context, row store.Surface) {
	if row.Message != 0 {
		err := f.client.Delete(ctx, discord.ID(row.Channel), discord.ID(row.Message))
		if err != nil && !discord.IsDeleted(err) {
			f.metrics.refused(err)
			f.log.Debug().Err(err).Str("match", row.Match).Msg("delete call failed")
		}
	}
	if err := f.store.DeleteSurface(ctx, store.MatchOwner(row.Match), store.Invitation, 0); err != nil {
		f.log.Failed(err).Str("match", row.Match).Msg("delete address of call failed")
	}
}
