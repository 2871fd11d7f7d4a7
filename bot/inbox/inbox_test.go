package inbox

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
)

// sent is a press of a person in a server.
func sent(id, user discord.ID) *discord.Interaction {
	return &discord.Interaction{ID: id, Guild: 1, User: discord.User{ID: user}, Type: discordgo.InteractionMessageComponent}
}

// TestInboxCloses lets workers wait, gives them something, and closes the inbox.
// What waits then is still taken, and every person comes home.
func TestInboxCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := New(-1)
		took := make(chan *Item, 10)
		work := func(take func() *Item) {
			for x := take(); x != nil; x = take() {
				took <- x
				time.Sleep(time.Second)
			}
			took <- nil
		}
		go work(in.Take)
		go work(in.TakePlayer)
		go work(in.TakeRefused)
		synctest.Wait()
		for id, class := range []Class{Player, Spectator, Player} {
			if why := in.Put(sent(discord.ID(id), discord.ID(id)), class, time.Now()); why != "" {
				t.Error(why)
			}
			synctest.Wait()
		}
		if len(took) != 2 {
			t.Errorf("%d are taken at once by two workers", len(took))
		}
		if x := <-took; x.class != Player {
			t.Error("the player is not the first")
		}
		if x := <-took; x.class != Player {
			t.Error("a spectator is taken by the worker for players")
		}
		in.Close()
		ended := 0
		for range 4 {
			if x := <-took; x == nil {
				ended++
			} else if x.ID != 1 || x.Refused != "" {
				t.Errorf("%d is taken, %s", x.ID, x.Refused)
			}
		}
		if ended != 3 || len(in.waiting) != 0 {
			t.Errorf("%d of three have ended, %d people wait", ended, len(in.waiting))
		}
	})
}

// TestInboxRefusesInTime lets a thousand wait for one worker who does nothing. Each
// is refused within the patience of its class, most of them long before, and nothing
// is refused twice.
func TestInboxRefusesInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := New(0)
		begun := time.Now()
		const crowd, players = 1000, 8
		for id := range discord.ID(crowd + players) {
			class := Spectator
			if id >= crowd {
				class = Player
			}
			if why := in.Put(sent(id, id), class, begun); why != "" {
				t.Errorf("%d is dropped: %s", id, why)
			}
		}
		var seen []discord.ID
		early := 0
		for range crowd + players {
			x := in.TakeRefused()
			waited := time.Since(begun)
			if x.Refused != Full && x.Refused != Late || waited > patience[x.class]+measureEvery {
				t.Errorf("%d is refused after %v: %s", x.ID, waited, x.Refused)
			}
			if (x.class == Player) != (x.ID >= crowd) || x.class == Player && x.Refused != Late {
				t.Errorf("%d is refused as %s of class %d", x.ID, x.Refused, x.class)
			}
			if waited <= measureEvery {
				early++
			}
			seen = append(seen, x.ID)
		}
		slices.Sort(seen)
		if len(slices.Compact(seen)) != crowd+players || early < crowd*9/10 {
			t.Errorf("%d were refused, %d of them early", len(seen), early)
		}
		if len(in.waiting) != 0 {
			t.Errorf("%d people wait although all were refused", len(in.waiting))
		}
		in.Close()
		if x := in.Take(); x != nil {
			t.Errorf("%d is taken too", x.ID)
		}
		if x := in.TakeRefused(); x != nil {
			t.Errorf("%d is refused again", x.ID)
		}
	})
}

// TestInboxRefusesOne: who waits while no worker is free is refused in time, though nothing
// comes after them.
func TestInboxRefusesOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := New(0)
		begun := time.Now()
		refused := make(chan time.Duration)
		go func() {
			for in.TakeRefused() != nil {
				refused <- time.Since(begun)
			}
			close(refused)
		}()
		synctest.Wait() // the person who tells of refusals waits for one
		if why := in.Put(sent(1, 1), Player, begun); why != "" {
			t.Error(why)
		}
		select {
		case after := <-refused:
			if after > patience[Player]+measureEvery {
				t.Errorf("they are refused after %v", after)
			}
		case <-time.After(time.Minute):
			t.Error("they are not refused within a minute")
		}
		in.Close()
		for range refused {
			t.Error("another one is refused")
		}
	})
}

// TestInboxTakesNothingLate: a worker takes nothing that can no longer be answered in
// time, also when no person has refused it yet.
func TestInboxTakesNothingLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := New(0)
		in.Put(sent(1, 1), Player, time.Now())
		time.Sleep(patience[Player])
		in.Put(sent(2, 2), Player, time.Now())
		if x := in.Take(); x.ID != 2 {
			t.Errorf("%d is taken", x.ID)
		}
		if x := in.TakeRefused(); x.ID != 1 || x.Refused != Late {
			t.Errorf("%d is refused: %s", x.ID, x.Refused)
		}
	})
}

// TestInboxKeepsAFew lets one person press again and again while no person works. A few
// presses wait, the others are refused. What they type does not count, and without a
// limit everything waits.
func TestInboxKeepsAFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := New(0)
		for id := range discord.ID(fewWaiting + 2) {
			in.Put(sent(id, 7), Spectator, time.Now())
		}
		typed := sent(50, 7)
		typed.Type = discordgo.InteractionApplicationCommandAutocomplete
		in.Put(typed, Spectator, time.Now())
		in.Put(sent(60, 8), Spectator, time.Now())
		for range 2 {
			if x := in.TakeRefused(); x.Refused != Many || x.User.ID != 7 || x.ID < fewWaiting {
				t.Errorf("%d is refused: %s", x.ID, x.Refused)
			}
		}
		in.Take()
		if in.Put(sent(70, 7), Spectator, time.Now()); len(in.refused) > 0 {
			t.Error("there is no room after one was taken")
		}
		n := 0
		for in.Close(); in.Take() != nil; n++ {
		}
		if n != fewWaiting+2 {
			t.Errorf("%d waited", n)
		}
		free := New(-1)
		for id := range discord.ID(100) {
			free.Put(sent(id, 7), Spectator, time.Now())
		}
		if len(free.refused) > 0 {
			t.Error("a person is limited where nothing limits them")
		}
	})
}

// TestInboxTellsTheFast sends more than a person can. They are told once in a while,
// and the rest is dropped.
func TestInboxTellsTheFast(t *testing.T) {
	in := New(5)
	dropped := 0
	for id := range discord.ID(100) {
		if why := in.Put(sent(id, 7), Player, time.Unix(1_700_000_000, 0)); why != "" && why != Fast {
			t.Error(why)
		} else if why == Fast {
			dropped++
		}
		for in.queue.next(time.Time{}) != nil {
			in.waiting = map[senderKey]int{}
		}
	}
	if x := in.TakeRefused(); x.Refused != Fast || len(in.refused) > 0 || dropped != 100-2*5-1 {
		t.Errorf("refused as %s, %d more, and %d dropped", x.Refused, len(in.refused), dropped)
	}
}
