package bot

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	auditpage "oneiros/bot/audit/page"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/feature/sample"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/localcord/wire"
	"oneiros/bot/need"
	nights "oneiros/bot/night/page"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// A trait is something that every feature must have.
type trait string

// The traits.
const (
	answersOnce trait = "answering" // each command, control and form is answered exactly once, and never by an incident
	refusesAll  trait = "refusing"  // who lacks what it needs is refused in words, and nothing is saved
	saysAll     trait = "wording"   // no text lacks its words, in any language
	erasesAll   trait = "erasing"   // nothing of a person or a server is left once they were erased
	exportsAll  trait = "exporting" // what is kept of a person stands in their file
	namesWell   trait = "naming"    // names and custom ids are whole, short and no other person's
	endsWork    trait = "working"   // work has a name and an owner, and has ended soon after the last press
	permitsAll  trait = "permitted" // without an optional permission nothing breaks, Discord is asked for nothing that it refuses, and a page says it
	auditsAll   trait = "auditing"  // each action that is declared is told to the audit log, and is undone where it says so
	meetsAll    trait = "exercised" // the suite has met what it looks for
)

// A finding is a trait that a feature lacks.
type finding struct {
	lacks trait
	what  string
}

// suite looks at features from outside: it types their commands, presses what they show, and
// forges what they never showed. It knows none of them. What it judges follows from what they
// declare.
type suite struct {
	w      *town
	only   string // the feature that is looked at; empty for all
	until  trait  // a finding of this kind is enough; empty for none
	people []string
	locale map[string]string
	db     *sql.DB
	keys   map[string]bool // of all words
	tables []*store.Table
	found  []finding

	picks string               // whom people choose in menus of people: a person of no table
	state string               // of the town, for findings
	lacks map[text.Lang]string // what a page is to say of the permission that the bot lacks
	told  bool                 // and one said it
	met   map[string]bool
	has   map[string]func() (*localcord.Reply, error) // by table: how Eve came to have a row of it
	done  map[string]bool                             // presses on messages
	seen  []*localcord.Message                        // whose controls are pressed next

	mu       sync.Mutex
	calls    []localcord.Request // since the last press
	refusals []string            // what Discord has refused
	late     bool                // an answer was promised because none came
	from     time.Time           // of the last press
	needs    []route.Need        // of what is asked next
	none     bool                // that leads to nothing
	refused  error               // by its needs
	by       int                 // which of them
	before   map[string]string   // the rows of all tables
	version  int
	dump     map[string]string
}

// listener is a gateway that tells of interactions before the bot has them.
type listener struct {
	Gateway
	hear func(*discord.Interaction)
}

func (l listener) Run(ctx context.Context, handle func(discord.ShardID, discord.Event)) error {
	return l.Gateway.Run(ctx, func(shard discord.ShardID, e discord.Event) {
		if ix, ok := e.(*discord.Interaction); ok {
			l.hear(ix)
		}
		handle(shard, e)
	})
}

// hear asks the needs of an interaction by itself, and notes what is saved before.
func (s *suite) hear(ix *discord.Interaction) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refused, s.by, s.before = nil, -1, nil
	r := &route.Request{Interaction: ix, Seat: games.Nobody}
	id, ok := page.ParseCustomID(ix.CustomID)
	if r.ID = id; s.none || ix.CustomID != "" && !ok {
		s.refused = games.Refuse("bot.refuse.unknown")
	}
	for i, need := range s.needs {
		if s.refused == nil {
			s.refused, s.by = need(s.w.bot.tables, r), i
		}
	}
	if s.refused != nil {
		s.before = s.rows()
	}
}

// moving are columns of the house that change without any person: where messages stand, and
// clocks, which are saved now and then.
var moving = []string{"surfaces.*", "shown_boards.*", "matches.clock", "matches.seen"}

// rows are the rows of all tables but those of processes, without what moves by itself.
func (s *suite) rows() map[string]string {
	var version int
	if err := s.db.QueryRow(`PRAGMA data_version`).Scan(&version); err != nil {
		s.w.t.Error(err)
	}
	if version == s.version {
		return s.dump
	}
	s.version, s.dump = version, map[string]string{}
	for _, table := range s.tables {
		if table.Stays != "" || slices.Contains(moving, table.Name+".*") {
			continue
		}
		var b strings.Builder
		s.each(table, func(row []any) {
			for i, v := range row {
				if !slices.Contains(moving, table.Name+"."+table.Columns[i].Name) {
					fmt.Fprint(&b, " ", v)
				}
			}
			fmt.Fprintln(&b)
		})
		s.dump[table.Name] = b.String()
	}
	return s.dump
}

// each reads the rows of a table.
func (s *suite) each(table *store.Table, do func(row []any)) {
	var names []string
	for _, c := range table.Columns {
		names = append(names, c.Name)
	}
	rows, err := s.db.Query(`SELECT ` + strings.Join(names, ", ") + ` FROM ` + table.Name)
	if err != nil {
		s.w.t.Error(err)
		return
	}
	defer rows.Close()
	row, to := make([]any, len(names)), make([]any, len(names))
	for i := range row {
		to[i] = &row[i]
	}
	for rows.Next() {
		if err := rows.Scan(to...); err != nil {
			s.w.t.Error(err)
		}
		do(row)
	}
	if err := rows.Err(); err != nil {
		s.w.t.Error(err)
	}
}

// finds notes a finding, once.
func (s *suite) finds(lacks trait, what string, args ...any) {
	f := finding{lacks, fmt.Sprintf(what, args...)}
	if !slices.Contains(s.found, f) {
		s.found = append(s.found, f)
	}
}

// ended reports whether the suite has found what it was to find.
func (s *suite) ended() bool {
	return s.until != "" && slices.ContainsFunc(s.found, func(f finding) bool { return f.lacks == s.until })
}

