package reply

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// formTime is how long what was typed into a refused form is kept: as long as the token of the
// answer that offers the form again.
const formTime = 15 * time.Minute

// ErrNoForm is the error of a form that cannot be opened again. It was sent since, another one
// was opened, or too much time has passed.
var ErrNoForm = errors.New("the form that was filled in is not kept")

// form is the last form that a person was shown.
type form struct {
	modal    discord.Modal
	guild    discord.ID        // a form of another one has other values in it; 0 in direct messages
	answers  map[string]string // what was typed when it was refused; nil before
	press    discord.ID        // the interaction that was refused
	reopened bool              // from the refusal, which goes away with the next answer
	at       time.Time         // when it was opened, or refused
}

// is reports whether it is the form of a custom id in a guild.
func (f form) is(guild discord.ID, customID string) bool {
	return f.guild == guild && f.modal.CustomID == customID
}

// Modal answers with a form. It has what was typed into it when it was refused, until it is sent.
// It returns [ErrLate] when the answer was deferred: a deferred answer cannot be a form.
func (p *Reply) Modal(ctx context.Context, m discord.Modal) error {
	return p.openForm(ctx, p.to.remember(p.ix.User.ID, p.ix.Guild, m))
}

// Reopen answers with the form that the presser filled in when they were refused, as the
// interaction of [Reply.KeepForm] left it. It returns [ErrNoForm] when that is not kept.
func (p *Reply) Reopen(ctx context.Context, press discord.ID) error {
	m, ok := p.to.reopen(p.ix.User.ID, press)
	if !ok {
		return ErrNoForm
	}
	return p.openForm(ctx, m)
}

func (p *Reply) openForm(ctx context.Context, m discord.Modal) error {
	ctx, end := p.turn(ctx)
	defer end()
	if p.state != open {
		return ErrLate
	}
	p.state, p.isForm = answered, true
	return p.undo(open, p.to.Client.AnswerModal(ctx, p.ix, m))
}

// KeepForm keeps what was typed into a form, which is refused: it stands there when the form is
// opened again. It reports whether there is such a form, so that [Reply.Reopen] would open it
// again by the id of this interaction. What was typed is kept in memory alone, and for a quarter
// of an hour.
func (p *Reply) KeepForm() bool {
	if p.ix.Type != discordgo.InteractionModalSubmit {
		return false
	}
	p.kept.Store(true)
	p.to.mu.Lock()
	defer p.to.mu.Unlock()
	f, ok := p.to.forms[p.ix.User.ID]
	if !ok || !f.is(p.ix.Guild, p.ix.CustomID) {
		return false
	}
	f.answers, f.press, f.at = p.ix.Fields, p.ix.ID, time.Now()
	p.to.forms[p.ix.User.ID] = f
	return true
}

// forgetForm forgets a form that was sent and not refused.
func (p *Reply) forgetForm() {
	if p.ix.Type != discordgo.InteractionModalSubmit || p.kept.Load() {
		return
	}
	p.to.mu.Lock()
	defer p.to.mu.Unlock()
	if p.to.forms[p.ix.User.ID].is(p.ix.Guild, p.ix.CustomID) {
		delete(p.to.forms, p.ix.User.ID)
	}
}

// remember notes that a person is shown a form, and returns it with what they typed before.
func (r *Responder) remember(user, guild discord.ID, m discord.Modal) discord.Modal {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := form{modal: m, guild: guild, at: time.Now()}
	if old := r.forms[user]; old.is(guild, m.CustomID) && old.answers != nil && time.Since(old.at) < formTime {
		now.answers, now.press, now.at = old.answers, old.press, old.at
		m = m.Filled(old.answers)
	}
	r.forms[user] = now
	return m
}

// reopen is the form that a person filled in when an interaction was refused.
func (r *Responder) reopen(user, press discord.ID) (discord.Modal, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.forms[user]
	if f.answers == nil || f.press != press || time.Since(f.at) >= formTime {
		return discord.Modal{}, false
	}
	f.reopened = true
	r.forms[user] = f
	return f.modal.Filled(f.answers), true
}

// fromRefusal reports whether a form was opened from the message that refused it before.
func (r *Responder) fromRefusal(ix *discord.Interaction) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	f := r.forms[ix.User.ID]
	return ix.Type == discordgo.InteractionModalSubmit && f.reopened && f.is(ix.Guild, ix.CustomID)
}
