package view_test

import (
	"slices"
	"testing"

	"oneiros/games"
	"oneiros/games/fortress/fortresstest"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/rules"
	"oneiros/games/fortress/view"
	"oneiros/games/gametest"
)

// Every sleeper but the viewer may be of any group, and the Dreamer any of the
// Dreamers. The roles of those awake stay.
func TestRedealReachesEveryRole(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city:8 nightmare@shop gooddream@house:0 william@forest nightmare@shop gooddream@house")
	for v := range games.Viewers(7) {
		list := g.Redealt(v, 500)
		for i, b := range g.S.Beds {
			want := 6 // Nightmare, Good dream and four Dreamers
			if v.Is(games.Seat(4)) {
				want = 2 // the only Dreamer looks
			}
			if v.Is(games.Seat(i)) || b.Sleep == 0 {
				want = 1
			}
			if got := gametest.Values(list, func(s rules.State) kit.Role { return s.Beds[i].Role }); got != want {
				g.Fatalf("for %s: seat %d had %d roles, want %d", v, i, got, want)
			}
		}
	}
}

// The card put aside is of either group, and never a Dreamer.
func TestRedealPutsAnotherAside(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest nightmare@shop")
	g.S.Aside = kit.GoodDream
	aside := map[kit.Role]bool{}
	for _, s := range g.Redealt(games.Seat(0).Viewer(), 300) {
		aside[s.Aside] = true
	}
	g.Is("put aside", aside, map[kit.Role]bool{kit.Nightmare: true, kit.GoodDream: true})
}

// What a viewer read about a player stays true after a redeal.
func TestRedealAgreesWithWhatWasRead(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city nightmare@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Lose1+" N", 1, "obey")
	for _, s := range g.Redealt(games.Seat(0).Viewer(), 100) {
		g.Is("whom the passer saw sink", s.Beds[1].Role, kit.Nightmare)
	}
	if n := gametest.Values(g.Redealt(games.Seat(2).Viewer(), 300), func(s rules.State) kit.Role { return s.Beds[1].Role }); n < 3 {
		g.Fatalf("for somebody who did not read the card: %d roles", n)
	}
}

// However much a viewer has read, a redeal still finds other roles for the rest.
func TestRedealTriesLongEnough(t *testing.T) {
	g := fortresstest.Sit(t, "nightmare@city gooddream@city nightmare@shop gooddream@house william@forest nightmare@shop gooddream@house")
	for i, card := range []kit.Insight{kit.Lose1 + " G", kit.Lose1 + " N", kit.Lose1 + " G"} {
		g.S.Passed = append(g.S.Passed, kit.Passed{By: 0, To: games.Seat(i + 1), Card: card, From: 10, Step: -1})
	}
	changed := 0
	for _, s := range g.Redealt(games.Seat(0).Viewer(), 200) {
		for i, b := range s.Beds {
			if b.Role != g.S.Beds[i].Role {
				changed++
				break
			}
		}
	}
	if changed < 160 {
		g.Fatalf("%d of 200 redeals changed a role", changed)
	}
}

// Cards that a viewer has not read have other texts. Such cards are in the
// deck, in another hand, on their way or among the answered ones.
func TestRedealReachesEveryInsight(t *testing.T) {
	all := len(kit.Distinct(kit.Insights()))
	g := fortresstest.Sit(t, "gooddream@city nightmare@city nightmare@shop gooddream@house william@forest").Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceMove)
	g.Play("0: insight 2")
	for v := range games.Viewers(5) {
		list := g.Redealt(v, 400)
		for i := range 2 {
			want := all
			if v.Is(0) {
				want = 1
			}
			if got := gametest.Values(list, func(s rules.State) kit.Insight { return s.Drawn[i] }); got != want {
				g.Fatalf("drawn, for %s: %d texts, want %d", v, got, want)
			}
		}
		for i := range g.S.Insights {
			if n := gametest.Values(list, func(s rules.State) kit.Insight { return s.Insights[i] }); n < all-2 {
				g.Fatalf("card %d of the deck, for %s: %d texts", i, v, n)
			}
		}
	}
	g.S.Drawn = []kit.Insight{kit.Lose1 + " N", kit.Lose1 + " G"}
	g.Play("0: pass 1 1")
	for v := range games.Viewers(5) {
		want := all
		if v.Is(0) || v.Is(1) {
			want = 1
		}
		if got := gametest.Values(g.Redealt(v, 400), func(s rules.State) kit.Insight { return s.Letter.Card }); got != want {
			g.Fatalf("on its way, for %s: %d texts, want %d", v, got, want)
		}
	}
	g.Play("1: obey")
	g.Expire()
	g.S.Spent = append(g.S.Spent, kit.Toll+" NG")
	for v := range games.Viewers(5) {
		list := g.Redealt(v, 200)
		got := gametest.Values(list, func(s rules.State) kit.Insight { return s.Passed[0].Card })
		if known := v.Is(0) || v.Is(1); known != (got == 1) {
			g.Fatalf("answered, for %s: %d texts", v, got)
		}
		for _, s := range list {
			if !slices.Contains(s.Spent, s.Passed[0].Card) {
				g.Fatalf("for %s: %s was answered and is not among the discarded %v", v, s.Passed[0].Card, s.Spent)
			}
		}
	}
}

