package world

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/wire"
)

// Shapes of what is kept.
type (
	keptWorld struct {
		App wire.ID `json:"app"`

		// Only an old journal has these, of its one server.
		Guild  wire.ID `json:"guild,omitempty"`
		Locale string  `json:"locale,omitempty"`
	}
	keptPerson struct {
		*Person

		// Only an old journal has these: the others have them with the server.
		Owner *bool `json:"owner,omitempty"`
		Gone  bool  `json:"gone,omitempty"`
	}
	keptMessage struct {
		*wire.Message
		Files []*wire.Attachment `json:"all_files"`
		By    wire.ID            `json:"by,omitempty"`
	}
	keptCommand struct {
		ID      wire.ID        `json:"id"`
		Guild   wire.ID        `json:"guild"`
		Version wire.ID        `json:"version"`
		Raw     map[string]any `json:"raw"`
	}
)

// Keep writes all that is true to the journal.
func (s *World) Keep() {
	s.Journal.Put("world", "", keptWorld{App: s.App})
	for _, g := range s.Guilds.All() {
		s.Guilds.keep(g)
	}
	for _, p := range s.People.All() {
		s.Journal.Put("person", p.ID, p)
	}
	for _, c := range s.Channels.All() {
		s.Journal.Put("channel", c.ID, c)
		for _, m := range s.Messages.In(c.ID) {
			s.Messages.keep(m)
		}
	}
	s.Commands.Keep()
}

// Settle brings order into what was replayed.
func (s *World) Settle() {
	for _, all := range s.Messages.posts {
		slices.SortFunc(all, func(a, b *wire.Message) int { return a.ID.Compare(b.ID) })
	}
	slices.SortFunc(s.Channels.order, wire.ID.Compare)
}

// Used are the ids of the files that messages have.
func (s *Files) Used() map[wire.ID]bool {
	used := map[wire.ID]bool{}
	for _, m := range s.w.Messages.byID {
		for _, a := range m.AllFiles {
			used[a.ID] = true
		}
	}
	return used
}

// Replay takes a line of the journal as it was written.
func (s *World) Replay(l journal.Line) error {
	if n, err := strconv.ParseUint(string(l.ID), 10, 64); err == nil && n > s.lastID {
		s.lastID = n
	}
	switch {
	case l.Put != "":
		return s.put(l)
	case l.Drop == "message":
		s.Messages.remove(l.ID)
	case l.Drop == "channel":
		s.Channels.remove(l.ID)
	default:
		return fmt.Errorf("unknown record %q", l.Drop)
	}
	return nil
}

// put takes what came or changed.
func (s *World) put(l journal.Line) error {
	var err error
	read := func(v any) bool {
		err = json.Unmarshal(l.V, v)
		return err == nil
	}
	switch l.Put {
	case "world":
		if w := new(keptWorld); read(w) {
			s.replayWorld(*w)
		}
	case "guild":
		if g := new(Guild); read(g) {
			s.Guilds.put(g)
		}
	case "person":
		if k := (&keptPerson{Person: &Person{}}); read(k) {
			s.replayPerson(*k)
		}
	case "channel":
		c := &Channel{}
		if !read(c) {
			break
		}
		if c.Guild == "" && c.Type != ChannelDM { // of an old journal
			c.Guild = s.Guilds.Home().ID
		}
		s.Channels.put(c)
	case "message":
		if k := (&keptMessage{Message: &wire.Message{}}); read(k) {
			k.Message.AllFiles, k.Message.Interaction = k.Files, k.By
			s.Messages.place(k.Message)
		}
	case "commands":
		var all []keptCommand
		d := json.NewDecoder(bytes.NewReader(l.V))
		d.UseNumber()
		if err := d.Decode(&all); err != nil {
			return err
		}
		s.Commands.list = nil
		for _, k := range all {
			c := wire.ReadCommand(wire.NewObject(k.Raw, "", &wire.Form{}))
			c.ID, c.Guild, c.Version = k.ID, k.Guild, k.Version
			s.Commands.list = append(s.Commands.list, c)
		}
	default:
		return fmt.Errorf("unknown record %q", l.Put)
	}
	return err
}

func (s *World) replayWorld(w keptWorld) {
	s.App = w.App
	s.Bot = botUser(s.App)
	if w.Guild == "" {
		return
	}
	if s.Guilds.Find(w.Guild) == nil {
		s.Guilds.put(&Guild{ID: w.Guild, Name: homeName, Members: map[wire.ID]*Member{}})
	}
	s.Guilds.Find(w.Guild).Locale = w.Locale
}

func (s *World) replayPerson(k keptPerson) {
	p := k.Person
	if old := s.People.Find(p.ID); old != nil {
		*old = *p
	} else {
		s.People.list = append(s.People.list, p)
	}
	if k.Owner == nil {
		return
	}
	g := s.Guilds.Home()
	g.Members[p.ID] = &Member{Gone: k.Gone}
	if *k.Owner {
		g.Owner = p.ID
	}
}

func botUser(id wire.ID) wire.User {
	return wire.User{ID: id, Username: "Oneiros", Discriminator: "0001", Bot: true}
}

// first are the people of a new Discord. The first of them owns its servers.
var first = []Person{
	{Name: "Аня", Login: "anya", Color: "#e58fb1", Locale: "ru"},
	{Name: "Boris", Login: "boris", Color: "#7fb3e6", Locale: "en-US"},
	{Name: "Вера", Login: "vera", Color: "#b59af0", Locale: "ru"},
	{Name: "Gleb", Login: "gleb", Color: "#7fd1a8", Locale: "en-US"},
	{Name: "Даша", Login: "dasha", Color: "#f0b36f", Locale: "ru"},
	{Name: "Eve", Login: "eve", Color: "#e6d06a", Locale: "en-US"},
	{Name: "Фёдор", Login: "fyodor", Color: "#6fc9d1", Locale: "ru"},
	{Name: "Grace", Login: "grace", Color: "#e6887a", Locale: "en-US"},
	{Name: "Илья", Login: "ilya", Color: "#9bbf6a", Locale: "ru"},
	{Name: "Kate", Login: "kate", Color: "#c8a0d8", Locale: "en-US"},
}

// homeName is the name of the first server.
const homeName = "Oneiros"

// Create fills a new server.
func (s *World) Create() {
	s.App = s.NewID()
	g := &Guild{ID: s.NewID(), Name: homeName, Locale: "en-US", Members: map[wire.ID]*Member{}}
	s.Guilds.put(g)
	s.Bot = botUser(s.App)
	for i := range first {
		p := first[i]
		p.ID = s.NewID()
		s.People.list = append(s.People.list, &p)
		g.Members[p.ID] = &Member{}
	}
	g.Owner = s.People.All()[0].ID
	for i, name := range []string{"table", "second-table", "lounge"} {
		c := &Channel{ID: s.NewID(), Type: ChannelText, Guild: g.ID, Name: name, Position: i}
		s.Channels.put(c)
	}
	if s.Journal != nil {
		s.Keep()
	}
}
