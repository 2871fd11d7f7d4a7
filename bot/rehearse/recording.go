package rehearse

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// A Recording is what a rehearsal heard, without anything that names a person or a place.
type Recording struct {
	Of      string   `json:"of"`                // whose answers these are: "localcord" or "Discord"
	Program string   `json:"program,omitempty"` // version of the program that recorded it
	Steps   []*Step  `json:"steps"`
	Found   []string `json:"found,omitempty"` // what no document says, such as how long a voice state is kept
	Left    []string `json:"left,omitempty"`  // what could not be removed

	// Buckets are the endpoints that have a rate limit in common, where several have.
	Buckets [][]string `json:"buckets,omitempty"`
}

// The states of a step.
const (
	Done    = "done"
	Failed  = "failed"
	Skipped = "skipped"
)

// A Step is what was heard in a step of the script.
type Step struct {
	Name    string    `json:"name"`
	State   string    `json:"state"`
	Why     string    `json:"why,omitempty"` // it failed or was skipped
	Answers []*Answer `json:"answers,omitempty"`
	Events  []*Event  `json:"events,omitempty"`

	// Hindrances are answers after which a request was sent again: limits, and failures of
	// Discord's.
	Hindrances []*Answer `json:"hindrances,omitempty"`
	Notes      []string  `json:"notes,omitempty"` // such as a gateway that was lost
}

// A Shape is a JSON value without its content: the form of the value at each path.
type Shape map[string]string

// An Answer is the shape of an answer to a request.
type Answer struct {
	Endpoint string            `json:"endpoint"` // as in package endpoint
	Status   int               `json:"status"`   // 0 where no answer came
	Code     int               `json:"code,omitempty"`
	Headers  map[string]string `json:"headers,omitempty"`
	Body     Shape             `json:"body,omitempty"`
	Took     int               `json:"took,omitempty"` // milliseconds
}

// An Event is the shape of an event of the gateway.
type Event struct {
	Type string `json:"type"`
	Body Shape  `json:"body"`
	Late int    `json:"late,omitempty"` // milliseconds after what caused it
}

//go:embed expected.json
var expected []byte

// Expected is what localcord says to the script.
func Expected() (*Recording, error) { return Read(expected) }

// Read reads a recording, or a report with one.
func Read(b []byte) (*Recording, error) {
	var r struct {
		Recording
		Inner *Recording `json:"recording"`
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("read the recording: %w", err)
	}
	if r.Inner != nil {
		return r.Inner, nil
	}
	return &r.Recording, nil
}

// step is the step with a name; nil for none.
func (r *Recording) step(name string) *Step {
	if i := slices.IndexFunc(r.Steps, func(s *Step) bool { return s.Name == name }); i >= 0 {
		return r.Steps[i]
	}
	return nil
}
