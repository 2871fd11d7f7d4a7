package screen

import (
	"context"
	"time"
)

// Outcome is what came of a press for the surface that it was answered on. The zero
// Outcome says that the answer changed nothing there.
type Outcome struct {
	kind   outcome
	at     Address
	digest string
}

type outcome int

const (
	unchanged outcome = iota
	shows
	lost
)

// Shows says where the surface is now, and the digest of the answer that it shows. An empty
// digest says that the surface is to be edited.
func Shows(at Address, digest string) Outcome { return Outcome{shows, at, digest} }

// Lost says that the answer failed and may have arrived: it is not known what the surface shows.
func Lost() Outcome { return Outcome{kind: lost} }

// Answer answers a press on a surface. The order is what shows each change exactly once:
//
//  1. It holds the surface, so that the reconciler does not edit it.
//  2. do sends the move, reads the table, draws the page and sends it as the answer.
//  3. What the surface shows then is noted. Where the surface is gets saved, if it has a Press
//     and was not saved so before.
//  4. It releases the surface. The reconciler edits it if something happened after it was
//     read: see [Held.Fresh].
//
// The error is that of do, which may have an Outcome, too. Where do panics, the answer is Lost.
// A reader looks at the match: its surfaces come before others for a minute.
func (k *Reconciler) Answer(ctx context.Context, key Key, do func(*Held) (Outcome, error)) (err error) {
	h, out := newHeld(k, key), Lost()
	defer func() {
		h.note(out)
		if out.kind == shows && out.at.Press != 0 {
			h.save(ctx)
		}
		h.release()
	}()
	out, err = do(h)
	return err
}

// Suspend keeps the reconciler from editing a surface while do moves it. An edit that waits
// goes no further.
func (k *Reconciler) Suspend(key Key, do func()) {
	h := newHeld(k, key)
	defer func() {
		h.note(Outcome{})
		h.release()
	}()
	do()
}

// Held is a surface that a press is being answered on.
type Held struct {
	k       *Reconciler
	key     Key
	surface *surface // nil for one that was not tracked yet
	noted   *surface // that is released; nil for none
	answers int      // how many had ended on it when this one began
	crossed bool     // with an edit or another answer
}

func newHeld(k *Reconciler, key Key) *Held {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	for _, s := range k.byMatch[key.Match] {
		s.pressed = now
	}
	for _, s := range []*slots{k.drawSlots, k.editSlots, k.patches} {
		s.promote(key.Match)
	}
	h := &Held{k: k, key: key, surface: k.all[key]}
	if s := h.surface; s != nil {
		s.holds++
		s.version++
		s.fresh = -1
		h.answers = s.answers
		if s.busy || s.holds > 1 {
			s.shown, h.crossed = "", true // two are on their way, and it is not known which arrives last
		}
	}
	return h
}

// Fresh is called before the answer is drawn. It says that the answer shows all that has
// happened, if what is drawn is the latest: latest reports that. Unless something happens
// after that, the surface is not drawn once more only to be compared.
func (h *Held) Fresh(latest func() bool) {
	h.k.mu.Lock()
	s := h.k.all[h.key]
	if s == nil {
		h.k.mu.Unlock()
		return
	}
	marks := s.marks
	h.k.mu.Unlock()
	if !latest() {
		return
	}
	h.k.mu.Lock()
	s.fresh = marks
	h.k.mu.Unlock()
}

// note notes what came of the answer. The surface is not edited before release.
func (h *Held) note(out Outcome) {
	h.k.mu.Lock()
	defer h.k.mu.Unlock()
	if s := h.surface; s != nil {
		s.holds--
		h.crossed = h.crossed || s.holds > 0 || s.busy
	}
	stays := false
	if out.kind == shows {
		stays = h.shows(out.at, out.digest)
	}
	h.noted = h.k.all[h.key]
	if s := h.noted; s != nil {
		s.saving++
		if out.kind == lost {
			s.shown = ""
			s.version++
		}
		s.dirty = !stays
	}
}

// shows notes where the surface is now and what it shows. It reports whether that needs no
// look. Reconciler.mu is held.
func (h *Held) shows(at Address, shown string) (stays bool) {
	k := h.k
	if s := h.surface; s != nil {
		h.crossed = h.crossed || s.answers != h.answers
		s.answers++
	}
	now := k.all[h.key]
	if h.crossed {
		shown = ""
	}
	if h.key.Board() && now != nil && (now.at.Channel != at.Channel || now.at.Message != at.Message) {
		was := at
		if at, shown = now.at, ""; was.Press > at.Press { // it was posted again meanwhile
			at.Press, at.Path = was.Press, was.Path
		}
	}
	if h.key.Board() && now != nil && now.outdated(k.clock) {
		shown = "" // what was answered on an old board is shown on a new one
	}
	is := k.put(h.key, at, shown)
	return is != nil && is == h.surface && is.fresh == is.marks && shown != "" && at.Former == 0
}

// release ends the hold.
func (h *Held) release() {
	h.k.mu.Lock()
	defer h.k.mu.Unlock()
	if s := h.noted; s != nil {
		s.saving--
		h.k.wake(s)
	}
}

// held reports whether a press is being answered on the surface. Reconciler.mu is held.
func (s *surface) held() bool { return s.holds+s.saving > 0 }

// save saves where a surface is that was answered. Another answer may end at the same time,
// and what is saved last is where it is. A panel is not saved for a new token alone while the
// token lives that was saved.
func (h *Held) save(ctx context.Context) {
	k, key := h.k, h.key
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), saveTime) // the answer may have taken all the time of the press
	defer cancel()
	for at, ok := k.Address(key); ok && at.Saved.IsZero(); {
		if err := k.source.Save(ctx, key, at); err != nil {
			k.log.Failed(err).Str("match", key.Match).Msg("save surface address failed")
			return
		}
		before := at
		if at, ok = k.Address(key); at == before {
			k.noteSaved(key, at)
			return
		}
	}
}
