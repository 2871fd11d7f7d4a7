package transport

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/bot/discord"
)

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

// TestNoProxyThere: a proxy that is not there is named.
func TestNoProxyThere(t *testing.T) {
	t.Parallel()
	// Port 1 is kept for a service that is no more. One that was free a moment ago may be
	// another test's by now.
	const at = "127.0.0.1:1"
	for _, base := range []string{"https://discord.test/api/v10", "http://discord.test/api/v10"} {
		client, err := NewSender(Config{Token: canary, Base: base, MaxTries: 1, Proxies: ReadProxies([]string{"ALL_PROXY=http://anna:swordfish@" + at})})
		if err != nil {
			t.Fatal(err)
		}
		if err := me(t.Context(), client); err == nil || discord.MayHaveArrived(err) || strings.Contains(err.Error(), "swordfish") {
			t.Errorf("%s: a request says %v", base, err)
		}
		if err := client.Connect(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "the proxy http://"+at+" (ALL_PROXY) cannot be reached: ") {
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
			client, err := NewSender(Config{
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
			err = client.Connect(t.Context())
			if took := time.Since(began); took != proxyTime || !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, os.ErrDeadlineExceeded) { // two clocks run out at one moment
				t.Errorf("%s: after %v: %v", kind, took, err)
			}
			var by *ProxyError
			if !errors.As(err, &by) {
				t.Errorf("%s: %v", kind, err)
			}
			err = me(t.Context(), client)
			if !errors.As(err, &by) || discord.MayHaveArrived(err) {
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
	client, err := NewSender(Config{Token: canary, Base: "http://discord.test/api/v10", Proxies: ReadProxies([]string{"HTTP_PROXY=" + p.URL})})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := me(t.Context(), client); err != nil || asked.Load() != 1 {
		t.Errorf("%v; the proxy was asked %d times", err, asked.Load())
	}
}

// me asks for the application.
func me(ctx context.Context, s *Sender) error {
	return s.Do(ctx, &Request{Method: http.MethodGet, Route: "GET applications/@me", Path: "/applications/@me", Retry: Always})
}

// What stands in no log and no error: a token, and the password of a proxy.
const (
	canary    = "MTIzNDU2Nzg5.canary.token-that-nobody-may-see"
	swordfish = "sw0rd/f!sh#"
)
