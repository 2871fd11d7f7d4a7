package main

import (
	"bytes"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"oneiros/bot/localcord"
)

// TestWrongClock: a host whose clock is wrong is told so by check, by /ready, by
// health and by the metrics. The bot works all the same.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	local := listens(t, localcord.Config{Skew: -16 * time.Minute})
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	environ := []string{
		"ONEIROS_DISCORD_TOKEN=" + local.Token(), "ONEIROS_DISCORD_API_BASE=" + local.APIBase(), "ONEIROS_METRICS_ADDR=" + addr,
		"ONEIROS_STORE_PATH=" + filepath.Join(t.TempDir(), "oneiros.db"),
	}
	says := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(args, environ, &out, &errs); code != 0 {
			t.Errorf("%v ends with %d and says: %s", args, code, errs.String())
		}
		return out.String()
	}
	const wrong = "the host's clock is 16m" // a second more or less
	if said := says("check"); !strings.Contains(said, "clock: "+wrong) || !strings.Contains(said, " ahead of Discord's") {
		t.Errorf("check says: %s", said)
	}
	conf, err := Load("", environ)
	if err != nil {
		t.Fatal(err)
	}
	serves(t, conf, local)
	if said := says("health"); !strings.HasPrefix(said, "ready\n"+wrong) {
		t.Errorf("health says: %s", said)
	}
	res, err := http.Get("http://" + addr + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(res.Body); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "oneiros_clock_ahead_seconds 959") && !strings.Contains(b.String(), "oneiros_clock_ahead_seconds 96") {
		t.Error("the metrics do not have the difference")
	}
}
