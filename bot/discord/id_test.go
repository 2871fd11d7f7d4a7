package discord

import (
	"encoding/json"
	"testing"
	"time"
)

func TestShardHas(t *testing.T) {
	t.Parallel()
	const guild = 37<<22 | 1<<21 | 5
	for of, want := range map[int]int{1: 0, 2: 1, 16: 5, 40: 37} {
		for n := range of {
			if got := (ShardID{n, of}).Has(guild); got != (n == want) {
				t.Errorf("shard %d of %d: %v", n, of, got)
			}
		}
	}
	if !(ShardID{0, 7}).Has(0) || (ShardID{1, 7}).Has(0) || (ShardID{}).Has(0) {
		t.Error("direct messages are shard 0's, and of no shard that is unknown")
	}
}

func TestID(t *testing.T) {
	t.Parallel()
	var v struct{ A, B, C, D ID }
	if err := json.Unmarshal([]byte(`{"A":"18446744073709551615","B":7,"C":null,"D":""}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.A != 1<<64-1 || v.B != 7 || v.C != 0 || v.D != 0 {
		t.Errorf("%+v", v)
	}
	if b, err := json.Marshal(v); err != nil || string(b) != `{"A":"18446744073709551615","B":"7","C":"0","D":"0"}` {
		t.Errorf("%s, %v", b, err)
	}
	for _, s := range []string{"", "0", "-1", "x", "18446744073709551616", " 1"} {
		if id, err := ParseID(s); err == nil {
			t.Errorf("%q is %d", s, id)
		}
	}
	at := time.Date(2026, 3, 4, 5, 6, 7, 8e6, time.UTC)
	if id := IDAt(at); !id.Time().Equal(at) {
		t.Errorf("%v became %v", at, id.Time())
	}
}
