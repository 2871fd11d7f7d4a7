package wire

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

// An Object reads a JSON object field by field. Its Form notes every problem, so
// that one refusal names them all, as Discord's does.
type Object struct {
	Fields map[string]any
	Form   *Form
	path   string // of the object in the body, its keys divided by \x00
}

// NewObject is an object with some fields. Its problems are noted in form, below
// path.
func NewObject(fields map[string]any, path string, form *Form) Object {
	return Object{fields, form, path}
}

// at is the path of a field.

func (o Object) at(key string) string {
	if o.path == "" {
		return key
	}
	return o.path + "\x00" + key
}

// Wrong notes a problem of a field, or with the key "" of the object itself.
func (o Object) Wrong(key, code, text string, args ...any) {
	if key == "" {
		o.Form.Add(o.path, code, text, args...)
		return
	}
	o.Form.Add(o.at(key), code, text, args...)
}

// has reports whether the key is there, even with null.
func (o Object) has(key string) bool { _, ok := o.Fields[key]; return ok }

// IsSet reports whether the key is there with something else than null.
func (o Object) IsSet(key string) bool { return o.Fields[key] != nil }

// Require notes a problem when the key is absent or null, and reports whether it
// is there.
func (o Object) Require(key string) bool {
	if o.Fields[key] == nil {
		o.Wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
		return false
	}
	return true
}

// String reads a string of min to max characters. An absent string is "".
func (o Object) String(key string, min, max int) string {
	v := o.Fields[key]
	if v == nil {
		return ""
	}
	t, ok := v.(string)
	if !ok {
		o.Wrong(key, "STRING_TYPE_CONVERT", "Could not interpret \"%s\" as string.", Text(v))
		return ""
	}
	if n := utf8.RuneCountInString(t); n < min || n > max {
		o.length(key, n, min, max, "in length")
	}
	return t
}

// TrimmedString is String without the space around the text, which Discord removes
// before it counts.
func (o Object) TrimmedString(key string, min, max int) string {
	if t, ok := o.Fields[key].(string); ok {
		o.Fields[key] = strings.TrimSpace(t)
	}
	return o.String(key, min, max)
}

