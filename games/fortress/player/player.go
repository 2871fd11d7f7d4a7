// Package player is the automatic player of Dream Fortress, in three strengths.
//
// # Why it stands apart
//
// It is given what any player is given: a [view.View] and the legal moves. It does not import the
// position, so it can not cheat, and whoever tunes it changes neither rules nor pages.
//
// # How it plays
//
// The automatic player keeps beliefs about groups and does what looks best now.
//
// It weighs every way in which the characters may be dealt by what it knows. It
// knows its own card, the roles of those awake, and each Insight that it read
// with its outcome. Attacks, heals and what Insights did to others count a little.
//
// Its beliefs and its own aim tell how much it wants each other player awake.
// That tells what a move is worth. It does not think a turn ahead.
//
// How strong it is depends on what it makes of what it sees, see [skill]. All
// strengths get the same view.
package player

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"

	"oneiros/games"
	"oneiros/games/fortress/kit"
	"oneiros/games/fortress/view"
)

// A skill is how well a player plays.
type skill struct {
	slips  float64 // how often it plays any legal move
	noise  float64 // how much the worth of a move is misjudged
	bias   float64 // how much other players are misjudged, for a few laps at a time
	memory int     // how many of the Insights that it read it remembers, the latest
	deeds  float64 // how much it learns from attacks and heals
	told   float64 // how much it learns from what Insights did to others
	shy    float64 // how much it lies low: no deed tells its side before it is sure
}

// skills are the strengths. An easy player errs, and remembers one Insight. A normal
// one remembers three, notices who attacks whom, and is mistaken about players as people are:
// it has a suspicion, and acts on it for some laps, by hits and by heals alike. A strong one
// remembers all, reads every deed of others, and lies low until it is sure. A step up wins 1.2
// to 1.6 times as often, by the number of players: a team shares its win.
var skills = map[games.Strength]skill{
	games.Easy:   {slips: 0.4, noise: 5, bias: 5, memory: 1},
	games.Normal: {noise: 0.8, bias: 1.25, memory: 3, deeds: 0.4},
	games.Strong: {noise: 0.02, memory: math.MaxInt, deeds: 1.9, told: 0.7, shy: 1.6},
}

// mind is what a player makes of a view.
type mind struct {
	skill
	v    view.View
	me   games.Seat
	odds [][3]float64 // by seat: Nightmare, Good dream, Dreamer
	want []float64    // by seat: to see them awake; negative to keep them asleep
	sure []float64    // by seat: how sure it has a reason for that, 0 to 1, whatever it suspects
	self float64      // what a floor of the player's own sleep is worth
	err  func() float64
}

// Choose plays a move of the automatic player.
func Choose(env *games.Env, how games.Strength, v view.View, legal []kit.Move) kit.Move {
	if len(legal) == 1 {
		return legal[0]
	}
	return decide(env, skills[how], v, legal)
}

// decide plays a move with a skill.
func decide(env *games.Env, k skill, v view.View, legal []kit.Move) kit.Move {
	if env.Rand.Float64() < k.slips {
		return legal[env.Rand.IntN(len(legal))]
	}
	m := thinks(v, k)
	m.err = func() float64 { return env.Rand.Float64() * k.noise }
	m.desire()
	m.suspect()
	best, most := legal[0], math.Inf(-1)
	for _, l := range legal {
		if w := m.worth(l) + m.err(); w > most {
			best, most = l, w
		}
	}
	return best
}

