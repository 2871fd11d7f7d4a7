package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
)

// Uploaded is a file that a person uploaded into a modal.
type Uploaded struct {
	ID   ID
	Name string // as it was on the presser's disk, where Discord tells it
	Size int    // bytes, as Discord says
	url  string // good for a day; the person who knows it can read the file
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

// fileHosts are where Discord keeps uploaded files.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Download reads an uploaded file of at most so many bytes, with a single request. It asks
// only hosts of Discord and follows no redirect. The bot's token is not sent.
func (c *client) Download(ctx context.Context, up Uploaded, most int) ([]byte, error) {
	const route = "GET attachment"
	u, err := url.Parse(up.url)
	if err != nil || u.User != nil || up.Size > most || !c.keepsFiles(u) {
		return nil, fmt.Errorf("%s: %w", route, ErrUpload)
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", route, ErrUpload)
	}
	req.Header["User-Agent"] = c.agent
	c.stats.requests.Add(1)
	resp, err := c.tripper.RoundTrip(req) // it follows no redirect
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(route, err, c.config.Token, up.url)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &Error{Route: route, Status: resp.StatusCode}
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, int64(most)+1))
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(route, err, c.config.Token, up.url)
	}
	if len(b) > most {
		return nil, fmt.Errorf("%s: %w", route, ErrUpload)
	}
	return b, nil
}

// keepsFiles reports whether an address is of a host where Discord keeps files. Beside a
// stand-in for Discord that is also the stand-in.
func (c *client) keepsFiles(u *url.URL) bool {
	if u.Scheme == "https" && slices.Contains(fileHosts, u.Host) {
		return true
	}
	return c.config.Base != DefaultBase && u.Scheme == c.scheme && u.Host == c.host
}
