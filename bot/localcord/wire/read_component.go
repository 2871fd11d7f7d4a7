package wire

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// AllMedia are the pictures and files that the component itself shows.
func (c *Component) AllMedia() []*Media {
	var all []*Media
	if c.Media != nil {
		all = append(all, c.Media)
	}
	if c.File != nil {
		all = append(all, c.File)
	}
	for _, i := range c.Items {
		all = append(all, &i.Media)
	}
	return all
}

// A componentReader reads the components of one message or modal.
type componentReader struct {
	v2    bool
	modal bool
	ids   map[string]bool
	count int
	chars int
	next  int
}

func readComponents(o Object, v2 bool) []*Component {
	p := &componentReader{v2: v2, ids: map[string]bool{}}
	max := 5
	if v2 {
		max = 40
	}
	var all []*Component
	for _, c := range o.Objects("components", 0, max) {
		allowed := []int{TypeRow}
		if v2 {
			allowed = []int{TypeRow, TypeSection, TypeText, TypeGallery, TypeFile, TypeSeparator, TypeContainer}
		}
		if x := p.read(c, allowed...); x != nil {
			all = append(all, x)
		}
	}
	if p.count > 40 {
		o.Wrong("components", "COMPONENT_TOO_MANY", "The total number of components must be 40 or fewer.")
	}
	if p.chars > 4000 {
		o.Wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_SIZE", "The total length of the texts must be 4000 or fewer.")
	}
	return all
}

func (p *componentReader) read(o Object, allowed ...int) *Component {
	if !o.Require("type") {
		return nil
	}
	t, ok := o.Int("type", 0, 100)
	if !ok {
		return nil
	}
	good := false
	for _, a := range allowed {
		good = good || a == t
	}
	if !good {
		o.Wrong("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", JoinInts(allowed))
		return nil
	}
	p.count++
	p.next++
	c := &Component{Type: t, Num: p.next}
	if n, ok := o.Int("id", 0, math.MaxInt32); ok && n > 0 {
		c.Num = n
	}
	p.fields(o, c)
	return c
}

// fields reads the fields of a component's type.
func (p *componentReader) fields(o Object, c *Component) {
	switch c.Type {
	case TypeRow:
		p.row(o, c)
	case TypeButton:
		p.button(o, c)
	case TypeSelect, TypeUsers, TypeRoles, TypeMentions, TypeChannels:
		p.menu(o, c)
	case TypeInput:
		p.input(o, c)
	case TypeUpload:
		p.upload(o, c)
	case TypeRadio:
		p.radio(o, c)
	case TypeSection:
		p.children(o, c, 1, 3, TypeText)
		if a, ok := o.Child("accessory"); ok {
			c.Accessory = p.read(a, TypeButton, TypeThumbnail)
		} else {
			o.Require("accessory")
		}
	case TypeText:
		if o.Require("content") {
			c.Content = o.String("content", 1, 4000)
			p.chars += utf8.RuneCountInString(c.Content)
		}
	case TypeThumbnail, TypeGallery, TypeFile:
		p.pictured(o, c)
	case TypeSeparator:
		d := true
		if o.IsSet("divider") {
			d = o.Bool("divider")
		}
		c.Divider, c.Spacing = &d, 1
		if o.IsSet("spacing") {
			c.Spacing = o.OneOf("spacing", 1, 2)
		}
	case TypeContainer:
		p.children(o, c, 1, 40, TypeRow, TypeText, TypeSection, TypeGallery, TypeSeparator, TypeFile)
		c.AccentColor, c.Spoiler = o.OptionalInt("accent_color", 0, 0xFFFFFF), o.Bool("spoiler")
	case TypeLabel:
		if o.Require("label") {
			c.Label = o.String("label", 1, 45)
		}
		c.Description = o.String("description", 0, 100)
		if i, ok := o.Child("component"); ok {
			c.Component = p.read(i, TypeInput, TypeSelect, TypeUsers, TypeRoles, TypeMentions, TypeChannels, TypeUpload, TypeRadio)
		} else {
			o.Require("component")
		}
	}
}

// pictured reads what shows a picture or a file.
func (p *componentReader) pictured(o Object, c *Component) {
	switch c.Type {
	case TypeThumbnail:
		c.Media = p.media(o, "media")
		c.Description, c.Spoiler = o.String("description", 0, 1024), o.Bool("spoiler")
	case TypeGallery:
		o.Require("items")
		for _, i := range o.Objects("items", 1, 10) {
			if m := p.media(i, "media"); m != nil {
				c.Items = append(c.Items, &Item{Media: *m, Description: i.String("description", 0, 1024), Spoiler: i.Bool("spoiler")})
			}
		}
	case TypeFile:
		c.File, c.Spoiler = p.media(o, "file"), o.Bool("spoiler")
		if c.File != nil && !strings.HasPrefix(c.File.URL, "attachment://") {
			o.Wrong("file", "URL_TYPE_INVALID_SCHEME", "Scheme is not supported. Scheme must be one of ('attachment').")
		}
	}
}

