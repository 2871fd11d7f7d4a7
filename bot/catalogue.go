package bot

import (
	"fmt"
	"reflect"
	"sync"

	"oneiros/bot/page"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// game is a game with its words.
type game struct {
	info  games.Info
	say   *text.Catalogue
	plays bool // it has automatic players
	rules games.Game
}

// label says a key of the game's catalogue, for places without markdown.
func (g *game) label(lang text.Lang, key string) string { return page.Label(g.say, lang, ui.T(key)) }

// gameList is the games of a bot, in their order.
type gameList []*game

// catalogues are those of the games that were loaded, by the files of their words. The
// bots of all shards of a process have the same games.
var catalogues sync.Map

// catalogueOf is the catalogue of a game. It is loaded once.
func catalogueOf(info games.Info) (*text.Catalogue, error) {
	kept := reflect.ValueOf(info.Locale).Comparable()
	if kept {
		if c, ok := catalogues.Load(info.Locale); ok {
			return c.(*text.Catalogue), nil
		}
	}
	c, err := text.Load(words.Catalogue(), info.Locale)
	if err == nil && kept {
		catalogues.Store(info.Locale, c)
	}
	return c, err
}

// loadGames loads the words of games.
func loadGames(list []games.Game) (gameList, error) {
	var loaded gameList
	for _, g := range list {
		info := g.Info()
		say, err := catalogueOf(info)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", info.Name, err)
		}
		loaded = append(loaded, &game{info, say, g.Plays(), g})
	}
	return loaded, nil
}

// named is the game of a name, or nil.
func (l gameList) named(name string) *game {
	for _, g := range l {
		if g.info.Name == name {
			return g
		}
	}
	return nil
}

// infos are what is known of the games without playing them.
func (l gameList) infos() (list []games.Info) {
	for _, g := range l {
		list = append(list, g.info)
	}
	return list
}

// words are the catalogues of the games, by name.
func (l gameList) words() map[string]*text.Catalogue {
	by := map[string]*text.Catalogue{}
	for _, g := range l {
		by[g.info.Name] = g.say
	}
	return by
}
