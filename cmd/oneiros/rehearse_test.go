package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/bot/localcord"
)

// rehearses runs the command on a Discord, with a database.
func rehearses(t *testing.T, local *localcord.Server, database string, args ...string) (said string, code int) {
	t.Helper()
	var out bytes.Buffer
	environ := []string{"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(), "ONEIROS_STORE_PATH=" + database}
	code = run(append([]string{"rehearse"}, args...), environ, &out, &out)
	return out.String(), code
}

// TestRehearsal: without hands it comes to its end, removes what it made and writes a report in
// which there is no secret. Steps that need a press are named as skipped.
func TestRehearsal(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{Limits: true, Log: zerolog.Nop()})
	dir := t.TempDir()
	file := filepath.Join(dir, "report.json")
	said, code := rehearses(t, local, filepath.Join(dir, "oneiros.db"), "--guild", string(local.Guild()), "--channel", string(local.Channel("")), "--no-presses", "--report", file)
	late := strings.Contains(said, "the delay of an") // a busy machine
	if code != 0 && !late {
		t.Errorf("it ends with %d:\n%s", code, said)
	}
	for _, want := range []string{"step 1 of ", "skipped: press: without presses\n", "skipped: event: the bot may not create events; this permission is optional\n", "left: the thread «oneiros rehearse», which only a moderator can delete", "the report is in " + file} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{local.Token(), string(local.Guild()), string(local.Bot()), "127.0.0.1", dir} {
		if bytes.Contains(b, []byte(secret)) {
			t.Errorf("the report has %q", secret)
		}
	}
	if n := len(local.Users()[0].Messages(local.Channel(""))); n > 0 {
		t.Errorf("%d messages are left", n)
	}
}

// TestRehearsalBesideBot: while a bot of the same application runs, both would get the presses.
// One of another application does not matter.
func TestRehearsalBesideBot(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{})
	database := filepath.Join(t.TempDir(), "oneiros.db")
	conf, err := Load("", []string{"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(), "ONEIROS_STORE_PATH=" + database, "ONEIROS_METRICS_ADDR="})
	if err != nil {
		t.Fatal(err)
	}
	serves(t, conf, local)
	said, code := rehearses(t, local, database, "--guild", string(local.Guild()), "--channel", string(local.Channel("")))
	if code != 2 || !strings.Contains(said, "runs the bot of this application, and both would get the presses; end it, or rehearse with the token of another application\n") {
		t.Errorf("beside its bot it ends with %d and says: %s", code, said)
	}
	other := listens(t, localcord.Config{}) // later, so that its ids are others
	said, code = rehearses(t, other, database, "--guild", "1", "--channel", "1")
	if code != 2 || !strings.Contains(said, "oneiros: --guild 1: the bot is not on this server; ") {
		t.Errorf("beside another bot it ends with %d and says: %s", code, said)
	}
}

// TestRehearsalMistakes: each wrong setting is named before anything is posted.
func TestRehearsalMistakes(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{})
	guild, channel, folder := string(local.Guild()), string(local.Channel("")), t.TempDir()
	for want, args := range map[string][]string{
		`--guild "": want an id`:              {"--channel", channel},
		`--channel "general": want an id`:     {"--guild", guild, "--channel", "general"},
		`--voice "x": want an id`:             {"--guild", guild, "--channel", channel, "--voice", "x"},
		`--wait 0s: want more than nothing`:   {"--guild", guild, "--channel", channel, "--wait", "0s"},
		`--report "` + folder + `": that is `: {"--guild", guild, "--channel", channel, "--report", folder},
		`--report "-": want the name of a`:    {"--guild", guild, "--channel", channel, "--report", "-"},
		`: this is a forum; a rehearsal need`: {"--guild", guild, "--channel", string(local.NewChannelOf(15, "forum"))},
	} {
		said, code := rehearses(t, local, filepath.Join(folder, "oneiros.db"), args...)
		if code != 2 || !strings.Contains(said, want) {
			t.Errorf("%q: it ends with %d and says: %s", args, code, said)
		}
	}
}
