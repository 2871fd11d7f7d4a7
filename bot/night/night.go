// Package night is the feature by which people announce game nights, answer to them, move them
// and call them off. A night opens a table for those who come.
package night

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/need"
	pages "oneiros/bot/night/page"
	"oneiros/bot/open"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/surface"
	"oneiros/bot/when"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// How many nights there are at most.
const (
	Most       = 10 // planned on a server
	MostOwn    = 3  // by one person there, unless they manage it
	MostHourly = 6  // that one person announces there within an hour
)

// creating is what the bot needs to make a night an event of the server.
var creating = need.Permission{
	Bit: discord.PermissionCreateEvents, Name: "bot.permission.events", Why: "bot.permission.why.events", Optional: true, Said: "bot.night.eventless",
}

// hearing is what tells the bot what people do with that event.
var hearing = need.Intent{
	Bit: discordgo.IntentGuildScheduledEvents, Name: "GUILD_SCHEDULED_EVENTS", Why: "to notice that the event of a night was moved or deleted, and who is interested in it", Optional: true,
}

// planning lets people announce game nights, answer to them, move them and call them off.
type planning struct {
	*repeating
}

// New returns the feature.
func New(h feature.House, from Store, client Client, room Room) feature.Feature {
	n := &planning{&repeating{&nights{newSurfaces(h, from, client, room)}}}
	events := &events{surfaces: n.surfaces, moved: n.isMoved, interests: map[interested]interest{}}
	n.off = func(ctx context.Context, key nightID) error { return n.end(ctx, key, store.NightOff) }
	game, options, preset, thread := room.Options()
	needs := []route.Need{route.InGuild}
	return feature.Feature{
		Name: "night",
		Commands: []route.Command{
			{Root: "dream", Name: "night", Rank: 50, Options: route.Options(game, h.Words.Completed("night.when", when.MaxText), options, preset, h.Words.Choice("night.zone", pace.Zones, "option.zone."), thread), Needs: needs, Do: n.command, Suggest: n.suggest},
		},
		Controls: []route.Control{
			{Action: pages.Action, Needs: needs, Do: n.button, Form: true},
			{Action: pages.SeriesAction, Needs: needs, Do: recurrences{n}.series},
		},
		Settings:    []feature.Setting{roles},
		Permissions: []need.Permission{creating},
		Intents:     []need.Intent{hearing},
		Messages:    n.kinds(),
		Work: []feature.Work{
			{Name: "begin nights", Each: feature.PerShard, Do: n.work}, {Name: "announce nights that come back", Each: feature.PerShard, Do: n.workSeries},
		},
		Hear: func(ctx context.Context, e discord.Event) {
			n.hear(ctx, e)
			events.hear(e)
			n.hearSeries(ctx, e)
		},
		Kept:    []feature.Kept{{Rows: "nights", Key: "bot.kept.nights"}, {Rows: "night_series", Key: "bot.kept.series"}},
		Erasing: n.erasing,
	}
}

// command answers /dream night: it announces one, or without a moment and a game it lists them.
// With a moment alone it asks for the game.
func (n *planning) command(ctx context.Context, r *route.Request) error {
	unnamed := r.Option("game") == "" && r.Option("preset") == ""
	if unnamed && r.Option("when") == "" {
		return n.list(ctx, r, "")
	}
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	said := open.Typed{Game: r.Option("game"), Options: r.Option("options"), Preset: r.Option("preset"), Thread: r.Option("thread")}
	var w open.Wish
	if !unnamed {
		var ok bool
		if w, ok, err = n.room.Wish(ctx, r, set, said); !ok || err != nil {
			return err
		}
	}
	m, err := n.moment(ctx, r, set, r.Option("when"), r.Option("zone"))
	if err != nil {
		return err
	}
	if unnamed {
		return n.askGame(ctx, r, m, said)
	}
	return n.plan(ctx, r, w, m)
}

