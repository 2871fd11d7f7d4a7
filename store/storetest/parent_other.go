//go:build !linux

package storetest

import "syscall"

// endWithParent does nothing: only Linux ends a process with its parent.
func endWithParent(*syscall.SysProcAttr) {}
