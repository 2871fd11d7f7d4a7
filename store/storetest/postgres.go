package storetest

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
)

// Server is a PostgreSQL of its own, in a temporary folder. Only a socket in that
// folder leads to it.
type Server struct {
	dir     string
	bin     string
	attr    *syscall.SysProcAttr
	process *exec.Cmd
	drained sync.WaitGroup // of what it says
	names   atomic.Int64   // that were given to schemas and databases
	owner   *sql.DB        // the owner's connections
}

// errNone: no PostgreSQL is installed here.
var errNone = errors.New("there is no PostgreSQL here: neither initdb in PATH nor /usr/lib/postgresql/*/bin")

// first is the stopped server of which all others are copies. initdb needs most of a
// second of the processor. In it is the database prepared, if there is a [Prepare].
var first = sync.OnceValues(func() (s *Server, err error) {
	if s, err = newFolder(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.remove()
		}
	}()
	initdb := s.command("initdb", "-D", s.data(), "-U", "oneiros", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	if prepare == nil {
		return s, nil
	}
	if err := s.Start(); err != nil {
		return nil, err
	}
	err = s.exec("CREATE DATABASE prepared")
	if err == nil {
		err = prepare(context.Background(), s.address("prepared", ""))
	}
	s.stop(syscall.SIGINT) // it writes everything, so that the copies need not recover
	return s, err
})

// shared is the server of this test binary. Its first user starts it.
var shared = sync.OnceValues(newServer)

// used are the servers that are not removed with a test.
var used struct {
	mu   sync.Mutex
	list []*Server
}

// Postgres returns the address of an empty database, in a schema of its own on the
// server of this test binary. Where no PostgreSQL is installed, the test is skipped.
func Postgres(t testing.TB) (address string) {
	t.Helper()
	return Shared(t).Schema(t)
}

// Shared is the server of this test binary, which no test may stop. Where no PostgreSQL
// is installed, the test is skipped.
func Shared(t testing.TB) *Server {
	t.Helper()
	s, err := shared()
	skipWithout(t, err)
	return s
}

// HasPostgres reports whether PostgreSQL is installed. Where it has to be, it is true.
func HasPostgres() bool {
	_, err := postgresFolder()
	return err == nil || os.Getenv("REQUIRE_POSTGRES") != ""
}

// NewServer starts a server that the test may stop. It ends with the test.
func NewServer(t testing.TB) *Server {
	t.Helper()
	s, err := newServer()
	skipWithout(t, err)
	t.Cleanup(s.remove)
	return s
}

func skipWithout(t testing.TB, err error) {
	t.Helper()
	if errors.Is(err, errNone) && os.Getenv("REQUIRE_POSTGRES") == "" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// removeServers removes what outlives the tests.
func removeServers() {
	used.mu.Lock()
	defer used.mu.Unlock()
	for _, s := range used.list {
		s.remove()
	}
}

// newServer starts a copy of the first server.
func newServer() (s *Server, err error) {
	from, err := first()
	if err != nil {
		return nil, err
	}
	if s, err = newFolder(); err != nil {
		return nil, err
	}
	if out, err := s.command("cp", "-R", "-p", from.data(), s.data()).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("copy the data of PostgreSQL: %w\n%s", err, out)
	}
	return s, s.Start()
}

// newFolder makes the folder of a server, with an owner who may run it.
func newFolder() (s *Server, err error) {
	s = &Server{attr: &syscall.SysProcAttr{}}
	if s.bin, err = postgresFolder(); err != nil {
		return nil, err
	}
	if s.dir, err = os.MkdirTemp("", "postgres"); err != nil {
		return nil, err
	}
	used.mu.Lock()
	used.list = append(used.list, s)
	used.mu.Unlock()
	if os.Getuid() == 0 { // PostgreSQL refuses to run as root
		if err := s.becomeNobody(); err != nil {
			return nil, err
		}
	}
	endWithParent(s.attr)
	s.owner, err = sql.Open("pgx", s.address("postgres", "")) // it connects when it is used
	return s, err
}

