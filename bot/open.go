package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// opening opens tables.
type opening struct {
	client     Client
	store      SettingsStore
	tables     *table.Tables
	reconciler *screen.Reconciler
	pages      *page.Pages
	surfaces   *surfaces
	metrics    *metrics
	log        savelog.Log
	clock      *discord.Clock
	admit      func(context.Context, feature.Asked) error // asks all features whether a person may come to a table
	calls      callReader
	games      gameList
	starting   *starting
	panels     *panels
	forming    *forming
	jobs       *jobs
	allowed    []discord.ID // the servers that may use the bot; empty for all
}

// declared are the commands and controls of opening.
func (o *opening) declared() feature.Feature {
	game, options, preset, thread := o.Options()
	return feature.Feature{
		Name: "opening",
		Commands: []route.Command{
			{Root: "dream", Name: "play", Rank: 10, Options: route.Options(game, says().Flag("play.alone"), options, preset, thread), Needs: whereTables, Do: o.command, Suggest: o.Suggest},
		},
		Controls: []route.Control{
			{Action: page.Again, Needs: onTable, Do: o.again},
			{Action: page.Cards, Needs: whereTables, Do: o.card},
			{Action: page.CardsMenu, Needs: whereTables, Do: o.cardMenu},
			{Action: page.Play, Needs: whereTables, Do: o.play},
			{Action: page.PlayAlone, Needs: whereTables, Do: o.playAlone},
		},
	}
}

// command answers /dream play. Without a game it answers with the list of games.
func (o *opening) command(ctx context.Context, r *route.Request) error {
	set, err := o.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	if r.Option("game") == "" && r.Option("preset") == "" {
		if r.Option("options") != "" {
			return games.Refuse("bot.refuse.options")
		}
		return o.cards(ctx, r, page.CardArg{Thread: threads(r.Interaction, set.Home, r.Option("thread"))})
	}
	w, others, err := o.wished(ctx, r, set, typedIn(r))
	if err != nil || w.Game.Name == "" {
		return err
	}
	if err := o.open(ctx, r, w); err != nil || len(others) == 0 {
		return err
	}
	return r.ShowNew(ctx, o.pages.LinesOf(w.Game.Name, r.Lang, ui.T("bot.presets.dropped", ui.Literal(strings.Join(others, ", ")))))
}

// typedIn is what the options of a command say of a table.
func typedIn(r *route.Request) open.Typed {
	return open.Typed{Game: r.Option("game"), Options: r.Option("options"), Preset: r.Option("preset"), Thread: r.Option("thread"), Alone: r.Option("alone")}
}

// wished is the table that a person wants by what they typed, and what of a preset no longer
// fits. Without a game they were told what is wrong.
func (o *opening) wished(ctx context.Context, r *route.Request, set store.Guild, said open.Typed) (w open.Wish, others []string, err error) {
	w.Game.Name = said.Game
	if said.Preset != "" {
		if w, others, err = feature.Wish(ctx, o.surfaces.features, r, said.Preset); err != nil {
			return open.Wish{}, nil, err
		}
		if said.Game != "" && said.Game != w.Game.Name {
			return open.Wish{}, nil, o.refuse(ctx, r, w.Game.Name, games.Refuse("bot.presets.refuse.game", ui.T("name")))
		}
	}
	g := o.games.named(w.Game.Name)
	if g == nil {
		return open.Wish{}, nil, games.Refuse("bot.refuse.game")
	}
	w.Game, w.Thread, w.Alone = g.info, threads(r.Interaction, set.Home, said.Thread), said.Alone == "true"
	typed, err := g.readOptions(said.Options)
	if err != nil {
		return open.Wish{}, nil, o.refuse(ctx, r, w.Game.Name, err)
	}
	if w.Options == nil {
		w.Options = map[string]string{}
	}
	if pace.Length(typed) > 0 { // as on the page of options, the hours are those of the host
		hours, err := hoursOf(ctx, o.calls, r)
		if err != nil {
			return open.Wish{}, nil, err
		}
		maps.Copy(hours, set.Home.Options[w.Game.Name])
		for _, key := range pace.Keys {
			if _, chosen := w.Options[key]; !chosen && hours[key] != "" {
				w.Options[key] = hours[key]
			}
		}
	}
	maps.Copy(w.Options, typed)
	return w, others, nil
}

