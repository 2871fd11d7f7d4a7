package screen

import "time"

// Hold keeps the reconciler from editing a surface while a press on it is answered.
// The caller must call exactly one of the two functions, once. It calls done with
// where the surface is now and the digest of the answer. It calls none when the
// answer changed nothing there. lost says that the answer failed and may have arrived:
// nobody knows what the surface shows. Somebody looks at the match: its surfaces come before
// others for a minute.
func (k *Reconciler) Hold(key Key) (done func(at Address, shown string), none func(lost bool)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	for _, s := range k.byMatch[key.Match] {
		s.pressed = now
	}
	for _, s := range []*slots{k.drawSlots, k.editSlots, k.patches} {
		s.promote(key.Match)
	}
	h := &hold{k: k, key: key, surface: k.all[key]}
	if s := h.surface; s != nil {
		s.holds++
		s.version++
		s.fresh = -1
		h.answers = s.answers
		if s.busy || s.holds > 1 {
			s.shown, h.crossed = "", true // two are on their way, and nobody knows which arrives last
		}
	}
	return h.done, h.none
}

// Fresh is called between a hold and drawing the answer. It says that the answer shows all
// that has happened, if what is drawn is the latest: latest reports that. Unless something
// happens after that, the surface is not drawn once more only to be compared.
func (k *Reconciler) Fresh(key Key, latest func() bool) {
	k.mu.Lock()
	s := k.all[key]
	if s == nil {
		k.mu.Unlock()
		return
	}
	marks := s.marks
	k.mu.Unlock()
	if !latest() {
		return
	}
	k.mu.Lock()
	s.fresh = marks
	k.mu.Unlock()
}

// hold is a press that is being answered on a surface.
type hold struct {
	k       *Reconciler
	key     Key
	surface *surface // nil for one that was not tracked yet
	answers int      // how many had ended on it when this one began
	crossed bool     // with an edit or another answer
}

func (h *hold) done(at Address, shown string) {
	k := h.k
	k.mu.Lock()
	defer k.mu.Unlock()
	h.release()
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
	if is != nil && is == h.surface && is.fresh == is.marks && shown != "" && at.Former == 0 {
		is.dirty = false
		return
	}
	h.wake()
}

func (h *hold) none(lost bool) {
	k := h.k
	k.mu.Lock()
	defer k.mu.Unlock()
	defer h.wake()
	h.release()
	if s := k.all[h.key]; s != nil && lost {
		s.shown = ""
		s.version++
	}
}

// release ends the hold. Reconciler.mu is held.
func (h *hold) release() {
	if s := h.surface; s != nil {
		s.holds--
		h.crossed = h.crossed || s.holds > 0 || s.busy
	}
}

// wake looks at the surface again. Reconciler.mu is held.
func (h *hold) wake() {
	if s := h.k.all[h.key]; s != nil {
		s.dirty = true
		h.k.wake(s)
	}
}
