package discord

import (
	"fmt"
	"time"
)

// TokenLife is how long an interaction's token is good.
const TokenLife = 15 * time.Minute

// What an interaction's token edits.
//
// After its first answer, an interaction's token edits one message: its original. If
// the answer was a private message, the original is that message. If it was an update,
// the original is the message that was pressed, and that may be a board. A private page
// that is sent there would be read by every person.
//
// So no token is handed on as a text that something can be sent with. It is a
// [PanelToken] or a [BoardToken], made only here and only from what was answered. A
// private message is sent with the one and never with the other. What a database kept
// becomes one of them again by [RestorePanel] or [RestoreBoard].

// token is what both kinds have. Printing it, in any way, leaves the secret out.
type token struct {
	app     ID
	secret  string
	expires time.Time
	message ID // that it edits; of a panel 0 when Discord did not say
}

// Zero reports whether it is no token.
func (t token) Zero() bool { return t.secret == "" }

// Expires is when the token ends, by the host's clock.
func (t token) Expires() time.Time { return t.expires }

// Lives reports whether the token is good for at least so long from now on.
func (t token) Lives(least time.Duration) bool {
	return t.secret != "" && time.Now().Add(least).Before(t.expires)
}

// Message is the message that it edits. It is 0 when Discord did not say.
func (t token) Message() ID { return t.message }

// Format writes what may be logged.
func (t token) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "token of message %d", t.message) }

// PanelToken edits and deletes one message that only one person reads.
type PanelToken struct {
	token
	followUp bool // the message is a follow-up, so the token alone names another one
}

// BoardToken edits one message that was pressed and that others may read.
type BoardToken struct {
	token
	channel ID
}

// Original is what an interaction's token edits after an answer. In direct messages the
// message that was pressed may be edited as either of them.
type Original struct {
	Panel PanelToken // zero unless only the presser reads it
	Board BoardToken // zero unless it was pressed and is not ephemeral
}

// SavedToken is a token as a database keeps it.
type SavedToken struct {
	App, Message, Channel ID
	Secret                string `json:"-"`
	Expires               time.Time
	FollowUp              bool
}

// Format writes what may be logged.
func (s SavedToken) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "saved token of message %d", s.Message)
}

func (s SavedToken) token() token { return token{s.App, s.Secret, s.Expires, s.Message} }

// Saved is what a database has to keep, and what package api makes a request of.
func (t PanelToken) Saved() SavedToken {
	return SavedToken{App: t.app, Message: t.message, Secret: t.secret, Expires: t.expires, FollowUp: t.followUp}
}

// Saved is what a database has to keep, and what package api makes a request of.
func (t BoardToken) Saved() SavedToken {
	return SavedToken{App: t.app, Message: t.message, Channel: t.channel, Secret: t.secret, Expires: t.expires}
}

// RestorePanel is the token of a panel that a database kept. It is zero for a follow-up
// of unknown message, which the token cannot name.
func RestorePanel(s SavedToken) PanelToken {
	if s.FollowUp && s.Message == 0 {
		return PanelToken{}
	}
	return PanelToken{s.token(), s.FollowUp}
}

// RestoreBoard is the token of a board that a database kept.
func RestoreBoard(s SavedToken) BoardToken { return BoardToken{s.token(), s.Channel} }

// OriginalOf says what the token of an interaction edits after an answer. at is the id of
// the message that answered, as far as it is known. private says that the presser alone sees the
// message that was pressed.
func OriginalOf(ix *Interaction, kind AnswerKind, at ID, expires time.Time, private bool) (o Original) {
	t := token{ix.App, ix.Token, expires, at}
	switch kind {
	case ReplyEphemeral, DeferEphemeral:
		o.Panel = PanelToken{t, false}
	case Update, DeferUpdate:
		t.message = ix.Message.ID
		if private {
			o.Panel = PanelToken{t, false}
		}
		if ix.Message.Everybodys() {
			o.Board = BoardToken{t, ix.Channel}
		}
	}
	return o
}

// Expires is when an interaction's token ends, by the host's clock. Discord counts from
// the moment at which the interaction was made, which is not after it came.
func (c *Clock) Expires(ix *Interaction) time.Time {
	from := c.Made(ix.ID)
	if at := ix.Received; !at.IsZero() && at.Before(from) {
		from = at
	}
	return from.Add(TokenLife)
}
