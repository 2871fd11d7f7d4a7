package store

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jmoiron/sqlx"

	"oneiros/store/storetest"
)

// TestNights: a night is planned, answered to, moved and ends. It forgets its host and its
// guests with them, and goes with its server or after a time.
func TestNights(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		s := openStore(t, place)
		ctx, at := t.Context(), time.UnixMilli(1_790_000_000_000)
		n := Night{
			Guild: 1, ID: "a", Channel: 5, Press: 70, Game: "somnia", Options: map[string]string{"clock": "30"}, Thread: true,
			Host: 7, HostName: "Вера", HostUsername: "vera", Lang: "ru", At: at.Add(time.Hour), State: NightPlanned, Zone: "Europe/Moscow",
		}
		sooner := Night{Guild: 1, ID: "b", Channel: 6, Game: "x", At: at, State: NightPlanned}
		for _, n := range []Night{n, sooner, {Guild: 2, ID: "a", Channel: 7, Game: "x", At: at, State: NightOff, Ended: at}} {
			message := Surface{Owner: NightOwner(n.Guild, n.ID), Kind: NightMessage, Channel: n.Channel} // saved with it
			if err := s.Nights().SaveNight(ctx, n, message); err != nil {
				t.Fatal(err)
			}
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx); err != nil || len(list) != 3 || list[0].State != Intended || list[0].Channel != 5 {
			t.Errorf("messages: %+v, %v", list, err)
		}
		ended := func(since time.Time) ([]Night, error) {
			return NightStore{&s.connections}.read(ctx, `ended >= ?`, toMillis(since))
		}
		answer := func(g Guest) {
			t.Helper()
			if err := s.Nights().AnswerNight(ctx, 1, "a", g); err != nil {
				t.Fatal(err)
			}
		}
		boris, eve := Guest{User: 8, Name: "Борис", Username: "boris", Locale: "ru", Answer: "yes", Press: 90}, Guest{User: 9, Name: "Eve", Answer: "maybe", Press: 80}
		answer(boris)
		answer(eve)
		n.At = at.Add(2 * time.Hour)
		event := Surface{Owner: NightOwner(1, "a"), Kind: NightEvent} // saved with it
		if err := s.Nights().ChangeNight(ctx, n, event); err != nil { // its guests stay
			t.Fatal(err)
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx); err != nil || len(list) != 4 {
			t.Errorf("messages: %+v, %v", list, err)
		}
		n.Guests = []Guest{eve, boris}
		is := func(want ...Night) {
			t.Helper()
			got, err := s.Nights().NightsOn(ctx, 1)
			if d := cmp.Diff(want, got); d != "" || err != nil {
				t.Errorf("%v:\n%s", err, d)
			}
		}
		is(sooner, n)
		eve.Answer, eve.Press = "yes", 95
		answer(eve) // behind those who came first
		n.Guests = []Guest{boris, eve}
		is(sooner, n)
		if list, err := s.Nights().PlannedNights(ctx); err != nil || len(list) != 2 {
			t.Errorf("planned: %+v, %v", list, err)
		}
		if list, err := ended(at); err != nil || len(list) != 1 || list[0].Guild != 2 {
			t.Errorf("ended: %+v, %v", list, err)
		}
		if list, err := ended(at.Add(time.Millisecond)); err != nil || len(list) != 0 {
			t.Errorf("ended later: %+v, %v", list, err)
		}
		never := func(uint64) time.Time { return at }
		for user, want := range map[uint64]string{
			7: `[{"server":"1","game":"somnia","at":"HOUR","host":true,"name":"Вера","username":"vera"}]`,
			8: `[{"server":"1","game":"somnia","at":"HOUR","name":"Борис","locale":"ru","answer":"yes","username":"boris","press":"90"}]`,
		} {
			p, err := s.Erasures().Person(ctx, user, never)
			got, e := json.Marshal(p.Rows("nights"))
			want = strings.Replace(want, "HOUR", n.At.Format(time.RFC3339), 1)
			if string(got) != want || err != nil || e != nil {
				t.Errorf("what is kept of %d: %s, %v, want\n%s", user, got, errors.Join(err, e), want)
			}
		}
		before := n
		for _, user := range []uint64{7, 8} {
			if err := s.Erasures().RequestErasure(ctx, user, at); err != nil {
				t.Fatal(err)
			}
		}
		n.Host, n.HostName, n.HostUsername, n.Press, n.Guests = 0, "", "", 0, []Guest{eve}
		is(sooner, n)
		// What was read before they were erased brings nothing of them back.
		if err := s.Nights().AnswerFor(ctx, 1, "a", "wait", 8, 9); err != nil {
			t.Fatal(err)
		}
		n.Guests[0].Answer = "wait"
		is(sooner, n)
		before.State, before.Match, before.Ended = NightBegun, "match", at.Add(3*time.Hour)
		n.State, n.Match, n.Ended = before.State, before.Match, before.Ended
		if err := s.Nights().ChangeNight(ctx, before); err != nil {
			t.Fatal(err)
		}
		is(sooner)
		if got, ok, err := s.Nights().Night(ctx, 1, "a"); err != nil || !ok || !cmp.Equal(got, n) {
			t.Errorf("the night is %+v, %v, %v", got, ok, err)
		}
		for i, want := range []int{1, 0} { // the one of server 2 goes first
			if err := s.Erasures().EraseOld(ctx, at.Add(time.Duration(3+i)*time.Hour+nightKept), 0); err != nil {
				t.Fatal(err)
			}
			if list, err := ended(at); err != nil || len(list) != want {
				t.Errorf("%d hours and a week later there are %+v, %v", 3+i, list, err)
			}
		}
		if p, err := s.Erasures().Person(ctx, 9, never); err != nil || len(p.Rows("nights")) != 0 {
			t.Errorf("a guest of an erased night: %s, %v", p.Rows("nights"), err)
		}
		var guests int
		if err := s.reads.Get(&guests, `SELECT count(*) FROM night_guests`); err != nil || guests != 0 {
			t.Errorf("old nights have left %d guests, %v", guests, err)
		}
		if err := s.Guilds().EraseGuildNow(ctx, 1); err != nil {
			t.Fatal(err)
		}
		if err := s.Nights().ChangeNight(ctx, sooner, Surface{Owner: NightOwner(1, "b"), Kind: NightEvent}); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Surfaces().KeptSurfaces(ctx); err != nil || slices.ContainsFunc(list, func(f Surface) bool { return f.Guild == 1 }) {
			t.Errorf("messages of an erased server: %+v, %v", list, err)
		}
		if left, err := s.Nights().NightsOn(ctx, 1); err != nil || len(left) != 0 {
			t.Errorf("of an erased server: %+v, %v", left, err)
		}
	})
}

