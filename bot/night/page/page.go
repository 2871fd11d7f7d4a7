// Package page draws game nights: their announcements, events and lists. It is pure.
package page

import (
	"slices"
	"strconv"
	"strings"
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

// Pages draws game nights.
type Pages struct{ kit.Kit }

// Action is the action of all controls of nights.
const Action kit.Action = "night"

// What the controls of a night ask for. They stand in the argument of [Action], behind the
// night's id and a colon.
const (
	Yes        = "yes"
	Maybe      = "maybe"
	No         = "no"
	Interested = "interested" // no button: a maybe that is Discord's Interested alone
	Wait       = "wait"       // no button: a yes without a seat at the table
	Second     = "second"     // no button: a yes with a seat at the second table
	Fill       = "fill"       // has automatic players take empty seats; behind a colon with [kit.No] it takes that back
	Few        = "few"        // behind what a button of [Pages.TooFew] does
	Move       = "move"       // button and form
	Off        = "off"        // asks first
	Drop       = "drop"       // calls it off, behind a colon with the moment that was asked about
	Pick       = "pick"       // of the list: shows what can be done about the one that was chosen
	Game       = "game"       // menu: for which game a night is, behind a colon with a [Which]
)

// Night is what a night shows.
type Night struct {
	ID               string
	Game             games.Info
	Options          map[string]string // that differ from what the game has
	Host             kit.Named         // without a name if they were erased
	At               time.Time
	Coming           []kit.Named // in the order in which they get seats
	Waiting          []kit.Named // of one that has begun: those who come and have no seat, in the same order
	AtSecond         []kit.Named // of one that has begun: those who have a seat at its second table
	Maybe            []kit.Named
	Not              int
	State            State
	Guild            discord.ID
	Channel          discord.ID // of the announcement
	Message          discord.ID
	Table            discord.ID // the message of the table that it opened, or 0
	TableAt          discord.ID // its channel
	Second, SecondAt discord.ID // likewise of its second table
	Threadless       bool       // no second table can open, as there can be no thread
	Lacks            []ui.Text  // names of the permissions that a second table needs and that the bot does not have
	Fill             bool       // automatic players take empty seats where too few come
	Fillable         bool       // they can; known in the list, and where the host is told of too few
	EventWas         string     // what people did to its event of the server: moved, removed, or empty
	Refusal          ui.Text    // why no table could be opened; zero for no reason
	Lack             ui.Text    // why it has no event of the server; zero where its reader is not told
	Comes            bool       // its reader comes
	Choice           string     // in the list: its moment, for a reader who may move it or call it off
}

// State is how far a night has come.
type State string

// The states of a night, as the catalogue names them.
const (
	Planned   State = "planned"
	Begun     State = "begun"
	Empty     State = "empty"
	Missed    State = "missed"
	CalledOff State = "off"
)

// How many people a line names. Those who wait are told of it nowhere else.
const (
	namedGuests  = 12
	namedWaiting = 40

	mentionedMaybe = 30 // when it begins, which fits into a message with a full table
)

// Announcement draws the message that announces a night, or what became of it. Every person
// may read it, and it mentions no person.
func (p Pages) Announcement(n Night, lang text.Lang) (*screen.Shown, error) {
	return kit.Public(func() *screen.Shown { return p.announcement(n, lang) })
}

func (p Pages) announcement(n Night, lang text.Lang) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	page := ui.Page{Title: ui.T("bot.night.title", ui.T("name"))}
	f.Head = []string{p.moment(n.At)}
	say := func(key string, args ...any) { f.Head = append(f.Head, kit.Rich(f, ui.T(key, args...))) }
	if n.State != Planned {
		page.Colour = kit.ColourEnded
		say("bot.night.is." + string(n.State))
	} else {
		page.Colour = screen.DefaultColour
		page.Show(n.Game.Cover)
		f.Head = append(f.Head, kit.Rich(f, kit.Facts(n.Game)))
	}
	if !n.Refusal.IsZero() {
		say("bot.match.refused", n.Refusal)
	}
	for _, o := range n.Game.Options {
		if v, set := n.Options[o.Key]; set {
			say("bot.presets.option", ui.T("option."+o.Key), kit.OptionValue(o, v))
		}
	}
	if n.State == Planned || n.State == Missed {
		p.guestLines(n, say)
	}
	if len(n.AtSecond) > 0 {
		say("bot.night.second", len(n.AtSecond), n.called(n.AtSecond, namedWaiting))
	}
	if len(n.Waiting) > 0 {
		say("bot.night.waiting", len(n.Waiting), n.called(n.Waiting, namedWaiting))
		p.secondLine(n, len(n.Waiting), say)
	}
	if n.Host.Name != "" {
		say("bot.night.host", n.called([]kit.Named{n.Host}, 1))
	}
	f.Below = p.controls(n, f)
	return p.Draw(page, f)
}

