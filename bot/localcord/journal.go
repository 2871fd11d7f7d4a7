package localcord

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
)

// A journal is the append-only file that keeps a server. It has a JSON line for
// each thing that was put or dropped. Reading the file puts and drops them again. A
// line is written before the answer, without fsync. It survives a crash of the
// process, but not of the machine. The methods of a nil journal do nothing.
type journal struct {
	file *os.File
	err  error // the first; after it nothing is written, and every call fails
}

type line struct {
	Put  string          `json:"put,omitempty"`
	Drop string          `json:"drop,omitempty"`
	ID   ID              `json:"id,omitempty"`
	V    json.RawMessage `json:"v,omitempty"`
}

func (j *journal) put(kind string, id ID, v any) {
	if j == nil || j.err != nil {
		return
	}
	b, err := json.Marshal(v)
	if err != nil {
		j.err = fmt.Errorf("encode a %s: %w", kind, err)
		return
	}
	j.write(line{Put: kind, ID: id, V: b})
}

func (j *journal) drop(kind string, id ID) {
	if j != nil && j.err == nil {
		j.write(line{Drop: kind, ID: id})
	}
}

func (j *journal) write(l line) {
	b, err := json.Marshal(l)
	if err == nil {
		_, err = j.file.Write(append(b, '\n'))
	}
	if err != nil {
		j.err = fmt.Errorf("write the journal: %w", err)
	}
}

func (j *journal) failure() error {
	if j == nil {
		return nil
	}
	return j.err
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	return errors.Join(j.err, j.file.Close())
}

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
	pictures := filepath.Join(dir, "attachments")
	if err := os.MkdirAll(pictures, 0o700); err != nil {
		return fmt.Errorf("make the folder of attachments: %w", err)
	}
	s.blobs = diskBlobs(pictures)
	path := filepath.Join(dir, "journal.jsonl")
	if err := s.read(path); err != nil {
		return err
	}
	fresh := path + ".new"
	f, err := os.OpenFile(fresh, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write a new journal: %w", err)
	}
	s.journal = &journal{file: f}
	if s.app != "" {
		s.keepAll()
	}
	if s.journal.err == nil {
		s.journal.err = os.Rename(fresh, path)
	}
	if err := s.journal.err; err != nil {
		return errors.Join(fmt.Errorf("write a new journal: %w", err), f.Close())
	}
	return s.sweep(pictures)
}

func (s *Server) keepAll() {
	s.journal.put("world", "", keptWorld{App: s.app})
	for _, g := range s.guilds {
		s.keepGuild(g)
	}
	for _, p := range s.people {
		s.journal.put("person", p.ID, p)
	}
	for _, id := range s.order {
		s.journal.put("channel", id, s.channels[id])
		for _, m := range s.posts[id] {
			s.keepMessage(m)
		}
	}
	s.keepCommands()
	for _, id := range sorted(s.asked) {
		if x := s.asked[id]; !x.expired(s.now(), s.faults.On.Life()) {
			s.journal.put("interaction", id, x)
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
	slices.SortFunc(ids, compareIDs)
	return ids
}

func compareIDs(a, b ID) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return bytes.Compare([]byte(a), []byte(b))
}

func (s *Server) read(path string) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open the journal: %w", err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	for n := 1; ; n++ {
		b, err := r.ReadBytes('\n')
		if err == io.EOF {
			break // a kill cut off the last line, before its call was answered
		}
		if err != nil {
			return fmt.Errorf("read the journal: %w", err)
		}
		var l line
		if err := json.Unmarshal(b, &l); err != nil {
			return fmt.Errorf("journal, line %d: %w", n, err)
		}
		if err := s.replay(l); err != nil {
			return fmt.Errorf("journal, line %d: %w", n, err)
		}
	}
	for _, all := range s.posts {
		slices.SortFunc(all, func(a, b *Message) int { return compareIDs(a.ID, b.ID) })
	}
	slices.SortFunc(s.order, compareIDs)
	return nil
}

// replay takes a line of the journal as it was written.
func (s *Server) replay(l line) error {
	if n, err := strconv.ParseUint(string(l.ID), 10, 64); err == nil && n > s.lastID && l.Put != "interaction" && l.Drop != "interaction" {
		s.lastID = n
	}
	switch {
	case l.Put != "":
		return l.put(s)
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
func (l line) put(s *Server) error {
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

// blobs are where the bytes of attachments are.
type blobs interface {
	save(id ID, data []byte) error
	load(id ID) ([]byte, error)
	remove(id ID) error
}

type memoryBlobs map[ID][]byte

func (b memoryBlobs) save(id ID, data []byte) error { b[id] = data; return nil }

func (b memoryBlobs) load(id ID) ([]byte, error) {
	if d, ok := b[id]; ok {
		return d, nil
	}
	return nil, fs.ErrNotExist
}

func (b memoryBlobs) remove(id ID) error { delete(b, id); return nil }

type diskBlobs string

func (b diskBlobs) remove(id ID) error {
	if err := os.Remove(filepath.Join(string(b), string(id))); err != nil {
		return fmt.Errorf("remove an attachment: %w", err)
	}
	return nil
}

func (b diskBlobs) save(id ID, data []byte) error {
	if err := os.WriteFile(filepath.Join(string(b), string(id)), data, 0o600); err != nil {
		return fmt.Errorf("keep an attachment: %w", err)
	}
	return nil
}

func (b diskBlobs) load(id ID) ([]byte, error) {
	d, err := os.ReadFile(filepath.Join(string(b), string(id)))
	if err != nil {
		return nil, fmt.Errorf("read an attachment: %w", err)
	}
	return d, nil
}

func (s *Server) sweep(dir string) error {
	used := map[string]bool{}
	for _, m := range s.byID {
		for _, a := range m.AllFiles {
			used[string(a.ID)] = true
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("list attachments: %w", err)
	}
	for _, e := range entries {
		if !used[e.Name()] && !e.IsDir() {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return fmt.Errorf("remove an attachment that no message has: %w", err)
			}
		}
	}
	return nil
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
