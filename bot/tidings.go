package bot

import (
	"context"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/store"
)

// tidings tell a player what has become of them in a match: that they are out, and that they are
// the host now. At the end they have the board posted again below the chat that lies over it. Their panel says it. Where that has stopped or lies under the chat, a message does,
// which goes the way of their reminders. It goes away soon.
//
// A process does not tell what happened before it began.
type tidings struct {
	*reminders

	mu   sync.Mutex
	seen map[string]standing  // of live matches
	told map[surface.Key]bool // what is being told
}

// standing is what of a match players are told of.
type standing struct {
	host discord.ID
	out  []games.Seat
}

// The kinds of tidings. They stand in the store for ever, and in the keys of words.
const (
	toldOut  = "out"
	toldHost = "host"
)

const (
	tidingsStay  = 10 * time.Minute // how long a message stands
	tidingsPause = 10 * time.Minute // until it is tried again, where no player is to be mentioned now
)

// kinds are the kinds of their messages.
func (t *tidings) kinds() (list []surface.Kind) {
	for _, name := range []string{toldOut, toldHost} {
		list = append(list, surface.Kind{Name: name, Once: true, Look: t.look})
	}
	return list
}

// check compares a table that has changed with what it was. It does not wait. A table in direct
// messages has one player, who reads all on its one message.
func (t *tidings) check(s *table.State) {
	if s.Direct() {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	old, known := t.seen[s.ID]
	if s.Phase != table.Live {
		if !known {
			return // nothing was told
		}
		delete(t.seen, s.ID)
		if s.Phase == table.Over {
			screen.RepostBuried(t.reconciler, screen.Key{Match: s.ID})
		}
		for _, kind := range []string{toldOut, toldHost} {
			t.keeper.RedrawOf(store.MatchOwner(s.ID), kind)
		}
		return
	}
	t.seen[s.ID] = standing{s.Host, s.Status.Out}
	if !known {
		return
	}
	for i, p := range s.Players {
		seat := games.Seat(i)
		if slices.Contains(s.Status.Out, seat) && !slices.Contains(old.out, seat) {
			t.begin(s, p, toldOut)
		}
		if p.ID == s.Host && s.Host != old.host {
			t.begin(s, p, toldHost)
		}
	}
	if s.Host != old.host {
		t.keeper.RedrawOf(store.MatchOwner(s.ID), toldHost)
	}
}

// begin begins to tell a player, if they are there and their panel does not. t.mu is held.
func (t *tidings) begin(s *table.State, p table.Player, kind string) {
	if p.Open || p.Auto || p.Asleep || reads(t.reconciler, screen.Key{Match: s.ID, User: p.ID}) {
		return
	}
	key := surface.Key{Owner: store.MatchOwner(s.ID), Kind: kind, User: p.ID}
	t.told[key] = true
	t.jobs.spawn(func(ctx context.Context) { t.tell(ctx, key) })
}

// reads reports whether a player has a panel that follows the game, and no chat over it.
func reads(k *screen.Reconciler, key screen.Key) bool {
	at, shown := k.Address(key)
	return shown && at.Panel.Lives(0) && !screen.Buried(k, key)
}

// holds is the table of which a message tells, and the seat of its reader. s is nil where that is
// not so any more.
func (t *tidings) holds(ctx context.Context, k surface.Key) (s *table.State, seat games.Seat, err error) {
	t.mu.Lock()
	told := t.told[k]
	t.mu.Unlock()
	if !told {
		return nil, 0, nil
	}
	list, err := t.tables.Read(ctx, table.OfMatch(k.Owner.Match))
	s, _ = list.One()
	if s == nil || err != nil || s.Phase != table.Live {
		return nil, 0, err
	}
	seat, sits := s.Seat(k.User)
	if !sits || k.Kind == toldHost && s.Host != k.User || k.Kind == toldOut && !slices.Contains(s.Status.Out, seat) {
		return nil, 0, nil
	}
	return s, seat, nil
}

// look is how a message looks now.
func (t *tidings) look(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	s, seat, err := t.holds(ctx, k)
	if s == nil || err != nil {
		return &surface.Look{Remove: err == nil}, err
	}
	u, err := t.store.User(ctx, uint64(k.User))
	if err != nil {
		return nil, err
	}
	lang := route.Lang(u.Lang, s.Players[seat].Locale)
	if at.Channel == discord.ID(u.DMChannel) {
		board, _ := t.reconciler.Address(screen.Key{Match: s.ID})
		return &surface.Look{Message: t.pages.Messages.ToldDirect(s, k.Kind, lang, board.Channel, board.Message), Digest: k.Kind}, nil
	}
	return &surface.Look{Message: t.pages.Messages.Told(s, seat, k.Kind, lang), Digest: k.Kind}, nil
}

// tell has a player told, in the way that they chose for reminders, and at an hour at which people
// may be mentioned.
func (t *tidings) tell(ctx context.Context, key surface.Key) {
	s, _, err := t.holds(ctx, key)
	if s == nil {
		t.failed(err, key)
		return
	}
	u, err := t.store.User(ctx, uint64(key.User))
	if err != nil || u.Remind == store.RemindOff {
		t.failed(err, key)
		return
	}
	if now := t.clock.Now(); u.Remind != store.RemindByDM || !u.DMClosed.IsZero() {
		set, err := t.store.Guild(ctx, uint64(s.Guild))
		if err != nil {
			t.failed(err, key)
			return
		}
		if set.Home.IsQuiet(now) || !s.Hours.Open(now) {
			t.due.After(tidingsPause, func(ctx context.Context) { t.tell(ctx, key) })
			return
		}
	}
	if err := t.sendTo(ctx, s, u, surface.Want{Key: key}); err != nil && !unsent(err) {
		t.failed(err, key)
	}
	t.due.After(tidingsStay, func(context.Context) { t.forget(key) })
}

// failed logs why a player was not told, where that is a fault. They read it on their panel.
func (t *tidings) failed(err error, key surface.Key) {
	if err != nil {
		t.log.Warn().Err(err).Str("match", key.Owner.Match).Str("what", key.Kind).Msg("tell player failed")
	}
	t.forget(key)
}

// forget takes a message back.
func (t *tidings) forget(key surface.Key) {
	t.mu.Lock()
	delete(t.told, key)
	t.mu.Unlock()
	t.keeper.Redraw(key)
}
