package discord

import (
	"net/url"
	"strconv"
)

// Permissions that the bot needs or asks about.
const (
	ManageServer     uint64 = 1 << 5
	ViewChannel      uint64 = 1 << 10
	SendMessages     uint64 = 1 << 11
	ManageMessages   uint64 = 1 << 13
	EmbedLinks       uint64 = 1 << 14
	AttachFiles      uint64 = 1 << 15
	ReadHistory      uint64 = 1 << 16
	Administrator    uint64 = 1 << 3
	ManageChannels   uint64 = 1 << 4
	ManageThreads    uint64 = 1 << 34
	CreateThreads    uint64 = 1 << 35
	SendInThreads    uint64 = 1 << 38
	MinimalRights           = ViewChannel | SendMessages | EmbedLinks | AttachFiles | ReadHistory // 117760
	MinimalAndThread        = MinimalRights | CreateThreads | SendInThreads                       // 309237763072
)

// permissionNames are the names as Discord's English client writes them, which
// is what the documentation of servers uses, in the order of its settings.
var permissionNames = []struct {
	bit  uint64
	name string
}{
	{ViewChannel, "View Channel"},
	{ManageChannels, "Manage Channels"},
	{ManageServer, "Manage Server"},
	{SendMessages, "Send Messages"},
	{SendInThreads, "Send Messages in Threads"},
	{CreateThreads, "Create Public Threads"},
	{EmbedLinks, "Embed Links"},
	{AttachFiles, "Attach Files"},
	{ManageMessages, "Manage Messages"},
	{ManageThreads, "Manage Threads"},
	{ReadHistory, "Read Message History"},
	{Administrator, "Administrator"},
}

// Missing names what of need is not in have. Whoever is an administrator lacks
// nothing.
func Missing(have, need uint64) []string {
	if have&Administrator != 0 {
		return nil
	}
	return PermissionNames(need &^ have)
}

// PermissionNames names permissions as Discord's English client does.
func PermissionNames(set uint64) []string {
	var names []string
	for _, p := range permissionNames {
		if set&p.bit != 0 {
			names = append(names, p.name)
		}
	}
	return names
}

// Invite is the address at which a server's owner adds the bot with the least
// that it needs; with threads, also what tables in threads need.
func Invite(app ID, threads bool) string {
	rights := MinimalRights
	if threads {
		rights = MinimalAndThread
	}
	return "https://discord.com/oauth2/authorize?" + url.Values{
		"client_id":   {app.String()},
		"scope":       {"bot applications.commands"},
		"permissions": {strconv.FormatUint(rights, 10)},
	}.Encode()
}
