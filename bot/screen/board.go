package screen

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/backoff"
	"oneiros/bot/discord"
)

// Posting a board, once and again.
//
// Only the reconciler posts boards, so that a match has one however many people open or
// join its table at one moment: see [Once].
//
// A board is posted again when its message was deleted or when other messages have
// buried it. It is also posted again when Discord would count its edits. The former
// board is deleted. It holds nothing that the new one does not hold. A line in it
// that leads to the new one would be useless and would stay. To write that line
// would also be an edit that Discord counts.
//
// The intent is saved before the new board is posted, and its address before the
// former one is deleted. So after a kill at any moment the reconciler knows the
// former board. Before it posts another, it looks through the channel for a new
// board that no row notes. Where it may not post, it goes on editing the former
// board.

// When a board that has to change is posted again instead of being edited. The
// board of a match that does not change stays where it is.
const (
	BuriedAfter = 50               // messages of others
	OldAfter    = 50 * time.Minute // from one hour on Discord counts the edits
	MinBoardAge = 5 * time.Minute  // before it counts as buried
)

// MessageCreated says that another user wrote a message in a channel.
func (k *Reconciler) MessageCreated(channel, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, board := range k.boards[channel] {
		for _, s := range k.byMatch[board.key.Match] {
			if s.at.Channel == channel && s.at.Message != 0 && message > max(s.at.Message, s.lastMessage) {
				s.buriedBy++
				s.lastMessage = message
			}
		}
	}
}

// PanelBuriedAfter is after how many messages of others a panel counts as buried: its
// buttons are above the screen of a phone then.
const PanelBuriedAfter = 6

// Buried reports whether chat lies over a panel that is still brought up to date. It is
// false for one that is not known, as after a restart.
func Buried(k *Reconciler, key Key) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	return s != nil && !key.Board() && s.buriedBy >= PanelBuriedAfter
}

// RepostBuried posts a board again where chat lies over it, as [Buried] says of a panel. It is for
// what all readers of the channel are to see, such as the end of a match.
func RepostBuried(k *Reconciler, key Key) {
	k.mu.Lock()
	s := k.all[key]
	buried := s != nil && key.Board() && s.buriedBy >= PanelBuriedAfter
	k.mu.Unlock()
	if buried {
		k.Repost(key)
	}
}

// Repost posts a board again below the other messages of its channel, although nothing
// new is to be shown. It is for the message of a person who asks where it is.
func (k *Reconciler) Repost(key Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil && key.Board() {
		s.repost, s.cannotPost, s.shown, s.dirty, s.after = true, false, "", true, time.Time{}
		s.version++
		k.wake(s)
	}
}

// MessageDeleted says that the message of a board was deleted. The board is posted
// again: at once the first time, and later and later when a moderator deletes each new
// one.
func (k *Reconciler) MessageDeleted(key Key, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil && message != 0 && s.at.Message == message {
		s.messageDeleted(k.clock)
		k.wake(s)
	}
}

// ErrUndrawn is the error of a board whose page could not be drawn.
var ErrUndrawn = errors.New("the page was not drawn")

// errEnded is the error of a board that is posted after the next start, errLater of one
// that is left alone for a while, and errUntracked of one that is not wanted any more.
var (
	errLater     = errors.New("the board is posted later")
	errEnded     = errors.New("the reconciler has ended")
	errUntracked = errors.New("the board was forgotten")
)

// Post has a board posted in a channel, unless the match has one, and says where it is.
// Of all callers at one moment each gets the same board. An error is that of the last try.
// The reconciler goes on trying until the board is untracked.
func (k *Reconciler) Post(ctx context.Context, key Key, channel discord.ID) (Address, error) {
	k.mu.Lock()
	if k.all[key] == nil {
		s := k.add(key)
		k.boards.move(s, channel)
		s.at, s.dirty, s.unsent = Address{Channel: channel}, true, true
	}
	for {
		s := k.all[key]
		switch {
		case s == nil:
			k.mu.Unlock()
			return Address{Channel: channel}, errUntracked
		case s.at.Message != 0:
			defer k.mu.Unlock()
			return s.at, nil
		case k.ended:
			defer k.mu.Unlock()
			return s.at, errEnded
		case time.Now().Before(s.after):
			defer k.mu.Unlock()
			return s.at, cmp.Or(s.notPosted, errLater)
		}
		s.pressed = time.Now() // its callers wait
		k.wake(s)
		if s.turned == nil {
			s.turned = make(chan struct{})
		}
		at, turned := s.at, s.turned
		k.mu.Unlock()
		select {
		case <-turned:
		case <-ctx.Done():
			return at, ctx.Err()
		}
		k.mu.Lock()
	}
}

