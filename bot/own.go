package bot

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/store"
)

// own answers a press on a button of the bot's own.
func (c *call) own(ctx context.Context, b button) error {
	switch b.verb {
	case verbRules:
		return c.rules(ctx, b.arg)
	case verbPage:
		return c.rules(ctx, c.chosen())
	case verbServer:
		return c.server(ctx, c.chosen())
	case verbMe:
		return c.me(ctx, c.chosen(), "")
	case verbRemind:
		return c.me(ctx, "", c.chosen())
	}
	s, ok := c.tables.Find(b.match)
	if !ok {
		return c.gone(ctx)
	}
	if c.ix.Guild != s.Guild {
		return games.Refuse("bot.refuse.unknown")
	}
	c.seen = s
	switch b.verb {
	case verbJoin:
		if s.Phase == table.Live {
			return c.look(ctx, s, c.people(s)) // which seat is chosen there
		}
		return c.onBoard(ctx, s, table.Action{Kind: table.Join, Seat: games.Nobody})
	case verbLeave:
		if s.Phase == table.Lobby && !c.OnPanel() {
			return c.onBoard(ctx, s, table.Action{Kind: table.Leave})
		}
		return c.depart(ctx, s, b.arg == "yes")
	case verbReady:
		kind := table.Ready
		if seat, ok := s.Seat(c.ix.User.ID); ok && s.Players[seat].Ready {
			kind = table.Unready
		}
		return c.onBoard(ctx, s, table.Action{Kind: kind})
	case verbExtend:
		return c.onBoard(ctx, s, table.Action{Kind: table.Extend})
	case verbResume:
		return c.resume(ctx, s)
	case verbPause:
		return c.pause(ctx, s)
	case verbAgree, verbObject:
		return c.vote(ctx, s, b)
	case verbBack:
		return c.back(ctx, s)
	case verbTable:
		if b.arg == asideStop {
			return c.confirm(ctx, s)
		}
		return c.look(ctx, s, c.people(s))
	case verbTake:
		if seat := number(b.arg + c.chosen()); seat != games.Nobody {
			return c.take(ctx, s, seat)
		}
		return c.look(ctx, s, c.people(s))
	case verbKick:
		return c.kick(ctx, s, person(cmp.Or(b.arg, c.chosen())), b.arg != "")
	case verbHost:
		return c.host(ctx, s, person(c.chosen()))
	case verbLog:
		return c.logged(ctx, s, b.arg)
	case verbStart:
		return c.start(ctx, s)
	case verbPanel:
		return c.look(ctx, s, "")
	case verbAgain:
		return c.again(ctx, s)
	case verbStop:
		return c.stop(ctx, s)
	default:
		return c.options(ctx, s, b)
	}
}

// chosen is what was chosen in a menu; empty when nothing was.
func (c *call) chosen() string {
	if len(c.ix.Values) == 1 {
		return c.ix.Values[0]
	}
	return ""
}

// start begins the match, calls the players and, where one is wanted, makes the
// thread.
func (c *call) start(ctx context.Context, s *table.State) error {
	if s.Phase == table.Lobby && s.WantsThread {
		if lacks := lacking(c.ix, true); len(lacks) > 0 {
			return c.lacks(ctx, lacks)
		}
	}
	if err := c.onBoard(ctx, s, table.Action{Kind: table.Start}); err != nil {
		return err
	}
	next, ok := c.tables.Find(s.ID)
	if !ok || next.Phase != table.Live || s.Phase != table.Lobby {
		return nil
	}
	if s.Previous != "" {
		c.reconciler.MarkDirty(s.Previous) // nobody joins from there any more
	}
	if _, called := c.begun.LoadOrStore(s.ID, struct{}{}); called {
		return nil
	}
	c.spawn(func(ctx context.Context) {
		if next.WantsThread && next.Thread == 0 {
			next = c.thread(ctx, next)
		}
		c.summon(ctx, next)
	})
	return nil
}

