package discord

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// published is Discord's OpenAPI schema. It is not part of the project:
// DISCORD_OPENAPI names its file, or it lies beside the project. In CI it has to be
// there.
var published = sync.OnceValues(func() (any, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		f, err := os.Open(cmp.Or(os.Getenv("DISCORD_OPENAPI"), filepath.Join(dir, "shared", "discord", "openapi.json")))
		if err != nil {
			continue
		}
		defer f.Close()
		return jsonschema.UnmarshalJSON(f)
	}
	return nil, nil
})

// schema is the part of Discord's schema for the body of a request.
func schema(t *testing.T, method, path string) *jsonschema.Schema {
	t.Helper()
	doc, err := published()
	if err != nil {
		t.Fatal(err)
	}
	if doc == nil {
		if os.Getenv("CI") != "" {
			t.Fatal("Discord's schema is not here; DISCORD_OPENAPI has to name its file")
		}
		t.Skip("Discord's schema is not here; DISCORD_OPENAPI can name its file")
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("file:///openapi.json", doc); err != nil {
		t.Fatal(err)
	}
	at := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(path)
	s, err := c.Compile("file:///openapi.json#/paths/" + at + "/" + method + "/requestBody/content/application~1json/schema")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// accepts validates a body. Discord's schema says that permissions are an integer.
// Its documentation says that they are a string, and Discord accepts that. The schema lacks the
// channels for media, which the documentation has.
func accepts(s *jsonschema.Schema, body string) error {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.ReplaceAll(body, `,15,16]`, `,15]`)))
	if err != nil {
		return err
	}
	if list, ok := v.([]any); ok {
		for _, x := range list {
			if c, ok := x.(map[string]any); ok {
				if p, ok := c["default_member_permissions"].(string); ok {
					c["default_member_permissions"] = json.Number(p)
				}
			}
		}
	}
	return s.Validate(v)
}

// full is a message with a part of every kind, each as large as it may be.
func full() *Message {
	m := &Message{
		Content: strings.Repeat("я", 2000),
		Embeds: []*discordgo.MessageEmbed{{
			Title: strings.Repeat("т", 256), URL: "https://example.com/", Description: strings.Repeat("d", 4096), Color: 0xffffff,
			Image: &discordgo.MessageEmbedImage{URL: "attachment://bed.png"}, Thumbnail: &discordgo.MessageEmbedThumbnail{URL: "attachment://old.png"},
			Author: &discordgo.MessageEmbedAuthor{Name: "a"}, Footer: &discordgo.MessageEmbedFooter{Text: strings.Repeat("f", 500)},
			Fields: []*discordgo.MessageEmbedField{{Name: "\"n\"\\\n\x01", Value: "v", Inline: true}, {Name: "два", Value: "🌙"}},
		}},
		Attachments: []Attachment{{ID: 44, Name: "old.png", Alt: "what it was"}},
		Files:       []File{{Name: "bed.png", Alt: strings.Repeat("a", 1024), Data: []byte{1}}},
		Mentions:    Mentions{Users: []ID{1, 1<<63 + 1}},
		Flags:       discordgo.MessageFlagsSuppressNotifications,
	}
	for r := range 4 {
		var row Row
		for b := range 5 {
			row = append(row, Button{CustomID: fmt.Sprintf("%098d%d%d", 0, r, b), Label: strings.Repeat("л", 80), Emoji: "🌙", Style: discordgo.DangerButton, Disabled: b == 1})
		}
		m.Components = append(m.Components, row)
	}
	m.Components[3][4] = Button{Label: "rules", Style: discordgo.LinkButton, URL: "https://example.com/" + strings.Repeat("u", 492), Emoji: "moon:1234567890"}
	menu := Menu{CustomID: "menu", Placeholder: strings.Repeat("p", 150), Min: 0, Max: 25}
	for i := range 25 {
		menu.Options = append(menu.Options, MenuOption{Label: strings.Repeat("l", 100), Value: fmt.Sprintf("%0100d", i), Description: strings.Repeat("h", 100), Emoji: "🌙", Default: i < 3})
	}
	m.Components = append(m.Components, Row{menu})
	return m
}

// encoded is a body as JSON.
func encoded(payload any) string {
	b, err := json.Marshal(payload)
	if err != nil {
		panic(err)
	}
	return string(b)
}

