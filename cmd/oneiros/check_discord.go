package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/need"
	"oneiros/games/all"
	"oneiros/games/text"
	"oneiros/store"
)

// discord asks Discord who the bot is and what it may do.
func (k *checker) discord(ctx context.Context) {
	if k.conf.Token == "" {
		k.ok("discord", "discord: not asked, because there is no token")
		return
	}
	whole := ctx
	ctx, cancel := context.WithTimeout(whole, patience)
	defer cancel()
	rest, err := client(k.conf, nil)
	if err != nil {
		k.fail("discord", err)
		return
	}
	defer rest.Sender().Close()
	k.proxy(rest)
	app, err := rest.Me(ctx)
	if err != nil {
		k.fail("discord", wayError(whole, k.conf, rest, err))
		return
	}
	k.application(app)
	needs, err := bot.Needs(all.Games)
	if k.fail("intents", err) {
		return
	}
	k.intents(needs)
	starts, err := gateway.AskStarts(ctx, rest.Sender())
	if err != nil {
		k.fail("gateway", discordError(k.conf, err))
		return
	}
	k.starts(starts)
	k.greet(whole, rest, starts)
	if k.fail("commands", k.commands(ctx, rest, app.ID)) {
		return
	}
	if wrong := rest.Sender().Clock().Warning(); wrong != "" {
		k.warn("clock", "clock: %s. The bot corrects for it; set the clock, for example with NTP", wrong)
	} else {
		k.ok("clock", "clock: agrees with Discord's")
	}
	guilds, err := rest.Guilds(ctx)
	if err != nil {
		k.fail("permissions", discordError(k.conf, err))
		return
	}
	k.guilds(guilds, app, needs)
	for _, g := range guilds {
		k.channels(whole, rest, server{Guild: g, bot: app.User.ID, needs: need.Required(needs)})
	}
}

// application says what the developer portal has set otherwise than the bot needs it.
func (k *checker) application(app discord.App) {
	k.ok("discord", "discord: the token belongs to %s (application %s)", app.User.Name, app.ID)
	if app.Endpoint != "" {
		k.fail("discord", bad("discord: the developer portal has an Interactions Endpoint URL, so Discord sends no press to the gateway; make it empty under General Information"))
	}
	if app.CodeGrant {
		k.warn("discord", "discord: the developer portal has Requires OAuth2 Code Grant switched on, so no invite works; switch it off under Bot")
	}
	if app.Private {
		k.ok("discord", "discord: the application is private; only its owner can invite the bot")
	}
	if on := app.PrivilegedIntents(); len(on) > 0 {
		k.warn("intents", "intents: %s is switched on in the developer portal, and the bot needs no privileged intent; switch it off under Bot", strings.Join(on, ", "))
	} else {
		k.ok("intents", "intents: none is privileged, and none is needed")
	}
	for _, l := range []struct{ what, key, ours, theirs string }{
		{"a privacy policy", "discord.privacy_url", k.conf.Links.Privacy, app.Privacy},
		{"terms", "discord.terms_url", k.conf.Links.Terms, app.Terms},
	} {
		switch {
		case l.ours == "" && l.theirs == "":
			k.warn("documents", "documents: Discord asks for %s; publish the page, and set %s and the address in the developer portal", l.what, l.key)
		case l.ours == "":
			k.warn("documents", "documents: %s is empty, and the developer portal has %s", l.key, l.theirs)
		case l.theirs == "":
			k.warn("documents", "documents: the developer portal has no address of %s; %s is %s", l.what, l.key, l.ours)
		case l.ours != l.theirs:
			k.warn("documents", "documents: %s is %s, and the developer portal has %s", l.key, l.ours, l.theirs)
		default:
			k.ok("documents", "documents: %s is %s", l.key, l.ours)
		}
	}
}

// proxy says through which proxy Discord is reached.
func (k *checker) proxy(rest *api.Client) {
	by, err := rest.Sender().ProxyOf(k.conf.APIBase)
	if err != nil || by == nil {
		return // client has checked it
	}
	user := ", without a user"
	if by.Named() {
		user = ", with a user and their password"
	}
	k.ok("discord", "discord: %s is reached through the proxy %v (%s)%s", k.conf.APIBase, by, by.Variable, user)
}

