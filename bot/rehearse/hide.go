package rehearse

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A field that no table knows has a name that may be worth knowing: Discord adds some. It may also
// be a person's, where a map has people as its keys. So the name of an unknown field is shown only
// without digits and where all above it are known, and not where it has in it what was a text
// elsewhere. The same holds for the type of an event.

// shortest is how many characters a text has at least that may be a name.
const shortest = 3

// longName is how many characters a text has that is looked for within a word.
const longName = 5

// see remembers the texts of a JSON document. The lock is held.
func (t *tape) see(b []byte) {
	var v any
	if json.Unmarshal(b, &v) == nil {
		eachString(v, func(s string) { eachName(s, func(one string) { t.seen[one] = true }) })
	}
}

// eachName calls do with a text and its words, as they could stand in the name of a field.
func eachName(s string, do func(string)) {
	for _, one := range append(strings.Fields(s), s) {
		if one = strings.ToLower(strings.Trim(one, ".,:;!?@<>\"'")); len(one) >= shortest && plainName.MatchString(one) {
			do(one)
		}
	}
}

// hideNames takes the names of fields out of a recording that may be names of people or places.
func (t *tape) hideNames(got, want *Recording) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for s := range t.shaper.sent { // our own words name nothing
		eachName(s, func(one string) { delete(t.seen, one) })
	}
	known, heard := knownFields(want), map[string]bool{}
	for _, s := range want.Steps {
		for _, e := range s.Events {
			heard[e.Type] = true
		}
	}
	shown := map[string]bool{} // unknown names, once decided
	mayShow := func(name string) bool {
		if _, decided := shown[name]; !decided {
			shown[name] = !strings.ContainsAny(name, "0123456789{") && !t.mayBeName(name)
		}
		return shown[name]
	}
	eachShape(got, func(s Shape) Shape {
		out := Shape{}
		for _, path := range slices.Sorted(maps.Keys(s)) {
			fields, below := strings.Split(path, "."), true
			for i, field := range fields {
				name := strings.ReplaceAll(field, "[]", "")
				is := known[name]
				if name != "" && !is && name != number && !(below && mayShow(name)) {
					fields[i] = strings.Replace(field, name, "{name}", 1)
				}
				below = below && (is || name == "")
			}
			out.join(strings.Join(fields, "."), s[path])
		}
		return out
	})
	for _, s := range got.Steps {
		for _, e := range s.Events {
			if !heard[e.Type] && !(plainType.MatchString(e.Type) && mayShow(strings.ToLower(e.Type))) {
				e.Type = "{name}"
			}
		}
	}
}

// plainType is the type of an event, as Discord names them.
var plainType = regexp.MustCompile(`^[A-Z]+(_[A-Z]+){1,6}$`)

// join adds a form at a path. Where another field of the same path is left without its name, too,
// both forms are there.
func (s Shape) join(path, form string) {
	if have, both := s[path]; both {
		all := append(forms(have), forms(form)...)
		slices.Sort(all)
		form = strings.Join(slices.Compact(all), " or ")
	}
	s[path] = form
}

// knownFields are the names of fields that localcord or Discord's documents have.
func knownFields(want *Recording) map[string]bool {
	known := map[string]bool{}
	eachShape(want, func(s Shape) Shape {
		for path := range s {
			for _, field := range strings.Split(path, ".") {
				known[strings.ReplaceAll(field, "[]", "")] = true
			}
		}
		return s
	})
	for _, of := range documented {
		for _, field := range strings.Fields(of.optional + " " + of.nullable) {
			known[field] = true
		}
	}
	delete(known, number) // what is below it may have any key
	delete(known, "")
	return known
}

// mayBeName reports whether a text that was heard is in the name of a field: as a word of it, or
// as a part of one if it is long.
func (t *tape) mayBeName(field string) bool {
	for _, part := range append(strings.Split(field, "_"), field) {
		if t.seen[part] {
			return true
		}
	}
	for one := range t.seen {
		if len(one) >= longName && strings.Contains(field, one) {
			return true
		}
	}
	return false
}

// eachShape replaces each shape of a recording.
func eachShape(r *Recording, by func(Shape) Shape) {
	for _, s := range r.Steps {
		for _, list := range [][]*Answer{s.Answers, s.Hindrances} {
			for _, a := range list {
				if a.Body != nil {
					a.Body = by(a.Body)
				}
			}
		}
		for _, e := range s.Events {
			e.Body = by(e.Body)
		}
	}
}
