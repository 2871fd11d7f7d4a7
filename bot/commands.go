package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/when"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// phrase is what something is called in each of our languages.
type phrase map[text.Lang]string

// phraseOf says a key of a catalogue in all languages.
func phraseOf(say *text.Catalogue, key string) phrase {
	p := phrase{}
	for _, l := range text.Langs {
		p[l] = page.Label(say, l, ui.T(key))
	}
	return p
}

// local is a phrase by the names that Discord gives our languages.
func (p phrase) local() map[discordgo.Locale]string {
	return map[discordgo.Locale]string{discordgo.EnglishUS: p[text.English], discordgo.EnglishGB: p[text.English], discordgo.Russian: p[text.Russian]}
}

// commandDefs are the slash commands of a bot with these games. Names that code
// relies on are the same in all languages; people see localised ones.
func commandDefs(list gameList) []*discordgo.ApplicationCommand {
	defs := []*discordgo.ApplicationCommand{dreamCommand(list), tableCommand()}
	for _, c := range gameCommands(list) {
		defs = append(defs, c.def())
	}
	return defs
}

// slashCommand is a command for everybody, on servers and in direct messages with the
// bot. In other conversations the bot is no member and could not keep a board true.
func slashCommand(name string, names, about phrase, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	local, abouts := names.local(), about.local()
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, NameLocalizations: &local,
		Description: about[text.English], DescriptionLocalizations: &abouts, Options: options,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
}

// dreamCommand is the command of the bot itself. A newcomer needs its first parts.
func dreamCommand(list gameList) *discordgo.ApplicationCommand {
	options := option(discordgo.ApplicationCommandOptionString, "play.options")
	options.Autocomplete, options.MaxLength = true, maxTyped
	preset := option(discordgo.ApplicationCommandOptionString, "play.preset")
	preset.Autocomplete, preset.MaxLength = true, page.MaxPresetName
	moment := option(discordgo.ApplicationCommandOptionString, "night.when")
	moment.Autocomplete, moment.MaxLength = true, when.MaxText
	thread := option(discordgo.ApplicationCommandOptionBoolean, "play.thread")
	alone := option(discordgo.ApplicationCommandOptionBoolean, "play.alone")
	return slashCommand("dream", phraseOf(Catalogue(), "command.dream"), phraseOf(Catalogue(), "command.dream.about"),
		subCommand("play", gameOption(list), alone, options, preset, thread),
		subCommand("panel"),
		subCommand("rules", gameOption(list)),
		subCommand("table"),
		subCommand("night", gameOption(list), moment, options, preset, choiceOption("night.zone", pace.Zones, "option.zone."), thread),
		subCommand("mine"),
		subCommand("stats", optional(userOption("stats.user"))),
		subCommand("me", choiceOption("me.language", page.Languages, "bot.language."), choiceOption("me.reminders", page.Reminders, "bot.me.remind.")),
		subCommand("settings", choiceOption("settings.language", page.Languages, "bot.language."), choiceOption("settings.bots", page.Autos, "bot.settings.autos.choice.")),
		subCommand("words"),
	)
}

// tableCommand has what can be done to a table in words. The page of /dream table
// has a button for each, so nobody needs these, and they do not stand between those
// that a newcomer needs.
func tableCommand() *discordgo.ApplicationCommand {
	return slashCommand("table", phraseOf(Catalogue(), "command.table"), phraseOf(Catalogue(), "command.tables.about"),
		subCommand("join"),
		subCommand("leave"),
		subCommand("pause"),
		subCommand("resume"),
		subCommand("stop"),
		subCommand("host", userOption("host.user")),
		subCommand("kick", userOption("kick.user")),
		subCommand("log"),
	)
}

func subCommand(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionSubCommand, name)
	o.Options = options
	return o
}

// option is an option in the words that the catalogue has behind "command.". Its
// name is the last part of the key.
func option(kind discordgo.ApplicationCommandOptionType, key string) *discordgo.ApplicationCommandOption {
	about := phraseOf(Catalogue(), "command."+key+".about")
	return &discordgo.ApplicationCommandOption{
		Type: kind, Name: key[strings.LastIndex(key, ".")+1:], NameLocalizations: phraseOf(Catalogue(), "command."+key).local(),
		Description: about[text.English], DescriptionLocalizations: about.local(),
	}
}

