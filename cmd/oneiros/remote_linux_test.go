package main

import (
	"strings"
	"testing"
)

// TestMountKind: a FUSE file system is named by its kind; that of a local disk is none.
func TestMountKind(t *testing.T) {
	t.Parallel()
	const mounts = `22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
40 22 0:45 / /mnt/far rw,nosuid shared:9 - fuse.sshfs anna@far:/data rw,user_id=0
41 22 0:46 / /mnt/host\040folder rw - virtiofs host rw
42 22 8:17 / /mnt/disk rw - fuseblk /dev/sdb1 rw
`
	for device, want := range map[string]string{"0:45": "FUSE (sshfs)", "0:46": "FUSE (virtiofs)", "8:17": "", "0:99": "FUSE"} {
		if got := mountKind(strings.NewReader(mounts), device); got != want {
			t.Errorf("%s is %q, want %q", device, got, want)
		}
	}
	for number, want := range map[int64]string{0x6969: "NFS", 0xff534d42: "SMB (CIFS)", 0xfe534d42: "SMB", 0x01021997: "9p", 0xef53: "", 0x794c7630: "", 0x9123683e: ""} {
		if got := remoteTypes[number]; got != want {
			t.Errorf("%#x is %q, want %q", number, got, want)
		}
	}
	if got := remoteKind("/proc"); got != "" {
		t.Errorf("/proc is %q", got)
	}
}
