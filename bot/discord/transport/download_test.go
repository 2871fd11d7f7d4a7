package transport

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"oneiros/bot/discord"
)

// answering is a transport that answers every request with a body.
type answering struct {
	status int
	body   string
	asked  []*http.Request
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.asked = append(a.asked, r)
	h := http.Header{"Location": {"https://cdn.discordapp.com/other"}}
	return &http.Response{StatusCode: a.status, Header: h, Body: io.NopCloser(strings.NewReader(a.body)), Request: r}, nil
}

// TestDownload reads a file once, from Discord alone, and without the bot's token.
func TestDownload(t *testing.T) {
	const base = "http://127.0.0.1:7777/api/v10"
	for _, test := range []struct {
		name, base, url, body string
		size, status          int
		asks, ok              bool
	}{
		{"a file", "", "https://cdn.discordapp.com/ephemeral-attachments/1/2/a.txt?ex=1", "hello", 5, 200, true, true},
		{"the other host", "", "https://media.discordapp.net/a", "hello", 5, 200, true, true},
		{"a stand-in's own", base, "http://127.0.0.1:7777/attachments/1/2/a.txt", "hello", 5, 200, true, true},
		{"Discord's beside a proxy", base, "https://cdn.discordapp.com/a", "hello", 5, 200, true, true},
		{"not encrypted", "", "http://cdn.discordapp.com/a", "hello", 5, 200, false, false},
		{"another host", "", "https://example.com/a", "hello", 5, 200, false, false},
		{"a host that begins like it", "", "https://cdn.discordapp.com.example.com/a", "hello", 5, 200, false, false},
		{"a name before the host", "", "https://cdn.discordapp.com@example.com/a", "hello", 5, 200, false, false},
		{"another port", "", "https://cdn.discordapp.com:8443/a", "hello", 5, 200, false, false},
		{"a file of this machine", base, "http://127.0.0.1:22/a", "hello", 5, 200, false, false},
		{"no address", "", "://", "hello", 5, 200, false, false},
		{"too large, as Discord says", "", "https://cdn.discordapp.com/a", "hello", 11, 200, false, false},
		{"larger than Discord says", "", "https://cdn.discordapp.com/a", "hello hello", 5, 200, true, false},
		{"a redirect", "", "https://cdn.discordapp.com/a", "", 5, 302, true, false},
		{"gone", "", "https://cdn.discordapp.com/a", "", 5, 404, true, false},
		{"an outage", "", "https://cdn.discordapp.com/a", "", 5, 503, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			net := &answering{status: test.status, body: test.body}
			c, err := NewSender(Config{Token: "secret", Base: test.base, Transport: net})
			if err != nil {
				t.Fatal(err)
			}
			b, err := c.Download(t.Context(), discord.Uploaded{ID: 1, Size: test.size, Address: test.url}, 10)
			if (err == nil) != test.ok || test.ok && !bytes.Equal(b, []byte(test.body)) {
				t.Fatalf("%q, %v", b, err)
			}
			if want := map[bool]int{true: 1}[test.asks]; len(net.asked) != want {
				t.Fatalf("%d requests, want %d", len(net.asked), want)
			}
			for _, r := range net.asked {
				if r.Header.Get("Authorization") != "" {
					t.Error("the token is sent to another host")
				}
			}
			if !test.asks && !errors.Is(err, discord.ErrUpload) {
				t.Error(err)
			}
			if err != nil && strings.Contains(err.Error(), "ex=") {
				t.Errorf("the error has the address: %v", err)
			}
		})
	}
}
