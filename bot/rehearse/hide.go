package rehearse

import (
	"encoding/json"
	"strings"
)

// A field that no table knows has a name that may be worth knowing: Discord adds some. It may also
// be a person's, where a map has people as its keys. So the name of an unknown field is left out
// where it has in it what was a text elsewhere.

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
	for s := range t.shaper.sent { // our own words name nothing
		eachName(s, func(one string) { delete(t.seen, one) })
	}
	hidden := map[string]bool{}
	hide := func(field string) string {
		name := strings.ReplaceAll(field, "[]", "")
		if known[name] {
			return field
		}
		if _, decided := hidden[name]; !decided {
			hidden[name] = t.mayBeName(name)
		}
		if hidden[name] {
			return strings.Replace(field, name, "{name}", 1)
		}
		return field
	}
	eachShape(got, func(s Shape) Shape {
		out := Shape{}
		for path, form := range s {
			fields := strings.Split(path, ".")
			for i := range fields {
				fields[i] = hide(fields[i])
			}
			out[strings.Join(fields, ".")] = form
		}
		return out
	})
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
