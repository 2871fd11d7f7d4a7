// Package page draws the notebook of the owner of a seat. It is pure.
package page

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls, which name a match. Their texts stand in messages that are in the
// world, so they stay.
const (
	Show kit.Action = "notebook"      // argument: [Again], or nothing
	Edit kit.Action = "notebook-edit" // argument: a seat
	Save kit.Action = "notebook-save" // form; argument: a [SaveArg]
)

// Again is the argument of a press on the notebook itself.
const Again = "again"

// The fields of the form.
const (
	MarkField = "mark"
	Struck    = "struck"
	Line      = "line"
)

// none is the value of no mark: an option has a value.
const none = "none"

// SaveArg is the argument of Save: whom it is about, and what the form was opened on.
type SaveArg struct {
	About  games.Seat // [games.Nobody] for none
	Opened Opened
}

// String is the argument as a custom id carries it.
func (a SaveArg) String() string {
	return strings.Join(append([]string{strconv.Itoa(int(a.About))}, a.Opened[:]...), ":")
}

// ParseSaveArg reads an argument, which is hostile. That of a former version has the seat alone.
func ParseSaveArg(s string) SaveArg {
	parts := strings.Split(s, ":")
	seat, err := strconv.Atoi(parts[0])
	if err != nil || seat < 0 || seat >= 100 {
		return SaveArg{About: games.Nobody}
	}
	a := SaveArg{About: games.Seat(seat)}
	if len(parts) == 1+len(a.Opened) {
		copy(a.Opened[:], parts[1:])
	}
	return a
}

// Opened is what a form was opened on: which key made the digests, and a short digest of each
// field of the entry, in the order of the form. It is empty in a form of a former version.
type Opened [4]string

// A Key makes the digests of a process. A mark is one of four words, so a digest that needs no
// key would tell it.
type Key [32]byte

// digest is a short digest of parts.
func (k *Key) digest(parts ...any) string {
	h := hmac.New(sha256.New, k[:])
	fmt.Fprintf(h, "%q", parts)
	return hex.EncodeToString(h.Sum(nil)[:4])
}

// Opened are the digests of an entry in a match about a seat.
func (k *Key) Opened(match string, about games.Seat, e games.Entry) Opened {
	o := Opened{k.digest()}
	for i, field := range []string{string(e.Mark), strings.Join(e.Struck, ","), e.Line} {
		o[i+1] = k.digest(match, strconv.Itoa(int(about)), strconv.Itoa(i), field)
	}
	return o
}

// Merge returns an entry after a form was sent that was opened on it before: a field that the form
// did not change stays as it is now. Replaced are the fields that both have changed; those of the
// form, which came later, stand. A form of another process replaces all.
func (k *Key) Merge(o Opened, match string, about games.Seat, now, form games.Entry) (merged, replaced games.Entry) {
	is, sent := k.Opened(match, about, now), k.Opened(match, about, form)
	if o[0] != is[0] {
		return form, games.Entry{}
	}
	keeps := func(i int) bool { return sent[i] == o[i] }
	both := func(i int) bool { return !keeps(i) && is[i] != o[i] && is[i] != sent[i] }
	merged = form
	if keeps(1) {
		merged.Mark = now.Mark
	} else if both(1) {
		replaced.Mark = now.Mark
	}
	if keeps(2) {
		merged.Struck = now.Struck
	} else if both(2) {
		replaced.Struck = now.Struck
	}
	if keeps(3) {
		merged.Line = now.Line
	} else if both(3) {
		replaced.Line = now.Line
	}
	return merged, replaced
}

// Mark is the mark of a value of the form, which is hostile.
func Mark(value string) games.Mark {
	if m := games.Mark(value); slices.Contains(games.Marks, m) {
		return m
	}
	return games.Unmarked
}

// Pages draws notebooks.
type Pages struct {
	kit.Kit
	Key *Key // of the forms
}

// OnPanel offers the notebook on the panels of games of deduction.
func OnPanel(s *table.State, to kit.Reader) kit.Offer {
	if _, seated := s.Seat(to.User); !seated || s.Match == nil || s.Game.Roles(s.Match.Seats()) == nil {
		return nil
	}
	return Link(s.ID)
}

