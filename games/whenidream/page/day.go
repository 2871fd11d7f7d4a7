package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/label"
	"oneiros/games/whenidream/picture"
	"oneiros/games/whenidream/view"
)

// sheet is how many cards of a round one page shows. A phone has room for as many.
const sheet = 7

// sheets is how many pages the cards of the round need, at least one.
func sheets(v view.View) int { return max((len(v.Cards)+sheet-1)/sheet, 1) }

// preface is how many pages stand before the cards of the round: one for the written
// dream, or one for the points.
func preface(v view.View) int {
	if v.Phase == kit.Dawn || v.Phase == kit.Check && v.Story != "" {
		return 1
	}
	return 0
}

// firstCards is the path of the first sheet of the cards of the round.
func firstCards(v view.View) string { return pathCards + "/" + strconv.Itoa(preface(v)+1) }

// story is the page while the dream is told. The dreamer still knows nothing.
func story(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T("story.title", v.Round, v.Rounds), Colour: colourDusk}
	tale := taleOf(v)
	switch v.Part {
	case kit.Dreamer:
		if v.Waits {
			p.Say(ui.T("wait.dreamer"))
			addQuote(&p, v.Story)
			break
		}
		p.Say(ui.T("story.dreamer"))
		if v.Voice {
			p.Say(ui.T("story.aloud"))
		}
	case kit.Spirit:
		p.Say(ui.T(tale+".spirit", ui.Name(v.Dreamer)))
		listen(&p, v)
	default:
		p.Show(picture.Bedside(v))
		p.Say(news(v), ui.T(tale+".board", ui.Name(v.Dreamer)))
	}
	p.Say(until(v, tale+".until"), stand(v), label.ScoreLine(v, "standing", 1, 0)) // a phone has no line for more
	if _, ok := v.Can(kit.Tell); ok {
		p.Controls = append(p.Controls, ui.Control{Label: ui.T("story.button"), Icon: "📖", Style: ui.Primary, To: ui.Ask(FormStory)})
	}
	if m, ok := v.Can(kit.Told); ok {
		p.Do(m, "🗣️", ui.Plain, ui.T("told.button"))
	}
	if ticks(&p, v, n) {
		turning(&p, v, n)
	}
	amend(&p, v)
	addLately(&p, v, taleRoom)
	addHelp(&p, v)
	return p
}

// taleOf is what the keys of a dream begin with that is being told, or that waits for a
// moderator.
func taleOf(v view.View) string {
	if v.Waits {
		return "wait"
	}
	return "story"
}

// listen shows the spirits what to listen for: the yellow cards.
func listen(p *ui.Page, v view.View) {
	var words []ui.Text
	for _, c := range v.Cards {
		if c.Side == kit.Yellow {
			words = append(words, ui.Literal(c.Element.Word))
		}
	}
	if len(words) == 0 {
		p.Say(ui.T("story.nothing"))
		return
	}
	if len(words) > 30 {
		words = append(words[:30], ui.Literal("…"))
	}
	p.Say(ui.T("story.listen", words))
}

// check is the page while the ticks are looked over, all cards open.
func check(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T("check.title", v.Round, v.Rounds), Colour: colourDawn}
	if n > 0 {
		if at := n - preface(v); at > 0 {
			cards(&p, v, at)
			addReady(&p, v)
			ticks(&p, v, at)
		} else {
			asWritten(&p, v)
			addReady(&p, v)
		}
		turning(&p, v, n)
		p.Open("", "↩️", ui.T("back"))
		return p
	}
	p.Show(picture.Ledger(v))
	room := mostBegun + picture.LedgerSpare(len(v.Cards))/50*36
	if v.Part == kit.Public {
		begun(&p, v, room)
	} else {
		asks := ask(v)
		if v.Part == kit.Spirit {
			asks = ui.T("ask.check.with", asks, wholeness(v))
		}
		p.Say(asks)
		if !ballots(v).IsZero() {
			room -= 36
		}
		begun(&p, v, room-40)
		p.Say(stand(v), shortScore(v), ballots(v), byDay(v))
	}
	p.Say(waiting(v))
	addReady(&p, v)
	mend := sheets(v) > 1 && ticks(new(ui.Page), v, 1)
	switch {
	case sheets(v) == 1:
		ticks(&p, v, 1)
	case mend:
		p.Open(firstCards(v), "☑️", ui.T("tick.menu"))
	}
	switch {
	case v.Story != "":
		p.Open(pathCards+"/1", "🃏", ui.T("cards.dream.whole"))
	case !mend: // else the button above leads there
		p.Open(pathCards+"/1", "🃏", ui.T("cards.dream"))
	}
	openLately(&p, v)
	addHelp(&p, v)
	return p
}

