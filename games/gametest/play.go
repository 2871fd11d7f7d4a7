package gametest

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// manner is how the seats of one match play.
type manner string

const (
	random   manner = "random"   // any move, now and then none
	idle     manner = "idle"     // deadlines only
	greedy   manner = "greedy"   // the first move of the first seat
	contrary manner = "contrary" // the last move of the last seat
	mixed    manner = "mixed"    // each seat plays in another manner
	wordy    manner = "wordy"    // forms are filled in with whatever fits
	leavers  manner = "leavers"  // people leave for good
	auto     manner = "auto"     // automatic players
)

func (t *table) run() {
	hows := []manner{random, wordy, idle, greedy, contrary, mixed}
	if t.game.Plays() {
		hows = append(hows, auto)
	}
	guard(t, func() {
		t.deals()
		if t.leaver = t.leaves(); t.leaver {
			hows = slices.Insert(append(hows, leavers), 2, leavers)
		}
	})
	t.matches = t.o.Matches
	if t.matches == 0 {
		t.matches = len(hows)
	}
	begin := t.first
	if t.again() { // some of the manners show what differs with more seats
		begin, t.matches = slices.Index(hows, mixed), (t.matches+2)/3
	}
	for k := range t.matches {
		t.match, t.n = k, 0
		guard(t, func() { t.play(k, hows[(k+begin)%len(hows)]) })
		if t.many[t.o.until] > 0 {
			return
		}
	}
	guard(t, t.limitsAtExtremes)
	if t.o.Duels > 0 && t.first == 0 && t.game.Plays() {
		guard(t, func() { strengths{t}.run(t.o.Duels) })
	}
}

// again reports whether another number of seats was looked at as closely as need be. Then
// this one is looked at for what is new with it.
func (t *table) again() bool { return t.o.some && t.first > 0 }

// deals makes one deal with every value of every option.
func (t *table) deals() {
	seed := games.Seed(t.key("deals", 0))
	for _, o := range t.info.Options {
		for _, v := range values(o) {
			full, err := t.info.Complete(map[string]string{o.Key: v})
			if err != nil {
				t.fail(Describes, "option %s=%s: %v", o.Key, v, err)
				continue
			}
			if t.deal(seed, full, 1) != nil {
				t.dealt[o.Key+"="+v] = true
			}
		}
	}
}

// deal deals several times. All deals must be the same.
func (t *table) deal(seed games.Seed, o games.Options, times int) games.Match {
	var first games.Match
	for range times {
		m, err := t.game.Deal(seed, games.Table{Seats: t.seats, Options: maps.Clone(o)})
		if err != nil {
			if t.refused(err, "the deal with "+options(o)) {
				return nil
			}
			t.fail(Deals, "options %s: %v", options(o), err)
			return nil
		}
		if first == nil {
			first = m
		} else if !same(first, m) {
			t.fail(Determinism, "two deals of one seed differ: %s", difference(first, m))
		}
	}
	return first
}

// leaves reports whether people can leave this game.
func (t *table) leaves() bool {
	full, err := t.info.Complete(nil)
	if err != nil {
		return false
	}
	m := t.deal(games.Seed(t.key("leaves", 0)), full, 1)
	if m == nil {
		return false
	}
	_, err = m.Do(games.Input{N: 1, Kind: games.KindLeave, Seat: 0})
	said, ok := games.Refused(err)
	return !ok || said.Key != "refuse.leave"
}

// chosen are the options of a match. The first match has the defaults. In the
// others the values take turns, and a third of them is chosen by chance.
func (t *table) chosen(k int, r *rand.Rand) games.Options {
	pick := map[string]string{}
	if k > 0 {
		for j, o := range t.info.Options {
			if o.Texts != nil {
				continue
			}
			all := values(o)
			pick[o.Key] = all[(k-1+t.first+j)%len(all)]
			switch {
			case r.IntN(3) > 0:
			case o.Max > 0:
				pick[o.Key] = strconv.Itoa(o.Min + r.IntN(o.Max-o.Min+1))
			default:
				pick[o.Key] = all[r.IntN(len(all))]
			}
		}
	}
	full, err := t.info.Complete(pick)
	if err != nil {
		t.fail(Describes, "options %v: %v", pick, err)
		return nil
	}
	return full
}

