package main

import (
	"context"
	"net"
	"strings"
	"time"

	"oneiros/bot/discord"
)

// apiVersion is the version of Discord's API that the bot speaks.
const apiVersion = "/v10"

// agent is the User-Agent in the form that Discord asks for: the address and version
// of the library, then whatever else. A plain build has the version "(devel)", and a
// second pair of brackets would break the form.
func agent() string {
	return discord.LibraryAgent + " oneiros/" + strings.NewReplacer("(", "", ")", "", " ", "/").Replace(buildVersion())
}

// client makes a client. may says whether it may send something; nil for always.
func client(conf *Config, may func(answer bool) bool) (*discord.Client, error) {
	return discord.NewClient(discord.Config{Token: conf.Token, Base: conf.APIBase + apiVersion, Agent: agent(), May: may, Follows: true, Dial: conf.dial()})
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
