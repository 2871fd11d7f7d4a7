package inbox

import (
	"context"
	"testing"

	"oneiros/bot/discord"
)

// TestQueueTakesServersInTurn lets a crowd of one server wait before somebody of
// another comes, and somebody who writes directly.
func TestQueueTakesServersInTurn(t *testing.T) {
	q := newQueue()
	n := 0
	for user := range discord.ID(5 * capacity) {
		if q.put(&Item{Interaction: &discord.Interaction{ID: user, Guild: 1, User: discord.User{ID: user}}}) {
			n++
		}
	}
	if n != capacity/2 {
		t.Errorf("%d of one server wait", n)
	}
	late := []*discord.Interaction{{ID: 1, Guild: 2}, {ID: 2, Guild: 2}, {ID: 3, User: discord.User{ID: 7}}, {ID: 4, User: discord.User{ID: 8}}}
	for _, ix := range late {
		if !q.put(&Item{Interaction: ix}) {
			t.Errorf("there is no room for %d of %d", ix.ID, ix.Guild)
		}
	}
	var took []*discord.Interaction
	last := discord.ID(0)
	for range n + len(late) {
		j := q.Take(t.Context())
		if j.Guild == 1 {
			if j.ID < last {
				t.Fatalf("%d comes after %d", j.ID, last)
			}
			last = j.ID
		} else if took = append(took, j.Interaction); len(took) == len(late) && last > 2 {
			t.Errorf("the others wait for %d of the crowd", last)
		}
	}
	for i, want := range []int{0, 2, 3, 1} {
		if took[i] != late[want] {
			t.Errorf("%d. came %v", i+1, took[i])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if j := q.Take(ctx); j != nil || len(q.lines) != 0 || len(q.turn) != 0 {
		t.Errorf("%v is left", j)
	}
}
