package bot

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/gametest"
)

// boardEdits counts the edits of the board, by the bot's token and by borrowed ones.
func (w *town) boardEdits(from int) (own, borrowed int) {
	w.t.Helper()
	for _, q := range w.record.All()[from:] {
		switch {
		case q.Method != "PATCH" || q.Status != 200:
		case strings.HasSuffix(q.Path, "/messages/"+string(w.board().ID)):
			own++
		case strings.HasPrefix(q.Path, "/webhooks/") && q.Everyone:
			borrowed++
		}
	}
	return own, borrowed
}

// TestBoardBorrows: the board is edited with the tokens of the presses on it, also after
// a restart. The panel of such a press is a follow-up, which is edited by its own id.
func TestBoardBorrows(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		time.Sleep(3 * time.Second)
		if n := w.calls("POST", "/webhooks/"); n != 0 {
			t.Errorf("%d presses borrow beside the one that began the match", n)
		}
		from := len(w.record.All())
		w.does(w.pauses())
		time.Sleep(2 * time.Minute)
		board := w.board()
		r := w.own("Eve", board, "panel")
		if !r.Message.Ephemeral() || r.Message.ID == board.ID || w.calls("POST", "/webhooks/") != 1 || w.board().Text() != board.Text() {
			t.Fatalf("the panel of a press that borrows:\n%s", r.Message.Text())
		}
		if again := w.own("Eve", board, "panel"); !again.Message.Ephemeral() || w.calls("POST", "/webhooks/") != 1 {
			t.Error("a second press borrows, too")
		} else if w.person("Eve").Message(r.Message.ID) != nil {
			t.Error("the former panel stays")
		}
		time.Sleep(2 * time.Minute)
		panel := w.own("Boris", board, "panel").Message
		time.Sleep(time.Second)
		w.stop()
		w.start()
		time.Sleep(2 * time.Second)
		if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: table.Resume, User: table.User{ID: w.state().Host}}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(3 * time.Second)
		own, borrowed := w.boardEdits(from)
		if own != 0 || borrowed < 2 {
			t.Errorf("the board is edited %d times with the bot's token and %d times with others", own, borrowed)
		}
		edits := 0
		for _, q := range w.record.All()[from:] {
			if q.Method == "PATCH" && q.Status == 200 && strings.HasPrefix(q.Path, "/webhooks/") && strings.HasSuffix(q.Path, "/"+string(panel.ID)) {
				edits++
			}
		}
		if edits == 0 || has(w.now("Boris", panel), "⏸") {
			t.Errorf("after a restart the panel shows\n%s", w.now("Boris", panel).Text())
		}
		// Nobody presses on the board for a quarter of an hour.
		w.does(w.pauses())
		time.Sleep(16 * time.Minute)
		before, _ := w.boardEdits(from)
		w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
		time.Sleep(3 * time.Second)
		if own, _ := w.boardEdits(from); own == before {
			t.Error("the board is not edited once the tokens have ended")
		}
		if n := w.calls("PATCH", "/webhooks/"); n == 0 || strings.Contains(w.log.String(), "50027") {
			t.Errorf("a token is used after its end:\n%s", w.log)
		}
	})
}