// plan announces a night, and answers the presser.
func (n *planning) plan(ctx context.Context, r *route.Request, w open.Wish, m moment) error {
	night := store.Night{
		Guild: uint64(r.Interaction.Guild), ID: strings.ToLower(n.Luck.Next("night", r.Interaction.Guild, r.Interaction.ID).Text(26)), Channel: uint64(r.Interaction.Channel), Press: uint64(r.Interaction.ID), Game: w.Game.Name, Options: w.Options, Thread: w.Thread,
		Host: uint64(r.Interaction.User.ID), HostName: r.Interaction.User.Name, HostUsername: r.Interaction.User.Username, Lang: string(w.Lang), At: m.at, Zone: m.zone, State: store.NightPlanned,
	}
	night.Lack = lackIn(r.Interaction)
	n.unwarned(&night)
	var err error
	if night.Guests, err = n.first(ctx, r, night); err != nil {
		return err
	}
	if err := n.announce(ctx, r, &night); err != nil {
		return err
	}
	return r.Show(ctx, n.page().Planned(n.toPresser(r, night), r.Lang, false, m.place))
}

// first are the guests of a new night: the person who announces one comes, if they may, until
// they answer otherwise.
func (n *planning) first(ctx context.Context, r *route.Request, night store.Night) ([]store.Guest, error) {
	err := n.admitGuest(ctx, night, night.Host)
	if _, refused := games.Refused(err); refused {
		return nil, nil
	}
	return []store.Guest{guestIn(r, pages.Yes)}, err
}

// guestIn is the presser as a guest who answers so.
func guestIn(r *route.Request, answer string) store.Guest {
	u := r.Interaction.User
	return store.Guest{User: uint64(u.ID), Name: u.Name, Username: u.Username, Locale: r.Interaction.Locale, Answer: answer, Press: uint64(r.Interaction.ID)}
}

// askGame asks for which game a night is. The answer carries all else that was typed.
func (n *planning) askGame(ctx context.Context, r *route.Request, m moment, said open.Typed) error {
	which := pages.Which{At: m.at, Zone: m.zone, Thread: said.Thread, Options: said.Options}
	if which.TooLong() {
		return games.Refuse("bot.refuse.options") // with a game they have room
	}
	var infos []games.Info
	for _, g := range n.Games {
		infos = append(infos, g.Info())
	}
	if len(infos) == 0 {
		return games.Refuse("bot.refuse.game")
	}
	return r.Show(ctx, n.page().AskGame(infos, which, r.Lang, m.place))
}

// named answers the menu of games, which is hostile.
func (n *planning) named(ctx context.Context, r *route.Request, asked string) error {
	which, ok := pages.ParseWhich(asked)
	switch {
	case !ok || n.Game(r.Chosen()) == nil:
		return games.Refuse("bot.refuse.unknown")
	case !which.At.After(n.Clock.Now()):
		return n.page().Refusal(ui.Moment(which.At.Unix()), &when.Error{Why: when.Past}, nil)
	case which.At.Sub(n.Clock.Now()) > when.MaxAhead:
		return n.page().Refusal(ui.Moment(which.At.Unix()), &when.Error{Why: when.Far}, nil)
	}
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	w, ok, err := n.room.Wish(ctx, r, set, open.Typed{Game: r.Chosen(), Options: which.Options, Thread: which.Thread})
	if !ok || err != nil {
		return err
	}
	m := moment{at: which.At}
	if slices.Contains(pace.Zones, which.Zone) {
		m.zone = which.Zone
	}
	return n.plan(ctx, r, w, m)
}

// errAgain says that Discord has delivered a press twice.
var errAgain = errors.New("the night is announced already")

// save saves a new night, unless there are too many, and has it be due. With errAgain it is the
// night that the press has announced before.
func (n *planning) save(ctx context.Context, r *route.Request, night *store.Night, messages []store.Surface) error {
	if err := n.turn.Enter(ctx); err != nil {
		return err
	}
	defer n.turn.Leave()
	list, err := n.store.NightsOn(ctx, night.Guild)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(list, func(other store.Night) bool { return other.Press == night.Press }); i >= 0 {
		*night = list[i]
		return errAgain
	}
	if err := n.mayAdd(r, list, night.Host); err != nil {
		return err
	}
	all, err := n.store.NightsWith(ctx, night.Host)
	if err != nil {
		return err
	}
	lately := 0
	for _, other := range all {
		if other.Guild == night.Guild && other.Host == night.Host && discord.ID(night.Press).Since(discord.ID(other.Press)) < time.Hour {
			lately++
		}
	}
	if lately >= MostHourly {
		return games.Refuse("bot.night.refuse.often", MostHourly)
	}
	if err := n.store.SaveNight(ctx, *night, messages...); err != nil {
		return err
	}
	n.wait(*night)
	return nil
}

