package localcord

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

// A Person acts as one of the people, for tests. Its methods check what Discord's
// client and server check before the bot gets anything. Only Forge does not.
type Person struct {
	s  *Server
	id ID
}

// ErrNoAnswer is the failure of an interaction that the bot did not answer in
// time.
var ErrNoAnswer = errors.New("the application did not respond")

// ID is the person's id.
func (p *Person) ID() ID { return p.id }

// Name is the person's name.
func (p *Person) Name() string {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.People.Find(p.id).Name
}

// SetLocale changes the language of the person's Discord.
func (p *Person) SetLocale(locale string) error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.People.Rename(p.s.w.People.Find(p.id), nil, &locale)
}

// Rename changes the person's name.
func (p *Person) Rename(name string) error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.People.Rename(p.s.w.People.Find(p.id), &name, nil)
}

// Leave leaves the first server. Only bots with the privileged intent of members are told.
func (p *Person) Leave() error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.Guilds.Leave(p.s.w.Guilds.Home(), p.s.w.People.Find(p.id), false)
}

// Banned leaves the first server because a moderator has banned the person. Bots are told.
func (p *Person) Banned() error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.Guilds.Leave(p.s.w.Guilds.Home(), p.s.w.People.Find(p.id), true)
}

// Return comes back to the first server.
func (p *Person) Return() error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.Guilds.Enter(p.s.w.Guilds.Home(), p.s.w.People.Find(p.id))
}

// Messages are the messages of a channel that the person sees, oldest first.
func (p *Person) Messages(channel ID) []*Message {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.Messages.VisibleTo(p.id, channel)
}

// Message is a message as it is now, nil if the person does not see it.
func (p *Person) Message(id ID) *Message {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	if m := p.s.w.Messages.Find(id); m != nil && p.s.w.Messages.Sees(p.id, m) {
		return m
	}
	return nil
}

// Panels are the ephemeral messages that the person sees in a channel, oldest
// first.
func (p *Person) Panels(channel ID) []*Message {
	return slices.DeleteFunc(p.Messages(channel), func(m *Message) bool { return !m.Ephemeral() })
}

// Last is the newest message of a channel that the person sees, nil if none.
func (p *Person) Last(channel ID) *Message {
	all := p.Messages(channel)
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// Direct is the direct channel with the bot; "" when there is none.
func (p *Person) Direct() ID {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	if c := p.s.w.Channels.Direct(p.id); c != nil {
		return c.ID
	}
	return ""
}

// OpenDirect opens the conversation with the bot, as a person does who writes to it
// first, and returns its channel.
func (p *Person) OpenDirect() (ID, error) {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	if !p.s.w.People.IsAnywhere(p.s.w.People.Find(p.id)) {
		return "", world.ErrGone
	}
	return p.s.w.Channels.OpenDirect(p.id).ID, p.s.w.Journal.Failure()
}

// WaitFor returns nil once the condition is true, as Server.Wait.
func (p *Person) WaitFor(ctx context.Context, condition func() bool) error {
	return p.s.w.Wait(ctx, condition)
}

// See waits for a message of the channel, newest first, that the person sees
// and for which ok is true. When the context ends first, the error quotes what
// the person sees.
func (p *Person) See(ctx context.Context, channel ID, ok func(*Message) bool) (*Message, error) {
	var found *Message
	err := p.s.w.Wait(ctx, func() bool {
		for _, m := range slices.Backward(p.Messages(channel)) {
			if ok(m) {
				found = m
				return true
			}
		}
		return false
	})
	if err != nil {
		var texts []string
		for _, m := range p.Messages(channel) {
			texts = append(texts, m.Text())
		}
		return nil, fmt.Errorf("%s sees no such message: %w; sees:\n%s", p.Name(), err, strings.Join(texts, "\n---\n"))
	}
	return found, nil
}

// A Reply is what came of an interaction.
type Reply struct {
	Interaction ID
	Message     *Message // as the answer posted or updated it, or still loading; nil with a Modal
	Modal       *Modal
	Updated     bool // the Message is the one that was pressed
	Deferred    bool // the bot asked for more time, so the Message will still change
}

// Command runs a chat command, as "dream play", and waits for its answer.
// Values are strings, numbers, booleans, or ids of people and channels.
func (p *Person) Command(ctx context.Context, channel ID, words string, options map[string]any) (*Reply, error) {
	name, sub, _ := strings.Cut(words, " ")
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		c := p.s.w.Channels.Find(channel)
		if c == nil || !p.s.w.Channels.IsOpen(c, p.id) {
			return nil, world.ClientError("there is no such channel")
		}
		return p.s.asked.Client().Command(me, c, name, sub, options, "", "")
	})
}

