package page

import (
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/label"
	"oneiros/games/fortress/news"
	"oneiros/games/fortress/picture"
	"oneiros/games/fortress/view"
	"oneiros/games/ui"
)

// over is the page at the end: who won, why, and who was who. On a panel it begins with
// what that means for its owner.
func over(v view.View, l news.Wording) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourOver}
	p.Show(picture.End(v))
	if v.Me == games.Nobody {
		p.Say(ui.T("over.winners", winnersOf(v)))
	} else {
		how, short := endOf(v)
		p.Say(verdictFor(v, short), how)
	}
	p.Say(reasons(v)...)
	p.Say(lastTurn(v))
	if v.Me != games.Nobody {
		p.Say(l.Floors)
		since(&p, l)
	}
	p.Open(pathNews, "📜", ui.T("over.news"))
	addLore(&p, v)
	return p
}

// endOf is how the viewer was woken, where nothing else on the page says it, and else, to
// those who did not win, how near they came.
func endOf(v view.View) (how ui.Text, short bool) {
	how = news.Fate(v)
	n := len(v.Woken) - 1
	if n >= 0 && v.Woken[n].Seat == v.Me && (won(v, kit.Nightmares) || won(v, kit.GoodDreams)) {
		how = ui.Text{}
	}
	return how, how.IsZero() && !slices.Contains(v.Win, v.Me)
}

// won reports whether a team has won because its rivals are awake.
func won(v view.View, g kit.Group) bool {
	return v.Why == kit.WhyWon && slices.ContainsFunc(v.Win, func(seat games.Seat) bool { return v.Pawns[seat].Role.Group() == g })
}

// verdictFor says to the viewer who they were and whether they won, and, as a whole, how near
// they came.
func verdictFor(v view.View, whole bool) ui.Text {
	me := ui.T("picture.who." + string(v.Role))
	if slices.Contains(v.Win, v.Me) {
		return ui.T("over.you.won", me)
	}
	if !whole {
		return ui.T("over.you.lost", me, ui.Text{})
	}
	return ui.T("over.you.lost", me, short(v))
}

// lastTurn is the turn that made Alice or William win: nothing else names the deed. At a
// dawn there is none.
func lastTurn(v view.View) ui.Text {
	list := news.Chapters(v, v.News)
	quiet := slices.ContainsFunc(v.Win, func(seat games.Seat) bool {
		return v.Pawns[seat].Role == kit.Alice || v.Pawns[seat].Role == kit.William
	})
	if v.Why == kit.WhyDawn || !quiet || len(list) == 0 || won(v, kit.Nightmares) || won(v, kit.GoodDreams) { // a team's reason names the deed
		return ui.Text{}
	}
	return ui.T("over.last", list[len(list)-1].Say(v))
}

// short is how near the viewer, who did not win, came to their aim.
func short(v view.View) ui.Text {
	me := v.Pawns[v.Me]
	sleep := func(g kit.Group) int {
		n := 0
		for _, p := range v.Pawns {
			if p.Sleep > 0 && p.Role.Group() == g {
				n++
			}
		}
		return n
	}
	switch v.Role {
	case kit.Nightmare:
		return ui.T("over.short.nightmare", sleep(kit.Nightmares), sleep(kit.GoodDreams))
	case kit.GoodDream:
		return ui.T("over.short.gooddream", sleep(kit.Nightmares), sleep(kit.GoodDreams))
	case kit.Janitor:
		right := ui.Name(v.RightOf(v.Me))
		if len(v.Woken) == 0 {
			return ui.T("over.short.janitor.none", right)
		}
		return ui.T("over.short.janitor", right, ui.Name(v.Woken[0].Seat))
	}
	if me.Sleep == 0 {
		return ui.Text{} // how they were woken says it
	}
	switch v.Role {
	case kit.Sigmund:
		return ui.T("over.short.sigmund", len(me.Visions), kit.VisionsToWin)
	case kit.William:
		return ui.T("over.short.william", label.Floors(v.Lead(v.Me)), kit.FloorsAhead)
	default:
		return ui.T("over.short.alice", v.Asleep())
	}
}

// winnersOf are the sides that won, each with its players.
func winnersOf(v view.View) []ui.Text {
	var sides []ui.Text
	for _, r := range []kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice, kit.Sigmund, kit.William, kit.Janitor} {
		var names []ui.Text
		for _, seat := range v.Win {
			if v.Pawns[seat].Role == r {
				names = append(names, ui.Name(seat).Text())
			}
		}
		if len(names) > 0 {
			sides = append(sides, ui.T("over.side."+string(r), names))
		}
	}
	return sides
}

