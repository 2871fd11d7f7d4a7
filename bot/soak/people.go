package soak

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/screen"
	"oneiros/games"
	"oneiros/games/all"
)

// A Crowd is many people on one Discord and the bot that they play with. They play
// at tables of every game.
type Crowd struct {
	Discord *localcord.Server
	Bot     *Bot

	seed   uint64
	haste  int // how many times as often as others people look; see Config
	ledger *ledger
	waits  *waits
	rooms  []*room
	direct []*room // the direct messages of people who play alone
	people []*player
	beside sync.WaitGroup // what people do besides playing at their own pace
}

// NewCrowd seats people at c.Tables tables of every game: as many as the game needs, or
// one more. The tables stand on c.Servers servers in turn, at least one for each
// shard, and some people sit on two of them. Nobody plays before Play, and the bot is
// not started.
func NewCrowd(local *localcord.Server, c Config) (*Crowd, error) {
	bot, err := newBot(c, local)
	if err != nil {
		return nil, err
	}
	crowd := &Crowd{Discord: local, Bot: bot, seed: c.Seed, haste: max(c.Haste, 1), ledger: newLedger(), waits: newWaits()}
	local.REST().Tap(crowd.ledger.tap)
	for n := len(local.Guilds()); n < max(c.Servers, local.Gateway().Shards()); n++ {
		local.NewGuild(fmt.Sprintf("server-%d", n+1))
	}
	r := random(c.Seed, 2)
	for _, g := range all.Games {
		info := g.Info()
		for n := range c.Tables {
			in := &room{local: local, server: crowd.nextServer(), game: info, name: fmt.Sprintf("%s-%d", info.Name, n+1)}
			crowd.rooms = append(crowd.rooms, in)
			for i := range min(info.Min+r.IntN(2), info.Max) {
				p := &player{Person: in.server.User(fmt.Sprintf("%s-%c", in.name, 'a'+i)), local: local, ledger: crowd.ledger, waits: crowd.waits, room: in, rand: random(c.Seed, uint64(1000+len(crowd.people)))}
				if r.IntN(2) == 0 {
					if err := p.SetLocale("ru"); err != nil {
						return nil, errors.Join(err, bot.Close())
					}
				}
				in.people = append(in.people, p)
				crowd.people = append(crowd.people, p)
			}
		}
		crowd.seatTravellers()
		// One person plays the game in direct messages with the bot.
		p := &player{Person: local.User(info.Name + "-alone"), local: local, ledger: crowd.ledger, waits: crowd.waits, rand: random(c.Seed, uint64(1000+len(crowd.people)))}
		direct, err := p.OpenDirect()
		if err != nil {
			return nil, errors.Join(err, bot.Close())
		}
		p.room = &room{local: local, game: info, direct: direct, people: []*player{p}}
		crowd.direct = append(crowd.direct, p.room)
		crowd.people = append(crowd.people, p)
	}
	return crowd, nil
}

// nextServer is where the next room will be.
func (c *Crowd) nextServer() *localcord.Guild {
	servers := c.Discord.Guilds()
	return servers[len(c.rooms)%len(servers)]
}

// seatTravellers lets the first person of every second room sit in the next room, too,
// when that one is on another server and of the same game.
func (c *Crowd) seatTravellers() {
	for i := 1; i < len(c.rooms); i += 2 {
		near, far := c.rooms[i-1], c.rooms[i]
		if near.server.ID() != far.server.ID() && near.game.Name == far.game.Name && len(near.people[0].rooms) == 0 {
			near.people[0].rooms = []*room{near, far}
			far.server.User(near.people[0].Name())
		}
	}
}

// Play lets every person do what they see fit until the context ends. All people
// together do at most so many things in a second.
func (c *Crowd) Play(ctx context.Context, perSecond float64) {
	var people sync.WaitGroup
	pace := rate.NewLimiter(rate.Limit(perSecond), int(math.Ceil(perSecond/4)))
	for _, p := range c.people {
		people.Go(func() { p.play(ctx, pace, 2*time.Second/time.Duration(c.haste)) })
	}
	people.Wait()
}

