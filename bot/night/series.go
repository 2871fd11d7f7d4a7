package night

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/discord"
	pages "oneiros/bot/night/page"
	"oneiros/bot/night/recur"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// How many nights come back at most.
const (
	MostSeries    = 10 // on a server
	MostOwnSeries = 2  // of one person there, unless they manage it
)

// recurrences let people have nights come back, and say how.
type recurrences struct{ *planning }

// repeat answers the button that has a night come back, in its time and once a week. Its presser
// is the host from then on: no person announces nights in the name of another one. A night that
// comes back already leads to how it does.
func (n recurrences) repeat(ctx context.Context, r *route.Request, key nightID) error {
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	switch {
	case err != nil:
		return err
	case !ok:
		return games.Refuse("bot.night.refuse.gone")
	case !n.mayChange(r, night):
		return games.Refuse("bot.night.refuse.host")
	case night.State != store.NightPlanned:
		return games.Refuse("bot.night.refuse.over")
	}
	if err := n.announces(ctx, r); err != nil {
		return err
	}
	city, err := n.city(ctx, r, night.Zone)
	if err != nil {
		return err
	}
	local := night.At.In(city)
	made := store.Series{
		Guild: night.Guild, ID: store.SeriesOf(night.ID), Channel: night.Channel, Game: night.Game, Options: night.Options, Thread: night.Thread, Lang: night.Lang,
		Host: uint64(r.Interaction.User.ID), HostName: r.Interaction.User.Name, HostUsername: r.Interaction.User.Username,
		Days: int(recur.Of(local.Weekday())), Weeks: 1, Minute: recur.Minute(local), Zone: city.String(), Begins: local.Format(time.DateOnly),
		State: store.SeriesRunning, Announced: night.At,
	}
	is, begun, err := n.begin(ctx, r, made)
	if err != nil {
		return err
	}
	said := ui.Text{}
	if begun {
		said = ui.T("bot.series.begun")
		n.waitSeries(is, settle)
	}
	return n.showSeries(ctx, r, is, said)
}

// begin saves a new series, unless there are too many. It returns the one that is there, with
// whether it was made.
func (n recurrences) begin(ctx context.Context, r *route.Request, made store.Series) (is store.Series, begun bool, err error) {
	if err := n.turn.Enter(ctx); err != nil {
		return is, false, err
	}
	defer n.turn.Leave()
	list, err := n.store.SeriesOn(ctx, made.Guild)
	if err != nil {
		return is, false, err
	}
	own := 0
	for _, other := range list {
		if other.ID == made.ID {
			return other, false, nil
		}
		if other.Host == made.Host {
			own++
		}
	}
	switch {
	case len(list) >= MostSeries:
		return is, false, games.Refuse("bot.series.refuse.many", MostSeries)
	case own >= MostOwnSeries && !route.ManagesGuild(r.Interaction):
		return is, false, games.Refuse("bot.series.refuse.own", MostOwnSeries)
	}
	return made, true, n.store.SaveSeries(ctx, made)
}

// city is the zone by whose clocks a night comes back: the one in which it was announced, or that
// of the presser. It has the name of a city, as its hour stays over the change of clocks.
func (n recurrences) city(ctx context.Context, r *route.Request, named string) (*time.Location, error) {
	if zone, ok := cityOf(named); ok {
		return zone, nil
	}
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return nil, err
	}
	zone, _, err := n.zone(ctx, r, set, "")
	if err != nil {
		return nil, err
	}
	if zone, ok := cityOf(zone.String()); ok {
		return zone, nil
	}
	return time.LoadLocation("Etc/UTC")
}

