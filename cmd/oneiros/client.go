package main

import "oneiros/bot/discord"

// apiVersion is the version of Discord's API that the bot speaks.
const apiVersion = "/v10"

// agent is the User-Agent that Discord asks for.
func agent() string {
	return "DiscordBot (https://github.com/oneiros-bot/oneiros, " + buildVersion() + ")"
}

func client(conf *Config) (*discord.Client, error) {
	return discord.NewClient(discord.Config{Token: conf.Token, Base: conf.APIBase + apiVersion, Agent: agent()})
}
