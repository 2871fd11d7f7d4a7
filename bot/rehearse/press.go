package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
)

// private is what only the presser sees.
type private struct {
	panels  []discord.PanelToken // of answers that only the presser sees
	unknown int                  // such answers that may be there, and whose ids are not known
	channel discord.ID           // of direct messages
	message discord.ID           // there
}

// opened notes an answer that only the presser sees, also where its request was not answered.
func (p *private) opened(t discord.PanelToken, err error) {
	switch {
	case !t.Zero():
		p.panels = append(p.panels, t)
	case err == nil || discord.MayHaveArrived(err):
		p.unknown++
	}
}

// close deletes such an answer.
func (p *private) close(ctx context.Context, c *api.Client, t discord.PanelToken) error {
	err := c.DeletePanel(ctx, t)
	if err == nil {
		p.panels = slices.DeleteFunc(p.panels, func(one discord.PanelToken) bool { return one == t })
	}
	return err
}

// presses are those that the operator is asked for, and what waits for them.
type presses struct {
	client *api.Client
	tape   *tape
	say    func(string)
	wait   time.Duration // for one
	skip   <-chan struct{}

	came     chan *discord.Interaction
	waits    atomic.Value   // the custom id that is waited for; "" for none
	expected string         // likewise, also when it has come
	late     sync.WaitGroup // answers to presses that are not waited for
	by       discord.ID     // the first presser; 0 before
}

func newPresses(o Options, client *api.Client, tape *tape) *presses {
	p := &presses{client: client, tape: tape, say: o.Say, wait: o.Wait, skip: o.Skip, came: make(chan *discord.Interaction, 1)}
	if p.wait == 0 {
		p.wait = pressTime
	}
	return p
}

// expect says what is pressed next. It may come before it is waited for, as a form does that is
// sent quickly. What came as an earlier wait ended is acknowledged.
func (p *presses) expect(custom string) {
	p.waits.Store("")
	select {
	case ix := <-p.came:
		p.acknowledge(ix)
	default:
	}
	p.expected = custom
	p.waits.Store(custom)
}

// await waits for an interaction, and says what the operator does for it.
func (p *presses) await(ctx context.Context, custom, says string) (*discord.Interaction, error) {
	if p.expected != custom {
		p.expect(custom)
	}
	defer func() {
		p.expected = ""
		p.waits.Store("")
	}()
	p.say(fmt.Sprintf("  > %s (%v left; Enter skips it)", says, p.wait))
	late, each := time.NewTimer(p.wait), time.NewTicker(time.Second)
	defer late.Stop()
	defer each.Stop()
	for {
		select {
		case ix := <-p.came:
			select {
			case <-p.tape.hurry:
			default: // the step before was cut short by it
			}
			p.accept(ix, custom)
			return ix, nil
		case <-each.C:
			if p.tape.claim(customPrefix + custom) {
				return nil, errUnread
			}
		case <-late.C:
			return nil, errSkip(fmt.Sprintf("no press came in %v", p.wait))
		case <-p.skip:
			return nil, errSkip("the operator skipped it")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// errUnread is the error of a press that the gateway told of and the bot did not take.
var errUnread = errors.New("a press came that the bot cannot read")

// take takes a press that is expected, which has to be answered soon. Any other is acknowledged
// at once, so that the presser sees no failure and can press again.
func (p *presses) take(custom string, ix *discord.Interaction) {
	if !p.waits.CompareAndSwap(custom, "") {
		p.acknowledge(ix)
		return
	}
	offer(p.tape.hurry, struct{}{})
	p.came <- ix // it has room: one is expected at a time
}

// acknowledge answers a press with nothing.
func (p *presses) acknowledge(ix *discord.Interaction) {
	p.late.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), tapeKey{}, untaped), 3*time.Second)
		defer cancel()
		if _, err := p.client.Answer(ctx, ix, discord.DeferUpdate, nil); err == nil {
			p.say("  a press came before it was asked for; press again when it is")
		}
	})
}

