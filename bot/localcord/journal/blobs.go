package journal

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"oneiros/bot/localcord/wire"
)

// Blobs are where the bytes of attachments are.
type Blobs interface {
	Save(id wire.ID, data []byte) error
	Load(id wire.ID) ([]byte, error)
	Remove(id wire.ID) error
}

// Memory holds them until the process ends.
type Memory map[wire.ID][]byte

// Save keeps the bytes of an attachment.
func (b Memory) Save(id wire.ID, data []byte) error { b[id] = data; return nil }

// Load returns the bytes of an attachment. The error is fs.ErrNotExist where there is none.
func (b Memory) Load(id wire.ID) ([]byte, error) {
	if d, ok := b[id]; ok {
		return d, nil
	}
	return nil, fs.ErrNotExist
}

// Remove forgets an attachment.
func (b Memory) Remove(id wire.ID) error { delete(b, id); return nil }

// A Folder has a file for each, named by its id.
type Folder string

// Remove forgets an attachment.
func (b Folder) Remove(id wire.ID) error {
	if err := os.Remove(filepath.Join(string(b), string(id))); err != nil {
		return fmt.Errorf("remove an attachment: %w", err)
	}
	return nil
}

// Save keeps the bytes of an attachment.
func (b Folder) Save(id wire.ID, data []byte) error {
	if err := os.WriteFile(filepath.Join(string(b), string(id)), data, 0o600); err != nil {
		return fmt.Errorf("keep an attachment: %w", err)
	}
	return nil
}

// Load returns the bytes of an attachment. The error is fs.ErrNotExist where there is none.
func (b Folder) Load(id wire.ID) ([]byte, error) {
	d, err := os.ReadFile(filepath.Join(string(b), string(id)))
	if err != nil {
		return nil, fmt.Errorf("read an attachment: %w", err)
	}
	return d, nil
}

// Sweep removes the files that are not used, by their ids.
func (b Folder) Sweep(used map[wire.ID]bool) error {
	entries, err := os.ReadDir(string(b))
	if err != nil {
		return fmt.Errorf("list attachments: %w", err)
	}
	for _, e := range entries {
		if !used[wire.ID(e.Name())] && !e.IsDir() {
			if err := os.Remove(filepath.Join(string(b), e.Name())); err != nil {
				return fmt.Errorf("remove an attachment that no message has: %w", err)
			}
		}
	}
	return nil
}
