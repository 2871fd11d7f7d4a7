package main

import (
	"slices"

	system "golang.org/x/sys/unix"
)

// remoteKind names the file system of a folder where it is reached over a network or
// through a program; "" for a local disk.
func remoteKind(dir string) string {
	var s system.Statfs_t
	if err := system.Statfs(dir, &s); err != nil {
		return ""
	}
	kind := system.ByteSliceToString(s.Fstypename[:])
	if slices.Contains([]string{"nfs", "smbfs", "cifs", "afpfs", "webdav", "ftp", "9p", "virtiofs", "macfuse", "osxfuse", "fusefs", "fuse-t"}, kind) {
		return kind
	}
	return ""
}
