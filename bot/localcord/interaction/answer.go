package interaction

import (
	"slices"
	"time"

	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// Callback is the bot's answer to an interaction. It returns the message that the answer shows;
// nil for none.
func (s *Interactions) Callback(id wire.ID, token string, body *wire.Body) (x *Interaction, shown *wire.Message, err error) {
	x = s.asked[id]
	if x == nil || x.Token != token {
		return nil, nil, wire.ErrUnknownInteraction
	}
	if x.Acked {
		return nil, nil, wire.ErrAlreadyAcknowledged
	}
	if x.Void || time.Since(x.made) > s.answerWithin() {
		return nil, nil, wire.ErrUnknownInteraction
	}
	c := s.w.Channels.Find(x.Channel)
	if c == nil {
		return nil, nil, wire.ErrUnknownChannel
	}
	o := body.Object
	kind, err := callbackType(x, o)
	if err != nil {
		return nil, nil, err
	}
	data, has := o.Child("data")
	if !has {
		data = wire.NewObject(map[string]any{}, "data", o.Form)
		if kind == AnswerMessage || kind == AnswerChoices || kind == AnswerModal {
			o.Require("data")
		}
	}
	shown, err = s.carryOut(body, x, c, kind, data)
	if err == nil {
		err = o.Form.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	if kind == AnswerMessage || kind == AnswerUpdate {
		x.shown = shown
	}
	s.settle(x, kind)
	return x, shown, nil
}

// callbackType reads the type of a callback, which has to fit the interaction.
func callbackType(x *Interaction, o wire.Object) (int, error) {
	if !o.Require("type") {
		return 0, o.Form.Err()
	}
	kind := o.OneOf("type", AnswerPong, AnswerMessage, AnswerDefer, AnswerDeferUpdate, AnswerUpdate, AnswerChoices, AnswerModal, 12)
	ok := map[int][]int{
		askCommand:  {AnswerMessage, AnswerDefer, AnswerModal},
		askPress:    {AnswerMessage, AnswerDefer, AnswerDeferUpdate, AnswerUpdate, AnswerModal},
		askComplete: {AnswerChoices},
		askSubmit:   {AnswerMessage, AnswerDefer},
	}[x.Kind]
	if x.Kind == askSubmit && x.Source != "" {
		ok = append(ok, AnswerDeferUpdate, AnswerUpdate)
	}
	if len(o.Form.Problems) == 0 && !slices.Contains(ok, kind) {
		o.Wrong("type", "BASE_TYPE_CHOICES", "Value must be one of {%s}.", wire.JoinInts(ok))
	}
	return kind, o.Form.Err()
}

// carryOut does what a callback says, and returns the message that it shows.
func (s *Interactions) carryOut(body *wire.Body, x *Interaction, c *world.Channel, kind int, data wire.Object) (shown *wire.Message, err error) {
	switch kind {
	case AnswerMessage:
		return s.answer(body, x, c, data)
	case AnswerDefer:
		return s.deferAnswer(x, c, data)
	case AnswerDeferUpdate:
		x.Original = x.Source
		if shown = s.w.Messages.Find(x.Source); shown == nil {
			err = wire.ErrUnknownMessage
		}
	case AnswerUpdate:
		return s.updateSource(body, x, data)
	case AnswerChoices:
		x.choices = wire.ReadChoices(data)
	case AnswerModal:
		err = s.openModal(x, data)
	}
	return shown, err
}

func (s *Interactions) answer(body *wire.Body, x *Interaction, c *world.Channel, data wire.Object) (*wire.Message, error) {
	d := wire.ReadMessage(body, data, wire.ForResponse, nil)
	if err := data.Form.Err(); err != nil {
		return nil, err
	}
	if d.Empty() {
		return nil, wire.ErrEmptyMessage
	}
	if c.Locked && c.Archived {
		return nil, wire.ErrThreadArchived
	}
	kind := 0
	if x.Kind == askCommand {
		kind = 20
	}
	m, err := s.w.Messages.Post(c, d, world.Origin{Author: s.w.Bot, Kind: kind, Answers: s.meta(x, c), Ephemeral: x.only(d.Flags)})
	if err != nil {
		return nil, err
	}
	x.Original = m.ID
	return m, nil
}

func (s *Interactions) deferAnswer(x *Interaction, c *world.Channel, data wire.Object) (*wire.Message, error) {
	flags, _ := data.Int("flags", 0, 1<<30)
	if flags&^wire.FlagEphemeral != 0 {
		data.Wrong("flags", "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set here.")
	}
	if err := data.Form.Err(); err != nil {
		return nil, err
	}
	kind := 0
	if x.Kind == askCommand {
		kind = 20
	}
	m, err := s.w.Messages.Post(c, &wire.Draft{}, world.Origin{Author: s.w.Bot, Kind: kind, Answers: s.meta(x, c), Ephemeral: x.only(flags), Flags: wire.FlagLoading})
	if err != nil {
		return nil, err
	}
	x.Original, x.Deferred, x.Private = m.ID, true, flags != 0
	return m, nil
}

func (s *Interactions) updateSource(body *wire.Body, x *Interaction, data wire.Object) (*wire.Message, error) {
	old := s.w.Messages.Find(x.Source)
	if old == nil {
		return nil, wire.ErrUnknownMessage
	}
	d := wire.ReadMessage(body, data, wire.ForEdit, old)
	if err := data.Form.Err(); err != nil {
		return nil, err
	}
	m, err := s.w.Messages.Edit(old, d)
	if err != nil {
		return nil, err
	}
	x.Original = m.ID
	return m, nil
}

func (s *Interactions) openModal(x *Interaction, data wire.Object) error {
	m := wire.ReadModal(data)
	if err := data.Form.Err(); err != nil {
		return err
	}
	m.Interaction, m.Channel = x.ID, x.Channel
	x.Modal = m
	s.w.Streams.TellOne(x.User, stream.Event{"type": "modal", "nonce": x.Nonce, "interaction": x.ID, "channel": x.Channel, "custom_id": m.CustomID, "title": m.Title, "components": m.Components})
	return nil
}

// meta is what a message in a channel says of the interaction that it answers.
func (s *Interactions) meta(x *Interaction, c *world.Channel) *wire.Meta {
	m := &wire.Meta{ID: x.ID, Type: x.Kind, Name: x.Words, Owners: s.w.Channels.Owners(c), InteractedMessage: x.Source}
	if p := s.w.People.Find(x.User); p != nil {
		m.User = p.User()
	}
	if x.Original != "" && x.Original != x.Source {
		m.OriginalResponse = x.Original
	}
	return m
}
