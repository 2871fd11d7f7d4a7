package bot

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
	"github.com/rs/zerolog"

	"oneiros/bot/discord"
	"oneiros/bot/inbox"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/store"
)

// strict is a Discord that takes what Discord takes, and remembers the rest.
type strict struct {
	mu     sync.Mutex
	last   discord.ID
	wrong  []string
	public []string // what every person was shown
	shown  int
}

func (s *strict) took(err error, public bool, m *discord.Message) (discord.ID, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		s.wrong = append(s.wrong, err.Error())
	}
	if m != nil {
		s.shown++
		for _, e := range m.Embeds {
			if public {
				s.public = append(s.public, e.Title+e.Description+discord.Footer(e))
			}
		}
		if m.Sent != nil {
			m.Sent.ID = s.last + 1
		}
	}
	s.last++
	return s.last, nil
}

func (s *strict) Post(_ context.Context, _ discord.ID, m *discord.Message) (discord.ID, error) {
	return s.took(discord.Check(m), true, m)
}

func (s *strict) Edit(_ context.Context, _, _ discord.ID, m *discord.Message) error {
	_, err := s.took(discord.Check(m), true, m)
	return err
}

func (s *strict) Delete(context.Context, discord.ID, discord.ID) error { return nil }

func (s *strict) OwnMessages(context.Context, discord.ID) ([]discord.OwnMessage, error) {
	return nil, nil
}

func (s *strict) EditPanel(_ context.Context, _ discord.PanelToken, m *discord.Message) error {
	_, err := s.took(discord.Check(m), false, m)
	return err
}

func (s *strict) DeletePanel(context.Context, discord.PanelToken) error { return nil }

func (s *strict) EditBoard(_ context.Context, _ discord.BoardToken, m *discord.Message) error {
	_, err := s.took(discord.Check(m), true, m)
	return err
}

func (s *strict) Public(...discord.ID) {}

func (s *strict) MayFollowUp() bool { return true }

func (s *strict) OnlyPressers(ix *discord.Interaction) bool { return ix.OnlyPressers() }

func (s *strict) Answer(_ context.Context, ix *discord.Interaction, kind discord.AnswerKind, m *discord.Message) (o discord.Original, err error) {
	update := kind == discord.Update || kind == discord.DeferUpdate
	public := kind == discord.Reply || kind == discord.Defer || update && ix.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	saved := discord.SavedToken{App: ix.App, Secret: ix.Token, Message: ix.Message.ID, Channel: ix.Channel, Expires: time.Now().Add(discord.TokenLife)}
	if update && public {
		o.Board = discord.RestoreBoard(saved)
	}
	if !public {
		o.Panel = discord.RestorePanel(saved)
	}
	if m != nil {
		_, err = s.took(discord.Check(m), public, m)
	}
	return o, err
}

func (s *strict) AnswerModal(_ context.Context, _ *discord.Interaction, m discord.Modal) error {
	_, err := s.took(discord.CheckModal(m), false, nil)
	return err
}

func (s *strict) AnswerChoices(_ context.Context, _ *discord.Interaction, list []*discordgo.ApplicationCommandOptionChoice) error {
	_, err := s.took(discord.CheckChoices(list), false, nil)
	return err
}

func (s *strict) FollowUp(_ context.Context, ix *discord.Interaction, m *discord.Message) (discord.PanelToken, error) {
	id, err := s.took(discord.Check(m), false, m)
	return discord.RestorePanel(discord.SavedToken{App: ix.App, Secret: ix.Token, Message: id, FollowUp: true, Expires: time.Now().Add(discord.TokenLife)}), err
}

func (s *strict) Thread(context.Context, discord.ID, discord.ID, string, time.Duration) (discord.ID, error) {
	return s.took(nil, false, nil)
}

func (s *strict) OpenThread(context.Context, discord.ID) error { return nil }

func (s *strict) SetCommands(_ context.Context, _ discord.ID, list []*discordgo.ApplicationCommand) error {
	return discord.CheckCommands(list)
}

func (s *strict) Member(context.Context, discord.ID, discord.ID) (bool, error) { return true, nil }