// examine looks at the features of a bot that has one more, which keeps a table; or at one of
// them only, until it finds that the feature lacks something.
func examine(t *testing.T, only string, until trait, table *store.Table, with func(*Config)) []finding {
	t.Helper()
	s := &suite{only: only, until: until, picks: "Kate", people: []string{"Boris", "Eve", "Mallory", "Аня"}, locale: map[string]string{}, keys: map[string]bool{}, met: map[string]bool{}, has: map[string]func() (*localcord.Reply, error){}, done: map[string]bool{}, version: -1}
	virtual(t, "en-US", nil, func(t *testing.T, w *town) {
		s.w = w
		w.ctx = t.Context() // the suite lasts for hours
		w.keepsTable(sample.Schema, table, func(c *Config) {
			with(c)
			c.Gateway = listener{c.Gateway, s.hear}
			if only == "" {
				c.Games = append(c.Games, wordy())
			}
		})
		s.tables = append(store.Declared(), table)
		db, err := sql.Open("sqlite", "file:"+w.file+"?mode=ro")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		db.SetMaxOpenConns(1)
		s.db = db
		w.srv.REST().Tap(func(q localcord.Request) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if q.Status >= 400 {
				s.refusals = append(s.refusals, fmt.Sprintf("%s %s: %s", q.Method, q.Path, q.Answer))
			}
			if s.calls = append(s.calls, q); strings.Contains(q.Path, "/callback") {
				s.late = time.Since(s.from) > time.Second // nothing that a handler does takes time here
			}
		})
		steps := []func(){s.declared, s.permits}
		states := []struct {
			state string
			make  func()
		}{
			{"no table", func() {}},
			{"a lobby", func() { s.lobbyOfTwo("Аня") }},
			{"a match", func() {
				w.own("Boris", s.lobbyOfTwo("Boris", "cue:message"), "start")
				synctest.Wait()
				s.meetsMessages() // what calls a moment out is deleted soon
			}},
			{"a match that is over", s.over},
			{"direct messages", func() { w.here = w.writes("Eve"); s.direct() }},
		}
		if only != "" {
			states = states[1:2] // a fault is found there already, and there is a link
		}
		for i, at := range states {
			steps = append(steps, func() {
				s.speak(i)
				s.state = at.state
				w.here = w.srv.NewChannel("here")
				if i == 0 {
					s.added()
				}
				s.reset()
				at.make()
				time.Sleep(time.Minute)
				s.walk(s.features()...)
				time.Sleep(time.Minute)
				s.meetsMessages()
			})
		}
		for _, step := range append(steps, s.waits, s.writes, s.due, s.all, s.erased, s.works) {
			if !s.ended() {
				step()
			}
		}
	})
	return s.found
}

// wordy is a game that a server can bring words for.
func wordy() games.Game {
	i := slices.IndexFunc(all.Games, func(g games.Game) bool {
		return slices.ContainsFunc(g.Info().Options, func(o games.Option) bool { return o.Texts != nil })
	})
	return all.Games[i]
}

// speak gives people one of two languages, in turn from the one of a number.
func (s *suite) speak(from int) {
	for k, who := range s.people {
		s.locale[who] = []string{"en-US", "ru"}[(from+k)%2]
		if err := s.w.person(who).SetLocale(s.locale[who]); err != nil {
			s.w.t.Fatal(err)
		}
	}
}

// permits lets people use each feature without one of its optional permissions, and then grants
// all of them.
func (s *suite) permits() {
	s.w.srv.Control().Grant(need.Bits(need.Optional(s.w.bot.Needs())))
	for _, f := range s.features() {
		for _, p := range f.Permissions {
			if !p.Optional {
				continue
			}
			set := need.Set{Words: f.Words}
			s.state, s.lacks, s.told = "without "+set.Say(text.English, p.Name), map[text.Lang]string{}, false
			kit := s.w.bot.surfaces.pages.Kit()
			if f.Words != nil {
				kit = kit.Saying(f.Words)
			}
			for _, l := range text.Langs {
				s.lacks[l] = said(kit.Lines(l, p.Lack()).Message)
			}
			s.speak(0)
			s.w.here = s.w.srv.NewChannel("lacking")
			s.w.srv.Control().Deny("", p.Bit)
			s.reset()
			s.lobbyOfTwo("Аня")
			time.Sleep(time.Minute)
			s.mu.Lock()
			s.refusals = nil
			s.mu.Unlock()
			s.walk(f)
			time.Sleep(time.Minute)
			s.mu.Lock()
			for _, q := range s.refusals {
				s.finds(permitsAll, "%s: %s Discord refuses %s", f.Name, s.state, q)
			}
			s.mu.Unlock()
			s.w.srv.Control().Deny("", 0)
			if p.Said != "" && !s.told {
				s.finds(permitsAll, "%s: %s no page says %q", f.Name, s.state, s.lacks[text.English])
			}
			s.lacks = nil
		}
	}
}

// added adds the bot again to a server of which nothing is kept, and which speaks in the channel
// where people are.
func (s *suite) added() {
	g := s.w.srv.Guilds()[0]
	s.w.forges("Аня", page.CustomID{Action: personpage.EraseServer, Arg: "yes"})
	time.Sleep(time.Minute)
	g.SetState(localcord.GuildRemoved)
	time.Sleep(time.Minute)
	g.SetSystemChannel(s.w.here)
	g.SetState(localcord.GuildAvailable)
	time.Sleep(time.Minute)
}

// reset makes what a server chose as it was: tables may be for some people only.
func (s *suite) reset() {
	for _, f := range s.w.bot.surfaces.features {
		for _, set := range f.Settings {
			if set.Of == feature.Server {
				id, values := page.CustomID{Action: set.Action}, set.Values
				if set.Channel {
					id.Arg = page.No
				}
				s.w.forges("Аня", id, values[:min(len(values), 1)]...)
			}
		}
	}
}

// lobbyOfTwo opens a lobby of a host and Eve, with options besides that of one round.
func (s *suite) lobbyOfTwo(host string, options ...string) *localcord.Message {
	s.w.dream(host, "play", map[string]any{"game": "lullaby", "options": strings.Join(append(options, "rounds:1"), " ")})
	s.w.own("Eve", s.w.board(), "join")
	return s.w.board()
}

// over plays a match to its end.
func (s *suite) over() {
	w, people, panels := s.w, []string{"Boris", "Eve"}, map[string]*localcord.Message{}
	w.own("Boris", s.lobbyOfTwo("Boris"), "start")
	for _, who := range people {
		panels[who] = w.own(who, w.board(), "panel").Message
	}
	w.play(people, panels)
}

func (s *suite) direct() { s.w.solo("Eve", "rounds:1") }

