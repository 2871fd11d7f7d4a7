package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestInstalledCommands: the files that install the bot run commands that there are, with
// flags and variables that there are.
func TestInstalledCommands(t *testing.T) {
	units, err := filepath.Glob("../../docs/deploy/*.service")
	if err != nil || len(units) == 0 {
		t.Fatalf("there are no units: %v", err)
	}
	variables := []string{variable(tokenKey)}
	for _, s := range settings {
		variables = append(variables, variable(s.key))
	}
	name := regexp.MustCompile(`ONEIROS_[A-Z_]+`)
	command := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/oneiros (.*)$|(?:CMD|test:|command:) \[(?:"CMD", )?(?:"/oneiros", )?(.*)\]`)
	named, run := 0, 0
	for _, file := range append(units, "../../compose.yaml", "../../docs/deploy/compose.postgres.yaml", "../../Dockerfile", "../../docs/operate.md") {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range name.FindAllString(string(b), -1) {
			named++
			if !slices.Contains(variables, v) {
				t.Errorf("%s has %s, which is no variable", file, v)
			}
		}
		for _, m := range command.FindAllStringSubmatch(string(b), -1) {
			words := strings.Fields(m[1] + strings.NewReplacer(`"`, "", ",", "").Replace(m[2]))
			if words[0] == "pg_isready" {
				continue
			}
			run++
			c, rest, err := (&program{}).command().Find(words)
			if err == nil {
				err = c.ParseFlags(rest)
			}
			if err == nil {
				err = c.ValidateArgs(c.Flags().Args())
			}
			if err != nil || !c.HasParent() {
				t.Errorf("%s runs %q: %v", file, words, err)
			}
		}
	}
	if least := len(units) + 3; run < least || named < least { // each unit, and what makes and runs containers
		t.Errorf("found only %d commands and %d variables", run, named)
	}
}