// accept notes who pressed, and how late the press came.
func (p *presses) accept(ix *discord.Interaction, custom string) {
	p.tape.own(ix.ID)
	p.tape.name(ix.ID, "the press of "+custom)
	p.tape.name(ix.User.ID, "the presser")
	if p.by == 0 {
		p.by = ix.User.ID
	}
	if age, known := p.client.Sender().Clock().Age(ix.ID, ix.Received); known {
		p.tape.pressed(ix.ID, age)
	}
	p.say("  pressed")
}

// pressBoard answers with the board itself. Then both kinds of token edit it.
func pressBoard(ctx context.Context, r *run) error {
	ix, err := r.presses.await(ctx, "one", "press «Press me first» below the board")
	if err != nil {
		return err
	}
	original, err := r.client.Answer(ctx, ix, discord.Update, r.boardNow("The board, after a press.", 3))
	if err != nil {
		return err
	}
	if err := r.client.EditBoard(ctx, original.Board, r.boardNow("The board, edited by the press's token.", 3)); err != nil {
		return err
	}
	if err := r.client.Edit(ctx, r.Channel, r.board, r.boardNow("The board, edited by the bot's token.", 3)); err != nil {
		return err
	}
	_, err = r.tried(ctx, http.MethodPost, "/interactions/"+ix.ID.String()+"/"+ix.Token+"/callback", object{"type": discordgo.InteractionResponseDeferredMessageUpdate}, nil)
	return err
}

// uninterrupted is for requests that make what no list shows: when one is cut short, it is not
// known what to remove.
func uninterrupted(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), 2*lateAnswer)
}

// panel is a message for the presser alone.
func panel(text string, rows ...discord.Row) *discord.Message {
	return &discord.Message{Content: text, Embeds: []*discordgo.MessageEmbed{embed(text, "", 0)}, Components: rows}
}

// pressLate answers a press after more time than Discord waits for a first answer.
func pressLate(ctx context.Context, r *run) error {
	ix, err := r.presses.await(ctx, "two", "press «Press me second» below the board")
	if err != nil {
		return err
	}
	whole, cancel := uninterrupted(ctx)
	defer cancel()
	original, err := r.client.Answer(whole, ix, discord.DeferEphemeral, nil)
	r.private.opened(original.Panel, err)
	if err != nil {
		return err
	}
	if !discord.Sleep(ctx, lateAnswer) {
		return ctx.Err()
	}
	first := panel("Only you see this.")
	first.Embeds[0].Image = &discordgo.MessageEmbedImage{URL: "attachment://panel.png"}
	first.Files = []discord.File{{Name: "panel.png", Alt: "A picture for you", Data: drawing(5)}}
	if err := r.client.EditPanel(ctx, original.Panel, first); err != nil {
		return err
	}
	if err := r.asked(ctx, http.MethodGet, "/webhooks/"+ix.App.String()+"/"+ix.Token+"/messages/@original", nil, nil); err != nil {
		return err
	}
	next, end := uninterrupted(ctx)
	defer end()
	follow, err := r.client.FollowUp(next, ix, panel("This follows, and only you see it."))
	r.private.opened(follow, err)
	if err := r.readable(err); err != nil {
		return err
	}
	if !follow.Zero() { // else the bot could not read which it is
		if err := r.client.EditPanel(ctx, follow, panel("This followed, and was edited.")); err != nil {
			return err
		}
		if err := r.private.close(ctx, r.client, follow); err != nil {
			return err
		}
	}
	r.presses.expect("menu")
	return r.client.EditPanel(ctx, original.Panel, panel("Only you see this menu.", discord.Row{discord.Menu{
		CustomID: customPrefix + "menu", Placeholder: "Choose the moon", Options: []discord.MenuOption{
			{Label: "The moon", Value: "moon", Description: "It opens a form.", Emoji: "🌙"}, {Label: "The sun", Value: "sun", Description: "It opens the same form."},
		},
	}}))
}

