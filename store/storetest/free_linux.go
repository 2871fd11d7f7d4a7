package storetest

import "syscall"

// free is how many bytes are free in a folder, 0 when it is not there.
func free(dir string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0
	}
	return s.Bavail * uint64(s.Bsize)
}
