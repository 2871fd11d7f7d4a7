package screen

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// repair is one try to make a surface show what it should. It has what the surface
// was when the try began.
type repair struct {
	*Reconciler
	surface *surface

	at       Address
	shown    string
	version  int
	farewell bool // it shows its farewell
	unsent   bool // nothing was ever sent of it
	ends     bool // its token ends soon, or has ended
	expired  bool // its token has ended, if it has one
}

// do draws the surface and edits it if it shows something else.
func (r *repair) do(ctx context.Context) {
	if r.ends && (r.farewell || r.expired) {
		r.forget(ctx)
		return
	}
	if r.farewell {
		return // a farewell stays true
	}
	if r.at.Former != 0 && r.at.Message != 0 {
		r.deleteFormer(ctx)
	}
	r.deleteStrays(ctx)
	// Where it is not known what is shown, there is nothing to compare with. After a start that
	// is so for thousands, so each is drawn only when it can be sent.
	blind := r.shown == "" && !r.ends
	var want *Shown
	var err error
	if !blind {
		want, err = r.draw(ctx, func(digest string) bool { return r.surface.limiter.Tokens() >= 1 && r.sends(digest) })
	}
	if !r.unsent && (blind || err == nil && want != nil && r.differs(want.Digest)) {
		if wait := r.surface.limiter.Reserve().Delay(); wait > 0 {
			if !r.waitForLimit(ctx, wait) {
				return
			}
			if !blind {
				want, err = r.draw(ctx, r.sends) // what changed meanwhile is shown too
			}
		}
	}
	if blind || err == nil && want != nil && r.differs(want.Digest) {
		free := r.slots()
		w := r.ask(free)
		if w != nil {
			want = nil // after a start thousands wait here, and keep no page
		}
		if !free.wait(ctx, w) {
			return
		}
		if w != nil && w.sentAway {
			r.again()
			return
		}
		defer free.release()
		if w != nil && !r.stillCurrent() {
			return
		}
		if want == nil || want.Undrawn {
			want, err = r.draw(ctx, r.differs)
		}
	}
	if ctx.Err() != nil {
		return
	}
	switch {
	case err != nil:
		r.log.Failed(err).Str("match", r.surface.key.Match).Bool("board", r.surface.key.Board()).Msg("draw surface failed")
		r.notPosted(fmt.Errorf("%w: %w", ErrUndrawn, err))
		r.settle(r.surface.retryLater)
	case want == nil:
		r.forget(ctx)
	case r.differs(want.Digest):
		r.show(ctx, want)
	}
}

// differs reports whether the surface shows something else than a message of this
// digest.
func (r *repair) differs(digest string) bool { return digest != r.shown }

// sends reports whether such a message would be sent now, without waiting for a slot.
// The pictures of another one are not drawn: they may be outdated when it is sent.
func (r *repair) sends(digest string) bool { return r.differs(digest) && r.slots().some() }

// draw draws what the surface should show. After a restart all surfaces are drawn.
// Few are drawn at once, so that people who press do not wait for the pictures of
// all the others.
func (r *repair) draw(ctx context.Context, wanted Wanted) (*Shown, error) {
	if !r.drawSlots.wait(ctx, r.ask(r.drawSlots)) {
		return nil, ctx.Err()
	}
	defer r.drawSlots.release()
	if r.ends {
		return r.source.Farewell(ctx, r.surface.key, r.at)
	}
	return r.source.Draw(ctx, r.surface.key, r.at, wanted)
}

// ask asks for a slot. It returns nil when the slot is there at once.
func (r *repair) ask(s *slots) *slotWaiter {
	r.mu.Lock()
	defer r.mu.Unlock()
	return s.ask(r.surface.key.Match, time.Since(r.surface.pressed) < lookTime)
}

// waitForLimit waits until the surface may be edited again. It reports false when
// the repair is over: the program ends, or a press was answered here meanwhile.
func (r *repair) waitForLimit(ctx context.Context, wait time.Duration) bool {
	if discord.Sleep(ctx, wait) {
		return r.stillCurrent()
	}
	r.again()
	return false
}

// again has the surface looked at again.
func (r *repair) again() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.surface.dirty = true
}

// stillCurrent reports whether no press was answered here since the repair began.
// Otherwise the surface is looked at again.
func (r *repair) stillCurrent() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.surface.version == r.version {
		return true
	}
	r.surface.dirty = true
	return false
}

// settle changes the surface, unless an answer to a press has changed it meanwhile.
// Then it is not known what it shows, and it is looked at again.
func (r *repair) settle(change func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.surface.version != r.version {
		r.surface.shown, r.surface.dirty = "", true
		return
	}
	change()
}

