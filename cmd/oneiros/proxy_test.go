package main

import (
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"oneiros/bot/discord/scripted"
	"oneiros/bot/localcord"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/store"
)

// behind is a Discord with TLS, discord.test, that is reached only through a proxy.
type behind struct {
	proxy   *scripted.Proxy
	at      string   // the proxy
	env     []string // of a bot, without the proxy
	taken   atomic.Int64
	in, out atomic.Int64 // bytes that Discord was sent and that it sent
}

// aside puts a Discord behind a proxy.
func aside(t *testing.T, local *localcord.Server, proxy *scripted.Proxy) *behind {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("a program is told by SSL_CERT_FILE what to trust on Linux alone")
	}
	own, err := scripted.Certificate("discord.test")
	if err != nil {
		t.Fatal(err)
	}
	trusted := filepath.Join(t.TempDir(), "discord.pem")
	if err := os.WriteFile(trusted, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: own.Leaf.Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	b := &behind{proxy: proxy, env: []string{
		"SSL_CERT_FILE=" + trusted, "SSL_CERT_DIR=" + filepath.Dir(trusted),
		"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(),
	}}
	front := httptest.NewUnstartedServer(local)
	front.EnableHTTP2 = true
	front.Config.ErrorLog = log.New(io.Discard, "", 0) // connections that are cut
	front.TLS = &tls.Config{Certificates: []tls.Certificate{own}}
	front.Listener = counting{front.Listener, b}
	front.StartTLS()
	proxy.Hosts = map[string]string{"discord.test:443": front.Listener.Addr().String()}
	if b.at, err = proxy.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := proxy.Close(); err != nil {
			t.Error(err)
		}
		front.CloseClientConnections()
		front.Close()
	})
	return b
}

// counting counts what connections carry, below TLS.
type counting struct {
	net.Listener
	b *behind
}

func (l counting) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.b.taken.Add(1)
	return countedConn{c, l.b}, nil
}

type countedConn struct {
	net.Conn
	b *behind
}

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.b.in.Add(int64(n))
	return n, err
}

func (c countedConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.b.out.Add(int64(n))
	return n, err
}

// user is one that a proxy wants, with a password that stands in no log.
const user = "anna:sw0rd/f!sh#"

// as is the address of the proxy with a user and their password.
func (b *behind) as(user string) string {
	name, password, _ := strings.Cut(user, ":")
	return "HTTPS_PROXY=http://" + url.UserPassword(name, password).String() + "@" + b.at
}

// leaks fails when what a program said has a secret.
func leaks(t *testing.T, local *localcord.Server, said string) {
	t.Helper()
	for _, secret := range []string{local.Token(), "sw0rd", "anna", "YW5uYT"} {
		if strings.Contains(said, secret) {
			t.Errorf("%s is said: %s", secret, said)
		}
	}
}

