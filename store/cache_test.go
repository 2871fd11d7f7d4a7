package store

import "testing"

func TestCache(t *testing.T) {
	t.Parallel()
	var c cache[string]
	_, round, ok := c.get(1)
	if ok {
		t.Error("the zero cache is not empty")
	}
	c.put(1, "one", round)
	c.put(2, "two", round)
	if v, _, ok := c.get(1); !ok || v != "one" {
		t.Errorf("1 is %q, %v", v, ok)
	}
	c.drop(1)
	if v, _, ok := c.get(1); ok {
		t.Errorf("dropped, 1 is %q", v)
	}
	if v, _, ok := c.get(2); !ok || v != "two" {
		t.Errorf("when 1 is dropped, 2 is %q, %v", v, ok)
	}
	c.put(1, "read before the drop", round)
	if v, _, ok := c.get(1); ok {
		t.Errorf("1 is %q, which may be out of date", v)
	}
}

// TestCacheOfOthers: a record that is read while another one changes is kept.
func TestCacheOfOthers(t *testing.T) {
	t.Parallel()
	var c cache[string]
	_, one, _ := c.get(1)
	_, two, _ := c.get(2)
	c.change(2, func(string) string { return "" })
	c.put(1, "one", one)
	c.put(2, "two", two)
	if _, _, ok := c.get(1); !ok {
		t.Error("1 is not cached, because 2 changed")
	}
	if v, _, ok := c.get(2); ok {
		t.Errorf("2 is %q, which may be out of date", v)
	}
}

// TestCacheSize: a full cache drops a part of its records and goes on.
func TestCacheSize(t *testing.T) {
	t.Parallel()
	var c cache[int]
	for id := range uint64(cacheSize) {
		c.put(id, int(id), 0)
	}
	if len(c.items) != cacheSize {
		t.Errorf("%d of %d records are cached", len(c.items), cacheSize)
	}
	c.put(cacheSize, cacheSize, 0)
	if v, _, ok := c.get(cacheSize); !ok || v != cacheSize || len(c.items) != cacheSize*7/8+1 {
		t.Errorf("the next record is %d, %v; %d are cached", v, ok, len(c.items))
	}
}

// TestMemory: erasing a person or a server drops what is remembered of them, and nothing else.
func TestMemory(t *testing.T) {
	t.Parallel()
	m := &memory{}
	has := func(users, lessons, guilds bool) {
		t.Helper()
		_, _, user := remembered[User](m, usersTable).get(7)
		_, _, lesson := remembered[Lessons](m, lessonsTable).get(7)
		_, _, guild := remembered[Guild](m, guildsTable).get(7)
		if user != users || lesson != lessons || guild != guilds {
			t.Errorf("remembered are a user %v, lessons %v, a server %v", user, lesson, guild)
		}
	}
	fill := func() {
		users, lessons, guilds := remembered[User](m, usersTable), remembered[Lessons](m, lessonsTable), remembered[Guild](m, guildsTable)
		for _, id := range []uint64{7, 8} {
			_, round, _ := users.get(id)
			users.put(id, User{ID: id}, round)
			_, round, _ = lessons.get(id)
			lessons.put(id, Lessons{}, round)
			_, round, _ = guilds.get(id)
			guilds.put(id, Guild{ID: id}, round)
		}
	}
	m.dropPerson(7) // nothing is remembered yet
	fill()
	has(true, true, true)
	m.dropServer(8)
	has(true, true, true)
	m.dropPerson(7)
	has(false, false, true)
	fill()
	m.dropServer(7)
	has(true, true, false)
	m = &memory{}
	m.turnOff()
	fill()
	has(false, false, false)
}
