// Package notebook is the feature by which the owner of a seat in a game of deduction writes down
// what they think of the others: a mark, roles that are struck out, and a line of text. What they
// know for certain is filled in from what they see: see [games.Deducer].
//
// # Whose it is
//
// A notebook is no move. Neither the rules nor an automatic player read it, and it is in no log,
// message to others, picture or metric. Its owner alone is shown it: on their own page, and beside
// the targets on their panel. A person who takes a seat over begins with none, and its former owner
// finds theirs when they come back. Whoever is out of a match may go on. At the end its owner sees
// how right they were, and after a match that was stopped early what they wrote.
//
// The entries go with the log of their match, and with their owner.
package notebook

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/notebook/page"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// New returns the feature. The rows are those of [store.NotebookEntries].
func New(h feature.House, rows feature.Rows) feature.Feature {
	say := words.Of(locale)
	n := &notebooks{House: h, rows: rows, pages: page.Pages{Kit: h.Kit.Saying(say)}}
	needs := []route.Need{route.TableOfControl}
	return feature.Feature{
		Name:  "notebook",
		Words: say,
		Controls: []route.Control{
			{Action: page.Show, Needs: needs, Do: n.show},
			{Action: page.Edit, Needs: needs, Do: n.edit},
			{Action: page.Save, Form: true, Needs: needs, Do: n.save},
		},
		Links: []feature.Link{
			feature.Pure(house.OnPanel, page.OnPanel),
			{On: house.OnEnd, Offer: n.atEnd},
		},
		Notebook: n.of,
		Kept:     []feature.Kept{{Rows: "notebook", Key: "notebook.kept"}},
	}
}

// notebooks keeps the notebooks of the owners of seats.
type notebooks struct {
	feature.House
	rows  feature.Rows
	pages page.Pages
}

// of is the notebook of a person at a table; nil for none. A panel without it is still a panel.
func (n *notebooks) of(ctx context.Context, s *table.State, user discord.ID) games.Notebook {
	seat, seated := s.Seat(user)
	if !seated || s.Match == nil || s.Game.Roles(s.Match.Seats()) == nil {
		return nil
	}
	book, err := n.read(ctx, s, user, seat)
	if err != nil && ctx.Err() == nil {
		n.Log.Failed(err).Str("match", s.ID).Msg("read notebook failed")
	}
	return book
}

// read reads the notebook of the owner of a seat. What the game does not have is left out.
func (n *notebooks) read(ctx context.Context, s *table.State, user discord.ID, seat games.Seat) (games.Notebook, error) {
	rows, err := n.rows.List(ctx, store.With{"match": s.ID, "user_id": uint64(user), "seat": int(seat)})
	if err != nil {
		return nil, err
	}
	roles := s.Game.Roles(s.Match.Seats())
	book := games.Notebook{}
	for _, row := range rows {
		about, ok1 := row[3].(int64)
		mark, ok2 := row[4].(string)
		struck, ok3 := row[5].(string)
		line, ok4 := row[6].(string)
		if !ok1 || !ok2 || !ok3 || !ok4 {
			return nil, errors.New("a row of notebooks has other columns")
		}
		e := games.Entry{Line: line}
		if slices.Contains(games.Marks, games.Mark(mark)) {
			e.Mark = games.Mark(mark)
		}
		for _, r := range roles {
			if slices.Contains(strings.Split(struck, ","), r) {
				e.Struck = append(e.Struck, r)
			}
		}
		if about >= 0 && int(about) < s.Match.Seats() {
			book[games.Seat(about)] = e
		}
	}
	return book, nil
}

// atEnd offers the notebook on the panel of an owner who wrote something.
func (n *notebooks) atEnd(ctx context.Context, s *table.State, to house.Reader) house.Offer {
	if to.User == 0 || s.Phase != table.Over && s.Phase != table.Void || len(n.of(ctx, s, to.User)) == 0 {
		return nil
	}
	return page.Link(s.ID)
}

