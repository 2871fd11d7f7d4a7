// Package sample is a whole small feature, and the one to begin with: a guest book of a
// server. It has a command, controls with different needs, settings of the server, a link in
// lobbies, a table, pages and words of its own, and a work that trims long books. It keeps a
// message: the book, which who manages the server hangs up in a channel, and which goes away
// with its last line. So does the party of its guests, an event of the server. It needs a
// permission that is optional, and a page says where that is missing. The audit log of a server
// shows who closed the book. A server may want only those at its tables who stand in the book,
// or have others warned of them. Others may not write the name in which a guest has signed. Only tests add it to a bot:
//
//	store.Open(ctx, path, store.WithTables(sample.Guests))
//	bot.Config{Features: []func(feature.House) feature.Feature{sample.New(st.Rows(sample.Guests))}}
//
// A copy of it becomes a feature of the bot with a line in features.go of package bot, a
// migration that makes the table, and its rows in PRIVACY.md.
package sample

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/feature/sample/page"
	"oneiros/bot/need"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Guests are the lines of the guest books: one of each person on a server.
var Guests = store.Declare(store.Table{
	Name: "sample_guests", Row: "guest of server", Sum: "sample guest", Key: []string{"guild", "user_id"},
	Columns: []store.Column{
		{Name: "guild", Has: store.OfServer}, {Name: "user_id", Has: store.OfPerson},
		{Name: "name", Type: store.Text, Has: store.WithPerson}, {Name: "line", Type: store.Text, Has: store.WithPerson}, {Name: "at", Has: store.WithPerson},
	},
	Export: &store.Export{Name: "guest_books", Fields: []store.Field{
		{Name: "server", SQL: "guild", As: store.AsID}, {Name: "name"}, {Name: "line"}, {Name: "at", As: store.AsMoment},
	}},
})

// The settings of a server: whether its book is open, and whom its tables are for.
var (
	state  = feature.Setting{Choice: page.State, Of: feature.Server}
	tables = feature.Setting{Choice: page.Tables, Of: feature.Server}
)

// ofBook is what the words of a line are for.
const ofBook feature.Use = "guestbook"

// The kinds of what is kept of a book.
const (
	onTheWall = "guestbook"       // the message that shows it to every person
	party     = "guestbook party" // the event of the server; its path is when it begins
)

// creating is what the bot needs for the party.
var creating = need.Permission{
	Bit: discord.PermissionCreateEvents, Name: "bot.permission.events", Why: "guestbook.party.why", Optional: true, Said: "guestbook.party.lack",
}

// partyAfter is how long after the press a party begins.
const partyAfter = 24 * time.Hour

// bookShut names what an audit log has of a book that was closed or opened on its page.
const bookShut = "guestbook-shut"

// Schema makes the table, as a migration does for a feature of the bot.
const Schema = `CREATE TABLE sample_guests (guild BIGINT NOT NULL, user_id BIGINT NOT NULL, name TEXT NOT NULL, line TEXT NOT NULL, at BIGINT NOT NULL,
	checksum BIGINT NOT NULL, PRIMARY KEY (guild, user_id))`

// New returns what makes the feature.
func New(guests feature.Rows) func(feature.House) feature.Feature {
	return func(h feature.House) feature.Feature {
		say := words.Of(locale)
		b := &book{House: h, guests: guests, pages: page.Pages{Kit: h.Kit.Saying(say)}, written: make(chan discord.ID, 16)}
		option := route.Words{Catalogue: say}.Text("guestbook.line", page.MaxLine)
		onServer, managed := []route.Need{route.InGuild}, []route.Need{route.InGuild, route.GuildManager}
		return feature.Feature{
			Name:     "sample",
			Words:    say,
			Commands: []route.Command{{Root: "dream", Name: "guestbook", Rank: 200, Options: route.Options(option), Needs: onServer, Do: b.sign}},
			Controls: []route.Control{
				{Action: page.Read, Needs: onServer, Do: b.show},
				{Action: page.Leave, Needs: onServer, Do: b.leave},
				{Action: page.Clear, Needs: managed, Do: b.clear},
				{Action: page.Hang, Needs: managed, Do: b.hang},
				{Action: page.Shut, Needs: managed, Do: b.shut},
				{Action: page.Party, Needs: managed, Do: b.party},
			},
			Audit:       []feature.AuditAction{{Name: bookShut, Line: changed, Undo: b.reopen}},
			Settings:    []feature.Setting{state, tables},
			Messages:    []surface.Kind{{Name: onTheWall, Look: b.look, Is: isBook, Returns: true}, {Name: party, Look: b.lookParty}},
			Permissions: []need.Permission{creating},
			Erasing:     b.erasing,
			Links:       []feature.Link{{On: house.OnLobby, Offer: b.inLobby}},
			Admit:       b.admit,
			GivesWay:    b.givesWay,
			Text:        b.text,
			Work:        []feature.Work{{Name: "trim guest books", Each: feature.PerShard, Do: b.trim}},
			Kept:        []feature.Kept{{Rows: "guest_books", Key: "guestbook.kept"}},
		}
	}
}

