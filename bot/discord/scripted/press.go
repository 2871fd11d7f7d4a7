package scripted

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// press is the interaction of a person who presses a button of a panel. The panel has
// an embed and three rows of buttons, like a board. The id, the token, the person
// and the custom id are to be filled in.
var press = func() string {
	var rows string
	for r := range 3 {
		var row string
		for b := range 5 {
			row += fmt.Sprintf(`,{"type":2,"id":%d,"style":2,"label":"Play the card %d","custom_id":"m/abcdefghij/1/d/play %d"}`, r*6+b+2, r*5+b, r*5+b)
		}
		rows += fmt.Sprintf(`,{"type":1,"id":%d,"components":[%s]}`, r*6+1, row[1:])
	}
	return `{"id":"%[1]d","application_id":"6","type":3,"token":"%[2]s","version":1,"context":0,` +
		`"guild_id":"9","guild":{"id":"9","locale":"ru","features":["COMMUNITY"]},"guild_locale":"ru","locale":"ru",` +
		`"app_permissions":"309237763072","attachment_size_limit":10485760,"authorizing_integration_owners":{"0":"9"},"entitlements":[],` +
		`"channel_id":"8","channel":{"id":"8","type":0,"guild_id":"9","name":"dreams","position":3,"parent_id":"11","permissions":"2251799813685247","rate_limit_per_user":0,"flags":0,"nsfw":false},` +
		`"member":{"user":{"id":"%[3]d","username":"anna","global_name":"Анна","avatar":null,"discriminator":"0","public_flags":0},"nick":null,"roles":["13","14"],"joined_at":"2024-05-01T10:00:00.000000+00:00","permissions":"2251799813685247","flags":0,"mute":false,"deaf":false,"pending":false},` +
		`"message":{"id":"15","channel_id":"8","type":0,"content":"","author":{"id":"5","username":"oneiros","bot":true,"discriminator":"0000"},"timestamp":"2026-01-01T00:00:00.000000+00:00","edited_timestamp":null,"tts":false,"mention_everyone":false,"mentions":[],"mention_roles":[],"attachments":[],"pinned":false,"flags":64,` +
		`"interaction_metadata":{"id":"14","type":3,"user":{"id":"%[3]d","username":"anna","global_name":"Анна"},"authorizing_integration_owners":{"0":"9"},"interacted_message_id":"10"},` +
		`"embeds":[{"type":"rich","title":"The second night","description":"The sleeper listens. Four cards lie in the bed.","color":5793266,"fields":[{"name":"Spirits","value":"Anna, Boris, Vera","inline":true},{"name":"Clock","value":"<t:1767225600:T>","inline":true}],"content_scan_version":0}],` +
		`"components":[` + rows[1:] + `]},` +
		`"data":{"component_type":2,"id":2,"custom_id":"%[4]s"}}`
}()

// presser is who presses when none is named.
const presser = 12

// Press sends a press over the newest connection, when there is one. The channel
// gets the time at which the answer arrived.
func (s *Server) Press(custom string) (sent time.Time, answered <-chan time.Time, err error) {
	return s.PressBy(presser, custom)
}

// PressBy is Press by the person with this id.
func (s *Server) PressBy(who uint64, custom string) (sent time.Time, answered <-chan time.Time, err error) {
	<-s.in
	c := s.newest.Load()
	done := make(chan time.Time, 1)
	s.mu.Lock()
	s.last = max(s.last+1, uint64(time.Now().UnixMilli()-1420070400000)<<22)
	id := s.last
	s.waits[id] = done
	s.mu.Unlock()
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(custom)
	data := fmt.Sprintf(press, id, "aW50ZXJhY3Rpb246"+strconv.FormatUint(id, 10), who, quoted)
	sent = time.Now()
	return sent, done, c.Event("INTERACTION_CREATE", data)
}