// mayAdd refuses one more night where there are too many of a server, or of one person. Those of
// series do not count.
func (n *planning) mayAdd(r *route.Request, planned []store.Night, host uint64) error {
	all, own := 0, 0
	for _, other := range planned {
		if comesBack(other) {
			continue
		}
		all++
		if other.Host == host {
			own++
		}
	}
	switch {
	case all >= Most:
		return games.Refuse("bot.night.refuse.many", Most)
	case own >= MostOwn && !route.ManagesGuild(r.Interaction):
		return games.Refuse("bot.night.refuse.own", MostOwn)
	}
	return nil
}

// announce saves a new night and posts its announcement. Where Discord does not allow it,
// there is no night. Where Discord cannot be reached, it is posted later.
func (n *planning) announce(ctx context.Context, r *route.Request, night *store.Night) error {
	if _, _, err := n.draw(*night); err != nil {
		return err // no person could read it
	}
	key := keyOf(*night)
	wants := []surface.Want{{Key: messageOf(key), Place: surface.Place{Channel: discord.ID(night.Channel)}}}
	if creating.Granted(r.Interaction.AppPermissions) {
		wants = append(wants, surface.Want{Key: eventOf(key)})
	}
	saved := false
	err := n.Messages.Post(ctx, func(rows []store.Surface) error {
		err := n.save(ctx, r, night, rows)
		saved = err == nil
		return err
	}, wants...)
	switch {
	case errors.Is(err, errAgain):
		return nil
	case !saved:
		return err
	case discord.IsForbidden(err), discord.IsDeleted(err):
		return errors.Join(n.end(ctx, key, store.NightOff), games.Refuse("bot.permission.board"))
	case err != nil:
		n.Log.Warn().Err(err).Msg("post night failed")
	}
	return nil
}

// moment is when a night is to begin, as it was read.
type moment struct {
	at    time.Time
	zone  string  // in which it was read, as IANA names it; empty for one of no city
	place ui.Text // likewise, for people; zero where their words named the moment exactly
}

// moment reads when a night is to begin.
func (n *planning) moment(ctx context.Context, r *route.Request, set store.Guild, words, named string) (m moment, err error) {
	zone, place, err := n.zone(ctx, r, set, named)
	if err != nil {
		return m, err
	}
	words, zone, m.place = n.inWords(words, zone, place)
	if slices.Contains(pace.Zones, zone.String()) {
		m.zone = zone.String()
	}
	m.at, err = when.Parse(words, n.Clock.Now(), zone)
	var wrong *when.Error
	if errors.As(err, &wrong) {
		list, err := when.Read(words, n.Clock.Now(), zone)
		if err != nil {
			list = nil
		}
		var moments []string
		for _, at := range list {
			moments = append(moments, n.page().Moment(at.In(zone), r.Lang, ui.Text{}))
		}
		return m, n.page().Refusal(words, wrong, moments)
	}
	if strings.HasPrefix(strings.TrimSpace(words), "<t:") {
		m.place = ui.Text{}
	}
	return m, err
}

// inWords takes the zone that the words themselves name, such as "20:00 мск", in place of
// another one.
func (n *planning) inWords(words string, zone *time.Location, place ui.Text) (string, *time.Location, ui.Text) {
	rest, own := when.Zone(words)
	switch {
	case own == nil:
		return words, zone, place
	case slices.Contains(pace.Zones, own.String()):
		return rest, own, n.page().Zone(own.String())
	}
	return rest, own, ui.Literal(own.String())
}

