package rehearse

import (
	"maps"
	"slices"
	"strings"
)

// shapes compares the fields of two bodies. where is the endpoint or the type of the event.
func (d *differences) shapes(want, got Shape, where, place string) {
	for _, path := range slices.Sorted(maps.Keys(want)) {
		if _, has := got[path]; has {
			d.form(want[path], got[path], path, where, place)
		} else if path == "" {
			d.add(Otherwise, "the body", place, want[path], "none", "the bot reads some answers, and would not know what was made")
		} else if hasParent(got, path) && !strings.HasSuffix(want[path], sometimes) {
			kind, field := kindOf(where, path)
			grade, means := absentMeans(kind, field)
			d.add(grade, ofKind(kind, field), place, want[path], "nothing", means)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if _, known := want[path]; known || !hasParent(want, path) {
			continue
		}
		kind, field := kindOf(where, path)
		switch optional := isOptional(kind, field) || isNullable(kind, field); {
		case optional && !d.want.has(kind, field):
			d.alsoHas(kind, field, place)
			continue
		case optional && isTheirs(where, path):
			continue // localcord has it where there is something to say
		case optional:
			d.add(Differs, ofKind(kind, field), place, "nothing", got[path], "localcord has it only elsewhere; the bot does not read it")
			continue
		}
		d.add(Differs, ofKind(kind, field), place, "nothing", got[path], "the bot does not read it; it is new, or in no table here")
	}
}

// alsoHas notes a field that Discord's documents have and localcord leaves out. There are many, so
// those of one kind are one difference.
func (d *differences) alsoHas(kind, field, place string) {
	what := "fields of " + kind + " that Discord's documents have and localcord leaves out"
	for _, one := range d.list {
		if one.What != what {
			continue
		}
		if !slices.Contains(strings.Split(one.Got, ", "), field) {
			one.Got += ", " + field
		}
		if !slices.Contains(one.Places, place) {
			one.Places = append(one.Places, place)
		}
		return
	}
	d.add(Differs, what, place, "none", field, "the bot does not read them")
}

// hasParent reports whether a shape has the object in which a path would be. An item of a list
// has none: an empty list has no items, and where its length is decided, that is compared.
func hasParent(s Shape, path string) bool {
	if path == "" || strings.HasSuffix(path, "[]") {
		return false
	}
	form, ok := s[path[:max(0, strings.LastIndex(path, "."))]]
	return ok && strings.Contains(form, "object")
}

// ofKind names a field.
func ofKind(kind, field string) string {
	if field == "" {
		return "the whole " + kind
	}
	return "the field " + field + " of " + kind
}

// forms are the forms of a value where there are several.
func forms(form string) []string {
	return strings.Split(strings.TrimSuffix(form, sometimes), " or ")
}

// form compares the forms of a value: all that came have to fit, and all that are expected to be
// among several have to have come.
func (d *differences) form(want, got, path, where, place string) {
	if want == got {
		return
	}
	kind, field := kindOf(where, path)
	theirs := isTheirs(where, path)
	came := forms(got)
	if d.partial && listing[where] && strings.HasPrefix(want, "list of") && strings.HasPrefix(got, "list of") {
		return
	}
	for _, g := range came {
		if slices.ContainsFunc(forms(want), func(w string) bool { return fits(w, g, kind, field, theirs) }) {
			continue
		}
		grade, means := formMeans(kind, field, want, g)
		d.add(grade, ofKind(kind, field), place, want, g, means)
	}
	if strings.HasSuffix(got, sometimes) && !strings.HasSuffix(want, sometimes) && !(theirs && isOptional(kind, field)) {
		grade, means := absentMeans(kind, field)
		d.add(grade, ofKind(kind, field), place, want, "nothing in some", means)
	}
	if theirs || len(forms(want)) == 1 || d.partial && listing[where] {
		return // a list of others', or one that lacks what could not be made
	}
	for _, w := range forms(want) {
		if slices.ContainsFunc(came, func(g string) bool { return fits(w, g, kind, field, theirs) }) {
			continue
		}
		grade, means := formMeans(kind, field, w, got)
		d.add(grade, ofKind(kind, field), place, want, got, means)
		return
	}
}

// isTheirs reports whether the server and its people decide what is at a path.
func isTheirs(where, path string) bool {
	theirs := theirEndpoints[where] || theirEvents[where]
	for _, p := range strings.Split(path, ".") {
		key := strings.ReplaceAll(p, "[]", "")
		theirs = theirs && !ownKeys[key] || theirKeys[key]
	}
	return theirs
}

// fits reports whether a form is one of those that an expected form stands for.
func fits(want, got, kind, field string, theirs bool) bool {
	switch {
	case want == got:
		return true
	case want == "null" || got == "null":
		return theirs && isNullable(kind, field) && (got == "null" || mayBe(field, got))
	case strings.HasPrefix(want, "list of") && strings.HasPrefix(got, want+","):
		return true // localcord has no more than one, so no order
	case want == "id":
		return strings.HasPrefix(got, "id of ")
	case want == "text" || want == "digits" && theirs && field != "permissions":
		return isText(got) && (got != "empty text" || theirs)
	case want == "empty text":
		return theirs && isText(got)
	case kind == "partial server" && want == "id of "+servers:
		return got == "id" // the bot may be on others
	case theirs && strings.HasPrefix(want, "id of "):
		return got == "id" && want != "id of "+bots && want != "id of "+servers
	}
	return false
}

// isText reports whether a form is of a string.
func isText(form string) bool {
	switch form {
	case "text", "text as sent", "empty text", "digits", "time", "address", "id":
		return true
	}
	return strings.HasPrefix(form, "id of ") || strings.HasPrefix(form, "word ")
}