// summon mentions the players once, with the button that opens their panels.
func (b *Bot) summon(ctx context.Context, s *table.State) {
	lang, err := b.boardLang(ctx, s)
	if err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("players not called")
		return
	}
	f := b.at(s, lang)
	m := &discord.Message{}
	var who []string
	for _, p := range s.Players {
		who = append(who, "<@"+p.ID.String()+">")
		m.Mentions.Users = append(m.Mentions.Users, p.ID)
	}
	m.Content = strings.Join(who, " ") + "\n" + rich(f, ui.T("bot.match.begins", ui.T("name")))
	m.Components = []discord.Row{{push(f, ui.T("bot.match.panel"), "🌙", discordgo.PrimaryButton, button{match: s.ID, verb: verbPanel})}}
	id, err := b.conf.Client.Post(ctx, s.CurrentChannel(), m)
	if err != nil {
		b.metrics.refused(err)
		b.log.Warn().Err(err).Str("match", s.ID).Msg("players not called")
		return
	}
	err = b.conf.Store.SaveSurface(ctx, store.Surface{Match: s.ID, Kind: store.Announcement, Seat: int(games.Nobody), Channel: uint64(s.CurrentChannel()), Message: uint64(id)})
	if err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("the call's address not saved")
		return
	}
	if now, ok := b.tables.Find(s.ID); ok && now.Phase != table.Live {
		b.recant(ctx, now) // it ended meanwhile
	}
}

// recant takes the button from the call of a match that has ended, and the words
// that tell everybody to press it.
func (b *Bot) recant(ctx context.Context, s *table.State) {
	if s.Started.IsZero() {
		return
	}
	err := func() error {
		list, err := b.conf.Store.Surfaces(ctx, s.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(f store.Surface) bool { return f.Kind == store.Announcement })
		if i < 0 {
			return nil
		}
		lang, err := b.boardLang(ctx, s)
		if err != nil {
			return err
		}
		m := &discord.Message{Content: rich(b.at(s, lang), ui.T("bot.match.ended", ui.T("name")))}
		err = b.conf.Client.Edit(ctx, discord.ID(list[i].Channel), discord.ID(list[i].Message), m)
		if err != nil && !discord.IsDeleted(err) {
			b.metrics.refused(err)
			return err
		}
		return b.conf.Store.DeleteSurface(ctx, s.ID, store.Announcement, 0)
	}()
	if err != nil {
		b.log.Warn().Err(err).Str("match", s.ID).Msg("the call of an ended match keeps its button")
	}
}

// thread makes the thread of a match out of its board's message and moves the
// board there. Without a thread the match goes on in the channel.
func (b *Bot) thread(ctx context.Context, s *table.State) *table.State {
	key := screen.Key{Match: s.ID}
	at, ok := b.reconciler.Address(key)
	if !ok || at.Message == 0 {
		return s
	}
	lang, err := b.boardLang(ctx, s)
	if err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("thread not made")
		return s
	}
	f := b.at(s, lang)
	name, _ := screen.Cut(plain(f, ui.T("name")), 100)
	id, err := b.conf.Client.Thread(ctx, at.Channel, at.Message, name)
	if err != nil {
		b.metrics.refused(err)
		b.log.Warn().Err(err).Str("match", s.ID).Msg("thread not made")
		return s
	}
	next, err := b.tables.SetThread(ctx, s.ID, id)
	if err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("thread not noted")
		return s
	}
	_, none := b.reconciler.Hold(key) // the old message is not to be edited as the board any more
	none()
	moved := screen.Address{Channel: id}
	b.reconciler.Track(key, moved, "")
	if err := b.save(ctx, key, moved); err != nil {
		b.log.Error().Err(err).Str("match", s.ID).Msg("board's address not saved")
	}
	sign := b.painter.Page(ui.Page{Lines: []ui.Text{ui.T("bot.lobby.thread", ui.T("name"))}}, f)
	if err := b.conf.Client.Edit(ctx, at.Channel, at.Message, sign.Message); err != nil {
		b.metrics.refused(err)
		b.log.Warn().Err(err).Str("match", s.ID).Msg("the channel does not say where the match is")
	}
	return next
}

