// Package page has the pages of When I Dream: what a viewer reads and may press.
//
// A page is built from the view alone, and a button from a move that the view lists as legal. So a page
// cannot offer what the rules refuse, nor show what its reader does not know.
//
// # Why it stands apart
//
// A page puts together what others know. Names and points come from package label, pictures from
// package picture. It says what is told, in which order, and what leads where. It does not import the
// position: see package view.
//
// # Files
//
// night.go and day.go have the phases, lately.go what has happened since, stand.go who has how much.
// record.go is the record of a round, help.go what the viewer can do now, sample.go the words of a pack.
// teach.go names what a player meets for the first time. summary.go is what is kept of a match.
package page

import (
	"slices"
	"strconv"
	"strings"

	"oneiros/games"
	"oneiros/games/ui"
	"oneiros/games/whenidream/kit"
	"oneiros/games/whenidream/view"
)

// The paths of forms. A number after a slash binds an answer to the card that
// was in play when the form was opened. An answer from a slash command has no
// number: it is for the card in play.
const (
	FormClue  = "clue"
	FormGuess = "guess"
	FormStory = "story"
)

// The paths of pages besides the first.
const (
	pathHelp   = "help"   // what can I do now
	pathCards  = "cards"  // cards/N: the Nth sheet of the cards of the round
	pathDreams = "dreams" // dreams/N: the Nth dream of the match
	pathSince  = "since"  // all that has happened since the viewer's own last move
	pathLess   = "less"   // less/N: the first page of the night in about N lines fewer
)

// The edges of pages, by the hour.
const (
	colourDusk  = 0x7a52ab
	colourNight = 0x2a3a9a
	colourDawn  = 0xffb38f
	colourOver  = 0xffd25e
)

// At is what a viewer sees at a path.
func At(v view.View, path string) ui.Page {
	name, rest, _ := strings.Cut(path, "/")
	switch name {
	case FormClue, FormGuess, FormStory:
		if p, ok := form(v, name, rest); ok {
			return p
		}
	case pathHelp:
		return help(v)
	case pathSince:
		if v.Part != kit.Public {
			return since(v)
		}
	case pathLess:
		if n, err := strconv.Atoi(rest); err == nil && n >= 1 && worded(v) {
			return inWords(v, min(n, mostFewer))
		}
	case pathDreams:
		if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= len(v.Dreams) {
			return dream(v, n)
		}
	case pathRecord:
		if n, err := strconv.Atoi(rest); err == nil {
			if p, ok := recordOf(v, n); ok {
				return p
			}
		}
	case pathCards:
		if n, err := strconv.Atoi(rest); err == nil && n >= 1 && n <= preface(v)+sheets(v) && v.Daylight() {
			return first(v, n)
		}
	}
	return inWords(v, 0)
}

// worded reports whether the first page has several wordings: it is a panel of the night.
func worded(v view.View) bool {
	return v.Part != kit.Public && (v.Phase == kit.Night || v.Phase == kit.Last)
}

// inWords is the first page. A panel of the night has some lines fewer than it could have.
func inWords(v view.View, fewer int) ui.Page {
	if !worded(v) {
		return first(v, 0)
	}
	now := night(v)
	var p ui.Page
	if fewer == 0 {
		p = withLately(now, v, nightRoom)
	}
	if fewer > 0 || slices.ContainsFunc(p.Controls, func(c ui.Control) bool { return c.To == ui.Open(pathSince) }) { // else it has all of it
		p = withLately(now, v, nightRoom+(mostFewer-fewer)*shortRoom)
		p.Room, p.Shorter, p.Shortest = nightLines, pathLess, mostFewer
	}
	p.Teach = teach(v)
	return p
}

// first is the first page, or a sheet of the cards of the round, counted from one.
func first(v view.View, sheet int) ui.Page {
	p := ofPhase(v, sheet)
	p.Teach = teach(v)
	return p
}

// ofPhase is first without what it teaches.
func ofPhase(v view.View, sheet int) ui.Page {
	switch v.Phase {
	case kit.Dusk:
		return dusk(v)
	case kit.Night, kit.Last:
		return withLately(night(v), v, nightRoom)
	case kit.Story:
		return story(v, max(sheet, 1))
	case kit.Check:
		return check(v, sheet)
	case kit.Dawn:
		return dawn(v, sheet)
	default:
		return over(v)
	}
}

