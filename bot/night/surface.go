package night

import (
	"context"
	"errors"
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
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
	PlannedNights(ctx context.Context) ([]store.Night, error)
	EndedNights(ctx context.Context, since time.Time) ([]store.Night, error)
	NightsOn(ctx context.Context, guild uint64) ([]store.Night, error)
	NightsWith(ctx context.Context, user uint64) ([]store.Night, error)
	Night(ctx context.Context, guild uint64, id string) (store.Night, bool, error)
	SaveNight(ctx context.Context, n store.Night) error
	ChangeNight(ctx context.Context, n store.Night) error
	AnswerNight(ctx context.Context, guild uint64, night string, g store.Guest) error
	AnswerFor(ctx context.Context, guild uint64, night, answer string, users ...uint64) error
}

// Client is what the feature needs of Discord.
type Client interface {
	screen.Poster
	Edit(ctx context.Context, channel, message discord.ID, m *discord.Message) error
	OpenThread(ctx context.Context, thread discord.ID) error
	Member(ctx context.Context, guild, user discord.ID) (bool, error)
	OwnEvents(ctx context.Context, guild discord.ID) ([]discord.OwnEvent, error)
	SetEvent(ctx context.Context, guild, event discord.ID, e *discord.ScheduledEvent) (discord.ID, error)
}

// Room is what the feature needs of the room that opens tables.
type Room interface {
	Options() (game, options, preset, thread *discordgo.ApplicationCommandOption)
	Suggest(ctx context.Context, r *route.Request) error
	Wish(ctx context.Context, r *route.Request, set store.Guild) (w open.Wish, ok bool, err error)
	Gather(ctx context.Context, t table.New, since time.Time, guests []open.Guest) (*table.State, error)
	Board(ctx context.Context, s *table.State) (screen.Address, error)
	Posted(match string) (screen.Address, bool)
}

// surfaces are what people see of all nights. They know nothing of when a night begins.
type surfaces struct {
	feature.House
	store  Store
	client Client
	room   Room
	off    func(context.Context, nightID) error // ends a night whose channel is gone

	turn gate.Gate // while a night is read and saved

	mu   sync.Mutex
	seen map[nightID]*surface
	why  map[nightID]ui.Text // why the table of a night could not be opened
}

type nightID struct {
	guild uint64
	id    string
}

func keyOf(night store.Night) nightID { return nightID{night.Guild, night.ID} }

const (
	retry     = time.Minute             // when what failed is tried again
	editPause = 1500 * time.Millisecond // between two edits of an announcement
)

func newSurfaces(h feature.House, from Store, client Client, room Room) *surfaces {
	return &surfaces{House: h, store: from, client: client, room: room, turn: gate.New(), seen: map[nightID]*surface{}, why: map[nightID]ui.Text{}}
}

func (n *surfaces) page() pages.Pages { return pages.Pages{Kit: n.Kit} }

// change reads a night, changes it and saves how far it has come, one at a time. do reports
// whether there is something to save. The night is false when it is not there.
func (n *surfaces) change(ctx context.Context, key nightID, do func(*store.Night) (bool, error)) (store.Night, bool, error) {
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
	return night, true, n.store.ChangeNight(ctx, night)
}

// shown is what the pages show of a night.
func (n *surfaces) shown(night store.Night) pages.Night {
	p := pages.Night{
		ID: night.ID, Options: night.Options, Host: page.Named{Name: night.HostName, Username: night.HostUsername}, At: night.At, State: pages.State(night.State),
		Guild: discord.ID(night.Guild), Channel: discord.ID(night.Channel), Message: discord.ID(night.Message),
	}
	p.Game.Name = night.Game
	if g := n.Game(night.Game); g != nil {
		p.Game = g.Info()
	}
	for _, g := range night.Guests {
		who := page.Named{Name: g.Name, Username: g.Username}
		switch {
		case g.Answer == pages.Wait && night.State == store.NightBegun:
			p.Waiting = append(p.Waiting, who)
		case comes(g):
			p.Coming = append(p.Coming, who)
		case g.Answer == pages.Maybe:
			p.Maybe = append(p.Maybe, who)
		case g.Answer == pages.No:
			p.Not++
		}
	}
	if night.State == store.NightPlanned || night.State == store.NightMissed {
		n.mu.Lock()
		p.Refusal = n.why[keyOf(night)]
		n.mu.Unlock()
	}
	if at, ok := n.room.Posted(night.Match); ok && night.Match != "" {
		p.Table, p.TableAt = at.Message, at.Channel
	}
	return p
}

