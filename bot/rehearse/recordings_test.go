package rehearse

import (
	"os"
	"path/filepath"
	"testing"
)

// recordings are the files of rehearsals that localcord has to agree with: its own, and those
// that operators have sent. What a report from Discord shows is mended in localcord or in the
// table of package endpoint, and the report stays here.
func recordings(t *testing.T) map[string]*Recording {
	t.Helper()
	sent, err := filepath.Glob(filepath.Join("testdata", "recordings", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*Recording{}
	for _, name := range append(sent, "expected.json") {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if all[name], err = Read(b); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return all
}

// TestRecordings plays each recorded rehearsal again on localcord, which must not differ from it
// in anything that matters.
func TestRecordings(t *testing.T) {
	all := recordings(t)
	if of := all["expected.json"].Of; of != "localcord" {
		t.Errorf("the first recording is of %q", of)
	}
	var got *Recording
	onStage(t, nil, func(s *stage) { got, _ = s.rehearse() })
	for name, want := range all {
		for _, d := range Compare(want, got) {
			if d.Matters() {
				t.Errorf("%s: %v", name, d)
			}
		}
	}
}
