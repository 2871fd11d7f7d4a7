package soak

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"oneiros/bot"
	"oneiros/bot/discord"
	"oneiros/bot/localcord"
	"oneiros/bot/page"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// wrongSurfaces waits until everything that the bot shows is what it should be,
// and lists the surfaces that never were. A surface has to be right at one moment
// only, because deadlines go on passing.
func (s *soak) wrongSurfaces(ctx context.Context) (wrong []string, err error) {
	right := map[string]bool{}
	asked := false
	for began := time.Now(); ; {
		if err := s.Bot.Failure(); err != nil {
			return nil, err
		}
		list, err := s.surfaces(ctx)
		if err != nil {
			return nil, err
		}
		s.Bot.measure(ctx)
		wrong = nil
		var boards []bot.Surface
		for _, f := range list {
			key := fmt.Sprintf("%s %d %t", f.Match, f.User, f.Translation)
			if right[key] {
				continue
			}
			what := s.differs(f)
			if what == "" {
				right[key] = true
				continue
			}
			wrong = append(wrong, what)
			if f.User == 0 {
				boards = append(boards, f)
			}
		}
		if len(wrong) == 0 || time.Since(began) > restTime {
			return wrong, nil
		}
		// The bot tries an edit that Discord refused for good again when a person asks.
		if !asked && time.Since(began) > restTime/6 {
			asked = true
			for _, f := range boards {
				s.askForPanel(ctx, localcord.ID(f.Channel.String()))
			}
		}
		if !discord.Sleep(ctx, time.Second) {
			return nil, context.Cause(ctx)
		}
	}
}

// surfaces asks the bot what it should show.
func (s *soak) surfaces(ctx context.Context) (list []bot.Surface, err error) {
	for _, p := range s.Bot.alive() {
		b, err := p.get(ctx, "/surfaces")
		if err != nil {
			return nil, fmt.Errorf("ask the bot what it shows: %w", err)
		}
		var some []bot.Surface
		if err := json.Unmarshal(b, &some); err != nil {
			return nil, fmt.Errorf("read what the bot shows: %w", err)
		}
		list = append(list, some...)
	}
	return list, nil
}

// askForPanel lets one person ask for their panel in a channel.
func (s *soak) askForPanel(ctx context.Context, channel localcord.ID) {
	for _, p := range s.people {
		if slices.Contains(p.room.channels(), channel) {
			r, err := p.Command(ctx, channel, "dream panel", nil)
			p.noteReply(r, err, "")
			return
		}
	}
}

// reachable reports whether the bot can show anything in a channel. It cannot in
// one that was deleted, nor in a thread that a moderator locked.
func (s *soak) reachable(channel localcord.ID) bool {
	for _, c := range s.Discord.Channels() {
		if c.ID == channel {
			return !c.Locked
		}
	}
	return false
}

// differs says how a surface differs from what people see. The reader of a panel
// may have dismissed it.
func (s *soak) differs(f bot.Surface) string {
	if f.User == 0 && !s.reachable(localcord.ID(f.Channel.String())) {
		return ""
	}
	name := "the board"
	switch {
	case f.Translation:
		name = "a translation"
	case f.User != 0:
		name = "a panel"
	}
	id := localcord.ID(f.Message.String())
	var m *localcord.Message
	for _, p := range s.people {
		if f.User == 0 || p.ID() == localcord.ID(f.User.String()) {
			if m = p.Message(id); m != nil { // only its player sees a board in direct messages
				break
			}
		}
	}
	if m == nil {
		if f.User != 0 {
			return ""
		}
		return fmt.Sprintf("%s of match %s (%s) is not there; %s", name, f.Match, f.Phase, f.Trouble)
	}
	all, ids := shown(m)
	text, should := compared(all, f)
	want := lines(should.Text)
	switch {
	case f.User != 0 && f.Phase == table.Void && slices.ContainsFunc(ids, turnsRules):
		return "" // they read the rules on their last panel; nothing edits it any more
	case !slices.Equal(text, want):
		return fmt.Sprintf("%s of match %s (%s) says\n%s\nand not\n%s\n%s", name, f.Match, f.Phase, strings.Join(text, "\n"), strings.Join(want, "\n"), f.Trouble)
	case !slices.Equal(ids, should.IDs):
		return fmt.Sprintf("%s of match %s (%s) has %q and not %q; %s", name, f.Match, f.Phase, ids, should.IDs, f.Trouble)
	}
	return ""
}

