package rehearse

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A shaper makes shapes. It knows which ids play a part and which strings were sent.
type shaper struct {
	parts map[string]string // ids, and what has them: "the board"
	sent  map[string]bool
}

// A node is what the values at one path have in common.
type node struct {
	forms   map[string]bool
	count   int // of values
	objects int // of them, objects
	fields  map[string]*node
	items   *node
}

func newNode() *node { return &node{forms: map[string]bool{}, fields: map[string]*node{}} }

// shape is the shape of a JSON document. theirs says that the server and its people decide what
// it holds.
func (s *shaper) shape(b []byte, theirs bool) Shape {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return Shape{"": "no JSON"}
	}
	root, out := newNode(), Shape{}
	s.add(root, "", v, theirs)
	root.flatten("", 1, out)
	return out
}

// theirKeys are the fields below which the server and its people decide.
var theirKeys = map[string]bool{
	"author": true, "user": true, "member": true, "members": true, "users": true, "creator": true, "owner": true, "team": true, "guild": true,
	"recipients": true, "mentions": true, "bot": true, "application": true, "roles": true, "channel": true, "channels": true, "entitlements": true,
}

// ownKeys are the fields below which the rehearsal decides again.
var ownKeys = map[string]bool{"message": true, "thread_metadata": true}

// decided are the numbers that follow from what the rehearsal did.
var decided = map[string]bool{
	"type": true, "flags": true, "style": true, "status": true, "entity_type": true, "privacy_level": true, "auto_archive_duration": true,
	"component_type": true, "context": true, "min_values": true, "max_values": true, "color": true, "width": true, "height": true,
	"message_count": true, "member_count": true, "total_message_sent": true,
}

// counted are the lists whose length follows from that.
var counted = map[string]bool{
	"": true, "threads": true, "embeds": true, "components": true, "attachments": true, "fields": true, "options": true, "values": true, "mentions": true, "mention_roles": true,
}

func (s *shaper) add(n *node, key string, v any, theirs bool) {
	n.count++
	listed := theirs
	theirs = theirs && !ownKeys[key] || theirKeys[key]
	switch v := v.(type) {
	case map[string]any:
		n.objects++
		n.forms["object"] = true
		for k, one := range v {
			name := fieldName(k)
			if n.fields[name] == nil {
				n.fields[name] = newNode()
			}
			s.add(n.fields[name], k, one, theirs)
		}
	case []any:
		n.forms[listForm(key, v, listed)] = true
		for _, one := range v {
			if n.items == nil {
				n.items = newNode()
			}
			s.add(n.items, key, one, theirs)
		}
	default:
		n.forms[s.form(key, v, theirs)] = true
	}
}

// number stands for the name of a field that is a number, as the place in a list or an id is.
const number = "{number}"

var plainName = regexp.MustCompile(`^[a-z_][a-z_0-9]{0,50}$`)

// fieldName is the name of a field, unless it may be an id or a text.
func fieldName(k string) string {
	switch {
	case plainName.MatchString(k):
		return k
	case isDigits(k):
		return number
	}
	return "{name}"
}

// listForm is the form of a list: its length where the rehearsal decides that, and the order of
// what it made.
func listForm(key string, list []any, theirs bool) string {
	if theirs || !counted[key] {
		return "list"
	}
	form := fmt.Sprintf("list of %d", len(list))
	var ids []string
	for _, one := range list {
		object, _ := one.(map[string]any)
		if id, _ := object["id"].(string); id != "" {
			ids = append(ids, id)
		}
	}
	before := func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) }
	switch {
	case key != "" || len(ids) < 2:
	case slices.IsSortedFunc(ids, before):
		form += ", oldest first"
	case slices.IsSortedFunc(ids, func(a, b string) int { return before(b, a) }):
		form += ", newest first"
	default:
		form += ", in no order"
	}
	return form
}

