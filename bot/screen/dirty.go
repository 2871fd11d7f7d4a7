package screen

import "time"

// MarkDirty says that a match changed.
func (k *Reconciler) MarkDirty(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.byMatch[match] {
		s.mark()
		k.wake(s)
	}
}

// Recheck says that it is not known what the surfaces of a match show, as after an
// outage. Each of them is edited, even if nothing new is to be shown.
func (k *Reconciler) Recheck(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.byMatch[match] {
		s.shown, s.after = "", time.Time{}
		s.mark()
		k.wake(s)
	}
}

// SuspendMatch leaves the surfaces of a match alone until Recheck is called, because
// Discord would refuse every edit.
func (k *Reconciler) SuspendMatch(match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.byMatch[match] {
		s.after = time.Now().Add(365 * 24 * time.Hour)
	}
}

// Sweep looks again at every surface whose match is not to be skipped, so that those with
// nothing to show are forgotten.
func (k *Reconciler) Sweep(skip func(match string) bool) {
	k.mu.Lock()
	var list []string
	for match := range k.byMatch {
		list = append(list, match)
	}
	k.mu.Unlock()
	for _, match := range list {
		if !skip(match) {
			k.MarkDirty(match)
		}
	}
}

// Trouble is why Discord forbade the last edit of a surface; nil when it did not.
func (k *Reconciler) Trouble(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if s := k.all[key]; s != nil {
		return s.trouble
	}
	return nil
}

// TakeTrouble is Trouble for the first caller and nil for all others. So one person
// is told once, and not all at each press.
func (k *Reconciler) TakeTrouble(key Key) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	if s == nil || s.told {
		return nil
	}
	s.told = s.trouble != nil
	return s.trouble
}

// Retry tries a surface that is in trouble again, because a host says that the
// trouble is over. It does not try twice within ten seconds: Discord may say that
// it is not over.
func (k *Reconciler) Retry(key Key) {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.all[key]
	if s == nil || s.trouble == nil {
		return
	}
	s.shown, s.failures, s.cannotPost, s.unborrowed = "", 0, false, true
	s.mark()
	s.after = s.refused.Add(retryTime)
	k.wake(s)
}

// Reached says that Discord can be reached, and that nothing was missed of what it told.
// What waits for another try is tried at once, unless Discord forbade it.
func Reached(k *Reconciler, match string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.byMatch[match] {
		if s.failures > 0 && s.trouble == nil {
			s.after = time.Time{}
			k.wake(s)
		}
	}
}
