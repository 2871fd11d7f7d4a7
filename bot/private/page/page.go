// Package page draws who may join a table. It is pure.
package page

import (
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
	Show   kit.Action = "private"        // who may join
	Switch kit.Action = "private-on"     // argument: [kit.Yes] or [kit.No]
	Guests kit.Action = "private-guests" // menu: people
	Role   kit.Action = "private-role"   // menu: a role, or none
)

// Most is how many people are invited to a table.
const Most = discord.MaxOptions

// Door is what a reader sees of who may join a table.
type Door struct {
	Private bool
	May     bool         // the reader may join
	Hosts   bool         // the reader may change it; others see neither guests nor role
	Role    discord.ID   // 0 for none
	Guests  []discord.ID // some of them may have played the match before
	Saved   bool         // it was just changed
}

// Pages draws who may join.
type Pages struct{ kit.Kit }

// InLobby says on the board of a private table that it is one, and offers to see who may join. Whom
// the host invites is not said there.
func InLobby(s *table.State, d Door) kit.Offer {
	if !d.Private || s.Direct() {
		return nil
	}
	line := "private.line"
	if d.Role != 0 {
		line = "private.line.role"
	}
	return func(p ui.Page, f *screen.Frame) (ui.Text, discord.Button) {
		_, button := link(s, "private.lobby")(p, f)
		return ui.Literal(kit.Plain(f, ui.T(line))), button
	}
}

// OnOptions offers the host of a lobby to say who may join.
func OnOptions(s *table.State, _ kit.Reader) kit.Offer {
	if s.Direct() {
		return nil
	}
	return link(s, "private.link")
}

func link(s *table.State, key string) kit.Offer {
	return kit.LinkTo(ui.T(key), "🔒", kit.CustomID{Match: s.ID, Action: Show})
}

// Door draws who may join a table.
func (p Pages) Door(s *table.State, lang text.Lang, d Door) *screen.Shown {
	f := p.Note(lang)
	say := func(key string, args ...any) { f.Head = append(f.Head, kit.Rich(f, ui.T(key, args...))) }
	switch {
	case !d.Private:
		say("private.off")
	case d.Hosts:
		say("private.on")
	case d.May:
		say("private.may")
	default:
		say("private.may-not", hostName(s))
	}
	if d.Hosts {
		p.controls(s, f, d)
	}
	if d.Private {
		say("private.seen")
	}
	if d.Saved {
		say("bot.settings.saved")
	}
	return p.Draw(ui.Page{Title: ui.T("private.title"), Colour: screen.DefaultColour}, f)
}

// controls are what the host changes.
func (p Pages) controls(s *table.State, f *screen.Frame, d Door) {
	id := func(a kit.Action, arg string) kit.CustomID {
		return kit.CustomID{Match: s.ID, Action: a, Arg: arg}
	}
	if d.Private {
		for _, who := range d.Guests {
			f.Head = append(f.Head, "· "+kit.UserMention(who))
		}
		if d.Role != 0 {
			f.Head = append(f.Head, "· <@&"+d.Role.String()+">")
		}
		if d.Role == 0 && len(d.Guests) == 0 {
			f.Head = append(f.Head, kit.Rich(f, ui.T("private.nobody")))
		}
	}
	guests := discord.Menu{
		Kind: discord.UserMenu, CustomID: id(Guests, "").String(), Placeholder: kit.Short(f, ui.T("private.invite"), discord.MaxPlaceholder),
		Chosen: d.Guests[:min(len(d.Guests), Most)], Max: Most,
	}
	role := discord.Menu{Kind: discord.RoleMenu, CustomID: id(Role, "").String(), Placeholder: kit.Short(f, ui.T("private.role"), discord.MaxPlaceholder), Max: 1}
	if d.Role != 0 {
		role.Chosen = []discord.ID{d.Role}
	}
	turn := kit.Button(f, ui.T("private.make"), "🔒", discordgo.SecondaryButton, id(Switch, kit.Yes))
	if d.Private {
		turn = kit.Button(f, ui.T("private.end"), "🔓", discordgo.SecondaryButton, id(Switch, kit.No))
	}
	f.Below = []discord.Row{{guests}, {role}, {turn, kit.Button(f, ui.T("private.options"), "⚙️", discordgo.SecondaryButton, kit.CustomID{Match: s.ID, Action: kit.Options})}}
}

// Refusal refuses to let a person join, in words that name the host.
func Refusal(s *table.State) error {
	name := hostName(s)
	if name.IsZero() {
		return games.Refuse("private.refuse.hostless")
	}
	return games.Refuse("private.refuse", name)
}

// hostName is the name of the host of a table; zero where it has none.
func hostName(s *table.State) ui.Text {
	if seat, sits := s.Seat(s.Host); sits {
		return ui.Literal(s.Players[seat].Name)
	}
	return ui.Text{}
}
