package person

import (
	"context"
	"time"

	"oneiros/bot/discord"
	pages "oneiros/bot/person/page"
	"oneiros/bot/route"
	"oneiros/games"
	"oneiros/store"
)

// keptLimit is how long the file for a person may be, unless Discord allows less.
const keptLimit = 8 << 20

// kept answers What is stored about me.
func (o *own) kept(ctx context.Context, r *route.Request) error {
	p, err := o.store.Person(ctx, uint64(r.Interaction.User.ID), func(press uint64) time.Time { return o.Clock.Made(discord.ID(press)) })
	if err != nil {
		return err
	}
	limit := keptLimit
	if r.Interaction.FileLimit > 0 {
		limit = min(limit, r.Interaction.FileLimit)
	}
	k := pages.Kept{Matches: len(p.Matches), On: liveMatches(p), Reminder: mention}
	for _, of := range o.Kept() {
		k.Rows = append(k.Rows, pages.Rows{Key: of.Key, N: len(p.Rows(of.Rows)), Say: of.Words})
	}
	if len(p.Rows("settings"))+len(p.Rows("choices")) > 0 {
		u, err := o.store.User(ctx, uint64(r.Interaction.User.ID))
		if err != nil {
			return err
		}
		k.Settings, k.Language, k.Reminder = true, u.Lang, shownReminder(u.Remind)
		if u.Holiday.After(o.Clock.Now()) {
			k.Holiday = u.Holiday
		}
	}
	for _, m := range p.Matches {
		for _, move := range m.Moves {
			if !move.Automatic && len(games.Quoted(move.Move)) > 0 {
				k.Words++
			}
		}
	}
	if k.File, k.Shortened, err = p.JSON(limit); err != nil {
		return err
	}
	return r.Show(ctx, o.pages.Kept(r.Lang, k))
}

// liveMatches is how many of a person's matches are on.
func liveMatches(p store.Person) (n int) {
	for _, m := range p.Matches {
		if m.Seat > 0 && m.Left.IsZero() && (m.Phase == store.Lobby || m.Phase == store.Live) {
			n++
		}
	}
	return n
}

// erase answers Erase me: it asks first.
func (o *own) erase(ctx context.Context, r *route.Request) error {
	user := r.Interaction.User.ID
	if r.ID.Arg != "yes" {
		seats, err := o.store.Seats(ctx, uint64(user))
		if err != nil {
			return err
		}
		return r.Show(ctx, o.pages.AskErase(r.Lang, len(seats)))
	}
	done, err := o.room.Erase(ctx, user)
	if err != nil {
		return err
	}
	r.Lang = route.Lang("", r.Interaction.Locale)
	said := "bot.erase.soon"
	if done {
		said = "bot.erase.done"
	}
	return r.Show(ctx, o.pages.Erased(r.Lang, said))
}

// eraseServer answers Erase this server: it asks first.
func (o *own) eraseServer(ctx context.Context, r *route.Request) error {
	if r.ID.Arg != "yes" {
		return r.Show(ctx, o.pages.AskEraseServer(r.Lang, o.room.TablesOn(r.Interaction.Guild)))
	}
	if err := o.room.EraseServer(ctx, r.Interaction.Guild, r.User()); err != nil {
		return err
	}
	return r.Show(ctx, o.pages.Erased(r.Lang, "bot.erase.server.done"))
}
