package main

import (
	"strings"

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
	return discord.NewClient(discord.Config{Token: conf.Token, Base: conf.APIBase + apiVersion, Agent: agent(), May: may, Follows: true})
}
