package localcord

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/stream"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// interactions serve the endpoints of interactions and their webhooks, and begin an
// interaction for what people do.
type interactions struct {
	gateway
	within  time.Duration // in which the bot has to answer
	asked   map[ID]*interaction
	presses map[ID]uint64 // the last interaction of each person
	tokens  map[string]*interaction
}

// Types of interactions, and of callbacks.
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
	Void     bool // the bot did not answer in time, so its token is not valid
	Answer   int  // the type of its callback
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
	shown   *Message // the message that the answer posted or updated, as it was then
}

func (x *interaction) stop() {
	if x.timer != nil {
		x.timer.Stop()
	}
}

func (x *interaction) expired(now time.Time, life time.Duration) bool {
	return now.Sub(x.ID.Time()) >= life
}

func (s *interactions) forget(x *interaction) {
	x.stop()
	delete(s.asked, x.ID)
	delete(s.tokens, x.Token)
}

// newPress is the snowflake of an interaction, greater than those of the person before.
// Discord's workers count their ids for themselves. So does the worker of a person here.
// What is posted at that moment, and what others press, changes no id of a press then.
func (s *interactions) newPress(p *world.Person) ID {
	worker := uint64(slices.Index(s.w.People.All(), p)) & (1<<12 - 1)
	n := uint64(s.w.Now().UnixMilli()-wire.Epoch)<<22 | pressWorker | worker<<9
	if last := s.presses[p.ID]; n <= last {
		if n = last + 1; n%(1<<9) == 0 { // the next worker's
			n = (last>>22+1)<<22 | pressWorker | worker<<9
		}
	}
	s.presses[p.ID] = n
	return ID(strconv.FormatUint(n, 10))
}

// pressWorker is a bit of the ids of interactions. No other id has it.
const pressWorker = 1 << 21

// ask makes an interaction and sends it to the bot. The caller holds mu.
func (s *interactions) ask(kind int, p *world.Person, c *Channel, source *Message, data map[string]any, nonce string) *interaction {
	return s.askFrom(c.Guild, kind, p, c, source, data, nonce, nil)
}

// askFrom is ask with a guild, where "" is a direct message, and with what is claimed
// of the source.
func (s *interactions) askFrom(guild ID, kind int, p *world.Person, c *Channel, source *Message, data map[string]any, nonce string, claims map[string]any) *interaction {
	id := s.newPress(p)
	x := &interaction{ID: id, Token: "aW50ZXJhY3Rpb24" + world.Secret(s.w.Luck.Of("interaction", id), 40), Kind: kind, User: p.ID, Channel: c.ID, Nonce: nonce, made: time.Now(), done: make(chan struct{})}
	if source != nil {
		x.Source = source.ID
	}
	s.asked[x.ID], s.tokens[x.Token] = x, x
	s.tidy()
	s.w.Journal.Put("interaction", x.ID, x)
	x.timer = time.AfterFunc(s.answerWithin(), func() { s.late(x) })
	channel := s.w.Channels.Wire(c)
	g := s.w.Guilds.Find(c.Guild)
	if c.Type != world.ChannelDM {
		channel["permissions"] = strconv.FormatUint(g.Permissions(p.ID), 10)
	}
	m := map[string]any{
		"id": x.ID, "application_id": s.w.App, "type": kind, "token": x.Token, "version": 1, "data": data,
		"channel_id": c.ID, "channel": channel, "locale": p.Locale,
		"app_permissions": strconv.FormatUint(s.w.Permissions.App(c), 10), "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": s.w.Channels.Owners(c), "context": 0, "attachment_size_limit": wire.MaxFile,
	}
	if guild == "" {
		m["user"], m["context"] = p.User(), 1
	} else {
		if g == nil { // a forged press in direct messages
			g = s.w.Guilds.Home()
		}
		m["guild_id"], m["guild_locale"] = guild, g.Locale
		m["guild"] = map[string]any{"id": guild, "locale": g.Locale, "features": g.Features()}
		m["member"] = g.Member(p)
	}
	if source != nil {
		m["message"] = s.claimed(source, claims)
	}
	s.w.Sessions.Dispatch(0, guild, "INTERACTION_CREATE", m)
	s.w.Wake()
	return x
}

