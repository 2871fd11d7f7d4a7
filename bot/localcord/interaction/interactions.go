// Package interaction is what people do to the bot and what the bot answers: presses, commands,
// forms and suggestions, their tokens, and the messages of their webhooks.
//
// # Why it stands apart
//
// An interaction has a life of its own. It is asked, it is answered within three seconds or has
// failed, and for fifteen minutes its token answers on. That needs the world, in which messages
// appear, and neither a request nor a connection. So REST gives this package a body and gets a
// message back, and a test that wants to know who sees an answer needs no bot.
//
// # Two sides
//
// What a person does is checked as Discord's client and server check it, before the bot hears of
// it: [Client.Press], [Client.Submit], [Client.Command]. Only
// [Client.Forge] does not. A refusal there is a [world.ClientError]. What the bot answers
// is checked as Discord's API checks it: [Interactions.Callback] and the [Webhook]. A refusal there
// is a [wire.Refusal].
//
// The lock of the world guards all of it.
package interaction

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// Interactions are all interactions that the bot may still answer.
type Interactions struct {
	w       *world.World
	within  time.Duration // in which the bot has to answer
	asked   map[wire.ID]*Interaction
	presses map[wire.ID]uint64 // the last interaction of each person
	tokens  map[string]*Interaction
}

// New are no interactions yet. The bot has to answer each within a time.
func New(w *world.World, within time.Duration) *Interactions {
	return &Interactions{w: w, within: within, asked: map[wire.ID]*Interaction{}, presses: map[wire.ID]uint64{}, tokens: map[string]*Interaction{}}
}

// Find is the interaction with an id; nil when there is none.
func (s *Interactions) Find(id wire.ID) *Interaction { return s.asked[id] }

// Stop stops to wait for answers.
func (s *Interactions) Stop() {
	for _, x := range s.asked {
		x.stop()
	}
}

// newPress is the snowflake of an interaction, greater than those of the person before.
// Discord's workers count their ids for themselves. So does the worker of a person here.
// What is posted at that moment, and what others press, changes no id of a press then.
func (s *Interactions) newPress(p *world.Person) wire.ID {
	worker := uint64(slices.Index(s.w.People.All(), p)) & (1<<12 - 1)
	n := uint64(s.w.Now().UnixMilli()-wire.Epoch)<<22 | pressWorker | worker<<9
	if last := s.presses[p.ID]; n <= last {
		if n = last + 1; n%(1<<9) == 0 { // the next worker's
			n = (last>>22+1)<<22 | pressWorker | worker<<9
		}
	}
	s.presses[p.ID] = n
	return wire.ID(strconv.FormatUint(n, 10))
}

// pressWorker is a bit of the ids of interactions. No other id has it.
const pressWorker = 1 << 21

// ask makes an interaction and sends it to the bot.
func (s *Interactions) ask(kind int, p *world.Person, c *world.Channel, source *wire.Message, data map[string]any, nonce string) *Interaction {
	return s.askFrom(c.Guild, kind, p, c, source, data, nonce, nil)
}

// askFrom is ask with a guild, where "" is a direct message, and with what is claimed
// of the source.
func (s *Interactions) askFrom(guild wire.ID, kind int, p *world.Person, c *world.Channel, source *wire.Message, data map[string]any, nonce string, claims map[string]any) *Interaction {
	id := s.newPress(p)
	x := &Interaction{ID: id, Token: "aW50ZXJhY3Rpb24" + world.Secret(s.w.Luck.Of("interaction", id), 40), Kind: kind, User: p.ID, Channel: c.ID, Nonce: nonce, made: time.Now(), done: make(chan struct{})}
	if source != nil {
		x.Source = source.ID
	}
	s.asked[x.ID], s.tokens[x.Token] = x, x
	s.tidy()
	s.w.Journal.Put("interaction", x.ID, x)
	x.timer = time.AfterFunc(s.answerWithin(), func() { s.late(x) })
	channel := s.w.Channels.Wire(c)
	g := s.w.Guilds.Find(c.Guild)
	if c.Type != world.ChannelDM {
		channel["permissions"] = strconv.FormatUint(g.Permissions(p.ID), 10)
	}
	m := map[string]any{
		"id": x.ID, "application_id": s.w.App, "type": kind, "token": x.Token, "version": 1, "data": data,
		"channel_id": c.ID, "channel": channel, "locale": p.Locale,
		"app_permissions": strconv.FormatUint(s.w.Permissions.App(c), 10), "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": s.w.Channels.Owners(c), "context": 0, "attachment_size_limit": wire.MaxFile,
	}
	if guild == "" {
		m["user"], m["context"] = p.User(), 1
	} else {
		if g == nil { // a forged press in direct messages
			g = s.w.Guilds.Home()
		}
		m["guild_id"], m["guild_locale"] = guild, g.Locale
		m["guild"] = map[string]any{"id": guild, "locale": g.Locale, "features": g.Features()}
		m["member"] = g.Member(p)
	}
	if source != nil {
		m["message"] = s.claimed(source, claims)
	}
	s.w.Sessions.Dispatch(0, guild, "INTERACTION_CREATE", m)
	s.w.Wake()
	return x
}

// claimed is a message as the bot gets it, with other members in place of some.
func (s *Interactions) claimed(m *wire.Message, claims map[string]any) any {
	if len(claims) == 0 {
		return s.w.Messages.Wire(m)
	}
	told := map[string]any{}
	b, err := json.Marshal(s.w.Messages.Wire(m))
	if err == nil {
		err = json.Unmarshal(b, &told)
	}
	if err != nil { // never: it is made of our own structs
		s.w.Log.Error().Err(err).Msg("encode message failed")
	}
	for k, v := range claims {
		if told[k] = v; v == nil {
			delete(told, k)
		}
	}
	return told
}

func (s *Interactions) forget(x *Interaction) {
	x.stop()
	delete(s.asked, x.ID)
	delete(s.tokens, x.Token)
}

// tidy forgets interactions an hour after their tokens have ended. Until then a late
// call gets 50027, and not that the webhook is unknown.
func (s *Interactions) tidy() {
	if len(s.asked)%256 != 0 {
		return
	}
	now := s.w.Now()
	for _, x := range s.asked {
		if x.expired(now, s.w.Faults.On.Life()+time.Hour) {
			s.forget(x)
			s.w.Journal.Drop("interaction", x.ID)
		}
	}
}

// late fails an interaction that was not answered in time.
func (s *Interactions) late(x *Interaction) {
	s.w.Lock()
	defer s.w.Unlock()
	if x.Acked || x.Void {
		return
	}
	x.Void, x.reason = true, "The application did not respond"
	s.w.Journal.Put("interaction", x.ID, x)
	close(x.done)
	s.w.Streams.TellOne(x.User, stream.Event{"type": "interaction_failed", "nonce": x.Nonce, "interaction": x.ID, "reason": x.reason})
	s.w.Wake()
}

// settle notes that an interaction was answered.
func (s *Interactions) settle(x *Interaction, kind int) {
	x.Acked, x.Answer = true, kind
	x.stop()
	s.w.Journal.Put("interaction", x.ID, x)
	close(x.done)
	if kind != AnswerChoices {
		s.w.Streams.TellOne(x.User, stream.Event{"type": "interaction_ok", "nonce": x.Nonce, "interaction": x.ID})
	}
	s.w.Wake()
}

// answerWithin is how long the bot has for the answer to an interaction.
func (s *Interactions) answerWithin() time.Duration { return s.w.Faults.On.Within(s.within) }
