package discord

import (
	"errors"
	"fmt"
	"strconv"
	"time"
)

// ID is a snowflake: the id of anything on Discord, and the moment at which it was
// made. In JSON it is a string. 0 is no id.
type ID uint64

// epoch is the first second of 2015, from which Discord counts.
const epoch = 1420070400000

// ParseID reads an id in decimal.
func ParseID(s string) (ID, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		return 0, fmt.Errorf("%q is not a Discord id", s)
	}
	return ID(n), nil
}

// IDAt is the smallest id of a moment.
func IDAt(t time.Time) ID { return ID(max(t.UnixMilli()-epoch, 0)) << 22 }

// Time is when the thing was made, by Discord's clock, to the millisecond.
func (id ID) Time() time.Time { return time.UnixMilli(int64(id>>22) + epoch) }

// Since is how much later than another one an id was made. Both are by Discord's clock.
func (id ID) Since(other ID) time.Duration { return id.Time().Sub(other.Time()) }

// String is the id in decimal.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 10) }

// MarshalJSON writes the id as a string.
func (id ID) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, 22)
	b = append(b, '"')
	b = strconv.AppendUint(b, uint64(id), 10)
	return append(b, '"'), nil
}

// UnmarshalJSON reads a string or a number. Null is no id.
func (id *ID) UnmarshalJSON(b []byte) error {
	s := string(b)
	if s == "null" || s == `""` {
		*id = 0
		return nil
	}
	if len(s) > 1 && s[0] == '"' {
		s = s[1 : len(s)-1]
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return errors.New("something that is not a Discord id") // and may be anything else
	}
	*id = ID(n)
	return nil
}

// ShardID names a shard: its number, and of how many. The zero ShardID is none.
type ShardID struct{ Number, Of int }

// Has reports whether the events of a guild arrive at the shard. Guild 0 is direct
// messages.
func (s ShardID) Has(guild ID) bool {
	return s.Of > 0 && uint64(guild)>>22%uint64(s.Of) == uint64(s.Number)
}

// String is the number, as in logs and labels.
func (s ShardID) String() string { return strconv.Itoa(s.Number) }
