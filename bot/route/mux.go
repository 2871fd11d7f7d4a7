// Package route leads an interaction to the [Handler] that answers it.
//
// What people can ask for is declared: a [Command] is typed, a [Control] is pressed or
// filled in. Each says what it needs of the presser and of the place. A [Mux] holds what the
// core and the features have declared. It reads hostile ids and checks the needs, in their
// order, before the handler runs. So no handler is reached by a presser without the right.
//
// A custom id stands in messages that are in the world, for years. So a Control keeps its
// action for ever, and what it carries is read by its handler, which takes nonsense as it
// takes a press that is out of date.
//
// # Room for commands
//
// Discord lets a command have 25 sub-commands and 8,000 characters of names and
// descriptions. Add refuses the 26th when the program starts, and a test counts both. A
// feature that finds no room declares a Command whose Root is its own: one more top-level
// command, of which a bot may have 100. /dream keeps what a newcomer needs.
package route

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/page"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
)

// A Command is a sub-command of one of the bot's own slash commands.
type Command struct {
	Root    string // the command, "dream" or "table"
	Name    string
	Rank    int                                   // sub-commands stand in its order
	Options []*discordgo.ApplicationCommandOption // what can be typed behind it
	Needs   []Need
	Do      Handler
	Suggest Handler // answers while a person types; nil where nothing is suggested

	say *text.Catalogue
}

// MaxSubCommands is how many sub-commands Discord lets a command have.
// See https://discord.com/developers/docs/interactions/application-commands.
const MaxSubCommands = 25

// A Control is a button, a menu or a form of the bot's own pages.
type Control struct {
	Action page.Action
	Form   bool // it may be a form; a form of another control was sent by no client
	Former bool // pages of former versions show it, and no page of this one
	Needs  []Need
	Do     Handler
}

// way is what a name leads to.
type way struct {
	needs []Need
	do    Handler
	form  bool
	say   *text.Catalogue // nil for the bot's
}

// A Mux knows every command and control. Nothing is added to it after the first Find.
type Mux struct {
	ways     map[string]way
	commands []Command
}

// How ways are named. A command has its path, a control its action.
const (
	typing      = "?"  // before the path of a command: suggestions for it
	slash       = "/"  // before the path of a command of the bot
	gameCommand = "//" // any command of a game
	ofGame      = "m/" // before the action of a control of a game's page
	ofBot       = "b/" // before the action of one of the bot's own controls
)

// NewMux returns an empty Mux.
func NewMux() *Mux { return &Mux{ways: map[string]way{}} }

// Add adds commands and controls, with the words in which they are named and refused; nil
// are the bot's. It panics where two of them have one name, and where
// a command has no room: no bot should start so.
func (m *Mux) Add(say *text.Catalogue, commands []Command, controls []Control) {
	for _, c := range commands {
		m.add(slash+c.Root+" "+c.Name, way{needs: c.Needs, do: c.Do, say: say})
		if c.Suggest != nil {
			m.add(typing+c.Root+" "+c.Name, way{needs: c.Needs, do: c.Suggest, say: say})
		}
		c.say = say
		m.commands = append(m.commands, c)
		if n := len(m.Commands(c.Root)); n > MaxSubCommands {
			panic(fmt.Sprintf("/%s has %d sub-commands; Discord takes %d", c.Root, n, MaxSubCommands))
		}
	}
	for _, c := range controls {
		m.add(ofBot+string(c.Action), way{c.Needs, c.Do, c.Form, say})
	}
}

// Says is the catalogue that names a command; nil for the bot's.
func (c Command) Says() *text.Catalogue { return c.say }

// AddGame adds a control of the pages of games.
func (m *Mux) AddGame(action screen.Action, do Handler, needs ...Need) {
	m.add(ofGame+string(rune(action)), way{needs: needs, do: do})
}

// AddGameCommands adds what answers the commands of games.
func (m *Mux) AddGameCommands(do Handler, needs ...Need) {
	m.add(gameCommand, way{needs: needs, do: do})
}

func (m *Mux) add(name string, w way) {
	if _, there := m.ways[name]; there {
		panic(fmt.Sprintf("route %q is there twice", name))
	}
	m.ways[name] = w
}

// Commands are the sub-commands of a command, in the order in which Discord shows them.
func (m *Mux) Commands(root string) (list []Command) {
	for _, c := range m.commands {
		if c.Root == root {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Command) int { return a.Rank - b.Rank })
	return list
}

// Actions lists the actions of all controls, in the order of their names.
func (m *Mux) Actions() (list []page.Action) {
	for name := range m.ways {
		if action, ok := strings.CutPrefix(name, ofBot); ok {
			list = append(list, page.Action(action))
		}
	}
	slices.Sort(list)
	return list
}

// Find reads what a request asks for, which is hostile, and checks its needs. It notes in
// the request what it finds out. A refusal says what is missing.
func (m *Mux) Find(tables *table.Tables, r *Request) (Handler, error) {
	r.OwnCommand = m.isOwnCommand(r.Interaction.Command.Name)
	name, err := m.name(r)
	if err != nil {
		return nil, err
	}
	found, ok := m.ways[name]
	if !ok || !found.form && r.Interaction.Type == discordgo.InteractionModalSubmit && strings.HasPrefix(name, ofBot) {
		return nil, games.Refuse("bot.refuse.unknown")
	}
	r.Route, r.Words = name, found.say
	for _, holds := range found.needs {
		if err := holds(tables, r); err != nil {
			return nil, err
		}
	}
	return found.do, nil
}

// isOwnCommand reports whether a command is the bot's own, and no game's.
func (m *Mux) isOwnCommand(name string) bool {
	return slices.ContainsFunc(m.commands, func(c Command) bool { return c.Root == name })
}

// name is the name of the way that is asked for.
func (m *Mux) name(r *Request) (string, error) {
	switch c := r.Interaction.Command; {
	case r.Interaction.Type == discordgo.InteractionApplicationCommandAutocomplete:
		return typing + strings.TrimSpace(c.Name+" "+c.Sub), nil
	case r.Interaction.Type == discordgo.InteractionApplicationCommand && r.OwnCommand:
		return slash + c.Name + " " + c.Sub, nil
	case r.Interaction.Type == discordgo.InteractionApplicationCommand:
		return gameCommand, nil
	}
	if strings.HasPrefix(r.Interaction.CustomID, ofBot) {
		var ok bool
		if r.ID, ok = page.ParseCustomID(r.Interaction.CustomID); !ok {
			return "", games.Refuse("bot.refuse.unknown")
		}
		return ofBot + string(r.ID.Action), nil
	}
	link, err := screen.ParseCustomID(r.Interaction.CustomID)
	if err == nil && link.Action == screen.ActionSelect {
		link, err = link.Chosen(r.Chosen())
	}
	if err != nil || (link.Action == screen.ActionFill) != (r.Interaction.Type == discordgo.InteractionModalSubmit) {
		return "", games.Refuse("bot.refuse.unknown")
	}
	r.Link = link
	return ofGame + string(rune(link.Action)), nil
}