// Wish is the table that the presser wants by what they typed. ok is false where they were told
// why they may not have it here.
func (o *opening) Wish(ctx context.Context, r *route.Request, set store.Guild, said open.Typed) (w open.Wish, ok bool, err error) {
	w, _, err = o.wished(ctx, r, set, said)
	if err != nil || w.Game.Name == "" {
		return w, false, err
	}
	if ok, err = o.may(ctx, r, set, &w); !ok || err != nil {
		return w, false, err
	}
	if _, err := w.Game.Complete(w.Options); err != nil {
		return w, false, o.refuse(ctx, r, w.Game.Name, err)
	}
	return w, true, nil
}

// may reports whether the presser may have a table here, and fills in what its server has
// chosen for them. Else they were told why not.
func (o *opening) may(ctx context.Context, r *route.Request, set store.Guild, w *open.Wish) (bool, error) {
	if w.Thread {
		if err := route.RefuseThread(r.Interaction); err != nil {
			return false, err
		}
	}
	if err := route.Permitted(r.Interaction, w.Thread); err != nil {
		return false, err
	}
	if refused, err := feature.MayOpen(ctx, o.surfaces.features, r); refused || err != nil {
		return false, err
	}
	if err := o.admit(ctx, feature.AskedBy(r, feature.Open, page.CustomID{})); err != nil {
		return false, err
	}
	at := r.Interaction
	opens := feature.Opening{Game: w.Game, User: at.User.ID, Guild: at.Guild, Channel: at.Channel, Voice: discord.IsVoice(at.ChannelType), Usual: set.Home.Options[w.Game.Name], Preset: w.Preset}
	var err error
	if w.Options, err = feature.Propose(ctx, o.surfaces.features, w.Options, opens); err != nil {
		return false, err
	}
	if !w.Preset {
		w.Options = withDefaults(w.Game, set.Home, w.Options)
	}
	w.Lang = tableLang(r, set)
	return true, nil
}

// threads reports whether a table has a thread, when its opener chose so or said nothing.
func threads(ix *discord.Interaction, home store.Home, chosen string) bool {
	if chosen == "" {
		return home.Threads && route.RefuseThread(ix) == nil && !ix.Direct()
	}
	return chosen == "true"
}

// withDefaults are the options of a table of which a person chose some, with the server's
// own for the others.
func withDefaults(info games.Info, home store.Home, chosen map[string]string) map[string]string {
	all, _ := open.Fitting(info, home.Options[info.Name])
	maps.Copy(all, chosen)
	if _, err := info.Complete(all); err != nil {
		return chosen // the server's own do not go with these
	}
	return all
}

// Options are the options of a command by which a table is wished.
func (o *opening) Options() (game, options, preset, thread *discordgo.ApplicationCommandOption) {
	return gameOption(o.games), says().Completed("play.options", maxTyped), says().Completed("play.preset", open.MaxName), says().Flag("play.thread")
}

// Suggest answers the typing of these options.
func (o *opening) Suggest(ctx context.Context, r *route.Request) error {
	if r.Interaction.Command.Focused == "preset" {
		list, err := feature.SuggestWishes(ctx, o.surfaces.features, r)
		if err != nil {
			return err
		}
		return r.Suggest(ctx, list)
	}
	var list []*discordgo.ApplicationCommandOptionChoice
	typed := r.Option("options")
	if g := o.games.named(r.Option("game")); g != nil && r.Interaction.Command.Focused == "options" && utf8.RuneCountInString(typed) <= maxTyped {
		list = g.suggest(typed, r.Lang)
	}
	return r.Suggest(ctx, list)
}

// card answers the buttons that lead to the card of a game.
func (o *opening) card(ctx context.Context, r *route.Request) error {
	open := page.ParseCardArg(r.ID.Arg)
	if open.Next {
		r.Apart() // the panel of the match that is over stays
	}
	return o.cards(ctx, r, open)
}

// cardMenu answers the menu of the games.
func (o *opening) cardMenu(ctx context.Context, r *route.Request) error {
	return o.cards(ctx, r, page.ParseCardArg(r.Chosen()))
}

