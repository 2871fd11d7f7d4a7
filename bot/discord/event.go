package discord

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// PermissionCreateEvents lets the bot create scheduled events, and change and delete its
// own.
const PermissionCreateEvents uint64 = 1 << 44

// The longest texts of a scheduled event, in characters.
const (
	MaxEventName        = 100
	MaxEventDescription = 1000
	MaxEventLocation    = 100
)

// unknownEvent is the error code of a scheduled event that is not there.
const unknownEvent = 10070

// Timestamp is a moment as people see it in their own time zone.
func Timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:F>", at.Unix()) }

// ScheduledEvent is an event in the list of a guild that takes place somewhere which is no
// voice channel. See docs.discord.com, page Guild Scheduled Event.
type ScheduledEvent struct {
	Name, Description, Location string
	Start, End                  time.Time
}

func (e ScheduledEvent) body() object {
	return object{
		"name": e.Name, "description": e.Description, "entity_metadata": object{"location": e.Location},
		"entity_type": discordgo.GuildScheduledEventEntityTypeExternal, "privacy_level": discordgo.GuildScheduledEventPrivacyLevelGuildOnly,
		"scheduled_start_time": e.Start.UTC().Format(time.RFC3339), "scheduled_end_time": e.End.UTC().Format(time.RFC3339),
	}
}

func eventRequest(method string, guild, event ID) *request {
	r := &request{method: method, route: method + " guilds/scheduled-events", major: guild.String(), path: "/guilds/" + guild.String() + "/scheduled-events", retry: always}
	if event != 0 {
		r.path += "/" + event.String()
	}
	return r
}

// CreateEvent adds an event to the list of a guild. It needs [PermissionCreateEvents]. A
// request whose answer was lost is not repeated, because it may have made one.
func (c *Client) CreateEvent(ctx context.Context, guild ID, e ScheduledEvent) (ID, error) {
	var made struct {
		ID ID `json:"id"`
	}
	r := eventRequest(http.MethodPost, guild, 0)
	r.json, r.read, r.retry = e.body(), readJSON(&made), ifUnsent
	err := c.do(ctx, r)
	return made.ID, err
}

// EditEvent changes an event of the bot's own.
func (c *Client) EditEvent(ctx context.Context, guild, event ID, e ScheduledEvent) error {
	r := eventRequest(http.MethodPatch, guild, event)
	r.json = e.body()
	return c.do(ctx, r)
}

// StartEvent says that an event of the bot's own has begun. It ends by itself at its end.
func (c *Client) StartEvent(ctx context.Context, guild, event ID) error {
	r := eventRequest(http.MethodPatch, guild, event)
	r.json = object{"status": discordgo.GuildScheduledEventStatusActive}
	return c.do(ctx, r)
}

// DeleteEvent deletes an event of the bot's own. It is no error if there is none.
func (c *Client) DeleteEvent(ctx context.Context, guild, event ID) error {
	err := c.do(ctx, eventRequest(http.MethodDelete, guild, event))
	if Code(err) == unknownEvent {
		return nil
	}
	return err
}