// Complete asks for suggestions for a half-written option.
func (p *Person) Complete(ctx context.Context, channel ID, words, option, typed string, given map[string]any) ([]Choice, error) {
	name, sub, _ := strings.Cut(words, " ")
	options := map[string]any{option: typed}
	for k, v := range given {
		options[k] = v
	}
	options[option] = typed
	var asked *interaction.Interaction
	_, err := p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		c := p.s.w.Channels.Find(channel)
		if c == nil || !p.s.w.Channels.IsOpen(c, p.id) {
			return nil, world.ClientError("there is no such channel")
		}
		x, err := p.s.asked.Client().Command(me, c, name, sub, options, option, "")
		asked = x
		return x, err
	})
	if err != nil {
		return nil, err
	}
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return asked.Choices(), nil
}

// Press presses a button of a message and waits for the answer. The button is named
// by its label, a part of the label, or its custom id.
func (p *Person) Press(ctx context.Context, message ID, button string) (*Reply, error) {
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		m := p.s.w.Messages.Find(message)
		if m == nil || !p.s.w.Messages.Sees(p.id, m) {
			return nil, world.ClientError("there is no such message")
		}
		b := m.Button(button)
		if b == nil {
			return nil, world.ClientError(fmt.Sprintf("there is no button %q on\n%s", button, m.Text()))
		}
		return p.s.asked.Client().Press(me, message, b.CustomID, nil, "")
	})
}

// Choose chooses options of a menu by their labels or values, and waits for
// the answer. The menu is named by its custom id, its placeholder, or an
// option's label or value; "" is the first.
func (p *Person) Choose(ctx context.Context, message ID, menu string, options ...string) (*Reply, error) {
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		m := p.s.w.Messages.Find(message)
		if m == nil || !p.s.w.Messages.Sees(p.id, m) {
			return nil, world.ClientError("there is no such message")
		}
		c := m.Menu(menu)
		if c == nil {
			return nil, world.ClientError(fmt.Sprintf("there is no menu %q on\n%s", menu, m.Text()))
		}
		values := slices.Clone(options)
		for i, v := range values {
			for _, o := range c.Options {
				if o.Label == v {
					values[i] = o.Value
				}
			}
		}
		return p.s.asked.Client().Press(me, message, c.CustomID, values, "")
	})
}

// Submit fills a form's text inputs in order and sends it. Other fields stay as they are.
func (p *Person) Submit(ctx context.Context, form *Modal, values ...string) (*Reply, error) {
	inputs := form.Inputs()
	if len(values) > len(inputs) {
		return nil, world.ClientError(fmt.Sprintf("the form has only %d inputs", len(inputs)))
	}
	answers := map[string][]string{}
	for i, v := range values {
		answers[inputs[i].CustomID] = []string{v}
	}
	return p.Fill(ctx, form, answers)
}

// Fill fills fields of a form by their custom ids and sends it. Of a menu all values are given.
// Other fields stay as they are.
func (p *Person) Fill(ctx context.Context, form *Modal, answers map[string][]string) (*Reply, error) {
	fields, err := filling(form, answers)
	if err != nil {
		return nil, err
	}
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		return p.s.asked.Client().Submit(me, form.Interaction, fields, "")
	})
}

// filling are the fields of a form as they are sent.
func filling(form *Modal, answers map[string][]string) (fields []Field, err error) {
	left := maps.Clone(answers)
	wire.Walk(form.Components, func(c *Component) {
		if !c.IsField() {
			return
		}
		values, given := answers[c.CustomID]
		if delete(left, c.CustomID); !given {
			values = c.Filling()
		}
		f := Field{CustomID: c.CustomID, Values: values}
		if !c.IsMenu() && len(values) > 0 {
			f.Value, f.Values = values[0], nil
		}
		fields = append(fields, f)
	})
	for id := range left {
		return nil, world.ClientError(fmt.Sprintf("the form has no field %q", id))
	}
	return fields, nil
}