// again opens the lobby that follows a match, or joins it.
func (c *call) again(ctx context.Context, s *table.State) error {
	if lacks := lacking(c.ix, s.WantsThread); len(lacks) > 0 {
		return c.lacks(ctx, lacks)
	}
	next, err := c.tables.Send(ctx, s.ID, table.Action{Kind: table.Again, User: c.user(), Press: c.ix.ID})
	if err != nil {
		return err
	}
	return c.opened(ctx, next)
}

// opened posts the board of a lobby, unless it has one, and tells the presser
// where it is.
func (c *call) opened(ctx context.Context, s *table.State) error {
	key := screen.Key{Match: s.ID}
	at, ok := c.reconciler.Address(key)
	if !ok {
		var err error
		if at, err = c.post(ctx, s); err != nil {
			return err
		}
	}
	for _, old := range c.tables.All() {
		if old.ID != s.ID && old.CurrentChannel() == s.CurrentChannel() {
			c.reconciler.MarkDirty(old.ID) // what leads to the next table leads here now, or nowhere
		}
	}
	f := c.frame(s)
	if at.Message != 0 {
		f.Below = []discord.Row{{follow(f, s, at)}}
	}
	words := "bot.lobby.joined"
	if s.Host == c.ix.User.ID {
		words = "bot.lobby.opened"
	}
	return c.reply(ctx, c.painter.Page(ui.Page{Lines: []ui.Text{ui.T(words)}}, f))
}

// follow is a button that leads to a board.
func follow(f *screen.Frame, s *table.State, board screen.Address) discord.Button {
	label, _ := screen.Cut(plain(f, ui.T("bot.lobby.goto")), 80)
	url := "https://discord.com/channels/" + s.Guild.String() + "/" + board.Channel.String() + "/" + board.Message.String()
	return discord.Button{Style: discordgo.LinkButton, URL: url, Label: label, Emoji: "🪑"}
}

// post posts a board. Where Discord does not let it, the table is closed again.
func (c *call) post(ctx context.Context, s *table.State) (screen.Address, error) {
	lang, err := c.boardLang(ctx, s)
	if err != nil {
		return screen.Address{}, err
	}
	shown, err := drawn(func() *screen.Shown { return c.board(s, lang) })
	if err != nil {
		return screen.Address{}, err
	}
	c.cuts(shown)
	at := screen.Address{Channel: s.CurrentChannel()}
	key := screen.Key{Match: s.ID}
	if at.Message, err = c.conf.Client.Post(ctx, at.Channel, shown.Message); err != nil {
		c.metrics.refused(err)
		if discord.IsForbidden(err) || discord.IsDeleted(err) {
			if _, stop := c.tables.Send(ctx, s.ID, table.Action{Kind: table.Stop, User: c.user(), Moderator: true}); stop != nil {
				c.log.Error().Err(stop).Str("match", s.ID).Msg("table without a board not closed")
			}
			return at, games.Refuse("bot.permission.board")
		}
		// The reconciler goes on trying.
		c.log.Warn().Err(err).Str("match", s.ID).Msg("board not posted")
		c.reconciler.Track(key, at, "")
		return at, nil
	}
	c.reconciler.Track(key, at, shown.Digest)
	if err := c.save(ctx, key, at); err != nil {
		return at, err
	}
	return at, nil
}

// stop ends a match, or asks the table whether it is to end.
func (c *call) stop(ctx context.Context, s *table.State) error {
	c.seen = s
	over := func(s *table.State) bool { return s.Phase == table.Void }
	return c.deed(ctx, s, c.people(s), table.Action{Kind: table.Stop}, settled(table.Stop, "bot.stop.done", over))
}

