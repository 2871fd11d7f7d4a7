package bot

import (
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// names are the people at a table as they call themselves, by seat.
func names(s *table.State) []string {
	list := make([]string, len(s.Players))
	for i, p := range s.Players {
		list[i] = p.Name
	}
	return list
}

// at is the frame of a page of a match.
func (b *Bot) at(s *table.State, lang text.Lang) *screen.Frame {
	f := &screen.Frame{
		Say: Catalogue(), Lang: lang, Game: s.Game.Info().Name, Names: names(s),
		Match: s.ID, Clock: s.Clock,
		More: say(Catalogue(), lang, ui.T("bot.menu.more")),
	}
	if g := b.games[f.Game]; g != nil {
		f.Say = g.say
	}
	f.When = s.When
	return f
}

// rich says a line of the frame's catalogue with markdown.
func rich(f *screen.Frame, t ui.Text) string { return f.Say.Say(f.Lang, t, screen.Rich{Frame: f}) }

// plain says it for places without markdown.
func plain(f *screen.Frame, t ui.Text) string { return f.Say.Say(f.Lang, t, screen.Plain{Frame: f}) }

// push is a button of the bot's own.
func push(f *screen.Frame, label ui.Text, icon string, style discordgo.ButtonStyle, b button) discord.Button {
	words, _ := screen.Cut(screen.Line(plain(f, label)), 80)
	return discord.Button{CustomID: b.String(), Label: words, Emoji: icon, Style: style}
}

// board is what everybody sees of a table.
func (b *Bot) board(s *table.State, lang text.Lang) *screen.Shown {
	f := b.at(s, lang)
	switch {
	case s.Phase == table.Lobby:
		return b.lobby(s, f)
	case s.Phase == table.Void:
		b.luck(s, f)
		return b.void(s, f)
	}
	b.around(s, f)
	row := discord.Row{push(f, ui.T("bot.match.panel"), "🌙", discordgo.PrimaryButton, button{match: s.ID, verb: verbPanel})}
	if s.Phase == table.Over {
		row = append(row, b.more(s, f)...)
	}
	if s.Phase == table.Live {
		b.people(s, f)
		if !s.Paused.IsZero() && !s.Halted && s.Match != nil {
			row = append(row, push(f, ui.T("bot.match.resume"), "▶️", discordgo.SuccessButton, button{match: s.ID, verb: verbResume}))
		}
		if len(s.Vacant()) > 0 {
			row = append(row, push(f, ui.T("bot.board.take"), "🪑", discordgo.SuccessButton, button{match: s.ID, verb: verbTake}))
		}
		row = append(row, b.votes(s, f)...)
	}
	// A game has the other four rows of a message. Where there is much to press in
	// this one, the rules give way, which are a command too.
	if len(row) < 3 {
		row = slices.Insert(row, 1, discord.Component(push(f, ui.T("bot.match.rules"), "📖", discordgo.SecondaryButton, button{verb: verbRules, arg: f.Game})))
	}
	f.Below = []discord.Row{row}
	b.luck(s, f)
	if len(s.Turns) > 0 {
		f.Turn = s.Turns[0]
	}
	return b.page(s, games.Viewer{}, "", f)
}

// luck puts into a frame what commits the match to its luck.
func (b *Bot) luck(s *table.State, f *screen.Frame) {
	switch {
	case s.Seed != "":
		f.Footer = plain(f, ui.T("bot.match.seed", s.Seed))
	case s.SeedHash != "":
		f.Footer = plain(f, ui.T("bot.match.hash", s.SeedHash))
	}
}

// more is the button that opens the table after this one, or joins it, as long as
// one of both can be done.
func (b *Bot) more(s *table.State, f *screen.Frame) discord.Row {
	for _, next := range b.tables.All() {
		if next.CurrentChannel() == s.CurrentChannel() && next.Created.After(s.Created) && (next.Phase != table.Lobby || next.Previous != s.ID) {
			return nil
		}
	}
	return discord.Row{push(f, ui.T("bot.match.again"), "🔁", discordgo.SuccessButton, button{match: s.ID, verb: verbAgain})}
}

// around puts into a frame what stands over every page of a match: why it is
// paused, that it goes on, and what is being voted on.
func (b *Bot) around(s *table.State, f *screen.Frame) {
	if s.Phase == table.Live && !s.Paused.IsZero() {
		f.Head = append(f.Head, rich(f, ui.T("bot.match.paused", s.Paused)))
	}
	if s.Phase == table.Live && s.Outage >= noticed {
		f.Head = append(f.Head, rich(f, ui.T("bot.match.resumed", ui.Span(s.Outage))))
	}
	if s.Phase == table.Live {
		b.motion(s, f)
	}
}

// noticed is how long the bot must have been away for people to be told.
const noticed = 2 * time.Second

// page draws a page of a match. A match that has none, because it cannot be
// read, has what stands around it.
func (b *Bot) page(s *table.State, v games.Viewer, path string, f *screen.Frame) *screen.Shown {
	if s.Match == nil {
		return b.painter.Page(ui.Page{Title: ui.T("name")}, f)
	}
	return b.painter.Page(s.Match.Page(v, path), f)
}

// void is the board of a match without an end. Of one that had begun it shows the
// last page for everybody, if the game can still draw it: what was reached stays
// to be seen, without the deadlines that no clock reaches any more, and stopping
// does not depend on the game's code.
func (b *Bot) void(s *table.State, f *screen.Frame) *screen.Shown {
	p := ui.Page{Title: ui.T("bot.match.void", ui.T("name")), Lines: []ui.Text{ui.T("bot.match.void.line")}, Colour: 0x636e72}
	if s.Started.IsZero() {
		p.Title, p.Lines = ui.T("bot.match.expired", ui.T("name")), []ui.Text{ui.T("bot.match.expired.line")}
	}
	if !s.VoidReason.IsZero() {
		p.Lines = []ui.Text{s.VoidReason}
	}
	if row := b.more(s, f); len(row) > 0 {
		f.Below = []discord.Row{row}
	}
	if s.Match != nil && !s.Started.IsZero() {
		shown, err := drawn(func() *screen.Shown {
			last := s.Match.Page(games.Viewer{}, "")
			whole := p
			whole.Lines = append(slices.Clone(p.Lines), ui.Text{}, ui.T("bot.match.void.last", last.Title))
			whole.Lines = append(whole.Lines, slices.DeleteFunc(slices.Clone(last.Lines), dated)...)
			whole.Pictures = last.Pictures
			return b.painter.Page(whole, f)
		})
		if err == nil {
			return shown
		}
		if b.once("void " + s.ID) {
			b.log.Error().Err(err).Str("match", s.ID).Msg("the last page of a stopped match is not shown")
		}
	}
	return b.painter.Page(p, f)
}

// dated reports whether a line names a moment of the match clock.
func dated(line ui.Text) bool {
	return slices.ContainsFunc(line.Args, func(arg any) bool {
		switch arg := arg.(type) {
		case ui.Until:
			return true
		case ui.Text:
			return dated(arg)
		case []ui.Text:
			return slices.ContainsFunc(arg, dated)
		default:
			return false
		}
	})
}

// idle is a page without what only somebody with a seat can do.
func idle(p ui.Page) ui.Page {
	var kept []ui.Control
	for _, c := range p.Controls {
		switch {
		case c.Menu != nil:
			c.Menu = slices.DeleteFunc(slices.Clone(c.Menu), func(l ui.Choice) bool { return l.To.Kind != ui.KindOpen })
			if len(c.Menu) > 0 {
				kept = append(kept, c)
			}
		case c.To.Kind == ui.KindOpen && !c.Off:
			kept = append(kept, c)
		}
	}
	p.Controls = kept
	return p
}

// lobby is the board of a table that waits for players.
func (b *Bot) lobby(s *table.State, f *screen.Frame) *screen.Shown {
	info := s.Game.Info()
	p := ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Colour: screen.DefaultColour}
	p.Lines = append(p.Lines, ui.T("about"),
		ui.T("bot.lobby.minutes", info.Minutes[0], info.Minutes[1]), ui.Text{},
		ui.T("bot.lobby.players", len(s.Players), info.Min, info.Max))
	var waits []ui.Text
	for i, who := range s.Players {
		key := "bot.lobby.player"
		if who.ID == s.Host {
			key += ".host"
		}
		if who.Ready {
			key += ".ready"
		} else if who.ID != s.Host {
			waits = append(waits, ui.Text{Args: []any{ui.Name(i)}})
		}
		p.Lines = append(p.Lines, ui.T(key, ui.Name(i)))
	}
	if len(s.Players) == 0 {
		p.Lines = append(p.Lines, ui.T("bot.lobby.nobody"))
	}
	p.Lines = append(p.Lines, ui.Text{})
	lack := info.Min - len(s.Players)
	switch {
	case lack > 0:
		p.Lines = append(p.Lines, ui.T("bot.lobby.missing", lack))
	case len(waits) > 0:
		p.Lines = append(p.Lines, ui.T("bot.lobby.waits", waits))
	default:
		p.Lines = append(p.Lines, ui.T("bot.lobby.go"))
	}
	p.Lines = append(p.Lines, ui.Text{}, ui.T("bot.lobby.options"))
	for _, o := range info.Options {
		p.Lines = append(p.Lines, ui.T("bot.lobby.option", ui.T("option."+o.Key), value(o, s.Options[o.Key])))
	}
	// No match clock runs in a lobby; what comes there is when it closes.
	f.When = func(at time.Duration) (time.Time, bool) { return s.Expires.Add(at), true }
	p.Lines = append(p.Lines, ui.Text{}, ui.T("bot.lobby.expires", ui.Until(0)))
	f.Footer = plain(f, ui.T("bot.lobby.foot"))

	start := push(f, ui.T("bot.lobby.start"), "▶️", discordgo.PrimaryButton, button{match: s.ID, verb: verbStart})
	if lack > 0 {
		start.Disabled = true
		start.Label, _ = screen.Cut(plain(f, ui.T("bot.lobby.start.missing", lack)), 80)
	}
	f.Below = []discord.Row{
		{
			push(f, ui.T("bot.lobby.join"), "🪑", discordgo.SuccessButton, button{match: s.ID, verb: verbJoin}),
			push(f, ui.T("bot.lobby.ready"), "✅", discordgo.SecondaryButton, button{match: s.ID, verb: verbReady}),
			start,
		},
		{
			push(f, ui.T("bot.lobby.leave"), "🚪", discordgo.SecondaryButton, button{match: s.ID, verb: verbLeave}),
			push(f, ui.T("bot.lobby.change"), "⚙️", discordgo.SecondaryButton, button{match: s.ID, verb: verbOptions}),
			push(f, ui.T("bot.lobby.rules"), "📖", discordgo.SecondaryButton, button{verb: verbRules, arg: f.Game}),
			push(f, ui.T("bot.lobby.extend"), "⏳", discordgo.SecondaryButton, button{match: s.ID, verb: verbExtend}),
		},
	}
	return b.painter.Page(p, f)
}

