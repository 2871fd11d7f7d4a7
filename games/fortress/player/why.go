package player

import (
	"math"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// From how likely on a player is held for certain, and how much deeds must tell to be named.
const (
	certain = 0.995
	telling = 0.05
)

// Advise says what the strong player takes the player for at whom a move is aimed, and whether
// that comes from Insights alone or from deeds too. Before an Insight is drawn it names whom it
// knows the least of.
func Advise(v view.View, l kit.Move) []ui.Text {
	if v.Phase != kit.Play || v.Me < 0 || int(v.Me) >= len(v.Pawns) {
		return nil
	}
	m := thinks(v, skills[games.Strong])
	if seat := l.Seat; seat != games.Nobody && seat != v.Me && v.Pawns[seat].Role == "" {
		return m.takesFor(seat)
	}
	if l.Verb == kit.Look || l.Verb == kit.Turn && l.Face == kit.FaceInsight {
		if seat, most := m.puzzle(); most > 0 {
			return []ui.Text{ui.T("why.puzzle", ui.Name(seat))}
		}
	}
	return nil
}

// thinks is what a player makes of a view, without the noise of a choice.
func thinks(v view.View, k skill) *mind {
	m := &mind{skill: k, v: v, me: v.Me, err: func() float64 { return 0 }}
	m.believe()
	return m
}

// takesFor says what a seat most likely is, and why.
func (m *mind) takesFor(seat games.Seat) []ui.Text {
	best := 0
	for g, p := range m.odds[seat] {
		if p > m.odds[seat][best] {
			best = g
		}
	}
	group, p := ui.T("group."+string(kit.GroupLetters[best])), m.odds[seat][best]
	if p >= certain {
		return []ui.Text{ui.T("why.sure", ui.Name(seat), group)}
	}
	k := m.skill
	k.deeds, k.told = 0, 0
	if read := thinks(m.v, k).odds[seat][best]; math.Abs(p-read) >= telling {
		return []ui.Text{ui.T("why.deeds", ui.Name(seat), group, percent(p), percent(read))}
	}
	return []ui.Text{ui.T("why.odds", ui.Name(seat), group, percent(p))}
}

// percent is a likelihood for people, who are not to read a doubt as certain.
func percent(p float64) int { return min(max(int(math.Round(100*p)), 1), 99) }

// puzzle is the sleeper of whom the player knows the least, and how little: 0 for all.
func (m *mind) puzzle() (seat games.Seat, most float64) {
	seat = games.Nobody
	for i, p := range m.v.Pawns {
		if p.Sleep == 0 || p.Hidden || i == int(m.me) {
			continue
		}
		if d := m.doubt(games.Seat(i)); d > most {
			seat, most = games.Seat(i), d
		}
	}
	return seat, most
}
