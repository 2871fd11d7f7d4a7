package discord

import "testing"

func TestRecent(t *testing.T) {
	t.Parallel()
	var r Recent
	for i := range ID(3 * remembered) {
		if !r.Add(i + 1) {
			t.Fatalf("%d was not there before", i+1)
		}
		if r.Add(i + 1) {
			t.Fatalf("%d was there before", i+1)
		}
	}
	if len(r.ids) != remembered {
		t.Errorf("%d are remembered, want %d", len(r.ids), remembered)
	}
	if r.Add(2*remembered + 1) {
		t.Error("the oldest of the remembered is forgotten")
	}
}