// TestBoardBorrowsNothing: a press on what looks like the board, one that is refused, and
// one on the board of a match that has ended lend nothing.
func TestBoardBorrowsNothing(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		w.match("", "Boris", "Eve")
		time.Sleep(2 * time.Minute)
		var announced *localcord.Message
		for _, m := range w.person("Kate").Messages(w.here) {
			if m.ID != w.board().ID && len(m.Buttons()) > 0 {
				announced = m
			}
		}
		w.own("Eve", announced, "panel")
		if n := w.calls("POST", "/webhooks/"); n != 0 {
			t.Errorf("the announcement lends: %d", n)
		}
		stale := screen.CustomID{Match: w.state().ID, Turn: 99, Action: screen.ActionDo, To: "toss"}
		if r := w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: stale.String()})); !has(r.Message, "⚠") || w.calls("POST", "/webhooks/") != 0 {
			t.Errorf("a press that is refused lends:\n%s", r.Message.Text())
		}
		w.does(w.person("Boris").Command(w.ctx, w.here, "table stop", nil))
		w.own("Boris", w.sees("Boris", w.here, "End"), "stop")
		time.Sleep(2 * time.Minute)
		if s := w.state(); s.Phase != table.Void {
			t.Fatalf("the match is %s", s.Phase)
		}
		at, _ := w.bot.reconciler.Address(boardKey(w))
		w.does(w.person("Eve").Forge(w.ctx, localcord.Forged{Channel: w.here, Message: w.board().ID, CustomID: page.CustomID{Match: w.state().ID, Action: page.Panel}.String()}))
		if now, _ := w.bot.reconciler.Address(boardKey(w)); now.Board != at.Board {
			t.Error("the board of an ended match borrows")
		}
	})
}

// TestLentTokenRefused: whatever Discord answers to a borrowed token, the board shows
// what it should within seconds, and no panel is shown in its place.
func TestLentTokenRefused(t *testing.T) {
	for _, code := range among([]int{10008, 10015, 10062, 50001, 50013, 50027, 50083, 30046, 401}, 1, 3) {
		t.Run(fmt.Sprint(code), func(t *testing.T) {
			virtual(t, "en-US", nil, func(t *testing.T, w *town) {
				w.match("", "Boris", "Eve")
				time.Sleep(3 * time.Second)
				w.refuses(hooked, code, 100)
				w.does(w.pauses())
				time.Sleep(5 * time.Second)
				shows(t, w, "paused")
				w.refuses(hooked, code, 0)
				w.own("Eve", w.board(), "panel") // it borrows again
				from := len(w.record.All())
				w.does(w.person("Boris").Command(w.ctx, w.here, "table resume", nil))
				time.Sleep(5 * time.Second)
				if own, borrowed := w.boardEdits(from); own != 0 || borrowed == 0 {
					t.Errorf("afterwards the board is edited %d times with the bot's token and %d times with others", own, borrowed)
				}
				if !w.srv.Gateway().Online() || strings.Contains(w.log.String(), `"level":"error"`) {
					t.Error(w.log)
				}
			})
		})
	}
}

