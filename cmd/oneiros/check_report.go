package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// The levels of a finding. A warning does not keep the bot from its work.
const (
	levelOK      = "ok"
	levelWarning = "warning"
	levelError   = "error"
)

// A finding is one thing that a check looked at.
type finding struct {
	Area    string   `json:"area"`
	Level   string   `json:"level"`
	Text    string   `json:"text"` // names what it is about
	Guild   string   `json:"guild,omitempty"`
	Channel string   `json:"channel,omitempty"`
	Missing []string `json:"missing,omitempty"` // permissions
}

// A report collects what a check finds. For a person each finding is a line as soon as
// it is known, and the errors come last. A machine gets one JSON object at the end.
type report struct {
	out      io.Writer
	machine  bool
	findings []finding
	failed   failures
}

// add notes a finding. A person reads errors that end the check in another place: see
// fail.
func (r *report) add(f finding) {
	r.findings = append(r.findings, f)
	switch {
	case r.machine:
	case f.Level == levelOK:
		fmt.Fprintln(r.out, f.Text)
	default:
		fmt.Fprintf(r.out, "%s: %s\n", f.Level, f.Text)
	}
}

func (r *report) ok(area, format string, args ...any) {
	r.add(finding{Area: area, Level: levelOK, Text: fmt.Sprintf(format, args...)})
}

func (r *report) warn(area, format string, args ...any) {
	r.add(finding{Area: area, Level: levelWarning, Text: fmt.Sprintf(format, args...)})
}

// detail is a part of an error that fail names as a whole.
func (r *report) detail(area, format string, args ...any) {
	r.add(finding{Area: area, Level: levelError, Text: fmt.Sprintf(format, args...)})
}

// fail notes an error, and reports whether there was one. The command ends with it.
func (r *report) fail(area string, err error) bool {
	if err == nil {
		return false
	}
	r.findings = append(r.findings, finding{Area: area, Level: levelError, Text: err.Error()})
	r.failed = append(r.failed, err)
	return true
}

// end writes what a machine reads, and returns all errors as one.
func (r *report) end(version string) error {
	if r.machine {
		e := json.NewEncoder(r.out)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		if err := e.Encode(struct {
			Version  string    `json:"version"`
			OK       bool      `json:"ok"`
			Findings []finding `json:"findings"`
		}{version, len(r.failed) == 0, r.findings}); err != nil {
			return err
		}
	}
	if len(r.failed) == 0 {
		return nil
	}
	return r.failed
}

// failures are the errors of a check. Each of them is a line.
type failures []error

func (f failures) Error() string {
	var lines []string
	for _, err := range f {
		lines = append(lines, strings.TrimSpace(err.Error()))
	}
	return strings.Join(lines, "\noneiros: ")
}

func (f failures) Unwrap() []error { return f }