// guestLines say who comes.
func (p Pages) guestLines(n Night, say func(key string, args ...any)) {
	if len(n.Coming) == 0 {
		say("bot.night.coming.none")
	} else {
		say("bot.night.coming", min(len(n.Coming), n.Game.Max), n.called(n.Coming[:min(len(n.Coming), n.Game.Max)], namedGuests))
	}
	if line := n.Coming[min(len(n.Coming), n.Game.Max):]; len(line) > 0 && n.Game.Max > 0 {
		say("bot.night.full", n.Game.Max, len(n.Coming), len(line), n.called(line, namedWaiting))
		p.secondLine(n, len(line), say)
	}
	if len(n.Maybe) > 0 {
		say("bot.night.maybe", len(n.Maybe), n.called(n.Maybe, namedGuests))
	}
	if n.Not > 0 {
		say("bot.night.not", n.Not)
	}
	if len(n.Coming) > 0 && len(n.Coming) < n.Game.Min {
		say("bot.night.lack", n.Game.Min-len(n.Coming))
	}
	if n.EventWas != "" && n.State == Planned {
		say("bot.night.event." + n.EventWas)
	}
	if n.Fill && n.State == Planned {
		say("bot.night.filled")
	}
}

// secondLine says whether a second table opens for so many in line, and what is missing for it.
func (p Pages) secondLine(n Night, line int, say func(key string, args ...any)) {
	switch {
	case line < n.Game.Min || n.Threadless:
	case len(n.Lacks) > 0:
		say("bot.night.second.lack", n.Lacks)
	case n.State == Planned:
		say("bot.night.second.opens")
	}
}

// called names people of a list, told apart from all whom the announcement can name.
func (n Night) called(list []kit.Named, most int) []ui.Text {
	all := slices.Concat([]kit.Named{n.Host}, n.Coming, n.AtSecond, n.Waiting, n.Maybe)
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
func (p Pages) changeButtons(n Night, f *screen.Frame) discord.Row {
	of := func(do, key, icon string) discord.Button {
		return kit.Button(f, ui.T(key), icon, discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: n.ID + ":" + do})
	}
	return discord.Row{of(Move, "bot.night.move", "🗓️"), of(Off, "bot.night.off", "🚫")}
}

// controls are the buttons below an announcement.
func (p Pages) controls(n Night, f *screen.Frame) []discord.Row {
	of := func(do, key, icon string, style discordgo.ButtonStyle) discord.Button {
		return kit.Button(f, ui.T(key), icon, style, kit.CustomID{Action: Action, Arg: n.ID + ":" + do})
	}
	change := p.changeButtons(n, f)
	switch n.State {
	case Planned:
		return []discord.Row{
			{of(Yes, "bot.night.yes", "✅", discordgo.SuccessButton), of(Maybe, "bot.night.perhaps", "🤔", discordgo.SecondaryButton), of(No, "bot.night.no", "❌", discordgo.SecondaryButton)},
			append(discord.Row{kit.Button(f, ui.T("bot.match.rules"), "📖", discordgo.SecondaryButton, kit.CustomID{Action: kit.Rules, Arg: n.Game.Name})}, change...),
		}
	case Missed:
		return []discord.Row{change[:1]}
	case Begun:
		var row discord.Row
		if n.Table != 0 {
			row = append(row, kit.BoardLink(f, n.Guild, n.TableAt, n.Table))
		}
		if n.Second != 0 {
			b := kit.BoardLink(f, n.Guild, n.SecondAt, n.Second)
			b.Label = kit.Short(f, ui.T("bot.night.second.go"), discord.MaxLabel)
			row = append(row, b)
		}
		if len(row) > 0 {
			return []discord.Row{row}
		}
	}
	return nil
}

