package bot

import (
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/table"
)

// TestElsewhere types commands in a channel where nothing is played. They change the
// table in another channel only after it was named and the typer has agreed. A button
// of that question does nothing that is no longer possible.
func TestElsewhere(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		there := w.here
		w.here = w.srv.NewChannel("elsewhere")
		names := func(what string, who, words string, options map[string]any) {
			t.Helper()
			before := w.state().Rev
			r := w.does(w.person(who).Command(w.ctx, w.here, typedAs(words), options))
			if !r.Message.Ephemeral() || !has(r.Message, "<#"+string(there)+">", what) || w.state().Rev != before {
				t.Errorf("%s types %s:\n%s", who, words, r.Message.Text())
			}
		}
		eve := map[string]any{"user": string(w.person("Eve").ID())}
		names("Make Eve the host there?", "Boris", "host", eve)
		names("Remove Eve from the table?", "Boris", "kick", eve)
		names("Ask that table to remove Eve?", "Kate", "kick", eve)
		names("End the match?", "Boris", "stop", nil)
		names("Ask that table to end its match?", "Eve", "stop", nil)
		names("leave the match?", "Eve", "leave", nil)
		names("Pause the match there?", "Boris", "pause", nil)

		asked := w.dream("Boris", "pause", nil).Message
		if r := w.press("Boris", asked, "Pause"); !r.Updated || !has(r.Message, "All clocks stand") || w.state().Paused.IsZero() {
			t.Errorf("paused:\n%s", r.Message.Text())
		}
		names("Resume the match there?", "Boris", "resume", nil)
		asked = w.dream("Boris", "resume", nil).Message
		again := w.dream("Boris", "resume", nil).Message
		if r := w.press("Boris", asked, "Resume"); !has(r.Message, "The match goes on.") || !w.state().Paused.IsZero() {
			t.Errorf("resumed:\n%s", r.Message.Text())
		}
		if r := w.press("Boris", again, "Resume"); !has(r.Message, "already going on") {
			t.Errorf("a late button resumes again:\n%s", r.Message.Text())
		}
		time.Sleep(time.Second)

		// Who becomes the host between the question and the press is asked again.
		asked = w.dream("Kate", "kick", eve).Message
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Transfer, User: w.state().Players[0].User, Whom: w.state().Players[2].ID}); err != nil {
			t.Fatal(err)
		}
		if r := w.press("Kate", asked, "Yes"); !has(r.Message, "Remove Eve from the table?") || w.state().Players[1].Open {
			t.Errorf("the new host is not asked:\n%s", r.Message.Text())
		}
		asked = w.dream("Kate", "host", eve).Message
		if r := w.press("Kate", asked, "Yes"); !has(r.Message, "The host is now Eve") {
			t.Errorf("passed on:\n%s", r.Message.Text())
		}
		vote := w.dream("Boris", "stop", nil).Message
		w.dream("Eve", "leave", nil)
		if r := w.press("Boris", vote, "End"); !has(r.Message, "The table decides") || w.state().Motion == nil {
			t.Errorf("the table is not asked:\n%s", r.Message.Text())
		}
		late := w.dream("Kate", "leave", nil).Message
		leave := localcord.Forged{Channel: w.here, Message: late.ID, CustomID: late.Button("Leave the match").CustomID}
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Stop, Asked: table.Whatever, User: w.state().Players[1].User}); err != nil {
			t.Fatal(err)
		}
		// Her client may still show the button when the panel has changed.
		if r := w.does(w.person("Kate").Forge(w.ctx, leave)); has(r.Message, "you have left") {
			t.Errorf("a match that has ended is left:\n%s", r.Message.Text())
		}

		// A lobby is left at once where it stands, and after a question elsewhere.
		w.does(w.person("Boris").Command(w.ctx, there, "dream play", map[string]any{"game": "lullaby"}))
		names("Leave that table?", "Boris", "leave", nil)
		asked = w.dream("Boris", "leave", nil).Message
		if r := w.press("Boris", asked, "Leave"); !has(r.Message, "you have left") || len(w.state().Players) != 0 {
			t.Errorf("left:\n%s", r.Message.Text())
		}
	})
}

// TestElsewhereOfSeveral types where nothing is played, while a match is paused in
// another channel and a lobby is open in a third. Each command means the table that
// could do it, though the lobby is the later one.
func TestElsewhereOfSeveral(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("rounds:3", "Boris", "Eve", "Kate")
		match, lobby := w.here, w.srv.NewChannel("lobby")
		if r := w.dream("Boris", "pause", nil); w.state().Paused.IsZero() {
			t.Fatalf("not paused:\n%s", r.Message.Text())
		}
		w.does(w.person("Boris").Command(w.ctx, lobby, "dream play", map[string]any{"game": "lullaby"}))
		w.here = w.srv.NewChannel("elsewhere")
		names := func(words string, channel localcord.ID, what string, options map[string]any) *localcord.Message {
			t.Helper()
			r := w.dream("Boris", words, options)
			if !has(r.Message, "<#"+string(channel)+">", what) {
				t.Errorf("%s:\n%s", words, r.Message.Text())
			}
			return r.Message
		}
		names("stop", lobby, "Close the table?", nil)
		names("kick", match, "Remove Eve from the table?", map[string]any{"user": string(w.person("Eve").ID())})
		asked := names("resume", match, "Resume the match there?", nil)
		if r := w.press("Boris", asked, "Resume"); !has(r.Message, "The match goes on.") {
			t.Errorf("resumed:\n%s", r.Message.Text())
		}
		names("pause", match, "Pause the match there?", nil)
		if r := w.dream("Boris", "resume", nil); !has(r.Message, "Nothing is being played in this channel") {
			t.Errorf("nothing is paused, and resume says:\n%s", r.Message.Text())
		}
	})
}

// TestHostAlready names as the host who is the host. Nothing changes, and the answer
// says so, also where the table is in another channel.
func TestHostAlready(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		boris := map[string]any{"user": string(w.person("Boris").ID())}
		same := func(who string, says ...string) {
			t.Helper()
			rev := w.state().Rev
			if r := w.dream(who, "host", boris); !has(r.Message, says...) || w.state().Rev != rev {
				t.Errorf("%s names Boris, revision %d, then %d:\n%s", who, rev, w.state().Rev, r.Message.Text())
			}
		}
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		same("Boris", "You are already the host", "Nothing has changed")
		same("Аня", "Ведущий и так Boris", "Ничего не изменилось")
		w.dream("Boris", "stop", nil)
		w.here = w.srv.NewChannel("match")
		w.match("rounds:3", "Boris", "Eve", "Kate")
		same("Boris", "You are already the host", "Nothing has changed")
		same("Аня", "Ведущий и так Boris", "Ничего не изменилось")
		w.here = w.srv.NewChannel("elsewhere")
		same("Boris", "You are already the host", "Nothing has changed")
	})
}

// TestLobbyRefusals asks a lobby for what only a match has, as a stranger. No answer
// speaks of a match that could be ended.
func TestLobbyRefusals(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.dream("Boris", "play", map[string]any{"game": "lullaby"})
		for _, words := range []string{"stop", "pause", "resume", "log"} {
			if r := w.dream("Mallory", words, nil); !has(r.Message, "match has begun at this table") {
				t.Errorf("%s:\n%s", words, r.Message.Text())
			}
		}
	})
}
