package inbox

import (
	"testing"
	"time"

	"oneiros/bot/discord"
)

// item is an interaction of a person in a server.
func item(id, guild, user discord.ID, class Class, since time.Time) *Item {
	return &Item{Interaction: &discord.Interaction{ID: id, Guild: guild, User: discord.User{ID: user}}, class: class, since: since}
}

// TestQueueTakesServersInTurn lets a crowd of one server wait before a person of
// another comes, and a person who writes directly.
func TestQueueTakesServersInTurn(t *testing.T) {
	for _, class := range []Class{Spectator, Player} {
		q, now := newQueue(), time.Unix(1_700_000_000, 0)
		n := 0
		for user := range discord.ID(5 * capacity) {
			if q.put(item(user, 1, user, class, now)) {
				n++
			}
		}
		if n != capacity/2 {
			t.Errorf("%d of one server wait", n)
		}
		late := []*Item{item(1, 2, 5, class, now), item(2, 2, 6, class, now), item(3, 0, 7, class, now), item(4, 0, 8, class, now)}
		for _, x := range late {
			if !q.put(x) {
				t.Errorf("there is no room for %d of %d", x.ID, x.Guild)
			}
		}
		var took []*Item
		last := discord.ID(0)
		for range n + len(late) {
			j := q.next(now)
			if j.Guild == 1 {
				if j.ID < last {
					t.Fatalf("%d comes after %d", j.ID, last)
				}
				last = j.ID
			} else if took = append(took, j); len(took) == len(late) && last > 2 {
				t.Errorf("the others wait for %d of the crowd", last)
			}
		}
		for i, want := range []int{0, 2, 3, 1} {
			if took[i] != late[want] {
				t.Errorf("%d. came %v", i+1, took[i])
			}
		}
		if j := q.next(now); j != nil || !q.empty() || len(q.of(class).lines) != 0 || len(q.of(class).turn) != 0 {
			t.Errorf("%v is left", j)
		}
	}
}

// TestQueueTakesPlayersFirst lets both wait: seven players are taken before a
// spectator, no matter who came first.
func TestQueueTakesPlayersFirst(t *testing.T) {
	q, now := newQueue(), time.Unix(1_700_000_000, 0)
	for id := range discord.ID(20) {
		q.put(item(id, 1, id, Spectator, now))
	}
	for id := range discord.ID(20) {
		q.put(item(100+id, 1, id, Player, now))
	}
	order := ""
	for x := q.next(now); x != nil; x = q.next(now) {
		order += map[Class]string{Player: "p", Spectator: "s"}[x.class]
	}
	if want := "ppppppps" + "ppppppps" + "pppppp" + "ssssssssssssssssss"; order != want {
		t.Errorf("they are taken as %s, want %s", order, want)
	}
}

// TestQueueRefusesLate takes out what has waited too long, of each server, and
// nothing else.
func TestQueueRefusesLate(t *testing.T) {
	for _, class := range []Class{Spectator, Player} {
		q, now := newQueue(), time.Unix(1_700_000_000, 0)
		for guild := range discord.ID(3) {
			for i := range 4 {
				q.put(item(10*guild+discord.ID(i), 1+guild, 9, class, now.Add(time.Duration(i)*time.Second)))
			}
		}
		if x := q.late(now.Add(patience[class] - time.Nanosecond)); x != nil {
			t.Errorf("%d is late too early", x.ID)
		}
		n := 0
		for x := q.late(now.Add(time.Second + patience[class])); x != nil; x = q.late(now.Add(time.Second + patience[class])) {
			if n++; x.ID%10 > 1 {
				t.Errorf("%d is not late", x.ID)
			}
		}
		if n != 6 || q.of(class).size != 6 {
			t.Errorf("%d are late, %d are left", n, q.of(class).size)
		}
	}
}

// TestQueueIsHopeless lets many wait while so many are taken that the last of them
// would come too late. They are those of the longest line. Players are not refused
// so.
func TestQueueIsHopeless(t *testing.T) {
	q, now := newQueue(), time.Unix(1_700_000_000, 0)
	for id := range discord.ID(200) {
		q.put(item(id, 1, id, Spectator, now))
		q.put(item(id, 9, id, Player, now))
	}
	for id := range discord.ID(5) {
		q.put(item(500+id, 2, id, Spectator, now))
	}
	now = now.Add(measureEvery - time.Nanosecond)
	if x := q.hopeless(now); x != nil {
		t.Errorf("%d is hopeless before anything is known", x.ID)
	}
	now = now.Add(time.Nanosecond)
	const taken = 9
	for range taken {
		q.of(Spectator).take(now)
	}
	last := discord.ID(200)
	for x := q.hopeless(now); x != nil; x = q.hopeless(now) {
		if x.Guild != 1 || x.class != Spectator || x.ID >= last {
			t.Fatalf("%d of server %d is hopeless after %d", x.ID, x.Guild, last)
		}
		last = x.ID
	}
	if want := int((taken + 1) * patience[Spectator] / measureEvery); q.of(Spectator).size != want {
		t.Errorf("%d still wait, want %d", q.of(Spectator).size, want)
	}
	for q.of(Spectator).size > leastHope {
		q.of(Spectator).takeLast()
	}
	if x := q.hopeless(now.Add(time.Hour)); x != nil {
		t.Error("a short line is hopeless")
	}
}

// TestQueueMeasuresItsCrowd: the pace is measured from the first who waits. Those who
// come later do not begin it anew, and a crowd at an idle bot has all its time.
func TestQueueMeasuresItsCrowd(t *testing.T) {
	q, now := newQueue(), time.Unix(1_700_000_000, 0)
	for range 2 {
		for id := range discord.ID(100) {
			q.put(item(id, 1, id, Spectator, now))
		}
		if x := q.hopeless(now); x != nil {
			t.Errorf("%d is hopeless at once", x.ID)
		}
		later := now.Add(measureEvery)
		q.put(item(200, 1, 200, Spectator, later))
		if x := q.hopeless(later); x == nil {
			t.Error("nobody is hopeless although nobody was taken")
		}
		for q.next(later) != nil {
		}
		now = now.Add(time.Hour)
	}
}

// TestPaceForgets counts many at first and then few: the last of them tell how fast
// it is.
func TestPaceForgets(t *testing.T) {
	var p pace
	now := time.Unix(1_700_000_000, 0)
	p.begin(now)
	for range 1000 {
		p.count(now)
	}
	if n := p.within(time.Second, now.Add(time.Second)); n != 1001 {
		t.Errorf("%d in a second at first", n)
	}
	for range 120 {
		now = now.Add(time.Second)
		for range 20 {
			p.count(now)
		}
	}
	if n := p.within(time.Second, now); n < 15 || n > 30 {
		t.Errorf("%d in a second in the end, want about 20", n)
	}
}
