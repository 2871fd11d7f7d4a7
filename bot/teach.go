package bot

import (
	"context"

	"oneiros/games/ui"
)

// teaching stops the lessons of a game.
type teaching struct {
	*services
	panels *panels
}

// known answers "I know this game".
func (t *teaching) known(ctx context.Context, r *request) error {
	if err := t.surfaces.lessons.stop(ctx, r.state, r.ix.User.ID); err != nil {
		return err
	}
	return t.panels.show(ctx, r, "", ui.T("bot.lesson.stopped"))
}
