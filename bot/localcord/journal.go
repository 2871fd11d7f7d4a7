package localcord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"oneiros/bot/localcord/journal"
	"oneiros/bot/localcord/wire"
)

// Shapes of what is kept.
type (
	keptWorld struct {
		App ID `json:"app"`

		// Only an old journal has these, of its one server.
		Guild  ID     `json:"guild,omitempty"`
		Locale string `json:"locale,omitempty"`
	}
	keptPerson struct {
		*person

		// Only an old journal has these: the others have them with the server.
		Owner *bool `json:"owner,omitempty"`
		Gone  bool  `json:"gone,omitempty"`
	}
	keptMessage struct {
		*Message
		Files []*Attachment `json:"all_files"`
		By    ID            `json:"by,omitempty"`
	}
	keptCommand struct {
		ID      ID             `json:"id"`
		Guild   ID             `json:"guild"`
		Version ID             `json:"version"`
		Raw     map[string]any `json:"raw"`
	}
)

// load opens the folder. It reads the journal, writes a new one without what was
// replaced, and removes attachments that no message has.
func (s *Server) load(dir string) error {
	pictures := journal.Folder(filepath.Join(dir, "attachments"))
	if err := os.MkdirAll(string(pictures), 0o700); err != nil {
		return fmt.Errorf("make the folder of attachments: %w", err)
	}
	s.blobs = pictures
	path := filepath.Join(dir, "journal.jsonl")
	if err := s.read(path); err != nil {
		return err
	}
	var err error
	if s.journal, err = journal.Begin(path); err != nil {
		return err
	}
	if s.app != "" {
		s.keepAll()
	}
	if err := s.journal.Replace(path); err != nil {
		return err
	}
	return s.sweep(pictures)
}

func (s *Server) keepAll() {
	s.journal.Put("world", "", keptWorld{App: s.app})
	for _, g := range s.guilds {
		s.keepGuild(g)
	}
	for _, p := range s.people {
		s.journal.Put("person", p.ID, p)
	}
	for _, id := range s.order {
		s.journal.Put("channel", id, s.channels[id])
		for _, m := range s.posts[id] {
			s.keepMessage(m)
		}
	}
	s.keepCommands()
	for _, id := range sorted(s.asked) {
		if x := s.asked[id]; !x.expired(s.now(), s.faults.On.Life()) {
			s.journal.Put("interaction", id, x)
		} else {
			s.forget(x)
		}
	}
}

func sorted[V any](m map[ID]V) []ID {
	ids := make([]ID, 0, len(m))
	for id := range m {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, ID.Compare)
	return ids
}

func (s *Server) read(path string) error {
	n := 0
	for l, err := range journal.Lines(path) {
		n++
		if err != nil {
			return err
		}
		if err := s.replay(l); err != nil {
			return fmt.Errorf("journal, line %d: %w", n, err)
		}
	}
	for _, all := range s.posts {
		slices.SortFunc(all, func(a, b *Message) int { return a.ID.Compare(b.ID) })
	}
	slices.SortFunc(s.order, ID.Compare)
	return nil
}

// replay takes a line of the journal as it was written.
func (s *Server) replay(l journal.Line) error {
	if n, err := strconv.ParseUint(string(l.ID), 10, 64); err == nil && n > s.lastID && l.Put != "interaction" && l.Drop != "interaction" {
		s.lastID = n
	}
	switch {
	case l.Put != "":
		return s.put(l)
	case l.Drop == "message":
		s.remove(l.ID)
	case l.Drop == "channel":
		s.removeChannel(l.ID)
	case l.Drop == "interaction":
		if x := s.asked[l.ID]; x != nil {
			s.forget(x)
		}
	default:
		return fmt.Errorf("unknown record %q", l.Drop)
	}
	return nil
}

// put takes what came or changed.
func (s *Server) put(l journal.Line) error {
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
		if g := new(guild); read(g) {
			s.addGuild(g)
		}
	case "person":
		if k := (&keptPerson{person: &person{}}); read(k) {
			s.replayPerson(*k)
		}
	case "channel":
		c := &Channel{}
		if !read(c) {
			break
		}
		if c.Guild == "" && c.Type != channelDM { // of an old journal
			c.Guild = s.home().ID
		}
		if s.channels[l.ID] == nil {
			s.order = append(s.order, l.ID)
		}
		s.channels[l.ID] = c
	case "message":
		if k := (&keptMessage{Message: &Message{}}); read(k) {
			k.Message.AllFiles, k.Message.Interaction = k.Files, k.By
			s.place(k.Message)
		}
	case "commands":
		var all []keptCommand
		d := json.NewDecoder(bytes.NewReader(l.V))
		d.UseNumber()
		if err := d.Decode(&all); err != nil {
			return err
		}
		s.commands = nil
		for _, k := range all {
			c := wire.ReadCommand(wire.NewObject(k.Raw, "", &wire.Form{}))
			c.ID, c.Guild, c.Version = k.ID, k.Guild, k.Version
			s.commands = append(s.commands, c)
		}
	case "interaction":
		if x := (&interaction{done: make(chan struct{})}); read(x) {
			s.replayInteraction(x)
		}
	default:
		return fmt.Errorf("unknown record %q", l.Put)
	}
	return err
}

func (s *changes) replayWorld(w keptWorld) {
	s.app = w.App
	s.bot = botUser(s.app)
	if w.Guild == "" {
		return
	}
	if s.guild(w.Guild) == nil {
		s.addGuild(&guild{ID: w.Guild, Name: homeName, Members: map[ID]*member{}})
	}
	s.guild(w.Guild).Locale = w.Locale
}

func (s *interactions) replayInteraction(x *interaction) {
	if old := s.asked[x.ID]; old != nil {
		delete(s.tokens, old.Token)
	}
	if !x.Acked {
		x.Void = true // its three seconds are over
	}
	close(x.done)
	s.asked[x.ID], s.tokens[x.Token] = x, x
	if n, err := strconv.ParseUint(string(x.ID), 10, 64); err == nil {
		s.presses[x.User] = max(s.presses[x.User], n)
	}
}

func (s *changes) replayPerson(k keptPerson) {
	p := k.person
	if old := s.person(p.ID); old != nil {
		*old = *p
	} else {
		s.people = append(s.people, p)
	}
	if k.Owner == nil {
		return
	}
	g := s.home()
	g.Members[p.ID] = &member{Gone: k.Gone}
	if *k.Owner {
		g.Owner = p.ID
	}
}

// sweep removes the files of attachments that no message has.
func (s *Server) sweep(files journal.Folder) error {
	used := map[ID]bool{}
	for _, m := range s.byID {
		for _, a := range m.AllFiles {
			used[a.ID] = true
		}
	}
	return files.Sweep(used)
}

// create fills a new server. The caller holds mu.
func (s *Server) create() {
	s.app = s.newID()
	g := &guild{ID: s.newID(), Name: homeName, Locale: "en-US", Members: map[ID]*member{}}
	s.addGuild(g)
	s.bot = botUser(s.app)
	for i := range first {
		p := first[i]
		p.ID = s.newID()
		s.people = append(s.people, &p)
		g.Members[p.ID] = &member{}
	}
	g.Owner = s.people[0].ID
	for i, name := range []string{"table", "second-table", "lounge"} {
		c := &Channel{ID: s.newID(), Type: channelText, Guild: g.ID, Name: name, Position: i}
		s.channels[c.ID] = c
		s.order = append(s.order, c.ID)
	}
	if s.journal != nil {
		s.keepAll()
	}
}
