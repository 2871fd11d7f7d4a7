package bot

import (
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
)

// route says what must hold for a command or a control, and which handler answers
// it. The needs are checked in their order.
type route struct {
	needs []need
	do    handler
}

// How routes are named. A command has its path, a control its action.
const (
	typingPrefix   = "?"  // before the path of a command: suggestions for it
	slashPrefix    = "/"  // before the path of a command of the bot
	anyGameCommand = "//" // any command of a game
	pagePrefix     = "m/" // before the action of a control of a game's page
	botPrefix      = "b/" // before the action of one of the bot's own controls
)

func pageRoute(a screen.Action) string { return pagePrefix + string(rune(a)) }
func botRoute(a page.Action) string    { return botPrefix + string(a) }

// newRoutes is the one table of all that can be asked of the bot.
func newRoutes(s *services, list gameList, starting *starting, reminders *reminders) map[string]route {
	panels, actions := starting.panels, starting.actions
	opening := &opening{s, list, starting, panels}
	joining := &joining{s, panels, actions, opening}
	elsewhere := &elsewhere{s, panels}
	leaving := &leaving{s, panels, actions, elsewhere}
	options := &options{s, panels}
	back := &returning{s, actions}
	playing := &playing{s, panels, actions, back}
	pausing := &pausing{s, panels, actions}
	voting := &voting{s, actions}
	stopping := &stopping{panels, actions}
	kicking := &kicking{panels, actions}
	hosting := &hosting{actions}
	logs := &logs{s, panels}
	rules := &rules{s, list, panels}
	settings := &settings{s, panels, reminders}
	completing := &completing{list}

	anywhere, guild, server := []need(nil), []need{inGuild}, []need{inGuild, manager}
	here, meant, on := []need{inGuild, tableHere}, []need{inGuild, tableMeant}, []need{inGuild, tableMeant, isOn}
	control, change := []need{tableOfControl}, []need{tableOfControl, optionsOpen}
	return map[string]route{
		"/dream play":     {guild, opening.command},
		"/dream panel":    {meant, panels.open},
		"/table join":     {here, joining.command},
		"/table leave":    {guild, leaving.command},
		"/table pause":    {on, elsewhere.first(table.Pause, pausing.pause)},
		"/table resume":   {on, elsewhere.first(table.Resume, pausing.resume)},
		"/table stop":     {on, elsewhere.first(table.Stop, stopping.ask)},
		"/table host":     {on, elsewhere.first(table.Transfer, hosting.command)},
		"/table kick":     {on, elsewhere.first(table.Kick, kicking.command)},
		"/table log":      {meant, logs.show},
		"/dream rules":    {anywhere, rules.command},
		"/dream table":    {meant, stopping.table},
		"/dream settings": {server, settings.serverCommand},
		"/dream me":       {anywhere, settings.meCommand},
		"?dream play":     {anywhere, completing.options},
		anyGameCommand:    {[]need{tablePlayed}, playing.command},

		pageRoute(screen.ActionOpen): {control, playing.inMatch(playing.open)},
		pageRoute(screen.ActionAsk):  {control, playing.inMatch(playing.ask)},
		pageRoute(screen.ActionDo):   {control, playing.inMatch(playing.move)},
		pageRoute(screen.ActionFill): {control, playing.inMatch(playing.fill)},
		pageRoute(screen.ActionNone): {control, playing.inMatch(playing.off)},

		botRoute(page.Join):       {control, joining.button},
		botRoute(page.TakeSeat):   {control, joining.takeSeat},
		botRoute(page.Leave):      {control, leaving.button},
		botRoute(page.Ready):      {control, starting.ready},
		botRoute(page.Extend):     {control, starting.extend},
		botRoute(page.Start):      {control, starting.start},
		botRoute(page.AddAuto):    {control, starting.addAuto},
		botRoute(page.Strength):   {change, options.strength},
		botRoute(page.Options):    {change, options.page},
		botRoute(page.PickOption): {change, options.pick},
		botRoute(page.PickValue):  {change, options.value},
		botRoute(page.TypeNumber): {change, options.number},
		botRoute(page.Panel):      {control, panels.open},
		botRoute(page.Seats):      {control, stopping.seats},
		botRoute(page.Suggest):    {control, playing.inMatch(playing.suggest)},
		botRoute(page.Back):       {control, back.button},
		botRoute(page.Pause):      {control, pausing.pause},
		botRoute(page.Resume):     {control, pausing.resume},
		botRoute(page.Agree):      {control, voting.agree},
		botRoute(page.Object):     {control, voting.object},
		botRoute(page.Stop):       {control, stopping.stop},
		botRoute(page.Kick):       {control, kicking.button},
		botRoute(page.Host):       {control, hosting.button},
		botRoute(page.Log):        {control, logs.show},
		botRoute(page.Again):      {control, opening.again},
		botRoute(page.Cards):      {guild, opening.card},
		botRoute(page.CardsMenu):  {guild, opening.cardMenu},
		botRoute(page.Play):       {guild, opening.play},
		botRoute(page.PlayAlone):  {guild, opening.playAlone},
		botRoute(page.Rules):      {anywhere, rules.button},
		botRoute(page.RulesPage):  {anywhere, rules.menu},
		botRoute(page.Server):     {server, settings.serverMenu},
		botRoute(page.AutosMenu):  {server, settings.autosMenu},
		botRoute(page.Me):         {anywhere, settings.meMenu},
		botRoute(page.Remind):     {anywhere, settings.remindMenu},
	}
}