// play is one match at one moment.
type play struct {
	*table
	m        games.Match
	r        *rand.Rand
	how      []manner // by seat
	style    manner
	gone     []bool
	strength []games.Strength // of automatic players, by seat; empty for a mixture
	moves    [][]string       // by seat
	viewers  []games.Viewer   // who look at this moment
	formed   formed
	out      []games.Seat // who was out before this input
	chapter  int          // before this input
	waiting  waiting
}

func (t *table) play(k int, how manner) {
	r := t.source("play", k)
	seed := games.Seed(t.key("seed", k))
	o := t.chosen(k, r)
	m := t.deal(seed, o, 4)
	if m == nil {
		if o = t.chosen(0, r); o != nil {
			m = t.deal(seed, o, 4)
		}
		if m == nil {
			t.fail(Deals, "the default options are refused: %s", options(o))
			return
		}
	}
	p := &play{table: t, m: m, r: r, style: how, how: t.manners(how, r), gone: make([]bool, t.seats)}
	// The beginning of the log is played twice. The second time it is played from the
	// deal and without looking. This also shows that looking changed nothing.
	var log []games.Input
	var reached [][]byte
	for {
		t.n = p.m.N()
		going := p.light()
		if !p.passes() {
			board := p.m.Pages(games.Viewer{})("")
			p.extreme(board)
			if p.worth(board) {
				p.look()
			}
		}
		if !going || t.many[t.o.until] > 0 {
			break
		}
		if how != auto && p.m.N() >= tiring && t.endless(o) {
			break // they may go on for ever
		}
		if p.m.N() >= t.o.Bound {
			t.fail(Ending, "not over after %d inputs of %s players, clock %v", p.m.N(), how, p.m.At())
			break
		}
		in, ok := p.next()
		if !ok {
			break
		}
		next := p.do(in)
		if next == nil {
			break
		}
		if in.N <= tiring {
			log, reached = append(log, in), append(reached, next.Snapshot().Position)
		}
		p.m = next
		if r.IntN(20) == 0 {
			p.reload()
		}
	}
	t.replay(t.deal(seed, o, 1), log, reached)
}

// manners are the manners of the players, by seat.
func (t *table) manners(how manner, r *rand.Rand) []manner {
	list := slices.Repeat([]manner{how}, t.seats)
	if how == mixed {
		for i := range list {
			list[i] = []manner{random, idle, greedy, contrary}[r.IntN(4)]
		}
	}
	return list
}

// replay plays the beginning of a match again. It reaches the same positions.
func (t *table) replay(again games.Match, log []games.Input, reached [][]byte) {
	for i, in := range log {
		if again == nil {
			return
		}
		t.n = in.N
		next, err := again.Do(in)
		if err != nil {
			t.fail(Determinism, "%s was accepted and is refused in a replay: %v", shown(in), err)
			return
		}
		if !bytes.Equal(next.Snapshot().Position, reached[i]) {
			t.fail(Determinism, "%s gives another position in a replay: %s", shown(in), differs(reached[i], next.Snapshot().Position))
			return
		}
		again = next
	}
}

// endless reports whether a match with some options may go on for as long as its players do.
func (t *table) endless(o games.Options) bool { return t.info.Endless != nil && t.info.Endless(o) }

// tiring is after how many inputs a match is long. Its players take their time then, and
// most of its moments pass unchecked.
const tiring = 1000

// passes reports whether only what the next input needs is looked at.
func (p *play) passes() bool { return p.m.N() > tiring && p.m.N()%10 != 0 && !p.m.Status().Over }