// waits uses the features that let words wait for a moderator, where some do: what a server can
// choose of them last is chosen.
func (s *suite) waits() {
	for _, f := range s.features() {
		if f.Waits == nil {
			continue
		}
		s.speak(0)
		s.state = "words wait for " + f.Name
		s.w.here = s.w.srv.NewChannel("waiting")
		s.reset()
		for _, set := range f.Settings {
			if set.Of == feature.Server && len(set.Values) > 0 {
				s.w.forges("Аня", page.CustomID{Action: set.Action}, set.Values[len(set.Values)-1])
			}
		}
		lobby := s.lobbyOfTwo("Boris")
		s.shown(f, func() bool { return false }) // what it offers in lobbies
		s.w.own("Boris", lobby, "start")
		for _, who := range []string{"Boris", "Eve"} {
			seat, _ := s.w.state().Seat(mustID(s.w.t, s.w.person(who)))
			toss := screen.CustomID{Match: s.w.state().ID, Turn: s.w.state().Turns[seat+1], Action: screen.ActionDo, To: "toss"}
			s.w.does(s.w.person(who).Forge(s.w.ctx, localcord.Forged{Channel: s.w.here, Message: s.w.panelOf(who).ID, CustomID: toss.String()}))
		}
		winner := []string{"Boris", "Eve"}[s.w.state().Status.Awaits[0]]
		s.w.names(winner, "moths")
		s.walk(f)
	}
}

// writes uses the features that keep a notebook, in a match that has only just begun: the
// person who is away is offered none.
func (s *suite) writes() {
	for _, f := range s.features() {
		if f.Notebook == nil {
			continue
		}
		s.speak(0)
		s.w.here = s.w.srv.NewChannel("notebook")
		s.state = fmt.Sprint("a notebook ", s.w.here)
		s.w.own("Boris", s.lobbyOfTwo("Boris"), "start")
		s.shown(f, func() bool { return false })
	}
}

// features are those that are looked at.
func (s *suite) features() (list []feature.Feature) {
	for _, f := range s.w.bot.surfaces.features {
		if s.only == "" || f.Name == s.only {
			list = append(list, f)
		}
	}
	return list
}

// controls are those of a feature, and those of its settings.
func (s *suite) controls(f feature.Feature) []route.Control {
	return append(choosing{}.controls(f), f.Controls...)
}

// declared looks at the names of everything.
func (s *suite) declared() {
	for _, c := range []*text.Catalogue{words.Catalogue(), text.Common()} {
		for _, k := range c.Keys() {
			s.keys[k] = true
		}
	}
	audited := map[string]bool{auditStop: true, auditKick: true, auditChoice: true}
	names, settings, actions, links, own := map[string]bool{"core": true}, map[string]bool{}, map[page.Action]bool{}, map[page.Place]int{}, 0
	for _, f := range s.w.bot.surfaces.features {
		if names[f.Name] || f.Name == "" || strings.ToLower(f.Name) != f.Name {
			s.finds(namesWell, "a feature is called %q", f.Name)
		}
		names[f.Name] = true
		if len(f.Commands)+len(f.Controls)+len(f.Settings) == 0 {
			s.finds(namesWell, "%s: nobody can use it", f.Name)
		}
		if f.Words != nil {
			for _, k := range f.Words.Keys() {
				s.keys[k] = true
			}
		}
		for _, c := range s.controls(f) {
			id := page.CustomID{Action: c.Action, Match: "abcdefghij"}
			read, ok := page.ParseCustomID(id.String())
			if !ok || read != id || len(id.String()) > discord.MaxCustomID/2 {
				s.finds(namesWell, "%s: the action %q is not read back, or leaves no room for an argument", f.Name, c.Action)
			}
			if actions[c.Action] {
				s.finds(namesWell, "%s: another feature has the action %q", f.Name, c.Action)
			}
			actions[c.Action] = true
			if c.Do == nil {
				s.finds(namesWell, "%s: the control %q is answered by nothing", f.Name, c.Action)
			}
		}
		for _, set := range f.Settings {
			if set.Of == feature.Person {
				own++
			}
			if set.Action == "" || set.Key == "" || set.Channel != (len(set.Values) < 2) || set.Name == "" || settings[set.Name] {
				s.finds(namesWell, "%s: the setting %q is not whole, or has the name of another", f.Name, set.Name)
			}
			settings[set.Name] = true
		}
		for _, k := range f.Messages {
			if k.Name == "" || strings.ToLower(k.Name) != k.Name || k.Look == nil {
				s.finds(namesWell, "%s: the kind of message %q is not whole", f.Name, k.Name)
			}
		}
		for _, i := range f.Intents {
			if i.Bit == 0 || i.Name == "" || i.Why == "" {
				s.finds(namesWell, "%s: the intent %q is not whole", f.Name, i.Name)
			}
		}
		s.permissions(f)
		for _, a := range f.Audit {
			if audited[a.Name] || a.Name == "" || a.Line == nil {
				s.finds(namesWell, "%s: the action %q of the audit log is not whole, or has the name of another", f.Name, a.Name)
			}
			audited[a.Name] = true
		}
		for _, l := range f.Links {
			if links[l.On]++; l.Offer == nil || links[l.On] > l.On.Room() {
				s.finds(namesWell, "%s: the link at place %d offers nothing, or has no room", f.Name, l.On)
			}
		}
		for _, c := range f.Commands {
			if c.Do == nil || c.Needs == nil {
				s.finds(namesWell, "%s: /%s %s is answered anywhere, or by nothing", f.Name, c.Root, c.Name)
			}
		}
	}
	if len(names) < 3 {
		s.finds(meetsAll, "there are %d features", len(names)-1)
	}
	if own > 2 {
		s.finds(namesWell, "people have %d settings of features; their page has room for two buttons", own)
	}
	if err := discord.CheckCommands(s.w.bot.Commands()); err != nil {
		s.finds(namesWell, "%v", err)
	}
	for _, c := range s.w.bot.Commands() {
		for _, o := range c.Options {
			s.named("/"+c.Name+" "+o.Name, o)
		}
	}
}

// permissions looks at the names and reasons of what a feature needs of Discord.
func (s *suite) permissions(f feature.Feature) {
	set := need.Set{Words: f.Words}
	for _, p := range f.Permissions {
		if bits.OnesCount64(p.Bit) != 1 || p.Said != "" && !p.Optional {
			s.finds(namesWell, "%s: the permission %s is not one, or is needed and said to be missing", f.Name, p.Name)
		}
		for _, l := range text.Langs {
			s.unsaid(f.Name, set.Say(l, p.Name)+set.Say(l, p.Why))
		}
	}
}

var cyrillic = regexp.MustCompile(`\p{Cyrillic}`)

