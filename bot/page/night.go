package page

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/when"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Nights draws game nights.
type Nights struct{ Kit }

// What the controls of a night ask for. They stand in the argument of [Night], behind the
// night's id and a colon.
const (
	NightYes   = "yes"
	NightMaybe = "maybe"
	NightNo    = "no"
	NightWait  = "wait" // no button: a yes without a seat at the table
	NightMove  = "move" // button and form
	NightOff   = "off"  // asks first
	NightDrop  = "drop" // calls it off, behind a colon with the moment that was asked about
	NightPick  = "pick" // of the list: shows what can be done about the one that was chosen
)

// NightPage is what a night shows.
type NightPage struct {
	ID      string
	Game    games.Info
	Options map[string]string // that differ from what the game has
	Host    Named             // without a name if they were erased
	At      time.Time
	Coming  []Named // in the order of their answers
	Waiting []Named // those who come and have no seat, in the same order
	Maybe   []Named
	Not     int
	State   NightState
	Guild   discord.ID
	Channel discord.ID // of the announcement
	Message discord.ID
	Table   discord.ID // the message of the table that it opened, or 0
	TableAt discord.ID // its channel
	Refusal ui.Text    // why no table could be opened; zero for no reason
	Choice  string     // in the list: its moment, for a reader who may move it or call it off
}

// NightState is how far a night has come.
type NightState string

// The states of a night, as the catalogue names them.
const (
	NightIsPlanned NightState = "planned"
	NightIsBegun   NightState = "begun"
	NightIsEmpty   NightState = "empty"
	NightIsMissed  NightState = "missed"
	NightIsOff     NightState = "off"
)

// How many people a line names. Those who wait are told of it nowhere else.
const (
	namedGuests  = 12
	namedWaiting = 40
)

// Announcement draws the message that announces a night, or what became of it. Everybody
// may read it, and it mentions nobody.
func (p Nights) Announcement(n NightPage, lang text.Lang) (*screen.Shown, error) {
	return Public(func() *screen.Shown { return p.announcement(n, lang) })
}

func (p Nights) announcement(n NightPage, lang text.Lang) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	page := ui.Page{Title: ui.T("bot.night.title", ui.T("name"))}
	f.Head = []string{p.nightMoment(n.At)}
	say := func(key string, args ...any) { f.Head = append(f.Head, Rich(f, ui.T(key, args...))) }
	if n.State != NightIsPlanned {
		page.Colour = ColourEnded
		say("bot.night.is." + string(n.State))
	} else {
		page.Colour = screen.DefaultColour
		page.Show(n.Game.Cover)
		say("bot.lobby.facts", n.Game.Min, n.Game.Max, n.Game.Minutes[0], n.Game.Minutes[1])
	}
	if !n.Refusal.IsZero() {
		say("bot.match.refused", n.Refusal)
	}
	for _, o := range n.Game.Options {
		if v, set := n.Options[o.Key]; set {
			say("bot.presets.option", ui.T("option."+o.Key), OptionValue(o, v))
		}
	}
	if n.State == NightIsPlanned || n.State == NightIsMissed {
		p.guestLines(n, say)
	}
	if len(n.Waiting) > 0 {
		say("bot.night.waiting", len(n.Waiting), n.called(n.Waiting, namedWaiting))
	}
	if n.Host.Name != "" {
		say("bot.night.host", n.called([]Named{n.Host}, 1))
	}
	f.Below = p.nightControls(n, f)
	return p.Draw(page, f)
}

// guestLines say who comes.
func (p Nights) guestLines(n NightPage, say func(key string, args ...any)) {
	if len(n.Coming) == 0 {
		say("bot.night.coming.none")
	} else {
		say("bot.night.coming", len(n.Coming), n.called(n.Coming, namedGuests))
	}
	if len(n.Maybe) > 0 {
		say("bot.night.maybe", len(n.Maybe), n.called(n.Maybe, namedGuests))
	}
	if n.Not > 0 {
		say("bot.night.not", n.Not)
	}
	switch {
	case len(n.Coming) > n.Game.Max:
		say("bot.night.full", n.Game.Max)
	case len(n.Coming) > 0 && len(n.Coming) < n.Game.Min:
		say("bot.night.lack", n.Game.Min-len(n.Coming))
	}
}