// believe weighs every way in which the groups may lie.
func (m *mind) believe() {
	n := len(m.v.Pawns)
	m.odds = make([][3]float64, n)
	// What each seat may be by itself, and what it did.
	may := make([][3]float64, n)
	for i, p := range m.v.Pawns {
		may[i] = [3]float64{1, 1, 1}
		if p.Role != "" {
			may[i] = [3]float64{}
			may[i][p.Role.Group().Index()] = 1
		}
	}
	recalled := 0
	for _, note := range slices.Backward(m.v.Passed) {
		if recalled == m.memory || note.Card == "" || m.v.Pawns[note.To].Role != "" {
			continue
		}
		recalled++
		p := kit.Passed{From: note.From, Step: note.Step, Gave: note.Gave}
		for g, r := range [3]kit.Role{kit.Nightmare, kit.GoodDream, kit.Alice} {
			if !p.Fits(note.Card, r) {
				may[note.To][g] = 0
			}
		}
	}
	one, two := m.bonds()
	c := kit.Cast[n]
	lie := make([]int, n)
	var left [3]int
	left[0], left[1], left[2] = c.Each, c.Each, c.Dreamers
	var walk func(i int, weight float64)
	walk = func(i int, weight float64) {
		if weight == 0 {
			return
		}
		if i == n {
			for j, g := range lie {
				m.odds[j][g] += weight
			}
			return
		}
		for g := range 3 {
			if left[g] == 0 || may[i][g] == 0 {
				continue
			}
			lie[i] = g
			left[g]--
			w := weight * may[i][g]
			for j := range i {
				switch {
				case g == 2 || lie[j] == 2:
				case g == lie[j]:
					w *= one[i][j]
				default:
					w *= two[i][j]
				}
			}
			walk(i+1, w)
			left[g]++
		}
	}
	walk(0, 1)
	for i := range m.odds {
		sum := m.odds[i][0] + m.odds[i][1] + m.odds[i][2]
		for g := range 3 {
			if sum > 0 {
				m.odds[i][g] /= sum
			}
		}
	}
}

// bonds is how likely two seats would do what they did to each other. The first
// result is for seats of one team, the second for two teams. What a Dreamer
// does tells nothing.
func (m *mind) bonds() (one, two [][]float64) {
	n := len(m.v.Pawns)
	one, two = make([][]float64, n), make([][]float64, n)
	told := m.hints()
	for a := range n {
		one[a], two[a] = make([]float64, n), make([]float64, n)
		for b := range n {
			one[a][b], two[a][b] = 1, 1
			for _, d := range [2][2]int{{a, b}, {b, a}} {
				if d[0] == int(m.me) {
					continue
				}
				harm := m.deeds*float64(min(m.v.Harm[d[0]][d[1]], 6)) + m.told*told[d[0]][d[1]]
				care := m.deeds * float64(min(m.v.Care[d[0]][d[1]], 6))
				one[a][b] *= math.Pow(0.8, harm) * math.Pow(1.15, care)
				two[a][b] *= math.Pow(1.15, harm) * math.Pow(0.85, care)
			}
		}
	}
	return one, two
}

// hints are the floors that Insights cost, by who passed them and to whom. Less is a
// floor gained. Who passes one knows the card and hopes for harm to opponents.
func (m *mind) hints() [][]float64 {
	sum := make([][]float64, len(m.v.Pawns))
	for i := range sum {
		sum[i] = make([]float64, len(m.v.Pawns))
	}
	for _, note := range m.v.Passed {
		switch {
		case note.Gave != "":
			sum[note.By][note.To]++
		default:
			sum[note.By][note.To] -= float64(note.Step)
		}
	}
	return sum
}

// lead is how much more one wants a Dreamer awake who may be William, by how many floors they lie
// above all others. He needs [kit.FloorsAhead].
var lead = [kit.FloorsAhead]float64{2: 1, 3: 3.5}

