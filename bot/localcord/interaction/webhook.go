package interaction

import (
	"encoding/json"
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// webhook finds the interaction behind a webhook's token.
func (s *Interactions) webhook(app wire.ID, token string) (*Interaction, *world.Channel, error) {
	x := s.tokens[token]
	if x == nil || app != s.w.App {
		return nil, nil, wire.ErrUnknownWebhook
	}
	if x.expired(s.w.Now(), s.w.Faults.On.Life()) {
		return nil, nil, wire.ErrWebhookToken
	}
	if !x.Acked {
		return nil, nil, wire.ErrUnknownWebhook
	}
	c := s.w.Channels.Find(x.Channel)
	if c == nil {
		return nil, nil, wire.ErrUnknownChannel
	}
	return x, c, nil
}

// target finds the message of a webhook's request: @original, or a message that
// this interaction made.
func (s *Interactions) target(app wire.ID, token string, id wire.ID) (*Interaction, *wire.Message, error) {
	x, _, err := s.webhook(app, token)
	if err != nil {
		return nil, nil, err
	}
	if id == "@original" {
		id = x.Original
	} else if id != x.Original && !slices.Contains(x.Posted, id) {
		return nil, nil, wire.ErrUnknownMessage
	}
	m := s.w.Messages.Find(id)
	if m == nil {
		return nil, nil, wire.ErrUnknownMessage
	}
	return x, m, nil
}

// Message is a message of a webhook: "@original", or one that the interaction made.
func (s *Interactions) Message(app wire.ID, token string, id wire.ID) (*wire.Message, error) {
	_, m, err := s.target(app, token, id)
	return m, err
}

// EditMessage edits such a message.
func (s *Interactions) EditMessage(app wire.ID, token string, id wire.ID, body *wire.Body) (*wire.Message, error) {
	x, old, err := s.target(app, token, id)
	if err != nil {
		return nil, err
	}
	d := wire.ReadMessage(body, body.Object, wire.ForEdit, old)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if !old.Ephemeral() {
		if err := s.w.Messages.PaceOld(old); err != nil {
			return nil, err
		}
	}
	m, err := s.w.Messages.Edit(old, d)
	if err != nil {
		return nil, err
	}
	s.arrived(x, m)
	return m, nil
}

// arrived notes that a deferred answer has come.
func (s *Interactions) arrived(x *Interaction, m *wire.Message) {
	if x.Deferred && m.ID == x.Original {
		x.Deferred = false
		s.w.Journal.Put("interaction", x.ID, x)
	}
}

// DeleteMessage deletes such a message.
func (s *Interactions) DeleteMessage(app wire.ID, token string, id wire.ID) error {
	x, m, err := s.target(app, token, id)
	if err != nil {
		return err
	}
	s.w.Messages.Drop(m)
	s.arrived(x, m)
	return nil
}

// Followup posts a message of a webhook, or the deferred answer.
func (s *Interactions) Followup(app wire.ID, token string, body *wire.Body) (*wire.Message, error) {
	x, c, err := s.webhook(app, token)
	if err != nil {
		return nil, err
	}
	if x.Kind == askComplete {
		return nil, wire.ErrUnknownWebhook
	}
	if old := s.w.Messages.Find(x.Original); x.Deferred && old != nil {
		return s.finish(x, old, body)
	}
	d := wire.ReadMessage(body, body.Object, wire.ForResponse, nil)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	m, err := s.w.Messages.Post(c, d, world.Origin{Author: s.w.Bot, Answers: s.meta(x, c), Ephemeral: x.only(d.Flags)})
	if err != nil {
		return nil, err
	}
	x.Posted = append(x.Posted, m.ID)
	if s.AnswersBelow(x) && x.shown == nil {
		x.shown = m
	}
	s.w.Journal.Put("interaction", x.ID, x)
	return m, nil
}

// finish is the first follow-up of a deferred answer, which takes its place.
func (s *Interactions) finish(x *Interaction, old *wire.Message, body *wire.Body) (*wire.Message, error) {
	body.Fields["flags"] = json.Number(strconv.Itoa(flagsOf(body.Fields) &^ wire.FlagEphemeral)) // the deferred answer has decided who sees it
	d := wire.ReadMessage(body, body.Object, wire.ForResponse, old)
	if err := body.Form.Err(); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	m, err := s.w.Messages.Edit(old, d)
	if err != nil {
		return nil, err
	}
	s.arrived(x, m)
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
