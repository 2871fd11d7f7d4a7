package bot

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/page"
	"oneiros/bot/screen"
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

// storedLanguage is a chosen language as it is stored: empty for Discord's.
func storedLanguage(chosen string) (lang string, ok bool) {
	if !slices.Contains(page.Languages, chosen) {
		return "", false
	}
	if chosen == "auto" {
		return "", true
	}
	return chosen, true
}

// show replaces the page of settings that was pressed.
func (st *settings) show(ctx context.Context, r *request, shown *screen.Shown) error {
	if r.ix.Type == discordgo.InteractionMessageComponent {
		return st.panels.updateOrSend(ctx, r, shown)
	}
	return st.panels.send(ctx, r, shown)
}

// meCommand answers /dream me.
func (st *settings) meCommand(ctx context.Context, r *request) error {
	return st.me(ctx, r, r.option("language"), r.option("reminders"))
}

// meMenu answers the menu of the presser's language.
func (st *settings) meMenu(ctx context.Context, r *request) error {
	return st.me(ctx, r, r.chosen(), "")
}

// remindMenu answers the menu of the presser's reminders.
func (st *settings) remindMenu(ctx context.Context, r *request) error {
	return st.me(ctx, r, "", r.chosen())
}

// listedButton answers the button of whether others are shown the presser's results.
func (st *settings) listedButton(ctx context.Context, r *request) error {
	u, err := st.store.ChangeUser(ctx, uint64(r.ix.User.ID), func(u *store.User) { u.Unlisted = r.id.Arg == page.No })
	if err != nil {
		return err
	}
	return st.showMe(ctx, r, u, true)
}

// holidayMenu answers the menu of how long the presser is on holiday.
func (st *settings) holidayMenu(ctx context.Context, r *request) error {
	days := slices.Index(page.Holidays, r.chosen())
	if days < 0 {
		u, err := st.store.User(ctx, uint64(r.ix.User.ID))
		if err != nil {
			return err
		}
		return st.showMe(ctx, r, u, false)
	}
	until := time.Time{}
	if n, err := strconv.Atoi(page.Holidays[days]); err == nil && n > 0 {
		until = st.clock.Now().Add(time.Duration(n) * 24 * time.Hour).Truncate(time.Millisecond)
	}
	u, err := st.store.ChangeUser(ctx, uint64(r.ix.User.ID), func(u *store.User) { u.Holiday = until })
	if err != nil {
		return err
	}
	if err := table.SetHoliday(ctx, st.tables, r.ix.User.ID, u.Holiday); err != nil {
		return err
	}
	return st.showMe(ctx, r, u, true)
}

// showMe shows the presser's own settings.
func (st *settings) showMe(ctx context.Context, r *request, u store.User, saved bool, trouble ...ui.Text) error {
	holiday := u.Holiday
	if !holiday.After(st.clock.Now()) {
		holiday = time.Time{}
	}
	return st.show(ctx, r, st.pages.Me(r.lang, page.OwnSettings{
		Holiday: holiday, Lang: u.Lang, Reminder: shownReminder(u.Remind), Closed: !u.DMClosed.IsZero(), Listed: !u.Unlisted, Saved: saved, Calls: r.ix.Guild != 0,
	}, trouble...))
}

// me shows and changes the presser's own settings.
func (st *settings) me(ctx context.Context, r *request, chosen, remind string) error {
	lang, set := storedLanguage(chosen)
	changesReminders := slices.Contains(page.Reminders, remind)
	u, err := st.store.User(ctx, uint64(r.ix.User.ID))
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
		r.lang = readerLang(u, r.ix.Locale)
		if remind == store.RemindByDM {
			trouble = st.greet(ctx, r, u)
		}
		if u, err = st.store.User(ctx, u.ID); err != nil {
			return err
		}
	}
	if set {
		if err := relabelPanels(ctx, st.services, r.ix.User.ID, r.lang); err != nil {
			return err
		}
		if st.hint != nil {
			st.hint(ctx, r.ix.User.ID)
		}
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
func (st *settings) greet(ctx context.Context, r *request, u store.User) []ui.Text {
	_, _, err := st.reminders.sendDM(ctx, u, st.pages.Messages.Hello(r.lang))
	if t, refused := games.Refused(err); refused {
		return []ui.Text{t}
	}
	return nil
}
