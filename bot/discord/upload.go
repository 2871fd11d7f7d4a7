package discord

import (
	"errors"
	"fmt"
)

// Uploaded is a file that a person uploaded into a modal.
type Uploaded struct {
	ID      ID
	Name    string // as it was on the presser's disk, where Discord tells it
	Size    int    // bytes, as Discord says
	Address string `json:"-"` // good for a day; the person who knows it can read the file
}

// Format writes what may be logged of an upload: not its address.
func (u Uploaded) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "file %d of %d bytes", u.ID, u.Size) }

// wireUpload is an attachment. Discord keeps only some letters of a file's name: all but
// the ending of "море.txt" goes. Then the title is what it was called.
type wireUpload struct {
	Name  string `json:"filename"`
	Title string `json:"title"`
	Size  int    `json:"size"`
	URL   string `json:"url"`
}

// ErrUpload says that an uploaded file is larger than wanted, or not where Discord keeps
// files.
var ErrUpload = errors.New("the uploaded file is too large, or not at Discord")
