//go:build !linux && !darwin && !windows

package main

// remoteKind is not known on this system.
func remoteKind(string) string { return "" }
