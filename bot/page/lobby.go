package page

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/paint"
	"oneiros/games/ui"
)

// lobby is the board of a table that waits for players. What to do comes first, and
// only what a person chose is listed, so that a phone shows the buttons too.
func (p *Pages) lobby(s *table.State, f *screen.Frame, offers []Offer) *screen.Shown {
	info := s.Game.Info()
	lack := info.Min - len(s.Players)
	page := ui.Page{Title: ui.T("name"), Colour: screen.DefaultColour}
	page.Lines = append(page.Lines, ui.T("about"))
	if len(s.Players) < info.Max { // else no reader asks how many may play, and the names need the line
		page.Lines = append(page.Lines, Facts(info))
	}
	people, unready := lobbyPeople(s)
	if len(people) == 0 {
		page.Lines = append(page.Lines, ui.T("bot.lobby.nobody"))
	} else {
		page.Lines = append(page.Lines, ui.T("bot.lobby.players", len(s.Players), people, info.Max))
	}
	switch {
	case lack > 0 && s.PeopleOnly:
		page.Lines = append(page.Lines, ui.T("bot.lobby.missing", lack))
	case lack > 0:
		page.Lines = append(page.Lines, ui.T("bot.lobby.missing.auto", lack))
	case len(unready) > 0:
		page.Lines = append(page.Lines, ui.T("bot.lobby.waits", unready))
	case len(s.Expected) == 0: // else not all are here
		page.Lines = append(page.Lines, ui.T("bot.lobby.go"))
	}
	// No match clock runs in a lobby. The only moments that come are when it closes, and
	// until when the people of the match before are expected.
	f.When = func(at time.Duration) (time.Time, bool) { return s.Expires.Add(at), true }
	if len(s.Expected) > 0 {
		page.Lines = append(page.Lines, ui.T("bot.lobby.expected", expected(s), ui.Until(p.clock.Shown(s.ExpectedUntil).Sub(s.Expires))))
	}
	if s.Turn > 0 {
		page.Lines = append(page.Lines, daysLine(s))
	}
	if chosen := chosenOptions(s); len(chosen) > 0 {
		page.Lines = append(page.Lines, optionsLine(chosen, f))
	}
	if other := info.SpeaksOther(s.Options); other != "" {
		page.Lines = append(page.Lines, ui.T("bot.lobby.list."+other))
	}
	for _, offer := range offers {
		line, _ := offer(ui.Page{}, f)
		page.Say(line)
	}
	page.Lines = append(page.Lines, ui.T("bot.lobby.expires", ui.Until(0)))
	f.Thumb = paint.Thumbnail(info.Cover)
	f.Below = lobbyButtons(s, f, offers, lack, len(unready))
	return p.painter.Page(page, f)
}

// lobbyPeople names the players and how far each is. It also names those who are not
// ready.
func lobbyPeople(s *table.State) (people, unready []ui.Text) {
	for i, who := range s.Players {
		key := "bot.lobby.player"
		if who.ID == s.Host {
			key += ".host"
		}
		if who.Ready && !who.Auto {
			key += ".ready"
		} else if who.ID != s.Host && !who.Auto {
			unready = append(unready, NameOf(i))
		}
		people = append(people, ui.T(key, ui.Name(i)))
	}
	return people, unready
}

// chosenOptions are the options that a person changed, with their values.
func chosenOptions(s *table.State) (list []ui.Text) {
	for _, o := range s.Game.Info().Options {
		if s.Turn > 0 && slices.Contains(pace.Keys, o.Key) || !o.Free(s.Options) {
			continue // daysLine says it, or no host chose it
		}
		if _, chosen := s.Chosen[o.Key]; chosen {
			list = append(list, ui.T("bot.lobby.option", ui.T("option."+o.Key), OptionValue(o, s.Options[o.Key])))
		}
	}
	if s.Strength != games.Normal {
		list = append(list, ui.T("bot.lobby.option", ui.T("bot.auto.strength"), ui.T("bot.auto.strength."+s.Strength.String())))
	}
	return list
}

// optionsWide is how many characters of options stand in a lobby. That is a line of a phone.
const optionsWide = 40