// do makes an input that must be accepted. It makes some of them twice.
func (p *play) do(in games.Input) games.Match {
	next, err := p.m.Do(in)
	if err != nil {
		_, refused := games.Refused(err)
		switch {
		case in.Kind == games.KindExpire:
			p.fail(Deadlines, "%s: %v", shown(in), err)
		case in.Kind == games.KindLeave:
			p.fail(Leaving, "%s: %v", shown(in), err)
		case in.Kind == games.KindShow || in.Kind == games.KindWithhold:
			p.fail(Holding, "%s: %v", shown(in), err)
		case refused:
			p.fail(Legality, "%s is listed and refused: %v", shown(in), err)
		default:
			p.fail(Refusals, "%s: %v", shown(in), err)
		}
		return nil
	}
	if !p.passes() && (in.N%3 == 0 || p.work < p.o.Work) {
		p.work++
		if twice, err := p.m.Do(in); err != nil {
			p.fail(Determinism, "%s was accepted, and then refused: %v", shown(in), err)
		} else if !same(next, twice) {
			p.fail(Determinism, "%s made twice: %s", shown(in), difference(next, twice))
		}
	}
	if in.Kind == games.KindExpire {
		if due := next.Wakes(); due != 0 && due <= in.At {
			p.fail(Deadlines, "after the deadline of %v, reached at %v, the next is %v", p.m.Wakes(), in.At, due)
			return nil
		}
		if same(p.m, next) {
			p.fail(Deadlines, "the deadline of %v was reached and nothing changed", p.m.Wakes())
			return nil
		}
	}
	p.beats(in, next)
	p.drafted(in, next)
	held(p, in, next)
	return next
}

// beats checks an input that was made after a beat with nothing to do. Had the clock
// called at the beat, no viewer would have seen a difference, and the input would have led
// to the same position.
func (p *play) beats(in games.Input, next games.Match) {
	st := p.m.Status()
	if st.Beat == 0 || in.At < st.Beat || p.m.Wakes() == st.Beat {
		return
	}
	from, to := max(st.Beat, p.m.At()), in.At
	if due := p.m.Wakes(); due > 0 {
		to = min(to, due-1)
	}
	at := from + time.Duration(p.r.Int64N(int64(max(to-from, 0))+1))
	m, err := p.m.Do(games.Input{N: in.N, At: at, Kind: games.KindExpire, Seat: games.Nobody})
	if err != nil {
		p.fail(Deadlines, "at the beat of %v, with nothing to do: %v", st.Beat, err)
		return
	}
	after := m.Status()
	after.Beat, st.Beat = 0, 0
	if !reflect.DeepEqual(after, st) {
		p.fail(Deadlines, "at the beat there was nothing to do, and the status changed")
	}
	for v := range games.Viewers(p.seats) {
		a, errA := p.m.View(v)
		b, errB := m.View(v)
		seat, seated := v.Seat()
		if errA != nil || errB != nil || !bytes.Equal(a, b) || seated && !slices.Equal(p.m.Moves(seat), m.Moves(seat)) {
			p.fail(Deadlines, "at the beat there was nothing to do, and %v sees something else", v)
		}
	}
	s := m.Snapshot()
	s.N-- // so that the input has the same randomness
	if m, err = p.game.Load(s); err == nil {
		m, err = m.Do(in)
	}
	if err != nil {
		p.fail(Deadlines, "%s is refused if the clock called at the beat before: %v", shown(in), err)
	} else if !same(m, next) {
		p.fail(Deadlines, "%s leads elsewhere if the clock called at the beat before: %s", shown(in), difference(next, m))
	}
}

