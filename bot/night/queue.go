package night

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/need"
	pages "oneiros/bot/night/page"
	"oneiros/bot/open"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// A night has as many seats as its game. Who comes later stands in line, in the order of the
// answers. When the first table is open and those in line are enough for the game, a second one
// opens for them in a thread of the announcement, as a channel holds one table. Eleven people for a
// game of five are five, five, and one in line. A larger crowd has two tables all the same, and the
// rest may watch or take a seat that becomes free. Seats are not shared out evenly: a person who
// read that they have a seat at the first table sits there.
//
// That the second table is to be opened is saved with the first one. Its thread is that of a
// message, so Discord makes one however often it is asked, and the lobby there is found again. So a
// crash between opens neither table twice, and leaves none out.

// forThreads are the permissions that a table in a thread needs besides those of the channel.
var forThreads = need.Core.Of(discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads)

// threadless stands among the permissions that a second table lacks where there can be no thread.
const threadless = 1 << 62

// lackIn is what a second table lacks where an interaction is.
func lackIn(ix *discord.Interaction) uint64 {
	if route.RefuseThread(ix) != nil {
		return threadless
	}
	return lackOf(ix.AppPermissions)
}

// lackOf is what a second table lacks in a channel in which the bot has some permissions.
func lackOf(have uint64) uint64 {
	return need.Bits(need.Missing([]need.Set{forThreads}, have, need.Place{OpenThread: true}))
}

// lacks names the permissions that a second table lacks.
func lacks(bits uint64) (names []ui.Text) {
	for _, p := range forThreads.Of(bits).Permissions {
		names = append(names, ui.T(p.Name))
	}
	return names
}

// inLine are those who come, in the order in which they get seats: the person who announced the
// night, whose lobby it is, and then by the order of their answers.
func inLine(night store.Night) (list []store.Guest) {
	for _, g := range night.Guests {
		switch {
		case !isComing(g):
		case g.User == night.Host:
			list = slices.Insert(list, 0, g)
		default:
			list = append(list, g)
		}
	}
	return list
}

// todo is what is left to do when the first table is open: whether those without a seat get one.
func (n *nights) todo(night store.Night, line int) store.NightTodo {
	if g := n.Game(night.Game); g == nil || line < g.Info().Min || night.Lack&threadless != 0 {
		return ""
	}
	return store.NightSecond
}

// second opens the second tables of nights.
type second struct{ *nights }

// open opens the second table of a night. Until it is too late it is tried again, as the
// announcement may say what is missing.
func (n second) open(ctx context.Context, night store.Night) {
	key := keyOf(night)
	err := errTooLate
	if n.Clock.Now().Sub(night.At) <= missedAfter {
		err = n.gatherLine(ctx, night)
	}
	switch {
	case err == nil:
		n.forget(key)
	case errors.Is(err, errTooLate), errors.Is(err, errTooFew), discord.IsDeleted(err):
		if err := n.settle(ctx, key, func(*store.Night) {}); err != nil {
			n.Log.Failed(err).Msg("save night failed")
			n.waitUntil(key, retry)
			return
		}
		n.forget(key)
	default:
		if _, refused := games.Refused(err); !refused && !errors.Is(err, errLacking) {
			n.Log.Failed(err).Msg("open second table of night failed")
		}
		n.waitUntil(key, retry)
	}
	n.refresh(key)
}

var (
	errTooLate = errors.New("the night began long ago")
	errTooFew  = errors.New("too few are left in line")
	errLacking = errors.New("a permission for threads is missing")
)

// settle saves that nothing is left to do of a night, with what else has changed.
func (n second) settle(ctx context.Context, key nightID, do func(*store.Night)) error {
	_, _, err := n.change(ctx, key, func(now *store.Night) (bool, error) {
		now.Todo = ""
		do(now)
		return true, nil
	})
	return err
}

// gatherLine opens a thread and a table in it, with those in line who are there still.
func (n second) gatherLine(ctx context.Context, night store.Night) error {
	line := n.waiting(ctx, night)
	if g := n.Game(night.Game); g == nil || len(line) < g.Info().Min {
		return errTooFew
	}
	thread, err := n.thread(ctx, night)
	if err != nil {
		return err
	}
	s, err := n.gather(ctx, night, line, thread, false)
	if err != nil {
		return err
	}
	var seated []uint64
	for _, g := range line {
		if _, sits := s.Seat(discord.ID(g.User)); sits {
			seated = append(seated, g.User)
		}
	}
	key := keyOf(night)
	if err := n.store.AnswerFor(ctx, night.Guild, night.ID, pages.Second, seated...); err != nil {
		return err
	}
	if err := n.settle(ctx, key, func(now *store.Night) { now.Second, now.Lack = s.ID, 0 }); err != nil {
		return err
	}
	n.callLine(ctx, night, s, seated)
	return nil
}

