package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/feature/sample"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
	"oneiros/games/ui"
	"oneiros/store"
)

// A fault is the sample feature with one thing wrong, and the trait that it lacks.
type fault struct {
	lacks  trait
	table  *store.Table // nil for that of the sample
	change func(h feature.House, rows store.Rows, f *feature.Feature)
}

// control changes what answers the button that takes the presser's line out.
func control(do func(h feature.House, f feature.Feature, former route.Handler) route.Handler) func(feature.House, store.Rows, *feature.Feature) {
	return func(h feature.House, _ store.Rows, f *feature.Feature) {
		f.Controls = slices.Clone(f.Controls)
		f.Controls[0].Do = do(h, *f, f.Controls[0].Do)
	}
}

// needing gives the button that takes all lines out another need than to manage the server.
func needing(need func(rows store.Rows) route.Need) func(feature.House, store.Rows, *feature.Feature) {
	return func(_ feature.House, rows store.Rows, f *feature.Feature) {
		f.Controls = slices.Clone(f.Controls)
		f.Controls[1].Needs = []route.Need{route.InGuild, need(rows)}
	}
}

// guests is the table of the sample with another declaration.
func guests(change func(t *store.Table)) *store.Table {
	g := sample.Guests
	t := store.Table{Name: g.Name, Row: g.Row, Sum: g.Sum, Key: g.Key, Columns: slices.Clone(g.Columns), Export: g.Export}
	change(&t)
	return store.Declare(t)
}

// exporting is the table with another export.
func exporting(change func(e *store.Export), also ...func(t *store.Table)) *store.Table {
	return guests(func(t *store.Table) {
		for _, change := range also {
			change(t)
		}
		e := *t.Export
		e.Fields = slices.Clone(e.Fields)
		change(&e)
		t.Export = &e
	})
}

