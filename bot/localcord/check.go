package localcord

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A draft is what a request says a message shall be; of an edit, only what it
// names counts.
type draft struct {
	content    string
	embeds     []*Embed
	components []*Component
	flags      int
	tts        bool
	nonce      any
	enforce    bool
	mentions   *mentions
	keep       []kept // attachments named in the body
	hasContent bool
	hasEmbeds  bool
	hasParts   bool
	hasFlags   bool
	hasKept    bool
	files      map[int]Upload
	order      []int
}

// A kept is one entry of the attachments array: an old file by id, or the n of
// files[n].
type kept struct {
	id          ID
	name        string
	description string
	title       string
}

// mentions is allowed_mentions: who may be pinged.
type mentions struct {
	parse map[string]bool
	users []ID
	roles []ID
}

// Where a message goes decides what it may be.
type place int

const (
	inChannel place = iota
	inAnswer        // an interaction's answer or follow-up
	inEdit
)

// readMessage reads and checks a message's body. old is the message that an
// edit changes, or nil.
func readMessage(b *body, o object, where place, old *Message) *draft {
	d := &draft{files: b.files, order: b.order}
	d.hasContent, d.hasEmbeds, d.hasParts = o.has("content"), o.has("embeds"), o.has("components")
	d.hasFlags, d.hasKept = o.set("flags"), o.has("attachments")
	d.content = o.trimmed("content", 0, 2000)
	d.tts = o.truth("tts")
	d.flags = readFlags(o, where)
	d.embeds = readEmbeds(o)
	d.mentions = readMentions(o)
	if v := o.m["nonce"]; v != nil {
		d.nonce = v
		if t, ok := v.(string); ok && utf8.RuneCountInString(t) > 25 {
			o.wrong("nonce", "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
		}
		d.enforce = o.truth("enforce_nonce")
	}
	wasV2 := old != nil && old.Flags&flagV2 != 0
	v2 := d.flags&flagV2 != 0 || wasV2
	d.components = readComponents(o, v2)
	if v2 {
		if d.content != "" || old != nil && !wasV2 && !d.hasContent && old.Content != "" {
			o.wrong("content", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		if len(d.embeds) > 0 || old != nil && !wasV2 && !d.hasEmbeds && len(old.Embeds) > 0 {
			o.wrong("embeds", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
		for _, k := range []string{"poll", "sticker_ids"} {
			if o.set(k) {
				o.wrong(k, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '%s' field cannot be used when using MessageFlags.IS_COMPONENTS_V2", k)
			}
		}
	}
	for _, a := range o.items("attachments", 0, 10) {
		k := kept{id: ID(show(a.m["id"])), name: a.text("filename", 0, 1024), description: a.text("description", 0, 1024), title: a.text("title", 0, 1024)}
		if !a.set("id") {
			a.need("id")
			continue
		}
		_, isFile := d.upload(k.id)
		if !isFile && (old == nil || old.file(k.id) == nil) {
			a.wrong("id", "MESSAGE_ATTACHMENT_NOT_FOUND", "Attachment data not found")
			continue
		}
		d.keep = append(d.keep, k)
	}
	if len(d.order) > 10 {
		o.wrong("attachments", "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
	}
	names := map[string]bool{}
	if old != nil && !d.hasKept {
		for _, f := range old.files {
			names[f.Filename] = true
		}
	}
	for _, k := range d.keep {
		if old != nil {
			if f := old.file(k.id); f != nil {
				names[f.Filename] = true
			}
		}
	}
	for _, n := range d.order {
		names[cleanName(d.files[n].Name)] = true
	}
	checkFiles(o, d, names)
	return d
}

func (d *draft) upload(id ID) (int, bool) {
	n, err := strconv.Atoi(string(id))
	if err != nil {
		return 0, false
	}
	_, ok := d.files[n]
	return n, ok
}

// checkFiles looks that what says attachment:// names a file that there is. In
// an embed Discord would show nothing instead of refusing; it is refused here,
// because a bot that does it is wrong, and would not notice.
func checkFiles(o object, d *draft, names map[string]bool) {
	look := func(path, address string) {
		name, ok := strings.CutPrefix(address, "attachment://")
		if ok && !names[name] {
			o.form.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment \"%s\" was not found.", name)
		}
	}
	for i, e := range d.embeds {
		base := o.at("embeds") + "\x00" + strconv.Itoa(i) + "\x00"
		if e.Image != nil {
			look(base+"image\x00url", e.Image.URL)
		}
		if e.Thumbnail != nil {
			look(base+"thumbnail\x00url", e.Thumbnail.URL)
		}
	}
	walk(d.components, func(c *Component) {
		for _, m := range c.media() {
			look(o.at("components"), m.URL)
		}
	})
}

func (c *Component) media() []*Media {
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

// readFlags reads the flags that a sender may set. Others are refused on a new
// message, for a bot that sets them means something else; an edit may only
// suppress embeds and turn to V2, and what else it says is ignored.
func readFlags(o object, where place) int {
	n, ok := o.number("flags", 0, math.MaxInt32)
	if !ok {
		return 0
	}
	may := flagSuppressEmbeds | flagV2
	switch where {
	case inEdit:
		return n & may
	case inAnswer:
		may |= flagEphemeral | flagSilent
	case inChannel:
		may |= flagSilent
	}
	if n&^may != 0 {
		o.wrong("flags", "MESSAGE_FLAGS_INVALID", "The flags %d cannot be set here.", n&^may)
	}
	return n & may
}

func readMentions(o object) *mentions {
	a, ok := o.inner("allowed_mentions")
	if !ok {
		return nil
	}
	m := &mentions{parse: map[string]bool{}}
	for i, v := range a.list("parse", 0, 100) {
		t, ok := v.(string)
		if !ok || t != "users" && t != "roles" && t != "everyone" {
			a.form.add(a.at("parse")+"\x00"+strconv.Itoa(i), "BASE_TYPE_CHOICES", "Value must be one of ('roles', 'users', 'everyone').")
			continue
		}
		m.parse[t] = true
	}
	read := func(key string) []ID {
		var ids []ID
		for i, v := range a.list(key, 0, 100) {
			id := show(v)
			if _, err := strconv.ParseUint(id, 10, 64); err != nil {
				a.form.add(a.at(key)+"\x00"+strconv.Itoa(i), "NUMBER_TYPE_COERCE", "Value \"%s\" is not snowflake.", id)
				continue
			}
			ids = append(ids, ID(id))
		}
		if len(ids) > 0 && m.parse[key] {
			a.wrong("", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", "parse:[\"%s\"] and %s: [ids...] are mutually exclusive.", key, key)
		}
		return ids
	}
	m.users, m.roles = read("users"), read("roles")
	a.truth("replied_user")
	return m
}

func readEmbeds(o object) []*Embed {
	var all []*Embed
	total := 0
	count := func(t string) string { total += utf8.RuneCountInString(t); return t }
	for _, e := range o.items("embeds", 0, 10) {
		x := &Embed{Type: "rich"}
		x.Title = count(e.trimmed("title", 0, 256))
		x.Description = count(e.trimmed("description", 0, 4096))
		x.URL = e.link("url", "http", "https")
		x.Timestamp = e.text("timestamp", 0, 64)
		x.Color = e.whole("color", 0, 0xFFFFFF)
		if f, ok := e.inner("footer"); ok {
			x.Footer = &EmbedPart{Text: count(f.trimmed("text", 0, 2048)), IconURL: f.link("icon_url", "http", "https", "attachment")}
		}
		if a, ok := e.inner("author"); ok {
			x.Author = &EmbedPart{Name: count(a.trimmed("name", 0, 256)), URL: a.link("url", "http", "https"), IconURL: a.link("icon_url", "http", "https", "attachment")}
		}
		image := func(key string) *EmbedImage {
			i, ok := e.inner(key)
			if !ok {
				return nil
			}
			u := i.link("url", "http", "https", "attachment")
			if u == "" {
				return nil
			}
			return &EmbedImage{URL: u}
		}
		x.Image, x.Thumbnail = image("image"), image("thumbnail")
		for _, f := range e.items("fields", 0, 25) {
			one := EmbedField{Inline: f.truth("inline")}
			for key, to := range map[string]*string{"name": &one.Name, "value": &one.Value} {
				max := 256
				if key == "value" {
					max = 1024
				}
				if *to = count(f.trimmed(key, 0, max)); *to == "" {
					f.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
				}
			}
			x.Fields = append(x.Fields, one)
		}
		if x.Title == "" && x.Description == "" && x.Image == nil && x.Thumbnail == nil && len(x.Fields) == 0 && (x.Author == nil || x.Author.Name == "") && (x.Footer == nil || x.Footer.Text == "") {
			e.wrong("description", "BASE_TYPE_REQUIRED", "This field is required")
		}
		all = append(all, x)
	}
	if total > 6000 {
		o.wrong("embeds", "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")
	}
	return all
}

// A parts reads the components of one message or modal.
type parts struct {
	v2    bool
	modal bool
	ids   map[string]bool
	count int
	chars int
	next  int
}

func readComponents(o object, v2 bool) []*Component {
	p := &parts{v2: v2, ids: map[string]bool{}}
	max := 5
	if v2 {
		max = 40
	}
	var all []*Component
	for _, c := range o.items("components", 0, max) {
		allowed := []int{typeRow}
		if v2 {
			allowed = []int{typeRow, typeSection, typeText, typeGallery, typeFile, typeSeparator, typeContainer}
		}
		if x := p.read(c, allowed...); x != nil {
			all = append(all, x)
		}
	}
	if p.count > 40 {
		o.wrong("components", "COMPONENT_TOO_MANY", "The total number of components must be 40 or fewer.")
	}
	if p.chars > 4000 {
		o.wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_SIZE", "The total length of the texts must be 4000 or fewer.")
	}
	return all
}

func (p *parts) read(o object, allowed ...int) *Component {
	if !o.need("type") {
		return nil
	}
	t, ok := o.number("type", 0, 100)
	if !ok {
		return nil
	}
	good := false
	for _, a := range allowed {
		good = good || a == t
	}
	if !good {
		o.wrong("type", "UNION_TYPE_CHOICES", "Value of field \"type\" must be one of (%s).", numbers(allowed))
		return nil
	}
	p.count++
	p.next++
	c := &Component{Type: t, Num: p.next}
	if n, ok := o.number("id", 0, math.MaxInt32); ok && n > 0 {
		c.Num = n
	}
	switch t {
	case typeRow:
		p.row(o, c)
	case typeButton:
		p.button(o, c)
	case typeSelect, typeUsers, typeRoles, typeMentions, typeChannels:
		p.menu(o, c)
	case typeInput:
		p.input(o, c)
	case typeSection:
		p.children(o, c, 1, 3, typeText)
		if a, ok := o.inner("accessory"); ok {
			c.Accessory = p.read(a, typeButton, typeThumbnail)
		} else {
			o.need("accessory")
		}
	case typeText:
		if o.need("content") {
			c.Content = o.text("content", 1, 4000)
			p.chars += utf8.RuneCountInString(c.Content)
		}
	case typeThumbnail:
		c.Media = p.media(o, "media")
		c.Description, c.Spoiler = o.text("description", 0, 1024), o.truth("spoiler")
	case typeGallery:
		o.need("items")
		for _, i := range o.items("items", 1, 10) {
			if m := p.media(i, "media"); m != nil {
				c.Items = append(c.Items, &Item{Media: *m, Description: i.text("description", 0, 1024), Spoiler: i.truth("spoiler")})
			}
		}
	case typeFile:
		c.File, c.Spoiler = p.media(o, "file"), o.truth("spoiler")
		if c.File != nil && !strings.HasPrefix(c.File.URL, "attachment://") {
			o.wrong("file", "URL_TYPE_INVALID_SCHEME", "Scheme is not supported. Scheme must be one of ('attachment').")
		}
	case typeSeparator:
		d := true
		if o.set("divider") {
			d = o.truth("divider")
		}
		c.Divider, c.Spacing = &d, 1
		if o.set("spacing") {
			c.Spacing = o.choice("spacing", 1, 2)
		}
	case typeContainer:
		p.children(o, c, 1, 40, typeRow, typeText, typeSection, typeGallery, typeSeparator, typeFile)
		c.AccentColor, c.Spoiler = o.whole("accent_color", 0, 0xFFFFFF), o.truth("spoiler")
	case typeLabel:
		if o.need("label") {
			c.Label = o.text("label", 1, 45)
		}
		c.Description = o.text("description", 0, 100)
		if i, ok := o.inner("component"); ok {
			c.Component = p.read(i, typeInput, typeSelect, typeUsers, typeRoles, typeMentions, typeChannels)
		} else {
			o.need("component")
		}
	}
	return c
}

func numbers(of []int) string {
	var t []string
	for _, n := range of {
		t = append(t, strconv.Itoa(n))
	}
	return strings.Join(t, ", ")
}

func (p *parts) children(o object, c *Component, min, max int, allowed ...int) {
	if !o.need("components") {
		return
	}
	for _, i := range o.items("components", min, max) {
		if x := p.read(i, allowed...); x != nil {
			c.Components = append(c.Components, x)
		}
	}
}

func (p *parts) row(o object, c *Component) {
	if p.modal {
		p.children(o, c, 1, 1, typeInput)
		return
	}
	p.children(o, c, 1, 5, typeButton, typeSelect, typeUsers, typeRoles, typeMentions, typeChannels)
	for i, x := range c.Components {
		if x.menu() && len(c.Components) > 1 {
			o.form.add(o.at("components")+"\x00"+strconv.Itoa(i), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

func (p *parts) customID(o object, c *Component) {
	if !o.need("custom_id") {
		return
	}
	c.CustomID = o.text("custom_id", 1, 100)
	if c.CustomID != "" && p.ids[c.CustomID] {
		o.wrong("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	p.ids[c.CustomID] = true
}

func (p *parts) emoji(o object) *Emoji {
	e, ok := o.inner("emoji")
	if !ok {
		return nil
	}
	x := &Emoji{ID: e.id("id"), Name: e.text("name", 0, 32), Animated: e.truth("animated")}
	if x.ID == "" && x.Name == "" {
		return nil
	}
	if x.ID == "" && plainWord(x.Name) {
		e.wrong("name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
	return x
}

// plainWord says whether a text is surely no emoji: it has a letter in it.
func plainWord(t string) bool {
	for _, r := range t {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 'а' && r <= 'я' || r >= 'А' && r <= 'Я' {
			return true
		}
	}
	return false
}

func (p *parts) button(o object, c *Component) {
	if !o.need("style") {
		return
	}
	c.Style = o.choice("style", 1, 2, 3, 4, 5, 6)
	c.Label, c.Emoji, c.Disabled = o.text("label", 0, 80), p.emoji(o), o.truth("disabled")
	switch c.Style {
	case 5:
		if o.set("custom_id") {
			o.wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if !o.set("url") {
			o.wrong("url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
		} else if c.URL = o.link("url", "http", "https", "discord"); utf8.RuneCountInString(c.URL) > 512 {
			o.wrong("url", "BASE_TYPE_MAX_LENGTH", "Must be 512 or fewer in length.")
		}
	case 6:
		if o.need("sku_id") {
			c.SKU = o.id("sku_id")
		}
		return
	default:
		if o.set("url") {
			o.wrong("url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if !o.set("custom_id") {
			o.wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
		} else {
			p.customID(o, c)
		}
	}
	if c.Label == "" && c.Emoji == nil {
		o.wrong("", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or emoji is required")
	}
}

func (p *parts) menu(o object, c *Component) {
	p.customID(o, c)
	c.Placeholder, c.Disabled = o.text("placeholder", 0, 150), o.truth("disabled")
	one := func(key string, min int) *int {
		n, ok := o.number(key, min, 25)
		if !ok {
			n = 1
		}
		return &n
	}
	c.MinValues, c.MaxValues = one("min_values", 0), one("max_values", 1)
	if *c.MinValues > *c.MaxValues {
		o.wrong("min_values", "SELECT_COMPONENT_MIN_MAX_INVALID", "min_values must be less than or equal to max_values")
	}
	if c.Type != typeSelect {
		return
	}
	if !o.need("options") {
		return
	}
	seen, chosen := map[string]bool{}, 0
	for _, x := range o.items("options", 1, 25) {
		op := Option{Description: x.text("description", 0, 100), Emoji: p.emoji(x), Default: x.truth("default")}
		if x.need("label") {
			op.Label = x.text("label", 1, 100)
		}
		if x.need("value") {
			op.Value = x.text("value", 1, 100)
		}
		if seen[op.Value] {
			x.wrong("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[op.Value] = true
		if op.Default {
			chosen++
		}
		c.Options = append(c.Options, op)
	}
	if n := len(c.Options); n > 0 && (*c.MaxValues > n || *c.MinValues > n) {
		o.wrong("max_values", "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", "max_values must be less than or equal to the number of options")
	}
	if chosen > *c.MaxValues {
		o.wrong("options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More default values than max_values")
	}
}

func (p *parts) input(o object, c *Component) {
	p.customID(o, c)
	if o.need("style") {
		c.Style = o.choice("style", 1, 2)
	}
	inLabel := strings.HasSuffix(o.path, "\x00component")
	if inLabel {
		if o.set("label") {
			o.wrong("label", "COMPONENT_LABEL_NOT_ALLOWED", "A text input in a label has no label of its own")
		}
	} else if o.need("label") {
		c.Label = o.text("label", 1, 45)
	}
	c.Placeholder = o.text("placeholder", 0, 100)
	c.MinLength, c.MaxLength = o.whole("min_length", 0, 4000), o.whole("max_length", 1, 4000)
	max := 4000
	if c.MaxLength != nil {
		max = *c.MaxLength
	}
	if c.MinLength != nil && *c.MinLength > max {
		o.wrong("min_length", "TEXT_INPUT_MIN_MAX_INVALID", "min_length must be less than or equal to max_length")
	}
	c.Value = o.text("value", 0, max)
	r := true
	if o.set("required") {
		r = o.truth("required")
	}
	c.Required = &r
}

func (p *parts) media(o object, key string) *Media {
	m, ok := o.inner(key)
	if !ok {
		o.need(key)
		return nil
	}
	if !m.need("url") {
		return nil
	}
	return &Media{URL: m.link("url", "http", "https", "attachment")}
}

// readModal reads the data of a callback of type 9.
func readModal(o object) *Modal {
	m := &Modal{}
	if o.need("custom_id") {
		m.CustomID = o.text("custom_id", 1, 100)
	}
	if o.need("title") {
		m.Title = o.text("title", 1, 45)
	}
	p := &parts{modal: true, ids: map[string]bool{}}
	if o.need("components") {
		for _, c := range o.items("components", 1, 5) {
			if x := p.read(c, typeRow, typeLabel, typeText); x != nil {
				m.Components = append(m.Components, x)
			}
		}
	}
	return m
}

// readChoices reads the data of a callback of type 8.
func readChoices(o object) []Choice {
	choices := []Choice{}
	if !o.need("choices") {
		return choices
	}
	for _, c := range o.items("choices", 0, 25) {
		x := Choice{Value: c.m["value"]}
		if c.need("name") {
			x.Name = c.text("name", 1, 100)
		}
		if c.need("value") {
			if _, ok := x.Value.(string); ok {
				c.text("value", 0, 100)
			}
		}
		choices = append(choices, x)
	}
	return choices
}
