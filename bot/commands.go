package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// local says a key in the languages of Discord that we speak.
func local(say *text.Catalogue, key string) map[discordgo.Locale]string {
	en, ru := plainly(say, text.English, key), plainly(say, text.Russian, key)
	return map[discordgo.Locale]string{discordgo.EnglishUS: en, discordgo.EnglishGB: en, discordgo.Russian: ru}
}

func plainly(in *text.Catalogue, l text.Lang, key string) string { return say(in, l, ui.T(key)) }

// Commands are the slash commands of a bot with these games. Names that code
// relies on are the same in all languages; what people see is localised.
func (b *Bot) Commands() []*discordgo.ApplicationCommand {
	bot := Catalogue()
	option := func(kind discordgo.ApplicationCommandOptionType, sub, name string) *discordgo.ApplicationCommandOption {
		key := "command." + sub + "." + name
		return &discordgo.ApplicationCommandOption{
			Type: kind, Name: name, NameLocalizations: local(bot, key),
			Description: plainly(bot, text.English, key+".about"), DescriptionLocalizations: local(bot, key+".about"),
		}
	}
	sub := func(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
		key := "command." + name
		return &discordgo.ApplicationCommandOption{
			Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, NameLocalizations: local(bot, key),
			Description: plainly(bot, text.English, key+".about"), DescriptionLocalizations: local(bot, key+".about"), Options: options,
		}
	}
	which := func(name string, required bool) *discordgo.ApplicationCommandOption {
		o := option(discordgo.ApplicationCommandOptionString, "play", "game")
		o.Required = required
		for _, g := range b.order[:min(len(b.order), discord.MaxChoices)] {
			o.Choices = append(o.Choices, choice(g.say, "name", g.info.Name))
		}
		return o
	}
	options := option(discordgo.ApplicationCommandOptionString, "play", "options")
	options.Autocomplete, options.MaxLength = true, maxTyped
	lang := func(sub string) *discordgo.ApplicationCommandOption {
		o := option(discordgo.ApplicationCommandOptionString, sub, "language")
		for _, l := range []string{"auto", "en", "ru"} {
			o.Choices = append(o.Choices, choice(bot, "bot.language."+l, l))
		}
		return o
	}
	person := func(sub string) *discordgo.ApplicationCommandOption {
		o := option(discordgo.ApplicationCommandOptionUser, sub, "user")
		o.Required = true
		return o
	}
	remind := option(discordgo.ApplicationCommandOptionString, "me", "reminders")
	for _, how := range reminders {
		remind.Choices = append(remind.Choices, choice(bot, "bot.me.remind."+how, how))
	}
	list := []*discordgo.ApplicationCommand{
		slash(bot, "dream",
			sub("play", which("play", true), options, option(discordgo.ApplicationCommandOptionBoolean, "play", "thread")),
			sub("panel"),
			sub("join"),
			sub("leave"),
			sub("pause"),
			sub("resume"),
			sub("stop"),
			sub("host", person("host")),
			sub("kick", person("kick")),
			sub("log"),
			sub("rules", which("rules", false)),
			sub("settings", lang("settings")),
			sub("me", lang("me"), remind),
		),
	}
	taken := map[string]bool{"dream": true}
	for _, g := range b.order {
		for _, c := range g.info.Commands {
			if taken[c.Name] {
				continue // the games share it: its form is asked of the game that is played
			}
			taken[c.Name] = true
			key, least := "command."+c.Name, 1
			list = append(list, slash(g.say, c.Name, &discordgo.ApplicationCommandOption{
				Type: discordgo.ApplicationCommandOptionString, Name: "text", NameLocalizations: local(g.say, key+".arg"),
				Description: plainly(g.say, text.English, key+".arg.about"), DescriptionLocalizations: local(g.say, key+".arg.about"),
				Required: true, MinLength: &least, MaxLength: c.Max,
			}))
		}
	}
	return list
}

// slash is a command of guilds, for everybody.
func slash(say *text.Catalogue, name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	key := "command." + name
	names, abouts := local(say, key), local(say, key+".about")
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, NameLocalizations: &names,
		Description: plainly(say, text.English, key+".about"), DescriptionLocalizations: &abouts, Options: options,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
}

// choice is a fixed choice of an option.
func choice(say *text.Catalogue, key, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: plainly(say, text.English, key), NameLocalizations: local(say, key), Value: value}
}

