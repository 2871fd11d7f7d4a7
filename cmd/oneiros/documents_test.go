package main

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot"
	"oneiros/bot/need"
	"oneiros/games/all"
	"oneiros/games/text"
)

// linked are the targets of a document, in markdown and in HTML.
var linked = regexp.MustCompile(`\]\(([^()\s]+)\)|(?:src|href)="([^"]+)"`)

// verbatim is what a document shows as it is typed.
var verbatim = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")

// anchors are the names that GitHub gives the headings of a document: lower case, without
// punctuation, a hyphen for each space, and a number where a name is there already.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for line := range strings.Lines(regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")) {
		title := strings.TrimLeft(line, "#")
		if n := len(line) - len(title); n == 0 || n > 6 || !strings.HasPrefix(title, " ") {
			continue
		}
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title))
		for n, first := 1, name; found[name]; n++ {
			name = first + "-" + string(rune('0'+n))
		}
		found[name] = true
	}
	return found
}

// deadLinks are the relative links of the documents of a tree that lead nowhere, and how
// many links there are.
func deadLinks(tree fs.FS) (dead []string, all int, err error) {
	texts := map[string]string{}
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case strings.HasSuffix(name, ".md"):
			b, err := fs.ReadFile(tree, name)
			texts[name] = string(b)
			return err
		}
		return nil
	})
	for name, text := range texts {
		for _, m := range linked.FindAllStringSubmatch(verbatim.ReplaceAllString(text, ""), -1) {
			link := m[1] + m[2]
			if strings.Contains(link, ":") {
				continue // another site, or an address for mail
			}
			all++
			file, anchor, _ := strings.Cut(link, "#")
			to := name
			if file != "" {
				to = path.Join(path.Dir(name), file)
			}
			if _, err := fs.Stat(tree, to); err != nil {
				dead = append(dead, name+": "+link+": there is no such file")
			} else if anchor != "" && !anchors(texts[to])[anchor] {
				dead = append(dead, name+": "+link+": there is no such heading")
			}
		}
	}
	return dead, all, err
}

// TestDocuments: no document links to a file or a heading that is not there, and the README
// can be read in ten minutes.
func TestDocuments(t *testing.T) {
	dead, all, err := deadLinks(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range dead {
		t.Error(link)
	}
	if all == 0 {
		t.Error("there is no link")
	}
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(b))); n > 2500 {
		t.Errorf("the README has %d words, more than 2500", n)
	}
}

