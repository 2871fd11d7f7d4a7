package bot

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/localcord"
)

// aloud goes to a new channel of a kind, where some people are.
func (w *town) aloud(kind discordgo.ChannelType, people ...string) localcord.Voice {
	w.t.Helper()
	v := w.srv.Guilds()[0].Voice()
	w.here = w.srv.NewChannelOf(int(kind), fmt.Sprint("talk ", len(w.srv.Channels())))
	for _, who := range people {
		if err := v.Join(w.person(who), w.here); err != nil {
			w.t.Fatal(err)
		}
	}
	return v
}

// sits is how many voice states are saved.
func (w *town) sits() (n int) {
	w.t.Helper()
	db, err := sql.Open("sqlite", "file:"+w.file+"?mode=ro")
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	if err := db.QueryRow(`SELECT count(*) FROM voice_states`).Scan(&n); err != nil {
		w.t.Fatal(err)
	}
	return n
}

// leftVoice waits until the bot is in no voice channel, and nothing is saved of one.
func (w *town) leftVoice(what string, v localcord.Voice) {
	w.t.Helper()
	w.soon(what, func() bool { return v.Bot() == "" && w.sits() == 0 })
}

// TestSounds: the bot comes into the voice channel, sends a sound for each moment, and leaves at a
// pause and at the end. No message is posted then.
func TestSounds(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice, "Boris", "Eve")
		w.dreams("cue:sound")
		if m := w.board(); !has(m, "the bot hears nothing") && w.state().Options["cue"] != "sound" {
			t.Errorf("the table has no sounds:\n%s", m.Text())
		}
		sounded := func(want ...string) {
			t.Helper()
			w.soon(fmt.Sprint("it sounded: ", want), func() bool { return slices.Equal(v.Sounds(w.here), want) })
			if list := w.cues(); len(list) > 0 {
				t.Errorf("a message is posted besides:\n%s", list[0].Text())
			}
		}
		sounded("cricket")
		if v.Bot() != w.here || w.sits() != 1 {
			t.Errorf("the bot sits in %q, %d rows", v.Bot(), w.sits())
		}
		w.cueOf("")
		w.dream("Boris", "pause", nil)
		w.leftVoice("at a pause the bot leaves", v)
		w.dream("Boris", "resume", nil)
		w.cueOf("ten")
		sounded("cricket", "ba dum tss")
		w.own("Аня", w.dream("Аня", "stop", nil).Message, "stop")
		w.leftVoice("at the end the bot leaves", v)
	})
}

// TestNoSounds: where there can be no sound, messages call the moments out. The first one says why.
func TestNoSounds(t *testing.T) {
	const voice = discordgo.ChannelTypeGuildVoice
	for _, c := range []struct {
		name, says string
		kind       discordgo.ChannelType
		make       func(w *town, v localcord.Voice)
	}{
		{"a text channel", "not in the chat of a voice channel", discordgo.ChannelTypeGuildText, nil},
		{"a stage", "not in the chat of a voice channel", discordgo.ChannelTypeGuildStageVoice, nil},
		{"no permission", "missing permissions here: Use Soundboard", voice, func(w *town, _ localcord.Voice) { w.srv.Control().Deny(w.here, 1<<42) }},
		{"a full channel", "Perhaps it is full", voice, func(w *town, v localcord.Voice) { v.Limit(w.here, 1) }},
		{"no answer", "could not enter", voice, func(w *town, _ localcord.Voice) { w.srv.SetFaults(localcord.Faults{VoiceUnanswered: true}) }},
		{"a refusal", "did not accept the sound", voice, func(w *town, _ localcord.Voice) {
			w.refuses("POST /channels/{channel}/send-soundboard-sound", 50167, 1)
		}},
		{"no voice state", "did not accept the sound", voice, func(w *town, _ localcord.Voice) {
			w.refuses("GET /guilds/{guild}/voice-states/{user}", 50001, 1)
		}},
		{"another table", "another table on this server", voice, func(w *town, v localcord.Voice) {
			w.dreams("cue:sound")
			w.soon("the other table sounds", func() bool { return len(v.Sounds(w.here)) > 0 })
			w.aloud(voice)
		}},
	} {
		virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
			var people []string
			if c.kind != discordgo.ChannelTypeGuildText {
				people = append(people, "Boris")
			}
			v := w.aloud(c.kind, people...)
			if c.make != nil {
				c.make(w, v)
			}
			w.dreams("cue:sound")
			first := w.calledOut(c.name+": dusk is called out", "Roles are dealt")
			if !has(first, "No sounds in this match", c.says) {
				t.Errorf("%s: it does not say why:\n%s", c.name, first.Text())
			}
			w.silence(c.name)
			w.cueOf("ten")
			if next := w.calledOut(c.name+": the sand is called out", "10 seconds"); has(next, "No sounds") {
				t.Errorf("%s: it is said again:\n%s", c.name, next.Text())
			}
			if list := v.Sounds(w.here); len(list) > 0 {
				t.Errorf("%s: it sounded: %q", c.name, list)
			}
			if c.name != "another table" {
				w.leftVoice(c.name+": the bot is out", v)
			}
		})
	}
}

