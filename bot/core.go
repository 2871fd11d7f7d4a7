package bot

import (
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/route"
	"oneiros/bot/screen"
)

// core leads to what people do at tables, and to what is no feature yet. Each deed declares
// its commands and controls as a feature does.
func core(s *services, from Stores, list gameList, starting *starting, forming *forming, allowed []discord.ID) (*route.Mux, *opening) {
	panels, actions := starting.panels, starting.actions
	opening := &opening{s, from.Calls, list, starting, panels, forming, allowed}
	elsewhere := &elsewhere{s, panels}
	back := &returning{s, from.Matches, actions}
	playing := &playing{s, panels, actions, back}
	m := route.NewMux()
	for _, deed := range []feature.Feature{
		opening.declared(), panels.declared(), starting.declared(), (&options{s, from.Calls, from.Features.Packs, panels}).declared(),
		(&joining{s, panels, actions, opening}).declared(), (&leaving{s, panels, actions, elsewhere}).declared(),
		playing.declared(), back.declared(),
		(&pausing{s, panels, actions}).declared(elsewhere), (&voting{s, actions}).declared(), (&stopping{panels, actions}).declared(elsewhere),
		(&kicking{panels, actions}).declared(elsewhere), (&hosting{actions}).declared(elsewhere),
		(&logs{s, panels}).declared(), (&rules{s, list, panels}).declared(),
	} {
		m.Add(deed.Words, deed.Commands, deed.Controls)
	}
	m.AddGameCommands(playing.command, route.TablePlayed)
	for action, do := range map[screen.Action]route.Handler{
		screen.ActionOpen: playing.open, screen.ActionAsk: playing.ask, screen.ActionDo: playing.move, screen.ActionFill: playing.fill, screen.ActionNone: playing.off,
	} {
		m.AddGame(action, playing.inMatch(do), onTable...)
	}
	return m, opening
}
