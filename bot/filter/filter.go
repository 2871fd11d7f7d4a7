// Package filter is the feature that refuses words which a server does not want in what people
// write: clues, dreams, names of presets, packs. Who wrote them is told, before anything keeps
// them, and no other person. A manager of the server chooses how strict it is, and brings words
// that are refused besides or allowed in spite of it. Package profanity finds them.
//
// It is off until a server chooses otherwise, so that no table changes by an update. In direct
// messages nothing is refused: there is no server that could want it.
//
// What was refused stands in no log, and is not kept. A server's own words are kept, and the
// audit log says how many were added or removed, and not which.
package filter

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"oneiros/bot/discord"
	"oneiros/bot/feature"
	"oneiros/bot/filter/page"
	"oneiros/bot/filter/profanity"
	"oneiros/bot/gate"
	house "oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/screen"
	"oneiros/bot/table"
	"oneiros/bot/words"
	"oneiros/games"
	"oneiros/games/lexeme"
	"oneiros/games/ui"
	"oneiros/store"
)

// locale holds what the feature says, in both languages.
//
//go:embed locale
var locale embed.FS

// Store is what the feature needs of the store: the rows of [store.FilterWords].
type Store interface {
	Put(ctx context.Context, row store.Row) error
	Delete(ctx context.Context, with store.With) error
	List(ctx context.Context, with store.With) ([]store.Row, error)
}

// The limits of a server's own words.
const (
	MostWords  = 200 // refused and allowed ones together
	MostLength = 40  // characters of one
)

// strictness is the setting of a server.
var strictness = feature.Setting{Of: feature.Server, Choice: page.Strictness, Guards: true}

// wordsChanged names what an audit log has of own words that were added or removed.
const wordsChanged = "filter-words"

// New returns the feature.
func New(h feature.House, from Store) feature.Feature {
	say := words.Of(locale)
	f := &filter{House: h, store: from, pages: page.Pages{Kit: h.Kit.Saying(say)}, changing: gate.New()}
	managed := []route.Need{route.InGuild, route.GuildManager}
	return feature.Feature{
		Name:  "filter",
		Words: say,
		Controls: []route.Control{
			{Action: page.Show, Needs: managed, Do: f.show},
			{Action: page.Change, Needs: managed, Do: f.ask},
			{Action: page.Form, Needs: managed, Do: f.change, Form: true},
		},
		Settings: []feature.Setting{strictness},
		Links:    []feature.Link{feature.Pure(house.OnServer, func(*table.State, house.Reader) house.Offer { return page.OnServer() })},
		Audit:    []feature.AuditAction{{Name: wordsChanged, Line: changed}},
		Text:     f.text,
	}
}

// filter knows which words each server refuses.
type filter struct {
	feature.House
	store    Store
	pages    page.Pages
	changing gate.Gate // so that two presses at one moment keep to the limit
}

// text refuses words that the server does not want.
func (f *filter) text(ctx context.Context, w feature.Written) error {
	if w.Guild == 0 {
		return nil
	}
	chosen, err := f.Chosen.Of(ctx, strictness, w.Guild)
	if err != nil || chosen == page.Off {
		return err
	}
	list, err := f.words(ctx, w.Guild)
	if err != nil {
		return err
	}
	var refused, allowed []string
	for _, own := range list {
		if own.Allowed {
			allowed = append(allowed, own.Text)
		} else {
			refused = append(refused, own.Text)
		}
	}
	of := profanity.New(map[string]profanity.Strictness{page.Own: profanity.Own, page.Mild: profanity.Mild, page.Strict: profanity.Strict}[chosen], refused, allowed)
	for _, text := range w.Words {
		if word, found := of.Find(text); found {
			word, _ = screen.Cut(word, MostLength)
			return games.Refuse("filter.refuse", word)
		}
	}
	return nil
}

// words are a server's own words, in their order.
func (f *filter) words(ctx context.Context, guild discord.ID) (list []page.Word, err error) {
	rows, err := f.store.List(ctx, store.With{"guild": uint64(guild)})
	for _, row := range rows {
		text, ok1 := row[1].(string)
		allowed, ok2 := row[2].(int64)
		if !ok1 || !ok2 {
			return nil, errors.New("a row of a filter's words has other columns")
		}
		list = append(list, page.Word{Text: text, Allowed: allowed != 0})
	}
	return list, err
}

// show answers the button of the words, and those that turn their pages.
func (f *filter) show(ctx context.Context, r *route.Request) error {
	return f.showPage(ctx, r, house.PageOf(r.ID.Arg))
}