// Link offers the notebook of the reader in a match.
func Link(match string) kit.Offer {
	return kit.LinkTo(ui.T("notebook.link"), "📓", kit.CustomID{Match: match, Action: Show})
}

// A book is what a page of a notebook is drawn from.
type book struct {
	game, own *screen.Frame // in the words of the game, and of the feature
	s         *table.State
	seat      games.Seat
	roles     []string
	known     []games.Suspect
}

func (p Pages) book(s *table.State, seat games.Seat, lang text.Lang) book {
	own := p.Note(lang)
	game := p.NoteOf(s, lang)
	own.Names = game.Names
	return book{game, own, s, seat, s.Game.Roles(s.Match.Seats()), s.Match.Suspects(seat.Viewer())}
}

// suspect is what the owner knows of a seat for certain.
func (b book) suspect(seat games.Seat) games.Suspect {
	if int(seat) < len(b.known) {
		return b.known[seat]
	}
	return games.Suspect{}
}

// only is the role that a seat has for certain; empty for none. It is shown, or all others are ruled
// out.
func (b book) only(know games.Suspect) string {
	if know.Role != "" || len(know.Not) != len(b.roles)-1 {
		return know.Role
	}
	left := slices.DeleteFunc(slices.Clone(b.roles), func(r string) bool { return slices.Contains(know.Not, r) })
	return left[0]
}

// named are roles by their names.
func (b book) named(roles []string) (list []ui.Text) {
	for _, r := range roles {
		list = append(list, ui.Literal(kit.Label(b.game.Say, b.game.Lang, ui.T("role."+r))))
	}
	return list
}

// Notebook draws the notebook of the owner of a seat. In a match that is over it says how right
// they were, of those whose role was shown. Replaced is what a form has just replaced that was
// written elsewhere while it was open; nil for nothing.
func (p Pages) Notebook(s *table.State, seat games.Seat, n, replaced games.Notebook, lang text.Lang) *screen.Shown {
	b := p.book(s, seat, lang)
	f := b.own
	over := s.Phase != table.Live
	say := func(t ui.Text) { f.Head = append(f.Head, kit.Rich(f, t)) }
	if !over {
		say(ui.T("notebook.about"))
	}
	for _, other := range slices.Sorted(maps.Keys(replaced)) {
		say(ui.T("notebook.replaced", kit.NameOf(other), b.written(replaced[other])))
	}
	var edits discord.Row
	for other := range games.Seat(s.Match.Seats()) {
		if other == seat {
			continue
		}
		say(ui.T("notebook.entry", kit.NameOf(other), b.entry(other, n[other], over)))
		edits = append(edits, kit.Button(f, kit.NameOf(other), sign(n[other]), discordgo.SecondaryButton, kit.CustomID{Match: s.ID, Action: Edit, Arg: strconv.Itoa(int(other))}))
	}
	if over {
		if score := b.score(n); !score.IsZero() {
			say(score)
		}
	} else {
		for len(edits) > 0 {
			k := min(len(edits), discord.MaxButtons)
			f.Below, edits = append(f.Below, edits[:k:k]), edits[k:]
		}
	}
	return p.Draw(ui.Page{Title: ui.T("notebook.title"), Colour: screen.DefaultColour}, f)
}

// sign is the emoji of an entry's button.
func sign(e games.Entry) string {
	if s := e.Mark.Sign(); s != "" {
		return s
	}
	return "✏️"
}

// listed are texts one after another.
func listed(list []ui.Text) (all ui.Text) {
	for i, t := range list {
		if i == 0 {
			all = t
		} else {
			all = ui.T("notebook.more", all, t)
		}
	}
	return all
}

// marked is a mark in words.
func marked(m games.Mark) ui.Text {
	return ui.T("notebook.mark."+string(m), ui.Literal(m.Sign()))
}

// written is what an owner wrote, in a line.
func (b book) written(e games.Entry) ui.Text {
	var list []ui.Text
	if e.Mark != games.Unmarked {
		list = append(list, marked(e.Mark))
	}
	if len(e.Struck) > 0 {
		list = append(list, ui.T("notebook.struck", b.named(e.Struck)))
	}
	if e.Line != "" {
		list = append(list, ui.T("notebook.line", ui.Literal(e.Line)))
	}
	return listed(list)
}