// TestNightsAreCarriedOver: a night and a guest of the version before the queue are as they were,
// and no checksum of theirs is broken. What is new is saved, and read.
func TestNightsAreCarriedOver(t *testing.T) {
	t.Parallel()
	storetest.OnBoth(t, func(t *testing.T, place string) {
		ctx := t.Context()
		raw, driver := openRaw(t, place), "sqlite"
		if IsPostgres(place) {
			driver = postgresDriver
		}
		steps, err := newMigrations(sqlx.NewDb(raw, driver))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := steps.UpTo(ctx, 34); err != nil {
			t.Fatal(err)
		}
		const nights = `INSERT INTO nights (guild, id, channel, press, game, options, thread, host, host_name, lang, at, state, match, ended, host_username, checksum)
			VALUES (2, 'a', 6, 30, 'somnia', '{}', 0, 7, 'Anna', 'ru', 5000, 'planned', '', 0, 'anna', $1)`
		const guests = `INSERT INTO night_guests (guild, night, user_id, name, locale, answer, press, username, checksum) VALUES (2, 'a', 8, 'Eve', 'ru', 'yes', 40, 'eve', $1)`
		for query, sum := range map[string]int64{
			nights: checksum("night", []any{2, "a", 6, 30, "somnia", "{}", 0, 7, "Anna", "ru", 5000, "planned", "", 0, "host_username", "anna"}),
			guests: checksum("guest", []any{2, "a", 8, "Eve", "ru", "yes", 40, "username", "eve"}),
		} {
			if _, err := raw.ExecContext(ctx, query, sum); err != nil {
				t.Fatal(err)
			}
		}
		s := openStore(t, place)
		n, ok, err := s.Nights().Night(ctx, 2, "a")
		want := Night{
			Guild: 2, ID: "a", Channel: 6, Press: 30, Game: "somnia", Options: map[string]string{}, Host: 7, HostName: "Anna", HostUsername: "anna", Lang: "ru",
			At: time.UnixMilli(5000), State: NightPlanned, Guests: []Guest{{User: 8, Name: "Eve", Username: "eve", Locale: "ru", Answer: "yes", Press: 40}},
		}
		if d := cmp.Diff(want, n); d != "" || !ok || err != nil {
			t.Fatalf("carried over: %v, %v\n%s", ok, err, d)
		}
		n.State, n.Match, n.Warned, n.Fill, n.Lack, n.EventWas, n.Todo, n.Second = NightBegun, "first", n.At, true, 1<<35, NightEventMoved, NightSecond, "second"
		if err := s.Nights().ChangeNight(ctx, n); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Nights().PlannedNights(ctx); err != nil || !cmp.Equal(list, []Night{n}) {
			t.Errorf("with something to do:\n%s%v", cmp.Diff([]Night{n}, list), err)
		}
		if n.Todo = ""; s.Nights().ChangeNight(ctx, n) != nil {
			t.Fatal("not saved")
		}
		if list, err := s.Nights().PlannedNights(ctx); err != nil || len(list) != 0 {
			t.Errorf("with nothing to do: %+v, %v", list, err)
		}
		if err := s.Nights().DropGuest(ctx, 2, "a", "interested", 8); err != nil {
			t.Fatal(err)
		}
		if again, _, err := s.Nights().Night(ctx, 2, "a"); err != nil || len(again.Guests) != 1 {
			t.Errorf("a guest who has answered: %+v, %v", again.Guests, err)
		}
		if err := s.Nights().DropGuest(ctx, 2, "a", "yes", 8); err != nil {
			t.Fatal(err)
		}
		n.Guests = nil
		if again, _, err := s.Nights().Night(ctx, 2, "a"); err != nil || !cmp.Equal(again, n) {
			t.Errorf("without a guest:\n%s%v", cmp.Diff(n, again), err)
		}
		if list, err := FindDamage(ctx, place); err != nil || len(list) != 0 {
			t.Errorf("damage: %v, %v", list, err)
		}
	})
}
