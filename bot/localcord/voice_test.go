package localcord

import (
	"fmt"
	"slices"
	"testing"

	"oneiros/bot/localcord/world"
)

// TestVoice: op 4 brings the bot into a voice channel and out of it. It sends a sound where it is,
// and nowhere else.
func TestVoice(t *testing.T) {
	s := start(t, Config{})
	g := s.Guilds()[0]
	v, eve := g.Voice(), s.User("Eve")
	talk, stage, text := g.NewChannelOf(ChannelVoice, "talk"), g.NewChannelOf(world.ChannelStage, "stage"), s.Channel("")
	w := dial(t, s, "v=10")
	w.expect(10, nil)
	w.say(2, identifyAs(s, 0, 1))
	w.events()
	state := fmt.Sprintf("/guilds/%s/voice-states/", g.ID())
	answers := func(want int, method, path string, body any) {
		t.Helper()
		status, m, _ := call(t, s, method, path, body)
		if code, _ := m["code"].(float64); status != want && int(code) != want {
			t.Errorf("%s %s answers %d %v, want %d", method, path, status, m, want)
		}
	}
	sits := func(want ID, channel any, self ...bool) {
		t.Helper()
		deaf := len(self) > 0 && self[0]
		w.say(4, obj{"guild_id": g.ID(), "channel_id": channel, "self_mute": false, "self_deaf": deaf})
		w.events() // op 4 was heard
		if got := v.Bot(); got != want {
			t.Errorf("after op 4 for %v the bot is in %q, want %q", channel, got, want)
		}
	}
	sound := func(want int, channel ID, id string) {
		t.Helper()
		answers(want, "POST", "/channels/"+string(channel)+"/send-soundboard-sound", obj{"sound_id": id})
	}
	answers(200, "GET", "/soundboard-default-sounds", nil)
	answers(10065, "GET", state+"@me", nil)
	sound(50167, talk, "1")
	sits(talk, talk)
	answers(200, "GET", state+"@me", nil)
	answers(10065, "GET", state+string(eve.ID()), nil)
	if err := v.Join(eve, talk); err != nil {
		t.Fatal(err)
	}
	answers(200, "GET", state+string(eve.ID()), nil)
	s.SetFaults(Faults{SoundRefused: true})
	sound(50167, talk, "3")
	s.SetFaults(Faults{})
	sound(204, talk, "3")
	sound(10097, talk, "99")
	sound(50024, text, "1")
	for _, lacks := range []uint64{world.PermSpeak, world.PermSoundboard} {
		s.Control().Deny(talk, lacks)
		sound(50013, talk, "1")
	}
	s.Control().Deny(talk, world.PermConnect)
	sound(50001, talk, "1")
	s.Control().Deny(talk, 0)
	sits(talk, text) // which is none
	sits(talk, talk, true)
	sound(50167, talk, "1") // it is deaf
	sits("", nil)
	v.Limit(talk, 1)
	sits("", talk)
	v.Limit(talk, 0)
	s.SetFaults(Faults{VoiceUnanswered: true})
	sits("", talk)
	s.SetFaults(Faults{})
	sits(stage, stage)
	sound(50024, stage, "1")
	v.Expel()
	answers(10065, "GET", state+"@me", nil)
	if got := v.Sounds(talk); !slices.Equal(got, []string{"cricket"}) {
		t.Errorf("these sounds were sent: %q", got)
	}
	sits(talk, talk)
	s.Gateway().InvalidateSessions(false)
	if got := v.Bot(); got != "" {
		t.Errorf("after its session the bot is in %q", got)
	}
}
