package rest

import (
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// interactions serve the endpoints of interactions and of their webhooks.
type interactions struct {
	w     *world.World
	asked *interaction.Interactions
}

// callback is POST /interactions/{id}/{token}/callback.
func (s *interactions) callback(q *call) (int, any, error) {
	x, shown, err := s.asked.Callback(wire.ID(q.arg["id"]), q.arg["token"], q.body)
	if err != nil {
		return 0, nil, err
	}
	switch {
	case x.Answer == interaction.AnswerChoices || x.Answer == interaction.AnswerModal:
		q.channel, q.only = x.Channel, []wire.ID{x.User}
	case shown != nil && x.Answer != interaction.AnswerDeferUpdate:
		q.shows(s.w.Channels.Find(shown.Channel), shown)
	}
	if q.r.URL.Query().Get("with_response") != "true" {
		return 204, nil, nil
	}
	return 200, s.callbackResponse(x, shown), nil
}

// callbackResponse is the answer to a bot that asked for a response.
func (s *interactions) callbackResponse(x *interaction.Interaction, shown *wire.Message) map[string]any {
	about := map[string]any{"id": x.ID, "type": x.Kind, "channel_id": x.Channel}
	if c := s.w.Channels.Find(x.Channel); c.Type != world.ChannelDM {
		about["guild_id"] = c.Guild
	}
	out := map[string]any{"interaction": about}
	if shown != nil {
		about["response_message_id"] = shown.ID
		about["response_message_loading"], about["response_message_ephemeral"] = shown.Loading(), shown.Ephemeral()
		if x.Answer == interaction.AnswerMessage || x.Answer == interaction.AnswerUpdate {
			out["resource"] = map[string]any{"type": x.Answer, "message": s.w.Messages.Wire(shown)}
		}
	}
	return out
}

// webhook is the webhook of a call.
func (s *interactions) webhook(q *call) (interaction.Webhook, error) {
	return s.asked.Webhook(wire.ID(q.arg["app"]), q.arg["token"])
}

func (s *interactions) getHooked(q *call) (int, any, error) {
	h, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	m, err := h.Message(wire.ID(q.arg["message"]))
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Messages.Wire(m), nil
}

func (s *interactions) patchHooked(q *call) (int, any, error) {
	h, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	m, err := h.Edit(wire.ID(q.arg["message"]), q.body)
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}

func (s *interactions) deleteHooked(q *call) (int, any, error) {
	h, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	if err := h.Delete(wire.ID(q.arg["message"])); err != nil {
		return 0, nil, err
	}
	return 204, nil, nil
}

func (s *interactions) postHooked(q *call) (int, any, error) {
	h, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	m, err := h.Post(q.body)
	if err != nil {
		return 0, nil, err
	}
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}
