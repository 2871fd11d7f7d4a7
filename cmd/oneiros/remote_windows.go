package main

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// remoteKind names the file system of a folder where it is reached over a network; "" for
// a local disk.
func remoteKind(dir string) string {
	path, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	volume := filepath.VolumeName(path)
	if strings.HasPrefix(volume, `\\`) && !strings.HasPrefix(volume, `\\?\`) && !strings.HasPrefix(volume, `\\.\`) || strings.HasPrefix(volume, `\\?\UNC\`) {
		return "a network share"
	}
	root, err := windows.UTF16PtrFromString(volume + `\`)
	if err != nil {
		return ""
	}
	if windows.GetDriveType(root) == windows.DRIVE_REMOTE {
		return "a network drive"
	}
	return ""
}
