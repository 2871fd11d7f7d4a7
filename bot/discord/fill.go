package discord

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// filling is what a field of a modal has in it when it opens, as an answer has it.
func filling(c Component) string {
	var values []string
	switch c := c.(type) {
	case Input:
		return c.Value
	case Radio:
		values = chosenOf(c.Options)
	case Menu:
		values = chosenOf(c.Options)
		for _, id := range c.Chosen {
			values = append(values, id.String())
		}
	}
	return strings.Join(values, ",")
}

func chosenOf(list []MenuOption) (values []string) {
	for _, o := range list {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	return values
}

// Filled is the modal with answers in its fields, by their custom ids, as
// [Interaction.Fields] has them. A field without an answer stays as it is, and so does one that
// takes files. What a field does not take is left out: an answer may be hostile.
func (m Modal) Filled(answers map[string]string) Modal {
	rows := make([]Row, len(m.Rows))
	for i, r := range m.Rows {
		rows[i] = slices.Clone(r)
		for j, c := range r {
			if answer, ok := answers[c.custom()]; ok {
				rows[i][j] = filled(c, answer)
			}
		}
	}
	m.Rows = rows
	return m
}

func filled(c Component, answer string) Component {
	values := strings.Split(answer, ",")
	switch c := c.(type) {
	case Input:
		most := MaxInput
		if c.Max != 0 {
			most = c.Max
		}
		if utf8.RuneCountInString(answer) > most {
			answer = string([]rune(answer)[:most])
		}
		c.Value = answer
		return c
	case Radio:
		c.Options = choosing(c.Options, values[:1])
		return c
	case Menu:
		most := max(c.Max, 1)
		values = values[:min(len(values), most)]
		c.Options, c.Chosen = choosing(c.Options, values), nil
		if c.Kind == OptionMenu {
			return c
		}
		for _, v := range values {
			if id, err := ParseID(v); err == nil && !slices.Contains(c.Chosen, id) {
				c.Chosen = append(c.Chosen, id)
			}
		}
		return c
	}
	return c
}

func choosing(list []MenuOption, values []string) []MenuOption {
	list = slices.Clone(list)
	for i := range list {
		list[i].Default = slices.Contains(values, list[i].Value)
	}
	return list
}
