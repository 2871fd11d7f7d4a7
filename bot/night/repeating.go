package night

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	pages "oneiros/bot/night/page"
	"oneiros/bot/night/recur"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/surface"
	"oneiros/games"
	"oneiros/store"
)

// repeating announces the nights that come back. It is no feature of its own: such a night is
// announced, answered, moved and called off as any other, stands in the same list, and is typed
// in the same zone. What a feature beside this one would be given of it is most of what it has.
//
// Each night is announced two days before, and asks anew who comes. The night, its messages and
// the fact that its series has announced it are saved at once, before anything is posted. The id
// of the night follows from the series and the moment. So a crash, another process or a series
// that was made anew announces nothing twice.
//
// A night whose time has come while the bot was away is left out. A host who was erased has no
// series any more. One who was banned, has left or is not admitted has theirs pause, and so has a
// series whose channel is gone: the list of nights says so. How many nights people may announce
// does not count here.
type repeating struct {
	*nights
}

// roles is whether nights that come back may mention a role.
var roles = feature.Setting{Choice: pages.MayCall, Of: feature.Server}

type seriesID nightID

func keyOfSeries(s store.Series) seriesID { return seriesID{s.Guild, s.ID} }

const (
	ahead  = 48 * time.Hour // before its time, when a night that comes back is announced
	settle = time.Minute    // after a change of a series, before it announces a night: people choose one thing after the other
)

// comesBack reports whether a series has announced a night.
func comesBack(night store.Night) bool { return store.SeriesOf(night.ID) != night.ID }

// ruleOf says when a series comes back. A row that no version has saved is read as one that
// never does, or by UTC.
func ruleOf(s store.Series) recur.Rule {
	zone, err := time.LoadLocation(s.Zone)
	if err != nil {
		zone = time.UTC
	}
	first, err := time.Parse(time.DateOnly, s.Begins)
	if err != nil {
		return recur.Rule{Zone: zone}
	}
	return recur.Rule{Days: recur.Days(s.Days) & recur.AllDays, Weeks: s.Weeks, Minute: s.Minute, Zone: zone, First: first}
}

// dateOf is the date of a moment by the clocks of a series.
func dateOf(s store.Series, at time.Time) string {
	return at.In(ruleOf(s).Zone).Format(time.DateOnly)
}

// nextOf is the next night of a series that is neither announced nor left out; zero for none.
func nextOf(s store.Series, now time.Time) time.Time {
	rule := ruleOf(s)
	at := rule.Next(latest(s.Announced, now))
	if s.Skips != "" && !at.IsZero() && dateOf(s, at) == s.Skips {
		at = rule.Next(at)
	}
	return at
}

