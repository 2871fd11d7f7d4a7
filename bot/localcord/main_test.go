package localcord

import (
	"testing"

	"oneiros/bot/discord/scripted"
	"oneiros/bot/localcord/browse"
	"oneiros/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(browse.Tests{M: scripted.Waiting{M: m}}) }
