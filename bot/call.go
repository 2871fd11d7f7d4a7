package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// call is an interaction on its way to its one answer.
type call struct {
	*Bot
	ix   *discord.Interaction
	lang text.Lang    // the reader's
	seen *table.State // the table that it is about, once that is known

	mu    sync.Mutex
	state callState
	alone bool // the interaction's token stands for a message of its own by now
	said  bool // and that message is a refusal, of use until the next answer
	timer *time.Timer
}

// note is a refusal that somebody was answered with in a message of its own.
type note struct {
	press   discord.ID
	app     discord.ID
	token   string
	expires time.Time
}

// tidy removes the refusal that the presser was answered with before this answer,
// so that refusals do not pile up. It is a courtesy: what cannot be removed stays.
func (c *call) tidy() {
	c.mu.Lock()
	now := note{press: c.ix.ID, app: c.ix.App, token: c.ix.Token, expires: earlier(c.ix.Received, c.ix.ID.Time()).Add(screen.TokenLife)}
	said := c.said && c.alone
	c.mu.Unlock()
	c.noting.Lock()
	was, ok := c.notes.Load(c.ix.User.ID)
	old, _ := was.(note)
	switch {
	case ok && old.press > now.press: // a later press was faster, so the former refusal is this one
		old, ok = now, said
	case said:
		ok = ok && old.token != now.token
		c.notes.Store(c.ix.User.ID, now)
	default:
		ok = ok && old.token != now.token
		c.notes.Delete(c.ix.User.ID)
	}
	c.noting.Unlock()
	if !ok || !time.Now().Before(old.expires) {
		return
	}
	c.spawn(func(ctx context.Context) {
		if err := c.conf.Client.DeleteOriginal(ctx, old.app, old.token); err != nil && !discord.IsGone(err) && !discord.IsExpired(err) {
			c.log.Debug().Err(err).Msg("a former refusal stays")
		}
	})
}

type callState int

const (
	fresh    callState = iota
	waiting            // answered for the time being with a private reply that is yet to come
	holding            // answered for the time being with an update that changes nothing; only on a panel
	answered           // done
)

// soon is how long a call may take before it answers for the time being: half of
// Discord's three seconds, because the answer has to travel too.
const soon = 1500 * time.Millisecond

var kinds = map[discordgo.InteractionType]string{
	discordgo.InteractionApplicationCommand: "command", discordgo.InteractionMessageComponent: "press", discordgo.InteractionApplicationCommandAutocomplete: "autocomplete", discordgo.InteractionModalSubmit: "submit",
}

// handle answers an interaction.
func (b *Bot) handle(ctx context.Context, item *inbox.Item) {
	ix := item.Interaction
	kind, ok := kinds[ix.Type]
	if !ok {
		return
	}
	// What has begun is finished when the program ends.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 20*time.Second)
	defer cancel()
	b.metrics.presses.WithLabelValues(kind).Inc()
	c := &call{Bot: b, ix: ix, lang: b.reader(ctx, ix)}
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		c.timer = time.AfterFunc(soon-time.Since(ix.Received), func() { b.guard(ctx, c.wait) })
		defer c.tidy()
		defer c.timer.Stop()
	}
	defer func() {
		if r := recover(); r != nil {
			c.apologise(ctx, b.incident(r))
		}
		b.metrics.answers.WithLabelValues(kind).Observe(time.Since(ix.Received).Seconds())
	}()
	var err error
	switch {
	case item.TooFast:
		err = games.Refuse("bot.refuse.fast")
	case !b.admits(ix.Guild):
		err = games.Refuse("bot.refuse.server")
	case ix.Type == discordgo.InteractionApplicationCommand:
		err = c.command(ctx)
	case ix.Type == discordgo.InteractionApplicationCommandAutocomplete:
		err = c.complete(ctx)
	default:
		err = c.press(ctx)
	}
	if err != nil {
		c.fail(ctx, err)
	}
}

// fail answers with an error: a refusal in its words, anything else with an
// incident. What Discord refused of an answer cannot be answered.
func (c *call) fail(ctx context.Context, err error) {
	if store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) {
		err = games.Refuse(table.HaltDisk) // which is logged once, and not for each press
	}
	if t, ok := games.Refused(err); ok {
		c.metrics.refusals.WithLabelValues(t.Key).Inc()
		if c.ix.Type == discordgo.InteractionApplicationCommandAutocomplete {
			return
		}
		if err := c.say(ctx, ui.T("bot.match.refused", t)); err != nil {
			c.unsaid(err)
		}
		c.said = true
		return
	}
	if _, ok := errorOf(err); ok && !discord.IsOurs(err) {
		c.unsaid(err)
		return
	}
	c.apologise(ctx, c.incident(err))
}

