package page

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"oneiros/bot/discord"
	kit "oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/ui"
)

// QuietHours are hours of the day, by the clocks of a zone.
type QuietHours struct {
	From, To int
	Zone     kit.Zone
}

// String is the hours as an audit log has them, with the city or the minutes east of UTC.
func (q QuietHours) String() string {
	zone := q.Zone.City
	if zone == "" {
		zone = strconv.Itoa(q.Zone.East)
	}
	return fmt.Sprintf("%d-%d:%s", q.From, q.To, zone)
}

// ParseQuiet is the inverse of String.
func ParseQuiet(value string) (q QuietHours, ok bool) {
	hours, zone, _ := strings.Cut(value, ":")
	if _, err := fmt.Sscanf(hours, "%d-%d", &q.From, &q.To); err != nil {
		return q, false
	}
	var err error
	if q.Zone.East, err = strconv.Atoi(zone); err != nil {
		q.Zone, ok = kit.ChosenZone(zone)
		return q, ok
	}
	return q, true
}

func (q QuietHours) text() ui.Text {
	return ui.T("bot.home.quiet.hours", q.From, q.To, q.Zone.Name())
}

// Changed is the line of an audit log about one of [HomeSettings]. Of the default options it is
// about those of one game.
func (p Pages) Changed(f *screen.Frame, name string, game games.Info, old, now string) string {
	what := kit.Rich(f, nameOf(name))
	if name == HomeOptions {
		what += ", " + p.GameName(game.Name, f.Lang)
		return kit.Changed(what, p.optionsOf(f, game, old), p.optionsOf(f, game, now))
	}
	return kit.Changed(what, value(f, name, old), value(f, name, now))
}

// value says what a setting was, of which an audit log has a text.
func value(f *screen.Frame, name, v string) string {
	say := func(key string) string { return kit.Rich(f, ui.T("bot."+key)) }
	switch name {
	case HomeLanguage:
		if v == "" {
			v = "auto"
		}
		return say("language." + v)
	case HomeThreads:
		return say("home.threads." + v)
	case HomeAutos:
		return say("settings.autos." + v)
	case HomeOpeners:
		if id, err := discord.ParseID(v); err == nil {
			return roleMention(id)
		}
		return say("home.openers.all")
	case HomeChannels:
		if list := ids(v); len(list) > 0 {
			return channelMentions(list)
		}
		return say("home.channels.all")
	}
	if q, ok := ParseQuiet(v); ok {
		return kit.Rich(f, q.text())
	}
	return say("home.quiet.never")
}

// optionsOf says options of a game, of which an audit log has the JSON.
func (p Pages) optionsOf(f *screen.Frame, game games.Info, v string) string {
	var options map[string]string
	if v != "" && json.Unmarshal([]byte(v), &options) != nil {
		return v // of another version of the program
	}
	at := p.Note(f.Lang)
	if say := p.GameWords(game.Name); say != nil {
		at.Say = say
	}
	var list []string
	for _, o := range game.Options {
		value, set := options[o.Key]
		switch {
		case !set:
		case o.Texts != nil && value != "":
			list = append(list, kit.Plain(at, ui.T("option."+o.Key))) // which words they are is not kept
		default:
			list = append(list, kit.Plain(at, ui.T("bot.presets.option", ui.T("option."+o.Key), kit.OptionValue(o, value))))
		}
	}
	if len(list) == 0 {
		return kit.Rich(f, ui.T("bot.home.options.usual"))
	}
	words, _ := screen.Cut(strings.Join(list, "; "), maxOptions)
	return words
}

// maxOptions is how many characters the options of a table take in a log.
const maxOptions = 120
