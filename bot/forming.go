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
	"oneiros/bot/savelog"
	"oneiros/bot/surface"
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
}

// forming calls people to lobbies that wait for players. It calls only people who asked
// for it, a few of them, once for each lobby. The person called longest ago comes first.
//
// That a person is called is saved before the message is sent. After a crash the message
// may be missing, but no person is called twice.
type forming struct {
	client   Client
	tables   *table.Tables
	pages    *page.Pages
	surfaces *surfaces
	due      *due.Queue
	metrics  *metrics
	log      savelog.Log
	keeper   *surface.Keeper
	clock    *discord.Clock
	admit    func(context.Context, feature.Asked) error                            // asks all features whether a person may come to a table
	together func(context.Context, discord.ID, []discord.ID) ([]discord.ID, error) // asks them who of some people may be called to one table
	store    formingStore

	mu sync.Mutex // while a lobby begins or stops waiting
}

// lobby is the match of a lobby that has called no person yet: the key under which it waits.
type lobby string

const (
	callAfter = time.Minute     // how long a lobby waits before it calls
	callAgain = 5 * time.Minute // when it looks again, after no person wanted to be called
	callMost  = 3               // people for each lobby
	callAmong = 50              // of how many people these are chosen
)

// invitationTo is the message that calls people to a lobby.
func invitationTo(match string) surface.Key {
	return surface.Key{Owner: store.MatchOwner(match), Kind: store.Invitation}
}

// invitations are the kind of such messages.
func (f *forming) invitations() surface.Kind {
	return surface.Kind{Name: store.Invitation, Once: true, Look: f.invitation, Is: func(m discord.OwnMessage, k surface.Key) bool {
		return m.Embeds == 0 && slices.Contains(m.CustomIDs, page.CustomID{Match: k.Owner.Match, Action: page.Join}.String())
	}}
}

// invitation says that an invitation is taken away when its lobby waits no more.
func (f *forming) invitation(_ context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	s, ok := f.tables.Known(table.OfMatch(k.Owner.Match)).One()
	if !ok {
		return nil, nil
	}
	waits := s.Phase == table.Lobby
	return &surface.Look{Wait: waits && at.State == store.Sent, Remove: !waits}, nil
}

// called reports whether a lobby has called people.
func (f *forming) called(match string) bool {
	_, called := f.keeper.At(invitationTo(match))
	return called
}

// begin takes up the lobbies that were open at the start.
func (f *forming) begin() {
	for _, s := range f.tables.Known(table.On()) {
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
	switch {
	case s.Phase == table.Lobby && !f.called(s.ID) && !f.due.Has(lobby(s.ID)):
		f.wait(s.ID, time.Until(s.Created.Add(callAfter)))
	case s.Phase != table.Lobby:
		f.due.Drop(lobby(s.ID))
		f.keeper.Redraw(invitationTo(s.ID))
	}
}

// sweep forgets the lobbies that are no more, such as those of a server that was erased.
func (f *forming) sweep() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, key := range due.Keys[lobby](f.due) {
		if _, is := f.tables.Known(table.OfMatch(string(key))).One(); !is {
			f.due.Drop(key)
		}
	}
}

// wait lets a lobby call after a while. f.mu is held.
func (f *forming) wait(match string, d time.Duration) {
	f.due.Set(lobby(match), d, func(ctx context.Context) { f.look(ctx, match) })
}

// look calls people to a lobby that still waits. It looks again later if there is no such person
// to call.
func (f *forming) look(ctx context.Context, match string) {
	s, ok := f.tables.Find(table.OfMatch(match))
	f.mu.Lock()
	waits := f.due.Has(lobby(match))
	f.mu.Unlock()
	if !ok || s.Phase != table.Lobby || f.called(match) || !waits {
		return
	}
	if now := f.clock.Now(); !s.Hours.Open(now) { // no person is mentioned outside them
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
	lang, err := f.surfaces.boardLang(ctx, s)
	if err != nil {
		return true, err
	}
	users := make([]discord.ID, len(who))
	for i, user := range who {
		users[i] = discord.ID(user)
	}
	m := f.pages.Messages.Forming(s, users, lang, f.surfaces.offers(ctx, page.OnCall, s, page.Reader{Guild: s.Guild, Lang: lang})...)
	return true, f.keeper.Keep(ctx, nil, surface.Want{Key: invitationTo(s.ID), Place: surface.Place{Channel: s.CurrentChannel()}, Message: m})
}

// choose chooses whom a lobby calls, at most so many. No person is called who sits at a
// table of the server, was put out of this one, is not admitted, gives way to another one who
// is called, or has left the server.
func (f *forming) choose(ctx context.Context, s *table.State, most int) (who []uint64, err error) {
	people, err := f.wanting(ctx, s)
	if err != nil {
		return nil, err
	}
	if people, err = f.together(ctx, s.Guild, people); err != nil {
		return nil, err
	}
	for _, user := range people {
		member, err := f.client.Member(ctx, s.Guild, user)
		if err != nil {
			f.metrics.refused(err)
			return who, nil // Discord's limits, perhaps; those found are enough
		}
		if !member {
			if err := f.store.DeleteCall(ctx, uint64(s.Guild), uint64(user)); err != nil {
				return nil, err
			}
			continue
		}
		if who = append(who, uint64(user)); len(who) == most {
			break
		}
	}
	return who, nil
}

// wanting are those who want to be called to a lobby now and may come to it, in their turn.
func (f *forming) wanting(ctx context.Context, s *table.State) (people []discord.ID, err error) {
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
		if !c.Wants(s.Game.Info().Name, now) || slices.ContainsFunc(m.Players, out) || slices.ContainsFunc(f.tables.Known(table.OfPerson(user)), sits) {
			continue
		}
		err := f.admit(ctx, feature.Asked{Deed: feature.Call, User: user, Table: s})
		if _, refused := games.Refused(err); refused {
			continue
		}
		if err != nil {
			return nil, err
		}
		if people = append(people, user); len(people) == callAmong {
			break
		}
	}
	return people, nil
}
