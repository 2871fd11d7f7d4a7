package table

import (
	"time"

	"oneiros/bot/table/people"
	"oneiros/bot/table/timing"
	"oneiros/store"
)

// Phase tells how far a match is.
type Phase = store.Phase

// The phases. A match that was stopped, or whose lobby nobody used, is void.
const (
	Lobby = store.Lobby
	Live  = store.Live
	Over  = store.Over
	Void  = store.Void
)

// What is sent to a table and read of one, as package people declares it. Callers need this
// package alone: what [people.Do] gives back is no matter of theirs.
type (
	User     = people.User
	Player   = people.Player
	Note     = people.Note
	Motion   = people.Motion
	Kind     = people.Kind
	Action   = people.Action
	Form     = people.Form
	Question = people.Question
)

// The kinds of actions that callers send.
const (
	Join      = people.Join
	TakeSeat  = people.TakeSeat
	Leave     = people.Leave
	Kick      = people.Kick
	Transfer  = people.Transfer
	Ready     = people.Ready
	Unready   = people.Unready
	SetOption = people.SetOption
	AddAuto   = people.AddAuto
	Strength  = people.Strength
	Extend    = people.Extend
	Start     = people.Start
	Play      = people.Play
	SeeEnd    = people.SeeEnd
	Faster    = people.Faster
	Slower    = people.Slower
	Show      = people.Show
	Withhold  = people.Withhold
	Back      = people.Back
	Pause     = people.Pause
	Resume    = people.Resume
	Stop      = people.Stop
	Agree     = people.Agree
	Object    = people.Object
	Rename    = people.Rename
	Again     = people.Again
)

// The questions, and the key of the refusal that asks one.
const (
	NotAsked = people.NotAsked
	OfLobby  = people.OfLobby
	GoesOn   = people.GoesOn
	Waits    = people.Waits
	Ends     = people.Ends
	Whatever = people.Whatever
	AskFirst = people.AskFirst
)

// AnyTurn is the turn number that is never stale.
const AnyTurn = people.AnyTurn

// NewsTime is how long a State tells of an outage when nothing happens, and of a [Note].
const NewsTime = time.Minute

// How long things last in the time of a match.
const (
	Grace        = timing.Grace
	Pace         = timing.Pace
	Typing       = timing.Typing
	RaceWindow   = timing.RaceWindow
	DaysReminder = timing.DaysReminder
	MinReminder  = timing.MinReminder
	Patience     = timing.Patience
	MostLook     = timing.MostLook
	FastPace     = timing.FastPace
)

// How long things last among people.
const (
	LobbyTimeout  = people.LobbyTimeout
	AloneTimeout  = people.AloneTimeout
	DirectTimeout = people.DirectTimeout
	DaysLobby     = people.DaysLobby
	DaysAlone     = people.DaysAlone
	ClearAfter    = people.ClearAfter
	VoteTime      = people.VoteTime
	AgainTime     = people.AgainTime
	MaxMissed     = people.MaxMissed
)

// ParseQuestion reads the question that a control names. What no control of this version
// says is NotAsked.
func ParseQuestion(s string) Question { return people.ParseQuestion(s) }
