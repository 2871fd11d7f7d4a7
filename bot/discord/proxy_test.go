package discord

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
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"oneiros/bot/discord/scripted"
)

// swordfish is a password of a proxy, which stands in no log and no error.
const swordfish = "sw0rd/f!sh#"

// TestProxyVariables: the variables that other programs obey say which proxy leads where.
func TestProxyVariables(t *testing.T) {
	t.Parallel()
	secret := url.UserPassword("anna", swordfish).String()
	for _, test := range []struct {
		environ string // with spaces between the variables
		to      string
		want    string // the proxy; empty for none
		by      string // the variable
	}{
		{"", "https://discord.com", "", ""},
		{"HTTPS_PROXY=http://p:3128", "https://discord.com", "http://p:3128", "HTTPS_PROXY"},
		{"HTTPS_PROXY=http://p:3128", "wss://gateway.discord.gg", "http://p:3128", "HTTPS_PROXY"},
		{"HTTPS_PROXY=http://p:3128", "http://discord.com", "", ""},
		{"HTTPS_PROXY=p:3128", "https://discord.com", "http://p:3128", "HTTPS_PROXY"},
		{"HTTPS_PROXY=p", "https://discord.com", "http://p:80", "HTTPS_PROXY"},
		{"HTTPS_PROXY=https://p/", "https://discord.com", "https://p:443", "HTTPS_PROXY"},
		{"HTTPS_PROXY=SOCKS5://p", "https://discord.com", "socks5://p:1080", "HTTPS_PROXY"},
		{"HTTPS_PROXY=http://" + secret + "@p:1", "https://discord.com", "http://p:1", "HTTPS_PROXY"},
		{"https_proxy=http://[::1]:1", "https://discord.com", "http://[::1]:1", "https_proxy"},
		{"https_proxy=http://low HTTPS_PROXY=http://high", "https://discord.com", "http://high:80", "HTTPS_PROXY"},
		{"ALL_PROXY=socks5h://p:1", "https://discord.com", "socks5h://p:1", "ALL_PROXY"},
		{"ALL_PROXY=socks5h://p:1", "ws://discord.com", "socks5h://p:1", "ALL_PROXY"},
		{"all_proxy=http://a HTTPS_PROXY=http://p", "wss://discord.com", "http://p:80", "HTTPS_PROXY"},
		{"HTTPS_PROXY= ALL_PROXY=http://a", "wss://discord.com", "http://a:80", "ALL_PROXY"},
		{"HTTP_PROXY=http://p", "ws://discord.com", "http://p:80", "HTTP_PROXY"},
		{"HTTP_PROXY=http://p", "wss://discord.com", "", ""},
		{"HTTPS_PROXY=http://p NO_PROXY=.discord.gg", "wss://gateway.discord.gg", "", ""},
		{"HTTPS_PROXY=http://p NO_PROXY=.discord.gg", "https://discord.com", "http://p:80", "HTTPS_PROXY"},
		{"HTTPS_PROXY=http://p no_proxy=*", "https://discord.com", "", ""},
		{"HTTPS_PROXY=http://p", "https://127.0.0.1:8080", "", ""}, // this machine
		{"HTTPS_PROXY=http://p", "wss://localhost", "", ""},
		{"ONEIROS_HTTPS_PROXY=http://p", "https://discord.com", "", ""},
	} {
		u, err := url.Parse(test.to)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ReadProxies(strings.Fields(test.environ)).For(u)
		got, by := "", ""
		if p != nil {
			got, by = p.String(), p.Variable
		}
		if err != nil || got != test.want || by != test.by {
			t.Errorf("%q: %s goes through %q of %q, %v, want %q of %q", test.environ, test.to, got, by, err, test.want, test.by)
		}
	}
}