func bodyOf(m *Message, p Place) string {
	switch p {
	case placeCallback:
		return encoded(answerBody{4, m.body(p, discordgo.MessageFlagsEphemeral)})
	case placeUpdate:
		return encoded(answerBody{7, m.body(p, 0)})
	}
	b := m.body(p, 0)
	if p == PlacePost {
		b.Nonce, b.Enforce = "ABCDEFGHIJKLMNOPQRSTUVWX", true
	}
	return encoded(b)
}

var places = map[Place][2]string{
	placeCallback: {"post", "/interactions/{interaction_id}/{interaction_token}/callback"},
	placeUpdate:   {"post", "/interactions/{interaction_id}/{interaction_token}/callback"},
	PlaceFollow:   {"post", "/webhooks/{webhook_id}/{webhook_token}"},
	PlaceOriginal: {"patch", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"},
	PlacePost:     {"post", "/channels/{channel_id}/messages"},
	PlaceEdit:     {"patch", "/channels/{channel_id}/messages/{message_id}"},
}

// Discord's schema accepts what we send. Check refuses everything that the schema
// refuses.
func TestMessageSchema(t *testing.T) {
	t.Parallel()
	for p, at := range places {
		t.Run(fmt.Sprint(at[0], " ", p), func(t *testing.T) {
			t.Parallel()
			s := schema(t, at[0], at[1])
			for name, m := range map[string]*Message{"full": full(), "small": {Content: "x"}, "zero": {}} {
				if err := accepts(s, bodyOf(m, p)); err != nil {
					t.Errorf("%s: %v\n%s", name, err, bodyOf(m, p))
				}
			}
			refused := 0
			for name, spoil := range spoilt {
				m := full()
				spoil(m)
				if Check(m) == nil {
					t.Errorf("%s: Check accepts it", name)
				}
				if accepts(s, bodyOf(m, p)) != nil {
					refused++
				}
			}
			if refused < 15 {
				t.Errorf("the schema refuses only %d of %d", refused, len(spoilt))
			}
		})
	}
}

// spoilt are messages that Discord refuses. Its schema accepts some of them.
var spoilt = map[string]func(*Message){
	"empty":    func(m *Message) { *m = Message{} },
	"content":  func(m *Message) { m.Content += "я" },
	"no UTF-8": func(m *Message) { m.Content = "\xff" },
	"title":    func(m *Message) { m.Embeds[0].Title += "т" },
	"sum": func(m *Message) {
		m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Description: strings.Repeat("x", 1200)})
	},
	"embeds": func(m *Message) {
		m.Embeds = append(m.Embeds, slices.Repeat([]*discordgo.MessageEmbed{{Title: "x"}}, 10)...)
	},
	"empty embed": func(m *Message) { m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Color: 3}) },
	"colour":      func(m *Message) { m.Embeds[0].Color = 1 << 24 },
	"fields": func(m *Message) {
		m.Embeds[0].Fields = slices.Repeat([]*discordgo.MessageEmbedField{{Name: "a", Value: "b"}}, 26)
	},
	"no field name":          func(m *Message) { m.Embeds[0].Fields[0].Name = "" },
	"blank field":            func(m *Message) { m.Embeds[0].Fields[0].Value = " \n" },
	"field value":            func(m *Message) { m.Embeds[0].Fields[0].Value = strings.Repeat("v", 1025) },
	"footer":                 func(m *Message) { m.Embeds[0].Footer.Text = strings.Repeat("v", 2049) },
	"image that is not here": func(m *Message) { m.Embeds[0].Image.URL = "attachment://other.png" },
	"rows": func(m *Message) {
		m.Components = append(m.Components, Row{Button{CustomID: "x", Label: "x", Style: discordgo.PrimaryButton}})
	},
	"empty row": func(m *Message) { m.Components[4] = nil },
	"six buttons": func(m *Message) {
		m.Components[0] = append(m.Components[0], Button{CustomID: "x", Label: "x", Style: discordgo.PrimaryButton})
	},
	"button beside menu": func(m *Message) {
		m.Components[4] = append(m.Components[4], Button{CustomID: "x", Label: "x", Style: discordgo.PrimaryButton})
	},
	"input": func(m *Message) { m.Components[4] = Row{Input{CustomID: "x", Label: "x"}} },
	"long custom id": func(m *Message) {
		m.Components[0][0] = Button{CustomID: strings.Repeat("x", 101), Label: "x", Style: discordgo.PrimaryButton}
	},
	"no custom id":   func(m *Message) { m.Components[0][0] = Button{Label: "x", Style: discordgo.PrimaryButton} },
	"same custom id": func(m *Message) { m.Components[0][0] = m.Components[1][1] },
	"label": func(m *Message) {
		m.Components[0][0] = Button{CustomID: "x", Label: strings.Repeat("x", 81), Style: discordgo.PrimaryButton}
	},
	"no label":             func(m *Message) { m.Components[0][0] = Button{CustomID: "x", Style: discordgo.PrimaryButton} },
	"style":                func(m *Message) { m.Components[0][0] = Button{CustomID: "x", Label: "x"} },
	"link without address": func(m *Message) { m.Components[0][0] = Button{Label: "x", Style: discordgo.LinkButton} },
	"link with custom id": func(m *Message) {
		m.Components[0][0] = Button{CustomID: "x", Label: "x", Style: discordgo.LinkButton, URL: "https://x.example/"}
	},
	"button with address": func(m *Message) {
		m.Components[0][0] = Button{CustomID: "x", Label: "x", Style: discordgo.PrimaryButton, URL: "https://x.example/"}
	},
	"options":     func(m *Message) { m.Components[4] = Row{menuOf(26)} },
	"no options":  func(m *Message) { m.Components[4] = Row{menuOf(0)} },
	"same values": func(m *Message) { x := menuOf(2); x.Options[1].Value = x.Options[0].Value; m.Components[4] = Row{x} },
	"two chosen of one": func(m *Message) {
		x := menuOf(2)
		x.Options[0].Default, x.Options[1].Default = true, true
		m.Components[4] = Row{x}
	},
	"choose more than are": func(m *Message) { x := menuOf(2); x.Max = 3; m.Components[4] = Row{x} },
	"option label":         func(m *Message) { x := menuOf(2); x.Options[0].Label = ""; m.Components[4] = Row{x} },
	"option hint": func(m *Message) {
		x := menuOf(2)
		x.Options[0].Description = strings.Repeat("h", 101)
		m.Components[4] = Row{x}
	},
	"placeholder":       func(m *Message) { x := menuOf(2); x.Placeholder = strings.Repeat("h", 151); m.Components[4] = Row{x} },
	"alt":               func(m *Message) { m.Files[0].Alt += "a" },
	"file without name": func(m *Message) { m.Files[0].Name = "" },
	"file name":         func(m *Message) { m.Files = append(m.Files, File{Name: "кровать.png", Data: []byte{1}}) },
	"same file":         func(m *Message) { m.Files = append(m.Files, m.Files[0]) },
	"empty file":        func(m *Message) { m.Files[0].Data = nil },
	"attachments":       func(m *Message) { m.Attachments = slices.Repeat([]Attachment{{ID: 1, Name: "old.png"}}, 10) },
	"kept without id":   func(m *Message) { m.Attachments[0].ID = 0 },
	"mentions": func(m *Message) {
		m.Mentions.Users = nil
		for i := range MaxMentions + 1 {
			m.Mentions.Users = append(m.Mentions.Users, ID(i+1))
		}
	},
	"mentioned twice": func(m *Message) { m.Mentions.Users = []ID{4, 4} },
	"flags":           func(m *Message) { m.Flags = 1 << 15 },
}