// SubmitFile fills a form as Submit does, puts a file into its field for files, and sends
// it.
func (p *Person) SubmitFile(ctx context.Context, form *Modal, file FormFile, values ...string) (*Reply, error) {
	answers := map[string][]string{}
	for i, c := range form.Inputs()[:min(len(values), len(form.Inputs()))] {
		answers[c.CustomID] = []string{values[i]}
	}
	fields, err := filling(form, answers)
	if err != nil {
		return nil, err
	}
	wire.Walk(form.Components, func(c *Component) {
		if c.Type == wire.TypeUpload {
			i := slices.IndexFunc(fields, func(f Field) bool { return f.CustomID == c.CustomID })
			fields[i].Files = []FormFile{file}
		}
	})
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) {
		return p.s.asked.Client().Submit(me, form.Interaction, fields, "")
	})
}

// Say writes a message.
func (p *Person) Say(channel ID, text string) (*Message, error) {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	c := p.s.w.Channels.Find(channel)
	if c == nil || !p.s.w.Channels.IsOpen(c, p.id) {
		return nil, world.ClientError("there is no such channel")
	}
	return p.s.w.Messages.Say(p.s.w.People.Find(p.id), c, text)
}

// Dismiss takes an ephemeral message away.
func (p *Person) Dismiss(message ID) error {
	p.s.w.Lock()
	defer p.s.w.Unlock()
	return p.s.w.Messages.Dismiss(p.s.w.People.Find(p.id), message)
}

// Interested has the person be interested in an event of a server that they are on, or no longer.
func (p *Person) Interested(id ID, is bool) error {
	s := p.s
	s.w.Lock()
	defer s.w.Unlock()
	g, i := s.w.Events.Find(id)
	if g == nil {
		return world.ErrNoEvent
	}
	if err := s.w.Events.SetInterest(g, i, s.w.People.Find(p.id), is); err != nil {
		return err
	}
	return s.w.Journal.Failure()
}

// Forge sends a forged interaction and waits for the answer.
func (p *Person) Forge(ctx context.Context, f Forged) (*Reply, error) {
	return p.do(ctx, func(me *world.Person) (*interaction.Interaction, error) { return p.s.asked.Client().Forge(me, f) })
}

// do begins an interaction and waits until it is answered or has failed.
func (p *Person) do(ctx context.Context, begin func(*world.Person) (*interaction.Interaction, error)) (*Reply, error) {
	p.s.w.Lock()
	if p.s.w.Closed {
		p.s.w.Unlock()
		return nil, world.ClientError("the server has stopped")
	}
	me := p.s.w.People.Find(p.id)
	if !p.s.w.People.IsAnywhere(me) {
		p.s.w.Unlock()
		return nil, world.ErrGone
	}
	x, err := begin(me)
	p.s.w.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case <-x.Done():
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for an answer: %w", context.Cause(ctx))
	}
	p.awaitBelow(ctx, x)
	p.s.w.Lock()
	defer p.s.w.Unlock()
	r := &Reply{Interaction: x.ID}
	if x.Void {
		return r, ErrNoAnswer
	}
	switch x.Answer {
	case interaction.AnswerModal:
		r.Modal = x.Modal
	case interaction.AnswerChoices:
	default:
		if r.Message = x.Shown(); r.Message == nil {
			r.Message = p.s.w.Messages.Find(x.Original)
		}
		below := x.Shown() != nil && x.Answer == interaction.AnswerDeferUpdate
		r.Updated = x.Answer == interaction.AnswerUpdate || x.Answer == interaction.AnswerDeferUpdate && !below
		r.Deferred = x.Answer == interaction.AnswerDeferUpdate && !below || x.Answer == interaction.AnswerDefer
	}
	return r, nil
}

// lookBelow is how long a person looks for an answer below a message that stays as it is.
const lookBelow = 3 * time.Second

// awaitBelow waits for the follow-up that is the answer to a press, for as long as
// a person looks for it.
func (p *Person) awaitBelow(ctx context.Context, x *interaction.Interaction) {
	p.s.w.Lock()
	below := p.s.asked.AnswersBelow(x)
	p.s.w.Unlock()
	if !below {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, lookBelow)
	defer cancel()
	seen := p.s.w.Wait(ctx, func() bool {
		p.s.w.Lock()
		defer p.s.w.Unlock()
		return x.Shown() != nil
	})
	if seen != nil {
		p.s.w.Log.Debug().Err(seen).Msg("nothing came below")
	}
}
