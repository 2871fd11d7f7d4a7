package page

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// MissingPermissions names the permissions that the bot lacks in a channel, by
// their keys, and where to grant them.
func (k Kit) MissingPermissions(channel discord.ID, lang text.Lang, keys []string) *screen.Shown {
	f := k.note(nil, lang)
	var list []ui.Text
	for _, key := range keys {
		list = append(list, ui.T(key))
	}
	f.Head = []string{Raw(f, ui.T("bot.permission.line", ui.Name(0), list), ChannelMention(channel))}
	return k.painter.Page(ui.Page{
		Title: ui.T("bot.permission.title"), Lines: []ui.Text{ui.T("bot.permission.how")}, Colour: ColourWarning,
	}, f)
}

// Warning shows a presser what they are warned of. One button goes on, and one does not.
func (k Kit) Warning(lang text.Lang, warnings []ui.Text, again CustomID) *screen.Shown {
	f := k.note(nil, lang)
	f.Below = []discord.Row{{
		Button(f, ui.T("bot.warning.anyway"), "", discordgo.SecondaryButton, again),
		Button(f, ui.T("bot.warning.leave"), "", discordgo.PrimaryButton, CustomID{Action: StayAway}),
	}}
	return k.painter.Page(ui.Page{Lines: warnings, Colour: ColourWarning}, f)
}

// Opened tells a person that they sit in a lobby, and leads to its board. The id
// board is zero where Discord did not tell which message it is.
func (p *Pages) Opened(s *table.State, user discord.ID, lang text.Lang, channel, board discord.ID) *screen.Shown {
	f := p.note(s, lang)
	if board != 0 {
		f.Below = []discord.Row{{BoardLink(f, s.Guild, channel, board)}}
	}
	words := "bot.lobby.joined"
	if s.Host == user {
		words = "bot.lobby.opened"
	}
	return p.painter.Page(ui.Page{Lines: []ui.Text{ui.T(words)}}, f)
}

// Left tells a person that they left a table.
func (p *Pages) Left(s *table.State, lang text.Lang) *screen.Shown {
	f := p.frame(s, lang)
	lines := []ui.Text{ui.T("bot.leave.done", ui.T("name"))}
	if s.Phase == table.Live {
		f.Below = []discord.Row{{watchButton(s, f)}}
		lines = append(lines, ui.T("bot.leave.back"))
	}
	return p.painter.Page(ui.Page{Lines: lines}, f)
}

// LeaveWhich asks a person at several tables which one they leave.
func (p *Pages) LeaveWhich(tables []*table.State, lang text.Lang) *screen.Shown {
	f := p.note(nil, lang)
	f.Head = []string{Rich(f, ui.T("bot.leave.which")), ""}
	for i, s := range tables[:min(len(tables), discord.MaxOptions)] {
		at := p.frame(s, lang)
		f.Head = append(f.Head, Raw(at, ui.T("bot.leave.at", i+1, ui.T("name"), ui.Name(0)), ChannelMention(s.CurrentChannel())))
		if i%discord.MaxButtons == 0 {
			f.Below = append(f.Below, nil)
		}
		last := len(f.Below) - 1
		f.Below[last] = append(f.Below[last], Button(at, ui.T("bot.leave.from", ui.T("name"), i+1), "🚪", discordgo.SecondaryButton, CustomID{Match: s.ID, Action: Leave}))
	}
	return p.painter.Page(ui.Page{}, f)
}

// Messages are written by the bot without being asked. They are no pages, and are
// not brought up to date.
type Messages struct{ words }

// Announcement mentions all players once when their match begins, with the button
// that opens their panels.
func (w Messages) Announcement(s *table.State, lang text.Lang) *discord.Message {
	f, m := w.frame(s, lang), &discord.Message{Public: true}
	var who []string
	for _, p := range s.Players {
		if p.Auto {
			continue
		}
		who = append(who, UserMention(p.ID))
		m.Mentions.Users = append(m.Mentions.Users, p.ID)
	}
	m.Content = strings.Join(who, " ") + "\n" + Rich(f, ui.T("bot.match.begins", ui.T("name")))
	button := panelButton(s, f)
	button.CustomID = BegunID(s.ID)
	m.Components = []discord.Row{{button}}
	return m
}

// BegunID is the custom id of the button of the Announcement of a match. No other message has it.
func BegunID(match string) string {
	return CustomID{Match: match, Action: Panel, Arg: "begun"}.String()
}

// Ended is what an announcement becomes when its match has ended.
func (w Messages) Ended(s *table.State, lang text.Lang) *discord.Message {
	return &discord.Message{Content: Rich(w.frame(s, lang), ui.T("bot.match.ended", ui.T("name"))), Public: true}
}

// Gone is what a board becomes when all that is kept of its server is erased.
func (w Messages) Gone(s *table.State, lang text.Lang) *discord.Message {
	return &discord.Message{Content: Rich(w.frame(s, lang), ui.T("bot.erase.board", ui.T("name"))), Public: true}
}

// panelButton opens the presser's panel. It is loud while there is something to do on it.
func panelButton(s *table.State, f *screen.Frame) discord.Button {
	style := discordgo.PrimaryButton
	if s.Phase == table.Over {
		style = discordgo.SecondaryButton
	}
	return Button(f, ui.T("bot.match.panel"), "🌙", style, CustomID{Match: s.ID, Action: Panel})
}

// ThreadName is the name of the thread of a match.
func (w Messages) ThreadName(s *table.State, lang text.Lang) string {
	return Short(w.frame(s, lang), ui.T("name"), discord.MaxThreadName)
}

