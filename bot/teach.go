package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/games/ui"
)

// teaching stops the lessons of a game.
type teaching struct {
	*services
	panels *panels
}

// declared are the commands and controls of teaching.
func (t *teaching) declared(playing *playing) feature.Feature {
	return feature.Feature{
		Name: "teaching",
		Controls: []route.Control{
			{Action: page.Known, Needs: onTable, Do: playing.inMatch(t.known)},
		},
	}
}

// known answers "I know this game".
func (t *teaching) known(ctx context.Context, r *route.Request) error {
	if err := t.surfaces.lessons.stop(ctx, r.Table, r.Interaction.User.ID); err != nil {
		return err
	}
	return t.panels.show(ctx, r, "", ui.T("bot.lesson.stopped"))
}