// faults are all of them.
var faults = map[string]fault{
	"a control answers twice": {lacks: answersOnce, change: control(func(_ feature.House, _ feature.Feature, former route.Handler) route.Handler {
		return func(ctx context.Context, r *route.Request) error {
			return errors.Join(former(ctx, r), former(ctx, r))
		}
	})},
	"a control answers nothing": {lacks: answersOnce, change: control(func(feature.House, feature.Feature, route.Handler) route.Handler {
		return func(context.Context, *route.Request) error { return nil }
	})},
	"an argument that no page has is a fault": {lacks: answersOnce, change: control(func(_ feature.House, _ feature.Feature, former route.Handler) route.Handler {
		return func(ctx context.Context, r *route.Request) error {
			if r.ID.Arg != "" {
				return errors.New("a strange argument")
			}
			return former(ctx, r)
		}
	})},
	"a form that no page opens is a panic": {lacks: answersOnce, change: func(h feature.House, _ store.Rows, f *feature.Feature) {
		f.Controls = slices.Clone(f.Controls)
		former := f.Controls[0].Do
		f.Controls[0].Form = true
		f.Controls[0].Do = func(ctx context.Context, r *route.Request) error {
			if len(r.Interaction.Answers) > 1 {
				panic(r.Interaction.Answers[5])
			}
			return former(ctx, r)
		}
	}},
	"a long line is a fault": {lacks: answersOnce, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		former := f.Commands[0].Do
		f.Commands[0].Do = func(ctx context.Context, r *route.Request) error {
			if len(r.Option("line")) > 4000 {
				return errors.New("too long")
			}
			return former(ctx, r)
		}
	}},

	"a need lets in who asks again": {lacks: refusesAll, change: needing(func(store.Rows) route.Need {
		asked := 0
		return func(tables *table.Tables, r *route.Request) error {
			if asked++; asked%2 == 0 {
				return nil
			}
			return route.GuildManager(tables, r)
		}
	})},
	"a need notes whom it refuses": {lacks: refusesAll, change: needing(func(rows store.Rows) route.Need {
		asked := 0
		return func(tables *table.Tables, r *route.Request) error {
			err := route.GuildManager(tables, r)
			if asked++; err != nil && asked%2 == 0 {
				return errors.Join(err, rows.Put(context.Background(), store.Row{1, asked, "", "", 0}))
			}
			return err
		}
	})},
	"a need fails": {lacks: refusesAll, change: needing(func(store.Rows) route.Need {
		return func(tables *table.Tables, r *route.Request) error {
			if route.GuildManager(tables, r) != nil {
				return errors.New("no manager")
			}
			return nil
		}
	})},

	"a refusal has no words": {lacks: saysAll, change: control(func(feature.House, feature.Feature, route.Handler) route.Handler {
		return func(context.Context, *route.Request) error { return games.Refuse("guestbook.nothing") }
	})},
	"a key is shown": {lacks: saysAll, change: control(func(h feature.House, f feature.Feature, _ route.Handler) route.Handler {
		return func(ctx context.Context, r *route.Request) error {
			return r.ShowNew(ctx, h.Kit.Saying(f.Words).Lines(r.Lang, ui.Literal("guestbook.title")))
		}
	})},
	"an option has no Russian name": {lacks: saysAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		o := *f.Commands[0].Options[0]
		o.NameLocalizations = maps.Clone(o.NameLocalizations)
		delete(o.NameLocalizations, discordgo.Russian)
		f.Commands[0].Options = route.Options(&o)
	}},

	"a table keeps an erased person": {lacks: erasesAll, table: exporting(func(e *store.Export) { e.Where = "user_id = ?" }, func(t *store.Table) { t.Columns[1].Has = store.Nothing })},
	"a table keeps an erased server": {lacks: erasesAll, table: guests(func(t *store.Table) { t.Columns[0].Has = store.Nothing })},

	"a table is not in the file":  {lacks: exportsAll, table: guests(func(t *store.Table) { t.Export = nil })},
	"a column is not in the file": {lacks: exportsAll, table: exporting(func(e *store.Export) { e.Fields = slices.Delete(e.Fields, 2, 3) })},
	"a row is not in the file":    {lacks: exportsAll, table: exporting(func(e *store.Export) { e.Where = "user_id = ? AND at = 0" })},

	"an action is not read back": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Controls = append(slices.Clone(f.Controls), route.Control{Action: "guest_book", Needs: f.Controls[0].Needs, Do: f.Controls[0].Do})
	}},
	"an action leaves no room": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Controls = append(slices.Clone(f.Controls), route.Control{Action: "guestbook-of-the-people-who-came-here-to-dream", Needs: f.Controls[0].Needs, Do: f.Controls[0].Do})
	}},
	"two settings have one name": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Settings = slices.Clone(f.Settings)
		f.Settings[1].Name = f.Settings[0].Name
	}},

	"a work does not end": {lacks: endsWork, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Work = []feature.Work{{Name: "sleep", Do: func(ctx context.Context) {
			<-ctx.Done()
			discord.Sleep(context.WithoutCancel(ctx), time.Minute)
		}}}
	}},
	"a work has no name": {lacks: endsWork, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Work = []feature.Work{{Do: func(ctx context.Context) { <-ctx.Done() }}}
	}},

	"no message is kept": {lacks: meetsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		k := f.Messages[0]
		k.Name = "guestbook none"
		f.Messages = append(slices.Clone(f.Messages), k)
	}},
	"a kind of message has a loud name": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		k := f.Messages[0]
		k.Name = "Guestbook"
		f.Messages = append(slices.Clone(f.Messages), k)
	}},

	"a missing permission is not said": {lacks: permitsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		p := f.Permissions[0]
		p.Bit, p.Said = discordgo.PermissionManageThreads, "guestbook.party.lack"
		f.Permissions = append(slices.Clone(f.Permissions), p)
	}},
	"a missing permission is used": {lacks: permitsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		sign, party := f.Commands[0].Do, f.Controls[len(f.Controls)-1].Do
		f.Commands[0].Do = func(ctx context.Context, r *route.Request) error {
			if r.Option("line") != "" {
				return sign(ctx, r)
			}
			r.Interaction.AppPermissions |= discord.PermissionCreateEvents
			return party(ctx, r)
		}
	}},
	"a needed permission is said to be missing": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Permissions = slices.Clone(f.Permissions)
		f.Permissions[0].Optional = false
	}},
	"a permission has no reason": {lacks: saysAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Permissions = slices.Clone(f.Permissions)
		f.Permissions[0].Why = "guestbook.party.none"
	}},
	"an action is never told": {lacks: auditsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		never := f.Audit[0]
		never.Name = "guestbook-burn"
		f.Audit = append(slices.Clone(f.Audit), never)
	}},
	"an undo changes nothing": {lacks: auditsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Audit = slices.Clone(f.Audit)
		former := f.Audit[0].Undo
		f.Audit[0].Undo = func(ctx context.Context, r *route.Request, e feature.AuditEntry) (bool, error) {
			undone, err := former(ctx, r, e)
			if undone {
				e.Old, e.New = e.New, e.Old
				_, err = former(ctx, r, e)
			}
			return undone, err
		}
	}},
	"two actions have one name": {lacks: namesWell, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Audit = append(slices.Clone(f.Audit), f.Audit[0])
	}},

	"no form has a setting": {lacks: meetsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Settings = slices.Clone(f.Settings)
		f.Settings[0].Group = "nowhere"
	}},
	"no page shows a control": {lacks: meetsAll, change: func(_ feature.House, _ store.Rows, f *feature.Feature) {
		f.Controls = append(slices.Clone(f.Controls), route.Control{Action: "guestbook-none", Needs: f.Controls[0].Needs, Do: f.Controls[0].Do})
	}},
	"a need keeps nobody out": {lacks: meetsAll, change: needing(func(store.Rows) route.Need {
		return func(*table.Tables, *route.Request) error { return nil }
	})},
}

// with adds the sample with a fault to a bot.
func (f fault) with(c *Config) {
	rows := c.Stores.Features.Rows(f.table)
	c.Features = []func(feature.House) feature.Feature{func(h feature.House) feature.Feature {
		made := sample.New(rows)(h)
		if f.change != nil {
			f.change(h, rows, &made)
		}
		return made
	}}
}

// TestFaultsOfFeatures: each fault is found, as what it is. The sample itself has none, also
// where nothing else is looked at.
func TestFaultsOfFeatures(t *testing.T) {
	gametest.NotShort(t)
	for _, found := range examine(t, "sample", "", sample.Guests, withSample) {
		t.Errorf("the sample: %s: %s", found.lacks, found.what)
	}
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		f := faults[name]
		if f.table == nil {
			f.table = sample.Guests
		}
		found := examine(t, "sample", f.lacks, f.table, f.with)
		if !slices.ContainsFunc(found, func(g finding) bool { return g.lacks == f.lacks }) {
			t.Errorf("%s is not found: %q", name, found)
		}
	}
}

// TestActionsAreApart: no bot starts with two controls of one action.
func TestActionsAreApart(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was taken")
		}
	}()
	m, c := route.NewMux(), route.Control{Action: page.Join}
	m.Add(nil, nil, []route.Control{c})
	m.Add(nil, nil, []route.Control{c})
}