// cards shows the list of games, in which one is open. On a message that every person
// sees, the presser gets a list of their own.
func (o *opening) cards(ctx context.Context, r *route.Request, open page.CardArg) error {
	if len(o.games) == 0 {
		return games.Refuse("bot.refuse.game")
	}
	set, err := o.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	shown, err := o.pages.Cards(o.games.infos(), open, r.Lang, !r.Interaction.Direct(), func(name string) bool {
		return !set.PeopleOnly && o.games.named(name).plays
	})
	if err != nil {
		return err
	}
	return r.Show(ctx, shown)
}

// play answers Play on a card.
func (o *opening) play(ctx context.Context, r *route.Request) error { return o.pressed(ctx, r, false) }

// playAlone answers Play alone on a card.
func (o *opening) playAlone(ctx context.Context, r *route.Request) error {
	return o.pressed(ctx, r, true)
}

// pressed opens the table of a card.
func (o *opening) pressed(ctx context.Context, r *route.Request, alone bool) error {
	arg := page.ParseCardArg(r.ID.Arg)
	g := o.games.named(arg.Game)
	if g == nil {
		return games.Refuse("bot.refuse.unknown")
	}
	return o.open(ctx, r, open.Wish{Game: g.info, Thread: arg.Thread, Alone: alone})
}

// open opens a table. In direct messages there is no player to wait for, and no thread.
func (o *opening) open(ctx context.Context, r *route.Request, w open.Wish) error {
	if r.Interaction.Direct() {
		if err := o.isMember(ctx, r); err != nil {
			return err
		}
		w.Alone, w.Thread = true, false
	}
	set, err := o.store.Guild(ctx, uint64(r.Interaction.Guild))
	if err != nil {
		return err
	}
	if ok, err := o.may(ctx, r, set, &w); !ok || err != nil {
		return err
	}
	switch {
	case w.Alone && set.PeopleOnly:
		return games.Refuse("table.people-only")
	case w.Alone && !o.games.named(w.Game.Name).plays:
		return games.Refuse("table.no-auto")
	}
	s, err := o.tables.Create(ctx, table.New{
		Guild: r.Interaction.Guild, Channel: r.Interaction.Channel, Game: w.Game.Name, Options: w.Options,
		Host: r.User(), Lang: w.Lang, Thread: w.Thread, PeopleOnly: set.PeopleOnly, Press: r.Interaction.ID,
	})
	if err != nil {
		return o.refuse(ctx, r, w.Game.Name, err)
	}
	o.jobs.warm(s.Game)
	if w.Alone {
		return o.startAlone(ctx, r, s)
	}
	return o.afterOpen(ctx, r, s)
}

// tableLang is the language of what the presser opens: the server's, Discord's for the
// server, or their own.
func tableLang(r *route.Request, set store.Guild) text.Lang {
	if l, ok := text.ParseLang(set.Lang); ok {
		return l
	}
	if r.Interaction.CommunityLocale != "" {
		return text.ForLocale(r.Interaction.CommunityLocale)
	}
	return r.Lang
}

// isMember refuses direct messages to people of no server that may use the bot.
func (o *opening) isMember(ctx context.Context, r *route.Request) error {
	if len(o.allowed) == 0 {
		return nil
	}
	for _, guild := range o.allowed {
		member, err := o.client.Member(ctx, guild, r.Interaction.User.ID)
		if err != nil && !discord.IsDeleted(err) && !discord.IsForbidden(err) { // the bot may not be on all of them
			return err
		}
		if err == nil && member {
			return nil
		}
	}
	return games.Refuse("bot.refuse.server")
}

// startAlone starts the table that the presser has opened, with automatic players at
// the other seats, and answers with the presser's panel. The panel is a new message,
// because the list of games is above the board, and a phone shows what is last.
// No player is called: the only person at the table looks at it.
func (o *opening) startAlone(ctx context.Context, r *route.Request, s *table.State) error {
	if !s.Direct() {
		r.Apart()
	}
	r.About(s)
	if s.Phase == table.Lobby { // else this press was delivered twice
		start := table.Action{Kind: table.Start, User: r.User(), Fill: seatsAlone(s), People: 1} // not the press, which has opened the table
		next, err := o.tables.Send(ctx, s.ID, start)
		if t, refused := games.Refused(err); refused && t.Key == "table.people" {
			return o.afterOpen(ctx, r, next) // another person has joined meanwhile, so it is no match of one person
		}
		if err != nil {
			o.closeUnseen(ctx, s, r.User())
			return err
		}
		s = next
	}
	r.About(s)
	if _, err := o.ensureBoard(ctx, r.User(), s); err != nil {
		return err
	}
	if s.Direct() {
		return r.Vanish(ctx) // the board is the panel, and the last message
	}
	o.starting.begun(s, true)
	return o.panels.show(ctx, r, "")
}