func latest(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// workSeries has the series that run be due, until ctx ends. It looks again now and then.
func (n *repeating) workSeries(ctx context.Context) {
	for {
		pause := lookEvery
		list, err := n.store.RunningSeries(ctx)
		if err != nil && ctx.Err() == nil {
			n.Log.Failed(err).Msg("list series of nights failed")
			pause = retry
		}
		for _, s := range list {
			if !n.Due.Has(keyOfSeries(s)) {
				n.waitSeries(s, 0)
			}
		}
		if !discord.Sleep(ctx, pause) {
			return
		}
	}
}

// waitSeries has a series looked at when its next night is to be announced, and not before least
// has passed.
func (n *repeating) waitSeries(s store.Series, least time.Duration) {
	key, next := keyOfSeries(s), nextOf(s, n.Clock.Now())
	if s.State != store.SeriesRunning || next.IsZero() {
		n.Due.Drop(key)
		return
	}
	n.lookLater(key, min(max(next.Sub(n.Clock.Now())-ahead, least), lookEvery))
}

func (n *repeating) lookLater(key seriesID, d time.Duration) {
	n.Due.Set(key, d, func(ctx context.Context) { n.lookSeries(ctx, key) })
}

// lookSeries announces the next night of a series, if it is time.
func (n *repeating) lookSeries(ctx context.Context, key seriesID) {
	s, ok, err := n.store.OneSeries(ctx, key.guild, key.id)
	switch {
	case err != nil:
		n.Log.Failed(err).Msg("read series of nights failed")
		n.lookLater(key, retry)
		return
	case !ok || s.State != store.SeriesRunning:
		n.Due.Drop(key)
		return
	case !n.Clock.Known():
		n.lookLater(key, clockWait)
		return
	}
	next := nextOf(s, n.Clock.Now())
	if next.IsZero() || next.Sub(n.Clock.Now()) > ahead {
		n.waitSeries(s, 0)
		return
	}
	if err := n.announceOf(ctx, s, next); err != nil {
		n.Log.Failed(err).Msg("announce night of series failed")
		n.lookLater(key, retry)
		return
	}
	if s, ok, err = n.store.OneSeries(ctx, key.guild, key.id); err == nil && ok {
		n.waitSeries(s, 0)
		return
	}
	n.lookLater(key, retry)
}

// errAnnounced says that a night of a series is not to be announced any more.
var errAnnounced = errors.New("the series has announced the night, or was changed")

// announceOf announces a night of a series, or has the series pause where it cannot be. Where
// Discord cannot be reached, the night is posted later.
func (n *repeating) announceOf(ctx context.Context, s store.Series, at time.Time) error {
	may, err := n.mayAnnounce(ctx, s)
	if err != nil {
		return err
	}
	if !may {
		return n.halt(ctx, keyOfSeries(s), store.SeriesPaused)
	}
	options, _ := open.Fitting(n.Game(s.Game).Info(), s.Options)
	night := store.Night{
		Guild: s.Guild, ID: s.NightID(at), Channel: s.Channel, Game: s.Game, Options: options, Thread: s.Thread,
		Host: s.Host, HostName: s.HostName, HostUsername: s.HostUsername, Lang: s.Lang, At: at, Zone: s.Zone, State: store.NightPlanned,
	}
	key := keyOf(night)
	wants := []surface.Want{{Key: messageOf(key), Place: surface.Place{Channel: discord.ID(night.Channel), Path: n.called(ctx, s, at)}}}
	access, err := n.client.Access(ctx, discord.ID(s.Guild), discord.ID(s.Channel))
	if err != nil {
		n.Refused(err)
		n.Log.Debug().Err(err).Msg("read access to channel failed") // the night has no event then
	}
	if at, _ := access.Of(discord.ID(s.Channel)); creating.Granted(at.Bot) {
		wants = append(wants, surface.Want{Key: eventOf(key)})
	}
	saved := false
	err = n.Messages.Post(ctx, func(rows []store.Surface) error {
		if err := n.turn.Enter(ctx); err != nil {
			return err
		}
		defer n.turn.Leave()
		is, err := n.store.AnnounceOf(ctx, s, night, rows...)
		if err == nil && !is {
			return errAnnounced
		}
		if saved = err == nil; saved {
			n.wait(night)
		}
		return err
	}, wants...)
	switch {
	case errors.Is(err, errAnnounced):
		return nil
	case !saved:
		return err
	case discord.IsForbidden(err), discord.IsDeleted(err):
		return errors.Join(n.end(ctx, key, store.NightOff), n.halt(ctx, keyOfSeries(s), store.SeriesLost))
	case err != nil:
		n.Log.Warn().Err(err).Msg("post night failed")
	}
	return nil
}

// mayAnnounce reports whether there is the game of a series, and whether its host may still open
// a table of it.
func (n *repeating) mayAnnounce(ctx context.Context, s store.Series) (bool, error) {
	if n.Game(s.Game) == nil {
		return false, nil
	}
	err := n.Admit(ctx, feature.Asked{Deed: feature.Open, User: discord.ID(s.Host), Guild: discord.ID(s.Guild), Channel: discord.ID(s.Channel)})
	if _, refused := games.Refused(err); refused || err != nil {
		return false, dropRefusal(err)
	}
	is, err := n.client.Member(ctx, discord.ID(s.Guild), discord.ID(s.Host))
	if err != nil {
		n.Refused(err)
		n.Log.Debug().Err(err).Msg("look for host of series failed")
		return true, nil // Discord says so when the night is posted
	}
	return is, nil
}

// mayCall reports whether a server lets nights mention a role.
func (n *repeating) mayCall(ctx context.Context, guild discord.ID) (bool, error) {
	value, err := n.Chosen.Of(ctx, roles, guild)
	return value == page.Yes, err
}

// role reads a role of a server; it is zero where there is none of its id.
func (n *repeating) role(ctx context.Context, guild, id discord.ID) (discord.Role, error) {
	list, err := n.client.Roles(ctx, guild)
	for _, r := range list {
		if r.ID == id {
			return r, nil
		}
	}
	return discord.Role{}, err
}

// called is the role that the announcement of a night mentions, as the path of that message has
// it: with the moment of the night, so that one that is moved and posted again notifies no
// person anew. It is empty for no role, and for one that is not mentionable any longer.
func (n *repeating) called(ctx context.Context, s store.Series, at time.Time) string {
	if s.Role == 0 {
		return ""
	}
	may, err := n.mayCall(ctx, discord.ID(s.Guild))
	if err != nil {
		n.Log.Failed(err).Msg("read setting of roles failed")
	}
	if !may {
		return ""
	}
	role, err := n.role(ctx, discord.ID(s.Guild), discord.ID(s.Role))
	if err != nil {
		n.Refused(err)
		n.Log.Debug().Err(err).Msg("read role of series failed")
	}
	if !role.Mentionable {
		return ""
	}
	return discord.ID(s.Role).String() + ":" + strconv.FormatInt(at.Unix(), 10)
}

// calling is the inverse of called: the role that the announcement of a night names, and whether
// it notifies its members.
func calling(path string, night store.Night) (role discord.ID, notifies bool) {
	id, at, _ := strings.Cut(path, ":")
	role, err := discord.ParseID(id)
	if err != nil {
		return 0, false
	}
	return role, at == strconv.FormatInt(night.At.Unix(), 10)
}

// dropRefusal is an error that is no refusal.
func dropRefusal(err error) error {
	if _, refused := games.Refused(err); refused {
		return nil
	}
	return err
}

// changeSeries reads a series, changes it and saves it, one at a time. do reports whether there is
// something to save. A series that is gone is a refusal.
func (n *repeating) changeSeries(ctx context.Context, key seriesID, do func(*store.Series) (bool, error)) (s store.Series, changed bool, err error) {
	if err := n.turn.Enter(ctx); err != nil {
		return s, false, err
	}
	defer n.turn.Leave()
	s, ok, err := n.store.OneSeries(ctx, key.guild, key.id)
	if err == nil && !ok {
		err = games.Refuse("bot.series.refuse.gone")
	}
	if err != nil {
		return s, false, err
	}
	if changed, err = do(&s); err != nil || !changed {
		return s, false, err
	}
	return s, true, n.store.ChangeSeries(ctx, s)
}

// halt has a series announce nothing, until a person has it go on.
func (n *repeating) halt(ctx context.Context, key seriesID, state store.SeriesState) error {
	_, _, err := n.changeSeries(ctx, key, func(s *store.Series) (bool, error) {
		if s.State != store.SeriesRunning {
			return false, nil
		}
		s.State = state
		return true, nil
	})
	if dropRefusal(err) == nil {
		n.Due.Drop(key)
	}
	return dropRefusal(err)
}

// hearSeries is told of events of the gateway. A series whose channel is gone pauses, and so does
// that of a host who was banned.
func (n *repeating) hearSeries(ctx context.Context, e discord.Event) {
	var of func(store.Series) bool
	state := store.SeriesPaused
	switch e := e.(type) {
	case discord.ChannelDeleted:
		state, of = store.SeriesLost, func(s store.Series) bool { return s.Channel == uint64(e.Channel) }
	case discord.MemberBanned:
		of = func(s store.Series) bool { return s.Guild == uint64(e.Guild) && s.Host == uint64(e.User) }
	default:
		return
	}
	list, err := n.store.RunningSeries(ctx)
	if err != nil {
		n.Log.Failed(err).Msg("list series of nights failed")
	}
	for _, s := range list {
		if !of(s) {
			continue
		}
		if err := n.halt(ctx, keyOfSeries(s), state); err != nil {
			n.Log.Failed(err).Msg("pause series of nights failed")
		}
	}
}