// admit asks whether a person may come to the table of a night.
func (n *surfaces) admit(ctx context.Context, night store.Night, user uint64) error {
	return n.Admit(ctx, feature.Asked{Deed: feature.Join, User: discord.ID(user), Guild: discord.ID(night.Guild), Channel: discord.ID(night.Channel)})
}

// comes reports whether a guest said that they come. Those who wait said so, too: the
// process before may have ended when it had opened the table.
func comes(g store.Guest) bool { return g.Answer == pages.Yes || g.Answer == pages.Wait }

// surface is what people see of a night: its announcement, and its event in the list
// of the server. One goroutine at a time owns it. Only the owner posts, edits, schedules
// and deletes. A change of the night meanwhile makes the owner look once more.
//
// That an announcement or an event is to be made is saved before Discord is asked, and its
// id is saved afterwards. A process that ends between the two leaves a message or an event
// that is not noted. So the next owner looks for it before it makes another one.
type surface struct {
	// These are guarded by surfaces.mu.
	owned  bool // by a goroutine, or by a timer that gives it to one
	dirty  bool // the night has changed since its owner read it
	repost bool // an announcement that was deleted is posted again

	// These belong to the owner.
	over     bool // the night is not planned, or not there
	failures int  // in a row

	drawn  string     // digest of what the announcement shows; empty when that is not known
	posted discord.ID // the announcement, until that is saved
	former discord.ID // the announcement that was deleted
	fresh  bool       // no announcement can be there that is not noted

	scheduled discord.ScheduledEvent // the event as Discord has it; zero when that is not known
	made      discord.ID             // the event, until that is saved
	unmade    bool                   // no event can be there that is not noted
}

// own makes the caller the owner of what people see of a night. Where that has an owner,
// own returns nil, and the owner looks once more.
func (n *surfaces) own(key nightID) *surface {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.surfaceOf(key)
	if s.dirty = s.owned; s.owned {
		return nil
	}
	s.owned = true
	return s
}

// surfaceOf is what people see of a night. n.mu is held.
func (n *surfaces) surfaceOf(key nightID) *surface {
	s := n.seen[key]
	if s == nil {
		s = &surface{}
		n.seen[key] = s
	}
	return s
}

// disown ends the ownership, and reports whether it did. It does not when the night has
// changed, unless the owner cannot go on.
func (n *surfaces) disown(key nightID, s *surface, goesOn bool) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if goesOn && s.dirty {
		return false
	}
	s.owned = false
	if s.over {
		delete(n.seen, key)
	}
	return true
}

// refresh has people see what has become of a night. It does not wait. Of several changes
// at once the last one is shown.
func (n *surfaces) refresh(key nightID) {
	if s := n.own(key); s != nil {
		n.goOn(key, s)
	}
}

// announceAnew is refresh for a night whose announcement is posted again if it was deleted.
func (n *surfaces) announceAnew(key nightID) {
	n.mu.Lock()
	n.surfaceOf(key).repost = true
	n.mu.Unlock()
	n.refresh(key)
}

// goOn gives what people see of a night to a job of its own. When the bot ends, the next
// start goes on.
func (n *surfaces) goOn(key nightID, s *surface) {
	if !n.Go(func(ctx context.Context) { n.repair(ctx, key, s) }) {
		n.disown(key, s, false)
	}
}

// repair makes people see what has become of a night. After a failure it is due again, for
// which the end of the bot does not wait.
func (n *surfaces) repair(ctx context.Context, key nightID, s *surface) {
	failed := true // also by a panic, which the job logs
	defer func() {
		if failed {
			s.failures++
			n.Due.After(min(editPause<<min(s.failures, 6), retry), func(ctx context.Context) { n.repair(ctx, key, s) })
		}
	}()
	for {
		edited, err := n.show(ctx, key, s)
		if err != nil {
			n.Refused(err)
			n.Log.Debug().Err(err).Msg("show night failed")
			return
		}
		s.failures = 0
		if n.disown(key, s, true) {
			failed = false
			return
		}
		if edited && !discord.Sleep(ctx, editPause) {
			failed = false
			n.goOn(key, s)
			return
		}
	}
}