// publish registers the commands when Discord does not have them yet, as far as
// this process knows. They are sent whole, so that what is no more disappears.
func (b *Bot) publish(ctx context.Context, app discord.ID) error {
	list := b.Commands()
	j, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("commands: %w", err)
	}
	sum := sha256.Sum256(append(j, app.String()...))
	digest := hex.EncodeToString(sum[:])
	b.commands.Lock()
	defer b.commands.Unlock()
	if b.published == digest {
		return nil
	}
	if err := b.conf.Client.SetCommands(ctx, app, list); err != nil {
		b.metrics.refused(err)
		return fmt.Errorf("register %d commands: %w", len(list), err)
	}
	b.published = digest
	b.log.Info().Int("commands", len(list)).Msg("commands registered")
	return nil
}

// command answers a slash command.
func (c *call) command(ctx context.Context) error {
	if c.ix.Guild == 0 && c.ix.Command.Name == "dream" && c.ix.Command.Sub != "rules" && c.ix.Command.Sub != "me" {
		return games.Refuse("bot.refuse.guild")
	}
	if c.ix.Command.Name != "dream" {
		return c.fill(ctx)
	}
	o := c.ix.Command.Options
	switch c.ix.Command.Sub {
	case "play":
		return c.open(ctx)
	case "panel":
		s, ok := c.mine()
		if !ok {
			return games.Refuse("bot.match.none")
		}
		return c.look(ctx, s, "")
	case "rules":
		name := o["game"]
		if name == "" {
			if s, ok := c.mine(); ok {
				name = s.Game.Info().Name
			} else if len(c.order) > 0 {
				name = c.order[0].info.Name
			}
		}
		return c.rules(ctx, name)
	case "join":
		return c.join(ctx)
	case "leave":
		return c.leave(ctx)
	case "pause", "resume", "stop", "host", "kick", "log":
		return c.around(ctx)
	case "settings":
		return c.server(ctx, o["language"])
	case "me":
		return c.me(ctx, o["language"], o["reminders"])
	default:
		return games.Refuse("bot.refuse.unknown")
	}
}

// here is the table that is on in the channel of a command: whatever is typed there
// means it and no other.
func (c *call) here() (*table.State, bool) {
	s, ok := c.tables.InChannel(c.ix.Channel)
	return s, ok && (s.Phase == table.Lobby || s.Phase == table.Live)
}

// mine is the table that a command means: the one that is on in the channel,
// else the one on this server at which the presser sits, else the last one of
// the channel.
func (c *call) mine() (*table.State, bool) {
	if s, ok := c.here(); ok {
		return s, true
	}
	seated := c.tables.Seated(c.ix.User.ID)
	for _, s := range slices.Backward(seated) {
		if s.Guild == c.ix.Guild {
			return s, true
		}
	}
	return c.tables.InChannel(c.ix.Channel)
}

// open opens a table.
func (c *call) open(ctx context.Context) error {
	o := c.ix.Command.Options
	g := c.games[o["game"]]
	if g == nil {
		return games.Refuse("bot.refuse.game")
	}
	thread := o["thread"] == "true"
	if thread && inThread(c.ix) {
		return games.Refuse("bot.refuse.thread")
	}
	if lacks := lacking(c.ix, thread); len(lacks) > 0 {
		return c.lacks(ctx, lacks)
	}
	chosen, err := g.chosen(o["options"])
	if err != nil {
		return c.refuseOf(ctx, g, err)
	}
	lang := text.ForLocale(c.ix.GuildLocale)
	set, err := c.conf.Store.Guild(ctx, uint64(c.ix.Guild))
	if err != nil {
		return err
	}
	if l, ok := text.ParseLang(set.Lang); ok {
		lang = l
	}
	s, err := c.tables.Create(ctx, table.New{
		Guild: c.ix.Guild, Channel: c.ix.Channel, Game: g.info.Name, Options: chosen,
		Host: c.user(), Lang: lang, Thread: thread, Press: c.ix.ID,
	})
	if err != nil {
		return c.refuseOf(ctx, g, err)
	}
	return c.opened(ctx, s)
}

// refuseOf refuses in the words of a game, which know its options.
func (c *call) refuseOf(ctx context.Context, g *game, err error) error {
	t, ok := games.Refused(err)
	if !ok {
		return err
	}
	c.metrics.refusals.WithLabelValues(t.Key).Inc()
	f := c.frame(nil)
	f.Say = g.say
	return c.reply(ctx, c.painter.Page(ui.Page{Lines: []ui.Text{ui.T("bot.match.refused", t)}}, f))
}

