package rehearse

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/gateway"
	"oneiros/bot/need"
	"oneiros/games/text"
)

func identify(ctx context.Context, r *run) error {
	var err error
	r.app, err = r.client.Me(ctx)
	if err := r.readable(err); err != nil {
		return err
	}
	if r.app.ID == 0 || r.app.User.ID == 0 {
		r.app.ID, r.app.User.ID = r.lastID("id"), r.lastID("bot", "id")
	}
	r.tape.name(r.app.User.ID, bots)
	r.tape.name(r.app.ID, bots)
	r.tape.name(r.Guild, servers)
	r.tape.name(r.Channel, channels)
	if r.Voice != 0 {
		r.tape.name(r.Voice, "the voice channel")
	}
	if r.app.Endpoint != "" {
		return &Mistake{"the developer portal has an Interactions Endpoint URL, so Discord sends no press to the gateway; make it empty under General Information"}
	}
	if err := r.asked(ctx, http.MethodGet, "/users/@me", nil, nil); err != nil {
		return err
	}
	r.starts, err = gateway.AskStarts(ctx, r.client.Sender())
	if err := r.readable(err); err != nil {
		return err
	}
	_, err = api.Commands(ctx, r.client, r.app.ID, 0)
	return r.readable(err)
}

// readServer finds the channels, and reads what the bot may do there. Where the bot cannot read
// that, it may do everything as far as the rehearsal knows.
func readServer(ctx context.Context, r *run) error {
	guilds, err := r.client.Guilds(ctx)
	unread := r.isUnread(err)
	if err := r.readable(err); err != nil {
		return err
	}
	here := slices.IndexFunc(guilds, func(g discord.Guild) bool { return g.ID == r.Guild })
	if here < 0 && !unread {
		return &Mistake{fmt.Sprintf("--guild %s: the bot is not on this server; oneiros invite prints the address at which an admin adds it", r.Guild)}
	}
	access, err := r.client.Access(ctx, r.Guild)
	unread = unread || r.isUnread(err)
	if err := r.readable(err); err != nil {
		return err
	}
	roles, err := api.OwnRoles(ctx, r.client, r.Guild, r.app.User.ID)
	unread = unread || r.isUnread(err)
	if err := r.readable(err); err != nil {
		return err
	}
	if err := r.readChannel(ctx, unread); err != nil || unread {
		return err
	}
	may := func(c discord.ChannelAccess) uint64 {
		return discord.RightsIn(guilds[here].Permissions, r.Guild, r.app.User.ID, roles, c.Overwrites)
	}
	return r.choose(ctx, access, may)
}

// readChannel reads the channel. Where the bot cannot read the server, that has to do.
func (r *run) readChannel(ctx context.Context, alone bool) error {
	var c struct {
		Type any `json:"type"`
	}
	status, err := r.tried(ctx, http.MethodGet, "/channels/"+r.Channel.String(), nil, &c)
	if err != nil || !alone {
		return err
	}
	kind, is := c.Type.(float64)
	if status >= 300 || is && unfit(discordgo.ChannelType(kind)) != "" || r.lastID("guild_id") != r.Guild {
		return &Mistake{fmt.Sprintf("--channel %s: this is no text channel of the server", r.Channel)}
	}
	r.rights, r.voice = ^uint64(0), ^uint64(0)
	return nil
}

// choose takes the channels that the operator named.
func (r *run) choose(ctx context.Context, access discord.Access, may func(discord.ChannelAccess) uint64) error {
	one, err := r.find(ctx, access, "--channel", r.Channel)
	if err != nil {
		return err
	}
	if wrong := unfit(one.Type); wrong != "" {
		return &Mistake{fmt.Sprintf("--channel %s: this is %s; a rehearsal needs an ordinary text channel", r.Channel, wrong)}
	}
	r.rights = may(one)
	r.nameMissing("channel "+one.Name, r.rights, need.Place{OpenThread: true})
	if r.Voice == 0 {
		return nil
	}
	room, err := r.find(ctx, access, "--voice", r.Voice)
	if err != nil {
		return err
	}
	if room.Type != discordgo.ChannelTypeGuildVoice {
		return &Mistake{fmt.Sprintf("--voice %s: this is no voice channel", r.Voice)}
	}
	r.voice = may(room)
	return nil
}

// find is a channel of the server. One that is not there is a mistake, which says why.
func (r *run) find(ctx context.Context, access discord.Access, flag string, id discord.ID) (discord.ChannelAccess, error) {
	if one, ok := access.Of(id); ok {
		return one, nil
	}
	c, err := api.Channel(ctx, r.client, id)
	why := ""
	switch {
	case discord.IsForbidden(err):
		why = "the bot does not see this channel (Edit Channel → Permissions → View Channel)"
	case discord.IsDeleted(err):
		why = "there is no such channel"
	case err != nil:
		return discord.ChannelAccess{}, err
	case c.Guild == 0:
		why = "these are direct messages"
	case c.Guild != r.Guild:
		why = "this channel is of another server"
	case unfit(c.Type) != "":
		why = "this is " + unfit(c.Type)
	default:
		why = "the server does not list this channel"
	}
	return discord.ChannelAccess{}, &Mistake{fmt.Sprintf("%s %s: %s", flag, id, why)}
}

// unfit says what a channel is in which no rehearsal can be; empty for one in which it can.
func unfit(kind discordgo.ChannelType) string {
	switch kind {
	case discordgo.ChannelTypeGuildText:
		return ""
	case discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread:
		return "a thread"
	case discordgo.ChannelTypeGuildForum, discordgo.ChannelTypeGuildMedia:
		return "a forum"
	case discordgo.ChannelTypeGuildCategory:
		return "a category"
	case discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildStageVoice:
		return "a voice channel"
	case discordgo.ChannelTypeGuildNews:
		return "an announcement channel, in which each message would reach other servers"
	case discordgo.ChannelTypeDM, discordgo.ChannelTypeGroupDM:
		return "a conversation of direct messages"
	}
	return fmt.Sprintf("a channel of type %d", kind)
}

// nameMissing names the permissions that the bot lacks.
func (r *run) nameMissing(where string, have uint64, in need.Place) {
	for _, s := range need.Missing(r.Needs, have, in) {
		for _, p := range s.Permissions {
			name, why, kind := s.Say(text.English, p.Name), s.Say(text.English, p.Why), "optional"
			if !p.Optional {
				kind = "needed"
				r.tape.note("a permission is missing: %s", name)
			}
			r.Say(fmt.Sprintf("  missing in %s: %s (%s: %s); grant it under Edit Channel → Permissions", where, name, kind, why))
		}
	}
}