// show makes people see what has become of a night, and reports whether it edited a
// message. Its error is that of a request that may succeed later.
func (n *surfaces) show(ctx context.Context, key nightID, s *surface) (edited bool, err error) {
	n.mu.Lock()
	repost := s.repost
	s.dirty, s.repost = false, false
	n.mu.Unlock()
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err == nil {
		if s.over = !ok || night.State != store.NightPlanned; !ok {
			return false, nil
		}
		if edited, err = n.showAnnouncement(ctx, s, &night, repost); err == nil {
			return edited, n.showEvent(ctx, s, &night)
		}
	}
	n.mu.Lock()
	s.repost = s.repost || repost
	n.mu.Unlock()
	return edited, err
}

// showAnnouncement makes the announcement of a night show what has become of it.
func (n *surfaces) showAnnouncement(ctx context.Context, s *surface, night *store.Night, repost bool) (edited bool, err error) {
	if night.Message == 0 {
		return false, n.hidden(ctx, *night, n.post(ctx, s, night))
	}
	m, digest, err := n.draw(*night)
	if err != nil {
		n.Log.Failed(err).Msg("draw night failed")
		return false, nil
	}
	if s.drawn == digest && !repost {
		return false, nil
	}
	err = n.client.Edit(ctx, discord.ID(night.Channel), discord.ID(night.Message), m)
	if night.State == store.NightPlanned && discord.Code(err) == discordgo.ErrCodePerformedOperationOnArchivedThread {
		if err = n.client.OpenThread(ctx, discord.ID(night.Channel)); err == nil {
			err = n.client.Edit(ctx, discord.ID(night.Channel), discord.ID(night.Message), m)
		}
	}
	switch {
	case err == nil:
		s.drawn = digest
		return true, nil
	case repost && discord.IsDeleted(err) && !discord.IsChannelGone(err):
		s.former, s.fresh, s.drawn = discord.ID(night.Message), true, ""
		if err = n.changeShown(ctx, night, func(now *store.Night) { now.Message = 0 }); err == nil {
			err = n.post(ctx, s, night)
		}
	}
	return false, n.hidden(ctx, *night, err)
}

// changeShown saves where something of a night is.
func (n *surfaces) changeShown(ctx context.Context, night *store.Night, change func(*store.Night)) error {
	now, ok, err := n.change(ctx, keyOf(*night), func(now *store.Night) (bool, error) {
		change(now)
		return true, nil
	})
	if err == nil && ok {
		*night = now
	}
	return err
}

// post posts the announcement of a night. One that is there already and was not noted is
// taken instead, also that of a night which has ended meanwhile.
func (n *surfaces) post(ctx context.Context, s *surface, night *store.Night) (err error) {
	once := announcementOf(*night, s.former)
	if s.posted == 0 && !s.fresh {
		if s.posted, err = once.Find(ctx, n.client); err != nil {
			return err
		}
	}
	if s.posted == 0 {
		if night.State != store.NightPlanned {
			return nil
		}
		m, digest, err := n.draw(*night)
		if err != nil {
			n.Log.Failed(err).Msg("draw night failed")
			return nil
		}
		if s.posted, err = once.Post(ctx, n.client, m); err != nil {
			s.fresh = s.fresh && !discord.MayHaveArrived(err)
			return err
		}
		if s.fresh { // else Discord may have answered with what was posted before
			s.drawn = digest
		}
	}
	if err := n.changeShown(ctx, night, func(now *store.Night) { now.Message = uint64(s.posted) }); err != nil {
		return err
	}
	if s.posted = 0; s.drawn == "" {
		n.refresh(keyOf(*night)) // by its owner, which is the caller
	}
	return nil
}

// announcementOf is the announcement of a night, which its channel has once. One that was
// deleted is posted again as another message.
func announcementOf(night store.Night, former discord.ID) screen.Once {
	return screen.Once{
		Channel: discord.ID(night.Channel), Name: screen.OnceName("night ", night.ID, " ", former),
		Is: func(m discord.OwnMessage) bool { return isAbout(m, night.ID) },
	}
}

// isAbout reports whether a message has a control of a night.
func isAbout(m discord.OwnMessage, night string) bool {
	for _, id := range m.CustomIDs {
		c, ok := page.ParseCustomID(id)
		if of, _, _ := strings.Cut(c.Arg, ":"); ok && c.Action == pages.Action && of == night {
			return true
		}
	}
	return false
}

// hidden decides what it means that an announcement cannot be shown. Without its channel
// the night is off. A message that was deleted stays away: the night goes on, as those who
// come rely on it. What Discord does not allow is tried again with the next change.
func (n *surfaces) hidden(ctx context.Context, night store.Night, err error) error {
	switch {
	case discord.IsChannelGone(err):
		return n.off(ctx, keyOf(night))
	case discord.IsDeleted(err), discord.IsForbidden(err), discord.IsOurs(err), errors.Is(err, discord.ErrPrivate):
		n.Refused(err)
		n.Log.Debug().Err(err).Msg("show night failed")
		return nil
	}
	return err
}

