package gateway

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/scripted"
	"oneiros/bot/discord/transport"
)

// swordfish is a password of a proxy, which stands in no log and no error.
const swordfish = "sw0rd/f!sh#"

// A country is a network in which Discord, as discord.test, is reached only through a
// proxy.
type country struct {
	*rig
	proxy *scripted.Proxy

	mu     sync.Mutex
	dialed []string // directly
}

func (c *country) dial(ctx context.Context, network, address string) (net.Conn, error) {
	c.mu.Lock()
	c.dialed = append(c.dialed, address)
	c.mu.Unlock()
	return (&net.Dialer{}).DialContext(ctx, network, address)
}

// encrypts serves with TLS as discord.test and as 127.0.0.1, until it is closed. Roots trust
// it.
func encrypts(t *testing.T, serve http.Handler) (front *httptest.Server, roots *x509.CertPool) {
	t.Helper()
	own, err := scripted.Certificate("discord.test", "127.0.0.1")
	if err != nil {
		t.Fatal(err)
	}
	front = httptest.NewUnstartedServer(serve)
	front.EnableHTTP2 = true
	front.Config.ErrorLog = log.New(io.Discard, "", 0) // handshakes that are meant to fail
	front.TLS = &tls.Config{Certificates: []tls.Certificate{own}}
	front.StartTLS()
	roots = x509.NewCertPool()
	roots.AddCert(own.Leaf)
	return front, roots
}

// through starts a gateway against a scripted one, with TLS, through a proxy. How it is
// called is an address with %s in the place of the proxy's host.
func through(t *testing.T, server *scripted.Server, proxy *scripted.Proxy, called string) *country {
	t.Helper()
	return throughBy(t, server, proxy, called, false)
}