// TestSoundsInLobby: a lobby that chose sounds says beside its options why its channel has none. It says
// nothing where they are possible, or not chosen. The server's own sounds are messages elsewhere.
func TestSoundsInLobby(t *testing.T) {
	const voice = discordgo.ChannelTypeGuildVoice
	for locale, says := range map[string]struct{ lead, place, lacks, one string }{
		"en-US": {"Signals here will be short messages", "not in the chat of a voice channel", "missing permissions here: Speak, Use Soundboard", "missing permissions here: Speak."},
		"ru":    {"Сигналы здесь будут короткими сообщениями", "не в чате голосового канала", "не хватает прав: Говорить, Использовать звуковую панель", "не хватает прав: Говорить."},
	} {
		for _, c := range []struct {
			name    string
			kind    discordgo.ChannelType
			denied  uint64
			options string
			why     string // empty for no line
		}{
			{"a text channel", discordgo.ChannelTypeGuildText, 0, "cue:sound", says.place},
			{"a stage", discordgo.ChannelTypeGuildStageVoice, 0, "cue:sound", says.place},
			{"no permission", voice, 1<<42 | 1<<21, "cue:sound", says.lacks},
			{"no voice", voice, 1 << 21, "cue:sound", says.one},
			{"a voice channel", voice, 0, "cue:sound", ""},
			{"messages", discordgo.ChannelTypeGuildText, 0, "cue:message", ""},
		} {
			virtual(t, locale, withDream, func(t *testing.T, w *town) {
				w.speaks(locale)
				if err := w.person("Boris").SetLocale(locale); err != nil {
					t.Fatal(err)
				}
				w.aloud(c.kind)
				if c.denied != 0 {
					w.srv.Control().Deny(w.here, c.denied)
				}
				w.dream("Boris", "play", map[string]any{"game": "when-i-dream", "options": c.options})
				if c.why != "" {
					w.soon(c.name+": the lobby says why", func() bool { return has(w.board(), says.lead, c.why) })
				}
				time.Sleep(5 * time.Second)
				if has(w.board(), says.lead) != (c.why != "") {
					t.Errorf("%s, %s: the lobby is\n%s", locale, c.name, w.board().Text())
				}
			})
		}
	}
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		w.set("cue", "sound")
		w.dream("Boris", "play", map[string]any{"game": "when-i-dream"})
		time.Sleep(5 * time.Second)
		if s := w.state(); s.Options["cue"] != "message" || has(w.board(), "Signals here") {
			t.Errorf("in a text channel the table has %q:\n%s", s.Options["cue"], w.board().Text())
		}
		w.aloud(voice)
		w.dream("Boris", "play", map[string]any{"game": "when-i-dream"})
		if s := w.state(); s.Options["cue"] != "sound" {
			t.Errorf("in a voice channel the table has %q", s.Options["cue"])
		}
	})
}

