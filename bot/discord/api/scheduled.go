package api

import (
	"context"
	"net/http"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"

	"github.com/bwmarrin/discordgo"
)

// OwnEvents lists the bot's events of a guild that are scheduled or on.
func (c *Client) OwnEvents(ctx context.Context, guild discord.ID) ([]discord.OwnEvent, error) {
	me, err := ownUser(ctx, c)
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID      discord.ID                                  `json:"id"`
		Creator discord.ID                                  `json:"creator_id"`
		Status  discordgo.GuildScheduledEventStatus         `json:"status"`
		Place   discordgo.GuildScheduledEventEntityMetadata `json:"entity_metadata"`
		Start   time.Time                                   `json:"scheduled_start_time"`
	}
	r := eventRequest(http.MethodGet, guild, 0)
	r.Read = transport.ReadJSON(&all)
	if err := c.sender.Do(ctx, r); err != nil {
		return nil, err
	}
	var list []discord.OwnEvent
	for _, e := range all {
		if e.Creator == me && (e.Status == discordgo.GuildScheduledEventStatusScheduled || e.Status == discordgo.GuildScheduledEventStatusActive) {
			list = append(list, discord.OwnEvent{ID: e.ID, Location: e.Place.Location, Start: e.Start})
		}
	}
	return list, nil
}

func eventBody(e discord.ScheduledEvent) object {
	if e.Begun {
		return object{"status": discordgo.GuildScheduledEventStatusActive}
	}
	return object{
		"name": e.Name, "description": e.Description, "entity_metadata": object{"location": e.Location},
		"entity_type": discordgo.GuildScheduledEventEntityTypeExternal, "privacy_level": discordgo.GuildScheduledEventPrivacyLevelGuildOnly,
		"scheduled_start_time": e.Start.UTC().Format(time.RFC3339), "scheduled_end_time": e.End.UTC().Format(time.RFC3339),
	}
}

func eventRequest(method string, guild, event discord.ID) *transport.Request {
	r := &transport.Request{Method: method, Route: method + " guilds/scheduled-events", Major: guild.String(), Path: "/guilds/" + guild.String() + "/scheduled-events", Retry: transport.Always}
	if event != 0 {
		r.Path += "/" + event.String()
	}
	return r
}

// SetEvent makes the list of a guild have an event of the bot's own as it is. Event 0 is a
// new one, which needs [discord.PermissionCreateEvents]; SetEvent returns its id. A nil e deletes
// the event, and it is no error if there is none.
//
// A request for a new one whose answer was lost is not repeated, because it may have made
// one.
func (c *Client) SetEvent(ctx context.Context, guild, event discord.ID, e *discord.ScheduledEvent) (discord.ID, error) {
	if e == nil {
		err := c.sender.Do(ctx, eventRequest(http.MethodDelete, guild, event))
		if discord.Code(err) == discord.UnknownEvent {
			err = nil
		}
		return event, err
	}
	if event != 0 {
		r := eventRequest(http.MethodPatch, guild, event)
		r.JSON = eventBody(*e)
		return event, c.sender.Do(ctx, r)
	}
	r := eventRequest(http.MethodPost, guild, 0)
	r.JSON, r.Read, r.Retry = eventBody(*e), func(b []byte) error {
		var made struct {
			ID discord.ID `json:"id"`
		}
		err := transport.ReadJSON(&made)(b)
		event = made.ID
		return err
	}, transport.IfUnsent
	return event, c.sender.Do(ctx, r)
}