// postgresFolder is the folder of PostgreSQL's programs.
func postgresFolder() (string, error) {
	list, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // where Debian has them
	if err != nil {
		return "", err
	}
	slices.SortFunc(list, func(a, b string) int { return len(a) - len(b) }) // 9 before 15
	if len(list) > 0 {
		return filepath.Dir(list[len(list)-1]), nil
	}
	name, err := exec.LookPath("initdb")
	if err != nil {
		return "", errNone
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return "", err
	}
	return filepath.Dir(name), nil
}

// becomeNobody lets another user own the folder and run the programs.
func (s *Server) becomeNobody() error {
	u, err := user.Lookup("nobody")
	if err != nil {
		return err
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return err
	}
	runAs(s.attr, uint32(uid), uint32(gid))
	return os.Chown(s.dir, uid, gid)
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// command is one of PostgreSQL's programs, or of the system where it has none of the name.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	if program := filepath.Join(s.bin, name); exists(program) {
		name = program
	}
	c := exec.Command(name, args...)
	c.Dir, c.SysProcAttr = s.dir, s.attr
	c.Env = append(os.Environ(), "LC_ALL=C")
	return c
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Start starts a server that was stopped, and waits until it answers.
func (s *Server) Start() error {
	settings := []string{"-D", s.data(), "-k", s.dir, "-c", "listen_addresses=", "-c", "max_connections=300", "-c", "shared_buffers=32MB"}
	if !benchmarks() { // nothing of a test has to outlive a loss of power
		settings = append(settings, "-c", "fsync=off", "-c", "full_page_writes=off", "-c", "autovacuum=off")
	}
	s.process = s.command("postgres", settings...)
	log, err := s.process.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.process.Start(); err != nil {
		return err
	}
	var said strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "ready to accept connections") {
			s.drained.Go(func() { _, _ = io.Copy(io.Discard, log) }) // until the server ends
			return nil
		}
	}
	return fmt.Errorf("start PostgreSQL: %w\n%s", s.process.Wait(), said.String())
}

// Stop stops the server at once, as a crash does: no client is told, and it recovers at
// its next start.
func (s *Server) Stop() { s.stop(syscall.SIGQUIT) }

func (s *Server) stop(how syscall.Signal) {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Signal(how) // it may have ended by itself
	s.drained.Wait()
	_ = s.process.Wait() // its exit code says that it was stopped
	s.process = nil
}

func (s *Server) remove() {
	_ = s.owner.Close() // what it did is done
	s.Stop()
	_ = os.RemoveAll(s.dir) // a temporary folder
}

// Socket is the folder of the socket.
func (s *Server) Socket() string { return s.dir }

// Run runs one of PostgreSQL's programs.
func (s *Server) Run(t testing.TB, name string, args ...string) {
	t.Helper()
	if out, err := s.command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}

// Schema makes an empty schema and returns its address.
func (s *Server) Schema(t testing.TB) (address string) {
	t.Helper()
	name := fmt.Sprintf("s%d", s.names.Add(1))
	s.Exec(t, "CREATE SCHEMA "+name)
	return s.address("postgres", name)
}

// Database makes a database as [Prepare] prepares it, and returns its address.
func (s *Server) Database(t testing.TB) (address string) {
	t.Helper()
	if prepare == nil {
		t.Fatal("nothing was prepared")
	}
	name := fmt.Sprintf("d%d", s.names.Add(1))
	query := "CREATE DATABASE " + name + " TEMPLATE prepared"
	if s.version(t) >= 15 { // the other way goes through the log
		query += " STRATEGY file_copy"
	}
	s.Exec(t, query)
	return s.address(name, "")
}

// version is the number of PostgreSQL's version.
func (s *Server) version(t testing.TB) (n int) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(s.data(), "PG_VERSION"))
	if err == nil {
		n, err = strconv.Atoi(strings.TrimSpace(string(text)))
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Exec runs statements as the owner of the server.
func (s *Server) Exec(t testing.TB, query string) {
	t.Helper()
	if err := s.exec(query); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) exec(query string) error {
	_, err := s.owner.ExecContext(context.Background(), query)
	return err
}

// address is where a database is, or one of its schemas.
func (s *Server) address(database, schema string) string {
	query := url.Values{"host": {s.dir}}
	if schema != "" {
		query.Set("search_path", schema)
	}
	return "postgres://oneiros@/" + database + "?" + strings.ReplaceAll(query.Encode(), "%2F", "/")
}