// entry is what the notebook has about a seat, in a line.
func (b book) entry(seat games.Seat, e games.Entry, over bool) ui.Text {
	var all []ui.Text
	add := func(t ui.Text) { all = append(all, t) }
	know := b.suspect(seat)
	only := b.only(know)
	if only != "" {
		add(ui.T("notebook.is", b.named([]string{only})))
	}
	if e.Mark != games.Unmarked {
		add(marked(e.Mark))
	}
	if only == "" && len(know.Not) > 0 {
		add(ui.T("notebook.not", b.named(know.Not)))
	}
	var own []ui.Text
	for _, r := range e.Struck {
		name := b.named([]string{r})[0]
		switch {
		case know.Role == "" && slices.Contains(know.Not, r):
			continue
		case over && know.Role == r:
			name = ui.T("notebook.wrong", name)
		case over && know.Role != "":
			name = ui.T("notebook.good", name)
		}
		own = append(own, name)
	}
	if len(own) > 0 {
		add(ui.T("notebook.struck", own))
	}
	if e.Line != "" {
		add(ui.T("notebook.line", ui.Literal(e.Line)))
	}
	if len(all) == 0 {
		return ui.T("notebook.blank")
	}
	return listed(all)
}

// score is how many of the struck roles their seats do not have, of how many, and which. Where
// nothing was struck out it is zero.
func (b book) score(n games.Notebook) ui.Text {
	var which ui.Text
	right, all := 0, 0
	for _, seat := range slices.Sorted(maps.Keys(n)) {
		is, struck := b.suspect(seat).Role, n[seat].Struck
		if is == "" || len(struck) == 0 {
			continue
		}
		all += len(struck)
		struck = slices.DeleteFunc(slices.Clone(struck), func(r string) bool { return r == is })
		if len(struck) == 0 {
			continue
		}
		right += len(struck)
		of := ui.T("notebook.right.of", kit.NameOf(seat), b.named(struck))
		if which.IsZero() {
			which = of
		} else {
			which = ui.T("notebook.right.more", which, of)
		}
	}
	switch {
	case all == 0:
		return ui.Text{}
	case right == 0:
		return ui.T("notebook.right", right, all)
	default:
		return ui.T("notebook.right.which", right, all, which)
	}
}

// Form asks what the owner of a seat thinks of another one.
func (p Pages) Form(s *table.State, own, seat games.Seat, e games.Entry, lang text.Lang) discord.Modal {
	b := p.book(s, own, lang)
	f := b.own
	label := func(key string) string { return kit.Short(f, ui.T(key), discord.MaxInputLabel) }
	var marks []discord.MenuOption
	for _, m := range games.Marks {
		value, key := string(m), "notebook.form."+string(m)
		if m == games.Unmarked {
			value, key = none, "notebook.form.none"
		}
		marks = append(marks, discord.MenuOption{Label: kit.Short(f, ui.T(key), discord.MaxOptionText), Value: value, Default: m == e.Mark})
	}
	roles := discord.Menu{CustomID: Struck, Label: label("notebook.form.struck"), Placeholder: kit.Short(f, ui.T("notebook.form.roles"), discord.MaxPlaceholder), Min: 0, Max: len(b.roles)}
	know := b.suspect(seat)
	for i, r := range b.roles {
		struck := slices.Contains(e.Struck, r) || slices.Contains(know.Not, r) || know.Role != "" && know.Role != r
		roles.Options = append(roles.Options, discord.MenuOption{Label: kit.Short(f, b.named(b.roles)[i], discord.MaxOptionText), Value: r, Default: struck})
	}
	return discord.Modal{
		CustomID: kit.CustomID{Match: s.ID, Action: Save, Arg: SaveArg{seat, p.Key.Opened(s.ID, seat, e)}.String()}.String(),
		Title:    kit.Short(f, ui.T("notebook.form", kit.NameOf(seat)), discord.MaxModalTitle),
		Rows: []discord.Row{
			{discord.Radio{CustomID: MarkField, Label: label("notebook.form.mark"), Options: marks, Required: true}},
			{roles},
			{discord.Input{CustomID: Line, Label: label("notebook.form.line"), Value: e.Line, Max: games.MaxNotebookLine}},
		},
	}
}