// reload goes on with the match as a restart would find it. It compares little:
// look compares every view and page.
func (p *play) reload() {
	m, err := p.game.Load(p.m.Snapshot())
	switch {
	case err != nil:
		p.fail(Replay, "load: %v", err)
	case !same(p.m, m):
		p.fail(Replay, "after a restart the position is another: %s", difference(p.m, m))
	case status(p.m) != status(m):
		p.fail(Replay, "after a restart the status is %s and was %s", status(m), status(p.m))
	default:
		p.m = m
	}
}

// apart names the first thing in which two matches look different.
func (p *play) apart(a, b games.Match) string {
	if !same(a, b) {
		return "the position is another: " + difference(a, b)
	}
	if x, y := status(a), status(b); x != y {
		return "the status is " + y + " and was " + x
	}
	for _, v := range p.viewers {
		x, err := a.View(v)
		if err != nil {
			return err.Error()
		}
		y, err := b.View(v)
		if err != nil {
			return err.Error()
		}
		if !bytes.Equal(x, y) {
			return "the view of " + v.String() + " is another: " + differs(x, y)
		}
		if s, ok := v.Seat(); ok {
			if x, y := a.Moves(s), b.Moves(s); !slices.Equal(x, y) {
				return "the moves of " + v.String() + " are " + strings.Join(y, ", ") + " and were " + strings.Join(x, ", ")
			}
		}
		if x, y := fingerprint(a.Pages(v)("")), fingerprint(b.Pages(v)("")); x != y {
			return "the page of " + v.String() + " is " + y + " and was " + x
		}
	}
	return ""
}

// light makes the cheap checks, and reports whether the match goes on.
func (p *play) light() bool {
	st, passes := p.m.Status(), p.passes()
	if !passes && p.m.N()%3 == 0 { // and look loads the match
		if err := p.m.Survives(); err != nil {
			p.fail(Survival, "%v", err)
		}
	}
	p.outs(st)
	description{p.table}.cue(st)
	said := statuses{p, st}
	said.seats()
	p.moves = make([][]string, p.seats)
	mover := false
	for s := range p.seats {
		seat := games.Seat(s)
		p.moves[s] = p.m.Moves(seat)
		mover = mover || len(p.moves[s]) > 0 && !p.gone[s]
		if !passes {
			said.moves(seat, p.moves[s])
		}
	}
	if st.Over {
		if st.Due != 0 || len(st.Awaits) > 0 {
			p.fail(Over, "it is over and seats %v are awaited until %v", st.Awaits, st.Due)
		}
		return false
	}
	said.deadlines()
	p.raced()
	p.awaited(st)
	if !mover && st.Due == 0 {
		if slices.Contains(p.gone, true) {
			p.fail(Leaving, "nobody who is left can move, and no deadline comes")
		} else {
			p.fail(Progress, "nobody can move, and no deadline comes")
		}
		return false
	}
	return true
}

// statuses checks what a status says.
type statuses struct {
	*play
	games.Status
}

// seats checks the seats that it lists, and the winners.
func (s statuses) seats() {
	for _, list := range [][]games.Seat{s.Awaits, s.Winners, s.Out} {
		for i, seat := range list {
			if seat < 0 || int(seat) >= s.play.seats || i > 0 && list[i-1] >= seat {
				s.fail(Statuses, "seats %v: each once, in order, of %d", list, s.play.seats)
				break
			}
		}
	}
	if len(s.Scores) != s.play.seats && (s.Over || len(s.Scores) != 0) {
		s.fail(Statuses, "%d scores for %d seats", len(s.Scores), s.play.seats)
	}
	if !s.Over && len(s.Winners) > 0 {
		s.fail(Statuses, "winners %v, and the match goes on", s.Winners)
	}
}