// moment is when a night begins, in the time zone of each reader.
func (p Pages) moment(at time.Time) string {
	return "🗓️ **" + kit.Moment(at, "F") + "** · " + kit.Moment(at, "R")
}

// Planned tells a person that a night was announced or moved. place is the zone in which
// their words were read; it is zero where these named the moment exactly.
func (p Pages) Planned(n Night, lang text.Lang, moved bool, place ui.Text) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	key := "bot.night.announced"
	if moved {
		key = "bot.night.moved"
	}
	f.Head = []string{kit.Rich(f, ui.T(key, ui.T("name"))), p.moment(n.At)}
	if n.Comes && !moved {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.night.announced.own")))
	}
	if !place.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.night.zone", place)))
	}
	if !n.Lack.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, n.Lack))
	}
	f.Below = []discord.Row{{p.repeatButton(n, f)}}
	return p.Draw(ui.Page{}, f)
}

// MomentArg is a moment of a night as a custom id carries it.
func MomentArg(at time.Time) string { return strconv.FormatInt(at.Unix(), 36) }

// AskOff asks whether a night is to be called off.
func (p Pages) AskOff(n Night, lang text.Lang) *screen.Shown {
	f := p.GameNote(n.Game.Name, lang)
	f.Head = []string{kit.Rich(f, ui.T("bot.night.off.ask", ui.T("name"))), p.moment(n.At)}
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("bot.night.off"), "🚫", discordgo.DangerButton, kit.CustomID{Action: Action, Arg: n.ID + ":" + Drop + ":" + MomentArg(n.At)}),
		kit.Button(f, ui.T("bot.night.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Action, Arg: ":" + Pick}),
	}}
	return p.Draw(ui.Page{}, f)
}

// List lists the nights that are planned on a server, and those that come back. A menu has those
// that the reader may change, and below it is what can be done about the one that was picked.
func (p Pages) List(list []Night, series []Series, picked string, to kit.Reader) *screen.Shown {
	lang := to.Lang
	f := p.Note(lang)
	page := ui.Page{Title: ui.T("bot.night.list")}
	menu := discord.Menu{CustomID: kit.CustomID{Action: Action, Arg: ":" + Pick}.String(), Placeholder: kit.Short(f, ui.T("bot.night.pick"), discord.MaxPlaceholder)}
	var buttons discord.Row
	var lack ui.Text
	var repeated []string
	repeated, menu.Options = p.seriesLines(series, f, lang)
	for _, n := range list {
		game := p.GameName(n.Game.Name, lang)
		line := kit.Rich(f, ui.T("bot.night.line", ui.Literal(game), len(n.Coming)))
		if n.Message != 0 {
			line += " · " + kit.MessageURL(n.Guild, n.Channel, n.Message)
		}
		f.Head = append(f.Head, line+" · "+kit.Moment(n.At, "F"))
		if n.Choice == "" || len(menu.Options) == discord.MaxOptions {
			continue
		}
		menu.Options = append(menu.Options, discord.MenuOption{
			Label: kit.Short(f, ui.Literal(game), discord.MaxOptionText), Description: kit.Short(f, ui.Literal(n.Choice), discord.MaxOptionText), Value: n.ID, Default: n.ID == picked,
		})
		if n.ID == picked {
			buttons, lack = append(append(p.changeButtons(n, f), p.fillButton(n, f)...), p.repeatButton(n, f)), n.Lack
		}
	}
	f.Head = append(f.Head, repeated...)
	if len(list)+len(series) == 0 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.night.none")))
	}
	f.Head = append(f.Head, kit.Rich(f, ui.T("bot.night.how")))
	if !lack.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, lack))
	}
	if len(menu.Options) > 0 {
		f.Below = append(f.Below, discord.Row{menu})
	}
	if len(buttons) > 0 {
		f.Below = append(f.Below, buttons)
	}
	if offers := kit.WithOffers(nil, to.Offers, f); len(offers) > 0 {
		f.Below = append(f.Below, offers)
	}
	return p.Draw(page, f)
}