// seatsAlone is the number of seats at which a player sits alone: as many as in the match
// that they play again, else the best one.
func seatsAlone(s *table.State) int {
	if n := len(s.Players); s.Previous != "" && n >= s.Game.Info().Min {
		return n
	}
	return page.Best(s.Game.Info())
}

// closeUnseen closes a table that has no board. It would keep the channel. Where it cannot
// be closed, it gets a board. Of several callers at once one closes it.
func (o *opening) closeUnseen(ctx context.Context, s *table.State, opener table.User) {
	ctx, cancel := ownTime(ctx)
	defer cancel()
	if _, err := o.tables.Send(ctx, s.ID, table.Action{Kind: table.Stop, User: opener, Moderator: true, Asked: table.Whatever}); err != nil {
		o.log.Failed(err).Str("match", s.ID).Msg("close table without board failed")
		if _, tracked := o.reconciler.Address(screen.Key{Match: s.ID}); !tracked {
			o.reconciler.Track(screen.Key{Match: s.ID}, screen.Address{Channel: s.CurrentChannel()}, "")
		}
		return
	}
	o.reconciler.Untrack(screen.Key{Match: s.ID})
}

// refuse refuses in the words of a game, which name its options.
func (o *opening) refuse(ctx context.Context, r *route.Request, game string, err error) error {
	t, ok := games.Refused(err)
	if !ok {
		return err
	}
	o.metrics.refusals.WithLabelValues(t.Key).Inc()
	return r.ShowNew(ctx, o.pages.LinesOf(game, r.Lang, ui.T("bot.match.refused", t)))
}

// playedAlone reports whether one person has played a match, and automatic players had all
// other seats. A player who plays it again waits for no other.
func playedAlone(s *table.State) bool {
	return !s.Started.IsZero() && len(s.Players) > 1 && len(s.People()) == 1 && !slices.ContainsFunc(s.Players, func(p table.Player) bool { return p.Open })
}

// again opens the lobby that follows a match, or joins it. Where a player sat alone, the
// next match begins at once.
func (o *opening) again(ctx context.Context, r *route.Request) error {
	if refused, err := feature.MayOpen(ctx, o.surfaces.features, r); refused || err != nil {
		return err
	}
	if err := route.Permitted(r.Interaction, r.Table.WantsThread); err != nil {
		return err
	}
	alone := r.Seated && playedAlone(r.Table)
	next, err := o.tables.PlayAgain(ctx, r.Table.ID, table.Action{User: r.User(), Press: r.Interaction.ID}, func(next *table.State) error {
		if next != nil {
			a := feature.AskedBy(r, feature.Join, page.CustomID{Match: r.Table.ID, Action: page.Again})
			a.Table = next
			return o.admit(ctx, a)
		}
		a := feature.AskedBy(r, feature.Open, page.CustomID{})
		a.Guild, a.Channel, a.After = r.Table.Guild, r.Table.CurrentChannel(), r.Table
		return o.admit(ctx, a)
	})
	if err != nil {
		return err
	}
	if alone || next.Direct() {
		return o.startAlone(ctx, r, next)
	}
	return o.afterOpen(ctx, r, next)
}

// gatherSlack is how much earlier than it was the opening of a table may seem, as Discord's
// clock is not known better.
const gatherSlack = 2 * time.Second

