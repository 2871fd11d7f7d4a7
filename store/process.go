package store

import (
	"os"
	"strconv"
	"strings"
)

// inspectProcess returns what identifies a process on Linux. The first value is
// the boot of this machine and the namespace of its process ids. The second is the
// start time of the process, empty if the process has ended.
//
// On other systems both are empty, because nothing there identifies a process.
func inspectProcess(pid int) (machine, started string) {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return "", ""
	}
	namespace, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return "", ""
	}
	machine = strings.TrimSpace(string(boot)) + " " + namespace
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return machine, ""
	}
	return machine, startTime(string(stat))
}

// startTime reads the start time from a /proc/PID/stat file. It is empty for a
// zombie and for a dead process.
func startTime(stat string) string {
	// The name of the process may hold spaces and brackets. After its last bracket
	// come the state and, 19 fields later, the start time.
	fields := strings.Fields(stat[strings.LastIndex(stat, ")")+1:])
	if len(fields) < 20 || fields[0] == "Z" || fields[0] == "X" {
		return ""
	}
	return fields[19]
}

// processIdentity identifies this process in the lease. It is empty where nothing
// identifies a process.
func processIdentity() string {
	machine, started := inspectProcess(os.Getpid())
	if machine == "" {
		return ""
	}
	return machine + " " + started
}

// hasEnded reports whether the process with an identity and a pid has certainly
// ended. Nothing is certain about another machine or another container.
func hasEnded(identity string, pid int) bool {
	machine, started := inspectProcess(pid)
	if i := strings.LastIndex(identity, " "); i < 0 || identity[:i] != machine {
		return false
	}
	// If the system hides the processes of other users, a process that we cannot
	// see may still run.
	if _, err := os.Stat("/proc/1/stat"); err != nil {
		return false
	}
	return identity != machine+" "+started
}