// TestSoundUnheard: where no player is in the channel, a moment is called out by a message, and the
// bot leaves. It comes back for a player.
func TestSoundUnheard(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice)
		w.dreams("cue:sound")
		if m := w.calledOut("dusk is called out", "Roles are dealt"); has(m, "No sounds") {
			t.Errorf("the table has no sounds any longer:\n%s", m.Text())
		}
		if v.Bot() != "" {
			t.Error("the bot sits alone")
		}
		if err := v.Join(w.person("Kate"), w.here); err != nil {
			t.Fatal(err)
		}
		w.cueOf("ten")
		w.soon("Kate hears the sand", func() bool { return slices.Equal(v.Sounds(w.here), []string{"ba dum tss"}) })
		w.silence("no message is posted besides")
		if err := v.Join(w.person("Kate"), ""); err != nil {
			t.Fatal(err)
		}
		w.cueOf("out")
		w.calledOut("the end of the sand is called out", "The sand is out")
		w.leftVoice("the bot leaves", v)
	})
}

// TestSoundAlone: the bot leaves a channel that all players of the table have left before the next
// moment comes. It asks for one of them each half minute. It comes back for a player with a moment.
func TestSoundAlone(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
		goes := func(who string, channel localcord.ID) {
			t.Helper()
			if err := v.Join(w.person(who), channel); err != nil {
				t.Fatal(err)
			}
		}
		asked := func() int { return w.calls("GET", "/voice-states/"+string(w.person("Eve").ID())) }
		others := func() (n int) {
			for _, who := range []string{"Boris", "Kate", "Mallory"} {
				n += w.calls("GET", "/voice-states/"+string(w.person(who).ID()))
			}
			return n
		}
		w.dreams("cue:sound night:240")
		w.soon("dusk sounds", func() bool { return len(v.Sounds(w.here)) == 1 })
		before, of := asked(), others()
		time.Sleep(2*time.Minute + 10*time.Second)
		if v.Bot() != w.here || asked()-before != 4 || others() != of {
			t.Errorf("in two minutes the bot in %q asked %d times for Eve, and %d times for others", v.Bot(), asked()-before, others()-of)
		}
		goes("Eve", "")
		time.Sleep(35 * time.Second)
		if v.Bot() != "" {
			t.Error("the bot sits alone")
		}
		w.leftVoice("the bot is out", v)
		if list := w.cues(); len(list) > 0 {
			t.Errorf("a message says that:\n%s", list[0].Text())
		}
		before, of = asked(), others()
		time.Sleep(time.Minute)
		if asked() != before || others() != of {
			t.Error("it goes on asking")
		}
		goes("Kate", w.here)
		w.cueOf("ten")
		w.soon("the sand sounds", func() bool { return slices.Equal(v.Sounds(w.here), []string{"cricket", "ba dum tss"}) })
		if v.Bot() != w.here {
			t.Error("the bot did not come back")
		}
	})
}

// TestSoundTakenOut: a bot that a moderator takes out of the channel does not come back.
func TestSoundTakenOut(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
		w.dreams("cue:sound")
		w.soon("dusk sounds", func() bool { return len(v.Sounds(w.here)) == 1 })
		v.Expel()
		w.cueOf("ten")
		if m := w.calledOut("the sand is called out", "10 seconds"); !has(m, "no longer in the channel") {
			t.Errorf("it does not say why:\n%s", m.Text())
		}
		w.leftVoice("it stays out", v)
	})
}

