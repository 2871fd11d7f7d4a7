package localcord

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"oneiros/bot/localcord/wire"
)

// Kinds of interactions, and of the answers to them.
const (
	askCommand  = 2
	askPress    = 3
	askComplete = 4
	askSubmit   = 5

	answerPong        = 1
	answerMessage     = 4
	answerDefer       = 5
	answerDeferUpdate = 6
	answerUpdate      = 7
	answerChoices     = 8
	answerModal       = 9
)

// An interaction is one press, command or form, and what became of it.
type interaction struct {
	ID       ID
	Token    string
	Kind     int
	Words    string // of a command: "dream play"
	User     ID
	Channel  ID
	Source   ID // the message whose component was used, also of the form that it opened
	Acked    bool
	Void     bool // nobody answered in time: the token is worth nothing
	Answer   int  // the kind of its answer
	Original ID   // the message that answered it, or that it updated
	Deferred bool // the next follow-up becomes the original
	Private  bool // the deferred answer is for one person
	Posted   []ID // follow-ups
	Modal    *Modal
	Nonce    string
	reason   string

	made    time.Time
	timer   *time.Timer
	done    chan struct{} // closed when it was answered or is void
	choices []Choice
	shown   *Message // as its answer left the message that it posted or updated
}

func (x *interaction) stop() {
	if x.timer != nil {
		x.timer.Stop()
	}
}

func (x *interaction) expired(now time.Time, life time.Duration) bool {
	return now.Sub(x.ID.Time()) >= life
}

func (s *Server) forget(x *interaction) {
	x.stop()
	delete(s.asked, x.ID)
	delete(s.tokens, x.Token)
}

// ask makes an interaction and sends it to the bot. The caller holds mu.
func (s *Server) ask(kind int, p *person, c *Channel, source *Message, data map[string]any, nonce string) *interaction {
	guild := s.guild
	if c.Type == channelDM {
		guild = ""
	}
	return s.askFrom(guild, kind, p, c, source, data, nonce)
}

// askFrom is ask on a server, or on none.
func (s *Server) askFrom(guild ID, kind int, p *person, c *Channel, source *Message, data map[string]any, nonce string) *interaction {
	x := &interaction{ID: s.newID(), Token: "aW50ZXJhY3Rpb24" + secret(40), Kind: kind, User: p.ID, Channel: c.ID, Nonce: nonce, made: time.Now(), done: make(chan struct{})}
	if source != nil {
		x.Source = source.ID
	}
	s.asked[x.ID], s.tokens[x.Token] = x, x
	s.tidy()
	s.journal.put("interaction", x.ID, x)
	x.timer = time.AfterFunc(s.answerWithin(), func() { s.late(x) })
	perms := s.memberPermissions(p)
	channel := s.channelWire(c)
	channel["permissions"] = strconv.FormatUint(perms, 10)
	m := map[string]any{
		"id": x.ID, "application_id": s.app, "type": kind, "token": x.Token, "version": 1, "data": data,
		"channel_id": c.ID, "channel": channel, "locale": p.Locale,
		"app_permissions": strconv.FormatUint(s.botPermissions(c), 10), "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": s.owners(c), "context": 0, "attachment_size_limit": wire.MaxFile,
	}
	if guild == "" {
		m["user"], m["context"] = p.user(), 1
	} else {
		m["guild_id"], m["guild_locale"] = guild, s.locale
		m["guild"] = map[string]any{"id": guild, "locale": s.locale, "features": []any{}}
		m["member"] = s.member(p)
	}
	if source != nil {
		m["message"] = s.wire(source)
	}
	s.dispatch(0, guild != "", "INTERACTION_CREATE", m)
	s.change()
	return x
}

// tidy forgets interactions whose tokens have ended an hour ago, so that a
// late use still hears 50027 and not that the webhook is unknown.
func (s *Server) tidy() {
	if len(s.asked)%256 != 0 {
		return
	}
	now := time.Now()
	for _, x := range s.asked {
		if x.expired(now, s.faults.tokenLife()+time.Hour) {
			s.forget(x)
			s.journal.drop("interaction", x.ID)
		}
	}
}