// forget untracks a surface that has nothing to show.
func (r *repair) forget(ctx context.Context) {
	s, forgotten := r.surface, false
	r.settle(func() {
		if r.all[s.key] == s && !s.held() {
			r.untrack(s.key)
			forgotten = true
		}
	})
	if forgotten {
		if err := r.source.Forget(ctx, s.key); err != nil {
			r.log.Failed(err).Str("match", s.key.Match).Msg("forget surface failed")
		}
	}
}

// show edits the message of the surface, or posts a board again where that is
// better. The repair has a slot for it.
func (r *repair) show(ctx context.Context, want *Shown) {
	// When the program ends, an edit on its way may still arrive.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()

	s, lent, err := r.surface, false, error(nil)
	if s.key.Board() {
		r.mu.Lock()
		outdated := s.outdated(r.clock)
		r.mu.Unlock()
		if r.at.Message == 0 || outdated {
			r.postAnew(ctx, want)
			return
		}
		lent, err = r.editBoard(ctx, want)
	} else {
		err = r.edit.EditPanel(ctx, r.at.Panel, want.Message)
	}
	if err != nil {
		r.failed(ctx, want, err)
		return
	}
	r.logSuccess()
	r.source.Edited(s.key, r.at, want.Digest)
	r.settle(func() {
		s.shown, s.farewell, s.failures, s.after, s.opened = want.Digest, r.ends, 0, time.Time{}, false
		if !s.cannotPost && !lent {
			s.trouble, s.told = nil, false
		}
		s.heard(time.Now())
	})
}

// failed decides what follows from an edit that Discord did not do.
func (r *repair) failed(ctx context.Context, want *Shown, err error) {
	s, code := r.surface, discord.Code(err)
	switch {
	case !s.key.Board() && unreachable(err):
		r.forget(ctx)
	case s.key.Board() && code == discordgo.ErrCodeUnknownMessage:
		r.mu.Lock()
		if s.at.Message == r.at.Message {
			s.messageDeleted(r.clock)
		}
		r.mu.Unlock()
	case s.key.Board() && code == discordgo.ErrCodePerformedOperationOnArchivedThread && r.openThread(ctx):
		r.again()
	case s.key.Board() && (code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached ||
		code == discordgo.ErrCodePerformedOperationOnArchivedThread):
		// A new message opens an archived thread, too.
		r.postAnew(ctx, want)
	case forbidden(err):
		r.refused(err)
	case discord.IsOurs(err):
		r.source.EditFailed(s.key, err)
		r.log.Error().Err(err).Str("match", s.key.Match).Bool("board", s.key.Board()).Msg("edit surface failed: Discord refuses the message")
		r.settle(func() { s.shown, s.rejected = want.Digest, want.Digest }) // the same message would be refused again
	default:
		r.source.EditFailed(s.key, err)
		r.logFailure(err, "edit surface failed")
		r.settle(func() {
			s.retryLater()
			s.notHeard(err)
		})
	}
}

// openThread opens the archived thread of a board. It reports false where that failed, or
// did not help.
func (r *repair) openThread(ctx context.Context) bool {
	r.mu.Lock()
	again := r.surface.opened
	r.surface.opened = !again
	r.mu.Unlock()
	if again {
		return false
	}
	if err := r.edit.OpenThread(ctx, r.at.Channel); err != nil {
		r.logFailure(err, "open thread failed")
		return false
	}
	return true
}

// logFailure logs a fault of Discord's or of the way to it. In an outage every
// surface meets the same one again and again, so only the first is logged.
func (r *repair) logFailure(err error, what string) {
	r.mu.Lock()
	r.faults++
	first := r.faults == 1
	r.mu.Unlock()
	if first {
		r.log.Warn().Err(err).Str("match", r.surface.key.Match).Msg(what)
	}
}

// logSuccess logs that edits work again, and how many failed.
func (r *repair) logSuccess() {
	r.mu.Lock()
	n := r.faults
	r.faults = 0
	r.mu.Unlock()
	if n > 1 {
		r.log.Warn().Int("failed", n).Msg("edit surfaces works again")
	}
}

// refused notes that Discord forbids an edit or a post.
func (r *repair) refused(err error) {
	r.source.EditFailed(r.surface.key, err)
	r.settle(func() {
		r.surface.retryLater()
		now := time.Now()
		r.surface.trouble, r.surface.refused, r.surface.after = err, now, now.Add(refusedFor)
	})
}

// unreachable reports whether an error says that the message was deleted or that
// its token has ended.
func unreachable(err error) bool { return discord.IsExpired(err) || discord.IsDeleted(err) }

// forbidden reports whether an error says that an admin has to change something
// on the server first.
func forbidden(err error) bool {
	return discord.IsForbidden(err) || discord.Code(err) == discordgo.ErrCodeUnknownChannel
}
