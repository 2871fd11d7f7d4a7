package bot

import (
	"bytes"
	"strings"
	"testing"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
	"oneiros/games/text"
)

// deal reads how a match was dealt that has ended. Before that no person was told.
func (w *town) deal(s *table.State, lang text.Lang) {
	w.t.Helper()
	secret := s.Secret.Hex()
	for _, q := range w.record.Seen(w.person("Kate").ID()) {
		if bytes.Contains(q.Body, []byte(secret)) {
			w.t.Errorf("Kate was told the secret before she asked: %s %s", q.Method, q.Path)
		}
	}
	log := w.does(w.person("Kate").Command(w.ctx, w.here, "table log", nil))
	m := w.own("Kate", log.Message, "deal").Message
	if !m.Ephemeral() || !has(m, "`"+s.Commitment+"`", "`"+secret+"`", "`"+s.Seed+"`", "printf '%s\\n' "+secret, "`"+s.Presses[2].String()+"`", "Вера · <t:") {
		w.t.Errorf("how it was dealt:\n%s", m.Text())
	}
	one := map[text.Lang]string{text.English: "began with one press", text.Russian: "одним нажатием"}[lang]
	if has(m, one) || strings.Contains(w.log.String(), secret) {
		w.t.Errorf("how it was dealt:\n%s\n%s", m.Text(), w.log)
	}
	if back := w.own("Kate", m, "log").Message; !has(back, strings.TrimSpace(strings.Split(log.Message.Text(), "\n")[0])) {
		w.t.Errorf("back to the log:\n%s", back.Text())
	}
}

// TestLobbyCommits: the rules of a lobby lead to the hash of its secret, which stays the same
// while the match is on.
func TestLobbyCommits(t *testing.T) {
	w := openTown(t, "en-US")
	w.does(w.person("Boris").Command(w.ctx, w.here, "dream play", map[string]any{"game": "lullaby"}))
	s := w.state()
	if m := w.own("Kate", w.own("Kate", w.board(), "rules").Message, "deal").Message; len(s.Commitment) != 64 || !has(m, s.Commitment) {
		t.Errorf("behind the rules in the lobby:\n%s", m.Text())
	}
	w.own("Eve", w.board(), "join")
	w.own("Boris", w.board(), "start")
	var log *localcord.Reply
	for _, who := range []string{"Kate", "Eve"} {
		log = w.does(w.person(who).Command(w.ctx, w.here, "table log", nil))
		m := w.own(who, log.Message, "deal").Message
		if now := w.state(); !has(m, s.Commitment, now.Presses[1].String(), "Boris · <t:", "shown at the end") || has(m, "sha256sum") || now.Commitment != s.Commitment {
			t.Errorf("how it is dealt:\n%s", m.Text())
		}
	}
}
