package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExampleHasEveryKeyWithItsDefault(t *testing.T) {
	b, err := os.ReadFile("../../config.example.toml")
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := toml.Unmarshal(b, &tree); err != nil {
		t.Fatal(err)
	}
	flat := map[string]any{}
	flatten("", tree, flat)
	for _, s := range settings {
		v, ok := flat[s.key]
		if b, is := v.(bool); is {
			v = map[bool]string{true: "true", false: "false"}[b]
		}
		if n, is := v.(int64); is {
			v = strconv.FormatInt(n, 10)
		}
		if list, is := v.([]any); is && len(list) == 0 {
			v = ""
		}
		if !ok || v != s.value {
			t.Errorf("%s is %v in the example, %q by default", s.key, v, s.value)
		}
		delete(flat, s.key)
	}
	for k := range flat {
		t.Errorf("the example has %s, which is no key", k)
	}
}

func TestEnvironmentWinsOverFile(t *testing.T) {
	path := write(t, "config.toml", "[store]\npath = \"file.db\"\n[log]\nlevel = \"warn\"\n")
	c, err := Load(path, []string{"ONEIROS_STORE_PATH=environment.db", "PATH=/bin"})
	if err != nil {
		t.Fatal(err)
	}
	if c.Store != "environment.db" || c.LogLevel != zerolog.WarnLevel || c.APIBase != "https://discord.com/api" {
		t.Errorf("got %+v", c)
	}
}

