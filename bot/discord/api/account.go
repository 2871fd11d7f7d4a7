package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// Commands are the application's global commands, or those of one guild alone.
func Commands(ctx context.Context, c *Client, app, guild discord.ID) (list []*discordgo.ApplicationCommand, err error) {
	at := "/applications/" + app.String()
	if guild != 0 {
		at += "/guilds/" + guild.String()
	}
	err = c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET applications/commands", Major: guild.String(), Path: at + "/commands",
		Query: "with_localizations=true", Retry: transport.Always, Read: transport.ReadJSON(&list),
	})
	return list, err
}

// SetCommands replaces the application's global commands.
func (c *Client) SetCommands(ctx context.Context, app discord.ID, list []*discordgo.ApplicationCommand) error {
	return c.sender.Do(ctx, &transport.Request{
		Method: http.MethodPut, Route: "PUT applications/commands", Retry: transport.Always,
		Path: "/applications/" + app.String() + "/commands", JSON: append([]*discordgo.ApplicationCommand{}, list...), // none are an empty list, not null
	})
}

// Me is the application and the user of the token.
func (c *Client) Me(ctx context.Context) (discord.App, error) {
	var me struct {
		ID  discord.ID       `json:"id"`
		Bot discord.WireUser `json:"bot"`

		Flags     uint64 `json:"flags"`
		Endpoint  string `json:"interactions_endpoint_url"`
		CodeGrant bool   `json:"bot_require_code_grant"`
		Public    *bool  `json:"bot_public"`
		Privacy   string `json:"privacy_policy_url"`
		Terms     string `json:"terms_of_service_url"`
	}
	r := &transport.Request{Method: http.MethodGet, Route: "GET applications/@me", Path: "/applications/@me", Retry: transport.Always, Read: transport.ReadJSON(&me)}
	if err := c.sender.Do(ctx, r); err != nil {
		return discord.App{}, err
	}
	if me.Bot.ID == 0 {
		r = &transport.Request{Method: http.MethodGet, Route: "GET users/@me", Path: "/users/@me", Retry: transport.Always, Read: transport.ReadJSON(&me.Bot)}
		if err := c.sender.Do(ctx, r); err != nil {
			return discord.App{}, err
		}
	}
	return discord.App{
		ID: me.ID, User: me.Bot.User(""), Flags: me.Flags, Endpoint: me.Endpoint, CodeGrant: me.CodeGrant,
		Private: me.Public != nil && !*me.Public, Privacy: me.Privacy, Terms: me.Terms,
	}, nil
}

// Guilds lists the guilds that the bot is in.
func (c *Client) Guilds(ctx context.Context) ([]discord.Guild, error) {
	const page = 200
	var all []discord.Guild
	for after := discord.ID(0); ; {
		var some []discord.Guild
		err := c.sender.Do(ctx, &transport.Request{
			Method: http.MethodGet, Route: "GET users/@me/guilds", Path: "/users/@me/guilds",
			Query: fmt.Sprintf("limit=%d&after=%d", page, after), Retry: transport.Always, Read: transport.ReadJSON(&some),
		})
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < page {
			return all, nil
		}
		after = some[len(some)-1].ID
	}
}

// DM is the channel of direct messages with a person. Only a message shows whether
// the person accepts any: see [discord.IsForbidden].
func (c *Client) DM(ctx context.Context, user discord.ID) (discord.ID, error) {
	var made struct {
		ID discord.ID `json:"id"`
	}
	err := c.sender.Do(ctx, &transport.Request{
		Method: http.MethodPost, Route: "POST users/@me/channels", Path: "/users/@me/channels",
		JSON: object{"recipient_id": user}, Retry: transport.Always, Read: transport.ReadJSON(&made),
	})
	return made.ID, err
}

// Member reports whether a person is a member of a guild that the bot is in.
func (c *Client) Member(ctx context.Context, guild, user discord.ID) (bool, error) {
	_, is, err := c.MemberUser(ctx, guild, user)
	return is, err
}

// MemberUser is a person as they are known on a guild that the bot is in. It is false where they are
// no member.
func (c *Client) MemberUser(ctx context.Context, guild, user discord.ID) (u discord.User, is bool, err error) {
	var member struct {
		User discord.WireUser `json:"user"`
		Nick string           `json:"nick"`
	}
	err = c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds/members", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String() + "/members/" + user.String(), Read: transport.ReadJSON(&member),
	})
	switch discord.Code(err) {
	case discordgo.ErrCodeUnknownMember, discordgo.ErrCodeUnknownUser:
		return discord.User{}, false, nil
	}
	return member.User.User(member.Nick), err == nil, err
}

// OwnRoles lists the roles of the bot in a guild. The bot is me.
func OwnRoles(ctx context.Context, c *Client, guild, me discord.ID) ([]discord.ID, error) {
	var member struct {
		Roles []discord.ID `json:"roles"`
	}
	err := c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds/members", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String() + "/members/" + me.String(), Read: transport.ReadJSON(&member),
	})
	return member.Roles, err
}