func menuOf(n int) Menu {
	m := Menu{CustomID: "menu"}
	for i := range n {
		m.Options = append(m.Options, MenuOption{Label: "x", Value: fmt.Sprint(i)})
	}
	return m
}

func TestCheck(t *testing.T) {
	t.Parallel()
	if err := Check(full()); err != nil {
		t.Error(err)
	}
	for name, spoil := range spoilt {
		m := full()
		spoil(m)
		err := Check(m)
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		if strings.Contains(err.Error(), "яяя") || strings.Contains(err.Error(), "vvv") {
			t.Errorf("%s: the error repeats the message: %v", name, err)
		}
	}
}

// optionsOf are so many options, each of its own.
func optionsOf(n int) (list []MenuOption) {
	for i := range n {
		list = append(list, MenuOption{Label: fmt.Sprint(i), Value: fmt.Sprint(i)})
	}
	return list
}

func TestModal(t *testing.T) {
	t.Parallel()
	good := Modal{CustomID: "f", Title: "Сон"}
	for i := range 5 {
		good.Rows = append(good.Rows, Row{Input{CustomID: fmt.Sprint(i), Label: "Слово", Description: "one word", Placeholder: "море", Value: "v", Min: 1, Max: 100 * i, Required: i > 0, Long: i == 4}})
	}
	good.Rows[0] = Row{Input{CustomID: "0", Label: "x"}}
	if err := CheckModal(good); err != nil {
		t.Error(err)
	}
	body := encoded(answerBody{9, good.body()})
	if short, long := strings.Count(body, `"style":1`), strings.Count(body, `"style":2`); short != 4 || long != 1 {
		t.Errorf("%d inputs of one line and %d of several, want 4 and 1\n%s", short, long, body)
	}
	ab := []MenuOption{{Label: "a", Value: "a", Default: true}, {Label: "b", Value: "b"}}
	chosen := Modal{CustomID: "f", Title: "Сон", Rows: []Row{
		{Radio{CustomID: "0", Label: "x", Description: "one", Options: ab, Required: true}},
		{Menu{CustomID: "1", Label: "x", Options: ab, Placeholder: "one"}},
		{Menu{CustomID: "2", Label: "x", Options: ab, Required: true}},
		{Menu{CustomID: "3", Label: "x", Kind: ChannelMenu, Max: 25, Chosen: []ID{7, 8}}},
		{Menu{CustomID: "4", Label: "x", Kind: RoleMenu, Chosen: []ID{7}}},
	}}
	if err := CheckModal(chosen); err != nil {
		t.Error(err)
	}
	if c := chosen.body().Components; *c[1].Component.MinValues != 0 || *c[1].Component.Required || *c[2].Component.MinValues != 1 || c[3].Component.MaxValues != 25 {
		t.Errorf("the menus are\n%s", encoded(answerBody{9, chosen.body()}))
	}
	for name, spoil := range map[string]func(*Modal){
		"one radio":    func(m *Modal) { m.Rows[0] = Row{Radio{CustomID: "0", Label: "x", Options: ab[:1]}} },
		"no label":     func(m *Modal) { m.Rows[0] = Row{Radio{CustomID: "0", Options: ab}} },
		"radio twice":  func(m *Modal) { m.Rows[0] = Row{Radio{CustomID: "0", Label: "x", Options: slices.Concat(ab, ab)}} },
		"eleven":       func(m *Modal) { m.Rows[0] = Row{Radio{CustomID: "0", Label: "x", Options: optionsOf(11)}} },
		"menu":         func(m *Modal) { m.Rows[0] = Row{Menu{CustomID: "0", Options: ab}} },
		"disabled":     func(m *Modal) { m.Rows[0] = Row{Menu{CustomID: "0", Label: "x", Options: ab, Disabled: true}} },
		"many options": func(m *Modal) { m.Rows[0] = Row{Menu{CustomID: "0", Label: "x", Options: optionsOf(26)}} },

		"title":      func(m *Modal) { m.Title = strings.Repeat("x", 46) },
		"no title":   func(m *Modal) { m.Title = "" },
		"custom id":  func(m *Modal) { m.CustomID = "" },
		"six":        func(m *Modal) { m.Rows = append(m.Rows, Row{Input{CustomID: "x", Label: "x"}}) },
		"none":       func(m *Modal) { m.Rows = nil },
		"two in one": func(m *Modal) { m.Rows[0] = append(m.Rows[0], Input{CustomID: "x", Label: "x"}) },
		"button":     func(m *Modal) { m.Rows[0] = Row{Button{CustomID: "x", Label: "x", Style: discordgo.PrimaryButton}} },
		"same":       func(m *Modal) { m.Rows[0] = m.Rows[1] },
		"label":      func(m *Modal) { m.Rows[0] = Row{Input{CustomID: "x"}} },
		"hint": func(m *Modal) {
			m.Rows[0] = Row{Input{CustomID: "x", Label: "x", Description: strings.Repeat("x", 101)}}
		},
		"max":   func(m *Modal) { m.Rows[0] = Row{Input{CustomID: "x", Label: "x", Max: 4001}} },
		"min":   func(m *Modal) { m.Rows[0] = Row{Input{CustomID: "x", Label: "x", Min: 5, Max: 4}} },
		"value": func(m *Modal) { m.Rows[0] = Row{Input{CustomID: "x", Label: "x", Value: "12345", Max: 4}} },
	} {
		m := good
		m.Rows = slices.Clone(good.Rows)
		spoil(&m)
		if CheckModal(m) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for _, body := range []string{body, encoded(answerBody{9, chosen.body()})} {
		if err := accepts(schema(t, "post", places[placeCallback][1]), body); err != nil {
			t.Errorf("%v\n%s", err, body)
		}
	}
}

func TestChoices(t *testing.T) {
	t.Parallel()
	type choice = discordgo.ApplicationCommandOptionChoice
	var choices []*choice
	for i := range 25 {
		choices = append(choices, &choice{
			Name: strings.Repeat("я", 100), NameLocalizations: map[discordgo.Locale]string{"ru": "имя", "en-US": "name"}, Value: fmt.Sprint(i),
		})
	}
	if err := CheckChoices(choices); err != nil {
		t.Error(err)
	}
	for name, bad := range map[string][]*choice{
		"many": append(slices.Clone(choices), &choice{Name: "x", Value: "x"}), "name": {{Name: "", Value: "x"}},
		"long name": {{Name: strings.Repeat("x", 101), Value: "x"}}, "value": {{Name: "x", Value: strings.Repeat("x", 101)}},
		"no value": {{Name: "x"}}, "empty value": {{Name: "x", Value: ""}}, "number": {{Name: "x", Value: 4}},
		"locale":     {{Name: "x", Value: "x", NameLocalizations: map[discordgo.Locale]string{"en": "x"}}},
		"no locale":  {{Name: "x", Value: "x", NameLocalizations: map[discordgo.Locale]string{"": "x"}}},
		"local name": {{Name: "x", Value: "x", NameLocalizations: map[discordgo.Locale]string{"ru": strings.Repeat("я", 101)}}},
	} {
		if CheckChoices(bad) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	s := schema(t, "post", places[placeCallback][1])
	for _, some := range [][]*choice{choices, nil} {
		if body := encoded(answerBody{8, choicesOf(some)}); accepts(s, body) != nil {
			t.Errorf("%v\n%s", accepts(s, body), body)
		}
	}
}

func commandsForTest() []*discordgo.ApplicationCommand {
	type option = discordgo.ApplicationCommandOption
	type locales = map[discordgo.Locale]string
	one, least, manage := 1, 1.0, int64(discordgo.PermissionManageGuild)
	return []*discordgo.ApplicationCommand{{
		Name: "dream", NameLocalizations: &locales{"ru": "сон"}, Description: "Play", DescriptionLocalizations: &locales{"ru": "Играть"},
		Contexts:                 &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		DefaultMemberPermissions: &manage,
		Options: []*option{
			{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "play", Description: "Begin", Options: []*option{
				{Type: discordgo.ApplicationCommandOptionString, Name: "game", Description: "Which", Required: true, Autocomplete: true},
				{Type: discordgo.ApplicationCommandOptionString, Name: "language", Description: "Which", Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: "Русский", NameLocalizations: locales{"en-US": "Russian"}, Value: "ru"},
				}},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "minutes", Description: "How long", MinValue: &least, MaxValue: 10},
				{Type: discordgo.ApplicationCommandOptionInteger, Name: "seats", Description: "How many", Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "four", Value: 4}}},
				{Type: discordgo.ApplicationCommandOptionBoolean, Name: "thread", Description: "In a thread"},
			}},
			{Type: discordgo.ApplicationCommandOptionSubCommandGroup, Name: "set", Description: "Set", Options: []*option{
				{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "mine", Description: "Mine"},
			}},
		},
	}, {
		Name: "слово", Description: "A word", Contexts: &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild},
		Options: []*option{{Type: discordgo.ApplicationCommandOptionString, Name: "word", Description: "Which", Required: true, MinLength: &one, MaxLength: 10}},
	}}
}

