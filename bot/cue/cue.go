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
	"oneiros/bot/surface"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/games/text"
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
)

// locale holds what the feature says, in both languages.
//
//go:embed locale
var locale embed.FS

// server is which signals the new tables of a server have.
var server = feature.Setting{Of: feature.Server, Choice: page.Server}

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	c := &cues{House: h, store: from, pages: page.Pages{Kit: h.Kit}, of: map[string]*match{}}
	return feature.Feature{
		Name:     "cue",
		Words:    words.Of(locale),
		Settings: []feature.Setting{server},
		Proposes: c.proposes,
		Messages: []surface.Kind{{Name: kind, Look: c.look, Is: is}},
		Changed:  c.changed,
	}
}

// proposes are the signals of a server.
func (c *cues) proposes(ctx context.Context, o feature.Opening) (map[string]string, error) {
	if o.Guild == 0 {
		return nil, nil
	}
	value, err := c.Chosen.Of(ctx, server, o.Guild)
	if err != nil || value == server.None() {
		return nil, err
	}
	return map[string]string{pace.Cue: value}, nil
}

// is reports whether a message is that of a match.
func is(m discord.OwnMessage, k surface.Key) bool {
	return slices.Contains(m.CustomIDs, page.ID(k.Owner.Match))
}

// cues are those of all live matches.
type cues struct {
	feature.House
	store Store
	pages page.Pages

	mu sync.Mutex
	of map[string]*match
}

// match is what is known of the moments of a match.
type match struct {
	met map[string]int // the last moment of each kind
	now moment         // what is called out; zero for nothing
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
	if s.Direct() || s.Phase != table.Live || s.Match == nil || !pace.Cued(s.Options) {
		if m != nil {
			delete(c.of, s.ID)
			c.Messages.Redraw(keyOf(s.ID))
		}
		return
	}
	cue := s.Status.Cue
	begun := m == nil
	if begun {
		m = &match{met: map[string]int{}}
		c.of[s.ID] = m
	}
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
	c.Go(func(ctx context.Context) { c.post(ctx, s, cue) })
	c.Due.After(stays, func(context.Context) { c.end(s.ID, cue) })
}

// post has the message of a moment posted, or in place of the one before it.
func (c *cues) post(ctx context.Context, s *table.State, cue games.Cue) {
	want := surface.Want{Key: keyOf(s.ID), Place: surface.Place{Channel: s.CurrentChannel(), Path: path(cue)}}
	post := c.Messages.Post
	if _, kept := c.Messages.At(want.Key); kept {
		post = c.Messages.Keep
	}
	if err := post(ctx, nil, want); err != nil {
		c.Log.Debug().Err(err).Str("match", s.ID).Msg("post cue failed")
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
	if m := c.of[k.Owner.Match]; m != nil {
		now = m.now
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
	return &surface.Look{Message: c.pages.Message(now.table, now.Cue, lang), Digest: path(now.Cue), Anew: true, Within: max(left, 1)}, nil
}
