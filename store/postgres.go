package store

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/jmoiron/sqlx"
)

// These times keep a process from waiting forever for a server or a network that is
// gone, and a server from keeping the locks of a process that is gone.
const (
	connectWithin = 5 * time.Second
	answerWithin  = 5 * time.Second
	idleWithin    = 5 * time.Second // in the middle of a transaction
)

// IsPostgres reports whether a database is named by an address of PostgreSQL. Any
// other name is the path of a file.
func IsPostgres(at string) bool {
	return strings.HasPrefix(at, "postgres://") || strings.HasPrefix(at, "postgresql://")
}

// CheckAddress returns what is wrong with an address of PostgreSQL, or nil. The error
// never holds a part of the address, because that may be the password.
func CheckAddress(address string) error {
	want := errors.New("want an address such as postgres://oneiros@localhost:5432/oneiros")
	u, err := url.Parse(address)
	if !IsPostgres(address) || err != nil {
		return want
	}
	// PostgreSQL would take the name of the user for the database, and a mistake for a
	// setting of the session.
	if strings.Trim(u.Path, "/") == "" && u.Query().Get("dbname") == "" && u.Query().Get("database") == "" {
		return fmt.Errorf("%w; this one names no database", want)
	}
	if _, err := pgx.ParseConfig(address); err != nil {
		return fmt.Errorf("%w; this one, or a file that it names, cannot be read", want)
	}
	return nil
}

// Name is how a database is called where people read it. It is the path of a file, or
// an address of PostgreSQL without its password.
func Name(at string) string {
	if !IsPostgres(at) {
		return at
	}
	u, err := url.Parse(at)
	if err != nil {
		return "postgres://…"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User != nil {
		shown.User = url.User(u.User.Username())
	}
	query := url.Values{}
	for _, key := range []string{"host", "port", "user", "dbname", "search_path"} {
		if v := u.Query().Get(key); v != "" {
			query.Set(key, v)
		}
	}
	shown.RawQuery = query.Encode()
	return shown.String()
}

// connectPostgres opens a pool of connections.
//
// A reading transaction sees the database at one moment, like one of SQLite. A
// writing one locks the row of the lease first, so that it needs no more than that.
func connectPostgres(ctx context.Context, address string, pool postgresPool) (*sqlx.DB, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", CheckAddress(address))
	}
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = connectWithin
	}
	if pool.notice != nil {
		config.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { pool.notice(n) }
	}
	set := config.RuntimeParams
	set["application_name"] = "oneiros"
	if !pool.patient {
		dial := config.DialFunc
		config.DialFunc = func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dial(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return &impatientConn{Conn: conn}, nil
		}
		set["lock_timeout"] = fmt.Sprint(answerWithin.Milliseconds())
		set["statement_timeout"] = fmt.Sprint(answerWithin.Milliseconds())
		set["idle_in_transaction_session_timeout"] = fmt.Sprint(idleWithin.Milliseconds())
	}
	if !pool.readOnly {
		set["default_transaction_isolation"] = "read committed"
		if several(config) && config.ValidateConnect == nil {
			config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
		}
	} else {
		set["default_transaction_isolation"] = "repeatable read"
		set["default_transaction_read_only"] = "on"
	}
	connector := stdlib.GetConnector(*config, stdlib.OptionAfterConnect(prepareSession))
	db := sqlx.NewDb(connectorDB(connector, pool), postgresDriver)
	db.SetMaxOpenConns(pool.conns)
	db.SetMaxIdleConns(pool.conns)
	if err := db.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open database: %w", classify(err)), db.Close())
	}
	return db, nil
}

// several reports whether an address names more than one host. One of them takes what
// is written, and the others may be its copies.
func several(config *pgx.ConnConfig) bool {
	for _, f := range config.Fallbacks {
		if f.Host != config.Host || f.Port != config.Port {
			return true
		}
	}
	return false
}

// prepareSession makes a commit wait until it is on the disk, even where the server
// is set to answer earlier. A stricter setting stays.
func prepareSession(ctx context.Context, conn *pgx.Conn) error {
	if e := conn.PgConn().ParameterStatus("server_encoding"); e != "" && e != "UTF8" {
		return fmt.Errorf("the database has the encoding %s: want UTF8", e)
	}
	_, err := conn.Exec(ctx, `SELECT set_config('synchronous_commit', 'on', false)
		WHERE current_setting('synchronous_commit', true) IN ('off', 'local', 'remote_write')`)
	return err
}

// impatientConn is a connection whose reads end when no answer comes. PostgreSQL
// speaks only when it is asked, so a reader waits for an answer.
type impatientConn struct {
	net.Conn
	limit atomic.Int64 // the deadline that the driver set, or 0
}

// SetDeadline keeps the deadline for later reads.
func (c *impatientConn) SetDeadline(t time.Time) error {
	c.limit.Store(toMillis(t))
	return c.Conn.SetDeadline(t)
}

// Read reads an answer. The server itself ends a statement before the connection ends.
func (c *impatientConn) Read(b []byte) (int, error) {
	limit := time.Now().Add(answerWithin + time.Second)
	if set := fromMillis(c.limit.Load()); !set.IsZero() && set.Before(limit) {
		limit = set
	}
	if err := c.SetReadDeadline(limit); err != nil {
		return 0, err
	}
	return c.Conn.Read(b)
}

// CheckServer returns why a database of PostgreSQL cannot be written, or nil. The
// advice names settings of the server with which acknowledged moves could be lost. It
// changes nothing.
func CheckServer(ctx context.Context, address string) (advice []string, err error) {
	db, err := connectPostgres(ctx, address, postgresPool{conns: 1})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var readOnly string
	if err := db.GetContext(ctx, &readOnly, `SHOW transaction_read_only`); err != nil {
		return nil, classify(err)
	}
	if readOnly == "on" {
		return nil, ErrReadOnly
	}
	var mayCreate bool
	if err := db.GetContext(ctx, &mayCreate, `SELECT coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)`); err != nil {
		return nil, classify(err)
	}
	if !mayCreate {
		return nil, fmt.Errorf("%w: this user may make no tables in the schema, or there is no schema of that name", ErrUnreachable)
	}
	for name, safe := range map[string]string{"fsync": "on", "full_page_writes": "on"} {
		var is string
		if err := db.GetContext(ctx, &is, `SELECT coalesce(current_setting(?, true), ?)`, name, safe); err != nil {
			return nil, classify(err)
		}
		if is != safe {
			advice = append(advice, fmt.Sprintf("%s is %s, so a loss of power can lose moves; set it to %s", name, is, safe))
		}
	}
	slices.Sort(advice)
	return advice, nil
}

// connectReadOnly opens a pool of connections that change nothing.
func connectReadOnly(ctx context.Context, at string, n int) (*sqlx.DB, error) {
	if IsPostgres(at) {
		return connectPostgres(ctx, at, postgresPool{conns: n, readOnly: true, patient: true})
	}
	return connect(ctx, at, n, "_pragma=busy_timeout(5000)&_pragma=query_only(1)")
}
