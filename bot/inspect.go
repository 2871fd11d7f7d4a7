package bot

import (
	"context"
	"strings"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games/ui"
)

// Surface is what a message of a table should show, and where it is.
type Surface struct {
	Match       string
	Phase       table.Phase
	User        discord.ID // who alone sees it; 0 for the board
	Channel     discord.ID // of a board
	Translation bool       // the board in the language of the User, and no panel
	Message     discord.ID // 0 when it is yet to be posted, or when Discord did not tell
	Wording
	Under   []Wording // of a panel under notices that take a line, two and so on, where it differs; they leave less room
	Trouble string    // why Discord refused the last edit for good; empty when it did not
}

// Wording is what a message says.
type Wording struct {
	Text []string // what is written in it, from top to bottom
	IDs  []string // custom ids of its controls, in order
}

// farewellSoon is how long before the end of its token a panel is left out.
const farewellSoon = 2 * time.Minute

// inspect draws everything that the tables of this process show, as it should be at
// this moment. The soak compares it with what people see. A panel that is about to
// say farewell is left out.
func (f *surfaces) inspect(ctx context.Context) ([]Surface, error) {
	var list []Surface
	for _, s := range f.tables.Known(table.All()) {
		keys := []screen.Key{{Match: s.ID}}
		for _, p := range s.Players {
			keys = append(keys, screen.Key{Match: s.ID, User: p.ID})
		}
		for _, k := range f.reconciler.Private(s.ID) {
			if k.Translation {
				keys = append(keys, k)
			}
		}
		for _, k := range keys {
			at, ok := f.reconciler.Address(k)
			if !ok && (!k.Board() || s.Phase == table.Over || s.Phase == table.Void) {
				continue
			}
			if !k.Board() && !at.Panel.Lives(farewellSoon) {
				continue
			}
			shown, err := f.Draw(ctx, k, at, nil)
			if err != nil {
				return nil, err
			}
			if shown == nil {
				continue
			}
			one := Surface{Match: s.ID, Phase: s.Phase, User: k.User, Translation: k.Translation, Channel: at.Channel, Message: at.Message}
			if err := f.reconciler.Trouble(k); err != nil {
				one.Trouble = err.Error()
			}
			one.read(shown.Message)
			if one.Under, err = f.underNotices(ctx, k, at, one.Wording); err != nil {
				return nil, err
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// mostNotices is how many lines of notices are tried over a panel. Under more, a page that has
// less to say says no less.
const mostNotices = 20

// underNotices is what a panel says under notices, without them, where that is not what it
// says alone. A notice stands until the panel changes, and what made room for it with it.
func (f *surfaces) underNotices(ctx context.Context, k screen.Key, at screen.Address, alone Wording) (list []Wording, err error) {
	found, err := f.tables.Read(ctx, table.OfMatch(k.Match))
	s, _ := found.One()
	if k.Board() || k.Translation || s == nil || err != nil || closedFor(s, k.User) {
		return nil, err
	}
	pages := page.Sparing(f.pages, func(string) bool { return false })
	under := func(lines int) (is Wording, err error) {
		shown, err := f.panelBy(ctx, pages, s, k.User, at.Lang, at.Path, make([]ui.Text, lines)...) // empty lines
		if err == nil {
			is.read(shown.Message)
		}
		return is, err
	}
	written := func(is Wording) string { return strings.Join(strings.Fields(strings.Join(is.Text, " ")), " ") }
	last := written(alone)
	if shortest, err := under(mostNotices); err != nil || written(shortest) == last {
		return nil, err
	}
	for lines := range mostNotices {
		is, err := under(lines + 1)
		if err != nil {
			return nil, err
		}
		if now := written(is); now != last {
			list, last = append(list, is), now
		}
	}
	return list, nil
}

// read takes the words and the ids out of a message.
func (f *Wording) read(m *discord.Message) {
	f.Text = append(f.Text, m.Content)
	for _, e := range m.Embeds {
		f.Text = append(f.Text, e.Title, e.Description, discord.Footer(e))
	}
	for _, row := range m.Components {
		for _, c := range row {
			switch c := c.(type) {
			case discord.Button:
				f.Text = append(f.Text, c.Label)
				if c.CustomID != "" {
					f.IDs = append(f.IDs, c.CustomID)
				}
			case discord.Menu:
				f.Text = append(f.Text, c.Placeholder)
				f.IDs = append(f.IDs, c.CustomID)
				for _, o := range c.Options {
					f.Text = append(f.Text, o.Label, o.Description)
				}
			}
		}
	}
}
