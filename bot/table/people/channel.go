package people

import (
	"oneiros/games"
	"oneiros/store"
)

// changeChannel notes that the match has a thread, or another channel, or none any longer.
// A match without a channel is paused until it is moved; a lobby is closed, because nothing is
// lost with it.
func (a *act) changeChannel() error {
	next, r := &a.next, a.r
	switch {
	case r.Kind == ChannelDeleted && next.Phase == store.Lobby:
		Void(next, a.now.Moment)
	case r.Kind == ChannelDeleted && next.Phase == store.Live && next.Paused != PausedChannelDeleted:
		next.Paused, next.Incident, next.Motion = PausedChannelDeleted, "", nil
		AddNote(next, a.now.Here, "table.note.paused")
	case r.Kind == ChannelDeleted:
		return nil
	case r.Channel == 0:
		next.Thread = uint64(r.Thread)
	case next.Phase != store.Live || next.Paused != PausedChannelDeleted:
		return nil // it has a channel, perhaps since another person moved it
	default:
		if !a.seated && !r.Moderator {
			return games.Refuse("table.not-seated")
		}
		next.Channel, next.Thread, next.OwnThread = uint64(r.Channel), 0, false
		next.Paused = ""
		AddNote(next, a.now.Here, "table.note.resumed")
		Tidy(next, a.now.Moment)
	}
	a.saves = true
	return nil
}
