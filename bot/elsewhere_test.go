package bot

import (
	"testing"
	"time"

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
		if r := w.press("Boris", again, "Resume"); !has(r.Message, "it is going on") {
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
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Stop, User: w.state().Players[1].User}); err != nil {
			t.Fatal(err)
		}
		if r := w.press("Kate", late, "Leave the match"); has(r.Message, "you have left") {
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
