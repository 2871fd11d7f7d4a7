package night

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/due"
	pages "oneiros/bot/night/page"
	"oneiros/bot/when"
	"oneiros/store"
)

// What people do to the event of a night in Discord counts for the night, where Discord tells the
// bot of it. An event that is moved moves the night. One that is deleted leaves the night as it is,
// as Discord does not say who deleted it, and is not made again. Who is interested in it may come,
// unless they answer to the announcement. Discord tells the bot of its own edits, too, and perhaps
// late, so those are known. What happens while the bot is away is not noticed: afterwards the event
// is as the night is.

// ownFor is how long an edit of the bot's own may come back from Discord.
const ownFor = 2 * time.Minute

// mostInterested is of how many people it is saved that they are interested, which is more than an
// announcement names. Each is looked up.
const mostInterested = 50

// ownEdits are what the bot made of events lately.
type ownEdits struct {
	now func() time.Time

	mu sync.Mutex
	of map[nightID][]ownEdit
}

// ownEdit is what the bot made of the event of a night.
type ownEdit struct {
	start time.Time // zero where it took the event away
	until time.Time // when it is forgotten
}

// note notes what the bot makes of an event, which may be nothing new.
func (o *ownEdits) note(key nightID, start time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	now := o.now()
	kept := []ownEdit{{start.Truncate(time.Second), now.Add(ownFor)}}
	for _, e := range o.of[key] {
		if e.until.After(now) && !e.start.Equal(kept[0].start) {
			kept = append(kept, e)
		}
	}
	o.of[key] = kept
}

// has reports whether the bot has made that of an event a while ago. A start of zero is that it was
// taken away.
func (o *ownEdits) has(key nightID, start time.Time) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.ContainsFunc(o.of[key], func(e ownEdit) bool {
		return e.start.Equal(start.Truncate(time.Second)) && e.until.After(o.now())
	})
}

// forget drops nights that are no longer planned.
func (o *ownEdits) forget(planned func(nightID) bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	maps.DeleteFunc(o.of, func(key nightID, _ []ownEdit) bool { return !planned(key) })
}

// events hears what people do with the events of nights.
type events struct {
	*surfaces
	moved func(store.Night) // has a night that was moved be due at its new moment

	mu        sync.Mutex
	interests map[interested]interest
}

// interest is what a person said last of the event of a night, while that is being saved.
type interest struct {
	is   bool
	jobs int
}

// interested names it.
type interested struct {
	night nightID
	user  discord.ID
}

// hear is told of events of the gateway.
func (n *events) hear(e discord.Event) {
	switch e := e.(type) {
	case discord.EventChanged:
		n.changed(e)
	case discord.EventDeleted:
		if key, ok := n.of(e.Guild, e.Event); ok {
			n.gone(key)
		}
	case discord.InterestChanged:
		n.interestChanged(e)
	}
}

// of is the planned night that has an event.
func (n *events) of(guild, event discord.ID) (nightID, bool) {
	for _, key := range due.Keys[nightID](n.Due) {
		if key.guild != uint64(guild) {
			continue
		}
		if at, kept := n.Messages.At(eventOf(key)); kept && at.Message == event {
			return key, true
		}
	}
	return nightID{}, false
}

// changed is told that an event looks otherwise, which the bot or people may have done.
func (n *events) changed(e discord.EventChanged) {
	key, ok := n.of(e.Guild, e.Event)
	switch {
	case !ok:
	case e.Over:
		n.gone(key)
	case !n.own.has(key, e.Start):
		n.Go(func(ctx context.Context) {
			if err := n.follow(ctx, key, e.Event); err != nil {
				n.Refused(err)
				n.Log.Warn().Err(err).Msg("move night with event failed")
			}
		})
	}
}