// greet says whether the gateway can be reached. It is another machine than the API, so the
// one may be blocked and the other not.
func (k *checker) greet(ctx context.Context, rest *api.Client, s gateway.Starts) {
	at, err := gateway.Greet(ctx, rest.Sender(), s)
	if err != nil {
		k.fail("gateway", fmt.Errorf("gateway: %s: %w", at, explain(at, err)))
		return
	}
	through := ""
	if by, err := rest.Sender().ProxyOf(at); err == nil && by != nil {
		through = fmt.Sprintf(" through the proxy %v (%s)", by, by.Variable)
	}
	k.ok("gateway", "gateway: %s is reached%s, and says hello", at, through)
}

// starts says how many shards Discord wants, and how many sessions are left to begin
// today.
func (k *checker) starts(s gateway.Starts) {
	k.ok("gateway", "gateway: Discord recommends %d shards; %d of %d sessions are left to begin, all again in %v", s.Shards, s.Left, s.Total, s.Renewed.Round(time.Minute))
	if k.conf.Shards > 0 && k.conf.Shards*2 < s.Shards {
		k.warn("gateway", "gateway: discord.shards = %d is few for that; set it to auto, or Discord may refuse the bot", k.conf.Shards)
	}
	if shards := cmp.Or(k.conf.Shards, s.Shards); s.Total > 0 && s.Left < shards {
		k.warn("gateway", "gateway: a start that cannot resume has to wait, because it begins %d sessions", shards)
	}
}

// commands compares the commands that Discord has with those of this build.
func (k *checker) commands(ctx context.Context, rest *api.Client, app discord.ID) error {
	want, err := bot.Commands(all.Games)
	if err != nil {
		return err
	}
	have, err := api.Commands(ctx, rest, app, 0)
	if err != nil {
		return discordError(k.conf, err)
	}
	differ, err := bot.CompareCommands(have, want)
	if err != nil {
		return err
	}
	switch {
	case len(differ) == 0:
		k.ok("commands", "commands: all %d are registered", len(want))
	case k.holder == nil:
		k.ok("commands", "commands: %s; the next start of the bot registers its own", strings.Join(differ, "; "))
	default:
		k.warn("commands", "commands: %s; restart the bot, which registers its own", strings.Join(differ, "; "))
	}
	return nil
}

// intents says which events the bot asks for.
func (k *checker) intents(needs []need.Set) {
	for _, s := range needs {
		for _, i := range s.Intents {
			left := ""
			if i.Optional && k.conf.Quiet {
				left = "; discord.message_events leaves it out"
			}
			k.ok("intents", "intents: %s (%s)%s", i.Name, i.Why, left)
		}
	}
}

// guilds checks the permissions on each server.
func (k *checker) guilds(guilds []discord.Guild, app discord.App, needs []need.Set) {
	if len(guilds) == 0 {
		k.ok("permissions", "the bot is in no server yet; invite it: %s", discord.Invite(app.ID, need.Bits(need.Invited(needs, k.conf.Threads))))
	}
	for _, g := range guilds {
		lacks := need.Missing(needs, g.Permissions, need.Place{OpenThread: k.conf.Threads})
		if missing := need.Required(lacks); len(missing) > 0 {
			text := fmt.Sprintf("server %s lacks: %s (Server Settings → Roles)", g.Name, what(missing))
			k.failAt(finding{Guild: g.ID.String(), Missing: names(missing)}, text)
		} else {
			k.add(finding{Area: "permissions", Level: levelOK, Text: fmt.Sprintf("server %s: all permissions", g.Name), Guild: g.ID.String()})
		}
		if missing := need.Optional(lacks); len(missing) > 0 {
			k.add(finding{Area: "permissions", Level: levelOK, Text: fmt.Sprintf("server %s: optional and not granted: %s", g.Name, what(missing)), Guild: g.ID.String(), Missing: names(missing)})
		}
	}
	for _, id := range k.conf.Guilds {
		if !slices.ContainsFunc(guilds, func(g discord.Guild) bool { return g.ID == id }) {
			k.warn("permissions", "server %s is in discord.guilds, and the bot is not there", id)
		}
	}
}

// failAt notes that permissions are missing in a place.
func (k *checker) failAt(f finding, text string) {
	f.Area, f.Level, f.Text = "permissions", levelError, text
	k.findings = append(k.findings, f)
	k.failed = append(k.failed, errors.New(text))
}

// A server is what decides the bot's permissions in the channels of a server.
type server struct {
	discord.Guild
	bot      discord.ID
	needs    []need.Set
	roles    []discord.ID // of the bot
	channels []discord.GuildChannel
}

