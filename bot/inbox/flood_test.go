package inbox

import (
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// TestFloodLimit lets one person press a thousand times.
func TestFloodLimit(t *testing.T) {
	const each = 5
	p := newFloodLimit(each)
	now := time.Unix(1_700_000_000, 0)
	n, told := 0, 0
	for i := range 1000 {
		in, tell := p.allow(&discord.Interaction{User: discord.User{ID: 1}, Type: discordgo.InteractionMessageComponent}, now.Add(time.Duration(i)*time.Millisecond))
		if in {
			n++
		}
		if tell {
			told++
		}
	}
	if n < 2*each || n > 3*each+1 {
		t.Errorf("%d of 1000 presses in a second are let in", n)
	}
	if told != 1 {
		t.Errorf("they are told %d times in a second", told)
	}
	if in, _ := p.allow(&discord.Interaction{User: discord.User{ID: 2}, Type: discordgo.InteractionMessageComponent}, now); !in {
		t.Error("somebody else is slowed down")
	}
	if in, _ := p.allow(&discord.Interaction{User: discord.User{ID: 1}, Type: discordgo.InteractionApplicationCommandAutocomplete}, now.Add(time.Second)); !in {
		t.Error("typing is slowed down by pressing")
	}
	p.allow(&discord.Interaction{User: discord.User{ID: 3}, Type: discordgo.InteractionMessageComponent}, now.Add(time.Hour))
	if len(p.by) != 1 {
		t.Errorf("%d people are remembered", len(p.by))
	}
}

// TestFloodLimitGoesOn: a person who never stops pressing stays limited when others
// are forgotten.
func TestFloodLimitGoesOn(t *testing.T) {
	const each = 5
	p := newFloodLimit(each)
	now := time.Unix(1_700_000_000, 0)
	const tenths = 10 * 200 // longer than three times forgetAfter
	n := 0
	for i := range tenths {
		if in, _ := p.allow(&discord.Interaction{User: discord.User{ID: 1}, Type: discordgo.InteractionMessageComponent}, now.Add(time.Duration(i)*time.Second/10)); in {
			n++
		}
	}
	if most := 2*each + each*tenths/10; n > most {
		t.Errorf("%d presses are let in, want at most %d", n, most)
	}
}