// named looks at the words of a command or an option, and of what is below it.
func (s *suite) named(path string, o *discordgo.ApplicationCommandOption) {
	for _, said := range []map[discordgo.Locale]string{o.NameLocalizations, o.DescriptionLocalizations} {
		if !cyrillic.MatchString(said[discordgo.Russian]) || said[discordgo.EnglishUS] == "" || cyrillic.MatchString(said[discordgo.EnglishUS]) {
			s.finds(saysAll, "%s is called %q", path, said)
		}
	}
	for _, c := range o.Choices {
		if c.NameLocalizations[discordgo.Russian] == "" || c.NameLocalizations[discordgo.EnglishUS] == "" {
			s.finds(saysAll, "%s: the choice %q is called %q", path, c.Name, c.NameLocalizations)
		}
	}
	s.unsaid(path, o.Name+" "+o.Description)
	for _, said := range []map[discordgo.Locale]string{o.NameLocalizations, o.DescriptionLocalizations} {
		for _, words := range said {
			s.unsaid(path, words)
		}
	}
	for _, below := range o.Options {
		s.named(path+" "+below.Name, below)
	}
}

var keyLike = regexp.MustCompile(`[a-z]+(?:\.[a-z0-9-]+)+`)

// unsaid looks for keys in a text.
func (s *suite) unsaid(where, said string) {
	if strings.Contains(strings.ReplaceAll(said, "⟦zq⟧", ""), "⟦") {
		s.finds(saysAll, "%s: there are no words: %s", where, said)
	}
	for _, k := range keyLike.FindAllString(said, -1) {
		if s.keys[k] {
			s.finds(saysAll, "%s: the key %s is shown: %s", where, k, said)
		}
	}
}

// walk uses features in the state in which the town is.
func (s *suite) walk(features ...feature.Feature) {
	for _, f := range features {
		for _, c := range f.Commands {
			for _, who := range s.here() {
				s.types(f, c, who)
			}
		}
		s.shown(f, func() bool { return false })
		s.chooses(f)
		for _, c := range s.controls(f) {
			s.forges(f, c)
		}
	}
}

// chooses has people choose each value of each setting that a server has of a feature, in the form
// where it stands. At the end all is as it was.
func (s *suite) chooses(f feature.Feature) {
	defer s.reset()
	for _, set := range f.Settings {
		if set.Of != feature.Server {
			continue
		}
		values := [][]string{{string(s.w.here)}, {}}
		if !set.Channel {
			values = nil
			for _, v := range set.Values {
				values = append(values, []string{v})
			}
		}
		for _, who := range s.here() {
			for _, v := range values {
				form := s.settingForm(who, set.Name)
				if form == nil {
					continue
				}
				s.met["form "+set.Name] = true
				s.does(f, "form "+set.Name, inSettings, who, func() (*localcord.Reply, error) {
					return s.w.person(who).Fill(s.w.ctx, form, map[string][]string{set.Name: v})
				})
			}
		}
	}
}

// settingForm is the form of the settings of the server that has a setting; nil for the person
// who is shown none.
func (s *suite) settingForm(who, setting string) *localcord.Modal {
	forge := func(id string) *localcord.Reply {
		r, err := s.w.person(who).Forge(s.w.ctx, localcord.Forged{Channel: s.w.here, CustomID: id})
		if err != nil {
			s.w.t.Error(err)
		}
		return r
	}
	r := forge(page.CustomID{Action: page.Settings}.String())
	if r == nil || r.Message == nil {
		return nil
	}
	for _, b := range r.Message.Buttons() {
		if id, ok := page.ParseCustomID(b.CustomID); !ok || id.Action != homepage.Form {
			continue
		}
		if r := forge(b.CustomID); r != nil && r.Modal != nil && slices.ContainsFunc(r.Modal.Components, func(c *localcord.Component) bool {
			return c.Component != nil && c.Component.CustomID == setting
		}) {
			return r.Modal
		}
	}
	return nil
}

// here are the people who can use what is here.
func (s *suite) here() []string {
	if s.w.here == s.w.person("Eve").Direct() {
		return []string{"Eve"}
	}
	return s.people
}

// typedIDs are arguments that no person has checked: nothing, of another place, long, and hostile.
var typedIDs = []string{"", "yes", "lullaby", "0", "-1", "7:8:9", "no-such.thing_at:all", strings.Repeat("9", 40)}

// forgery is what hostile people write.
const forgery = "**@everyone** <@1> `zq` ⟦zq⟧ {0} %s\n# '; --"

// types types a command in several ways, and each option by itself.
func (s *suite) types(f feature.Feature, c route.Command, who string) {
	name := c.Root + " " + c.Name
	good, bad := map[string]any{}, map[string]any{}
	for _, o := range c.Options {
		most := o.MaxLength
		if most == 0 {
			most = 100
		}
		switch {
		case o.Type == discordgo.ApplicationCommandOptionUser:
			good[o.Name], bad[o.Name] = string(s.w.person("Boris").ID()), string(s.w.person("Mallory").ID())
		case o.Type == discordgo.ApplicationCommandOptionBoolean:
			good[o.Name] = true
		case len(o.Choices) > 0:
			good[o.Name] = o.Choices[0].Value
		case o.Type == discordgo.ApplicationCommandOptionString:
			good[o.Name], bad[o.Name] = "dream", cut(forgery, most)
			if o.Autocomplete {
				for i, typed := range []string{"", cut(forgery, most), strings.Repeat("я", most)} {
					list := s.completes(f, c, who, o.Name, typed, good)
					if i == 0 && len(list) > 0 {
						good[o.Name] = list[0].Value
					} else if i == 0 {
						delete(good, o.Name)
					}
				}
			}
		}
	}
	for _, options := range []map[string]any{nil, good, bad} {
		s.does(f, "/"+name, c.Needs, who, func() (*localcord.Reply, error) {
			return s.w.person(who).Command(s.w.ctx, s.w.here, name, options)
		})
	}
	var list []any
	for _, o := range c.Options {
		list = append(list, map[string]any{"name": o.Name, "type": 3, "value": cut(strings.Repeat("ж7:", 2000), 5000)})
	}
	data := map[string]any{"id": "1", "name": c.Root, "type": 1, "options": []any{map[string]any{"name": c.Name, "type": 1, "options": list}}}
	for _, guild := range []localcord.Forged{{}, {Direct: true}} {
		guild.Channel, guild.Command = s.w.here, data
		s.does(f, "/"+name, c.Needs, who, func() (*localcord.Reply, error) { return s.w.person(who).Forge(s.w.ctx, guild) })
	}
}

// cut is the begin of a text.
func cut(s string, most int) string {
	r := []rune(s)
	return string(r[:min(len(r), most)])
}

// completes has an option completed.
func (s *suite) completes(f feature.Feature, c route.Command, who, option, typed string, given map[string]any) (list []localcord.Choice) {
	with := map[string]any{}
	for k, v := range given {
		if k != option {
			with[k] = v
		}
	}
	s.does(f, "/"+c.Root+" "+c.Name+" "+option+"?", c.Needs, who, func() (*localcord.Reply, error) {
		var err error
		list, err = s.w.person(who).Complete(s.w.ctx, s.w.here, c.Root+" "+c.Name, option, typed, with)
		return nil, err
	})
	for _, choice := range list {
		s.unsaid(option, choice.Name)
	}
	return list
}