// errorOf reports whether an error came from Discord or the way to it.
func errorOf(err error) (error, bool) {
	if discord.Code(err) != 0 || discord.MayHaveArrived(err) {
		return err, true
	}
	_, limited := discord.IsLimited(err)
	return err, limited
}

// unsaid notes an answer that did not arrive. The reconciler shows what it would
// have shown, as far as a surface is concerned.
func (c *call) unsaid(err error) {
	c.metrics.refused(err)
	if discord.IsExpired(err) || discord.IsAnswered(err) {
		c.log.Debug().Err(err).Msg("an answer came too late")
		return
	}
	c.log.Warn().Err(err).Msg("an answer was refused")
}

// incident logs a fault, once, and gives its number. Of a panic the value is not
// logged: it may hold what nobody may read.
func (b *Bot) incident(what any) string {
	id := rand.Text()[:6]
	b.metrics.faults.Inc()
	e := b.log.Error().Str("incident", id)
	if err, ok := what.(error); ok && !isPanic(err) {
		e = e.Err(err)
	} else {
		e = e.Str("panic", fmt.Sprintf("%T", what)).Str("stack", places(string(debug.Stack())))
	}
	e.Msg("something broke")
	return id
}

// isPanic reports whether an error is the runtime's own.
func isPanic(err error) bool {
	_, ok := err.(interface{ RuntimeError() })
	return ok
}

// places are the lines of a stack that say where, without the arguments.
func places(stack string) string {
	var list []string
	for _, l := range strings.Split(stack, "\n") {
		if at, ok := strings.CutPrefix(l, "\t"); ok && strings.Contains(at, "oneiros") {
			at, _, _ = strings.Cut(at, " ")
			if i := strings.LastIndex(at, "oneiros/"); i >= 0 {
				at = at[i:]
			}
			list = append(list, at)
		}
	}
	return strings.Join(list[:min(len(list), 12)], " ")
}

func (c *call) apologise(ctx context.Context, id string) {
	if c.ix.Type == discordgo.InteractionApplicationCommandAutocomplete {
		return
	}
	if err := c.say(ctx, ui.T("bot.fault", id)); err != nil {
		c.unsaid(err)
	}
}

// errElsewhere is the error of an update whose message cannot be changed through
// the interaction any more, because its answer is a private one by now.
var errElsewhere = errors.New("the answer is private by now")

// wait answers for the time being. A press on the board is held with a private
// reply and not with an update: from then on the interaction's token stands for
// the message that it was answered with, and a panel shown through the token of a
// held update would be shown on the board, to everybody.
func (c *call) wait(ctx context.Context) {
	if !c.mu.TryLock() {
		return // the answer itself is on its way
	}
	defer c.mu.Unlock()
	if c.state != fresh {
		return
	}
	kind, next := discord.DeferEphemeral, waiting
	if c.onPanel() {
		kind, next = discord.DeferUpdate, holding
	}
	if _, err := c.conf.Client.Answer(ctx, c.ix, kind, nil); err != nil {
		c.unsaid(err)
		return
	}
	c.state = next
}

// reply answers with a message that only the presser sees.
func (c *call) reply(ctx context.Context, s *screen.Shown) error { return c.replied(ctx, s, nil) }

// replied is reply, and tells what Discord made of the message when to is not nil.
func (c *call) replied(ctx context.Context, s *screen.Shown, to *discord.Sent) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cuts(s)
	m := *s.Message
	m.Sent = to
	switch state := c.state; state {
	case fresh:
		c.state, c.alone = answered, true
		_, err := c.conf.Client.Answer(ctx, c.ix, discord.ReplyEphemeral, &m)
		return c.unanswered(state, err)
	case waiting:
		c.state, c.alone = answered, true
		return c.unanswered(state, c.conf.Client.EditOriginal(ctx, c.ix.App, c.ix.Token, &m))
	default:
		m.Flags |= discordgo.MessageFlagsEphemeral
		_, err := c.conf.Client.Follow(ctx, c.ix.App, c.ix.Token, &m)
		return err
	}
}

// update answers by changing the message that was pressed. It is errElsewhere
// when that was the board and took too long; the reconciler shows it then.
func (c *call) update(ctx context.Context, s *screen.Shown) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cuts(s)
	state := c.state
	c.state = answered
	switch state {
	case fresh:
		_, err := c.conf.Client.Answer(ctx, c.ix, discord.Update, s.Message)
		return c.unanswered(state, err)
	case holding:
		return c.unanswered(state, c.conf.Client.EditOriginal(ctx, c.ix.App, c.ix.Token, s.Message))
	default:
		if err := c.conf.Client.DeleteOriginal(ctx, c.ix.App, c.ix.Token); err != nil {
			c.unsaid(err)
		}
		return errElsewhere
	}
}

