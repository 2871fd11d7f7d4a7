// Package season is the feature that shows who came to a server's game nights: a page for each
// season, of three months, with a picture. What counts is said in package tally.
//
// The people at a table of a night are saved when the match there begins. The bot looks for what it
// missed when a match ends and when it starts itself: a night is kept for a week. The results of
// matches say who won, so a season is kept as long as these.
//
// Others do not see a person who hides their results. A server that shows no results has no season.
// No message tells of a season: a reader opens it.
package season

import (
	"context"
	"embed"
	"time"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/season/page"
	"oneiros/bot/season/tally"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/pace"
	"oneiros/store"
)

//go:embed locale
var locale embed.FS

// Store is what the feature needs of the store.
type Store interface {
	NoteAttendance(ctx context.Context) error
	AttendanceOn(ctx context.Context, guild uint64) ([]store.Attendance, error)
	Guild(ctx context.Context, id uint64) (store.Guild, error)
}

// What servers and people chose about results counts for seasons, too.
var (
	boards = feature.Setting{Of: feature.Server, Choice: house.Boards}
	listed = feature.Setting{Of: feature.Person, Choice: house.Listed}
)

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	say := words.Of(locale)
	s := &seasons{House: h, store: from, pages: page.Pages{Kit: h.Kit.Saying(say)}, woken: make(chan struct{}, 1)}
	return feature.Feature{
		Name:     "season",
		Words:    say,
		Controls: []route.Control{{Action: page.Action, Needs: []route.Need{route.InGuild}, Do: s.show}},
		Links:    []feature.Link{{On: house.OnNights, Offer: s.offer}, {On: house.OnResults, Offer: s.offer}},
		Work:     []feature.Work{{Name: "save who came to nights", Each: feature.PerShard, Do: s.work}},
		Changed:  s.changed,
		Kept:     []feature.Kept{{Rows: "nights_attended", Key: "season.kept"}},
	}
}

// seasons show who came to nights.
type seasons struct {
	feature.House
	store Store
	pages page.Pages
	woken chan struct{} // holds one when a match has begun or ended since they were looked at
}

// retry is when what failed is tried again.
const retry = time.Minute

// changed has it looked who came, when a match begins or ends. It does not wait.
func (s *seasons) changed(t *table.State) {
	if t.Direct() || t.Phase == table.Lobby || t.Phase == table.Live && (t.Match == nil || t.Match.N() > 0) {
		return
	}
	s.wake()
}

// wake has it looked who came.
func (s *seasons) wake() {
	select {
	case s.woken <- struct{}{}:
	default: // it will be anyway
	}
}

// work saves who came, until ctx ends.
func (s *seasons) work(ctx context.Context) {
	for {
		err := s.store.NoteAttendance(ctx)
		if err != nil && ctx.Err() == nil {
			s.Log.Failed(err).Msg("save who came to nights failed")
			discord.Sleep(ctx, retry)
			s.wake()
		}
		select {
		case <-s.woken:
		case <-ctx.Done():
			return
		}
	}
}

// offer offers the season of a server that shows results.
func (s *seasons) offer(ctx context.Context, _ *table.State, to house.Reader) house.Offer {
	shown, err := s.Chosen.Of(ctx, boards, to.Guild)
	if err != nil {
		s.Log.Failed(err).Msg("read whether results are shown failed")
	}
	if err != nil || to.Guild == 0 || shown == house.No {
		return nil
	}
	return page.Link()
}

// show answers the buttons.
func (s *seasons) show(ctx context.Context, r *route.Request) error {
	ix, want := r.Interaction, page.ParseArg(r.ID.Arg)
	shown, err := s.Chosen.Of(ctx, boards, ix.Guild)
	if err != nil {
		return err
	}
	if shown == house.No {
		return games.Refuse("bot.stats.off")
	}
	list, err := s.store.AttendanceOn(ctx, uint64(ix.Guild))
	if err != nil {
		return err
	}
	hidden, err := s.hidden(ctx, list)
	if err != nil {
		return err
	}
	zone, err := s.zone(ctx, ix.Guild)
	if err != nil {
		return err
	}
	if want.Season == 0 {
		want.Season = tally.At(s.Clock.Now(), zone)
	}
	board := tally.Of(list, want.Season, zone, uint64(ix.User.ID), hidden)
	return r.Show(ctx, s.pages.Board(board, named(list, hidden), want.From, r.Lang))
}

// hidden are those who do not show their results to others.
func (s *seasons) hidden(ctx context.Context, list []store.Attendance) (map[uint64]bool, error) {
	seen := map[uint64]bool{}
	var users []uint64
	for _, a := range list {
		if !seen[a.User] {
			seen[a.User] = true
			users = append(users, a.User)
		}
	}
	return s.Chosen.Among(ctx, listed, house.No, users)
}

// named is what people whom others see were called when they came last.
func named(list []store.Attendance, hidden map[uint64]bool) map[uint64]house.Named {
	names := map[uint64]house.Named{}
	for _, a := range list {
		if hidden[a.User] {
			continue
		}
		names[a.User] = house.Named{Name: a.Name, Username: a.Username}
	}
	return names
}

// zone is by whose clocks the seasons of a server begin: those of its quiet hours, else UTC.
func (s *seasons) zone(ctx context.Context, guild discord.ID) (*time.Location, error) {
	set, err := s.store.Guild(ctx, uint64(guild))
	if err != nil || set.Home.Quiet == nil {
		return time.UTC, err
	}
	return pace.Clocks(set.Home.Quiet.City, time.Duration(set.Home.Quiet.Zone)*time.Minute), nil
}
