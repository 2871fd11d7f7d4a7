package interaction

import (
	"fmt"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A Field is what was written into one input of a form, or chosen in one menu or radio group.
type Field struct {
	CustomID string     `json:"custom_id"`
	Value    string     `json:"value"`
	Values   []string   `json:"values,omitempty"`
	Files    []FormFile `json:"files,omitempty"` // of a field that takes files
}

// A FormFile is a file of a person's own. In JSON its data is base64.
type FormFile struct {
	Name string `json:"name"`
	Data []byte `json:"data"`
}

// Submit sends a form.
func (s Client) Submit(p *world.Person, from wire.ID, fields []Field, nonce string) (*Interaction, error) {
	opened := s.asked.Find(from)
	if opened == nil || opened.Modal == nil || opened.User != p.ID {
		return nil, world.ClientError("there is no such form")
	}
	c := s.w.Channels.Find(opened.Channel)
	if c == nil {
		return nil, world.ClientError("the channel was deleted")
	}
	if !s.w.People.IsHere(p, c) {
		return nil, world.ErrGone
	}
	given := map[string]Field{}
	for _, f := range fields {
		given[f.CustomID] = f
	}
	var bad error
	wire.Walk(opened.Modal.Components, func(c *wire.Component) {
		f := given[c.CustomID]
		if c.IsMenu() && bad == nil && (len(f.Values) > 0 || *c.Required) {
			bad = takes(c, f.Values)
		}
		if c.Type == wire.TypeRadio && bad == nil && (f.Value != "" || *c.Required) && !c.Offers(f.Value) {
			bad = world.ClientError("there is no such option")
		}
		if c.Type == wire.TypeUpload && bad == nil {
			bad = takesFiles(c, f.Files)
		}
		if c.Type != wire.TypeInput || bad != nil {
			return
		}
		n := utf8.RuneCountInString(f.Value)
		low, high := 0, 4000
		if c.MinLength != nil {
			low = *c.MinLength
		}
		if c.MaxLength != nil {
			high = *c.MaxLength
		}
		if *c.Required {
			low = max(low, 1)
		}
		if n > high || n < low && (n > 0 || *c.Required) {
			bad = world.ClientError(fmt.Sprintf("a text must have between %d and %d characters", low, high))
		}
	})
	if bad != nil {
		return nil, bad
	}
	resolved, err := s.upload(c, given)
	if err != nil {
		return nil, err
	}
	data := submitData(opened.Modal, given)
	if len(resolved) > 0 {
		data["resolved"] = map[string]any{"attachments": resolved}
	}
	return s.asked.ask(askSubmit, p, c, s.w.Messages.Find(opened.Source), data, nonce), nil
}

// takesFiles checks what was put into a field that takes files.
func takesFiles(c *wire.Component, files []FormFile) error {
	if len(files) > *c.MaxValues || len(files) < *c.MinValues && (len(files) > 0 || *c.Required) {
		return world.ClientError(fmt.Sprintf("between %d and %d files must be chosen", *c.MinValues, *c.MaxValues))
	}
	for _, f := range files {
		if len(f.Data) > wire.MaxFile {
			return world.ClientError("the file is too large")
		}
	}
	return nil
}

// upload keeps the files of a form, and gives its fields their ids. They are in no
// message, and as at Discord a restart may forget them.
func (s Client) upload(c *world.Channel, given map[string]Field) (map[wire.ID]any, error) {
	resolved := map[wire.ID]any{}
	for id, f := range given {
		for _, file := range f.Files {
			a, err := s.w.Files.Upload(c, file.Name, file.Data)
			if err != nil {
				return nil, err
			}
			resolved[a.ID] = a
			f.Values = append(f.Values, string(a.ID))
		}
		given[id] = f
	}
	return resolved, nil
}

func submitData(m *wire.Modal, given map[string]Field) map[string]any {
	var build func(all []*wire.Component) []any
	one := func(c *wire.Component) map[string]any {
		w := map[string]any{"type": c.Type, "id": c.Num}
		switch {
		case c.Type == wire.TypeInput:
			w["custom_id"], w["value"] = c.CustomID, given[c.CustomID].Value
		case c.Type == wire.TypeRadio:
			w["custom_id"], w["value"] = c.CustomID, nil
			if v := given[c.CustomID].Value; v != "" {
				w["value"] = v
			}
		case c.IsMenu() || c.Type == wire.TypeUpload:
			values := given[c.CustomID].Values
			if values == nil {
				values = []string{}
			}
			w["custom_id"], w["values"] = c.CustomID, values
		case c.Type == wire.TypeRow:
			w["components"] = build(c.Components)
		case c.Type == wire.TypeLabel && c.Component != nil:
			w["component"] = build([]*wire.Component{c.Component})[0]
		}
		return w
	}
	build = func(all []*wire.Component) []any {
		out := []any{}
		for _, c := range all {
			out = append(out, one(c))
		}
		return out
	}
	return map[string]any{"custom_id": m.CustomID, "components": build(m.Components)}
}
