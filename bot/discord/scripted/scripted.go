// Package scripted is the smallest Discord that can test a bot: a REST server and a
// gateway on loopback. They do what a test or a benchmark tells them, above all
// wrong things. It refuses nothing and keeps nothing. Package localcord is a whole
// Discord.
//
// Without a script it lets every bot in, acknowledges heartbeats and accepts every
// request. It is as fast as it can be, so that a benchmark measures the bot.
package scripted

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// Server is a Discord. Gateway and API have to be set before a bot connects.
type Server struct {
	// Gateway plays one connection, from its first byte. The connection is closed
	// when it returns. Nil plays Conn.Serve.
	Gateway func(*Conn)
	// API sees every request first, with its body, and reports whether it has
	// answered. Nil answers none.
	API func(w http.ResponseWriter, r *http.Request, body []byte) bool
	// Name is the gateway's address, as the API gives it, where that is not the server's
	// own: "wss://discord.test/gateway".
	Name string

	http     *http.Server
	listener net.Listener

	mu     sync.Mutex
	conns  []*Conn
	count  int
	waits  map[uint64]chan<- time.Time // interactions that are not answered yet
	last   uint64
	in     chan struct{} // closed once a connection was let in
	first  sync.Once
	newest atomic.Pointer[Conn] // that was let in
	away   sync.WaitGroup

	requests atomic.Int64
}

// New makes a server. It serves after Start.
func New() *Server {
	return &Server{waits: map[uint64]chan<- time.Time{}, in: make(chan struct{})}
}

// Start listens, and returns the address of the API.
func (s *Server) Start() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("listen on loopback: %w", err)
	}
	return s.StartOn(l), nil
}

// StartOn is Start on a listener, which Close closes.
func (s *Server) StartOn(l net.Listener) string {
	s.listener = l
	s.http = &http.Server{Handler: s}
	s.away.Go(func() {
		// It returns when Close is called, and its error says only that.
		_ = s.http.Serve(l)
	})
	return "http://" + l.Addr().String() + "/api/v10"
}

// gateway is the gateway's address, as the API gives it.
func (s *Server) gateway() string {
	if s.Name != "" {
		return s.Name
	}
	return "ws://" + s.listener.Addr().String() + "/gateway"
}

// Close ends all connections and waits for their scripts.
func (s *Server) Close() error {
	err := s.http.Close()
	s.mu.Lock()
	for _, c := range s.conns {
		c.Cut()
	}
	s.mu.Unlock()
	s.away.Wait()
	return err
}

// Requests is how many requests there were, without those for the gateway.
func (s *Server) Requests() int { return int(s.requests.Load()) }

// ServeHTTP answers one request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if strings.HasPrefix(path, "/gateway") {
		s.connect(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.requests.Add(1)
	if s.API != nil && s.API(w, r, body) {
		return
	}
	path = strings.TrimPrefix(path, "/api/v10")
	switch {
	case strings.HasPrefix(path, "/interactions/"):
		now := time.Now()
		id, _, _ := strings.Cut(path[len("/interactions/"):], "/")
		if n, err := strconv.ParseUint(id, 10, 64); err == nil {
			s.answered(n, now)
		}
		w.WriteHeader(http.StatusNoContent)
	case path == "/gateway/bot":
		s.requests.Add(-1)
		reply(w, map[string]any{"url": s.gateway(), "shards": 1, "session_start_limit": map[string]int{
			"total": 1000, "remaining": 1000, "reset_after": 86400000, "max_concurrency": 1}})
	case path == "/gateway":
		s.requests.Add(-1)
		reply(w, map[string]any{"url": s.gateway()})
	default:
		reply(w, map[string]any{"id": "7", "channel_id": "8"})
	}
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	// A bot that has closed the connection does not need the answer.
	_ = json.NewEncoder(w).Encode(v)
}

// Conn is one connection of the gateway.
type Conn struct {
	N     int    // 1 for the first
	Path  string // that was asked for
	Token string // of the IDENTIFY or RESUME
	Shard []int  // of the IDENTIFY, if it names one
	ID    string // of the session that a RESUME names
	Seq   int64  // of the last event that was sent; of a RESUME, as the bot says

	server *Server
	ws     *websocket.Conn
	mu     sync.Mutex // of writes
}