// most is how often a person presses controls of one action that are shown in a state.
const most = 8

// shown presses what the feature shows on all messages, and then what it shows as an answer,
// until it is enough.
func (s *suite) shown(f feature.Feature, enough func() bool) {
	of := map[page.Action]route.Control{}
	for _, c := range s.controls(f) {
		of[c.Action] = c
	}
	for _, who := range s.here() {
		pressed := map[page.Action]int{}
		for s.seen = s.messages(f, who); len(s.seen) > 0; {
			m := s.seen[len(s.seen)-1]
			s.seen = s.seen[:len(s.seen)-1]
			for _, b := range append(m.Buttons(), m.Menus()...) {
				id, ok := page.ParseCustomID(b.CustomID)
				c, own := of[id.Action]
				if !ok || !own || b.Disabled || ends(id) {
					continue
				}
				values := [][]string{nil}
				switch b.Type {
				case wire.TypeChannels:
					values = [][]string{{string(s.w.here)}}
				case wire.TypeRoles:
					values = [][]string{{string(s.w.srv.Guild())}} // that of every person
				case wire.TypeUsers:
					values = [][]string{{string(s.w.person(s.picks).ID())}}
				}
				for i, o := range b.Options {
					values = append(values[:i], []string{o.Value})
				}
				for _, v := range values {
					key := strings.Join([]string{s.state, who, b.CustomID, fmt.Sprint(v)}, " ")
					if s.done[key] || pressed[c.Action] == most || enough() {
						continue
					}
					pressed[c.Action]++
					s.done[key], s.met["shown "+string(c.Action)] = true, true
					s.does(f, "b/"+string(c.Action), c.Needs, who, func() (*localcord.Reply, error) {
						return s.w.person(who).Forge(s.w.ctx, localcord.Forged{Channel: s.w.here, Message: m.ID, CustomID: b.CustomID, Values: v})
					})
				}
			}
		}
	}
}

// ends reports whether a control erases a person or the server. The last of what the suite does
// is to press those.
func ends(id page.CustomID) bool {
	return id.Arg == "yes" && (id.Action == personpage.Erase || id.Action == personpage.EraseServer)
}

// messages are where a person may find controls of a feature: what they see, the settings, and the
// options of a table.
func (s *suite) messages(f feature.Feature, who string) (list []*localcord.Message) {
	forge := func(id page.CustomID) {
		r, err := s.w.person(who).Forge(s.w.ctx, localcord.Forged{Channel: s.w.here, CustomID: id.String()})
		if err != nil {
			s.w.t.Error(err)
		}
		if r.Message != nil {
			list = append(list, r.Message)
		}
	}
	for _, set := range f.Settings {
		if set.Of == feature.Person {
			forge(page.CustomID{Action: page.Me})
		} else {
			forge(page.CustomID{Action: page.Settings})
		}
	}
	for on, action := range map[page.Place]page.Action{page.OnMe: page.Me, page.OnServer: page.Settings} {
		if slices.ContainsFunc(f.Links, func(l feature.Link) bool { return l.On == on }) {
			forge(page.CustomID{Action: action})
		}
	}
	if all := s.w.bot.tables.Known(table.All()); len(all) > 0 && slices.ContainsFunc(f.Links, func(l feature.Link) bool { return l.On == page.OnOptions }) {
		forge(page.CustomID{Match: all[len(all)-1].ID, Action: page.Options})
	}
	if r, err := s.w.person(who).Command(s.w.ctx, s.w.here, "dream panel", nil); err == nil && r.Message != nil {
		list = append(list, r.Message)
	}
	return append(list, s.w.person(who).Messages(s.w.here)...)
}

// forges sends a control that stands on no message, with arguments that no person has checked, and
// carries it to places where it does not belong.
func (s *suite) forges(f feature.Feature, c route.Control) {
	match := "abcdefghij"
	if list := s.w.bot.tables.Known(table.All()); s.state != "no table" && len(list) > 0 {
		match = list[len(list)-1].ID
	}
	for i, who := range s.here() {
		for _, x := range forgeries(c, match, i) {
			x.Channel = s.w.here
			s.forged(f, c, who, x)
		}
	}
}

// forgeries are those of a control by a person of a number.
func forgeries(c route.Control, match string, person int) (list []localcord.Forged) {
	for k, arg := range typedIDs {
		id := page.CustomID{Action: c.Action, Match: match, Arg: arg}
		if ends(id) {
			continue
		}
		if k%2 == person%2 {
			id.Match = ""
		}
		switch (k + person) % 3 {
		case 0:
			list = append(list, localcord.Forged{CustomID: id.String()})
		case 1:
			list = append(list, localcord.Forged{CustomID: id.String(), Values: []string{arg}})
		case 2:
			list = append(list, localcord.Forged{CustomID: id.String(), Fields: []localcord.Field{{CustomID: "0", Value: forgery}, {CustomID: "1", Value: arg}, {CustomID: "2", Value: forgery}}})
		}
	}
	own := page.CustomID{Action: c.Action, Match: match}.String()
	return append(list,
		localcord.Forged{CustomID: own, Values: []string{forgery, strings.Repeat("я", 100)}},
		localcord.Forged{CustomID: page.CustomID{Action: c.Action, Match: "zzzzzzzzzz"}.String()},
		localcord.Forged{CustomID: "b/" + match + "/" + string(c.Action) + "/ ../%00'"},
		localcord.Forged{CustomID: own, Direct: true},
		localcord.Forged{CustomID: own, Guild: "1234567"},
	)
}

// forged sends what no client would.
func (s *suite) forged(f feature.Feature, c route.Control, who string, x localcord.Forged) {
	s.mu.Lock()
	s.none = x.Fields != nil && !c.Form
	s.mu.Unlock()
	s.does(f, "b/"+string(c.Action), c.Needs, who, func() (*localcord.Reply, error) { return s.w.person(who).Forge(s.w.ctx, x) })
	s.mu.Lock()
	s.none = false
	s.mu.Unlock()
}

