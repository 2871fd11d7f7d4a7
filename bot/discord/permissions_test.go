package discord

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// TestRightsIn follows the order of Discord's page Permissions: every person, then all roles
// together, then the member.
func TestRightsIn(t *testing.T) {
	const guild, me, mod, muted = ID(1), ID(2), ID(3), ID(4)
	const view, send, embed = uint64(discordgo.PermissionViewChannel), uint64(discordgo.PermissionSendMessages), uint64(discordgo.PermissionEmbedLinks)
	for name, c := range map[string]struct {
		have  uint64
		roles []ID
		list  []Overwrite
		want  uint64
	}{
		"nothing is changed":        {view | send, nil, nil, view | send},
		"everyone is denied":        {view | send, nil, []Overwrite{{ID: guild, Deny: send}}, view},
		"a role wins over everyone": {view, []ID{mod}, []Overwrite{{ID: mod, Allow: send}, {ID: guild, Deny: send}}, view | send},
		"a role allows what another denies": {view, []ID{mod, muted},
			[]Overwrite{{ID: mod, Allow: send}, {ID: muted, Deny: send | embed}}, view | send},
		"a role of others":            {view, []ID{mod}, []Overwrite{{ID: muted, Deny: view}}, view},
		"the member wins over a role": {view | send, []ID{mod}, []Overwrite{{ID: me, Type: 1, Deny: send}, {ID: mod, Allow: send}}, view},
		"another member":              {view | send, nil, []Overwrite{{ID: 9, Type: 1, Deny: send}}, view | send},
		"who cannot see can nothing":  {view | send, nil, []Overwrite{{ID: guild, Deny: view}}, 0},
	} {
		if got := RightsIn(c.have, guild, me, c.roles, c.list); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if got := RightsIn(discordgo.PermissionAdministrator, guild, me, nil, []Overwrite{{ID: guild, Deny: view}}); got != ^uint64(0) {
		t.Errorf("an administrator has %d", got)
	}
}
