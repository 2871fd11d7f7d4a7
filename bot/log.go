package bot

import (
	"context"
	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"strconv"
)

// logs show what happened among the people at a table. Any reader of the channel may have them.
type logs struct {
	tables   *table.Tables
	pages    *page.Pages
	surfaces *surfaces
	panels   *panels
}

// declared are the commands and controls of logs.
func (l *logs) declared() feature.Feature {
	return feature.Feature{
		Name: "logs",
		Commands: []route.Command{
			{Root: "table", Name: "log", Rank: 80, Needs: tableMeant, Do: l.show},
		},
		Controls: []route.Control{
			{Action: page.Log, Needs: onTable, Do: l.show},
			{Action: page.Deal, Needs: onTable, Do: l.deal},
		},
	}
}

// show answers /table log and the buttons of its pages. A turned page replaces the
// former one.
func (l *logs) show(ctx context.Context, r *route.Request) error {
	notes, err := l.tables.Log(ctx, r.Table.ID)
	if err != nil {
		return err
	}
	offers := l.surfaces.offers(ctx, page.OnLog, r.Table, r.Reader())
	shown := l.pages.Log(r.Table, r.Lang, notes, pageNumber(r.ID.Arg), offers...)
	if r.ID.Arg != "" && r.OnOwn() {
		return r.ShowHere(ctx, shown)
	}
	return r.ShowNew(ctx, shown)
}

// pageNumber is the page that a button names: the first where it names none.
func pageNumber(arg string) int {
	n, err := strconv.Atoi(arg)
	if err != nil || n >= 100 {
		return 0
	}
	return n
}

// deal answers the button that tells how a match is dealt.
func (l *logs) deal(ctx context.Context, r *route.Request) error {
	return r.Show(ctx, l.pages.Deal(r.Table, r.Lang))
}