func (s *Server) answered(id uint64, at time.Time) {
	s.mu.Lock()
	done := s.waits[id]
	delete(s.waits, id)
	s.mu.Unlock()
	if done != nil {
		done <- at
	}
}

// Median presses n times, at a steady number a second. It returns the median time
// until the answer arrived. custom makes the custom id of each press.
func (s *Server) Median(n, second int, custom func(int) string) (time.Duration, error) {
	return Median(n, second, func(i int) (time.Duration, error) { return s.one(presser, custom(i)) })
}

// Throughput presses n times, with flight presses on their way at once, and returns
// how many were answered a second.
func (s *Server) Throughput(n, flight int, custom func(int) string) (float64, error) {
	return Throughput(n, flight, func(i int) (time.Duration, error) { return s.one(presser, custom(i)) })
}

func (s *Server) one(who uint64, custom string) (time.Duration, error) {
	sent, answered, err := s.PressBy(who, custom)
	if err != nil {
		return 0, err
	}
	limit := time.NewTimer(10 * time.Second)
	defer limit.Stop()
	select {
	case at := <-answered:
		return at.Sub(sent), nil
	case <-limit.C:
		return 0, errors.New("a press was not answered in ten seconds")
	}
}

// Median calls press n times, at a steady number a second, each when the one before has
// been answered. It returns the median of what press returns.
func Median(n, second int, press func(int) (time.Duration, error)) (time.Duration, error) {
	took := make([]time.Duration, 0, n)
	tick := time.NewTicker(time.Second / time.Duration(second))
	defer tick.Stop()
	for i := range n {
		<-tick.C
		d, err := press(i)
		if err != nil {
			return 0, err
		}
		took = append(took, d)
	}
	slices.Sort(took)
	return took[len(took)/2], nil
}

// Throughput calls press n times, with flight calls at once, and returns how many
// returned a second.
func Throughput(n, flight int, press func(int) (time.Duration, error)) (float64, error) {
	var next atomic.Int64
	var all sync.WaitGroup
	errs := make([]error, flight)
	start := time.Now()
	for f := range flight {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if _, errs[f] = press(i); errs[f] != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return float64(n) / time.Since(start).Seconds(), errors.Join(errs...)
}

// Bare starts the bot to compare with, which is discordgo as it comes. Its handler
// answers each press with an embed and three rows of buttons. If before is not nil,
// the handler calls it first. base is the API's address. Bare changes discordgo's
// global addresses, so a process can have only one.
func Bare(base string, before func()) (stop func() error, err error) {
	discordgo.EndpointAPI = base + "/"
	discordgo.EndpointGateway = base + "/gateway"
	s, err := discordgo.New("Bot bare")
	if err != nil {
		return nil, fmt.Errorf("make a bare session: %w", err)
	}
	var rows []discordgo.MessageComponent
	for r := range 3 {
		var row discordgo.ActionsRow
		for b := range 5 {
			row.Components = append(row.Components, discordgo.Button{
				Label: fmt.Sprintf("Play the card %d", r*5+b), Style: discordgo.SecondaryButton,
				CustomID: fmt.Sprintf("m/abcdefghij/2/d/play %d", r*5+b),
			})
		}
		rows = append(rows, row)
	}
	s.AddHandler(func(s *discordgo.Session, i *discordgo.InteractionCreate) {
		if before != nil {
			before()
		}
		// When this fails, the press has no answer, and the benchmark sees that.
		_ = s.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseUpdateMessage,
			Data: &discordgo.InteractionResponseData{
				Embeds: []*discordgo.MessageEmbed{{
					Title: "The second night", Description: "The sleeper listens. Five cards lie in the bed.", Color: 5793266,
					Fields: []*discordgo.MessageEmbedField{{Name: "Spirits", Value: "Anna, Boris, Vera", Inline: true}},
				}},
				Components: rows,
			},
		})
	})
	if err := s.Open(); err != nil {
		return nil, fmt.Errorf("open a bare session: %w", err)
	}
	return s.Close, nil
}
