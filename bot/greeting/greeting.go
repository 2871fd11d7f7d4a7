// Package greeting is the feature by which the bot says once on a server that it is there: what it
// is, how to play, where its settings are, and which permissions it lacks.
//
// # Which servers are greeted
//
// Those to which the bot is added after its first session with this feature has begun. That moment
// is saved, with the servers that the bot has by then: see [store.GreetingStore]. Discord says of
// each server when the bot was added. So a server that added it while it was down is greeted at the
// next start, and one that comes back from an outage is not.
//
// Of each server that the bot hears of it is saved that it is known, also where greetings are off. A
// known server is not greeted again, not even where it removes the bot and adds it again, until
// everything of it is erased. Where a server is erased on which the bot stays, no server is greeted
// any more to which the bot was added before.
//
// # Where
//
// In the channel in which Discord welcomes members, if the bot may write there. Else in the
// first channel in which it may write and that every person reads. Where there is none, the
// server is known from then on and hears nothing later. Its members find the commands of the
// bot. A message weeks after the bot would puzzle them.
//
// What the bot may do is asked by REST, once for each server that is greeted. The payload of the
// gateway has it, too, but a bot on thousands of servers would read all of it at each start.
//
// # What becomes of it
//
// That a server is to be greeted is saved before its channels are looked at, and the message
// before it is posted. The message is no embed, because the permission for those may be
// missing. It notifies no person. When permissions change it is drawn again, and a manager of
// the server takes it away. A greeting that Discord refuses for a week is given up.
package greeting

import (
	"cmp"
	"context"
	"embed"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/greeting/page"
	"oneiros/bot/need"
	"oneiros/bot/route"
	"oneiros/bot/surface"
	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Store is what the feature needs of the store.
type Store interface {
	GreetingsSince(ctx context.Context, now time.Time, known ...uint64) (time.Time, error)
	GreetNoneBefore(ctx context.Context, at time.Time) error
	Greeting(ctx context.Context, guild uint64) (store.Greeting, bool, error)
	DueGreetings(ctx context.Context) ([]store.Greeting, error)
	AddGreeting(ctx context.Context, g store.Greeting) error
	ChangeGreeting(ctx context.Context, guild uint64, do func(*store.Greeting) bool, messages ...store.Surface) (store.Greeting, bool, error)
	Guild(ctx context.Context, id uint64) (store.Guild, error)
}

// Client is what the feature needs of Discord.
type Client interface {
	Access(ctx context.Context, guild discord.ID, threads ...discord.ID) (discord.Access, error)
}

// New returns the feature. With off no server is greeted.
func New(h feature.House, from Store, client Client, off bool) feature.Feature {
	say := words.Of(locale)
	g := &greeter{House: h, store: from, client: client, off: off, pages: page.Pages{Kit: h.Kit.Saying(say)}, heard: newLine(), asks: newLine()}
	return feature.Feature{
		Name:          "greeting",
		Words:         say,
		Controls:      []route.Control{{Action: page.Remove, Needs: []route.Need{route.InGuild, route.GuildManager}, Do: g.remove}},
		Messages:      []surface.Kind{{Name: kind, Look: g.look, Is: func(m discord.OwnMessage, _ surface.Key) bool { return page.IsGreeting(m) }}},
		Work:          []feature.Work{{Name: "note servers", Each: feature.PerShard, Do: g.note}, {Name: "greet servers", Each: feature.PerShard, Do: g.ask}},
		Hear:          g.hear,
		ErasingServer: g.erasing,
	}
}

// kind names the message in the store.
const kind = "greeting"

// greeter greets servers.
type greeter struct {
	feature.House
	store  Store
	client Client
	off    bool
	pages  page.Pages
	heard  *line // servers of which the gateway told
	asks   *line // servers of which Discord is to be asked
}

// serves reports whether a server may use the bot.
func (g *greeter) serves(guild discord.ID) bool {
	return len(g.Allowed) == 0 || slices.Contains(g.Allowed, guild)
}

func keyOf(guild discord.ID) surface.Key {
	return surface.Key{Owner: store.ServerOwner(uint64(guild)), Kind: kind}
}

// hear notes servers that are there, and greetings that may say something else by now.
func (g *greeter) hear(_ context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.Ready:
		g.heard.add(news{joined: g.Clock.Now(), before: &e.Guilds})
	case discord.Restored:
		g.heard.add(news{joined: g.Clock.Now()})
	case discord.GuildJoined:
		if !e.Joined.IsZero() && g.serves(e.ID) {
			g.heard.add(news{guild: e.ID, joined: e.Joined})
		}
	case discord.PermissionsChanged:
		if at, ok := g.Messages.At(keyOf(e.Guild)); ok && (e.Channel == 0 || e.Channel == at.Channel) {
			g.asks.add(news{guild: e.Guild})
		}
	}
}