// desire is whom the player wants awake.
func (m *mind) desire() {
	m.want = make([]float64, len(m.v.Pawns))
	m.self = 1
	var many [2]float64 // how many of each team sleep, as it looks
	for i, p := range m.v.Pawns {
		if p.Sleep > 0 {
			many[0] += m.odds[i][0]
			many[1] += m.odds[i][1]
		}
	}
	top1, top2 := 0, 0 // the two deepest sleepers
	for _, p := range m.v.Pawns {
		if p.Sleep > top1 {
			top1, top2 = p.Sleep, top1
		} else {
			top2 = max(top2, p.Sleep)
		}
	}
	// A Dreamer may be the Janitor, who must not be the first to wake. Alice,
	// where she may play, must not be among the last three.
	dreamer := -0.15
	if len(m.v.Woken) > 0 {
		dreamer = 0.35
		if asleep := len(m.v.Pawns) - len(m.v.Woken); len(kit.DreamersFor(len(m.v.Pawns))) == 4 && asleep < 7 {
			dreamer += 0.15 * float64(7-asleep)
		}
	}
	right := games.Seat((int(m.me) + len(m.v.Pawns) - 1) % len(m.v.Pawns))
	for i, p := range m.v.Pawns {
		o := m.odds[i]
		if p.Sleep == 0 || i == int(m.me) {
			continue
		}
		var w float64
		switch m.v.Role {
		case kit.Nightmare:
			w = o[1] - o[0] + dreamer*o[2]
		case kit.GoodDream:
			w = o[0] - o[1] + dreamer*o[2]
		case kit.Alice:
			// One sleeper of each team must be left beside her, and no other Dreamer.
			w = 0.45 + 0.9*o[2] + 0.25*(o[0]-o[1])*(many[0]-many[1]) - 1.5*m.last(games.Seat(i))
		case kit.Sigmund:
			w = 0.05 + 0.12*float64(len(p.Visions)) + 0.2*(o[0]-o[1])*(many[0]-many[1])
		case kit.William:
			if over := p.Sleep - m.v.Pawns[m.me].Sleep + kit.FloorsAhead; over > 0 {
				w = 0.3 + 0.15*float64(over)
			}
		case kit.Janitor:
			if len(m.v.Woken) == 0 {
				w = -0.4 // no other player is to be the first
				break
			}
			r := m.odds[right]
			w = r[0]*(o[1]-o[0]) + r[1]*(o[0]-o[1])
			if i == int(right) {
				w = -1
			}
		}
		if m.v.Role != kit.Sigmund && m.v.Role != kit.William && o[2] > 0.05 {
			// Who looks like a Dreamer about to win.
			if len(p.Visions) >= kit.VisionsToWin-1 {
				w += 1.2 * o[2]
			}
			if p.Sleep == top1 {
				w += o[2] * lead[min(top1-top2, kit.FloorsAhead-1)]
			}
		}
		m.want[i] = w
	}
	if m.v.Role == kit.Janitor && len(m.v.Woken) == 0 {
		m.self = -1
	}
	if m.v.Role == kit.William {
		m.self = 1.6
	}
}

// suspicionLaps is for how many laps a player keeps a suspicion.
const suspicionLaps = 3

// suspect misjudges the other players. The mistake follows from what stays the same for some laps,
// so that a player does not hit a player and heal them in the same turn.
func (m *mind) suspect() {
	m.sure = make([]float64, len(m.want))
	for i, w := range m.want {
		m.sure[i] = min(math.Abs(w), 1)
	}
	if m.bias == 0 {
		return
	}
	h := fnv.New64a()
	fmt.Fprint(h, m.me, m.v.Role, m.v.First, m.v.Lap/suspicionLaps)
	if len(m.v.Passed) > 0 {
		fmt.Fprint(h, m.v.Passed[0]) // differs from match to match
	}
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	for i, p := range m.v.Pawns {
		if by := m.bias * r.NormFloat64(); p.Sleep > 0 && i != int(m.me) {
			m.want[i] += by
		}
	}
}

// last is how likely a seat is the last sleeper of its team. Where that seat wakes,
// the other team wins.
func (m *mind) last(seat games.Seat) float64 {
	each := kit.Cast[len(m.v.Pawns)].Each
	awake := [2]int{}
	for _, p := range m.v.Pawns {
		if g := p.Role.Group().Index(); p.Sleep == 0 && g < 2 {
			awake[g]++
		}
	}
	sum := 0.0
	for g, n := range awake {
		if n == each-1 {
			sum += m.odds[seat][g]
		}
	}
	return sum
}

