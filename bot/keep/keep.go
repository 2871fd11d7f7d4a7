// Package keep is the feature by which people keep a match that is over: a file of it for
// themselves, and its last picture or an animated one for every person in the channel.
package keep

import (
	"context"
	"iter"
	"maps"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/keep/page"
	"oneiros/bot/kept"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/record"
)

// keepPatience is how long a person waits until the files of others are made.
const keepPatience = 30 * time.Second

// Store is what the feature needs of the store.
type Store interface {
	Inputs(ctx context.Context, match string) ([]games.Input, error)
	AutomaticInputs(ctx context.Context, match string) ([]int, error)
}

// New returns the feature.
func New(h feature.House, from Store, client screen.Poster) feature.Feature {
	k := &keeping{House: h, store: from, client: client, pages: pages.Pages{Kit: h.Kit}, slot: make(chan struct{}, 1), done: map[string]time.Time{}}
	needs := []route.Need{route.TableOfControl}
	return feature.Feature{
		Name: "keep",
		Controls: []route.Control{
			{Action: pages.Keep, Needs: needs, Do: k.keep},
			{Action: pages.Animate, Needs: needs, Do: k.animate},
			{Action: pages.ShowEnd, Needs: needs, Do: k.show},
		},
		Links: []feature.Link{feature.Pure(page.OnEnd, pages.AfterMatch), feature.Pure(page.OnLog, pages.AfterMatch)},
	}
}

// keeping makes files of matches that have ended. A file takes up to a second of a
// processor, so files are made one at a time, and animated pictures with them.
type keeping struct {
	feature.House
	store  Store
	client screen.Poster
	pages  pages.Pages
	slot   chan struct{} // holds one

	mu   sync.Mutex
	done map[string]time.Time // until when something is not done again; see once
}

const (
	keepAgain = time.Minute      // until a person can have the same file again
	showAgain = 10 * time.Minute // until a picture can be shown again
)

// once reports whether something was not done for a while, and notes that it is now.
func (k *keeping) once(what string, d time.Duration) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := k.Now()
	maps.DeleteFunc(k.done, func(_ string, until time.Time) bool { return !now.Before(until) })
	if _, done := k.done[what]; done {
		return false
	}
	k.done[what] = now.Add(d)
	return true
}

// undo lets something that failed be done again at once.
func (k *keeping) undo(what string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.done, what)
}

// show answers the button that shows the picture of a match to every person in the channel.
// It holds nothing but what the board shows at the end.
func (k *keeping) show(ctx context.Context, r *route.Request) error {
	s := r.Table
	if s.Phase != table.Over || s.Match == nil || r.Interaction.Direct() || r.ID.Arg != "" && r.ID.Arg != pages.ShowMoving {
		return games.Refuse("bot.refuse.unknown")
	}
	if err := route.Permitted(r.Interaction, false); err != nil {
		return err
	}
	what := "show " + r.ID.Arg + " " + s.ID
	if !k.once(what, showAgain) {
		return games.Refuse("bot.keep.shown")
	}
	if err := k.post(ctx, r); err != nil {
		k.undo(what)
		return err
	}
	return r.Ack(ctx)
}

// post posts a picture of a match in the channel of a press.
func (k *keeping) post(ctx context.Context, r *route.Request) error {
	s := r.Table
	by, of := r.Interaction.User.Name, games.Viewer{}
	if seat, ok := s.Seat(r.Interaction.User.ID); ok {
		by, of = page.Called(s, seat), seat.Viewer() // there may be two people of that name
	}
	var m *discord.Message
	var err error
	if r.ID.Arg == pages.ShowMoving {
		err = k.again(ctx, s, nil, func(states iter.Seq2[games.Match, error]) error {
			m, err = k.pages.ShownMoving(s, s.Lang, by, states)
			return err
		})
	} else {
		m, err = k.pages.Shown(s, s.Lang, by, of)
	}
	switch {
	case err != nil:
		return err
	case m == nil:
		return games.Refuse("bot.refuse.unknown")
	}
	if _, err := k.client.Post(ctx, r.Interaction.Channel, m); err != nil {
		k.Refused(err)
		if discord.IsForbidden(err) || discord.IsDeleted(err) {
			return games.Refuse("bot.permission.board")
		}
		return err
	}
	return nil
}

// animate answers the button with the animated picture of a match.
func (k *keeping) animate(ctx context.Context, r *route.Request) error {
	s := r.Table
	if s.Phase != table.Over || s.Match == nil {
		return games.Refuse("bot.refuse.unknown")
	}
	what := "film " + s.ID + " " + r.Interaction.User.ID.String()
	if !k.once(what, keepAgain) {
		return games.Refuse("bot.keep.again")
	}
	var m *discord.Message
	err := k.again(ctx, s, nil, func(states iter.Seq2[games.Match, error]) (err error) {
		m, err = k.pages.Animated(s, r.Lang, states)
		return err
	})
	switch {
	case err != nil:
		k.undo(what)
		return err
	case m == nil:
		return games.Refuse("bot.keep.still")
	}
	return r.Send(ctx, m)
}

// keep answers Keep with a file. A player with a seat gets what that seat saw.
func (k *keeping) keep(ctx context.Context, r *route.Request) error {
	s := r.Table
	switch {
	case s.Phase != table.Over && s.Phase != table.Void || s.Started.IsZero():
		return games.Refuse("bot.refuse.unknown")
	case s.Match == nil:
		return games.Refuse("bot.keep.erased")
	}
	as := "seat"
	if !r.Seated || r.ID.Arg == pages.KeepAll {
		as = "everybody"
	}
	what := "keep " + s.ID + " " + r.Interaction.User.ID.String() + " " + as
	if !k.once(what, keepAgain) {
		return games.Refuse("bot.keep.again")
	}
	err := k.make(ctx, r)
	if err != nil {
		k.undo(what)
	}
	return err
}

// make makes the file and sends it.
func (k *keeping) make(ctx context.Context, r *route.Request) error {
	s := r.Table
	var v games.Viewer
	if r.Seated && r.ID.Arg != pages.KeepAll {
		v = r.Seat.Viewer()
	}
	automatic, err := k.store.AutomaticInputs(ctx, s.ID)
	if err != nil {
		return err
	}
	var file []byte
	reasons := pages.NewReasons(s, automatic)
	err = k.again(ctx, s, reasons.See, func(states iter.Seq2[games.Match, error]) (err error) {
		file, err = kept.Make(k.pages.Kept(s, r.Lang, v), states)
		return err
	})
	if err != nil {
		return err
	}
	m, err := k.pages.KeptFile(s, r.Lang, v, file, reasons)
	if err != nil {
		return err
	}
	return r.Send(ctx, m)
}

// again has something made of a match that is played again, when its turn has come. If see is
// not nil, it is called before each input, with the match before it.
func (k *keeping) again(ctx context.Context, s *table.State, see func(games.Match, games.Input), do func(states iter.Seq2[games.Match, error]) error) error {
	late := time.NewTimer(keepPatience)
	defer late.Stop()
	select {
	case k.slot <- struct{}{}:
	case <-late.C:
		return games.Refuse("bot.keep.busy")
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-k.slot }()
	log, err := k.store.Inputs(ctx, s.ID)
	if err != nil {
		return err
	}
	if len(log) < s.Match.N() {
		return games.Refuse("bot.keep.erased")
	}
	again := &record.Rerun{Game: s.Game, Of: s.Match, Log: log, See: see}
	err = do(again.States(ctx))
	if again.Differs() {
		return games.Refuse("bot.keep.version")
	}
	return err
}