const (
	retry   = time.Minute        // when what failed is tried again
	givesUp = 7 * 24 * time.Hour // how long a greeting may be on its way
)

// note saves of each server of which the gateway tells that it is known, until ctx ends. It never
// waits for Discord, so a bot that ends has noted what it heard.
func (g *greeter) note(ctx context.Context) {
	var since time.Time
	for {
		n, ok := g.heard.next(ctx)
		switch {
		case !ok:
			return
		case n.guild != 0:
			g.do(ctx, g.heard, n, func() error { return g.know(ctx, since, n) })
		case since.IsZero():
			if since, ok = g.begin(ctx, n); !ok {
				return
			}
		}
	}
}

// clockSlack is how much later than Discord's clock the one of the bot may be.
const clockSlack = 2 * time.Second

// begin reads since when servers are greeted, which is the session that begins at the first start,
// and which are due. It is false when ctx ends before.
func (g *greeter) begin(ctx context.Context, session news) (since time.Time, ok bool) {
	var before []uint64
	if session.before != nil {
		for _, id := range *session.before {
			before = append(before, uint64(id))
		}
	}
	for {
		since, err := g.store.GreetingsSince(ctx, session.joined.Add(-clockSlack), before...)
		var due []store.Greeting
		if err == nil {
			due, err = g.store.DueGreetings(ctx)
		}
		if err == nil {
			for _, one := range due {
				g.asks.add(news{guild: discord.ID(one.Guild)})
			}
			return since, true
		}
		if ctx.Err() == nil {
			g.Log.Failed(err).Msg("read greetings failed")
		}
		if !discord.Sleep(ctx, retry) {
			return time.Time{}, false
		}
	}
}

// know notes a server, and has it greeted if it is to be.
func (g *greeter) know(ctx context.Context, since time.Time, n news) error {
	row, known, err := g.store.Greeting(ctx, uint64(n.guild))
	if err != nil {
		return err
	}
	if !known {
		if !n.joined.After(since) {
			return nil
		}
		row = store.Greeting{Guild: uint64(n.guild), At: g.Clock.Now(), State: store.GreetingDue}
		if g.off {
			row.State = store.GreetingOver
		}
		if err := g.store.AddGreeting(ctx, row); err != nil {
			return err
		}
	}
	if row.State == store.GreetingDue {
		g.asks.add(news{guild: n.guild})
	}
	return nil
}

// ask asks Discord what the bot may do on servers, and greets them or has their greeting say it,
// until ctx ends.
func (g *greeter) ask(ctx context.Context) {
	for {
		n, ok := g.asks.next(ctx)
		if !ok {
			return
		}
		g.do(ctx, g.asks, n, func() error {
			row, _, err := g.store.Greeting(ctx, uint64(n.guild))
			switch {
			case err != nil:
				return err
			case row.State == store.GreetingDue:
				return g.greet(ctx, n.guild)
			case row.State == store.GreetingKept:
				return g.compare(ctx, n.guild)
			}
			return nil
		})
	}
}

// do does something about news. What failed is done again later, unless the server is not there: it
// is heard of when it comes back.
func (g *greeter) do(ctx context.Context, in *line, n news, work func() error) {
	err := work()
	switch {
	case err == nil || ctx.Err() != nil:
	case discord.IsForbidden(err) || discord.IsDeleted(err):
		g.Log.Debug().Err(err).Uint64("guild", uint64(n.guild)).Msg("greet server refused")
	default:
		g.Log.Failed(err).Uint64("guild", uint64(n.guild)).Msg("greet server failed")
		g.Due.After(retry, func(context.Context) { in.add(n) })
	}
}