// role is a role of a guild.
type role struct {
	ID          discord.ID `json:"id"`
	Permissions uint64     `json:"permissions,string"`
	Name        string     `json:"name"`
	Mentionable bool       `json:"mentionable"`
}

func guildRoles(ctx context.Context, c *Client, guild discord.ID) (roles []role, err error) {
	err = c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds/roles", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String() + "/roles", Read: transport.ReadJSON(&roles),
	})
	return roles, err
}

// Roles lists the roles of a guild.
func (c *Client) Roles(ctx context.Context, guild discord.ID) ([]discord.Role, error) {
	roles, err := guildRoles(ctx, c, guild)
	list := make([]discord.Role, len(roles))
	for i, r := range roles {
		list[i] = discord.Role{ID: r.ID, Name: r.Name, Mentionable: r.Mentionable}
	}
	return list, err
}

// Channels lists the channels of a guild, without its threads.
func (c *Client) Channels(ctx context.Context, guild discord.ID) (list []discord.GuildChannel, err error) {
	err = c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds/channels", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String() + "/channels", Read: transport.ReadJSON(&list),
	})
	return list, err
}

// Access reads what the bot may do in the channels of a guild, and in threads of it. A thread that
// the bot does not find there is left out.
func (c *Client) Access(ctx context.Context, guild discord.ID, threads ...discord.ID) (got discord.Access, err error) {
	var told struct {
		Name   string     `json:"name"`
		System discord.ID `json:"system_channel_id"`
		Locale string     `json:"preferred_locale"`
	}
	err = c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String(), Read: transport.ReadJSON(&told),
	})
	if err != nil {
		return discord.Access{}, err
	}
	got.Name, got.System, got.Locale = told.Name, told.System, told.Locale
	if got.Channels, err = rights(ctx, c, guild); err != nil {
		return discord.Access{}, err
	}
	for _, id := range threads {
		if _, listed := got.Of(id); listed {
			continue
		}
		thread, err := Channel(ctx, c, id)
		if err != nil && !discord.IsDeleted(err) && !discord.IsForbidden(err) {
			return discord.Access{}, err
		}
		if parent, ok := got.Of(thread.Parent); ok && err == nil && thread.Guild == guild {
			got.Channels = append(got.Channels, discord.ChannelAccess{GuildChannel: thread, Bot: parent.Bot, Everyone: parent.Everyone})
		}
	}
	return got, nil
}

// rights are the channels of a guild with the permissions of the bot there.
func rights(ctx context.Context, c *Client, guild discord.ID) (channels []discord.ChannelAccess, err error) {
	list, err := c.Channels(ctx, guild)
	if err != nil {
		return nil, err
	}
	me, err := ownUser(ctx, c)
	if err != nil {
		return nil, err
	}
	mine, err := OwnRoles(ctx, c, guild, me)
	if err != nil {
		return nil, err
	}
	roles, err := guildRoles(ctx, c, guild)
	if err != nil {
		return nil, err
	}
	var have, everyone uint64
	for _, r := range roles {
		if r.ID == guild { // the role of all members has the guild's id
			everyone = r.Permissions
		}
		if r.ID == guild || slices.Contains(mine, r.ID) {
			have |= r.Permissions
		}
	}
	for _, one := range listed(list) {
		channels = append(channels, discord.ChannelAccess{GuildChannel: one, Bot: discord.RightsIn(have, guild, me, mine, one.Overwrites), Everyone: discord.RightsIn(everyone, guild, 0, nil, one.Overwrites)})
	}
	return channels, nil
}

// listed are the channels of a guild from top to bottom, as members see them: those of no
// category first, and voice channels below the others of their category.
func listed(list []discord.GuildChannel) []discord.GuildChannel {
	at := map[discord.ID]int{}
	for _, one := range list {
		if one.Type == discordgo.ChannelTypeGuildCategory {
			at[one.ID] = one.Position
		}
	}
	place := func(one discord.GuildChannel) []int {
		category, below := -1, 0
		switch {
		case one.Type == discordgo.ChannelTypeGuildCategory:
			category, below = one.Position, -1
		case one.Parent != 0:
			category = at[one.Parent]
		}
		if discord.IsVoice(one.Type) {
			below = 1
		}
		return []int{category, below, one.Position}
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b discord.GuildChannel) int {
		return cmp.Or(slices.Compare(place(a), place(b)), cmp.Compare(a.ID, b.ID))
	})
	return list
}

// Channel reads one channel or thread.
func Channel(ctx context.Context, c *Client, id discord.ID) (got discord.GuildChannel, err error) {
	r := channel(http.MethodGet, "", id)
	r.Read = transport.ReadJSON(&got)
	return got, c.sender.Do(ctx, r)
}