// cityOf is the zone of a name, which is hostile, if it names a city as "Europe/Berlin" does.
func cityOf(name string) (*time.Location, bool) {
	if !strings.Contains(name, "/") {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}

// series answers the controls of a series.
func (n recurrences) series(ctx context.Context, r *route.Request) error {
	id, do, _ := strings.Cut(r.ID.Arg, ":")
	do, value, _ := strings.Cut(do, ":")
	key := seriesID{uint64(r.Interaction.Guild), id}
	switch do {
	case pages.Repeat:
		return n.repeat(ctx, r, nightID(key))
	case pages.End:
		s, err := n.changeable(ctx, r, key)
		if err != nil {
			return err
		}
		return r.Show(ctx, n.page().AskEnd(n.shownSeries(s), r.Lang))
	case pages.Ended:
		return n.endSeries(ctx, r, key)
	}
	role, err := n.chosenRole(ctx, r, key, do)
	if err != nil {
		return err
	}
	s, changed, err := n.changeSeries(ctx, key, func(s *store.Series) (bool, error) {
		if err := n.mayChangeSeries(r, *s); err != nil {
			return false, err
		}
		if err := n.announces(ctx, r); err != nil {
			return false, err
		}
		if do == pages.SeriesRole && role != 0 || do == pages.NoRole {
			changed := s.Role != uint64(role)
			s.Role = uint64(role)
			return changed, nil
		}
		return n.set(r, s, do, value)
	})
	if err != nil {
		return err
	}
	if changed {
		n.waitSeries(s, settle)
	}
	return n.showSeries(ctx, r, s, ui.Text{})
}

// chosenRole is the role that a presser chose, which is hostile; 0 for none. Where its server does
// not let nights mention roles, none is chosen. One that is not mentionable is refused.
func (n recurrences) chosenRole(ctx context.Context, r *route.Request, key seriesID, do string) (discord.ID, error) {
	if do != pages.SeriesRole {
		return 0, nil
	}
	if _, err := n.changeable(ctx, r, key); err != nil {
		return 0, err
	}
	id, err := discord.ParseID(r.Chosen())
	if err != nil {
		return 0, nil
	}
	may, err := n.mayCall(ctx, r.Interaction.Guild)
	if err != nil || !may {
		return 0, err
	}
	if id == r.Interaction.Guild {
		return 0, games.Refuse("bot.series.refuse.everyone")
	}
	role, err := n.role(ctx, r.Interaction.Guild, id)
	switch {
	case err != nil, role.ID == 0:
		return 0, err
	case !role.Mentionable:
		return 0, games.Refuse("bot.series.refuse.role", role.Name)
	}
	return id, nil
}

// set changes a series as a control asks, which is hostile. Nonsense changes nothing.
func (n recurrences) set(r *route.Request, s *store.Series, do, value string) (changed bool, err error) {
	was := *s
	switch do {
	case pages.SeriesDays:
		days := recur.Days(0)
		for _, v := range r.Interaction.Values {
			if day, err := strconv.Atoi(v); err == nil && day >= 0 && day < 7 {
				days |= recur.Of(time.Weekday(day))
			}
		}
		if days != 0 {
			s.Days = int(days)
		}
	case pages.SeriesWeeks:
		if weeks, err := strconv.Atoi(r.Chosen()); err == nil && (weeks == 1 || weeks == 2) {
			s.Weeks = weeks
		}
	case pages.SeriesZone:
		if zone, ok := cityOf(r.Chosen()); ok {
			inZone(s, zone, n.Clock.Now())
		}
	case pages.Pause:
		if s.State == store.SeriesRunning {
			s.State = store.SeriesPaused
		}
	case pages.GoOn:
		if err := resumeSeries(r, s); err != nil {
			return false, err
		}
	case pages.Skip:
		if next := nextOf(*s, n.Clock.Now()); value == "" || dateOf(*s, next) == value && s.State == store.SeriesRunning {
			s.Skips = value
		}
	}
	return s.Days != was.Days || s.Weeks != was.Weeks || s.Zone != was.Zone || s.State != was.State || s.Skips != was.Skips || s.Channel != was.Channel, nil
}

// inZone has a series go by the clocks of another city. The next night keeps its moment: it is
// the name of that moment which was wrong. Over a midnight its days move, too.
func inZone(s *store.Series, zone *time.Location, now time.Time) {
	rule := ruleOf(*s)
	at := rule.Next(latest(s.Announced, now))
	if at.IsZero() {
		at = rule.On(rule.First)
	}
	moved := recur.Date(at.In(zone)).Sub(recur.Date(at.In(rule.Zone)))
	s.Days, s.Begins = int(rule.Days.Later(int(moved/(24*time.Hour)))), rule.First.Add(moved).Format(time.DateOnly)
	s.Zone, s.Minute, s.Skips = zone.String(), recur.Minute(at.In(zone)), ""
}

// resumeSeries has a series announce nights again. One that has lost its channel takes that of the press.
func resumeSeries(r *route.Request, s *store.Series) error {
	if s.State == store.SeriesLost {
		thread := s.Thread && route.RefuseThread(r.Interaction) == nil
		if err := route.Permitted(r.Interaction, thread); err != nil {
			return err
		}
		s.Channel, s.Thread = uint64(r.Interaction.Channel), thread
	}
	s.State = store.SeriesRunning
	return nil
}

// endSeries ends a series. The nights that it has announced stay.
func (n recurrences) endSeries(ctx context.Context, r *route.Request, key seriesID) error {
	if _, err := n.changeable(ctx, r, key); err != nil {
		return err
	}
	if err := n.store.EndSeries(ctx, key.guild, key.id); err != nil {
		return err
	}
	n.Due.Drop(key)
	return r.Show(ctx, n.Kit.Lines(r.Lang, ui.T("bot.series.ended")))
}

// changeable reads a series that the presser may change.
func (n recurrences) changeable(ctx context.Context, r *route.Request, key seriesID) (store.Series, error) {
	s, ok, err := n.store.OneSeries(ctx, key.guild, key.id)
	switch {
	case err != nil:
		return s, err
	case !ok:
		return s, games.Refuse("bot.series.refuse.gone")
	}
	return s, n.mayChangeSeries(r, s)
}

// mayChangeSeries refuses a presser who neither is the host of a series nor manages its server.
func (n recurrences) mayChangeSeries(r *route.Request, s store.Series) error {
	if s.Host != uint64(r.Interaction.User.ID) && !route.ManagesGuild(r.Interaction) {
		return games.Refuse("bot.night.refuse.host")
	}
	return nil
}

// showSeries shows the page of a series.
func (n recurrences) showSeries(ctx context.Context, r *route.Request, s store.Series, said ui.Text) error {
	may, err := n.mayCall(ctx, r.Interaction.Guild)
	if err != nil {
		return err
	}
	p := n.shownSeries(s)
	p.MayCall, p.Role = may, discord.ID(s.Role)
	return r.Show(ctx, n.page().Series(p, said, r.Lang))
}

// listedSeries are the series of a server as its list of nights shows them to the presser.
func (n recurrences) listedSeries(ctx context.Context, r *route.Request) (shown []pages.Series, err error) {
	list, err := n.store.SeriesOn(ctx, uint64(r.Interaction.Guild))
	for _, s := range list {
		p := n.shownSeries(s)
		p.May = n.mayChangeSeries(r, s) == nil
		shown = append(shown, p)
	}
	slices.SortStableFunc(shown, func(a, b pages.Series) int { return a.Next.Compare(b.Next) })
	return shown, err
}

// picked answers the menu of the list where a series was chosen.
func (n recurrences) picked(ctx context.Context, r *route.Request, id string) error {
	s, err := n.changeable(ctx, r, seriesID{uint64(r.Interaction.Guild), id})
	if err != nil {
		return err
	}
	return n.showSeries(ctx, r, s, ui.Text{})
}

// shownSeries is what the pages show of a series.
func (n *repeating) shownSeries(s store.Series) pages.Series {
	p := pages.Series{ID: s.ID, Channel: discord.ID(s.Channel), Rule: ruleOf(s), State: pages.SeriesState(s.State), Next: nextOf(s, n.Clock.Now())}
	p.Host.Name, p.Host.Username = s.HostName, s.HostUsername
	if left := (store.Series{Announced: s.Announced, Days: s.Days, Weeks: s.Weeks, Minute: s.Minute, Zone: s.Zone, Begins: s.Begins}); s.Skips != "" {
		if at := nextOf(left, n.Clock.Now()); dateOf(s, at) == s.Skips {
			p.Skipped = at
		}
	}
	p.Game.Name = s.Game
	if g := n.Game(s.Game); g != nil {
		p.Game = g.Info()
	}
	return p
}
