package localcord

import (
	"encoding/json"
	"slices"
	"strconv"

	"oneiros/bot/localcord/wire"
)

func (s *localAPI) faultsNow() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.faultState()
}

// faultActions are what POST /local/faults can "do", in the order of its list: each
// happens once.
var faultActions = map[string]func(*localAPI) error{
	"clear":             func(s *localAPI) error { s.ClearFaults(); return nil },             // switch everything off
	"reconnect":         func(s *localAPI) error { s.RequestReconnect(); return nil },        // op 7
	"invalid":           func(s *localAPI) error { s.InvalidateSessions(false); return nil }, // op 9
	"invalid_resumable": func(s *localAPI) error { s.InvalidateSessions(true); return nil },  // op 9 with d true
	"cut":               func(s *localAPI) error { s.CutConnections(); return nil },          // cut the sockets
	"silence":           func(s *localAPI) error { s.SilenceConnections(); return nil },      // keep the sockets open, send nothing
	"close":             func(s *localAPI) error { s.CloseConnections(4000); return nil },    // close them with a code
	"restart":           (*localAPI).restart,                                                 // end the bot and start it again
}

// guildStates are what the local API calls them.
var guildStates = map[string]GuildState{"available": GuildAvailable, "unavailable": GuildUnavailable, "removed": GuildRemoved}

func (s *localAPI) restart() error {
	if s.again == nil {
		return clientError("the bot cannot be restarted from here")
	}
	return s.again()
}

// happening is what else the body of POST /local/faults lets happen.
type happening struct {
	Do            []string           `json:"do"`
	Deny          map[ID]json.Number `json:"deny"`
	DeleteMessage ID                 `json:"delete_message"`
	DeleteChannel ID                 `json:"delete_channel"`
	GuildLocale   string             `json:"guild_locale"`
	Guild         string             `json:"guild"`
	Archive       *struct {
		ID       ID   `json:"id"`
		Archived bool `json:"archived"`
		Locked   bool `json:"locked"`
	} `json:"archive"`
}

// check refuses what cannot happen. It returns the permissions that are denied, by channel.
func (h *happening) check() (map[ID]uint64, error) {
	if h.GuildLocale != "" && !slices.Contains(wire.Locales, h.GuildLocale) {
		return nil, clientError("Discord does not speak that language")
	}
	if _, known := guildStates[h.Guild]; h.Guild != "" && !known {
		return nil, clientError("guild is available, unavailable or removed")
	}
	deny := map[ID]uint64{}
	for channel, n := range h.Deny {
		bits, err := strconv.ParseUint(n.String(), 10, 64)
		if err != nil {
			return nil, clientError("permissions are a number")
		}
		deny[channel] = bits
	}
	for _, do := range h.Do {
		if faultActions[do] == nil {
			return nil, clientError("there is no such thing to do")
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
func (s *localAPI) setFaults(b []byte) error {
	f := s.Faults()
	var more happening
	if json.Unmarshal(b, &f) != nil || json.Unmarshal(b, &more) != nil {
		return clientError("the body is not the right JSON")
	}
	deny, err := more.check()
	if err != nil {
		return err
	}
	s.SetFaults(f)
	for channel, permissions := range deny {
		s.Deny(channel, permissions)
	}
	if more.GuildLocale != "" {
		s.SetLocale(more.GuildLocale)
	}
	if state, known := guildStates[more.Guild]; known {
		s.SetGuildState(state)
	}
	for _, do := range more.Do {
		if err := faultActions[do](s); err != nil {
			return clientError(err.Error())
		}
	}
	if a := more.Archive; a != nil {
		if err := s.ArchiveThread(a.ID, a.Archived, a.Locked); err != nil {
			return clientError(err.Error())
		}
	}
	if more.DeleteMessage != "" {
		if err := s.DeleteMessage(more.DeleteMessage); err != nil {
			return clientError(err.Error())
		}
	}
	if more.DeleteChannel != "" {
		if err := s.DeleteChannel(more.DeleteChannel); err != nil {
			return clientError(err.Error())
		}
	}
	return nil
}