// wholeness says whether the ticks make the dream whole, and else the guessed cards that it
// lacks.
func wholeness(v view.View) ui.Text {
	var lacks []string
	yellow := 0
	for i, c := range v.Cards {
		if c.Side == kit.Yellow {
			if yellow++; !c.Told {
				lacks = append(lacks, strconv.Itoa(i+1))
			}
		}
	}
	switch {
	case yellow == 0:
		return ui.T("ask.check.none")
	case len(lacks) == 0:
		return ui.T("ask.check.whole")
	}
	if len(lacks) > 2 { // it is one line of a phone
		lacks = append(lacks[:2], "…")
	}
	return ui.T("ask.check.lacks", strings.Join(lacks, ", "))
}

// asWritten is the dream, as it was written.
func asWritten(p *ui.Page, v view.View) {
	switch {
	case v.Story != "":
		p.Say(ui.T("dream.written", ui.Name(v.Dreamer)))
		addQuote(p, v.Story)
	case v.Unsaid:
		p.Say(ui.T("dream.unsaid", ui.Name(v.Dreamer)))
	case v.Aloud:
		p.Say(ui.T("dream.aloud", ui.Name(v.Dreamer)))
	}
}

// mostBegun is how many characters of a dream the board has room for below the highest
// picture. There is room for a line more for each line by which the picture is lower.
const mostBegun = 60

// fewBegun is how many characters of a dream are worth a line.
const fewBegun = 15

// begun is how the dream began, up to so many characters. All of it is behind a button.
func begun(p *ui.Page, v view.View, most int) {
	words := []rune(strings.Join(strings.Fields(v.Story), " "))
	if len(words) == 0 {
		asWritten(p, v)
		return
	}
	if most < fewBegun {
		return
	}
	if len(words) <= most {
		p.Say(ui.T("dream.begun", ui.Name(v.Dreamer), string(words)))
		return
	}
	p.Say(ui.T("dream.begun", ui.Name(v.Dreamer), opening(words, most)))
}

// opening is a text cut to so many characters: after a sentence, or else after a word, where
// that leaves enough of it.
func opening(words []rune, most int) string {
	word := most
	for i := most; i > most/3; i-- {
		switch {
		case words[i] != ' ':
		case strings.ContainsRune(".!?…", words[i-1]):
			return string(words[:i]) + " …"
		case word == most && i > most/2:
			word = i
		}
	}
	return string(words[:word]) + "…"
}

// cards lists the cards of one sheet.
func cards(p *ui.Page, v view.View, n int) {
	from, to := span(v, n)
	for i := from; i < to; i++ {
		c := v.Cards[i]
		line := fate(c, i+1, label.Words(c.Element))
		if c.Told {
			line = ui.T("card.told", line)
		}
		p.Say(voted(line, v, c))
	}
}

// voted adds to a line about a card how many want it changed, and whether the viewer does.
func voted(line ui.Text, v view.View, c view.Card) ui.Text {
	k := len(c.Votes)
	switch {
	case k == 0:
		return line
	case slices.Contains(c.Votes, v.Me):
		return ui.T("card.votes.yours", line, ui.T("votes", k))
	}
	return ui.T("card.votes", line, ui.T("votes", k))
}

// mostBallots is how many cards that are voted on fit into a line of a phone.
const mostBallots = 2

// ballots says which cards are voted on, a tick by day or a move at dawn, so that a vote is seen
// where it was given. It is zero without a vote.
func ballots(v view.View) ui.Text {
	var list []ui.Text
	for i, c := range v.Cards {
		switch k := len(c.Votes); {
		case k == 0:
		case slices.Contains(c.Votes, v.Me):
			list = append(list, ui.T("ballots.yours", i+1, k))
		default:
			list = append(list, ui.T("ballots.card", i+1, k))
		}
	}
	if len(list) == 0 {
		return ui.Text{}
	}
	if len(list) > mostBallots {
		list = append(list[:mostBallots], ui.Literal("…"))
	}
	needed := kit.Majority(len(kit.Chairs(v.Circle).Spirits(v.Dreamer)))
	return ui.T("ballots."+string(v.Phase), list, needed)
}

// span is which cards a sheet shows.
func span(v view.View, n int) (from, to int) {
	from = min((n-1)*sheet, len(v.Cards))
	return from, min(from+sheet, len(v.Cards))
}

// turning adds the buttons that turn sheets, where there is more than one. While the
// dream is told the first sheet is the first page.
func turning(p *ui.Page, v view.View, n int) {
	leaf(p, pathCards, n, preface(v)+sheets(v), v.Phase == kit.Story)
}

// leaf adds the buttons to the sheets before and after the nth. The first sheet
// of all may be the first page.
func leaf(p *ui.Page, path string, n, all int, first bool) {
	at := func(n int) string {
		if n == 1 && first {
			return ""
		}
		return path + "/" + strconv.Itoa(n)
	}
	if n > 1 {
		p.Open(at(n-1), "◀️", ui.T("cards.before"))
	}
	if n < all {
		p.Open(at(n+1), "▶️", ui.T("cards.after"))
	}
}

// ticks adds the menu that changes the ticks of one sheet. It reports whether
// the viewer may change any, on this sheet or another.
func ticks(p *ui.Page, v view.View, n int) bool {
	from, to := span(v, n)
	var choices []ui.Choice
	some := false
	for _, m := range v.Legal {
		icon := "☑️"
		switch m.Verb {
		case kit.Tick:
		case kit.Untick:
			icon = "⬜"
		default:
			continue
		}
		some = true
		if m.Card > from && m.Card <= to {
			c := v.Cards[m.Card-1]
			word := ui.Literal(c.Element.Word)
			if saidOtherwise(c) { // the dream may have either word
				word = ui.T("card.as", c.Element.Word, label.Shortened(c.Guess))
			}
			line := ui.T(string(m.Verb), m.Card, word)
			if slices.Contains(c.Votes, v.Me) {
				line = ui.T("tick.back", m.Card, word)
			}
			choices = append(choices, ui.Choice{Label: voted(line, v, c), Icon: icon, To: ui.Do(m)})
		}
	}
	p.Menu(ui.T("tick.menu"), choices)
	return some
}

// dawn is the page with open roles and points. A panel says what its reader got. The
// others, the cards in words and a disputed card are one button behind.
func dawn(v view.View, n int) ui.Page {
	p := ui.Page{Title: ui.T("dawn.title", v.Round, v.Rounds), Colour: colourDawn}
	if n > 0 {
		recount(&p, v, n)
		return p
	}
	p.Show(picture.Ledger(v))
	if v.Moved > 0 {
		p.Say(ui.T("news.moved", v.Moved))
	}
	if v.Part != kit.Public {
		p.Say(ownScore(v))
		if v.Score != nil {
			p.Say(totalsNow(v))
		}
	} else {
		points(&p, v, false)
	}
	if v.Part != kit.Public {
		p.Say(ballots(v), byDay(v))
	}
	p.Say(waiting(v))
	addReady(&p, v)
	_, shift := v.Can(kit.Shift)
	if _, keep := v.Can(kit.Keep); shift || keep {
		p.Open(firstCards(v), "⚖️", ui.T("move.menu"))
	}
	p.Open(pathCards+"/1", "🃏", ui.T("cards.points"))
	addRecord(&p, v)
	openLately(&p, v)
	addHelp(&p, v)
	return p
}