func (s *Server) member(p *person) map[string]any {
	return map[string]any{
		"user": p.user(), "nick": nil, "avatar": nil, "banner": nil, "roles": []ID{}, "joined_at": stamp(p.ID.Time()), "premium_since": nil,
		"deaf": false, "mute": false, "pending": false, "flags": 0, "communication_disabled_until": nil,
		"permissions": strconv.FormatUint(s.memberPermissions(p), 10),
	}
}

// late is what happens when an interaction's time is over.
func (s *Server) late(x *interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if x.Acked || x.Void {
		return
	}
	x.Void, x.reason = true, "The application did not respond"
	s.journal.put("interaction", x.ID, x)
	close(x.done)
	s.tellOne(x.User, event{"type": "interaction_failed", "nonce": x.Nonce, "interaction": x.ID, "reason": x.reason})
	s.change()
}

// settle notes that an interaction was answered. The caller holds mu.
func (s *Server) settle(x *interaction, kind int) {
	x.Acked, x.Answer = true, kind
	x.stop()
	s.journal.put("interaction", x.ID, x)
	close(x.done)
	if kind != answerChoices {
		s.tellOne(x.User, event{"type": "interaction_ok", "nonce": x.Nonce, "interaction": x.ID})
	}
	s.change()
}

// callback is POST /interactions/{id}/{token}/callback.
func (s *Server) callback(q *call) (int, any, error) {
	x := s.asked[ID(q.arg["id"])]
	if x == nil || x.Token != q.arg["token"] {
		return 0, nil, wire.ErrUnknownInteraction
	}
	if x.Acked {
		return 0, nil, wire.ErrAlreadyAcknowledged
	}
	if x.Void || time.Since(x.made) > s.answerWithin() {
		return 0, nil, wire.ErrUnknownInteraction
	}
	c := s.channels[x.Channel]
	if c == nil {
		return 0, nil, wire.ErrUnknownChannel
	}
	o := q.body.Object
	if !o.Require("type") {
		return 0, nil, o.Form.Err()
	}
	kind := o.OneOf("type", answerPong, answerMessage, answerDefer, answerDeferUpdate, answerUpdate, answerChoices, answerModal, 12)
	ok := map[int][]int{
		askCommand:  {answerMessage, answerDefer, answerModal},
		askPress:    {answerMessage, answerDefer, answerDeferUpdate, answerUpdate, answerModal},
		askComplete: {answerChoices},
		askSubmit:   {answerMessage, answerDefer},
	}[x.Kind]
	if x.Kind == askSubmit && x.Source != "" {
		ok = append(ok, answerDeferUpdate, answerUpdate)
	}
	if len(o.Form.Problems) == 0 && !slices.Contains(ok, kind) {
		o.Wrong("type", "BASE_TYPE_CHOICES", "Value must be one of {%s}.", wire.JoinInts(ok))
	}
	if err := o.Form.Err(); err != nil {
		return 0, nil, err
	}
	data, has := o.Child("data")
	if !has {
		data = wire.NewObject(map[string]any{}, "data", o.Form)
		if kind == answerMessage || kind == answerChoices || kind == answerModal {
			o.Require("data")
		}
	}
	var shown *Message
	var err error
	switch kind {
	case answerMessage:
		shown, err = s.answer(q, x, c, data)
	case answerDefer:
		shown, err = s.deferAnswer(x, c, data)
	case answerDeferUpdate:
		if shown = s.byID[x.Source]; shown == nil {
			err = wire.ErrUnknownMessage
		}
		x.Original = x.Source
	case answerUpdate:
		shown, err = s.updateSource(q, x, data)
	case answerChoices:
		x.choices = wire.ReadChoices(data)
		q.only = []ID{x.User}
	case answerModal:
		err = s.openModal(q, x, data)
	}
	if err == nil {
		err = o.Form.Err()
	}
	if err != nil {
		return 0, nil, err
	}
	if kind == answerMessage || kind == answerUpdate {
		x.shown = shown
	}
	s.settle(x, kind)
	if shown != nil && kind != answerDeferUpdate {
		q.shows(s, shown)
	}
	if q.r.URL.Query().Get("with_response") != "true" {
		return 204, nil, nil
	}
	about := map[string]any{"id": x.ID, "type": x.Kind, "channel_id": x.Channel}
	if c.Type != channelDM {
		about["guild_id"] = s.guild
	}
	out := map[string]any{"interaction": about}
	if shown != nil {
		about["response_message_id"] = shown.ID
		about["response_message_loading"], about["response_message_ephemeral"] = shown.Loading(), shown.Ephemeral()
		if kind == answerMessage || kind == answerUpdate {
			out["resource"] = map[string]any{"type": kind, "message": s.wire(shown)}
		}
	}
	return 200, out, nil
}

