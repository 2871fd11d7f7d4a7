// Package person is the feature of what belongs to a person: /dream me with their settings,
// /dream mine with their tables, and what is kept of them, which they can have and erase. Who
// manages a server erases it here, too. The erasing itself is the house's: see [Room].
package person

import (
	"context"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	pages "oneiros/bot/person/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	User(ctx context.Context, id uint64) (store.User, error)
	ChangeUser(ctx context.Context, id uint64, do func(*store.User)) (store.User, error)
	Seats(ctx context.Context, users ...uint64) ([]store.Seat, error)
	Person(ctx context.Context, user uint64, made func(press uint64) time.Time) (store.Person, error)
}

// Room is what the feature needs of the house.
type Room interface {
	// Mine lists the tables of a person on a server, or with 0 all of them.
	Mine(ctx context.Context, user, guild discord.ID) ([]*table.State, error)
	// BoardOf is the message that shows a table, or 0. Another process may have posted it.
	BoardOf(ctx context.Context, s *table.State) (discord.ID, error)
	// Holiday says at all tables of a person until when they are on holiday.
	Holiday(ctx context.Context, user discord.ID, until time.Time) error
	// Relabel has the open panels of a person drawn in a language.
	Relabel(ctx context.Context, user discord.ID, lang text.Lang) error
	// Greet writes to a person who chose direct messages, so that both know at once whether
	// they arrive. It returns a refusal that says why not, or a fault.
	Greet(ctx context.Context, u store.User, lang text.Lang) error
	// Erase notes that a person is to be erased, and erases them. It reports whether nothing is
	// left of them. What is left is erased soon.
	Erase(ctx context.Context, user discord.ID) (done bool, err error)
	// TablesOn counts the tables of a server that are on.
	TablesOn(guild discord.ID) int
	// EraseServer ends the tables of a server and erases it.
	EraseServer(ctx context.Context, guild discord.ID, by table.User) error
}

// New returns the feature.
func New(h feature.House, from Store, room Room) feature.Feature {
	o := &own{House: h, store: from, room: room, pages: pages.Pages{Kit: h.Kit, Links: h.Links}}
	return feature.Feature{
		Name: "person",
		Commands: []route.Command{
			{Root: "dream", Name: "mine", Rank: 60, Needs: []route.Need{route.TablesAllowed}, Do: o.mine},
			{Root: "dream", Name: "me", Rank: 80, Needs: route.Anywhere, Do: o.meCommand, Options: route.Options(h.Words.Choice("me.language", page.Languages, "bot.language."), h.Words.Choice("me.reminders", pages.Reminders, "bot.me.remind."))},
		},
		Controls: []route.Control{
			{Action: page.Me, Needs: route.Anywhere, Do: o.meMenu},
			{Action: pages.Remind, Needs: route.Anywhere, Do: o.remindMenu},
			{Action: pages.Holiday, Needs: route.Anywhere, Do: o.holidayMenu},
			{Action: pages.WhatKept, Needs: route.Anywhere, Do: o.kept},
			{Action: pages.Erase, Needs: route.Anywhere, Do: o.erase},
			{Action: pages.EraseServer, Needs: []route.Need{route.InGuild, route.GuildManager}, Do: o.eraseServer},
		},
		Kept:  []feature.Kept{{Rows: "messages", Key: "bot.kept.messages"}},
		Links: []feature.Link{feature.Pure(page.OnServer, pages.OnServer)},
		SettingsOf: map[feature.Owner]feature.ShowSettings{feature.Person: func(ctx context.Context, r *route.Request, saved bool) error {
			u, err := from.User(ctx, uint64(r.Interaction.User.ID))
			if err != nil {
				return err
			}
			return o.showMe(ctx, r, u, saved)
		}},
	}
}

// own answers with what belongs to the presser.
type own struct {
	feature.House
	store Store
	room  Room
	pages pages.Pages
}

