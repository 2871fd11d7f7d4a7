package interaction

import (
	"fmt"
	"slices"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A Client is Discord's client in the hands of people. It lets them do what Discord does.
type Client struct {
	w     *world.World
	asked *Interactions
}

// Client is what people have.
func (s *Interactions) Client() Client { return Client{s.w, s} }

// errArchived refuses the use of an app in an archived thread.
const errArchived = world.ClientError("the thread is archived")

// Press uses a component.
func (s Client) Press(p *world.Person, message wire.ID, customID string, values []string, nonce string) (*Interaction, error) {
	m := s.w.Messages.Find(message)
	if m == nil || !s.w.Messages.Sees(p.ID, m) {
		return nil, world.ClientError("there is no such message")
	}
	var hit *wire.Component
	wire.Walk(m.Components, func(c *wire.Component) {
		if c.CustomID == customID && customID != "" {
			hit = c
		}
	})
	if hit == nil || hit.Disabled {
		return nil, world.ClientError("there is nothing to press there")
	}
	if err := takes(hit, values); err != nil {
		return nil, err
	}
	for _, v := range values {
		if of := s.w.Channels.Find(wire.ID(v)); len(hit.ChannelOf) > 0 && (of == nil || !slices.Contains(hit.ChannelOf, of.Type)) {
			return nil, world.ClientError("there is no such channel in the menu")
		}
	}
	c := s.w.Channels.Find(m.Channel)
	if !s.w.People.IsHere(p, c) {
		return nil, world.ErrGone
	}
	if c.Archived {
		return nil, errArchived
	}
	return s.asked.ask(askPress, p, c, m, s.pressData(c, hit, customID, values), nonce), nil
}

func (s Client) pressData(in *world.Channel, c *wire.Component, customID string, values []string) map[string]any {
	data := map[string]any{"custom_id": customID, "component_type": c.Type, "id": c.Num}
	if c.IsMenu() {
		if values == nil {
			values = []string{}
		}
		data["values"] = values
	}
	if c.Type == wire.TypeUsers || c.Type == wire.TypeMentions {
		users, members := map[wire.ID]any{}, map[wire.ID]any{}
		for _, v := range values {
			if p := s.w.People.Find(wire.ID(v)); p != nil {
				users[p.ID] = p.User()
				if g := s.w.Guilds.Find(in.Guild); g.Has(p.ID) {
					w := g.Member(p)
					delete(w, "user")
					members[p.ID] = w
				}
			}
		}
		data["resolved"] = map[string]any{"users": users, "members": members}
	}
	return data
}

// takes checks that a control can be used with these values.
func takes(c *wire.Component, values []string) error {
	if !c.IsMenu() {
		if len(values) > 0 {
			return world.ClientError("a button takes no values")
		}
		return nil
	}
	if len(values) < *c.MinValues || len(values) > *c.MaxValues {
		return world.ClientError(fmt.Sprintf("between %d and %d must be chosen", *c.MinValues, *c.MaxValues))
	}
	for i, v := range values {
		known := c.Type != wire.TypeSelect || c.Offers(v)
		if !known || slices.Contains(values[:i], v) {
			return world.ClientError("there is no such option")
		}
	}
	return nil
}