// MoveForm asks when a night is to begin instead. now is when it begins, as people write it, and
// place whose clock it is by.
func (p Pages) MoveForm(n Night, lang text.Lang, now string, place ui.Text) discord.Modal {
	f := p.Note(lang)
	return discord.Modal{
		CustomID: kit.CustomID{Action: Action, Arg: n.ID + ":" + Move}.String(),
		Title:    kit.Short(f, ui.T("bot.night.move"), discord.MaxModalTitle),
		Rows: []discord.Row{{discord.Input{
			CustomID: "0", Label: kit.Short(f, ui.T("bot.night.move.label", place), discord.MaxInputLabel), Value: now, Placeholder: kit.Short(f, ui.T("bot.night.example"), discord.MaxPlaceholder),
			Min: 1, Max: when.MaxText, Required: true,
		}}},
	}
}

// Begins calls the guests who have a seat to their table, and those who may come to the seats that
// are free there. It mentions no other guest.
func (p Pages) Begins(n Night, users []discord.ID, free int, perhaps []discord.ID, lang text.Lang) *discord.Message {
	perhaps = perhaps[:min(len(perhaps), mentionedMaybe)]
	f, m := p.GameNote(n.Game.Name, lang), &discord.Message{Public: true, Mentions: discord.Mentions{Users: slices.Concat(users, perhaps)}}
	m.Content = mentions(users) + "\n" + kit.Rich(f, ui.T("bot.night.begins", ui.T("name")))
	if len(perhaps) > 0 {
		m.Content += "\n" + kit.Rich(f, ui.T("bot.night.begins.free", free)) + " " + mentions(perhaps)
	}
	if n.Table != 0 {
		m.Components = []discord.Row{{kit.BoardLink(f, n.Guild, n.TableAt, n.Table)}}
	}
	return m
}

func mentions(users []discord.ID) string {
	var who []string
	for _, u := range users {
		who = append(who, kit.UserMention(u))
	}
	return strings.Join(who, " ")
}

// Event is a night in the server's list of events.
func (p Pages) Event(n Night, lang text.Lang) discord.ScheduledEvent {
	f := p.GameNote(n.Game.Name, lang)
	return discord.ScheduledEvent{
		Name:        kit.Short(f, ui.T("bot.night.title", ui.T("name")), discord.MaxEventName),
		Description: kit.Short(f, ui.T("about"), discord.MaxEventDescription),
		Location:    kit.MessageURL(n.Guild, n.Channel, n.Message),
		Start:       n.At, End: n.At.Add(max(time.Hour, time.Duration(n.Game.Minutes[1])*time.Minute)),
	}
}

// Moment is how a moment reads in a suggestion, which cannot show each reader their own
// time zone.
func (p Pages) Moment(at time.Time, lang text.Lang, place ui.Text) string {
	f := p.Note(lang)
	words := dated(f, at, "02.01.2006 15:04")
	if !place.IsZero() {
		words += " · " + kit.Plain(f, place)
	}
	cut, _ := screen.Cut(words, discord.MaxChoice)
	return cut
}

// dated is a moment in a layout of package time, behind the day of its week.
func dated(f *screen.Frame, at time.Time, layout string) string {
	days := strings.Fields(kit.Plain(f, ui.T("bot.night.days")))
	if len(days) != 7 {
		return at.Format(layout)
	}
	return days[at.Weekday()] + " " + at.Format(layout)
}

// Zone is the city by whose clock a time zone is known.
func (p Pages) Zone(name string) ui.Text { return ui.T("option.zone." + name) }

// Refusal is why what was said, a text or a [ui.Moment], is no moment that one can mean. It names the
// moments between which the presser has to choose.
func (p Pages) Refusal(said any, e *when.Error, moments []string) error {
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
		return games.Refuse("bot.night.refuse.far", said, int(when.MaxAhead.Hours()/24))
	case when.Past, when.NoHour:
		return games.Refuse("bot.night.refuse."+e.Why, said)
	}
	return games.Refuse("bot.night.refuse." + e.Why)
}
