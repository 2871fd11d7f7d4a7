package night

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/gate"
	pages "oneiros/bot/night/page"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	User(ctx context.Context, id uint64) (store.User, error)
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
	PlannedNights(ctx context.Context) ([]store.Night, error)
	NightsOn(ctx context.Context, guild uint64) ([]store.Night, error)
	NightsWith(ctx context.Context, user uint64) ([]store.Night, error)
	Night(ctx context.Context, guild uint64, id string) (store.Night, bool, error)
	SaveNight(ctx context.Context, n store.Night, messages ...store.Surface) error
	ChangeNight(ctx context.Context, n store.Night, messages ...store.Surface) error
	AnswerNight(ctx context.Context, guild uint64, night string, g store.Guest) error
	AnswerFor(ctx context.Context, guild uint64, night, answer string, users ...uint64) error
	DropGuest(ctx context.Context, guild uint64, night, answer string, user uint64) error
	SeriesStore
}

// SeriesStore is what the feature needs of the store for nights that come back.
type SeriesStore interface {
	RunningSeries(ctx context.Context) ([]store.Series, error)
	SeriesOn(ctx context.Context, guild uint64) ([]store.Series, error)
	OneSeries(ctx context.Context, guild uint64, id string) (store.Series, bool, error)
	SaveSeries(ctx context.Context, s store.Series) error
	ChangeSeries(ctx context.Context, s store.Series) error
	EndSeries(ctx context.Context, guild uint64, id string) error
	AnnounceOf(ctx context.Context, was store.Series, n store.Night, messages ...store.Surface) (bool, error)
}

// Client is what the feature needs of Discord.
type Client interface {
	Post(ctx context.Context, channel discord.ID, m *discord.Message) (discord.ID, error)
	OpenThread(ctx context.Context, thread discord.ID) error
	Member(ctx context.Context, guild, user discord.ID) (bool, error)
	Access(ctx context.Context, guild discord.ID, threads ...discord.ID) (discord.Access, error)
	MemberUser(ctx context.Context, guild, user discord.ID) (discord.User, bool, error)
	OwnEvents(ctx context.Context, guild discord.ID) ([]discord.OwnEvent, error)
	Thread(ctx context.Context, channel, message discord.ID, name string, silent time.Duration) (discord.ID, error)
	Roles(ctx context.Context, guild discord.ID) ([]discord.Role, error)
}

// Room is what the feature needs of the room that opens tables.
type Room interface {
	Options() (game, options, preset, thread *discordgo.ApplicationCommandOption)
	Suggest(ctx context.Context, r *route.Request) error
	Wish(ctx context.Context, r *route.Request, set store.Guild, said open.Typed) (w open.Wish, ok bool, err error)
	Gather(ctx context.Context, t table.New, since time.Time, guests []open.Guest) (*table.State, error)
	Board(ctx context.Context, s *table.State) (screen.Address, error)
	Fill(ctx context.Context, s *table.State, seats int) (*table.State, error)
	Posted(match string) (screen.Address, bool)
	Sits(match string, user discord.ID) bool
}

// surfaces are what people see of all nights. They know nothing of when a night begins.
type surfaces struct {
	feature.House
	store  Store
	client Client
	room   Room
	off    func(context.Context, nightID) error // ends a night whose channel is gone

	own  *ownEdits
	turn gate.Gate // while a night is read and saved

	mu  sync.Mutex
	why map[nightID]ui.Text // why the table of a night could not be opened
}

type nightID struct {
	guild uint64
	id    string
}

func keyOf(night store.Night) nightID { return nightID{night.Guild, night.ID} }

const retry = time.Minute // when what failed is tried again

func newSurfaces(h feature.House, from Store, client Client, room Room) *surfaces {
	return &surfaces{House: h, store: from, client: client, room: room, turn: gate.New(), why: map[nightID]ui.Text{}, own: &ownEdits{now: h.Now, of: map[nightID][]ownEdit{}}}
}

func (n *surfaces) page() pages.Pages { return pages.Pages{Kit: n.Kit} }

