package transport

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/http/httpproxy"
	"golang.org/x/net/proxy"
)

// Proxies say by which proxy an address is reached. Requests and the gateway obey the
// same ones, because Discord is reached only through a proxy in some countries. The
// zero Proxies lead everywhere directly.
type Proxies struct {
	https, http variable
	proxied     func(*url.URL) (*url.URL, error) // not nil unless NO_PROXY names the address
}

// Format writes the names of the variables and no value.
func (p Proxies) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "proxies of %q and %q", p.https.name, p.http.name)
}

// variable is an environment variable that was set.
type variable struct{ name, value string }

// ReadProxies reads the variables that other programs obey, too: HTTPS_PROXY and
// HTTP_PROXY by the scheme of an address, ALL_PROXY where that one is not set, and
// NO_PROXY. Names in small letters count where those in capitals are not set. This
// machine itself is always reached directly. Whether a value is good is told by For.
func ReadProxies(environ []string) Proxies {
	p := Proxies{https: find(environ, "HTTPS_PROXY", "ALL_PROXY"), http: find(environ, "HTTP_PROXY", "ALL_PROXY")}
	some := "http://some.proxy" // NO_PROXY and this machine do not depend on which one it is
	p.proxied = (&httpproxy.Config{HTTPProxy: some, HTTPSProxy: some, NoProxy: find(environ, "NO_PROXY").value}).ProxyFunc()
	return p
}

// find is the first of some variables that is set and not empty.
func find(environ []string, names ...string) variable {
	for _, name := range names {
		for _, same := range []func(string) bool{
			func(n string) bool { return n == name },
			func(n string) bool { return strings.EqualFold(n, name) },
		} {
			for _, e := range environ {
				if n, v, _ := strings.Cut(e, "="); same(n) && strings.TrimSpace(v) != "" {
					return variable{n, strings.TrimSpace(v)}
				}
			}
		}
	}
	return variable{}
}

// For is the proxy that leads to an address; nil for none. The schemes ws and wss are
// those of the gateway. The error names the variable and never its value, which may
// hold a password.
func (p Proxies) For(u *url.URL) (*Proxy, error) {
	scheme, by := "http", p.http
	if u.Scheme == "https" || u.Scheme == "wss" {
		scheme, by = "https", p.https
	}
	if by.name == "" {
		return nil, nil
	}
	if some, err := p.proxied(&url.URL{Scheme: scheme, Host: u.Host}); err != nil || some == nil {
		return nil, err
	}
	return newProxy(by)
}

// Proxy is a server that leads to Discord. Printing it, in any way, leaves the user and
// the password out.
type Proxy struct {
	Variable string // that names it
	address  *url.URL
}

// proxyPorts are the ports of proxies whose address has none, by the schemes that there are.
var proxyPorts = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}

// newProxy reads the address of a proxy.
func newProxy(v variable) (*Proxy, error) {
	const want = "want http://host:port, https://host:port or socks5://host:port, with user:password@ before the host where the proxy asks for them"
	value := v.value
	if first := value[0]; (first == '"' || first == '\'') && value[len(value)-1] == first {
		return nil, fmt.Errorf("%s: the value is in quotes, which count as a part of it (docker --env-file keeps them); want it without", v.name)
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Hostname() == "" {
		return nil, fmt.Errorf("%s: the value is no address of a proxy; %s, and # / ? %% of a password as %%23 %%2F %%3F %%25", v.name, want)
	}
	if proxyPorts[u.Scheme] == "" {
		return nil, fmt.Errorf("%s: %s is no kind of proxy that the bot knows; %s", v.name, u.Scheme, want)
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return nil, fmt.Errorf("%s: %s is no port; want a number from 1 to 65535", v.name, port)
		}
	}
	return &Proxy{v.name, u}, nil
}

// host is the proxy's host and port.
func (p *Proxy) host() string {
	port := p.address.Port()
	if port == "" {
		port = proxyPorts[p.address.Scheme]
	}
	return net.JoinHostPort(p.address.Hostname(), port)
}

// String is the proxy's address without its user and password.
func (p *Proxy) String() string { return p.address.Scheme + "://" + p.host() }

// Format writes what String says.
func (p *Proxy) Format(f fmt.State, _ rune) { fmt.Fprint(f, p.String()) }

// Named reports whether the proxy is given a user, and perhaps a password.
func (p *Proxy) Named() bool { return p.address.User != nil }

// ProxyError says that a proxy did not lead to an address. Nothing was sent to that
// address then. It has no user and no password in it.
type ProxyError struct {
	Proxy  *Proxy
	To     string // the address
	Status int    // with which the proxy refused; 0 for none
	Err    error  // what else happened; nil with a status

	reached bool // the proxy answered, or was connected to
}

// Error says what the proxy did, and what to do about it.
func (e *ProxyError) Error() string {
	by := fmt.Sprintf("the proxy %v (%s)", e.Proxy, e.Proxy.Variable)
	switch {
	case !e.reached:
		return fmt.Sprintf("%s cannot be reached: %v", by, e.Err)
	case e.Status == http.StatusProxyAuthRequired && e.Proxy.Named():
		return by + " refuses its user and password (407)"
	case e.Status == http.StatusProxyAuthRequired:
		return by + " wants a user and a password (407), as in " + e.Proxy.address.Scheme + "://user:password@" + e.Proxy.host()
	case e.Status >= 500:
		return strings.TrimSpace(fmt.Sprintf("%s does not reach %s (%d %s)", by, e.To, e.Status, http.StatusText(e.Status)))
	case e.Status != 0:
		return strings.TrimSpace(fmt.Sprintf("%s does not let the bot through to %s (%d %s)", by, e.To, e.Status, http.StatusText(e.Status)))
	}
	hint := ""
	switch {
	case errors.As(e.Err, new(*TLSError)) && !errors.As(e.Err, new(*tls.CertificateVerificationError)):
		hint = "; if it speaks no TLS, its address begins with http://"
	case strings.HasPrefix(e.Proxy.address.Scheme, "socks") && !e.Proxy.Named():
		hint = "; no user and password are set for it"
	}
	return fmt.Sprintf("%s does not lead to %s: %v%s", by, e.To, e.Err, hint)
}