// optionsLine lists options as long as they fit into a line of a phone, and counts the
// others. All of them stand behind the button of the options.
func optionsLine(chosen []ui.Text, f *screen.Frame) ui.Text {
	n, wide := 1, utf8.RuneCountInString(Plain(f, chosen[0]))
	for ; n < len(chosen); n++ {
		if wide += 2 + utf8.RuneCountInString(Plain(f, chosen[n])); wide > optionsWide {
			break
		}
	}
	if n < len(chosen) {
		return ui.T("bot.lobby.options.more", chosen[:n], len(chosen)-n)
	}
	return ui.T("bot.lobby.options", chosen)
}

// daysLine says how long a turn has at a table by days, and when its clocks run.
func daysLine(s *table.State) ui.Text {
	turn := ui.T("option." + pace.Key + "." + s.Options[pace.Key])
	if (s.Hours.To-s.Hours.From)%24 == 0 {
		return ui.T("bot.days.always", turn)
	}
	return ui.T("bot.days", turn, s.Hours.From, s.Hours.To, ui.T("option."+pace.Zone+"."+s.Options[pace.Zone]))
}

// lobbyButtons are the controls of a lobby that lacks so many players, and in which so many
// are not ready. One of them is loud: what the table waits for. What features offer has a
// third row when the second is full.
func lobbyButtons(s *table.State, f *screen.Frame, offers []Offer, lack, unready int) []discord.Row {
	of := func(label ui.Text, icon string, style discordgo.ButtonStyle, action Action, arg string) discord.Button {
		return Button(f, label, icon, style, CustomID{Match: s.ID, Action: action, Arg: arg})
	}
	info := s.Game.Info()
	joins, readies, starts := discordgo.SecondaryButton, discordgo.SecondaryButton, discordgo.SecondaryButton
	switch {
	case lack > 0:
		joins = discordgo.SuccessButton
	case unready > 0:
		readies = discordgo.SuccessButton
	default:
		starts = discordgo.PrimaryButton
	}
	join := of(ui.T("bot.lobby.join"), "🪑", joins, Join, "")
	rows := slices.AppendSeq([]discord.Row{{join}}, slices.Chunk(WithOffers(discord.Row{
		of(ui.T("bot.lobby.ready"), "✅", readies, Ready, s.Terms()),
		of(ui.T("bot.lobby.leave"), "🚪", discordgo.SecondaryButton, Leave, ""),
		of(ui.T("bot.lobby.change"), "⚙️", discordgo.SecondaryButton, Options, ""),
		of(ui.T("bot.lobby.rules"), "📖", discordgo.SecondaryButton, Rules, f.Game),
	}, offers, f), discord.MaxButtons))
	begin := func(label ui.Text, fill int) discord.Button {
		arg := StartArg{Fill: fill, Terms: s.Terms()}
		if fill > 0 {
			arg.People = len(s.People())
		}
		return of(label, "▶️", starts, Start, arg.String())
	}
	start := begin(ui.T("bot.lobby.start"), 0)
	switch {
	case lack > 0 && s.PeopleOnly:
		start.Disabled = true
		start.Label = Short(f, ui.T("bot.lobby.start.missing", lack), discord.MaxLabel)
	case lack > 0 && len(s.Players) < 2:
		// The person who opened it can play at once, at a table of the best size.
		start = begin(ui.T("bot.lobby.start.alone"), Best(info))
	case lack > 0:
		start = begin(ui.T("bot.lobby.start.fill", lack), info.Min)
	}
	rows[0] = append(rows[0], start)
	if !s.PeopleOnly && len(s.Players) < info.Max {
		rows[0] = append(rows[0], of(ui.T("bot.lobby.auto"), "🤖", discordgo.SecondaryButton, AddAuto, ""))
	}
	return rows
}

// Best is the number of seats at which a person alone plays a game.
func Best(i games.Info) int { return min(max(i.Best, i.Min), i.Max) }

// OptionValue is how a value of an option is called.
func OptionValue(o games.Option, v string) ui.Text {
	switch {
	case o.Texts != nil && v == "":
		return ui.T("bot.words.own")
	case o.Texts != nil:
		return ui.Literal(games.TextTitle(v))
	case o.Max > 0:
		return ui.Literal(v)
	}
	return ui.T("option." + o.Key + "." + v)
}
