// Package vetting is the feature by which a server has told dreams wait: until a moderator has
// read one, its author alone sees the text, and the moderators who press to read it.
//
// The person who manages the server switches it on. It counts from the next dream on, at
// tables that play already, too: which dreams waited stands in the log of each match, see
// [games.Holder]. So it is no option of a table, which a host could choose away. In direct
// messages nothing waits, and neither do the words of automatic players nor what is told
// aloud.
//
// # Who decides
//
// Those who may manage messages where the table is, and those who moderate its tables or manage
// the server. A moderator who plays at the table may, too, and may let their own dream through:
// whatever is shown is read by every person at once, and each decision stands in the audit log.
//
// The author gains nothing by a dream that is not let through, and loses nothing: the cards
// count that the judge found in it. Where no moderator comes in time, the match goes on as if
// one had withheld it, so no table hangs.
//
// # The text
//
// It is nowhere but in the match. No custom id, log line, metric or entry of the audit log has
// it. The moderator's page is drawn of the match, and is taken away with the decision.
package vetting

import (
	"context"
	"embed"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/vetting/page"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/ui"
)

// locale holds what the feature says, in both languages.
//
//go:embed locale
var locale embed.FS

// told is the setting of a server.
var told = feature.Setting{Of: feature.Server, Choice: page.Told, Guards: true}

// decided names what an audit log has of a dream that was shown or withheld.
const decided = "vetting"

// New returns the feature.
func New(h feature.House) feature.Feature {
	say := words.Of(locale)
	v := &vetting{House: h, pages: page.Pages{Kit: h.Kit.Saying(say), Say: say}}
	onTable := []route.Need{route.InGuild, route.TableOfControl}
	byModerator := []route.Need{route.InGuild, route.TableOfControl, moderates}
	return feature.Feature{
		Name:  "vetting",
		Words: say,
		Controls: []route.Control{
			{Action: page.About, Needs: onTable, Do: v.about},
			{Action: page.Read, Needs: byModerator, Do: v.read},
			{Action: page.Show, Needs: byModerator, Do: v.show},
			{Action: page.Withhold, Needs: byModerator, Do: v.withhold},
		},
		Settings: []feature.Setting{told},
		Links: []feature.Link{
			{On: house.OnLobby, Offer: v.inLobby},
			feature.Pure(house.OnBoard, page.OnBoard),
		},
		Audit: []feature.AuditAction{{Name: decided, Line: v.line}},
		Waits: v.waits,
	}
}

// vetting lets moderators decide about told dreams.
type vetting struct {
	feature.House
	pages page.Pages
}

// moderates needs a moderator of the words at the table of the request.
func moderates(_ *table.Tables, r *route.Request) error {
	if !isModerator(r.Interaction, r.Table) {
		return games.Refuse("vetting.refuse")
	}
	return nil
}

// isModerator reports whether a presser decides about words at a table. Discord sends the
// permissions in the channel of the press, so that to manage messages counts only there.
func isModerator(ix *discord.Interaction, s *table.State) bool {
	there := ix.Channel == s.Channel || ix.Channel == s.CurrentChannel() || ix.Parent == s.Channel
	return route.IsModerator(ix, s) || route.ManagesGuild(ix) || there && ix.Permissions&discordgo.PermissionManageMessages != 0
}

// on reports whether told dreams wait on a server.
func (v *vetting) on(ctx context.Context, guild discord.ID) (bool, error) {
	if guild == 0 {
		return false, nil
	}
	chosen, err := v.Chosen.Of(ctx, told, guild)
	return chosen == page.Wait, err
}

func (v *vetting) waits(ctx context.Context, w feature.Written) (bool, error) {
	return v.on(ctx, w.Guild)
}

// inLobby says in lobbies of games with such words that they wait.
func (v *vetting) inLobby(ctx context.Context, s *table.State, _ house.Reader) house.Offer {
	if !page.Tells(s) {
		return nil
	}
	on, err := v.on(ctx, s.Guild)
	if err != nil {
		v.Log.Failed(err).Msg("read setting of told dreams failed")
	}
	if err != nil || !on {
		return nil
	}
	return page.InLobby(s)
}

// about answers the button in lobbies.
func (v *vetting) about(ctx context.Context, r *route.Request) error {
	return r.Show(ctx, v.pages.About(r.Lang))
}

// read answers the button on the board: its presser reads the dream.
func (v *vetting) read(ctx context.Context, r *route.Request) error {
	shown, waits := v.pages.Read(r.Table, r.Lang)
	if !waits {
		return games.Refuse("table.held-over")
	}
	return r.Show(ctx, shown)
}

func (v *vetting) show(ctx context.Context, r *route.Request) error {
	return v.decide(ctx, r, table.Show)
}

func (v *vetting) withhold(ctx context.Context, r *route.Request) error {
	return v.decide(ctx, r, table.Withhold)
}

// decide shows a dream or withholds it. The page with the text is gone in any case.
func (v *vetting) decide(ctx context.Context, r *route.Request, kind table.Kind) error {
	turn, err := strconv.Atoi(r.ID.Arg)
	if err != nil || turn < 0 {
		return games.Refuse("table.held-over") // forged
	}
	before := r.Table
	_, err = v.Send(ctx, r, table.Action{Kind: kind, Turn: turn})
	if said, refused := games.Refused(err); refused {
		v.Counted(said.Key)
		return r.Show(ctx, v.pages.Lines(r.Lang, route.Warning(said)))
	}
	if err != nil {
		return err
	}
	e := feature.NewAuditEntry(r, decided)
	e.Guild, e.Channel, e.Match, e.Key, e.New = before.Guild, before.CurrentChannel(), before.ID, before.Game.Info().Name, string(kind)
	e.Target = author(before)
	v.Audit(ctx, e)
	return r.Show(ctx, v.pages.Lines(r.Lang, ui.T("vetting.done."+string(kind))))
}

// author is the person whose dream waits, or 0 where they have left.
func author(s *table.State) discord.ID {
	if s.Match == nil {
		return 0
	}
	held, waits := s.Match.Held()
	if !waits || s.Players[held.Seat].Open || s.Players[held.Seat].Auto {
		return 0
	}
	return s.Players[held.Seat].ID
}

// line says in an audit log what was decided.
func (v *vetting) line(e feature.AuditEntry, f *screen.Frame) string {
	return v.pages.Decided(f, e.New == string(table.Show), e.Key, e.Channel, e.Target)
}