func TestCommands(t *testing.T) {
	t.Parallel()
	type option = discordgo.ApplicationCommandOption
	good := commandsForTest()
	if err := CheckCommands(good); err != nil {
		t.Error(err)
	}
	long, many, least := strings.Repeat("x", 100), 11, 11.0
	for name, spoil := range map[string]func([]*discordgo.ApplicationCommand){
		"upper case":     func(d []*discordgo.ApplicationCommand) { d[0].Name = "Dream" },
		"space":          func(d []*discordgo.ApplicationCommand) { d[0].Name = "a dream" },
		"russian upper":  func(d []*discordgo.ApplicationCommand) { (*d[0].NameLocalizations)["ru"] = "Сон" },
		"long":           func(d []*discordgo.ApplicationCommand) { d[0].Name = strings.Repeat("x", 33) },
		"no about":       func(d []*discordgo.ApplicationCommand) { d[0].Description = "" },
		"long about":     func(d []*discordgo.ApplicationCommand) { (*d[0].DescriptionLocalizations)["ru"] = long + "x" },
		"locale":         func(d []*discordgo.ApplicationCommand) { (*d[0].NameLocalizations)["en"] = "dream" },
		"about's locale": func(d []*discordgo.ApplicationCommand) { (*d[0].DescriptionLocalizations)["en"] = "dream" },
		"same":           func(d []*discordgo.ApplicationCommand) { d[0].Name = d[1].Name },
		"same option":    func(d []*discordgo.ApplicationCommand) { d[0].Options[1].Name = d[0].Options[0].Name },
		"required last": func(d []*discordgo.ApplicationCommand) {
			d[0].Options[0].Options[1].Required = true
			d[0].Options[0].Options[0].Required = false
		},
		"mixed": func(d []*discordgo.ApplicationCommand) {
			d[0].Options[1] = &option{Type: discordgo.ApplicationCommandOptionString, Name: "x", Description: "x"}
		},
		"completed":     func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[1].Autocomplete = true },
		"yes completed": func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[4].Autocomplete = true },
		"yes of two": func(d []*discordgo.ApplicationCommand) {
			d[0].Options[0].Options[4].Choices = d[0].Options[0].Options[1].Choices
		},
		"type":        func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[1].Type = 11 },
		"number":      func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[3].Choices[0].Value = "4" },
		"empty group": func(d []*discordgo.ApplicationCommand) { d[0].Options[1].Options = nil },
		"deep": func(d []*discordgo.ApplicationCommand) {
			d[0].Options[1].Options[0].Type = discordgo.ApplicationCommandOptionSubCommandGroup
			d[0].Options[1].Options[0].Options = d[0].Options[0].Options
		},
		"least and most":     func(d []*discordgo.ApplicationCommand) { d[1].Options[0].MinLength = &many },
		"long answer":        func(d []*discordgo.ApplicationCommand) { d[1].Options[0].MaxLength = 6001 },
		"least and greatest": func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[2].MinValue = &least },
		"length of a number": func(d []*discordgo.ApplicationCommand) { d[0].Options[0].Options[2].MaxLength = 4 },
		"greatest of a word": func(d []*discordgo.ApplicationCommand) { d[1].Options[0].MaxValue = 4 },
		"context":            func(d []*discordgo.ApplicationCommand) { (*d[0].Contexts)[0] = 3 },
		"everywhere":         func(d []*discordgo.ApplicationCommand) { d[0].Contexts = nil },
		"26 options": func(d []*discordgo.ApplicationCommand) {
			d[1].Options = nil
			for i := range 26 {
				d[1].Options = append(d[1].Options, &option{Type: discordgo.ApplicationCommandOptionString, Name: fmt.Sprint("o", i), Description: "x"})
			}
		},
		"8000 characters": func(d []*discordgo.ApplicationCommand) {
			d[1].Options = nil
			for i := range 25 {
				o := &option{Type: discordgo.ApplicationCommandOptionString, Name: fmt.Sprint("o", i), Description: long}
				for k := range 2 {
					o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: long, Value: fmt.Sprintf("%0100d", k)})
				}
				d[1].Options = append(d[1].Options, o)
			}
		},
	} {
		d := commandsForTest()
		spoil(d)
		if CheckCommands(d) == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	body := encoded(good)
	if !strings.Contains(body, `"default_member_permissions":"32"`) {
		t.Errorf("permissions are a string: %s", body)
	}
	s := schema(t, "put", "/applications/{application_id}/commands")
	if err := accepts(s, body); err != nil {
		t.Errorf("%v\n%s", err, body)
	}
}