// showPage shows a page of the words, or the nearest one that there is.
func (f *filter) showPage(ctx context.Context, r *route.Request, n int, notices ...ui.Text) error {
	list, err := f.words(ctx, r.Interaction.Guild)
	if err != nil {
		return err
	}
	chosen, err := f.Chosen.Of(ctx, strictness, r.Interaction.Guild)
	if err != nil {
		return err
	}
	return r.Show(ctx, f.pages.Words(r.Lang, page.List{Words: list, Page: n, Strictness: chosen, Most: MostWords, Notices: notices}))
}

// ask opens a form.
func (f *filter) ask(ctx context.Context, r *route.Request) error {
	return r.Modal(ctx, f.pages.Ask(r.Lang, r.ID.Arg == page.Remove))
}

// change answers a form: it adds words or removes them, all or none.
func (f *filter) change(ctx context.Context, r *route.Request) error {
	if r.Interaction.Type != discordgo.InteractionModalSubmit {
		return f.showPage(ctx, r, 0) // a forged press
	}
	n, key, err := f.changeWords(ctx, r)
	if err != nil {
		return err
	}
	if n > 0 {
		e := feature.NewAuditEntry(r, wordsChanged)
		e.Key, e.New = key, strconv.Itoa(n)
		f.Audit(ctx, e)
	}
	return f.showPage(ctx, r, 0, ui.T("filter.changed."+key, n))
}

// changeWords does what a form says, and returns how many words it has changed and how.
func (f *filter) changeWords(ctx context.Context, r *route.Request) (changed int, key string, err error) {
	if err := f.changing.Enter(ctx); err != nil {
		return 0, "", err
	}
	defer f.changing.Leave()
	guild, answers := r.Interaction.Guild, append(slices.Clone(r.Interaction.Answers), "", "")
	list, err := f.words(ctx, guild)
	if err != nil {
		return 0, "", err
	}
	wanted, err := wordsOf(answers[:2])
	if err != nil {
		return 0, "", err
	}
	has := func(w page.Word) bool {
		return slices.ContainsFunc(list, func(own page.Word) bool { return own.Text == w.Text })
	}
	if r.ID.Arg == page.Remove {
		for _, w := range wanted {
			if has(w) {
				changed++
				if err := f.store.Delete(ctx, store.With{"guild": uint64(guild), "word": w.Text}); err != nil {
					return 0, "", err
				}
			}
		}
		return changed, page.Remove, nil
	}
	added := map[string]bool{}
	for _, w := range wanted {
		if !has(w) {
			added[w.Text] = true
		}
	}
	if len(list)+len(added) > MostWords {
		return 0, "", games.Refuse("filter.refuse.full", MostWords)
	}
	for _, w := range wanted {
		if slices.Contains(list, w) {
			continue
		}
		changed++
		allowed := 0
		if w.Allowed {
			allowed = 1
		}
		if err := f.store.Put(ctx, store.Row{uint64(guild), w.Text, allowed}); err != nil {
			return 0, "", err
		}
	}
	return changed, page.Add, nil
}

// wordsOf are the words of both answers: those that are refused, and those that are allowed. No
// word is in both.
func wordsOf(answers []string) (wanted []page.Word, err error) {
	var refused []string
	for i, answer := range answers {
		texts, err := wordsIn(answer)
		if err != nil {
			return nil, err
		}
		for _, text := range texts {
			if slices.Contains(refused, text) {
				return nil, games.Refuse("filter.refuse.both", text)
			}
			wanted = append(wanted, page.Word{Text: text, Allowed: i == 1})
		}
		refused = texts
	}
	if len(wanted) == 0 {
		return nil, games.Refuse("filter.refuse.nothing")
	}
	return wanted, nil
}

// wordsIn are the words of an answer, folded, each once. Spaces, commas and lines divide them.
func wordsIn(answer string) (list []string, err error) {
	for _, field := range strings.FieldsFunc(answer, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' }) {
		word := strings.Join(slices.DeleteFunc(lexeme.Tokens(field), func(t string) bool { return t == "" }), "-")
		typed, _ := screen.Cut(field, MostLength)
		switch n := utf8.RuneCountInString(word); {
		case n < 2: // a letter is in every second sentence
			return nil, games.Refuse("filter.refuse.short", typed)
		case n > MostLength:
			return nil, games.Refuse("filter.refuse.long", typed, MostLength)
		}
		if !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list, nil
}

// changed says in an audit log how many words were added or removed.
func changed(e feature.AuditEntry, f *screen.Frame) string {
	n, err := strconv.Atoi(e.New)
	if err != nil || e.Key != page.Add && e.Key != page.Remove {
		return page.Changed(f, page.Add, 0)
	}
	return page.Changed(f, e.Key, n)
}
