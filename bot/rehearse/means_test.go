package rehearse

import (
	"net/http"
	"strings"
	"testing"
)

// TestSeenTwice: a picture that an embed shows and that is listed as a file, too, is no picture
// that would be lost.
func TestSeenTwice(t *testing.T) {
	f := on(posts, func(r *reply) {
		if r.status == 200 && strings.Contains(string(r.asked), "attachment://") {
			r.object()["attachments"] = []any{map[string]any{
				"id": "1200000000000000001", "filename": "a.png", "size": 1, "url": "https://discord.invalid/a.png", "proxy_url": "https://discord.invalid/a.png",
			}}
		}
	})
	onStage(t, f.wrap, func(s *stage) {
		_, differ := s.rehearse()
		if len(differ) == 0 || differ[0].Grade != Otherwise || !strings.Contains(differ[0].String(), "the field attachments of message") || !strings.Contains(differ[0].Means, "once more below it") {
			t.Errorf("differences: %v", differ)
		}
	})
}

// TestSoundFromNowhere: a sound that is sent from no channel is not called a voice state that
// counts.
func TestSoundFromNowhere(t *testing.T) {
	f := on("GET /guilds/{guild}/voice-states/{user}", func(r *reply) {
		r.status, r.body = 404, map[string]any{"message": "Unknown Voice State", "code": 10065}
		r.header = http.Header{"Content-Type": {"application/json"}}
	})
	onStage(t, f.wrap, func(s *stage) {
		got, differ := s.rehearse()
		for _, d := range differ {
			if strings.Contains(d.What, "header") {
				t.Errorf("beside the refusal: %v", d)
			}
		}
		found := strings.Join(got.Found, "\n")
		if strings.Contains(found, "counts as connected") || strings.Contains(found, "does not let the bot") || !strings.Contains(found, "the sound was sent, though within 5s no answer said that the bot is in the voice channel") {
			t.Errorf("found: %s", found)
		}
	})
}

// TestUsedChannel: in a channel with messages localcord sends last_message_id, as Discord does.
func TestUsedChannel(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		if _, err := s.person.Say(s.srv.Channel(""), "An old message."); err != nil {
			t.Fatal(err)
		}
		_, differ := s.rehearse()
		for _, d := range differ {
			t.Error(d)
		}
	})
}

// TestListed: words are joined as in a sentence.
func TestListed(t *testing.T) {
	for want, words := range map[string][]string{"": nil, "A": {"A"}, "A and B": {"A", "B"}, "A, B and C": {"A", "B", "C"}} {
		if got := listed(words); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}
