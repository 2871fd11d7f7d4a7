package rest

import (
	"fmt"

	"oneiros/bot/localcord/endpoint"
	"oneiros/bot/localcord/wire"
)

// Refuse refuses the next calls of a route, so many times, with an error code. A route
// is "PATCH /channels/{channel}/messages/{message}". 401 is the refusal of a token.
// 0 times end it.
func (s *API) Refuse(route string, code, times int) error {
	e := wire.RefusalByCode(code)
	if e == nil {
		return fmt.Errorf("refuse %s: there is no refusal with code %d", route, code)
	}
	for _, r := range endpoint.Table {
		if r.Name() == route {
			s.w.Lock()
			defer s.w.Unlock()
			s.refusing[r] = &refusing{e, times}
			return nil
		}
	}
	return fmt.Errorf("refuse %s: there is no such route", route)
}

// RefuseNothing ends what Refuse has asked for. The caller holds the lock.
func (s *API) RefuseNothing() { clear(s.refusing) }

// refusing says how the calls of a route are refused, and how many are still to be
// refused.
type refusing struct {
	with *wire.Refusal
	left int
}

// refuse is the refusal that Refuse has asked for, if it has.
func (s *API) refuse(q *call) error {
	s.w.Lock()
	defer s.w.Unlock()
	f := s.refusing[q.to]
	if f == nil || f.left <= 0 {
		return nil
	}
	f.left--
	s.tap(q, 0, nil, f.with)
	return f.with
}
