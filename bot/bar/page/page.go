// Package page draws who is barred from the tables of a server. It is pure.
package page

import (
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/when"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Show kit.Action = "bars"     // a page of those who are barred, which the argument counts from 0
	Pick kit.Action = "bar-pick" // menu: a person
	Term kit.Action = "bar-term" // menu: one of [Terms]; argument: the person
	Bar  kit.Action = "bar"      // form; argument: the person, and after a colon the term
	Lift kit.Action = "bar-lift" // argument: the person, and after a colon the page
)

// The fields of the form, as it is sent.
const (
	Why   = "0"
	Until = "1" // of another term
)

// The terms of a bar, as custom ids carry them.
const (
	Ever  = "ever"
	Other = "other" // until a moment that is typed
)

// Terms are the terms in the order in which they are offered.
var Terms = []string{"day", "week", "month", Ever, Other}

var lengths = map[string]time.Duration{"day": 24 * time.Hour, "week": 7 * 24 * time.Hour, "month": 30 * 24 * time.Hour, Ever: 0}

// Length is how long a term is; 0 is for ever. It is false for a term of no fixed length.
func Length(term string) (d time.Duration, fixed bool) {
	d, fixed = lengths[term]
	return d, fixed
}

// MaxWhy is how many characters a reason may have.
const MaxWhy = 200

// Size is how many people a page has: a row of buttons lifts their bars.
const Size = discord.MaxButtons

// Barred is the bar of a person. The reason is hostile.
type Barred struct {
	User  discord.ID
	Until time.Time // by Discord's clock; zero for ever
	Why   string    // empty for none
}

// List is a page of those who are barred.
type List struct {
	Bars     []Barred // of all pages
	Page     int      // from 0; the nearest one that there is
	Said     ui.Text  // what came of the press; zero for nothing
	Settings bool     // the reader may open the settings of the server
}

// Ask is the question until when a person is barred.
type Ask struct {
	Barred
	Now bool // they are barred now
}

// Pages draws the pages.
type Pages struct{ kit.Kit }

// OnServer offers the list on the settings of a server.
func OnServer() kit.Offer { return kit.LinkTo(ui.T("bar.link"), "⛔", kit.CustomID{Action: Show}) }

// until says until when a person is barred.
func until(f *screen.Frame, at time.Time) string {
	if at.IsZero() {
		return kit.Rich(f, ui.T("bar.until.ever"))
	}
	return kit.Raw(f, ui.T("bar.until", ui.Name(0)), kit.Moment(at, "f"))
}

// line says of a bar until when it is, and why.
func (b Barred) line(f *screen.Frame) string {
	s := until(f, b.Until)
	if b.Why != "" {
		s += " · " + kit.Rich(f, ui.T("bar.why", b.Why))
	}
	return s
}

