package table

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"oneiros/games"
	"oneiros/games/ui"
)

// dash is a game of races for the tests. Everybody claps and takes tokens, and the
// public sees in which order. The moves "note" and "draft" do not race, and nobody
// else sees anything of them. The move "shut" ends the race. The deadline ends it
// too, but the mark before it does not. Seat 0 is awaited.
var dash = games.Define[dashState, dashMove, dashView](games.Info{
	Name: "dash", Version: 1, Min: 2, Max: 4,
	Options: []games.Option{{Key: "sand", Min: 0, Max: 600}, {Key: "mark", Min: 0, Max: 600}},
	Tempo:   games.Tempo{Pace: 3 * time.Second, Grace: 1500 * time.Millisecond, Typing: 4 * time.Second},
}, dashRules{}, dashPages{})

type dashState struct {
	Shut      bool
	Order     []string // "seat move", as they raced
	Taken     []bool   // tokens
	Notes     []int    // by seat
	Due, Mark time.Duration
	Expired   int
}

type dashMove string

func (m dashMove) String() string { return string(m) }

type dashView struct {
	Shut    bool
	Order   []string
	Expired int
	Mine    int
}

type dashRules struct{}

func (dashRules) Deal(_ *games.Env, t games.Table) (dashState, error) {
	s := dashState{Taken: make([]bool, 4), Notes: make([]int, t.Seats)}
	s.Due = time.Duration(t.Options.Int("sand")) * time.Second
	s.Mark = time.Duration(t.Options.Int("mark")) * time.Second
	return s, nil
}

func (dashRules) Moves(s dashState, _ games.Seat) iter.Seq[dashMove] {
	list := []dashMove{"note", "draft"}
	if !s.Shut {
		list = append(list, "shut", "clap")
		for i, taken := range s.Taken {
			if !taken {
				list = append(list, dashMove(fmt.Sprintf("take %d", i)))
			}
		}
	}
	return slices.Values(list)
}

func (r dashRules) Play(_ *games.Env, s *dashState, seat games.Seat, m dashMove) error {
	if !slices.Contains(slices.Collect(r.Moves(*s, seat)), m) {
		return games.Refuse("refuse.not-now")
	}
	switch m {
	case "note", "draft":
		s.Notes[seat]++
		return nil
	case "shut":
		s.Shut = true
		return nil
	}
	if n, ok := strings.CutPrefix(string(m), "take "); ok {
		s.Taken[n[0]-'0'] = true
	}
	s.Order = append(s.Order, fmt.Sprint(seat, " ", m))
	return nil
}

func (dashRules) Expire(_ *games.Env, s *dashState) error {
	s.Expired++
	if s.Mark > 0 {
		s.Mark = 0
		return nil
	}
	s.Due, s.Shut = 0, true
	return nil
}

func (dashRules) View(s dashState, v games.Viewer) dashView {
	w := dashView{Shut: s.Shut, Order: s.Order, Expired: s.Expired}
	if seat, ok := v.Seat(); ok {
		w.Mine = s.Notes[seat]
	}
	return w
}

func (dashRules) Status(s dashState) games.Status {
	return games.Status{Due: s.Due - s.Mark, Awaits: []games.Seat{0}}
}

func (dashRules) Parse(text string) (dashMove, error) {
	if !slices.Contains([]string{"note", "draft", "shut", "clap", "take 0", "take 1", "take 2", "take 3", "boom"}, text) {
		return "", errors.New("no move")
	}
	return dashMove(text), nil
}

func (dashRules) Racing(public dashView) bool { return !public.Shut }

func (dashRules) Races(_ dashView, m dashMove) bool {
	if m == "boom" {
		panic(secret)
	}
	return m == "clap" || strings.HasPrefix(string(m), "take")
}

func (dashRules) Drafts(m dashMove) bool { return m == "draft" }

func (dashRules) Choose(*games.Env, games.Strength, dashView, []dashMove) dashMove { return "clap" }

type dashPages struct{}

func (dashPages) Page(dashView, string) ui.Page { return ui.Page{Title: ui.Literal("dash")} }

func (dashPages) Fill(_ dashView, path string, answers []string) (dashMove, error) {
	if path == "boom" {
		panic(secret)
	}
	return dashRules{}.Parse(path)
}

// dashed is a live match of dash.
func dashed(t *testing.T, s Store, options map[string]string, people ...User) (*party, *State) {
	t.Helper()
	p := gather(t, s, dash)
	m := p.sit("dash", options, people...)
	p.pass(10 * time.Second)
	return p, p.state(m.ID)
}

// sent is a press on its way, and what came of it.
type sent struct {
	Action
	arrives time.Time
	err     error
	state   *State
	took    time.Duration // from its arrival to its answer
}

// later is a press that is made so long from now and arrives so much later.
func (p *party) later(u User, move string, made, delay time.Duration) *sent {
	at := time.Now().Add(made)
	return &sent{Action: Action{Kind: Play, User: u, Press: p.at(at), Turn: AnyTurn, Move: move}, arrives: at.Add(delay)}
}

// send sends presses, each when it arrives, and waits for all answers.
func (p *party) send(match string, list ...*sent) {
	p.t.Helper()
	done := make(chan struct{})
	for _, s := range list {
		go func() {
			time.Sleep(time.Until(s.arrives))
			began := time.Now()
			s.state, s.err = p.tables.Send(p.t.Context(), match, s.Action)
			s.took = time.Since(began)
			done <- struct{}{}
		}()
	}
	for range list {
		<-done
	}
	synctest.Wait()
}

// said is what somebody was told: nothing, or the key of a refusal.
func (s *sent) said() string {
	if why, ok := games.Refused(s.err); ok {
		return why.Key
	}
	if s.err != nil {
		return s.err.Error()
	}
	return ""
}

// dated lists the inputs of a match with their times. It begins with the input from.
func (p *party) dated(match string, from int) (list []string) {
	p.t.Helper()
	inputs, err := p.store.(interface {
		Inputs(context.Context, string) ([]games.Input, error)
	}).Inputs(p.t.Context(), match)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, in := range inputs[from:] {
		who := fmt.Sprint(in.Seat, " ", in.Move)
		if in.Kind != games.KindPlay {
			who = string(in.Kind)
		}
		list = append(list, fmt.Sprint(in.At.Round(time.Millisecond), " ", who))
	}
	return list
}