// change reads a night, changes it and saves how far it has come, with messages of it, one at a
// time. do reports whether there is something to save. The night is false when it is not there.
func (n *surfaces) change(ctx context.Context, key nightID, do func(*store.Night) (bool, error), messages ...store.Surface) (store.Night, bool, error) {
	if err := n.turn.Enter(ctx); err != nil {
		return store.Night{}, false, err
	}
	defer n.turn.Leave()
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err != nil || !ok {
		return night, false, err
	}
	save, err := do(&night)
	if err != nil || !save {
		return night, true, err
	}
	return night, true, n.store.ChangeNight(ctx, night, messages...)
}

// shown is what the pages show of a night.
func (n *surfaces) shown(night store.Night) pages.Night {
	p := pages.Night{
		ID: night.ID, Options: night.Options, Host: page.Named{Name: night.HostName, Username: night.HostUsername}, At: night.At, State: pages.State(night.State),
		Guild: discord.ID(night.Guild), Channel: discord.ID(night.Channel), Fill: night.Fill, Threadless: night.Lack&threadless != 0, Lacks: lacks(night.Lack), EventWas: string(night.EventWas),
	}
	if at, ok := n.Messages.At(messageOf(keyOf(night))); ok {
		p.Message = at.Message
	}
	p.Game.Name = night.Game
	if g := n.Game(night.Game); g != nil {
		p.Game = g.Info()
	}
	n.answers(night, &p)
	if night.State == store.NightPlanned || night.State == store.NightMissed {
		n.mu.Lock()
		p.Refusal = n.why[keyOf(night)]
		n.mu.Unlock()
	}
	if at, ok := n.room.Posted(night.Match); ok && night.Match != "" {
		p.Table, p.TableAt = at.Message, at.Channel
	}
	if at, ok := n.room.Posted(night.Second); ok && night.Second != "" {
		p.Second, p.SecondAt = at.Message, at.Channel
	}
	return p
}

// answers are who comes to a night, in the order in which they get seats, and what others answered.
func (n *surfaces) answers(night store.Night, p *pages.Night) {
	named := func(g store.Guest) page.Named { return page.Named{Name: g.Name, Username: g.Username} }
	for _, g := range inLine(night) {
		switch {
		case night.State == store.NightBegun && g.Answer == pages.Wait:
			p.Waiting = append(p.Waiting, named(g))
		case night.State == store.NightBegun && g.Answer == pages.Second:
			p.AtSecond = append(p.AtSecond, named(g))
		default:
			p.Coming = append(p.Coming, named(g))
		}
	}
	for _, g := range night.Guests {
		switch g.Answer {
		case pages.Maybe, pages.Interested:
			p.Maybe = append(p.Maybe, named(g))
		case pages.No:
			p.Not++
		}
	}
}

// admit asks about a person who comes to the table of a night.
func (n *surfaces) admit(ctx context.Context, night store.Night, a feature.Asked) error {
	a.Guild, a.Channel = discord.ID(night.Guild), discord.ID(night.Channel)
	for _, g := range night.Guests {
		if isComing(g) && discord.ID(g.User) != a.User {
			a.With = append(a.With, discord.ID(g.User))
		}
	}
	return n.Admit(ctx, a)
}

// admitGuest asks about a person who has answered before, or announces the night.
func (n *surfaces) admitGuest(ctx context.Context, night store.Night, user uint64) error {
	return n.admit(ctx, night, feature.Asked{Deed: feature.Join, User: discord.ID(user), Decided: true})
}

// isComing reports whether a guest said that they come. Those who wait said so, too: the
// process before may have ended when it had opened the table.
func isComing(g store.Guest) bool {
	return g.Answer == pages.Yes || g.Answer == pages.Wait || g.Answer == pages.Second
}

// messageOf and eventOf are what people see of a night: its announcement, and its event in the
// list of the server.
func messageOf(key nightID) surface.Key {
	return surface.Key{Owner: store.NightOwner(key.guild, key.id), Kind: store.NightMessage}
}

func eventOf(key nightID) surface.Key {
	return surface.Key{Owner: store.NightOwner(key.guild, key.id), Kind: store.NightEvent}
}

// nightOf is the night that a message shows.
func nightOf(k surface.Key) nightID {
	return nightID{k.Owner.Guild, k.Owner.ID[strings.LastIndex(k.Owner.ID, "/")+1:]}
}

