package main

import (
	"os"
	"testing"

	"oneiros/bot/localcord/browse"
)

func TestMain(m *testing.M) { os.Exit(browse.Tests{M: m}.Run()) }
