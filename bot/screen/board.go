package screen

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// Posting a board again.
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
// board that nobody noted. Where it may not post, it goes on editing the former
// board.

// When a board that has to change is posted again instead of being edited. The
// board of a match that does not change stays where it is.
const (
	BuriedAfter = 50               // messages of others
	OldAfter    = 50 * time.Minute // from one hour on Discord counts the edits
	MinBoardAge = 5 * time.Minute  // before it counts as buried
)

// MessageCreated says that somebody else wrote a message in a channel.
func (k *Reconciler) MessageCreated(channel, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.boards[channel] {
		if s.at.Message != 0 && message > max(s.at.Message, s.lastMessage) {
			s.buriedBy++
			s.lastMessage = message
		}
	}
}

// Repost posts a board again below the other messages of its channel, although nothing
// new is to be shown. It is for the message of somebody who asks where it is.
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
// again: at once the first time, and later and later when somebody deletes each new
// one.
func (k *Reconciler) MessageDeleted(key Key, message discord.ID) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil && message != 0 && s.at.Message == message {
		s.messageDeleted(k.clock)
		k.wake(s)
	}
}

// messageDeleted notes that a board has no message. Reconciler.mu is held.
func (s *surface) messageDeleted(clock *discord.Clock) {
	now, wait := time.Now(), time.Duration(0)
	if age, ok := clock.Age(s.at.Message, now); ok && age > 10*time.Minute {
		s.deletions = 0
	}
	if s.deletions > 0 {
		wait = min(10*time.Second<<(s.deletions-1), 10*time.Minute)
	}
	s.deletions = min(s.deletions+1, 8)
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
	if !r.save(ctx, r.at) {
		r.move(was)
		r.settle(s.retryLater)
		return
	}
	id, err := r.post(ctx, want)
	if err != nil {
		r.postFailed(ctx, was, err)
		return
	}
	r.at.Message = id
	r.logSuccess()
	r.save(ctx, r.at) // when it fails, the board is found in the channel after a restart
	r.source.Edited(s.key, r.at, want.Digest)
	r.mu.Lock()
	s.at.Message, s.at.Channel, s.at.Former, s.at.Board = r.at.Message, r.at.Channel, r.at.Former, discord.BoardToken{}
	s.buriedBy, s.maybePosted, s.cannotPost, s.repost = 0, false, false, false
	if s.version == r.version {
		s.shown, s.failures, s.after, s.trouble, s.told = want.Digest, 0, time.Time{}, nil, false
	} else {
		s.shown, s.dirty = "", true
	}
	r.mu.Unlock()
	if r.at.Former != 0 {
		r.deleteFormer(ctx)
	}
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
	if was.Message != 0 {
		r.move(was)
		r.save(ctx, was)
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

// save saves where the surface is, and reports whether it could.
func (r *repair) save(ctx context.Context, at Address) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime)
	defer cancel()
	err := r.source.Save(ctx, r.surface.key, at)
	if err != nil {
		r.log.Failed(err).Str("match", r.surface.key.Match).Msg("save board address failed")
	}
	return err == nil
}

// move says in memory where a board is, unless somebody moved it to another
// channel.
func (r *repair) move(at Address) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s := r.surface; s.at.Channel == at.Channel {
		s.at.Message, s.at.Former = at.Message, at.Former
	}
}

// post puts the board into its channel. If one may be there that nobody noted, it
// looks for it first and takes the one that it finds.
func (r *repair) post(ctx context.Context, want *Shown) (discord.ID, error) {
	r.mu.Lock()
	maybePosted := r.surface.maybePosted
	r.mu.Unlock()
	if maybePosted {
		board, err := r.findBoard(ctx)
		if err != nil {
			return 0, err
		}
		if board != 0 {
			return board, r.edit.Edit(ctx, r.at.Channel, board, want.Message)
		}
	}
	id, err := r.edit.Post(ctx, r.at.Channel, want.Message)
	r.mu.Lock()
	r.surface.maybePosted = err != nil && discord.MayHaveArrived(err)
	r.mu.Unlock()
	return id, err
}

// findBoard is the newest board of the match in the channel, apart from the former
// one. It is 0 when there is none. It deletes the others.
func (r *repair) findBoard(ctx context.Context) (discord.ID, error) {
	list, err := r.edit.OwnMessages(ctx, r.at.Channel)
	if err != nil {
		return 0, err
	}
	board := discord.ID(0)
	for _, m := range list {
		if m.ID == r.at.Former || m.Embeds == 0 || !m.About(r.surface.key.Match) {
			continue
		}
		last := max(board, m.ID)
		if old := min(board, m.ID); old != 0 {
			if err := r.edit.Delete(ctx, r.at.Channel, old); err != nil && !unreachable(err) {
				r.log.Debug().Err(err).Msg("delete second board failed")
			}
		}
		board = last
	}
	return board, nil
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
	r.save(ctx, now)
}