// throughBy is through; plain for a proxy without TLS, however it is called.
func throughBy(t *testing.T, server *scripted.Server, proxy *scripted.Proxy, called string, plain bool) *country {
	t.Helper()
	if _, err := server.Start(); err != nil {
		t.Fatal(err)
	}
	server.Name = "wss://discord.test/gateway"
	front, roots := encrypts(t, server)
	proxy.Hosts = map[string]string{"discord.test:443": front.Listener.Addr().String()}
	if strings.HasPrefix(called, "https:") && !plain {
		proxy.TLS = front.TLS.Clone()
		proxy.TLS.NextProtos = nil
	}
	at, err := proxy.Start()
	if err != nil {
		t.Fatal(err)
	}
	c := &country{proxy: proxy}
	client, err := api.NewClient(transport.Config{
		Token: canary, Base: "https://discord.test/api/v10", Backoff: time.Millisecond, Roots: roots, Dial: c.dial,
		Proxies: transport.ReadProxies([]string{"HTTPS_PROXY=" + fmt.Sprintf(called, at)}),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.rig = &rig{t: t, server: server, client: client, log: &safeBuffer{}, events: make(chan discord.Event, 1000), ended: make(chan error, 1)}
	conf := quick()
	conf.Sender, conf.Log, conf.Dial = client.Sender(), zerolog.New(c.log), c.dial
	c.gate = New(conf)
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	go func() { c.ended <- c.gate.Run(ctx, func(_ discord.ShardID, e discord.Event) { c.events <- e }) }()
	t.Cleanup(func() {
		stop()
		client.Sender().Close()
		for _, err := range []error{proxy.Close(), server.Close()} {
			if err != nil {
				t.Error(err)
			}
		}
		front.Close()
		for _, secret := range []string{canary, swordfish, url.QueryEscape(swordfish), "c3cwcmQ"} {
			if strings.Contains(c.log.String(), secret) {
				t.Errorf("%s is in the log: %s", secret, c.log)
			}
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if slices.ContainsFunc(c.dialed, func(a string) bool { return a != at }) || len(c.dialed) == 0 {
			t.Errorf("it dials %q, and the proxy is %s", c.dialed, at)
		}
	})
	return c
}

// ready waits for the first session, which no connection that failed comes before.
func (c *country) ready() {
	c.t.Helper()
	select {
	case e := <-c.events:
		if lost, ok := e.(discord.Disconnected); ok {
			c.t.Fatalf("the gateway is not reached: %v", lost.Err)
		}
	case <-time.After(limit):
		c.t.Fatalf("nothing comes; log:\n%s", c.log)
	}
}

// logs waits until the log has the words.
func (c *country) logs(words string) {
	c.t.Helper()
	for range 10 {
		if strings.Contains(c.log.String(), words) {
			return
		}
		lost := next[discord.Disconnected](c.rig)
		if lost.Err != nil && strings.Contains(lost.Err.Error(), words) {
			return
		}
	}
	c.t.Fatalf("the log has no %q: %s", words, c.log)
}

// userinfo is a user and a password as they stand in an address.
var userinfo = strings.ReplaceAll(url.UserPassword("anna", swordfish).String(), "%", "%%") + "@"

// TestGatewayThroughProxy: requests and the gateway go through the proxy of the environment
// and nowhere else, whatever kind it is.
func TestGatewayThroughProxy(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		called string
		proxy  *scripted.Proxy
	}{
		"http":                {"http://%s", &scripted.Proxy{}},
		"http with password":  {"http://" + userinfo + "%s", &scripted.Proxy{User: "anna:" + swordfish}},
		"https":               {"https://" + userinfo + "%s", &scripted.Proxy{User: "anna:" + swordfish}},
		"socks":               {"socks5://%s", &scripted.Proxy{Socks: true}},
		"socks with password": {"socks5h://" + userinfo + "%s", &scripted.Proxy{Socks: true, User: "anna:" + swordfish}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := through(t, scripted.New(), test.proxy, test.called)
			c.ready()
			if _, err := c.client.Post(t.Context(), 8, &discord.Message{Content: "a", Public: true}); err != nil {
				t.Error(err)
			}
			starts, err := AskStarts(t.Context(), c.client.Sender())
			if err != nil {
				t.Fatal(err)
			}
			if at, err := Greet(t.Context(), c.client.Sender(), starts); err != nil || at != "wss://discord.test" {
				t.Errorf("the gateway at %s: %v", at, err)
			}
			if err := c.client.Sender().Connect(t.Context()); err != nil {
				t.Error(err)
			}
			// The gateway's own, those of requests, of Greet and of Connect.
			if lines := c.proxy.Lines(); len(lines) < 4 {
				t.Errorf("%d connections went through the proxy", len(lines))
			}
			for _, l := range c.proxy.Lines() {
				if l.To != "discord.test:443" || l.Up.Load() == 0 {
					t.Errorf("%s was asked for, and %d bytes went there", l.To, l.Up.Load())
				}
			}
		})
	}
}

// TestProxyRefuses: a proxy that leads nowhere is named, with what it wants and without the
// password. When it leads there again, the bot is there by itself.
func TestProxyRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		called  string
		proxy   *scripted.Proxy
		refuses int64
		want    string
	}{
		"wants a password":   {"http://%s", &scripted.Proxy{User: "anna:" + swordfish}, 0, "(HTTPS_PROXY) wants a user and a password (407), as in http://user:password@"},
		"another password":   {"http://" + userinfo + "%s", &scripted.Proxy{User: "anna:other"}, 0, "(HTTPS_PROXY) refuses its user and password (407)"},
		"407":                {"http://%s", &scripted.Proxy{}, 407, "wants a user and a password (407)"},
		"403":                {"http://%s", &scripted.Proxy{}, 403, "does not let the bot through to discord.test:443 (403 Forbidden)"},
		"502":                {"http://%s", &scripted.Proxy{}, 502, "does not reach discord.test:443 (502 Bad Gateway)"},
		"hangs up":           {"http://%s", &scripted.Proxy{}, scripted.Hangup, "does not lead to discord.test:443: "},
		"no TLS":             {"https://%s", &scripted.Proxy{}, 0, "; if it speaks no TLS, its address begins with http://"},
		"socks and no user":  {"socks5://%s", &scripted.Proxy{Socks: true, User: "anna:" + swordfish}, 0, "; no user and password are set for it"},
		"socks and password": {"socks5://" + userinfo + "%s", &scripted.Proxy{Socks: true, User: "anna:other"}, 0, "does not lead to discord.test:443: "},
		"only socks":         {"http://%s", &scripted.Proxy{Socks: true}, 0, "does not lead to discord.test:443: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test.proxy.Refuse.Store(test.refuses)
			server := scripted.New()
			c := throughBy(t, server, test.proxy, test.called, name == "no TLS")
			c.logs(test.want)
			_, err := c.client.Post(t.Context(), 8, &discord.Message{Content: "a", Public: true})
			var by *transport.ProxyError
			if !errors.As(err, &by) || discord.MayHaveArrived(err) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("a request says %v", err)
			}
			if by := c.client.Sender().Connect(t.Context()); by == nil || !strings.Contains(by.Error(), test.want) {
				t.Errorf("a connection says %v", by)
			}
			if said := fmt.Sprintf("%v %+v %#v", by, by, by); strings.Contains(said, swordfish) || strings.Contains(said, "anna") {
				t.Errorf("the error shows the password: %s", said)
			}
			if test.refuses != 0 {
				test.proxy.Refuse.Store(0)
				next[discord.Ready](c.rig)
			}
		})
	}
}

