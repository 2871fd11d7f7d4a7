package localcord

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"oneiros/bot/localcord/journal"
)

// load opens the folder. It reads the journal, writes a new one without what was
// replaced, and removes attachments that no message has.
func (s *Server) load(dir string) error {
	pictures := journal.Folder(filepath.Join(dir, "attachments"))
	if err := os.MkdirAll(string(pictures), 0o700); err != nil {
		return fmt.Errorf("make the folder of attachments: %w", err)
	}
	s.w.Files.Blobs = pictures
	path := filepath.Join(dir, "journal.jsonl")
	if err := s.read(path); err != nil {
		return err
	}
	var err error
	if s.w.Journal, err = journal.Begin(path); err != nil {
		return err
	}
	if s.w.App != "" {
		s.keepAll()
	}
	if err := s.w.Journal.Replace(path); err != nil {
		return err
	}
	return s.sweep(pictures)
}

func (s *Server) read(path string) error {
	n := 0
	for l, err := range journal.Lines(path) {
		n++
		if err != nil {
			return err
		}
		if l.Put == "interaction" || l.Drop == "interaction" {
			err = s.interactions.replay(l)
		} else {
			err = s.w.Replay(l)
		}
		if err != nil {
			return fmt.Errorf("journal, line %d: %w", n, err)
		}
	}
	s.w.Settle()
	return nil
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

// sweep removes the files of attachments that no message has.
func (s *Server) sweep(files journal.Folder) error {
	return files.Sweep(s.w.Files.Used())
}

// keepAll writes all that is true to the journal.
func (s *Server) keepAll() {
	s.w.Keep()
	s.interactions.keep()
}