// moves checks the legal moves of a seat beside it.
func (s statuses) moves(seat games.Seat, list []string) {
	if err := s.m.Reads(seat); err != nil {
		s.fail(Notation, "%v", err)
	}
	met := make(map[string]bool, len(list))
	for _, n := range list {
		if met[n] {
			s.fail(Notation, "seat %d has two moves %q", seat, n)
		}
		met[n] = true
		if len(n) > maxNotation && !free(n) {
			s.fail(Notation, "move %q is %d bytes long, of at most %d", n, len(n), maxNotation)
		}
		s.remember(n)
	}
	if s.Over && len(list) > 0 {
		s.fail(Over, "it is over and seat %d may still %q", seat, list[0])
	}
}

// deadlines checks the moments of a match that goes on.
func (s statuses) deadlines() {
	switch {
	case len(s.Awaits) > 0 && s.Due == 0 && !s.Untimed:
		s.fail(Deadlines, "seats %v are awaited without a deadline, and the status is not untimed", s.Awaits)
	case s.Untimed && (s.Due != 0 || len(s.Awaits) == 0):
		s.fail(Statuses, "the status is untimed, with the deadline %v and awaiting %v", s.Due, s.Awaits)
	}
	if s.Ends != 0 && (s.Ends <= s.Due || s.Due == 0 || len(s.Awaits) == 0) {
		s.fail(Statuses, "the turn of seats %v ends at %v, with the deadline %v", s.Awaits, s.Ends, s.Due)
	}
}

// awaited checks that the seats that are awaited can do something, or that it ends.
func (p *play) awaited(st games.Status) {
	for _, s := range st.Awaits {
		if s < 0 || int(s) >= p.seats {
			continue
		}
		if p.o.Unused {
			p.meet(p.m.Pages(s.Viewer())("").Teach)
		}
		if p.gone[s] {
			p.fail(Leaving, "seat %d has left and is awaited", s)
		} else if len(p.moves[s]) == 0 && st.Due == 0 {
			p.fail(Progress, "seat %d is awaited and can do nothing, without a deadline", s)
		}
	}
}

// outs checks that a player who is out has no move, is not awaited and stays out. People who are
// out are shown the end at once, so nothing may be theirs to decide any more.
func (p *play) outs(st games.Status) {
	for _, s := range st.Out {
		if s < 0 || int(s) >= p.seats {
			continue
		}
		if st.Over || slices.Contains(st.Awaits, s) || len(p.m.Moves(s)) > 0 {
			p.fail(Statuses, "seat %d is out, and the match is over or has something for it to do", s)
		}
	}
	for _, s := range p.out {
		if !st.Over && !slices.Contains(st.Out, s) {
			p.fail(Statuses, "seat %d was out and is back", s)
		}
	}
	p.out = st.Out
	if st.Chapter < p.chapter && !st.Over {
		p.fail(Chapters, "chapter %d comes after chapter %d", st.Chapter, p.chapter)
	} else if p.chapter = st.Chapter; st.Chapter > 0 {
		if p.said["chapter"] = true; !p.say.Has("chapter") {
			p.fail(Chapters, "no words for %q", "chapter")
		}
	}
}

// meet notes the lessons of a page. A thing may be too rare to be met at the moments
// that are checked in full.
func (p *play) meet(things []string) {
	for _, thing := range things {
		if !p.said[ui.Lesson(thing).Key] {
			for _, l := range text.Langs {
				(&ruler{p.table, l, "a first page"}).lessons([]string{thing})
			}
		}
	}
}

// remember keeps a notation to try at other moments.
func (t *table) remember(n string) {
	const room = 256
	if slices.Contains(t.pool, n) {
		return
	}
	if len(t.pool) < room {
		t.pool = append(t.pool, n)
		return
	}
	t.pool[(len(n)*31+t.n*17)%room] = n
}

