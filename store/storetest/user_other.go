//go:build !unix

package storetest

import "syscall"

// runAs does nothing: no user is root here.
func runAs(*syscall.SysProcAttr, uint32, uint32) {}
