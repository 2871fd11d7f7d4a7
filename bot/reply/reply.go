// Package reply gives one interaction exactly one answer.
//
// Discord wants an answer within three seconds and takes only one. A [Reply] is an
// interaction on its way to that answer. Its methods are the ways to answer. They
// answer with a private message or with a change of the message that was pressed.
// They also answer with nothing, with a form or with suggestions. When none of them
// was called after half of the time, the Reply defers. It promises an answer, and
// the next method keeps the promise. What is sent after the answer is a follow-up.
//
// # What a token edits
//
// After an update the token of an interaction edits the message that was pressed. For a
// press on the board that is useful: such edits are not among the bot's fifty requests a
// second. It is dangerous too, because a panel that is sent there is read by every person.
// So [Reply.Borrow] answers with an update that changes nothing, and sends the panel as a
// follow-up, which is edited by its own id. What a token edits is a type:
// [discord.PanelToken] and [discord.BoardToken]. Nothing private can be given to the
// latter.
//
// A press on the board that takes long is deferred with a private reply, and not with an
// update. Its presser sees that the bot is thinking. Then the token edits that private
// reply, and the board has none of it. So [Reply.Update] may end with [ErrElsewhere], and
// the board is then edited like any other message.
//
// # A message that is gone
//
// People press twice before the first answer reaches them. The first answer may replace
// the panel that the second press is on, and a moderator may delete a board. Discord
// refuses to change what is gone, and the presser would read that the interaction failed.
// [Reply.Update] ends with [ErrElsewhere] then too, and takes a private message instead.
//
// # Whom a message is for
//
// A message is private unless it is marked as [discord.Message.Public]. A private one
// is sent only where only the presser reads it. The client refuses anything
// else with [discord.ErrPrivate].
//
// # An answer has time of its own
//
// Work that took long may have used up its context. What the presser is told about it is
// sent all the same. So each answer has its own time, whatever context it is given.
//
// # Refusals do not pile up
//
// A refusal in a separate message is useful until the next answer. The [Responder]
// remembers the last one of each person and deletes it then. An answer with a form leaves it there:
// its button opens the form again.
//
// # What was typed is not lost
//
// A form that was sent is gone at Discord, with all that was typed into it. So the Responder
// remembers the last form of each person for a quarter of an hour. When that is refused, see
// [Reply.KeepForm], it has what was typed the next time that it is opened. It is opened by
// [Reply.Reopen] from the refusal, or by what opened it before. What people type is hostile and may be
// secret: it is kept in memory alone, and no restart and no other process has it.
//
// The package knows no table and no words. It is given finished messages.
package reply

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

// Client is what answers need of Discord; *api.Client is one.
type Client interface {
	OnlyPressers(ix *discord.Interaction) bool
	MayFollowUp() bool
	Answer(ctx context.Context, ix *discord.Interaction, kind discord.AnswerKind, m *discord.Message) (discord.Original, error)
	AnswerModal(ctx context.Context, ix *discord.Interaction, m discord.Modal) error
	AnswerChoices(ctx context.Context, ix *discord.Interaction, list []*discordgo.ApplicationCommandOptionChoice) error
	FollowUp(ctx context.Context, ix *discord.Interaction, m *discord.Message) (discord.PanelToken, error)
	EditPanel(ctx context.Context, t discord.PanelToken, m *discord.Message) error
	DeletePanel(ctx context.Context, t discord.PanelToken) error
}

// ErrElsewhere is the error of an update whose message the interaction can no longer
// change. Its answer was deferred as a private message, or that message was deleted.
// What the presser is to know is sent, and else the press is only acknowledged.
var ErrElsewhere = errors.New("what was pressed cannot be changed")

// ErrLate is the error of a form that was ready too late: a deferred answer cannot
// be a form.
var ErrLate = errors.New("the answer was deferred and cannot be a form")

// deferAfter is how long an answer may take before it is deferred. It is half of
// Discord's three seconds, because the deferral has to travel too.
const deferAfter = 1500 * time.Millisecond

// sendTime is how long one answer may take. Discord takes it for as long as a token lives,
// which is a quarter of an hour.
const sendTime = 15 * time.Second

// Config is what a responder is made of.
type Config struct {
	Client Client
	Clock  *discord.Clock // nil for the host's
	Log    zerolog.Logger
	Broke  func(what any)                          // told of the value of a panic
	Failed func(err error)                         // told of each request that Discord refused
	Go     func(do func(ctx context.Context)) bool // starts what no answer waits for; false when it does not
}

// Responder makes replies.
type Responder struct {
	Config

	mu       sync.Mutex
	refusals map[discord.ID]refusal // by the person who was refused
	forms    map[discord.ID]form    // the last one, by the person
}

// New makes a responder.
func New(c Config) *Responder {
	return &Responder{Config: c, refusals: map[discord.ID]refusal{}, forms: map[discord.ID]form{}}
}

// Begin makes the reply to an interaction. Unless it asks for suggestions, the
// answer is deferred when it takes long; the caller ends it with [Reply.End].
func (r *Responder) Begin(ctx context.Context, ix *discord.Interaction) *Reply {
	p := &Reply{to: r, ix: ix, sending: make(sending, 1)}
	p.apart.Store(r.fromRefusal(ix))
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		p.timer = time.AfterFunc(deferAfter-time.Since(ix.Received), func() {
			defer func() {
				if what := recover(); what != nil {
					r.Broke(what)
				}
			}()
			p.deferAnswer(ctx)
		})
	}
	return p
}

// Reply is an interaction on its way to its answer. Its methods may be called by
// several goroutines.
type Reply struct {
	to    *Responder
	ix    *discord.Interaction
	timer *time.Timer // nil for suggestions
	apart atomic.Bool // see Apart
	kept  atomic.Bool // see KeepForm

	sending  sending // guards what follows
	state    state
	original discord.Original   // what the interaction's token edits
	panel    discord.PanelToken // of the private message that is the answer
	refusal  discord.PanelToken // of that message, if it is a refusal
	isForm   bool               // the answer is a form
}

// sending is held while an answer is on its way, which takes long. It is a channel and
// no mutex, so that tests in virtual time can wait for it.
type sending chan struct{}

func (s sending) lock()   { s <- struct{}{} }
func (s sending) unlock() { <-s }

func (s sending) tryLock() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

// turn waits until no other answer is on its way. It returns the context of the next one,
// and what ends it.
func (p *Reply) turn(ctx context.Context) (own context.Context, end func()) {
	p.sending.lock()
	own, cancel := context.WithTimeout(context.WithoutCancel(ctx), sendTime)
	return own, func() {
		cancel()
		p.sending.unlock()
	}
}

type state int

const (
	open           state = iota // nothing was sent
	deferredReply               // a private message is promised
	deferredUpdate              // a change of the pressed panel is promised
	answered
)

// End stops the timer and deletes the presser's former refusal. It is called once
// the interaction was handled, with any result.
func (p *Reply) End() {
	if p.timer == nil {
		return
	}
	p.timer.Stop()
	p.forgetForm()
	p.deleteFormerRefusal()
}

// Apart makes the answer a message of its own, also where a panel was pressed. It is
// for what belongs below a message that is posted meanwhile.
func (p *Reply) Apart() { p.apart.Store(true) }

// OnPanel reports whether a message was pressed that only its presser sees, and that
// the answer is to change. Discord
// does not let any person press on what only another person sees. If it did, an update
// would show that other person the presser's page.
func (p *Reply) OnPanel() bool { return !p.apart.Load() && p.to.Client.OnlyPressers(p.ix) }

// Panel is the token that edits the private message with which the interaction was
// answered, of several the last. It is zero when there is none.
func (p *Reply) Panel() discord.PanelToken {
	p.sending.lock()
	defer p.sending.unlock()
	return p.panel
}

// Board is the token that edits the message that was pressed, which others may see. It
// is zero unless the answer was an update.
func (p *Reply) Board() discord.BoardToken {
	p.sending.lock()
	defer p.sending.unlock()
	return p.original.Board
}