func (s *strict) MemberUser(_ context.Context, _, user discord.ID) (discord.User, bool, error) {
	return discord.User{ID: user}, true, nil
}

func (s *strict) Download(context.Context, discord.Uploaded, int) ([]byte, error) {
	return nil, discord.ErrUpload
}

func (s *strict) DM(context.Context, discord.ID) (discord.ID, error) { return s.took(nil, false, nil) }

func (s *strict) Roles(context.Context, discord.ID) ([]discord.Role, error) { return nil, nil }

func (s *strict) Channels(context.Context, discord.ID) ([]discord.GuildChannel, error) {
	return nil, nil
}

func (s *strict) Access(context.Context, discord.ID, ...discord.ID) (discord.Access, error) {
	return discord.Access{}, nil
}

func (s *strict) VoiceChannel(context.Context, discord.ID, discord.ID) (discord.ID, error) {
	return 0, nil
}

func (s *strict) DefaultSounds(context.Context) ([]discord.Sound, error) { return nil, nil }

func (s *strict) SendSound(context.Context, discord.ID, discord.ID) error { return nil }

func (s *strict) OwnEvents(context.Context, discord.ID) ([]discord.OwnEvent, error) { return nil, nil }

func (s *strict) SetEvent(context.Context, discord.ID, discord.ID, *discord.ScheduledEvent) (discord.ID, error) {
	return 0, nil
}

// deaf is a gateway over which nothing comes.
type deaf struct{}

func (deaf) Run(ctx context.Context, _ func(discord.ShardID, discord.Event)) error {
	<-ctx.Done()
	return nil
}

func (deaf) SetVoiceState(discord.ID, discord.ID) error { return discord.ErrNotConnected }