// audience of an answer: the one person, or "" for all.
func (x *interaction) only(flags int) ID {
	if flags&wire.FlagEphemeral != 0 {
		return x.User
	}
	return ""
}

func (s *Server) answer(q *call, x *interaction, c *Channel, data wire.Object) (*Message, error) {
	d := wire.ReadMessage(q.body, data, wire.ForResponse, nil)
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
	m, err := s.post(c, d, origin{author: s.bot, kind: kind, asked: x, ephemeral: x.only(d.Flags)})
	if err != nil {
		return nil, err
	}
	x.Original = m.ID
	return m, nil
}

func (s *Server) deferAnswer(x *interaction, c *Channel, data wire.Object) (*Message, error) {
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
	m, err := s.post(c, &wire.Draft{}, origin{author: s.bot, kind: kind, asked: x, ephemeral: x.only(flags), flags: wire.FlagLoading})
	if err != nil {
		return nil, err
	}
	x.Original, x.Deferred, x.Private = m.ID, true, flags != 0
	return m, nil
}

func (s *Server) updateSource(q *call, x *interaction, data wire.Object) (*Message, error) {
	old := s.byID[x.Source]
	if old == nil {
		return nil, wire.ErrUnknownMessage
	}
	d := wire.ReadMessage(q.body, data, wire.ForEdit, old)
	if err := data.Form.Err(); err != nil {
		return nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return nil, err
	}
	x.Original = m.ID
	return m, nil
}

func (s *Server) openModal(q *call, x *interaction, data wire.Object) error {
	m := wire.ReadModal(data)
	if err := data.Form.Err(); err != nil {
		return err
	}
	m.Interaction, m.Channel = x.ID, x.Channel
	x.Modal = m
	q.only = []ID{x.User}
	s.tellOne(x.User, event{"type": "modal", "nonce": x.Nonce, "interaction": x.ID, "channel": x.Channel, "custom_id": m.CustomID, "title": m.Title, "components": m.Components})
	return nil
}

// webhook finds the interaction behind a webhook's token.
func (s *Server) webhook(q *call) (*interaction, *Channel, error) {
	x := s.tokens[q.arg["token"]]
	if x == nil || ID(q.arg["app"]) != s.app {
		return nil, nil, wire.ErrUnknownWebhook
	}
	if x.expired(time.Now(), s.faults.tokenLife()) {
		return nil, nil, wire.ErrWebhookToken
	}
	if !x.Acked {
		return nil, nil, wire.ErrUnknownWebhook
	}
	c := s.channels[x.Channel]
	if c == nil {
		return nil, nil, wire.ErrUnknownChannel
	}
	return x, c, nil
}

// target finds the message that a webhook's request means: @original, or one
// that this interaction made.
func (s *Server) target(q *call) (*interaction, *Message, error) {
	x, _, err := s.webhook(q)
	if err != nil {
		return nil, nil, err
	}
	id := ID(q.arg["message"])
	if id == "@original" {
		id = x.Original
	} else if id != x.Original && !contains(x.Posted, id) {
		return nil, nil, wire.ErrUnknownMessage
	}
	m := s.byID[id]
	if m == nil {
		return nil, nil, wire.ErrUnknownMessage
	}
	return x, m, nil
}

