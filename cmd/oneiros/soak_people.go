package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/games"
)

// A place is a channel in which one table after another is played by the same
// people.
type place struct {
	s    *soak
	game games.Info
	name string

	mu      sync.Mutex
	channel localcord.ID
	renewed int
}

// in is the channel, made anew when somebody deleted it, and its threads.
func (p *place) in() []localcord.ID {
	p.mu.Lock()
	defer p.mu.Unlock()
	var list []localcord.ID
	for _, c := range p.s.local.Channels() {
		if c.ID == p.channel || c.Parent == p.channel && p.channel != "" && !c.Archived {
			list = append(list, c.ID)
		}
	}
	if !slices.Contains(list, p.channel) {
		p.renewed++
		p.channel = p.s.local.NewChannel(fmt.Sprintf("%s-%d", p.name, p.renewed))
		return []localcord.ID{p.channel}
	}
	return list
}

// A human is somebody who does now and then what they can do with what they see,
// by chance.
type human struct {
	*localcord.Person
	s    *soak
	at   *place
	rand *rand.Rand
	away time.Time // until when they look at nothing
}

// play acts until the context ends, at a pace that all people share.
func (h *human) play(ctx context.Context, pace *rate.Limiter) {
	for {
		// The order in which people come is left to chance.
		if !pause(ctx, time.Duration(h.rand.Int64N(int64(2*time.Second)))) {
			return
		}
		if time.Now().Before(h.away) {
			continue
		}
		if !h.s.local.Online() && h.rand.IntN(10) > 0 {
			continue // the bot's dot is grey, and most people look at it
		}
		if h.rand.IntN(150) == 0 { // somebody is at the door
			h.away = time.Now().Add(time.Duration(5+h.rand.IntN(90)) * time.Second)
			continue
		}
		if do := h.choose(); do != nil {
			if pace.Wait(ctx) != nil {
				return
			}
			do(ctx)
		}
	}
}

func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// A chance is one thing that somebody can do, and how much it draws them.
type chance struct {
	pull float64
	do   func(context.Context)
}

// pulls are how much the bot's own buttons draw somebody. What ends or disturbs
// a match is pressed now and then only, so that matches end.
var pulls = map[string]float64{
	"join": 6, "ready": 1, "start": 4, "panel": 1, "again": 6, "resume": 6, "back": 6, "agree": 3, "object": 1,
	"leave": .02, "kick": .02, "stop": .05, "pause": .05, "host": .1, "extend": .1, "options": .3, "rules": .2,
}

// pull is how much a control draws somebody, by its id.
func pull(id string) float64 {
	part := strings.SplitN(id, "/", 5)
	switch {
	case part[0] == "m" && len(part) == 5:
		if part[3] == string(screen.VerbOpen) {
			return .7
		}
		return 4
	case part[0] == "b" && len(part) > 2:
		if w, ok := pulls[part[2]]; ok {
			return w
		}
	}
	return .3
}

// choose looks at what there is to do and takes one of it. Where the game waits
// for others, most people do nothing, and it is nil.
func (h *human) choose() func(context.Context) {
	var all []chance
	var mine, on bool // a panel of a match, a table
	places := h.at.in()
	where := places[h.rand.IntN(len(places))]
	for _, in := range places {
		messages := h.Messages(in)
		panels, boards := 0, 0
		for _, m := range slices.Backward(messages) {
			if m.Author.ID != h.s.local.Bot() || m.Loading() || len(m.Components) == 0 {
				continue
			}
			weight := 1.0
			if m.Ephemeral() {
				panels++
				if panels > 3 { // nobody keeps them all
					h.done(h.Dismiss(m.ID))
					continue
				}
				if panels > 1 {
					weight = .05 // an old one
				}
			} else {
				boards++
				if boards > 4 {
					continue
				}
				if boards > 2 {
					weight = .05
				}
			}
			for _, c := range h.controls(m) {
				c.pull *= weight
				all = append(all, c)
			}
			for _, b := range m.Buttons() {
				mine = mine || m.Ephemeral() && strings.HasPrefix(b.CustomID, "m/")
				on = on || !m.Ephemeral()
			}
		}
	}
	if !mine && on {
		for _, b := range h.board(places) {
			if strings.Contains(b.id, "/panel/") {
				all = append(all, chance{8, func(ctx context.Context) { h.press(ctx, b.message, b.id, nil) }})
			}
		}
	}
	open := chance{.05, func(ctx context.Context) { h.open(ctx, where) }}
	if !on {
		open.pull = 20
	}
	all = append(all, open, chance{.3, func(ctx context.Context) { h.command(ctx, where) }})

	sum, most := 0.0, 0.0
	for _, c := range all {
		sum, most = sum+c.pull, max(most, c.pull)
	}
	if most < pulling && h.rand.IntN(8) > 0 {
		return nil
	}
	left := h.rand.Float64() * sum
	for _, c := range all {
		if left -= c.pull; left < 0 {
			return c.do
		}
	}
	return nil
}

// pulling is the least pull of what a table waits for.
const pulling = 3

// A control is something that can be pressed on a message.
type control struct {
	message *localcord.Message
	id      string
}

// board lists the buttons of the newest public message with any.
func (h *human) board(places []localcord.ID) []control {
	var list []control
	for _, in := range places {
		for _, m := range slices.Backward(h.Messages(in)) {
			if m.Ephemeral() || len(m.Buttons()) == 0 {
				continue
			}
			for _, b := range m.Buttons() {
				list = append(list, control{m, b.CustomID})
			}
			break
		}
	}
	return list
}