// book is the guest book of each server.
type book struct {
	feature.House
	guests  feature.Rows
	pages   page.Pages
	written chan discord.ID // servers in whose book a line was written
}

// sign answers the command: it shows the book, and writes a line into it before.
func (b *book) sign(ctx context.Context, r *route.Request) error {
	ix := r.Interaction
	line := r.Option("line")
	book, err := b.Chosen.Of(ctx, state, ix.Guild)
	switch {
	case err != nil:
		return err
	case line != "" && book == page.Closed:
		return games.Refuse("guestbook.refuse")
	case line != "" && strings.TrimSpace(line) == "":
		return games.Refuse("guestbook.blank")
	case utf8.RuneCountInString(line) > page.MaxLine: // no client sends it
		return games.Refuse("guestbook.long", page.MaxLine)
	case line != "":
		if err := b.Text(ctx, feature.Written{Words: []string{line}, Use: ofBook, User: ix.User.ID, Guild: ix.Guild, Channel: ix.Channel}); err != nil {
			return err
		}
		if err := b.guests.Put(ctx, store.Row{uint64(ix.Guild), uint64(ix.User.ID), ix.User.Name, line, b.Now().UnixMilli()}); err != nil {
			return err
		}
		b.redraw(ix.Guild)
		select {
		case b.written <- ix.Guild:
		default: // the next line of that server trims its book
		}
	}
	return b.show(ctx, r)
}

// admit refuses who does not stand in the book, where the tables are for those who do. Some
// servers only have them warned of those who sit there and do, once for all that it is about.
func (b *book) admit(ctx context.Context, a feature.Asked) error {
	whom, err := b.Chosen.Of(ctx, tables, a.Guild)
	if err != nil || whom == page.Everybody {
		return err
	}
	lines, err := b.lines(ctx, a.Guild)
	if err != nil || slices.ContainsFunc(lines, func(l line) bool { return l.user == a.User }) {
		return err
	}
	if whom == page.Guests {
		return games.Refuse("guestbook.stranger")
	}
	others := a.Others()
	var guests []string
	for _, l := range lines {
		if slices.Contains(others, l.user) {
			guests = append(guests, l.user.String())
		}
	}
	if len(guests) == 0 {
		return nil
	}
	return feature.Warn(strings.Join(guests, " "), "guestbook.warning", len(guests))
}

// givesWay has strangers give way to guests in a call, where they are warned of them.
func (b *book) givesWay(ctx context.Context, guild discord.ID, people []discord.ID) (map[discord.ID][]discord.ID, error) {
	whom, err := b.Chosen.Of(ctx, tables, guild)
	if err != nil || whom != page.Warned {
		return nil, err
	}
	lines, err := b.lines(ctx, guild)
	if err != nil {
		return nil, err
	}
	var guests []discord.ID
	for _, l := range lines {
		guests = append(guests, l.user)
	}
	ways := map[discord.ID][]discord.ID{}
	for _, user := range people {
		if !slices.Contains(guests, user) {
			ways[user] = guests
		}
	}
	return ways, nil
}

// text refuses words that name a guest who did not write them.
func (b *book) text(ctx context.Context, w feature.Written) error {
	list, err := b.lines(ctx, w.Guild)
	if err != nil {
		return err
	}
	for _, l := range list {
		for _, words := range w.Words {
			if l.user != w.User && names(words, l.name) {
				return games.Refuse("guestbook.named")
			}
		}
	}
	return nil
}

// names reports whether words have a name among them, however it is written.
func names(words, name string) bool {
	apart := func(s string) string {
		other := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }
		return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), other), " ") + " "
	}
	name = apart(name)
	return strings.TrimSpace(name) != "" && strings.Contains(apart(words), name)
}