func (s *Server) getHooked(q *call) (int, any, error) {
	_, m, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.wire(m), nil
}

func (s *Server) patchHooked(q *call) (int, any, error) {
	x, old, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForEdit, old)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	s.arrived(x, m)
	q.shows(s, m)
	return 200, s.wire(m), nil
}

// arrived notes that a deferred answer is there.
func (s *Server) arrived(x *interaction, m *Message) {
	if x.Deferred && m.ID == x.Original {
		x.Deferred = false
		s.journal.put("interaction", x.ID, x)
	}
}

func (s *Server) deleteHooked(q *call) (int, any, error) {
	x, m, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	s.drop(m)
	s.arrived(x, m)
	return 204, nil, nil
}

func (s *Server) postHooked(q *call) (int, any, error) {
	x, c, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	if x.Kind == askComplete {
		return 0, nil, wire.ErrUnknownWebhook
	}
	if old := s.byID[x.Original]; x.Deferred && old != nil {
		q.body.Fields["flags"] = json.Number(strconv.Itoa(flagsOf(q.body.Fields) &^ wire.FlagEphemeral)) // the defer has decided that
		d := wire.ReadMessage(q.body, q.body.Object, wire.ForResponse, old)
		if err := q.body.Form.Err(); err != nil {
			return 0, nil, err
		}
		if d.Empty() {
			return 0, nil, wire.ErrEmptyMessage
		}
		m, err := s.edit(old, d)
		if err != nil {
			return 0, nil, err
		}
		s.arrived(x, m)
		q.shows(s, m)
		return 200, s.wire(m), nil
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForResponse, nil)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if d.Empty() {
		return 0, nil, wire.ErrEmptyMessage
	}
	m, err := s.post(c, d, origin{author: s.bot, asked: x, ephemeral: x.only(d.Flags)})
	if err != nil {
		return 0, nil, err
	}
	x.Posted = append(x.Posted, m.ID)
	s.journal.put("interaction", x.ID, x)
	q.shows(s, m)
	return 200, s.wire(m), nil
}

func flagsOf(m map[string]any) int {
	n, err := strconv.Atoi(wire.Text(m["flags"]))
	if err != nil {
		return 0
	}
	return n
}

// What people do. Each returns an error in words for the person when the
// client should not have let him do it.

// mistake is what a person did that Discord's client does not allow.
type mistake string

func (m mistake) Error() string { return string(m) }

// press uses a component. The caller holds mu.
func (s *Server) press(p *person, message ID, customID string, values []string, nonce string) (*interaction, error) {
	m := s.byID[message]
	if m == nil || !s.sees(p.ID, m) {
		return nil, mistake("there is no such message")
	}
	var hit *Component
	wire.Walk(m.Components, func(c *Component) {
		if c.CustomID == customID && customID != "" {
			hit = c
		}
	})
	if hit == nil || hit.Disabled {
		return nil, mistake("there is nothing to press there")
	}
	if err := takes(hit, values); err != nil {
		return nil, err
	}
	return s.ask(askPress, p, s.channels[m.Channel], m, s.pressData(hit, customID, values), nonce), nil
}

func (s *Server) pressData(c *Component, customID string, values []string) map[string]any {
	data := map[string]any{"custom_id": customID, "component_type": c.Type, "id": c.Num}
	if c.IsMenu() {
		if values == nil {
			values = []string{}
		}
		data["values"] = values
	}
	if c.Type == wire.TypeUsers || c.Type == wire.TypeMentions {
		users, members := map[ID]any{}, map[ID]any{}
		for _, v := range values {
			if p := s.person(ID(v)); p != nil {
				users[p.ID] = p.user()
				w := s.member(p)
				delete(w, "user")
				members[p.ID] = w
			}
		}
		data["resolved"] = map[string]any{"users": users, "members": members}
	}
	return data
}

