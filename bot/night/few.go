package night

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	pages "oneiros/bot/night/page"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// An hour before a night, its host is told once if fewer come than the game needs, and also later if
// people change their minds. They are mentioned in the channel, unless they want no reminders: then
// the message stands there without notifying them. It goes away when it is no longer so. Who
// announces or moves a night to less than an hour ahead has just read how many come, and is not told.
// They may have automatic players take the seats that are empty when it begins.

// warnAhead is how long before a night its host is told that too few come.
const warnAhead = time.Hour

// few reports whether fewer come than the game needs.
func (n *surfaces) few(night store.Night) bool {
	g := n.Game(night.Game)
	return g != nil && len(inLine(night)) < g.Info().Min
}

// warns reports whether the host of a night is to be told that too few come.
func (n *surfaces) warns(night store.Night) bool {
	return night.State == store.NightPlanned && night.Host != 0 && !night.Warned.Equal(night.At) && n.few(night)
}

// unwarned notes that no person is warned of the moment of a night, if that is too soon.
func (n *surfaces) unwarned(night *store.Night) {
	if night.At.Sub(n.Clock.Now()) <= warnAhead {
		night.Warned = night.At
	}
}

// warn tells the host of a night that too few come, if that is so still. That they were told is
// saved with the message, before it is posted.
func (n *nights) warn(ctx context.Context, night store.Night) {
	key := keyOf(night)
	warned := func(now *store.Night) (bool, error) {
		if !n.warns(*now) || n.Clock.Now().Before(n.dueAt(*now)) || !n.Clock.Now().Before(now.At) {
			return false, errEnough
		}
		now.Warned = now.At
		return true, nil
	}
	err := n.Messages.Keep(ctx, func(rows []store.Surface) (err error) {
		_, _, err = n.change(ctx, key, warned, rows...)
		return err
	}, surface.Want{Key: fewOf(key), Place: surface.Place{Channel: discord.ID(night.Channel)}})
	if err != nil && !errors.Is(err, errEnough) {
		n.Log.Failed(err).Msg("tell host that too few come failed")
	}
	n.waitUntil(key, retry)
}

// errEnough says that there is nothing to tell a host.
var errEnough = errors.New("enough people come")

// fewOf is the message that tells the host of a night that too few come.
func fewOf(key nightID) surface.Key {
	return surface.Key{Owner: store.NightOwner(key.guild, key.id), Kind: store.NightFew}
}

// fewKind is the kind of such messages.
func (n *surfaces) fewKind() surface.Kind {
	return surface.Kind{Name: store.NightFew, Once: true, Look: n.lookFew, Is: func(m discord.OwnMessage, k surface.Key) bool {
		return slices.Contains(m.CustomIDs, page.CustomID{Action: pages.Action, Arg: nightOf(k).id + ":" + pages.Move + ":" + pages.Few}.String())
	}}
}

// lookFew is what the message shows now.
func (n *surfaces) lookFew(ctx context.Context, k surface.Key, _ surface.Place) (*surface.Look, error) {
	key := nightOf(k)
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err != nil || !ok {
		return nil, err
	}
	if now := n.Clock.Now(); night.Host == 0 || night.State != store.NightPlanned || !night.Warned.Equal(night.At) || !now.Before(night.At) || !n.few(night) {
		return &surface.Look{Remove: true}, nil
	}
	host, err := n.store.User(ctx, night.Host)
	if err != nil {
		return nil, err
	}
	shown, err := n.fillable(ctx, night)
	if err != nil {
		return nil, err
	}
	m := n.page().TooFew(shown, discord.ID(night.Host), host.Remind != store.RemindOff, text.Lang(night.Lang))
	return &surface.Look{Message: m, Digest: m.Digest()}, nil
}

// fillable is what the pages show of a night, with whether automatic players may take its empty
// seats.
func (n *surfaces) fillable(ctx context.Context, night store.Night) (pages.Night, error) {
	p := n.shown(night)
	err := n.mayFill(ctx, night)
	if _, refused := games.Refused(err); refused {
		return p, nil
	}
	p.Fillable = true
	return p, err
}

// mayFill refuses automatic players where there can be none.
func (n *surfaces) mayFill(ctx context.Context, night store.Night) error {
	set, err := n.store.Guild(ctx, night.Guild)
	switch {
	case err != nil:
		return err
	case set.PeopleOnly:
		return games.Refuse("table.people-only")
	case !n.plays(night.Game):
		return games.Refuse("table.no-auto")
	}
	return nil
}

// plays reports whether a game has automatic players.
func (n *surfaces) plays(game string) bool {
	g := n.Game(game)
	return g != nil && g.Plays()
}

// fill answers the button by which a host has automatic players take empty seats, or not.
func (n *planning) fill(ctx context.Context, r *route.Request, night store.Night, asked string) error {
	if err := n.mayFill(ctx, night); err != nil {
		return err
	}
	_, _, err := n.change(ctx, keyOf(night), func(now *store.Night) (bool, error) {
		if now.State != store.NightPlanned {
			return false, games.Refuse("bot.night.refuse.over")
		}
		now.Fill = asked != page.No
		return true, nil
	})
	if err != nil {
		return err
	}
	n.refresh(keyOf(night))
	if r.OnBoard() {
		return r.Ack(ctx)
	}
	return n.list(ctx, r, night.ID)
}

// fillSeats has automatic players take seats of a table that a night opens, where its host chose
// so and too few come.
func (n *nights) fillSeats(ctx context.Context, night store.Night, s *table.State) (*table.State, error) {
	info := s.Game.Info()
	if !night.Fill || len(s.People()) >= info.Min {
		return s, nil
	}
	next, err := n.room.Fill(ctx, s, page.Best(info))
	if _, refused := games.Refused(err); refused { // the server wants people only since
		return s, nil
	}
	return next, err
}
