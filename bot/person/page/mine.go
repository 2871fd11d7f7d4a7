package page

import (
	"cmp"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// MyTable is a table at which the reader of a page sits.
type MyTable struct {
	*table.State
	Board discord.ID // its message, or 0
}

// myTablesMost is how many tables the page lists. Their buttons are two rows.
const myTablesMost = 10

// Mine lists a person's tables: where each one is, whom it waits for and until when.
// Those that wait for the reader come first, and of those the one with the least time. The page
// stays as it is now.
func (p Pages) Mine(tables []MyTable, user discord.ID, lang text.Lang, now time.Time) *screen.Shown {
	f := p.Note(lang)
	list := slices.Clone(tables)
	slices.SortStableFunc(list, func(a, b MyTable) int { return cmp.Or(urgency(a.State, user)-urgency(b.State, user), dueFirst(a, b)) })
	page := ui.Page{Title: ui.T("bot.mine.title")}
	if len(list) == 0 {
		page.Lines = []ui.Text{ui.T("bot.mine.none")}
		f.Below = []discord.Row{{kit.Button(f, ui.T("bot.mine.cards"), "🎲", discordgo.PrimaryButton, kit.CustomID{Action: kit.Cards})}}
		return p.Draw(page, f)
	}
	for i, s := range list[:min(len(list), myTablesMost)] {
		at := p.Frame(s.State, lang)
		where := kit.ChannelMention(s.CurrentChannel())
		if s.Direct() {
			where = kit.Rich(at, ui.T("bot.mine.direct"))
		}
		if s.ChannelDeleted { // nothing leads there
			f.Head = append(f.Head, kit.Rich(at, ui.T("bot.mine.nowhere", i+1, ui.T("name"))), waitsFor(s.State, user, at, now))
			continue
		}
		f.Head = append(f.Head, kit.Raw(at, ui.T("bot.mine.at", i+1, ui.T("name"), ui.Name(0)), where), waitsFor(s.State, user, at, now))
		last := len(f.Below) - 1
		if last < 0 || len(f.Below[last]) == discord.MaxButtons {
			f.Below = append(f.Below, nil)
			last++
		}
		b := kit.BoardLink(f, s.Guild, s.CurrentChannel(), s.Board)
		b.Label, b.Emoji = kit.Short(at, ui.T("bot.leave.from", ui.T("name"), i+1), discord.MaxLabel), ""
		f.Below[last] = append(f.Below[last], b)
	}
	if more := len(list) - myTablesMost; more > 0 {
		page.Lines = []ui.Text{ui.T("bot.mine.more", more)}
	}
	return p.Draw(page, f)
}

// urgency is how soon a person should look at a table; lower is sooner.
func urgency(s *table.State, user discord.ID) int {
	seat, _ := s.Seat(user)
	switch {
	case s.Phase == table.Lobby:
		return 2
	case s.Paused.IsZero() && slices.Contains(s.Status.Awaits, seat):
		return 0
	case s.Paused.IsZero():
		return 1
	}
	return 3
}

// dueFirst compares two tables by their deadlines. One without a deadline comes last.
func dueFirst(a, b MyTable) int {
	x, y := kit.Deadline(a.State), kit.Deadline(b.State)
	if x.IsZero() || y.IsZero() {
		return compareBool(x.IsZero(), y.IsZero())
	}
	return x.Compare(y)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// waitsFor says whom a table waits for, and until when. It names no deadline that is over: the
// table is about to go on then.
func waitsFor(s *table.State, user discord.ID, f *screen.Frame, now time.Time) string {
	seat, _ := s.Seat(user)
	switch {
	case s.ChannelDeleted:
		return kit.Rich(f, ui.T("bot.mine.deleted"))
	case s.Phase == table.Lobby:
		return kit.Raw(f, ui.T("bot.mine.lobby", len(s.Players), ui.Name(0)), kit.Moment(s.Expires, styleOf(s.Expires, now)))
	case !s.Paused.IsZero():
		return kit.Rich(f, ui.T("bot.match.paused", s.Paused))
	case s.Players[seat].Asleep:
		return kit.Rich(f, ui.T("bot.mine.asleep"))
	}
	key, args := "bot.mine.nobody", []any(nil)
	switch {
	case slices.Contains(s.Status.Awaits, seat):
		key = "bot.mine.yours"
	case len(s.Status.Awaits) > 0:
		var them []ui.Text
		for _, other := range s.Status.Awaits[:min(len(s.Status.Awaits), namedWaits)] {
			them = append(them, kit.NameOf(other))
		}
		key, args = "bot.mine.others", []any{them}
	}
	who := kit.Rich(f, ui.T(key, args...))
	due := kit.Deadline(s)
	if !due.After(now) {
		return who
	}
	shown, _ := f.When(s.Status.End())
	return who + " " + kit.Raw(f, ui.T("bot.mine.until", ui.Name(0)), kit.Moment(shown, styleOf(due, now)))
}

// sameDay is how far ahead a moment needs no date.
const sameDay = 12 * time.Hour

// styleOf is how Discord shows a moment on a page that stays as it is. Discord would count a
// nearer one down and then say how long ago it was.
func styleOf(at, now time.Time) string {
	if at.Sub(now) < sameDay {
		return "T"
	}
	return "f"
}

// namedWaits is how many people a line names that a table waits for. More would take a
// third line on a phone.
const namedWaits = 4
