package bot

import (
	"context"
	"strconv"
)

// logs show what happened among the people at a table. Anybody may read them.
type logs struct {
	*services
	panels *panels
}

// show answers /table log and the buttons of its pages. A turned page replaces the
// former one.
func (l *logs) show(ctx context.Context, r *request) error {
	notes, err := l.tables.Log(ctx, r.state.ID)
	if err != nil {
		return err
	}
	shown := l.pages.Log(r.state, r.lang, notes, pageNumber(r.id.Arg))
	if r.id.Arg != "" && r.onOwn() {
		return l.panels.update(ctx, r, shown)
	}
	return l.panels.send(ctx, r, shown)
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
func (l *logs) deal(ctx context.Context, r *request) error {
	return l.panels.updateOrSend(ctx, r, l.pages.Deal(r.state, r.lang))
}