// InThread is what a board becomes when the match moved to a thread.
func (p *Pages) InThread(s *table.State, lang text.Lang) *screen.Shown {
	return public(p.painter.Page(ui.Page{Lines: []ui.Text{ui.T("bot.lobby.thread", ui.T("name"))}}, p.frame(s, lang)))
}

// crowd is how many people are late before their reminders have no button. The
// board is just above so many.
const crowd = 3

// Mention reminds a person in the table's channel that it waits for them.
func (w Messages) Mention(s *table.State, seat games.Seat, lang text.Lang) *discord.Message {
	f := w.frame(s, lang)
	who := s.Players[seat].ID
	m := &discord.Message{
		Content:  Raw(f, ui.T("bot.reminder", ui.Name(seat)), UserMention(who)) + deadline(s, f),
		Mentions: discord.Mentions{Users: []discord.ID{who}},
		Public:   true,
	}
	if len(s.ToRemind) < crowd {
		m.Components = []discord.Row{{panelButton(s, f)}}
	}
	return m
}

// DirectMessage reminds a person in private. Nothing of what is played is in it.
// board is zero where Discord did not tell which message it is.
func (w Messages) DirectMessage(s *table.State, lang text.Lang, channel, board discord.ID) *discord.Message {
	f := w.frame(s, lang)
	m := &discord.Message{Content: Rich(f, ui.T("bot.reminder.direct", ui.T("name"))) + deadline(s, f), Public: true}
	if board != 0 {
		m.Components = []discord.Row{{BoardLink(f, s.Guild, channel, board)}}
	}
	return m
}

// Told tells a player in the table's channel what has become of them, see [Messages.ToldDirect].
func (w Messages) Told(s *table.State, seat games.Seat, what string, lang text.Lang) *discord.Message {
	f, who := w.frame(s, lang), s.Players[seat].ID
	return &discord.Message{
		Content:    Raw(f, ui.T("bot.told."+what, ui.Name(seat)), UserMention(who)),
		Mentions:   discord.Mentions{Users: []discord.ID{who}},
		Components: []discord.Row{{panelButton(s, f)}},
		Public:     true,
	}
}

// ToldDirect tells a player in private what has become of them: "out" for a player who is out, and
// "host" for one who is the host now. The id board is zero where Discord did not tell which message
// it is.
func (w Messages) ToldDirect(s *table.State, what string, lang text.Lang, channel, board discord.ID) *discord.Message {
	f := w.frame(s, lang)
	m := &discord.Message{Content: Rich(f, ui.T("bot.told."+what+".direct", ui.T("name"))), Public: true}
	if board != 0 {
		m.Components = []discord.Row{{BoardLink(f, s.Guild, channel, board)}}
	}
	return m
}

// Hello is the first direct message to a person who chose them.
func (w Messages) Hello(lang text.Lang) *discord.Message {
	return &discord.Message{Content: Rich(w.note(nil, lang), ui.T("bot.me.hello")), Public: true}
}

// Deadline is until when a table waits: zero when there is no deadline, or when the
// match clock stands still.
func Deadline(s *table.State) time.Time {
	at, running := s.When(s.Status.End())
	if s.Status.Due == 0 || !running {
		return time.Time{}
	}
	return at
}

// deadline says until when the table waits, where there is something to say.
func deadline(s *table.State, f *screen.Frame) string {
	if Deadline(s).IsZero() {
		return ""
	}
	return " " + Rich(f, ui.T("bot.reminder.until", ui.Until(s.Status.End())))
}

// Story is what a newcomer has to know. It says how long the match has been going
// on, who sits where, and the public scores. The argument former is the name of the
// player whose seat they took.
func Story(s *table.State, former string, now time.Time) []ui.Text {
	var people, scores []ui.Text
	for i, p := range s.Players {
		key := "bot.story.seat"
		switch {
		case p.Open:
			key = "bot.story.seat.open"
		case p.Asleep:
			key = "bot.story.seat.asleep"
		}
		people = append(people, ui.T(key, i+1, ui.Name(i)))
		if i < len(s.Status.Scores) {
			scores = append(scores, ui.T("bot.story.score", ui.Name(i), s.Status.Scores[i]))
		}
	}
	lines := []ui.Text{
		ui.T("bot.story.for", former),
		ui.T("bot.story.since", ui.Span(s.Now(now))),
		ui.T("bot.story.people", people),
	}
	if len(scores) > 0 {
		lines = append(lines, ui.T("bot.story.scores", scores))
	}
	return append(lines, ui.T("bot.story.below"))
}

// Forming calls people to a lobby that waits for players. It notifies no other person. The offers
// are those of features.
func (w Messages) Forming(s *table.State, users []discord.ID, lang text.Lang, offers ...Offer) *discord.Message {
	f, m := w.frame(s, lang), &discord.Message{Public: true, Mentions: discord.Mentions{Users: users}}
	var who []string
	for _, u := range users {
		who = append(who, UserMention(u))
	}
	words := ui.T("bot.calls.forming", ui.T("name"))
	if lack := s.Game.Info().Min - len(s.Players); lack > 0 {
		words = ui.T("bot.calls.forming.lack", ui.T("name"), lack)
	}
	m.Content = strings.Join(who, " ") + "\n" + Rich(f, words)
	m.Components = []discord.Row{WithOffers(discord.Row{
		Button(f, ui.T("bot.lobby.join"), "🪑", discordgo.SuccessButton, CustomID{Match: s.ID, Action: Join}),
	}, offers, f)}
	return m
}
