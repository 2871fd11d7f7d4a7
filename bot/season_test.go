package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	seasons "oneiros/bot/season/page"
	"oneiros/bot/season/tally"
	"oneiros/bot/table"
)

// playsNight has people come to the next night, plays it, or stops its match where an automatic
// player sits there, too, and returns who won. The bot is away before and after it begins.
func (w *town) playsNight(at time.Time, auto bool, people ...string) (won []string) {
	w.t.Helper()
	m := w.announcement()
	if !has(m, discord.Timestamp(at)) {
		w.t.Fatalf("not the night at %v:\n%s", at, m.Text())
	}
	for _, who := range people {
		w.answers(who, m, "Coming")
	}
	w.asleep(at.Add(-time.Minute))
	time.Sleep(2 * time.Minute)
	if got := w.sitting(); !slices.Equal(got, people) {
		w.t.Fatalf("at the table sit %q, want %q", got, people)
	}
	if auto {
		w.own(people[0], w.board(), "auto")
	}
	w.own(people[0], w.board(), "start")
	match := w.state().ID
	w.asleep(time.Now().Add(time.Minute))
	if auto {
		if _, err := w.bot.tables.Send(w.ctx, match, table.Action{Kind: table.Stop, Asked: table.Whatever, User: w.state().Players[0].User}); err != nil {
			w.t.Fatal(err)
		}
		return nil
	}
	panels := map[string]*localcord.Message{}
	for _, who := range people {
		panels[who] = w.own(who, w.board(), "panel").Message
	}
	w.playMatch(match, people, panels)
	synctest.Wait()
	for _, seat := range w.look(match).Status.Winners {
		won = append(won, people[seat])
	}
	return won
}

// season opens the season, from the list of nights.
func (w *town) season(who string) *localcord.Message {
	w.t.Helper()
	return w.press(who, w.dream(who, "night", nil).Message, "Season").Message
}

// TestSeason: a night comes back over three weeks of a season, and was there once before it. The
// page and its picture say who came, who won and how often in a row, and have a person's own line.
// Who hides their results is not there, and who is erased is no longer.
func TestSeason(t *testing.T) {
	nightly(t, func(t *testing.T, w *town) {
		first := time.Now().UTC().Truncate(24 * time.Hour).Add(5 * 24 * time.Hour)
		for tally.At(first.Add(-24*time.Hour), time.UTC) == tally.At(first, time.UTC) {
			first = first.Add(24 * time.Hour)
		}
		night := func(week int) time.Time { return first.Add(time.Duration(7*week-3)*24*time.Hour - 4*time.Hour) }
		if m := w.season("Eve"); !has(m, "No game has been played at a game night here yet") {
			t.Errorf("before the first night:\n%s", m.Text())
		}
		w.asleep(night(0).Add(-47 * time.Hour))
		w.repeats("Boris", night(0).Format("02.01.2006 15:04"), map[string]any{"options": "rounds:1", "zone": "Etc/UTC"})
		w.press("Kate", w.dream("Kate", "me", nil).Message, "Hide my results")
		come := [][]string{{"Boris", "Kate"}, {"Boris", "Eve", "Kate"}, {"Boris", "Grace"}, {"Boris", "Eve"}}
		wins := map[string]int{}
		for week, people := range come {
			if week > 0 {
				w.asleep(night(week).Add(-47 * time.Hour))
			}
			for _, who := range w.playsNight(night(week), week == 3, people...) {
				if week > 0 {
					wins[who]++
				}
			}
		}
		time.Sleep(time.Minute)

		m := w.season("Eve")
		if !m.Ephemeral() || len(m.Mentions) > 0 || !has(m, "· game nights", "Nights: 3 · people: 3", fmt.Sprintf("You: place 2 · nights: 2 · wins: %d · in a row: 1", wins["Eve"]), "Most nights in a row: Boris (3)") || has(m, "Kate") {
			t.Errorf("the season:\n%s", m.Text())
		}
		var best []string
		for _, who := range []string{"Boris", "Eve", "Grace"} {
			if most := max(wins["Boris"], wins["Eve"], wins["Grace"]); wins[who] == most && most > 0 {
				best = append(best, who)
			}
		}
		if len(best) > 0 && !has(m, fmt.Sprintf("Most wins: **Lullaby:** %s", best[0])) || len(best) == 0 && has(m, "Most wins") {
			t.Errorf("most wins have %q:\n%s", best, m.Text())
		}
		alt := altOf(m)
		for i, who := range []string{"Boris", "Eve", "Grace"} {
			if line := fmt.Sprintf("%d. %s: nights %d, wins %d.", i+1, who, 3-i, wins[who]); !strings.Contains(alt, line) {
				t.Errorf("the picture is described as %q, without %q", alt, line)
			}
		}
		if strings.Contains(alt, "Kate") || strings.Contains(alt, page.AutoSign) {
			t.Errorf("the picture shows more: %q", alt)
		}
		var before string
		for _, b := range m.Buttons() {
			if strings.HasPrefix(b.Label, "‹ ") {
				before = b.Label
			}
		}
		older := w.press("Eve", m, before).Message
		if !has(older, strings.TrimPrefix(before, "‹ ")+" · game nights", "Nights: 1 · people: 1") || has(older, "Most nights in a row", "Kate", "You:") {
			t.Errorf("the season before:\n%s", older.Text())
		}
		if m := w.press("Kate", w.press("Kate", w.results("Kate", w.here, ""), "Server").Message, "Season").Message; !has(m, fmt.Sprintf("You: nights: 1 · wins: %d · in a row: 1", wins["Kate"]), "Only you see this line") {
			t.Errorf("Kate reads:\n%s", m.Text())
		}
		if n := len(w.kept("Boris").Rows("nights_attended")); n != 4 {
			t.Errorf("Boris's file has %d nights", n)
		}

		w.forges("Grace", page.CustomID{Action: "erase", Arg: page.Yes})
		time.Sleep(time.Minute)
		if m := w.season("Eve"); !has(m, "Nights: 3 · people: 2") || strings.Contains(altOf(m), "Grace") || len(w.kept("Grace").Rows("nights_attended")) > 0 {
			t.Errorf("Grace is erased:\n%s\n%s", m.Text(), altOf(m))
		}
		w.set("boards", page.No)
		if m := w.dream("Eve", "night", nil).Message; m.Button("Season") != nil {
			t.Errorf("the server shows no results:\n%s", m.Text())
		}
		if m := w.forges("Eve", page.CustomID{Action: seasons.Action}); !has(m, "This server shows no results") {
			t.Errorf("the button of before:\n%s", m.Text())
		}
	})
}