// Unwrap is what happened.
func (e *ProxyError) Unwrap() error { return e.Err }

// ofRequest is the proxy of a request that is not encrypted.
func (p Proxies) ofRequest(r *http.Request) (*url.URL, error) {
	by, err := p.For(r.URL)
	if err != nil || by == nil {
		return nil, err
	}
	return by.address, nil
}

// through is a way to addresses of a scheme, by the proxy that is set for them.
func (p Proxies) through(scheme string, direct dialFunc, roots *x509.CertPool) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		by, err := p.For(&url.URL{Scheme: scheme, Host: address})
		if err != nil {
			return nil, err
		}
		if by == nil {
			return direct(ctx, network, address)
		}
		return by.dial(ctx, direct, address, roots)
	}
}

// proxyTime is how long a proxy may take to lead to an address. It is less than a request
// may take, so that the request says why it fails.
const proxyTime = 8 * time.Second

// dial makes a connection to an address through the proxy.
func (p *Proxy) dial(ctx context.Context, direct dialFunc, address string, roots *x509.CertPool) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, proxyTime)
	defer cancel()
	c, err := direct(ctx, "tcp", p.host())
	if err != nil {
		return nil, &ProxyError{Proxy: p, To: address, Err: err}
	}
	// The connection ends with the context, until it leads to the address.
	leave := context.AfterFunc(ctx, func() { c.Close() })
	through, status, err := p.lead(ctx, c, address, roots)
	if !leave() && err == nil && status == 0 {
		err = ctx.Err()
	}
	if err != nil || status != 0 {
		c.Close()
		return nil, &ProxyError{Proxy: p, To: address, Status: status, Err: cmp.Or(ctx.Err(), err), reached: true}
	}
	return through, nil
}

// lead asks the proxy at the other end of a connection to lead to an address. The status
// is that of a refusal.
func (p *Proxy) lead(ctx context.Context, c net.Conn, address string, roots *x509.CertPool) (through net.Conn, status int, err error) {
	if strings.HasPrefix(p.address.Scheme, "socks") {
		through, err = p.leadSocks(ctx, c, address)
		return through, 0, err
	}
	if p.address.Scheme == "https" {
		t := tls.Client(c, &tls.Config{ServerName: p.address.Hostname(), RootCAs: roots})
		if err := t.HandshakeContext(ctx); err != nil {
			return nil, 0, &TLSError{To: p.host(), Err: err}
		}
		c = t
	}
	ask := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{}}
	if u := p.address.User; u != nil {
		password, _ := u.Password()
		ask.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(u.Username()+":"+password)))
	}
	if err := ask.Write(c); err != nil {
		return nil, 0, err
	}
	// Behind a tunnel the bot speaks first, so nothing but the answer is read here.
	const most = 64 << 10
	r := bufio.NewReader(io.LimitReader(c, most))
	answer, err := http.ReadResponse(r, ask)
	if err != nil {
		return nil, 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return nil, answer.StatusCode, nil
	}
	if r.Buffered() > 0 {
		return nil, 0, errors.New("it says more than that it leads there")
	}
	return c, 0, nil
}

// leadSocks is lead for a SOCKS5 proxy. The proxy looks the name of the address up.
func (p *Proxy) leadSocks(ctx context.Context, c net.Conn, address string) (net.Conn, error) {
	var auth *proxy.Auth
	if u := p.address.User; u != nil {
		password, _ := u.Password()
		auth = &proxy.Auth{User: u.Username(), Password: password}
	}
	d, err := proxy.SOCKS5("tcp", p.host(), auth, connected{c})
	if err != nil {
		return nil, err
	}
	through, err := d.(proxy.ContextDialer).DialContext(ctx, "tcp", address)
	var op *net.OpError
	if errors.As(err, &op) { // the addresses in it are in the ProxyError already
		err = op.Err
	}
	return through, err
}

// connected is a network with one connection, which is there already.
type connected struct{ net.Conn }

func (c connected) Dial(string, string) (net.Conn, error) { return c.Conn, nil }

func (c connected) DialContext(context.Context, string, string) (net.Conn, error) {
	return c.Conn, nil
}

// encrypted is a way to the same addresses with TLS.
func encrypted(dial dialFunc, roots *x509.CertPool) dialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		c, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		t := tls.Client(c, &tls.Config{ServerName: host, RootCAs: roots})
		if err := t.HandshakeContext(ctx); err != nil {
			c.Close()
			return nil, &TLSError{To: address, Err: err}
		}
		return t, nil
	}
}

// TLSError says that a connection was made and could not be encrypted. Nothing was sent
// then.
type TLSError struct {
	To  string // the address
	Err error
}

// Error says with whom, and what happened.
func (e *TLSError) Error() string { return fmt.Sprintf("TLS with %s: %v", e.To, e.Err) }

// Unwrap is what happened.
func (e *TLSError) Unwrap() error { return e.Err }

type dialFunc = func(ctx context.Context, network, address string) (net.Conn, error)