// TestProxyCutsLine: a line that the proxy cuts is like any other connection that ends:
// the session goes on through a new one.
func TestProxyCutsLine(t *testing.T) {
	t.Parallel()
	s := scripted.New()
	ops := make(chan int, 10)
	s.Gateway = func(c *scripted.Conn) {
		if op, err := c.Enter(); err == nil {
			ops <- op
			c.Live()
		}
	}
	c := through(t, s, &scripted.Proxy{}, "http://%s")
	c.ready()
	for want := 2; ; want = 6 {
		if op := <-ops; op != want {
			t.Errorf("op %d, want %d", op, want)
		}
		if want == 6 {
			break
		}
		c.proxy.Cut()
	}
	if _, err := c.client.Me(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestGreetSaysHowFar: what stands between the bot and the gateway is named by how far the
// way goes.
func TestGreetSaysHowFar(t *testing.T) {
	t.Parallel()
	greets := func(serve http.HandlerFunc, trusted bool, want string) {
		t.Helper()
		front, roots := encrypts(t, serve)
		defer front.Close()
		if !trusted {
			roots = x509.NewCertPool()
		}
		client, err := api.NewClient(transport.Config{Token: canary, Base: front.URL, Roots: roots})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Sender().Close()
		s := Starts{told: gatewayBot{URL: "wss" + strings.TrimPrefix(front.URL, "https")}}
		at, err := Greet(t.Context(), client.Sender(), s)
		if at != s.told.URL || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", at, err, want)
		}
	}
	page := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }
	greets(page, true, "it answers 403 Forbidden instead of opening a websocket")
	greets(page, false, "TLS with 127.0.0.1:")
	say := func(what func(c *scripted.Conn) error) http.HandlerFunc {
		s := scripted.New()
		s.Gateway = func(c *scripted.Conn) {
			if err := what(c); err != nil {
				t.Error(err)
			}
		}
		return func(w http.ResponseWriter, r *http.Request) {
			r.URL.Path = "/gateway"
			s.ServeHTTP(w, r)
		}
	}
	greets(say(func(c *scripted.Conn) error { return c.Raw("<html>") }), true, "its first words are no hello")
	greets(say(func(c *scripted.Conn) error { return c.CloseWith(4012) }), true, "it closes the websocket with code 4012 instead of saying hello")
	greets(say(func(c *scripted.Conn) error { return nil }), true, "the websocket is open and no hello comes: ")

	// What answers speaks no TLS, as a page of a provider does.
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if c, err := l.Accept(); err == nil {
			fmt.Fprint(c, "HTTP/1.1 200 OK\r\n\r\n")
			c.Close()
		}
	}()
	client, err := api.NewClient(transport.Config{Token: canary, Base: "https://" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	var unencrypted *transport.TLSError
	if err := client.Sender().Connect(t.Context()); !errors.As(err, &unencrypted) || !errors.As(err, new(tls.RecordHeaderError)) {
		t.Errorf("a connection says %v", err)
	}
}
