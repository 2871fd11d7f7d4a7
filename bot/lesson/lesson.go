// Package lesson is the feature by which people in their first match of a game have it
// explained on their panel, until they say that they know it.
//
// A suggested move is no lesson, though both help on a panel: it is the strong automatic
// player's, and so belongs to play.
package lesson

import (
	"context"
	"maps"
	"slices"
	"sync"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/lesson/page"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Lessons(ctx context.Context, user uint64) (store.Lessons, error)
	SaveLessons(ctx context.Context, user uint64, game string, things ...string) error
}

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	l := newLessons(h, from)
	return feature.Feature{
		Name:     "lesson",
		Controls: []route.Control{{Action: pages.Known, Needs: []route.Need{route.TableOfControl}, Do: l.known}},
		Kept:     []feature.Kept{{Rows: "lessons", Key: "bot.kept.lessons"}},
		Links:    []feature.Link{{On: page.OnPanel, Offer: l.offer}},
		Moved:    l.moved,
		Changed:  l.changed,
		Erasing: func(_ context.Context, user discord.ID) func() {
			l.forget(user)
			return func() { l.forget(user) } // a move that was made meanwhile
		},
	}
}

// lessons explain a game to people in their first match of it. A panel shows one
// sentence, about the weightiest thing on its page that its owner does not know.
//
// The sentence stays while the page names the thing. The owner's next move makes known
// what the panel has explained since the move before. So a sentence does not go away
// because others play, and it does not come back.
type lessons struct {
	feature.House
	store Store

	mu      sync.Mutex
	shown   map[discord.ID]map[string]explained // by owner and match: what a panel explained since their last move
	unsaved map[discord.ID]map[thing]bool       // what is known and not in the store yet
}

// explained is what a panel explained.
type explained struct {
	game  string
	names []string
}

// thing is what a game explains. Without a name it is the whole game.
type thing struct{ game, name string }

func newLessons(h feature.House, from Store) *lessons {
	return &lessons{House: h, store: from, shown: map[discord.ID]map[string]explained{}, unsaved: map[discord.ID]map[thing]bool{}}
}

// offer is what the panel of a person at a table may explain to them.
func (l *lessons) offer(ctx context.Context, s *table.State, to page.Reader) page.Offer {
	if choose := l.chooser(ctx, s, to.User); choose != nil {
		return pages.Explain(s.ID, choose)
	}
	return nil
}

// chooser returns what chooses the thing that a panel explains, or nil.
func (l *lessons) chooser(ctx context.Context, s *table.State, user discord.ID) func(things []string) string {
	if _, seated := s.Seat(user); !seated || s.Phase != table.Live {
		return nil // only those who play are taught
	}
	game := s.Game.Info().Name
	// What is saved while the page is drawn is in one of the two. What is learnt from now on
	// finds the panel, though it explains nothing yet.
	l.mu.Lock()
	unsaved := maps.Clone(l.unsaved[user])
	l.explain(s.ID, user, game)
	l.mu.Unlock()
	known, err := l.store.Lessons(ctx, uint64(user))
	if err != nil {
		if ctx.Err() == nil { // no player reads the panel any more
			l.Log.Failed(err).Msg("get lessons failed")
		}
		return nil // a panel without a sentence is still a panel
	}
	return func(things []string) string {
		l.mu.Lock()
		defer l.mu.Unlock()
		for _, name := range things {
			if known.Know(game, name) || unsaved[thing{game, name}] || unsaved[thing{game, ""}] {
				continue
			}
			l.explain(s.ID, user, game, name)
			return name
		}
		return ""
	}
}

// explain notes that a panel explains names. l.mu is held.
func (l *lessons) explain(match string, user discord.ID, game string, names ...string) {
	if l.shown[user] == nil {
		l.shown[user] = map[string]explained{}
	}
	e := l.shown[user][match]
	e.game = game
	for _, name := range names {
		if !slices.Contains(e.names, name) {
			e.names = append(e.names, name)
		}
	}
	l.shown[user][match] = e
}

// moved makes known what the panel of a person has explained, because they have made
// a move after it. It reports whether there was anything.
func (l *lessons) moved(ctx context.Context, s *table.State, user discord.ID) bool {
	l.mu.Lock()
	names := l.shown[user][s.ID].names
	l.drop(s.ID, user)
	for _, name := range names {
		if l.unsaved[user] == nil {
			l.unsaved[user] = map[thing]bool{}
		}
		l.unsaved[user][thing{s.Game.Info().Name, name}] = true
	}
	l.mu.Unlock()
	if len(names) == 0 {
		return false
	}
	// No answer waits for the disk. What is not saved yet counts as known, and is saved
	// with the next lesson at the latest.
	save := func(ctx context.Context) { l.save(ctx, user) }
	if !l.Go(save) {
		save(context.WithoutCancel(ctx))
	}
	l.redraw(s, user)
	return true
}

// drop forgets what a panel explained. l.mu is held.
func (l *lessons) drop(match string, user discord.ID) {
	delete(l.shown[user], match)
	if len(l.shown[user]) == 0 {
		delete(l.shown, user)
	}
}

// save saves what is known to a person and not in the store yet.
func (l *lessons) save(ctx context.Context, user discord.ID) {
	by := map[string][]string{}
	l.mu.Lock()
	for t := range l.unsaved[user] {
		by[t.game] = append(by[t.game], t.name)
	}
	l.mu.Unlock()
	for game, names := range by {
		if err := l.store.SaveLessons(ctx, uint64(user), game, names...); err != nil {
			l.Log.Failed(err).Msg("save lessons failed")
			continue
		}
		l.mu.Lock()
		for _, name := range names {
			delete(l.unsaved[user], thing{game, name})
		}
		if len(l.unsaved[user]) == 0 {
			delete(l.unsaved, user)
		}
		l.mu.Unlock()
	}
	l.Hint(ctx, user) // the store has it now
}

// forget forgets what was explained to a person, who is erased.
func (l *lessons) forget(user discord.ID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.unsaved, user)
	delete(l.shown, user)
}

// known answers "Hide tips".
func (l *lessons) known(ctx context.Context, r *route.Request) error {
	if !route.Dealt(r.Table) {
		return l.Panel(ctx, r, "")
	}
	user := r.Interaction.User.ID
	if err := l.store.SaveLessons(ctx, uint64(user), r.Table.Game.Info().Name, ""); err != nil {
		return err
	}
	l.redraw(r.Table, user)
	l.Hint(ctx, user)
	return l.Panel(ctx, r, "", ui.T("bot.lesson.stopped"))
}

// changed forgets the panels of a match that has ended. Its people know the game now.
func (l *lessons) changed(s *table.State) {
	if s.Phase != table.Over && s.Phase != table.Void {
		return
	}
	for _, p := range s.Players {
		l.mu.Lock()
		l.drop(s.ID, p.ID)
		l.mu.Unlock()
		if s.Phase == table.Over && !p.Auto {
			l.redraw(s, p.ID)
			l.Go(func(ctx context.Context) { l.Hint(ctx, p.ID) })
		}
	}
}

// redraw has the panels of a person at other tables of the same game drawn again, where
// they may explain something.
func (l *lessons) redraw(s *table.State, user discord.ID) {
	for _, match := range l.others(s, user) {
		l.Redraw(match)
	}
}

// others lists the other matches of the same game in which a panel of a person may explain
// something, also if it is being drawn for the first time.
func (l *lessons) others(s *table.State, user discord.ID) (list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for match, e := range l.shown[user] {
		if match != s.ID && e.game == s.Game.Info().Name {
			list = append(list, match)
		}
	}
	return list
}
