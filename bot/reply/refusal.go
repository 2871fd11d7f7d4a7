package reply

import (
	"context"
	"time"

	"oneiros/bot/discord"
)

// refusal is a private message in which a person was refused.
type refusal struct {
	press discord.ID // the interaction that it answered
	token discord.PanelToken
}

// deleteFormerRefusal deletes the refusal that the presser got before this answer.
// It is a courtesy: a message that cannot be deleted stays.
func (p *Reply) deleteFormerRefusal() {
	p.sending.lock()
	now, isForm := refusal{press: p.ix.ID, token: p.refusal}, p.isForm
	p.sending.unlock()
	if isForm {
		return
	}
	old, ok := p.to.replaceRefusal(p.ix.User.ID, now)
	if !ok || !old.token.Lives(0) {
		return
	}
	p.to.Go(func(ctx context.Context) {
		err := p.to.Client.DeletePanel(ctx, old.token)
		if err != nil && !discord.IsDeleted(err) && !discord.IsExpired(err) {
			p.to.Log.Debug().Err(err).Msg("delete former refusal failed")
		}
	})
}

// replaceRefusal notes an answer to a person. It was a refusal if it has a token. It
// returns the refusal that is out of date now, if there is one.
func (r *Responder) replaceRefusal(user discord.ID, now refusal) (old refusal, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	old, ok = r.refusals[user]
	switch {
	case ok && old.press > now.press: // a later press was answered first
		return now, !now.token.Zero()
	case !now.token.Zero():
		r.refusals[user] = now
	default:
		delete(r.refusals, user)
	}
	return old, ok && old.token != now.token
}

// Sweep forgets refusals whose token has ended, and forms that no person sends any more.
func (r *Responder) Sweep(now time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for user, old := range r.refusals {
		if !now.Before(old.token.Expires()) {
			delete(r.refusals, user)
		}
	}
	for user, f := range r.forms {
		if now.Sub(f.at) >= formTime {
			delete(r.forms, user)
		}
	}
}
