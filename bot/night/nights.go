package night

import (
	"context"
	"errors"
	"slices"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/due"
	pages "oneiros/bot/night/page"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// nights are the game nights that people announced. At its time a night opens a table with
// those who said that they come, and mentions once who of them has a seat. Those for whom
// the table has no seat are not mentioned. The announcement names them, or a second table opens for
// them: see queue.go. Where seats are free, the same message mentions those who said that they may
// come. An hour before, its host is told if too few come: see few.go.
//
// A night is what the store has of it. Each that is planned is due in this process, so a
// restart loses nothing. That a table was opened is saved before any person is
// mentioned. After a crash at that moment the mention may be missing, but no person is
// mentioned twice. Quiet hours of the server do not count here: a person who is mentioned
// agreed to the hour.
//
// Its moment is one of Discord's clock, as people typed and see it. Before that clock is
// known, no night begins and none is missed.
type nights struct {
	*surfaces
}

const (
	missedAfter = time.Hour        // after its time, when a night is missed
	lookEvery   = time.Hour        // how long a timer may wait, as clocks can jump
	shownLately = time.Hour        // after its end, when it is shown once more what became of it
	askTime     = 10 * time.Second // how long it is asked whether those who come are still there
	askMost     = 30               // of how many guests it is asked
	clockWait   = 2 * time.Second  // after which it is looked again whether Discord has said what time it is
)

// work has the nights that are planned be due, until ctx ends. It looks again now and then.
func (n *nights) work(ctx context.Context) {
	for {
		pause := lookEvery
		list, err := n.store.PlannedNights(ctx)
		if err != nil && ctx.Err() == nil {
			n.Log.Failed(err).Msg("list nights failed")
			pause = retry
		}
		for _, night := range list {
			if !n.Due.Has(keyOf(night)) {
				n.wait(night)
			}
		}
		n.forgetWhy()
		if !discord.Sleep(ctx, pause) {
			return
		}
	}
}

// listed is a list of nights; empty where they could not be read.
func (n *nights) listed(list []store.Night, err error) []store.Night {
	if err != nil {
		n.Log.Failed(err).Msg("list nights failed")
	}
	return list
}

// forgetWhy forgets why tables could not be opened, where the announcement says so already, and
// what was made of events of nights that are over.
func (n *nights) forgetWhy() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for key := range n.why {
		if !n.Due.Has(key) {
			delete(n.why, key)
		}
	}
	n.own.forget(func(key nightID) bool { return n.Due.Has(key) })
}

// erasing lists the nights that show a person who is to be erased, and returns what draws
// their announcements again. An announcement is known until a week after its night.
func (n *nights) erasing(ctx context.Context, user discord.ID) (draw func()) {
	list := n.listed(n.store.NightsWith(ctx, uint64(user)))
	return func() {
		for _, night := range list {
			n.refresh(keyOf(night))
		}
	}
}

// wait has a night looked at when it begins. Timers are short, so that it does not matter
// when Discord's clock turns out to be another one meanwhile.
func (n *nights) wait(night store.Night) {
	n.waitUntil(keyOf(night), n.dueAt(night).Sub(n.Clock.Now()))
}

func (n *nights) waitUntil(key nightID, d time.Duration) {
	n.Due.Set(key, min(d, lookEvery), func(ctx context.Context) { n.look(ctx, key) })
}

// forget drops what this process holds of a night.
func (n *nights) forget(key nightID) { n.Due.Drop(key) }

// end ends a night without a table, if it is planned.
func (n *nights) end(ctx context.Context, key nightID, state store.NightState) error {
	return n.endIf(ctx, key, state, func(*store.Night) error { return nil })
}

// endIf is end for a night about which may says nothing against it.
func (n *nights) endIf(ctx context.Context, key nightID, state store.NightState, may func(*store.Night) error) error {
	ends := false
	_, _, err := n.change(ctx, key, func(night *store.Night) (bool, error) {
		if err := may(night); err != nil {
			return false, err
		}
		if ends = night.State == store.NightPlanned; ends {
			night.State, night.Ended = state, n.Clock.Now()
		}
		return ends, nil
	})
	if err != nil || !ends {
		return err
	}
	n.forget(key)
	n.refresh(key)
	return nil
}

// hear is told of events of the gateway.
func (n *nights) hear(ctx context.Context, e discord.Event) {
	switch e := e.(type) {
	case discord.ChannelDeleted:
		n.channelDeleted(ctx, e.Channel)
	case discord.ThreadArchived:
		n.threadArchived(ctx, e)
	case discord.MemberBanned:
		n.banned(ctx, e.Guild, e.User)
	}
}

