package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrEncoding is the error of a file that is not in UTF-8.
var ErrEncoding = errors.New("the file is in UTF-16, not in UTF-8; the > of Windows PowerShell writes so")

// BOM is the byte order mark of UTF-8. Some editors write it at the start of a file. It
// is no part of a match.
const BOM = "\ufeff"

// open leaves out a byte order mark, and refuses UTF-16, whose first two bytes are its
// mark or half of them zero.
func open(r io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReader(r)
	first, err := b.Peek(len(BOM))
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return b, err
	case string(first) == BOM:
		_, err = b.Discard(len(BOM))
		return b, err
	case len(first) >= 2 && (first[0] == 0xff && first[1] == 0xfe || first[0] == 0xfe && first[1] == 0xff || (first[0] == 0) != (first[1] == 0)):
		return b, ErrEncoding
	}
	return b, nil
}

// Strict refuses JSON that has a key twice in an object, also in other letters of it, and
// text after its value. Readers differ in which of the two values they take. It does not
// say what else is wrong with the JSON.
func Strict(b []byte) error {
	type object struct {
		keys map[string]bool // nil for a list
		key  bool            // the next token is a key
	}
	var path []object
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	for {
		at := d.InputOffset()
		token, err := d.Token()
		if err != nil {
			return nil
		}
		if n := len(path); n > 0 && path[n-1].keys != nil {
			top := &path[n-1]
			if name, ok := token.(string); ok && top.key {
				if name = strings.ToLower(strings.ToUpper(name)); top.keys[name] { // ſ is an s to a decoder of Go
					return fmt.Errorf("the key %q is there twice, at byte %d", name, at)
				}
				top.keys[name], top.key = true, false
				continue
			}
			top.key = true
		}
		switch token {
		case json.Delim('{'):
			path = append(path, object{keys: map[string]bool{}, key: true})
		case json.Delim('['):
			path = append(path, object{})
		case json.Delim('}'), json.Delim(']'):
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			if len(bytes.TrimSpace(b[d.InputOffset():])) > 0 {
				return errors.New("text after the match")
			}
			return nil
		}
	}
}
