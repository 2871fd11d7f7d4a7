// Package page draws the audit log of a server. It is pure.
package page

import (
	"strconv"
	"time"

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
	Show    kit.Action = "audit"      // a page of the log, which the argument counts from 0
	Undo    kit.Action = "audit-undo" // takes back the entry with the number that the argument is; behind it [Asked]
	channel kit.Action = "audit-channel"
)

// Asked stands behind the number of an entry whose presser was asked whether to undo it.
const Asked = ":asked"

// Channel is the setting of where entries are posted.
var Channel = kit.Choice{Name: "audit", Group: kit.OrderSettings, Rank: 80, Action: channel, Key: "audit.channel", Channel: true}

// Size is how many entries a page has. With the longest names they fit on a page of Discord's.
const Size = 8

// Entry is an entry of the log.
type Entry struct {
	At   time.Time  // by Discord's clock
	User discord.ID // 0 for a person who was erased
	Undo bool       // it takes another entry back
	Line string     // what was done
}

// Log is a page of the log.
type Log struct {
	Entries []Entry
	Page    int   // from 0
	Pages   int   // at least 1
	Last    int64 // the number of the entry that can be undone; 0 for none
	Undone  bool  // that was just done
	Lost    discord.ID

	TakesBack *Entry // the entry that can be undone, which may not be the newest; nil for none
}

// Pages draws the log.
type Pages struct{ kit.Kit }

// OnServer offers the log on the settings of a server.
func (p Pages) OnServer() kit.Offer {
	return kit.LinkTo(ui.T("audit.link"), "📋", kit.CustomID{Action: Show})
}

// Log draws a page of the log.
func (p Pages) Log(lang text.Lang, l Log) *screen.Shown {
	f := p.Note(lang)
	if l.Undone {
		f.Head = append(f.Head, kit.Rich(f, ui.T("audit.undone")))
	}
	if l.Lost != 0 {
		f.Head = append(f.Head, kit.Raw(f, ui.T("audit.lost", ui.Name(0)), kit.ChannelMention(l.Lost)))
	}
	if len(l.Entries) == 0 {
		f.Head = append(f.Head, kit.Rich(f, ui.T("audit.empty")))
	}
	for _, e := range l.Entries {
		if len(f.Head) > 0 {
			f.Head = append(f.Head, "")
		}
		f.Head = append(f.Head, kit.Moment(e.At, "f")+" · "+person(f, e.User), e.line(f))
	}
	if l.TakesBack != nil {
		f.Head = append(f.Head, "", kit.Raw(f, ui.T("audit.undo.what", ui.Name(0)), l.TakesBack.line(f)))
	}
	if l.Pages > 1 {
		f.Head = append(f.Head, "")
		f.Head = append(f.Head, kit.Rich(f, ui.T("audit.page", l.Page+1, l.Pages)))
	}
	var turn, row discord.Row
	button := func(label, icon string, id kit.CustomID) discord.Button {
		return kit.Button(f, ui.T(label), icon, discordgo.SecondaryButton, id)
	}
	if l.Page > 0 {
		turn = append(turn, button("audit.newer", "◀️", kit.CustomID{Action: Show, Arg: strconv.Itoa(l.Page - 1)}))
	}
	if l.Page+1 < l.Pages {
		turn = append(turn, button("audit.older", "▶️", kit.CustomID{Action: Show, Arg: strconv.Itoa(l.Page + 1)}))
	}
	if len(turn) > 0 {
		f.Below = append(f.Below, turn)
	}
	if l.Last > 0 {
		row = append(row, button("audit.undo", "↩️", kit.CustomID{Action: Undo, Arg: strconv.FormatInt(l.Last, 10)}))
	}
	f.Below = append(f.Below, append(row, button("audit.settings", "⚙️", kit.CustomID{Action: kit.Settings})))
	return p.Draw(ui.Page{Title: ui.T("audit.title"), Colour: screen.DefaultColour}, f)
}

// AskUndo asks whether an entry is to be undone. The line says what changes then.
func (p Pages) AskUndo(lang text.Lang, n int64, line string) *screen.Shown {
	f := p.Note(lang)
	f.Head = []string{kit.Rich(f, ui.T("audit.undo.ask")), line}
	f.Below = []discord.Row{{
		kit.Button(f, ui.T("audit.undo"), "↩️", discordgo.DangerButton, kit.CustomID{Action: Undo, Arg: strconv.FormatInt(n, 10) + Asked}),
		kit.Button(f, ui.T("audit.undo.back"), "◀️", discordgo.SecondaryButton, kit.CustomID{Action: Show}),
	}}
	return p.Draw(ui.Page{Colour: kit.ColourWarning}, f)
}

// Posted draws an entry for the channel of the log.
func (p Pages) Posted(lang text.Lang, e Entry) (*screen.Shown, error) {
	return kit.Public(func() *screen.Shown {
		f := p.Note(lang)
		f.Head = []string{person(f, e.User) + "\n" + e.line(f)}
		return p.Draw(ui.Page{Colour: screen.DefaultColour}, f)
	})
}

// Unknown is the line of an action that this version of the program does not have.
func Unknown(f *screen.Frame, action string) string {
	return kit.Rich(f, ui.T("audit.unknown", ui.Literal(action)))
}

// person mentions a person. No message notifies them.
func person(f *screen.Frame, user discord.ID) string {
	if user == 0 {
		return kit.Rich(f, ui.T("audit.erased"))
	}
	return kit.UserMention(user)
}

func (e Entry) line(f *screen.Frame) string {
	if e.Undo {
		return kit.Raw(f, ui.T("audit.undoes", ui.Name(0)), e.Line)
	}
	return e.Line
}
