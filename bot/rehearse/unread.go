package rehearse

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"oneiros/bot/discord"
)

// An answer that the bot cannot read ends what the bot wanted to do. A rehearsal goes on, because
// the rest may differ, too. So what it needs to go on it reads itself, whatever type it has.

// isUnread reports whether an error is of an answer that came and cannot be read.
func (r *run) isUnread(err error) bool {
	var f *discord.Fault
	if err == nil || !errors.As(err, &f) {
		return false
	}
	last, ok := r.tape.last()
	return ok && last.status >= 200 && last.status < 300
}

// readable is an error, unless it is of an answer that cannot be read. That is noted.
func (r *run) readable(err error) error {
	if !r.isUnread(err) {
		return err
	}
	r.tape.note("the bot cannot read an answer")
	r.Say("  the bot cannot read the answer: " + err.Error())
	return nil
}

// made is what was made, also where the bot cannot read which id it has.
func (r *run) made(id discord.ID, err error) (discord.ID, error) {
	if err = r.readable(err); err != nil {
		return 0, err
	}
	if id == 0 {
		id = r.lastID("id")
	}
	if id == 0 {
		return 0, errNoID
	}
	return id, nil
}

// lastID is an id in the last answer, which is text or a number there; 0 for none.
func (r *run) lastID(path ...string) discord.ID {
	last, _ := r.tape.last()
	d := json.NewDecoder(bytes.NewReader(last.body))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return 0
	}
	for _, name := range path {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	text, _ := v.(string)
	if n, is := v.(json.Number); is {
		text = n.String()
	}
	id, err := discord.ParseID(text)
	if err != nil {
		return 0
	}
	return id
}

// last is the last answer of the step.
func (t *tape) last() (rawAnswer, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.answers) == 0 {
		return rawAnswer{}, false
	}
	return t.answers[len(t.answers)-1], true
}

// unreadTime is after how long a press was not taken that the gateway told of.
const unreadTime = 2 * time.Second

// claim takes presses of a control that the gateway told of and the bot could not read, so that
// they are compared. It reports whether there were any.
func (t *tape) claim(custom string) (any bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.events {
		if e.kind != "INTERACTION_CREATE" || t.isOurs(e) || time.Since(e.at) < unreadTime || !strings.Contains(string(e.data), `"`+custom+`"`) {
			continue
		}
		var about struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(e.data, &about) == nil {
			t.made[strings.Trim(string(about.ID), `"`)] = true
			any = true
		}
	}
	return any
}