// prize is what it is worth to have a Vision.
func (m *mind) prize(v kit.Vision) float64 {
	if m.v.Role == kit.Sigmund {
		w := 2.6
		if v.Lasts() == kit.Special {
			w = 0.1
		}
		return w
	}
	if m.v.Role == kit.William && (v == kit.Cocoa || v == kit.Lullaby || v == kit.Quilt) {
		return 1.2
	}
	switch v {
	case kit.Wings, kit.Rooster:
		return 1
	case kit.Quilt, kit.Lullaby, kit.Magpie, kit.Hourglass:
		return 0.8
	case kit.Thread, kit.Cocoa, kit.Button, kit.Letter:
		return 0.6
	default:
		return 0.3
	}
}

// strike is what it is worth to take n floors from a player.
func (m *mind) strike(seat games.Seat, n int) float64 {
	p, want := m.v.Pawns[seat], m.want[seat]
	hit := min(n, p.Sleep)
	w := want * (float64(hit) + float64(kit.TopFloor-p.Sleep)*0.12)
	if n >= p.Sleep {
		if m.v.Role != kit.William {
			w += want * 5
		}
		if len(m.v.Woken) == 0 && m.v.Role != kit.Janitor {
			w -= 18 * m.odds[seat][2] / float64(len(kit.DreamersFor(len(m.v.Pawns)))) // the Janitor may be waiting for it
		}
	}
	return w
}

// mend is what it is worth to give a player floors.
func (m *mind) mend(seat games.Seat, n int) float64 {
	p := m.v.Pawns[seat]
	n = min(n, kit.TopFloor-p.Sleep)
	need := 0.35 + 0.12*float64(kit.TopFloor-p.Sleep)
	if seat == m.me {
		return m.self * float64(n) * need
	}
	return -m.want[seat]*float64(n)*need - m.shy*(1-math.Abs(m.want[seat]))*need
}

// doubt is how much there is to learn about a player, 0 to about 1.
func (m *mind) doubt(seat games.Seat) float64 {
	h := 0.0
	for _, o := range m.odds[seat] {
		if o > 0 {
			h -= o * math.Log2(o)
		}
	}
	return h / math.Log2(3)
}

// reading is what it is worth to pass an Insight on.
func (m *mind) reading() float64 {
	most := 0.0
	for i, p := range m.v.Pawns {
		if p.Sleep > 0 && !p.Hidden && i != int(m.me) {
			most = max(most, m.doubt(games.Seat(i)))
		}
	}
	switch m.v.Role {
	case kit.Nightmare, kit.GoodDream:
		return 0.4 + 1.1*most
	case kit.Sigmund:
		return 0.9
	case kit.Janitor:
		return 0.5
	default:
		return 0.8
	}
}

// vision is what it is worth to draw a Vision.
func (m *mind) vision() float64 {
	switch m.v.Role {
	case kit.Sigmund:
		return 2.2
	case kit.William:
		return 1.1
	default:
		return 0.7
	}
}

// place is what it is worth to stand somewhere.
func (m *mind) place(p kit.Place) float64 {
	var w float64
	others, danger, prey := 0, 0.0, 0.0
	for i, q := range m.v.Pawns {
		if q.Sleep == 0 || i == int(m.me) || q.Place != p {
			continue
		}
		others++
		want := m.want[i]
		danger += max(want, 0)
		prey = max(prey, m.strike(games.Seat(i), kit.AttackStrength))
	}
	switch p {
	case kit.City:
		w = 0.25
	case kit.House:
		w = 0.3
	case kit.Shop:
		w = 0.1
		if m.v.Role == kit.Sigmund {
			w = 1.2
		}
	case kit.Forest:
		w = 0.05
		if m.v.Role.Group() == kit.Dreamers {
			w = 0.2
		}
	}
	mine := m.v.Pawns[m.me].Sleep
	w += 0.12*prey - danger*0.05*float64(kit.TopFloor+2-mine)
	if m.v.Role == kit.Janitor && len(m.v.Woken) == 0 {
		w += 0.3 * float64(others)
	}
	if m.v.Role == kit.William {
		w -= 0.2 * float64(others) // those who are near may strike
	}
	if m.v.Crowd && others >= kit.CrowdSize-1 {
		w -= 0.8 * m.self
	}
	return w
}

