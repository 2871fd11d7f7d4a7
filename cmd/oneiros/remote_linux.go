package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	system "golang.org/x/sys/unix"
)

// remoteTypes are file systems of other machines, by the numbers that Linux gives them.
// FUSE is a file system of a program: see mountKind.
var remoteTypes = map[int64]string{
	0x6969: "NFS", 0x517b: "SMB", 0xff534d42: "SMB (CIFS)", 0xfe534d42: "SMB", 0x01021997: "9p",
	0x564c: "NCP", 0x5346414f: "AFS", 0x6b414653: "AFS", 0x73757245: "Coda", 0x00c36400: "Ceph",
	0x0bd00bd0: "Lustre", 0x47504653: "GPFS", 0x01161970: "GFS2", 0x7461636f: "OCFS2",
	0x786f4256: "a folder that VirtualBox shares", 0xbacbacbc: "a folder that VMware shares",
}

const fuseType = 0x65735546

// remoteKind names the file system of a folder where it is reached over a network or
// through a program; "" for a local disk.
func remoteKind(dir string) string {
	var s system.Statfs_t
	if err := system.Statfs(dir, &s); err != nil {
		return ""
	}
	number := int64(uint32(s.Type))
	if number != fuseType {
		return remoteTypes[number]
	}
	var at system.Stat_t
	if err := system.Stat(dir, &at); err != nil {
		return "FUSE"
	}
	mounts, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return "FUSE"
	}
	defer mounts.Close()
	return mountKind(mounts, fmt.Sprintf("%d:%d", system.Major(at.Dev), system.Minor(at.Dev)))
}

// mountKind names the FUSE file system of a device, as /proc/self/mountinfo has it:
// https://docs.kernel.org/filesystems/proc.html. One of a local disk has none.
func mountKind(mounts io.Reader, device string) string {
	for lines := bufio.NewScanner(mounts); lines.Scan(); {
		mount, kind, ok := strings.Cut(lines.Text(), " - ")
		if part := strings.Fields(mount); !ok || len(part) < 3 || part[2] != device {
			continue
		}
		kind, _, _ = strings.Cut(kind, " ")
		if kind == "fuseblk" {
			return ""
		}
		return "FUSE (" + strings.TrimPrefix(kind, "fuse.") + ")"
	}
	return "FUSE"
}
