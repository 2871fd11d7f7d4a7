package bot

import (
	"context"

	"oneiros/bot/feature"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
)

// pausing pauses matches and resumes them.
type pausing struct {
	tables     *table.Tables
	reconciler *screen.Reconciler
	surfaces   *surfaces
	panels     *panels
	actions    *actions
}

// declared are the commands and controls of pausing.
func (p *pausing) declared(elsewhere *elsewhere) feature.Feature {
	return feature.Feature{
		Name: "pausing",
		Commands: []route.Command{
			{Root: "table", Name: "pause", Rank: 30, Needs: tableOn, Do: elsewhere.first(table.Pause, p.pause)},
			{Root: "table", Name: "resume", Rank: 40, Needs: tableOn, Do: elsewhere.first(table.Resume, p.resume)},
		},
		Controls: []route.Control{
			{Action: page.Pause, Needs: onTable, Do: p.pause},
			{Action: page.Resume, Needs: onTable, Do: p.resume},
		},
	}
}

// pause answers Pause: it pauses the match, or asks the table whether it should.
func (p *pausing) pause(ctx context.Context, r *route.Request) error {
	before := r.Table.Paused
	say := outcome(table.Pause, "bot.pause.done", func(s *table.State) bool { return !s.Paused.IsZero() })
	return p.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), table.Action{Kind: table.Pause}, func(s *table.State) []ui.Text {
		switch {
		case s.Halted && s.Motion != nil && s.Motion.Kind == table.Pause:
			return []ui.Text{ui.T("bot.vote.open")} // the clocks stand for another reason
		case !s.Halted && !before.IsZero() && s.Paused.Key == before.Key:
			return []ui.Text{ui.T("bot.pause.already")}
		}
		return say(s)
	})
}

// resume answers Resume: it resumes the match, or asks the table whether it should.
// A match whose channel was deleted is moved to this one.
func (p *pausing) resume(ctx context.Context, r *route.Request) error {
	if r.Table.ChannelDeleted {
		return p.move(ctx, r)
	}
	done := "bot.resume.done"
	if r.Table.Paused.IsZero() {
		done = "bot.resume.already"
	}
	resumed := func(s *table.State) bool { return s.Paused.IsZero() }
	return p.actions.do(ctx, r, seatsPath(r, page.AskNothing, 0), table.Action{Kind: table.Resume}, outcome(table.Resume, done, resumed))
}

// move moves a match whose channel was deleted to the channel of the press, where
// its board is posted. Any of its players may do that, because no player wanted the
// pause.
func (p *pausing) move(ctx context.Context, r *route.Request) error {
	if !r.Seated && !r.Moderator() {
		return games.Refuse("bot.match.none-yours")
	}
	if err := route.Permitted(r.Interaction, false); err != nil {
		return err
	}
	next, err := p.tables.Move(ctx, r.Table.ID, r.Interaction.Channel, by(r, table.Action{}))
	if err != nil {
		return err
	}
	r.About(next)
	if next.CurrentChannel() != r.Interaction.Channel { // another player was first, in another channel
		return p.panels.show(ctx, r, "")
	}
	key := screen.Key{Match: next.ID}
	if at, ok := p.reconciler.Address(key); !ok || at.Channel != next.CurrentChannel() {
		at = screen.Address{Channel: next.CurrentChannel()}
		p.reconciler.Track(key, at, "")
		if err := p.surfaces.Save(ctx, key, at); err != nil {
			return err
		}
	}
	if !next.Paused.IsZero() {
		return p.panels.show(ctx, r, "", ui.T("bot.move.paused"))
	}
	return p.panels.show(ctx, r, "", ui.T("bot.move.done"))
}
