package bot

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/feature"
	"oneiros/bot/need"
	"oneiros/games"
)

// Commands are the slash commands of a bot with these games.
func Commands(list []games.Game) ([]*discordgo.ApplicationCommand, error) {
	loaded, err := loadGames(list)
	if err != nil {
		return nil, err
	}
	return build(Config{Games: list}, loaded).Commands(), nil
}

// Needs are what a bot with these games needs of Discord: the core first, and then each feature
// that needs something.
func Needs(list []games.Game) ([]need.Set, error) {
	loaded, err := loadGames(list)
	if err != nil {
		return nil, err
	}
	return build(Config{Games: list}, loaded).Needs(), nil
}

// Needs are what the bot needs of Discord: the core first, and then each feature that needs
// something.
func (b *Bot) Needs() []need.Set { return feature.Needs(b.surfaces.features) }

// CompareCommands says in what the commands that Discord has differ from those that it
// should have. It is empty when they are the same.
func CompareCommands(have, want []*discordgo.ApplicationCommand) ([]string, error) {
	var missing, unknown, other []string
	known := map[string]map[string]any{}
	for _, c := range have {
		plain, err := plainCommand(c)
		if err != nil {
			return nil, err
		}
		known[c.Name] = plain
	}
	for _, c := range want {
		plain, err := plainCommand(c)
		if err != nil {
			return nil, err
		}
		switch got, ok := known[c.Name]; {
		case !ok:
			missing = append(missing, "/"+c.Name)
		case !reflect.DeepEqual(got, plain):
			other = append(other, "/"+c.Name)
		}
		delete(known, c.Name)
	}
	for name := range known {
		unknown = append(unknown, "/"+name)
	}
	slices.Sort(unknown)
	var said []string
	for _, d := range []struct {
		what  string
		names []string
	}{{"missing", missing}, {"of another version", other}, {"not ours", unknown}} {
		if len(d.names) > 0 {
			said = append(said, d.what+": "+strings.Join(d.names, ", "))
		}
	}
	return said, nil
}

// plainCommand is a command without what Discord adds, and without empty values, which
// Discord may leave out or write.
func plainCommand(c *discordgo.ApplicationCommand) (map[string]any, error) {
	b, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", c.Name, err)
	}
	var m map[string]any
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, fmt.Errorf("command %s: %w", c.Name, err)
	}
	for _, added := range []string{"id", "application_id", "guild_id", "version", "dm_permission", "default_permission"} {
		delete(m, added)
	}
	plain, _ := prune(m).(map[string]any)
	return plain, nil
}

// prune removes empty values.
func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			if v[k] = prune(e); v[k] == nil {
				delete(v, k)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		for i := range v {
			v[i] = prune(v[i])
		}
		if len(v) == 0 {
			return nil
		}
	case bool:
		if !v {
			return nil
		}
	case string:
		if v == "" {
			return nil
		}
	case float64:
		if v == 0 {
			return nil
		}
	}
	return v
}
