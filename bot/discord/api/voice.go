package api

import (
	"context"
	"net/http"

	"oneiros/bot/discord"
	"oneiros/bot/discord/transport"
)

// unknownVoiceState is the code of a user who is in no voice channel, or of one that is not seen.
const unknownVoiceState = 10065

// voices are the requests of a [Client] about voice channels.
type voices struct{ sender *transport.Sender }

// VoiceChannel is the voice channel or stage of a guild in which a user is; 0 for none. The user 0
// is the bot.
func (c voices) VoiceChannel(ctx context.Context, guild, user discord.ID) (discord.ID, error) {
	who := "@me"
	if user != 0 {
		who = user.String()
	}
	var state struct {
		Channel discord.ID `json:"channel_id"`
	}
	err := c.sender.Do(ctx, &transport.Request{
		Method: http.MethodGet, Route: "GET guilds/voice-states", Major: guild.String(), Retry: transport.Always,
		Path: "/guilds/" + guild.String() + "/voice-states/" + who, Read: transport.ReadJSON(&state),
	})
	if discord.Code(err) == unknownVoiceState {
		return 0, nil
	}
	return state.Channel, err
}

// DefaultSounds lists the sounds of Discord's own.
func (c voices) DefaultSounds(ctx context.Context) (list []discord.Sound, err error) {
	err = c.sender.Do(ctx, &transport.Request{Method: http.MethodGet, Route: "GET soundboard-default-sounds", Path: "/soundboard-default-sounds", Retry: transport.Always, Read: transport.ReadJSON(&list)})
	return list, err
}

// SendSound sends a sound of Discord's own to all who are in a voice channel. The bot has to be
// there: the gateway brings it in. It is never sent twice.
func (c voices) SendSound(ctx context.Context, channel, sound discord.ID) error {
	return c.sender.Do(ctx, &transport.Request{
		Method: http.MethodPost, Route: "POST channels/send-soundboard-sound", Major: channel.String(),
		Path: "/channels/" + channel.String() + "/send-soundboard-sound", JSON: object{"sound_id": sound},
	})
}