// called names people of a list, told apart from all whom the announcement can name.
func (n NightPage) called(list []Named, most int) []ui.Text {
	all := slices.Concat([]Named{n.Host}, n.Coming, n.Waiting, n.Maybe)
	var names []ui.Text
	for _, who := range list[:min(len(list), most)] {
		names = append(names, ui.Literal(who.Among(slices.Values(all))))
	}
	if len(list) > most {
		names = append(names, ui.Literal("…"))
	}
	return names
}

// changeButtons move a night and call it off.
func (p Nights) changeButtons(n NightPage, f *screen.Frame) discord.Row {
	of := func(do, key, icon string) discord.Button {
		return Button(f, ui.T(key), icon, discordgo.SecondaryButton, CustomID{Action: Night, Arg: n.ID + ":" + do})
	}
	return discord.Row{of(NightMove, "bot.night.move", "🗓️"), of(NightOff, "bot.night.off", "🚫")}
}

// nightControls are the buttons below an announcement.
func (p Nights) nightControls(n NightPage, f *screen.Frame) []discord.Row {
	of := func(do, key, icon string, style discordgo.ButtonStyle) discord.Button {
		return Button(f, ui.T(key), icon, style, CustomID{Action: Night, Arg: n.ID + ":" + do})
	}
	change := p.changeButtons(n, f)
	switch n.State {
	case NightIsPlanned:
		return []discord.Row{
			{of(NightYes, "bot.night.yes", "✅", discordgo.SuccessButton), of(NightMaybe, "bot.night.perhaps", "🤔", discordgo.SecondaryButton), of(NightNo, "bot.night.no", "❌", discordgo.SecondaryButton)},
			append(discord.Row{Button(f, ui.T("bot.match.rules"), "📖", discordgo.SecondaryButton, CustomID{Action: Rules, Arg: n.Game.Name})}, change...),
		}
	case NightIsMissed:
		return []discord.Row{change[:1]}
	case NightIsBegun:
		if n.Table != 0 {
			return []discord.Row{{BoardLink(f, n.Guild, n.TableAt, n.Table)}}
		}
	}
	return nil
}

// nightMoment is when a night begins, in the time zone of each reader.
func (p Nights) nightMoment(at time.Time) string {
	return "🗓️ **" + Moment(at, "F") + "** · " + Moment(at, "R")
}

// Planned tells somebody that a night was announced or moved. place is the zone in which
// their words were read; it is zero where these named the moment exactly.
func (p Nights) Planned(n NightPage, lang text.Lang, moved bool, place ui.Text) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	key := "bot.night.announced"
	if moved {
		key = "bot.night.moved"
	}
	f.Head = []string{Rich(f, ui.T(key, ui.T("name"))), p.nightMoment(n.At)}
	if !place.IsZero() {
		f.Head = append(f.Head, Rich(f, ui.T("bot.night.zone", place)))
	}
	return p.Draw(ui.Page{}, f)
}

// NightMoment is a moment of a night as a custom id carries it.
func NightMoment(at time.Time) string { return strconv.FormatInt(at.Unix(), 36) }

// AskOff asks whether a night is to be called off.
func (p Nights) AskOff(n NightPage, lang text.Lang) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	f.Head = []string{Rich(f, ui.T("bot.night.off.ask", ui.T("name"))), p.nightMoment(n.At)}
	f.Below = []discord.Row{{Button(f, ui.T("bot.night.off"), "🚫", discordgo.DangerButton, CustomID{Action: Night, Arg: n.ID + ":" + NightDrop + ":" + NightMoment(n.At)})}}
	return p.Draw(ui.Page{}, f)
}

