// Package need says what the bot needs of Discord, and what for: permissions in a channel, and
// intents of the gateway. [Core] is what tables need. A feature declares what it needs besides.
// The sets of the core and of all features are what the invite, the check, IDENTIFY, the pages
// that name missing permissions and the documents are made of: see Needs of package bot. There
// is no other list.
//
// The names and the reasons of permissions are keys of the catalogue, because players read them
// too. In English a name is that of Discord's English client.
package need

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A Permission is one that the bot needs.
type Permission struct {
	Bit   uint64 // of Discord's permissions
	Name  string // key of its name in Discord's client
	Why   string // key of what it is for, such as "to post the board"
	Where Where

	// Optional says that the rest works without it. The invite does not ask for it, and its lack
	// is no error of a check.
	Optional bool
	// Said is the key of what a page of the feature says where an optional permission is
	// missing. Its argument is the permission's name. It is empty where no page says it.
	Said string
}

// Where says in which places a permission is needed.
type Where int

// The places in which permissions are needed.
const (
	Everywhere    Where = iota
	OutOfThreads        // in a channel itself: threads have a permission of their own for it
	Threads             // in a thread, and in a channel where a table gets one
	ThreadOpening       // in a channel where a table gets a thread
	Voice               // in the chat of a voice channel or of a stage
)

// A Place is where the bot is to work.
type Place struct {
	Thread     bool // it is a thread
	Voice      bool // it is the chat of a voice channel or of a stage, which has no threads
	OpenThread bool // a thread is to be opened there
}

// neededIn reports whether a permission is needed in a place.
func (p Permission) neededIn(in Place) bool {
	opens := in.OpenThread && !in.Thread && !in.Voice
	switch p.Where {
	case OutOfThreads:
		return !in.Thread
	case Threads:
		return in.Thread || opens
	case ThreadOpening:
		return opens
	case Voice:
		return in.Voice
	}
	return true
}

// Granted reports whether a permission is among those that the bot has in a place. An
// administrator has all.
func (p Permission) Granted(have uint64) bool {
	return have&(p.Bit|discordgo.PermissionAdministrator) != 0
}

// Lack is what a page says where the permission is missing: see Said.
func (p Permission) Lack() ui.Text { return ui.T(p.Said, ui.T(p.Name)) }

// An Intent is one of the gateway, by which Discord tells the bot of some kinds of events.
type Intent struct {
	Bit      discordgo.Intent
	Name     string // as Discord's documentation has it
	Why      string // what it tells of and what for, in English: only operators read it
	Optional bool   // a quiet gateway does without it: see discord.message_events of the configuration
}

// A Set is what the core or a feature needs.
type Set struct {
	Owner       string          // the name of the feature
	Words       *text.Catalogue // that has the names and reasons; nil for the bot's
	Intents     []Intent
	Permissions []Permission
}

// Say is a name or a reason of a permission of the set, without markdown.
func (s Set) Say(lang text.Lang, key string) string {
	say := s.Words
	if say == nil {
		say = words.Catalogue()
	}
	return say.Say(lang, ui.T(key), nil)
}

// Of is the set with some of its permissions.
func (s Set) Of(bits uint64) Set {
	s.Permissions = slices.DeleteFunc(slices.Clone(s.Permissions), func(p Permission) bool { return p.Bit&bits == 0 })
	return s
}

// Missing are the permissions that are needed in a place and that the bot does not have there.
// Sets of which none is missing are left out.
func Missing(needs []Set, have uint64, in Place) []Set {
	return only(needs, func(p Permission) bool { return p.neededIn(in) && !p.Granted(have) })
}

// A Check is what is missing in a place.
type Check struct {
	Table    []Set // for tables there
	Threads  []Set // for tables in threads of their own
	Optional []Set // for what the rest works without
}

// CheckIn compares what the bot may do in a place with what is needed there.
func CheckIn(needs []Set, have uint64, in Place) Check {
	in.OpenThread = false
	table := Missing(needs, have, in)
	in.OpenThread = true
	all, here := Missing(needs, have, in), Bits(table)
	return Check{
		Table: Required(table), Optional: Optional(all),
		Threads: only(Required(all), func(p Permission) bool { return p.Bit&here == 0 }),
	}
}

// Bits are the permissions that are missing and not optional.
func (c Check) Bits() uint64 { return Bits(c.Table) | Bits(c.Threads) }

// Invited are the permissions that an invite asks for: what is needed in a channel that is no
// voice channel and, with threads, for tables in threads. Nothing optional is among them.
func Invited(needs []Set, threads bool) []Set {
	return Required(Missing(needs, 0, Place{OpenThread: threads}))
}

// Required are the permissions that are not optional.
func Required(needs []Set) []Set {
	return only(needs, func(p Permission) bool { return !p.Optional })
}

// Optional are the permissions that are optional.
func Optional(needs []Set) []Set {
	return only(needs, func(p Permission) bool { return p.Optional })
}

// only are the sets with some of their permissions, without those of which none stays.
func only(needs []Set, keep func(Permission) bool) (list []Set) {
	for _, s := range needs {
		s.Permissions = slices.DeleteFunc(slices.Clone(s.Permissions), func(p Permission) bool { return !keep(p) })
		if len(s.Permissions) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// Bits are the permissions of all sets, as Discord counts them.
func Bits(needs []Set) (bits uint64) {
	for _, s := range needs {
		for _, p := range s.Permissions {
			bits |= p.Bit
		}
	}
	return bits
}

// Intents are the intents of all sets, as IDENTIFY names them. A quiet gateway leaves out those
// that are optional for every set.
func Intents(needs []Set, quiet bool) (bits discordgo.Intent) {
	for _, s := range needs {
		for _, i := range s.Intents {
			if !i.Optional || !quiet {
				bits |= i.Bit
			}
		}
	}
	return bits
}
