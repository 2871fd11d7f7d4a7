// Package cue is the feature that calls moments of a match out to players who look away from the
// board, such as the last ten seconds of the sand. A phone tells of a new message, and is silent
// about a board that is edited.
//
// The rules say which moments these are: see [games.Cue]. The table says whether they are called
// out: see [pace.Cues]. A message is short, mentions no player and says no more than the board. It is
// deleted when its moment is over, and after [stays] at the latest. For a match there is one at a
// time, which the keeper of messages has saved: what a process leaves behind, the next one deletes.
//
// A message that comes late misleads. So one that cannot be posted within [late] is dropped. A
// process does not call out what happened before it began.
//
// # Sounds
//
// A table in the chat of a voice channel can choose sounds in place of messages. The bot sits in the
// channel by a voice state of the gateway, without a connection for voice: it hears nothing. REST
// sends a sound of Discord's own to the channel. The board shows each moment, too, so a sound is
// never the only sign. Discord documents that the bot has to be in the channel, and not that a voice
// state is enough. So whatever Discord refuses ends the sounds of the match: a message says why, and
// messages go on. These end them, too:
//
//   - a stage, where a bot may not speak, and any other channel than that of a voice channel
//   - a missing permission
//   - another table of the server, which has the one voice state that a bot gets there
//   - a full channel, or a voice state that Discord does not answer
//   - a bot that was taken out of the channel, or whose session of the gateway has ended
//
// Where the channel or a permission is the reason, the lobby says so before the match begins.
//
// No intent tells who is in the channel. Before a sound, and each [looks] while the bot sits there,
// REST is asked for the players of the table. Where none of them is, the bot leaves, and a moment is
// called out by a message. It comes back for a player at the next moment. The bot leaves at a pause
// and at the end, too. Where it wants to sit is saved before it enters, and until it has
// left: what a killed process leaves in a channel, the next one takes out. A sound is sent once. One
// that would come later than [late] is dropped.
package cue

import (
	"context"
	"embed"
	"slices"
	"strconv"
	"sync"
	"time"

	"oneiros/bot/cue/page"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	kit "oneiros/bot/page"
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
	"oneiros/games/ui"
	"oneiros/store"
)

// Store is what the feature needs of the store.
type Store interface {
	Guild(ctx context.Context, id uint64) (store.Guild, error)
}

// kind names the message in the store. Its Path is the moment.
const kind = "cue"

const (
	stays = 20 * time.Second // how long a message stands at most
	late  = 3 * time.Second  // after a moment; no message of it is posted then
	reads = 8 * time.Second  // how long messages say why there are no sounds: the next moment may take the first one away at once
	looks = 30 * time.Second // between questions whether a player is still in the voice channel
)

// locale holds what the feature says, in both languages.
//
//go:embed locale
var locale embed.FS

// server is which signals the new tables of a server have.
var server = feature.Setting{Of: feature.Server, Choice: page.Server}

// New returns the feature.
func New(h feature.House, from Store, rows store.Rows, client Client) feature.Feature {
	say := words.Of(locale)
	c := &cues{House: h, store: from, pages: page.Pages{Kit: h.Kit.Saying(say)}, of: map[string]*match{}, places: map[discord.ID]place{}}
	c.seats = &seats{House: h, client: client, rows: rows, of: map[discord.ID]*seat{}, moves: newTurnstile()}
	return feature.Feature{
		Name:        "cue",
		Words:       say,
		Settings:    []feature.Setting{server},
		Permissions: sounding,
		Proposes:    c.proposes,
		Links:       []feature.Link{{On: kit.OnLobby, Offer: c.inLobby}},
		Messages:    []surface.Kind{{Name: kind, Look: c.look, Is: isOf}},
		Work:        []feature.Work{{Name: "leave voice channels", Each: feature.PerShard, Do: c.seats.recover}},
		Changed:     c.changed,
	}
}

// proposes are the signals of a server. Sounds are for voice channels; elsewhere they mean messages.
func (c *cues) proposes(ctx context.Context, o feature.Opening) (map[string]string, error) {
	if o.Guild == 0 {
		return nil, nil
	}
	value, err := c.Chosen.Of(ctx, server, o.Guild)
	if err != nil || value == server.None() {
		return nil, err
	}
	if value == pace.CueSounds && !o.Voice {
		value = pace.CueMessages
	}
	return map[string]string{pace.Cue: value}, nil
}

// isOf reports whether a message is that of a match.
func isOf(m discord.OwnMessage, k surface.Key) bool {
	return slices.Contains(m.CustomIDs, page.ID(k.Owner.Match))
}