// meCommand answers /dream me.
func (o *own) meCommand(ctx context.Context, r *route.Request) error {
	return o.me(ctx, r, r.Option("language"), r.Option("reminders"))
}

// meMenu answers the menu of the presser's language.
func (o *own) meMenu(ctx context.Context, r *route.Request) error {
	return o.me(ctx, r, r.Chosen(), "")
}

// remindMenu answers the menu of the presser's reminders.
func (o *own) remindMenu(ctx context.Context, r *route.Request) error {
	return o.me(ctx, r, "", r.Chosen())
}

// holidayMenu answers the menu of how long the presser is on holiday.
func (o *own) holidayMenu(ctx context.Context, r *route.Request) error {
	days := slices.Index(pages.Holidays, r.Chosen())
	if days < 0 {
		u, err := o.store.User(ctx, uint64(r.Interaction.User.ID))
		if err != nil {
			return err
		}
		return o.showMe(ctx, r, u, false)
	}
	until := time.Time{}
	if n, err := strconv.Atoi(pages.Holidays[days]); err == nil && n > 0 {
		until = o.Clock.Now().Add(time.Duration(n) * 24 * time.Hour).Truncate(time.Millisecond)
	}
	u, err := o.store.ChangeUser(ctx, uint64(r.Interaction.User.ID), func(u *store.User) { u.Holiday = until })
	if err != nil {
		return err
	}
	if err := o.room.Holiday(ctx, r.Interaction.User.ID, u.Holiday); err != nil {
		return err
	}
	return o.showMe(ctx, r, u, true)
}

// showMe shows the presser's own settings.
func (o *own) showMe(ctx context.Context, r *route.Request, u store.User, saved bool, trouble ...ui.Text) error {
	holiday := u.Holiday
	if !holiday.After(o.Clock.Now()) {
		holiday = time.Time{}
	}
	choices, err := o.Choices(ctx, feature.Person, r.Interaction.User.ID)
	if err != nil {
		return err
	}
	return r.ShowOver(ctx, o.pages.Me(r.Lang, pages.OwnSettings{
		Holiday: holiday, Lang: u.Lang, Reminder: shownReminder(u.Remind), Closed: !u.DMClosed.IsZero(), Saved: saved, Choices: choices,
		Offers: o.Offers(ctx, page.OnMe, nil, r.Reader()),
	}, trouble...))
}

// me shows and changes the presser's own settings.
func (o *own) me(ctx context.Context, r *route.Request, chosen, remind string) error {
	lang, set := page.StoredLanguage(chosen)
	changesReminders := slices.Contains(pages.Reminders, remind)
	u, err := o.store.User(ctx, uint64(r.Interaction.User.ID))
	if err != nil {
		return err
	}
	var trouble []ui.Text
	if set || changesReminders {
		if u, err = o.store.ChangeUser(ctx, u.ID, func(u *store.User) {
			if set {
				u.Lang = lang
			}
			if changesReminders {
				u.Remind, u.DMClosed = storedReminder(remind), time.Time{}
			}
		}); err != nil {
			return err
		}
		r.Lang = route.Lang(u.Lang, r.Interaction.Locale)
		if remind == store.RemindByDM {
			if t, refused := games.Refused(o.room.Greet(ctx, u, r.Lang)); refused {
				trouble = []ui.Text{t}
			}
		}
		if u, err = o.store.User(ctx, u.ID); err != nil {
			return err
		}
	}
	if set {
		if err := o.room.Relabel(ctx, r.Interaction.User.ID, r.Lang); err != nil {
			return err
		}
		o.Hint(ctx, r.Interaction.User.ID)
	}
	return o.showMe(ctx, r, u, set || changesReminders, trouble...)
}

// A mention is stored as nothing, and called "mention" where people choose.
const mention = "mention"

func storedReminder(chosen string) string {
	if chosen == mention {
		return store.RemindByMention
	}
	return chosen
}

func shownReminder(stored string) string {
	if stored == store.RemindByMention {
		return mention
	}
	return stored
}
