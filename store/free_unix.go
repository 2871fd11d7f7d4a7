//go:build linux || darwin

package store

import "syscall"

// FreeBytes is how much this user may still write in a folder, where the system says so.
func FreeBytes(dir string) (uint64, bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