// kinds are the kinds of messages that nights keep.
func (n *surfaces) kinds() []surface.Kind {
	return []surface.Kind{
		{
			Name: store.NightMessage, Look: n.lookMessage,
			Is:   func(m discord.OwnMessage, k surface.Key) bool { return isAbout(m, nightOf(k).id) },
			Lost: func(ctx context.Context, k surface.Key) error { return n.off(ctx, nightOf(k)) },
		},
		{Name: store.NightEvent, Look: n.lookEvent},
		n.fewKind(),
	}
}

// refresh has people see what has become of a night. It does not wait. Of several changes
// at once the last one is shown.
func (n *surfaces) refresh(key nightID) {
	n.Messages.Redraw(messageOf(key))
	n.Messages.Redraw(eventOf(key))
	n.Messages.Redraw(fewOf(key))
}

// announceAnew is refresh for a night whose announcement is posted again if it was deleted.
func (n *surfaces) announceAnew(key nightID) {
	n.Messages.Anew(messageOf(key))
	n.Messages.Redraw(eventOf(key))
	n.Messages.Redraw(fewOf(key))
}

// lookMessage is what the announcement of a night shows now. A message that was deleted stays
// away: the night goes on, as those who come rely on it.
//
// Where its path has a role, it mentions that once, when it is posted: an edit notifies no person.
func (n *surfaces) lookMessage(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	key := nightOf(k)
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err != nil || !ok {
		return nil, err
	}
	m, digest, err := n.draw(night)
	if err != nil {
		n.Log.Failed(err).Msg("draw night failed")
		return &surface.Look{Wait: true}, nil
	}
	if role, notifies := calling(at.Path, night); role != 0 {
		m.Content, digest = pages.RoleMention(role), digest+" "+role.String()
		if notifies {
			m.Mentions.Roles = []discord.ID{role}
		}
	}
	over := night.State != store.NightPlanned
	return &surface.Look{Message: m, Digest: digest, Ended: over, Settled: over && n.Clock.Now().Sub(night.Ended) > shownLately}, nil
}

// isAbout reports whether a message is the announcement of a night: it has a control of it, which
// the message that tells its host of too few has, too.
func isAbout(m discord.OwnMessage, night string) bool {
	for _, id := range m.CustomIDs {
		c, ok := page.ParseCustomID(id)
		if of, do, _ := strings.Cut(c.Arg, ":"); ok && c.Action == pages.Action && of == night && !strings.HasSuffix(do, ":"+pages.Few) {
			return true
		}
	}
	return false
}

func (n *surfaces) draw(night store.Night) (*discord.Message, string, error) {
	shown, err := n.page().Announcement(n.shown(night), text.Lang(night.Lang))
	if err != nil {
		return nil, "", err
	}
	n.Drawn(shown)
	return shown.Message, shown.Digest, nil
}

// lookEvent is what the event of a night is now. It leads to the announcement. The night does
// not depend on it. An event of a night that has begun ends by itself.
func (n *surfaces) lookEvent(ctx context.Context, k surface.Key, _ surface.Place) (*surface.Look, error) {
	key := nightOf(k)
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err != nil || !ok {
		return nil, err
	}
	shown := n.shown(night)
	event := n.page().Event(shown, text.Lang(night.Lang))
	look := &surface.Look{Event: &event, Ended: night.State != store.NightPlanned}
	switch {
	case night.EventWas == store.NightEventRemoved:
		look.Remove = true
	case night.State == store.NightPlanned:
		look.Wait = shown.Message == 0 || !n.Clock.Now().Before(night.At) // Discord takes no event of the past
	case night.State == store.NightBegun:
		event.Begun, look.Last = true, true
	default:
		look.Remove = true
	}
	switch {
	case look.Remove:
		n.own.note(key, time.Time{})
	case !look.Wait:
		n.own.note(key, event.Start)
	}
	look.Digest = fmt.Sprint(event)
	return look, nil
}

// answered is the index of a person among those who answered to a night, or -1.
func answered(night store.Night, user uint64) int {
	return slices.IndexFunc(night.Guests, func(g store.Guest) bool { return g.User == user })
}
