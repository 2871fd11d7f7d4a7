package interaction

import (
	"encoding/json"
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A Webhook is that of an interaction: for as long as the token is valid, the bot writes by it.
type Webhook struct {
	w     *world.World
	asked *Interactions
	x     *Interaction
	c     *world.Channel
}

// Webhook finds the webhook with a token.
func (s *Interactions) Webhook(app wire.ID, token string) (Webhook, error) {
	x := s.tokens[token]
	if x == nil || app != s.w.App {
		return Webhook{}, wire.ErrUnknownWebhook
	}
	if x.expired(s.w.Now(), s.w.Faults.On.Life()) {
		return Webhook{}, wire.ErrWebhookToken
	}
	if !x.Acked {
		return Webhook{}, wire.ErrUnknownWebhook
	}
	c := s.w.Channels.Find(x.Channel)
	if c == nil {
		return Webhook{}, wire.ErrUnknownChannel
	}
	return Webhook{s.w, s, x, c}, nil
}

// Message is a message of the webhook: "@original", or one that the interaction made.
func (h Webhook) Message(id wire.ID) (*wire.Message, error) {
	if id == "@original" {
		id = h.x.Original
	} else if id != h.x.Original && !slices.Contains(h.x.Posted, id) {
		return nil, wire.ErrUnknownMessage
	}
	m := h.w.Messages.Find(id)
	if m == nil {
		return nil, wire.ErrUnknownMessage
	}
	return m, nil
}

// Edit edits such a message.
func (h Webhook) Edit(id wire.ID, body *wire.Body) (*wire.Message, error) {
	old, err := h.Message(id)
	if err != nil {
		return nil, err
	}
	d := wire.ReadMessage(body, body.Object, wire.ForEdit, old)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if !old.Ephemeral() {
		if err := h.w.Messages.PaceOld(old); err != nil {
			return nil, err
		}
	}
	m, err := h.w.Messages.Edit(old, d)
	if err != nil {
		return nil, err
	}
	h.arrived(m)
	return m, nil
}

// arrived notes that a deferred answer has come.
func (h Webhook) arrived(m *wire.Message) {
	if h.x.Deferred && m.ID == h.x.Original {
		h.x.Deferred = false
		h.w.Journal.Put("interaction", h.x.ID, h.x)
	}
}

// Delete deletes such a message.
func (h Webhook) Delete(id wire.ID) error {
	m, err := h.Message(id)
	if err != nil {
		return err
	}
	h.w.Messages.Drop(m)
	h.arrived(m)
	return nil
}

// Post posts another message, or the deferred answer.
func (h Webhook) Post(body *wire.Body) (*wire.Message, error) {
	x := h.x
	if x.Kind == askComplete {
		return nil, wire.ErrUnknownWebhook
	}
	if old := h.w.Messages.Find(x.Original); x.Deferred && old != nil {
		return h.finish(old, body)
	}
	d := wire.ReadMessage(body, body.Object, wire.ForResponse, nil)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	m, err := h.w.Messages.Post(h.c, d, world.Origin{Author: h.w.Bot, Answers: h.asked.meta(x, h.c), Ephemeral: x.only(d.Flags)})
	if err != nil {
		return nil, err
	}
	x.Posted = append(x.Posted, m.ID)
	if h.asked.AnswersBelow(x) && x.shown == nil {
		x.shown = m
	}
	h.w.Journal.Put("interaction", x.ID, x)
	return m, nil
}

// finish is the first follow-up of a deferred answer, which takes its place.
func (h Webhook) finish(old *wire.Message, body *wire.Body) (*wire.Message, error) {
	body.Fields["flags"] = json.Number(strconv.Itoa(flagsOf(body.Fields) &^ wire.FlagEphemeral)) // the deferred answer has decided who sees it
	d := wire.ReadMessage(body, body.Object, wire.ForResponse, old)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	m, err := h.w.Messages.Edit(old, d)
	if err != nil {
		return nil, err
	}
	h.arrived(m)
	return m, nil
}

// AnswersBelow reports whether the press of a person was taken on a message of a channel
// that stays as it is. Then a follow-up is what they look for.
func (s *Interactions) AnswersBelow(x *Interaction) bool {
	m, c := s.w.Messages.Find(x.Source), s.w.Channels.Find(x.Channel)
	return x.Answer == AnswerDeferUpdate && m != nil && !m.Ephemeral() && c != nil && c.Type != world.ChannelDM
}

func flagsOf(m map[string]any) int {
	n, err := strconv.Atoi(wire.Text(m["flags"]))
	if err != nil {
		return 0
	}
	return n
}