// List lists the nights that are planned on a server. A menu has those that the reader
// may move or call off, and below it is what can be done about the one that was picked.
func (p Nights) List(list []NightPage, picked string, lang text.Lang) *screen.Shown {
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.night.list")}
	menu := discord.Menu{CustomID: CustomID{Action: Night, Arg: ":" + NightPick}.String(), Placeholder: Short(f, ui.T("bot.night.pick"), discord.MaxPlaceholder)}
	var buttons discord.Row
	for _, n := range list {
		game := p.GameName(n.Game.Name, lang)
		line := Moment(n.At, "F") + " · " + Rich(f, ui.T("bot.night.line", ui.Literal(game), len(n.Coming)))
		if n.Message != 0 {
			line += " · " + MessageURL(n.Guild, n.Channel, n.Message)
		}
		f.Head = append(f.Head, line)
		if n.Choice == "" || len(menu.Options) == discord.MaxOptions {
			continue
		}
		menu.Options = append(menu.Options, discord.MenuOption{
			Label: Short(f, ui.Literal(game), discord.MaxOptionText), Description: Short(f, ui.Literal(n.Choice), discord.MaxOptionText), Value: n.ID, Default: n.ID == picked,
		})
		if n.ID == picked {
			buttons = p.changeButtons(n, f)
		}
	}
	if len(list) == 0 {
		f.Head = append(f.Head, Rich(f, ui.T("bot.night.none")))
	}
	f.Head = append(f.Head, Rich(f, ui.T("bot.night.how")))
	if len(menu.Options) > 0 {
		f.Below = append(f.Below, discord.Row{menu})
	}
	if len(buttons) > 0 {
		f.Below = append(f.Below, buttons)
	}
	return p.Draw(page, f)
}

// MoveForm asks when a night is to begin instead.
func (p Nights) MoveForm(n NightPage, lang text.Lang) discord.Modal {
	f := p.Note(lang)
	return discord.Modal{
		CustomID: CustomID{Action: Night, Arg: n.ID + ":" + NightMove}.String(),
		Title:    Short(f, ui.T("bot.night.move"), discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: Short(f, ui.T("bot.night.move.label"), discord.MaxInputLabel), Placeholder: Short(f, ui.T("bot.night.example"), discord.MaxPlaceholder),
			Min: 1, Max: when.MaxText, Required: true,
		}}},
	}
}

// Begins calls the guests who have a seat to their table, and no other guest.
func (p Nights) Begins(n NightPage, users []discord.ID, lang text.Lang) *discord.Message {
	f, m := p.GameNote(n.Game.Name, lang), &discord.Message{Public: true, Mentions: discord.Mentions{Users: users}}
	var who []string
	for _, u := range users {
		who = append(who, UserMention(u))
	}
	m.Content = strings.Join(who, " ") + "\n" + Rich(f, ui.T("bot.night.begins", ui.T("name")))
	if n.Table != 0 {
		m.Components = []discord.Row{{BoardLink(f, n.Guild, n.TableAt, n.Table)}}
	}
	return m
}

// Event is a night in the server's list of events.
func (p Nights) Event(n NightPage, lang text.Lang) discord.ScheduledEvent {
	f := p.GameNote(n.Game.Name, lang)
	return discord.ScheduledEvent{
		Name:        Short(f, ui.T("bot.night.title", ui.T("name")), discord.MaxEventName),
		Description: Short(f, ui.T("about"), discord.MaxEventDescription),
		Location:    MessageURL(n.Guild, n.Channel, n.Message),
		Start:       n.At, End: n.At.Add(max(time.Hour, time.Duration(n.Game.Minutes[1])*time.Minute)),
	}
}

// Moment is how a moment reads in a suggestion, which cannot show each reader their own
// time zone.
func (p Nights) Moment(at time.Time, lang text.Lang, place ui.Text) string {
	f := p.Note(lang)
	days := strings.Fields(Plain(f, ui.T("bot.night.days")))
	day := ""
	if len(days) == 7 {
		day = days[at.Weekday()] + " "
	}
	words := day + at.Format("02.01.2006 15:04")
	if !place.IsZero() {
		words += " · " + Plain(f, place)
	}
	cut, _ := screen.Cut(words, discord.MaxChoice)
	return cut
}

// Zone is the city by whose clock a time zone is known.
func (p Nights) Zone(name string) ui.Text { return ui.T("option.zone." + name) }

// Refusal is why a text is no moment that one can mean. It names the moments between
// which the presser has to choose.
func (p Nights) Refusal(e *when.Error, moments []string) error {
	switch e.Why {
	case when.Either:
		if len(moments) == 2 {
			return games.Refuse("bot.night.refuse.either", moments[0], moments[1])
		}
		return games.Refuse("bot.night.refuse.unclear", e.Word)
	case when.Unclear, when.NoDate, when.Skipped:
		if e.Word == "" {
			return games.Refuse("bot.night.refuse.unclear.all")
		}
		return games.Refuse("bot.night.refuse."+e.Why, e.Word)
	case when.Far:
		return games.Refuse("bot.night.refuse.far", int(when.MaxAhead.Hours()/24))
	}
	return games.Refuse("bot.night.refuse." + e.Why)
}
