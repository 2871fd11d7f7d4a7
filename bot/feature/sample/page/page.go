// Package page draws the pages of the sample feature. It is pure.
package page

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Read  kit.Action = "guestbook"
	Leave kit.Action = "guestbook-leave"
	Clear kit.Action = "guestbook-clear"
	Hang  kit.Action = "guestbook-hang"
	Party kit.Action = "guestbook-party"
	Shut  kit.Action = "guestbook-shut" // the argument says how the book is from then on
)

// Whether a book is open.
const (
	Open   = "open"
	Closed = "closed"
)

// State is the setting of whether a server's book is open.
var State = kit.Choice{Name: "guestbook", Rank: 100, Action: "guestbook-state", Key: "guestbook.state", Values: []string{Open, Closed}}

// Whom the tables of a server are for.
const (
	Everybody = "everybody"
	Guests    = "guests"
	Warned    = "warned" // others are warned that they do not stand in the book
)

// Tables is the setting of whom a server's tables are for.
var Tables = kit.Choice{Name: "guesttables", Rank: 101, Action: "guestbook-tables", Key: "guestbook.tables", Values: []string{Everybody, Guests, Warned}}

// MaxLine is how many characters a line may have.
const MaxLine = 80

// shown is how many lines a page has room for.
const shown = 10

// Guest is a line of the book. All of it is hostile.
type Guest struct {
	Name, Line string
	Reader     bool // it is the reader's
}

// Pages draws the pages.
type Pages struct{ kit.Kit }

// InLobby offers the book of the server where a table forms.
func InLobby(s *table.State, _ kit.Reader) kit.Offer {
	if s.Direct() {
		return nil
	}
	return kit.LinkTo(ui.T("guestbook.link"), "📓", kit.CustomID{Action: Read})
}

// OnTheWall is the argument of Read on the message that every person sees.
const OnTheWall = "wall"

// Hung draws the message that shows the book to every person.
func (p Pages) Hung(list []Guest, lang text.Lang) (*screen.Shown, error) {
	return kit.Public(func() *screen.Shown {
		f := p.Note(lang)
		page := lines(f, list)
		f.Below = []discord.Row{{kit.Button(f, ui.T("guestbook.link"), "📓", discordgo.SecondaryButton, kit.CustomID{Action: Read, Arg: OnTheWall})}}
		return p.Draw(page, f)
	})
}

// Event is the party of the guests in the server's list of events.
func (p Pages) Event(at time.Time, lang text.Lang) discord.ScheduledEvent {
	f := p.Note(lang)
	return discord.ScheduledEvent{
		Name:     kit.Short(f, ui.T("guestbook.party.name"), discord.MaxEventName),
		Location: kit.Short(f, ui.T("guestbook.party.where"), discord.MaxEventLocation),
		Start:    at, End: at.Add(time.Hour),
	}
}

// Book draws the book. Who manages the server may clear it, hang it up for every person, close it
// or open it again, or invite to a party. lack says why there can be none; zero where there can.
func (p Pages) Book(list []Guest, state string, manages bool, lack ui.Text, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	page := lines(f, list)
	var row discord.Row
	switch {
	case !manages || len(list) == 0:
	case lack.IsZero():
		row = append(row, kit.Button(f, ui.T("guestbook.party"), "🎉", discordgo.SecondaryButton, kit.CustomID{Action: Party}))
	default:
		page.Say(lack)
	}
	for _, g := range list {
		if g.Reader {
			row = append(row, kit.Button(f, ui.T("guestbook.leave"), "🧽", discordgo.SecondaryButton, kit.CustomID{Action: Leave}))
		}
	}
	if manages && len(list) > 0 {
		row = append(row, kit.Button(f, ui.T("guestbook.clear"), "🗑️", discordgo.DangerButton, kit.CustomID{Action: Clear}), kit.Button(f, ui.T("guestbook.hang"), "📌", discordgo.SecondaryButton, kit.CustomID{Action: Hang}))
	}
	if manages {
		other := Closed
		if state == Closed {
			other = Open
		}
		row = append(row, kit.Button(f, ui.T("guestbook.shut."+other), "🔏", discordgo.SecondaryButton, kit.CustomID{Action: Shut, Arg: other}))
	}
	if len(row) > 0 {
		f.Below = []discord.Row{row}
	}
	return p.Draw(page, f)
}

// Changed is the line of the audit log about a book that was closed or opened.
func Changed(f *screen.Frame, old, now string) string {
	return kit.Changed(kit.Rich(f, ui.T("guestbook.state.which")), kit.Rich(f, ui.T("guestbook.state."+old)), kit.Rich(f, ui.T("guestbook.state."+now)))
}

// lines is a page with the lines of the book.
func lines(f *screen.Frame, list []Guest) ui.Page {
	page := ui.Page{Title: ui.T("guestbook.title", len(list)), Colour: screen.DefaultColour}
	if len(list) == 0 {
		page.Say(ui.T("guestbook.empty"))
	}
	for i, g := range list[:min(len(list), shown)] {
		f.Names = append(f.Names, g.Name)
		page.Say(ui.T("guestbook.guest", ui.Name(i), g.Line))
	}
	if n := len(list) - shown; n > 0 {
		page.Say(ui.T("guestbook.more", n))
	}
	return page
}