func (n *surfaces) draw(night store.Night) (*discord.Message, string, error) {
	shown, err := n.page().Announcement(n.shown(night), text.Lang(night.Lang))
	if err != nil {
		return nil, "", err
	}
	n.Drawn(shown)
	return shown.Message, shown.Digest, nil
}

// event is a night in the list of events of its server.
func (n *surfaces) event(night store.Night) discord.ScheduledEvent {
	return n.page().Event(n.shown(night), text.Lang(night.Lang))
}

// showEvent makes the event of a night what has become of it. The night does not depend on
// its event. An event of a night that has begun ends by itself.
func (n *surfaces) showEvent(ctx context.Context, s *surface, night *store.Night) error {
	if night.Event == store.EventIntended {
		if err := n.makeEvent(ctx, s, night); err != nil {
			return err
		}
	}
	if night.Event == 0 || night.Event == store.EventIntended {
		return nil
	}
	planned, event := night.State == store.NightPlanned, n.event(*night)
	if planned && (s.scheduled == event || night.Message == 0 || !n.Clock.Now().Before(night.At)) {
		return nil
	}
	is := &event
	switch night.State {
	case store.NightPlanned:
	case store.NightBegun:
		is = &discord.ScheduledEvent{Begun: true}
	default:
		is = nil
	}
	_, err := n.client.SetEvent(ctx, discord.ID(night.Guild), discord.ID(night.Event), is)
	switch refused := isRefusal(err); {
	case err == nil && planned:
		s.scheduled = event
		return nil
	case err == nil, discord.IsEventOver(err), refused && night.State == store.NightBegun:
		return n.changeShown(ctx, night, func(now *store.Night) { now.Event = 0 })
	case refused:
		n.Refused(err)
		n.Log.Debug().Err(err).Msg("change event of night failed")
		return nil
	}
	return err
}

// makeEvent makes the event of a night that is to have one. One that is there already and
// was not noted is taken instead.
func (n *surfaces) makeEvent(ctx context.Context, s *surface, night *store.Night) (err error) {
	if night.Message == 0 && night.State == store.NightPlanned {
		return nil // it leads to the announcement
	}
	if s.made == 0 && !s.unmade {
		if s.made, err = n.findEvent(ctx, *night); err != nil && !isRefusal(err) {
			return err
		}
	}
	switch {
	case s.made != 0:
	case night.State != store.NightPlanned:
		return n.changeShown(ctx, night, func(now *store.Night) { now.Event = 0 })
	case !n.Clock.Now().Before(night.At):
		return nil // Discord takes no event of the past
	default:
		event := n.event(*night)
		s.made, err = n.client.SetEvent(ctx, discord.ID(night.Guild), 0, &event)
		if isRefusal(err) {
			n.Refused(err)
			n.Log.Debug().Err(err).Msg("schedule event of night failed")
			return n.changeShown(ctx, night, func(now *store.Night) { now.Event = 0 })
		}
		if err != nil {
			s.made, s.unmade = 0, s.unmade && !discord.MayHaveArrived(err)
			return err
		}
		s.scheduled = event
	}
	err = n.changeShown(ctx, night, func(now *store.Night) { now.Event = uint64(s.made) })
	if err == nil {
		s.made = 0
	}
	return err
}

// findEvent looks through the events of a server for that of a night, and returns 0 when
// there is none. Of several only the newest stays.
func (n *surfaces) findEvent(ctx context.Context, night store.Night) (found discord.ID, err error) {
	guild := discord.ID(night.Guild)
	list, err := n.client.OwnEvents(ctx, guild)
	if err != nil {
		return 0, err
	}
	at := n.event(night).Location
	for _, e := range list {
		if e.Location != at {
			continue
		}
		last := max(found, e.ID)
		if old := min(found, e.ID); old != 0 {
			if _, err := n.client.SetEvent(ctx, guild, old, nil); err != nil {
				n.Log.Debug().Err(err).Msg("delete second event failed")
			}
		}
		found = last
	}
	return found, nil
}

// isRefusal reports whether Discord has refused a request and would refuse it again, until
// something changes.
func isRefusal(err error) bool {
	_, limited := discord.IsLimited(err)
	return (discord.Code(err) != 0 || discord.IsForbidden(err)) && !limited && !discord.MayHaveArrived(err)
}
