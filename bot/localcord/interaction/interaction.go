package interaction

import (
	"time"

	"oneiros/bot/localcord/wire"
)

// Types of interactions, and of callbacks.
const (
	askCommand  = 2
	askPress    = 3
	askComplete = 4
	askSubmit   = 5

	AnswerPong        = 1
	AnswerMessage     = 4
	AnswerDefer       = 5
	AnswerDeferUpdate = 6
	AnswerUpdate      = 7
	AnswerChoices     = 8
	AnswerModal       = 9
)

// An Interaction is one press, command or form, and what became of it.
type Interaction struct {
	ID       wire.ID
	Token    string
	Kind     int
	Words    string // of a command: "dream play"
	User     wire.ID
	Channel  wire.ID
	Source   wire.ID // the message whose component was used, also of the form that it opened
	Acked    bool
	Void     bool      // the bot did not answer in time, so its token is not valid
	Answer   int       // the type of its callback
	Original wire.ID   // the message that answered it, or that it updated
	Deferred bool      // the next follow-up becomes the original
	Private  bool      // the deferred answer is for one person
	Posted   []wire.ID // follow-ups
	Modal    *wire.Modal
	Nonce    string
	reason   string

	made    time.Time
	timer   *time.Timer
	done    chan struct{} // closed when it was answered or is void
	choices []wire.Choice
	shown   *wire.Message // the message that the answer posted or updated, as it was then
}

// Done is closed when the interaction was answered or has failed.
func (x *Interaction) Done() <-chan struct{} { return x.done }

// Choices are the suggestions that answered it.
func (x *Interaction) Choices() []wire.Choice { return x.choices }

// Shown is the message that the answer posted or updated, as it was then; nil for none.
func (x *Interaction) Shown() *wire.Message { return x.shown }

func (x *Interaction) stop() {
	if x.timer != nil {
		x.timer.Stop()
	}
}

func (x *Interaction) expired(now time.Time, life time.Duration) bool {
	return now.Sub(x.ID.Time()) >= life
}

// only is the one person who sees an answer with these flags; "" is every person.
func (x *Interaction) only(flags int) wire.ID {
	if flags&wire.FlagEphemeral != 0 {
		return x.User
	}
	return ""
}
