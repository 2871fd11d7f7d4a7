package bot

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// answerTime is how long an interaction may be worked on, follow-ups included.
const answerTime = 20 * time.Second

// router answers interactions.
type router struct {
	*services
	responder *reply.Responder
	routes    map[string]route
	allowed   []discord.ID // the servers that may use the bot; empty for all
}

// interactionKinds are the labels of metrics.
var interactionKinds = map[discordgo.InteractionType]string{
	discordgo.InteractionApplicationCommand:             "command",
	discordgo.InteractionMessageComponent:               "press",
	discordgo.InteractionApplicationCommandAutocomplete: "autocomplete",
	discordgo.InteractionModalSubmit:                    "submit",
}

// refusedWords are how the catalogue says why the inbox refuses an interaction.
var refusedWords = map[inbox.Reason]string{
	inbox.Fast: "bot.refuse.fast", inbox.Many: "bot.refuse.many", inbox.Full: "bot.refuse.crowd", inbox.Late: "bot.refuse.crowd",
}

// langTime is how long the language of somebody who is refused is looked up. What
// makes the bot too slow to answer may be the store.
const langTime = 200 * time.Millisecond

// handle answers an interaction. What has begun is finished when the program ends.
func (t *router) handle(ctx context.Context, item *inbox.Item) {
	ix := item.Interaction
	kind, ok := interactionKinds[ix.Type]
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer cancel()
	t.metrics.presses.WithLabelValues(kind).Inc()
	r := &request{Reply: t.responder.Begin(ctx, ix), ix: ix, lang: t.lang(ctx, item), seat: games.Nobody}
	defer r.End()
	defer func() {
		if what := recover(); what != nil {
			t.replyFault(ctx, r, what)
		}
		t.metrics.answers.WithLabelValues(kind).Observe(time.Since(ix.Received).Seconds())
	}()
	var err error
	switch {
	case item.Refused != "":
		err = games.Refuse(refusedWords[item.Refused])
	case ix.Guild != 0 && len(t.allowed) > 0 && !slices.Contains(t.allowed, ix.Guild):
		err = games.Refuse("bot.refuse.server")
	default:
		err = t.route(ctx, r)
	}
	if err != nil {
		t.fail(ctx, r, err)
	}
}

// lang is the language of somebody: their choice, else Discord's.
func (t *router) lang(ctx context.Context, item *inbox.Item) text.Lang {
	ix := item.Interaction
	if item.Refused != "" {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, langTime)
		defer cancel()
	}
	u, err := t.store.User(ctx, uint64(ix.User.ID))
	if err != nil && (item.Refused == "" || !errors.Is(err, context.DeadlineExceeded)) {
		t.log.Failed(err).Msg("get user settings failed")
	}
	return readerLang(u, ix.Locale)
}

// route finds the route of a request, checks its needs and has it handled.
func (t *router) route(ctx context.Context, r *request) error {
	name, err := routeName(r)
	if err != nil {
		return err
	}
	found, ok := t.routes[name]
	if !ok {
		return games.Refuse("bot.refuse.unknown")
	}
	r.action = name
	for _, holds := range found.needs {
		if err := holds(t.tables, r); err != nil {
			return err
		}
	}
	t.rename(ctx, r)
	return found.do(ctx, r)
}

// rename has the tables of a presser call them as their server does now. Discord says so
// with each interaction; to be told of a change at once would need a privileged intent.
// The press is done in any case.
func (t *router) rename(ctx context.Context, r *request) {
	if r.ix.Type == discordgo.InteractionApplicationCommandAutocomplete || r.state != nil && !(r.seated && isOther(r, r.state)) {
		return
	}
	for _, s := range t.tables.Seated(r.ix.User.ID) {
		if !isOther(r, s) {
			continue
		}
		u := r.user()
		u.Elsewhere = false
		next, err := t.tables.Send(ctx, s.ID, table.Action{Kind: table.Rename, User: u})
		switch {
		case err != nil:
			t.log.Failed(err).Str("match", s.ID).Msg("rename player failed")
		case r.state != nil && r.state.ID == s.ID:
			r.about(next)
		}
	}
}