// greet has the greeting of a server posted.
func (g *greeter) greet(ctx context.Context, guild discord.ID) error {
	access, err := g.client.Access(ctx, guild)
	if err != nil {
		return err
	}
	at, ok := place(access)
	if !ok {
		g.Log.Info().Uint64("guild", uint64(guild)).Msg("greet no server: the bot may write in no channel that everybody reads")
		_, _, err := g.store.ChangeGreeting(ctx, uint64(guild), func(row *store.Greeting) bool { row.State = store.GreetingOver; return true })
		return err
	}
	saved := false
	save := func(rows []store.Surface) error {
		_, _, err := g.store.ChangeGreeting(ctx, uint64(guild), func(row *store.Greeting) bool {
			row.State, row.Lacks = store.GreetingKept, need.CheckIn(g.Needs(), at.Bot, need.Place{}).Bits()
			return true
		}, rows...)
		saved = err == nil
		return err
	}
	err = g.Messages.Post(ctx, save, surface.Want{Key: keyOf(guild), Place: surface.Place{Channel: at.ID, Lang: string(text.ForLocale(access.Locale))}})
	if err != nil && saved { // it is posted later
		g.Log.Debug().Err(err).Uint64("guild", uint64(guild)).Msg("post greeting failed")
		return nil
	}
	return err
}

// place is where a server is greeted. It is false where the bot may write nowhere.
func place(in discord.Access) (at discord.ChannelAccess, ok bool) {
	const writes = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages
	may := func(c discord.ChannelAccess, everybody bool) bool {
		is := c.Type == discordgo.ChannelTypeGuildText || c.Type == discordgo.ChannelTypeGuildNews
		return is && c.Bot&writes == writes && (!everybody || c.Everyone&discordgo.PermissionViewChannel != 0)
	}
	i := slices.IndexFunc(in.Channels, func(c discord.ChannelAccess) bool { return c.ID == in.System && may(c, false) })
	if i < 0 {
		i = slices.IndexFunc(in.Channels, func(c discord.ChannelAccess) bool { return may(c, true) })
	}
	if i < 0 {
		return discord.ChannelAccess{}, false
	}
	return in.Channels[i], true
}

// compare has the greeting of a server say what the bot lacks by now.
func (g *greeter) compare(ctx context.Context, guild discord.ID) error {
	kept, ok := g.Messages.At(keyOf(guild))
	if !ok {
		return nil
	}
	access, err := g.client.Access(ctx, guild)
	if err != nil {
		return err
	}
	at, there := access.Of(kept.Channel)
	if !there {
		return nil
	}
	changed := false
	_, _, err = g.store.ChangeGreeting(ctx, uint64(guild), func(row *store.Greeting) bool {
		lacks := need.CheckIn(g.Needs(), at.Bot, need.Place{}).Bits()
		changed = row.Lacks != lacks
		row.Lacks = lacks
		return changed
	})
	if changed {
		g.Messages.Redraw(keyOf(guild))
	}
	return err
}

// look is what the greeting of a server shows now. One that was taken away, or whose server was
// erased, goes away.
func (g *greeter) look(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	row, known, err := g.store.Greeting(ctx, k.Owner.Guild)
	if err != nil {
		return nil, err
	}
	if !known || row.State != store.GreetingKept {
		return &surface.Look{Remove: true}, nil
	}
	if at.State == store.Intended && g.Clock.Now().Sub(row.At) > givesUp {
		return nil, nil
	}
	set, err := g.store.Guild(ctx, row.Guild)
	if err != nil {
		return nil, err
	}
	lang, ok := text.ParseLang(set.Lang)
	if !ok {
		lang = cmp.Or(text.Lang(at.Lang), text.English)
	}
	have := ^row.Lacks &^ discordgo.PermissionAdministrator
	shown, err := g.pages.Greeting(lang, need.CheckIn(g.Needs(), have, need.Place{}))
	if err != nil {
		return nil, err
	}
	g.Drawn(shown)
	return &surface.Look{Message: shown.Message, Digest: shown.Digest, Settled: true}, nil
}

// remove answers the button that takes the greeting away. That it is to go is saved before.
func (g *greeter) remove(ctx context.Context, r *route.Request) error {
	guild := r.Interaction.Guild
	_, _, err := g.store.ChangeGreeting(ctx, uint64(guild), func(row *store.Greeting) bool {
		kept := row.State == store.GreetingKept
		row.State = store.GreetingOver
		return kept
	})
	if err != nil {
		return err
	}
	g.Messages.Redraw(keyOf(guild))
	return r.ShowNew(ctx, g.pages.Lines(r.Lang, ui.T("greeting.removed")))
}

// erasing keeps a server that is erased, and on which the bot stays, from being greeted again.
func (g *greeter) erasing(ctx context.Context, _ discord.ID) error {
	return g.store.GreetNoneBefore(ctx, g.Clock.Now())
}
