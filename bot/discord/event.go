package discord

import (
	"context"
	"encoding/json"
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

// Error codes of scheduled events.
const (
	unknownEvent  = 10070  // it is not there
	finishedEvent = 180000 // it is over, or was cancelled
)

// IsEventOver reports that a scheduled event was deleted, has ended or was cancelled.
func IsEventOver(err error) bool {
	code := Code(err)
	return code == unknownEvent || code == finishedEvent
}

// An OwnEvent is a scheduled event of the bot's own in the list of a guild.
type OwnEvent struct {
	ID       ID
	Location string
	Start    time.Time
}

// OwnEvents lists the bot's events of a guild that are scheduled or on.
func (c *Client) OwnEvents(ctx context.Context, guild ID) ([]OwnEvent, error) {
	me, err := ownUser(ctx, c)
	if err != nil {
		return nil, err
	}
	var all []struct {
		ID      ID                                          `json:"id"`
		Creator ID                                          `json:"creator_id"`
		Status  discordgo.GuildScheduledEventStatus         `json:"status"`
		Place   discordgo.GuildScheduledEventEntityMetadata `json:"entity_metadata"`
		Start   time.Time                                   `json:"scheduled_start_time"`
	}
	r := eventRequest(http.MethodGet, guild, 0)
	r.read = readJSON(&all)
	if err := c.do(ctx, r); err != nil {
		return nil, err
	}
	var list []OwnEvent
	for _, e := range all {
		if e.Creator == me && (e.Status == discordgo.GuildScheduledEventStatusScheduled || e.Status == discordgo.GuildScheduledEventStatusActive) {
			list = append(list, OwnEvent{ID: e.ID, Location: e.Place.Location, Start: e.Start})
		}
	}
	return list, nil
}

// readScheduled decodes what the gateway says of scheduled events. It returns nil for all else.
func readScheduled(kind string, b []byte) (Event, error) {
	switch kind {
	case "GUILD_SCHEDULED_EVENT_UPDATE":
		return readEventChanged(b)
	case "GUILD_SCHEDULED_EVENT_DELETE":
		var d struct {
			ID    ID `json:"id"`
			Guild ID `json:"guild_id"`
		}
		err := json.Unmarshal(b, &d)
		return EventDeleted{Guild: d.Guild, Event: d.ID}, err
	case "GUILD_SCHEDULED_EVENT_USER_ADD":
		return readInterest(b, true)
	case "GUILD_SCHEDULED_EVENT_USER_REMOVE":
		return readInterest(b, false)
	}
	return nil, nil
}

// readEventChanged decodes an event that was changed.
func readEventChanged(b []byte) (Event, error) {
	var d struct {
		ID     ID                                  `json:"id"`
		Guild  ID                                  `json:"guild_id"`
		Start  time.Time                           `json:"scheduled_start_time"`
		Status discordgo.GuildScheduledEventStatus `json:"status"`
	}
	err := json.Unmarshal(b, &d)
	over := d.Status == discordgo.GuildScheduledEventStatusCompleted || d.Status == discordgo.GuildScheduledEventStatusCanceled
	return EventChanged{Guild: d.Guild, Event: d.ID, Start: d.Start.UTC(), Over: over}, err
}

// readInterest decodes that a person is interested in an event, or no longer.
func readInterest(b []byte, is bool) (Event, error) {
	var d struct {
		Guild ID `json:"guild_id"`
		Event ID `json:"guild_scheduled_event_id"`
		User  ID `json:"user_id"`
	}
	err := json.Unmarshal(b, &d)
	return InterestChanged{Guild: d.Guild, Event: d.Event, User: d.User, Interested: is}, err
}

// Timestamp is a moment as people see it in their own time zone.
func Timestamp(at time.Time) string { return fmt.Sprintf("<t:%d:F>", at.Unix()) }

// ScheduledEvent is an event in the list of a guild that takes place somewhere which is no
// voice channel. See docs.discord.com, page Guild Scheduled Event.
type ScheduledEvent struct {
	Name, Description, Location string
	Start, End                  time.Time
	Begun                       bool // it is on; it ends by itself at End
}

func (e ScheduledEvent) body() object {
	if e.Begun {
		return object{"status": discordgo.GuildScheduledEventStatusActive}
	}
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

// SetEvent makes the list of a guild have an event of the bot's own as it is. Event 0 is a
// new one, which needs [PermissionCreateEvents]; SetEvent returns its id. A nil e deletes
// the event, and it is no error if there is none.
//
// A request for a new one whose answer was lost is not repeated, because it may have made
// one.
func (c *Client) SetEvent(ctx context.Context, guild, event ID, e *ScheduledEvent) (ID, error) {
	if e == nil {
		err := c.do(ctx, eventRequest(http.MethodDelete, guild, event))
		if Code(err) == unknownEvent {
			err = nil
		}
		return event, err
	}
	if event != 0 {
		r := eventRequest(http.MethodPatch, guild, event)
		r.json = e.body()
		return event, c.do(ctx, r)
	}
	r := eventRequest(http.MethodPost, guild, 0)
	r.json, r.read, r.retry = e.body(), func(b []byte) error {
		var made struct {
			ID ID `json:"id"`
		}
		err := readJSON(&made)(b)
		event = made.ID
		return err
	}, ifUnsent
	return event, c.do(ctx, r)
}