// A message is always whole: an edit clears what is absent, and notifies no person.
func TestWhole(t *testing.T) {
	t.Parallel()
	for p, want := range map[Place]string{
		placeUpdate:   `{"type":7,"data":{"content":"","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"attachments":[]}}`,
		PlaceOriginal: `{"content":"","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"attachments":[]}`,
		PlaceEdit:     `{"content":"","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"attachments":[],"flags":0}`,
		placeCallback: `{"type":4,"data":{"content":"","embeds":[],"components":[],"allowed_mentions":{"parse":[]},"flags":64}}`,
		PlaceFollow:   `{"content":"","embeds":[],"components":[],"allowed_mentions":{"parse":[]}}`,
	} {
		if got := bodyOf(&Message{}, p); got != want {
			t.Errorf("%d: %s, want %s", p, got, want)
		}
	}
	edited := bodyOf(&Message{Flags: discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsSuppressEmbeds, Mentions: Mentions{Users: []ID{3, 4}}}, PlaceOriginal)
	if !strings.Contains(edited, `"flags":4`) || !strings.Contains(edited, `{"parse":[],"users":["3","4"]}`) {
		t.Error(edited)
	}
}

// Words arrive as they were, also those that are not UTF-8.
func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "море", "\"\\\n\r\t\x00\x7f\u2028<>&", "\xff\xfe я", "🌙"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got struct{ Content string }
		if err := json.Unmarshal([]byte(bodyOf(&Message{Content: s}, PlaceFollow)), &got); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		// Each byte that is not UTF-8 becomes one U+FFFD.
		if want := string([]rune(s)); got.Content != want {
			t.Fatalf("%q became %q", s, got.Content)
		}
	})
}

