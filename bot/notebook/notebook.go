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
// # Two forms at once
//
// A person may have a form open on a phone and on a desktop. A form knows what it was opened on, by
// a short digest of each field in its custom id, made with a key of the process. What it did not
// change stays as it was written elsewhere meanwhile. Where both changed a field the later form stands, and its answer says what it
// replaced. Of the messages that show a person their notebook of a match only the last one stays,
// as long as its token lives. That is kept in memory alone: after a restart a message may be left.
//
// The entries go with the log of their match, and with their owner.
package notebook

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strings"
	"sync"
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

// Client is what the feature needs of Discord.
type Client interface {
	DeletePanel(ctx context.Context, t discord.PanelToken) error
}

// New returns the feature. The rows are those of [store.NotebookEntries].
func New(h feature.House, rows feature.Rows, client Client) feature.Feature {
	say := words.Of(locale)
	n := &notebooks{House: h, rows: rows, client: client, pages: page.Pages{Kit: h.Kit.Saying(say), Key: new(page.Key)}, writing: make(chan struct{}, 1), last: map[reader]answer{}}
	h.Luck.Read(n.pages.Key[:], "forms")
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
	rows   feature.Rows
	client Client
	pages  page.Pages

	writing chan struct{} // full while an entry is read and written, so that of two forms one is later

	mu   sync.Mutex
	last map[reader]answer
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
	return n.answer(ctx, r, n.pages.Notebook(r.Table, seat, book, nil, r.Lang), r.ID.Arg == page.Again)
}

// other refuses a control about no other seat of a match that goes on.
func other(r *route.Request, own, about games.Seat) error {
	if about < 0 || int(about) >= r.Table.Match.Seats() || about == own {
		return games.Refuse("bot.refuse.unknown")
	}
	if r.Table.Phase != table.Live {
		return games.Refuse("notebook.over")
	}
	return nil
}

// edit opens the form about a seat.
func (n *notebooks) edit(ctx context.Context, r *route.Request) error {
	own, book, err := n.own(ctx, r)
	if err != nil {
		return err
	}
	seat := page.ParseSaveArg(r.ID.Arg).About
	if err := other(r, own, seat); err != nil {
		return err
	}
	return r.Modal(ctx, n.pages.Form(r.Table, own, seat, book[seat], r.Lang))
}

// save answers the form.
func (n *notebooks) save(ctx context.Context, r *route.Request) error {
	own, book, replaced, err := n.write(ctx, r)
	if err != nil {
		return err
	}
	n.Redraw(r.Table.ID)
	return n.answer(ctx, r, n.pages.Notebook(r.Table, own, book, replaced, r.Lang), true)
}

// write saves what the form says. An entry without anything is deleted. It returns the notebook,
// and what the form has replaced that was written elsewhere while it was open.
func (n *notebooks) write(ctx context.Context, r *route.Request) (own games.Seat, book, replaced games.Notebook, err error) {
	select {
	case n.writing <- struct{}{}:
		defer func() { <-n.writing }()
	case <-ctx.Done():
		return own, nil, nil, ctx.Err()
	}
	if own, book, err = n.own(ctx, r); err != nil {
		return own, nil, nil, err
	}
	arg := page.ParseSaveArg(r.ID.Arg)
	seat, answers := arg.About, r.Interaction.Fields
	if err = other(r, own, seat); err == nil && (r.Interaction.Type != discordgo.InteractionModalSubmit || len(answers) == 0) {
		err = games.Refuse("bot.refuse.unknown")
	}
	if err != nil {
		return own, nil, nil, err
	}
	form := games.Entry{Mark: page.Mark(answers[page.MarkField]), Line: screen.Line(answers[page.Line])}
	if utf8.RuneCountInString(form.Line) > games.MaxNotebookLine {
		return own, nil, nil, games.Refuse("notebook.long", games.MaxNotebookLine)
	}
	form.Struck = struck(r.Table, own, seat, book[seat].Struck, strings.Split(answers[page.Struck], ","))
	e, lost := n.pages.Key.Merge(arg.Opened, r.Table.ID, seat, book[seat], form)
	user := r.Interaction.User.ID
	if e.Blank() {
		err = n.rows.Delete(ctx, store.With{"match": r.Table.ID, "user_id": uint64(user), "seat": int(own), "about": int(seat)})
	} else {
		err = n.rows.Put(ctx, store.Row{r.Table.ID, uint64(user), int(own), int(seat), string(e.Mark), strings.Join(e.Struck, ","), e.Line})
	}
	if err != nil {
		return own, nil, nil, err
	}
	book[seat] = e
	if !lost.Blank() {
		replaced = games.Notebook{seat: lost}
	}
	return own, book, replaced, nil
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
