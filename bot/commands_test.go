package bot

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/games"
	"oneiros/games/gametest/sample"
	"oneiros/games/text"
)

// nocturne is the sample under another name. It has the same command in other
// words, takes longer answers, and is called alike in Russian only.
func nocturne(t *testing.T) games.Game {
	t.Helper()
	info := sample.Info()
	words := fstest.MapFS{}
	for lang, from := range map[string]*strings.Replacer{
		"en": strings.NewReplacer(`"Lullaby"`, `"Nocturne"`, `"Name the dream that won"`, `"Sing what you dream of"`, `"words"`, `"verse"`, `"command.name" = "name"`, `"command.name" = "sing"`),
		"ru": strings.NewReplacer(`"Назвать сон, который победил"`, `"Спеть о своём сне"`),
	} {
		b, err := fs.ReadFile(info.Locale, "locale/"+lang+".toml")
		if err != nil {
			t.Fatal(err)
		}
		words["locale/"+lang+".toml"] = &fstest.MapFile{Data: []byte(from.Replace(string(b)))}
	}
	info.Name, info.Locale = "nocturne", words
	info.Commands = []games.Command{{Name: "name", Path: "name", Max: sample.MaxName - 10}}
	return games.Define(info, sample.Rules{}, sample.Pages{})
}

// TestCommandOfTwoGames gives two games a command of one name. It is registered
// once, in words that both games use or in neutral ones. The order of the games
// does not matter.
func TestCommandOfTwoGames(t *testing.T) {
	for _, order := range [][]games.Game{{lullaby, nocturne(t)}, {nocturne(t), lullaby}} {
		list, err := loadGames(order)
		if err != nil {
			t.Fatal(err)
		}
		all := build(Config{Games: order}, list).Commands()
		if err := discord.CheckCommands(all); err != nil {
			t.Error(err)
		}
		if len(all) != 3 || all[2].Name != "name" {
			t.Fatalf("%d commands are registered", len(all))
		}
		c, o := all[2], all[2].Options[0]
		if got := *c.NameLocalizations; got[discordgo.EnglishUS] != "name" || got[discordgo.Russian] != "имя" {
			t.Errorf("it is called %v", got)
		}
		for lang, words := range map[discordgo.Locale][]string{
			discordgo.EnglishUS: {"Your words for the game in this channel", "words", "What the dream is called"},
			discordgo.Russian:   {"Ваши слова для игры, которая идёт в этом канале", "слова", "Как называется сон"},
		} {
			got := []string{(*c.DescriptionLocalizations)[lang], o.NameLocalizations[lang], o.DescriptionLocalizations[lang]}
			if strings.Join(got, "|") != strings.Join(words, "|") {
				t.Errorf("in %s it says %q, want %q", lang, got, words)
			}
		}
		if c.Description != (*c.DescriptionLocalizations)[discordgo.EnglishUS] || o.MaxLength != sample.MaxName {
			t.Errorf("%q, of %d characters", c.Description, o.MaxLength)
		}
	}
}

// TestCommandGoesToTheTable types a command that two games have in the channels of
// both. Each answer goes to the game that is played there, by its own limits.
func TestCommandGoesToTheTable(t *testing.T) {
	virtual(t, "en-US", func(c *Config) { c.Games = []games.Game{lullaby, nocturne(t)} }, func(t *testing.T, w *town) {
		for _, game := range []string{"lullaby", "nocturne"} {
			w.sit(game, map[string]string{"rounds": "1"}, "Boris", "Eve")
			for _, who := range []string{"Boris", "Eve"} {
				w.press(who, w.panelOf(who), "Toss for it")
			}
			s := w.state()
			winner := []string{"Boris", "Eve"}[s.Status.Awaits[0]]
			long := strings.Repeat("sheep ", sample.MaxName)[:sample.MaxName-4]
			r := w.types(winner, "name", long)
			if game == "nocturne" {
				if !has(r.Message, "⚠") {
					t.Errorf("more than nocturne takes:\n%s", r.Message.Text())
				}
				long = "sheep"
				w.types(winner, "name", long)
			}
			inputs, err := w.bot.conf.Stores.Matches.Inputs(w.ctx, s.ID)
			if err != nil || !strings.Contains(inputs[len(inputs)-1].Move, strings.TrimSpace(long)) {
				t.Errorf("%s does not hear %q: %+v, %v", game, long, inputs, err)
			}
			w.here = w.srv.NewChannel("second")
		}
	})
}

// TestTextsNameCommands: where the words of the bot name a command, they call it as readers of their
// language find it in Discord's list.
func TestTextsNameCommands(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^"command\.([a-z]+)" = "(.+)"$`)
	named := regexp.MustCompile(`[^<\pL]/(\pL+) (\pL+)`)
	for _, lang := range text.Langs {
		files, err := fs.Glob(os.DirFS("."), "*/locale/"+string(lang)+".toml")
		if err != nil {
			t.Fatal(err)
		}
		var words strings.Builder
		for _, name := range files {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			words.Write(b)
		}
		names, roots := map[string]bool{}, map[string]bool{}
		for _, m := range declared.FindAllStringSubmatch(words.String(), -1) {
			names[m[2]] = true
			if m[1] == "dream" || m[1] == "table" {
				roots[m[2]] = true
			}
		}
		found := named.FindAllStringSubmatch(words.String(), -1)
		for _, m := range found {
			if !roots[m[1]] || !names[m[2]] {
				t.Errorf("%s: the command /%s %s is in no list", lang, m[1], m[2])
			}
		}
		if len(found) < 10 {
			t.Errorf("%s: only %d commands are named", lang, len(found))
		}
	}
}