// around answers the commands about the people at a table.
func (c *call) around(ctx context.Context) error {
	s, ok := c.mine()
	on := ok && (s.Phase == table.Lobby || s.Phase == table.Live)
	sub := c.ix.Command.Sub
	if !ok || !on && sub != "log" {
		return games.Refuse("bot.match.none")
	}
	c.seen = s
	switch sub {
	case "pause":
		return c.pause(ctx, s)
	case "resume":
		return c.resume(ctx, s)
	case "stop":
		return c.confirm(ctx, s)
	case "log":
		return c.logged(ctx, s, "")
	}
	whom := person(c.ix.Command.Options["user"])
	if sub == "host" {
		return c.host(ctx, s, whom)
	}
	return c.kick(ctx, s, whom, false)
}

// confirm asks whoever may end a match alone whether they want to, and the table
// when somebody else at it wants to.
func (c *call) confirm(ctx context.Context, s *table.State) error {
	_, seated := s.Seat(c.ix.User.ID)
	switch {
	case s.Host == c.ix.User.ID || c.moderator(s):
		return c.look(ctx, s, c.aside(s, asideStop, 0))
	case seated && s.Phase == table.Live:
		return c.stop(ctx, s)
	default:
		return games.Refuse("bot.stop.refused")
	}
}

// fill answers the command of a game, which is a form filled in without being
// opened.
func (c *call) fill(ctx context.Context) error {
	s, ok := c.here()
	for _, at := range c.tables.Seated(c.ix.User.ID) {
		if !ok && at.Phase == table.Live && at.Guild == c.ix.Guild {
			s, ok = at, true
		}
	}
	if !ok {
		return games.Refuse("bot.match.none-yours")
	}
	for _, cmd := range s.Game.Info().Commands {
		if cmd.Name == c.ix.Command.Name {
			return c.play(ctx, s, table.Action{Turn: table.AnyTurn, Typed: true, Form: &table.Form{Path: cmd.Path, Answers: []string{c.ix.Command.Options["text"]}}})
		}
	}
	return games.Refuse("bot.match.no-command")
}

// maxTyped is how many characters of options are read: twice as many as a proposal
// may have. Discord lets people type, and asks for proposals for, thirty times as
// many.
const maxTyped = 200

