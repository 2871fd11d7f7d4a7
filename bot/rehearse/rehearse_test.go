package rehearse

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"
)

// TestExpected rehearses on localcord. With -update it writes what localcord says, which is what
// a rehearsal elsewhere is compared with.
func TestExpected(t *testing.T) {
	onStage(t, nil, func(s *stage) {
		got, differ := s.rehearse()
		s.isClean()
		for _, one := range got.Steps {
			if one.State != Done || len(one.Hindrances) > 0 {
				t.Errorf("step %s is %s: %s, %d hindrances\n%s", one.Name, one.State, one.Why, len(one.Hindrances), s.text())
			}
			for _, a := range one.Answers {
				a.Took = 0
			}
			for _, e := range one.Events {
				e.Late = 0
			}
		}
		got.Found, got.Left = nil, nil
		b, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		b = append(b, '\n')
		if *update {
			if err := os.WriteFile("expected.json", b, 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		for _, d := range differ {
			t.Error(d)
		}
		if !bytes.Equal(b, expected) {
			t.Error("localcord says something else than expected.json; -update writes it")
		}
	})
}