// reach is what an attack after moving somewhere would be worth.
func (m *mind) reach(p kit.Place) float64 {
	attack := false
	for i, f := range m.v.Dice {
		attack = attack || f == kit.FaceAttack && !m.v.Used[i]
	}
	if !attack || m.v.Most-m.v.Done < 2 {
		return 0
	}
	best := 0.0
	for i, q := range m.v.Pawns {
		if q.Sleep > 0 && q.Place == p && i != int(m.me) {
			best = max(best, m.strike(games.Seat(i), kit.AttackStrength+m.v.Bonus))
		}
	}
	return 0.9 * best
}

// worth is what a move is worth.
func (m *mind) worth(l kit.Move) float64 {
	switch l.Verb {
	case kit.Put:
		w := m.place(l.Place) + 10*m.err()
		if l.Place == kit.Forest { // the first roll may be for nothing there
			w -= 6 * m.noise
		}
		return w
	case kit.Roll:
		return 5
	case kit.Reroll:
		return 0.9
	case kit.Spin:
		return 0.55
	case kit.Turn:
		return 3 + map[kit.Face]float64{kit.FaceInsight: m.reading(), kit.FaceVision: m.vision(), kit.FaceAttack: m.prey(), kit.FaceHeal: 0.3, kit.FaceMove: 0.2}[l.Face]
	case kit.Look:
		if l.N == 2 {
			return 1.3*m.reading() - 0.5
		}
		return m.reading()
	case kit.Draw:
		if l.N == 2 {
			return 1.3*m.vision() - 0.5
		}
		return m.vision()
	case kit.Steal:
		return m.robbery(l.Seat, l.Vision)
	case kit.Walk:
		return 0.3 + m.place(l.Place) - m.place(m.v.Pawns[m.me].Place) + m.reach(l.Place)
	case kit.Attack:
		n := kit.AttackStrength + l.N
		for _, v := range m.v.Pawns[l.Seat].Visions {
			if v == kit.Quilt {
				n--
			}
		}
		w := m.strike(l.Seat, max(n, 0))
		if n < m.v.Pawns[l.Seat].Sleep {
			w -= m.shy * (1 - math.Abs(m.want[l.Seat]))
		}
		return w
	case kit.Waive:
		return 0
	case kit.Heal:
		return m.mend(l.Seat, 1)
	case kit.Use:
		return m.usage(l)
	case kit.End:
		return 0.05
	case kit.Pass:
		return m.mailing(l.Seat, m.v.Hand[l.N-1])
	case kit.Obey:
		return m.obedience()
	case kit.Give:
		return -m.prize(l.Vision)
	case kit.Keep, kit.Take:
		return m.prize(l.Vision)
	case kit.Present:
		return -m.prize(l.Vision) - m.want[l.Seat] - m.peril(l.Seat)
	case kit.Target:
		if m.v.Choice == kit.Bear {
			return m.mend(l.Seat, 2)
		}
		if l.Seat == m.me {
			return -2 * m.self
		}
		return m.strike(l.Seat, 2)
	default:
		return 0
	}
}

// prey is what the best attack in reach is worth.
func (m *mind) prey() float64 {
	best := 0.0
	for i, q := range m.v.Pawns {
		if q.Sleep > 0 && i != int(m.me) && q.Place == m.v.Pawns[m.me].Place {
			best = max(best, m.strike(games.Seat(i), kit.AttackStrength+m.v.Bonus))
		}
	}
	return best
}

// peril is how near a player looks to five Visions.
func (m *mind) peril(seat games.Seat) float64 {
	if len(m.v.Pawns[seat].Visions) < kit.VisionsToWin-2 {
		return 0
	}
	return 3 * m.odds[seat][2]
}

// robbery is what it is worth to steal a Vision.
func (m *mind) robbery(seat games.Seat, v kit.Vision) float64 {
	return m.prize(v) + 0.3*m.want[seat] + m.peril(seat)
}