// TestMatchThroughProxy plays a match, in CI to its end, of a bot that reaches Discord
// through a proxy, which wants a password and cuts all lines once. Each byte between the
// bot and Discord goes through the proxy, of the gateway as of requests.
func TestMatchThroughProxy(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	i := slices.IndexFunc(all.Games, func(g games.Game) bool { return g.Info().Name == "somnicum" })
	game := all.Games[i]
	g := newGuildAt(t, game.Info().Min, "https://discord.test")
	b := aside(t, g.local, &scripted.Proxy{User: user})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, err := net.SplitHostPort(free.Addr().String())
	if err := errors.Join(err, free.Close()); err != nil {
		t.Fatal(err)
	}
	metrics := "ONEIROS_METRICS_ADDR=0.0.0.0:" + port
	// A proxy of everything is not the way to the bot itself.
	g.env = append(b.env, b.as(user), strings.Replace(b.as(user), "HTTPS_", "HTTP_", 1), metrics, "ONEIROS_LOG_LEVEL=info")
	g.hurry, g.lenient = 60, true
	g.start()
	g.sit(game.Info())
	first, _, _ := g.saved()
	over := func() bool {
		db, err := store.OpenReadOnly(g.ctx, g.path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := db.Matches().Match(g.ctx, first.ID)
		if err := errors.Join(err, db.Close()); err != nil {
			t.Fatal(err)
		}
		return m.Phase != store.Live
	}
	refused, cut, most := 0, false, gametest.Often(1<<20, 30, 30)
	for len(g.acknowledged) < most && !over() {
		m, seat, move, ok := g.next(game, refused)
		if !ok {
			break
		}
		if !g.play(g.owner(m, seat), m, seat, move) {
			if refused++; refused > 20+len(g.acknowledged) {
				t.Fatalf("refused %d times: %s", refused, g.last)
			}
		}
		if lines := len(b.proxy.Lines()); !cut && len(g.acknowledged) >= 10 {
			b.proxy.Cut()
			g.until("nothing comes back through the proxy", func() bool { return len(b.proxy.Lines()) > lines })
			cut = true
		}
		pause(g.ctx, 150*time.Millisecond) // as people press: the bot answers ten presses a second
	}
	health := exec.CommandContext(g.ctx, "oneiros", "health")
	health.Env = append(os.Environ(), g.env...)
	if said, err := health.CombinedOutput(); err != nil || string(said) != "ready\n" {
		t.Errorf("health says %s, %v", said, err)
	}
	g.kill()
	if err := b.proxy.Close(); err != nil {
		t.Error(err)
	}
	said := g.output.String()
	leaks(t, g.local, said)
	if !strings.Contains(said, `"proxy":"http://`+b.at+`","variable":"HTTPS_PROXY"`) || !strings.Contains(said, "gateway lost") || !cut {
		t.Errorf("the log says not which proxy it is, or not that its lines were cut:\n%s", said)
	}
	var up, down int64
	for _, l := range b.proxy.Lines() {
		up, down = up+l.Up.Load(), down+l.Down.Load()
	}
	if n := int64(len(b.proxy.Lines())); n != b.taken.Load() || n < 2 {
		t.Errorf("%d connections through the proxy, and Discord has taken %d", n, b.taken.Load())
	}
	if up < b.in.Load() || down > b.out.Load() || up == 0 || down == 0 {
		t.Errorf("through the proxy went %d and %d bytes, and Discord has read %d and written %d", up, down, b.in.Load(), b.out.Load())
	}
	t.Logf("%d presses; %d connections, %d bytes there and %d back", len(g.acknowledged), len(b.proxy.Lines()), up, down)
}

// TestCheckThroughProxy: a check says through which proxy Discord is reached, and in one
// line why it is not.
func TestCheckThroughProxy(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	local := listens(t, localcord.Config{URL: "https://discord.test"})
	b := aside(t, local, &scripted.Proxy{User: user})
	dir := t.TempDir()
	check := func(code int, want []string, env ...string) {
		t.Helper()
		c := exec.CommandContext(t.Context(), "oneiros", "check")
		c.Env = append(append(os.Environ(), b.env...), append(env, "ONEIROS_STORE_PATH="+filepath.Join(dir, "oneiros.db"))...)
		out, err := c.CombinedOutput()
		if errors.As(err, new(*exec.ExitError)) {
			err = nil
		}
		if got := c.ProcessState.ExitCode(); err != nil || got != code {
			t.Errorf("%v; it ends with %d, want %d: %s", err, got, code, out)
		}
		for _, w := range want {
			if !strings.Contains("\n"+string(out), "\n"+w) {
				t.Errorf("it does not say %q:\n%s", w, out)
			}
		}
		leaks(t, local, string(out))
	}
	by := "the proxy http://" + b.at + " (HTTPS_PROXY)"
	base := `oneiros: discord.api_base = "https://discord.test/api": `
	check(0, []string{
		"discord: https://discord.test/api is reached through " + by + ", with a user and their password\n",
		"gateway: wss://discord.test is reached through " + by + ", and says hello\n",
		"server Oneiros: all permissions\n",
	}, b.as(user))
	check(1, []string{base + by + " refuses its user and password (407)\n"}, b.as("anna:other"))
	check(1, []string{base + by + " wants a user and a password (407), as in http://user:password@" + b.at + "\n"}, "HTTPS_PROXY="+b.at)
	check(2, []string{"oneiros: HTTPS_PROXY: the value is in quotes, "}, strings.Replace(b.as(user), "=", `="`, 1)+`"`)
	check(2, []string{"oneiros: HTTPS_PROXY: the value is no address of a proxy; want http://host:port, "}, "HTTPS_PROXY=http://anna:sw0rd/f!sh#@"+b.at)
	check(1, []string{base + "dial tcp: lookup discord.test"}, b.as(user), "NO_PROXY=discord.test")
	b.proxy.Refuse.Store(502)
	check(1, []string{base + by + " does not reach discord.test:443 (502 Bad Gateway)\n"}, b.as(user))
	b.proxy.Refuse.Store(scripted.Hangup)
	check(1, []string{base + by + " does not lead to discord.test:443: "}, b.as(user))
}

// TestCheckNamesBlockedGateway: where the API answers and the gateway does not, a check
// says how far the way goes, and goes on.
func TestCheckNamesBlockedGateway(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{})
	at := "ws" + strings.TrimPrefix(local.URL(), "http")
	// The way to the gateway alone is cut: of its address nothing is passed on.
	whole, err := url.Parse(local.URL())
	if err != nil {
		t.Fatal(err)
	}
	pass := httputil.NewSingleHostReverseProxy(whole)
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v10/gateway/bot" {
			pass.ServeHTTP(w, r)
			return
		}
		fmt.Fprintf(w, `{"url":"ws://127.0.0.1:1","shards":1,"session_start_limit":{"total":1000,"remaining":1000,"reset_after":1,"max_concurrency":1}}`)
	}))
	defer front.Close()
	for _, test := range []struct {
		base, want string
		code       int
	}{
		{local.URL(), "gateway: " + at + " is reached, and says hello\n", 0},
		{front.URL, "oneiros: gateway: ws://127.0.0.1:1: dial tcp 127.0.0.1:1: ", 1},
	} {
		var out, errs strings.Builder
		code := run([]string{"check"}, []string{
			"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + test.base + "/api",
			"ONEIROS_STORE_PATH=" + filepath.Join(t.TempDir(), "oneiros.db"),
		}, &out, &errs)
		all := out.String() + errs.String()
		if code != test.code || !strings.Contains("\n"+all, "\n"+test.want) || !strings.Contains(all, "server Oneiros: all permissions\n") {
			t.Errorf("it ends with %d and does not say %q: %s", code, test.want, all)
		}
	}
}