// zone is the time zone of what a person types: the one that they named, the one in which
// they are called to tables, that of the server's quiet hours, or that of most people
// who read their language.
func (n *planning) zone(ctx context.Context, r *route.Request, set store.Guild, named string) (*time.Location, ui.Text, error) {
	if named == "" {
		call, on, err := n.store.Call(ctx, uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID))
		east := time.Duration(0)
		switch quiet := set.Home.Quiet; {
		case err != nil:
			return nil, ui.Text{}, err
		case on:
			named, east = call.City, time.Duration(call.Zone)*time.Minute
		case quiet != nil:
			named, east = quiet.City, time.Duration(quiet.Zone)*time.Minute
		case r.Lang == text.Russian:
			east = 3 * time.Hour
		}
		if named == "" {
			named = pace.ZoneAt(east, n.Clock.Now())
		}
		if named == "" {
			zone := time.FixedZone("", int(east.Seconds()))
			return zone, ui.Literal("UTC" + n.Clock.Now().In(zone).Format("-07:00")), nil
		}
	}
	if !slices.Contains(pace.Zones, named) {
		return nil, ui.Text{}, games.Refuse("bot.night.refuse.zone")
	}
	zone, err := time.LoadLocation(named)
	return zone, n.page().Zone(named), err
}

// toPresser is what the pages show a presser of a planned night. Its host is told why it has no
// event of the server.
func (n *planning) toPresser(r *route.Request, night store.Night) pages.Night {
	p := n.shown(night)
	p.Comes = slices.ContainsFunc(night.Guests, func(g store.Guest) bool { return g.User == uint64(r.Interaction.User.ID) && isComing(g) })
	at, kept := n.Messages.At(eventOf(keyOf(night)))
	if has := kept && at.Message != 0; !has && night.EventWas == "" && night.Host == uint64(r.Interaction.User.ID) && !creating.Granted(r.Interaction.AppPermissions) {
		p.Lack = creating.Lack()
	}
	return p
}

