package table

import (
	"time"

	"oneiros/bot/table/incident"
	"oneiros/bot/table/people"
	"oneiros/games"
)

// pauseOnFault stops the clock after an incident. It holds even when it cannot be
// saved, because the rules that failed would fail again.
func (t *table) pauseOnFault(p *incident.Panicked) error {
	refusal := games.Refuse("table.incident", p.Incident)
	if t.Rec.Paused != "" || t.Unread != "" {
		return refusal
	}
	now := time.Now()
	next := people.Clone(t.Rec)
	next.Paused, next.Incident = "table.incident", p.Incident
	people.TidyMotion(&next)
	if err := t.saveUnseen(next, now); err != nil {
		t.log.Failed(err).Str("match", t.Rec.ID).Msg("save pause failed")
		t.TakeUnsaved(next, now)
	}
	t.publish()
	return refusal
}
