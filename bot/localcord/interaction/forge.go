package interaction

import (
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A Forged is an interaction that no client would send, for tests of hostile
// people. Message may be any message, even one that the person does not see. With
// Fields it is a form, with Command a command, and with Values a choice of a menu.
// Otherwise it is a press of a button.
type Forged struct {
	Channel  wire.ID
	Message  wire.ID
	CustomID string
	Values   []string
	Fields   []Field
	Command  map[string]any // the data of a command, as Discord sends it
	Guild    wire.ID        // on another server
	Direct   bool           // in direct messages
	Claims   map[string]any // members of the message, told instead of the truth; nil leaves one out
}

// Forge makes a forged interaction.
func (s Client) Forge(p *world.Person, f Forged) (*Interaction, error) {
	c, m := s.w.Channels.Find(f.Channel), s.w.Messages.Find(f.Message)
	if c == nil && m != nil {
		c = s.w.Channels.Find(m.Channel)
	}
	if c == nil {
		return nil, world.ClientError("there is no such channel")
	}
	guild := c.Guild
	switch {
	case f.Direct:
		guild = ""
	case f.Guild != "":
		guild = f.Guild
	}
	if f.Command != nil {
		return s.asked.askFrom(guild, askCommand, p, c, nil, f.Command, "", nil), nil
	}
	if f.Fields != nil {
		rows := []any{}
		for i, x := range f.Fields {
			answer := map[string]any{"type": wire.TypeInput, "id": 2*i + 2, "custom_id": x.CustomID, "value": x.Value}
			if x.Values != nil {
				delete(answer, "value")
				answer["type"], answer["values"] = wire.TypeSelect, x.Values
			}
			rows = append(rows, map[string]any{"type": wire.TypeRow, "id": 2*i + 1, "components": []any{answer}})
		}
		return s.asked.askFrom(guild, askSubmit, p, c, m, map[string]any{"custom_id": f.CustomID, "components": rows}, "", f.Claims), nil
	}
	with := &wire.Component{Type: wire.TypeButton, Num: 2}
	if f.Values != nil {
		with.Type = wire.TypeSelect
	}
	if m != nil && f.Values != nil {
		wire.Walk(m.Components, func(on *wire.Component) {
			if on.CustomID == f.CustomID && on.IsMenu() {
				with.Type = on.Type
			}
		})
	}
	return s.asked.askFrom(guild, askPress, p, c, m, s.pressData(c, with, f.CustomID, f.Values), "", f.Claims), nil
}
