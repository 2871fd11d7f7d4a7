package discord

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// NoGuildShared is the error code for a direct message to a person who shares no
// guild with the bot. The package discordgo has no name for it.
const NoGuildShared = 50278

// ErrToken says that Discord does not accept the bot's token. Nothing is sent with
// it again.
var ErrToken = errors.New("the bot's token is refused")

// ErrSilenced says that a request was not sent, because another process may have taken
// over what this one shows.
var ErrSilenced = errors.New("another process may have taken over; not sending")

// ErrHalted says that a request was not sent, because so many were refused that
// Discord would soon ban the address.
var ErrHalted = errors.New("too many refused requests in ten minutes; not sending")

// Error is an answer with which Discord refuses a request. It has nothing in it that
// was sent: no token, no text.
type Error struct {
	Route      string // method and shape of the path
	Status     int    // of HTTP
	Code       int    // of Discord; 0 when there is none
	Message    string // Discord's own
	Path       string // of an invalid form: what is wrong and where, as "data.content: BASE_TYPE_BAD_LENGTH"
	RetryAfter time.Duration
	Global     bool
	Banned     bool   // it names no limit, or is not Discord's own: the path or the whole address is refused
	Scope      string // of a 429: "user", "global", "shared"; "local" when the request was not sent
}

// Error says what was asked and what the answer was.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d %s", e.Route, e.Status, http.StatusText(e.Status))
	if e.Code != 0 {
		fmt.Fprintf(&b, ", code %d", e.Code)
	}
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.Path != "" {
		b.WriteString(" (" + e.Path + ")")
	}
	if e.RetryAfter > 0 {
		fmt.Fprintf(&b, ", again in %v", e.RetryAfter.Round(time.Millisecond))
	}
	return b.String()
}

// Is makes a refused token recognisable as [ErrToken].
func (e *Error) Is(target error) bool {
	return target == ErrToken && e.Status == http.StatusUnauthorized && !e.Banned && e.Code != discordgo.ErrCodeInvalidWebhookTokenProvided
}

// Fault is a request that got no answer.
type Fault struct {
	Route   string
	Arrived bool // Discord may have done what was asked
	Err     error
}

// Error says what was asked and what the network said.
func (f *Fault) Error() string { return f.Route + ": " + f.Err.Error() }

// Unwrap is the network's error.
func (f *Fault) Unwrap() error { return f.Err }

// Code is the code of Discord's error in err; 0 when there is none.
func Code(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// IsDeleted reports that the message, the channel or the guild of the request was
// deleted.
func IsDeleted(err error) bool {
	switch Code(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild, discordgo.ErrCodeUnknownMessage:
		return true
	}
	return false
}

// IsChannelGone reports that the channel or the server is not there, or not for the bot.
func IsChannelGone(err error) bool {
	switch Code(err) {
	case discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeUnknownGuild:
		return true
	}
	return false
}

// IsExpired reports that the interaction's token has ended, or that its first answer
// came too late.
func IsExpired(err error) bool {
	switch Code(err) {
	case discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeInvalidWebhookTokenProvided:
		return true
	}
	return false
}

// IsForbidden reports that an admin has to allow it first. The bot lacks a
// permission, or a person does not accept direct messages.
func IsForbidden(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case discordgo.ErrCodeMissingAccess,
		discordgo.ErrCodeMissingPermissions,
		discordgo.ErrCodeCannotSendMessagesToThisUser,
		NoGuildShared,
		discordgo.ErrCodeCannotSendMessagesInVoiceChannel,
		discordgo.ErrCodeCannotEditFromAnotherUser,
		discordgo.ErrCodeCannotReplyWithoutPermissionToReadMessageHistory,
		discordgo.ErrCodeThreadIsLocked:
		return true
	}
	return e.Status == http.StatusForbidden && e.Code == 0 && !e.Banned
}

// IsOurs reports that the request itself is wrong. Discord would refuse it again:
// it is a fault of the program.
func IsOurs(err error) bool {
	switch Code(err) {
	case discordgo.ErrCodeInvalidFormBody,
		discordgo.ErrCodeCannotSendEmptyMessage,
		discordgo.ErrCodeRequestEntityTooLarge,
		discordgo.ErrCodeTheRequestBodyContainsInvalidJSON:
		return true
	}
	return false
}

// IsAnswered reports that the interaction was answered before.
func IsAnswered(err error) bool {
	return Code(err) == discordgo.ErrCodeInteractionHasAlreadyBeenAcknowledged
}

// IsLimited reports a rate limit or a ban, and how long it lasts.
func IsLimited(err error) (time.Duration, bool) {
	var e *Error
	if errors.As(err, &e) && (e.Status == http.StatusTooManyRequests || e.Banned || e.Code == discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached) {
		return e.RetryAfter, true
	}
	return 0, false
}

// IsHeld reports that a request was not sent, because Discord has limited or banned others
// before it.
func IsHeld(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Scope == "local"
}

// MayHaveArrived reports that Discord may have done what was asked, although no
// answer says so.
func MayHaveArrived(err error) bool {
	var f *Fault
	if errors.As(err, &f) {
		return f.Arrived
	}
	var e *Error
	return errors.As(err, &e) && e.Status >= 500
}