// phaseEnds is when the phase ends, and at dawn also who sleeps then. A spirit's panel has no line
// for a name: the board says it.
func phaseEnds(v view.View) ui.Text {
	if v.Phase != kit.Dawn || v.Until == 0 {
		return until(v, string(v.Phase)+".until")
	}
	switch next := kit.Chairs(v.Circle).NextDreamer(v.Dreamer); next {
	case games.Nobody:
		return until(v, "dawn.until.last")
	case v.Me:
		return until(v, "dawn.until.you")
	default:
		if v.Part != kit.Public {
			return until(v, "dawn.until")
		}
		return ui.T("dawn.until.next", ui.Name(next), ui.Until(v.Until))
	}
}

// ownScore is what the viewer got in the round, and what they have in all.
func ownScore(v view.View) ui.Text {
	if v.Score == nil {
		return ui.Text{}
	}
	for _, l := range v.Score.Lines {
		if l.Seat == v.Me {
			as := label.Role(l.Role)
			if l.Balanced() {
				as = ui.T("score.balance", as, l.Extra)
			}
			return ui.T("score.mine", as, l.Points, ownPlace(v)) // the next line has every player's points
		}
	}
	return ui.Text{}
}

// points says who was what and who got how many points, a line for each role. All of it
// says too what the points are for and which roles no player had.
func points(p *ui.Page, v view.View, all bool) {
	if v.Score != nil {
		if all { // the board has the picture
			p.Say(ui.T("score.sides", v.Score.Yellow, v.Score.Blue))
		}
		p.Say(scored(*v.Score, all)...)
	}
	if all && len(v.Unseen) > 0 {
		var names []ui.Text
		for _, r := range v.Unseen {
			names = append(names, label.Role(r))
		}
		p.Say(ui.T("dawn.unseen", names))
	}
}

// recount is every player's points at dawn, or a sheet of the cards of the round. A
// disputed card is moved there.
func recount(p *ui.Page, v view.View, n int) {
	at := n - preface(v)
	if at < 1 {
		points(p, v, true)
		p.Say(awaited(v))
	} else {
		cards(p, v, at)
	}
	if _, ok := v.Can(kit.Shift); ok {
		p.Gap()
		p.Say(ui.T("dawn.disputed"))
		if n := len(v.Cards); v.Voice && n > 0 && v.Cards[n-1].Side == kit.Bed {
			p.Say(ui.T("dawn.disputed.bed", n))
		}
	}
	addReady(p, v)
	from, to := 0, 0
	if at > 0 {
		from, to = span(v, at)
	}
	var choices []ui.Choice
	for _, m := range v.Legal {
		if m.Verb != kit.Shift && m.Verb != kit.Keep || m.Card <= from || m.Card > to {
			continue
		}
		c := v.Cards[m.Card-1]
		key := "keep"
		if m.Verb == kit.Shift {
			key = "move." + string(c.Side)
		}
		choices = append(choices, ui.Choice{Label: ui.T(key, m.Card, c.Element.Word), To: ui.Do(m)})
	}
	p.Menu(ui.T("move.menu"), choices)
	turning(p, v, n)
	p.Open("", "↩️", ui.T("back"))
}

// scored are the points of a round, a line for each role, since a role pays every player
// the same. All of it says too what the points are for.
func scored(s kit.Score, all bool) []ui.Text {
	var lines []ui.Text
	for _, r := range []kit.Role{"", kit.Good, kit.Bad, kit.Trickster} {
		var names []ui.Text
		var last kit.Line
		for _, l := range s.Lines {
			if l.Role == r {
				names, last = append(names, ui.Name(l.Seat).Text()), l
			}
		}
		switch {
		case len(names) == 0:
		case all:
			lines = append(lines, ui.T("score.role.all", ui.Literal(label.RoleIcons[r]), label.Role(r), last.Points, names, reasons(s, last)))
		case last.Balanced():
			as := ui.T("score.balance", label.Role(r), last.Extra)
			lines = append(lines, ui.T("score.role", ui.Literal(label.RoleIcons[r]), as, last.Points, names))
		default:
			lines = append(lines, ui.T("score.role", ui.Literal(label.RoleIcons[r]), label.Role(r), last.Points, names))
		}
	}
	return lines
}