func TestInvite(t *testing.T) {
	t.Parallel()
	const want = "https://discord.com/oauth2/authorize?client_id=6&permissions=117760&scope=bot+applications.commands"
	if got := Invite(6, 117760); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestCheckEdges: what is exactly as small or as large as Discord allows is accepted.
func TestCheckEdges(t *testing.T) {
	t.Parallel()
	type option = discordgo.ApplicationCommandOption
	type choice = discordgo.ApplicationCommandOptionChoice
	x := func(n int) string { return strings.Repeat("x", n) }
	small := &Message{
		Embeds: []*discordgo.MessageEmbed{
			{Image: &discordgo.MessageEmbedImage{URL: "https://x.example/"}},
			{Thumbnail: &discordgo.MessageEmbedThumbnail{URL: "https://x.example/"}},
			{Fields: []*discordgo.MessageEmbedField{{Name: "x", Value: "x"}}},
		},
		Components: []Row{
			{Button{CustomID: "a", Label: "x", Style: discordgo.PrimaryButton}, Button{CustomID: "b", Emoji: "🌙", Style: discordgo.DangerButton}, Button{Label: "x", Style: discordgo.LinkButton, URL: "x"}},
			{Menu{CustomID: "c", Options: []MenuOption{{Label: "x", Value: "x", Default: true}}}},
			{Menu{CustomID: "d", Options: []MenuOption{{Label: "x", Value: "x"}}, Min: 0, Max: 1}},
		},
		Files: []File{{Name: "x", Data: []byte{1}}},
	}
	large := &Message{
		Embeds:   slices.Repeat([]*discordgo.MessageEmbed{{Title: "x"}}, MaxEmbeds),
		Mentions: Mentions{Users: make([]ID, MaxMentions)},
		Flags:    discordgo.MessageFlagsSuppressEmbeds | discordgo.MessageFlagsEphemeral | discordgo.MessageFlagsSuppressNotifications,
	}
	large.Embeds[0] = &discordgo.MessageEmbed{
		URL: x(MaxEmbedURL), Author: &discordgo.MessageEmbedAuthor{Name: x(MaxAuthor)}, Footer: &discordgo.MessageEmbedFooter{Text: x(MaxFooter)},
		Fields: slices.Repeat([]*discordgo.MessageEmbedField{{Name: "x", Value: "x"}}, MaxFields),
	}
	large.Embeds[1] = &discordgo.MessageEmbed{Fields: []*discordgo.MessageEmbedField{{Name: x(MaxFieldName), Value: x(MaxFieldValue)}}}
	rest := MaxEmbedSum - MaxAuthor - MaxFooter - 2*MaxFields - MaxFieldName - MaxFieldValue - (MaxEmbeds - 3)
	large.Embeds[2] = &discordgo.MessageEmbed{Description: x(rest)}
	for i := range large.Mentions.Users {
		large.Mentions.Users[i] = ID(i + 1)
	}
	for i := range MaxAttachments {
		large.Files = append(large.Files, File{Name: fmt.Sprint(i), Data: make([]byte, 1)})
	}
	large.Files[0] = File{Name: x(MaxFileName), Data: make([]byte, MaxFileSize)}
	for name, m := range map[string]*Message{"small": small, "large": large} {
		if err := Check(m); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	crowd := &Message{Content: "x", Mentions: Mentions{Users: append(slices.Clone(large.Mentions.Users), MaxMentions+1)}}
	if Check(crowd) == nil {
		t.Errorf("%d people mentioned are accepted", MaxMentions+1)
	}
	large.Embeds[2].Description += "x"
	if Check(large) == nil {
		t.Errorf("%d characters in all embeds are accepted", MaxEmbedSum+1)
	}

	modal := Modal{CustomID: x(MaxCustomID), Title: x(MaxModalTitle)}
	for i := range MaxInputs {
		modal.Rows = append(modal.Rows, Row{Input{
			CustomID: fmt.Sprintf("%0100d", i), Label: x(MaxInputLabel), Description: x(MaxInputHint), Placeholder: x(MaxInputHint),
			Value: x(MaxInput), Min: MaxInput, Max: []int{0, MaxInput}[i%2],
		}})
	}
	for _, m := range []Modal{modal, {CustomID: "x", Title: "x", Rows: []Row{{Input{CustomID: "x", Label: "x", Max: 1}}}}} {
		if err := CheckModal(m); err != nil {
			t.Error(err)
		}
	}
	if err := CheckChoices([]*choice{{Name: "x", Value: "x"}, {Name: x(100), Value: x(100)}}); err != nil {
		t.Error(err)
	}

	guilds := &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextPrivateChannel}
	text := func(i int) *option {
		return &option{Type: discordgo.ApplicationCommandOptionString, Name: fmt.Sprint("o", i), Description: "x"}
	}
	least, longest := 0, maxStringOption
	commands := []*discordgo.ApplicationCommand{
		{Name: "x", Description: "x", Contexts: guilds, Options: []*option{text(0), text(1)}},
		{Name: x(32), Description: x(100), Contexts: guilds},
		{Name: "deep", Description: "x", Contexts: guilds, Options: []*option{{
			Type: discordgo.ApplicationCommandOptionSubCommandGroup, Name: "g", Description: "x",
			Options: []*option{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "s", Description: "x", Options: []*option{text(0)}}},
		}}},
	}
	commands[0].Options[0].MinLength, commands[0].Options[1].MinLength, commands[0].Options[1].MaxLength = &least, &longest, maxStringOption
	full := &discordgo.ApplicationCommand{Name: "full", Description: x(100), Contexts: guilds}
	for i := range maxCommandOptions {
		full.Options = append(full.Options, text(i))
	}
	size := 4 + 100 + 10*(2+1) + 15*(3+1)
	for k := range MaxChoices { // fill it up to 8,000 characters
		full.Options[0].Choices = append(full.Options[0].Choices, &choice{Name: x(100), Value: fmt.Sprintf("%0100d", k)})
		size += 200
	}
	for k := 0; size < maxCommandSize; k++ {
		n := min(100, maxCommandSize-size-1)
		full.Options[1].Choices = append(full.Options[1].Choices, &choice{Name: x(n), Value: "v"})
		size += n + 1
	}
	full.Options[2].Choices, full.Options[1].Choices = full.Options[1].Choices[MaxChoices:], full.Options[1].Choices[:MaxChoices]
	for len(commands) < maxCommands-1 {
		commands = append(commands, &discordgo.ApplicationCommand{Name: fmt.Sprint("c", len(commands)), Description: "x", Contexts: guilds})
	}
	if err := CheckCommands(append(commands, full)); err != nil {
		t.Error(err)
	}
	full.Description = x(99)
	full.Options[0].Description = "xxx"
	if CheckCommands([]*discordgo.ApplicationCommand{full}) == nil {
		t.Errorf("a command of %d characters is accepted", maxCommandSize+1)
	}
}