// worth reports whether this moment is checked in full. It is, if something is new
// at this number of seats. That is a title, a line, a verb or a verb under a
// title. Otherwise chance decides, as long as there is work left.
func (p *play) worth(page ui.Page) bool {
	parts := map[string]bool{"title " + page.Title.Key: true}
	for _, l := range page.Lines {
		parts["line "+l.Key] = true
	}
	for _, list := range p.moves {
		for _, n := range list {
			verb, _, _ := strings.Cut(n, " ")
			parts["verb "+verb] = true
			if !p.again() {
				parts["verb "+verb+" under "+page.Title.Key] = true
			}
		}
	}
	if p.m.Status().Over {
		parts["over"] = true
	}
	if slices.Contains(p.gone, true) {
		parts["gone under "+page.Title.Key] = true
	}
	rarest := 1 << 30
	for part := range parts {
		p.novel[part]++
		rarest = min(rarest, p.novel[part])
	}
	share := p.o.Work * (p.match + 1) / max(p.matches, 1) // what is left of early matches is for later ones
	switch {
	case rarest == 1:
		return true
	case p.work > share:
		return false
	case rarest == 2 && !p.again():
		return true
	default:
		return p.r.IntN(4) == 0
	}
}

// think is how long a player takes for a move.
func think(p *play, at, due time.Duration) time.Duration {
	d := 1500 * time.Millisecond
	if p.style != greedy && p.style != contrary {
		switch p.r.IntN(4) {
		case 0:
			d = 0
		case 1:
			d = time.Duration(p.r.Int64N(int64(500 * time.Millisecond)))
		case 2:
			d = time.Duration(p.r.Int64N(int64(3 * time.Second)))
		case 3:
			if due > at {
				d = time.Duration(p.r.Int64N(int64(due - at + due/64)))
			}
		}
	}
	d *= time.Duration(1 + p.m.N()/tiring)
	if left := due - at; left > time.Minute && pace.Length(p.m.Snapshot().Options) > 0 {
		d = max(d, left/10) // no player plays through a day in seconds
	}
	return d
}

// next chooses the next input. It is false if there can be none.
func (p *play) next() (games.Input, bool) {
	in := games.Input{N: p.m.N() + 1, Kind: games.KindPlay}
	at, due := p.m.At(), p.m.Wakes()
	var can, eager []games.Seat
	for s, list := range p.moves {
		if len(list) == 0 || p.gone[s] {
			continue
		}
		can = append(can, games.Seat(s))
		if p.how[s] != idle && !(p.how[s] == auto && p.m.Waits(games.Seat(s), p.strengthOf(games.Seat(s)))) {
			eager = append(eager, games.Seat(s))
		}
	}
	if len(eager) == 0 && due == 0 {
		eager = can // a player has to
	}
	in.At = at + think(p, at, due)
	if in, ok := decides(p, in); ok {
		return in, true
	}
	odds := 3 // that the first one leaves; then they stay a little longer
	if slices.Contains(p.gone, true) {
		odds = 8
	}
	if p.style == leavers && p.r.IntN(odds) == 0 {
		if s := p.r.IntN(p.seats); !p.gone[s] && (due == 0 || in.At < due) {
			p.gone[s] = true
			in.Kind, in.Seat = games.KindLeave, games.Seat(s)
			return in, true
		}
	}
	if due > 0 && (len(eager) == 0 || in.At >= due) {
		in.Kind, in.Seat = games.KindExpire, games.Nobody
		in.At = max(due, at) + time.Duration(p.r.IntN(2))*time.Duration(p.r.Int64N(int64(3*time.Second)))
		return in, true
	}
	if len(eager) == 0 {
		return in, false
	}
	in.Seat = eager[p.r.IntN(len(eager))]
	switch p.style {
	case greedy:
		in.Seat = eager[0]
	case contrary:
		in.Seat = eager[len(eager)-1]
	}
	in.Move = moveOf(p, in.Seat, in.At)
	return withhold(p, in), true
}

