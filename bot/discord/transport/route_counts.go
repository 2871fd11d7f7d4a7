package transport

import (
	"cmp"
	"slices"
	"sync"
)

// RouteStats are how many requests of a route were sent.
type RouteStats struct {
	Route   string // method and shape of the path
	Counted bool   // whether they are among the bot's fifty requests a second
	Sent    uint64
}

// routeCounts counts requests by route. There are as many as the package has routes.
type routeCounts struct {
	mu   sync.Mutex
	sent map[string]*RouteStats
}

// add counts a request.
func (c *routeCounts) add(r *Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.sent[r.Route]
	if s == nil {
		if c.sent == nil {
			c.sent = map[string]*RouteStats{}
		}
		s = &RouteStats{Route: r.Route, Counted: !r.ByToken}
		c.sent[r.Route] = s
	}
	s.Sent++
}

// list is what was counted, in the order of the routes.
func (c *routeCounts) list() []RouteStats {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]RouteStats, 0, len(c.sent))
	for _, s := range c.sent {
		list = append(list, *s)
	}
	slices.SortFunc(list, func(a, b RouteStats) int { return cmp.Compare(a.Route, b.Route) })
	return list
}
