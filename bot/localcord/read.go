package localcord

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An object reads a JSON object field by field and notes what is wrong in its
// form, so that one refusal names everything, as Discord's does.
type object struct {
	m    map[string]any
	path string
	form *form
}

func (o object) at(key string) string {
	if o.path == "" {
		return key
	}
	return o.path + "\x00" + key
}

func (o object) wrong(key, code, text string, args ...any) {
	if key == "" {
		o.form.add(o.path, code, text, args...)
		return
	}
	o.form.add(o.at(key), code, text, args...)
}

// has says whether the key is there, null included.
func (o object) has(key string) bool { _, ok := o.m[key]; return ok }

// set says whether the key is there with something but null.
func (o object) set(key string) bool { return o.m[key] != nil }

func (o object) need(key string) bool {
	if o.m[key] == nil {
		o.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
		return false
	}
	return true
}

// text reads a string of min to max characters; an absent one is "".
func (o object) text(key string, min, max int) string {
	v := o.m[key]
	if v == nil {
		return ""
	}
	t, ok := v.(string)
	if !ok {
		o.wrong(key, "STRING_TYPE_CONVERT", "Could not interpret \"%s\" as string.", show(v))
		return ""
	}
	if n := utf8.RuneCountInString(t); n < min || n > max {
		o.length(key, n, min, max, "in length")
	}
	return t
}

// trimmed is text without the space around it, which Discord removes first.
func (o object) trimmed(key string, min, max int) string {
	if t, ok := o.m[key].(string); ok {
		o.m[key] = strings.TrimSpace(t)
	}
	return o.text(key, min, max)
}

