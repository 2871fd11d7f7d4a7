package main

import (
	"maps"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	callpage "oneiros/bot/call/page"
	"oneiros/bot/discord"
	homepage "oneiros/bot/home/page"
	"oneiros/bot/localcord"
	"oneiros/bot/localcord/browse"
	"oneiros/bot/page"
	personpage "oneiros/bot/person/page"
	"oneiros/bot/screen"
	seasonpage "oneiros/bot/season/page"
	season "oneiros/bot/season/tally"
	statspage "oneiros/bot/stats/page"
	"oneiros/bot/stats/tally"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/all"
	"oneiros/games/gametest"
	"oneiros/games/pace"
	"oneiros/games/record"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// ownPages are the pages that belong to a person and not to a table, each as long as it
// gets.
func ownPages(a *album, lang text.Lang) map[string]*screen.Shown {
	var infos []games.Info
	var counts []tally.GameCount
	for i, g := range all.Games {
		infos = append(infos, g.Info())
		counts = append(counts, tally.GameCount{Game: g.Info().Name, Count: tally.Count{Matches: 200 - i, Won: 77}})
	}
	names, people := map[uint64]page.Named{}, []tally.Standing{}
	for i, name := range tenPeople() {
		names[uint64(i+1)] = page.Named{Name: name}
		people = append(people, tally.Standing{User: uint64(i + 1), Match: "m", Streak: 12, Count: tally.Count{Matches: 100 - i, Won: 60 - i}})
	}
	var roles []tally.RoleCount
	var best tally.Moment
	for _, g := range all.Games {
		m, err := record.Play(g, games.Table{Seats: g.Info().Min, Options: mustComplete(a, g)}, record.MatchSeed(1, 0), record.Options{Strengths: []games.Strength{games.Easy}})
		if err != nil {
			a.t.Fatal(err)
		}
		if is := m.Summary().Moment; is != nil {
			best = tally.Moment{Moment: *is, Game: g.Info().Name, User: 2, Match: "m", At: time.Now()}
		}
		for _, r := range m.Summary().Roles {
			roles = append(roles, tally.RoleCount{Game: g.Info().Name, Role: r.Role, Times: 120, Reached: 99})
		}
	}
	w := statspage.Page{Names: names, Words: strings.Repeat("Мне снилось море. ", 20), User: 1, Hidden: true, Boards: true}
	person := tally.Person{
		All: [tally.Classes]tally.Count{{Matches: 900, Won: 400}, {Matches: 120, Won: 60}, {Matches: 300, Won: 150}}, Games: counts, Roles: roles,
		Partners: people[1:], Streak: 11, BestStreak: 17, Moments: []tally.Moment{best}, Last: "m",
	}
	server := tally.Server{All: [tally.Classes]int{1000, 300, 200}, Games: counts, People: people, Streak: people[2], Moments: []tally.Moment{best}}

	m, err := all.Games[0].Deal(games.Seed{1}, games.Table{Seats: all.Games[0].Info().Min, Options: mustComplete(a, all.Games[0])})
	if err != nil {
		a.t.Fatal(err)
	}
	var tables []personpage.MyTable
	for i := range 12 {
		s := moment(m, mustComplete(a, all.Games[0]), lang)
		s.Channel, s.Phase = discord.ID(1_000_000_000_000_000_000+i), table.Live
		if i > 8 {
			s.Phase, s.Match, s.Expires = table.Lobby, nil, time.Now().Add(time.Hour)
		}
		tables = append(tables, personpage.MyTable{State: s, Board: 77})
	}
	call := callpage.Wish{On: true, From: 21, To: 2, Zone: page.Zone{East: -180}, Every: 3 * time.Hour}
	for _, info := range infos {
		call.Games = append(call.Games, info.Name)
	}
	lobby, board, options := daysPages(a, lang)
	shown := map[string]*screen.Shown{"lobby by days": lobby, "board by days": board, "options by days": options}
	boards, listed := page.Boards, page.Listed
	boards.Now, listed.Now = page.Yes, page.Yes
	home := homepage.HomePage{
		Values: map[string]string{
			homepage.HomeOpeners: "1152921504606846976", homepage.HomeChannels: "1152921504606846976,1152921504606846977,1152921504606846978,1152921504606846979",
			homepage.HomeThreads: page.Yes, homepage.HomeAutos: page.Yes, homepage.HomeQuiet: "22-8:" + page.Moscow.City,
		},
		Choices: []page.Choice{boards}, Presets: 25, Offers: []page.Offer{personpage.OnServer(nil, page.Reader{})}, Lost: true, Saved: true, Moment: time.Now(),
	}
	for _, info := range infos {
		home.Options = append(home.Options, info.Name)
	}
	shown["settings of server"] = (homepage.Pages{Kit: a.pages.Kit()}).Server(lang, home)
	var presets []homepage.Preset
	for i := range 8 {
		presets = append(presets, homepage.Preset{Name: strings.Repeat("Ы", homepage.MaxPresetName-1) + strconv.Itoa(i), Game: infos[i%len(infos)], Options: mustComplete(a, all.Games[i%len(infos)]), Deletes: true})
	}
	maps.Copy(shown, map[string]*screen.Shown{
		"person": (statspage.Pages{Kit: a.pages.Kit()}).Person(person, w, lang), "server's results": (statspage.Pages{Kit: a.pages.Kit()}).Server(server, w, lang),
		"roles": (statspage.Pages{Kit: a.pages.Kit()}).Roles(person, w, lang), "dream": (statspage.Pages{Kit: a.pages.Kit()}).Moment(best, w, statspage.Arg{}, lang),
		"mine": (personpage.Pages{Kit: a.pages.Kit()}).Mine(tables[:5], 1, lang, time.Now()), "calls": (callpage.Pages{Kit: a.pages.Kit()}).Page(infos, call, lang, time.Now()),
		"me":      (personpage.Pages{Kit: a.pages.Kit()}).Me(lang, personpage.OwnSettings{Reminder: "direct", Closed: true, Choices: []page.Choice{listed}, Saved: true, Offers: []page.Offer{callpage.InSettings(nil, page.Reader{Guild: 1})}, Holiday: time.Now().Add(100 * time.Hour)}),
		"presets": (homepage.Pages{Kit: a.pages.Kit()}).Presets(lang, presets, presets[0].Name),
		"season":  seasonPage(a, names, lang),
	})
	return shown
}

// seasonPage is a season of all games, in which many people came as often.
func seasonPage(a *album, names map[uint64]page.Named, lang text.Lang) *screen.Shown {
	a.t.Helper()
	say, err := text.Load(words.Catalogue(), os.DirFS("../../bot/season"))
	if err != nil {
		a.t.Fatal(err)
	}
	s := season.Board{Season: 8108, Before: 8107, After: 8109, Nights: 26, Streak: 13}
	for i := range len(names) {
		s.People = append(s.People, season.Person{User: uint64(i + 1), Rank: 1 + i/3, Nights: 26 - i/3, Won: 11 - i, Streak: 13})
		s.Longest = append(s.Longest, uint64(i+1))
	}
	for _, g := range all.Games {
		s.Games = append(s.Games, season.Game{Game: g.Info().Name, Matches: 12, Won: 11, Best: s.Longest})
	}
	s.Own = &s.People[3]
	return seasonpage.Pages{Kit: a.pages.Kit().Saying(say)}.Board(s, names, 0, lang)
}

// daysPages are the pages of a table by days, of the game with the most options.
func daysPages(a *album, lang text.Lang) (lobby, board, options *screen.Shown) {
	a.t.Helper()
	g := named("dream-fortress")
	o, err := g.Info().Complete(map[string]string{"pace": "1d", "zone": "Asia/Yekaterinburg", "ghosts": "yes"})
	if err != nil {
		a.t.Fatal(err)
	}
	m, err := g.Deal(games.Seed{1}, games.Table{Seats: g.Info().Max, Options: o})
	if err != nil {
		a.t.Fatal(err)
	}
	s := moment(m, o, lang)
	s.Turn, s.Hours = pace.Length(o), pace.HoursOf(o)
	s.Players[1].Auto, s.Players[1].Asleep, s.Players[1].Off = false, true, true
	if board, err = a.pages.Board(s, lang, true, offersAt(s)...); err != nil {
		a.t.Fatal(err)
	}
	l := *s
	l.Phase, l.Match, l.Chosen, l.Expires = table.Lobby, nil, map[string]string{"pace": "1d", "ghosts": "yes"}, time.Now().Add(table.DaysLobby)
	if lobby, err = a.pages.Board(&l, lang, true, offersAt(&l)...); err != nil {
		a.t.Fatal(err)
	}
	for _, pick := range g.Info().Options {
		if pick.Key == pace.Zone {
			options = a.pages.Options(&l, lang, &pick, nil, ui.Text{}, homepage.OnOptions(&l, page.Reader{}), homepage.ListOnOptions(&l, page.Reader{}), homepage.DefaultsOnOptions(&l, page.Reader{Manages: true}))
		}
	}
	return lobby, board, options
}

// tenPeople are ten names, some of them long.
func tenPeople() []string {
	return append([]string{"Александра Константинопольская"}, people[1:]...)
}

func mustComplete(a *album, g games.Game) games.Options {
	options, err := g.Info().Complete(nil)
	if err != nil {
		a.t.Fatal(err)
	}
	return options
}

// phone is the page of a person on a phone of 360 × 740.
func phone(t *testing.T) *browse.Page {
	t.Helper()
	browser := browse.Chromium(t)
	return browse.Visit(t, browser, listens(t, localcord.Config{}).URL(), "#people=1", 360, 740, 10*time.Minute)
}

// TestBrowserOwnPages lays out the pages of a person on a phone: the first control is on
// the first screen, and nothing is wider than the phone.
func TestBrowserOwnPages(t *testing.T) {
	gametest.NotShort(t)
	t.Parallel()
	p := phone(t)
	for _, lang := range text.Langs {
		a := newAlbum(t)
		for kind, shown := range ownPages(a, lang) {
			if err := discord.Check(shown.Message); err != nil || len(shown.Faults) > 0 {
				t.Errorf("%s %s: %v, %q", kind, lang, err, shown.Faults)
			}
			s := shot{kind: "own " + string(lang) + " " + kind, most: readMost, message: a.message(shown.Message, true)}
			for _, is := range lay(p, []shot{s}) {
				t.Logf("%-30s first control %4.0f, height %4.0f", s.kind, is.Top, is.Height)
				if is.Top > s.most || len(is.Wide) > 0 || len(is.Bare) > 0 {
					t.Errorf("%s: the first control is at %.0f of %.0f, wide %q, bare %q\n%s", s.kind, math.Ceil(is.Top), s.most, is.Wide, is.Bare, said(s))
				}
			}
		}
	}
}