// Frame is what the bot sends.
type Frame struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

var upgrader = websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}

func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.count++
	c := &Conn{N: s.count, Path: r.URL.String(), server: s, ws: ws}
	s.conns = append(s.conns, c)
	s.mu.Unlock()
	s.away.Add(1)
	defer s.away.Done()
	defer func() {
		c.Cut()
		s.mu.Lock()
		s.conns = slices.DeleteFunc(s.conns, func(x *Conn) bool { return x == c })
		s.mu.Unlock()
	}()
	if s.Gateway != nil {
		s.Gateway(c)
		return
	}
	c.Serve()
}

// Raw sends a text frame.
func (c *Conn) Raw(text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ws.WriteMessage(websocket.TextMessage, []byte(text))
}

// Send sends an operation.
func (c *Conn) Send(op int, data string) error {
	return c.Raw(fmt.Sprintf(`{"t":null,"s":null,"op":%d,"d":%s}`, op, data))
}

// Event sends an event with the next sequence number.
func (c *Conn) Event(name, data string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Seq++
	b := fmt.Appendf(nil, `{"t":%q,"s":%d,"op":0,"d":`, name, c.Seq)
	b = append(append(b, data...), '}')
	return c.ws.WriteMessage(websocket.TextMessage, b)
}

// Recv reads what the bot sends next.
func (c *Conn) Recv() (Frame, error) {
	var f Frame
	err := c.ws.ReadJSON(&f)
	return f, err
}

// CloseWith sends a close frame.
func (c *Conn) CloseWith(code int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
}

// Cut ends the connection without a close frame.
func (c *Conn) Cut() {
	// The connection is gone even if Close returns an error.
	_ = c.ws.Close()
}

// Hello sends the first frame.
func (c *Conn) Hello() error { return c.Send(10, `{"heartbeat_interval":41250}`) }

// Await acknowledges heartbeats until the bot identifies or resumes, and
// returns the operation, 2 or 6.
func (c *Conn) Await() (int, error) {
	for {
		f, err := c.Recv()
		if err != nil {
			return 0, err
		}
		switch f.Op {
		case 1:
			err = c.Send(11, "null")
		case 2, 6:
			var d struct {
				Token   string `json:"token"`
				Seq     int64  `json:"seq"`
				Shard   []int  `json:"shard"`
				Session string `json:"session_id"`
			}
			if err := json.Unmarshal(f.Data, &d); err != nil {
				return 0, err
			}
			c.Token, c.Seq, c.Shard, c.ID = d.Token, d.Seq, d.Shard, d.Session
			return f.Op, nil
		}
		if err != nil {
			return 0, err
		}
	}
}

// Ready lets in a bot that identified. The session is to be resumed at another path.
func (c *Conn) Ready() error {
	return c.Event("READY", fmt.Sprintf(`{"v":10,"user":{"id":"5","username":"oneiros","bot":true},`+
		`"application":{"id":"6","flags":0},"guilds":[{"id":"9","unavailable":true}],`+
		`"session_id":"s","resume_gateway_url":"%s/resume"}`, c.server.gateway()))
}

// Enter says hello and lets the bot in, whether it identifies or resumes. It returns
// the operation.
func (c *Conn) Enter() (int, error) {
	if err := c.Hello(); err != nil {
		return 0, err
	}
	op, err := c.Await()
	if err != nil {
		return 0, err
	}
	if op == 2 {
		err = c.Ready()
	} else {
		err = c.Event("RESUMED", "{}")
	}
	if err != nil {
		return op, err
	}
	c.server.newest.Store(c)
	c.server.first.Do(func() { close(c.server.in) })
	return op, nil
}

// Live acknowledges heartbeats until the connection ends.
func (c *Conn) Live() {
	for {
		f, err := c.Recv()
		if err != nil {
			return
		}
		if f.Op == 1 && c.Send(11, "null") != nil {
			return
		}
	}
}

// Serve is a connection without faults.
func (c *Conn) Serve() {
	if _, err := c.Enter(); err == nil {
		c.Live()
	}
}