// form is the form of a name, for the player who may fill it in now. Every player
// else who follows the board's button sees their first page instead.
func form(v view.View, name, number string) (ui.Page, bool) {
	verb := map[string]kit.Verb{FormClue: kit.Clue, FormGuess: kit.Guess, FormStory: kit.Tell}[name]
	m, ok := v.Can(verb)
	if number != "" {
		n, err := strconv.Atoi(number)
		ok = ok && err == nil && n == m.Card
	}
	if !ok {
		return ui.Page{}, false
	}
	field := ui.Field{Label: ui.T("form." + name + ".label"), Hint: ui.T("form." + name + ".hint"), Min: 1}
	title := ui.T("form."+name, m.Card)
	switch name {
	case FormClue:
		field.Max, title = kit.MaxClue, ui.T("form.clue", v.Element.Word) // the card may be another than that of a moment before
	case FormGuess:
		field.Max = kit.MaxGuess
	default:
		field.Max, field.Long = kit.MaxStory, true
	}
	return ui.Page{Title: title, Form: []ui.Field{field}}, true
}

// Fill turns the answers to a form into a move.
func Fill(v view.View, path string, answers []string) (kit.Move, error) {
	form, number, bound := strings.Cut(path, "/")
	card := v.Card
	if bound {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > kit.MaxNumber {
			return kit.Move{}, games.Refuse("refuse.notation")
		}
		card = n
	}
	if len(answers) != 1 {
		return kit.Move{}, games.Refuse("refuse.notation")
	}
	text := strings.TrimSpace(strings.ToValidUTF8(answers[0], ""))
	if text == "" {
		return kit.Move{}, games.Refuse("refuse.empty")
	}
	switch form {
	case FormClue, FormGuess:
		if card < 1 {
			return kit.Move{}, games.Refuse("refuse.not-now")
		}
		return kit.Move{Verb: kit.Verb(form), Card: card, Text: text}, nil
	case FormStory:
		return kit.Move{Verb: kit.Tell, Text: text}, nil
	}
	return kit.Move{}, games.Refuse("refuse.notation")
}

// order are the seats at the table, in the order of clues, the dreamer first.
func order(v view.View) []games.Seat {
	var seats []games.Seat
	for i := range v.Circle {
		s := (int(v.Dreamer) + i) % len(v.Circle)
		if s >= 0 && !v.Circle[s].Gone {
			seats = append(seats, games.Seat(s))
		}
	}
	return seats
}

// standing is how the last night ended, and the points of every player in the order of clues.
// It is zero before the first night, when no player has any.
func standing(v view.View) ui.Text {
	if v.Round < 2 {
		return ui.Text{}
	}
	var list []ui.Text
	for _, s := range order(v) {
		key := "standing.one"
		if v.Circle[s].Penalties > 0 {
			key = "standing.penalties"
		}
		list = append(list, ui.T(key, ui.Name(s), v.Circle[s].Points, v.Circle[s].Penalties))
	}
	if v.Round-2 >= len(v.Dreams) {
		return ui.T("standing", list)
	}
	last := v.Dreams[v.Round-2].Score
	return ui.T("standing.after", v.Round-1, last.Yellow, last.Blue, list)
}

// news is what happened last. It is zero for nothing, and for what the title says too.
func news(v view.View) ui.Text {
	n := v.News
	switch n.Kind {
	case kit.Fell: // of Ran the line of the last guess tells
		return ui.T("news." + string(n.Kind))
	case kit.Gave, kit.Passed, kit.Slow, kit.Departed:
		return ui.T("news."+string(n.Kind), ui.Name(n.Seat))
	case kit.Replaced, kit.Taken:
		return ui.T("news."+string(n.Kind), n.Card, ui.Name(n.Seat))
	case kit.Guessed, kit.Skipped, kit.Recounted, kit.Ticked:
		return ui.T("news."+string(n.Kind), n.Card)
	default:
		return ui.Text{}
	}
}

// addQuote adds a player's words, of any number of lines.
func addQuote(p *ui.Page, words string) {
	for line := range strings.Lines(words) {
		if line = strings.TrimSpace(line); line != "" {
			p.Say(ui.T("quote", line))
		}
	}
}

// addReady adds the button that says that the viewer wants to go on.
func addReady(p *ui.Page, v view.View) {
	if m, ok := v.Can(kit.Ready); ok {
		label := "ready." + string(v.Phase)
		if v.Part == kit.Dreamer && v.Phase == kit.Check {
			label = "ready.dawn"
		}
		p.Do(m, "✅", ui.Good, ui.T(label))
	}
}

// addHelp adds the button that every panel ends with.
func addHelp(p *ui.Page, v view.View) {
	if v.Me != games.Nobody {
		p.Open(pathHelp, "❓", ui.T("help.short"))
		if n := len(p.Controls) - 1; n == 0 || p.Controls[n-1].To != ui.Open(pathSince) {
			p.NewRow(n) // the bot's own buttons stand beside it
		}
	}
}

// until is a text that names when the phase ends; zero when it does not.
func until(v view.View, key string) ui.Text {
	if v.Until == 0 {
		return ui.Text{}
	}
	return ui.T(key, ui.Until(v.Until))
}
