package localcord

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"oneiros/bot/localcord/wire"
)

// newID is a snowflake of now, greater than every one before.
func (s *Server) newID() ID {
	n := uint64(time.Now().UnixMilli()-wire.Epoch) << 22
	if n <= s.lastID {
		n = s.lastID + 1
	}
	s.lastID = n
	return ID(strconv.FormatUint(n, 10))
}

// stamp is a moment as Discord writes it.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

// Types of channels.
const (
	channelText    = 0
	channelDM      = 1
	channelThread  = 11
	channelPrivate = 12
)

// A Channel is a channel of the server, a thread, or a direct channel between
// the bot and one person. Those given out are snapshots and never change.
type Channel struct {
	ID        ID
	Type      int
	Name      string
	Parent    ID // of a thread
	Topic     string
	Position  int
	Recipient ID // of a direct channel
	Owner     ID // of a thread
	Archived  bool
	Locked    bool
	Archive   int // minutes of silence until a thread is archived
	Last      ID  // its newest message
	Count     int // messages of a thread
	ArchiveAt string
}

func (c *Channel) thread() bool { return c.Type == channelThread || c.Type == channelPrivate }

// wire is the channel as Discord's JSON has it.
func (s *Server) channelWire(c *Channel) map[string]any {
	m := map[string]any{"id": c.ID, "type": c.Type, "flags": 0}
	if c.Last != "" {
		m["last_message_id"] = c.Last
	}
	if c.Type == channelDM {
		if p := s.person(c.Recipient); p != nil {
			m["recipients"] = []User{p.user()}
		}
		return m
	}
	m["guild_id"], m["name"], m["rate_limit_per_user"] = s.guild, c.Name, 0
	if c.thread() {
		m["parent_id"], m["owner_id"] = c.Parent, c.Owner
		m["message_count"], m["total_message_sent"], m["member_count"] = c.Count, c.Count, 1
		m["thread_metadata"] = map[string]any{
			"archived": c.Archived, "locked": c.Locked, "auto_archive_duration": c.Archive,
			"archive_timestamp": c.ArchiveAt, "create_timestamp": stamp(c.ID.Time()),
		}
		return m
	}
	m["parent_id"], m["position"], m["nsfw"] = nil, c.Position, false
	m["permission_overwrites"] = []any{}
	m["topic"] = nil
	if c.Topic != "" {
		m["topic"] = c.Topic
	}
	return m
}

// plain is JSON with every escape undone, for looking for words in it.
func plain(body []byte) string {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return string(body)
	}
	var b strings.Builder
	var visit func(any)
	visit = func(v any) {
		switch v := v.(type) {
		case string:
			b.WriteString(v)
			b.WriteByte('\n')
		case []any:
			for _, e := range v {
				visit(e)
			}
		case map[string]any:
			for k, e := range v {
				b.WriteString(k)
				b.WriteByte('\n')
				visit(e)
			}
		}
	}
	visit(v)
	return b.String()
}

func contains(ids []ID, id ID) bool { return slices.Contains(ids, id) }