// tableRows are the rows of the tables of a document below a heading, without their heads.
// Each is the texts of its cells.
func tableRows(text, heading string) (rows [][]string) {
	_, text, _ = strings.Cut(text, "\n## "+heading+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if !strings.HasPrefix(line, "|") || len(cells) < 2 {
			continue
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if strings.Trim(cells[0], "-") == "" {
			rows = rows[:len(rows)-1] // its head
			continue
		}
		rows = append(rows, cells)
	}
	return rows
}

// wrongNeeds says in what the documents differ from what the bot needs of Discord.
func wrongNeeds(operate, readme string, needs []need.Set) (wrong []string) {
	asked, names, want, has := need.Bits(need.Invited(needs, true)), map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, s := range needs {
		for _, p := range s.Permissions {
			is := "works without it"
			if asked&p.Bit != 0 {
				is = "needs it"
			}
			names[s.Say(text.English, p.Name)] = true
			want[strings.Join([]string{s.Say(text.English, p.Name), is, s.Say(text.English, p.Why)}, " | ")] = true
		}
		for _, i := range s.Intents {
			why := i.Why
			if i.Optional {
				why += "; `discord.message_events = false` leaves it out"
			}
			want[i.Name+" | "+why] = true
		}
	}
	for _, row := range tableRows(operate, "Permissions and intents") {
		has[strings.Join(row, " | ")] = true
	}
	for row := range want {
		if !has[row] {
			wrong = append(wrong, "docs/operate.md lacks the row "+row)
		}
	}
	for row := range has {
		if !want[row] {
			wrong = append(wrong, "docs/operate.md has the row "+row)
		}
	}
	said := map[string]bool{}
	for _, row := range tableRows(readme, "Put it on a server in five minutes") {
		for name := range strings.SplitSeq(row[0], ", ") {
			if said[name] = true; !names[name] {
				wrong = append(wrong, "README.md has the permission "+name)
			}
		}
	}
	for name := range names {
		if !said[name] {
			wrong = append(wrong, "README.md lacks the permission "+name)
		}
	}
	return wrong
}

// TestDocumentsNeeds: the documents say which permissions and intents the bot needs, and what
// for. They also say that no intent is privileged.
func TestDocumentsNeeds(t *testing.T) {
	needs, err := bot.Needs(all.Games)
	if err != nil {
		t.Fatal(err)
	}
	operate, err1 := os.ReadFile("../../docs/operate.md")
	readme, err2 := os.ReadFile("../../README.md")
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for _, what := range wrongNeeds(string(operate), string(readme), needs) {
		t.Error(what)
	}
	if privileged := need.Intents(needs, false) & (discordgo.IntentGuildMembers | discordgo.IntentGuildPresences | discordgo.IntentMessageContent); privileged != 0 {
		t.Errorf("the intents %b are privileged: README.md, SECURITY.md and a check say that none is", privileged)
	}
	plant := func(from, to string) string {
		planted := strings.Replace(string(operate), from, to, 1)
		if planted == string(operate) {
			t.Errorf("docs/operate.md has no %q", from)
		}
		return planted
	}
	for name, wrong := range map[string]string{
		"a row is missing":           plant("| Embed Links | needs it | to show text |\n", ""),
		"a row too many":             plant("| Embed Links |", "| Manage Roles | needs it | to be admired |\n| Embed Links |"),
		"optional is called needed":  plant("| Create Events | works without it |", "| Create Events | needs it |"),
		"another reason":             plant("to show pictures", "to show off"),
		"an intent is missing":       plant("| GUILDS | to know its servers, channels and threads |\n", ""),
		"the heading is another one": plant("## Permissions and intents", "## Permissions"),
	} {
		if len(wrongNeeds(wrong, string(readme), needs)) == 0 {
			t.Errorf("%s: it is not found", name)
		}
	}
	if len(wrongNeeds(string(operate), strings.Replace(string(readme), "| Create Events |", "| Manage Roles |", 1), needs)) != 2 {
		t.Error("another permission in the README is not found")
	}
}

// TestDocumentsPlanted plants links that lead somewhere, and ones that do not.
func TestDocumentsPlanted(t *testing.T) {
	tree := fstest.MapFS{
		"README.md":    {Data: []byte("# One\n## Whose it is?\n## Два слова\n## One\n```\n# no heading\n[no](link)\n```\n")},
		"docs/a.md":    {Data: []byte("# A\n")},
		"docs/p.png":   {},
		".hidden/x.md": {Data: []byte("[dead](nowhere.md)")},
	}
	for link, dead := range map[string]bool{
		"../README.md": false, "../README.md#one": false, "../README.md#one-1": false, "../README.md#whose-it-is": false, "../README.md#два-слова": false,
		"#a": false, "p.png": false, "https://example.com/#x": false,
		"../README.md#two": true, "../README.md#no-heading": true, "#b": true, "q.png": true, "README.md": true,
	} {
		for _, form := range []string{"[x](" + link + ")", `<img src="` + link + `" alt="">`} {
			tree["docs/a.md"] = &fstest.MapFile{Data: []byte("# A\n" + form + "\n`[y](nowhere.md)`\n")}
			found, _, err := deadLinks(tree)
			if err != nil || (len(found) > 0) != dead {
				t.Errorf("%s: %v, %v", form, found, err)
			}
		}
	}
}
