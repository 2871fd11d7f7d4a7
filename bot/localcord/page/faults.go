package page

import (
	"encoding/json"
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
	"oneiros/bot/localcord/world"
)

func (s *API) faultsNow() any {
	s.w.Lock()
	defer s.w.Unlock()
	return s.w.FaultState()
}

// faultActions are what POST /local/faults can "do", in the order of its list: each
// happens once.
var faultActions = map[string]func(*API) error{
	"clear":             func(s *API) error { s.control.ClearFaults(); return nil },             // switch everything off
	"reconnect":         func(s *API) error { s.gateway.RequestReconnect(); return nil },        // op 7
	"invalid":           func(s *API) error { s.gateway.InvalidateSessions(false); return nil }, // op 9
	"invalid_resumable": func(s *API) error { s.gateway.InvalidateSessions(true); return nil },  // op 9 with d true
	"cut":               func(s *API) error { s.gateway.CutConnections(); return nil },          // cut the sockets
	"silence":           func(s *API) error { s.gateway.SilenceConnections(); return nil },      // keep the sockets open, send nothing
	"close":             func(s *API) error { s.gateway.CloseConnections(4000); return nil },    // close them with a code
	"restart":           (*API).restart,                                                         // end the bot and start it again
}

func (s *API) restart() error {
	if s.config.Restart == nil {
		return world.ClientError("the bot cannot be restarted from here")
	}
	return s.config.Restart()
}

// happening is what else the body of POST /local/faults lets happen.
type happening struct {
	Do            []string                `json:"do"`
	Deny          map[wire.ID]json.Number `json:"deny"`
	DeleteMessage wire.ID                 `json:"delete_message"`
	DeleteChannel wire.ID                 `json:"delete_channel"`
	GuildLocale   string                  `json:"guild_locale"`
	Guild         string                  `json:"guild"`
	Archive       *struct {
		ID       wire.ID `json:"id"`
		Archived bool    `json:"archived"`
		Locked   bool    `json:"locked"`
	} `json:"archive"`
}

// check refuses what cannot happen. It returns the permissions that are denied, by channel.
func (h *happening) check() (map[wire.ID]uint64, error) {
	if h.GuildLocale != "" && !slices.Contains(wire.Locales, h.GuildLocale) {
		return nil, world.ClientError("Discord does not speak that language")
	}
	if _, known := world.GuildStates[h.Guild]; h.Guild != "" && !known {
		return nil, world.ClientError("guild is available, unavailable or removed")
	}
	deny := map[wire.ID]uint64{}
	for channel, n := range h.Deny {
		bits, err := strconv.ParseUint(n.String(), 10, 64)
		if err != nil {
			return nil, world.ClientError("permissions are a number")
		}
		deny[channel] = bits
	}
	for _, do := range h.Do {
		if faultActions[do] == nil {
			return nil, world.ClientError("there is no such thing to do")
		}
	}
	return deny, nil
}

// setFaults is POST /local/faults. It sets the switches of [Faults] that the body
// names, and does what "do" lists, see faultActions. "deny" is {channel: permissions}
// taken from the bot, the permissions as a number or in a string. "delete_message"
// and "delete_channel" are ids. "archive" is {id, archived, locked} of a thread.
// "guild_locale" is the server's language. "guild" says whether the bot has the
// server: "available", "unavailable" or "removed".
func (s *API) setFaults(b []byte) error {
	f := s.control.Faults()
	var more happening
	if json.Unmarshal(b, &f) != nil || json.Unmarshal(b, &more) != nil {
		return world.ClientError("the body is not the right JSON")
	}
	deny, err := more.check()
	if err != nil {
		return err
	}
	s.control.SetFaults(f)
	for channel, permissions := range deny {
		s.control.Deny(channel, permissions)
	}
	if more.GuildLocale != "" {
		s.control.SetLocale(more.GuildLocale)
	}
	if state, known := world.GuildStates[more.Guild]; known {
		s.control.SetGuildState(state)
	}
	for _, do := range more.Do {
		if err := faultActions[do](s); err != nil {
			return world.ClientError(err.Error())
		}
	}
	if a := more.Archive; a != nil {
		if err := s.control.ArchiveThread(a.ID, a.Archived, a.Locked); err != nil {
			return world.ClientError(err.Error())
		}
	}
	if more.DeleteMessage != "" {
		if err := s.control.DeleteMessage(more.DeleteMessage); err != nil {
			return world.ClientError(err.Error())
		}
	}
	if more.DeleteChannel != "" {
		if err := s.control.DeleteChannel(more.DeleteChannel); err != nil {
			return world.ClientError(err.Error())
		}
	}
	return nil
}
