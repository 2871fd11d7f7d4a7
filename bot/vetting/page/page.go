// Package page draws what a server's moderators read of told dreams. It is pure.
package page

import (
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
	About    kit.Action = "vetting-about"
	Read     kit.Action = "vetting-read"
	Show     kit.Action = "vetting-show"     // argument: the public turn number at which the dream waits
	Withhold kit.Action = "vetting-withhold" // likewise
	setting  kit.Action = "vetting"
)

// What becomes of told dreams on a server.
const (
	AtOnce = "at-once"
	Wait   = "wait"
)

// Told is the setting of what becomes of told dreams.
var Told = kit.Choice{Name: "vetting", Group: kit.OrderSettings, Rank: 76, Action: setting, Key: "vetting.told", Values: []string{AtOnce, Wait}}

// Pages draws the pages.
type Pages struct {
	kit.Kit
	Say *text.Catalogue // the words of the feature
}

// Tells reports whether people tell dreams in writing at a table on a server, as it is agreed.
func Tells(s *table.State) bool {
	spoken := func(o games.Option) bool { return o.Aloud != "" && s.Options[o.Key] == o.Aloud }
	return !s.Direct() && s.Game.Holds() && !slices.ContainsFunc(s.Game.Info().Options, spoken)
}

// InLobby says in a lobby that told dreams wait.
func InLobby(s *table.State) kit.Offer {
	return kit.LinkTo(ui.T("vetting.lobby"), "🛡️", kit.CustomID{Match: s.ID, Action: About})
}

// OnBoard offers moderators to read a dream that waits.
func OnBoard(s *table.State, _ kit.Reader) kit.Offer {
	if s.Match == nil {
		return nil
	}
	if _, waits := s.Match.Held(); !waits {
		return nil
	}
	return kit.LinkTo(ui.T("vetting.read"), "🛡️", kit.CustomID{Match: s.ID, Action: Read})
}

// About draws what becomes of told dreams.
func (p Pages) About(lang text.Lang) *screen.Shown {
	page := ui.Page{Title: ui.T("vetting.title"), Colour: screen.DefaultColour}
	page.Say(ui.T("vetting.about"), ui.T("vetting.about.alone"), ui.T("vetting.about.who"))
	return p.Draw(page, p.Note(lang))
}

// Read draws the dream that waits at a table, with the buttons that decide. It is false where
// none waits.
func (p Pages) Read(s *table.State, lang text.Lang) (*screen.Shown, bool) {
	if s.Match == nil {
		return nil, false
	}
	held, waits := s.Match.Held()
	if !waits {
		return nil, false
	}
	f := kit.Saying(p.Frame(s, lang), p.Say)
	page := ui.Page{Title: ui.T("vetting.title"), Colour: screen.DefaultColour}
	page.Say(ui.T("vetting.author", ui.Name(held.Seat)))
	for line := range strings.Lines(held.Words) {
		if line = strings.TrimSpace(line); line != "" {
			page.Say(ui.T("vetting.quote", line))
		}
	}
	page.Gap()
	page.Say(ui.T("vetting.decide", ui.Until(s.Match.Status().Due)))
	id := func(a kit.Action) kit.CustomID {
		return kit.CustomID{Match: s.ID, Action: a, Arg: strconv.Itoa(s.Turns[0])}
	}
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("vetting.show"), "✅", discordgo.SuccessButton, id(Show)),
		kit.Button(f, ui.T("vetting.withhold"), "🙈", discordgo.DangerButton, id(Withhold)),
	}}
	return p.Draw(page, f), true
}

// Decided is the line of the audit log about a dream that was shown or withheld. The author is
// 0 when they were erased or had left.
func (p Pages) Decided(f *screen.Frame, shown bool, game string, channel, author discord.ID) string {
	key := "vetting.audit.withheld"
	if shown {
		key = "vetting.audit.shown"
	}
	line := kit.Raw(f, ui.T(key, ui.Literal(p.GameName(game, f.Lang)), ui.Name(0)), kit.ChannelMention(channel))
	if author == 0 {
		return line
	}
	return line + ": " + kit.UserMention(author)
}