// moveOf chooses a move of a seat that has one, in the manner of its player.
func moveOf(p *play, seat games.Seat, at time.Duration) string {
	list := p.moves[seat]
	switch p.how[seat] {
	case greedy:
		return list[0]
	case contrary:
		return list[len(list)-1]
	case auto:
		return p.choose(seat, list)
	}
	move := p.vary(seat, list[p.r.IntN(len(list))])
	if p.how[seat] == wordy && p.r.IntN(2) == 0 {
		if n, ok := p.write(seat, at); ok {
			return n
		}
	}
	return move
}

// strengthOf is how well the automatic player of a seat plays now. Mostly it is easy,
// because the stronger ones may think for long.
func (p *play) strengthOf(s games.Seat) games.Strength {
	switch {
	case len(p.strength) > 0:
		return p.strength[s]
	case p.m.N()%8 < len(games.Strengths):
		return games.Strengths[p.m.N()%8]
	}
	return games.Easy
}

// choose asks an automatic player. Its move must be listed or have a listed form.
func (p *play) choose(s games.Seat, list []string) string {
	how := p.strengthOf(s)
	if len(p.strength) > 0 { // how well they play is measured, and nothing else
		if n, ok := p.m.Choose(s, how); ok {
			return n
		}
		return list[0]
	}
	n, ok := p.m.Choose(s, how)
	if !ok {
		p.fail(Playing, "seat %d has moves and its %s player chooses none", s, how)
		return list[0]
	}
	if again, _ := p.m.Choose(s, how); again != n {
		p.fail(Determinism, "the %s player of seat %d chooses %q, and then %q", how, s, n, again)
	}
	if !p.allowed(s, n) {
		p.fail(Playing, "seat %d's %s player chooses %q of %s", s, how, n, strings.Join(list, ", "))
		return list[0]
	}
	if !slices.Contains(list, n) {
		if _, err := p.m.Do(games.Input{N: p.m.N() + 1, At: p.m.At(), Kind: games.KindPlay, Seat: s, Move: n}); err != nil {
			p.fail(Playing, "seat %d's %s player chooses %q: %v", s, how, n, err)
			return list[0]
		}
	}
	return n
}

// write fills in one of a seat's forms and returns the move if it is accepted.
func (p *play) write(s games.Seat, at time.Duration) (string, bool) {
	if !slices.ContainsFunc(p.moves[s], free) {
		return "", false
	}
	site := p.site(p.m, s.Viewer())
	for _, path := range site.paths {
		form := site.pages[path].Form
		if len(form) == 0 || p.r.IntN(2) == 0 {
			continue
		}
		answers := make([]string, len(form))
		for i, f := range form {
			answers[i] = fit(hostile[p.r.IntN(len(hostile))], f)
			if p.r.IntN(2) == 0 {
				answers[i] = long(hostile[p.r.IntN(len(hostile))], f.Max)
			}
		}
		n, err := p.m.Fill(s.Viewer(), path, answers)
		if err != nil {
			p.refused(err, "the form "+path)
			continue
		}
		if _, err := p.m.Do(games.Input{N: p.m.N() + 1, At: at, Kind: games.KindPlay, Seat: s, Move: n}); err == nil {
			return n, true
		}
	}
	return "", false
}

// hostile is what people type to see what happens.
var hostile = []string{
	"море", "the sea", "*bold* _sly_ ~~gone~~", "@everyone", "<@1234567890>", "||spoiler||", "`code`",
	"[link](https://example.com)", "\u202eright to left", "a\tb", "Ёж", "🐑🐑🐑", "e\u0301", "{0} {{1}}", "\"quoted\" \\ slash", "line\nline",
}

// fit makes s as long as the field wants it.
func fit(s string, f ui.Field) string {
	r := []rune(s)
	if f.Max > 0 && len(r) > f.Max {
		r = r[:f.Max]
	}
	for len(r) < f.Min {
		r = append(r, 'a')
	}
	return string(r)
}

// long repeats s up to n characters.
func long(s string, n int) string {
	r := []rune(strings.Repeat(s, n/max(len([]rune(s)), 1)+1))
	return string(r[:n])
}
