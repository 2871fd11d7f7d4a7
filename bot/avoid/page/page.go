// Package page draws a person's list of those with whom they do not want to sit at one table. It
// is pure.
package page

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// The actions of the controls. Their texts stand in messages that are in the world, so they
// stay.
const (
	Show kit.Action = "avoid"      // a page of the list, which the argument counts from 0
	Add  kit.Action = "avoid-add"  // menu: people
	Drop kit.Action = "avoid-drop" // argument: whom, and after a colon the page
)

// Size is how many people a page has: two rows of buttons take them from the list.
const Size = 2 * discord.MaxButtons

// People are the people of a list.
type People struct {
	List []discord.ID
	Page int     // from 0; the nearest one that there is
	Most int     // how many a list has
	Adds bool    // people can be chosen where the page is shown
	Said ui.Text // what came of the press; zero for nothing
}

// Pages draws the list.
type Pages struct{ kit.Kit }

// OnMe offers the list on the settings of a person.
func OnMe() kit.Offer { return kit.LinkTo(ui.T("avoid.link"), "🚷", kit.CustomID{Action: Show}) }

// List draws a page of the list. Its reader alone sees it.
func (p Pages) List(lang text.Lang, l People) *screen.Shown {
	f := p.Note(lang)
	pages := max(1, (len(l.List)+Size-1)/Size)
	at := min(max(l.Page, 0), pages-1)
	f.Head = append(f.Head, kit.Rich(f, ui.T("avoid.about")), "")
	if !l.Said.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, l.Said))
	}
	if len(l.List) == 0 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("avoid.empty")))
	}
	first := at * Size
	shown := l.List[first:min(first+Size, len(l.List))]
	var drops discord.Row
	for i, id := range shown {
		f.Head = append(f.Head, kit.Raw(f, ui.T("avoid.person", first+i+1, ui.Name(0)), kit.UserMention(id)))
		drops = append(drops, kit.Button(f, ui.T("avoid.drop", first+i+1), "✖️", discordgo.SecondaryButton, kit.CustomID{Action: Drop, Arg: id.String() + ":" + strconv.Itoa(at)}))
	}
	if pages > 1 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("avoid.page", at+1, pages)))
	}
	switch {
	case len(l.List) >= l.Most:
		f.Head = append(f.Head, kit.Rich(f, ui.T("avoid.full", l.Most)))
	case l.Adds:
		f.Below = append(f.Below, discord.Row{discord.Menu{
			Kind: discord.UserMenu, CustomID: kit.CustomID{Action: Add}.String(), Min: 1, Max: min(l.Most-len(l.List), discord.MaxOptions),
			Placeholder: kit.Short(f, ui.T("avoid.add"), discord.MaxPlaceholder),
		}})
	default:
		f.Head = append(f.Head, kit.Rich(f, ui.T("avoid.elsewhere")))
	}
	for len(drops) > 0 {
		n := min(len(drops), discord.MaxButtons)
		f.Below, drops = append(f.Below, drops[:n:n]), drops[n:]
	}
	var turn discord.Row
	if at > 0 {
		turn = append(turn, kit.Button(f, ui.T("avoid.before"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Show, Arg: strconv.Itoa(at - 1)}))
	}
	if at+1 < pages {
		turn = append(turn, kit.Button(f, ui.T("avoid.next"), "▶️", discordgo.SecondaryButton, kit.CustomID{Action: Show, Arg: strconv.Itoa(at + 1)}))
	}
	f.Below = append(f.Below, append(turn, kit.Button(f, ui.T("avoid.back"), "⚙️", discordgo.SecondaryButton, kit.CustomID{Action: kit.Me})))
	return p.Draw(ui.Page{Title: ui.T("avoid.title"), Colour: screen.DefaultColour}, f)
}