// does lets a person do something, and looks at all that comes of it.
func (s *suite) does(f feature.Feature, what string, needs []route.Need, who string, do func() (*localcord.Reply, error)) {
	if s.ended() {
		return
	}
	where := fmt.Sprintf("%s: %s of %s, %s", f.Name, what, who, s.state)
	s.mu.Lock()
	s.calls, s.needs, s.late, s.from = nil, needs, false, time.Now()
	s.mu.Unlock()
	logged := s.logged()
	r, err := do()
	if err != nil && !errors.Is(err, localcord.ErrNoAnswer) {
		s.w.t.Errorf("%s: %v", where, err)
		return
	}
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	late := s.late
	s.mu.Unlock()
	if late {
		time.Sleep(10 * time.Second)
	}
	s.mu.Lock()
	calls, refused, by, before := s.calls, s.refused, s.by, s.before
	s.calls, s.needs = nil, nil
	s.mu.Unlock()
	s.answered(where, calls, late)
	for _, words := range s.lacks {
		s.told = s.told || r != nil && r.Message != nil && strings.Contains(r.Message.Text(), words)
	}
	if log := s.log(logged); strings.Contains(log, `"level":"error"`) {
		s.finds(answersOnce, "%s: an incident: %s", where, log)
	}
	for _, q := range calls {
		if q.Status < 300 {
			s.unsaid(where, string(q.Body))
		}
	}
	if refused == nil {
		s.meetsMessages()
		s.meetsActions()
		if s.met["let "+what] = true; who == "Eve" {
			s.holdsOfEve(do)
		}
	} else {
		if by >= 0 {
			s.met[fmt.Sprint("refused ", what, by)] = true
		}
		s.kept(f, where, who, r, refused)
		s.mu.Lock()
		now := s.rows()
		s.mu.Unlock()
		if strings.Count(now["inputs"], " expire ") > strings.Count(before["inputs"], " expire ") {
			s.does(f, what, needs, who, do) // a deadline has passed meanwhile: that says nothing
			return
		}
		for name, rows := range now {
			if rows != before[name] {
				s.finds(refusesAll, "%s: it is refused (%v), and %s was\n%sand is\n%s", where, refused, name, before[name], rows)
			}
		}
	}
	if r != nil && r.Message != nil {
		s.seen = append(s.seen, r.Message)
	}
	if r != nil && r.Modal != nil {
		s.fills(f, what, needs, who, r.Modal)
	}
}

// dreams are what people write where no word stands yet.
var dreams = []string{"dream", "sleep", "moon", "pillow", "night"}

// fills sends a form, with hostile words in it and with what stands there.
func (s *suite) fills(f feature.Feature, what string, needs []route.Need, who string, form *localcord.Modal) {
	s.met["let "+what] = true
	drafted, _, _ := strings.Cut(form.CustomID, "#") // a form that may be filled in again
	id, ok := page.ParseCustomID(drafted)
	for _, c := range s.controls(f) {
		if !ok || c.Action != id.Action {
			continue
		}
		s.met["shown "+string(c.Action)] = true
		hostile, good, file := []string{}, []string{}, false
		for _, in := range form.Inputs() {
			most := 4000
			if in.MaxLength != nil {
				most = *in.MaxLength
			}
			hostile, good = append(hostile, cut(forgery, most)), append(good, cmp.Or(in.Value, cut(dreams[len(good)%len(dreams)], most)))
		}
		wire.Walk(form.Components, func(c *localcord.Component) { file = file || c.Type == wire.TypeUpload })
		for _, values := range [][]string{hostile, good} {
			s.does(f, "b/"+string(c.Action), c.Needs, who, func() (*localcord.Reply, error) {
				return s.w.person(who).Submit(s.w.ctx, form, values...)
			})
		}
		if file {
			s.does(f, "b/"+string(c.Action), c.Needs, who, func() (*localcord.Reply, error) {
				return s.w.person(who).SubmitFile(s.w.ctx, form, localcord.FormFile{Name: "dreams.txt", Data: []byte(examplePack(s.w.t))})
			})
		}
	}
}

// logged is how long the log is.
func (s *suite) logged() int {
	s.w.log.mu.Lock()
	defer s.w.log.mu.Unlock()
	return s.w.log.b.Len()
}

// log is the log from there on.
func (s *suite) log(from int) string {
	s.w.log.mu.Lock()
	defer s.w.log.mu.Unlock()
	return string(s.w.log.b.Bytes()[from:])
}

// answered looks at the answer of an interaction, which is one: a message, a form, suggestions,
// or a promise that was kept.
func (s *suite) answered(where string, calls []localcord.Request, late bool) {
	callbacks, kind, more := 0, 0, 0
	token := ""
	for _, q := range calls {
		path, _, _ := strings.Cut(q.Path, "?")
		part := strings.Split(path, "/")
		switch {
		case len(part) == 5 && part[4] == "callback":
			var body struct{ Type int }
			if err := json.Unmarshal(q.Body, &body); err != nil || q.Status >= 300 {
				s.finds(answersOnce, "%s: Discord refuses an answer: %d %s %s", where, q.Status, q.Answer, q.Body)
			}
			callbacks, kind, token = callbacks+1, body.Type, part[3]
		case token != "" && strings.Contains(path, token) && q.Status < 300:
			if q.Method == "POST" || kind == int(discordgo.InteractionResponseDeferredChannelMessageWithSource) {
				more++
			}
		}
	}
	promised := kind == int(discordgo.InteractionResponseDeferredChannelMessageWithSource)
	acked := kind == int(discordgo.InteractionResponseDeferredMessageUpdate)
	switch {
	case callbacks != 1:
		s.finds(answersOnce, "%s: there are %d answers", where, callbacks)
	case promised && more == 0 || acked && more == 0 && late:
		s.finds(answersOnce, "%s: an answer was promised, and never came", where)
	case more > 1 || more > 0 && !promised && !acked:
		s.finds(answersOnce, "%s: after the answer come %d more", where, more)
	}
}

// kept looks at how a presser is refused.
func (s *suite) kept(f feature.Feature, where, who string, r *localcord.Reply, err error) {
	line := ui.T("bot.match.gone")
	if !errors.Is(err, route.ErrTableGone) {
		refusal, ok := games.Refused(err)
		if !ok {
			s.finds(refusesAll, "%s: a need fails: %v", where, err)
			return
		}
		line = ui.T("bot.match.refused", refusal)
	}
	if r == nil || r.Message == nil {
		if r != nil {
			s.finds(refusesAll, "%s: %v is not said", where, err)
		}
		return // a person who types is told nothing
	}
	u, e := s.w.bot.conf.Stores.Settings.User(s.w.ctx, uint64(mustID(s.w.t, s.w.person(who))))
	if e != nil {
		s.w.t.Error(e)
	}
	lang := route.Lang(u.Lang, s.locale[who])
	kit := s.w.bot.surfaces.pages.Kit()
	if f.Words != nil {
		kit = kit.Saying(f.Words)
	}
	want := said(kit.Lines(lang, line).Message)
	if !r.Message.Ephemeral() || !strings.Contains(r.Message.Text(), want) {
		s.finds(refusesAll, "%s: it is to be refused with\n%s\nand is answered by\n%s", where, want, r.Message.Text())
	}
}

