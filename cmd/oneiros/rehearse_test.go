package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"oneiros/bot/localcord"
	"oneiros/bot/rehearse"
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
	other := filepath.Join(folder, "other")
	if err := os.WriteFile(other, []byte(`{"about": "me"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for want, args := range map[string][]string{
		`--guild "": want an id`:               {"--channel", channel},
		`--channel "general": want an id`:      {"--guild", guild, "--channel", "general"},
		`--voice "x": want an id`:              {"--guild", guild, "--channel", channel, "--voice", "x"},
		`--wait 0s: want more than nothing`:    {"--guild", guild, "--channel", channel, "--wait", "0s"},
		`--report "` + folder + `": that is `:  {"--guild", guild, "--channel", channel, "--report", folder},
		`"/dev/full": that is not a regular `:  {"--guild", guild, "--channel", channel, "--report", "/dev/full"},
		`other": there is such a file, and it`: {"--guild", guild, "--channel", channel, "--report", other},
		`: this is a forum; a rehearsal need`:  {"--guild", guild, "--channel", string(local.NewChannelOf(15, "forum"))},
	} {
		said, code := rehearses(t, local, filepath.Join(folder, "oneiros.db"), args...)
		if code != 2 || !strings.Contains(said, want) {
			t.Errorf("%q: it ends with %d and says: %s", args, code, said)
		}
	}
}

// A watcher keeps what is said, and acts when it hears a word.
type watcher struct {
	bytes.Buffer
	word string
	act  func() // nil when it has
}

func (w *watcher) Write(b []byte) (int, error) {
	if w.act != nil && bytes.Contains(b, []byte(w.word)) {
		w.act()
		w.act = nil
	}
	return w.Buffer.Write(b)
}

// TestRehearsalReport: a report that cannot be written as the operator wants is written to
// another place, and the command does not say that it is where it is not. With - it is alone on
// the standard output. A new report replaces an old one.
func TestRehearsalReport(t *testing.T) {
	local := listens(t, localcord.Config{Log: zerolog.Nop()})
	dir := t.TempDir()
	folder, file, other := filepath.Join(dir, "there"), filepath.Join(dir, "there", "report.json"), filepath.Join(dir, "tmp")
	for _, one := range []string{folder, other} {
		if err := os.Mkdir(one, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", other)
	environ := []string{"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(), "ONEIROS_STORE_PATH=" + filepath.Join(dir, "oneiros.db")}
	args := func(report string) []string {
		return []string{"rehearse", "--guild", string(local.Guild()), "--channel", string(local.Channel("")), "--no-presses", "--report", report}
	}
	said := &watcher{word: "step 5 of", act: func() {
		if err := os.RemoveAll(folder); err != nil {
			t.Error(err)
		}
	}}
	code := run(args(file), environ, said, said)
	kept, err := filepath.Glob(filepath.Join(other, "*", "report.json"))
	if err != nil || len(kept) != 1 || code != 2 || !strings.Contains(said.String(), "oneiros: --report "+`"`+file) {
		t.Fatalf("kept are %q, it ends with %d: %v\n%s", kept, code, err, said)
	}
	if text := said.String(); strings.Contains(text, "the report is in "+file) || !strings.Contains(text, "the report is in "+kept[0]+" instead") {
		t.Errorf("it says:\n%s", text)
	}
	b, err := os.ReadFile(kept[0])
	if err != nil || !rehearse.IsReport(b) {
		t.Errorf("%v: %s", err, b)
	}
	if err := mayReport(kept[0]); err != nil {
		t.Errorf("a second report does not replace the first: %v", err)
	}
	var out, errs bytes.Buffer
	if code = run(args("-"), environ, &out, &errs); code == 2 || !rehearse.IsReport(out.Bytes()) || !strings.Contains(errs.String(), "step 5 of") || strings.Contains(errs.String(), "the report is in") {
		t.Errorf("with - it ends with %d, out: %s\nerrs: %s", code, &out, &errs)
	}
}

// TestRehearsalSays: what Discord says is no line of its own on the terminal, and the token is
// never there.
func TestRehearsalSays(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{Log: zerolog.Nop()})
	at, err := url.Parse(local.APIBase())
	if err != nil {
		t.Fatal(err)
	}
	evil := "\x1b[31mEvil\nskipped: all is well " + local.Token()
	proxy := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: at.Scheme, Host: at.Host})
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/messages") {
			w.WriteHeader(http.StatusForbidden)
			if err := json.NewEncoder(w).Encode(map[string]any{"code": 50013, "message": evil}); err != nil {
				t.Error(err)
			}
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(refuses.Close)
	here := string(local.NewChannel("a\x1b[0m\nskipped: b"))
	local.Control().Deny(localcord.ID(here), 1<<15)
	var out bytes.Buffer
	environ := []string{"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + refuses.URL + at.Path, "ONEIROS_STORE_PATH=" + filepath.Join(t.TempDir(), "oneiros.db")}
	code := run([]string{"rehearse", "--guild", string(local.Guild()), "--channel", here, "--no-presses"}, environ, &out, &out)
	said := out.String()
	if code != 1 || !strings.Contains(said, "Evil") || !strings.Contains(said, "missing in channel a") {
		t.Errorf("it ends with %d:\n%s", code, said)
	}
	for _, never := range []string{"\x1b", "\nskipped: all", "\nskipped: b", local.Token()} {
		if strings.Contains(said, never) {
			t.Errorf("it says %q:\n%s", never, said)
		}
	}
}

// TestRehearsalUnanswered: a Discord that does not answer is no mistake of the operator's.
func TestRehearsalUnanswered(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{})
	base := local.APIBase()
	if err := local.Close(); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	environ := []string{"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + base, "ONEIROS_STORE_PATH=" + filepath.Join(t.TempDir(), "oneiros.db")}
	code := run([]string{"rehearse", "--guild", "1", "--channel", "1"}, environ, &out, &out)
	if code != 1 || !strings.HasPrefix(out.String(), "oneiros: discord.api_base = ") {
		t.Errorf("it ends with %d: %s", code, &out)
	}
}
