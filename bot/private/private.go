// Package private is the feature of private tables: their host says who may join. That is
// invited people, up to 25, and the members of one role of the server.
//
// The host makes a table private on the page of its options, while its lobby is open. From then
// on others are refused, in words that name the host: they join no lobby, and take no free seat
// of the match. People who sit there stay. The next match, by Play again, is
// private for the same people and for those who played.
//
// # What is not private
//
// The board stands in the channel as before. People who read the channel watch, and read
// the log: what a board shows is public. To play unseen, people open the table in a channel that
// others do not see. The lobby says that it is private, and not for whom. Its reader is told
// whether they may join.
//
// # Calls
//
// To be invited is no call: no message notifies the invited. The lobby calls those of them who
// want to be called, as any other lobby does. Which roles a person has is known only when they
// press, so a role alone brings no call.
package private

import (
	"context"
	"embed"
	"errors"
	"slices"
	"sync"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	house "oneiros/bot/page"
	"oneiros/bot/private/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// New returns the feature. The rows are those of [store.PrivateTables] and [store.PrivateGuests].
func New(h feature.House, tables, guests feature.Rows) feature.Feature {
	say := words.Of(locale)
	p := &private{House: h, tables: tables, guests: guests, pages: page.Pages{Kit: h.Kit.Saying(say)}, kept: map[string]bool{}}
	onTable := []route.Need{route.InGuild, route.TableOfControl}
	byHost := []route.Need{route.InGuild, route.TableOfControl, route.OptionsOpen}
	return feature.Feature{
		Name:  "private",
		Words: say,
		Controls: []route.Control{
			{Action: page.Show, Needs: onTable, Do: p.show},
			{Action: page.Switch, Needs: byHost, Do: p.turn},
			{Action: page.Guests, Needs: byHost, Do: p.invite},
			{Action: page.Role, Needs: byHost, Do: p.pickRole},
		},
		Links: []feature.Link{
			{On: house.OnLobby, Offer: p.inLobby},
			feature.Pure(house.OnOptions, page.OnOptions),
		},
		Admit:   p.admit,
		Changed: p.changed,
		Kept:    []feature.Kept{{Rows: "invitations", Key: "private.kept"}},
	}
}

// private says who may join which table.
type private struct {
	feature.House
	tables, guests feature.Rows
	pages          page.Pages

	mu   sync.Mutex
	kept map[string]bool // lobbies that follow a match, and have what it had
}

// door says who may join a table.
type door struct {
	private bool
	role    discord.ID // 0 for none
	guests  []discord.ID
	own     bool // the table has it itself, and not from the match before
}

// read reads what is saved of a match.
func (p *private) read(ctx context.Context, match string) (d door, err error) {
	rows, err := p.tables.List(ctx, store.With{"match": match})
	if err != nil || len(rows) == 0 {
		return d, err
	}
	on, ok1 := rows[0][1].(int64)
	role, ok2 := rows[0][2].(int64)
	if !ok1 || !ok2 {
		return d, errors.New("a row of private tables has other columns")
	}
	d.private, d.role, d.own = on != 0, discord.ID(role), true
	guests, err := p.guests.List(ctx, store.With{"match": match})
	for _, row := range guests {
		user, ok := row[1].(int64)
		if !ok {
			return d, errors.New("a row of guests of private tables has other columns")
		}
		d.guests = append(d.guests, discord.ID(user))
	}
	return d, err
}

// of says who may join a table. One that follows a match has what that had, with those who
// played it, until its host says otherwise.
func (p *private) of(ctx context.Context, s *table.State) (door, error) {
	d, err := p.read(ctx, s.ID)
	if err != nil || d.own || s.Previous == "" {
		return d, err
	}
	if d, err = p.read(ctx, s.Previous); err != nil || !d.private {
		return door{}, err
	}
	d.own = false
	for _, u := range s.Expected {
		if !slices.Contains(d.guests, u.ID) {
			d.guests = append(d.guests, u.ID)
		}
	}
	return d, nil
}

// save saves who may join a table: the new guests before the door, and former ones behind it.
func (p *private) save(ctx context.Context, match string, d door) error {
	was, err := p.read(ctx, match)
	if err != nil {
		return err
	}
	for _, id := range d.guests {
		if err := p.guests.Put(ctx, store.Row{match, uint64(id)}); err != nil {
			return err
		}
	}
	on := 0
	if d.private {
		on = 1
	}
	if err := p.tables.Put(ctx, store.Row{match, on, uint64(d.role)}); err != nil {
		return err
	}
	for _, id := range was.guests {
		if !slices.Contains(d.guests, id) {
			if err := p.guests.Delete(ctx, store.With{"match": match, "user_id": uint64(id)}); err != nil {
				return err
			}
		}
	}
	p.Redraw(match)
	return nil
}

// changed has a lobby that follows a private match keep what that had, once. It does not wait.
func (p *private) changed(s *table.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.Phase != table.Lobby || s.Previous == "" || p.kept[s.ID] {
		if s.Phase != table.Lobby {
			delete(p.kept, s.ID)
		}
		return
	}
	p.kept[s.ID] = true
	p.Go(func(ctx context.Context) {
		d, err := p.of(ctx, s)
		if err == nil && d.private && !d.own {
			err = p.save(ctx, s.ID, d)
		}
		if err != nil {
			p.Log.Failed(err).Str("match", s.ID).Msg("keep table private failed")
			p.mu.Lock()
			delete(p.kept, s.ID) // the next change tries again
			p.mu.Unlock()
		}
	})
}

// admit refuses strangers at a private table. They do not play a private match again, either,
// which they have not played.
func (p *private) admit(ctx context.Context, a feature.Asked) error {
	s := a.Table
	if s == nil {
		s = a.After
	}
	if s == nil || s.Host == a.User {
		return nil
	}
	if _, sits := s.Seat(a.User); sits {
		return nil
	}
	d, err := p.of(ctx, s)
	if err != nil || d.admits(a.User, a.Roles) {
		return err
	}
	return page.Refusal(s)
}

// admits reports whether a person with some roles may join.
func (d door) admits(user discord.ID, roles []discord.ID) bool {
	return !d.private || slices.Contains(d.guests, user) || d.role != 0 && slices.Contains(roles, d.role)
}

// inLobby offers in the lobby of a private table to see who may join.
func (p *private) inLobby(ctx context.Context, s *table.State, _ house.Reader) house.Offer {
	d, err := p.of(ctx, s)
	if err != nil {
		p.Log.Failed(err).Str("match", s.ID).Msg("read private table failed")
		return nil
	}
	return page.InLobby(s, page.Door{Private: d.private, Role: d.role})
}

// show answers the button of the lobby, and of the page of options.
func (p *private) show(ctx context.Context, r *route.Request) error {
	d, err := p.of(ctx, r.Table)
	if err != nil {
		return err
	}
	return p.showDoor(ctx, r, d, false)
}

// showDoor shows who may join: to the host of a lobby all of it, with what changes it, and to
// others whether they may.
func (p *private) showDoor(ctx context.Context, r *route.Request, d door, saved bool) error {
	s, user := r.Table, r.Interaction.User.ID
	v := page.Door{Private: d.private, Saved: saved, Hosts: s.Phase == table.Lobby && s.Host == user, May: s.Host == user || r.Seated || d.admits(user, r.Interaction.Roles)}
	if v.Hosts {
		v.Role, v.Guests = d.role, d.guests
	}
	return r.ShowOver(ctx, p.pages.Door(s, r.Lang, v))
}

// change changes who may join the presser's table, and shows it.
func (p *private) change(ctx context.Context, r *route.Request, do func(*door)) error {
	d, err := p.of(ctx, r.Table)
	if err != nil {
		return err
	}
	do(&d)
	if err := p.save(ctx, r.Table.ID, d); err != nil {
		return err
	}
	return p.showDoor(ctx, r, d, true)
}

// turn answers the button that makes a table private, or lets all in.
func (p *private) turn(ctx context.Context, r *route.Request) error {
	if r.ID.Arg != house.Yes && r.ID.Arg != house.No {
		return p.show(ctx, r)
	}
	return p.change(ctx, r, func(d *door) { d.private = r.ID.Arg == house.Yes })
}

// invite answers the menu of people: they are the guests from then on.
func (p *private) invite(ctx context.Context, r *route.Request) error {
	ix := r.Interaction
	if len(ix.Values) > page.Most {
		return games.Refuse("private.refuse.many", page.Most)
	}
	var guests []discord.ID
	bots := false
	for _, v := range ix.Values {
		id, err := discord.ParseID(v)
		bot := id == ix.App || slices.ContainsFunc(ix.Picked, func(p discord.Picked) bool { return p.User.ID == id && p.User.Bot })
		if bots = bots || bot; err == nil && !bot && !slices.Contains(guests, id) {
			guests = append(guests, id)
		}
	}
	if len(guests) == 0 && len(ix.Values) > 0 {
		if bots {
			return games.Refuse("private.refuse.bot")
		}
		return p.show(ctx, r)
	}
	return p.change(ctx, r, func(d *door) { d.private, d.guests = true, guests })
}

// pickRole answers the menu of roles. All members have the role of the server, so it is none.
func (p *private) pickRole(ctx context.Context, r *route.Request) error {
	role := discord.ID(0)
	if v := r.Chosen(); v != "" {
		id, err := discord.ParseID(v)
		if err != nil {
			return p.show(ctx, r)
		}
		if role = id; id == r.Interaction.Guild {
			return games.Refuse("private.refuse.everyone")
		}
	}
	return p.change(ctx, r, func(d *door) { d.private, d.role = true, role })
}