// channels checks the permissions in the used channels of a server. A server that cannot
// be read, as in an outage of Discord's, does not hide the others. Each has its own time.
func (k *checker) channels(ctx context.Context, rest *api.Client, s server) {
	used := slices.DeleteFunc(slices.Clone(k.used), func(u store.UsedChannel) bool { return discord.ID(u.Guild) != s.ID })
	if len(used) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	good, err := k.readChannels(ctx, rest, &s, used)
	if err != nil {
		k.warn("permissions", "server %s: its channels cannot be read: %v", s.Name, err)
		return
	}
	if good > 0 {
		k.add(finding{Area: "permissions", Level: levelOK, Guild: s.ID.String(), Text: fmt.Sprintf("server %s: all permissions in %d channels that have a table or had one lately", s.Name, good)})
	}
}

// readChannels asks for a server and checks its used channels. It counts the good ones.
func (k *checker) readChannels(ctx context.Context, rest *api.Client, s *server, used []store.UsedChannel) (good int, err error) {
	if s.roles, err = api.OwnRoles(ctx, rest, s.ID, s.bot); err != nil {
		return 0, err
	}
	if s.channels, err = rest.Channels(ctx, s.ID); err != nil {
		return 0, err
	}
	for _, u := range used {
		name, missing, err := s.missing(ctx, rest, u)
		switch {
		case discord.IsDeleted(err):
		case err != nil:
			return 0, err
		case len(missing) > 0:
			k.lacking(s.Guild, u, name, missing)
		default:
			good++
		}
	}
	return good, nil
}

// missing are the permissions that the bot lacks in a channel or a thread. The error is
// Discord's when the channel was deleted.
func (s *server) missing(ctx context.Context, rest *api.Client, u store.UsedChannel) (name string, missing []need.Set, err error) {
	id, in := discord.ID(u.Channel), need.Place{OpenThread: u.Threads}
	c, listed := s.find(id)
	in.Voice = discord.IsVoice(c.Type)
	if !listed { // Discord lists no threads
		in.Thread = true
		c, err = api.Channel(ctx, rest, id)
		if discord.IsForbidden(err) {
			return id.String(), need.Missing(s.needs, 0, in), nil
		}
		if err != nil {
			return "", nil, err
		}
		parent, _ := s.find(c.Parent)
		c.Overwrites = parent.Overwrites
	}
	return c.Name, need.Missing(s.needs, discord.RightsIn(s.Permissions, s.ID, s.bot, s.roles, c.Overwrites), in), nil
}

func (s *server) find(id discord.ID) (discord.GuildChannel, bool) {
	i := slices.IndexFunc(s.channels, func(c discord.GuildChannel) bool { return c.ID == id })
	if i < 0 {
		return discord.GuildChannel{}, false
	}
	return s.channels[i], true
}

// lacking notes a channel without some permissions. A table that stands there is an error.
func (k *checker) lacking(g discord.Guild, u store.UsedChannel, name string, missing []need.Set) {
	f := finding{Guild: g.ID.String(), Channel: discord.ID(u.Channel).String(), Missing: names(missing)}
	text := fmt.Sprintf("server %s, channel %s lacks: %s (Edit Channel → Permissions)", g.Name, name, what(missing))
	if u.Tables > 0 {
		k.failAt(f, fmt.Sprintf("%s; tables that wait there: %d", text, u.Tables))
		return
	}
	f.Area, f.Level, f.Text = "permissions", levelWarning, text
	k.add(f)
}

// names are those of permissions in Discord's English client. Guides for owners of servers use
// them.
func names(missing []need.Set) (list []string) {
	for _, s := range missing {
		for _, p := range s.Permissions {
			list = append(list, s.Say(text.English, p.Name))
		}
	}
	return list
}

// what names permissions and what they are needed for.
func what(missing []need.Set) string {
	var list []string
	for _, s := range missing {
		for _, p := range s.Permissions {
			list = append(list, fmt.Sprintf("%s (%s)", s.Say(text.English, p.Name), s.Say(text.English, p.Why)))
		}
	}
	return strings.Join(list, ", ")
}

// discordError is bad input when Discord refuses the token; otherwise Discord does
// not answer.
func discordError(conf *Config, err error) error {
	if errors.Is(err, discord.ErrToken) {
		return errToken
	}
	return fmt.Errorf("discord.api_base = %q: %w", conf.APIBase, err)
}