// TestExplain: an error of the network says what it may mean and what to do about it.
func TestExplain(t *testing.T) {
	t.Parallel()
	dial := func(ip string) error {
		return &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.ParseIP(ip), Port: 443}, Err: context.DeadlineExceeded}
	}
	for _, test := range []struct {
		at, want string
		err      error
	}{
		{"wss://gateway.discord.gg", "; DNS does not tell the address", &net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gateway.discord.gg"}}},
		{"wss://gateway.discord.gg", "; DNS tells an address that is not Discord's", dial("127.0.0.1")},
		{"wss://gateway.discord.gg", "; DNS tells an address that is not Discord's", dial("10.1.2.3")},
		{"wss://gateway.discord.gg", "; DNS tells an address that is not Discord's", dial("::")},
		{"wss://gateway.discord.gg", "; a firewall or a provider may block Discord; HTTPS_PROXY", dial("162.159.130.234")},
		{"ws://127.0.0.1:8080", "", dial("127.0.0.1")},
	} {
		got := explain(test.at, test.err)
		if hint := strings.TrimPrefix(got.Error(), test.err.Error()); !strings.HasPrefix(hint, test.want) || (hint == "") != (test.want == "") {
			t.Errorf("%s: %v is explained as %q", test.at, test.err, hint)
		}
	}
}
