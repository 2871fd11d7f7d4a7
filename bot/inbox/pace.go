package inbox

import "time"

const (
	measureEvery = 250 * time.Millisecond // how long something waits before the pace says anything
	paceMemory   = 4 * time.Second        // older than that, what was counted weighs half
	leastHope    = 8                      // so many may always wait: a short line is no crowd
)

// pace is how fast a room is emptied, measured while a person waits in it.
type pace struct {
	since time.Time // since when a person waits
	taken int       // since then
}

// begin begins to measure: a person waits in a room that was empty.
func (p *pace) begin(now time.Time) { *p = pace{since: now} }

// count counts one that was taken.
func (p *pace) count(now time.Time) {
	p.taken++
	if d := now.Sub(p.since); d > paceMemory {
		p.since, p.taken = p.since.Add(d/2), p.taken/2
	}
}

// within is how many will be taken in a time, as far as is known.
func (p *pace) within(d time.Duration, now time.Time) int {
	spent := now.Sub(p.since)
	if spent < measureEvery {
		return capacity
	}
	return max(int(time.Duration(p.taken+1)*d/spent), leastHope)
}