// List draws a page of those who are barred.
func (p Pages) List(lang text.Lang, l List) *screen.Shown {
	f := p.Note(lang)
	pages := max(1, (len(l.Bars)+Size-1)/Size)
	at := min(max(l.Page, 0), pages-1)
	f.Head = []string{kit.Rich(f, ui.T("bar.about")), ""}
	if !l.Said.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, l.Said))
	}
	if len(l.Bars) == 0 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bar.empty")))
	}
	f.Below = []discord.Row{{discord.Menu{Kind: discord.UserMenu, CustomID: kit.CustomID{Action: Pick}.String(), Placeholder: kit.Short(f, ui.T("bar.pick"), discord.MaxPlaceholder)}}}
	first := at * Size
	var lifts, turn discord.Row
	for i, b := range l.Bars[first:min(first+Size, len(l.Bars))] {
		n := first + i + 1
		f.Head = append(f.Head, kit.Raw(f, ui.T("bar.person", n, ui.Name(0)), kit.UserMention(b.User))+" · "+b.line(f))
		lifts = append(lifts, kit.Button(f, ui.T("bar.lift", n), "🔓", discordgo.SecondaryButton, kit.CustomID{Action: Lift, Arg: b.User.String() + ":" + strconv.Itoa(at)}))
	}
	if pages > 1 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bar.page", at+1, pages)))
	}
	if len(lifts) > 0 {
		f.Below = append(f.Below, lifts)
	}
	if at > 0 {
		turn = append(turn, kit.Button(f, ui.T("bar.before"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Show, Arg: strconv.Itoa(at - 1)}))
	}
	if at+1 < pages {
		turn = append(turn, kit.Button(f, ui.T("bar.next"), "▶️", discordgo.SecondaryButton, kit.CustomID{Action: Show, Arg: strconv.Itoa(at + 1)}))
	}
	if l.Settings {
		turn = append(turn, kit.Button(f, ui.T("bar.settings"), "⚙️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Settings}))
	}
	if len(turn) > 0 {
		f.Below = append(f.Below, turn)
	}
	return p.Draw(ui.Page{Title: ui.T("bar.title"), Colour: screen.DefaultColour}, f)
}

// Ask asks until when a person is barred.
func (p Pages) Ask(lang text.Lang, a Ask) *screen.Shown {
	f := p.Note(lang)
	f.Head = []string{kit.Raw(f, ui.T("bar.ask", ui.Name(0)), kit.UserMention(a.User))}
	if a.Now {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bar.now"))+" "+a.line(f))
	}
	f.Head = append(f.Head, kit.Rich(f, ui.T("bar.told")))
	menu := kit.ChoiceMenu(f, Term, Terms, "bar.term.", "")
	menu.CustomID, menu.Placeholder = kit.CustomID{Action: Term, Arg: a.User.String()}.String(), kit.Short(f, ui.T("bar.terms"), discord.MaxPlaceholder)
	f.Below = []discord.Row{{menu}, {kit.Button(f, ui.T("bar.before"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Show})}}
	return p.Draw(ui.Page{Title: ui.T("bar.title"), Colour: screen.DefaultColour}, f)
}

// Form asks why a person is barred, and of another term until when.
func (p Pages) Form(lang text.Lang, user discord.ID, term string) discord.Modal {
	f := p.Note(lang)
	m := discord.Modal{
		CustomID: kit.CustomID{Action: Bar, Arg: user.String() + ":" + term}.String(),
		Title:    kit.Short(f, ui.T("bar.form"), discord.MaxModalTitle),
	}
	if term == Other {
		m.Rows = append(m.Rows, discord.Row{discord.Input{
			CustomID: Until, Label: kit.Short(f, ui.T("bar.form.until"), discord.MaxInputLabel), Description: kit.Short(f, ui.T("bar.form.until.about"), discord.MaxInputHint),
			Placeholder: kit.Short(f, ui.T("bar.form.example"), discord.MaxInputHint), Min: 1, Max: when.MaxText, Required: true,
		}})
	}
	m.Rows = append(m.Rows, discord.Row{discord.Input{
		CustomID: Why, Label: kit.Short(f, ui.T("bar.form.why"), discord.MaxInputLabel), Description: kit.Short(f, ui.T("bar.form.why.about"), discord.MaxInputHint), Max: MaxWhy,
	}})
	return m
}

// Notice is the direct message that tells a person of their bar. It names the server. Where the name
// is not known, a channel leads there.
func (p Pages) Notice(lang text.Lang, server string, from discord.ID, b Barred) (*screen.Shown, error) {
	return kit.Public(func() *screen.Shown {
		f := p.Note(lang)
		said := kit.Rich(f, ui.T("bar.notice", server))
		if server == "" {
			said = kit.Raw(f, ui.T("bar.notice.channel", ui.Name(0)), kit.ChannelMention(from))
		}
		f.Head = []string{said, b.line(f)}
		return p.Draw(ui.Page{Title: ui.T("bar.notice.title"), Colour: kit.ColourWarning}, f)
	})
}

// Refusal refuses a person who is barred, in words that say until when and why.
func Refusal(at time.Time, why string) error {
	args := []any{}
	key := "bar.refuse"
	if at.IsZero() {
		key += ".ever"
	} else {
		args = append(args, ui.Moment(at.Unix()))
	}
	if why != "" {
		key += ".why"
		args = append(args, why)
	}
	return games.Refuse(key, args...)
}

// Unread refuses words that are no moment, and names them.
func Unread(typed string, e *when.Error) error {
	switch e.Why {
	case when.Past:
		return games.Refuse("bar.refuse.past", typed)
	case when.Far:
		return games.Refuse("bar.refuse.far", typed, int(when.MaxAhead.Hours()/24))
	}
	return games.Refuse("bar.refuse.moment", typed)
}

// Changed is the line of the audit log about the bar of a person, who is 0 when they were
// erased. A value is empty for no bar, [Ever], or the second in which the bar ends.
func Changed(f *screen.Frame, user discord.ID, old, now string) string {
	who := kit.UserMention(user)
	if user == 0 {
		who = kit.Rich(f, ui.T("bar.erased"))
	}
	key := "bar.audit.barred"
	switch {
	case now == "":
		return kit.Raw(f, ui.T("bar.audit.lifted", ui.Name(0)), who)
	case old != "":
		key = "bar.audit.changed"
	}
	at := time.Time{}
	if n, err := strconv.ParseInt(now, 10, 64); err == nil {
		at = time.Unix(n, 0)
	}
	return kit.Raw(f, ui.T(key, ui.Name(0)), who) + " · " + until(f, at)
}