// mostTotals is of how many players the dawn panel of a phone has the totals. Of more it has
// what the round gave.
const mostTotals = 6

// totalsNow are what every player has with this round, best first, and what it gave them as what.
func totalsNow(v view.View) ui.Text {
	if len(v.Score.Lines) > mostTotals {
		return ui.Text{Args: []any{shares(*v.Score)}}
	}
	scores := label.ScoresOf(v)
	lines := slices.Clone(v.Score.Lines)
	slices.SortStableFunc(lines, func(a, b kit.Line) int { return scores[b.Seat] - scores[a.Seat] })
	var list []ui.Text
	for _, l := range lines {
		list = append(list, ui.T("dawn.total", label.Seat(v, l.Seat), scores[l.Seat], ui.Literal(label.RoleIcons[l.Role]), l.Points))
	}
	return ui.T("dawn.totals", list)
}

// shares are who had which role in a round and got how many points, in one line.
func shares(s kit.Score) []ui.Text {
	var list []ui.Text
	for _, r := range []kit.Role{"", kit.Good, kit.Bad, kit.Trickster} {
		var names []ui.Text
		points := 0
		for _, l := range s.Lines {
			if l.Role == r {
				names, points = append(names, ui.Name(l.Seat).Text()), l.Points
			}
		}
		if len(names) > 0 {
			list = append(list, ui.T("dreams.share", ui.Literal(label.RoleIcons[r]), points, names))
		}
	}
	return list
}

// reasons are what the points of a line are for.
func reasons(s kit.Score, l kit.Line) []ui.Text {
	var why []ui.Text
	add := func(key string, n int) {
		if n != 0 {
			why = append(why, ui.T(key, n))
		}
	}
	switch l.Role {
	case "":
		add("why.yellow", l.Cards)
		add("why.dream", l.Extra)
	case kit.Good:
		add("why.yellow", l.Cards)
	case kit.Bad:
		add("why.blue", l.Cards)
	default:
		switch d := s.Yellow - s.Blue; {
		case d == 0 && s.Yellow == 0:
			add("why.balance.none", l.Extra)
		case d == 0:
			add("why.side", l.Cards)
			add("why.balance", l.Extra)
		case d == 1 || d == -1:
			add("why.larger", l.Cards)
		default:
			add("why.smaller", l.Cards)
		}
	}
	if len(why) == 0 {
		why = []ui.Text{ui.T("why.nothing")}
	}
	return why
}

// over is the page when every player has slept.
func over(v view.View) ui.Page {
	p := ui.Page{Title: ui.T("over.title"), Colour: colourOver}
	p.Show(picture.Morning(v))
	p.Say(why(v), tie(v))
	for i, t := range v.Totals {
		p.Say(totalLine(v, i, t))
	}
	switch {
	case len(v.Dreams) > 0 && v.Voice: // nothing was written that could be read
		p.Open(pathDreams+"/1", "📖", ui.T("dreams.button.aloud"))
	case len(v.Dreams) > 0:
		p.Open(pathDreams+"/1", "📖", ui.T("dreams.button"))
	}
	addHelp(&p, v)
	return p
}

// fewTotals is of how many players the reader's own row has the signs of roles on a panel. The
// other rows have them where nights of two digits leave a line room for that.
const fewTotals = 5

// wideNights reports whether a row with signs is wider than a phone.
func wideNights(v view.View, seat games.Seat) bool {
	wide := 0
	for i := range v.Dreams {
		if l, _ := label.NightOf(v, i, seat); l.Points > 9 {
			wide++
		}
	}
	return wide > 1
}