// quiet answers a press that changes nothing.
func (c *call) quiet(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	state := c.state
	c.state = answered
	switch state {
	case fresh:
		_, err := c.conf.Client.Answer(ctx, c.ix, discord.DeferUpdate, nil)
		return err
	case waiting:
		return c.conf.Client.DeleteOriginal(ctx, c.ix.App, c.ix.Token)
	default:
		return nil
	}
}

// modal answers with a form.
func (c *call) modal(ctx context.Context, m discord.Modal) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != fresh {
		return games.Refuse("bot.late")
	}
	c.state = answered
	return c.unanswered(fresh, c.conf.Client.AnswerModal(ctx, c.ix, m))
}

// unanswered goes back to a state when Discord refused an answer for its form: the
// call can still be answered, with an apology. c.mu is held.
func (c *call) unanswered(was callState, err error) error {
	if discord.IsOurs(err) {
		c.state, c.alone = was, false
	}
	return err
}

// say replies with lines in the words of the game that the call is about, which
// know the bot's too.
func (c *call) say(ctx context.Context, lines ...ui.Text) error {
	return c.reply(ctx, c.painter.Page(ui.Page{Lines: lines}, c.frame(c.seen)))
}

// frame is the frame of something private that shows nothing of a match but,
// perhaps, the names at it.
func (c *call) frame(s *table.State) *screen.Frame {
	f := &screen.Frame{Say: Catalogue(), Lang: c.lang, More: c.words(ui.T("bot.menu.more"))}
	if s != nil {
		if g := c.games[s.Game.Info().Name]; g != nil {
			f.Say = g.say
		}
		f.Names = names(s)
	}
	return f
}

// words says something in the reader's language, for places without markdown.
func (c *call) words(t ui.Text) string { return say(Catalogue(), c.lang, t) }

// say says something about nobody.
func say(in *text.Catalogue, lang text.Lang, t ui.Text) string {
	return in.Say(lang, t, screen.Plain{Frame: &screen.Frame{Say: in, Lang: lang}})
}

// onPanel reports whether the press was on something that only its presser sees.
// Discord lets nobody press on what somebody else alone sees; if it did, an
// update would show that other person the presser's page.
func (c *call) onPanel() bool {
	m := c.ix.Message
	return m.Flags&discordgo.MessageFlagsEphemeral != 0 && (m.For == 0 || m.For == c.ix.User.ID)
}

// user is whoever pressed, as tables know them.
func (c *call) user() table.User {
	return table.User{ID: c.ix.User.ID, Name: c.ix.User.Name, Locale: c.ix.Locale}
}

// moderator reports whether the presser may end the matches of others, this one
// above all, and put people out of them: whoever may change the table's channel.
// To delete messages, or to name the server, is another trust. Who may manage one
// channel is a moderator there and in its threads; what Discord tells of a press
// are the permissions in the channel of the press, and of an administrator all.
func (c *call) moderator(s *table.State) bool {
	if c.ix.Permissions&discordgo.PermissionAdministrator != 0 {
		return true
	}
	there := c.ix.Channel == s.Channel || c.ix.Channel == s.Place() || c.ix.Parent == s.Channel
	return there && c.ix.Permissions&discordgo.PermissionManageChannels != 0
}

// admits reports whether a server may use the bot. Direct messages belong to
// none; nothing can be opened there.
func (b *Bot) admits(guild discord.ID) bool {
	return guild == 0 || len(b.conf.Guilds) == 0 || slices.Contains(b.conf.Guilds, guild)
}

// reader is the language of whoever pressed: their choice, else Discord's.
func (b *Bot) reader(ctx context.Context, ix *discord.Interaction) text.Lang {
	u, err := b.conf.Store.User(ctx, uint64(ix.User.ID))
	if err != nil {
		b.log.Error().Err(err).Msg("language of a reader not read")
	}
	if l, ok := text.ParseLang(u.Lang); ok {
		return l
	}
	return text.ForLocale(ix.Locale)
}

// cuts logs what did not fit on a page, each thing once: it is a fault of the
// page's, not of whoever looks at it.
func (b *Bot) cuts(s *screen.Shown) {
	if len(s.Cuts) == 0 {
		return
	}
	b.metrics.cuts.Inc()
	for _, what := range s.Cuts {
		if b.once("cut " + what) {
			b.log.Error().Str("what", what).Msg("a page does not fit")
		}
	}
}
