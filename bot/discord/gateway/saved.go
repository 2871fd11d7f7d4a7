package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"oneiros/bot/discord"

	"github.com/rs/zerolog"
)

// SavedSession is what another process needs to go on with a shard's session. With
// the id and the bot's token any person could do so.
type SavedSession struct {
	Shard   discord.ShardID
	ID      string // Discord's id of the session: a secret
	Seq     int64  // of the last event that was handled
	Address string // where Discord wants it to be resumed
	Token   string // digest of the bot's token, which the session belongs to

	App, Bot discord.ID
	Guilds   int          // how many there are
	Away     []discord.ID // of them, those that are not available

	// Clean says that the process ended by itself after it had handled all up to Seq.
	// Otherwise it may have handled later events, too.
	Clean bool
	At    time.Time // when it was saved
}

// Format writes which shard it is, and nothing that is secret.
func (s SavedSession) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "session of shard %d of %d", s.Shard.Number, s.Shard.Of)
}

// ErrTold is among the errors of [Sessions] that need no line in the log: another person
// tells that nothing can be saved, or that another process has the shard.
var ErrTold = errors.New("the reason is logged elsewhere")

// ErrChangedSession is the error of a saved session that is not as the bot saved it. It is
// forgotten, and a new session begins.
var ErrChangedSession = errors.New("the saved session was changed")

// Sessions keep the sessions of shards for the next process.
type Sessions interface {
	// GatewaySession is the saved session of the shard with a number; it is zero when
	// there is none. It may be one of another count of shards. One that is not as it was
	// saved is ErrChangedSession, and it is deleted.
	GatewaySession(ctx context.Context, shard int) (SavedSession, error)
	// SaveGatewaySession replaces the session of the same number.
	SaveGatewaySession(ctx context.Context, s SavedSession) error
	// DeleteGatewaySession deletes it. It is no error if there is none.
	DeleteGatewaySession(ctx context.Context, shard int) error
}

const (
	saveEvery   = 10 * time.Second // how often the sequence is saved while events arrive
	saveIdle    = time.Minute      // and while none arrive
	saveTimeout = 5 * time.Second  // of one save
	// savedFor is how old a session may be that is resumed. Discord does not say how
	// long it keeps one; these are minutes. An attempt in vain costs some seconds.
	savedFor = 10 * time.Minute
)

// tokenDigest tells apart whose sessions are saved, without showing the token.
func tokenDigest(token string) string {
	sum := sha256.Sum256([]byte("gateway session " + token))
	return hex.EncodeToString(sum[:16])
}

// usable reports whether a saved session can be resumed with a token now.
func (s SavedSession) usable(token string, now time.Time) bool {
	age := now.Sub(s.At)
	return s.ID != "" && s.Seq > 0 && s.Token == tokenDigest(token) && age < savedFor && age > -savedFor
}

// discordGateways are Discord's own gateways.
const discordGateways = ".discord.gg"

// isTrusted reports whether the token may be sent to an address to resume at. A
// session says it, and a saved one may be forged. It has to be the host of the
// gateway that the API names, or one of Discord's own. It has to be encrypted unless
// that gateway is not.
func isTrusted(address, gateway string) bool {
	a, err := url.Parse(address)
	if err != nil || a.User != nil || a.Opaque != "" {
		return false
	}
	g, err := url.Parse(gateway)
	if err != nil {
		return false
	}
	if a.Scheme != "wss" && (a.Scheme != "ws" || g.Scheme != "ws") {
		return false
	}
	host := strings.ToLower(a.Hostname())
	if host == "" {
		return false
	}
	if host == strings.ToLower(g.Hostname()) {
		return true
	}
	return a.Scheme == "wss" && strings.HasSuffix(host, discordGateways) && (a.Port() == "" || a.Port() == "443")
}

// logUnread logs why a saved session is not read. A new one begins.
func logUnread(log zerolog.Logger, err error) {
	if errors.Is(err, ErrChangedSession) {
		log.Warn().Err(err).Msg("forget saved session: its row was changed")
		return
	}
	log.Error().Err(err).Msg("read saved session failed")
}