// options shows and changes what a table agrees on: one private page, for the
// host.
func (c *call) options(ctx context.Context, s *table.State, b button) error {
	if s.Phase != table.Lobby {
		return games.Refuse("bot.options.over")
	}
	if s.Host != c.ix.User.ID {
		return games.Refuse("bot.options.host")
	}
	info := s.Game.Info()
	key, set := b.arg, ""
	switch b.verb {
	case verbOption:
		key = c.chosen()
	case verbValue:
		set = c.chosen()
	case verbNumber:
		if c.ix.Type == discordgo.InteractionModalSubmit && len(c.ix.Answers) == 1 {
			set = strings.TrimSpace(c.ix.Answers[0])
		}
	}
	var open *games.Option
	for i := range info.Options {
		if info.Options[i].Key == key {
			open = &info.Options[i]
		}
	}
	f := c.at(s, c.lang)
	refused := func(t ui.Text) {
		c.metrics.refusals.WithLabelValues(t.Key).Inc()
		f.Head = []string{rich(f, ui.T("bot.match.refused", t))}
	}
	blank := open != nil && open.Max > 0 && set == ""
	switch {
	case blank && c.ix.Type == discordgo.InteractionModalSubmit:
		// A form is not answered with a form, and nothing is not the default.
		refused(ui.T("refuse.option-range", ui.T("option."+open.Key), open.Min, open.Max))
	case blank:
		label := plain(f, ui.T("bot.options.number", ui.T("option."+open.Key), open.Min, open.Max))
		label, _ = screen.Cut(label, 45)
		title, _ := screen.Cut(plain(f, ui.T("option."+open.Key)), 45)
		digits := len(strconv.Itoa(open.Max))
		return c.Modal(ctx, discord.Modal{
			CustomID: button{match: s.ID, verb: verbNumber, arg: open.Key}.String(), Title: title,
			Rows: []discord.Row{{discord.Input{CustomID: "0", Label: label, Value: s.Options[open.Key], Min: 1, Max: digits, Required: true}}},
		})
	}
	if set != "" && open != nil {
		next, err := c.tables.Send(ctx, s.ID, table.Action{Kind: table.SetOption, User: c.user(), Press: c.ix.ID, Key: open.Key, Value: set})
		t, no := games.Refused(err)
		if err != nil && !no {
			return err
		}
		if no {
			refused(t)
		}
		if next != nil {
			s = next
		}
	}
	p := ui.Page{Title: ui.T("bot.options.title", ui.T("name"))}
	pick := discord.Menu{CustomID: button{match: s.ID, verb: verbOption}.String()}
	pick.Placeholder, _ = screen.Cut(plain(f, ui.T("bot.options.pick")), 150)
	for _, o := range info.Options {
		p.Lines = append(p.Lines, ui.T("bot.options.line", ui.T("option."+o.Key), value(o, s.Options[o.Key])), ui.T("option."+o.Key+".about"), ui.Text{})
		line := discord.MenuOption{Value: o.Key}
		line.Label, _ = screen.Cut(plain(f, ui.T("option."+o.Key)), 100)
		line.Description, _ = screen.Cut(plain(f, value(o, s.Options[o.Key])), 100)
		line.Default = open != nil && o.Key == open.Key && o.Max == 0
		if len(pick.Options) < 25 {
			pick.Options = append(pick.Options, line)
		}
	}
	if len(pick.Options) > 0 {
		f.Below = append(f.Below, discord.Row{pick})
	}
	if open != nil && open.Max == 0 {
		values := discord.Menu{CustomID: button{match: s.ID, verb: verbValue, arg: open.Key}.String()}
		values.Placeholder, _ = screen.Cut(plain(f, ui.T("bot.options.value")), 150)
		for _, v := range open.Choices[:min(len(open.Choices), 25)] {
			line := discord.MenuOption{Value: v, Default: s.Options[open.Key] == v}
			line.Label, _ = screen.Cut(plain(f, value(*open, v)), 100)
			values.Options = append(values.Options, line)
		}
		f.Below = append(f.Below, discord.Row{values})
	}
	shown := c.painter.Page(p, f)
	if c.OnPanel() {
		return c.update(ctx, shown)
	}
	return c.reply(ctx, shown)
}

