//go:build !linux && !darwin && !windows

package store

// FreeBytes is not known on this system.
func FreeBytes(string) (uint64, bool) { return 0, false }