// choice is a fixed choice of an option.
func choice(called phrase, value string) *discordgo.ApplicationCommandOptionChoice {
	return &discordgo.ApplicationCommandOptionChoice{Name: called[text.English], NameLocalizations: called.local(), Value: value}
}

// gameOption is the option that names a game.
func gameOption(list gameList) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionString, "play.game")
	for _, g := range list[:min(len(list), discord.MaxChoices)] {
		o.Choices = append(o.Choices, choice(phraseOf(g.say, "name"), g.info.Name))
	}
	return o
}

// userOption is the option that names a person.
func userOption(key string) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionUser, key)
	o.Required = true
	return o
}

// optional is an option that may be left out.
func optional(o *discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	o.Required = false
	return o
}

// choiceOption is an option with a list of values, whose names stand in the
// catalogue behind a prefix.
func choiceOption(key string, values []string, prefix string) *discordgo.ApplicationCommandOption {
	o := option(discordgo.ApplicationCommandOptionString, key)
	for _, v := range values {
		o.Choices = append(o.Choices, choice(phraseOf(Catalogue(), prefix+v), v))
	}
	return o
}

// gameCommand is a command that one or several games have. What is typed goes to
// the game of the table in the channel.
type gameCommand struct {
	name  string
	max   int // characters; the longest of all
	games []*game
}

// gameCommands are the commands of games, each name once.
func gameCommands(list gameList) (commands []*gameCommand) {
	by := map[string]*gameCommand{}
	for _, g := range list {
		for _, c := range g.info.Commands {
			if by[c.Name] == nil {
				by[c.Name] = &gameCommand{name: c.Name}
				commands = append(commands, by[c.Name])
			}
			by[c.Name].max = max(by[c.Name].max, c.Max)
			by[c.Name].games = append(by[c.Name].games, g)
		}
	}
	return commands
}

// def is the command as Discord is given it.
func (c *gameCommand) def() *discordgo.ApplicationCommand {
	key, least, name := "command."+c.name, 1, phrase{}
	for _, l := range text.Langs {
		name[l] = c.name
	}
	about := c.shared(key+".arg.about", "bot.command.arg.about")
	return slashCommand(c.name, c.agreed(key, name), c.shared(key+".about", "bot.command.about"), &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: "text", NameLocalizations: c.shared(key+".arg", "bot.command.arg").local(),
		Description: about[text.English], DescriptionLocalizations: about.local(),
		Required: true, MinLength: &least, MaxLength: c.max,
	})
}

// shared is what all games of a command say for a key. In a language in which they
// differ, it is what the bot says for the neutral key.
func (c *gameCommand) shared(key, neutral string) phrase {
	return c.agreed(key, phraseOf(Catalogue(), neutral))
}

// agreed is what all games of a command say for a key. In a language in which they
// differ it is the neutral phrase: no game's words win over another's.
func (c *gameCommand) agreed(key string, neutral phrase) phrase {
	p := phraseOf(c.games[0].say, key)
	for _, g := range c.games[1:] {
		for l, words := range phraseOf(g.say, key) {
			if words != p[l] {
				p[l] = neutral[l]
			}
		}
	}
	return p
}

// commands registers the slash commands.
type commands struct {
	*services
	games gameList

	turn      gate   // while they are registered
	published string // digest of what Discord has
}

// publish registers the commands when Discord does not have them yet, as far as
// this process knows. They are sent whole, so that former ones disappear.
func (c *commands) publish(ctx context.Context, app discord.ID) error {
	list := commandDefs(c.games)
	j, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("commands: %w", err)
	}
	sum := sha256.Sum256(append(j, app.String()...))
	digest := hex.EncodeToString(sum[:])
	if err := c.turn.enter(ctx); err != nil {
		return err
	}
	defer c.turn.leave()
	if c.published == digest {
		return nil
	}
	if err := c.client.SetCommands(ctx, app, list); err != nil {
		c.metrics.refused(err)
		return fmt.Errorf("register %d commands: %w", len(list), err)
	}
	c.published = digest
	c.log.Info().Int("commands", len(list)).Msg("register commands done")
	return nil
}