// said is the text of a message.
func said(m *discord.Message) string {
	var b strings.Builder
	b.WriteString(m.Content)
	for _, e := range m.Embeds {
		b.WriteString(e.Title + e.Description)
	}
	return strings.TrimSpace(b.String())
}

// all looks at what the suite should have met.
func (s *suite) all() {
	for _, f := range s.features() {
		need := func(what string, needs []route.Need) {
			if !s.met["let "+what] {
				s.finds(meetsAll, "%s: nobody was let to %s", f.Name, what)
			}
			for i := range needs {
				if !s.met[fmt.Sprint("refused ", what, i)] {
					s.finds(meetsAll, "%s: need %d of %s has kept nobody out", f.Name, i, what)
				}
			}
		}
		for _, k := range f.Messages {
			if !s.met["message "+k.Name] {
				s.finds(meetsAll, "%s: no message of kind %q was kept", f.Name, k.Name)
			}
		}
		for _, a := range f.Audit {
			if !s.met["action "+a.Name] {
				s.finds(auditsAll, "%s: no entry of the action %q was told", f.Name, a.Name)
			} else if a.Undo != nil && !s.met["undo "+a.Name] {
				s.finds(auditsAll, "%s: the action %q was not undone, and done again", f.Name, a.Name)
			}
		}
		for _, c := range f.Commands {
			need("/"+c.Root+" "+c.Name, c.Needs)
		}
		for _, set := range f.Settings {
			if set.Of == feature.Server && !s.met["form "+set.Name] {
				s.finds(meetsAll, "%s: no form has the setting %s", f.Name, set.Name)
			}
		}
		for _, c := range s.controls(f) {
			need("b/"+string(c.Action), c.Needs)
			if !c.Former && !s.met["shown "+string(c.Action)] {
				s.finds(meetsAll, "%s: no page shows %s", f.Name, c.Action)
			}
		}
	}
}

// holdsOfEve notes what has given Eve rows of tables outside of matches, and compares them with
// her file.
func (s *suite) holdsOfEve(by func() (*localcord.Reply, error)) {
	s.mu.Lock()
	was := s.version
	s.rows()
	same := s.version == was
	s.mu.Unlock()
	if same {
		return
	}
	id := uint64(mustID(s.w.t, s.w.person("Eve")))
	for _, table := range s.tables {
		if table.Match == "" && s.has[table.Name] == nil && s.holdsRow(table, id) {
			s.has[table.Name] = by
		}
	}
	s.exported(id)
}

// due lets time pass until a message of each kind was kept, for a day at most: some are due hours
// after what people did.
func (s *suite) due() {
	for range 48 {
		s.meetsMessages()
		if !slices.ContainsFunc(s.features(), func(f feature.Feature) bool {
			return slices.ContainsFunc(f.Messages, func(k surface.Kind) bool { return !s.met["message "+k.Name] })
		}) {
			return
		}
		time.Sleep(30 * time.Minute)
	}
}

// meetsMessages notes which kinds of messages the store has.
func (s *suite) meetsMessages() {
	for _, f := range s.features() {
		for _, k := range f.Messages {
			var n int
			if s.met["message "+k.Name] {
				continue
			}
			if err := s.db.QueryRow(`SELECT count(*) FROM surfaces WHERE kind = ?`, k.Name).Scan(&n); err != nil {
				s.w.t.Error(err)
			}
			s.met["message "+k.Name] = n > 0
		}
	}
}

// meetsActions notes which actions the audit log has. It undoes the first entry of each that can
// be undone, and then undoes that: an Undo that lies about what it did is refused the second time.
func (s *suite) meetsActions() {
	for _, f := range s.features() {
		for _, a := range f.Audit {
			if s.met["undo "+a.Name] || s.met["action "+a.Name] && a.Undo == nil {
				continue
			}
			n := s.lastEntry(`action = ?`, a.Name)
			if s.met["action "+a.Name] = n > 0; n == 0 || a.Undo == nil {
				continue
			}
			for range 2 {
				s.w.forges("Аня", page.CustomID{Action: auditpage.Undo, Arg: strconv.FormatInt(n, 10) + auditpage.Asked})
				if n = s.lastEntry(`undoes = ?`, n); n == 0 {
					break
				}
			}
			s.met["undo "+a.Name] = n > 0
		}
	}
}

// lastEntry is the number of the newest entry of the audit log that has something; 0 for none.
func (s *suite) lastEntry(where string, has any) (n int64) {
	if err := s.db.QueryRow(`SELECT coalesce(max(n), 0) FROM audit_entries WHERE `+where, has).Scan(&n); err != nil {
		s.w.t.Error(err)
	}
	return n
}

// holdsRow reports whether a row of a table has an id.
func (s *suite) holdsRow(table *store.Table, id uint64) (holds bool) {
	s.each(table, func(row []any) {
		holds = holds || slices.ContainsFunc(row, func(v any) bool { return holdsOf(v, id, "") })
	})
	return holds
}

// lacking are the tables outside of matches that could have rows of a person, and have none.
func (s *suite) lacking(id uint64) (list []*store.Table) {
	for _, table := range s.tables {
		people := slices.ContainsFunc(table.Columns, func(c store.Column) bool { return c.Has == store.OfPerson })
		if (people && s.only == "" || s.has[table.Name] != nil) && table.Match == "" && !s.holdsRow(table, id) {
			list = append(list, table)
		}
	}
	return list
}

// refill gives Eve rows of all tables again: as she came to them before, or by what others and
// she do anew.
func (s *suite) refill(id uint64) {
	s.reset()
	if here := s.w.here; s.only == "" {
		s.attends()
		s.writes()
		s.w.here = here
	}
	s.state = fmt.Sprint("the end ", s.w.here)
	s.w.forges("Eve", page.CustomID{Action: page.Me}, "ru")
	s.locale["Eve"], s.locale["Grace"] = "ru", "en-US"
	s.repeats(id)
	former := s.people
	s.people = []string{"Eve"}
	for _, f := range s.features() {
		n := len(s.lacking(id))
		if n == 0 {
			break
		}
		for _, c := range f.Commands {
			s.types(f, c, "Grace")
		}
		s.shown(f, func() bool { return len(s.lacking(id)) < n })
	}
	s.people, s.picks = []string{"Аня"}, "Eve" // what others do to her
	s.w.dream("Аня", "play", map[string]any{"game": "lullaby"})
	for _, f := range s.features() {
		n := len(s.lacking(id))
		if n == 0 {
			break
		}
		s.shown(f, func() bool { return len(s.lacking(id)) < n })
	}
	s.people, s.picks = former, "Kate"
	s.reset()
	s.repeats(id) // what she has taken back meanwhile
	for _, table := range s.lacking(id) {
		s.finds(meetsAll, "Eve has no row of %s", table.Name)
	}
	time.Sleep(time.Minute)
}

