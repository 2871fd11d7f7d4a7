package feature

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"oneiros/bot/discord"
	"oneiros/bot/page"
	"oneiros/bot/route"
	"oneiros/bot/table"
	"oneiros/games"
	"oneiros/games/text"
	"oneiros/games/ui"
)

// A Deed is a way in which a person comes to a table.
type Deed string

// The ways to a table.
const (
	Open Deed = "open" // a table, at which they sit down first; also to announce one
	Join Deed = "join" // a lobby; also to say that they come to a table that is opened later
	Sit  Deed = "sit"  // on a free seat of a match that goes on
	Call Deed = "call" // to be mentioned where a lobby waits for players
)

// Asked is what features are asked before a person comes to a table: may they do this here?
type Asked struct {
	Deed    Deed
	User    discord.ID
	Guild   discord.ID   // 0 in direct messages
	Channel discord.ID   // of the table, perhaps a thread
	Table   *table.State // nil for one that is not open yet
	After   *table.State // of Open: the match that is played again; nil for none
	With    []discord.ID // others who come to a table that is not open yet

	Roles   []discord.ID  // of a presser on the server; nil where a person does not press
	Manages bool          // a presser may manage the server
	By      page.CustomID // the control by which a presser goes past a warning; without an action there is none
	// Decided says that they have decided before, and press nothing now. So no warning stops them.
	Decided bool
}

// AskedBy is what features are asked about a presser. The control does the same again.
func AskedBy(r *route.Request, deed Deed, again page.CustomID) Asked {
	again.Confirms = r.ID.Confirms
	ix := r.Interaction
	return Asked{Deed: deed, User: ix.User.ID, Guild: ix.Guild, Channel: ix.Channel, Roles: append([]discord.ID{}, ix.Roles...), Manages: route.ManagesGuild(ix), By: again}
}

// Others are the people with whom the person would be at the table, as far as they are known.
func (a Asked) Others() []discord.ID {
	list := slices.Clone(a.With)
	if a.Table != nil {
		for _, seat := range a.Table.People() {
			list = append(list, a.Table.Players[seat].ID)
		}
	}
	return list
}

// Admit asks features in their order. The first refusal is the answer, and so is the first
// fault. A person who sits at the table already is admitted. Of a table that is there, the
// server and the channel are those of the table.
//
// Warnings come after all refusals, in one [WarningError]. A presser who confirms them is
// asked about afresh, and is admitted if the warnings are still the same. Where no control
// confirms a warning, it is a refusal in its words.
func Admit(ctx context.Context, features []Feature, a Asked) error {
	if s := a.Table; s != nil {
		if _, sits := s.Seat(a.User); sits {
			return nil
		}
		a.Guild, a.Channel = s.Guild, s.CurrentChannel()
	}
	all := &WarningError{Again: a.By}
	digest := sha256.New()
	for _, f := range features {
		if f.Admit == nil {
			continue
		}
		err := f.Admit(ctx, a)
		if w, warns := errors.AsType[*warning](err); warns {
			all.Warnings = append(all.Warnings, Warning{w.words, f.Words})
			fmt.Fprintf(digest, "%q %q %q\n", f.Name, w.words.Key, w.about)
			continue
		}
		if err != nil {
			return f.answer("admit to "+string(a.Deed), err)
		}
	}
	if len(all.Warnings) == 0 || a.Decided {
		return nil
	}
	if a.By.Action == "" {
		first := all.Warnings[0]
		return &RefusalError{games.Refuse(first.Text.Key, first.Text.Args...), first.Words}
	}
	if all.Again.Confirms = hex.EncodeToString(digest.Sum(nil)[:confirmSize]); all.Again.Confirms == a.By.Confirms {
		return nil
	}
	return all
}

// confirmSize is how many bytes of a digest tell one warning from another one.
const confirmSize = 6

// Warn is what Admit of a feature returns where a person may go on once they have read the
// words. About is what the warning is about: a presser who has confirmed it is warned again when
// it is about something else. It is shown to no person: a digest stands in the presser's button.
func Warn(about, key string, args ...any) error { return &warning{about, ui.T(key, args...)} }

type warning struct {
	about string
	words ui.Text
}

// Error returns the key of the words.
func (w *warning) Error() string { return w.words.Key }

// A Warning is what one feature warns of, in its words; nil are those of the bot.
type Warning struct {
	Text  ui.Text
	Words *text.Catalogue
}

// A WarningError says that a presser may go on once they have confirmed what they read. It is
// answered with a page that they alone see, where the control Again goes on.
type WarningError struct {
	Warnings []Warning // at least one
	Again    page.CustomID
}

// Error returns the keys of the warnings.
func (e *WarningError) Error() string {
	s := "warned"
	for _, w := range e.Warnings {
		s += " " + w.Text.Key
	}
	return s
}

// Lines are the warnings in a language.
func (e *WarningError) Lines(lang text.Lang) (list []ui.Text) {
	for _, w := range e.Warnings {
		line := w.Text
		if w.Words != nil {
			line = ui.Literal(page.Label(w.Words, lang, line))
		}
		list = append(list, line)
	}
	return list
}
