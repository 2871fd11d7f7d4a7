package bot

import (
	"testing"

	"oneiros/bot/localcord"
	"oneiros/games/text"
)

// TestLanguageOfTable opens tables on servers whose language no person chose. Discord
// says that each server speaks American English until it is a Community.
func TestLanguageOfTable(t *testing.T) {
	for name, c := range map[string]struct {
		server, opener, chosen string
		want                   text.Lang
	}{
		"a Russian, no Community":               {"en-US", "ru", "", text.Russian},
		"an American, no Community":             {"en-US", "en-US", "", text.English},
		"a Russian, where the server is German": {"de", "ru", "", text.English},
		"an American in a Russian Community":    {"ru", "en-US", "", text.Russian},
		"a Russian, where English was chosen":   {"en-US", "ru", "en", text.English},
	} {
		t.Run(name, func(t *testing.T) {
			virtualOn(t, localcord.Config{}, c.server, nil, func(t *testing.T, w *town) {
				if err := w.person("Boris").SetLocale(c.opener); err != nil {
					t.Fatal(err)
				}
				if c.chosen != "" {
					w.dream("Аня", "settings", map[string]any{"language": c.chosen})
				}
				w.dream("Boris", "play", map[string]any{"game": "lullaby"})
				title := map[text.Lang]string{text.English: "Lullaby", text.Russian: "Колыбельная"}[c.want]
				if !has(w.board(), title) {
					t.Errorf("the table:\n%s", w.board().Text())
				}
			})
		})
	}
}

// TestLanguageOfPanel: a panel that is open speaks the language that its owner
// chooses, at once.
func TestLanguageOfPanel(t *testing.T) {
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		panels := w.match("", "Boris", "Eve")
		w.dream("Boris", "me", map[string]any{"language": "ru"})
		w.shows("Boris", panels["Boris"], "Ваши сны")
		w.shows("Eve", panels["Eve"], "Your dreams")
	})
}