// TestWrongProxyVariables: a value that is no proxy is named by its variable and by what is
// allowed. It is not shown, because it may hold a password.
func TestWrongProxyVariables(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		`"http://anna:` + swordfish + `@p:1"`:  "HTTPS_PROXY: the value is in quotes",
		`'http://p:1'`:                         "HTTPS_PROXY: the value is in quotes",
		"http://anna:" + swordfish + "@p:3128": "HTTPS_PROXY: the value is no address of a proxy; want http://host:port",
		"http://anna:" + swordfish:             "HTTPS_PROXY: the value is no address of a proxy; want http://host:port",
		"http://":                              "HTTPS_PROXY: the value is no address of a proxy",
		"http://:3128":                         "HTTPS_PROXY: the value is no address of a proxy",
		"http://p:swordfish":                   "HTTPS_PROXY: the value is no address of a proxy",
		"http://p:70000":                       "HTTPS_PROXY: 70000 is no port",
		"socks4://p:1":                         "HTTPS_PROXY: socks4 is no kind of proxy that the bot knows; want http://host:port",
		"vless://" + "swordfish@p:1":           "HTTPS_PROXY: vless is no kind of proxy",
	} {
		p := ReadProxies([]string{"HTTPS_PROXY=" + value})
		_, err := p.For(&url.URL{Scheme: "https", Host: "discord.com"})
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %s", value, err, want)
		}
		if said := fmt.Sprintf("%v %+v %#v", err, p, p); strings.Contains(said, "sw0rd") || strings.Contains(said, "swordfish") {
			t.Errorf("%s: the password is shown: %s", value, said)
		}
		if p, err := p.For(&url.URL{Scheme: "http", Host: "discord.com"}); p != nil || err != nil {
			t.Errorf("%s: it is asked for other addresses: %v", value, err)
		}
	}
}

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
	client, err := NewClient(Config{
		Token: canary, Base: "https://discord.test/api/v10", Backoff: time.Millisecond, Roots: roots, Dial: c.dial,
		Proxies: ReadProxies([]string{"HTTPS_PROXY=" + fmt.Sprintf(called, at)}),
	})
	if err != nil {
		t.Fatal(err)
	}
	c.rig = &rig{t: t, server: server, client: client, log: &safeBuffer{}, events: make(chan Event, 1000), ended: make(chan error, 1)}
	conf := quick()
	conf.Sender, conf.Log, conf.Dial = client.Sender(), zerolog.New(c.log), c.dial
	c.gate = NewGateway(conf)
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	go func() { c.ended <- c.gate.Run(ctx, func(_ ShardID, e Event) { c.events <- e }) }()
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
		if lost, ok := e.(Disconnected); ok {
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
		lost := next[Disconnected](c.rig)
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
			if _, err := c.client.Post(t.Context(), 8, &Message{Content: "a", Public: true}); err != nil {
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
			_, err := c.client.Post(t.Context(), 8, &Message{Content: "a", Public: true})
			var by *ProxyError
			if !errors.As(err, &by) || MayHaveArrived(err) || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
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
				next[Ready](c.rig)
			}
		})
	}
}

// TestNoProxyThere: a proxy that is not there is named.
func TestNoProxyThere(t *testing.T) {
	t.Parallel()
	// Port 1 is kept for a service that is no more. One that was free a moment ago may be
	// another test's by now.
	const at = "127.0.0.1:1"
	for _, base := range []string{"https://discord.test/api/v10", "http://discord.test/api/v10"} {
		client, err := NewClient(Config{Token: canary, Base: base, MaxTries: 1, Proxies: ReadProxies([]string{"ALL_PROXY=http://anna:swordfish@" + at})})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := client.Me(t.Context()); err == nil || MayHaveArrived(err) || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: a request says %v", base, err)
		}
		if err := client.Sender().Connect(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "the proxy http://"+at+" (ALL_PROXY) cannot be reached: ") {
			t.Errorf("%s: a connection says %v", base, err)
		}
	}
}

// TestSilentProxy: a proxy that takes a connection and says nothing is left after eight
// seconds, and the request says so.
func TestSilentProxy(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"http", "https", "socks5"} {
		synctest.Test(t, func(t *testing.T) {
			var there []net.Conn
			client, err := NewClient(Config{
				Token: canary, Base: "https://discord.test/api/v10", Proxies: ReadProxies([]string{"HTTPS_PROXY=" + kind + "://p:1"}),
				Dial: func(context.Context, string, string) (net.Conn, error) {
					here, other := net.Pipe()
					there = append(there, other)
					go func() { // it reads, and ends with the connection
						for b := make([]byte, 1024); ; {
							if _, err := other.Read(b); err != nil {
								return
							}
						}
					}()
					return here, nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			err = client.Sender().Connect(t.Context())
			if took := time.Since(began); took != proxyTime || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, os.ErrDeadlineExceeded) { // two clocks run out at one moment
				t.Errorf("%s: after %v: %v", kind, took, err)
			}
			var by *ProxyError
			if !errors.As(err, &by) {
				t.Errorf("%s: %v", kind, err)
			}
			_, err = client.Me(t.Context())
			if !errors.As(err, &by) || MayHaveArrived(err) {
				t.Errorf("%s: a request says %v", kind, err)
			}
			for _, c := range there {
				if err := c.Close(); err != nil {
					t.Error(err)
				}
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

// TestRequestThroughPlainProxy: a request that is not encrypted is the proxy's to make, as
// proxies want it.
func TestRequestThroughPlainProxy(t *testing.T) {
	t.Parallel()
	var asked atomic.Int64
	p := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() == "http://discord.test/api/v10/applications/@me" && r.Method == http.MethodGet {
			asked.Add(1)
		}
		fmt.Fprint(w, `{"id":"7","bot":{"id":"5"}}`)
	}))
	defer p.Close()
	client, err := NewClient(Config{Token: canary, Base: "http://discord.test/api/v10", Proxies: ReadProxies([]string{"HTTP_PROXY=" + p.URL})})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Sender().Close()
	if _, err := client.Me(t.Context()); err != nil || asked.Load() != 1 {
		t.Errorf("%v; the proxy was asked %d times", err, asked.Load())
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
		client, err := NewClient(Config{Token: canary, Base: front.URL, Roots: roots})
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
	client, err := NewClient(Config{Token: canary, Base: "https://" + l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	var unencrypted *TLSError
	if err := client.Sender().Connect(t.Context()); !errors.As(err, &unencrypted) || !errors.As(err, new(tls.RecordHeaderError)) {
		t.Errorf("a connection says %v", err)
	}
}