// reasons are how each winner won, a sentence each.
func reasons(v view.View) []ui.Text {
	var lines []ui.Text
	if v.Why == kit.WhyDawn {
		lines = append(lines, dawnReason(v))
	}
	told := map[kit.Role]bool{}
	for _, seat := range v.Win {
		r := v.Pawns[seat].Role
		if v.Why == kit.WhyDawn && r != kit.Janitor || told[r] {
			continue
		}
		told[r] = true
		lines = append(lines, reason(v, seat))
	}
	if alice := beaten(v); !alice.IsZero() {
		lines = append(lines, alice)
	}
	return lines
}

// dawnReason says how deep the two teams slept when the night was over.
func dawnReason(v view.View) ui.Text {
	var count, depth [2]int
	for _, p := range v.Pawns {
		if g := p.Role.Group().Index(); g < 2 && p.Sleep > 0 {
			count[g]++
			depth[g] += p.Sleep
		}
	}
	if count[0] == count[1] {
		return ui.T("over.dawn.depth", v.Played(), depth[0], depth[1])
	}
	return ui.T("over.dawn", v.Played(), count[0], count[1])
}

// reason is how the winner at a seat won, with the deed that decided it.
func reason(v view.View, seat games.Seat) ui.Text {
	r := v.Pawns[seat].Role
	key, name := "over.why."+string(r), label.Seat(v, seat)
	switch r {
	case kit.Nightmare, kit.GoodDream:
		rivals := kit.GoodDreams
		if r == kit.GoodDream {
			rivals = kit.Nightmares
		}
		for _, w := range slices.Backward(v.Woken) {
			if v.Pawns[w.Seat].Role.Group() != rivals {
				continue
			}
			how := news.Cause(v, w)
			switch {
			case !how.IsZero():
				return ui.T(key+".by", label.Seat(v, w.Seat), w.Lap, how)
			case w.By == games.Nobody:
				return ui.T(key, label.Seat(v, w.Seat), w.Lap)
			default:
				return ui.T(key+".by", label.Seat(v, w.Seat), w.Lap, label.Seat(v, w.By))
			}
		}
		return ui.T(key + ".all")
	case kit.Sigmund:
		return fifth(v, seat, key)
	case kit.William:
		return ui.T(key, name, v.Pawns[seat].Sleep, v.Pawns[seat].Sleep-v.Lead(seat))
	case kit.Janitor:
		switch {
		case len(v.Woken) == 0 || v.Woken[0].Seat != seat:
			return ui.T("over.why.neighbour", name, label.Seat(v, v.RightOf(seat)))
		case v.Woken[0].By != games.Nobody:
			return ui.T(key+".by", name, label.Seat(v, v.Woken[0].By))
		}
	}
	return ui.T(key, name)
}

// fifth says where Sigmund's last Vision came from.
func fifth(v view.View, seat games.Seat, key string) ui.Text {
	for _, e := range slices.Backward(v.News) {
		switch {
		case (e.Kind == kit.Stole || e.Kind == kit.Took) && e.Seat == seat:
			return ui.T(key+".from", label.Seat(v, seat), label.Vision(kit.Vision(e.What)), label.Seat(v, e.To))
		case (e.Kind == kit.Gave || e.Kind == kit.Presented) && e.To == seat:
			return ui.T(key+".from", label.Seat(v, seat), label.Vision(kit.Vision(e.What)), label.Seat(v, e.Seat))
		case (e.Kind == kit.Found || e.Kind == kit.Kept) && e.Seat == seat:
			return ui.T(key+".drawn", label.Seat(v, seat), label.Vision(kit.Vision(e.What)))
		}
	}
	return ui.T(key, label.Seat(v, seat))
}

// beaten is why Alice did not win although three are left. It is zero where that
// is not so.
func beaten(v view.View) ui.Text {
	alice := slices.IndexFunc(v.Pawns, func(p view.Pawn) bool { return p.Role == kit.Alice && p.Sleep > 0 })
	if v.Why != kit.WhyWon || v.Asleep() != 3 || alice < 0 || slices.Contains(v.Win, games.Seat(alice)) {
		return ui.Text{}
	}
	return ui.T("over.why.beaten", label.Seat(v, games.Seat(alice)))
}
