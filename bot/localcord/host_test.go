package localcord

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

// askHost is a request to a server under a host, with headers in pairs.
func askHost(t *testing.T, s *Server, method, path, host, body string, headers ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// paths are one of each kind of what the server serves.
var paths = []string{"/", "/assets/app.js", "/local/people", "/local/state", "/local/faults", "/api/v10/gateway", "/gateway/?v=10", "/attachments/1/2/x.png"}

// TestOwnHost asks under hosts of all kinds. A foreign name is refused whatever it is
// bound to, and nothing happens.
func TestOwnHost(t *testing.T) {
	s, err := New(Config{URL: "http://dreams.example:8080", Hosts: []string{"MyBox:9000", ":8080", ""}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for host, own := range map[string]bool{
		"localhost": true, "localhost:8080": true, "LOCALHOST.:1": true, "127.0.0.1": true, "127.0.0.1:8080": true, "192.168.1.7:80": true,
		"[::1]": true, "[::1]:8080": true, "dreams.example": true, "dreams.example:8080": true, "mybox": true, "mybox.:9": true,
		"": false, ":8080": false, "evil.example": false, "evil.example:8080": false, "localhost.evil.example": false, "127.0.0.1.evil.example:8080": false,
		"evil.localhost": false, "dreams.example.evil": false, "0x7f.1": false, "2130706433": false, "[evil]:80": false, "box": false,
	} {
		for _, path := range paths {
			if w := askHost(t, s, "GET", path, host, ""); (w.Code == http.StatusMisdirectedRequest) == own {
				t.Errorf("%q, %s: %d", host, path, w.Code)
			}
		}
		// A bound name is the origin of its own page, too.
		w := askHost(t, s, "POST", "/local/user", host, `{"user":"`+string(s.w.People.All()[3].ID)+`","name":"Eve`+host+`"}`, "Origin", "http://"+host, "Content-Type", "application/json")
		if done := s.w.People.All()[3].Name == "Eve"+host; w.Code == 200 != own || done != own {
			t.Errorf("%q: a post has %d: %s", host, w.Code, w.Body)
		}
	}
	if s.URL() != "http://dreams.example:8080" {
		t.Errorf("the server is at %s", s.URL())
	}
}

// TestHostIsNotLearned: the first request does not tell a server where it is when it
// is not for this server. The bot would be sent there.
func TestHostIsNotLearned(t *testing.T) {
	s, err := New(Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	askHost(t, s, "GET", "/", "evil.example", "")
	if s.URL() != "" {
		t.Errorf("the server is at %s", s.URL())
	}
	askHost(t, s, "GET", "/", "127.0.0.1:8080", "")
	if s.URL() != "http://127.0.0.1:8080" {
		t.Errorf("the server is at %q", s.URL())
	}
}

// TestOtherSites asks as a browser does for pages of other sites: by scripts, forms,
// pictures, frames and websockets. Only a link to the first page works.
func TestOtherSites(t *testing.T) {
	s := start(t, Config{})
	host := strings.TrimPrefix(s.URL(), "http://")
	say := `{"user":"` + string(s.w.People.All()[0].ID) + `","channel":"` + string(s.Channel("")) + `","content":"evil"}`
	const json = "application/json"
	for name, headers := range map[string][]string{
		"another origin":          {"Origin", "https://evil.example", "Content-Type", json},
		"another port":            {"Origin", "http://127.0.0.1:1", "Content-Type", json},
		"a name like ours":        {"Origin", "http://" + host + ".evil.example", "Content-Type", json},
		"our name as a user":      {"Origin", "http://" + host + "@evil.example", "Content-Type", json},
		"a frame without origin":  {"Origin", "null", "Content-Type", json},
		"no origin that is one":   {"Origin", "http://%", "Content-Type", json},
		"a browser says so":       {"Sec-Fetch-Site", "cross-site", "Content-Type", json},
		"another port, says so":   {"Sec-Fetch-Site", "same-site", "Content-Type", json},
		"a form":                  {"Content-Type", "application/x-www-form-urlencoded"},
		"a form of text":          {"Content-Type", "text/plain"},
		"a form with a file":      {"Content-Type", "multipart/form-data; boundary=x"},
		"a form that says little": {},
		"a form that says both":   {"Content-Type", "text/plain; application/json"},
	} {
		w := askHost(t, s, "POST", "/local/say", host, say, headers...)
		if w.Code != 403 && w.Code != 415 || strings.Contains(w.Header().Get("Access-Control-Allow-Origin"), "*") {
			t.Errorf("%s: %d", name, w.Code)
		}
		if m := s.Users()[1].Last(s.Channel("")); m != nil {
			t.Fatalf("%s: %q was said", name, m.Content)
		}
	}
	for _, path := range paths[1:] {
		for _, headers := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}} {
			if w := askHost(t, s, "GET", path, host, "", headers...); w.Code != 403 {
				t.Errorf("%s with %v: %d", path, headers, w.Code)
			}
		}
	}
	page := askHost(t, s, "GET", "/", host, "", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate")
	if page.Code != 200 || page.Header().Get("Content-Security-Policy") != "frame-ancestors 'none'" || page.Header().Get("Cross-Origin-Resource-Policy") != "same-origin" {
		t.Errorf("a link to the page: %d, %v", page.Code, page.Header())
	}
	socket := "ws" + strings.TrimPrefix(s.URL(), "http") + "/gateway/?v=10"
	if ws, resp, err := websocket.DefaultDialer.Dial(socket, http.Header{"Origin": {"https://evil.example"}}); err == nil || resp.StatusCode != 403 {
		t.Errorf("a websocket of another site: %v", err)
		ws.Close()
	}
	// What is ours still works: the page, and a program.
	for _, headers := range [][]string{{"Origin", "http://" + host, "Sec-Fetch-Site", "same-origin", "Content-Type", json}, {"Content-Type", json + "; charset=utf-8"}} {
		if w := askHost(t, s, "POST", "/local/say", host, say, headers...); w.Code != 200 {
			t.Errorf("%v: %d %s", headers, w.Code, w.Body)
		}
	}
	w := dial(t, s, "v=10")
	w.expect(10, nil)
}
