package need

import "github.com/bwmarrin/discordgo"

// Core is what a table needs in its channel, and what the bot hears of the gateway. Permissions
// stand in the order of Discord's settings. Interactions come without any intent, and none of
// these is privileged.
var Core = Set{
	Owner: "core",
	Permissions: []Permission{
		{Bit: discordgo.PermissionViewChannel, Name: "bot.permission.view", Why: "bot.permission.why.view"},
		// Without it nothing there can be read or written. All members have it where it was not taken from them.
		{Bit: discordgo.PermissionVoiceConnect, Name: "bot.permission.connect", Why: "bot.permission.why.connect", Where: Voice},
		{Bit: discordgo.PermissionSendMessages, Name: "bot.permission.send", Why: "bot.permission.why.send", Where: OutOfThreads},
		{Bit: discordgo.PermissionSendMessagesInThreads, Name: "bot.permission.thread-send", Why: "bot.permission.why.thread", Where: Threads},
		{Bit: discordgo.PermissionCreatePublicThreads, Name: "bot.permission.thread", Why: "bot.permission.why.thread", Where: ThreadOpening},
		{Bit: discordgo.PermissionEmbedLinks, Name: "bot.permission.embed", Why: "bot.permission.why.embed"},
		{Bit: discordgo.PermissionAttachFiles, Name: "bot.permission.attach", Why: "bot.permission.why.attach"},
		{Bit: discordgo.PermissionReadMessageHistory, Name: "bot.permission.history", Why: "bot.permission.why.history"},
	},
	Intents: []Intent{
		{Bit: discordgo.IntentGuilds, Name: "GUILDS", Why: "to know its servers, channels and threads"},
		{Bit: discordgo.IntentGuildModeration, Name: "GUILD_MODERATION", Why: "to free the seats of banned members"},
		{Bit: discordgo.IntentDirectMessages, Name: "DIRECT_MESSAGES", Why: "to keep a table in direct messages at the end of the conversation"},
		{Bit: discordgo.IntentGuildMessages, Name: "GUILD_MESSAGES", Why: "to know whether a board is buried or was deleted", Optional: true},
	},
}