// Gather opens a table for guests, and seats them while it has seats, the first ones first.
// Its caller has asked whether they may join. A lobby that its host has opened there since a
// moment of Discord's clock is that table: the bot may have ended when it had opened it.
func (o *opening) Gather(ctx context.Context, t table.New, since time.Time, guests []open.Guest) (*table.State, error) {
	s, ok := o.tables.Find(table.InChannel(t.Channel))
	if !ok || s.Phase != table.Lobby || s.Host != t.Host.ID || s.Game.Info().Name != t.Game || o.clock.Saved(s.Created).Add(gatherSlack).Before(since) {
		err := o.admit(ctx, feature.Asked{Deed: feature.Open, User: t.Host.ID, Guild: t.Guild, Channel: t.Channel})
		if _, refused := games.Refused(err); refused { // in words for the host, and all would read them
			return nil, games.Refuse("bot.open.refuse.host")
		}
		if err != nil {
			return nil, err
		}
		set, err := o.store.Guild(ctx, uint64(t.Guild))
		if err != nil {
			return nil, err
		}
		t.PeopleOnly = set.PeopleOnly
		info := o.games.named(t.Game).info
		if _, err := info.Complete(t.Options); err != nil {
			t.Options, _ = open.Fitting(info, t.Options) // the game has changed since they were chosen
		}
		if s, err = o.tables.Create(ctx, t); err != nil {
			return nil, err
		}
		o.jobs.warm(s.Game)
	}
	for _, guest := range guests {
		next, err := o.tables.Send(ctx, s.ID, table.Action{Kind: table.Join, User: guest.User, Press: guest.Press})
		if _, refused := games.Refused(err); err != nil && !refused { // a full table has no seat for them
			return nil, err
		}
		if err == nil {
			s = next
		}
	}
	return s, nil
}

// Board has the board of a table posted that no presser waits for, and says where it is.
func (o *opening) Board(ctx context.Context, s *table.State) (screen.Address, error) {
	return o.ensureBoard(ctx, table.User{}, s)
}

// Posted is where the board of a match is.
func (o *opening) Posted(match string) (screen.Address, bool) {
	return o.reconciler.Address(screen.Key{Match: match})
}

// Sits reports whether a person sits at the table of a match.
func (o *opening) Sits(match string, user discord.ID) bool {
	s, ok := o.tables.Known(table.OfMatch(match)).One()
	if !ok {
		return false
	}
	_, sits := s.Seat(user)
	return sits
}

// Fill has automatic players sit down in a lobby until so many play.
func (o *opening) Fill(ctx context.Context, s *table.State, seats int) (*table.State, error) {
	for s.Phase == table.Lobby && len(s.Players) < seats {
		next, err := o.tables.Send(ctx, s.ID, table.Action{Kind: table.AddAuto, User: table.User{ID: s.Host}})
		if err != nil {
			return s, err
		}
		s = next
	}
	return s, nil
}

// ensureBoard has the board of a table posted, unless it has one, and says where it is.
// A person who asks at the same moment is told of the same board.
func (o *opening) ensureBoard(ctx context.Context, opener table.User, s *table.State) (screen.Address, error) {
	o.forming.changed(s)
	at, err := o.reconciler.Post(ctx, screen.Key{Match: s.ID}, s.CurrentChannel())
	if err != nil {
		if err := o.unposted(ctx, opener, s, err); err != nil {
			return at, err
		}
	}
	for _, old := range o.tables.Known(table.All()) {
		if old.ID != s.ID && old.CurrentChannel() == s.CurrentChannel() {
			o.reconciler.MarkDirty(old.ID) // its button for the next table leads here, or goes away
		}
	}
	return at, nil
}

// afterOpen posts the board of a lobby, unless it has one, and tells the presser
// where it is. The list of games gives way to that, and so does a warning.
func (o *opening) afterOpen(ctx context.Context, r *route.Request, s *table.State) error {
	at, err := o.ensureBoard(ctx, r.User(), s)
	if err != nil {
		return err
	}
	shown := o.pages.Opened(s, r.Interaction.User.ID, r.Lang, at.Channel, at.Message)
	if r.ID.Action == page.Play || r.ID.Confirms != "" {
		return r.Show(ctx, shown)
	}
	return r.ShowNew(ctx, shown)
}

// unposted decides what follows when the board of a table could not be posted. Where
// Discord does not allow it, the table is closed. What may succeed later is no error,
// because the reconciler tries again.
func (o *opening) unposted(ctx context.Context, opener table.User, s *table.State, err error) error {
	switch {
	case errors.Is(err, screen.ErrUndrawn):
		return err
	case !discord.IsForbidden(err) && !discord.IsDeleted(err):
		return nil
	}
	o.closeUnseen(ctx, s, opener)
	if s.Direct() {
		return games.Refuse("bot.direct.closed")
	}
	return games.Refuse("bot.permission.board")
}