// list shows the nights that are planned on the server. The person who may move one or call it
// off can choose it there, also when its announcement was deleted.
func (n *planning) list(ctx context.Context, r *route.Request, picked string) error {
	list, err := n.store.NightsOn(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	zone, place, err := n.zone(ctx, r, set, "")
	if err != nil {
		return err
	}
	var shown []pages.Night
	for _, night := range list {
		p := n.toPresser(r, night)
		if n.mayChange(r, night) {
			p.Choice = n.page().Moment(p.At.In(zone), r.Lang, place)
			p.Fillable = !set.PeopleOnly && n.plays(night.Game)
		}
		shown = append(shown, p)
	}
	series, err := recurrences{n}.listedSeries(ctx, r)
	if err != nil {
		return err
	}
	to := house.Reader{User: r.Interaction.User.ID, Guild: r.Interaction.Guild, Lang: r.Lang}
	to.Offers = n.Offers(ctx, house.OnNights, nil, to)
	return r.Show(ctx, n.page().List(shown, series, picked, to))
}

// mayChange reports whether the presser may move a night or call it off.
func (n *planning) mayChange(r *route.Request, night store.Night) bool {
	return night.Host == uint64(r.Interaction.User.ID) || route.ManagesGuild(r.Interaction)
}

// suggest answers the typing of /dream night.
func (n *planning) suggest(ctx context.Context, r *route.Request) error {
	if r.Interaction.Command.Focused != "when" {
		return n.room.Suggest(ctx, r)
	}
	list, err := n.moments(ctx, r)
	if err != nil {
		return err
	}
	return r.Suggest(ctx, list)
}

// moments are what the words about the moment may mean.
func (n *planning) moments(ctx context.Context, r *route.Request) (list []*discordgo.ApplicationCommandOptionChoice, err error) {
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return nil, err
	}
	zone, place, err := n.zone(ctx, r, set, r.Option("zone"))
	if _, refused := games.Refused(err); refused {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	now := n.Clock.Now()
	try := []string{r.Option("when")}
	if strings.TrimSpace(try[0]) == "" {
		try = []string{"20:00", "tomorrow 20:00", "fri 20:00", "sat 20:00", "sun 20:00"} // of which some may be one evening
	}
	add := func(words string) {
		words, zone, place := n.inWords(words, zone, place)
		moments, err := when.Read(words, now, zone)
		if err != nil {
			return // it is refused when it is sent, with the reason
		}
		for _, at := range moments {
			c := &discordgo.ApplicationCommandOptionChoice{Name: n.page().Moment(at.In(zone), r.Lang, place), Value: discord.Timestamp(at)}
			if !slices.ContainsFunc(list, func(o *discordgo.ApplicationCommandOptionChoice) bool { return o.Value == c.Value }) {
				list = append(list, c)
			}
		}
	}
	for _, words := range append(try, try[0]+" pm", try[0]+" 20:00") {
		add(words)
	}
	for _, hour := range []string{" 15:00", " 10:00"} { // of an afternoon, or of a morning
		if len(list) == 0 {
			add(try[0] + hour)
		}
	}
	return list, nil
}

// button answers the buttons of an announcement, and the form that moves it.
func (n *planning) button(ctx context.Context, r *route.Request) error {
	id, do, _ := strings.Cut(r.ID.Arg, ":")
	do, asked, _ := strings.Cut(do, ":")
	key := nightID{uint64(r.Interaction.Guild), id}
	switch do {
	case pages.Pick:
		if id, is := strings.CutPrefix(r.Chosen(), pages.OfSeries); is {
			return recurrences{n}.picked(ctx, r, id)
		}
		return n.list(ctx, r, r.Chosen())
	case pages.Game:
		return n.named(ctx, r, asked)
	case pages.Yes, pages.Maybe, pages.No:
		return n.answer(ctx, r, key, do)
	case pages.Move, pages.Off, pages.Drop, pages.Fill:
		night, ok, err := n.store.Night(ctx, key.guild, key.id)
		switch {
		case err != nil:
			return err
		case !ok:
			return games.Refuse("bot.night.refuse.gone")
		case !n.mayChange(r, night):
			return games.Refuse("bot.night.refuse.host")
		case night.State != store.NightPlanned && (do != pages.Move || night.State != store.NightMissed):
			return games.Refuse("bot.night.refuse.over")
		case do == pages.Off:
			return r.ShowNew(ctx, n.page().AskOff(n.shown(night), r.Lang))
		case do == pages.Drop:
			return n.callOff(ctx, r, key, asked)
		}
		if err := n.announces(ctx, r); err != nil {
			return err
		}
		if do == pages.Fill {
			return n.fill(ctx, r, night, asked)
		}
		return n.move(ctx, r, night)
	}
	return games.Refuse("bot.refuse.unknown")
}

// announces asks whether the presser may announce nights. A host who may not any more, such as one
// who was barred, calls theirs off, and does nothing else with them.
func (n *planning) announces(ctx context.Context, r *route.Request) error {
	a := feature.AskedBy(r, feature.Open, house.CustomID{})
	a.Decided = true
	return n.Admit(ctx, a)
}

// answer saves whether a person comes. Their name on the announcement is the answer.
func (n *planning) answer(ctx context.Context, r *route.Request, key nightID, answer string) error {
	night, ok, err := n.change(ctx, key, func(night *store.Night) (bool, error) {
		if night.State != store.NightPlanned || !n.Clock.Now().Before(night.At.Add(missedAfter)) {
			return false, games.Refuse("bot.night.refuse.over")
		}
		i := answered(*night, uint64(r.Interaction.User.ID))
		if i >= 0 && night.Guests[i].Answer != pages.Interested && (night.Guests[i].Answer == answer && night.Guests[i].Name == r.Interaction.User.Name || night.Guests[i].Press > uint64(r.Interaction.ID)) {
			return false, nil // it was pressed twice, or a later press came first
		}
		if answer != pages.No {
			asked := feature.AskedBy(r, feature.Join, house.CustomID{Action: pages.Action, Arg: key.id + ":" + answer})
			asked.Decided = asked.Decided || answer == pages.Maybe // the person who is not sure is warned once they are
			if err := n.admit(ctx, *night, asked); err != nil {
				return false, err
			}
		}
		guest := guestIn(r, answer)
		if i >= 0 && night.Guests[i].Answer == answer {
			guest.Press = night.Guests[i].Press // under another name, and at the same place in line
		}
		lack := lackIn(r.Interaction)
		changed := lack != night.Lack
		night.Lack = lack
		return changed, n.store.AnswerNight(ctx, key.guild, key.id, guest)
	})
	if err == nil && !ok {
		err = games.Refuse("bot.night.refuse.gone")
	}
	if err != nil {
		return err
	}
	if err := n.lookAgain(ctx, night); err != nil {
		return err
	}
	n.refresh(key)
	if r.ID.Confirms != "" && !r.OnBoard() {
		return r.Show(ctx, n.Kit.Lines(r.Lang, ui.T("bot.night.confirmed")))
	}
	return r.Ack(ctx)
}

// move answers Move with a form, and the form that moves a night. Moments are read by the clock of
// the city by which the night was announced. The form has the present one as people write it, and
// it stays what it is if they leave it.
func (n *planning) move(ctx context.Context, r *route.Request, night store.Night) error {
	set, err := n.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	named := night.Zone
	if !slices.Contains(pace.Zones, named) {
		named = "" // it was announced by an older version, or by a clock of no city
	}
	zone, place, err := n.zone(ctx, r, set, named)
	if err != nil {
		return err
	}
	now := n.page().Moment(night.At.In(zone), r.Lang, ui.Text{})
	if r.Interaction.Type != discordgo.InteractionModalSubmit {
		return r.Modal(ctx, n.page().MoveForm(n.shown(night), r.Lang, now, place))
	}
	key, m := keyOf(night), moment{at: night.At, place: place}
	if !night.At.After(n.Clock.Now()) || strings.TrimSpace(r.Typed()) != now {
		if m, err = n.moment(ctx, r, set, r.Typed(), named); err != nil {
			return err
		}
	}
	if night, err = n.moved(ctx, r, night, m.at); err != nil {
		return err
	}
	n.isMoved(night)
	n.announceAnew(key)
	return r.ShowNew(ctx, n.page().Planned(n.toPresser(r, night), r.Lang, true, m.place))
}

// moved saves the new moment of a night, and that it has an event where the presser may have the
// bot make one. One that people took away is not made again.
func (n *planning) moved(ctx context.Context, r *route.Request, was store.Night, at time.Time) (night store.Night, err error) {
	key := keyOf(was)
	move := func(night *store.Night) (bool, error) {
		if night.State != store.NightPlanned && night.State != store.NightMissed {
			return false, games.Refuse("bot.night.refuse.over")
		}
		if night.State == store.NightMissed {
			list, err := n.store.NightsOn(ctx, key.guild)
			if err == nil {
				err = n.mayAdd(r, list, night.Host)
			}
			if err != nil {
				return false, err
			}
		}
		night.At, night.State, night.Ended = at, store.NightPlanned, time.Time{}
		if night.EventWas == store.NightEventMoved {
			night.EventWas = ""
		}
		n.unwarned(night)
		return true, nil
	}
	var wants []surface.Want
	if creating.Granted(r.Interaction.AppPermissions) && was.EventWas != store.NightEventRemoved {
		wants = append(wants, surface.Want{Key: eventOf(key)})
	}
	err = n.Messages.Keep(ctx, func(rows []store.Surface) (err error) {
		there := false
		if night, there, err = n.change(ctx, key, move, rows...); err == nil && !there {
			err = games.Refuse("bot.night.refuse.gone")
		}
		return err
	}, wants...)
	return night, err
}

// callOff ends a night that was planned.
func (n *planning) callOff(ctx context.Context, r *route.Request, key nightID, asked string) error {
	err := n.endIf(ctx, key, store.NightOff, func(night *store.Night) error {
		if asked != "" && asked != pages.MomentArg(night.At) { // a former version did not say it
			return games.Refuse("bot.night.refuse.moved")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.Show(ctx, n.Kit.Lines(r.Lang, ui.T("bot.night.off.done")))
}
