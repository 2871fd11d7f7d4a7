package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/discord/api"
	"oneiros/bot/discord/transport"
)

// apiVersion is the version of Discord's API that the bot speaks.
const apiVersion = "/v10"

// agent is the User-Agent in the form that Discord asks for: the address and version
// of the library, then whatever else. A plain build has the version "(devel)", and a
// second pair of brackets would break the form.
func agent() string {
	return transport.LibraryAgent + " oneiros/" + strings.NewReplacer("(", "", ")", "", " ", "/").Replace(buildVersion())
}

// client makes a client. may says whether it may send something; nil for always. A proxy
// that the environment names badly is bad input.
func client(conf *Config, may func(answer bool) bool) (*api.Client, error) {
	rest, err := api.NewClient(clientConfig(conf, may))
	if err != nil {
		return nil, fmt.Errorf("discord: %w", err)
	}
	if _, err := rest.Sender().ProxyOf(conf.APIBase); err != nil {
		return nil, badInput{err}
	}
	return rest, nil
}

// clientConfig is how a client reaches Discord.
func clientConfig(conf *Config, may func(answer bool) bool) transport.Config {
	return transport.Config{Token: conf.Token, Base: conf.APIBase + apiVersion, Agent: agent(), May: may, Follows: true, Dial: conf.dial(), Proxies: conf.Proxies}
}

// wayError is the error of a request to Discord. Where no answer came, it says how far the
// way to Discord goes.
func wayError(ctx context.Context, conf *Config, rest *api.Client, err error) error {
	if errors.As(err, new(*discord.Fault)) {
		if end := rest.Sender().Connect(ctx); end != nil && ctx.Err() == nil {
			err = end
		}
		err = explain(conf.APIBase, err)
	}
	return discordError(conf, err)
}

// explain adds to an error of the network what it may mean, and what to do about it. at is
// the address that is not reached. A proxy's error says that by itself.
func explain(at string, err error) error {
	u, parse := url.Parse(at)
	if parse != nil || isLocal(u.Hostname()) || errors.As(err, new(*transport.ProxyError)) {
		return err
	}
	const around = "HTTPS_PROXY names a proxy that leads around that"
	var op *net.OpError
	switch {
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return fmt.Errorf("%w; another machine answers in Discord's place, or this one has a wrong clock or no list of certificates", err)
	case errors.As(err, new(*transport.TLSError)):
		return fmt.Errorf("%w; a firewall or a provider may cut connections to Discord; %s", err, around)
	case errors.As(err, new(*net.DNSError)):
		return fmt.Errorf("%w; DNS does not tell the address, perhaps because Discord is blocked; %s", err, around)
	case errors.As(err, &op) && op.Op == "dial" && isElsewhere(op.Addr):
		return fmt.Errorf("%w; DNS tells an address that is not Discord's, so Discord is blocked; %s", err, around)
	case errors.As(err, &op) && op.Op == "dial":
		return fmt.Errorf("%w; a firewall or a provider may block Discord; %s", err, around)
	}
	return err
}

// isElsewhere reports whether an address is none of the internet's.
func isElsewhere(a net.Addr) bool {
	t, ok := a.(*net.TCPAddr)
	return ok && (t.IP.IsLoopback() || t.IP.IsPrivate() || t.IP.IsUnspecified() || t.IP.IsLinkLocalUnicast())
}

// dial is the way to Discord; nil for the network.
func (c *Config) dial() func(ctx context.Context, network, address string) (net.Conn, error) {
	if c.Relay == "" {
		return nil
	}
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, c.Relay)
	}
}