// takes looks whether a control may be used with these values.
func takes(c *Component, values []string) error {
	if !c.IsMenu() {
		if len(values) > 0 {
			return mistake("a button takes no values")
		}
		return nil
	}
	if len(values) < *c.MinValues || len(values) > *c.MaxValues {
		return mistake(fmt.Sprintf("between %d and %d must be chosen", *c.MinValues, *c.MaxValues))
	}
	for i, v := range values {
		known := c.Type != wire.TypeSelect || slices.ContainsFunc(c.Options, func(o wire.Option) bool { return o.Value == v })
		if !known || slices.Contains(values[:i], v) {
			return mistake("there is no such option")
		}
	}
	return nil
}

// A Field is what was written into one input of a form, or chosen in one menu.
type Field struct {
	CustomID string   `json:"custom_id"`
	Value    string   `json:"value"`
	Values   []string `json:"values,omitempty"`
}

// submit sends a form. The caller holds mu.
func (s *Server) submit(p *person, from ID, fields []Field, nonce string) (*interaction, error) {
	opened := s.asked[from]
	if opened == nil || opened.Modal == nil || opened.User != p.ID {
		return nil, mistake("there is no such form")
	}
	c := s.channels[opened.Channel]
	if c == nil {
		return nil, mistake("the channel is gone")
	}
	given := map[string]Field{}
	for _, f := range fields {
		given[f.CustomID] = f
	}
	var bad error
	wire.Walk(opened.Modal.Components, func(c *Component) {
		f := given[c.CustomID]
		if c.IsMenu() && bad == nil {
			bad = takes(c, f.Values)
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
			bad = mistake(fmt.Sprintf("a text must have between %d and %d characters", low, high))
		}
	})
	if bad != nil {
		return nil, bad
	}
	return s.ask(askSubmit, p, c, s.byID[opened.Source], submitData(opened.Modal, given), nonce), nil
}

func submitData(m *Modal, given map[string]Field) map[string]any {
	var build func(all []*Component) []any
	one := func(c *Component) map[string]any {
		w := map[string]any{"type": c.Type, "id": c.Num}
		switch {
		case c.Type == wire.TypeInput:
			w["custom_id"], w["value"] = c.CustomID, given[c.CustomID].Value
		case c.IsMenu():
			values := given[c.CustomID].Values
			if values == nil {
				values = []string{}
			}
			w["custom_id"], w["values"] = c.CustomID, values
		case c.Type == wire.TypeRow:
			w["components"] = build(c.Components)
		case c.Type == wire.TypeLabel && c.Component != nil:
			w["component"] = build([]*Component{c.Component})[0]
		}
		return w
	}
	build = func(all []*Component) []any {
		out := []any{}
		for _, c := range all {
			out = append(out, one(c))
		}
		return out
	}
	return map[string]any{"custom_id": m.CustomID, "components": build(m.Components)}
}

// path finds a command and the option list below its subcommand.
func (s *Server) path(p *person, c *Channel, name, sub string) (*Command, []*CommandOption, error) {
	for _, cmd := range s.commands {
		if cmd.Kind != 1 || cmd.Name != name || !s.usable(cmd, p, c) {
			continue
		}
		options := cmd.Options
		for _, word := range strings.Fields(sub) {
			i := slices.IndexFunc(options, func(o *CommandOption) bool {
				return o.Name == word && (o.Type == wire.OptionSub || o.Type == wire.OptionGroup)
			})
			if i < 0 {
				return nil, nil, mistake("there is no such command")
			}
			options = options[i].Options
		}
		for _, o := range options {
			if o.Type == wire.OptionSub || o.Type == wire.OptionGroup {
				return nil, nil, mistake("the command needs a subcommand")
			}
		}
		return cmd, options, nil
	}
	return nil, nil, mistake("there is no such command")
}

