// Package avoid is the feature of people who do not want to sit at one table with others. Each
// has a private list. What it does is this:
//
//   - Such a pair is not called to one table. While one of them sits in a lobby, the other is
//     not called to it. Of two who could be called, the one whose list it is gives way, as if
//     they did not want to be called now: see [feature.Together].
//   - The person with the list is warned before they join a lobby, sit down, or say that they come
//     to a night, where the other one sits or comes. They may go on.
//   - Nothing else. The other one is not told, not asked and not refused anything. No page,
//     message, order or moment that reaches others depends on a list, but for the calls above.
//
// A list is about people, not servers, so it counts on all of them.
//
// # What is accepted
//
// Two accounts together, or one person who watches for long, can find this out:
//
//   - A person is never called to lobbies where a certain other person sits, though they want
//     to be called. It may also be that they were called lately, or do not want that game at that
//     hour. Which of the two has a list stays unknown: both ways look the same.
//   - Of two who want to be called, one is never called together with the other.
//   - A person never joins where a certain other sits. They may have read a warning, or not.
//
// Both may be at one table after all: a person who is warned may go on, the other one may come
// later, and may be seated first. A night that begins seats both if both said that they come,
// and mentions them together.
//
// # What was rejected
//
// To move the pair apart where the other one joins later: one of them would see the other be
// refused, or go. To hide the tables of the other: a channel shows them. To leave a call out for
// the other one, too: they would count the calls.
package avoid

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"time"

	"oneiros/bot/avoid/page"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/gate"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Most is how many people a list has.
const Most = 50

// New returns the feature. The rows are those of [store.Avoided].
func New(h feature.House, rows feature.Rows) feature.Feature {
	say := words.Of(locale)
	a := &avoiding{House: h, rows: rows, pages: page.Pages{Kit: h.Kit.Saying(say)}, adding: gate.New()}
	return feature.Feature{
		Name:  "avoid",
		Words: say,
		Controls: []route.Control{
			{Action: page.Show, Needs: route.Anywhere, Do: a.show},
			{Action: page.Add, Needs: []route.Need{route.InGuild}, Do: a.add},
			{Action: page.Drop, Needs: route.Anywhere, Do: a.drop},
		},
		Links:    []feature.Link{feature.Pure(house.OnMe, func(*table.State, house.Reader) house.Offer { return page.OnMe() })},
		Admit:    a.admit,
		GivesWay: a.givesWay,
		Kept:     []feature.Kept{{Rows: "not_with", Key: "avoid.kept"}},
	}
}

// avoiding keeps the list of each person.
type avoiding struct {
	feature.House
	rows   feature.Rows
	pages  page.Pages
	adding gate.Gate // so that two presses at once add no more than [Most]
}

// show answers the button of the list, and those that turn its pages.
func (a *avoiding) show(ctx context.Context, r *route.Request) error {
	return a.showPage(ctx, r, house.PageOf(r.ID.Arg), ui.Text{})
}

// showPage shows a page of the list, or the nearest one that there is. A line says what came of
// the press.
func (a *avoiding) showPage(ctx context.Context, r *route.Request, n int, said ui.Text) error {
	list, err := a.list(ctx, r.Interaction.User.ID)
	if err != nil {
		return err
	}
	return r.ShowOver(ctx, a.pages.List(r.Lang, page.People{List: list, Page: n, Most: Most, Adds: r.Interaction.Guild != 0, Said: said}))
}

// add adds those who were chosen, as many as have room. Bots sit at no table, and no person is
// kept apart from themselves.
func (a *avoiding) add(ctx context.Context, r *route.Request) error {
	if err := a.adding.Enter(ctx); err != nil {
		return err
	}
	defer a.adding.Leave()
	ix := r.Interaction
	list, err := a.list(ctx, ix.User.ID)
	if err != nil {
		return err
	}
	said := ui.Text{}
	for _, v := range ix.Values {
		other, err := discord.ParseID(v)
		bot := slices.ContainsFunc(ix.Picked, func(p discord.Picked) bool { return p.User.ID == other && p.User.Bot })
		switch {
		case err != nil || slices.Contains(list, other):
			continue
		case other == ix.User.ID || other == ix.App || bot:
			said = ui.T("avoid.self")
			continue
		case len(list) >= Most:
			return games.Refuse("avoid.full", Most)
		}
		if err := a.rows.Put(ctx, store.Row{uint64(ix.User.ID), uint64(other), a.Clock.Now().Truncate(time.Millisecond).UnixMilli()}); err != nil {
			return err
		}
		list = append(list, other)
	}
	return a.showPage(ctx, r, 0, said)
}