// channelDeleted ends the nights that were announced in a channel.
func (n *nights) channelDeleted(ctx context.Context, channel discord.ID) {
	for _, night := range n.listed(n.store.PlannedNights(ctx)) {
		if night.Channel == uint64(channel) {
			if err := n.end(ctx, keyOf(night), store.NightOff); err != nil {
				n.Log.Failed(err).Msg("end night of deleted channel failed")
			}
		}
	}
}

// threadArchived opens a thread again in which the announcement of a night can be
// answered, unless a moderator locked it.
func (n *nights) threadArchived(ctx context.Context, e discord.ThreadArchived) {
	if e.Locked || !slices.ContainsFunc(due.Keys[nightID](n.Due), func(key nightID) bool { return key.guild == uint64(e.Guild) }) {
		return // nothing is planned there, or a moderator closed it
	}
	if slices.ContainsFunc(n.listed(n.store.NightsOn(ctx, uint64(e.Guild))), func(night store.Night) bool { return night.Channel == uint64(e.Channel) }) {
		n.Go(func(ctx context.Context) {
			if err := n.client.OpenThread(ctx, e.Channel); err != nil {
				n.Refused(err)
				n.Log.Warn().Err(err).Msg("open thread failed")
			}
		})
	}
}

// look looks at a night when its timer says so.
func (n *nights) look(ctx context.Context, key nightID) {
	night, ok, err := n.store.Night(ctx, key.guild, key.id)
	switch {
	case err != nil:
		n.Log.Failed(err).Msg("read night failed")
		n.waitUntil(key, retry)
		return
	case ok && night.Todo == store.NightSecond:
		second{n}.open(ctx, night)
		return
	case !ok || night.State != store.NightPlanned:
		n.forget(key)
		return
	case !n.Clock.Known():
		n.waitUntil(key, clockWait)
		return
	case n.Clock.Now().Before(n.dueAt(night)):
		n.wait(night)
		return
	case n.Clock.Now().Before(night.At):
		n.warn(ctx, night)
		return
	}
	n.dropGone(ctx, night)
	if err := n.open(ctx, key); err != nil {
		switch why, refused := games.Refused(err); {
		case refused:
			n.says(key, why)
		default:
			n.Log.Failed(err).Msg("open table of night failed")
		}
		n.waitUntil(key, retry)
	}
}

// says notes why the table of a night cannot be opened yet, and has its announcement say so.
func (n *nights) says(key nightID, why ui.Text) {
	n.mu.Lock()
	n.why[key] = why
	n.mu.Unlock()
	n.refresh(key)
}

// open opens the table of a night whose time has come. After an error it is tried again,
// until it is too late. Meanwhile no person answers, moves it or calls it off: a person who did so
// before is heard, and one who does so later is told that it has begun.
func (n *nights) open(ctx context.Context, key nightID) error {
	var seated []discord.ID
	var line int
	var s *table.State
	ends := store.NightState("")
	night, ok, err := n.change(ctx, key, func(now *store.Night) (save bool, err error) {
		switch {
		case now.State != store.NightPlanned || n.Clock.Now().Before(now.At):
			return false, nil // it was called off or moved at this moment
		case n.Clock.Now().Sub(now.At) > missedAfter, n.Game(now.Game) == nil:
			ends = store.NightMissed
			return false, nil
		}
		coming, err := n.coming(ctx, *now)
		if err != nil {
			return false, err
		}
		if len(coming) == 0 {
			if ends = store.NightEmpty; slices.ContainsFunc(now.Guests, isComing) {
				ends = store.NightMissed
			}
			return false, nil
		}
		if s, err = n.gather(ctx, *now, coming, discord.ID(now.Channel), now.Thread); err != nil {
			return false, err
		}
		if s, err = n.fillSeats(ctx, *now, s); err != nil {
			return false, err
		}
		if seated, line, err = n.seat(ctx, *now, s, coming); err != nil {
			return false, err
		}
		now.State, now.Match, now.Ended = store.NightBegun, s.ID, n.Clock.Now()
		now.Todo = n.todo(*now, line)
		return true, nil
	})
	switch {
	case err != nil:
		return err
	case ends != "":
		return n.end(ctx, key, ends)
	case !ok:
		n.forget(key)
		return nil
	case s == nil:
		n.wait(night)
		return nil
	}
	n.forget(key)
	if called := n.call(ctx, night, s, seated); called && night.Todo != "" {
		n.waitUntil(key, 0)
	}
	return nil
}

// coming are those who said that they come and are admitted, in the order in which they get seats.
func (n *nights) coming(ctx context.Context, night store.Night) (list []store.Guest, err error) {
	for _, guest := range inLine(night) {
		err := n.admitGuest(ctx, night, guest.User)
		if _, refused := games.Refused(err); refused {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, guest)
	}
	return list, nil
}

