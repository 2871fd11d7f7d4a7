package cue

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/backoff"
	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/need"
	"oneiros/bot/table"
	"oneiros/games/ui"
	"oneiros/store"
)

// Client is what the feature needs of Discord.
type Client interface {
	Access(ctx context.Context, guild discord.ID, threads ...discord.ID) (discord.Access, error)
	VoiceChannel(ctx context.Context, guild, user discord.ID) (discord.ID, error)
	DefaultSounds(ctx context.Context) ([]discord.Sound, error)
	SendSound(ctx context.Context, channel, sound discord.ID) error
}

// sounding is what the bot needs to send sounds, besides Connect, which every table in the chat of
// a voice channel needs.
var sounding = []need.Permission{
	{Bit: discordgo.PermissionVoiceSpeak, Name: "cue.permission.speak", Why: "cue.permission.why", Where: need.Voice, Optional: true},
	{Bit: discord.PermissionUseSoundboard, Name: "cue.permission.soundboard", Why: "cue.permission.why", Where: need.Voice, Optional: true},
}

// A mute is why a table has no sounds for the rest of its match.
type mute struct{ why ui.Text }

func (m *mute) Error() string { return "no sounds: " + m.why.Key }

// errEmpty says that no player is in the channel now.
var errEmpty = errors.New("no player is in the voice channel")

// seats are where the bot sits in voice channels: in at most one of a server, for one table.
type seats struct {
	feature.House
	client Client
	rows   store.Rows

	moves  turnstile // passed while a row is saved and the gateway is told, so that both say the same
	mu     sync.Mutex
	of     map[discord.ID]*seat
	sounds []discord.Sound // Discord's own, once they are known
}

// seat is the place of the bot for a match.
type seat struct {
	match   string
	channel discord.ID
	saved   bool       // a row says so, or will
	taken   bool       // the bot was there
	watched bool       // it is asked each [looks] whether a player is there
	last    discord.ID // the player who was found there last
}

// A turnstile lets one goroutine at a time through. Unlike a mutex it may be held while time passes.
type turnstile chan struct{}

func newTurnstile() turnstile { return make(turnstile, 1) }