// turn tells those who wait for a board that something became of it. Reconciler.mu is
// held.
func (s *surface) turn() {
	if s.turned != nil {
		close(s.turned)
		s.turned = nil
	}
}

// Stray says that a message of a channel looks like the board of a match and is not known
// to be it. It is deleted, unless it turns out to be the board that is just being posted.
// Otherwise it would look like the board for ever.
func (k *Reconciler) Stray(key Key, channel, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	if s == nil || !key.Board() || message == 0 || s.at.Channel != channel || s.at.Message == message || slices.Contains(s.strays, message) {
		return
	}
	s.strays = append(s.strays, message)
	s.mark()
	k.wake(s)
}

// deleteStrays deletes the messages that look like the board. The repair has just begun,
// so nothing is being posted.
func (r *repair) deleteStrays(ctx context.Context) {
	r.mu.Lock()
	if r.surface.at.Message == 0 {
		r.mu.Unlock()
		return // one of them may be found to be the board
	}
	board, strays := r.surface.at, r.surface.strays
	r.surface.strays = nil
	r.mu.Unlock()
	for _, id := range strays {
		if id == board.Message {
			continue
		}
		if err := r.edit.Delete(ctx, board.Channel, id); err != nil && !unreachable(err) {
			r.log.Debug().Err(err).Str("match", r.surface.key.Match).Msg("delete stray board failed") // the next press tries again
		}
	}
}

// messageDeleted notes that a board has no message. Reconciler.mu is held.
func (s *surface) messageDeleted(clock *discord.Clock) {
	now := time.Now()
	if age, ok := clock.Age(s.at.Message, now); ok && age > 10*time.Minute {
		s.deletions = 0
	}
	wait := backoff.After(s.deletions, 10*time.Second, 10*time.Minute)
	s.deletions, s.gone = s.deletions+1, max(s.gone, s.at.Message)
	s.at.Message, s.maybePosted, s.shown, s.dirty, s.buriedBy = 0, false, "", true, 0
	s.version++
	if wait > 0 {
		s.after = now.Add(wait)
	}
}

// outdated reports whether a board is posted again when it has to change. A board
// of unknown age is not. Reconciler.mu is held.
func (s *surface) outdated(clock *discord.Clock) bool {
	if !s.key.Board() || s.at.Message == 0 || s.cannotPost {
		return false
	}
	age, ok := clock.Age(s.at.Message, time.Now())
	return s.repost || ok && (age >= OldAfter || s.buriedBy >= BuriedAfter && age >= MinBoardAge)
}

// postAnew posts a board in place of the message that it has, if it has one.
func (r *repair) postAnew(ctx context.Context, want *Shown) {
	if r.at.Former != 0 && r.at.Message != 0 {
		r.deleteFormer(ctx)
	}
	s, was := r.surface, r.at
	if r.at.Message != 0 {
		r.at.Former, r.at.Message = r.at.Message, 0
	}
	r.move(r.at)
	// A match that has no board yet is the intent to post one.
	if !r.unsent {
		if err := r.save(ctx, r.at); err != nil {
			r.move(was)
			r.notPosted(err)
			r.settle(s.retryLater)
			return
		}
	}
	id, sure, err := r.post(ctx, want)
	if err != nil {
		r.postFailed(ctx, was, err)
		return
	}
	r.at.Message = id
	r.logSuccess()
	if r.movedAway() {
		r.again()
		if err := r.edit.Delete(ctx, r.at.Channel, id); err != nil && !unreachable(err) {
			r.log.Debug().Err(err).Str("match", s.key.Match).Msg("delete board of former channel failed")
		}
		return
	}
	_ = r.save(ctx, r.at) // when it fails, the board is found in the channel after a restart
	r.source.Edited(s.key, r.at, want.Digest)
	r.mu.Lock()
	s.at.Message, s.at.Channel, s.at.Former, s.at.Board = r.at.Message, r.at.Channel, r.at.Former, discord.BoardToken{}
	s.buriedBy, s.maybePosted, s.cannotPost, s.repost, s.notPosted = 0, false, false, false, nil
	if s.version == r.version && sure {
		s.shown, s.failures, s.after, s.trouble, s.told = want.Digest, 0, time.Time{}, nil, false
	} else {
		s.shown, s.dirty = "", true
	}
	s.turn()
	r.mu.Unlock()
	if r.at.Former != 0 {
		r.deleteFormer(ctx)
	}
}