// totalLine is the result of a player, with the points by night.
func totalLine(v view.View, i int, t kit.Total) ui.Text {
	line := ui.T("total", place(v.Totals, i), ui.Name(t.Seat), t.Score)
	if t.Seat == v.Me { // without a name the marked nights fit into a line of a phone
		line = ui.T("total.mine", place(v.Totals, i), t.Score)
	}
	// Signs make a line more of a row on a phone. A panel has room for that at a small table.
	marked := v.Me == games.Nobody || len(v.Totals) <= fewTotals && (t.Seat == v.Me || !slices.ContainsFunc(v.Totals, func(t kit.Total) bool { return wideNights(v, t.Seat) }))
	sign := "+"
	if marked {
		sign = " "
	}
	if nights := byNight(v, t.Seat, marked); len(nights) > 1 && len(nights) <= label.MostNights {
		line = ui.T("total.nights", line, ui.Literal(strings.Join(nights, sign)))
	}
	if t.Penalties > 0 {
		line = ui.T("total.penalties", line, t.Penalties)
	}
	if t.Gone {
		line = ui.T("total.gone", line)
	}
	return line
}

// byNight are a player's points of each night, marked with the sign of what they were.
func byNight(v view.View, seat games.Seat, marked bool) []string {
	var list []string
	for i := range v.Dreams {
		l, there := label.NightOf(v, i, seat)
		icon := ""
		if marked && there {
			icon = label.RoleIcons[l.Role]
		}
		list = append(list, icon+strconv.Itoa(l.Points))
	}
	return list
}

// why says in a sentence why the match ended so, for the viewer, or of the winners for the
// public.
func why(v view.View) ui.Text {
	if len(v.Totals) == 0 || len(v.Winners) == 0 {
		return ui.Text{}
	}
	if i := slices.IndexFunc(v.Totals, func(t kit.Total) bool { return t.Seat == v.Me }); i >= 0 && !v.Totals[i].Gone {
		return whyMine(v, v.Totals[i], place(v.Totals, i))
	}
	var names []ui.Text
	for _, s := range v.Winners {
		names = append(names, ui.Name(s).Text())
	}
	best := v.Totals[0]
	if len(names) > 1 {
		return ui.T("over.winners", names, ui.T("points", best.Score))
	}
	next, ok := rival(v, best.Seat)
	night, l := bestNight(v, best.Seat)
	switch {
	case !ok || night == 0:
		return ui.T("over.winner", names, ui.T("points", best.Score))
	default:
		return ui.T("over.winner.why", names, ui.T("points", best.Score), ui.Name(next.Seat), next.Score, night, l.Points, label.Role(l.Role))
	}
}

// whyMine says how many points the viewer won with or lacked, and which night decided it.
func whyMine(v view.View, mine kit.Total, place int) ui.Text {
	points, most := ui.T("points", mine.Score), bestOf(v)
	next, ok := rival(v, v.Me)
	var names []ui.Text // who won, without the viewer
	for _, s := range v.Winners {
		if s != v.Me {
			names = append(names, ui.Name(s).Text())
		}
	}
	switch won := len(names) < len(v.Winners); {
	case won && len(names) > 0:
		return ui.T("over.mine.shared", points, most, names)
	case won && ok:
		return ui.T("over.mine.won", points, ui.Name(next.Seat), next.Score, decided(v, next.Seat, 1))
	case won:
		return ui.T("over.mine.alone", points, most)
	case v.Totals[0].Score == mine.Score:
		return ui.T("over.mine.penalties", points, names, place)
	default:
		best := v.Totals[0]
		return ui.T("over.mine.lost", points, names, best.Score-mine.Score, decided(v, best.Seat, -1), place)
	}
}

// bestOf is the night that gave the viewer most.
func bestOf(v view.View) ui.Text {
	night, l := bestNight(v, v.Me)
	if night == 0 {
		return ui.T("over.best.none")
	}
	return ui.T("over.best", night, l.Points, label.Role(l.Role))
}