// chosen reads options as they are typed: option:value, separated by spaces or
// commas. An option and its value may be named as a script names them or as the
// catalogue does in any language, with "_" for a space.
func (g *game) chosen(words string) (map[string]string, error) {
	if n := utf8.RuneCountInString(words); n > maxTyped {
		return nil, games.Refuse("refuse.long", n, maxTyped)
	}
	set := map[string]string{}
	for _, word := range strings.FieldsFunc(tight(words), separates) {
		key, v, ok := cutOption(word)
		if !ok {
			return nil, games.Refuse("bot.refuse.option", word)
		}
		o, ok := g.option(key)
		if !ok {
			return nil, games.Refuse("refuse.option-unknown", key)
		}
		set[o.Key] = g.valueOf(o, v)
		if err := o.Check(set[o.Key]); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// tight takes the spaces from around the colons, as proposals show them.
func tight(words string) string { return around.ReplaceAllString(words, "$1") }

var around = regexp.MustCompile(`\s*([:=])\s*`)

func separates(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '\n' || r == '\t' }

func cutOption(word string) (key, value string, ok bool) {
	i := strings.IndexAny(word, ":=")
	if i < 0 {
		return word, "", false
	}
	return word[:i], word[i+1:], true
}

// called reports whether somebody means a key by what they typed.
func (g *game) called(typed, raw, key string) bool {
	typed = strings.ReplaceAll(typed, "_", " ")
	if strings.EqualFold(typed, strings.ReplaceAll(raw, "_", " ")) {
		return true
	}
	for _, l := range text.Langs {
		if strings.EqualFold(typed, plainly(g.say, l, key)) {
			return true
		}
	}
	return false
}

func (g *game) option(typed string) (games.Option, bool) {
	for _, o := range g.info.Options {
		if g.called(typed, o.Key, "option."+o.Key) {
			return o, true
		}
	}
	return games.Option{}, false
}

func (g *game) valueOf(o games.Option, typed string) string {
	for _, v := range o.Choices {
		if g.called(typed, v, "option."+o.Key+"."+v) {
			return v
		}
	}
	return typed
}

// complete proposes how the options that somebody types could go on.
func (c *call) complete(ctx context.Context) error {
	var list []*discordgo.ApplicationCommandOptionChoice
	words := c.ix.Command.Options["options"]
	if g := c.games[c.ix.Command.Options["game"]]; g != nil && c.ix.Command.Focused == "options" && utf8.RuneCountInString(words) <= maxTyped {
		list = g.propose(words, c.lang)
	}
	return c.Suggest(ctx, list)
}

// propose is what may stand at the end of options as they are typed: the options
// that are not there yet, and then the values of the last one. A proposal is all
// that was typed before and the word that is proposed.
func (g *game) propose(typed string, lang text.Lang) []*discordgo.ApplicationCommandOptionChoice {
	typed = tight(typed)
	before, last := "", typed
	if i := strings.LastIndexFunc(typed, separates); i >= 0 {
		before, last = strings.TrimSpace(typed[:i])+" ", typed[i+1:]
	}
	before = strings.TrimLeft(before, " ")
	called := func(o games.Option) string { return plainly(g.say, lang, "option."+o.Key) }
	said := func(o games.Option, v string) string {
		if slices.Contains(o.Choices, v) {
			v = plainly(g.say, lang, "option."+o.Key+"."+v)
		}
		return called(o) + ": " + v
	}
	taken := map[string]bool{}
	var heading strings.Builder // what was typed before, as the reader calls it
	for _, word := range strings.FieldsFunc(before, separates) {
		key, v, _ := cutOption(word)
		if o, ok := g.option(key); ok {
			taken[o.Key] = true
			word = said(o, g.valueOf(o, v))
		}
		heading.WriteString(word + "; ")
	}
	usual := g.usual(before)
	var list []*discordgo.ApplicationCommandOptionChoice
	add := func(words, word string) {
		name := []rune(heading.String() + words)
		value := before + word
		if len(list) == 25 || len([]rune(value)) > 100 {
			return
		}
		if len(name) > 100 {
			name = append([]rune("…"), name[len(name)-99:]...)
		}
		list = append(list, &discordgo.ApplicationCommandOptionChoice{Name: string(name), Value: value})
	}
	key, v, valued := cutOption(last)
	if !valued {
		for _, o := range g.info.Options {
			if taken[o.Key] || !starts(o.Key, last) && !starts(called(o), last) {
				continue
			}
			if o.Max > 0 {
				add(fmt.Sprintf("%s: %d–%d", called(o), o.Min, o.Max), o.Key+":"+usual(o))
				continue
			}
			for _, choice := range o.Choices {
				add(said(o, choice), o.Key+":"+choice)
			}
		}
		return list
	}
	o, ok := g.option(key)
	if !ok {
		return nil
	}
	if o.Max == 0 {
		for _, choice := range o.Choices {
			words := plainly(g.say, lang, "option."+o.Key+"."+choice)
			if starts(choice, v) || starts(words, v) {
				add(said(o, choice), o.Key+":"+choice)
			}
		}
		return list
	}
	if n, err := strconv.Atoi(v); err == nil && n >= o.Min && n <= o.Max {
		add(fmt.Sprintf("%s: %d (%d–%d)", called(o), n, o.Min, o.Max), o.Key+":"+strconv.Itoa(n))
		return list
	}
	for _, n := range []string{usual(o), strconv.Itoa(o.Min), strconv.Itoa(o.Max)} {
		if w := o.Key + ":" + n; !slices.ContainsFunc(list, func(c *discordgo.ApplicationCommandOptionChoice) bool { return c.Value == before+w }) {
			add(fmt.Sprintf("%s: %s (%d–%d)", called(o), n, o.Min, o.Max), w)
		}
	}
	return list
}

// usual is what a number is when nobody says anything of it, beside the options
// that were typed before.
func (g *game) usual(before string) func(games.Option) string {
	chosen, err := g.chosen(before)
	if err != nil {
		chosen = nil
	}
	full, err := g.info.Complete(chosen)
	return func(o games.Option) string {
		if err != nil {
			return strconv.Itoa(o.Min)
		}
		return full[o.Key]
	}
}

func starts(s, with string) bool {
	with = strings.ToLower(strings.ReplaceAll(with, "_", " "))
	return strings.HasPrefix(strings.ToLower(strings.ReplaceAll(s, "_", " ")), with)
}