// Online waits until all shards of the bot are connected and Discord knows its commands.
func (c *Crowd) Online(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute+time.Duration(c.Discord.Gateway().Shards())*10*time.Second) // Discord lets one begin in five seconds
	defer cancel()
	for len(c.Discord.Gateway().OnlineShards()) < c.Discord.Gateway().Shards() || len(c.Discord.Commands()) == 0 {
		if err := c.Bot.Failure(); err != nil {
			return err
		}
		if !discord.Sleep(ctx, 50*time.Millisecond) {
			return fmt.Errorf("the bot does not connect: %w; see %s", context.Cause(ctx), c.Bot.log.Name())
		}
	}
	return nil
}

// Tally is what people have seen so far.
func (c *Crowd) Tally() Tally { return c.ledger.tally() }

// Answered reports whether the bot answered a press, even if the answer came later
// than Discord takes one. A press whose time was over before a moment counts as
// answered.
func (c *Crowd) Answered(press uint64, before time.Time) bool {
	return c.ledger.answered(press, before)
}

// A room is a channel in which the same people play one table after another.
type room struct {
	local  *localcord.Server
	server *localcord.Guild // nil in direct messages
	game   games.Info
	name   string
	people []*player    // who belong there
	direct localcord.ID // the direct messages of one person, or empty

	mu      sync.Mutex
	channel localcord.ID
	renewed int // how often the channel was made
}

