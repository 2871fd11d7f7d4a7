package scripted

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// Proxy is a proxy on loopback that logs what it leads to. It speaks CONNECT of HTTP, or
// SOCKS5. All but Refuse has to be set before Start.
type Proxy struct {
	Hosts map[string]string // where the addresses lead that it knows: "discord.test:443"
	User  string            // and the password, as "user:password", that it wants; empty for none
	Socks bool
	TLS   *tls.Config // by which it is reached; nil for none

	// Refuse is the status of HTTP by which it leads nowhere; 0 for not. Hangup and Silence
	// are others.
	Refuse atomic.Int64

	listener net.Listener
	away     sync.WaitGroup

	mu    sync.Mutex
	lines []*Line
	open  map[net.Conn]bool
	ended bool
}

// What a proxy does in place of an answer.
const (
	Hangup  = -1 // it closes the connection
	Silence = -2 // it says nothing
)

// Line is one connection through a proxy.
type Line struct {
	To       string       // the address that was asked for
	Up, Down atomic.Int64 // bytes that went there and came back
}

// Start listens, and returns the address.
func (p *Proxy) Start() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen on loopback: %w", err)
	}
	p.listener, p.open = l, map[net.Conn]bool{}
	p.away.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return // it says only that the listener is closed
			}
			p.away.Go(func() { p.serve(c) })
		}
	})
	return l.Addr().String(), nil
}

// Lines are all connections that it led somewhere so far.
func (p *Proxy) Lines() []*Line {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.lines)
}

// Cut ends all connections that are open, and takes new ones.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.open {
		// It is gone even if Close returns an error.
		_ = c.Close()
	}
}

// Close ends the proxy and all connections. It is safe to call twice.
func (p *Proxy) Close() error {
	p.mu.Lock()
	ended := p.ended
	p.ended = true
	p.mu.Unlock()
	if ended {
		return nil
	}
	err := p.listener.Close()
	p.Cut()
	p.away.Wait()
	return err
}

// keep notes a connection that Cut ends. It is closed at once where the proxy has ended.
func (p *Proxy) keep(c net.Conn) (leave func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		_ = c.Close() // it is gone even with an error
	}
	p.open[c] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.open, c)
		_ = c.Close() // it may be closed already
	}
}

// serve is one connection. What goes wrong with it ends it.
func (p *Proxy) serve(c net.Conn) {
	defer p.keep(c)()
	if p.TLS != nil {
		c = tls.Server(c, p.TLS)
	}
	r := bufio.NewReader(c)
	ask := p.connect
	if p.Socks {
		ask = p.socks
	}
	to, err := ask(c, r)
	if err != nil {
		return
	}
	there, err := net.Dial("tcp", p.Hosts[to])
	if err != nil {
		return
	}
	defer p.keep(there)()
	line := &Line{To: to}
	p.mu.Lock()
	p.lines = append(p.lines, line)
	p.mu.Unlock()
	p.away.Go(func() {
		_, _ = io.Copy(c, counted{there, &line.Down}) // its end is the end of the line
		_ = c.Close()
	})
	_, _ = io.Copy(there, counted{r, &line.Up})
}

// counted counts what is read.
type counted struct {
	io.Reader
	n *atomic.Int64
}

func (c counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n.Add(int64(n))
	return n, err
}

var errRefused = errors.New("refused")

// connect answers a CONNECT, and says where it leads.
func (p *Proxy) connect(c net.Conn, r *bufio.Reader) (to string, err error) {
	ask, err := http.ReadRequest(r)
	if err != nil {
		return "", err
	}
	status := int(p.Refuse.Load())
	want := "Basic " + base64.StdEncoding.EncodeToString([]byte(p.User))
	switch {
	case status == Hangup:
		return "", errRefused
	case status == Silence:
		_, err := r.ReadByte() // until the other end has gone
		return "", errors.Join(errRefused, err)
	case status != 0:
	case ask.Method != http.MethodConnect:
		status = http.StatusMethodNotAllowed
	case p.User != "" && ask.Header.Get("Proxy-Authorization") != want:
		status = http.StatusProxyAuthRequired
	case p.Hosts[ask.Host] == "":
		status = http.StatusBadGateway
	}
	if status == 0 {
		_, err = io.WriteString(c, "HTTP/1.1 200 Connection established\r\n\r\n")
		return ask.Host, err
	}
	_, err = fmt.Fprintf(c, "HTTP/1.1 %d %s\r\nContent-Length: 0\r\n\r\n", status, http.StatusText(status))
	return "", errors.Join(errRefused, err)
}

// socks answers a CONNECT of SOCKS5 (RFC 1928, and 1929 for the password), and says where
// it leads.
func (p *Proxy) socks(c net.Conn, r *bufio.Reader) (to string, err error) {
	part := func(n int) []byte {
		b := make([]byte, n)
		if err == nil {
			_, err = io.ReadFull(r, b)
		}
		return b
	}
	say := func(b ...byte) {
		if err == nil {
			_, err = c.Write(b)
		}
	}
	counted := func() []byte { return part(int(part(1)[0])) }
	part(1) // the version
	methods, method := counted(), byte(0)
	if p.User != "" {
		method = 2
	}
	if err == nil && !slices.Contains(methods, method) {
		say(5, 0xff)
		return "", errors.Join(errRefused, err)
	}
	if say(5, method); method == 2 {
		part(1)
		given := string(counted()) + ":" + string(counted())
		if given != p.User {
			say(1, 1)
			return "", errors.Join(errRefused, err)
		}
		say(1, 0)
	}
	if kind := part(4)[3]; kind != 3 { // a name, which the proxy looks up
		return "", errors.Join(errRefused, err)
	}
	host := string(counted())
	port := part(2)
	to = net.JoinHostPort(host, strconv.Itoa(int(port[0])<<8|int(port[1])))
	reply := byte(0)
	if p.Hosts[to] == "" {
		reply, to = 4, "" // host unreachable
	}
	if say(5, reply, 0, 1, 0, 0, 0, 0, 0, 0); to == "" {
		return "", errors.Join(errRefused, err)
	}
	return to, err
}

// Certificate is a certificate for some names and addresses that it has signed itself. Who
// trusts it trusts these.
func Certificate(names ...string) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), nil) // the system is the source whatever is given
	if err != nil {
		return tls.Certificate{}, err
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: names[0]},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().AddDate(10, 0, 0),
		IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, n := range names {
		if ip := net.ParseIP(n); ip != nil {
			c.IPAddresses = append(c.IPAddresses, ip)
		} else {
			c.DNSNames = append(c.DNSNames, n)
		}
	}
	der, err := x509.CreateCertificate(nil, c, c, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	leaf, err := x509.ParseCertificate(der)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, err
}
