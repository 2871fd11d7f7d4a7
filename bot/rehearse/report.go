package rehearse

import (
	"encoding/json"
	"fmt"
)

// A Report is what an operator sends: what was heard, and in what it differs. See the package
// comment for what is not in it.
type Report struct {
	About       string       `json:"about"`
	Recording   *Recording   `json:"recording"`
	Differences []Difference `json:"differences"`
}

// about explains a report to its reader.
const about = "Made by `oneiros rehearse`. It has no token, name, text or id: values are named by their form."

// NewReport is the report of a rehearsal.
func NewReport(got *Recording, differ []Difference) Report { return Report{about, got, differ} }

// IsReport reports whether a file is a report.
func IsReport(b []byte) bool {
	var r struct {
		About string `json:"about"`
	}
	return json.Unmarshal(b, &r) == nil && r.About == about
}

// JSON is the report as a file.
func (r Report) JSON() ([]byte, error) {
	b, err := json.MarshalIndent(r, "", " ")
	return append(b, '\n'), err
}

// Lines are what the operator reads at the end: what hindered, what was found out, what differs,
// what was left out and what is left.
func (r Report) Lines() (lines []string) {
	for _, s := range r.Recording.Steps {
		lines = append(lines, hindrancesOf(s)...)
		for _, n := range s.Notes {
			lines = append(lines, "hindered: "+s.Name+": "+n)
		}
	}
	for _, f := range r.Recording.Found {
		lines = append(lines, "found: "+f)
	}
	for _, d := range r.Differences {
		lines = append(lines, d.String())
	}
	for _, s := range r.Recording.Steps {
		if s.State != Done {
			lines = append(lines, s.State+": "+s.Name+": "+s.Why)
		}
	}
	for _, l := range r.Recording.Left {
		lines = append(lines, "left: "+l)
	}
	return lines
}

// hindrancesOf are the lines of what hindered a step, each once.
func hindrancesOf(s *Step) (lines []string) {
	times := map[string]int{}
	for _, h := range s.Hindrances {
		line := fmt.Sprintf("hindered: %s: %s: %s; it was sent again", s.Name, h.Endpoint, answered(h.Status, h.Code))
		if times[line]++; times[line] == 1 {
			lines = append(lines, line)
		}
	}
	for i, line := range lines {
		if n := times[line]; n > 1 {
			lines[i] = fmt.Sprintf("%s, %d times", line, n)
		}
	}
	return lines
}

// Verdict is nil where nothing differs that matters and every step that was not left out came to
// its end.
func (r Report) Verdict() error {
	matter, failed := 0, 0
	for _, d := range r.Differences {
		if d.Matters() {
			matter++
		}
	}
	for _, s := range r.Recording.Steps {
		if s.State == Failed {
			failed++
		}
	}
	if matter+failed == 0 {
		return nil
	}
	return fmt.Errorf("differences that matter: %d; steps that failed: %d", matter, failed)
}
