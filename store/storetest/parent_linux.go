package storetest

import "syscall"

// endWithParent ends a server with a test that is killed.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGQUIT }
