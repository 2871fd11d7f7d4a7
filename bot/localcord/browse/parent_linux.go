package browse

import "syscall"

// endWithParent ends a browser with a test that is killed.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