// leave takes the presser's line out.
func (b *book) leave(ctx context.Context, r *route.Request) error {
	if err := b.guests.Delete(ctx, store.With{"guild": uint64(r.Interaction.Guild), "user_id": uint64(r.Interaction.User.ID)}); err != nil {
		return err
	}
	b.redraw(r.Interaction.Guild)
	return b.show(ctx, r)
}

// mostLines is how many lines a book has. The oldest ones make room.
const mostLines = 100

// trim takes the oldest lines out of each book in which a line was written, until ctx ends.
func (b *book) trim(ctx context.Context) {
	for {
		select {
		case guild := <-b.written:
			if err := b.trimOne(ctx, guild); err != nil && ctx.Err() == nil {
				b.Log.Failed(err).Uint64("guild", uint64(guild)).Msg("trim guest book failed")
			}
		case <-ctx.Done():
			return
		}
	}
}

// trimOne takes the oldest lines out of a book that has too many.
func (b *book) trimOne(ctx context.Context, guild discord.ID) error {
	lines, err := b.lines(ctx, guild)
	if err != nil {
		return err
	}
	slices.SortStableFunc(lines, func(x, y line) int { return cmp.Compare(y.at, x.at) })
	for _, old := range lines[min(len(lines), mostLines):] {
		if err := b.guests.Delete(ctx, store.With{"guild": uint64(guild), "user_id": uint64(old.user)}); err != nil {
			return err
		}
	}
	b.redraw(guild)
	return nil
}

// clear takes all lines out.
func (b *book) clear(ctx context.Context, r *route.Request) error {
	if err := b.guests.Delete(ctx, store.With{"guild": uint64(r.Interaction.Guild)}); err != nil {
		return err
	}
	b.redraw(r.Interaction.Guild)
	return b.show(ctx, r)
}

// wall is the message that shows the book of a server to every person.
func wall(guild discord.ID) surface.Key {
	return surface.Key{Owner: store.ServerOwner(uint64(guild)), Kind: onTheWall}
}

// partyOf is the party of the guests of a server.
func partyOf(guild discord.ID) surface.Key {
	return surface.Key{Owner: store.ServerOwner(uint64(guild)), Kind: party}
}

// redraw has people see what has become of the book of a server.
func (b *book) redraw(guild discord.ID) {
	b.Messages.Redraw(wall(guild))
	b.Messages.Redraw(partyOf(guild))
}

// party invites the server to a party of the guests, unless there is one or the bot may create
// none: the page says so.
func (b *book) party(ctx context.Context, r *route.Request) error {
	lines, err := b.lines(ctx, r.Interaction.Guild)
	if err != nil {
		return err
	}
	if len(lines) > 0 && creating.Granted(r.Interaction.AppPermissions) {
		at := surface.Place{Path: strconv.FormatInt(b.Clock.Now().Add(partyAfter).Unix(), 10), Lang: string(r.Lang)}
		if err := b.Messages.Keep(ctx, nil, surface.Want{Key: partyOf(r.Interaction.Guild), Place: at}); err != nil {
			return err
		}
	}
	return b.show(ctx, r)
}

// lookParty is what the party is now. One that has begun is left to Discord, which ends it.
func (b *book) lookParty(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	begins, err := strconv.ParseInt(at.Path, 10, 64)
	if err != nil || !b.Clock.Now().Before(time.Unix(begins, 0)) {
		return nil, err
	}
	list, err := b.lines(ctx, discord.ID(k.Owner.Guild))
	if err != nil {
		return nil, err
	}
	event := b.pages.Event(time.Unix(begins, 0), text.Lang(at.Lang))
	return &surface.Look{Event: &event, Digest: at.Path, Remove: len(list) == 0}, nil
}

// hang has the book hang in the channel from now on. It hangs once on a server.
func (b *book) hang(ctx context.Context, r *route.Request) error {
	err := b.Messages.Keep(ctx, nil, surface.Want{Key: wall(r.Interaction.Guild), Place: surface.Place{Channel: r.Interaction.Channel, Lang: string(r.Lang)}})
	if err != nil {
		return err
	}
	return b.show(ctx, r)
}

// look is what the book that hangs shows now. An empty one is taken down.
func (b *book) look(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	list, err := b.lines(ctx, discord.ID(k.Owner.Guild))
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return &surface.Look{Remove: true}, nil
	}
	shown, err := b.pages.Hung(guestsOf(list, 0), text.Lang(at.Lang))
	if err != nil {
		return nil, err
	}
	b.Drawn(shown)
	return &surface.Look{Message: shown.Message, Digest: shown.Digest}, nil
}

// isBook reports whether a message is a book that hangs.
func isBook(m discord.OwnMessage, _ surface.Key) bool {
	want := house.CustomID{Action: page.Read, Arg: page.OnTheWall}
	return slices.ContainsFunc(m.CustomIDs, func(id string) bool {
		is, ok := house.ParseCustomID(id)
		return ok && is == want
	})
}

// inLobby offers an open book in the lobbies of its server.
func (b *book) inLobby(ctx context.Context, s *table.State, to house.Reader) house.Offer {
	now, err := b.Chosen.Of(ctx, state, s.Guild)
	if err != nil {
		b.Log.Failed(err).Msg("read state of guest book failed")
		return nil
	}
	if now == page.Closed {
		return nil
	}
	return page.InLobby(s, to)
}

// shut closes the book, or opens it again, and tells the audit log. Nonsense changes nothing.
func (b *book) shut(ctx context.Context, r *route.Request) error {
	guild, next := r.Interaction.Guild, r.ID.Arg
	now, err := b.Chosen.Of(ctx, state, guild)
	if err != nil {
		return err
	}
	if state.Takes(next) && next != now {
		if err := b.Chosen.Change(ctx, state, guild, next); err != nil {
			return err
		}
		e := feature.NewAuditEntry(r, bookShut)
		e.Old, e.New = now, next
		b.Audit(ctx, e)
	}
	return b.show(ctx, r)
}

// changed says in an audit log what became of the book.
func changed(e feature.AuditEntry, f *screen.Frame) string { return page.Changed(f, e.Old, e.New) }

// reopen undoes what shut did, unless the book has been closed or opened since.
func (b *book) reopen(ctx context.Context, _ *route.Request, e feature.AuditEntry) (bool, error) {
	now, err := b.Chosen.Of(ctx, state, e.Guild)
	if err != nil || now != e.New || !state.Takes(e.Old) {
		return false, err
	}
	return true, b.Chosen.Change(ctx, state, e.Guild, e.Old)
}

// erasing draws the books anew in which a person stood who was erased.
func (b *book) erasing(ctx context.Context, user discord.ID) (draw func()) {
	rows, err := b.guests.List(ctx, store.With{"user_id": uint64(user)})
	if err != nil {
		b.Log.Failed(err).Msg("list guest books failed")
	}
	return func() {
		for _, row := range rows {
			if guild, ok := row[0].(int64); ok {
				b.redraw(discord.ID(guild))
			}
		}
	}
}

func (b *book) show(ctx context.Context, r *route.Request) error {
	lines, err := b.lines(ctx, r.Interaction.Guild)
	if err != nil {
		return err
	}
	book, err := b.Chosen.Of(ctx, state, r.Interaction.Guild)
	if err != nil {
		return err
	}
	lack := ui.Text{}
	if !creating.Granted(r.Interaction.AppPermissions) {
		lack = creating.Lack()
	}
	return r.Show(ctx, b.pages.Book(guestsOf(lines, r.Interaction.User.ID), book, route.ManagesGuild(r.Interaction), lack, r.Lang))
}

// line is what a guest wrote.
type line struct {
	user        discord.ID
	name, words string
	at          int64 // in milliseconds
}

// guestsOf are lines as a reader sees them; 0 for all.
func guestsOf(lines []line, reader discord.ID) (list []page.Guest) {
	for _, l := range lines {
		list = append(list, page.Guest{Name: l.name, Line: l.words, Reader: l.user == reader})
	}
	return list
}

// lines are those of a server.
func (b *book) lines(ctx context.Context, guild discord.ID) (list []line, err error) {
	rows, err := b.guests.List(ctx, store.With{"guild": uint64(guild)})
	for _, row := range rows {
		user, ok1 := row[1].(int64)
		name, ok2 := row[2].(string)
		words, ok3 := row[3].(string)
		at, ok4 := row[4].(int64)
		if !ok1 || !ok2 || !ok3 || !ok4 {
			return nil, errors.New("a row of the guest book has other columns")
		}
		list = append(list, line{discord.ID(user), name, words, at})
	}
	return list, err
}