// languages is a menu of languages.
func (c *call) languages(id button, now string) discord.Row {
	f := c.frame(nil)
	m := discord.Menu{CustomID: id.String()}
	for _, l := range []string{"auto", "en", "ru"} {
		words := plain(f, ui.T("bot.language."+l))
		m.Options = append(m.Options, discord.MenuOption{Label: words, Value: l, Default: l == now || l == "auto" && now == ""})
	}
	return discord.Row{m}
}

// language is a choice of a language as it is stored: empty for Discord's.
func language(chosen string) (lang string, ok bool) {
	switch chosen {
	case "auto":
		return "", true
	case "en", "ru":
		return chosen, true
	default:
		return "", false
	}
}

// server shows and changes the settings of a server.
func (c *call) server(ctx context.Context, chosen string) error {
	if c.ix.Guild == 0 {
		return games.Refuse("bot.refuse.guild")
	}
	if c.ix.Permissions&(discordgo.PermissionAdministrator|discordgo.PermissionManageGuild) == 0 {
		return games.Refuse("bot.settings.refused")
	}
	lang, set := language(chosen)
	if set {
		if err := c.conf.Store.SaveGuild(ctx, store.Guild{ID: uint64(c.ix.Guild), Lang: lang}); err != nil {
			return err
		}
		for _, s := range c.tables.All() {
			if s.Guild == c.ix.Guild {
				c.reconciler.MarkDirty(s.ID)
			}
		}
	}
	g, err := c.conf.Store.Guild(ctx, uint64(c.ix.Guild))
	if err != nil {
		return err
	}
	return c.setting(ctx, set, ui.T("bot.settings.title"), "bot.settings.language", g.Lang, button{verb: verbServer}, nil)
}

// reminders are the ways of being told that a table waits, as people choose them.
var reminders = []string{"mention", store.RemindByDM, store.RemindOff}

// me shows and changes one's own settings.
func (c *call) me(ctx context.Context, chosen, remind string) error {
	u, err := c.conf.Store.User(ctx, uint64(c.ix.User.ID))
	if err != nil {
		return err
	}
	lang, set := language(chosen)
	if set {
		u.Lang = lang
	}
	if slices.Contains(reminders, remind) {
		set = true
		u.Remind, u.DMClosed = remind, time.Time{}
		if remind == "mention" {
			u.Remind = store.RemindByMention
		}
	}
	var trouble []ui.Text
	if set {
		if err := c.conf.Store.SaveUser(ctx, u); err != nil {
			return err
		}
		c.lang = c.reader(ctx, c.ix)
		if remind == store.RemindByDM {
			trouble = c.greet(ctx, u)
		}
		if u, err = c.conf.Store.User(ctx, u.ID); err != nil {
			return err
		}
	}
	if chosen != "" && set {
		for _, s := range c.tables.All() {
			key := screen.Key{Match: s.ID, User: c.ix.User.ID}
			if at, ok := c.reconciler.Address(key); ok {
				at.Lang = c.lang
				c.reconciler.Track(key, at, "")
				if err := c.save(ctx, key, at); err != nil {
					return err
				}
			}
		}
	}
	how := u.Remind
	if how == store.RemindByMention {
		how = "mention"
	}
	lines := []ui.Text{ui.T("bot.me.remind", ui.T("bot.me.remind."+how))}
	if !u.DMClosed.IsZero() {
		lines = append(lines, ui.T("bot.me.closed"))
	}
	f := c.frame(nil)
	m := discord.Menu{CustomID: button{verb: verbRemind}.String()}
	for _, r := range reminders {
		m.Options = append(m.Options, discord.MenuOption{Label: plain(f, ui.T("bot.me.remind."+r)), Value: r, Default: r == how})
	}
	return c.setting(ctx, set, ui.T("bot.me.title"), "bot.me.language", u.Lang, button{verb: verbMe}, append(lines, trouble...), discord.Row{m})
}

