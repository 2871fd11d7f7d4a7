package rest

import (
	"maps"
	"slices"
	"testing"

	"oneiros/bot/localcord/endpoint"
)

// TestHandlers: each endpoint of the table is served, and nothing else is.
func TestHandlers(t *testing.T) {
	var names []string
	for _, e := range endpoint.Table {
		names = append(names, e.Name())
	}
	slices.Sort(names)
	if served := slices.Sorted(maps.Keys(handlers(nil, nil))); !slices.Equal(served, names) {
		t.Errorf("served are %q, the table has %q", served, names)
	}
}