func (o object) length(key string, n, min, max int, unit string) {
	switch {
	case n < min && n == 0 && min == 1:
		o.wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
	case min > 0:
		o.wrong(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d %s.", min, max, unit)
	case n > max:
		o.wrong(key, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer %s.", max, unit)
	}
}

// number reads an integer; Discord takes one in a string too.
func (o object) number(key string, min, max int) (int, bool) {
	v := o.m[key]
	if v == nil {
		return 0, false
	}
	var n int
	switch v := v.(type) {
	case json.Number:
		i, err := v.Int64()
		if err != nil {
			o.wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", show(v))
			return 0, false
		}
		n = int(i)
	case string:
		i, err := strconv.Atoi(v)
		if err != nil {
			o.wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", show(v))
			return 0, false
		}
		n = i
	default:
		o.wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", show(v))
		return 0, false
	}
	switch {
	case n < min:
		o.wrong(key, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", min)
	case n > max:
		o.wrong(key, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", max)
	default:
		return n, true
	}
	return 0, false
}

func (o object) whole(key string, min, max int) *int {
	if n, ok := o.number(key, min, max); ok {
		return &n
	}
	return nil
}

// choice reads a number that must be one of a few.
func (o object) choice(key string, of ...int) int {
	n, ok := o.number(key, math.MinInt32, math.MaxInt32)
	if ok && !slices.Contains(of, n) {
		o.wrong(key, "BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Trim(strings.ReplaceAll(fmt.Sprint(of), " ", ", "), "[]"))
		return 0
	}
	return n
}

func (o object) truth(key string) bool {
	v := o.m[key]
	if v == nil {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		o.wrong(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

func (o object) id(key string) ID {
	v := o.m[key]
	if v == nil {
		return ""
	}
	t := show(v)
	if _, err := strconv.ParseUint(t, 10, 64); err != nil {
		o.wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not snowflake.", t)
		return ""
	}
	return ID(t)
}

func (o object) link(key string, schemes ...string) string {
	t := o.text(key, 0, 2048)
	if t == "" {
		return ""
	}
	u, err := url.Parse(t)
	switch {
	case err != nil || u.Host == "" && u.Opaque == "":
		o.wrong(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		o.wrong(key, "URL_TYPE_INVALID_SCHEME", "Scheme \"%s\" is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '"))
	}
	return t
}

// list reads an array; its elements are read with item.
func (o object) list(key string, min, max int) []any {
	v := o.m[key]
	if v == nil {
		return nil
	}
	l, ok := v.([]any)
	if !ok {
		o.wrong(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(l) < min || len(l) > max {
		o.length(key, len(l), min, max, "in length")
	}
	return l
}

// items are the objects of an array.
func (o object) items(key string, min, max int) []object {
	var out []object
	for i, v := range o.list(key, min, max) {
		path := o.at(key) + "\x00" + strconv.Itoa(i)
		m, ok := v.(map[string]any)
		if !ok {
			o.form.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
			continue
		}
		out = append(out, object{m, path, o.form})
	}
	return out
}

// inner is an object in this one; false when there is none.
func (o object) inner(key string) (object, bool) {
	v := o.m[key]
	if v == nil {
		return object{}, false
	}
	m, ok := v.(map[string]any)
	if !ok {
		o.wrong(key, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return object{}, false
	}
	return object{m, o.at(key), o.form}, true
}

func show(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case ID:
		return string(v)
	case json.Number:
		return v.String()
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(b)
}

// Discord's sizes: a request 25 MiB, a file 10 MiB where nobody pays.
const (
	maxRequest = 25 << 20
	maxFile    = 10 << 20
)

// A body is a decoded request.
type body struct {
	object
	raw   []byte         // the JSON
	list  []any          // instead of the object, when the JSON is an array
	files map[int]Upload // by the n of files[n]
	order []int
}

func (b *body) uploads() []Upload {
	var all []Upload
	for _, n := range b.order {
		all = append(all, b.files[n])
	}
	return all
}

// decode reads a body: JSON, or multipart with payload_json and files[n].
func decode(r *http.Request) (*body, error) {
	b := &body{object: object{m: map[string]any{}, form: &form{}}}
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return b, errJSON
	}
	src := io.LimitReader(r.Body, maxRequest+1)
	if kind != "multipart/form-data" {
		if b.raw, err = io.ReadAll(src); err != nil {
			return b, fmt.Errorf("read a body: %w", err)
		}
		if len(b.raw) > maxRequest {
			return b, errTooLarge
		}
		return b, b.parse()
	}
	data, err := io.ReadAll(src)
	if err != nil {
		return b, fmt.Errorf("read a body: %w", err)
	}
	if len(data) > maxRequest {
		return b, errTooLarge
	}
	parts := multipart.NewReader(bytes.NewReader(data), params["boundary"])
	b.files = map[int]Upload{}
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return b, errJSON
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return b, errJSON
		}
		name := p.FormName()
		if name == "payload_json" {
			b.raw = data
			continue
		}
		n, ok := strings.CutPrefix(name, "files[")
		n, ok2 := strings.CutSuffix(n, "]")
		i, err := strconv.Atoi(n)
		if !ok || !ok2 || err != nil || i < 0 || p.FileName() == "" {
			continue // a part that Discord does not know is not read
		}
		if len(data) > maxFile {
			return b, errTooLarge
		}
		if _, twice := b.files[i]; !twice {
			b.order = append(b.order, i)
		}
		b.files[i] = Upload{Name: p.FileName(), Data: data}
	}
	return b, b.parse()
}

func (b *body) parse() error {
	if len(bytes.TrimSpace(b.raw)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b.raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return errJSON
	}
	if _, err := d.Token(); err != io.EOF {
		return errJSON
	}
	switch v := v.(type) {
	case map[string]any:
		b.m = v
	case []any:
		b.list = v
	default:
		b.form.add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return b.form.err()
	}
	return nil
}

// cleanName is a file name as Discord keeps it: ASCII letters, digits and a
// few signs; a space becomes a line.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '-', r == '_':
			return r
		case r == ' ':
			return '_'
		}
		return -1
	}, name)
	name = strings.TrimLeft(name, ".")
	if name == "" {
		return "unknown"
	}
	return name
}