// mention notifies the presser, and no other person.
func mention(ctx context.Context, r *run) error {
	who := r.presses.by
	m := &discord.Message{
		Content: "<@" + who.String() + ">, and not @everyone: a rehearsal mentions you once.", Public: true, Mentions: discord.Mentions{Users: []discord.ID{who}},
		Embeds: []*discordgo.MessageEmbed{embed("A message that mentions the presser.", "", who)},
	}
	id, err := r.made(r.client.Post(ctx, r.Channel, m))
	if err != nil {
		return err
	}
	r.tape.name(id, "the mention")
	return r.client.Delete(ctx, r.Channel, id)
}

// chooseForm answers a choice with a form.
func chooseForm(ctx context.Context, r *run) error {
	ix, err := r.presses.await(ctx, "menu", "choose a line of the menu in the answer that only you see")
	if err != nil {
		return err
	}
	r.presses.expect("form")
	return r.client.AnswerModal(ctx, ix, discord.Modal{CustomID: customPrefix + "form", Title: "Rehearsal", Rows: []discord.Row{
		{discord.Input{CustomID: "line", Label: "A line", Description: "Any text. It is not kept.", Placeholder: "Write something", Max: 100, Required: true}},
		{discord.Radio{CustomID: "radio", Label: "One of two", Options: []discord.MenuOption{{Label: "One", Value: "one", Default: true}, {Label: "Two", Value: "two"}}, Required: true}},
	}})
}

// sendForm answers a form with a message that Discord describes in its answer.
func sendForm(ctx context.Context, r *run) error {
	ix, err := r.presses.await(ctx, "form", "write any text into the form, and send it")
	if err != nil {
		return err
	}
	var sent discord.Sent
	m := panel("The form has come.")
	m.Sent = &sent
	whole, cancel := uninterrupted(ctx)
	defer cancel()
	original, err := r.client.Answer(whole, ix, discord.ReplyEphemeral, m)
	r.private.opened(original.Panel, err)
	if err := r.readable(err); err != nil {
		return err
	}
	if err := r.client.EditPanel(ctx, original.Panel, panel("The form has come, and this was edited.")); err != nil {
		return err
	}
	return r.private.close(ctx, r.client, original.Panel)
}

// pressDirect answers a press in direct messages, where all messages are private.
func pressDirect(ctx context.Context, r *run) error {
	if r.presses.by == 0 {
		return errSkip("no press came, so it is not known to whom to write")
	}
	_, _, err := r.client.MemberUser(ctx, r.Guild, r.presses.by)
	if err := r.readable(err); err != nil {
		return err
	}
	at, err := r.made(r.client.DM(ctx, r.presses.by))
	if err != nil {
		return err
	}
	r.private.channel = at
	r.tape.own(at)
	r.tape.name(at, "the direct messages")
	page := func(text string) *discord.Message {
		m := panel(text, discord.Row{discord.Button{CustomID: customPrefix + "direct", Label: "Press me third", Style: discordgo.SuccessButton}})
		m.Direct = at
		return m
	}
	r.presses.expect("direct")
	whole, cancel := uninterrupted(ctx)
	defer cancel()
	if r.private.message, err = r.made(r.client.Post(whole, at, page("A message to you alone."))); err != nil {
		return err
	}
	r.tape.name(r.private.message, "the private message")
	ix, err := r.presses.await(ctx, "direct", "open the direct messages of the bot, and press «Press me third»")
	if err != nil {
		return err
	}
	original, err := r.client.Answer(ctx, ix, discord.Update, page("A message to you alone, after a press."))
	if err != nil {
		return err
	}
	if err := r.client.EditPanel(ctx, original.Panel, page("Edited by the press's token.")); err != nil {
		return err
	}
	return r.client.Edit(ctx, at, r.private.message, page("Edited by the bot's token."))
}