// isOther reports whether a presser is called otherwise on their server than at a table of it.
func isOther(r *request, s *table.State) bool {
	seat, seated := s.Seat(r.ix.User.ID)
	if !seated || s.Guild != r.ix.Guild || s.Guild == 0 && !r.ix.Direct() {
		return false
	}
	p, u := s.Players[seat], r.ix.User
	return u.Name != "" && p.Name != u.Name || u.Username != "" && p.Username != u.Username
}

// routeName reads what is asked for, which is hostile.
func routeName(r *request) (string, error) {
	switch c := r.ix.Command; {
	case r.ix.Type == discordgo.InteractionApplicationCommandAutocomplete:
		return typingPrefix + strings.TrimSpace(c.Name+" "+c.Sub), nil
	case r.ix.Type == discordgo.InteractionApplicationCommand && isOwnCommand(c.Name):
		return slashPrefix + c.Name + " " + c.Sub, nil
	case r.ix.Type == discordgo.InteractionApplicationCommand:
		return anyGameCommand, nil
	}
	unknown := games.Refuse("bot.refuse.unknown")
	if strings.HasPrefix(r.ix.CustomID, botPrefix) {
		var ok bool
		if r.id, ok = page.ParseCustomID(r.ix.CustomID); !ok || r.ix.Type == discordgo.InteractionModalSubmit && !slices.Contains(page.Forms, r.id.Action) {
			return "", unknown
		}
		return botRoute(r.id.Action), nil
	}
	link, err := screen.ParseCustomID(r.ix.CustomID)
	if err == nil && link.Action == screen.ActionSelect {
		link, err = link.Chosen(r.chosen())
	}
	if err != nil || (link.Action == screen.ActionFill) != (r.ix.Type == discordgo.InteractionModalSubmit) {
		return "", unknown
	}
	r.link = link
	return pageRoute(link.Action), nil
}

// fail answers with an error: a refusal in its words, anything else with an
// incident. When Discord refused an answer, nothing can be answered.
func (t *router) fail(ctx context.Context, r *request, err error) {
	switch {
	case errors.Is(err, errTableGone):
		t.replyGone(ctx, r)
		return
	case store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) || errors.Is(err, store.ErrShardLost):
		err = games.Refuse(table.HaltOf(err)) // it is logged once, and not for each press
	case errors.Is(err, reply.ErrLate):
		err = games.Refuse("bot.late")
	}
	if refusal, ok := games.Refused(err); ok {
		t.metrics.refusals.WithLabelValues(refusal.Key).Inc()
		if !t.suggestNothing(ctx, r) {
			r.Refuse(ctx, t.lines(r, ui.T("bot.match.refused", refusal)))
		}
		return
	}
	if fromDiscord(err) && !discord.IsOurs(err) {
		r.Undelivered(err)
		return
	}
	t.replyFault(ctx, r, err)
}

// fromDiscord reports whether an error came from Discord or from the way to it.
func fromDiscord(err error) bool {
	_, limited := discord.IsLimited(err)
	return limited || errors.As(err, new(*discord.Fault)) || discord.Code(err) != 0 || discord.MayHaveArrived(err) || errors.Is(err, discord.ErrSilenced)
}

// replyGone answers a press on something whose table was cleared away.
func (t *router) replyGone(ctx context.Context, r *request) {
	send, m := r.Send, t.lines(r, ui.T("bot.match.gone"))
	if r.OnPanel() {
		send = r.Update
	}
	if err := send(ctx, m); err != nil {
		t.fail(ctx, r, err)
	}
}

// replyFault logs a fault of the bot and answers with the number of the incident.
func (t *router) replyFault(ctx context.Context, r *request, what any) {
	number := t.jobs.incidentOf(r.action, what, r.ix.ID)
	if t.suggestNothing(ctx, r) {
		return
	}
	if err := r.Send(ctx, t.lines(r, ui.T("bot.fault", number))); err != nil {
		r.Undelivered(err)
	}
}

// suggestNothing answers somebody who types, to whom nothing else can be said. Without an
// answer Discord would say that loading has failed. It reports whether somebody types.
func (t *router) suggestNothing(ctx context.Context, r *request) bool {
	if r.ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		return false
	}
	if err := r.Suggest(ctx, nil); err != nil {
		r.Undelivered(err)
	}
	return true
}

// lines is a message in the words of the game that a request is about.
func (t *router) lines(r *request, lines ...ui.Text) *discord.Message {
	shown := t.pages.Lines(r.state, r.lang, lines...)
	t.surfaces.logCuts(shown)
	return shown.Message
}