// FuzzPress answers any press, menu, form and command of a person at a table and
// of a person who is not. Nothing breaks, Discord would take every answer, and
// no person is shown what they may not know.
func FuzzPress(f *testing.F) {
	log := &lines{}
	client := &strict{last: 1000}
	st, err := store.Open(f.Context(), filepath.Join(f.TempDir(), "oneiros.db"))
	if err != nil {
		f.Fatal(err)
	}
	b, err := New(f.Context(), Config{Client: client, Gateway: deaf{}, Stores: StoresOf(st), Games: []games.Game{lullaby}, Log: zerolog.New(log), Each: -1})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() {
		if err := b.Close(); err != nil {
			f.Error(err)
		}
		if err := st.Close(); err != nil {
			f.Error(err)
		}
	})
	// begin gives a live match of three, the second of whom is the one who presses.
	begin := func(t testing.TB) *table.State {
		for _, s := range b.tables.Known(table.On()) {
			if _, seated := s.Seat(2); seated && s.Phase == table.Live && s.Paused.IsZero() && s.Match.N() < 4 {
				return s
			}
			if _, err := b.tables.Send(t.Context(), s.ID, table.Action{Kind: table.Stop, Asked: table.Whatever, Moderator: true}); err != nil {
				t.Fatal(err)
			}
		}
		s, err := b.tables.Create(t.Context(), table.New{Guild: 1, Channel: 5, Game: "lullaby", Host: table.User{ID: 1, Name: "Boris"}, Lang: text.English, Options: map[string]string{"rounds": "3"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []table.Action{
			{Kind: table.Join, User: table.User{ID: 2, Name: "Eve"}}, {Kind: table.Join, User: table.User{ID: 3, Name: "Kate"}},
			{Kind: table.Start, User: table.User{ID: 1, Name: "Boris"}},
		} {
			if s, err = b.tables.Send(t.Context(), s.ID, a); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	for _, id := range []string{"m/@/0/d/toss", "m/@/0/a/name", "m/@/0/o/scores", "m/@/0/o/@!kick:3", "b/-/rules/lullaby:1", "-", "dream play", "name"} {
		for kind := range byte(3) {
			f.Add(kind, kind, id, "d/toss", "x")
		}
	}
	for _, v := range build(Config{}, nil).router.mux.Actions() {
		f.Add(byte(1), byte(1), "b/@/"+string(v)+"/1", "1", "2")
		f.Add(byte(3), byte(0), "b/@/"+string(v)+"/", "pace", "")
	}
	press := discord.IDAt(time.Now())
	f.Fuzz(func(t *testing.T, who, kind byte, id, value, answer string) {
		s := begin(t)
		press++
		for _, text := range []*string{&id, &value, &answer} {
			*text = strings.ToValidUTF8(*text, "") // it comes as JSON
		}
		ix := &discord.Interaction{
			ID: press, App: 9, Token: "t", Guild: 1, Channel: 5, Received: time.Now(), Locale: "en-US",
			User: discord.User{ID: 2 + discord.ID(who&1)*97, Name: answer}, Message: discord.MessageRef{ID: 77, Flags: discordgo.MessageFlags(who&2) << 5},
			CustomID: strings.ReplaceAll(id, "@/", s.ID+"/"), // no person guesses the id of a match
		}
		switch kind % 4 {
		case 0:
			ix.Type = discordgo.InteractionMessageComponent
		case 1:
			ix.Type, ix.Values = discordgo.InteractionMessageComponent, []string{value}
		case 2:
			ix.Type, ix.Answers = discordgo.InteractionModalSubmit, []string{answer}
			if value != "" {
				ix.Answers = append(ix.Answers, value)
			}
		case 3:
			name, sub, _ := strings.Cut(id, " ")
			ix.Type, ix.Message = discordgo.InteractionApplicationCommand, discord.MessageRef{}
			ix.Command = discord.Command{Name: name, Sub: sub, Options: map[string]string{"text": answer, "options": value, "game": "lullaby", "language": value, "user": value}}
			if who&4 != 0 {
				ix.Type, ix.Command.Focused = discordgo.InteractionApplicationCommandAutocomplete, "options"
			}
		}
		secret := map[discord.ID][]string{2: s.Match.Hidden(games.Seat(1).Viewer()), 99: s.Match.Hidden(games.Viewer{})}[ix.User.ID]
		client.mu.Lock()
		client.wrong, client.public, client.shown = nil, nil, 0
		client.mu.Unlock()
		b.router.handle(t.Context(), &inbox.Item{Interaction: ix})
		client.mu.Lock()
		defer client.mu.Unlock()
		for _, w := range client.wrong {
			t.Errorf("Discord would refuse: %s", w)
		}
		for _, p := range client.public {
			for _, word := range secret {
				if now, ok := b.tables.Find(table.OfMatch(s.ID)); ok && now.Match.N() == s.Match.N() && holds(p, word) {
					t.Errorf("everybody is shown %q: %q", word, p)
				}
			}
		}
		if l := log.String(); strings.Contains(l, "incident") || strings.Contains(l, `"level":"error"`) {
			t.Errorf("something broke: %s", l)
		}
	})
}

// FuzzOptions types options. What is proposed can be chosen, and what is chosen
// is what the game has.
func FuzzOptions(f *testing.F) {
	info := lullaby.Info()
	say, err := text.Load(words.Catalogue(), info.Locale)
	if err != nil {
		f.Fatal(err)
	}
	g := &game{info: info, say: say}
	for _, s := range []string{"", "ro", "rounds:2 pace:", "Раунды:3", "pace=brisk,rounds=1", "темп:", "rounds:99999999999999999999", "::::", " ,;", "pace:Быстрый"} {
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, typed string, russian bool) {
		lang := text.English
		if russian {
			lang = text.Russian
		}
		chosen, err := g.readOptions(typed)
		if _, refused := games.Refused(err); err != nil && !refused {
			t.Errorf("%q: %v", typed, err)
		}
		if err == nil {
			if _, err := info.Complete(chosen); err != nil {
				t.Errorf("%q is chosen as %v: %v", typed, chosen, err)
			}
		}
		if utf8.RuneCountInString(typed) > maxTyped {
			return // no person is asked
		}
		list := g.suggest(typed, lang)
		if utf8.ValidString(typed) {
			if err := discord.CheckChoices(list); err != nil {
				t.Errorf("%q: Discord would refuse the proposals: %v", typed, err)
			}
		}
	})
}