func TestSectionsMayBeEmpty(t *testing.T) {
	c, err := Load(write(t, "config.toml", "[discord]\n# guilds = []\n[store]\n[log]\n[metrics]\n"), nil)
	if err != nil || c.Store != "oneiros.db" {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestServersThatMayUseTheBot(t *testing.T) {
	path := write(t, "config.toml", "[discord]\nguilds = [\"123456789012345678\", \"7\"]\n")
	for _, environ := range [][]string{nil, {"ONEIROS_DISCORD_GUILDS=123456789012345678, 7"}} {
		c, err := Load(path, environ)
		if err != nil || !slices.Equal(c.Guilds, []discord.ID{123456789012345678, 7}) {
			t.Errorf("got %v, %v", c, err)
		}
	}
	if c, err := Load(path, []string{"ONEIROS_DISCORD_GUILDS="}); err != nil || len(c.Guilds) != 0 {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestTokenFromFile(t *testing.T) {
	token := write(t, "token", "  Bot abc.def.ghi\n")
	c, err := Load("", []string{"ONEIROS_DISCORD_TOKEN_FILE=" + token})
	if err != nil {
		t.Fatal(err)
	}
	if c.Token != "abc.def.ghi" {
		t.Errorf("token is %q", c.Token)
	}
}

func TestMistakesNameTheKey(t *testing.T) {
	for _, test := range []struct{ name, file, env, want string }{
		{"unknown key", "[discord]\ntokn_file = \"x\"", "", "discord.tokn_file: there is no such key; the keys are discord.token_file"},
		{"unknown table", "[disc]\nx = 1", "", "disc.x: there is no such key"},
		{"unknown empty table", "[stroe]\n[log]\nlevel = \"warn\"", "", "stroe: there is no such key"},
		{"unknown empty table in a known one", "[discord.servers]", "", "discord.servers: there is no such key"},
		{"empty table for a value", "[discord.guilds]", "", "discord.guilds is a section: want a key, and a value behind ="},
		{"empty table in a line", "[store]\npath = {}", "", "store.path is a section: want a key"},
		{"token as a table", "[discord.token]", "", "discord.token does not belong in a file"},
		{"bad level", "[log]\nlevel = \"loud\"", "", `log.level = "loud": want one of trace, debug`},
		{"number for a path", "[store]\npath = 7", "", "store.path = 7: want it between quotes"},
		{"array", "[store]\npath = [\"a\"]", "", "store.path = [a]: want it between quotes"},
		{"processes that share a file", "[store]\nshared = true", "", "store.shared = true: processes share only a database of PostgreSQL; set store.url"},
		{"empty path", "[store]\npath = \"\"", "", `store.path = "": want the path`},
		{"a database in memory", "[store]\npath = \":memory:\"", "", `store.path = ":memory:": want the path of a file on the disk`},
		{"an address for a path", "", "ONEIROS_STORE_PATH=file:oneiros.db?mode=memory", `ONEIROS_STORE_PATH = "file:oneiros.db?mode=memory": want the path of a file on the disk`},
		{"not TOML", "[store\npath", "", ":1:"},
		{"token in the file", "[discord]\ntoken = \"secret-canary\"", "", "discord.token does not belong in a file"},
		{"bad boolean", "[discord]\nthreads = \"maybe\"", "", `discord.threads = "maybe": want true or false`},
		{"number for a boolean", "[discord]\nthreads = 1", "", "discord.threads = 1: want true or false"},
		{"number for a level", "[log]\nlevel = 5", "", "log.level = 5: want one of trace, debug"},
		{"boolean for a number", "[discord]\nshards = true", "", "discord.shards = \"true\": want auto, or a number from 1 to"},
		{"no shards", "[discord]\nshards = 0", "", "discord.shards = \"0\": want auto, or a number from 1 to"},
		{"logs set longer than results", "[keep]\nlogs = 60\nresults = 30", "", "keep.logs = 60 is longer than keep.results = 30"},
		{"bad address", "[metrics]\naddr = \"9090\"", "", `metrics.addr = "9090": want host:port`},
		{"a server without quotes", "[discord]\nguilds = [123456789012345678]", "", "discord.guilds: want every part of the list between quotes"},
		{"a server's name", "[discord]\nguilds = [\"Dreamers\"]", "", `discord.guilds = "Dreamers": want the ids of servers`},
		{"a server that is none", "", "ONEIROS_DISCORD_GUILDS=1,-2", `ONEIROS_DISCORD_GUILDS = "1,-2": want the ids of servers`},
		{"bad base", "", "ONEIROS_DISCORD_API_BASE=discord.com", `ONEIROS_DISCORD_API_BASE = "discord.com": want an address with its scheme, such as https://discord.com/api`},
		{"a base and its port", "", "ONEIROS_DISCORD_API_BASE=localhost:8080/api", "want an address with its scheme"},
		{"a base for the gateway", "", "ONEIROS_DISCORD_API_BASE=wss://gateway.discord.gg", "want an address such as https://discord.com/api"},
		{"a base with its version", "", "ONEIROS_DISCORD_API_BASE=https://discord.com/api/v10", `ONEIROS_DISCORD_API_BASE = "https://discord.com/api/v10": the bot adds the version of the API; want it without /v10`},
		{"a base with an older version", "[discord]\napi_base = \"https://discord.com/api/v9/\"", "", `discord.api_base = "https://discord.com/api/v9/": the bot adds the version of the API; want it without /v9`},
		{"a base without a path", "", "ONEIROS_DISCORD_API_BASE=https://discord.com", "want an address that ends in /api, such as https://discord.com/api"},
		{"a base with another path", "", "ONEIROS_DISCORD_API_BASE=https://discord.com/api/webhooks/1/x", "want an address that ends in /api"},
		{"a base with a password", "", "ONEIROS_DISCORD_API_BASE=https://anna:canary@p/api", "ONEIROS_DISCORD_API_BASE: a user or a password does not belong into"},
		{"a path in quotes", "", `ONEIROS_STORE_PATH="/data/oneiros.db"`, `ONEIROS_STORE_PATH = "\"/data/oneiros.db\"": the value is in quotes, which count as a part of it (docker --env-file keeps them); want it without`},
		{"a path in quotes in the file", "[store]\npath = \"'oneiros.db'\"", "", "store.path = \"'oneiros.db'\": the value is in quotes"},
		{"a level in quotes", "", `ONEIROS_LOG_LEVEL='info'`, "the value is in quotes"},
		{"an address in quotes", "", `ONEIROS_STORE_URL="postgres://a:canary@db/a"`, "ONEIROS_STORE_URL: the value is in quotes"},
		{"a path in quotes of a document", "", "ONEIROS_STORE_PATH=“oneiros.db”", "the value is in quotes, which count as a part of it"},
		{"a path in Russian quotes", "", "ONEIROS_STORE_PATH=«oneiros.db»", "the value is in quotes"},
		{"a path in German quotes", "", "ONEIROS_STORE_PATH=„oneiros.db“", "the value is in quotes"},
		{"a path behind a quote", "", `ONEIROS_STORE_PATH="data/oneiros.db`, "there is a quote at one end of the value"},
		{"a token in quotes of a document", "", "ONEIROS_DISCORD_TOKEN=“secret.canary.x”", "ONEIROS_DISCORD_TOKEN: the token is in quotes"},
		{"a token in backticks", "", "ONEIROS_DISCORD_TOKEN=`secret.canary.x`", "ONEIROS_DISCORD_TOKEN: the token is in quotes"},
		{"quotes of a document in the file", "[log]\nlevel = “debug”", "", ":2:9: there are typographic quotes in this line; want \" and \""},
		{"Russian quotes in the file", "[log]\nlevel = «debug»", "", ":2:9: there are typographic quotes in this line"},
		{"a path of Windows in the file", "[store]\npath = \"C:\\oneiros\\new.db\"", "", ":2:11: a backslash between \" and \" begins an escape; write / in the paths of Windows"},
		{"a file of a Russian Windows", "[log]\n# \xea\xee\xec\xec\xe5\xed\xf2\xe0\xf0\xe8\xe9\nlevel = \"debug\"", "", ":2:3: the file is not in UTF-8; save it in UTF-8"},
		{"a value that is none", "[store]\nwait = yes", "", ":2:8: behind = want a text between quotes, a number, true or false"},
		{"a path with a line end of Windows", "", "ONEIROS_STORE_PATH=oneiros.db\r", `ONEIROS_STORE_PATH = "oneiros.db\r": there is a line end or a tab in the value`},
		{"a path with a space behind it", "", "ONEIROS_STORE_PATH=oneiros.db ", "there is a space before or behind the value; want it without"},
		{"a token in quotes", "", `ONEIROS_DISCORD_TOKEN="secret.canary.x"`, "ONEIROS_DISCORD_TOKEN: the token is in quotes, which count as a part of it (docker --env-file keeps them); want it without"},
		{"a token in quotes behind Bot", "", `ONEIROS_DISCORD_TOKEN="Bot secret.canary.x"`, "ONEIROS_DISCORD_TOKEN: the token is in quotes"},
		{"quotes in the token file", "", "ONEIROS_DISCORD_TOKEN_FILE=" + write(t, "quotes", "'secret.canary.x'\n"), "quotes\": the token is in quotes"},
		{"a variable in the token file", "", "ONEIROS_DISCORD_TOKEN_FILE=" + write(t, "pair", "ONEIROS_DISCORD_TOKEN=secret.canary.x\n"), "pair\": a name and = stand before the token; want the token alone"},
		{"a bearer's token", "", "ONEIROS_DISCORD_TOKEN=Bearer secret.canary", "ONEIROS_DISCORD_TOKEN: Bearer stands before the token"},
		{"a token to be replaced", "", "ONEIROS_DISCORD_TOKEN=<canary>", "there are signs in the token that no token has; want the bot's token"},
		{"a folder for a token", "", "ONEIROS_DISCORD_TOKEN_FILE=" + t.TempDir(), "that is a folder; want a file"},
		{"unknown variable", "", "ONEIROS_TOKEN=x", "ONEIROS_TOKEN: there is no such variable; they are ONEIROS_DISCORD_TOKEN"},
		{"token with a space", "", "ONEIROS_DISCORD_TOKEN=secret canary", "ONEIROS_DISCORD_TOKEN: a token is one line"},
		{"spaces in the token file", "", "ONEIROS_DISCORD_TOKEN_FILE=" + write(t, "spaces", "secret canary"), "spaces\": a token is one line without spaces"},
		{"no token file", "", "ONEIROS_DISCORD_TOKEN_FILE=nowhere/at/all", "discord.token_file"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load(write(t, "config.toml", test.file), []string{test.env})
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q does not say %q", err, test.want)
			}
			if strings.Contains(err.Error(), "canary") {
				t.Errorf("%q tells the token", err)
			}
			if strings.Contains(strings.TrimSpace(err.Error()), "\n") {
				t.Errorf("%q is more than one line", err)
			}
		})
	}
}

// TestLogsGoWithResults: the person who shortens only the time of results need not name that of
// logs.
func TestLogsGoWithResults(t *testing.T) {
	c, err := Load(write(t, "config.toml", "[keep]\nresults = 30"), []string{"ONEIROS_DISCORD_TOKEN=x"})
	if err != nil || c.Keeps.Logs != c.Keeps.Results || c.Keeps.Results != 30*24*time.Hour {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestNoFileNamedIsAnError(t *testing.T) {
	if _, err := Load(filepath.Join(t.TempDir(), "none.toml"), nil); err == nil || !strings.Contains(err.Error(), "none.toml") {
		t.Errorf("got %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("[log]\nlevel = \"info\"")
	f.Add("[store]\npath = {a = 1}")
	f.Add("[discord.guilds]\n[stroe]")
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := Load(path, nil)
		if err == nil && (c.Store == "" || c.APIBase == "") {
			t.Errorf("%q made %+v", text, c)
		}
	})
}

// Notepad and other editors of Windows begin a file with a byte order mark.
func TestByteOrderMark(t *testing.T) {
	token := write(t, "token", "\ufeffabc.def.ghi\r\n")
	path := write(t, "config.toml", "\ufeff[discord]\r\ntoken_file = '"+token+"'\r\n")
	c, err := Load(path, nil)
	if err != nil || c.Token != "abc.def.ghi" {
		t.Errorf("got %+v, %v", c, err)
	}
	if c, err := Load("", []string{"ONEIROS_DISCORD_TOKEN=\ufeffabc.def.ghi"}); err != nil || c.Token != "abc.def.ghi" {
		t.Errorf("got %+v, %v", c, err)
	}
	// PowerShell writes UTF-16.
	if c, err := Load(write(t, "config.toml", "\xff\xfe[\x00l\x00o\x00g\x00]\x00\r\x00\n\x00l\x00e\x00v\x00e\x00l\x00=\x00'\x00w\x00a\x00r\x00n\x00'\x00"), nil); err != nil || c.LogLevel != zerolog.WarnLevel {
		t.Errorf("a file in UTF-16: got %+v, %v", c, err)
	}
}

// Kubernetes and linked containers name variables after services. So a service with
// the name oneiros gives the program variables that are not its own.
func TestVariablesOfServicesAreNotOurs(t *testing.T) {
	foreign := []string{
		"ONEIROS_SERVICE_HOST=10.0.0.11", "ONEIROS_SERVICE_PORT=9090", "ONEIROS_SERVICE_PORT_METRICS=9090",
		"ONEIROS_PORT=tcp://10.0.0.11:9090", "ONEIROS_PORT_9090_TCP=tcp://10.0.0.11:9090",
		"ONEIROS_PORT_9090_TCP_PROTO=tcp", "ONEIROS_PORT_9090_TCP_PORT=9090", "ONEIROS_PORT_9090_TCP_ADDR=10.0.0.11",
		"ONEIROS_METRICS_SERVICE_HOST=10.0.0.12", "ONEIROS_METRICS_PORT=udp://10.0.0.12:53", "ONEIROS_METRICS_PORT_53_UDP_ADDR=10.0.0.12",
		"ONEIROS_NAME=/backup/oneiros", "ONEIROS_ENV_ONEIROS_STORE_PATH=/data/oneiros.db",
	}
	c, err := Load("", append(foreign, "ONEIROS_STORE_PATH=mine.db"))
	if err != nil || c.Store != "mine.db" {
		t.Fatalf("got %+v, %v", c, err)
	}
	for _, e := range []string{"ONEIROS_PORT=9090", "ONEIROS_HOST=10.0.0.11", "ONEIROS_STORE_PORT=9", "ONEIROS_SERVICE=x", "ONEIROS_NAME=x", "ONEIROSX_STORE_PATH_=x"} {
		_, err := Load("", []string{e})
		name, _, _ := strings.Cut(e, "=")
		if known := strings.HasPrefix(name, "ONEIROS_"); known != (err != nil) || known && !strings.Contains(err.Error(), name+": there is no such variable") {
			t.Errorf("%s: got %v", e, err)
		}
	}
}

// TestEmptyTokenFile: an editor or a failed redirection leaves a file without a
// token. The error names the file and what it must hold.
func TestEmptyTokenFile(t *testing.T) {
	for _, content := range []string{"", "\n", "\ufeff", "\ufeff\r\n", "\xff\xfe", "Bot ", "Bot"} {
		path := write(t, "token", content)
		_, err := Load("", []string{"ONEIROS_DISCORD_TOKEN_FILE=" + path})
		want := fmt.Sprintf("discord.token_file = %q: there is no token in this file; want one line with the bot's token", path)
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", content, err, want)
		}
	}
}