// TestCanaryBorrows opens panels from the board, so that each press lends its token,
// while everything happens to the answers that can. Nobody is ever shown what they may
// not know, on the board or on a panel, also after a restart. Where CI is set they press
// for longer.
func TestCanaryBorrows(t *testing.T) {
	gametest.NotShort(t)
	refused := func(route string, code int) func(*town) {
		return func(w *town) { w.refuses(route, code, 1) }
	}
	faults := func(f localcord.Faults) func(*town) {
		return func(w *town) { w.srv.SetFaults(f) }
	}
	const follow = "POST /webhooks/{app}/{token}"
	spoils := map[string]func(*town){
		"well":                      func(*town) {},
		"held":                      faults(localcord.Faults{Latency: 1000}),
		"late":                      faults(localcord.Faults{Latency: 3500}),
		"doubled events":            faults(localcord.Faults{Duplicate: true}),
		"doubled answers":           faults(localcord.Faults{LostRate: .4}),
		"cut":                       faults(localcord.Faults{CutRate: .3}),
		"unanswered":                faults(localcord.Faults{UnansweredRate: .2}),
		"errors":                    faults(localcord.Faults{ErrorRate: .4}),
		"limited":                   faults(localcord.Faults{LimitRate: .4}),
		"short tokens":              faults(localcord.Faults{TokenLife: 3000}),
		"answer refused, too late":  refused(answering, 10062),
		"answer refused, answered":  refused(answering, 40060),
		"answer refused, malformed": refused(answering, 50035),
		"panel refused, unknown":    refused(follow, 10015),
		"panel refused, malformed":  refused(follow, 50035),
		"board refused, expired":    refused(hooked, 50027),
		"board refused, deleted":    refused(hooked, 10008),
		"board refused, malformed":  refused(hooked, 50035),
		"board refused, too often":  refused(hooked, 30046),
	}
	for _, name := range casesAmong(spoils, 1, 3) {
		spoil := spoils[name]
		t.Run(name, func(t *testing.T) {
			virtual(t, "ru", nil, func(t *testing.T, w *town) {
				people := w.people(3)
				w.sit("lullaby", map[string]string{"rounds": "3"}, people...)
				x := newWitness(w, people)
				opened := 0
				for round := range gametest.Often(4, 2, 1) {
					if s := w.state(); s.Phase != table.Live {
						break
					}
					for seat, who := range people {
						w.unlent()
						spoil(w)
						r, err := w.person(who).Press(w.ctx, w.board().ID, buttonOf(w, "panel"))
						if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
							t.Fatalf("%s: %v\n%s", who, err, w.log)
						}
						x.look()
						if s := w.state(); err == nil && r.Message.Ephemeral() && !r.Message.Loading() && s.Phase == table.Live && seat != round%3 {
							opened++
							if list := s.Match.Moves(games.Seat(seat)); len(list) > 0 {
								if _, err := w.movesOn(r.Message, who, s, games.Seat(seat), list[0]); err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
									t.Logf("%s does not move: %v", who, err)
								}
							}
						}
						x.look()
						time.Sleep(4 * time.Second)
						x.look()
						w.srv.SetFaults(localcord.Faults{})
					}
					if round%2 == 1 {
						w.stop()
						w.start()
					}
					time.Sleep(10 * time.Second)
					x.look()
				}
				time.Sleep(2 * time.Minute)
				x.look()
				x.fail(t)
				if n := w.calls("POST", "/webhooks/"); x.secrets == 0 || name == "well" && (opened == 0 || n == 0) {
					t.Errorf("%d words were hidden, %d panels were opened, %d follow-ups", x.secrets, opened, n)
				}
				if list := w.boards(w.here, w.state().ID); len(list) != 1 {
					t.Errorf("there are %d boards", len(list))
				}
			})
		})
	}
}

// buttonOf is the custom id of one of the bot's own buttons on the board.
func buttonOf(w *town, verb string) string {
	w.t.Helper()
	for _, b := range w.board().Buttons() {
		if strings.HasPrefix(b.CustomID, "b/") && strings.Contains(b.CustomID, "/"+verb+"/") {
			return b.CustomID
		}
	}
	w.t.Fatalf("there is no button to %s", verb)
	return ""
}

// TestDirectBorrows: the message of a table in direct messages is edited with the tokens
// of the presses on it. Nobody but its person ever sees it, also after a restart.
func TestDirectBorrows(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		board := w.solo("Boris", "rounds:3")
		w.press("Boris", board, "Toss for it")
		for _, again := range []bool{false, true} {
			if again {
				w.stop()
				w.start()
			}
			from := len(w.record.All())
			kind := map[bool]table.Kind{false: table.Pause, true: table.Resume}[again]
			if _, err := w.bot.tables.Send(w.ctx, w.state().ID, table.Action{Kind: kind, User: table.User{ID: w.state().Person()}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(5 * time.Second)
			borrowed := 0
			for _, q := range w.record.All()[from:] {
				switch {
				case q.Everyone || q.Method == "PATCH" && strings.HasPrefix(q.Path, "/channels/"):
					t.Errorf("%s %s shows %v %s", q.Method, pathOf(q), q.Only, q.Body)
				case q.Method == "PATCH" && q.Status == 200:
					borrowed++
				}
			}
			if at, _ := w.bot.reconciler.Address(boardKey(w)); borrowed == 0 || at.Board.Zero() || has(w.now("Boris", board), "⏸") == again {
				t.Errorf("after a restart %t: %d edits with a borrowed token:\n%s", again, borrowed, w.now("Boris", board).Text())
			}
		}
	})
}
