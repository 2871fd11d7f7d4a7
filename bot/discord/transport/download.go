package transport

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"

	"oneiros/bot/discord"
)

// fileHosts are where Discord keeps uploaded files.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

// Download reads an uploaded file of at most so many bytes, with a single request. It asks
// only hosts of Discord and follows no redirect. The bot's token is not sent.
func (c *shared) Download(ctx context.Context, up discord.Uploaded, most int) ([]byte, error) {
	const route = "GET attachment"
	u, err := url.Parse(up.Address)
	if err != nil || u.User != nil || up.Size > most || !c.keepsFiles(u) {
		return nil, fmt.Errorf("%s: %w", route, discord.ErrUpload)
	}
	ctx, cancel := context.WithTimeout(ctx, c.config.Timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", route, discord.ErrUpload)
	}
	req.Header["User-Agent"] = c.agent
	c.stats.requests.Add(1)
	resp, err := c.tripper.RoundTrip(req) // it follows no redirect
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(route, err, c.config.Token, up.Address)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, &discord.Error{Route: route, Status: resp.StatusCode}
	}
	b, err := io.ReadAll(io.LimitReader(resp.Body, int64(most)+1))
	if err != nil {
		c.stats.faults.Add(1)
		return nil, fault(route, err, c.config.Token, up.Address)
	}
	if len(b) > most {
		return nil, fmt.Errorf("%s: %w", route, discord.ErrUpload)
	}
	return b, nil
}

// keepsFiles reports whether an address is of a host where Discord keeps files. Beside a
// stand-in for Discord that is also the stand-in.
func (c *shared) keepsFiles(u *url.URL) bool {
	if u.Scheme == "https" && slices.Contains(fileHosts, u.Host) {
		return true
	}
	return c.config.Base != DefaultBase && u.Scheme == c.scheme && u.Host == c.host
}