// cues are those of all live matches.
type cues struct {
	feature.House
	store Store
	pages page.Pages
	seats *seats

	mu     sync.Mutex
	of     map[string]*match
	places map[discord.ID]place
}

// match is what is known of the moments of a match.
type match struct {
	met  map[string]int // the last moment of each kind
	now  moment         // what is called out; zero for nothing
	last *table.State   // the table as it is
	why  *ui.Text       // it has no sounds, and why; nil for sounds
	told time.Time      // when a message first said that

	sounding turnstile // passed while a sound is sent
}

// moment is what is called out, and when it came.
type moment struct {
	games.Cue
	at    time.Time
	table *table.State
}

// path tells a moment from the others of its match.
func path(c games.Cue) string { return c.Kind + " " + strconv.Itoa(c.N) }

func keyOf(match string) surface.Key {
	return surface.Key{Owner: store.MatchOwner(match), Kind: kind}
}

// changed calls out a moment that has come, and takes back one that is over. It does not wait.
func (c *cues) changed(s *table.State) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := c.of[s.ID]
	if s.Direct() || s.Phase != table.Live || s.Match == nil || pace.CueOf(s.Options) == pace.NoCues {
		if m != nil {
			delete(c.of, s.ID)
			c.seats.leave(s.Guild, s.ID)
			c.Messages.Redraw(keyOf(s.ID))
		}
		return
	}
	if !s.Paused.IsZero() {
		c.seats.leave(s.Guild, s.ID)
	}
	cue := s.Status.Cue
	begun := m == nil
	if begun {
		m = &match{met: map[string]int{}, sounding: newTurnstile()}
		c.of[s.ID] = m
	}
	m.last = s
	if begun && s.Match.N() > 0 {
		m.met[cue.Kind] = cue.N
		return
	}
	if cue == m.now.Cue {
		return
	}
	last, met := m.met[cue.Kind]
	if cue.Kind == "" || met && last == cue.N {
		m.now = moment{}
		c.Messages.Redraw(keyOf(s.ID))
		return
	}
	m.met[cue.Kind], m.now = cue.N, moment{cue, c.Now(), s}
	call := c.post
	if pace.CueOf(s.Options) == pace.CueSounds && m.why == nil {
		call = func(ctx context.Context, s *table.State, cue games.Cue) { c.sound(ctx, m, s, cue) }
	}
	c.Go(func(ctx context.Context) { call(ctx, s, cue) })
	c.Due.After(stays, func(context.Context) { c.end(s.ID, cue) })
}

// post has the message of a moment posted, or in place of the one before it.
func (c *cues) post(ctx context.Context, s *table.State, cue games.Cue) {
	want := surface.Want{Key: keyOf(s.ID), Place: surface.Place{Channel: s.CurrentChannel(), Path: path(cue)}}
	post := c.Messages.Post
	if _, kept := c.Messages.At(want.Key); kept {
		post = c.Messages.Keep
	}
	err := post(ctx, nil, want)
	if err != nil {
		c.Log.Debug().Err(err).Str("match", s.ID).Msg("post cue failed")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.of[s.ID]; m != nil && m.why != nil && err == nil && m.told.IsZero() {
		m.told = c.Now()
	}
}

// end takes the message of a moment back.
func (c *cues) end(id string, cue games.Cue) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if m := c.of[id]; m != nil && m.now.Cue == cue {
		m.now = moment{}
		c.Messages.Redraw(keyOf(id))
	}
}

// look is how the message of a match looks now.
func (c *cues) look(ctx context.Context, k surface.Key, at surface.Place) (*surface.Look, error) {
	c.mu.Lock()
	var now moment
	var why *ui.Text
	if m := c.of[k.Owner.Match]; m != nil {
		now = m.now
		if m.told.IsZero() || c.Now().Sub(m.told) < reads {
			why = m.why
		}
	}
	c.mu.Unlock()
	left := late - c.Now().Sub(now.at)
	if now.Kind == "" || left <= 0 && at.State != store.Sent {
		return &surface.Look{Remove: true}, nil
	}
	set, err := c.store.Guild(ctx, uint64(now.table.Guild))
	if err != nil {
		return nil, err
	}
	lang, ok := text.ParseLang(set.Lang)
	if !ok {
		lang = now.table.Lang
	}
	return &surface.Look{Message: c.pages.Message(now.table, now.Cue, why, lang), Digest: path(now.Cue), Anew: true, Within: max(left, 1)}, nil
}
