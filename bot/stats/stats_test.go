package stats

import (
	"oneiros/bot/discord"
	"oneiros/bot/page"
	pages "oneiros/bot/stats/page"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/text"
	"oneiros/store"
	"path/filepath"
	"strings"
	"testing"
)

// TestStatsAfterAnUpgrade: matches from before are counted at once, and summed up after
// the start. What one process left undone the next one does.
func TestStatsAfterAnUpgrade(t *testing.T) {
	gametest.NotShort(t)
	list := all.Games
	db, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "oneiros.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	v := simulated{guild: 9, people: 6, matches: 2 * len(list), distinct: 2}
	v.play(t, db, list)
	s, sums := statisticsOf(db, list)
	person := func(user int, detail pages.Detail) string {
		t.Helper()
		shown, err := s.person(t.Context(), v.guild, pages.Page{User: discord.ID(user), Own: true, Boards: true, Names: map[uint64]page.Named{}}, pages.Arg{Detail: detail, Game: "when-i-dream"}, text.English)
		if err != nil {
			t.Fatal(err)
		}
		if err := discord.Check(shown.Message); err != nil || len(shown.Faults) > 0 {
			t.Errorf("%v %q", err, shown.Faults)
		}
		return shown.Message.Embeds[0].Description
	}
	if m := person(1, pages.NoDetail); !strings.Contains(m, "Matches:") {
		t.Errorf("before it is summed up:\n%s", m)
	}
	left, err := db.Summaries().Unsummed(t.Context(), "", 99)
	if err != nil || len(left) != v.matches {
		t.Fatalf("%q, %v", left, err)
	}
	if err := sums.sum(t.Context(), left[0]); err != nil { // and then the process is killed
		t.Fatal(err)
	}
	sums.run(t.Context())
	if left, err = db.Summaries().Unsummed(t.Context(), "", 99); err != nil || len(left) != 0 {
		t.Errorf("left over: %q, %v", left, err)
	}
	var everything []string
	for user := range v.people {
		everything = append(everything, person(user+1, pages.NoDetail), person(user+1, pages.RolesDetail), person(user+1, pages.MomentDetail))
	}
	for _, want := range []string{"**When I Dream**", "**Dream Fortress**", "Good Spirit: ", "cards remembered", "> "} {
		if !strings.Contains(strings.Join(everything, "\n"), want) {
			t.Errorf("nobody has %q:\n%s", want, strings.Join(everything, "\n---\n"))
		}
	}
	for _, l := range text.Langs {
		for _, detail := range []pages.Detail{pages.NoDetail, pages.MomentDetail} {
			shown, err := s.server(t.Context(), v.guild, pages.Page{Names: map[uint64]page.Named{}}, pages.Arg{Server: true, Detail: detail, Game: "when-i-dream"}, l)
			if err != nil || discord.Check(shown.Message) != nil || len(shown.Faults) > 0 {
				t.Fatalf("the server's page: %v, %q", err, shown.Faults)
			}
		}
	}
}