// keep writes the interactions to the journal whose tokens are still valid, and forgets the others.
func (s *interactions) keep() {
	for _, id := range slices.SortedFunc(maps.Keys(s.asked), ID.Compare) {
		if x := s.asked[id]; !x.expired(s.w.Now(), s.w.Faults.On.Life()) {
			s.w.Journal.Put("interaction", id, x)
		} else {
			s.forget(x)
		}
	}
}

// replay takes a line of the journal about an interaction as it was written.
func (s *interactions) replay(l journal.Line) error {
	if l.Drop != "" {
		if x := s.asked[l.ID]; x != nil {
			s.forget(x)
		}
		return nil
	}
	x := &interaction{done: make(chan struct{})}
	if err := json.Unmarshal(l.V, x); err != nil {
		return err
	}
	s.replayInteraction(x)
	return nil
}

// claimed is a message as the bot gets it, with other members in place of some.
func (s *interactions) claimed(m *Message, claims map[string]any) any {
	if len(claims) == 0 {
		return s.w.Messages.Wire(m)
	}
	told := map[string]any{}
	b, err := json.Marshal(s.w.Messages.Wire(m))
	if err == nil {
		err = json.Unmarshal(b, &told)
	}
	if err != nil { // never: it is made of our own structs
		s.w.Log.Error().Err(err).Msg("encode message failed")
	}
	for k, v := range claims {
		if told[k] = v; v == nil {
			delete(told, k)
		}
	}
	return told
}

// tidy forgets interactions an hour after their tokens have ended. Until then a late
// call gets 50027, and not that the webhook is unknown.
func (s *interactions) tidy() {
	if len(s.asked)%256 != 0 {
		return
	}
	now := s.w.Now()
	for _, x := range s.asked {
		if x.expired(now, s.w.Faults.On.Life()+time.Hour) {
			s.forget(x)
			s.w.Journal.Drop("interaction", x.ID)
		}
	}
}

// late fails an interaction that was not answered in time.
func (s *interactions) late(x *interaction) {
	s.w.Lock()
	defer s.w.Unlock()
	if x.Acked || x.Void {
		return
	}
	x.Void, x.reason = true, "The application did not respond"
	s.w.Journal.Put("interaction", x.ID, x)
	close(x.done)
	s.w.Streams.TellOne(x.User, stream.Event{"type": "interaction_failed", "nonce": x.Nonce, "interaction": x.ID, "reason": x.reason})
	s.w.Wake()
}

// settle notes that an interaction was answered. The caller holds mu.
func (s *interactions) settle(x *interaction, kind int) {
	x.Acked, x.Answer = true, kind
	x.stop()
	s.w.Journal.Put("interaction", x.ID, x)
	close(x.done)
	if kind != answerChoices {
		s.w.Streams.TellOne(x.User, stream.Event{"type": "interaction_ok", "nonce": x.Nonce, "interaction": x.ID})
	}
	s.w.Wake()
}

// callback is POST /interactions/{id}/{token}/callback.
func (s *interactions) callback(q *call) (int, any, error) {
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
	c := s.w.Channels.Find(x.Channel)
	if c == nil {
		return 0, nil, wire.ErrUnknownChannel
	}
	o := q.body.Object
	kind, err := callbackType(x, o)
	if err != nil {
		return 0, nil, err
	}
	data, has := o.Child("data")
	if !has {
		data = wire.NewObject(map[string]any{}, "data", o.Form)
		if kind == answerMessage || kind == answerChoices || kind == answerModal {
			o.Require("data")
		}
	}
	shown, err := s.carryOut(q, x, c, kind, data)
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
		q.shows(s.w.Channels.Find(shown.Channel), shown)
	}
	if q.r.URL.Query().Get("with_response") != "true" {
		return 204, nil, nil
	}
	return 200, s.callbackResponse(x, c, shown), nil
}