// form is the form of a value that is neither an object nor a list.
func (s *shaper) form(key string, v any, theirs bool) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		if theirs {
			return "boolean"
		}
		return strconv.FormatBool(v)
	case json.Number:
		if decided[key] && !theirs && len(v) < 9 {
			return "number " + v.String()
		}
		return "number"
	case string:
		return s.text(key, v, theirs)
	}
	return "?"
}

// constantWords are the words of which Discord makes the codes of wrong forms, such as
// BASE_TYPE_MAX_LENGTH. A code with another word in it may be a name.
const constantWords = "ACTION AFTER ALL ALLOWED ALREADY AND APPLICATION ATTACHMENT ATTACHMENTS AUTOCOMPLETE BAD BASE BEFORE BOOLEAN BOUND BUTTON CANNOT CHANNEL CHANNELS CHOICES COERCE COMMAND COMMANDS COMPONENT COMPONENTS CONTAINS CONTENT CONVERT CONVERSION CUSTOM DATE DEFAULT DEFAULTS DESCRIPTION DICT DISABLED DUPLICATE DUPLICATED DUPLICATES EMBED EMBEDS EMOJI EMPTY END ENTITY ENUM EVENT EXCEEDED EXCLUSIVE FIELD FIELDS FILE FLAGS FORM FORMAT FOUND GUILD ID IMAGE IN INPUT INTEGER INTERACTION INVALID IS ITEM LABEL LARGE LAYOUT LEGACY LENGTH LESS LIST LONG MANY MAX MEDIA MENTIONS MESSAGE METADATA MIN MODAL MODEL MUST MUTUALLY NAME NONCE NOT NUMBER OF ONE ONLY OPTION OPTIONS OR PARSE PAST PERMISSION PERMISSIONS PRIVACY REFERENCED REGEX REQUIRED ROW SCHEDULE SCHEDULED SCHEME SELECT SET SHORT SIZE SMALL SNOWFLAKE START STATUS STRING TEXT THAN THREAD TIME TIMESTAMP TITLE TOKEN TOO TOTAL TRANSITION TYPE UNFURLED UNION UNIQUE UNKNOWN URL USE VALUE VALUES WEBHOOK WIDTH WITH"

// isConstant reports whether a text is such a code.
func isConstant(v string) bool {
	words := strings.Split(v, "_")
	return len(words) > 1 && len(words) < 12 && !slices.ContainsFunc(words, func(w string) bool { return !isIn(constantWords, w) })
}

// text is the form of a string.
func (s *shaper) text(key, v string, theirs bool) string {
	switch {
	case v == "":
		return "empty text"
	case s.parts[v] != "":
		return "id of " + s.parts[v]
	case isDigits(v) && len(v) >= 17 && len(v) <= 20 && !strings.Contains(key, "permissions") && key != "allow" && key != "deny":
		return "id"
	case isDigits(v):
		return "digits"
	case s.sent[v] && !theirs:
		return "text as sent"
	case isTime(v):
		return "time"
	case strings.HasPrefix(v, "https://") || strings.HasPrefix(v, "http://") || strings.HasPrefix(v, "ws://") || strings.HasPrefix(v, "wss://"):
		return "address"
	case key == "code" && isConstant(v), key == "type" && isIn("rich image video gifv article link poll_result", v):
		return "word " + v
	}
	return "text"
}

func isDigits(v string) bool {
	return v != "" && strings.Trim(v, "0123456789") == ""
}

func isTime(v string) bool {
	_, err := time.Parse(time.RFC3339Nano, v)
	return err == nil
}

// flatten writes the form at each path. of is how many objects could have had the value.
func (n *node) flatten(path string, of int, out Shape) {
	form := strings.Join(slices.Sorted(maps.Keys(n.forms)), " or ")
	if n.count < of {
		form += sometimes
	}
	out[path] = form
	for name, f := range n.fields {
		f.flatten(strings.TrimPrefix(path+"."+name, "."), n.objects, out)
	}
	if n.items != nil {
		n.items.flatten(path+"[]", n.items.count, out)
	}
}

// sometimes ends the form of a field that not all objects at its path have.
const sometimes = ", or absent"
