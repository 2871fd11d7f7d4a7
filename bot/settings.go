package bot

import (
	"context"
	"slices"
	"strconv"
	"time"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// settings show and change what servers and people chose.
type settings struct {
	*services
	panels    *panels
	reminders *reminders
}

// declared are the commands and controls of settings.
func (st *settings) declared() feature.Feature {
	return feature.Feature{
		Name: "settings",
		Commands: []route.Command{
			{Root: "dream", Name: "me", Rank: 80, Needs: anywhere, Do: st.meCommand, Options: route.Options(says().Choice("me.language", page.Languages, "bot.language."), says().Choice("me.reminders", page.Reminders, "bot.me.remind."))},
		},
		Controls: []route.Control{
			{Action: page.Me, Needs: anywhere, Do: st.meMenu},
			{Action: page.Remind, Needs: anywhere, Do: st.remindMenu},
			{Action: page.Holiday, Needs: anywhere, Do: st.holidayMenu},
		},
	}
}

// meCommand answers /dream me.
func (st *settings) meCommand(ctx context.Context, r *route.Request) error {
	return st.me(ctx, r, r.Option("language"), r.Option("reminders"))
}

// meMenu answers the menu of the presser's language.
func (st *settings) meMenu(ctx context.Context, r *route.Request) error {
	return st.me(ctx, r, r.Chosen(), "")
}

// remindMenu answers the menu of the presser's reminders.
func (st *settings) remindMenu(ctx context.Context, r *route.Request) error {
	return st.me(ctx, r, "", r.Chosen())
}

// holidayMenu answers the menu of how long the presser is on holiday.
func (st *settings) holidayMenu(ctx context.Context, r *route.Request) error {
	days := slices.Index(page.Holidays, r.Chosen())
	if days < 0 {
		u, err := st.store.User(ctx, uint64(r.Interaction.User.ID))
		if err != nil {
			return err
		}
		return st.showMe(ctx, r, u, false)
	}
	until := time.Time{}
	if n, err := strconv.Atoi(page.Holidays[days]); err == nil && n > 0 {
		until = st.clock.Now().Add(time.Duration(n) * 24 * time.Hour).Truncate(time.Millisecond)
	}
	u, err := st.store.ChangeUser(ctx, uint64(r.Interaction.User.ID), func(u *store.User) { u.Holiday = until })
	if err != nil {
		return err
	}
	if err := table.SetHoliday(ctx, st.tables, r.Interaction.User.ID, u.Holiday); err != nil {
		return err
	}
	return st.showMe(ctx, r, u, true)
}

// showMe shows the presser's own settings.
func (st *settings) showMe(ctx context.Context, r *route.Request, u store.User, saved bool, trouble ...ui.Text) error {
	holiday := u.Holiday
	if !holiday.After(st.clock.Now()) {
		holiday = time.Time{}
	}
	choices, err := st.choices(ctx, feature.Person, r.Interaction.User.ID)
	if err != nil {
		return err
	}
	return r.ShowOver(ctx, st.pages.Me(r.Lang, page.OwnSettings{
		Holiday: holiday, Lang: u.Lang, Reminder: shownReminder(u.Remind), Closed: !u.DMClosed.IsZero(), Saved: saved, Choices: choices,
		Offers: st.surfaces.offers(ctx, page.OnMe, nil, readerOf(r)),
	}, trouble...))
}

// me shows and changes the presser's own settings.
func (st *settings) me(ctx context.Context, r *route.Request, chosen, remind string) error {
	lang, set := page.StoredLanguage(chosen)
	changesReminders := slices.Contains(page.Reminders, remind)
	u, err := st.store.User(ctx, uint64(r.Interaction.User.ID))
	if err != nil {
		return err
	}
	var trouble []ui.Text
	if set || changesReminders {
		if u, err = st.store.ChangeUser(ctx, u.ID, func(u *store.User) {
			if set {
				u.Lang = lang
			}
			if changesReminders {
				u.Remind, u.DMClosed = storedReminder(remind), time.Time{}
			}
		}); err != nil {
			return err
		}
		r.Lang = readerLang(u, r.Interaction.Locale)
		if remind == store.RemindByDM {
			trouble = st.greet(ctx, r, u)
		}
		if u, err = st.store.User(ctx, u.ID); err != nil {
			return err
		}
	}
	if set {
		if err := relabelPanels(ctx, st.services, r.Interaction.User.ID, r.Lang); err != nil {
			return err
		}
		st.hint(ctx, r.Interaction.User.ID)
	}
	return st.showMe(ctx, r, u, set || changesReminders, trouble...)
}

// readerLang is the language of somebody: their choice, else Discord's.
func readerLang(u store.User, locale string) text.Lang {
	if l, ok := text.ParseLang(u.Lang); ok {
		return l
	}
	return text.ForLocale(locale)
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

// greet writes to somebody who chose direct messages, so that both know at once
// whether they arrive. It returns what the person should know if they do not.
func (st *settings) greet(ctx context.Context, r *route.Request, u store.User) []ui.Text {
	_, _, err := st.reminders.sendDM(ctx, u, st.pages.Messages.Hello(r.Lang))
	if t, refused := games.Refused(err); refused {
		return []ui.Text{t}
	}
	return nil
}