// controls are what can be done with a message.
func (h *human) controls(m *localcord.Message) []chance {
	var all []chance
	for _, b := range m.Buttons() {
		all = append(all, chance{pull(b.CustomID), func(ctx context.Context) { h.press(ctx, m, b.CustomID, nil) }})
	}
	for _, c := range m.Menus() {
		if len(c.Options) == 0 {
			continue
		}
		most := min(max(1, *c.MaxValues), len(c.Options))
		some := *c.MinValues + h.rand.IntN(max(most-*c.MinValues, 0)+1)
		var values []string
		for _, i := range h.rand.Perm(len(c.Options))[:min(max(some, 1), most)] {
			values = append(values, c.Options[i].Value)
		}
		all = append(all, chance{pull(c.CustomID), func(ctx context.Context) { h.press(ctx, m, c.CustomID, values) }})
	}
	return all
}

// press presses a button or chooses of a menu, sometimes with a finger that
// trembles, and fills in the form that comes of it.
func (h *human) press(ctx context.Context, m *localcord.Message, id string, values []string) {
	once := func() {
		var r *localcord.Reply
		var err error
		if values == nil {
			r, err = h.Press(ctx, m.ID, id)
		} else {
			r, err = h.Choose(ctx, m.ID, id, values...)
		}
		link := id
		if len(values) == 1 && strings.HasPrefix(id, "m/") {
			link = chosen(id, values[0])
		}
		h.came(r, err, link)
		if err == nil && r.Modal != nil && h.rand.IntN(12) > 0 {
			h.fill(ctx, r.Modal)
		}
	}
	if h.rand.IntN(25) > 0 {
		once()
		return
	}
	var both sync.WaitGroup
	again := *h
	again.rand = rand.New(rand.NewPCG(h.rand.Uint64(), h.rand.Uint64()))
	both.Go(once)
	both.Go(func() {
		r, err := again.Press(ctx, m.ID, id) // of a menu it is a press that no client sends, and none is sent
		again.came(r, err, id)
	})
	both.Wait()
}

// chosen is the id that a choice of a menu stands for.
func chosen(id, value string) string {
	parsed, err := screen.ParseCustomID(id)
	if err != nil {
		return id
	}
	if parsed, err = parsed.Chosen(value); err != nil {
		return id
	}
	return parsed.String()
}

// phrases are what people write, the last ones not in good faith.
var phrases = []string{
	"море", "кошка", "окно", "door", "river", "moon", "старый дом", "a long way", "Ёжик", "снег и ветер", "light", "7", "1", "2", "3",
	"Мне снилась кошка у моря, а потом погас свет.", "I was walking by the river, and then there was a door.",
	"@everyone", "<@1> **bold** `x`", "\u202eтсет\u202c", "z̷̨̛a̷l̴g̵o̶", strings.Repeat("ой ", 60),
}

// fill fills in a form with whatever fits.
func (h *human) fill(ctx context.Context, form *localcord.Modal) {
	var values []string
	for _, in := range form.Inputs() {
		least, most := 0, 4000
		if in.MinLength != nil {
			least = *in.MinLength
		}
		if in.MaxLength != nil {
			most = *in.MaxLength
		}
		r := []rune(phrases[h.rand.IntN(len(phrases))])
		for len(r) < max(least, 1) {
			r = append(r, 'о')
		}
		values = append(values, string(r[:min(len(r), most)]))
	}
	r, err := h.Submit(ctx, form, values...)
	h.came(r, err, form.CustomID)
}

// open opens a table of the place's game.
func (h *human) open(ctx context.Context, where localcord.ID) {
	var set []string
	for _, o := range h.at.game.Options {
		switch {
		case o.Max > 0 && h.rand.IntN(4) > 0: // as short as it can be, so that matches end
			set = append(set, o.Key+":"+strconv.Itoa(o.Min))
		case o.Max > 0:
			set = append(set, o.Key+":"+strconv.Itoa(o.Min+h.rand.IntN(o.Max-o.Min+1)))
		default:
			set = append(set, o.Key+":"+o.Choices[h.rand.IntN(len(o.Choices))])
		}
	}
	options := map[string]any{"game": h.at.game.Name, "thread": h.rand.IntN(3) == 0}
	if len(set) > 0 {
		options["options"] = strings.Join(set, " ")
	}
	r, err := h.Command(ctx, where, "dream play", options)
	h.came(r, err, "")
}

// command uses one of the other commands.
func (h *human) command(ctx context.Context, where localcord.ID) {
	words, options := "dream panel", map[string]any(nil)
	switch n := h.rand.IntN(4 + len(h.at.game.Commands)); n {
	case 0, 1:
	case 2:
		words, options = "dream rules", map[string]any{"game": h.at.game.Name}
	case 3:
		words = "dream me"
	default:
		c := h.at.game.Commands[n-4]
		words, options = c.Name, map[string]any{"text": phrases[h.rand.IntN(5)]}
	}
	r, err := h.Command(ctx, where, words, options)
	h.came(r, err, "")
}

// came notes what came of something that was pressed; link is the id of a page's
// control, or empty.
func (h *human) came(r *localcord.Reply, err error, link string) {
	if r == nil {
		h.done(err)
		return
	}
	h.s.ledger.pressed(r, err, link)
}

// done notes what a person could not do. That a message has gone or changed
// before the finger was down is nothing.
func (h *human) done(err error) {
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		h.s.ledger.missed()
	}
}
