package rest

import (
	"oneiros/bot/localcord/interaction"
	"oneiros/bot/localcord/world"
)

// handlers are those of all endpoints, by their names.
func handlers(w *world.World, asked *interaction.Interactions) map[string]handler {
	g, c, m, e, v, i := &guilds{w}, &channels{w: w}, &commands{w}, &events{w}, &voice{w}, &interactions{w, asked}
	return map[string]handler{
		"GET /gateway":                                                 g.getGateway,
		"GET /gateway/bot":                                             g.getGatewayBot,
		"GET /users/@me":                                               g.getMe,
		"GET /applications/@me":                                        g.getApplication,
		"GET /oauth2/applications/@me":                                 g.getApplication,
		"POST /users/@me/channels":                                     c.postDM,
		"GET /users/{user}":                                            g.getUser,
		"GET /users/@me/guilds":                                        g.getGuilds,
		"GET /applications/{app}/commands":                             m.listCommands,
		"PUT /applications/{app}/commands":                             m.putCommands,
		"POST /applications/{app}/commands":                            m.postCommand,
		"GET /applications/{app}/commands/{command}":                   m.getCommand,
		"PATCH /applications/{app}/commands/{command}":                 m.patchCommand,
		"DELETE /applications/{app}/commands/{command}":                m.deleteCommand,
		"GET /applications/{app}/guilds/{guild}/commands":              m.listCommands,
		"PUT /applications/{app}/guilds/{guild}/commands":              m.putCommands,
		"POST /applications/{app}/guilds/{guild}/commands":             m.postCommand,
		"GET /applications/{app}/guilds/{guild}/commands/{command}":    m.getCommand,
		"PATCH /applications/{app}/guilds/{guild}/commands/{command}":  m.patchCommand,
		"DELETE /applications/{app}/guilds/{guild}/commands/{command}": m.deleteCommand,
		"POST /interactions/{id}/{token}/callback":                     i.callback,
		"POST /webhooks/{app}/{token}":                                 i.postHooked,
		"GET /webhooks/{app}/{token}/messages/{message}":               i.getHooked,
		"PATCH /webhooks/{app}/{token}/messages/{message}":             i.patchHooked,
		"DELETE /webhooks/{app}/{token}/messages/{message}":            i.deleteHooked,
		"GET /channels/{channel}":                                      c.getChannel,
		"PATCH /channels/{channel}":                                    c.patchChannel,
		"DELETE /channels/{channel}":                                   c.deleteChannel,
		"GET /channels/{channel}/messages":                             c.getMessages,
		"POST /channels/{channel}/messages":                            c.postMessage,
		"GET /channels/{channel}/messages/{message}":                   c.getMessage,
		"PATCH /channels/{channel}/messages/{message}":                 c.patchMessage,
		"DELETE /channels/{channel}/messages/{message}":                c.deleteMessage,
		"POST /channels/{channel}/messages/{message}/threads":          c.postThread,
		"POST /channels/{channel}/threads":                             c.postThread,
		"PUT /channels/{channel}/thread-members/{user}":                c.putThreadMember,
		"POST /channels/{channel}/typing":                              c.postTyping,
		"GET /guilds/{guild}":                                          g.getGuild,
		"GET /guilds/{guild}/channels":                                 g.getGuildChannels,
		"GET /guilds/{guild}/roles":                                    g.getRoles,
		"GET /guilds/{guild}/threads/active":                           g.getThreads,
		"GET /guilds/{guild}/scheduled-events":                         e.getEvents,
		"POST /guilds/{guild}/scheduled-events":                        e.postEvent,
		"PATCH /guilds/{guild}/scheduled-events/{event}":               e.patchEvent,
		"DELETE /guilds/{guild}/scheduled-events/{event}":              e.deleteEvent,
		"GET /guilds/{guild}/voice-states/{user}":                      v.getVoiceState,
		"GET /soundboard-default-sounds":                               v.getDefaultSounds,
		"POST /channels/{channel}/send-soundboard-sound":               v.postSound,
		"GET /guilds/{guild}/members/{user}":                           g.getMember,
	}
}
