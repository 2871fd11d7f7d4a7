package rehearse

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// What is noted of other processes with the same token.
const (
	noteOthers  = "another process posts with this token; end it, because both get each press and each event, and rehearse again"
	notePressed = "a press or a command came that is not the rehearsal's; if a bot with this token runs elsewhere, end it and rehearse again"
)

// isOfOthers reports whether an event tells of a message of the bot that no rehearsal posted. The
// lock is held.
func isOfOthers(t *tape, e rawEvent) bool {
	var about struct {
		ID     string `json:"id"`
		Type   int    `json:"type"`
		Author struct {
			ID string `json:"id"`
		} `json:"author"`
	}
	return e.kind == "MESSAGE_CREATE" && json.Unmarshal(e.data, &about) == nil && about.Type == 0 &&
		t.shaper.parts[about.Author.ID] == bots && !t.made[about.ID] && !strings.Contains(string(e.data), mark)
}

// pressedElsewhere says once that a press came which nothing here waits for.
func pressedElsewhere(r *run) {
	if !r.elsewhere {
		r.elsewhere = true
		r.tape.note(notePressed)
		r.Say("  " + notePressed)
	}
}

// silentTime is after how long a wait for a limit is said.
const silentTime = 3 * time.Second

// watch says what a step waits for while it waits for a limit. It ends with what it returns.
func watch(r *run) (end func()) {
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		each := time.NewTicker(time.Second)
		defer each.Stop()
		for {
			select {
			case <-stop:
				return
			case <-each.C:
			}
			if what, left := limitedNow(r.tape); left >= silentTime {
				r.Say(fmt.Sprintf("  waiting: Discord's limit lets %s through again in %v", what, left.Round(time.Second)))
				<-stop
				return
			}
		}
	}()
	return func() { close(stop); <-ended }
}

// limitedNow is the endpoint with the longest limit, and how much of that is left, while no request
// is on the way.
func limitedNow(t *tape) (what string, left time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asking > 0 || time.Since(t.active) < silentTime {
		return "", 0
	}
	for endpoint, until := range t.limits {
		if one := time.Until(until); one > left {
			what, left = endpoint, one
		}
	}
	return what, left
}