// Every unread card is as likely as any other to come to a hand.
func TestRedealShufflesEvenly(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five).Dice(kit.FaceInsight, kit.FaceInsight, kit.FaceMove)
	g.Play("0: insight 2")
	deck := append(slices.Clone(g.S.Insights), g.S.Drawn...)
	const n = 1200
	list := g.Redealt(games.Viewer{}, n)
	for i := range g.S.Drawn {
		count := map[kit.Insight]int{}
		for _, s := range list {
			count[s.Drawn[i]]++
		}
		for _, c := range kit.Distinct(deck) {
			copies := 0
			for _, d := range deck {
				if d == c {
					copies++
				}
			}
			if want := n * copies / len(deck); count[c] < want/2 || count[c] > want*2 {
				g.Errorf("%s came %d times to place %d, want about %d", c, count[c], i, want)
			}
		}
	}
}

// Two answered cards are redealt, not only the latest, and one that the viewer
// read between them stays.
func TestRedealGoesThroughAllAnsweredInsights(t *testing.T) {
	g := fortresstest.Sit(t, fortresstest.Five)
	for _, by := range []games.Seat{0, 2, 0} {
		g.S.Passed = append(g.S.Passed, kit.Passed{By: by, To: 1, Card: kit.Lose1 + " N", From: 10})
	}
	list := g.Redealt(games.Seat(2).Viewer(), 300)
	for i, want := range []bool{true, false, true} {
		if got := gametest.Values(list, func(s rules.State) kit.Insight { return s.Passed[i].Card }) > 1; got != want {
			g.Fatalf("card %d changed: %v, want %v", i, got, want)
		}
	}
}

// A sealed answer may be there or not, for every player but its receiver. After the
// mark there is none.
func TestRedealSealsAnyAnswer(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city nightmare@city:8+wings+quilt nightmare@shop gooddream@house william@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Toll+" NGD", 1, "") // about every player
	g.Play("1: give wings")
	for v := range games.Viewers(5) {
		want := 4 // none, obey, and either Vision
		if v.Is(1) {
			want = 1
		}
		got := map[kit.Answer]bool{}
		for _, s := range g.Redealt(v, 400) {
			if !v.Is(0) && !v.Is(1) && s.Letter.Card != kit.Toll+" NGD" {
				s.Letter.Card = kit.Toll + " NGD" // other cards leave no choice
			}
			got[s.Letter.Answer] = true
		}
		if len(got) != want {
			g.Fatalf("for %s: the answers %v, want %d", v, got, want)
		}
	}
	g.S.Letter.Answer, g.S.Letter.Marked = "", true
	for _, s := range g.Redealt(games.Viewer{}, 50) {
		g.Is("after the mark", s.Letter.Answer, kit.Answer(""))
	}
}

// Hidden are the roles and the Insights that a viewer does not know, and no others.
func TestHiddenWords(t *testing.T) {
	g := fortresstest.Sit(t, "gooddream@city nightmare@city nightmare@shop gooddream@house:0 william@forest").Dice(kit.FaceInsight, kit.FaceMove, kit.FaceMove)
	g.Pass(kit.Lose2+" D", 4, "")
	for who, want := range map[games.Viewer][]string{
		{}:                     {"nightmare", "william", "lose2 D"},
		games.Seat(0).Viewer(): {"nightmare", "william"},
		games.Seat(1).Viewer(): {"william", "lose2 D"},
		games.Seat(4).Viewer(): {"nightmare"},
	} {
		g.Is("hidden from "+who.String(), view.Hidden(g.S, who), want)
	}
	g.S.Aside = kit.Janitor
	g.Is("the card put aside", slices.Contains(view.Hidden(g.S, games.Seat(0).Viewer()), "janitor"), true)
	g.S.Phase = kit.Over
	g.Is("at the end", len(view.Hidden(g.S, games.Viewer{})), 0)
}