// follow moves a night to where its event is now. What the bot was told may be what it was. A night
// that is moved meanwhile stays where it was moved to.
func (n *events) follow(ctx context.Context, key nightID, event discord.ID) error {
	was, ok, err := n.store.Night(ctx, key.guild, key.id)
	if err != nil || !ok {
		return err
	}
	list, err := n.client.OwnEvents(ctx, discord.ID(key.guild))
	if err != nil {
		return err
	}
	for _, e := range list {
		ahead := e.Start.Sub(n.Clock.Now())
		if e.ID != event || n.own.has(key, e.Start) || ahead <= 0 || ahead > when.MaxAhead {
			continue
		}
		moves := false
		night, _, err := n.change(ctx, key, func(now *store.Night) (bool, error) {
			if moves = now.State == store.NightPlanned && now.At.Equal(was.At) && !now.At.Truncate(time.Second).Equal(e.Start.Truncate(time.Second)); moves {
				now.At, now.EventWas = e.Start, store.NightEventMoved
				n.unwarned(now)
			}
			return moves, nil
		})
		if err == nil && moves {
			n.moved(night)
			n.refresh(key)
		}
		return err
	}
	return nil
}

// gone notes that people have taken the event of a night away.
func (n *events) gone(key nightID) {
	if n.own.has(key, time.Time{}) {
		return
	}
	n.Go(func(ctx context.Context) {
		if _, _, err := n.change(ctx, key, func(now *store.Night) (bool, error) {
			now.EventWas = store.NightEventRemoved
			return now.State == store.NightPlanned, nil
		}); err != nil {
			n.Log.Failed(err).Msg("note that event of night is gone failed")
		}
		n.refresh(key)
	})
}

// interestChanged is told that a person is interested in an event, or is no longer.
func (n *events) interestChanged(e discord.InterestChanged) {
	key, ok := n.of(e.Guild, e.Event)
	if !ok {
		return
	}
	of := interested{key, e.User}
	n.mu.Lock()
	last := n.interests[of]
	last.is, last.jobs = e.Interested, last.jobs+1
	n.interests[of] = last
	n.mu.Unlock()
	n.Go(func(ctx context.Context) {
		if err := n.saveInterest(ctx, of, e.Interested); err != nil {
			n.Refused(err)
			n.Log.Warn().Err(err).Msg("save who is interested in night failed")
		}
		n.mu.Lock()
		last := n.interests[of]
		if last.jobs--; last.jobs == 0 {
			delete(n.interests, of)
		} else {
			n.interests[of] = last
		}
		n.mu.Unlock()
		n.refresh(key)
	})
}

// saveInterest saves whether a person is interested, unless they have said otherwise meanwhile, or
// have answered to the announcement.
func (n *events) saveInterest(ctx context.Context, of interested, is bool) error {
	var who discord.User
	if is {
		night, ok, err := n.store.Night(ctx, of.night.guild, of.night.id)
		if err != nil || !ok || answered(night, uint64(of.user)) >= 0 || interestedIn(night) >= mostInterested {
			return err
		}
		u, member, err := n.client.MemberUser(ctx, discord.ID(of.night.guild), of.user)
		if err != nil || !member || u.Bot {
			return err
		}
		who = u
	}
	_, _, err := n.change(ctx, of.night, func(now *store.Night) (bool, error) {
		n.mu.Lock()
		latest := n.interests[of].is
		n.mu.Unlock()
		switch {
		case latest != is || now.State != store.NightPlanned:
			return false, nil
		case !is:
			return false, n.store.DropGuest(ctx, now.Guild, now.ID, pages.Interested, uint64(of.user))
		case answered(*now, uint64(of.user)) >= 0 || interestedIn(*now) >= mostInterested:
			return false, nil
		}
		press := discord.IDAt(n.Clock.Now()) // there is none
		return false, n.store.AnswerNight(ctx, now.Guild, now.ID, store.Guest{
			User: uint64(of.user), Name: who.Name, Username: who.Username, Answer: pages.Interested, Press: uint64(press),
		})
	})
	return err
}

// interestedIn is how many people are interested in the event of a night and have not answered.
func interestedIn(night store.Night) (n int) {
	for _, g := range night.Guests {
		if g.Answer == pages.Interested {
			n++
		}
	}
	return n
}