// value is how an option's value is called.
func value(o games.Option, v string) ui.Text {
	if o.Max > 0 {
		return ui.Literal(v)
	}
	return ui.T("option." + o.Key + "." + v)
}

// panel is what somebody sees of a table alone.
func (b *Bot) panel(s *table.State, user discord.ID, lang text.Lang, path string, head ...ui.Text) *screen.Shown {
	f := b.at(s, lang)
	for _, t := range head {
		f.Head = append(f.Head, rich(f, t))
	}
	seat, seated := s.Seat(user)
	if a, ok := parseAside(path); ok {
		if s.Phase == table.Lobby || s.Phase == table.Live {
			return b.aside(s, user, a, f)
		}
		path = ""
	}
	if row := b.below(s, user, f); len(row) > 0 {
		f.Below = []discord.Row{row}
	}
	switch {
	case s.Phase == table.Lobby && seated:
		return b.painter.Page(ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Lines: []ui.Text{ui.T("bot.match.seated")}}, f)
	case s.Phase == table.Lobby:
		return b.painter.Page(ui.Page{Title: ui.T("bot.lobby.title", ui.T("name")), Lines: []ui.Text{ui.T("bot.match.lobby")}}, f)
	case s.Phase == table.Void:
		f.Below = nil
		return b.void(s, f)
	}
	v, turn := games.Viewer{}, 0
	if seated {
		v, turn = seat.Viewer(), int(seat)+1
	} else {
		f.Head = append(f.Head, rich(f, ui.T("bot.match.watching")))
	}
	if seated && s.Phase == table.Live && s.Players[seat].Asleep {
		f.Head = append(f.Head, rich(f, ui.T("bot.panel.asleep")))
	}
	b.around(s, f)
	if turn < len(s.Turns) {
		f.Turn = s.Turns[turn]
	}
	if !seated && s.Match != nil {
		return b.painter.Page(idle(s.Match.Page(v, path)), f)
	}
	return b.page(s, v, path, f)
}

// farewell is what a panel shows when its token ends. Pressing it wakes it.
func (b *Bot) farewell(s *table.State, user discord.ID, lang text.Lang) *screen.Shown {
	f := b.at(s, lang)
	if seat, ok := s.Seat(user); ok && int(seat)+1 < len(s.Turns) {
		f.Turn = s.Turns[seat+1]
	}
	return b.painter.Page(ui.Page{
		Title: ui.T("bot.panel.farewell.title"), Lines: []ui.Text{ui.T("bot.panel.farewell")},
		Controls: []ui.Control{{Label: ui.T("bot.panel.wake"), Icon: "🌙", Style: ui.Primary, To: ui.Open("")}},
	}, f)
}

// drawn draws with a game's code, whose panic is an error here.
func drawn(draw func() *screen.Shown) (s *screen.Shown, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = nil, fmt.Errorf("a page panics with %T", r)
		}
	}()
	return draw(), nil
}