// seat says who of those who come has a seat at the table of a night, and how many have none. It
// saves who they are.
func (n *nights) seat(ctx context.Context, night store.Night, s *table.State, coming []store.Guest) (seated []discord.ID, line int, err error) {
	by := map[string][]uint64{}
	for _, g := range coming {
		answer := pages.Wait
		if _, sits := s.Seat(discord.ID(g.User)); sits {
			seated, answer = append(seated, discord.ID(g.User)), pages.Yes
		}
		if g.Answer != answer {
			by[answer] = append(by[answer], g.User)
		}
	}
	for _, answer := range []string{pages.Yes, pages.Wait} {
		if len(by[answer]) > 0 {
			err = errors.Join(err, n.store.AnswerFor(ctx, night.Guild, night.ID, answer, by[answer]...))
		}
	}
	return seated, len(coming) - len(seated), err
}

// banned takes a person who was banned from a server out of its nights. Like at a table, a
// host who is gone is none.
func (n *nights) banned(ctx context.Context, guild, user discord.ID) {
	for _, night := range n.listed(n.store.NightsOn(ctx, uint64(guild))) {
		if slices.ContainsFunc(night.Guests, func(g store.Guest) bool { return g.User == uint64(user) && g.Answer != pages.No }) {
			n.drop(ctx, night, uint64(user))
		}
	}
}

// dropGone takes those out of a night who have left the server since they said that they
// come. Discord does not tell the bot who leaves, so it asks. The table does not wait for
// a slow answer.
func (n *nights) dropGone(ctx context.Context, night store.Night) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	asked := 0
	for _, g := range night.Guests {
		if !isComing(g) {
			continue
		}
		if asked++; asked > askMost {
			return
		}
		is, err := n.client.Member(ctx, discord.ID(night.Guild), discord.ID(g.User))
		switch {
		case err != nil:
			n.Refused(err)
			n.Log.Debug().Err(err).Msg("look for guest of night failed")
			return // no guest is waited for longer than the others
		case !is:
			n.drop(ctx, night, g.User)
		}
	}
}

// drop turns what a person answered into a no.
func (n *nights) drop(ctx context.Context, night store.Night, user uint64) {
	key := keyOf(night)
	if _, _, err := n.change(ctx, key, func(now *store.Night) (bool, error) {
		return false, n.store.AnswerFor(ctx, now.Guild, now.ID, pages.No, user)
	}); err != nil {
		n.Log.Failed(err).Msg("take somebody out of a night failed")
	}
	n.refresh(key)
}

// call has the board of the table that a night has opened posted, and mentions those who
// have a seat. It reports whether there is the table.
func (n *nights) call(ctx context.Context, night store.Night, s *table.State, seated []discord.ID) bool {
	key := keyOf(night)
	at, err := n.room.Board(ctx, s)
	if err != nil {
		n.Log.Warn().Err(err).Str("match", s.ID).Msg("post board of night failed")
		if _, refused := games.Refused(err); refused { // the table was closed
			if _, _, err := n.change(ctx, key, func(now *store.Night) (bool, error) {
				now.State, now.Match, now.Todo = store.NightMissed, "", ""
				return true, nil
			}); err != nil {
				n.Log.Failed(err).Msg("save night failed")
			}
			n.refresh(key)
			return false
		}
	}
	shown := n.shown(night)
	shown.Table, shown.TableAt = at.Message, at.Channel
	var perhaps []discord.ID
	free := shown.Game.Max - len(s.People())
	if free > 0 {
		perhaps = n.perhaps(ctx, night)
	}
	if _, err := n.client.Post(ctx, s.CurrentChannel(), n.page().Begins(shown, seated, free, perhaps, text.Lang(night.Lang))); err != nil {
		n.Refused(err)
		n.Log.Warn().Err(err).Str("match", s.ID).Msg("call people to night failed")
	}
	n.refresh(key)
	return true
}

// perhaps are those who said that they may come and are admitted.
func (n *nights) perhaps(ctx context.Context, night store.Night) (list []discord.ID) {
	for _, guest := range night.Guests {
		if guest.Answer != pages.Maybe && guest.Answer != pages.Interested {
			continue
		}
		err := n.admitGuest(ctx, night, guest.User)
		if err == nil {
			list = append(list, discord.ID(guest.User))
		} else if _, refused := games.Refused(err); !refused {
			n.Log.Failed(err).Msg("ask whether guest of night may come failed")
		}
	}
	return list
}

// lookAgain has a night be due as it is now. Within the last hour a person who does not come any
// more may leave too few.
func (n *nights) lookAgain(ctx context.Context, night store.Night) error {
	night, ok, err := n.store.Night(ctx, night.Guild, night.ID)
	if err == nil && ok && night.State == store.NightPlanned {
		n.wait(night)
	}
	return err
}

// isMoved has a night that was moved be due at its new moment.
func (n *nights) isMoved(night store.Night) {
	n.mu.Lock()
	delete(n.why, keyOf(night))
	n.mu.Unlock()
	n.wait(night)
}
