package paint

import "testing"

// TestCache shows that no more is kept than there is room for, that what is used all the
// time stays, and that a value stays as it was kept.
func TestCache(t *testing.T) {
	const room = 20 * 1000
	c := NewCache[int, string](room)
	c.Keep(-1, "other", 3000)
	c.Keep(-1, "used", 1000)
	for n := range 500 {
		c.Keep(n, "other", 1000)
		if got, ok := c.Find(-1); !ok || got != "used" {
			t.Fatalf("after %d others the one that is used is %q", n+1, got)
		}
		if c.used > room || c.order.Len() != len(c.by) || c.used != 1000*len(c.by) {
			t.Fatalf("%d bytes are kept in %d, %d, of at most %d", c.used, c.order.Len(), len(c.by), room)
		}
	}
	if _, ok := c.Find(0); ok {
		t.Error("one that nobody used stays")
	}
	c.Keep(1000, "large", room+1)
	if _, ok := c.Find(1000); ok || c.used != room {
		t.Error("one that has no room drives out others")
	}
}
