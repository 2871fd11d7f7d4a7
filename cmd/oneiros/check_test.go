package main

import (
	"bytes"
	"context"
	"net"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/store"
)

// localKey is where a script keeps its Discord.
type localKey struct{}

// startDiscord gives a script a Discord of its own. The bot is on one server.
func startDiscord(env *testscript.Env) error {
	local, err := localcord.New(localcord.Config{Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	if _, err := local.Listen("127.0.0.1:0"); err != nil {
		return err
	}
	env.Defer(func() {
		if err := local.Close(); err != nil {
			panic(err)
		}
	})
	env.Values[localKey{}] = local
	env.Setenv("TOKEN", local.Token())
	env.Setenv("ONEIROS_DISCORD_TOKEN", local.Token())
	env.Setenv("ONEIROS_DISCORD_API_BASE", local.APIBase())
	return nil
}

// channelOf is a channel of a script by its name. It is made when there is none.
func channelOf(local *localcord.Server, name string) localcord.ID {
	if id := local.Channel(name); id != "" {
		return id
	}
	return local.NewChannel(name)
}

// denyCommand takes permissions from the bot: deny CHANNEL BITS. The channel server is the whole
// server.
func denyCommand(ts *testscript.TestScript, _ bool, args []string) {
	local := ts.Value(localKey{}).(*localcord.Server)
	bits, err := strconv.ParseUint(args[1], 10, 64)
	ts.Check(err)
	at := local.Guild()
	if args[0] != "server" {
		at = channelOf(local, args[0])
	}
	local.Control().Deny(at, bits)
}

// grantCommand gives the bot permissions that the invite does not ask for: grant BITS.
func grantCommand(ts *testscript.TestScript, _ bool, args []string) {
	bits, err := strconv.ParseUint(args[0], 10, 64)
	ts.Check(err)
	ts.Value(localKey{}).(*localcord.Server).Control().Grant(bits)
}

// outageCommand takes the server away, as an outage of Discord's does: outage, ! outage.
func outageCommand(ts *testscript.TestScript, over bool, _ []string) {
	state := localcord.GuildUnavailable
	if over {
		state = localcord.GuildAvailable
	}
	ts.Value(localKey{}).(*localcord.Server).Control().SetGuildState(state)
}

// tableCommand puts a match into the database: table PHASE CHANNEL. The channels
// deleted, direct, voice and thread are what they are called.
func tableCommand(ts *testscript.TestScript, _ bool, args []string) {
	local := ts.Value(localKey{}).(*localcord.Server)
	m := store.Match{ID: "match" + args[1], Game: "somnia", Phase: store.Phase(args[0]), Created: time.Now()}
	var at localcord.ID
	switch args[1] {
	case "deleted":
		at = "1234567890123456789"
	case "voice":
		at = local.NewChannelOf(2, "voice")
	case "thread":
		at = local.NewThread(local.Channel("table"), "night")
	default:
		at = channelOf(local, args[1])
	}
	ids := map[localcord.ID]*uint64{at: &m.Channel, local.Guild(): &m.Guild}
	for text, to := range ids {
		id, err := discord.ParseID(string(text))
		ts.Check(err)
		*to = uint64(id)
	}
	if args[1] == "direct" {
		m.Guild = 0
	}
	db, err := store.Open(context.Background(), ts.MkAbs("oneiros.db"))
	ts.Check(err)
	ts.Check(db.Matches().CreateMatch(context.Background(), m))
	ts.Check(db.Close())
}

// TestCheckBesideBot: while the bot runs, a check says what needs a restart, and asks the
// bot itself whether it is ready.
func TestCheckBesideBot(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	environ := []string{
		"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(), "ONEIROS_METRICS_ADDR=" + addr,
		"ONEIROS_STORE_PATH=" + filepath.Join(t.TempDir(), "oneiros.db"),
	}
	check := func(want int, more ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run([]string{"check"}, append(environ[:len(environ):len(environ)], more...), &out, &errs); code != want {
			t.Errorf("check ends with %d and says: %s%s", code, out.String(), errs.String())
		}
		return out.String() + errs.String()
	}
	says := func(said string, lines ...string) {
		t.Helper()
		for _, l := range lines {
			if !strings.Contains("\n"+said, "\n"+l) {
				t.Errorf("check does not say %q: %s", l, said)
			}
		}
	}
	// Another client has the address of the metrics, and does not speak HTTP.
	closed := make(chan error, 1)
	go func() {
		for {
			c, err := free.Accept()
			if err != nil {
				closed <- nil
				return
			}
			if err := c.Close(); err != nil {
				closed <- err
				return
			}
		}
	}()
	says(check(2), "oneiros: metrics.addr = \""+addr+"\": ")
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	says(check(0), "metrics: "+addr+" is free for the bot\n")
	conf, err := Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	serves(t, conf, local)
	says(check(0), "metrics: the bot at "+addr+" says ready\n", "commands: all ", "last start: ")
	said := check(0, "ONEIROS_LOG_LEVEL=debug")
	says(said, "setting log.level = \"debug\" (default \"info\")\n", "warning: last start: ")
	if !strings.Contains(said, "what has changed needs a restart: log.level was \"info\"\n") {
		t.Errorf("check says: %s", said)
	}
	if strings.Contains(said, local.Token()) {
		t.Error("check prints the token")
	}
}

// TestApplication: what the developer portal has set is told, where it hinders the bot.
func TestApplication(t *testing.T) {
	t.Parallel()
	for want, app := range map[string]discord.App{
		"Message Content Intent is switched on":                                            {Flags: 1 << 18},
		"Presence Intent, Server Members Intent is switched":                               {Flags: 1<<13 | 1<<14},
		"has an Interactions Endpoint URL":                                                 {Endpoint: "https://example.org"},
		"Requires OAuth2 Code Grant switched on":                                           {CodeGrant: true},
		"only its owner can invite":                                                        {Private: true},
		"Discord asks for terms":                                                           {},
		"discord.privacy_url is empty, and the developer portal has https://example.org/p": {Privacy: "https://example.org/p"},
	} {
		var out bytes.Buffer
		k := &checker{report: &report{out: &out}, conf: &Config{}}
		k.application(app)
		said := out.String()
		if len(k.failed) > 0 {
			said += k.failed.Error()
		}
		if !strings.Contains(said, want) {
			t.Errorf("%+v: %s", app, said)
		}
		if intents := strings.Contains(said, "none is privileged"); intents != (app.Flags == 0) {
			t.Errorf("%+v: %s", app, said)
		}
	}
}

// TestChangedSettings: a key that was not known at the last start had its default.
func TestChangedSettings(t *testing.T) {
	t.Parallel()
	conf, err := Load(write(t, "config.toml", ""), []string{"ONEIROS_STORE_URL=postgres://oneiros:swordfish@db/oneiros"})
	if err != nil {
		t.Fatal(err)
	}
	if got := conf.values["store.url"]; strings.Contains(got, "swordfish") || !strings.Contains(got, "db/oneiros") {
		t.Errorf("the address is kept as %s", got)
	}
	if got := changedSettings(store.Start{Settings: conf.values}, conf.values); len(got) > 0 {
		t.Errorf("nothing has changed: %q", got)
	}
	got := strings.Join(changedSettings(store.Start{Settings: map[string]string{"log.level": "warn", "old.key": "x"}}, conf.values), "; ")
	if got != `store.url was ""; log.level was "warn"; old.key is gone, and was "x"` {
		t.Errorf("changed: %s", got)
	}
}