// upload reads a field that takes files. Some have to be there unless it says otherwise.
func (p *componentReader) upload(o Object, c *Component) {
	p.customID(o, c)
	least, most := 1, 1
	if n, ok := o.Int("min_values", 0, 10); ok {
		least = n
	}
	if n, ok := o.Int("max_values", 1, 10); ok {
		most = n
	}
	if least > most {
		o.Wrong("max_values", "NUMBER_TYPE_MIN", "Must be at least min_values.")
	}
	c.MinValues, c.MaxValues, c.Required = &least, &most, needed(o)
}

// JoinInts writes numbers with commas between them.
func JoinInts(of []int) string {
	var t []string
	for _, n := range of {
		t = append(t, strconv.Itoa(n))
	}
	return strings.Join(t, ", ")
}

func (p *componentReader) children(o Object, c *Component, min, max int, allowed ...int) {
	if !o.Require("components") {
		return
	}
	for _, i := range o.Objects("components", min, max) {
		if x := p.read(i, allowed...); x != nil {
			c.Components = append(c.Components, x)
		}
	}
}

func (p *componentReader) row(o Object, c *Component) {
	if p.modal {
		p.children(o, c, 1, 1, TypeInput)
		return
	}
	p.children(o, c, 1, 5, TypeButton, TypeSelect, TypeUsers, TypeRoles, TypeMentions, TypeChannels)
	for i, x := range c.Components {
		if x.IsMenu() && len(c.Components) > 1 {
			o.Form.Add(o.at("components")+"\x00"+strconv.Itoa(i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

func (p *componentReader) customID(o Object, c *Component) {
	if !o.Require("custom_id") {
		return
	}
	c.CustomID = o.String("custom_id", 1, 100)
	if c.CustomID != "" && p.ids[c.CustomID] {
		o.Wrong("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	p.ids[c.CustomID] = true
}

func (p *componentReader) emoji(o Object) *Emoji {
	e, ok := o.Child("emoji")
	if !ok {
		return nil
	}
	x := &Emoji{ID: e.ID("id"), Name: e.String("name", 0, 32), Animated: e.Bool("animated")}
	if x.ID == "" && x.Name == "" {
		return nil
	}
	if x.ID == "" && plainWord(x.Name) {
		e.Wrong("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return x
}

// plainWord reports whether a text is no emoji, because it has a letter in it.
func plainWord(t string) bool {
	for _, r := range t {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 'а' && r <= 'я' || r >= 'А' && r <= 'Я' {
			return true
		}
	}
	return false
}

func (p *componentReader) button(o Object, c *Component) {
	if !o.Require("style") {
		return
	}
	c.Style = o.OneOf("style", 1, 2, 3, 4, 5, 6)
	c.Label, c.Emoji, c.Disabled = o.String("label", 0, 80), p.emoji(o), o.Bool("disabled")
	switch c.Style {
	case 5:
		if o.IsSet("custom_id") {
			o.Wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if !o.IsSet("url") {
			o.Wrong("url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
		} else if c.URL = o.URL("url", "http", "https", "discord"); utf8.RuneCountInString(c.URL) > 512 {
			o.Wrong("url", "BASE_TYPE_MAX_LENGTH", "Must be 512 or fewer in length.")
		}
	case 6:
		if o.Require("sku_id") {
			c.SKU = o.ID("sku_id")
		}
		return
	default:
		if o.IsSet("url") {
			o.Wrong("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if !o.IsSet("custom_id") {
			o.Wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		} else {
			p.customID(o, c)
		}
	}
	if c.Label == "" && c.Emoji == nil {
		o.Wrong("", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
	}
}

func (p *componentReader) menu(o Object, c *Component) {
	p.customID(o, c)
	c.Placeholder, c.Disabled = o.String("placeholder", 0, 150), o.Bool("disabled")
	one := func(key string, min int) *int {
		n, ok := o.Int(key, min, 25)
		if !ok {
			n = 1
		}
		return &n
	}
	c.MinValues, c.MaxValues = one("min_values", 0), one("max_values", 1)
	if p.modal {
		if c.Disabled {
			o.Wrong("disabled", "COMPONENT_DISABLED_NOT_ALLOWED", "A select of a modal cannot be disabled")
		}
		c.Required = needed(o)
	}
	if *c.MinValues > *c.MaxValues {
		o.Wrong("min_values", "SELECT_COMPONENT_MIN_MAX_INVALID", "min_values must be less than or equal to max_values")
	}
	for i, v := range o.List("channel_types", 0, 25) {
		key := strconv.Itoa(i)
		list := NewObject(map[string]any{key: v}, o.at("channel_types"), o.Form)
		if t, ok := list.Int(key, 0, 16); ok {
			c.ChannelOf = append(c.ChannelOf, t)
		}
	}
	if c.Type != TypeSelect {
		p.chosen(o, c)
		return
	}
	chosen := p.options(o, c, 1, 25)
	if n := len(c.Options); n > 0 && (*c.MaxValues > n || *c.MinValues > n) {
		o.Wrong("max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values must be less than or equal to the number of options")
	}
	if chosen > *c.MaxValues {
		o.Wrong("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More default values than max_values")
	}
}

// needed reads whether a field of a modal has to be filled in, which is so unless it says
// otherwise.
func needed(o Object) *bool {
	r := true
	if o.IsSet("required") {
		r = o.Bool("required")
	}
	return &r
}

// radio reads a field in which one of a few options is chosen.
func (p *componentReader) radio(o Object, c *Component) {
	p.customID(o, c)
	c.Required = needed(o)
	if p.options(o, c, 2, 10) > 1 {
		o.Wrong("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More than one default value")
	}
}

// options reads the options of a menu or a radio group, and returns how many are chosen.
func (p *componentReader) options(o Object, c *Component, least, most int) (chosen int) {
	if !o.Require("options") {
		return 0
	}
	seen := map[string]bool{}
	for _, x := range o.Objects("options", least, most) {
		op := Option{Description: x.String("description", 0, 100), Emoji: p.emoji(x), Default: x.Bool("default")}
		if x.Require("label") {
			op.Label = x.String("label", 1, 100)
		}
		if x.Require("value") {
			op.Value = x.String("value", 1, 100)
		}
		if seen[op.Value] {
			x.Wrong("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[op.Value] = true
		if op.Default {
			chosen++
		}
		c.Options = append(c.Options, op)
	}
	return chosen
}

// kindsOf are what the default values of a menu may be, by its type.
var kindsOf = map[int][]string{TypeUsers: {"user"}, TypeRoles: {"role"}, TypeMentions: {"user", "role"}, TypeChannels: {"channel"}}

// chosen reads the default values of a menu that has no options of its own.
func (p *componentReader) chosen(o Object, c *Component) {
	if !o.IsSet("default_values") {
		return
	}
	for _, x := range o.Objects("default_values", 0, 25) {
		v := Chosen{}
		if x.Require("id") {
			v.ID = x.ID("id")
		}
		if x.Require("type") {
			if v.Type = x.String("type", 1, 20); !slices.Contains(kindsOf[c.Type], v.Type) {
				x.Wrong("type", "BASE_TYPE_CHOICES", "Value must be one of what the menu lists")
			}
		}
		c.Chosen = append(c.Chosen, v)
	}
	if n := len(c.Chosen); n > *c.MaxValues || n > 0 && n < *c.MinValues {
		o.Wrong("default_values", "SELECT_COMPONENT_INVALID_DEFAULT_VALUES", "The number of default values must be between min_values and max_values")
	}
}

func (p *componentReader) input(o Object, c *Component) {
	p.customID(o, c)
	if o.Require("style") {
		c.Style = o.OneOf("style", 1, 2)
	}
	inLabel := strings.HasSuffix(o.path, "\x00component")
	if inLabel {
		if o.IsSet("label") {
			o.Wrong("label", "COMPONENT_LABEL_NOT_ALLOWED", "A text input in a label has no label of its own")
		}
	} else if o.Require("label") {
		c.Label = o.String("label", 1, 45)
	}
	c.Placeholder = o.String("placeholder", 0, 100)
	c.MinLength, c.MaxLength = o.OptionalInt("min_length", 0, 4000), o.OptionalInt("max_length", 1, 4000)
	max := 4000
	if c.MaxLength != nil {
		max = *c.MaxLength
	}
	if c.MinLength != nil && *c.MinLength > max {
		o.Wrong("min_length", "TEXT_INPUT_MIN_MAX_INVALID", "min_length must be less than or equal to max_length")
	}
	c.Value, c.Required = o.String("value", 0, max), needed(o)
}

func (p *componentReader) media(o Object, key string) *Media {
	m, ok := o.Child(key)
	if !ok {
		o.Require(key)
		return nil
	}
	if !m.Require("url") {
		return nil
	}
	return &Media{URL: m.URL("url", "http", "https", "attachment")}
}

// ReadModal reads the data of a callback of type 9.
func ReadModal(o Object) *Modal {
	m := &Modal{}
	if o.Require("custom_id") {
		m.CustomID = o.String("custom_id", 1, 100)
	}
	if o.Require("title") {
		m.Title = o.String("title", 1, 45)
	}
	p := &componentReader{modal: true, ids: map[string]bool{}}
	if o.Require("components") {
		for _, c := range o.Objects("components", 1, 5) {
			if x := p.read(c, TypeRow, TypeLabel, TypeText); x != nil {
				m.Components = append(m.Components, x)
			}
		}
	}
	return m
}

// ReadChoices reads the data of a callback of type 8.
func ReadChoices(o Object) []Choice {
	choices := []Choice{}
	if !o.Require("choices") {
		return choices
	}
	for _, c := range o.Objects("choices", 0, 25) {
		x := Choice{Value: c.Fields["value"]}
		if c.Require("name") {
			x.Name = c.String("name", 1, 100)
		}
		if c.Require("value") {
			if _, ok := x.Value.(string); ok {
				c.String("value", 0, 100)
			}
		}
		choices = append(choices, x)
	}
	return choices
}
