package bot

import (
	"maps"
	"time"

	"oneiros/bot/discord"
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

// handlers are everything that answers.
type handlers struct {
	panels     *panels
	starting   *starting
	opening    *opening
	joining    *joining
	elsewhere  *elsewhere
	leaving    *leaving
	options    *options
	back       *returning
	playing    *playing
	teaching   *teaching
	pausing    *pausing
	voting     *voting
	stopping   *stopping
	kicking    *kicking
	hosting    *hosting
	logs       *logs
	keeping    *keeping
	rules      *rules
	mine       *seated
	stats      *statistics
	calling    *calling
	settings   *settings
	homes      *homes
	planning   *planning
	packing    *packing
	erasing    *erasing
	completing *completing
}

func newHandlers(s *services, list gameList, starting *starting, reminders *reminders, forming *forming, erasing *erasing, allowed []discord.ID) handlers {
	panels, actions := starting.panels, starting.actions
	settings := &settings{s, panels, reminders}
	homes := &homes{services: s, settings: settings, panels: panels, games: list, asked: map[discord.ID]time.Time{}}
	opening := &opening{s, list, starting, panels, forming, homes, allowed}
	elsewhere := &elsewhere{s, panels}
	back := &returning{s, actions}
	planning := &planning{newNights(s, list, opening), homes, panels}
	return handlers{
		panels: panels, starting: starting, opening: opening, elsewhere: elsewhere, back: back,
		joining: &joining{s, panels, actions, opening}, leaving: &leaving{s, panels, actions, elsewhere},
		options: &options{s, panels}, playing: &playing{s, panels, actions, back}, teaching: &teaching{s, panels}, pausing: &pausing{s, panels, actions},
		voting: &voting{s, actions}, stopping: &stopping{panels, actions}, kicking: &kicking{panels, actions},
		hosting: &hosting{actions}, logs: &logs{s, panels}, keeping: newKeeping(s, panels), rules: &rules{s, list, panels}, mine: &seated{s, panels}, stats: &statistics{s, list, panels}, calling: &calling{s, list, panels},
		settings: settings, homes: homes, planning: planning, packing: newPacking(s, panels, list), erasing: erasing, completing: &completing{list, homes, planning},
	}
}

// routes is the one table of all that can be asked of the bot.
func (h handlers) routes() map[string]route {
	anywhere, where, server := []need(nil), []need{whereTables}, []need{inGuild, manager}
	here, meant, on, control, change := []need{whereTables, tableHere}, []need{whereTables, tableMeant}, []need{whereTables, tableMeant, isOn}, []need{tableOfControl}, []need{tableOfControl, optionsOpen}
	list := map[string]route{
		"/dream play":     {where, h.opening.command},
		"/dream panel":    {meant, h.panels.open},
		"/table join":     {here, h.joining.command},
		"/table leave":    {where, h.leaving.command},
		"/table pause":    {on, h.elsewhere.first(table.Pause, h.pausing.pause)},
		"/table resume":   {on, h.elsewhere.first(table.Resume, h.pausing.resume)},
		"/table stop":     {on, h.elsewhere.first(table.Stop, h.stopping.ask)},
		"/table host":     {on, h.elsewhere.first(table.Transfer, h.hosting.command)},
		"/table kick":     {on, h.elsewhere.first(table.Kick, h.kicking.command)},
		"/table log":      {meant, h.logs.show},
		"/dream rules":    {anywhere, h.rules.command},
		"/dream table":    {meant, h.stopping.table},
		"/dream mine":     {where, h.mine.command},
		"/dream stats":    {where, h.stats.command},
		"/dream settings": {server, h.homes.command},
		"/dream me":       {anywhere, h.settings.meCommand},
		"?dream play":     {anywhere, h.completing.options},
		anyGameCommand:    {[]need{tablePlayed}, h.playing.command},

		pageRoute(screen.ActionOpen): {control, h.playing.inMatch(h.playing.open)},
		pageRoute(screen.ActionAsk):  {control, h.playing.inMatch(h.playing.ask)},
		pageRoute(screen.ActionDo):   {control, h.playing.inMatch(h.playing.move)},
		pageRoute(screen.ActionFill): {control, h.playing.inMatch(h.playing.fill)},
		pageRoute(screen.ActionNone): {control, h.playing.inMatch(h.playing.off)},

		botRoute(page.Join):       {control, h.joining.button},
		botRoute(page.TakeSeat):   {control, h.joining.takeSeat},
		botRoute(page.Leave):      {control, h.leaving.button},
		botRoute(page.Ready):      {control, h.starting.ready},
		botRoute(page.Extend):     {control, h.starting.extend},
		botRoute(page.Start):      {control, h.starting.start},
		botRoute(page.AddAuto):    {control, h.starting.addAuto},
		botRoute(page.Strength):   {change, h.options.strength},
		botRoute(page.Options):    {change, h.options.page},
		botRoute(page.PickOption): {change, h.options.pick},
		botRoute(page.PickValue):  {change, h.options.value},
		botRoute(page.TypeNumber): {change, h.options.number},
		botRoute(page.Panel):      {control, h.panels.open},
		botRoute(page.Seats):      {control, h.stopping.seats},
		botRoute(page.Board):      {control, h.panels.board},
		botRoute(page.Suggest):    {control, h.playing.inMatch(h.playing.suggest)},
		botRoute(page.SeeEnd):     {control, h.playing.inMatch(h.playing.seeEnd)},
		botRoute(page.Known):      {control, h.playing.inMatch(h.teaching.known)},
		botRoute(page.Back):       {control, h.back.button},
		botRoute(page.Pause):      {control, h.pausing.pause},
		botRoute(page.Resume):     {control, h.pausing.resume},
		botRoute(page.Agree):      {control, h.voting.agree},
		botRoute(page.Object):     {control, h.voting.object},
		botRoute(page.Stop):       {control, h.stopping.button},
		botRoute(page.Kick):       {control, h.kicking.button},
		botRoute(page.Host):       {control, h.hosting.button},
		botRoute(page.Log):        {control, h.logs.show},
		botRoute(page.Deal):       {control, h.logs.deal},
		botRoute(page.Keep):       {control, h.keeping.keep},
		botRoute(page.ShowEnd):    {control, h.keeping.show},
		botRoute(page.Again):      {control, h.opening.again},
		botRoute(page.Cards):      {where, h.opening.card},
		botRoute(page.CardsMenu):  {where, h.opening.cardMenu},
		botRoute(page.Play):       {where, h.opening.play},
		botRoute(page.PlayAlone):  {where, h.opening.playAlone},
		botRoute(page.Rules):      {anywhere, h.rules.button},
		botRoute(page.RulesPage):  {anywhere, h.rules.menu},
		botRoute(page.Stats):      {where, h.stats.button},
		botRoute(page.Calls):      {[]need{inGuild}, h.calling.button},
		botRoute(page.CallsMenu):  {[]need{inGuild}, h.calling.menu},
		botRoute(page.Boards):     {server, h.homes.boards},
		botRoute(page.Listed):     {anywhere, h.settings.listedButton},
		botRoute(page.Server):     {server, h.homes.language},
		botRoute(page.AutosMenu):  {server, h.homes.autos},
		botRoute(page.Me):         {anywhere, h.settings.meMenu},
		botRoute(page.Remind):     {anywhere, h.settings.remindMenu},
		botRoute(page.Holiday):    {anywhere, h.settings.holidayMenu},
	}
	maps.Copy(list, h.ownRoutes())
	return list
}

// ownRoutes are those of what belongs to a person or a server.
func (h handlers) ownRoutes() map[string]route {
	anywhere, server, guild := []need(nil), []need{inGuild, manager}, []need{inGuild}
	return map[string]route{
		botRoute(page.WhatKept):    {anywhere, h.erasing.kept},
		botRoute(page.Erase):       {anywhere, h.erasing.person},
		botRoute(page.EraseServer): {server, h.erasing.server},

		botRoute(page.Settings):    {server, h.homes.pick},
		botRoute(page.SetHome):     {server, h.homes.set},
		botRoute(page.Presets):     {guild, h.homes.presets},
		botRoute(page.DropPreset):  {guild, h.homes.drop},
		botRoute(page.SavePreset):  {[]need{inGuild, tableOfControl, optionsOpen}, h.homes.savePreset},
		botRoute(page.SetDefaults): {[]need{inGuild, manager, tableOfControl, optionsOpen}, h.homes.setDefaults},

		"/dream night":       {guild, h.planning.command},
		"?dream night":       {guild, h.completing.night},
		botRoute(page.Night): {guild, h.planning.button},

		"/dream words":           {server, h.packing.command},
		botRoute(page.Words):     {server, h.packing.button},
		botRoute(page.WordsMenu): {server, h.packing.menu},
		botRoute(page.WordsForm): {server, h.packing.form},
	}
}
