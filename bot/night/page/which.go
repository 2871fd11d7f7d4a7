package page

import (
	"encoding/base32"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// Which is what was typed of a night but its game, which is asked for.
type Which struct {
	At      time.Time
	Zone    string // IANA's name, or empty
	Thread  string // as it was typed
	Options string // likewise
}

// letters are those that a custom id may have.
var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// String is the argument as a custom id carries it.
func (w Which) String() string {
	list := []string{strconv.FormatInt(w.At.UnixMilli(), 36), w.Thread, w.Zone, w.Options}
	return letters.EncodeToString([]byte(strings.Join(list, "\n")))
}

// ParseWhich reads an argument, which is hostile.
func ParseWhich(s string) (w Which, ok bool) {
	b, err := letters.DecodeString(s)
	if err != nil {
		return Which{}, false
	}
	part := strings.SplitN(string(b), "\n", 4)
	if len(part) != 4 {
		return Which{}, false
	}
	at, err := strconv.ParseInt(part[0], 36, 64)
	if err != nil || at < 0 {
		return Which{}, false
	}
	return Which{At: time.UnixMilli(at), Thread: part[1], Zone: part[2], Options: part[3]}, true
}

// id is the custom id of the menu of games.
func (w Which) id() string {
	return kit.CustomID{Action: Action, Arg: ":" + Game + ":" + w.String()}.String()
}

// TooLong reports whether a custom id has no room for what was typed.
func (w Which) TooLong() bool { return len(w.id()) > discord.MaxCustomID }

// AskGame asks for which game a night is that is to begin then. place is the zone in which the
// moment was read, or zero.
func (p Pages) AskGame(list []games.Info, w Which, lang text.Lang, place ui.Text) *screen.Shown {
	f := p.Note(lang)
	f.Head = []string{p.moment(w.At)}
	if !place.IsZero() {
		f.Head = append(f.Head, kit.Rich(f, ui.T("bot.night.zone", place)))
	}
	menu := discord.Menu{CustomID: w.id(), Placeholder: kit.Short(f, ui.T("bot.night.game.pick"), discord.MaxPlaceholder)}
	for _, info := range list[:min(len(list), discord.MaxOptions)] {
		of := p.GameNote(info.Name, lang)
		menu.Options = append(menu.Options, discord.MenuOption{
			Label:       kit.Short(of, ui.T("name"), discord.MaxOptionText),
			Description: kit.Short(of, kit.Facts(info), discord.MaxOptionText), Value: info.Name,
		})
	}
	f.Below = []discord.Row{{menu}}
	return p.Draw(ui.Page{Title: ui.T("bot.night.game")}, f)
}