// callbackType reads the type of a callback, which has to fit the interaction.
func callbackType(x *interaction, o wire.Object) (int, error) {
	if !o.Require("type") {
		return 0, o.Form.Err()
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
	return kind, o.Form.Err()
}

// carryOut does what a callback says, and returns the message that it shows.
func (s *interactions) carryOut(q *call, x *interaction, c *Channel, kind int, data wire.Object) (shown *Message, err error) {
	switch kind {
	case answerMessage:
		return s.answer(q, x, c, data)
	case answerDefer:
		return s.deferAnswer(x, c, data)
	case answerDeferUpdate:
		x.Original = x.Source
		if shown = s.w.Messages.Find(x.Source); shown == nil {
			err = wire.ErrUnknownMessage
		}
	case answerUpdate:
		return s.updateSource(q, x, data)
	case answerChoices:
		x.choices = wire.ReadChoices(data)
		q.channel, q.only = x.Channel, []ID{x.User}
	case answerModal:
		err = s.openModal(q, x, data)
	}
	return shown, err
}

// callbackResponse is the answer to a bot that asked for a response.
func (s *interactions) callbackResponse(x *interaction, c *Channel, shown *Message) map[string]any {
	about := map[string]any{"id": x.ID, "type": x.Kind, "channel_id": x.Channel}
	if c.Type != world.ChannelDM {
		about["guild_id"] = c.Guild
	}
	out := map[string]any{"interaction": about}
	if shown != nil {
		about["response_message_id"] = shown.ID
		about["response_message_loading"], about["response_message_ephemeral"] = shown.Loading(), shown.Ephemeral()
		if x.Answer == answerMessage || x.Answer == answerUpdate {
			out["resource"] = map[string]any{"type": x.Answer, "message": s.w.Messages.Wire(shown)}
		}
	}
	return out
}

// answerWithin is how long the bot has for the answer to an interaction.
func (s *interactions) answerWithin() time.Duration { return s.w.Faults.On.Within(s.within) }

// meta is what a message in a channel says of the interaction that it answers.
func (s *interactions) meta(x *interaction, c *world.Channel) *wire.Meta {
	m := &wire.Meta{ID: x.ID, Type: x.Kind, Name: x.Words, Owners: s.w.Channels.Owners(c), InteractedMessage: x.Source}
	if p := s.w.People.Find(x.User); p != nil {
		m.User = p.User()
	}
	if x.Original != "" && x.Original != x.Source {
		m.OriginalResponse = x.Original
	}
	return m
}

// only is the one person who sees an answer with these flags; "" is every person.
func (x *interaction) only(flags int) ID {
	if flags&wire.FlagEphemeral != 0 {
		return x.User
	}
	return ""
}

func (s *interactions) answer(q *call, x *interaction, c *Channel, data wire.Object) (*Message, error) {
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
	m, err := s.w.Messages.Post(c, d, world.Origin{Author: s.w.Bot, Kind: kind, Answers: s.meta(x, c), Ephemeral: x.only(d.Flags)})
	if err != nil {
		return nil, err
	}
	x.Original = m.ID
	return m, nil
}

func (s *interactions) deferAnswer(x *interaction, c *Channel, data wire.Object) (*Message, error) {
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

func (s *interactions) updateSource(q *call, x *interaction, data wire.Object) (*Message, error) {
	old := s.w.Messages.Find(x.Source)
	if old == nil {
		return nil, wire.ErrUnknownMessage
	}
	d := wire.ReadMessage(q.body, data, wire.ForEdit, old)
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

func (s *interactions) openModal(q *call, x *interaction, data wire.Object) error {
	m := wire.ReadModal(data)
	if err := data.Form.Err(); err != nil {
		return err
	}
	m.Interaction, m.Channel = x.ID, x.Channel
	x.Modal = m
	q.channel, q.only = x.Channel, []ID{x.User}
	s.w.Streams.TellOne(x.User, stream.Event{"type": "modal", "nonce": x.Nonce, "interaction": x.ID, "channel": x.Channel, "custom_id": m.CustomID, "title": m.Title, "components": m.Components})
	return nil
}

// webhook finds the interaction behind a webhook's token.
func (s *interactions) webhook(q *call) (*interaction, *Channel, error) {
	x := s.tokens[q.arg["token"]]
	if x == nil || ID(q.arg["app"]) != s.w.App {
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
func (s *interactions) target(q *call) (*interaction, *Message, error) {
	x, _, err := s.webhook(q)
	if err != nil {
		return nil, nil, err
	}
	id := ID(q.arg["message"])
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

func (s *interactions) getHooked(q *call) (int, any, error) {
	_, m, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	return 200, s.w.Messages.Wire(m), nil
}

func (s *interactions) patchHooked(q *call) (int, any, error) {
	x, old, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForEdit, old)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if !old.Ephemeral() {
		if err := s.w.Messages.PaceOld(old); err != nil {
			return 0, nil, err
		}
	}
	m, err := s.w.Messages.Edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	s.arrived(x, m)
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}

// arrived notes that a deferred answer has come.
func (s *interactions) arrived(x *interaction, m *Message) {
	if x.Deferred && m.ID == x.Original {
		x.Deferred = false
		s.w.Journal.Put("interaction", x.ID, x)
	}
}

func (s *interactions) deleteHooked(q *call) (int, any, error) {
	x, m, err := s.target(q)
	if err != nil {
		return 0, nil, err
	}
	s.w.Messages.Drop(m)
	s.arrived(x, m)
	return 204, nil, nil
}

func (s *interactions) postHooked(q *call) (int, any, error) {
	x, c, err := s.webhook(q)
	if err != nil {
		return 0, nil, err
	}
	if x.Kind == askComplete {
		return 0, nil, wire.ErrUnknownWebhook
	}
	if old := s.w.Messages.Find(x.Original); x.Deferred && old != nil {
		q.body.Fields["flags"] = json.Number(strconv.Itoa(flagsOf(q.body.Fields) &^ wire.FlagEphemeral)) // the deferred answer has decided who sees it
		d := wire.ReadMessage(q.body, q.body.Object, wire.ForResponse, old)
		if err := q.body.Form.Err(); err != nil {
			return 0, nil, err
		}
		if d.Empty() {
			return 0, nil, wire.ErrEmptyMessage
		}
		m, err := s.w.Messages.Edit(old, d)
		if err != nil {
			return 0, nil, err
		}
		s.arrived(x, m)
		q.shows(s.w.Channels.Find(m.Channel), m)
		return 200, s.w.Messages.Wire(m), nil
	}
	d := wire.ReadMessage(q.body, q.body.Object, wire.ForResponse, nil)
	if err := q.body.Form.Err(); err != nil {
		return 0, nil, err
	}
	if d.Empty() {
		return 0, nil, wire.ErrEmptyMessage
	}
	m, err := s.w.Messages.Post(c, d, world.Origin{Author: s.w.Bot, Answers: s.meta(x, c), Ephemeral: x.only(d.Flags)})
	if err != nil {
		return 0, nil, err
	}
	x.Posted = append(x.Posted, m.ID)
	if s.answersBelow(x) && x.shown == nil {
		x.shown = m
	}
	s.w.Journal.Put("interaction", x.ID, x)
	q.shows(s.w.Channels.Find(m.Channel), m)
	return 200, s.w.Messages.Wire(m), nil
}

// answersBelow reports whether the press of a person was taken on a message of a channel
// that stays as it is. Then a follow-up is what they look for. The caller holds mu.
func (s *interactions) answersBelow(x *interaction) bool {
	m, c := s.w.Messages.Find(x.Source), s.w.Channels.Find(x.Channel)
	return x.Answer == answerDeferUpdate && m != nil && !m.Ephemeral() && c != nil && c.Type != world.ChannelDM
}

func flagsOf(m map[string]any) int {
	n, err := strconv.Atoi(wire.Text(m["flags"]))
	if err != nil {
		return 0
	}
	return n
}
