package screen

import (
	"strconv"

	"oneiros/bot/discord"
	"oneiros/games/ui"
)

// Form is a page's form as a modal, and what of it did not fit. The answers come
// back with the id.
func (p *Painter) Form(page ui.Page, f *Frame, id CustomID) (discord.Modal, []string) {
	s := &Shown{}
	plain := Plain{f}
	id.Action = ActionFill
	m := discord.Modal{CustomID: id.String(), Title: s.cut("form's title", Composed(f.Say.Say(f.Lang, page.Title, plain)), discord.MaxModalTitle)}
	if m.Title == "" {
		m.Title = "…"
	}
	fields := page.Form
	if len(fields) > discord.MaxInputs {
		s.fault("a form of %d fields", len(fields))
		fields = fields[:discord.MaxInputs]
	}
	for i, field := range fields {
		c := discord.Input{
			CustomID: strconv.Itoa(i), Long: field.Long,
			Label:       s.cut("field's label", Composed(f.Say.Say(f.Lang, field.Label, plain)), discord.MaxInputLabel),
			Placeholder: s.cut("field's hint", Composed(f.Say.Say(f.Lang, field.Hint, plain)), discord.MaxInputHint),
			Max:         min(max(field.Max, 1), discord.MaxInput),
			Required:    field.Min > 0,
		}
		c.Min = min(max(field.Min, 0), c.Max)
		if c.Label == "" {
			c.Label = "…"
		}
		c.Value = s.cut("field's value", field.Value, c.Max)
		m.Rows = append(m.Rows, discord.Row{c})
	}
	return m, s.Faults
}