// enter waits for its turn. It reports whether that came before the end of a context.
func (t turnstile) enter(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (t turnstile) leave() { <-t }

// take returns the seat for a table, which no other table of the server has.
func (v *seats) take(ctx context.Context, s *table.State) (*seat, error) {
	v.mu.Lock()
	is := v.of[s.Guild]
	if is == nil {
		is = &seat{match: s.ID, channel: s.CurrentChannel()}
		v.of[s.Guild] = is
	}
	v.mu.Unlock()
	switch {
	case is.match != s.ID:
		return nil, &mute{ui.T("cue.mute.busy")}
	case is.channel != s.CurrentChannel():
		return nil, &mute{ui.T("cue.mute.moved")}
	case is.taken:
		return is, nil
	}
	if err := v.fits(ctx, s.Guild, is.channel); err != nil {
		return nil, err
	}
	return is, nil
}

// fits returns a mute for a channel in which the bot may send no sounds.
func (v *seats) fits(ctx context.Context, guild, channel discord.ID) error {
	access, err := v.client.Access(ctx, guild)
	if err != nil {
		return err
	}
	at, _ := access.Of(channel)
	if at.Type != discordgo.ChannelTypeGuildVoice {
		return &mute{ui.T("cue.mute.place")}
	}
	var lacks []ui.Text
	for _, p := range sounding {
		if !p.Granted(at.Bot) {
			lacks = append(lacks, ui.T(p.Name))
		}
	}
	if len(lacks) > 0 {
		return &mute{ui.T("cue.mute.lacks", lacks)}
	}
	return nil
}

// attended returns errEmpty when no player of a table is in the channel of the seat. Discord is asked
// for one after another, beginning with who was there last.
func (v *seats) attended(ctx context.Context, s *table.State, is *seat) error {
	var people []discord.ID
	for _, p := range s.Players {
		if !p.Auto && !p.Open {
			people = append(people, p.ID)
		}
	}
	if i := slices.Index(people, is.last); i > 0 {
		people[0], people[i] = people[i], people[0]
	}
	for _, user := range people {
		at, err := v.client.VoiceChannel(ctx, s.Guild, user)
		if err != nil {
			return err
		}
		if at == is.channel {
			is.last = user
			return nil
		}
	}
	return errEmpty
}

// held is the seat of a match, if it has one.
func (v *seats) held(guild discord.ID, match string) *seat {
	v.mu.Lock()
	defer v.mu.Unlock()
	if is := v.of[guild]; is != nil && is.match == match {
		return is
	}
	return nil
}

// settles are the waits for the bot to be in the channel, after it was sent there.
var settles = []time.Duration{100 * time.Millisecond, 300 * time.Millisecond, 600 * time.Millisecond, time.Second}

// sit brings the bot into the channel of a seat. Discord tells only REST where it is. One that was
// taken out of the channel, or whose session has ended, does not come back.
func (v *seats) sit(ctx context.Context, guild discord.ID, is *seat) error {
	at, err := v.client.VoiceChannel(ctx, guild, 0)
	switch {
	case err != nil, at == is.channel && is.taken:
		return err
	case is.taken:
		return &mute{ui.T("cue.mute.gone")}
	}
	for { // also where a seat before it, or another session of the gateway, has left the bot
		err := v.enter(ctx, guild, is)
		if !errors.Is(err, discord.ErrNotConnected) {
			if err != nil {
				return err
			}
			break
		}
		if !discord.Sleep(ctx, settles[0]) {
			return ctx.Err()
		}
	}
	for _, wait := range settles {
		if !discord.Sleep(ctx, wait) {
			return ctx.Err()
		}
		if at, err = v.client.VoiceChannel(ctx, guild, 0); err != nil || at == is.channel {
			is.taken = err == nil
			return err
		}
	}
	return &mute{ui.T("cue.mute.full")}
}

// enter saves where the bot wants to sit, and tells Discord.
func (v *seats) enter(ctx context.Context, guild discord.ID, is *seat) error {
	if !v.moves.enter(ctx) {
		return ctx.Err()
	}
	defer v.moves.leave()
	v.mu.Lock()
	held, saved := v.of[guild] == is, is.saved
	if held {
		is.saved = true // whoever gives it up meanwhile clears it after this
	}
	v.mu.Unlock()
	if !held {
		return context.Canceled
	}
	if !saved { // an attempt while the gateway is away comes again soon
		if err := v.rows.Put(ctx, store.Row{uint64(guild), uint64(is.channel)}); err != nil {
			return err
		}
	}
	return v.SetVoice(guild, is.channel)
}

// leave gives the seat of a match up, if it has one.
func (v *seats) leave(guild discord.ID, match string) {
	v.mu.Lock()
	is := v.of[guild]
	if is == nil || is.match != match {
		v.mu.Unlock()
		return
	}
	delete(v.of, guild)
	saved := is.saved
	v.mu.Unlock()
	if !saved {
		return
	}
	v.Go(func(ctx context.Context) { v.clear(ctx, guild) })
}

// clear takes the bot out of the voice channel of a server, unless another table has the seat. The
// row stays until Discord says that the bot is out: the next start goes on.
func (v *seats) clear(ctx context.Context, guild discord.ID) {
	told := false
	for failures := 1; ; failures++ {
		over, err := v.exit(ctx, guild, &told)
		if over {
			return
		}
		if err != nil {
			v.Log.Debug().Err(err).Msg("leave voice channel failed")
		}
		if !discord.Sleep(ctx, backoff.After(failures, settles[0], 10*time.Second)) {
			return
		}
	}
}

// exit is one attempt of clear. It reports whether nothing is left to do. That the bot is in no
// channel counts once Discord was told to take it out: it may be on its way in.
func (v *seats) exit(ctx context.Context, guild discord.ID, told *bool) (over bool, err error) {
	at, err := v.client.VoiceChannel(ctx, guild, 0)
	gone := discord.IsForbidden(err) || discord.IsDeleted(err) // the server, for the bot
	if err != nil && !gone {
		return false, err
	}
	if !v.moves.enter(ctx) {
		return true, nil
	}
	defer v.moves.leave()
	v.mu.Lock()
	held := v.of[guild] != nil
	v.mu.Unlock()
	switch {
	case held:
		return true, nil
	case gone, at == 0 && *told:
		err := v.rows.Delete(ctx, store.With{"guild": uint64(guild)})
		return err == nil, err
	}
	err = v.SetVoice(guild, 0)
	*told = *told || err == nil
	return false, err
}

// recover takes the bot out of all channels in which a process left it that has ended.
func (v *seats) recover(ctx context.Context) {
	list, err := v.rows.OfServers(ctx)
	if err != nil {
		v.Log.Failed(err).Msg("read voice states failed")
		return
	}
	var all sync.WaitGroup
	for _, row := range list {
		all.Go(func() { v.clear(ctx, discord.ID(row[0].(int64))) })
	}
	all.Wait()
}