// decided is the night in which the viewer gained most on another, for the sign 1, or lost
// most to them, for -1. Of several winners it names that one. It is the viewer's best where there is none.
func decided(v view.View, other games.Seat, sign int) ui.Text {
	most, line := 0, bestOf(v)
	for i := range v.Dreams {
		mine, here := label.NightOf(v, i, v.Me)
		theirs, there := label.NightOf(v, i, other)
		if gap := sign * (mine.Points - theirs.Points); here && there && gap > most {
			most = gap
			line = ui.T("over.decided", i+1, mine.Points, label.Role(mine.Role), theirs.Points, label.Role(theirs.Role))
			if sign < 0 && len(v.Winners) > 1 {
				line = ui.T("over.decided.of", i+1, mine.Points, label.Role(mine.Role), theirs.Points, label.Role(theirs.Role), ui.Name(other))
			}
		}
	}
	return line
}

// rival is the best of the others who stayed.
func rival(v view.View, seat games.Seat) (kit.Total, bool) {
	for _, t := range v.Totals {
		if t.Seat != seat && !t.Gone {
			return t, true
		}
	}
	return kit.Total{}, false
}

// bestNight is the night that gave a player most, from 1, and what they got in it.
func bestNight(v view.View, seat games.Seat) (night int, best kit.Line) {
	for i := range v.Dreams {
		if l, ok := label.NightOf(v, i, seat); ok && l.Points > best.Points {
			night, best = i+1, l
		}
	}
	return night, best
}

// place is the place of a total, shared where nothing tells two apart.
func place(all []kit.Total, i int) int {
	for i > 0 && all[i-1].Score == all[i].Score && all[i-1].Penalties == all[i].Penalties && all[i-1].Gone == all[i].Gone {
		i--
	}
	return i + 1
}

// tie says what decided where points did not; zero where they did.
func tie(v view.View) ui.Text {
	var best []kit.Total
	for _, t := range v.Totals {
		if !t.Gone && (len(best) == 0 || t.Score == best[0].Score) {
			best = append(best, t)
		}
	}
	switch {
	case len(best) < 2 || len(v.Winners) == 0:
		return ui.Text{}
	case len(v.Winners) < len(best):
		return ui.T("tie.penalties")
	default: // the first line says that the victory is shared
		return ui.Text{}
	}
}

// mostNamed is how many cards of a colour are named below a dream.
const mostNamed = 10

// dream is one dream of the match, as a keepsake.
func dream(v view.View, n int) ui.Page {
	d := v.Dreams[n-1]
	p := ui.Page{Title: ui.T("dreams.title", n, len(v.Dreams), ui.Name(d.Dreamer)), Colour: colourOver}
	switch {
	case d.Story != "":
		addQuote(&p, d.Story)
	case d.Unsaid:
		p.Say(ui.T("dream.unsaid", ui.Name(d.Dreamer)))
	case !v.Voice: // where all is spoken, no dream has words
		p.Say(ui.T("dream.aloud", ui.Name(d.Dreamer)))
	}
	var yellow, blue []ui.Text
	for _, c := range d.Cards {
		switch c.Side {
		case kit.Yellow:
			yellow = append(yellow, ui.Literal(c.Element.Word))
		case kit.Blue:
			blue = append(blue, ui.Literal(c.Element.Word))
		}
	}
	list := func(key string, words []ui.Text) {
		if n := len(words); n > 0 {
			if n > mostNamed { // so that the buttons stay on a phone's first screen
				words = append(words[:mostNamed:mostNamed], ui.Literal("…"))
			}
			p.Say(ui.T(key, n, words))
		}
	}
	list("dreams.yellow", yellow)
	list("dreams.blue", blue)
	points := "dreams.points"
	if d.Score.Bonus {
		points = "dreams.points.whole"
	}
	p.Say(ui.T(points, shares(d.Score)))
	leaf(&p, pathDreams, n, len(v.Dreams), false)
	p.Open("", "🏁", ui.T("back"))
	return p
}