// waiting are those in line who are admitted and have not sat down at the first table meanwhile.
// Those whom a process before has seated at the second one stand among them.
func (n second) waiting(ctx context.Context, night store.Night) (line []store.Guest) {
	for _, g := range night.Guests {
		if g.Answer != pages.Wait && g.Answer != pages.Second || n.room.Sits(night.Match, discord.ID(g.User)) {
			continue
		}
		err := n.admitGuest(ctx, night, g.User)
		if err == nil {
			line = append(line, g)
		} else if _, refused := games.Refused(err); !refused {
			n.Log.Failed(err).Msg("ask whether guest of night may come failed")
		}
	}
	return line
}

// thread makes the thread of an announcement. What the bot lacks for it is saved, so that the
// announcement says so.
func (n second) thread(ctx context.Context, night store.Night) (discord.ID, error) {
	at, kept := n.Messages.At(messageOf(keyOf(night)))
	switch {
	case !kept || at.State == store.Gone:
		return 0, errTooLate // its announcement was deleted, and there is nothing that has a thread
	case at.Message == 0:
		return 0, errLacking // it will be posted
	}
	access, err := n.client.Access(ctx, discord.ID(night.Guild), at.Channel)
	if err != nil {
		return 0, err
	}
	in, _ := access.Of(at.Channel)
	lack := lackOf(in.Bot)
	if lack != night.Lack {
		if _, _, err := n.change(ctx, keyOf(night), func(now *store.Night) (bool, error) {
			now.Lack = lack
			return true, nil
		}); err != nil {
			return 0, err
		}
	}
	if lack != 0 {
		return 0, errLacking
	}
	return n.client.Thread(ctx, at.Channel, at.Message, n.page().SecondName(night.Game, text.Lang(night.Lang)), discord.SilentDay)
}

// callLine has the board of the second table posted, and mentions once in its thread those who
// have a seat there.
func (n second) callLine(ctx context.Context, night store.Night, s *table.State, seated []uint64) {
	at, err := n.room.Board(ctx, s)
	if err != nil {
		n.Log.Warn().Err(err).Str("match", s.ID).Msg("post board of night failed")
		if _, refused := games.Refused(err); refused { // the table was closed
			err := errors.Join(n.store.AnswerFor(ctx, night.Guild, night.ID, pages.Wait, seated...), n.settle(ctx, keyOf(night), func(now *store.Night) { now.Second = "" }))
			if err != nil {
				n.Log.Failed(err).Msg("save night failed")
			}
			return
		}
	}
	var users []discord.ID
	for _, u := range seated {
		users = append(users, discord.ID(u))
	}
	shown := n.shown(night)
	shown.Table, shown.TableAt = at.Message, at.Channel
	if _, err := n.client.Post(ctx, s.CurrentChannel(), n.page().Begins(shown, users, 0, nil, text.Lang(night.Lang))); err != nil {
		n.Refused(err)
		n.Log.Warn().Err(err).Str("match", s.ID).Msg("call people to second table failed")
	}
}

// gather opens a table of a night in a channel, and seats those who come, the first ones first. The
// first one is its host.
func (n *nights) gather(ctx context.Context, night store.Night, coming []store.Guest, channel discord.ID, thread bool) (*table.State, error) {
	var guests []open.Guest
	for _, guest := range coming {
		guests = append(guests, guestOf(guest))
	}
	return n.room.Gather(ctx, table.New{
		Guild: discord.ID(night.Guild), Channel: channel, Game: night.Game, Options: night.Options,
		Host: guests[0].User, Press: guests[0].Press, Lang: text.Lang(night.Lang), Thread: thread,
	}, night.At, guests)
}

func guestOf(g store.Guest) open.Guest {
	return open.Guest{User: table.User{ID: discord.ID(g.User), Name: g.Name, Username: g.Username, Locale: g.Locale}, Press: discord.ID(g.Press)}
}

// dueAt is when a night is looked at next: when it begins, or an hour before if too few come and its
// host has not been told.
func (n *nights) dueAt(night store.Night) time.Time {
	if n.warns(night) {
		return night.At.Add(-warnAhead)
	}
	return night.At
}
