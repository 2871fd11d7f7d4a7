package bot

import (
	"context"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/feature"
	"oneiros/bot/open"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// options show and change what a table agrees on: one private page, for the host.
type options struct {
	tables   *table.Tables
	pages    *page.Pages
	surfaces *surfaces
	metrics  *metrics
	calls    callReader
	packs    open.Packs
	panels   *panels
}

// declared are the commands and controls of options.
func (o *options) declared() feature.Feature {
	return feature.Feature{
		Name: "options",
		Controls: []route.Control{
			{Action: page.Strength, Needs: onOptions, Do: o.strength},
			{Action: page.Options, Needs: onOptions, Do: o.page},
			{Action: page.PickOption, Needs: onOptions, Do: o.pick},
			{Action: page.PickValue, Needs: onOptions, Do: o.value},
			{Action: page.TypeNumber, Needs: onOptions, Do: o.number, Form: true},
		},
	}
}

// page answers Options.
func (o *options) page(ctx context.Context, r *route.Request) error {
	return o.set(ctx, r, findOption(r, r.ID.Arg), "")
}

// pick answers the menu of options: it offers the values of one, or asks for its
// number.
func (o *options) pick(ctx context.Context, r *route.Request) error {
	return o.set(ctx, r, findOption(r, r.Chosen()), "")
}

// value answers the menu of values.
func (o *options) value(ctx context.Context, r *route.Request) error {
	return o.set(ctx, r, findOption(r, r.ID.Arg), r.Chosen())
}

// number answers the form of a number.
func (o *options) number(ctx context.Context, r *route.Request) error {
	return o.set(ctx, r, findOption(r, r.ID.Arg), strings.TrimSpace(r.Typed()))
}

// strength answers the menu of how well automatic players play.
func (o *options) strength(ctx context.Context, r *route.Request) error {
	return o.send(ctx, r, nil, table.Action{Kind: table.Strength, Value: r.Chosen()})
}

// findOption is the option of a key, or nil.
func findOption(r *route.Request, key string) *games.Option {
	for _, o := range r.Table.Game.Info().Options {
		if o.Key == key {
			return &o
		}
	}
	return nil
}

// set changes an option and shows the page. A form is not answered with a form, so
// an empty number is refused there; elsewhere it is asked for.
func (o *options) set(ctx context.Context, r *route.Request, picked *games.Option, v string) error {
	switch {
	case picked == nil:
		return o.show(ctx, r, nil, ui.Text{})
	case v == "" && picked.Max > 0 && r.Interaction.Type == discordgo.InteractionModalSubmit:
		t := ui.T("refuse.option-range", ui.T("option."+picked.Key), picked.Min, picked.Max)
		o.metrics.refusals.WithLabelValues(t.Key).Inc()
		return o.show(ctx, r, picked, t)
	case v == "" && picked.Max > 0:
		return r.Modal(ctx, o.pages.NumberForm(r.Table, r.Lang, *picked))
	case v == "":
		return o.show(ctx, r, picked, ui.Text{})
	}
	if picked.Texts != nil {
		text, err := open.PackText(ctx, o.packs, uint64(r.Table.Guild), r.Table.Game.Info().Name, v)
		if t, refused := games.Refused(err); refused {
			return o.show(ctx, r, picked, t)
		}
		if err != nil {
			return err
		}
		v = text
	}
	return o.send(ctx, r, picked, table.Action{Kind: table.SetOption, Key: picked.Key, Value: v})
}

// callReader reads when people want to be called.
type callReader interface {
	Call(ctx context.Context, guild, user uint64) (store.Call, bool, error)
}

// hoursOf are the hours and the time zone in which a person wants to be called to tables,
// or the zone of their language.
func hoursOf(ctx context.Context, from callReader, r *route.Request) (map[string]string, error) {
	call, on, err := from.Call(ctx, uint64(r.Interaction.Guild), uint64(r.Interaction.User.ID))
	if err != nil {
		return nil, err
	}
	hours := map[string]string{}
	switch {
	case on:
		if hours[pace.Zone] = call.City; call.City == "" {
			hours[pace.Zone] = pace.ZoneAt(time.Duration(call.Zone)*time.Minute, time.Now())
		}
		if call.From != call.To {
			hours[pace.From], hours[pace.To] = strconv.Itoa(call.From), strconv.Itoa(call.To)
		}
	case r.Lang == text.Russian:
		hours[pace.Zone] = pace.Moscow
	}
	maps.DeleteFunc(hours, func(_, v string) bool { return v == "" })
	return hours, nil
}

// suggestHours sets the hours and the time zone of a table that has just become one by
// days to those of its host. What the table chose already stays.
func (o *options) suggestHours(ctx context.Context, r *route.Request) error {
	hours, err := hoursOf(ctx, o.calls, r)
	if err != nil {
		return err
	}
	for _, key := range pace.Keys {
		value := hours[key]
		if _, chosen := r.Table.Chosen[key]; chosen || value == "" {
			continue
		}
		next, err := o.tables.Send(ctx, r.Table.ID, table.Action{Kind: table.SetOption, User: r.User(), Key: key, Value: value})
		if _, refused := games.Refused(err); err != nil && !refused {
			return err
		}
		if next != nil {
			r.About(next)
		}
	}
	return nil
}

// send changes what the table agrees on, and shows the page with what came of it.
func (o *options) send(ctx context.Context, r *route.Request, picked *games.Option, a table.Action) error {
	a.User, a.Press = r.User(), r.Interaction.ID
	live := r.Table.Turn == 0
	next, err := o.tables.Send(ctx, r.Table.ID, a)
	t, refused := games.Refused(err)
	if err != nil && !refused {
		return err
	}
	if refused {
		o.metrics.refusals.WithLabelValues(t.Key).Inc()
	}
	if next != nil {
		r.About(next)
	}
	if live && r.Table.Turn > 0 && !refused {
		if err := o.suggestHours(ctx, r); err != nil {
			return err
		}
	}
	return o.show(ctx, r, picked, t)
}

// show shows the page of options.
func (o *options) show(ctx context.Context, r *route.Request, picked *games.Option, refused ui.Text) error {
	if !refused.IsZero() {
		r.KeepForm()
		refused = ui.T("bot.match.refused", refused)
	}
	var packs []page.Pack
	if picked != nil && picked.Texts != nil {
		var err error
		if packs, err = open.PackChoices(ctx, o.packs, uint64(r.Table.Guild), r.Table.Game.Info().Name); err != nil {
			return err
		}
	}
	return o.draw(ctx, r, picked, packs, refused)
}

// draw shows the page of options, below what came of the last press.
func (o *options) draw(ctx context.Context, r *route.Request, picked *games.Option, packs []page.Pack, said ui.Text) error {
	to := r.Reader()
	if !r.Table.Direct() {
		to.Offers = o.surfaces.offers(ctx, page.OnOptions, r.Table, to)
	}
	return r.Show(ctx, o.pages.Options(r.Table, r.Lang, picked, packs, said, to.Offers...))
}

// said shows the page of options, below what came of a press on what a feature offers there.
func (o *options) said(ctx context.Context, r *route.Request, said ui.Text) error {
	return o.draw(ctx, r, nil, nil, said)
}
