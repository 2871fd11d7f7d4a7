package gateway

import (
	"encoding/json"
	"time"

	"oneiros/bot/discord"

	"github.com/bwmarrin/discordgo"
)

// readScheduled decodes what the gateway says of scheduled events. It returns nil for all else.
func readScheduled(kind string, b []byte) (discord.Event, error) {
	switch kind {
	case "GUILD_SCHEDULED_EVENT_UPDATE":
		return readEventChanged(b)
	case "GUILD_SCHEDULED_EVENT_DELETE":
		var d struct {
			ID    discord.ID `json:"id"`
			Guild discord.ID `json:"guild_id"`
		}
		err := json.Unmarshal(b, &d)
		return discord.EventDeleted{Guild: d.Guild, Event: d.ID}, err
	case "GUILD_SCHEDULED_EVENT_USER_ADD":
		return readInterest(b, true)
	case "GUILD_SCHEDULED_EVENT_USER_REMOVE":
		return readInterest(b, false)
	}
	return nil, nil
}

// readEventChanged decodes an event that was changed.
func readEventChanged(b []byte) (discord.Event, error) {
	var d struct {
		ID     discord.ID                          `json:"id"`
		Guild  discord.ID                          `json:"guild_id"`
		Start  time.Time                           `json:"scheduled_start_time"`
		Status discordgo.GuildScheduledEventStatus `json:"status"`
	}
	err := json.Unmarshal(b, &d)
	over := d.Status == discordgo.GuildScheduledEventStatusCompleted || d.Status == discordgo.GuildScheduledEventStatusCanceled
	return discord.EventChanged{Guild: d.Guild, Event: d.ID, Start: d.Start.UTC(), Over: over}, err
}

// readInterest decodes that a person is interested in an event, or no longer.
func readInterest(b []byte, is bool) (discord.Event, error) {
	var d struct {
		Guild discord.ID `json:"guild_id"`
		Event discord.ID `json:"guild_scheduled_event_id"`
		User  discord.ID `json:"user_id"`
	}
	err := json.Unmarshal(b, &d)
	return discord.InterestChanged{Guild: d.Guild, Event: d.Event, User: d.User, Interested: is}, err
}
