package localcord

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// The person who opens a page of some other site runs its code in the browser, next to this
// server. Three rules keep that code out:
//
//   - A request has to name this server as its host. A foreign name that was bound to
//     the address of this machine ("DNS rebinding") is refused. An IP address as the
//     host is no name, so no person can bind it.
//   - What a browser sends for another site is refused, by its Origin and by
//     Sec-Fetch-Site. Only the link to the first page is followed. Programs such as the
//     bot send neither header.
//   - No other site may show the client in a frame, or its pictures.

// hosts are the names that a server was configured to have.
type hosts []string

// guarded serves only requests that are for this server and not sent by another site.
func (h hosts) guarded(w http.ResponseWriter, r *http.Request, serve http.HandlerFunc) {
	if !h.own(r.Host) {
		http.Error(w, "This server answers only under its own name or address.", http.StatusMisdirectedRequest)
		return
	}
	if fromAnotherSite(r) && !(r.Method == http.MethodGet && r.URL.Path == "/") {
		http.Error(w, "Another site must not ask this.", http.StatusForbidden)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", "frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("X-Content-Type-Options", "nosniff")
	serve(w, r)
}

// own reports whether a Host header names this server: an IP address, localhost,
// or a name that it was configured to have.
func (h hosts) own(host string) bool {
	name := hostName(host)
	if _, err := netip.ParseAddr(name); err == nil {
		return true
	}
	return name == "localhost" || name != "" && slices.Contains(h, name)
}

// hostName is a host without its port, as "localhost" of "LocalHost.:8080".
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	} else if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// fromAnotherSite reports whether a browser sent a request for a page of another site.
func fromAnotherSite(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		return err != nil || u.Host != r.Host
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "cross-site" || site == "same-site" // the same site on another port is another site here
}

// ownNames are the names in a URL and a list of hosts.
func ownNames(address string, more []string) hosts {
	var names hosts
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		names = append(names, hostName(u.Host))
	}
	for _, h := range more {
		if name := hostName(h); name != "" {
			names = append(names, name)
		}
	}
	return names
}