// own is the presser's seat at a table of a game of deduction, and their notebook.
func (n *notebooks) own(ctx context.Context, r *route.Request) (games.Seat, games.Notebook, error) {
	s, user := r.Table, r.Interaction.User.ID
	seat, seated := s.Seat(user)
	if !seated || s.Match == nil || s.Game.Roles(s.Match.Seats()) == nil {
		return seat, nil, games.Refuse("notebook.refuse")
	}
	book, err := n.read(ctx, s, user, seat)
	return seat, book, err
}

// show answers the button of the notebook. It has a message of its own, so that the panel stays.
func (n *notebooks) show(ctx context.Context, r *route.Request) error {
	seat, book, err := n.own(ctx, r)
	if err != nil {
		return err
	}
	shown := n.pages.Notebook(r.Table, seat, book, r.Lang)
	if r.ID.Arg == page.Again {
		return r.Show(ctx, shown)
	}
	return r.ShowNew(ctx, shown)
}

// about is another seat that a control names.
func about(r *route.Request, own games.Seat) (games.Seat, error) {
	seat, err := strconv.Atoi(r.ID.Arg)
	if err != nil || seat < 0 || seat >= r.Table.Match.Seats() || games.Seat(seat) == own {
		return games.Nobody, games.Refuse("bot.refuse.unknown")
	}
	if r.Table.Phase != table.Live {
		return games.Nobody, games.Refuse("notebook.over")
	}
	return games.Seat(seat), nil
}

// edit opens the form about a seat.
func (n *notebooks) edit(ctx context.Context, r *route.Request) error {
	own, book, err := n.own(ctx, r)
	if err != nil {
		return err
	}
	seat, err := about(r, own)
	if err != nil {
		return err
	}
	return r.Modal(ctx, n.pages.Form(r.Table, own, seat, book[seat], r.Lang))
}

// save answers the form. An entry without anything is deleted.
func (n *notebooks) save(ctx context.Context, r *route.Request) error {
	own, book, err := n.own(ctx, r)
	if err != nil {
		return err
	}
	seat, err := about(r, own)
	answers := r.Interaction.Fields
	if err == nil && (r.Interaction.Type != discordgo.InteractionModalSubmit || len(answers) == 0) {
		err = games.Refuse("bot.refuse.unknown")
	}
	if err != nil {
		return err
	}
	e := games.Entry{Mark: page.Mark(answers[page.MarkField]), Line: screen.Line(answers[page.Line])}
	if utf8.RuneCountInString(e.Line) > games.MaxNotebookLine {
		return games.Refuse("notebook.long", games.MaxNotebookLine)
	}
	e.Struck = struck(r.Table, own, seat, book[seat].Struck, strings.Split(answers[page.Struck], ","))
	user := r.Interaction.User.ID
	if e.Blank() {
		err = n.rows.Delete(ctx, store.With{"match": r.Table.ID, "user_id": uint64(user), "seat": int(own), "about": int(seat)})
	} else {
		err = n.rows.Put(ctx, store.Row{r.Table.ID, uint64(user), int(own), int(seat), string(e.Mark), strings.Join(e.Struck, ","), e.Line})
	}
	if err != nil {
		return err
	}
	n.Redraw(r.Table.ID)
	book[seat] = e
	return r.Show(ctx, n.pages.Notebook(r.Table, own, book, r.Lang))
}

// struck are the roles that the owner of a seat strikes out of another, who chose some in the form.
// The form has those that are certain struck out already, and each page fills them in. So of them
// only those are kept that the owner had struck out before.
func struck(s *table.State, own, seat games.Seat, before, chosen []string) (list []string) {
	know := s.Match.Suspects(own.Viewer())[seat]
	for _, r := range s.Game.Roles(s.Match.Seats()) {
		by := chosen
		if know.Role != "" || slices.Contains(know.Not, r) {
			by = before
		}
		if slices.Contains(by, r) {
			list = append(list, r)
		}
	}
	return list
}
