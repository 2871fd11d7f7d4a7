package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"oneiros/bot/discord"
)

// Reach asks Discord for an address that it tells every process, once and without regard to
// limits. It returns nil when Discord answers anything: this process has a way to it.
//
// A process that may not send anything asks nothing, and gets [discord.ErrSilenced].
func (c *Sender) Reach(ctx context.Context) error {
	if may := c.config.May; may != nil && !may(false) {
		return fmt.Errorf("GET gateway: %w", discord.ErrSilenced)
	}
	_, err := c.send(ctx, &Request{Method: http.MethodGet, Route: "GET gateway", Path: "/gateway", ByToken: true, Unlimited: true})
	if e := (*discord.Error)(nil); errors.As(err, &e) && e.Status < 500 {
		return nil
	}
	return err
}

// Heard is when Discord last said something to this process: by an answer to a request,
// or by a gateway that uses this sender. It is the zero time before that. An error of a
// server does not count, because a proxy may have made it.
func (c *shared) Heard() time.Time {
	if at := c.heard.Load(); at > 0 {
		return c.paused.born.Add(time.Duration(at))
	}
	return time.Time{}
}

// Hear notes that Discord says something.
func (c *shared) Hear() { c.heard.Store(max(1, int64(time.Since(c.paused.born)))) }

// Connect makes a connection to the API, and ends it. Where a request got no answer, its
// error says how far the way goes, as that of Greet in package gateway does.
func (c *shared) Connect(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, ConnectTime)
	defer cancel()
	plain, secure := c.Ways(c.config.Dial)
	dial, port := secure, "443"
	if c.scheme == "http" {
		dial, port = plain, "80"
	}
	address := c.host
	if _, _, err := net.SplitHostPort(address); err != nil {
		address = net.JoinHostPort(strings.Trim(address, "[]"), port)
	}
	l, err := dial(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return l.Close()
}

// ProxyOf is the proxy through which an address is reached; nil for none.
func (c *shared) ProxyOf(address string) (*Proxy, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	return c.config.Proxies.For(u)
}

// ConnectTime is how long it may take to connect to Discord.
const ConnectTime = 10 * time.Second

// Ways are those to a gateway whose address begins with ws, and with wss. dial is the
// network's; nil for the system's.
func (c *shared) Ways(dial dialFunc) (plain, secure dialFunc) {
	if dial == nil {
		dial = (&net.Dialer{Timeout: ConnectTime, KeepAlive: 30 * time.Second}).DialContext
	}
	p, roots := c.config.Proxies, c.config.Roots
	return p.through("http", dial, roots), encrypted(p.through("https", dial, roots), roots)
}
