package fortress

import (
	"oneiros/games"
	"oneiros/games/ui"
)

// A swing is by how much a player changed the floor of a seat, in all, with one kind of deed.
type swing struct {
	by   games.Seat // Nobody for a crowd
	icon string
	n    int
}

// swings are, by seat, what has changed its floor since the viewer's own last turn.
func swings(v View) [][]swing {
	all := make([][]swing, len(v.Pawns))
	passer, holder, icon := games.Nobody, games.Nobody, "" // of the Insight, and of the Vision, that is at work
	for _, e := range v.Since {
		switch e.Kind {
		case Sent:
			passer = e.Seat
		case Used:
			holder, icon = e.Seat, "✨"
		case Found, Kept:
			holder, icon = e.Seat, "🔮"
		}
		seat, n := moved(e)
		if seat == games.Nobody || n == 0 {
			continue
		}
		now := swing{by: e.Seat, n: n}
		switch e.Kind {
		case Struck:
			now.icon = faceIcons[FaceAttack]
		case Healed:
			now.icon = faceIcons[FaceHeal]
		case Sank, Rose:
			now.by, now.icon = passer, faceIcons[FaceInsight]
		case Lost, Gained:
			now.by, now.icon = holder, icon
		case Crowded:
			now.by, now.icon = games.Nobody, "😣"
		}
		list := all[seat]
		for i := range list {
			if list[i].by == now.by && list[i].icon == now.icon {
				list[i].n += n
				now.n = 0
			}
		}
		if now.n != 0 {
			all[seat] = append(list, now)
		}
	}
	return all
}

// The forms of the line of floors, from the one that needs most room.
const (
	formNames = iota // who changed a floor is named
	formSigns        // who changed a floor is the sign that stands before a name
	formBare         // only what was done to the viewer is told with who did it
)

// A layout is what a panel has room for.
type layout struct {
	hints bool // what the viewer's Visions do
	form  int  // of the line of floors
	room  int  // about how many lines are left for what else has happened
}

// planned is how the first page of a panel is laid out.
func planned(v View) layout {
	all := phoneRoom - linesOfStep(v)
	spare := 1
	if len(distinct(v.Pawns[v.Me].Visions)) > 2 {
		spare = 3
	}
	l := layout{hints: true}
	l.room = all - linesOfSelf(v, true) - linesOfFloors(v, formNames)
	if l.room >= spare {
		return l
	}
	for l.hints, l.form = false, formNames; ; l.form++ {
		if l.room = all - linesOfSelf(v, false) - linesOfFloors(v, l.form); l.room >= 0 || l.form == formBare {
			return l
		}
	}
}

// linesOfStep is about how many lines a panel says about what the turn waits for.
func linesOfStep(v View) int {
	switch {
	case v.Phase == Talk:
		return 5
	case v.Me != v.Waits:
		return 3
	case v.Step == StepPass:
		return 5 + 3*len(v.Hand)
	case v.Step == StepAnswer && len(v.Legal) > 1:
		return 11
	case v.Step == StepAnswer:
		return 9
	case v.Step == StepAct:
		return 6
	case v.Step == StepRoll || v.Step == StepPlace:
		return 5
	default:
		return 10
	}
}

// floorOf is the floor of a seat behind its name: from which to which it has changed since
// the viewer's own last turn, and by whom.
func floorOf(v View, form int, seat games.Seat, name ui.Text, list []swing) ui.Text {
	p, sum := v.Pawns[seat], 0
	for _, s := range list {
		sum += s.n
	}
	var floor ui.Text
	var why []ui.Text
	switch {
	case p.Sleep == 0:
		floor = ui.Literal("☀️")
		if v.Phase != Over && (len(v.Pawns) <= mostPlaced || !placed(v)) { // else so many names need the room
			why = append(why, ui.T("picture.who."+string(p.Role)))
		}
	case sum == 0:
		floor = ui.T("some", p.Sleep)
	default:
		floor = ui.T("floors.from", p.Sleep-sum, p.Sleep)
	}
	for _, s := range list {
		if form == formBare && seat != v.Me {
			break
		}
		did := ui.Literal(s.icon)
		switch {
		case s.by == games.Nobody || s.by == seat:
		case form == formSigns && s.by != v.Me:
			did = ui.Text{Args: []any{sign(s.by), did}}
		default:
			did = ui.T("floors.sign", who(v, s.by), did)
		}
		if form != formBare && (len(list) > 1 || p.Sleep == 0) {
			did = ui.T("floors.sign", did, signed(s.n))
		}
		why = append(why, did)
	}
	if seat == v.Me && p.Hidden && v.Phase == Play && v.Active != v.Me {
		why = append(why, ui.T("floors.hidden"))
	}
	key := "floors.one"
	if seat == v.Me {
		key = "floors.you"
	}
	if form == formSigns && seat != v.Me {
		name = ui.T("floors.sign", signs[seat], name)
	}
	if len(why) == 0 {
		return ui.T(key, name, floor)
	}
	return ui.T("floors.why", ui.T(key, name, floor), why)
}