func (o Object) length(key string, n, min, max int, unit string) {
	switch {
	case n < min && n == 0 && min == 1:
		o.Wrong(key, "BASE_TYPE_REQUIRED", "This field is required")
	case min > 0:
		o.Wrong(key, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d %s.", min, max, unit)
	case n > max:
		o.Wrong(key, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer %s.", max, unit)
	}
}

// Int reads an integer. Discord also takes one in a string.
func (o Object) Int(key string, min, max int) (int, bool) {
	v := o.Fields[key]
	if v == nil {
		return 0, false
	}
	var n int
	switch v := v.(type) {
	case json.Number:
		i, err := v.Int64()
		if err != nil {
			o.Wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", Text(v))
			return 0, false
		}
		n = int(i)
	case string:
		i, err := strconv.Atoi(v)
		if err != nil {
			o.Wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", Text(v))
			return 0, false
		}
		n = i
	default:
		o.Wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not int.", Text(v))
		return 0, false
	}
	switch {
	case n < min:
		o.Wrong(key, "NUMBER_TYPE_MIN", "int value should be greater than or equal to %d.", min)
	case n > max:
		o.Wrong(key, "NUMBER_TYPE_MAX", "int value should be less than or equal to %d.", max)
	default:
		return n, true
	}
	return 0, false
}

func (o Object) OptionalInt(key string, min, max int) *int {
	if n, ok := o.Int(key, min, max); ok {
		return &n
	}
	return nil
}

// OneOf reads a number that must be one of a few.
func (o Object) OneOf(key string, of ...int) int {
	n, ok := o.Int(key, math.MinInt32, math.MaxInt32)
	if ok && !slices.Contains(of, n) {
		o.Wrong(key, "BASE_TYPE_CHOICES", "Value must be one of {%s}.", strings.Trim(strings.ReplaceAll(fmt.Sprint(of), " ", ", "), "[]"))
		return 0
	}
	return n
}

func (o Object) Bool(key string) bool {
	v := o.Fields[key]
	if v == nil {
		return false
	}
	b, ok := v.(bool)
	if !ok {
		o.Wrong(key, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
	}
	return b
}

func (o Object) ID(key string) ID {
	v := o.Fields[key]
	if v == nil {
		return ""
	}
	t := Text(v)
	if _, err := strconv.ParseUint(t, 10, 64); err != nil {
		o.Wrong(key, "NUMBER_TYPE_COERCE", "Value \"%s\" is not snowflake.", t)
		return ""
	}
	return ID(t)
}

func (o Object) URL(key string, schemes ...string) string {
	t := o.String(key, 0, 2048)
	if t == "" {
		return ""
	}
	u, err := url.Parse(t)
	switch {
	case err != nil || u.Host == "" && u.Opaque == "":
		o.Wrong(key, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
	case !slices.Contains(schemes, u.Scheme):
		o.Wrong(key, "URL_TYPE_INVALID_SCHEME", "Scheme \"%s\" is not supported. Scheme must be one of ('%s').", u.Scheme, strings.Join(schemes, "', '"))
	}
	return t
}

// List reads an array of min to max elements.
func (o Object) List(key string, min, max int) []any {
	v := o.Fields[key]
	if v == nil {
		return nil
	}
	l, ok := v.([]any)
	if !ok {
		o.Wrong(key, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil
	}
	if len(l) < min || len(l) > max {
		o.length(key, len(l), min, max, "in length")
	}
	return l
}

// items reads an array of objects.
func (o Object) Objects(key string, min, max int) []Object {
	var out []Object
	for i, v := range o.List(key, min, max) {
		path := o.at(key) + "\x00" + strconv.Itoa(i)
		m, ok := v.(map[string]any)
		if !ok {
			o.Form.Add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
			continue
		}
		out = append(out, Object{m, o.Form, path})
	}
	return out
}

// Child reads an object inside this one; false when there is none.
func (o Object) Child(key string) (Object, bool) {
	v := o.Fields[key]
	if v == nil {
		return Object{}, false
	}
	m, ok := v.(map[string]any)
	if !ok {
		o.Wrong(key, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return Object{}, false
	}
	return Object{m, o.Form, o.at(key)}, true
}

func Text(v any) string {
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

// Sizes that Discord takes from servers that no person pays for.
const (
	maxRequest = 25 << 20
	MaxFile    = 10 << 20
)

// A Body is a decoded request.
type Body struct {
	Object
	JSON      []byte         // the JSON
	List      []any          // instead of the object, when the JSON is an array
	files     map[int]Upload // by the n of files[n]
	FileOrder []int
}

func (b *Body) Uploads() []Upload {
	var all []Upload
	for _, n := range b.FileOrder {
		all = append(all, b.files[n])
	}
	return all
}

// NewBody is an empty body.
func NewBody() *Body { return &Body{Object: NewObject(map[string]any{}, "", &Form{})} }

// Parse decodes a body of JSON.
func Parse(text []byte) (*Body, error) {
	b := NewBody()
	b.JSON = text
	return b, b.parse()
}

// Decode reads the body of a request: JSON, or multipart with payload_json and
// files[n].
func Decode(r *http.Request) (*Body, error) {
	b := NewBody()
	kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil && r.Header.Get("Content-Type") != "" {
		return b, ErrInvalidJSON
	}
	src := io.LimitReader(r.Body, maxRequest+1)
	if kind != "multipart/form-data" {
		if b.JSON, err = io.ReadAll(src); err != nil {
			return b, fmt.Errorf("read a body: %w", err)
		}
		if len(b.JSON) > maxRequest {
			return b, ErrTooLarge
		}
		return b, b.parse()
	}
	data, err := io.ReadAll(src)
	if err != nil {
		return b, fmt.Errorf("read a body: %w", err)
	}
	if len(data) > maxRequest {
		return b, ErrTooLarge
	}
	parts := multipart.NewReader(bytes.NewReader(data), params["boundary"])
	b.files = map[int]Upload{}
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return b, ErrInvalidJSON
		}
		data, err := io.ReadAll(p)
		if err != nil {
			return b, ErrInvalidJSON
		}
		name := p.FormName()
		if name == "payload_json" {
			b.JSON = data
			continue
		}
		n, ok := strings.CutPrefix(name, "files[")
		n, ok2 := strings.CutSuffix(n, "]")
		i, err := strconv.Atoi(n)
		if !ok || !ok2 || err != nil || i < 0 || p.FileName() == "" {
			continue // Discord ignores parts that it does not know
		}
		if len(data) > MaxFile {
			return b, ErrTooLarge
		}
		if _, twice := b.files[i]; !twice {
			b.FileOrder = append(b.FileOrder, i)
		}
		b.files[i] = Upload{Name: p.FileName(), Data: data}
	}
	return b, b.parse()
}

// parse decodes the JSON.
func (b *Body) parse() error {
	if len(bytes.TrimSpace(b.JSON)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(b.JSON))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return ErrInvalidJSON
	}
	if _, err := d.Token(); err != io.EOF {
		return ErrInvalidJSON
	}
	switch v := v.(type) {
	case map[string]any:
		b.Fields = v
	case []any:
		b.List = v
	default:
		b.Form.Add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
		return b.Form.Err()
	}
	return nil
}

// CleanName is a file name as Discord keeps it: ASCII letters, digits and a few
// signs. A space becomes an underscore.
func CleanName(name string) string {
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

// An Upload is a file of a multipart body.
type Upload struct {
	Name string
	Data []byte
}
