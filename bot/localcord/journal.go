package localcord

import (
	"fmt"
	"os"
	"path/filepath"

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
		s.w.Keep()
		s.asked.Keep()
	}
	if err := s.w.Journal.Replace(path); err != nil {
		return err
	}
	return pictures.Sweep(s.w.Files.Used())
}

func (s *Server) read(path string) error {
	n := 0
	for l, err := range journal.Lines(path) {
		n++
		if err != nil {
			return err
		}
		if l.Put == "interaction" || l.Drop == "interaction" {
			err = s.asked.Replay(l)
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