// greet writes to somebody who chose direct messages, so that both know at once
// whether they arrive.
func (c *call) greet(ctx context.Context, u store.User) []ui.Text {
	f := c.frame(nil)
	_, _, err := c.bell.direct(ctx, u, &discord.Message{Content: rich(f, ui.T("bot.me.hello"))})
	if t, refused := games.Refused(err); refused {
		return []ui.Text{t}
	}
	return nil
}

func (c *call) setting(ctx context.Context, saved bool, title ui.Text, key, lang string, id button, lines []ui.Text, rows ...discord.Row) error {
	now := lang
	if now == "" {
		now = "auto"
	}
	p := ui.Page{Title: title, Lines: append([]ui.Text{ui.T(key, ui.T("bot.language."+now))}, lines...)}
	if saved {
		p.Lines = append(p.Lines, ui.T("bot.settings.saved"))
	}
	f := c.frame(nil)
	f.Below = append([]discord.Row{c.languages(id, lang)}, rows...)
	shown := c.painter.Page(p, f)
	if c.ix.Type == discordgo.InteractionMessageComponent && c.OnPanel() {
		return c.update(ctx, shown)
	}
	return c.reply(ctx, shown)
}

// rules shows a page of a game's rules; which is "game" or "game:page", the page
// counted from zero.
func (c *call) rules(ctx context.Context, which string) error {
	name, number, _ := strings.Cut(which, ":")
	g := c.games[name]
	if g == nil {
		return games.Refuse("bot.rules.none")
	}
	n := 0
	if number != "" {
		var err error
		if n, err = strconv.Atoi(number); err != nil {
			return games.Refuse("bot.refuse.unknown")
		}
	}
	pages := g.info.Rules
	n = max(0, min(n, len(pages)-1))
	p := ui.Page{Title: ui.T("name"), Lines: []ui.Text{ui.T("about")}}
	if len(pages) > 0 {
		p = pages[n]
		p.Controls = nil
	}
	f := c.frame(nil)
	f.Say, f.Game = g.say, name
	if len(pages) > 1 {
		f.Footer = plain(f, ui.T("bot.rules.page", n+1, len(pages)))
		turn := func(label ui.Text, icon string, to int) discord.Button {
			b := push(f, label, icon, discordgo.SecondaryButton, button{verb: verbRules, arg: name + ":" + strconv.Itoa(to)})
			b.Disabled = to < 0 || to >= len(pages)
			if b.Disabled {
				b.CustomID = button{verb: verbRules, arg: name + ":" + strconv.Itoa(n) + "." + strconv.Itoa(to-n+1)}.String()
			}
			return b
		}
		index := discord.Menu{CustomID: button{verb: verbPage}.String()}
		for i, p := range pages[:min(len(pages), 25)] {
			line := discord.MenuOption{Value: name + ":" + strconv.Itoa(i), Default: i == n}
			line.Label, _ = screen.Cut(screen.Line(plain(f, p.Title)), 100)
			index.Options = append(index.Options, line)
		}
		f.Below = []discord.Row{{turn(ui.T("bot.rules.prev"), "◀️", n-1), turn(ui.T("bot.rules.next"), "▶️", n+1)}, {index}}
	}
	shown, err := drawn(func() *screen.Shown { return c.painter.Page(p, f) })
	if err != nil {
		return err
	}
	if c.ix.Type == discordgo.InteractionMessageComponent && c.OnPanel() {
		return c.update(ctx, shown)
	}
	return c.reply(ctx, shown)
}
