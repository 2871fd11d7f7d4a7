package page

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A Place is where a page has room for what features offer.
type Place int

// The places. What features offer stands there in the order of the features.
const (
	OnLobby   Place = iota // the board of a table that forms: behind its own buttons
	OnPanel                // the panel of who plays and is not away: below the game's page, last
	OnBoard                // the board of a match that goes on: behind the bot's own buttons
	OnEnd                  // the board and the panels of a match that has ended: before the next game
	OnLog                  // the log of a table: last
	OnMe                   // the settings of a person: behind those of features
	OnCall                 // the message that calls people to a lobby: last
	OnOptions              // the options of a table on a server: last
	OnServer               // the settings of a server: behind its presets
	OnNights               // the list of a server's nights: last
	OnResults              // what was played on a server: last
)

// rooms are how many offers have room at each place: what is left of a row of buttons, and in a
// lobby a further row.
var rooms = [...]int{OnLobby: 1 + discord.MaxButtons, OnPanel: 2, OnBoard: 1, OnEnd: 2, OnLog: 2, OnMe: 4, OnCall: discord.MaxButtons - 1, OnOptions: discord.MaxButtons, OnServer: discord.MaxButtons - 1, OnNights: discord.MaxButtons, OnResults: discord.MaxButtons - 2}

// Room is how many offers of all features stand at a place.
func (at Place) Room() int { return rooms[at] }

// BoardOf is where the board of a table has room.
func BoardOf(s *table.State) Place {
	if s.Phase == table.Live && !s.Direct() {
		return OnBoard
	}
	return PlaceOf(s)
}

// PlaceOf is where the panels of a table have room, and its board but in a match that goes on.
func PlaceOf(s *table.State) Place {
	switch s.Phase {
	case table.Lobby:
		return OnLobby
	case table.Live:
		return OnPanel
	}
	return OnEnd
}

// Offer draws what a feature adds to a page: a button, and on a panel or in a lobby perhaps a line to
// which it belongs. A button without a custom id is nothing to add. On a panel p is the page of the
// game; elsewhere it is empty. The frame speaks in the words of the feature, if it has any. The
// line is said in the words of the game and of the bot. On a panel whose controls need four
// rows it stands without its button.
type Offer func(p ui.Page, f *screen.Frame) (line ui.Text, button discord.Button)

// LinkTo offers a button that leads to a page of the feature.
func LinkTo(label ui.Text, icon string, id CustomID) Offer {
	return func(_ ui.Page, f *screen.Frame) (line ui.Text, button discord.Button) {
		return line, Button(f, label, icon, discordgo.SecondaryButton, id)
	}
}

// Saying is an Offer that speaks in the words of a feature; nil are those of the page.
func (o Offer) Saying(say *text.Catalogue) Offer {
	return func(p ui.Page, f *screen.Frame) (ui.Text, discord.Button) { return o(p, Saying(f, say)) }
}

// WithOffers adds what features offer to the row of a page without lines of theirs.
func WithOffers(row discord.Row, offers []Offer, f *screen.Frame) discord.Row {
	for _, offer := range offers {
		if _, button := offer(ui.Page{}, f); button.CustomID != "" {
			row = append(row, button)
		}
	}
	return row
}

// add adds to the page of a game on a panel what a feature offers.
func add(p *ui.Page, offer Offer, f *screen.Frame) {
	line, button := offer(*p, f)
	if button.CustomID == "" {
		return
	}
	p.Lines = slices.Clone(p.Lines)
	p.Say(line)
	if !crowded(p.Controls) && len(f.Below[0]) < discord.MaxButtons {
		f.Below[0] = append(f.Below[0], button)
	}
}

// crowded reports whether controls need four rows. They leave no room on a phone for a
// Button that most other pages have too.
func crowded(controls []ui.Control) bool {
	rows := 0
	for _, c := range controls {
		if c.Break || c.Menu != nil {
			rows++
		}
	}
	return rows >= 4
}
