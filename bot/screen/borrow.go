package screen

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// Tokens that boards borrow.
//
// The bot's token may send fifty requests a second, and each edit of a board is one of
// them. The token of a press on the board edits it too, for a quarter of an hour, and is
// not counted. So a board is edited with such a token while one lives, and with the bot's
// when none does.
//
// There is one writer for each board, whichever token it uses: a repair. When Discord
// refuses a borrowed token, the same repair goes on with the bot's, and nothing is lost.
// A borrowed token edits one message. When the board is posted again, the token is left
// behind. What heals a board is asked of the bot's token alone: whether it was deleted,
// and whether the bot may see it.

const (
	// borrowEvery is how often a board borrows. A press that lends is answered with two
	// requests, one after the other, and its presser waits for both.
	borrowEvery = time.Minute
	// tokenMargin is how long before its end a token is used no more.
	tokenMargin = 30 * time.Second
	// confirmAfter is how long after an edit that had no answer the board is edited
	// again. What arrives late could have replaced what is newer.
	confirmAfter = 15 * time.Second
)

// Borrows reports whether a press on a message should lend its token. The message has to
// be the board, which is not about to be posted again and has no young token.
func (k *Reconciler) Borrows(key Key, message discord.ID) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	return s != nil && key.Board() && message != 0 && s.at.Message == message &&
		!s.outdated(k.clock) && (s.token().Zero() || !s.at.Board.Lives(discord.TokenLife-borrowEvery))
}

// Lend lends a token to a board, and reports whether it took it. It takes one for the
// message that it is, unless it has a token that lives as long. Where edits were
// forbidden, it is tried again.
func (k *Reconciler) Lend(key Key, t discord.BoardToken) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	if s == nil || !key.Board() || t.Message() == 0 || t.Message() != s.at.Message || !t.Lives(tokenMargin) {
		return false
	}
	if now := s.token(); !now.Zero() && t.Expires().Before(now.Expires().Add(borrowEvery)) {
		return false
	}
	s.at.Board, s.unborrowed = t, false
	if s.trouble != nil {
		s.after = time.Time{}
		s.mark()
	}
	k.patches.sendAway(key.Match)
	k.wake(s)
	return true
}

// token is the token that edits the board next; zero for the bot's. Reconciler.mu is
// held.
func (s *surface) token() discord.BoardToken {
	if t := s.at.Board; !s.unborrowed && t.Message() == s.at.Message && t.Lives(tokenMargin) {
		return t
	}
	return discord.BoardToken{}
}

// later is the one of two tokens that lives longer.
func later(a, b discord.BoardToken) discord.BoardToken {
	if a.Expires().After(b.Expires()) {
		return a
	}
	return b
}

// slots are those that the repair has to wait for: what is not counted does not wait for
// what is.
func (r *repair) slots() *slots {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.surface.key.Board() && r.surface.token().Zero() {
		return r.patches
	}
	return r.editSlots
}

// editBoard edits the message of a board, with a borrowed token if there is one. It
// reports whether that was it: then it says nothing about what the bot may do.
func (r *repair) editBoard(ctx context.Context, want *Shown) (lent bool, err error) {
	r.mu.Lock()
	t := r.surface.token()
	r.surface.unborrowed = false
	r.mu.Unlock()
	if !t.Zero() && t.Message() == r.at.Message {
		err := r.edit.EditBoard(ctx, t, want.Message)
		if !refusesToken(err) {
			r.mu.Lock()
			r.surface.unborrowed = err != nil
			r.mu.Unlock()
			return true, err
		}
		r.returnToken(t, err)
	}
	return false, r.edit.Edit(ctx, r.at.Channel, r.at.Message, want.Message)
}

// returnToken forgets a token that Discord does not accept.
func (r *repair) returnToken(t discord.BoardToken, err error) {
	r.mu.Lock()
	if r.surface.at.Board == t {
		r.surface.at.Board = discord.BoardToken{}
	}
	r.mu.Unlock()
	r.source.TokenRefused(r.surface.key, err)
}

// refusesToken reports whether the bot's token might do what a borrowed one could not.
// Where the message is wrong, or has been edited too often, it could not either.
func refusesToken(err error) bool {
	if errors.Is(err, discord.ErrPrivate) || discord.IsOurs(err) ||
		discord.Code(err) == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached {
		return false
	}
	var e *discord.Error
	return errors.As(err, &e) && e.Status >= 400 && e.Status < 500 && e.Status != http.StatusTooManyRequests
}

// notHeard notes that an edit had no answer. Reconciler.mu is held.
func (s *surface) notHeard(err error) {
	var f *discord.Fault
	s.unheard = s.unheard || s.key.Board() && errors.As(err, &f) && f.Arrived
}

// heard notes that an edit was answered. Reconciler.mu is held.
func (s *surface) heard(now time.Time) {
	if s.unheard {
		s.unheard, s.confirmAt = false, now.Add(confirmAfter)
	}
}

// confirm has a board edited again when something may have arrived late.
// Reconciler.mu is held.
func (s *surface) confirm(now time.Time) {
	if !s.confirmAt.IsZero() && !now.Before(s.confirmAt) {
		s.confirmAt, s.shown = time.Time{}, ""
		s.mark()
	}
}