// drop takes a person from the list.
func (a *avoiding) drop(ctx context.Context, r *route.Request) error {
	who, n, _ := strings.Cut(r.ID.Arg, ":")
	if other, err := discord.ParseID(who); err == nil {
		if err := a.rows.Delete(ctx, store.With{"user_id": uint64(r.Interaction.User.ID), "other": uint64(other)}); err != nil {
			return err
		}
	}
	return a.showPage(ctx, r, house.PageOf(n), ui.Text{})
}

// list is the list of a person, newest last.
func (a *avoiding) list(ctx context.Context, user discord.ID) (list []discord.ID, err error) {
	pairs, err := a.pairs(ctx, store.With{"user_id": uint64(user)})
	slices.SortStableFunc(pairs, func(x, y pair) int { return x.at.Compare(y.at) })
	for _, p := range pairs {
		list = append(list, p.other)
	}
	return list, err
}

// pair says that a user does not want to sit with another person.
type pair struct {
	user, other discord.ID
	at          time.Time
}

// pairs are those with a condition, in the order of their ids.
func (a *avoiding) pairs(ctx context.Context, with store.With) (list []pair, err error) {
	rows, err := a.rows.List(ctx, with)
	for _, row := range rows {
		user, ok1 := row[0].(int64)
		other, ok2 := row[1].(int64)
		at, ok3 := row[2].(int64)
		if !ok1 || !ok2 || !ok3 {
			return nil, errors.New("a row of people who are avoided has other columns")
		}
		list = append(list, pair{discord.ID(user), discord.ID(other), time.UnixMilli(at)})
	}
	return list, err
}

// mostAsked is how many people are looked up at once.
const mostAsked = 500

// ids are people as the store knows them, at most so many.
func ids(people []discord.ID) (list []uint64) {
	for _, id := range people[:min(len(people), mostAsked)] {
		list = append(list, uint64(id))
	}
	return list
}

// admit warns a presser of those on their list. A person who could be called is kept apart from
// those who sit there already, whose ever list it is.
func (a *avoiding) admit(ctx context.Context, q feature.Asked) error {
	others := slices.DeleteFunc(q.Others(), func(id discord.ID) bool { return id == q.User })
	if len(others) == 0 || q.Decided {
		return nil
	}
	pairs, err := a.pairs(ctx, store.With{"user_id": uint64(q.User), "other": ids(others)})
	if err != nil {
		return err
	}
	if q.Deed == feature.Call {
		theirs, err := a.pairs(ctx, store.With{"user_id": ids(others), "other": uint64(q.User)})
		if err == nil && len(pairs)+len(theirs) > 0 {
			err = games.Refuse("avoid.uncalled")
		}
		return err
	}
	if len(pairs) == 0 {
		return nil
	}
	var about []string
	var names []ui.Text
	for _, p := range pairs {
		about = append(about, p.other.String())
		if q.Table != nil {
			if seat, sits := q.Table.Seat(p.other); sits {
				names = append(names, ui.Literal(q.Table.Players[seat].Name))
			}
		}
	}
	if len(names) == 0 {
		return feature.Warn(strings.Join(about, " "), "avoid.warning.night", len(pairs))
	}
	return feature.Warn(strings.Join(about, " "), "avoid.warning", names)
}

// givesWay says which of the others each person has on their list.
func (a *avoiding) givesWay(ctx context.Context, _ discord.ID, people []discord.ID) (map[discord.ID][]discord.ID, error) {
	pairs, err := a.pairs(ctx, store.With{"user_id": ids(people), "other": ids(people)})
	if err != nil {
		return nil, err
	}
	ways := map[discord.ID][]discord.ID{}
	for _, p := range pairs {
		ways[p.user] = append(ways[p.user], p.other)
	}
	return ways, nil
}