// attends lets Eve play at the table of a night: what that gives her no press of hers does. Later
// others may bar her.
func (s *suite) attends() {
	w := s.w
	w.here = w.srv.NewChannel("night")
	pressed := func(who, what string) (n int) {
		time.Sleep(time.Minute)
		for _, m := range w.person(who).Messages(w.here) {
			for _, b := range m.Buttons() {
				if strings.HasPrefix(b.CustomID, "b/") && strings.Contains(b.CustomID, what) {
					w.press(who, m, b.CustomID)
					n++
				}
			}
		}
		return n
	}
	r := w.dream("Grace", "night", map[string]any{"game": "lullaby", "when": "in 3 minutes"})
	if pressed("Eve", ":"+nights.Yes) != 1 {
		s.finds(meetsAll, "Eve comes to no night: %s", r.Message.Text())
	}
	time.Sleep(3 * time.Minute)
	if pressed("Grace", "/start/") != 1 {
		s.finds(meetsAll, "the match of a night does not begin")
	}
}

// repeats lets Eve come to rows of tables as before.
func (s *suite) repeats(id uint64) {
	for _, table := range s.lacking(id) {
		if by := s.has[table.Name]; by != nil {
			if _, err := by(); err != nil {
				s.w.t.Error(err)
			}
		}
	}
}

// erased erases a player and then the server, and looks for what is left of them.
func (s *suite) erased() {
	id, guild := uint64(mustID(s.w.t, s.w.person("Eve"))), uint64(mustGuild(s.w))
	for _, e := range []struct {
		what, by, name string
		id             uint64
		action         page.Action
	}{
		{"a person", "Eve", "Eve", id, personpage.Erase},
		{"a server", "Аня", "", guild, personpage.EraseServer},
	} {
		s.w.here = s.w.srv.NewChannel("of " + e.by)
		s.refill(id)
		if len(s.holding(e.id, e.name)) == 0 {
			s.finds(meetsAll, "nothing is kept of %s", e.what)
		}
		for _, f := range s.w.bot.surfaces.features {
			for _, c := range f.Controls {
				if c.Action == e.action {
					s.forged(f, c, e.by, localcord.Forged{Channel: s.w.here, CustomID: page.CustomID{Action: e.action, Arg: "yes"}.String()})
				}
			}
		}
		time.Sleep(time.Minute)
		for _, where := range s.holding(e.id, e.name) {
			s.finds(erasesAll, "of %s that was erased, %s", e.what, where)
		}
	}
}

// works ends the bot, and looks for work that goes on.
func (s *suite) works() {
	for _, f := range s.features() {
		for _, of := range f.Work {
			if of.Name == "" || of.Do == nil {
				s.finds(endsWork, "%s: a work is not whole", f.Name)
			}
		}
	}
	logged := s.logged()
	s.w.stop()
	time.Sleep(2 * time.Minute) // what is late ends before the test does
	for _, line := range strings.Split(s.log(logged), "\n") {
		if strings.Contains(line, `"level":"error"`) {
			s.finds(endsWork, "at its end the bot says %s", line)
		}
	}
}

// holding says which columns have an id or a name, but those that are declared to keep it.
func (s *suite) holding(id uint64, name string) (list []string) {
	for _, table := range s.tables {
		s.each(table, func(row []any) {
			for i, v := range row {
				if table.Columns[i].Has != store.Kept && holdsOf(v, id, name) {
					list = append(list, fmt.Sprintf("%s.%s holds %v", table.Name, table.Columns[i].Name, v))
				}
			}
		})
	}
	return list
}

// holdsOf reports whether a value has an id or a name.
func holdsOf(v any, id uint64, name string) bool {
	switch v := v.(type) {
	case int64:
		return uint64(v) == id
	case string:
		return strings.Contains(v, strconv.FormatUint(id, 10)) || name != "" && strings.Contains(v, name)
	case []byte:
		return bytes.Contains(v, []byte(strconv.FormatUint(id, 10))) || name != "" && bytes.Contains(v, []byte(name))
	}
	return false
}

// exported compares what tables have of a person with their file.
func (s *suite) exported(id uint64) {
	p := s.w.kept("Eve")
	file, err := json.Marshal(p)
	if err != nil {
		s.w.t.Fatal(err)
	}
	for _, table := range s.tables {
		rows := 0
		s.each(table, func(row []any) {
			of := slices.IndexFunc(table.Columns, func(c store.Column) bool { return c.Has == store.OfPerson })
			if of < 0 || !holdsOf(row[of], id, "") {
				return
			}
			ofMatch := slices.IndexFunc(table.Columns, func(c store.Column) bool { return c.Name == table.Match })
			if !table.Loose || row[ofMatch] == nil { // others stand with their matches
				rows++
			}
			for i, c := range table.Columns {
				v, ok := row[i].(string)
				switch {
				case table.Match != "" && c.Name == table.Match && row[i] != nil && !slices.ContainsFunc(p.Matches, func(m store.PersonMatch) bool { return m.Match == v }):
					s.finds(exportsAll, "the file lacks the match of a row of %s", table.Name)
				case table.Match == "" && ok && c.Has == store.WithPerson && utf8.RuneCountInString(v) > 1:
					if in, err := json.Marshal(v); err != nil || !bytes.Contains(file, in) && !bytes.Contains(file, []byte(v)) {
						s.finds(exportsAll, "the file lacks %s.%s, which is %q", table.Name, c.Name, v)
					}
				}
			}
		})
		if e := table.Export; e != nil && len(p.Rows(e.Name)) < rows {
			s.finds(exportsAll, "the file has %d rows of %s, and the table %d", len(p.Rows(e.Name)), table.Name, rows)
		}
	}
}

// TestEveryFeature looks at all features of the bot and at the sample.
func TestEveryFeature(t *testing.T) {
	for _, f := range examine(t, "", "", sample.Guests, withSample) {
		t.Errorf("%s: %s", f.lacks, f.what)
	}
}