// TestSoundDenied: where a permission is taken away in mid-match, the next message names it and says
// that short messages follow. The one after it does not.
func TestSoundDenied(t *testing.T) {
	for locale, says := range map[string]struct{ ten, out, lead string }{
		"en-US": {"10 seconds", "The sand is out", "No sounds in this match, only short messages: the bot is missing permissions here: "},
		"ru":    {"на 10 секунд", "Песок высыпался", "Звуков в этой партии не будет, только короткие сообщения: боту здесь не хватает прав: "},
	} {
		for denied, names := range map[uint64]map[string]string{
			1 << 21:       {"en-US": "Speak.", "ru": "Говорить."},
			1 << 42:       {"en-US": "Use Soundboard.", "ru": "Использовать звуковую панель."},
			1<<21 | 1<<42: {"en-US": "Speak, Use Soundboard.", "ru": "Говорить, Использовать звуковую панель."},
		} {
			virtual(t, locale, withDream, func(t *testing.T, w *town) {
				w.speaks(locale)
				if err := w.person("Boris").SetLocale(locale); err != nil {
					t.Fatal(err)
				}
				v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
				w.dreams("cue:sound")
				w.soon("dusk sounds", func() bool { return len(v.Sounds(w.here)) == 1 })
				w.srv.Control().Deny(w.here, denied)
				w.cueOf("ten")
				if m := w.calledOut("the sand is called out", says.ten); !has(m, says.lead+names[locale]) {
					t.Errorf("%s: it does not say why:\n%s", names[locale], m.Text())
				}
				w.cueOf("out")
				if m := w.calledOut("its end is called out", says.out); has(m, "🔇") {
					t.Errorf("it is said again:\n%s", m.Text())
				}
				w.leftVoice("it leaves", v)
			})
		}
	}
}

// TestSoundLate: a sound that Discord holds up is dropped, and not sent later.
func TestSoundLate(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
		w.srv.SetFaults(localcord.Faults{Latency: 900})
		w.dreams("cue:sound")
		time.Sleep(15 * time.Second)
		w.srv.SetFaults(localcord.Faults{})
		if list := v.Sounds(w.here); len(list) > 0 {
			t.Errorf("it sounded late: %q", list)
		}
		w.cueOf("ten")
		w.soon("the next moment sounds", func() bool { return slices.Equal(v.Sounds(w.here), []string{"ba dum tss"}) })
	})
}

// TestSoundAfterKill: what a killed process left in a voice channel, or was about to bring there, is
// put right by the next one. It comes back with the next moment.
func TestSoundAfterKill(t *testing.T) {
	for _, entered := range []bool{true, false} {
		virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
			v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
			w.srv.SetFaults(localcord.Faults{VoiceUnanswered: !entered})
			w.dreams("cue:sound")
			w.soon("the bot wants to sit there", func() bool { return w.sits() == 1 && (v.Bot() != "") == entered })
			w.killed()
			w.srv.SetFaults(localcord.Faults{})
			if (v.Bot() != "") != entered || w.sits() != 1 {
				t.Fatalf("the killed process left the bot in %q", v.Bot())
			}
			w.start()
			w.leftVoice("the next process takes it out", v)
			w.cueOf("ten")
			w.soon("the sand sounds", func() bool { return slices.Contains(v.Sounds(w.here), "ba dum tss") })
			if v.Bot() != w.here {
				t.Error("the bot did not come back")
			}
		})
	}
}

// TestSoundGatewayAway: nothing is sent to a gateway that is away, and the bot stays where it is. It
// leaves once the gateway is back, or sends the next sound.
func TestSoundGatewayAway(t *testing.T) {
	virtual(t, "en-US", withDream, func(t *testing.T, w *town) {
		v := w.aloud(discordgo.ChannelTypeGuildVoice, "Eve")
		w.dreams("cue:sound")
		w.soon("dusk sounds", func() bool { return len(v.Sounds(w.here)) == 1 })
		w.srv.SetFaults(localcord.Faults{DownShards: []int{0}})
		w.soon("the table stands", func() bool { return !w.state().Paused.IsZero() })
		time.Sleep(time.Minute)
		if v.Bot() != w.here || w.sits() != 1 {
			t.Errorf("without a gateway the bot is in %q, %d rows", v.Bot(), w.sits())
		}
		w.srv.SetFaults(localcord.Faults{})
		w.cueOf("ten")
		w.soon("the sand sounds", func() bool { return slices.Contains(v.Sounds(w.here), "ba dum tss") })
		w.dream("Boris", "pause", nil)
		w.leftVoice("the bot leaves", v)
	})
}