// usage is what it is worth to use a one-shot Vision now. What is kept may be
// worth more later.
func (m *mind) usage(l kit.Move) float64 {
	w := 0.0
	switch l.Vision {
	case kit.Rooster:
		w = m.strike(l.Seat, 2) - 0.8 - m.thrift(l.Seat)
	case kit.Lullaby:
		w = m.mend(l.Seat, 2) - 0.8 - m.thrift(l.Seat)
	case kit.Magpie:
		w = m.robbery(l.Seat, l.Loot) - 0.6
	case kit.Door:
		w = m.place(l.Place) - m.place(m.v.Pawns[m.me].Place) + m.reach(l.Place) - 0.8
	case kit.Mirror:
		w = m.place(m.v.Pawns[l.Seat].Place) - m.place(m.v.Pawns[m.me].Place) - 0.8
	case kit.Hourglass:
		w = 0.6
	case kit.Diary:
		w = 0.4
	}
	if m.v.Role == kit.Sigmund && l.Vision != kit.Magpie {
		w -= 3
	}
	return w
}

// thrift is what it is worth to keep a Vision that works once, until there is a reason to use it
// on a player. For oneself the reason is to lie low.
func (m *mind) thrift(seat games.Seat) float64 {
	if seat == m.me {
		return 0.15 * float64(m.v.Pawns[seat].Sleep)
	}
	return 2 * (1 - m.sure[seat])
}

// mailing is what it is worth to pass a card to a player.
func (m *mind) mailing(seat games.Seat, c kit.Insight) float64 {
	o := m.odds[seat]
	about, bias := 0.0, 0.0 // that it is about them, and how much one then wants them awake
	for g := range 3 {
		if c.About()&kit.Groups[g] == 0 {
			continue
		}
		about += o[g]
		switch m.v.Role {
		case kit.Nightmare:
			bias += o[g] * [3]float64{-1, 1, 0.3}[g]
		case kit.GoodDream:
			bias += o[g] * [3]float64{1, -1, 0.3}[g]
		default:
			bias += o[g] * m.want[seat]
		}
	}
	learn := 0.0
	for _, p := range []float64{about, 1 - about} {
		if p > 0 {
			learn -= p * math.Log2(p)
		}
	}
	p := m.v.Pawns[seat]
	floors := 0.0
	switch c.Effect() {
	case kit.Lose1:
		floors = 1
	case kit.Lose2:
		floors = 2
	case kit.Gain1:
		floors = -1
		if p.Sleep >= kit.TopFloor {
			floors = 1
		}
	case kit.Toll:
		floors = 0.8
		if len(p.Visions) > 0 && m.v.Role == kit.Sigmund {
			return 2 * about
		}
	}
	w := bias * floors
	if int(floors) >= p.Sleep {
		w += 4 * bias
	}
	w -= asked * float64(m.letters(seat))
	switch m.v.Role {
	case kit.Nightmare, kit.GoodDream:
		return w + 1.2*learn
	default:
		return w + 0.2*learn
	}
}

// asked is what a player would rather not ask the same player again, for each of the latest
// Insights that went there, and latest is at how many it looks.
const (
	asked  = 0.15
	latest = 3
)

// letters is how many of the player's latest Insights went to a seat.
func (m *mind) letters(seat games.Seat) int {
	seen, n := 0, 0
	for _, note := range slices.Backward(m.v.Passed) {
		if note.By != m.me {
			continue
		}
		if note.To == seat {
			n++
		}
		if seen++; seen == latest {
			break
		}
	}
	return n
}

// obedience is what it is worth to lose a floor rather than a Vision.
func (m *mind) obedience() float64 {
	if m.self < 0 {
		return 1
	}
	by := m.v.Letter.By
	if m.v.Role == kit.Sigmund {
		return -2
	}
	sleep := m.v.Pawns[m.me].Sleep
	return -0.15*float64(kit.TopFloor-sleep)*m.self + m.peril(by) - map[bool]float64{true: 5}[sleep == 1]
}