// notPosted notes why a board could not be posted.
func (r *repair) notPosted(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.surface.notPosted = err
}

// postFailed goes on with the message that the board had, as long as it can be
// edited.
func (r *repair) postFailed(ctx context.Context, was Address, err error) {
	s := r.surface
	if forbidden(err) {
		r.log.Warn().Err(err).Str("match", s.key.Match).Msg("post board failed")
	} else {
		r.logFailure(err, "post board failed")
	}
	r.notPosted(err)
	if was.Message != 0 {
		r.move(was)
		_ = r.save(ctx, was)
		r.mu.Lock()
		s.cannotPost = forbidden(err)
		r.mu.Unlock()
	}
	if !forbidden(err) {
		r.source.EditFailed(s.key, err)
		r.settle(s.retryLater)
		return
	}
	r.refused(err)
	if was.Message != 0 && discord.Code(err) != discordgo.ErrCodeUnknownChannel {
		r.settle(func() { s.after = time.Time{} })
	}
}

// saveTime is how long it may take to save where a board is. A post may have waited for
// its turn until the time of the request was over, and what it did is saved all the same.
const saveTime = 10 * time.Second

// save saves where the surface is. Its error is logged.
func (r *repair) save(ctx context.Context, at Address) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	err := r.source.Save(ctx, r.surface.key, at)
	if err != nil {
		r.log.Failed(err).Str("match", r.surface.key.Match).Msg("save board address failed")
	}
	return err
}

// move says in memory where a board is, unless a person moved it to another
// channel.
func (r *repair) move(at Address) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.surface; s.at.Channel == at.Channel {
		s.at.Message, s.at.Former = at.Message, at.Former
	}
}

// movedAway reports whether the board belongs to another channel than when the repair
// began, as to the thread of its match, or nowhere any more.
func (r *repair) movedAway() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all[r.surface.key] != r.surface || r.surface.at.Channel != r.at.Channel
}

// post puts the board into its channel. If one may be there that no row notes, it
// looks for it first and takes the one that it finds. It is sure when the board shows what
// is wanted, and not one that was posted before.
func (r *repair) post(ctx context.Context, want *Shown) (id discord.ID, sure bool, err error) {
	r.mu.Lock()
	s := r.surface
	maybePosted, former := s.maybePosted, max(s.gone, r.at.Former)
	s.unsent = false
	r.mu.Unlock()
	once := Once{
		Channel: r.at.Channel, Name: OnceName("board ", s.key.Match, " ", r.at.Channel, " ", former),
		Is: func(m discord.OwnMessage) bool { return m.ID != r.at.Former && m.Embeds > 0 && m.About(s.key.Match) },
	}
	if maybePosted {
		board, err := once.Find(ctx, r.edit)
		if err != nil {
			return 0, false, err
		}
		if board != 0 {
			return board, true, r.edit.Edit(ctx, r.at.Channel, board, want.Message)
		}
	}
	id, err = once.Post(ctx, r.edit, want.Message)
	r.mu.Lock()
	s.maybePosted = err != nil && (maybePosted || discord.MayHaveArrived(err))
	r.mu.Unlock()
	return id, !maybePosted, err
}

// deleteFormer deletes the former board. When that fails, it is tried again with
// the next change.
func (r *repair) deleteFormer(ctx context.Context) {
	if r.at.Former != r.at.Message {
		if err := r.edit.Delete(ctx, r.at.Channel, r.at.Former); err != nil && !unreachable(err) {
			r.log.Debug().Err(err).Msg("delete former board failed")
			if !forbidden(err) {
				return
			}
		}
	}
	r.mu.Lock()
	if r.surface.at.Former == r.at.Former {
		r.surface.at.Former = 0
	}
	now := r.surface.at
	r.mu.Unlock()
	r.at.Former = 0
	_ = r.save(ctx, now)
}
