package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/inbox"
	"oneiros/bot/page"
	"oneiros/bot/reply"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
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
	store     SettingsStore
	tables    *table.Tables
	pages     *page.Pages
	surfaces  *surfaces
	jobs      *jobs
	metrics   *metrics
	log       savelog.Log
	responder *reply.Responder
	mux       *route.Mux
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

// langTime is how long the language of a person who is refused is looked up. What
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
	r := &route.Request{Reply: t.responder.Begin(ctx, ix), Interaction: ix, Lang: t.lang(ctx, item), Seat: games.Nobody, Drawn: t.surfaces.logCuts}
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
		err = t.lead(ctx, r)
	}
	if err != nil {
		t.fail(ctx, r, err)
	}
}

// lang is the language of a person: their choice, else Discord's.
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
	return route.Lang(u.Lang, ix.Locale)
}

// lead finds who answers a request, and has it answered.
func (t *router) lead(ctx context.Context, r *route.Request) error {
	do, err := t.mux.Find(t.tables, r)
	if err != nil {
		return err
	}
	t.rename(ctx, r)
	t.place(r)
	t.hears(r)       // so that the board which answers has the button
	defer t.hears(r) // who has just sat down is heard, too
	return do(ctx, r)
}

// hears notes the language of a player who sits at the table of a request. The presses of
// others change nothing that people see.
func (t *router) hears(r *route.Request) {
	if r.Table != nil && r.Seated {
		t.surfaces.hears(r.Table, r.Lang)
	}
}

// place finds out whether a translation of the board was pressed. What would take the place of a
// panel has a message of its own then, as after a press on the board. A press that needs no
// table, as for the rules, names the match too.
func (t *router) place(r *route.Request) {
	match, pressed := r.ID.Match, r.Interaction.Message.ID
	if r.Table != nil {
		match = r.Table.ID
	}
	if match == "" || pressed == 0 {
		return
	}
	at, open := t.surfaces.reconciler.Address(screen.Key{Match: match, User: r.Interaction.User.ID, Translation: true})
	if r.Translation = open && at.Message == pressed; r.Translation && r.ID.Action != page.Translate {
		r.Apart()
	}
}

// rename has the tables of a presser call them as their server does now. Discord says so
// with each interaction; to be told of a change at once would need a privileged intent.
// The press is done in any case.
func (t *router) rename(ctx context.Context, r *route.Request) {
	if r.Interaction.Type == discordgo.InteractionApplicationCommandAutocomplete || r.Table != nil && !(r.Seated && isOther(r, r.Table)) {
		return
	}
	for _, s := range t.tables.Known(table.OfPerson(r.Interaction.User.ID)) {
		if !isOther(r, s) {
			continue
		}
		u := r.User()
		u.Elsewhere = false
		next, err := t.tables.Send(ctx, s.ID, table.Action{Kind: table.Rename, User: u})
		switch {
		case err != nil:
			t.log.Failed(err).Str("match", s.ID).Msg("rename player failed")
		case r.Table != nil && r.Table.ID == s.ID:
			r.About(next)
		}
	}
}

// isOther reports whether a presser is called otherwise on their server than at a table of it.
func isOther(r *route.Request, s *table.State) bool {
	seat, seated := s.Seat(r.Interaction.User.ID)
	if !seated || s.Guild != r.Interaction.Guild || s.Guild == 0 && !r.Interaction.Direct() {
		return false
	}
	p, u := s.Players[seat], r.Interaction.User
	return u.Name != "" && p.Name != u.Name || u.Username != "" && p.Username != u.Username
}

// fail answers with an error: a refusal in its words, anything else with an
// incident. When Discord refused an answer, nothing can be answered.
func (t *router) fail(ctx context.Context, r *route.Request, err error) {
	switch {
	case errors.Is(err, route.ErrTableGone):
		t.replyGone(ctx, r)
		return
	case store.Unwritable(err) || errors.Is(err, store.ErrLeaseLost) || errors.Is(err, store.ErrShardLost):
		err = games.Refuse(table.HaltOf(err)) // it is logged once, and not for each press
	case errors.Is(err, reply.ErrLate):
		err = games.Refuse("bot.late")
	}
	if lack, ok := errors.AsType[*route.LackError](err); ok {
		t.metrics.refusals.WithLabelValues("bot.permission").Inc()
		if err = r.ShowNew(ctx, t.pages.Kit().MissingPermissions(r.Interaction.Channel, r.Lang, lack.Permissions)); err == nil {
			return
		}
	}
	if warning, ok := errors.AsType[*feature.WarningError](err); ok {
		if err = r.Show(ctx, t.pages.Kit().Warning(r.Lang, warning.Lines(r.Lang), warning.Again)); err == nil {
			return
		}
	}
	if refusal, ok := games.Refused(err); ok {
		if of, ok := errors.AsType[*feature.RefusalError](err); ok {
			r.Words = of.Words
		}
		t.metrics.refusals.WithLabelValues(refusal.Key).Inc()
		if !t.suggestNothing(ctx, r) {
			r.Refuse(ctx, t.withForm(r, t.lines(r, ui.T("bot.match.refused", refusal))))
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
func (t *router) replyGone(ctx context.Context, r *route.Request) {
	send, m := r.Send, t.lines(r, ui.T("bot.match.gone"))
	if r.OnPanel() {
		send = r.Update
	}
	if err := send(ctx, m); err != nil {
		t.fail(ctx, r, err)
	}
}

// replyFault logs a fault of the bot and answers with the number of the incident.
func (t *router) replyFault(ctx context.Context, r *route.Request, what any) {
	number := t.jobs.incidentOf(r.Route, what, r.Interaction.ID)
	if t.suggestNothing(ctx, r) {
		return
	}
	if err := r.Send(ctx, t.withForm(r, t.lines(r, ui.T("bot.fault", number)))); err != nil {
		r.Undelivered(err)
	}
}

// suggestNothing answers a person who types, to whom nothing else can be said. Without an
// answer Discord would say that loading has failed. It reports whether a person types.
func (t *router) suggestNothing(ctx context.Context, r *route.Request) bool {
	if r.Interaction.Type != discordgo.InteractionApplicationCommandAutocomplete {
		return false
	}
	if err := r.Suggest(ctx, nil); err != nil {
		r.Undelivered(err)
	}
	return true
}

// withForm offers, below why a form was not taken, to open it again with what was typed.
func (t *router) withForm(r *route.Request, m *discord.Message) *discord.Message {
	if r.KeepForm() {
		m.Components = append(m.Components, discord.Row{t.pages.Reopen(r.Lang, r.Interaction.ID)})
	}
	return m
}

// reopen answers the button that opens a form again.
func reopen(ctx context.Context, r *route.Request) error {
	press, err := discord.ParseID(r.ID.Arg)
	if err != nil {
		return games.Refuse("bot.refuse.form")
	}
	if err = r.Reopen(ctx, press); errors.Is(err, reply.ErrNoForm) {
		return games.Refuse("bot.refuse.form")
	}
	return err
}

// lines is a message in the words of the game that a request is about.
func (t *router) lines(r *route.Request, lines ...ui.Text) *discord.Message {
	shown := t.pages.Lines(r.Table, r.Lang, lines...)
	if r.Words != nil {
		shown = t.pages.Kit().Saying(r.Words).Lines(r.Lang, lines...)
	}
	t.surfaces.logCuts(shown)
	return shown.Message
}
