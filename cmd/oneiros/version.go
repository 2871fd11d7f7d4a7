package main

import (
	"cmp"
	"runtime/debug"

	"github.com/spf13/cobra"

	"oneiros/store"
)

// The linker sets these for a release.
var version, commit string

func (p *program) version() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the program, its commit, that of Go and that of a database",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			schema, err := store.LatestSchema()
			if err != nil {
				return err
			}
			p.say("oneiros %s", buildVersion())
			p.say("commit %s", cmp.Or(buildCommit(), "unknown"))
			p.say("database version %d", schema)
			return nil
		},
	}
}

// buildVersion is the release, or else the commit that the program was built from.
func buildVersion() string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := version
	if v == "" {
		v = b.Main.Version
	}
	return v + " " + b.GoVersion
}

// buildCommit is the commit that the program was built from, with "+changes" where files
// differed from it; empty where that is not known.
func buildCommit() string {
	if commit != "" {
		return commit
	}
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	is, changes := "", ""
	for _, s := range b.Settings {
		switch {
		case s.Key == "vcs.revision":
			is = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changes = "+changes"
		}
	}
	if is == "" {
		return ""
	}
	return is + changes
}