// deferAnswer promises an answer, unless one is on its way. A promise that could not be kept
// would take the place of the answer.
func (p *Reply) deferAnswer(ctx context.Context) {
	if !p.sending.tryLock() {
		return // the answer itself is being sent
	}
	defer p.sending.unlock()
	if p.state != open || !p.to.Client.MayFollowUp() {
		return
	}
	kind, next := discord.DeferEphemeral, deferredReply
	if p.OnPanel() {
		kind, next = discord.DeferUpdate, deferredUpdate
	}
	original, err := p.to.Client.Answer(ctx, p.ix, kind, nil)
	if err != nil {
		p.Undelivered(err)
		return
	}
	p.state, p.original = next, original
}

// Send answers with a message that only the presser sees. After an answer it is a
// follow-up.
func (p *Reply) Send(ctx context.Context, m *discord.Message) error {
	ctx, end := p.turn(ctx)
	defer end()
	t, err := p.send(ctx, m, p.apart.Load())
	p.panel = t
	return err
}

// Borrow is Send for a press on the board. It leaves the board as it is, and the message
// is a follow-up. So the interaction's token can edit the board. When an answer was
// promised already, the board was deleted meanwhile, or a follow-up could not be sent, it is
// Send.
func (p *Reply) Borrow(ctx context.Context, m *discord.Message) error {
	ctx, end := p.turn(ctx)
	defer end()
	if p.state == open && p.ix.Message.Everybodys() && !p.OnPanel() && p.to.Client.MayFollowUp() {
		p.state = answered
		original, err := p.to.Client.Answer(ctx, p.ix, discord.DeferUpdate, nil)
		switch {
		case discord.IsDeleted(err):
			p.state = open // there is no board to borrow for, and the presser waits for an answer
		case err != nil && !discord.MayHaveArrived(err):
			return err
		}
		p.original = original // if it has not arrived, the follow-up is refused
	}
	t, err := p.send(ctx, m, p.apart.Load())
	p.panel = t
	return err
}

// send sends a private message, and returns the token that edits it. A message that
// belongs below others replaces a promise that is above them. The caller holds p.sending.
func (p *Reply) send(ctx context.Context, m *discord.Message, below bool) (discord.PanelToken, error) {
	switch p.state {
	case open:
		p.state = answered
		original, err := p.to.Client.Answer(ctx, p.ix, discord.ReplyEphemeral, m)
		if err != nil {
			return discord.PanelToken{}, p.undo(open, err)
		}
		p.original = original
		return original.Panel, nil
	case deferredReply:
		if p.state = answered; below {
			return p.sendBelow(ctx, m)
		}
		return p.original.Panel, p.undo(deferredReply, p.to.Client.EditPanel(ctx, p.original.Panel, m))
	default:
		return p.to.Client.FollowUp(ctx, p.ix, m)
	}
}

// sendBelow sends an answer that belongs below what was posted since it was promised.
// The promise stands above that, so it goes away. While it stands, a follow-up would
// take its place. The caller holds p.sending.
func (p *Reply) sendBelow(ctx context.Context, m *discord.Message) (discord.PanelToken, error) {
	if err := p.to.Client.DeletePanel(ctx, p.original.Panel); err != nil {
		p.Undelivered(err)
		return p.original.Panel, p.undo(deferredReply, p.to.Client.EditPanel(ctx, p.original.Panel, m))
	}
	return p.to.Client.FollowUp(ctx, p.ix, m)
}

// Refuse sends a message that is useful until the next answer.
func (p *Reply) Refuse(ctx context.Context, m *discord.Message) {
	ctx, end := p.turn(ctx)
	defer end()
	t, err := p.send(ctx, m, false)
	if err != nil {
		p.Undelivered(err)
	}
	p.refusal = t
}

// Update answers by changing the message that was pressed. It is [ErrElsewhere] when that
// was the board and took too long, and when it was deleted.
func (p *Reply) Update(ctx context.Context, m *discord.Message) error {
	ctx, end := p.turn(ctx)
	defer end()
	was := p.state
	p.state = answered
	switch was {
	case open:
		original, err := p.to.Client.Answer(ctx, p.ix, discord.Update, m)
		if discord.IsDeleted(err) {
			p.state = open
			return ErrElsewhere
		}
		p.original, p.panel = original, original.Panel
		return p.undo(was, err)
	case deferredUpdate:
		err := p.to.Client.EditPanel(ctx, p.original.Panel, m)
		if discord.IsDeleted(err) {
			return ErrElsewhere
		}
		p.panel = p.original.Panel
		return p.undo(was, err)
	case deferredReply:
		if err := p.to.Client.DeletePanel(ctx, p.original.Panel); err != nil {
			p.Undelivered(err)
		}
	}
	return ErrElsewhere
}

// Ack answers a press that changes nothing where it was pressed.
func (p *Reply) Ack(ctx context.Context) error {
	ctx, end := p.turn(ctx)
	defer end()
	was := p.state
	p.state = answered
	switch was {
	case open:
		kind := discord.DeferUpdate
		if p.ix.Message.ID == 0 {
			kind = discord.DeferEphemeral // there is nothing to change, as for a form that no message has opened
		}
		private, err := p.acknowledge(ctx, kind)
		if err == nil && private {
			err = p.to.Client.DeletePanel(ctx, p.original.Panel)
		}
		return err
	case deferredReply:
		return p.to.Client.DeletePanel(ctx, p.original.Panel)
	default:
		return nil
	}
}

// acknowledge answers without words, and reports whether that is a private message. It is
// one, too, when the message that was pressed was deleted. The caller holds p.sending.
func (p *Reply) acknowledge(ctx context.Context, kind discord.AnswerKind) (private bool, err error) {
	original, err := p.to.Client.Answer(ctx, p.ix, kind, nil)
	if kind == discord.DeferUpdate && discord.IsDeleted(err) {
		kind = discord.DeferEphemeral
		original, err = p.to.Client.Answer(ctx, p.ix, kind, nil)
	}
	p.original = original
	return kind == discord.DeferEphemeral, err
}

// Vanish answers with nothing that stays. The private message that was pressed goes
// away, and a command leaves nothing. It is for what is shown elsewhere.
func (p *Reply) Vanish(ctx context.Context) error {
	ctx, end := p.turn(ctx)
	defer end()
	was, pressed := p.state, p.ix.Message.ID != 0
	private := was == deferredReply
	p.state = answered
	if was == open {
		kind := discord.DeferEphemeral
		if pressed {
			kind = discord.DeferUpdate
		}
		var err error
		if private, err = p.acknowledge(ctx, kind); err != nil {
			return err
		}
	}
	if was == answered || pressed && !private && p.ix.Message.Everybodys() {
		return nil // what was pressed is no private message, and stays
	}
	if err := p.to.Client.DeletePanel(ctx, p.original.Panel); !discord.IsDeleted(err) {
		return err
	}
	return nil
}

// Suggest answers a person who types with suggestions.
func (p *Reply) Suggest(ctx context.Context, list []*discordgo.ApplicationCommandOptionChoice) error {
	return p.to.Client.AnswerChoices(ctx, p.ix, list)
}

// undo returns to a former state when an answer was refused for its form, or not sent
// because it is private. Then the fault can be answered instead. The caller holds
// p.sending.
func (p *Reply) undo(was state, err error) error {
	if discord.IsOurs(err) || errors.Is(err, discord.ErrPrivate) {
		p.state, p.panel = was, discord.PanelToken{}
	}
	return err
}

// Undelivered logs an answer that did not arrive. In a ban the first one is a warning, and
// those that are not sent any more are none. The reconciler brings what it
// would have shown to the surfaces that are there.
func (p *Reply) Undelivered(err error) {
	p.to.Failed(err)
	if discord.IsExpired(err) || discord.IsAnswered(err) {
		p.to.Log.Debug().Err(err).Msg("answer interaction late")
		return
	}
	if discord.IsHeld(err) {
		p.to.Log.Debug().Err(err).Msg("answer interaction not sent")
		return
	}
	p.to.Log.Warn().Err(err).Msg("answer interaction failed")
}
