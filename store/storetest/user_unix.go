//go:build unix

package storetest

import "syscall"

// runAs makes another user the one who runs a program.
func runAs(attr *syscall.SysProcAttr, uid, gid uint32) {
	attr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
}
