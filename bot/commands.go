package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/gate"
	"oneiros/bot/route"
	"oneiros/bot/savelog"
	"oneiros/bot/words"
	"oneiros/games/text"
)

// says makes options in the words of the bot.
var says = sync.OnceValue(func() route.Words { return route.Words{Catalogue: words.Catalogue()} })

// commandDefs are the slash commands of a bot with these games. Names that code
// relies on are the same in all languages; people see localised ones.
func commandDefs(list gameList, m *route.Mux) []*discordgo.ApplicationCommand {
	defs := []*discordgo.ApplicationCommand{ownCommand(m, "dream", "command.dream.about"), ownCommand(m, "table", "command.tables.about")}
	for _, c := range gameCommands(list) {
		defs = append(defs, c.def())
	}
	return defs
}

// slashCommand is a command for all people, on servers and in direct messages with the
// bot. In other conversations the bot is no member and could not keep a board true.
func slashCommand(name string, names, about route.Phrase, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	local, abouts := names.Local(), about.Local()
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, NameLocalizations: &local,
		Description: about[text.English], DescriptionLocalizations: &abouts, Options: options,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
}

// ownCommand is one of the bot's own commands, with its sub-commands.
func ownCommand(m *route.Mux, root, about string) *discordgo.ApplicationCommand {
	var list []*discordgo.ApplicationCommandOption
	for _, c := range m.Commands(root) {
		in := says()
		if say := c.Says(); say != nil {
			in.Catalogue = say
		}
		o := in.Option(discordgo.ApplicationCommandOptionSubCommand, c.Name)
		o.Options = c.Options
		list = append(list, o)
	}
	return slashCommand(root, says().Phrase("command."+root), says().Phrase(about), list...)
}

// gameOption is the option that names a game.
func gameOption(list gameList) *discordgo.ApplicationCommandOption {
	o := says().Option(discordgo.ApplicationCommandOptionString, "play.game")
	for _, g := range list[:min(len(list), discord.MaxChoices)] {
		o.Choices = append(o.Choices, route.Words{Catalogue: g.say}.Phrase("name").Choice(g.info.Name))
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
	key, least, name := "command."+c.name, 1, route.Phrase{}
	for _, l := range text.Langs {
		name[l] = c.name
	}
	about := c.shared(key+".arg.about", "bot.command.arg.about")
	return slashCommand(c.name, c.agreed(key, name), c.shared(key+".about", "bot.command.about"), &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: "text", NameLocalizations: c.shared(key+".arg", "bot.command.arg").Local(),
		Description: about[text.English], DescriptionLocalizations: about.Local(),
		Required: true, MinLength: &least, MaxLength: c.max,
	})
}

// shared is what all games of a command say for a key. In a language in which they
// differ, it is what the bot says for the neutral key.
func (c *gameCommand) shared(key, neutral string) route.Phrase {
	return c.agreed(key, says().Phrase(neutral))
}

// agreed is what all games of a command say for a key. In a language in which they
// differ it is the neutral phrase: no game's words win over another's.
func (c *gameCommand) agreed(key string, neutral route.Phrase) route.Phrase {
	p := route.Words{Catalogue: c.games[0].say}.Phrase(key)
	for _, g := range c.games[1:] {
		for l, words := range (route.Words{Catalogue: g.say}).Phrase(key) {
			if words != p[l] {
				p[l] = neutral[l]
			}
		}
	}
	return p
}

// commands registers the slash commands.
type commands struct {
	client  Client
	metrics *metrics
	log     savelog.Log
	games   gameList
	mux     *route.Mux

	turn      gate.Gate // while they are registered
	published string    // digest of what Discord has
}

// publish registers the commands when Discord does not have them yet, as far as
// this process knows. They are sent whole, so that former ones disappear.
func (c *commands) publish(ctx context.Context, app discord.ID) error {
	list := commandDefs(c.games, c.mux)
	j, err := json.Marshal(list)
	if err != nil {
		return fmt.Errorf("commands: %w", err)
	}
	sum := sha256.Sum256(append(j, app.String()...))
	digest := hex.EncodeToString(sum[:])
	if err := c.turn.Enter(ctx); err != nil {
		return err
	}
	defer c.turn.Leave()
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
