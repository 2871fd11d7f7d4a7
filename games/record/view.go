package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// A View is what changed in the view of one viewer since the scene before. A view
// is an object with members. Before the deal it has none. The zero View says that
// nothing changed.
type View struct {
	Now  map[string]json.RawMessage `json:"now,omitempty"`  // the members that are new or different
	Gone []string                   `json:"gone,omitempty"` // the members that it has no more, in alphabetical order
	All  json.RawMessage            `json:"all,omitempty"`  // the whole view; only if it is no object now or was none before
}

// check returns the mistake of a view that another program may have written.
func (v View) check() error {
	if v.All != nil && (v.Now != nil || v.Gone != nil) {
		return errors.New(`"all" beside "now" or "gone"`)
	}
	for _, name := range v.Gone {
		if _, ok := v.Now[name]; ok {
			return fmt.Errorf("%q is in both now and gone", name)
		}
	}
	return nil
}

// A track is the whole view of one viewer, followed from scene to scene.
type track struct {
	members map[string]json.RawMessage // nil if the view is no object
	all     json.RawMessage            // the view that is no object
}

// tracks returns a track for each of n viewers, before the deal.
func tracks(n int) []track {
	list := make([]track, n)
	for i := range list {
		list[i].members = map[string]json.RawMessage{}
	}
	return list
}

// members returns the members of an object. They are nil for anything else.
func members(view json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	if json.Unmarshal(view, &m) != nil {
		return nil
	}
	return m
}

// follow goes on to a view and returns what changed.
func (t *track) follow(view json.RawMessage) View {
	next := track{members: members(view)}
	if next.members == nil {
		next.all = view
	}
	was := *t
	*t = next
	if was.members == nil || next.members == nil {
		if was.members == nil && next.members == nil && bytes.Equal(was.all, next.all) {
			return View{}
		}
		return View{All: view}
	}
	var v View
	for name, value := range next.members {
		if old, ok := was.members[name]; !ok || !bytes.Equal(old, value) {
			if v.Now == nil {
				v.Now = map[string]json.RawMessage{}
			}
			v.Now[name] = value
		}
	}
	for name := range was.members {
		if _, ok := next.members[name]; !ok {
			v.Gone = append(v.Gone, name)
		}
	}
	slices.Sort(v.Gone)
	return v
}

// apply goes on to the view that a record tells.
func (t *track) apply(v View) {
	if v.All != nil {
		*t = track{members: members(v.All)}
		if t.members == nil {
			t.all = v.All
		}
		return
	}
	if len(v.Now) > 0 && t.members == nil {
		*t = track{members: map[string]json.RawMessage{}}
	}
	for _, name := range v.Gone {
		delete(t.members, name)
	}
	for name, value := range v.Now {
		t.members[name] = value
	}
}

// is reports whether a view has the same meaning as the one of the record. A view of older
// rules may have less in it.
func (t *track) is(view json.RawMessage, older bool) bool {
	own := members(view)
	if own == nil || t.members == nil {
		return own == nil && t.members == nil && EqualJSON(t.all, view)
	}
	if older {
		for name, said := range t.members {
			if value, ok := own[name]; !ok || !covers(value, said) {
				return false
			}
		}
		return true
	}
	if len(own) != len(t.members) {
		return false
	}
	for name, value := range own {
		if said, ok := t.members[name]; !ok || !EqualJSON(said, value) {
			return false
		}
	}
	return true
}
