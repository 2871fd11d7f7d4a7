package wire

import (
	"encoding/json"
	"slices"
)

// Types of components.
const (
	TypeRow       = 1
	TypeButton    = 2
	TypeSelect    = 3
	TypeInput     = 4
	TypeUsers     = 5
	TypeRoles     = 6
	TypeMentions  = 7
	TypeChannels  = 8
	TypeSection   = 9
	TypeText      = 10
	TypeThumbnail = 11
	TypeGallery   = 12
	TypeFile      = 13
	TypeSeparator = 14
	TypeContainer = 17
	TypeLabel     = 18
	TypeUpload    = 19
	TypeRadio     = 21
)

// A Component is a component of any type. Its type decides which fields it has.
type Component struct {
	Type        int          `json:"type"`
	Num         int          `json:"id"`
	CustomID    string       `json:"custom_id,omitempty"`
	Style       int          `json:"style,omitempty"`
	Label       string       `json:"label,omitempty"`
	Emoji       *Emoji       `json:"emoji,omitempty"`
	URL         string       `json:"url,omitempty"`
	SKU         ID           `json:"sku_id,omitempty"`
	Disabled    bool         `json:"disabled,omitempty"`
	Placeholder string       `json:"placeholder,omitempty"`
	Options     []Option     `json:"options,omitempty"`
	MinValues   *int         `json:"min_values,omitempty"`
	MaxValues   *int         `json:"max_values,omitempty"`
	ChannelOf   []int        `json:"channel_types,omitempty"`  // of a menu of channels; empty for all types
	Chosen      []Chosen     `json:"default_values,omitempty"` // of a menu that has no options of its own
	MinLength   *int         `json:"min_length,omitempty"`
	MaxLength   *int         `json:"max_length,omitempty"`
	Required    *bool        `json:"required,omitempty"`
	Value       string       `json:"value,omitempty"`
	Content     string       `json:"content,omitempty"`
	Description string       `json:"description,omitempty"`
	Spoiler     bool         `json:"spoiler,omitempty"`
	Divider     *bool        `json:"divider,omitempty"`
	Spacing     int          `json:"spacing,omitempty"`
	AccentColor *int         `json:"accent_color,omitempty"`
	Media       *Media       `json:"media,omitempty"`
	File        *Media       `json:"file,omitempty"`
	Name        string       `json:"name,omitempty"` // of a file
	Size        int          `json:"size,omitempty"`
	Items       []*Item      `json:"items,omitempty"`
	Components  []*Component `json:"components,omitempty"`
	Accessory   *Component   `json:"accessory,omitempty"`
	Component   *Component   `json:"component,omitempty"`
}

// An Emoji is the emoji of a button or an option.
type Emoji struct {
	ID       ID     `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// A Chosen is what a menu of people, roles or channels has chosen from the start.
type Chosen struct {
	ID   ID     `json:"id"`
	Type string `json:"type"`
}

// An Option is a choice of a menu.
type Option struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// MarshalJSON adds the fields that Discord always writes for some types, even when
// they are empty.
func (c *Component) MarshalJSON() ([]byte, error) {
	type plain Component
	switch c.Type {
	case TypeContainer:
		return json.Marshal(struct {
			*plain
			AccentColor *int `json:"accent_color"`
			Spoiler     bool `json:"spoiler"`
		}{(*plain)(c), c.AccentColor, c.Spoiler})
	case TypeThumbnail, TypeFile:
		return json.Marshal(struct {
			*plain
			Description string `json:"description"`
			Spoiler     bool   `json:"spoiler"`
		}{(*plain)(c), c.Description, c.Spoiler})
	}
	return json.Marshal((*plain)(c))
}

// A Media is a picture or file that a component shows.
type Media struct {
	ID           ID     `json:"id"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url"`
	Width        int    `json:"width,omitempty"`
	Height       int    `json:"height,omitempty"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID ID     `json:"attachment_id,omitempty"`
}

// An Item is one picture of a gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
	Spoiler     bool   `json:"spoiler"`
}

// A Modal is a form that the bot opened for a person.
type Modal struct {
	Interaction ID           `json:"interaction"`
	Channel     ID           `json:"channel"`
	CustomID    string       `json:"custom_id"`
	Title       string       `json:"title"`
	Components  []*Component `json:"components"`
}

// Inputs are the text inputs of the form, in order.
func (m *Modal) Inputs() []*Component {
	var in []*Component
	Walk(m.Components, func(c *Component) {
		if c.Type == TypeInput {
			in = append(in, c)
		}
	})
	return in
}

// A Choice is one suggestion of an autocomplete.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`
}

// Walk calls f for every component of a tree, parents first.
func Walk(all []*Component, f func(*Component)) {
	for _, c := range all {
		f(c)
		Walk(c.Components, f)
		if c.Accessory != nil {
			Walk([]*Component{c.Accessory}, f)
		}
		if c.Component != nil {
			Walk([]*Component{c.Component}, f)
		}
	}
}

// IsMenu reports whether the component is a menu of any type.
func (c *Component) IsMenu() bool {
	return c.Type == TypeSelect || c.Type >= TypeUsers && c.Type <= TypeChannels
}

// Offers reports whether a value is one of the component's options.
func (c *Component) Offers(value string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return o.Value == value })
}

// Filling is what a field of a modal has in it when it opens: the text of an input, or the values
// that are chosen.
func (c *Component) Filling() []string {
	if c.Type == TypeInput {
		return []string{c.Value}
	}
	var values []string
	for _, o := range c.Options {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	for _, x := range c.Chosen {
		values = append(values, string(x.ID))
	}
	return values
}

// IsField reports whether the component is a field of a modal, which has a custom id and is
// filled in.
func (c *Component) IsField() bool {
	return c.Type == TypeInput || c.Type == TypeRadio || c.Type == TypeUpload || c.IsMenu()
}