// compared is what a message says and what it should say. The notices over a panel are left
// out: they go with its next change, and until then there is less room for the rest.
func compared(all []string, f bot.Surface) (text []string, should bot.Wording) {
	if f.User == 0 {
		return all, f.Wording
	}
	text = slices.DeleteFunc(withoutStory(slices.Clone(all)), isNotice)
	if len(text) < len(all) {
		for _, under := range f.Under {
			if slices.Equal(text, lines(under.Text)) {
				return text, under
			}
		}
	}
	return text, f.Wording
}

// shown is what a message says and the ids of its controls, in the order in which
// bot.Bot.Inspect returns them.
func shown(m *localcord.Message) (text, ids []string) {
	text = append(text, m.Content)
	for _, e := range m.Embeds {
		text = append(text, e.Title, e.Description)
		if e.Footer != nil {
			text = append(text, e.Footer.Text)
		}
	}
	var walk func([]*localcord.Component)
	walk = func(all []*localcord.Component) {
		for _, c := range all {
			text = append(text, c.Label, c.Placeholder)
			if c.CustomID != "" {
				ids = append(ids, c.CustomID)
			}
			for _, o := range c.Options {
				text = append(text, o.Label, o.Description)
			}
			walk(c.Components)
		}
	}
	walk(m.Components)
	return lines(text), ids
}

// isNotice reports whether a line is the answer to one press. It stands in a panel
// until the page changes.
func isNotice(line string) bool {
	return strings.HasPrefix(line, "⚠") || notices()[withoutDigits(line)] || slices.ContainsFunc(noticesFrom(), func(begin string) bool { return strings.HasPrefix(line, begin) })
}

// notices are the answers to a press that are not refusals.
var notices = sync.OnceValue(func() map[string]bool {
	lines := map[string]bool{}
	for _, key := range []string{"bot.lesson.stopped", "bot.join.which", "bot.move.done", "bot.move.paused",
		"bot.vote.open", "bot.faster.done", "bot.faster.already", "bot.slower.done", "bot.back.done", "bot.host.self", "bot.pause.already", "bot.suggest.none", "bot.match.off"} {
		for _, lang := range text.Langs {
			lines[words.Catalogue().Say(lang, ui.T(key), nil)] = true
		}
	}
	for _, key := range []string{"bot.back.moves", "bot.back.missed"} {
		for _, lang := range text.Langs {
			for _, n := range []int{1, 2, 5} { // each has another plural in Russian
				lines[withoutDigits(words.Catalogue().Say(lang, ui.T(key, n), nil))] = true
			}
		}
	}
	return lines
})

// noticesFrom begin the notices that name something: for how long a player was away, which moves
// were made for them, and who is the host.
var noticesFrom = sync.OnceValue(func() (begins []string) {
	for _, lang := range text.Langs {
		for _, t := range []ui.Text{ui.T("bot.back.slept", ui.Span(time.Second)), ui.T("bot.back.last", 7), ui.T("bot.back.last.two", 7, 7), ui.T("bot.host.done", 7), ui.T("bot.host.already", 7)} {
			line := words.Catalogue().Say(lang, t, nil)
			begins = append(begins, line[:strings.IndexAny(line, "0123456789")])
		}
	}
	return begins
})

func withoutDigits(line string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, line)
}

// turnsRules reports whether a control turns the pages of a game's rules.
func turnsRules(id string) bool {
	parts := strings.Split(id, "/")
	return len(parts) > 2 && parts[0] == "b" && parts[2] == string(page.RulesPage)
}

// withoutStory leaves out what a person is told who takes the place of another player.
func withoutStory(lines []string) []string {
	for _, lang := range text.Langs {
		say := func(key string, args ...any) string { return words.Catalogue().Say(lang, ui.T(key, args...), nil) }
		from, _, _ := strings.Cut(say("bot.story.for", len(lines)), strconv.Itoa(len(lines))) // before the name
		i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, strings.TrimSpace(from)) })
		if i < 0 {
			continue
		}
		if n := slices.Index(lines[i:], say("bot.story.below")); n >= 0 {
			return slices.Concat(lines[:i], lines[i+n+1:])
		}
	}
	return lines
}

// lines are texts line by line, without empty lines and the space around them.
func lines(texts []string) []string {
	var kept []string
	for l := range strings.Lines(strings.Join(texts, "\n")) {
		if l = strings.TrimSpace(l); l != "" {
			kept = append(kept, l)
		}
	}
	return kept
}