// command runs a chat command, or with focused set asks for suggestions. The
// caller holds mu.
func (s *Server) command(p *person, c *Channel, name, sub string, given map[string]any, focused, nonce string) (*interaction, error) {
	cmd, options, err := s.path(p, c, name, sub)
	if err != nil {
		return nil, err
	}
	if c.Archived {
		return nil, mistake("the thread is archived")
	}
	kind := askCommand
	if focused != "" {
		kind = askComplete
	}
	resolved := map[string]any{}
	var out []any
	used, asked := 0, false
	for _, o := range options {
		v, ok := given[o.Name]
		if ok && v != nil {
			used++
		}
		if !ok || v == nil || v == "" && o.Name != focused {
			if o.Required && focused == "" {
				return nil, mistake(fmt.Sprintf("the option %q is needed", o.Name))
			}
			if o.Name != focused {
				continue
			}
			v = ""
		}
		w := map[string]any{"name": o.Name, "type": o.Type}
		if o.Name == focused {
			if !o.Autocomplete {
				return nil, mistake("that option suggests nothing")
			}
			asked = true
			w["focused"], w["value"] = true, wire.Text(v) // half-written: a text, whatever its type
		} else if w["value"], err = s.optionValue(o, v, resolved, focused != ""); err != nil {
			return nil, err
		}
		out = append(out, w)
	}
	if used < len(given) && focused == "" {
		for name := range given {
			if !slices.ContainsFunc(options, func(o *CommandOption) bool { return o.Name == name }) {
				return nil, mistake(fmt.Sprintf("there is no option %q", name))
			}
		}
	}
	if focused != "" && !asked {
		return nil, mistake("there is no such option")
	}
	words := strings.Fields(sub)
	for i, word := range slices.Backward(words) {
		w := map[string]any{"name": word, "type": wire.OptionSub}
		if i == 0 && len(words) == 2 {
			w["type"] = wire.OptionGroup
		}
		if out == nil {
			out = []any{}
		}
		w["options"] = out
		out = []any{w}
	}
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": cmd.Kind}
	if out != nil {
		data["options"] = out
	}
	if len(resolved) > 0 {
		data["resolved"] = resolved
	}
	if cmd.Guild != "" {
		data["guild_id"] = cmd.Guild
	}
	x := s.ask(kind, p, c, nil, data, nonce)
	x.Words = strings.TrimSpace(name + " " + sub)
	return x, nil
}

// optionValue turns what a person gave into the JSON of the option's type.
func (s *Server) optionValue(o *CommandOption, v any, resolved map[string]any, lax bool) (any, error) {
	t := wire.Text(v)
	bad := mistake(fmt.Sprintf("%q is not possible for %q", t, o.Name))
	var out any = t
	number := 0.0
	switch o.Type {
	case wire.OptionString:
		n := utf8.RuneCountInString(t)
		if !lax && (n > 6000 || o.MinLen != nil && n < *o.MinLen || o.MaxLen != nil && n > *o.MaxLen) {
			return nil, bad
		}
	case wire.OptionInteger:
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil && !lax {
			return nil, bad
		}
		if err == nil {
			out, number = n, float64(n)
		}
	case wire.OptionNumber:
		f, err := strconv.ParseFloat(t, 64)
		if err != nil && !lax {
			return nil, bad
		}
		if err == nil {
			out, number = f, f
		}
	case wire.OptionBoolean:
		out = t == "true"
	case wire.OptionUser:
		p := s.person(ID(t))
		if p == nil {
			return nil, bad
		}
		resolved["users"] = merge(resolved["users"], p.ID, p.user())
		if p.Gone {
			break // Discord takes the id of anybody, and resolves a member where there is one
		}
		w := s.member(p)
		delete(w, "user")
		resolved["members"] = merge(resolved["members"], p.ID, w)
	case wire.OptionChannel:
		c := s.channels[ID(t)]
		if c == nil {
			return nil, bad
		}
		resolved["channels"] = merge(resolved["channels"], c.ID, s.channelWire(c))
	default:
		return nil, bad
	}
	if lax {
		return out, nil
	}
	if o.Min != nil && number < *o.Min || o.Max != nil && number > *o.Max {
		return nil, bad
	}
	if len(o.Choices) > 0 && !slices.ContainsFunc(o.Choices, func(c Choice) bool { return wire.Text(c.Value) == t }) {
		return nil, bad
	}
	return out, nil
}

func merge(into any, id ID, v any) map[ID]any {
	m, ok := into.(map[ID]any)
	if !ok {
		m = map[ID]any{}
	}
	m[id] = v
	return m
}
