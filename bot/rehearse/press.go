package rehearse

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// private is what only the presser sees.
type private struct {
	presser discord.ID
	panel   discord.PanelToken // of the answer with the menu
	channel discord.ID         // of direct messages
	message discord.ID         // there
}

// expect says what is pressed next. It may come before it is waited for, as a form does that is
// sent quickly. What came as an earlier wait ended is acknowledged.
func (r *run) expect(custom string) {
	r.waits.Store("")
	select {
	case ix := <-r.presses:
		r.acknowledge(ix)
	default:
	}
	r.expected = custom
	r.waits.Store(custom)
}

// await waits for an interaction, and says what the operator does for it.
func (r *run) await(ctx context.Context, custom, says string) (*discord.Interaction, error) {
	if r.expected != custom {
		r.expect(custom)
	}
	defer func() {
		r.expected = ""
		r.waits.Store("")
	}()
	r.Say(fmt.Sprintf("  > %s (%v left; Enter skips it)", says, r.Wait))
	late, each := time.NewTimer(r.Wait), time.NewTicker(time.Second)
	defer late.Stop()
	defer each.Stop()
	for {
		select {
		case ix := <-r.presses:
			select {
			case <-r.tape.hurry:
			default: // the step before was cut short by it
			}
			r.accept(ix, custom)
			return ix, nil
		case <-each.C:
			if r.tape.claim(customPrefix + custom) {
				return nil, errUnread
			}
		case <-late.C:
			return nil, errSkip(fmt.Sprintf("no press came in %v", r.Wait))
		case <-r.Skip:
			return nil, errSkip("the operator skipped it")
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// errUnread is the error of a press that the gateway told of and the bot did not take.
var errUnread = errors.New("a press came that the bot cannot read")

// pressed takes a press that is expected, which has to be answered soon. Any other is acknowledged
// at once, so that the presser sees no failure and can press again.
func (r *run) pressed(custom string, ix *discord.Interaction) {
	if !r.waits.CompareAndSwap(custom, "") {
		r.acknowledge(ix)
		return
	}
	offer(r.tape.hurry, struct{}{})
	r.presses <- ix // it has room: one is expected at a time
}

// acknowledge answers a press with nothing.
func (r *run) acknowledge(ix *discord.Interaction) {
	r.late.Go(func() {
		ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), tapeKey{}, untaped), 3*time.Second)
		defer cancel()
		if _, err := r.client.Answer(ctx, ix, discord.DeferUpdate, nil); err == nil {
			r.Say("  a press came before it was asked for; press again when it is")
		}
	})
}

// accept notes who pressed, and how late the press came.
func (r *run) accept(ix *discord.Interaction, custom string) {
	r.tape.own(ix.ID)
	r.tape.name(ix.ID, "the press of "+custom)
	r.tape.name(ix.User.ID, "the presser")
	if r.private.presser == 0 {
		r.private.presser = ix.User.ID
	}
	if age, known := r.client.Sender().Clock().Age(ix.ID, ix.Received); known {
		r.tape.pressed(ix.ID, age)
	}
	r.Say("  pressed")
}

// pressBoard answers with the board itself. Then both kinds of token edit it.
func pressBoard(ctx context.Context, r *run) error {
	ix, err := r.await(ctx, "one", "press «Press me first» below the board")
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

// panel is a message for the presser alone.
func panel(text string, rows ...discord.Row) *discord.Message {
	return &discord.Message{Content: text, Embeds: []*discordgo.MessageEmbed{embed(text, "", 0)}, Components: rows}
}

// pressLate answers a press after more time than Discord waits for a first answer.
func pressLate(ctx context.Context, r *run) error {
	ix, err := r.await(ctx, "two", "press «Press me second» below the board")
	if err != nil {
		return err
	}
	original, err := r.client.Answer(ctx, ix, discord.DeferEphemeral, nil)
	if err != nil {
		return err
	}
	if !discord.Sleep(ctx, lateAnswer) {
		return ctx.Err()
	}
	r.private.panel = original.Panel
	first := panel("Only you see this.")
	first.Embeds[0].Image = &discordgo.MessageEmbedImage{URL: "attachment://panel.png"}
	first.Files = []discord.File{{Name: "panel.png", Alt: "A picture for you", Data: drawing(5)}}
	if err := r.client.EditPanel(ctx, original.Panel, first); err != nil {
		return err
	}
	if err := r.asked(ctx, http.MethodGet, "/webhooks/"+ix.App.String()+"/"+ix.Token+"/messages/@original", nil, nil); err != nil {
		return err
	}
	follow, err := r.client.FollowUp(ctx, ix, panel("This follows, and only you see it."))
	if err := r.readable(err); err != nil {
		return err
	}
	if !follow.Zero() { // else the bot could not read which it is
		if err := r.client.EditPanel(ctx, follow, panel("This followed, and was edited.")); err != nil {
			return err
		}
		if err := r.client.DeletePanel(ctx, follow); err != nil {
			return err
		}
	}
	r.expect("menu")
	return r.client.EditPanel(ctx, original.Panel, panel("Only you see this menu.", discord.Row{discord.Menu{
		CustomID: customPrefix + "menu", Placeholder: "Choose the moon", Options: []discord.MenuOption{
			{Label: "The moon", Value: "moon", Description: "It opens a form.", Emoji: "🌙"}, {Label: "The sun", Value: "sun", Description: "It opens the same form."},
		},
	}}))
}

// mention notifies the presser, and no other person.
func mention(ctx context.Context, r *run) error {
	who := r.private.presser
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
	ix, err := r.await(ctx, "menu", "choose a line of the menu in the answer that only you see")
	if err != nil {
		return err
	}
	r.expect("form")
	return r.client.AnswerModal(ctx, ix, discord.Modal{CustomID: customPrefix + "form", Title: "Rehearsal", Rows: []discord.Row{
		{discord.Input{CustomID: "line", Label: "A line", Description: "Any text. It is not kept.", Placeholder: "Write something", Max: 100, Required: true}},
		{discord.Radio{CustomID: "radio", Label: "One of two", Options: []discord.MenuOption{{Label: "One", Value: "one", Default: true}, {Label: "Two", Value: "two"}}, Required: true}},
	}})
}

// sendForm answers a form with a message that Discord describes in its answer.
func sendForm(ctx context.Context, r *run) error {
	ix, err := r.await(ctx, "form", "write any text into the form, and send it")
	if err != nil {
		return err
	}
	var sent discord.Sent
	m := panel("The form has come.")
	m.Sent = &sent
	original, err := r.client.Answer(ctx, ix, discord.ReplyEphemeral, m)
	if err := r.readable(err); err != nil {
		return err
	}
	if err := r.client.EditPanel(ctx, original.Panel, panel("The form has come, and this was edited.")); err != nil {
		return err
	}
	return r.client.DeletePanel(ctx, original.Panel)
}

// pressDirect answers a press in direct messages, where all messages are private.
func pressDirect(ctx context.Context, r *run) error {
	if r.private.presser == 0 {
		return errSkip("no press came, so it is not known to whom to write")
	}
	_, _, err := r.client.MemberUser(ctx, r.Guild, r.private.presser)
	if err := r.readable(err); err != nil {
		return err
	}
	at, err := r.made(r.client.DM(ctx, r.private.presser))
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
	r.expect("direct")
	if r.private.message, err = r.made(r.client.Post(ctx, at, page("A message to you alone."))); err != nil {
		return err
	}
	r.tape.name(r.private.message, "the private message")
	ix, err := r.await(ctx, "direct", "open the direct messages of the bot, and press «Press me third»")
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