// channels are the channel and its open threads. A channel that was deleted is
// made again under another name.
func (r *room) channels() []localcord.ID {
	if r.direct != "" {
		return []localcord.ID{r.direct}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []localcord.ID
	for _, c := range r.local.Channels() {
		if c.ID == r.channel || c.Parent == r.channel && r.channel != "" && !c.Archived {
			list = append(list, c.ID)
		}
	}
	if !slices.Contains(list, r.channel) {
		r.renewed++
		r.channel = r.server.NewChannel(fmt.Sprintf("%s-%d", r.name, r.renewed))
		return []localcord.ID{r.channel}
	}
	return list
}

// A player is a person who now and then does one of the things on their screen, by
// chance.
type player struct {
	*localcord.Person
	local  *localcord.Server
	ledger *ledger
	waits  *waits
	room   *room   // where they are
	rooms  []*room // between which they go; empty for one
	rand   *rand.Rand
	away   time.Time // until when they look at nothing
}

// play acts until the context ends, at a pace that all people share. It looks at the
// screen again within a time.
func (p *player) play(ctx context.Context, pace *rate.Limiter, within time.Duration) {
	for {
		// The order in which people come is left to chance.
		if !discord.Sleep(ctx, time.Duration(p.rand.Int64N(int64(within)))) {
			return
		}
		if time.Now().Before(p.away) {
			continue
		}
		if !p.local.Gateway().Online() && p.rand.IntN(10) > 0 {
			continue // the bot's dot is grey, and most people look at it
		}
		if p.rand.IntN(150) == 0 { // they leave their desk
			p.away = time.Now().Add(time.Duration(5+p.rand.IntN(90)) * time.Second)
			continue
		}
		if len(p.rooms) > 0 {
			p.room = p.rooms[p.rand.IntN(len(p.rooms))]
		}
		if act := p.choose(); act != nil {
			if pace.Wait(ctx) != nil {
				return
			}
			act(ctx)
		}
	}
}

// An act is one thing that a person can do, and how much it draws them.
type act struct {
	pull float64
	do   func(context.Context)
}

// pulls are how much the bot's own buttons draw a person. What ends or disturbs a
// match draws little, so that matches end.
var pulls = map[string]float64{
	"join": 6, "ready": 1, "start": 4, "panel": 1, "again": 6, "resume": 6, "back": 6, "agree": 3, "object": 1,
	"leave": .02, "kick": .02, "stop": .05, "pause": .05, "host": .1, "extend": .1, "options": .3, "rules": .2,
}

// pull is how much a control draws a person, by its id.
func pull(id string) float64 {
	part := strings.SplitN(id, "/", 5)
	switch {
	case part[0] == "m" && len(part) == 5:
		if part[3] == string(screen.ActionOpen) {
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

// movePull is the least pull of what a table waits for.
const movePull = 3

// choose looks at the screen and takes one act. Where the game waits for a person
// else, most people do nothing, and the result is nil.
func (p *player) choose() func(context.Context) {
	channels := p.room.channels()
	where := channels[p.rand.IntN(len(channels))]
	acts, hasPanel, hasTable := p.acts(channels)
	if !hasPanel && hasTable {
		for _, b := range p.boardButtons(channels) {
			if strings.Contains(b.id, "/panel/") {
				acts = append(acts, act{8, func(ctx context.Context) { p.press(ctx, b.message, b.id, nil) }})
			}
		}
	}
	open := act{.05, func(ctx context.Context) { p.openTable(ctx, where) }}
	if !hasTable {
		open.pull = 20
	}
	acts = append(acts, open, act{.3, func(ctx context.Context) { p.command(ctx, where) }})

	sum, most := 0.0, 0.0
	for _, a := range acts {
		sum, most = sum+a.pull, max(most, a.pull)
	}
	if most < movePull && p.rand.IntN(8) > 0 {
		return nil
	}
	left := p.rand.Float64() * sum
	for _, a := range acts {
		if left -= a.pull; left < 0 {
			return a.do
		}
	}
	return nil
}

// acts are what can be done with the messages of some channels. They say whether
// there is a panel of a match, and whether there is a table.
func (p *player) acts(channels []localcord.ID) (acts []act, hasPanel, hasTable bool) {
	for _, in := range channels {
		panels, boards := 0, 0
		for _, m := range slices.Backward(p.Messages(in)) {
			if m.Author.ID != p.local.Bot() || m.Loading() || len(m.Components) == 0 {
				continue
			}
			seen, kept := &boards, 4
			if m.Ephemeral() {
				seen, kept = &panels, 3
			}
			if *seen++; *seen > kept { // no player keeps them all
				if m.Ephemeral() {
					p.note(p.Dismiss(m.ID))
				}
				continue
			}
			weight := 1.0
			if *seen > kept-2 { // an old one
				weight = .05
			}
			for _, a := range p.controls(m) {
				a.pull *= weight
				acts = append(acts, a)
			}
			for _, b := range m.Buttons() {
				hasPanel = hasPanel || m.Ephemeral() && strings.HasPrefix(b.CustomID, "m/")
				hasTable = hasTable || !m.Ephemeral()
			}
		}
	}
	return acts, hasPanel, hasTable
}

// A button is something that can be pressed on a message.
type button struct {
	message *localcord.Message
	id      string
}

// boardButtons lists the buttons of the newest board in each channel.
func (p *player) boardButtons(channels []localcord.ID) []button {
	var list []button
	for _, in := range channels {
		for _, m := range slices.Backward(p.Messages(in)) {
			if m.Ephemeral() || len(m.Buttons()) == 0 {
				continue
			}
			for _, b := range m.Buttons() {
				list = append(list, button{m, b.CustomID})
			}
			break
		}
	}
	return list
}

// controls are the buttons and menus of a message as acts. A menu's values are
// chosen here.
func (p *player) controls(m *localcord.Message) []act {
	var acts []act
	for _, b := range m.Buttons() {
		acts = append(acts, act{pull(b.CustomID), func(ctx context.Context) { p.press(ctx, m, b.CustomID, nil) }})
	}
	for _, c := range m.Menus() {
		if len(c.Options) == 0 {
			continue
		}
		most := min(max(1, *c.MaxValues), len(c.Options))
		some := *c.MinValues + p.rand.IntN(max(most-*c.MinValues, 0)+1)
		var values []string
		for _, i := range p.rand.Perm(len(c.Options))[:min(max(some, 1), most)] {
			values = append(values, c.Options[i].Value)
		}
		acts = append(acts, act{pull(c.CustomID), func(ctx context.Context) { p.press(ctx, m, c.CustomID, values) }})
	}
	return acts
}

// press presses a button or chooses from a menu, and fills in the form that comes.
// Now and then it presses twice at the same moment.
func (p *player) press(ctx context.Context, m *localcord.Message, id string, values []string) {
	once := func() {
		var r *localcord.Reply
		var err error
		if values == nil {
			r, err = p.Press(ctx, m.ID, id)
		} else {
			r, err = p.Choose(ctx, m.ID, id, values...)
		}
		link := id
		if len(values) == 1 && strings.HasPrefix(id, "m/") {
			link = chosenLink(id, values[0])
		}
		p.noteReply(r, err, link)
		if err == nil && r.Modal != nil && p.rand.IntN(12) > 0 {
			p.fill(ctx, r.Modal)
		}
	}
	if p.rand.IntN(25) > 0 {
		once()
		return
	}
	var both sync.WaitGroup
	again := *p
	again.rand = rand.New(rand.NewPCG(p.rand.Uint64(), p.rand.Uint64()))
	both.Go(once)
	both.Go(func() {
		r, err := again.Press(ctx, m.ID, id) // on a menu this is refused before it is sent
		again.noteReply(r, err, id)
	})
	both.Wait()
}

// chosenLink is the id that a choice of a menu stands for.
func chosenLink(id, value string) string {
	parsed, err := screen.ParseCustomID(id)
	if err != nil {
		return id
	}
	if parsed, err = parsed.Chosen(value); err != nil {
		return id
	}
	return parsed.String()
}

// phrases are what people write. The last ones are written in bad faith.
var phrases = []string{
	"море", "кошка", "окно", "door", "river", "moon", "старый дом", "a long way", "Ёжик", "снег и ветер", "light", "7", "1", "2", "3",
	"Мне снилась кошка у моря, а потом погас свет.", "I was walking by the river, and then there was a door.",
	"@everyone", "<@1> **bold** `x`", "\u202eтсет\u202c", "z̷̨̛a̷l̴g̵o̶", strings.Repeat("ой ", 60),
}

// fill fills in a form with texts that have an allowed length.
func (p *player) fill(ctx context.Context, form *localcord.Modal) {
	var values []string
	for _, in := range form.Inputs() {
		least, most := 0, 4000
		if in.MinLength != nil {
			least = *in.MinLength
		}
		if in.MaxLength != nil {
			most = *in.MaxLength
		}
		r := []rune(phrases[p.rand.IntN(len(phrases))])
		for len(r) < max(least, 1) {
			r = append(r, 'о')
		}
		values = append(values, string(r[:min(len(r), most)]))
	}
	r, err := p.Submit(ctx, form, values...)
	p.noteReply(r, err, form.CustomID)
}

// openTable opens a table of the room's game. Half of the choices are left out, so an older
// build that lacks an option opens tables, too.
func (p *player) openTable(ctx context.Context, where localcord.ID) {
	var set []string
	for _, o := range p.room.game.Options {
		switch {
		case o.Texts != nil: // it is chosen in the lobby
		case o.Max > 0 && p.rand.IntN(4) > 0: // as short as it can be, so that matches end
			set = append(set, o.Key+":"+strconv.Itoa(o.Min))
		case o.Max > 0:
			set = append(set, o.Key+":"+strconv.Itoa(o.Min+p.rand.IntN(o.Max-o.Min+1)))
		case p.rand.IntN(2) > 0:
			set = append(set, o.Key+":"+o.Choices[p.rand.IntN(len(o.Choices))])
		}
	}
	options := map[string]any{"game": p.room.game.Name}
	if p.room.direct == "" {
		options["thread"] = p.rand.IntN(3) == 0
	}
	if len(set) > 0 {
		options["options"] = strings.Join(set, " ")
	}
	r, err := p.Command(ctx, where, "dream play", options)
	p.noteReply(r, err, "")
}

// command uses one of the other commands.
func (p *player) command(ctx context.Context, where localcord.ID) {
	words, options := "dream panel", map[string]any(nil)
	switch n := p.rand.IntN(4 + len(p.room.game.Commands)); n {
	case 0, 1:
	case 2:
		words, options = "dream rules", map[string]any{"game": p.room.game.Name}
	case 3:
		words = "dream me"
	default:
		c := p.room.game.Commands[n-4]
		words, options = c.Name, map[string]any{"text": phrases[p.rand.IntN(5)]}
	}
	r, err := p.Command(ctx, where, words, options)
	p.noteReply(r, err, "")
}

// noteReply notes what came of an interaction. link is the custom id of a page's
// control, or empty. Without a reply nothing was sent.
func (p *player) noteReply(r *localcord.Reply, err error, link string) {
	if r == nil {
		p.note(err)
		return
	}
	p.ledger.pressed(r, err, link, p.ID(), p.room)
	if err == nil && (link == asked || p.ledger.hasPlayed(r.Interaction)) && p.ledger.answeredWell(r.Interaction) {
		p.waits.answered(p.room, r.Interaction.Time())
	}
}

// note counts what could not be sent because its message was deleted or changed
// before. That is no fault of the bot.
func (p *player) note(err error) {
	if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		p.ledger.missed()
	}
}
